/** Reads and subscriptions on an EventStoreDB that fails, and in one that is full of foreign events. */

import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { status } from '@grpc/grpc-js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LogWentBack, StoreUnavailable, StreamNotFound, UnreadableEvent } from '../../src/event-store/errors.ts';
import { StreamDeleted } from '../../src/event-store/eventstoredb/failures.ts';
import { openEventStoreDbEventStore } from '../../src/event-store/eventstoredb/store.ts';
import type { EventStore, LogBatch, LogEvent, NewEvent, ReadStreamOptions } from '../../src/event-store/port.ts';
import { START } from '../../src/event-store/port.ts';
import { beatsUntil } from '../support/beats.ts';
import { rpcError } from '../support/eventstoredb-stand-in/messages.ts';
import { type StandIn, startStandIn } from '../support/eventstoredb-stand-in/server.ts';
import { until } from '../support/until.ts';

const event = (data: NewEvent['data'] = {}): NewEvent => ({ id: randomUUID(), type: 'Tested', data, metadata: {} });

let server: StandIn;
let store: EventStore;
beforeEach(async () => {
  server = await startStandIn();
  store = openEventStoreDbEventStore({ url: server.url, appendAttempt_ms: 500, appendDeadline_ms: 15_000 });
});
afterEach(async () => {
  server.network.thaw();
  await store.close();
  await server.stop();
});

/** Writes into the server's log as another application would. */
function foreign(stream: string, count: number, data = '{}', metadata = ''): void {
  const events = Array.from({ length: count }, () => ({
    id: randomUUID(),
    type: 'Foreign',
    contentType: 'application/json',
    data: Buffer.from(data),
    metadata: Buffer.from(metadata),
  }));
  server.log.append(stream, 'any', events);
}

const oursInLog = () => server.log.all.filter(({ stream }) => stream.startsWith('payroll_ledger.')).map(({ id }) => id);

async function all(batches: AsyncIterable<LogEvent[]>): Promise<LogEvent[]> {
  const events: LogEvent[] = [];
  for await (const batch of batches) events.push(...batch);
  return events;
}

/** Subscribes from a position and keeps what is handed over. */
function watched(
  after = START,
  onBatch: (batch: LogBatch) => Promise<void> = async () => undefined,
  batchSize?: number,
) {
  const events: LogEvent[] = [];
  const upTo: bigint[] = [];
  const errors: unknown[] = [];
  const subscription = store.subscribeAll({
    after,
    batchSize,
    onBatch: async (batch) => {
      await onBatch(batch);
      events.push(...batch.events);
      upTo.push(batch.upTo);
    },
    onError: (error) => errors.push(error),
  });
  return { events, upTo, errors, subscription, ids: () => events.map(({ id }) => id) };
}

/** Appends `count` events one by one from each of `writers`, each to a stream of its own. */
const writing = (writers: number, count: number, pad = '') =>
  Promise.all(
    Array.from({ length: writers }, async (_, w) => {
      for (let n = 0; n < count; n += 1) {
        await store.append(`w-${w}`, [event({ n, pad })], n === 0 ? 'no_stream' : BigInt(n - 1));
      }
    }),
  );

describe('only our own events', () => {
  test('are read, in a server full of others and of names that look alike', async () => {
    foreign('payroll_ledgerx-1', 1);
    foreign('payroll_ledger-1', 1);
    foreign('xpayroll_ledger.s-1', 1);
    foreign('$payroll_ledger.s-1', 1);
    await store.append('s-1', [event()], 'no_stream');
    foreign('other-1', 5_000);
    const { position } = await store.append('s-2', [event(), event()], 'no_stream');
    foreign('other-2', 5_000);

    expect(await store.head()).toBe(position);
    const events = await all(store.readAll({ after: START, upTo: await store.head() }));
    expect(events.map(({ stream, revision }) => `${stream}@${revision}`)).toEqual(['s-1@0', 's-2@0', 's-2@1']);
    // A position among the foreign events behind ours, which a checkpoint can be, does not make it wait.
    const behind = server.log.all.at(-1)!.position;
    expect(await all(store.readAll({ after: START, upTo: behind }))).toHaveLength(3);
    expect(await all(store.readAll({ after: position, upTo: behind }))).toEqual([]);
  });

  test('a log without any of ours has its head at the start', async () => {
    foreign('other-1', 10);
    expect(await store.head()).toBe(START);
    expect(await all(store.readAll({ after: START, upTo: 10_000n }))).toEqual([]);
  });

  test('foreign events advance a subscriber, and it resumes after them', async () => {
    await store.append('s-1', [event()], 'no_stream');
    const first = watched();
    await until(() => first.events.length === 1);
    for (let i = 0; i < 25; i += 1) foreign(`other-${i}`, 100);
    await until(() => first.upTo.at(-1)! > first.events[0]!.position);
    await first.subscription.stop();
    const { position } = await store.append('s-2', [event()], 'no_stream');
    const second = watched(first.upTo.at(-1));
    await until(() => second.upTo.at(-1) === position);
    expect(second.events.map(({ stream }) => stream)).toEqual(['s-2']);
    await second.subscription.stop();
  });

  test('an event in our streams that cannot be read is handed on, and says so to who looks at it', async () => {
    await store.append('s-1', [event()], 'no_stream');
    foreign('payroll_ledger.s-1', 1, 'no json', '{"occurred_at":"2026-03-01T12:00:00.000000Z"}');
    await store.ping();
    await store.append('s-2', [event()], 'no_stream');
    await expect(store.readStream('s-1')).rejects.toThrow(UnreadableEvent);
    const read = await all(store.readAll({ after: START, upTo: await store.head() }));
    const reader = watched();
    await until(() => reader.events.length === 3);
    for (const events of [read, reader.events]) {
      expect(events.map(({ stream }) => stream)).toEqual(['s-1', 's-1', 's-2']);
      expect(() => events[1]!.data).toThrow('payroll_ledger.s-1 at revision 1 is not JSON');
    }
    expect(reader.errors).toEqual([]);
    await reader.subscription.stop();
  });
});

describe('a subscription misses and repeats nothing', () => {
  test('while its connection breaks again and again and 8 writers append', async () => {
    const reader = watched();
    let done = false;
    const writes = writing(8, 50).then(() => (done = true));
    while (!done) {
      const seen = reader.events.length;
      await until(() => done || reader.events.length > seen + 50);
      server.network.cut();
    }
    await writes;
    await until(() => reader.events.length >= 400 && reader.errors.length > 0);
    expect(reader.ids()).toEqual(oursInLog());
    expect(reader.errors.every((error) => error instanceof StoreUnavailable)).toBe(true);
    await reader.subscription.stop();
  });

  test('when the server ends it with an error of its own', async () => {
    await writing(1, 3);
    const reader = watched();
    await until(() => reader.events.length === 3);
    server.endSubscriptions(rpcError(status.UNKNOWN, 'Exception was thrown by handler.'));
    await store.append('s-1', [event()], 'no_stream');
    await until(() => reader.events.length === 4);
    expect(reader.errors).toHaveLength(1);
    expect(reader.ids()).toEqual(oursInLog());
    await reader.subscription.stop();
  });

  test('when it is dropped for being slow, which is no error', async () => {
    const held = new EventEmitter();
    let batches = 0;
    const takesFirst = async () => {
      batches += 1;
      if (batches === 1) await once(held, 'released');
    };
    const reader = watched(START, takesFirst, 10);
    await store.append('s-1', [event()], 'no_stream');
    await until(() => batches === 1);
    // More than the reader's own buffer, the connection's and the server's hold together.
    await writing(4, 75, 'x'.repeat(10_000));
    await until(() => server.subscriptions() === 0);
    held.emit('released');
    await until(() => reader.events.length >= 301);
    expect(reader.ids()).toEqual(oursInLog());
    expect(reader.errors).toEqual([]);
    expect(server.subscribed()).toBeGreaterThan(1);
    await reader.subscription.stop();
  });

  test('when the server restarts', async () => {
    const reader = watched();
    await writing(2, 10);
    await until(() => reader.events.length === 20);
    await server.network.close();
    await until(() => reader.errors.length > 1);
    await server.network.open();
    await store.append('s-1', [event()], 'no_stream');
    await until(() => reader.events.length === 21);
    expect(reader.ids()).toEqual(oursInLog());
    await reader.subscription.stop();
  });

  test('when its handler throws: the same batch comes again', async () => {
    const tries: string[][] = [];
    const reader = watched(START, async ({ events }) => {
      tries.push(events.map(({ id }) => id));
      if (tries.length < 3) throw new Error('not now');
    });
    await store.append('s-1', [event(), event()], 'no_stream');
    await until(() => reader.events.length >= 2);
    expect(tries.slice(0, 3)).toEqual([tries[0], tries[0], tries[0]]);
    expect(reader.ids()).toEqual(oursInLog());
    expect(reader.errors).toHaveLength(2);
    await reader.subscription.stop();
  });
});

describe('a read', () => {
  test('is made again when the connection breaks', async () => {
    await writing(1, 50);
    const reads = Array.from({ length: 20 }, () => store.readStream('w-0'));
    server.network.cut();
    for (const events of await Promise.all(reads)) expect(events).toHaveLength(50);
  });

  test('of a host that does not receive anything fails within its deadline', async () => {
    const brief = openEventStoreDbEventStore({ url: server.url, readDeadline_ms: 300 });
    await writing(1, 1);
    await brief.ping();
    server.network.freeze();
    const failed = async () => {
      await expect(brief.readStream('w-0')).rejects.toThrow(StoreUnavailable);
      await expect(brief.ping()).rejects.toThrow(StoreUnavailable);
      await expect(brief.head()).rejects.toThrow(StoreUnavailable);
      await expect(all(brief.readAll({ after: START, upTo: 1_000n }))).rejects.toThrow(StoreUnavailable);
    };
    expect(await beatsUntil(failed())).toBeLessThan(8_000);
    server.network.thaw();
    await brief.close();
    expect(await store.readStream('w-0')).toHaveLength(1);
  });

  test('of the log continues where its connection broke', async () => {
    await writing(4, 200, 'x'.repeat(2_000));
    const ids: string[] = [];
    let batches = 0;
    for await (const batch of store.readAll({ after: START, upTo: await store.head(), batchSize: 20 })) {
      ids.push(...batch.map(({ id }) => id));
      batches += 1;
      if (batches % 10 === 0) server.network.cut();
    }
    expect(ids).toEqual(oursInLog());
  });

  test('of the log goes on after the same event when the server is away as it begins', async () => {
    const first = await store.append('w-0', [event()], 'no_stream');
    const last = await store.append('w-0', [event(), event()], 0n);
    const live = watched();
    await until(() => live.events.length === 3);
    await server.network.close();
    const reading = all(store.readAll({ after: first.position, upTo: last.position }));
    const seen = live.errors.length;
    // Both are on one connection, so the read has failed as well.
    await until(() => live.errors.length > seen + 1);
    await server.network.open();
    expect((await reading).map(({ revision }) => revision)).toEqual([1n, 2n]);
    await live.subscription.stop();
  });

  test.each([1, 2, 3])(
    'of the log goes on after the same event when the server has no leader for its first %i reads',
    async (count) => {
      const first = await store.append('w-0', [event()], 'no_stream');
      const last = await store.append('w-0', [event(), event()], 0n);
      // The status is that for a place at which no record starts.
      server.nextReads(count, rpcError(status.UNKNOWN, 'No leader info available in response'));
      const read = await all(store.readAll({ after: first.position, upTo: last.position }));
      expect(read.map(({ revision }) => revision)).toEqual([1n, 2n]);
    },
  );

  test('of the log stops at its signal, with the given reason', async () => {
    await writing(4, 100);
    const stopping = new AbortController();
    const reading = async () => {
      for await (const _ of store.readAll({
        after: START,
        upTo: await store.head(),
        batchSize: 10,
        signal: stopping.signal,
      }))
        stopping.abort(new Error('enough'));
    };
    await expect(reading()).rejects.toThrow('enough');
    await until(() => server.subscriptions() === 0);
  });

  test.each(['softly', 'for_good'] as const)(
    'of a stream that was deleted %s says so: it would be made again',
    async (how) => {
      await writing(2, 3);
      server.log.remove('payroll_ledger.w-0', how);
      const backwards = { direction: 'backwards', limit: 1 } as const;
      for (const options of [{}, { from: 1n, limit: 500 }, backwards])
        await expect(store.readStream('w-0', options)).rejects.toThrow(StreamDeleted);
      expect(await store.readStream('w-1')).toHaveLength(3);
      await expect(store.readStream('w-2')).rejects.toThrow(StreamNotFound);
    },
  );

  test('of the log passes where a stream was deleted for good, and so do subscriptions', async () => {
    const live = watched();
    await writing(2, 1);
    await until(() => live.events.length === 2);
    server.log.remove('payroll_ledger.w-0', 'for_good');
    const { id: last, position } = server.log.all.at(-1)!;
    expect(await store.head()).toBe(position);
    await until(() => live.upTo.at(-1) === position);
    const { position: next } = await store.append('w-2', [event()], 'no_stream');
    await until(() => live.events.length === 3);
    const late = watched();
    await until(() => late.upTo.at(-1) === next);
    const read = await all(store.readAll({ after: START, upTo: position }));
    expect(read.map(({ stream }) => stream).sort()).toEqual(['w-0', 'w-1']);
    expect(late.ids()).toEqual(live.ids());
    expect(live.ids()).not.toContain(last);
    expect([...live.errors, ...late.errors]).toEqual([]);
    await Promise.all([live.subscription.stop(), late.subscription.stop()]);
  });

  test('that is refused is tried again after growing pauses', async () => {
    server.nextReads(1_000, rpcError(status.PERMISSION_DENIED, 'Access Denied'));
    const times_ms: number[] = [];
    const subscription = store.subscribeAll({
      after: START,
      onBatch: async () => {},
      onError: () => times_ms.push(performance.now()),
    });
    await until(() => times_ms.length === 6);
    await subscription.stop();
    // At least half of 50, 100, 200, 400 and 800 ms.
    expect(times_ms[5]! - times_ms[0]!).toBeGreaterThan(700);
  });

  test('of a stream whose beginning was cut off throws: what is left would be taken for the whole', async () => {
    await writing(1, 2);
    server.log.remove('payroll_ledger.w-0', 'softly');
    const left = event();
    await expect(store.append('w-0', [left], 'no_stream')).rejects.toThrow(StreamDeleted);
    await expect(store.readStream('w-0')).rejects.toThrow('begins at revision 2 and not at 0');
    const [last] = await store.readStream('w-0', { direction: 'backwards', limit: 1 });
    expect(last!.id).toBe(left.id);
  });

  test('of a stream of which only some events are kept throws where it comes to what is not, also backwards', async () => {
    await writing(2, 5);
    server.log.keep('payroll_ledger.w-0', 2);
    const backwards = (options: ReadStreamOptions = {}) =>
      store.readStream('w-0', { ...options, direction: 'backwards' });
    expect(await backwards({ limit: 2 })).toHaveLength(2);
    expect(await store.readStream('w-0', { from: 3n })).toHaveLength(2);
    for (const options of [{}, { limit: 3 }])
      await expect(backwards(options)).rejects.toThrow('at revision 3 and not at 0');
    for (const from of [0n, 2n]) await expect(store.readStream('w-0', { from })).rejects.toThrow(UnreadableEvent);
    await expect(backwards({ from: 2n, limit: 1 })).rejects.toThrow('has no events left');
    // All are too old: the server shows an empty stream.
    server.log.keep('payroll_ledger.w-1', 0);
    for (const direction of ['forwards', 'backwards'] as const)
      await expect(store.readStream('w-1', { direction, limit: 1 })).rejects.toThrow('has no events left');
    for (const from of [1n, 5n, 9n])
      await expect(store.readStream('w-1', { from, limit: 500 })).rejects.toThrow('has no events left');
  });
});

test.each([
  { lost: 0, reported: [] },
  { lost: 4, reported: [expect.any(LogWentBack)] },
])(
  'a server that comes back without $lost events of those that were seen is reported: $reported',
  async ({ lost, reported }) => {
    const told: unknown[] = [];
    const process = openEventStoreDbEventStore({ url: server.url, onWentBack: (error) => told.push(error) });
    const errors: unknown[] = [];
    let seen = 0;
    const onBatch = async ({ events }: LogBatch): Promise<void> => {
      seen += events.length;
    };
    process.subscribeAll({ after: START, onBatch, onError: (error) => errors.push(error) });
    await writing(1, 10);
    await until(() => seen === 10);
    await server.network.close();
    await until(() => errors.length > 1);
    server.log.restore(server.log.all.length - lost);
    await server.network.open();
    // What is appended afterwards comes, unless what was there is gone.
    await store.append('s-1', [event()], 'no_stream');
    await until(() => (lost > 0 ? told.length > 0 : seen === 11));
    expect(told).toEqual(reported);
    await process.close();
  },
);

test.each<[string, (store: EventStore) => Promise<unknown>, (store: EventStore) => Promise<unknown>]>([
  ['asks for its end', (process) => process.head(), (process) => process.head()],
  ['has appended', (process) => process.append('s-1', [event()], 'no_stream'), async () => {}],
])('a log that has gone back is noticed by a process that follows nothing of it and %s', async (_, before, after) => {
  const told: unknown[] = [];
  const process = openEventStoreDbEventStore({ url: server.url, onWentBack: (error) => told.push(error) });
  await writing(1, 10);
  await before(process);
  await server.network.close();
  server.log.restore(server.log.all.length - 4);
  await server.network.open();
  await after(process);
  await until(() => told.length > 0);
  expect(told).toEqual([expect.any(LogWentBack)]);
  await process.close();
});

test('close while busy ends subscriptions after the current batch, and reads with an error', async () => {
  await writing(2, 100);
  const head = await store.head();
  let running = 0;
  const reader = watched(START, async () => {
    running += 1;
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
  });
  const reading = (async () => {
    for (;;) await all(store.readAll({ after: START, upTo: head }));
  })();
  const failed = expect(reading).rejects.toThrow(StoreUnavailable);
  await until(() => reader.events.length > 0);
  await store.close();
  expect(running).toBe(0);
  const handed = reader.events.length;
  await failed;
  expect(reader.events).toHaveLength(handed);
  await until(() => server.subscriptions() === 0);
  expect(() => watched()).toThrow(StoreUnavailable);
});
