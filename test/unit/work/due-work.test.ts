import pino from 'pino';
import { Registry as Metrics } from 'prom-client';
import { expect, test } from 'vitest';
import type { LogEvent } from '../../../src/event-store/port.ts';
import { makeDueWorker, type Work } from '../../../src/work/due-work.ts';
import { type DueStore, GIVEN_UP_AFTER, type Next, PARKED_AFTER } from '../../../src/work/port.ts';
import { type ManualTimers, manualTimers } from '../../support/manual-timers.ts';
import { type MemoryProcessState, makeMemoryProcessState } from '../../support/memory-process-state.ts';
import { silent } from '../../support/read-models.ts';

/** Processes that share due work in memory, on one clock that stands still for those that died. */
const processes = (kind = 'errand') => {
  let now_ms = Date.parse('2026-01-05T17:00:00.000Z');
  const state = makeMemoryProcessState({ now_ms: () => now_ms, notify: () => {}, listen: () => () => {} }, 'progress');
  const living = new Set<ManualTimers>();
  /** Starts one that dies of what `isDeadly`, holds what `isLong`, and does everything else, in pieces of a second. */
  const start = async (
    isDeadly: (work: Work) => boolean,
    done: string[],
    {
      givesUp = false,
      isLong = () => false,
      pieces = 0,
    }: { givesUp?: boolean; isLong?: (work: Work) => boolean; pieces?: number } = {},
  ): Promise<{ isDead(): boolean; kill(): void }> => {
    const timers = manualTimers();
    living.add(timers);
    const die = (): Promise<never> => {
      living.delete(timers);
      return new Promise(() => {});
    };
    const inPieces = async (work: Work): Promise<Next> => {
      if (isDeadly(work)) return die();
      for (let piece = Number(work.bookmark?.parts.piece ?? 0); piece < pieces; piece++) {
        const bookmark = { of: work.key, parts: { piece: String(piece) } };
        if (piece > Number(work.bookmark?.parts.piece ?? 0) && (await work.othersWait()))
          return { again_in_ms: 0, bookmark };
        await new Promise<void>((resolve) => timers.after(1_000, resolve));
      }
      if (isDeadly({ ...work, bookmark: { of: work.key, parts: { piece: String(pieces) } } })) return die();
      done.push(work.key);
      return undefined;
    };
    const run = (work: Work): Promise<Next> => {
      if (pieces > 0) return inPieces(work);
      if (isLong(work)) return new Promise((resolve) => timers.after(1_000, () => resolve(void done.push(work.key))));
      if (work.isGivenUp || !isDeadly(work)) {
        done.push(work.isGivenUp ? `${work.key} is given up` : work.key);
        return Promise.resolve(undefined);
      }
      return die();
    };
    const kinds = [{ kind, concurrency: 4, givesUp, run }];
    const worker = makeDueWorker({ store: state.dueStore, kinds, log: silent, timers, lease_ms: 2_500, poll_ms: 500 });
    await worker.start();
    return { isDead: () => !living.has(timers), kill: () => void living.delete(timers) };
  };
  return {
    state,
    start,
    pass: async (ms: number) => {
      now_ms += ms;
      for (const timers of [...living]) await timers.pass(ms);
    },
  };
};

const STEP_ms = 250;
const MINUTES = 10;

test('work that crashes every process is retried a few times, is given up until an operator takes it up, and delays no other work', async () => {
  const { state, start, pass } = processes();
  const done: string[] = [];
  const isDeadly = ({ key }: Work): boolean => key === 'deadly';
  await state.dueStore.enqueue([{ kind: 'errand', key: 'deadly' }]);
  let deaths = 0;
  let one = await start(isDeadly, done);
  for (let passed_ms = 0; passed_ms < MINUTES * 60_000; passed_ms += STEP_ms) {
    if (passed_ms % 10_000 === 0) await state.dueStore.enqueue([{ kind: 'errand', key: `of others ${passed_ms}` }]);
    await pass(STEP_ms);
    if (!one.isDead()) continue;
    deaths += 1;
    one = await start(isDeadly, done);
  }
  expect(deaths).toBe(GIVEN_UP_AFTER);
  expect(done).toHaveLength(MINUTES * 6);
  const row = [...state.due.values()].find(({ key }) => key === 'deadly')!;
  expect(row.last_error).toMatch(/^the processes that worked on it ended before it was done, each time/);
  expect(row.attempts).toBeGreaterThan(PARKED_AFTER);
  expect(await state.dueStore.givenUp(10)).toMatchObject([{ key: 'deadly', error: row.last_error }]);

  expect(await state.dueStore.takeUp('of others 0')).toBe(0);
  expect(await state.dueStore.takeUp('deadly')).toBe(1);
  await pass(STEP_ms);
  await pass(STEP_ms);
  expect(one.isDead()).toBe(true);
});

test('what crashes every process behind long work of its row is found with few deaths more, and not once in each turn of that', async () => {
  const { state, start, pass } = processes();
  await state.dueStore.enqueue([{ kind: 'errand', key: 'long' }]);
  const pieces = 20;
  // At first all is begun together; after a death, one after the other.
  const isDeadly = ({ deaths = 0, bookmark }: Work): boolean =>
    deaths === 0 || Number(bookmark?.parts.piece) === pieces;
  let deaths = 0;
  let one = await start(isDeadly, [], { pieces });
  for (let passed_ms = 0; passed_ms < 5 * 60_000; passed_ms += STEP_ms) {
    await pass(STEP_ms);
    if (!one.isDead()) continue;
    deaths += 1;
    one = await start(isDeadly, [], { pieces });
  }
  expect(deaths).toBeLessThanOrEqual(GIVEN_UP_AFTER);
  expect(await state.dueStore.givenUp(10)).toMatchObject([{ key: 'long' }]);
});

test('work that was in hand beside what crashed each process is done, and its kind ends the one that is given up', async () => {
  const { state, start, pass } = processes();
  const done: string[] = [];
  const of = { givesUp: true, isLong: ({ key }: Work) => key !== 'deadly' };
  const begin = () => start(({ key }) => key === 'deadly', done, of);
  const beside = ['a', 'b', 'c'];
  await state.dueStore.enqueue([...beside, 'deadly'].map((key) => ({ kind: 'errand', key })));
  let deaths = 0;
  let one = await begin();
  for (let passed_ms = 0; passed_ms < 5 * 60_000 && done.length < 4; passed_ms += STEP_ms) {
    await pass(STEP_ms);
    if (!one.isDead()) continue;
    deaths += 1;
    one = await begin();
  }
  expect(done.toSorted()).toEqual([...beside, 'deadly is given up']);
  expect(deaths).toBe(GIVEN_UP_AFTER);
  expect([...state.due.values()].map(({ ended }) => ended)).toEqual([true, true, true, true]);
});

test('work that crashed two processes is done at once by a third', async () => {
  const { state, start, pass } = processes();
  const done: string[] = [];
  await state.dueStore.enqueue([{ kind: 'errand', key: 'heavy' }]);
  const isDeadly = ({ deaths = 0 }: Work): boolean => deaths < 2;
  for (let i = 0; i < 3; i++) await start(isDeadly, done);
  for (let passed_ms = 0; passed_ms < 8_000; passed_ms += STEP_ms) await pass(STEP_ms);
  expect(done).toEqual(['heavy']);
});

const EVENT: LogEvent = {
  id: '00000000-0000-4000-8000-000000000001',
  type: 'TreeCreated',
  stream: 'tree-1',
  revision: 0n,
  data: {},
  metadata: { company_id: 'company' },
  position: 1n,
};

/** An event of a company waits for a manager. */
const handed = async (state: MemoryProcessState): Promise<void> => {
  await state.store.register([{ name: 'errands', from: 0n }]);
  await state.store.takeLeases('us', ['errands']);
  const waiting = [{ scope: 'company', event: EVENT }];
  await state.store.dispatch('us', { name: 'errands', from: 0n, to: 1n, waiting, message: '' });
};

/** Whether answers of a company do without what a manager has yet to do, and what an operator is told of that. */
const shownOf = async (state: MemoryProcessState, company: string) => {
  const { pending } = await state.store.progress();
  return { parked: pending.some(({ parked }) => parked), failing: await state.store.failing(10, company) };
};

test('a company whose processes are killed keeps its tries: it is not parked for that, and is for a poison that ends each of them', async () => {
  const { state, start, pass } = processes('manager/errands');
  await handed(state);
  const tries: number[] = [];
  const isDeadly = ({ attempt, isGivenUp = false }: Work): boolean => !isGivenUp && tries.push(attempt) > 0;
  const parkedAfter: boolean[] = [];
  let one = await start(isDeadly, []);
  for (let passed_ms = 0; passed_ms < 2 * 60_000; passed_ms += STEP_ms) {
    await pass(STEP_ms);
    if (!one.isDead()) continue;
    parkedAfter.push((await shownOf(state, 'company')).parked);
    one = await start(isDeadly, []);
  }
  expect(tries.slice(0, 3)).toEqual([1, 1, 1]);
  expect(Math.max(...tries)).toBeLessThan(PARKED_AFTER);
  expect(parkedAfter.slice(0, GIVEN_UP_AFTER)).toEqual(Array(GIVEN_UP_AFTER).fill(false));
  expect(parkedAfter).toHaveLength(GIVEN_UP_AFTER);
  expect(await shownOf(state, 'company')).toMatchObject({
    parked: true,
    failing: [{ parked: true, error: expect.stringMatching(/^the processes that worked on it ended/) }],
  });
});

test('a company whose first five processes are killed within a minute has not failed at anything, and is not parked', async () => {
  const { state, start, pass } = processes('manager/errands');
  await handed(state);
  const tries: number[] = [];
  const done: string[] = [];
  const isDeadly = ({ attempt }: Work): boolean => tries.push(attempt) <= 5;
  let isEverParked = false;
  let one = await start(isDeadly, done);
  for (let passed_ms = 0; passed_ms < 2 * 60_000 && done.length === 0; passed_ms += STEP_ms) {
    await pass(STEP_ms);
    if (one.isDead()) one = await start(isDeadly, done);
    isEverParked ||= (await shownOf(state, 'company')).parked;
  }
  expect({ tries, done, isEverParked }).toEqual({ tries: [1, 1, 1, 1, 1, 1], done: ['company'], isEverParked: false });
});

test('long work that got on once between five deaths of its processes is not given up', async () => {
  const { state, start, pass } = processes();
  const done: string[] = [];
  await state.dueStore.enqueue([{ kind: 'errand', key: 'long' }]);
  const pieces = 3;
  const deaths = [true, false, true, true, true, true];
  const isDeadly = ({ bookmark }: Work): boolean => bookmark?.parts.piece !== String(pieces) && deaths.shift() === true;
  let one = await start(isDeadly, done, { pieces });
  for (let passed_ms = 0; passed_ms < 2 * 60_000 && done.length === 0; passed_ms += STEP_ms) {
    await pass(STEP_ms);
    if (one.isDead()) one = await start(isDeadly, done, { pieces });
    expect(await state.dueStore.givenUp(10)).toEqual([]);
  }
  expect({ deaths, done }).toEqual({ deaths: [], done: ['long'] });
});

test('long work whose processes are killed again and again gets on, and is not given up', async () => {
  const { state, start, pass } = processes();
  const done: string[] = [];
  await state.dueStore.enqueue([{ kind: 'errand', key: 'long' }]);
  // A minute of work, whose process is killed every ten seconds.
  const of = { pieces: 60 };
  let deaths = 0;
  let one = await start(() => false, done, of);
  for (let passed_ms = 0; passed_ms < 10 * 60_000 && done.length === 0; passed_ms += STEP_ms) {
    if (passed_ms % 10_000 === 9_000) {
      one.kill();
      deaths += 1;
      one = await start(() => false, done, of);
    }
    await pass(STEP_ms);
  }
  expect(deaths).toBeGreaterThan(GIVEN_UP_AFTER);
  expect(done).toEqual(['long']);
});

test('work in which the database goes away again and again is never given up: its processes live on', async () => {
  let now_ms = Date.parse('2026-01-05T17:00:00.000Z');
  const state = makeMemoryProcessState({ now_ms: () => now_ms, notify: () => {}, listen: () => () => {} }, 'progress');
  let isAway = false;
  const answer = (): void => {
    if (isAway) throw Object.assign(new Error('the database is away'), { code: 'ECONNREFUSED' });
  };
  const ask = new Proxy(state.dueStore, {
    get: (store, name: keyof DueStore) =>
      name === 'listen'
        ? store.listen
        : async (...given: never[]) => {
            answer();
            return Reflect.apply(store[name], store, given);
          },
  });
  const deaths: number[] = [];
  let done = 0;
  const start = async (): Promise<ManualTimers> => {
    const timers = manualTimers();
    /** A minute of work, which asks the database all the while. */
    const run = async (work: Work): Promise<undefined> => {
      deaths.push(work.deaths ?? 0);
      for (let i = 0; i < 60; i++) {
        await new Promise<void>((resolve) => timers.after(1_000, resolve));
        answer();
        work.signal.throwIfAborted();
      }
      done += 1;
    };
    const kinds = [{ kind: 'errand', concurrency: 4, run }];
    await makeDueWorker({ store: ask, kinds, log: silent, timers, lease_ms: 2_500, poll_ms: 500 }).start();
    return timers;
  };
  const both = [await start(), await start()];
  await state.dueStore.enqueue([{ kind: 'errand', key: 'long' }]);
  for (let passed_ms = 0; passed_ms < 15 * 60_000 && done === 0; passed_ms += STEP_ms) {
    // Eight times in eight minutes, each time for ten seconds.
    isAway = passed_ms < 8 * 60_000 && passed_ms % 60_000 >= 30_000 && passed_ms % 60_000 < 40_000;
    now_ms += STEP_ms;
    for (const timers of both) await timers.pass(STEP_ms);
  }
  expect(done).toBe(1);
  expect(Math.max(...deaths)).toBeLessThan(2);
});

const LEASE_ms = 2_500;

/** Processes whose event loops can be held, and whose renewals can be slow, on a store whose time goes on. */
const apart = () => {
  let now_ms = Date.parse('2026-01-05T17:00:00.000Z');
  const state = makeMemoryProcessState({ now_ms: () => now_ms, notify: () => {}, listen: () => () => {} }, 'progress');
  const start = async () => {
    const machine = manualTimers();
    let away_ms = 0;
    let answered: Promise<void> | undefined;
    const timers = { now_ms: () => machine.now_ms() + away_ms, after: machine.after };
    const told: { msg: string; taken?: boolean; since_ms?: number; renewal_ms?: number }[] = [];
    const runs: { work: Work; end: () => void }[] = [];
    const metrics = new Metrics();
    const store: typeof state.dueStore = {
      ...state.dueStore,
      renew: async (held, lease_ms) => {
        await answered;
        return state.dueStore.renew(held, lease_ms);
      },
    };
    const run = (work: Work): Promise<undefined> =>
      new Promise((resolve) => {
        runs.push({ work, end: () => resolve(undefined) });
      });
    const worker = makeDueWorker({
      store,
      kinds: [{ kind: 'errand', concurrency: 4, run }],
      log: pino({ level: 'warn' }, { write: (line: string) => void told.push(JSON.parse(line)) }),
      metrics,
      timers,
      lease_ms: LEASE_ms,
      poll_ms: 500,
    });
    await worker.start();
    return {
      worker,
      runs,
      pass: machine.pass,
      /** Its time passes, and nothing of it runs. */
      hold: (ms: number) => {
        away_ms += ms;
      },
      /** Renewals have no answer until the returned function is called. */
      slow: () => {
        let answer = (): void => {};
        answered = new Promise((resolve) => {
          answer = resolve;
        });
        return () => answer();
      },
      losses: () => told.filter(({ msg }) => msg.startsWith('a lease of due work was lost')),
      counted: async () => (await metrics.getSingleMetric('due_work_leases_lost_total')!.get()).values,
    };
  };
  return {
    state,
    start,
    pass: (ms: number) => {
      now_ms += ms;
    },
  };
};

test('a worker that was suspended until another took over knows it at once, is aborted and counted, and its result is ignored', async () => {
  const { state, start, pass } = apart();
  const first = await start();
  await state.dueStore.enqueue([{ kind: 'errand', key: 'a' }]);
  await first.pass(500);
  const [old] = first.runs;
  expect(old!.work.held()).toBe(true);
  pass(6_000);
  first.hold(6_000);
  const second = await start();
  await second.pass(500);
  expect(second.runs.map(({ work }) => [work.attempt, work.deaths])).toEqual([[1, 1]]);
  // Before any timer of the first one came.
  expect(old!.work.held()).toBe(false);
  await first.pass(LEASE_ms / 4);
  expect(old!.work.signal.aborted).toBe(true);
  expect(first.losses()).toMatchObject([{ taken: true, since_ms: expect.any(Number), renewal_ms: 0 }]);
  expect(first.losses()[0]!.since_ms).toBeGreaterThanOrEqual(6_000);
  expect(await first.counted()).toEqual([{ labels: { kind: 'errand' }, value: 1 }]);
  old!.end();
  await first.pass(500);
  expect([...state.due.values()]).toMatchObject([{ ended: false, holder: second.runs[0]!.work.holder }]);
  second.runs[0]!.end();
  await second.pass(500);
  expect([...state.due.values()]).toMatchObject([{ ended: true }]);
});

test('a worker that was suspended while nobody took over continues with its rows and runs none of them twice', async () => {
  const { state, start, pass } = apart();
  const { worker, runs, ...one } = await start();
  await state.dueStore.enqueue([{ kind: 'errand', key: 'a' }]);
  await one.pass(500);
  pass(6_000);
  one.hold(6_000);
  // What is due is looked for before the lease is renewed.
  worker.wake();
  await one.pass(LEASE_ms / 4);
  await one.pass(500);
  expect(runs).toHaveLength(1);
  expect(runs[0]!.work.held()).toBe(true);
  expect(one.losses()).toEqual([]);
  runs[0]!.end();
  await one.pass(500);
  expect([...state.due.values()]).toMatchObject([{ ended: true }]);
});

test('a renewal that takes longer than the lease loses it and logs that; the work is run again once its run has ended', async () => {
  const { state, start, pass } = apart();
  const { runs, ...one } = await start();
  await state.dueStore.enqueue([{ kind: 'errand', key: 'a' }]);
  await one.pass(500);
  const answer = one.slow();
  for (let passed_ms = 0; passed_ms < 6_000; passed_ms += 500) {
    pass(500);
    await one.pass(500);
  }
  expect(runs[0]!.work.held()).toBe(false);
  answer();
  await one.pass(0);
  // It came after all, and nobody had taken the row.
  expect(runs[0]!.work.signal.aborted).toBe(true);
  expect(one.losses()).toMatchObject([{ taken: false, renewal_ms: expect.any(Number) }]);
  expect(one.losses()[0]!.renewal_ms).toBeGreaterThan(LEASE_ms);
  expect(runs).toHaveLength(1);
  runs[0]!.end();
  await one.pass(500);
  expect([...state.due.values()]).toMatchObject([{ ended: true }]);
});

test('work that fails for a time that its error names is tried again after that, and its row says why it waits', async () => {
  let now_ms = Date.parse('2026-01-05T17:00:00.000Z');
  const state = makeMemoryProcessState({ now_ms: () => now_ms, notify: () => {}, listen: () => () => {} }, 'progress');
  const timers = manualTimers();
  const pass = async (ms: number): Promise<void> => {
    now_ms += ms;
    await timers.pass(ms);
  };
  const tries: number[] = [];
  const run = async (): Promise<undefined> => {
    tries.push(now_ms);
    if (tries.length === 1) throw Object.assign(new Error('slow down'), { again_in_ms: 40_000 });
  };
  const kinds = [{ kind: 'errand', concurrency: 1, run }];
  const worker = makeDueWorker({ store: state.dueStore, kinds, log: silent, timers, poll_ms: 500 });
  await worker.start();
  await state.dueStore.enqueue([{ kind: 'errand', key: 'a' }]);
  await pass(500);
  expect([...state.due.values()]).toMatchObject([{ ended: false, holder: null, last_error: 'slow down' }]);
  for (let passed_ms = 0; passed_ms < 45_000; passed_ms += 500) await pass(500);
  expect(tries.map((at_ms) => at_ms - tries[0]!)).toEqual([0, expect.closeTo(40_000, -3)]);
  expect([...state.due.values()]).toMatchObject([{ ended: true }]);
});

test('what a claim took whose answer was lost is run once the store answers, and counts neither as a try nor as a death', async () => {
  const { state } = processes();
  await state.dueStore.enqueue([{ kind: 'errand', key: 'claimed' }]);
  const away = (): never => {
    throw Object.assign(new Error('the connection broke'), { code: 'CONNECTION_CLOSED' });
  };
  let claims = 0;
  let releases = 0;
  const store: DueStore = {
    ...state.dueStore,
    claim: async (...asked) => {
      const rows = await state.dueStore.claim(...asked);
      return ++claims === 1 ? away() : rows;
    },
    releaseClaim: async (holder) => (++releases === 1 ? away() : state.dueStore.releaseClaim(holder)),
  };
  const timers = manualTimers();
  const begun: Work[] = [];
  const run = async (work: Work): Promise<Next> => void begun.push(work);
  const kinds = [{ kind: 'errand', concurrency: 4, run }];
  const worker = makeDueWorker({ store, kinds, log: silent, timers, poll_ms: 500 });
  await worker.start();
  for (let passed_ms = 0; passed_ms < 1_500; passed_ms += 100) await timers.pass(100);
  expect(begun).toMatchObject([{ key: 'claimed', attempt: 1, deaths: 0 }]);
  await worker.stop(0);
});

test('what a worker has claimed while it was told to stop is not run, and is free again at once', async () => {
  const { state } = processes();
  await state.dueStore.enqueue([{ kind: 'errand', key: 'late' }]);
  let answer = (): void => {};
  const slow = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const store: DueStore = {
    ...state.dueStore,
    claim: async (...asked) => {
      const rows = await state.dueStore.claim(...asked);
      await slow;
      return rows;
    },
  };
  const begun: string[] = [];
  const run = async ({ key }: Work): Promise<Next> => void begun.push(key);
  const kinds = [{ kind: 'errand', concurrency: 4, run }];
  const worker = makeDueWorker({ store, kinds, log: silent, timers: manualTimers() });
  await worker.start();
  const stopped = worker.stop();
  answer();
  await stopped;
  expect(begun).toEqual([]);
  expect([...state.due.values()]).toMatchObject([{ holder: null, attempts: 0, ended: false }]);
});
