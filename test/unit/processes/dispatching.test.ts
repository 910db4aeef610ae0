import pino from 'pino';
import { expect, test } from 'vitest';
import { makeManagersProgress } from '../../../projections/feed/manager-progress.ts';
import { CHANNEL, type Progress } from '../../../projections/feed/progress.ts';
import type { DomainEvent } from '../../../src/kernel/definition/resource.ts';
import { makeProcesses } from '../../../src/processes/managers/runner.ts';
import { makeMemoryProcessState } from '../../support/memory-process-state.ts';
import { memoryStore } from '../../support/memory-store.ts';
import { until } from '../../support/until.ts';

/**
 * Given work that a dispatcher hands over, when that is slow to be stored, then only the company that it is for waits.
 */
test('a company that is handed nothing does not wait until what others are handed is stored', async () => {
  const store = memoryStore();
  const append = (stream: string, company_id: string) =>
    store.append(
      stream,
      [
        {
          id: crypto.randomUUID(),
          type: 'TreeCreated',
          data: {},
          metadata: { company_id, occurred_at: '2026-01-01T00:00:00.000000Z' },
        },
      ],
      'no_stream',
    );
  const state = makeMemoryProcessState(
    { now_ms: () => performance.now(), notify: () => {}, listen: () => () => {} },
    CHANNEL,
  );
  let storeIt = (): void => {};
  const slow = new Promise<void>((resolve) => {
    storeIt = resolve;
  });
  const { dispatch } = state.store;
  state.store.dispatch = async (...asked) => {
    await slow;
    return dispatch(...asked);
  };
  const managers = makeManagersProgress();
  const progress = {
    process: 'p_1',
    refresh: async () => {},
    readPosition: () => 2n,
    parkedIn: () => undefined,
    onChange: () => () => {},
    manager: managers.get,
    dispatched: managers.dispatched,
    managerHandled: managers.companyHandled,
    dispatchedMessage: () => '',
    passedMessage: () => '',
    handledMessage: () => '',
  } as unknown as Progress;
  await append('tree-1', 'co_large');
  await append('tree-2', 'co_near');
  const processes = makeProcesses<undefined>({
    managers: [
      {
        name: 'gardener',
        handles: ({ metadata }) => metadata.company_id === 'co_large',
        handle: async () => undefined,
      },
    ],
    context: undefined,
    store,
    hydrate: async (events) => events.map((event) => ({ ...event })) as unknown as DomainEvent[],
    progress,
    state: state.store,
    due: state.dueStore,
    log: pino({ level: 'silent' }),
  });
  const handled = (company: string) => managers.get('gardener')?.handled(2n, company) ?? false;
  await processes.start();
  await until(() => handled('co_near'));
  expect(handled('co_large')).toBe(false);
  storeIt();
  await until(() => handled('co_large'));
  await processes.stop();
});
