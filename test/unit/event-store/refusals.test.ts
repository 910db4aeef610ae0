import { expect, test } from 'vitest';
import { refusedWrites } from '../../../projections/health.ts';
import { makeRefusals } from '../../../src/event-store/refusals.ts';

test('operators are told in the words of the database, and not in those that callers get', () => {
  const refusals = makeRefusals(() => new Date('2026-11-28T07:00:00.000Z'));
  const cause = Object.assign(new Error('cannot execute INSERT in a read-only transaction'), { code: '25006' });
  refusals.note(new Error('The service cannot reach its store at the moment.', { cause }));
  const { degraded, details } = refusedWrites(refusals);
  expect(degraded).toEqual([expect.stringContaining('the database only reads')]);
  expect(details).toEqual([`${degraded[0]} (25006: cannot execute INSERT in a read-only transaction)`]);
});
