import { beforeAll, describe, expect, test } from 'vitest';
import { StreamNotFound } from '../../src/event-store/errors.ts';
import { newEvents, newStream, type Subject } from '../support/contract-subject.ts';

export const readingStreams = (subject: Subject): void => {
  describe('reading a stream', () => {
    const stream = newStream();
    const ids: string[] = [];
    beforeAll(async () => {
      const events = newEvents(10);
      ids.push(...events.map(({ id }) => id));
      await subject.store.append(stream, events, 'no_stream');
    });
    const read = async (options?: Parameters<typeof subject.store.readStream>[1]): Promise<number[]> => {
      const events = await subject.store.readStream(stream, options);
      for (const event of events) expect(event.id).toBe(ids[Number(event.revision)]);
      return events.map(({ revision }) => Number(revision));
    };

    test('gives its events forwards, all by default', async () => {
      expect(await read()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    });
    test('from a revision on, with that one', async () => {
      expect(await read({ from: 7n })).toEqual([7, 8, 9]);
    });
    test('at most as many as requested', async () => {
      expect(await read({ from: 2n, limit: 3 })).toEqual([2, 3, 4]);
    });
    test('backwards from the last', async () => {
      expect(await read({ direction: 'backwards', limit: 3 })).toEqual([9, 8, 7]);
    });
    test('backwards from a revision on, with that one', async () => {
      expect(await read({ direction: 'backwards', from: 4n })).toEqual([4, 3, 2, 1, 0]);
    });
    test('after its end gives nothing, without an error', async () => {
      expect(await read({ from: 10n })).toEqual([]);
    });
    test('without events is not found, in both directions', async () => {
      const missing = newStream();
      const error = await subject.store.readStream(missing).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(StreamNotFound);
      expect(error).toMatchObject({ stream: missing });
      const backwards = subject.store.readStream(missing, { direction: 'backwards', limit: 1 });
      await expect(backwards).rejects.toBeInstanceOf(StreamNotFound);
      for (const options of [{ from: 3n }, { limit: 500 }, { from: 3n, limit: 500 }])
        await expect(subject.store.readStream(missing, options)).rejects.toBeInstanceOf(StreamNotFound);
    });
    test('of many events gives all of them, in their order', async () => {
      const long = newStream();
      const events = newEvents(1_001);
      const { revision } = await subject.store.append(long, events.slice(0, 1_000), 'no_stream');
      await subject.store.append(long, events.slice(1_000), revision);
      const idsFrom = async (from?: bigint) => (await subject.store.readStream(long, { from })).map(({ id }) => id);
      expect(await idsFrom()).toEqual(events.map(({ id }) => id));
      expect(await idsFrom(1n)).toEqual(events.slice(1).map(({ id }) => id));
      expect(await idsFrom(990n)).toEqual(events.slice(990).map(({ id }) => id));
      // Also in pages that are longer than one answer of a store, or as long.
      for (const [from, limit] of [
        [0, 500],
        [3, 501],
        [1, 1_000],
        [1, 1_001],
        [500, 500],
        [501, 500],
      ] as const)
        expect((await subject.store.readStream(long, { from: BigInt(from), limit })).map(({ id }) => id)).toEqual(
          events.slice(from, from + limit).map(({ id }) => id),
        );
      expect(await subject.store.readStream(long, { from: 1_001n, limit: 500 })).toEqual([]);
      await subject.store.append(long, newEvents(1), revision + 1n);
      expect(await idsFrom(revision + 1n)).toHaveLength(2);
    });
    test('does not give events of a stream whose name begins with the same text', async () => {
      const longer = `${stream}0`;
      await subject.store.append(longer, newEvents(2), 'no_stream');
      expect(await read()).toHaveLength(10);
      expect(await subject.store.readStream(longer)).toHaveLength(2);
    });
    test('by a name that none can have is not found, and whoever reads beside it gets what they asked for', async () => {
      const [before, behind, last] = [newStream(), newStream(), newStream()];
      for (const one of [before, behind, last]) await subject.store.append(one, newEvents(2), 'no_stream');
      const asked = [before, `${stream}\n${stream}`, behind, `${stream}\r`, 'x'.repeat(600), '', last];
      const answers = await Promise.allSettled(asked.map((one) => subject.store.readStream(one)));
      const given = answers.map((answer) =>
        answer.status === 'fulfilled' ? answer.value.map((event) => event.stream) : answer.reason,
      );
      expect([given[0], given[2], given[6]]).toEqual([before, behind, last].map((one) => [one, one]));
      for (const at of [1, 3, 4, 5]) expect(given[at]).toBeInstanceOf(StreamNotFound);
    });
  });
};
