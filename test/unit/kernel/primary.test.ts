import { describe, expect, test } from 'vitest';
import { primarySince, sinceOfOthers } from '../../../src/kernel/answers/primary.ts';

const NOW = '2026-01-05T17:00:00.000000Z';
const BEFORE = '2025-06-01T00:00:00.000000Z';

test.each([
  [[], NOW],
  [['2026-01-05T16:59:59.999999Z'], NOW],
  [[NOW], '2026-01-05T17:00:00.000001Z'],
  [['2029-03-01T00:00:00.123999Z', '2027-03-01T00:00:00.000000Z'], '2029-03-01T00:00:00.124000Z'],
  [['2026-12-31T23:59:59.999999Z'], '2027-01-01T00:00:00.000000Z'],
])('what is made primary beside %j comes last', (others, from) => {
  expect(primarySince(true, NOW, others, undefined)).toBe(from);
  // Also where it was made so before one of them, or at the same moment.
  expect(primarySince(true, NOW, [...others, BEFORE], BEFORE)).toBe(from);
});

test('what was made primary last is not made so again', () => {
  expect(primarySince(true, NOW, [], BEFORE)).toBe(BEFORE);
  expect(primarySince(true, NOW, ['2025-05-31T23:59:59.999999Z'], BEFORE)).toBe(BEFORE);
});

describe('whether a record was made primary last is known for certain', () => {
  const own = { id: 'b', since: BEFORE };
  const others = [{ id: 'a', since: '2024-01-01T00:00:00.000000Z' }, own, { id: 'c', since: null }];
  const LATER = { id: 'd', since: '2025-12-24T00:00:00.000000Z' };
  /** Asks while the read models are behind a write that makes another record the primary one. */
  const madeLast = async (record: { id: string; since: string | null }, follows: boolean) => {
    let asked = 0;
    const gate = { readPosition: () => 7n, followed: async (upTo: bigint) => upTo === 8n && follows };
    const siblings = async () => (++asked === 1 ? others : [...others, LATER]);
    const services = { gate, store: { head: async () => 8n } };
    const tenant = { partner_id: 'par_1', company_id: 'com_1' };
    const lookup = { services, tenant } as unknown as Parameters<typeof sinceOfOthers>[3];
    const since = await sinceOfOthers(record, siblings, (one) => one.since, lookup);
    return { since: primarySince(true, NOW, since, record.since), asked };
  };

  test('by a second look, where another one may have been made so in a write that cannot be read yet', async () => {
    expect(await madeLast(own, true)).toEqual({ since: NOW, asked: 2 });
  });

  test('or it is made so again, where that write cannot be read in time', async () => {
    expect(await madeLast(own, false)).toEqual({ since: NOW, asked: 1 });
  });

  test('what is not yet the primary one needs no second look', async () => {
    expect(await madeLast({ id: 'b', since: null }, true)).toEqual({ since: NOW, asked: 1 });
  });
});
