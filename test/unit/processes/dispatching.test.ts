import pino from 'pino';
import { expect, test } from 'vitest';
import { makeManagersProgress } from '../../../projections/feed/manager-progress.ts';
import { CHANNEL, type Progress } from '../../../projections/feed/progress.ts';
import { StoreUnavailable } from '../../../src/event-store/errors.ts';
import type { DomainEvent } from '../../../src/kernel/definition/resource.ts';
import type { ProcessManager } from '../../../src/processes/managers/manager.ts';
import { makeProcesses } from '../../../src/processes/managers/runner.ts';
import { PARKED_AFTER } from '../../../src/work/port.ts';
import { makeMemoryProcessState } from '../../support/memory-process-state.ts';
import { memoryStore } from '../../support/memory-store.ts';
import { until } from '../../support/until.ts';

/** Processes with one manager, on a log in memory that is read as it is written. */
const processesWith = (manager: ProcessManager<undefined>) => {
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
    managerParked: managers.companyParked,
    dispatchedMessage: () => '',
    passedMessage: () => '',
    handledMessage: () => '',
    parkedMessage: () => '',
  } as unknown as Progress;
  const processes = makeProcesses<undefined>({
    managers: [manager],
    context: undefined,
    store,
    hydrate: async (events) => events.map((event) => ({ ...event })) as unknown as DomainEvent[],
    progress,
    state: state.store,
    due: state.dueStore,
    log: pino({ level: 'silent' }),
    backoff_ms: 1,
  });
  const handled = (company: string) => managers.get(manager.name)?.handled(2n, company) ?? false;
  return { append, state: state.store, processes, handled };
};

/**
 * Given work that a dispatcher hands over, when that is slow to be stored, then only the company that it is for waits.
 */
test('a company that is handed nothing does not wait until what others are handed is stored', async () => {
  const { append, state, processes, handled } = processesWith({
    name: 'gardener',
    handles: ({ metadata }) => metadata.company_id === 'co_large',
    handle: async () => undefined,
  });
  let storeIt = (): void => {};
  const slow = new Promise<void>((resolve) => {
    storeIt = resolve;
  });
  const { dispatch } = state;
  state.dispatch = async (...asked) => {
    await slow;
    return dispatch(...asked);
  };
  await append('tree-1', 'co_large');
  await append('tree-2', 'co_near');
  await processes.start();
  await until(() => handled('co_near'));
  expect(handled('co_large')).toBe(false);
  storeIt();
  await until(() => handled('co_large'));
  await processes.stop();
});

test('what waits until events have left the inbox is not done for a worker that lost the company meanwhile', async () => {
  const kept: number[] = [];
  let tries = 0;
  const { append, state, processes, handled } = processesWith({
    name: 'gardener',
    handles: () => true,
    handle: async ({ whenKept }) => {
      const attempt = ++tries;
      whenKept?.(() => kept.push(attempt));
      return undefined;
    },
  });
  const { done } = state;
  // As where another worker has claimed it: this one's events are still there.
  state.done = async (...asked) => (tries === 1 ? undefined : done(...asked));
  await append('tree-1', 'co_1');
  await append('tree-2', 'co_1');
  await processes.start();
  await until(() => handled('co_1'));
  expect(kept).toEqual([2]);
  await processes.stop();
});

/** Given a company whose work keeps failing, an interruption is no success of it. */
test('a company that is parked stays so when the store is away at its next try', async () => {
  let tries = 0;
  const { append, state, processes } = processesWith({
    name: 'gardener',
    handles: () => true,
    handle: async () => {
      tries += 1;
      throw tries > PARKED_AFTER ? new StoreUnavailable('no answer', 'not_written') : new Error('no garden');
    },
  });
  await append('tree-1', 'co_1');
  await processes.start();
  try {
    await until(() => tries > PARKED_AFTER);
    await until(async () => (await state.failing(10)).every(({ held }) => !held));
    expect(await state.failing(10)).toMatchObject([{ parked: true, error: 'no garden' }]);
  } finally {
    await processes.stop();
  }
});
