import { expect, test } from 'vitest';
import { piecesOf } from '../../../src/values/group.ts';

test('pieces of a list are all of it in its order, the last one shorter', () => {
  expect([...piecesOf(['a', 'b', 'c', 'd', 'e'], 2)]).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
  expect([...piecesOf(['a', 'b'], 2)]).toEqual([['a', 'b']]);
  expect([...piecesOf([], 2)]).toEqual([]);
});
