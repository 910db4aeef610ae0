import { expect, test } from 'vitest';
import { packed, piecesOf } from '../../../src/values/group.ts';

test('pieces of a list are all of it in its order, the last one shorter', () => {
  expect([...piecesOf(['a', 'b', 'c', 'd', 'e'], 2)]).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
  expect([...piecesOf(['a', 'b'], 2)]).toEqual([['a', 'b']]);
  expect([...piecesOf([], 2)]).toEqual([]);
});

test('parts of a list are all of it in its order, and none has more items or weighs more than it may', () => {
  const parts = (weights: readonly number[]) => packed(weights, (weight) => weight, 10, 3);
  expect(parts([1, 1, 1, 1])).toEqual([[1, 1, 1], [1]]);
  expect(parts([4, 6, 4, 7, 3])).toEqual([[4, 6], [4], [7, 3]]);
  // What weighs too much alone is a part of its own.
  expect(parts([4, 11, 4])).toEqual([[4], [11], [4]]);
  expect(parts([])).toEqual([]);
});
