import { describe, expect, test } from 'vitest';
import { AppendTooLarge, InvalidEvent } from '../../src/event-store/errors.ts';
import { MAX_APPEND_BYTES, MAX_APPEND_EVENTS, type NewEvent } from '../../src/event-store/port.ts';
import { newEvent, newEvents, newStream, type Subject } from '../support/contract-subject.ts';

/** An event whose type, data and metadata together are this many bytes. */
const eventOf = (bytes: number): NewEvent => {
  const event = newEvent({ text: '' });
  const empty = event.type.length + JSON.stringify(event.data).length + JSON.stringify(event.metadata).length;
  event.data.text = 'x'.repeat(bytes - empty);
  return event;
};

export const limits = (subject: Subject): void => {
  describe('the limits of an append', () => {
    test('events up to the limit are stored and read back', async () => {
      const stream = newStream();
      const event = eventOf(MAX_APPEND_BYTES);
      await subject.store.append(stream, [event], 'no_stream');
      expect((await subject.store.readStream(stream))[0]!.data).toEqual(event.data);
    });

    test('an append of one byte more is refused with the size and the limit, and nothing is written', async () => {
      const stream = newStream();
      const append = subject.store.append(stream, [eventOf(MAX_APPEND_BYTES + 1)], 'no_stream');
      const error = await append.catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(AppendTooLarge);
      expect(error).toMatchObject({ bytes: MAX_APPEND_BYTES + 1, limit: MAX_APPEND_BYTES });
      await expect(subject.store.readStream(stream)).rejects.toThrow();
    });

    test('bytes are counted over all events of the append, and as UTF-8', async () => {
      const halves = [eventOf(MAX_APPEND_BYTES / 2), eventOf(MAX_APPEND_BYTES / 2 + 1)];
      await expect(subject.store.append(newStream(), halves, 'no_stream')).rejects.toBeInstanceOf(AppendTooLarge);
      const wide = newEvent({ text: 'é'.repeat(MAX_APPEND_BYTES / 2) });
      await expect(subject.store.append(newStream(), [wide], 'no_stream')).rejects.toBeInstanceOf(AppendTooLarge);
    });

    test('large appends beside each other do not disturb the small ones', async () => {
      const results = await Promise.all([
        ...Array.from({ length: 12 }, () => subject.store.append(newStream(), [eventOf(300_000)], 'no_stream')),
        ...Array.from({ length: 12 }, () => subject.store.append(newStream(), [newEvent()], 'no_stream')),
      ]);
      expect(new Set(results.map(({ position }) => position)).size).toBe(24);
    });

    test(`${MAX_APPEND_EVENTS} events are accepted, one more is refused`, async () => {
      const stream = newStream();
      const { revision } = await subject.store.append(stream, newEvents(MAX_APPEND_EVENTS), 'no_stream');
      expect(revision).toBe(BigInt(MAX_APPEND_EVENTS - 1));
      const more = newEvents(MAX_APPEND_EVENTS + 1);
      await expect(subject.store.append(newStream(), more, 'no_stream')).rejects.toBeInstanceOf(InvalidEvent);
    });
  });

  describe('an event that cannot be stored is refused before anything is sent:', () => {
    const cyclic: Record<string, unknown> = {};
    cyclic.itself = cyclic;
    const wrong: [string, NewEvent[]][] = [
      ['no events at all', []],
      ['an id that is no UUID', [{ ...newEvent(), id: 'employee_01' }]],
      ['an empty type', [{ ...newEvent(), type: '' }]],
      ['a type with a line end', [{ ...newEvent(), type: 'Employee\nChanged' }]],
      ['the same id twice', [newEvent()].flatMap((event) => [event, event])],
      ['a bigint', [newEvent({ n: 1n as never })]],
      ['NaN', [newEvent({ n: Number.NaN })]],
      ['Infinity', [newEvent({ list: [1, Number.POSITIVE_INFINITY] })]],
      ['undefined in data', [newEvent({ n: undefined as never })]],
      ['a function', [newEvent({ f: (() => 1) as never })]],
      ['a Date', [newEvent({ day: new Date(0) as never })]],
      ['a cycle', [newEvent(cyclic as never)]],
      ['NUL in text', [newEvent({ text: 'a\0b' })]],
      ['half a surrogate pair in text', [newEvent({ text: '\ud83d' })]],
      ['half a surrogate pair in a name', [newEvent({ '\udc00': 1 })]],
      ['NUL in metadata', [{ ...newEvent(), metadata: { actor: '\0' } }]],
      ['data that is no object', [{ ...newEvent(), data: [] as never }]],
    ];
    test.each(wrong)('%s', async (_, events) => {
      const stream = newStream();
      await expect(subject.store.append(stream, events, 'no_stream')).rejects.toBeInstanceOf(InvalidEvent);
      await expect(subject.store.readStream(stream)).rejects.toThrow();
    });

    test.each(['', 'employee\t1', 'x'.repeat(513)])('a stream named %j', async (stream) => {
      await expect(subject.store.append(stream, [newEvent()], 'no_stream')).rejects.toBeInstanceOf(InvalidEvent);
    });

    test('one such event refuses its whole append, and no other append', async () => {
      const stream = newStream();
      const mixed = subject.store.append(stream, [newEvent(), newEvent({ n: Number.NaN })], 'no_stream');
      const beside = subject.store.append(newStream(), [newEvent()], 'no_stream');
      await expect(mixed).rejects.toBeInstanceOf(InvalidEvent);
      await expect(beside).resolves.toMatchObject({ revision: 0n });
      await expect(subject.store.readStream(stream)).rejects.toThrow();
    });

    test('the message names the event and the place', async () => {
      const event = newEvent({ lines: [{ amount: '1' }, { amount: Number.NaN }] }, 'PayStubCalculated');
      await expect(subject.store.append(newStream(), [event], 'no_stream')).rejects.toThrow(
        /PayStubCalculated.*NaN.*lines\[1\]\.amount/,
      );
    });
  });
};
