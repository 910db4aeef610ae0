import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PostingSums } from '../../../src/accounting/posting.ts';
import type { Services } from '../../../src/kernel/definition/services.ts';
import { type Posted, postingsByPage } from '../../../src/processes/payroll/journal.ts';
import { longestSlice, stillClock } from '../../support/slices.ts';

/** Given a payroll of many lines, when they are added up, then other work has its turn after a few of them. */

/** Most lines between two turns of the event loop, each of which takes a millisecond. */
const MOST_LINES = 12;

let clock: ReturnType<typeof stillClock>;
beforeEach(() => {
  clock = stillClock();
});
afterEach(() => vi.restoreAllMocks());

const line = { pay_stub_id: 'payst_1', type: 'salary', custom_amount: '1' };
const pages = async function* (object: string) {
  if (object === 'pay_stub') yield [{ id: 'payst_1' }];
  if (object === 'earning_line_item') yield Array.from({ length: 1_000 }, () => line);
};
// What the sums of lines ask of a reader.
const services = { read: { pages }, registry: { get: () => ({}) } } as unknown as Services;
const tenant = { partner_id: 'part_1', company_id: 'cmp_1' };

test('lines are added to an entry a few per turn', async () => {
  let count = 0;
  const most = await longestSlice(async (piece) => {
    const add = () => {
      count++;
      piece();
      clock.pass(1);
    };
    const empty = () => ({ add }) as unknown as PostingSums;
    const posted = { codes: { spreadsWithholdings: false }, empty, upTo: '' } as unknown as Posted;
    for await (const _ of postingsByPage('payrl_1', posted, services, tenant));
  });
  expect(count).toBe(1_000);
  expect(most).toBeLessThanOrEqual(MOST_LINES);
});
