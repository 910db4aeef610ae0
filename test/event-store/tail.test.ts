import { describe, expect, test } from 'vitest';
import type { AppendedEvent } from '../../src/event-store/postgres/appender.ts';
import { openTail, type Tail } from '../../src/event-store/postgres/tail.ts';

const events = (count: number): AppendedEvent[] =>
  Array.from({ length: count }, (_, revision) => ({
    stream: 'tree-1',
    revision: BigInt(revision),
    event: { id: '00000000-0000-4000-8000-000000000000', type: 'TreeGrew', data: '{}', metadata: '{}' },
  }));

test("a notification of the process's own group wakes no reader, and the end of the group is the known end of the log", () => {
  const tail = openTail();
  tail.inFlight(true);
  tail.appended(5n, events(3));
  tail.inFlight(false);
  const seen = tail.state();
  tail.grown(4n);
  expect(tail.state()).toBe(seen);
  expect(tail.isEnd(7n)).toBe(true);
  expect(tail.isEnd(6n)).toBe(false);
});

test("after a notification of another process's group the end is not known", () => {
  const tail = openTail();
  tail.appended(5n, events(3));
  const seen = tail.state();
  tail.grown(7n);
  expect(tail.state()).not.toBe(seen);
  expect(tail.isEnd(7n)).toBe(false);
  // One that comes late, of an earlier group, changes nothing about that.
  tail.grown(2n);
  expect(tail.isEnd(7n)).toBe(false);
});

test('a notification during the write of an own group is handled after the write', () => {
  const tail = openTail();
  tail.appended(5n, events(1));
  tail.inFlight(true);
  const seen = tail.state();
  tail.grown(5n);
  expect(tail.state()).toBe(seen);
  // The group did not land there: somebody else's did.
  tail.inFlight(false);
  expect(tail.state()).not.toBe(seen);
  expect(tail.isEnd(5n)).toBe(false);

  tail.inFlight(true);
  tail.grown(6n);
  tail.appended(7n, events(2));
  tail.inFlight(false);
  expect(tail.isEnd(8n)).toBe(true);
});

test('after a lost connection the end of the log is not known', () => {
  const tail = openTail();
  tail.appended(5n, events(1));
  tail.grown();
  expect(tail.isEnd(5n)).toBe(false);
  tail.appended(6n, events(1));
  expect(tail.isEnd(6n)).toBe(true);
});

test('an event can tell without parsing whether it may have a member', () => {
  const tail = openTail();
  const [event] = events(1);
  const holding = { ...event!, event: { ...event!.event, data: '{"personal":{"subject":"s"},"size":1}' } };
  const telling = { ...event!, event: { ...event!.event, data: '{"note":"\\"personal\\":{}","size":1}' } };
  tail.appended(1n, [holding, telling]);
  const [has, has_not] = tail.take(0n, 2)!;
  expect([has!.mayHave!('personal'), has_not!.mayHave!('personal')]).toEqual([true, false]);
});

describe('the memory', () => {
  /** Positions that it gives behind one; undefined where they are not in it. */
  const taken = (tail: Tail, after: bigint, limit = 10_000): number[] | undefined =>
    tail.take(after, limit)?.map(({ position }) => Number(position));
  const large = (mib: number): AppendedEvent => {
    const [event] = events(1);
    return { ...event!, event: { ...event!.event, data: 'x'.repeat(mib * 1024 * 1024 - 2) } };
  };

  test('has what was appended behind one another, each at its position', () => {
    const tail = openTail();
    expect([taken(tail, 0n), tail.isEnd(0n)]).toEqual([undefined, false]);
    tail.appended(5n, events(2));
    tail.appended(7n, events(2));
    expect([4n, 5n, 7n].map((after) => taken(tail, after, 3))).toEqual([[5, 6, 7], [6, 7, 8], [8]]);
    expect([3n, 8n, 9n].map((after) => taken(tail, after))).toEqual([undefined, undefined, undefined]);
    expect(tail.take(6n, 1)![0]).toMatchObject({ stream: 'tree-1', revision: 0n, type: 'TreeGrew' });
  });

  test('begins anew behind a group of another process', () => {
    const tail = openTail();
    tail.appended(5n, events(2));
    tail.appended(9n, events(1));
    expect([4n, 5n, 6n, 7n].map((after) => taken(tail, after))).toEqual(Array(4).fill(undefined));
    expect([taken(tail, 8n), tail.isEnd(9n)]).toEqual([[9], true]);
  });

  test('gives about a mebibyte at once, and at least one event', () => {
    const tail = openTail();
    tail.appended(1n, [large(0.75), large(0.25), large(3), large(0.25), large(0.25)]);
    expect([0n, 1n, 2n, 3n].map((after) => taken(tail, after))).toEqual([[1, 2], [2, 3], [3], [4, 5]]);
  });

  test('drops the older half when it has too many events', () => {
    const tail = openTail();
    tail.appended(1n, events(4_096));
    expect(taken(tail, 0n)).toHaveLength(4_096);
    tail.appended(4_097n, events(1));
    expect(taken(tail, 2_048n)).toBeUndefined();
    expect(taken(tail, 2_049n)).toHaveLength(2_048);
    expect(tail.isEnd(4_097n)).toBe(true);
  });

  test('drops the oldest when they are too large, also the only one', () => {
    const tail = openTail();
    for (const [first, mib] of [
      [1n, 8],
      [2n, 8],
    ] as const)
      tail.appended(first, [large(mib)]);
    expect(taken(tail, 0n)).toEqual([1]);
    tail.appended(3n, [large(1)]);
    expect([0n, 1n, 2n].map((after) => taken(tail, after))).toEqual([undefined, undefined, [3]]);
    tail.appended(4n, [large(15)]);
    expect([2n, 3n].map((after) => taken(tail, after))).toEqual([[3], [4]]);
    tail.appended(5n, [large(17)]);
    expect([2n, 3n, 4n].map((after) => taken(tail, after))).toEqual([undefined, undefined, undefined]);
    tail.appended(6n, events(1));
    expect(taken(tail, 5n)).toEqual([6]);
    // What was before a gap takes no room.
    for (const first of [10n, 20n]) tail.appended(first, [large(10)]);
    expect(taken(tail, 19n)).toEqual([20]);
  });
});

test('who waits is woken by what is appended or notified, and by the signal; who is behind does not wait', async () => {
  const tail = openTail();
  const { signal } = new AbortController();
  const seen = tail.state();
  const woken = [tail.change(seen, 60_000, signal), tail.change(seen, 60_000, signal)];
  tail.appended(1n, events(1));
  expect(await Promise.all(woken)).toEqual([true, true]);
  expect(await tail.change(seen, 60_000, signal)).toBe(true);
  const notified = tail.change(tail.state(), 60_000, signal);
  tail.grown(1n);
  expect(await notified).toBe(true);
  const stop = new AbortController();
  let isOver = false;
  const stopped = tail.change(tail.state(), 60_000, stop.signal).finally(() => {
    isOver = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(isOver).toBe(false);
  stop.abort();
  expect(await stopped).toBe(false);
  expect(await tail.change(tail.state(), 1, signal)).toBe(false);
});
