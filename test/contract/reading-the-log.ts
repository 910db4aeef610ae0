import { describe, expect, test } from 'vitest';
import { type LogEvent, START } from '../../src/event-store/port.ts';
import { newEvent, newEvents, newStream, readLog, type Subject } from '../support/contract-subject.ts';

export const readingTheLog = (subject: Subject): void => {
  describe('reading the log', () => {
    test('gives every event once, in the order of positions, revisions of each stream in order', async () => {
      const before = await subject.store.head();
      const other = subject.another();
      await Promise.all(
        Array.from({ length: 12 }, async (_, n) => {
          const stream = newStream();
          for (let expected = -1n; expected < 9n; expected++)
            await (n % 2 ? other : subject.store).append(stream, [newEvent()], expected < 0n ? 'no_stream' : expected);
        }),
      );
      const log = await readLog(subject.store, before);
      expect(log).toHaveLength(120);
      const revisions = new Map<string, bigint>();
      for (const [index, event] of log.entries()) {
        if (index > 0) expect(event.position > log[index - 1]!.position).toBe(true);
        expect(event.revision).toBe((revisions.get(event.stream) ?? -1n) + 1n);
        revisions.set(event.stream, event.revision);
      }
      expect((await readLog(other, before)).map(({ id }) => id)).toEqual(log.map(({ id }) => id));
    });

    test('starts after a given position and ends with a given one', async () => {
      const results = [];
      for (let n = 0; n < 5; n++) results.push(await subject.store.append(newStream(), [newEvent({ n })], 'no_stream'));
      const events: LogEvent[] = [];
      for await (const batch of subject.store.readAll({ after: results[0]!.position, upTo: results[3]!.position }))
        events.push(...batch);
      expect(events.map(({ data }) => data.n)).toEqual([1, 2, 3]);
    });

    test('gives batches of at most the requested size, none of them empty', async () => {
      const before = await subject.store.head();
      await subject.store.append(newStream(), newEvents(25), 'no_stream');
      const sizes: number[] = [];
      for await (const batch of subject.store.readAll({
        after: before,
        upTo: await subject.store.head(),
        batchSize: 10,
      }))
        sizes.push(batch.length);
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(25);
      expect(sizes.every((size) => size > 0 && size <= 10)).toBe(true);
    });

    test('up to an earlier head does not give events that are appended meanwhile', async () => {
      const before = await subject.store.head();
      await subject.store.append(newStream(), newEvents(30), 'no_stream');
      const upTo = await subject.store.head();
      let count = 0;
      for await (const batch of subject.store.readAll({ after: before, upTo, batchSize: 10 })) {
        count += batch.length;
        await subject.store.append(newStream(), [newEvent()], 'no_stream');
      }
      expect(count).toBe(30);
    });

    test('can be resumed at every position', async () => {
      const before = await subject.store.head();
      await Promise.all(Array.from({ length: 5 }, () => subject.store.append(newStream(), newEvents(2), 'no_stream')));
      const log = await readLog(subject.store, before);
      for (const [index, { position }] of log.entries())
        expect((await readLog(subject.store, position)).map(({ id }) => id)).toEqual(
          log.slice(index + 1).map(({ id }) => id),
        );
    });

    test('begins with an event where it is read from right before that, also with the first one of all', async () => {
      const appended = await subject.store.append(newStream(), newEvents(3), 'no_stream');
      const log = await readLog(subject.store, START);
      for (const from of [log[0]!, ...log.slice(-3)])
        expect((await readLog(subject.store, from.position - 1n))[0]).toEqual(from);
      expect(log.at(-1)!.position).toBe(appended.position);
    });

    test('ends at once when there are no events, also beyond the end', async () => {
      const head = await subject.store.head();
      expect(await readLog(subject.store, head)).toEqual([]);
      const events: LogEvent[] = [];
      for await (const batch of subject.store.readAll({ after: head, upTo: head + 1_000_000n })) events.push(...batch);
      expect(events).toEqual([]);
    });

    test('stops at its signal, and the store keeps working', async () => {
      const before = await subject.store.head();
      await subject.store.append(newStream(), newEvents(50), 'no_stream');
      const stop = new AbortController();
      let count = 0;
      const reading = (async () => {
        const upTo = await subject.store.head();
        for await (const batch of subject.store.readAll({ after: before, upTo, batchSize: 10, signal: stop.signal })) {
          count += batch.length;
          stop.abort();
        }
      })();
      await expect(reading).rejects.toThrow();
      expect(count).toBeLessThan(50);
      await subject.store.ping();
    });

    test('can be ended early', async () => {
      const before = await subject.store.head();
      await subject.store.append(newStream(), newEvents(50), 'no_stream');
      for await (const batch of subject.store.readAll({
        after: before,
        upTo: await subject.store.head(),
        batchSize: 5,
      }))
        if (batch.length > 0) break;
      expect(await readLog(subject.store, before)).toHaveLength(50);
    });

    test('its head is the position of the last append', async () => {
      const { position } = await subject.store.append(newStream(), newEvents(3), 'no_stream');
      expect(await subject.store.head()).toBe(position);
      expect(await subject.another().head()).toBe(position);
    });
  });
};
