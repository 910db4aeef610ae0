import { expect, test } from 'vitest';
import { staleness } from '../../../src/payrolls/staleness.ts';

const SINCE_ms = Date.parse('2026-01-05T17:00:00.000Z');
const RECORD = { id: 'payst_1', scope_id: 'cmp_1', created_at: '', updated_at: '', version: '1' };
/** Population is behind for one company, and up to date for all others. */
const behind = (company: string) => ({
  gate: {
    behindSince: (manager: string, tenant?: { company_id?: string }) =>
      manager === 'population' && tenant?.company_id === company ? SINCE_ms : undefined,
  },
});

test('pay stub 10: a draft is stale while changes of its company are not calculated yet, from the time of the first one', () => {
  expect(staleness(true, RECORD, behind('cmp_1'))).toEqual({
    is_stale: true,
    stale_since: '2026-01-05T17:00:00.000000Z',
  });
  expect(staleness(true, RECORD, behind('cmp_2'))).toEqual({ is_stale: false, stale_since: null });
});

test('pay stub 10: a closed stub is never stale', () => {
  expect(staleness(false, RECORD, behind('cmp_1'))).toEqual({ is_stale: false, stale_since: null });
});
