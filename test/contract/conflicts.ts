import { describe, expect, test } from 'vitest';
import { WrongExpectedRevision } from '../../src/event-store/errors.ts';
import { newEvent, newStream, type Subject } from '../support/contract-subject.ts';

const refusal = async (work: Promise<unknown>): Promise<WrongExpectedRevision> => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(WrongExpectedRevision);
  return error as WrongExpectedRevision;
};

export const conflicts = (subject: Subject): void => {
  describe('an append at the wrong revision', () => {
    test('is refused when the stream exists and none was expected, with its revision', async () => {
      const stream = newStream();
      await subject.store.append(stream, [newEvent(), newEvent()], 'no_stream');
      const error = await refusal(subject.store.append(stream, [newEvent()], 'no_stream'));
      expect(error).toMatchObject({ stream, expected: 'no_stream' });
      expect([1n, undefined]).toContain(error.actual);
    });

    test('is refused when the stream does not exist', async () => {
      const stream = newStream();
      const error = await refusal(subject.store.append(stream, [newEvent()], 0n));
      expect(error).toMatchObject({ stream, expected: 0n });
      expect(['no_stream', undefined]).toContain(error.actual);
    });

    test('is refused when the stream has newer events', async () => {
      const stream = newStream();
      await subject.store.append(stream, [newEvent(), newEvent(), newEvent()], 'no_stream');
      expect(await refusal(subject.store.append(stream, [newEvent()], 1n))).toMatchObject({ expected: 1n });
    });

    test('is refused when the stream has fewer events', async () => {
      const stream = newStream();
      await subject.store.append(stream, [newEvent()], 'no_stream');
      expect(await refusal(subject.store.append(stream, [newEvent()], 5n))).toMatchObject({ expected: 5n });
    });

    test('writes nothing', async () => {
      const stream = newStream();
      const kept = newEvent();
      await subject.store.append(stream, [kept], 'no_stream');
      const before = await subject.store.head();
      await refusal(subject.store.append(stream, [newEvent()], 'no_stream'));
      expect(await subject.store.head()).toBe(before);
      expect((await subject.store.readStream(stream)).map(({ id }) => id)).toEqual([kept.id]);
    });

    test('does not affect other appends', async () => {
      const taken = newStream();
      await subject.store.append(taken, [newEvent()], 'no_stream');
      const results = await Promise.allSettled(
        Array.from({ length: 40 }, (_, n) =>
          subject.store.append(n % 4 === 0 ? taken : newStream(), [newEvent()], 'no_stream'),
        ),
      );
      expect(results.map(({ status }) => status)).toEqual(
        Array.from({ length: 40 }, (_, n) => (n % 4 === 0 ? 'rejected' : 'fulfilled')),
      );
    });

    test('of 32 writers at the same revision one succeeds and 31 get a conflict', async () => {
      const stream = newStream();
      const other = subject.another();
      const results = await Promise.allSettled(
        Array.from({ length: 32 }, (_, n) =>
          (n % 2 ? other : subject.store).append(stream, [newEvent({ n })], 'no_stream'),
        ),
      );
      const won = results.filter(({ status }) => status === 'fulfilled');
      expect(won).toHaveLength(1);
      for (const result of results)
        if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(WrongExpectedRevision);
      expect(await subject.store.readStream(stream)).toHaveLength(1);
    });

    test('32 writers that read and retry on one stream all append their event, with revisions without a gap', async () => {
      const stream = newStream();
      const other = subject.another();
      const write = async (n: number): Promise<void> => {
        const store = n % 2 ? other : subject.store;
        const event = newEvent({ n });
        for (;;) {
          const last = (await store.readStream(stream, { direction: 'backwards', limit: 1 }).catch(() => []))[0];
          try {
            await store.append(stream, [event], last?.revision ?? 'no_stream');
            return;
          } catch (error) {
            if (!(error instanceof WrongExpectedRevision)) throw error;
          }
        }
      };
      await Promise.all(Array.from({ length: 32 }, (_, n) => write(n)));
      const events = await subject.store.readStream(stream);
      expect(events.map(({ revision }) => revision)).toEqual(Array.from({ length: 32 }, (_, n) => BigInt(n)));
      expect(new Set(events.map(({ data }) => data.n)).size).toBe(32);
    });
  });
};
