import { expect, test } from 'vitest';
import { makeQueues } from '../../../src/timing/queues.ts';
import { makeSignal } from '../../../src/timing/signal.ts';
import { manualTimers } from '../../support/manual-timers.ts';

test('who waits in a queue is next in its order, whether the one before succeeds or not, and no more wait than may', async () => {
  const queues = makeQueues(4);
  const done: string[] = [];
  const join = (name: string, fails = false) =>
    queues.join('one', async () => {
      await new Promise((resolve) => setImmediate(resolve));
      done.push(name);
      if (fails) throw new Error(name);
    });
  const [first, ...others] = [join('a', true), join('b'), join('c'), join('d')];
  expect(join('e')).toBeUndefined();
  // The queue of another key is another one.
  await queues.join('other', async () => done.push('other'));
  await expect(first).rejects.toThrow('a');
  await Promise.all(others);
  expect(done).toEqual(['other', 'a', 'b', 'c', 'd']);
  await join('f');
  expect(done.at(-1)).toBe('f');
});

test('a signal that is raised between two waits ends the next one at once, and that one alone', async () => {
  const timers = manualTimers();
  const signal = makeSignal(timers);
  signal.raise();
  await signal.within(1_000);
  let isOver = false;
  const waiting = signal.within(1_000).then(() => {
    isOver = true;
  });
  await timers.pass(999);
  expect(isOver).toBe(false);
  await timers.pass(1);
  await waiting;
});
