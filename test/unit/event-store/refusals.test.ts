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

test('what no write has met for ten minutes is not told any more, so that a process without writes does not go on with it', () => {
  let at = Date.parse('2026-11-28T07:00:00.000Z');
  const refusals = makeRefusals(() => new Date(at));
  const told = () => refusedWrites(refusals).degraded.map((sentence) => sentence.slice(0, 50));
  const meet = () => {
    refusals.note(Object.assign(new Error('sorry, too many clients already'), { code: '53300' }));
    refusals.files.note(Object.assign(new Error('no such file'), { code: 'ENOENT' }));
  };
  meet();
  at += 9 * 60_000;
  meet();
  at += 9 * 60_000;
  expect(told()).toEqual([
    'writes are refused since 2026-11-28T07:00:00.000Z:',
    'files cannot be written since 2026-11-28T07:00:00.',
  ]);
  at += 60_000;
  expect(told()).toEqual([]);
  expect(refusals.isWritable()).toBe(true);
  // It is another one then.
  meet();
  expect(refusals.now()?.since).toBe('2026-11-28T07:19:00.000Z');
});

test('an EventStoreDB that takes no appends leaves the database writable', () => {
  const refusals = makeRefusals();
  refusals.unanswered(new Error('deadline exceeded'));
  expect(refusals.now()).toBeDefined();
  expect(refusals.isWritable()).toBe(true);
});
