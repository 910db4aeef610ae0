import { afterEach, expect, test, vi } from 'vitest';
import { makeReader } from '../../projections/read/reader.ts';
import { longestSlice, stillClock } from '../support/slices.ts';

afterEach(() => vi.restoreAllMocks());

/** A connection that notes how many ids it is asked for, and answers when it is told to. */
const connection = () => {
  const asked: number[] = [];
  const waiting: (() => void)[] = [];
  const unsafe = (_: string, [, ids]: [unknown, string | string[]]) => {
    asked.push(typeof ids === 'string' ? 1 : ids.length);
    return new Promise((resolve) => waiting.push(() => resolve([])));
  };
  return { asked, unsafe: unsafe as never, answer: () => waiting.shift()?.() };
};

const ids = (count: number, name = 'a'): string[] => Array.from({ length: count }, (_, i) => `${name}${i}`);
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

const OF_PEOPLE = {
  projections: [
    { name: 'people', tables: [{ name: 'employee', scope: 'company', columns: [], indexes: [] }] },
  ] as never,
  progress: { live: () => ({ schema: 'people_1' }), refresh: async () => {} },
};
const tenant = { partner_id: 'ptn_1', company_id: 'cmp_1' };

test('a few records are looked up over a connection of their own, and never wait for others there', async () => {
  const [sql, few] = [connection(), connection()];
  const reader = makeReader({ sql, few, ...OF_PEOPLE });
  const look = (some: string[]) => reader.getMany('employee', tenant, some);
  const first = look(ids(1));
  await turn();
  const second = look(ids(2, 'b'));
  await turn();
  const many = look(ids(101, 'c'));
  await turn();
  expect([few.asked, sql.asked]).toEqual([[1], [2, 101]]);
  few.answer();
  await first;
  const third = look(ids(100, 'd'));
  await turn();
  expect(few.asked).toEqual([1, 100]);
  for (const one of [few, sql, sql]) one.answer();
  expect((await Promise.all([second, many, third])).map(({ size }) => size)).toEqual([0, 0, 0]);
});

test('what companies or partners ask for at once is looked up for each of them by itself', async () => {
  const asked: string[] = [];
  // A row, or a value, that names whom it was looked up for.
  const unsafe = async (_: string, values: unknown[]) => {
    const whose = values.find((value) => /^(cmp|ptn)_/.test(String(value))) as string;
    asked.push(whose);
    return [{ id: 'a0', state: JSON.stringify({ id: 'a0', whose }), value: whose }];
  };
  const table = (name: string, scope: string) => ({ name, scope, columns: [], indexes: [] });
  const projections = [
    { name: 'people', tables: [table('employee', 'company'), table('company', 'partner')] },
  ] as never;
  const reader = makeReader({ sql: { unsafe: unsafe as never }, ...OF_PEOPLE, projections });
  const all = (partner_id: string) => ({ partner_id, every_company: true }) as const;
  const tenants = [tenant, { ...tenant, company_id: 'cmp_2' }, all('ptn_1'), all('ptn_2')];
  const whose = ['cmp_1', 'cmp_2', 'ptn_1', 'ptn_2'];
  const found = await Promise.all(tenants.map((one) => reader.getMany('employee', one, ['a0'])));
  expect(found.map((rows) => rows.get('a0'))).toEqual(whose.map((of) => ({ id: 'a0', whose: of })));
  const known = await Promise.all(tenants.map((one) => reader.existing('employee', one, 'id', whose)));
  expect(known.map((values) => [...values])).toEqual(whose.map((of) => [of]));
  expect(asked).toEqual([...whose, ...whose]);
});

test('the records of a whole staff are parsed in turns of the event loop', async () => {
  const staff = ids(500);
  const unsafe = async () => staff.map((id) => ({ id, state: JSON.stringify({ id }) }));
  const reader = makeReader({ sql: { unsafe: unsafe as never }, ...OF_PEOPLE });
  const clock = stillClock();
  const { parse } = JSON;
  const longest = await longestSlice(async (piece) => {
    vi.spyOn(JSON, 'parse').mockImplementation((text) => {
      piece();
      clock.pass(1);
      return parse(text);
    });
    expect([...(await reader.getMany('employee', tenant, staff)).keys()]).toEqual(staff);
  });
  // Ten milliseconds, and what is parsed together.
  expect(longest).toBeLessThanOrEqual(30);
});
