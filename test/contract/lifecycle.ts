import { describe, expect, test } from 'vitest';
import { StoreUnavailable } from '../../src/event-store/errors.ts';
import { collect, newEvent, newStream, type Subject } from '../support/contract-subject.ts';

export const lifecycle = (subject: Subject): void => {
  describe('a store that is closed', () => {
    test('while it is busy waits for the pending appends, which are written', async () => {
      const store = subject.another();
      const streams = Array.from({ length: 60 }, () => newStream());
      const appends = streams.map((stream) => store.append(stream, [newEvent()], 'no_stream'));
      const closed = store.close();
      const results = await Promise.allSettled(appends);
      await closed;
      for (const [index, result] of results.entries()) {
        const read = await subject.store.readStream(streams[index]!).catch(() => []);
        if (result.status === 'fulfilled') expect(read).toHaveLength(1);
        else expect(result.reason).toBeInstanceOf(StoreUnavailable);
      }
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(60);
    });

    test('ends its subscriptions after the current batch', async () => {
      const store = subject.another();
      const seen = collect();
      store.subscribeAll({ after: await store.head(), onBatch: seen.onBatch });
      await store.append(newStream(), [newEvent()], 'no_stream');
      await seen.until((got) => got.length >= 1);
      await store.close();
      await subject.store.append(newStream(), [newEvent()], 'no_stream');
      expect(seen.events).toHaveLength(1);
    });

    test('refuses later calls, as not written', async () => {
      const store = subject.another();
      await store.ping();
      await store.close();
      const error = await store.append(newStream(), [newEvent()], 'no_stream').catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(StoreUnavailable);
      expect(error).toMatchObject({ outcome: 'not_written' });
      await expect(store.ping()).rejects.toBeInstanceOf(StoreUnavailable);
      await expect(store.readStream(newStream())).rejects.toBeInstanceOf(StoreUnavailable);
    });

    test('twice is closed', async () => {
      const store = subject.another();
      await store.ping();
      await store.close();
      await store.close();
    });

    test('leaves the others on the log as they are', async () => {
      const one = subject.another();
      const two = subject.another();
      await Promise.all([one.ping(), two.ping()]);
      const stream = newStream();
      const appends = Array.from({ length: 20 }, () => two.append(newStream(), [newEvent()], 'no_stream'));
      await one.close();
      await Promise.all(appends);
      await expect(two.append(stream, [newEvent()], 'no_stream')).resolves.toMatchObject({ revision: 0n });
    });
  });
};
