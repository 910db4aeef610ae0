import { describe, expect, test } from 'vitest';
import { newEvent, newEvents, newStream, readLog, type Subject } from '../support/contract-subject.ts';

export const appending = (subject: Subject): void => {
  describe('appending', () => {
    test('the first event of a stream has revision 0, the next one follows', async () => {
      const stream = newStream();
      expect((await subject.store.append(stream, [newEvent()], 'no_stream')).revision).toBe(0n);
      expect((await subject.store.append(stream, [newEvent()], 0n)).revision).toBe(1n);
    });

    test('the answer is the revision and the position of the last event', async () => {
      const stream = newStream();
      const before = await subject.store.head();
      const result = await subject.store.append(stream, newEvents(3), 'no_stream');
      expect(result.revision).toBe(2n);
      const log = await readLog(subject.store, before);
      expect(log.filter((event) => event.stream === stream).at(-1)?.position).toBe(result.position);
    });

    test('positions are bigint, after START, and grow with each append', async () => {
      const one = await subject.store.append(newStream(), [newEvent()], 'no_stream');
      const two = await subject.store.append(newStream(), [newEvent()], 'no_stream');
      expect(typeof one.position).toBe('bigint');
      expect(one.position > 0n).toBe(true);
      expect(two.position > one.position).toBe(true);
    });

    test('an acknowledged event can be read at once, through another store too', async () => {
      const stream = newStream();
      const other = subject.another();
      for (let expected = -1n; expected < 9n; expected++) {
        await subject.store.append(stream, [newEvent()], expected < 0n ? 'no_stream' : expected);
        expect(await other.readStream(stream)).toHaveLength(Number(expected) + 2);
      }
    });

    test('an append of 500 events is stored completely, in order', async () => {
      const stream = newStream();
      const events = newEvents(500);
      const result = await subject.store.append(stream, events, 'no_stream');
      expect(result.revision).toBe(499n);
      const read = await subject.store.readStream(stream);
      expect(read.map(({ id }) => id)).toEqual(events.map(({ id }) => id));
    });

    test('an append of 500 events at a wrong revision writes none of them', async () => {
      const stream = newStream();
      await subject.store.append(stream, [newEvent()], 'no_stream');
      await expect(subject.store.append(stream, newEvents(500), 'no_stream')).rejects.toThrow();
      await expect(subject.store.append(stream, newEvents(500), 7n)).rejects.toThrow();
      expect(await subject.store.readStream(stream)).toHaveLength(1);
    });

    test('the events of one append are consecutive in the log', async () => {
      const before = await subject.store.head();
      const streams = Array.from({ length: 8 }, () => newStream());
      await Promise.all(streams.map((stream) => subject.store.append(stream, newEvents(20), 'no_stream')));
      const log = await readLog(subject.store, before);
      for (let start = 0; start < log.length; start += 20)
        expect(new Set(log.slice(start, start + 20).map(({ stream }) => stream)).size).toBe(1);
    });

    test('concurrent appends to many streams are all stored', async () => {
      const streams = Array.from({ length: 200 }, () => newStream());
      const results = await Promise.all(
        streams.map((stream) => subject.store.append(stream, [newEvent()], 'no_stream')),
      );
      expect(new Set(results.map(({ position }) => position)).size).toBe(200);
      expect(results.every(({ revision }) => revision === 0n)).toBe(true);
    });

    test('the order of acknowledged appends is the order of the log, within and across streams', async () => {
      const before = await subject.store.head();
      const streams = [newStream(), newStream('payroll'), newStream('company')];
      const sent: string[] = [];
      const revisions = new Map<string, bigint>();
      for (let round = 0; round < 12; round++) {
        const stream = streams[round % 3]!;
        const event = newEvent({ round });
        const { revision } = await subject.store.append(stream, [event], revisions.get(stream) ?? 'no_stream');
        revisions.set(stream, revision);
        sent.push(event.id);
      }
      expect((await readLog(subject.store, before)).map(({ id }) => id)).toEqual(sent);
    });
  });
};
