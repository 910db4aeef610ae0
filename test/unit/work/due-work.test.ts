import { expect, test } from 'vitest';
import { makeDueWorker, type Work } from '../../../src/work/due-work.ts';
import { PARKED_AFTER } from '../../../src/work/port.ts';
import { type ManualTimers, manualTimers } from '../../support/manual-timers.ts';
import { makeMemoryProcessState } from '../../support/memory-process-state.ts';
import { silent } from '../../support/read-models.ts';

/** Processes that share due work in memory, on one clock that stands still for those that died. */
const processes = () => {
  let now_ms = Date.parse('2026-01-05T17:00:00.000Z');
  const state = makeMemoryProcessState({ now_ms: () => now_ms, notify: () => {}, listen: () => () => {} }, 'progress');
  const living = new Set<ManualTimers>();
  /** Starts one that dies of what `isDeadly`, and does everything else. */
  const start = async (isDeadly: (work: Work) => boolean, done: string[]): Promise<{ isDead(): boolean }> => {
    const timers = manualTimers();
    living.add(timers);
    const run = (work: Work): Promise<undefined> => {
      if (!isDeadly(work)) {
        done.push(work.key);
        return Promise.resolve(undefined);
      }
      living.delete(timers);
      return new Promise(() => {});
    };
    const kinds = [{ kind: 'errand', concurrency: 4, run }];
    const worker = makeDueWorker({ store: state.dueStore, kinds, log: silent, timers, lease_ms: 2_500, poll_ms: 500 });
    await worker.start();
    return { isDead: () => !living.has(timers) };
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

test('work that every process dies of is tried after growing pauses, told as failed, and keeps nobody else waiting', async () => {
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
  // With a pause of a minute in the end; were it begun again whenever its lease has ended, there would be two hundred.
  expect(deaths).toBeGreaterThan(PARKED_AFTER);
  expect(deaths).toBeLessThan(2 * MINUTES);
  expect(done).toHaveLength(MINUTES * 6);
  const row = [...state.due.values()].find(({ key }) => key === 'deadly')!;
  expect(row.last_error).toBe('the processes that worked on it ended before it was done');
  expect(row.attempts).toBeGreaterThan(PARKED_AFTER);
});

test('work that two processes died of, and a third does, is done at once', async () => {
  const { state, start, pass } = processes();
  const done: string[] = [];
  await state.dueStore.enqueue([{ kind: 'errand', key: 'heavy' }]);
  const isDeadly = ({ attempt }: Work): boolean => attempt < PARKED_AFTER - 1;
  for (let i = 0; i < PARKED_AFTER - 1; i++) await start(isDeadly, done);
  for (let passed_ms = 0; passed_ms < 8_000; passed_ms += STEP_ms) await pass(STEP_ms);
  expect(done).toEqual(['heavy']);
});
