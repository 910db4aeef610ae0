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

test('leases that cannot be renewed for the disk tell it without an append, until they are renewed', async () => {
  const refusals = makeRefusals();
  const [ones, others] = [refusals.ofLeases(), refusals.ofLeases()];
  const full = Object.assign(new Error('could not extend file'), { code: '53100' });
  await expect(ones(() => Promise.reject(full))).rejects.toBe(full);
  // Those of another table still find room.
  await others(async () => {});
  expect(refusedWrites(refusals).degraded).toEqual([expect.stringContaining('the disk of the database is full')]);
  expect(refusals.isWritable()).toBe(false);
  await ones(async () => {});
  expect(refusedWrites(refusals).degraded).toEqual([]);
  expect(refusals.isWritable()).toBe(true);
});

test('an EventStoreDB that takes no appends leaves the database writable', () => {
  const refusals = makeRefusals();
  refusals.unanswered(new Error('deadline exceeded'));
  expect(refusals.now()).toBeDefined();
  expect(refusals.isWritable()).toBe(true);
});
