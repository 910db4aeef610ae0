import { describe, expect, test } from 'vitest';
import type { LogBatch, Position } from '../../src/event-store/port.ts';
import { collect, newEvent, newEvents, newStream, readLog, type Subject } from '../support/contract-subject.ts';

export const following = (subject: Subject): void => {
  describe('a subscription', () => {
    test('gets the events that are appended after it began, in order', async () => {
      const after = await subject.store.head();
      const seen = collect();
      const subscription = subject.store.subscribeAll({ after, onBatch: seen.onBatch });
      const stream = newStream();
      const events = newEvents(5);
      await subject.store.append(stream, events, 'no_stream');
      await seen.until((got) => got.length >= 5);
      await subscription.stop();
      expect(seen.events.map(({ id }) => id)).toEqual(events.map(({ id }) => id));
      expect(seen.events).toEqual(await readLog(subject.store, after));
    });

    test('gets the events that another store appends', async () => {
      const seen = collect();
      const subscription = subject.store.subscribeAll({ after: await subject.store.head(), onBatch: seen.onBatch });
      const event = newEvent();
      await subject.another().append(newStream(), [event], 'no_stream');
      await seen.until((got) => got.length >= 1);
      await subscription.stop();
      expect(seen.events.map(({ id }) => id)).toEqual([event.id]);
    });

    test('that starts in the past and becomes live misses and repeats nothing while 8 writers append', async () => {
      const after = await subject.store.head();
      const other = subject.another();
      const write = async (n: number): Promise<void> => {
        const stream = newStream();
        for (let expected = -1n; expected < 59n; expected++)
          await (n % 2 ? other : subject.store).append(stream, [newEvent()], expected < 0n ? 'no_stream' : expected);
      };
      const early = Array.from({ length: 4 }, (_, n) => write(n));
      await Promise.all(early);
      const seen = collect();
      const late = Array.from({ length: 8 }, (_, n) => write(n));
      const subscription = subject.store.subscribeAll({ after, batchSize: 50, onBatch: seen.onBatch });
      await Promise.all(late);
      await seen.until((got) => got.length >= 12 * 60);
      await subscription.stop();
      expect(seen.events.map(({ id }) => id)).toEqual((await readLog(subject.store, after)).map(({ id }) => id));
    });

    test('reports its position with each batch, which has at most the size asked for; the position grows and can be resumed from', async () => {
      const after = await subject.store.head();
      await subject.store.append(newStream(), newEvents(30), 'no_stream');
      const batches: LogBatch[] = [];
      const first = collect();
      const subscription = subject.store.subscribeAll({
        after,
        batchSize: 10,
        onBatch: async (batch) => {
          batches.push(batch);
          await first.onBatch(batch);
        },
      });
      await first.until((got) => got.length >= 30);
      await subscription.stop();
      let before: Position = after;
      for (const { events, upTo } of batches) {
        expect(events.length).toBeLessThanOrEqual(10);
        expect(upTo >= before).toBe(true);
        if (events.length > 0) expect(upTo >= events.at(-1)!.position).toBe(true);
        before = upTo;
      }
      const half = batches.findIndex(({ events }) => events.length > 0);
      const rest = collect();
      const resumed = subject.store.subscribeAll({ after: batches[half]!.upTo, onBatch: rest.onBatch });
      const handed = batches[half]!.events.length;
      await rest.until((got) => got.length >= 30 - handed);
      await resumed.stop();
      expect([...first.events.slice(0, handed), ...rest.events]).toEqual(first.events);
    });

    test('calls a handler that throws again with the same events, and skips none', async () => {
      const after = await subject.store.head();
      const events = newEvents(3);
      const calls: string[][] = [];
      const errors: unknown[] = [];
      const seen = collect();
      const subscription = subject.store.subscribeAll({
        after,
        batchSize: 100,
        onBatch: async (batch) => {
          if (batch.events.length > 0) calls.push(batch.events.map(({ id }) => id));
          if (batch.events.length > 0 && calls.length <= 2) throw new Error(`no ${calls.length}`);
          await seen.onBatch(batch);
        },
        onError: (error) => errors.push(error),
      });
      await subject.store.append(newStream(), events, 'no_stream');
      await seen.until((got) => got.length >= 3);
      await subscription.stop();
      expect(calls[1]).toEqual(calls[0]);
      expect(calls[2]).toEqual(calls[0]);
      expect(errors.map(String)).toEqual(['Error: no 1', 'Error: no 2']);
      expect(seen.events.map(({ id }) => id)).toEqual(events.map(({ id }) => id));
    });

    test('delivers one batch at a time', async () => {
      const seen = collect();
      let running = 0;
      let most = 0;
      const subscription = subject.store.subscribeAll({
        after: await subject.store.head(),
        batchSize: 5,
        onBatch: async (batch) => {
          running++;
          most = Math.max(most, running);
          await new Promise((resolve) => setImmediate(resolve));
          await seen.onBatch(batch);
          running--;
        },
      });
      await Promise.all(Array.from({ length: 20 }, () => subject.store.append(newStream(), newEvents(2), 'no_stream')));
      await seen.until((got) => got.length >= 40);
      await subscription.stop();
      expect(most).toBe(1);
    });

    test('of a slow handler loses and repeats nothing, and delays no other', async () => {
      const after = await subject.store.head();
      const seen = collect();
      let open = () => {};
      const gate = new Promise<void>((resolve) => {
        open = resolve;
      });
      const slow = subject.store.subscribeAll({
        after,
        batchSize: 20,
        onBatch: async (batch) => {
          await gate;
          await seen.onBatch(batch);
        },
      });
      const quick = collect();
      const beside = subject.store.subscribeAll({ after, onBatch: quick.onBatch });
      const events = Array.from({ length: 300 }, () => newEvent());
      await Promise.all(events.map((event) => subject.store.append(newStream(), [event], 'no_stream')));
      await quick.until((got) => got.length >= 300);
      expect(seen.events).toEqual([]);
      open();
      await seen.until((got) => got.length >= 300);
      await Promise.all([slow.stop(), beside.stop()]);
      expect(seen.events).toEqual(quick.events);
    });

    test('is independent of others: each gets every event', async () => {
      const after = await subject.store.head();
      const other = subject.another();
      const all = [subject.store, subject.store, other].map((store) => {
        const seen = collect();
        return { seen, subscription: store.subscribeAll({ after, onBatch: seen.onBatch }) };
      });
      await Promise.all(Array.from({ length: 30 }, () => subject.store.append(newStream(), [newEvent()], 'no_stream')));
      for (const { seen } of all) await seen.until((got) => got.length >= 30);
      for (const { subscription } of all) await subscription.stop();
      for (const { seen } of all) expect(seen.events).toEqual(all[0]!.seen.events);
    });

    test('stops after the current batch, and its handler is not called again', async () => {
      const seen = collect();
      let finished = false;
      let entered = () => {};
      const inHandler = new Promise<void>((resolve) => {
        entered = resolve;
      });
      let leave = () => {};
      const subscription = subject.store.subscribeAll({
        after: await subject.store.head(),
        batchSize: 1,
        onBatch: async (batch) => {
          if (batch.events.length === 0) return;
          entered();
          await new Promise<void>((resolve) => {
            leave = resolve;
          });
          finished = true;
          await seen.onBatch(batch);
        },
      });
      await subject.store.append(newStream(), newEvents(5), 'no_stream');
      await inHandler;
      const stopped = subscription.stop();
      leave();
      await stopped;
      expect(finished).toBe(true);
      const atStop = seen.events.length;
      expect(atStop).toBe(1);
      await subject.store.append(newStream(), newEvents(3), 'no_stream');
      await subject.store.ping();
      expect(seen.events).toHaveLength(atStop);
    });

    test('stops while its handler keeps throwing', async () => {
      let failed = () => {};
      const once = new Promise<void>((resolve) => {
        failed = resolve;
      });
      const subscription = subject.store.subscribeAll({
        after: await subject.store.head(),
        onBatch: async () => {
          throw new Error('never');
        },
        onError: () => failed(),
      });
      await subject.store.append(newStream(), [newEvent()], 'no_stream');
      await once;
      await subscription.stop();
    });
  });
};
