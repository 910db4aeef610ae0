import { expect, test } from 'vitest';
import { sharedLookups } from '../../projections/read/shared-lookups.ts';

/** Look-ups that give each id its name, and note what they were asked for. */
const noting = (most = 10) => {
  const asked: (readonly string[])[] = [];
  const shared = sharedLookups<Map<string, string>>(most);
  const look = async (ids: readonly string[]): Promise<Map<string, string>> => {
    asked.push(ids);
    return new Map(ids.map((id) => [id, `name of ${id}`]));
  };
  return { asked, ask: (key: string, ...ids: string[]) => shared(key, ids, look), shared };
};

test('lookups of one kind in one turn of the event loop share a query, and no others do', async () => {
  const { asked, ask } = noting();
  const [one, other, foreign] = await Promise.all([ask('people', 'a', 'b'), ask('people', 'b', 'c'), ask('dogs', 'a')]);
  expect(asked).toEqual([['a', 'b', 'c'], ['a']]);
  expect(one.get('b')).toBe('name of b');
  expect(other).toBe(one);
  expect(foreign).not.toBe(one);
  await ask('people', 'a');
  expect(asked).toHaveLength(3);
});

test('a look-up has at most its limit of ids', async () => {
  const { asked, ask } = noting(3);
  await Promise.all([ask('people', 'a', 'b'), ask('people', 'c', 'd'), ask('people', 'e')]);
  expect(asked).toEqual([
    ['a', 'b'],
    ['c', 'd', 'e'],
  ]);
});

test('a failing look-up fails for all callers that share it, and is not cached', async () => {
  const { ask, shared } = noting();
  const failing = () => shared('people', ['a'], () => Promise.reject(new Error('the database is away')));
  const results = await Promise.allSettled([failing(), ask('people', 'b')]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect((await ask('people', 'b')).get('b')).toBe('name of b');
});
