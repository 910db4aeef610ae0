import { expect, test } from 'vitest';
import type { Sql } from '../../../src/database/connect.ts';
import { UnreadableEvent } from '../../../src/event-store/errors.ts';
import { openLogReader } from '../../../src/event-store/postgres/log-reader.ts';

/** What a reader of the log makes of the texts that the database returns, each of so many positions. */

interface Text {
  text: string | null;
  count: bigint;
  last: bigint | null;
}

/** A database that returns these texts, and what it was asked: the first and the last position, and the step. */
const returning = (...texts: Text[]) => {
  const asked: unknown[][] = [];
  const sql = (strings: TemplateStringsArray, ...values: unknown[]) => {
    if (strings[0]!.includes('generate_series')) asked.push(values.slice(0, 3));
    else return Promise.resolve([]);
    return { forEach: async (each: (text: Text) => void) => texts.forEach(each) };
  };
  return { sql: sql as unknown as Sql, asked };
};
/** The text of events at these positions, each of so many characters. */
const written = (positions: number[], characters = 100): string =>
  positions
    .map((position) => {
      const event = (note: string) => JSON.stringify([String(position), 'tree-1', '0', 'id', 'TreeGrew', { note }, {}]);
      return event('x'.repeat(characters - event('').length));
    })
    .join(',');
const all = (positions: number[], characters?: number): Text => ({
  text: written(positions, characters),
  count: BigInt(positions.length),
  last: BigInt(positions.at(-1)!),
});
const told = ({ upTo, events }: Awaited<ReturnType<ReturnType<typeof openLogReader>['next']>>) => [
  Number(upTo),
  events().map(({ position }) => Number(position)),
];
/** One of very many shares, of which little is kept: 8,192 characters. */
const SMALL = { index: 0, of: 1_024 };

test('events come in order, with all that was covered, up to the end of the log', async () => {
  const { sql, asked } = returning(all([6, 7]), all([8]), { text: null, count: 0n, last: null });
  const range = await openLogReader().next(sql, 5n, 500n);
  expect(told(range)).toEqual([8, [6, 7, 8]]);
  expect(range.events()[0]).toEqual({
    ...{ position: 6n, stream: 'tree-1', revision: 0n, id: 'id', type: 'TreeGrew', metadata: {} },
    data: { note: expect.stringMatching(/^x+$/) },
  });
  expect(asked).toEqual([[5n, 499n, 50]]);
  expect(told(await openLogReader().next(returning({ text: null, count: 0n, last: null }).sql, 5n, 500n))).toEqual([
    5,
    [],
  ]);
});

test('no more is asked for than there is, or than is wanted', async () => {
  const { sql, asked } = returning();
  await openLogReader().next(sql, 5n, 10_000n);
  await openLogReader().next(sql, 5n, 10_000n, 3);
  expect(asked).toEqual([
    [5n, 1_004n, 50],
    [5n, 7n, 50],
  ]);
});

test('positions of other shares are covered without events', async () => {
  const others = { text: null, count: 3n, last: 3n };
  const mixed = { text: written([5]), count: 3n, last: 6n };
  expect(told(await openLogReader(SMALL).next(returning(others, mixed).sql, 0n, 9n))).toEqual([6, [5]]);
});

test.each<[string, Text[], string]>([
  ['at the beginning', [{ ...all([2]), count: 1n }], 'between the positions 0 and 2'],
  ['within a text', [all([1]), { text: written([2, 4]), count: 2n, last: 4n }], 'between the positions 1 and 4'],
  ['before others', [{ ...all([3]), count: 2n }, all([4])], 'between the positions 0 and 3'],
  ['in another share', [{ text: null, count: 2n, last: 3n }], 'between the positions 0 and 3'],
])('a gap %s is refused', async (_, texts, says) => {
  const read = openLogReader().next(returning(...texts).sql, 0n, 9n);
  await expect(read).rejects.toThrow(UnreadableEvent);
  await expect(read).rejects.toThrow(says);
});

test('of large events only those that fit are kept, and the next answer asks for about as many', async () => {
  const reader = openLogReader(SMALL);
  expect(reader.fitting()).toBe(1_024_000);
  const exact = all([1, 2], 4_095);
  expect(told(await reader.next(returning(exact).sql, 0n, 9n))).toEqual([2, [1, 2]]);
  expect(reader.fitting()).toBe(1_024_000);
  const large = returning(all([11, 12, 13, 14], 3_000), all([15]));
  expect(told(await reader.next(large.sql, 10n, 19n))).toEqual([13, [11, 12, 13]]);
  expect(reader.fitting()).toBe(3);
  const { sql, asked } = returning(all([14]));
  await reader.next(sql, 13n, 99n);
  expect(asked).toEqual([[13n, 15n, 1]]);
  expect(reader.fitting()).toBe(6);
  const second = returning(all([1], 5_000), all([2, 3, 4], 3_000));
  expect(told(await reader.next(second.sql, 0n, 9n))).toEqual([3, [1, 2, 3]]);
});

test('a text that fits but for its last event is whole, with the positions behind it', async () => {
  const behind = { text: written([1, 2, 3], 3_000), count: 5n, last: 5n };
  expect(told(await openLogReader(SMALL).next(returning(behind).sql, 0n, 9n))).toEqual([5, [1, 2, 3]]);
});
