import { expect, test } from 'vitest';
import { perTurn } from '../../../src/values/per-turn.ts';

test('what is asked in one turn is one piece of work for each key, and each item has its own result', async () => {
  const work: [string, readonly number[]][] = [];
  const double = perTurn(async (key: string, items: readonly number[]) => {
    work.push([key, [...items]]);
    return items.map((item) => item * 2);
  });
  expect(await Promise.all([double('a', 1), double('b', 2), double('a', 3), double('a', 1)])).toEqual([2, 4, 6, 2]);
  expect(await double('a', 5)).toBe(10);
  expect(work).toEqual([
    ['a', [1, 3, 1]],
    ['b', [2]],
    ['a', [5]],
  ]);
});

test('what fails for one key fails for its items of that turn, and for no others', async () => {
  const ask = perTurn(async (key: string, items: readonly number[]) => {
    if (key === 'bad') throw new Error('no');
    return items;
  });
  const outcomes = await Promise.allSettled([ask('bad', 1), ask('good', 2), ask('bad', 3)]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected']);
  expect(await ask('good', 4)).toBe(4);
});
