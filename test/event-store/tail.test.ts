import { expect, test } from 'vitest';
import type { AppendedEvent } from '../../src/event-store/postgres/appender.ts';
import { openTail } from '../../src/event-store/postgres/tail.ts';

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
