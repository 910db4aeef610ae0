import pino from 'pino';
import { expect, test } from 'vitest';
import { makeManagersProgress } from '../../../projections/feed/manager-progress.ts';
import { CHANNEL, type Progress } from '../../../projections/feed/progress.ts';
import { LeaseLost, StoreUnavailable } from '../../../src/event-store/errors.ts';
import { refusedByStore } from '../../../src/kernel/changes/outcomes.ts';
import type { DomainEvent } from '../../../src/kernel/definition/resource.ts';
import { makeCompanyWork } from '../../../src/processes/managers/company-work.ts';
import type { ProcessManager } from '../../../src/processes/managers/manager.ts';
import { makeProcesses } from '../../../src/processes/managers/runner.ts';
import { leaseOf } from '../../../src/work/leases.ts';
import { PARKED_AFTER } from '../../../src/work/port.ts';
import { makeMemoryProcessState } from '../../support/memory-process-state.ts';
import { memoryStore } from '../../support/memory-store.ts';
import { until } from '../../support/until.ts';

/** What processes share: a log in memory, which is read as it is written, and the state of managers. */
const shared = () => ({
  store: memoryStore(),
  state: makeMemoryProcessState({ now_ms: () => performance.now(), notify: () => {}, listen: () => () => {} }, CHANNEL),
  read: { upTo: 0n, listeners: new Set<() => void>() },
});

/** A process with one manager. No notification of another one reaches it. */
const processesWith = (
  manager: ProcessManager<undefined>,
  { store, state, read } = shared(),
  process = 'p_1',
  more: { knows?: (type: string) => boolean; backoff_ms?: number } = {},
) => {
  const append = async (stream: string, company_id: string, type = 'TreeCreated'): Promise<void> => {
    const { position } = await store.append(
      stream,
      [
        {
          id: crypto.randomUUID(),
          type,
          data: {},
          metadata: { company_id, occurred_at: '2026-01-01T00:00:00.000000Z' },
        },
      ],
      'no_stream',
    );
    read.upTo = position;
    for (const listener of read.listeners) listener();
  };
  const managers = makeManagersProgress();
  const progress = {
    process,
    refresh: async () => void (await managers.refresh(state.store.progress)),
    readPosition: () => read.upTo,
    parkedIn: () => undefined,
    onChange: (listener: () => void) => {
      read.listeners.add(listener);
      return () => read.listeners.delete(listener);
    },
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
    ...more,
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

/**
 * Given an event that an immediate manager left in the inbox, when another process takes its dispatcher over before it
 * was told of that, then what comes next waits behind it.
 */
test('what an immediate manager has yet to handle of a company goes before what another process is handed', async () => {
  const both = shared();
  const handled: string[] = [];
  const gardener = (isLeft: boolean): ProcessManager<undefined> => ({
    name: 'gardener',
    immediate: true,
    // No worker comes to the inbox.
    concurrency: 0,
    handles: () => true,
    handle: async ({ events }) => {
      if (isLeft) return { unfinished: true, appended: undefined };
      handled.push(...events.map(({ stream }) => stream));
      return undefined;
    },
  });
  const first = processesWith(gardener(true), both);
  const second = processesWith(gardener(false), both, 'p_2');
  await first.processes.start();
  await second.processes.start();
  await first.append('tree-1', 'co_1');
  await until(() => both.state.inbox.size > 0);
  await first.processes.stop();
  await first.append('tree-2', 'co_1');
  const waitsToo = async () => (await both.state.store.progress()).pending.some(({ last }) => last === 2n);
  await until(async () => handled.length > 0 || (await waitsToo()));
  expect(handled).toEqual([]);
  await second.processes.stop();
});

/** A process of the version before, which knows no storms. */
const BEFORE = { knows: (type: string) => type !== 'TreeStruckByLightning', backoff_ms: 60_000 };
/** What this version's manager was handed, and that of the version before. */
const twoVersions = () => {
  const both = shared();
  const seen = { before: [] as string[], now: [] as string[] };
  const manager = (by: keyof typeof seen, types: readonly string[]): ProcessManager<undefined> => ({
    name: 'gardener',
    handles: ({ type }) => types.includes(type),
    handle: async ({ events }) => {
      seen[by].push(...events.map(({ stream }) => stream));
      return undefined;
    },
  });
  const old = (workers = 1) =>
    processesWith({ ...manager('before', ['TreeCreated']), concurrency: workers }, both, 'p_before', BEFORE);
  const current = (types = ['TreeCreated', 'TreeStruckByLightning']) =>
    processesWith(manager('now', types), both, 'p_now');
  const isAtRest = () => [...both.state.inbox.values()].every((waiting) => waiting.length === 0);
  return { ...both, seen, old, current, isAtRest };
};

test('an event that only a newer version knows is handled by it, though the version before dispatches', async () => {
  const { seen, old, current, state, isAtRest } = twoVersions();
  // It dispatches, and its workers are elsewhere.
  const before = old(0);
  await before.processes.start();
  const now = current();
  await now.processes.start();
  try {
    await before.append('tree-1', 'co_1', 'TreeStruckByLightning');
    await before.append('tree-2', 'co_1', 'TreeFelled');
    await before.append('tree-3', 'co_2');
    const passed = async () => (await state.store.progress()).checkpoints.every(({ position }) => position === 3n);
    await until(async () => (await passed()) && isAtRest());
    expect(before.processes.runs()).toEqual(['gardener']);
    expect([seen.before, seen.now.sort()]).toEqual([[], ['tree-1', 'tree-3']]);
  } finally {
    await before.processes.stop();
    await now.processes.stop();
  }
});

test('where only the version before runs, such an event keeps its company waiting, says why, and is handled after the next upgrade', async () => {
  const { seen, old, current, state, isAtRest } = twoVersions();
  const before = old();
  await before.processes.start();
  await before.append('tree-1', 'co_1');
  await before.append('tree-2', 'co_1', 'TreeStruckByLightning');
  await before.append('tree-3', 'co_1');
  await before.append('tree-4', 'co_2');
  await until(async () => seen.before.includes('tree-4') && (await state.store.failing(10)).length > 0);
  expect(seen.before.sort()).toEqual(['tree-1', 'tree-4']);
  expect(await state.store.failing(10)).toMatchObject([
    {
      scope: 'co_1',
      type: 'TreeStruckByLightning',
      error: expect.stringMatching(/TreeStruckByLightning.*newer version/),
    },
  ]);
  await before.processes.stop();
  const now = current();
  await now.processes.start();
  await until(isAtRest);
  expect(seen.now).toEqual(['tree-2', 'tree-3']);
  await now.processes.stop();
});

test('what a version before kept for a newer one, and does not concern its manager, leaves the inbox', async () => {
  const { seen, old, current, state, isAtRest } = twoVersions();
  const before = old();
  await before.processes.start();
  await before.append('tree-1', 'co_1', 'TreeStruckByLightning');
  await until(async () => (await state.store.failing(10)).length > 0);
  await before.processes.stop();
  const now = current(['TreeCreated']);
  await now.processes.start();
  await until(isAtRest);
  expect(seen).toEqual({ before: [], now: [] });
  await now.processes.stop();
});

/** Its pause may be of minutes by then: the process that is left need not be started for it. */
test('what failed in a process is tried by the others as soon as it is stopped', async () => {
  const { seen, old, current, state, isAtRest } = twoVersions();
  const before = old();
  await before.processes.start();
  await before.append('tree-1', 'co_1', 'TreeStruckByLightning');
  const isFailing = async () => (await state.store.failing(10)).some(({ held }) => !held);
  await until(isFailing);
  const now = current();
  // As where it was running by then: its start tries again what failed.
  const { retry } = state.store;
  state.store.retry = async () => 0;
  await now.processes.start();
  state.store.retry = retry;
  expect(seen.now).toEqual([]);
  await before.processes.stop();
  await until(isAtRest);
  expect(seen.now).toEqual(['tree-1']);
  // A database that does not answer holds no stop up.
  state.store.retry = () => new Promise(() => {});
  await now.processes.stop(10);
  expect(await state.store.status()).toMatchObject([{ running: false }]);
});

/**
 * Given work on a company, then who reads the log of a process that lost it learns that nothing is amiss, and what was
 * done of it before is kept for whoever goes on.
 */
const workOf = (handle: ProcessManager<undefined>['handle']) => {
  const said: string[] = [];
  const say = (_: unknown, text: string) => said.push(text);
  const event = { position: 3n, stream: 'tree-tr_1', revision: 0n };
  const [kind] = makeCompanyWork<undefined>({
    managers: [{ name: 'gardener', handles: () => true, handle }],
    context: undefined,
    hydrate: async () => [{ ...event }] as never,
    progress: { parkedIn: () => undefined } as never,
    state: { next: async () => [event] } as never,
    log: { warn: say, error: say } as never,
  }).kinds;
  const bookmark = { of: 'event_1', parts: { stubs: '500' } };
  const run = (held: boolean) =>
    kind!.run({
      ...{ key: 'co_1', payload: {}, holder: 'worker_1', attempt: 1, bookmark, held: () => held },
      ...{ signal: new AbortController().signal, othersWait: async () => false },
    });
  return { run, said, bookmark };
};

test('work that another process has taken over is left to it, and the log says so and calls it no outage', async () => {
  const lost = refusedByStore(
    new LeaseLost('tree-tr_1', leaseOf({ holder: 'worker_1', kind: 'manager/gardener', key: 'co_1' })),
  );
  expect(String(lost)).toMatch(/another one has taken over this work/);
  expect(String(lost)).not.toMatch(/request/);
  const { run, said, bookmark } = workOf(() => Promise.reject(lost));
  expect(await run(true)).toEqual({ again_in_ms: 0, bookmark, isUncounted: true });
  expect(said).toEqual([expect.stringMatching(/another process has taken over .* nothing has to be done/)]);
});

test('work whose lease grew too old, and that nobody took over, goes on where the turn before left it', async () => {
  const { run, bookmark } = workOf(async () => undefined);
  expect(await run(false)).toMatchObject({ again_in_ms: 0, bookmark });
});
