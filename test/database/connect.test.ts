import { afterAll, expect, test } from 'vitest';
import { freshDatabase } from '../support/database.ts';

const database = await freshDatabase();
afterAll(() => database.drop());

test('numbers beyond 2^53, decimals, days and instants come back exactly, as bigint and text', async () => {
  const [row] = await database.sql`
    select 9007199254740993::int8 as big, 0.10::numeric as money, '2026-02-28'::date as day,
      '2026-03-01 09:30:00.5-05'::timestamptz as instant, '2026-03-01 09:30'::timestamp as local,
      array[1::int8, 2] as bigs`;
  expect(row).toEqual({
    big: 9007199254740993n,
    money: '0.10',
    day: '2026-02-28',
    instant: '2026-03-01T14:30:00.500000Z',
    local: '2026-03-01T09:30:00.000000',
    bigs: [1n, 2n],
  });
});

test('what was read can be given back as a parameter', async () => {
  const [row] = await database.sql`
    select ${9007199254740993n}::int8 = 9007199254740993 as big, ${'0.10'}::numeric = 0.1 as money,
      ${'2026-02-28'}::date = '2026-02-28' as day,
      ${'2026-03-01T14:30:00.500000Z'}::timestamptz = '2026-03-01 14:30:00.5+00' as instant`;
  expect(row).toEqual({ big: true, money: true, day: true, instant: true });
});
