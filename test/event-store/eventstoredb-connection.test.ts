/** Addresses, TLS, credentials and clusters, as the URL of an EventStoreDB names them. */

import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { StoreUnavailable } from '../../src/event-store/errors.ts';
import { RefusedByServer } from '../../src/event-store/eventstoredb/failures.ts';
import { openReads } from '../../src/event-store/eventstoredb/reads.ts';
import { type EventStoreDbOptions, openEventStoreDbEventStore } from '../../src/event-store/eventstoredb/store.ts';
import { readLastRequest } from '../../src/event-store/eventstoredb/wire.ts';
import type { EventStore, LogEvent } from '../../src/event-store/port.ts';
import { START } from '../../src/event-store/port.ts';
import { type StandIn, type StandInOptions, startStandIn } from '../support/eventstoredb-stand-in/server.ts';
import { until } from '../support/until.ts';

const event = () => ({ id: randomUUID(), type: 'Tested', data: {}, metadata: {} });
const tlsFile = (name: string) =>
  fileURLToPath(new URL(`../support/eventstoredb-stand-in/tls/${name}`, import.meta.url));

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close();
});

async function serve(options?: StandInOptions): Promise<StandIn> {
  const server = await startStandIn(options);
  opened.push({ close: server.stop });
  return server;
}

function open(url: string, options: Partial<EventStoreDbOptions> = {}): EventStore {
  const store = openEventStoreDbEventStore({ url, ...options });
  opened.push(store);
  return store;
}
/** Gives up soon, where giving up is what is looked at. */
const BRIEF = { appendAttempt_ms: 200, appendDeadline_ms: 1_000, readDeadline_ms: 1_000 };

const tls = async () => ({
  key: await readFile(tlsFile('key.pem')),
  certificate: await readFile(tlsFile('certificate.pem')),
});

test('TLS with a certificate authority from a file, and credentials from the address', async () => {
  const server = await serve({ tls: await tls(), credentials: { user: 'admin', password: 'p@ss:word' } });
  const ca = `tlsCAFile=${encodeURIComponent(tlsFile('certificate.pem'))}`;
  const store = open(`esdb://admin:${encodeURIComponent('p@ss:word')}@localhost:${server.port}?${ca}`);
  await expect(store.append('s-1', [event()], 'no_stream')).resolves.toMatchObject({ revision: 0n });
  await expect(store.readStream('s-1')).resolves.toHaveLength(1);

  const stranger = open(`esdb://admin:wrong@localhost:${server.port}?${ca}`);
  await expect(stranger.ping()).rejects.toThrow(RefusedByServer);
  await expect(stranger.append('s-1', [event()], 0n)).rejects.toThrow(RefusedByServer);
  expect(server.appendsSeen()).toBe(1);

  const distrustful = open(`esdb://admin:x@localhost:${server.port}`, BRIEF);
  await expect(distrustful.append('s-1', [event()], 0n)).rejects.toThrow(StoreUnavailable);
});

test('an address that asks for TLS of a server without it is told how to ask for none', async () => {
  const server = await serve();
  const store = open(`esdb://localhost:${server.port}`, { readDeadline_ms: 2_000 });
  await expect(store.ping()).rejects.toThrow('it answers without TLS: write ?tls=false behind the address');
});

test('a server that cannot be reached is told with the reason, and not with a last try that had no time', async () => {
  let tries = 0;
  const away: Parameters<typeof openReads>[0] = {
    read: (_, { onEnd }) => {
      tries += 1;
      if (tries === 1) queueMicrotask(() => onEnd(new Error('connect ECONNREFUSED')));
      return { pause: () => {}, resume: () => {}, cancel: () => {} };
    },
    batchAppend: () => expect.unreachable(),
    renew: () => {},
    close: () => {},
  };
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const read = openReads(away, { prefix: 'payroll_ledger.' }, 600).read(readLastRequest(), 'a ping');
  const told = expect(read).rejects.toThrow('EventStoreDB did not answer a ping: connect ECONNREFUSED');
  await vi.advanceTimersByTimeAsync(1_000);
  await told;
  expect(tries).toBeGreaterThan(1);
});

test('credentials in the address of a server without TLS are accepted', async () => {
  const server = await serve();
  const store = open(server.url.replace('esdb://', 'esdb://admin:changeit@'));
  await expect(store.append('s-1', [event()], 'no_stream')).resolves.toMatchObject({ revision: 0n });
});

test('a node that is not the leader sends everything to the leader, also when that changes', async () => {
  const [first, second] = [await serve(), await serve()];
  const store = open(first.url);
  await store.append('s-1', [event()], 'no_stream');
  const seen: LogEvent[] = [];
  const subscription = store.subscribeAll({ after: START, onBatch: async ({ events }) => void seen.push(...events) });
  await until(() => seen.length === 1);

  // The new leader has the old one's log.
  for (const { stream, ...stored } of first.log.all.slice(1)) second.log.append(stream, 'any', [stored]);
  first.follow({ host: '127.0.0.1', port: second.port });
  await expect(store.append('s-1', [event()], 0n)).resolves.toMatchObject({ revision: 1n });
  expect(second.appendsSeen()).toBe(1);
  await expect(store.readStream('s-1')).resolves.toHaveLength(2);
  expect(await store.head()).toBe(second.log.all.at(-1)?.position);
  first.network.cut();
  await until(() => seen.length === 2);
  await subscription.stop();
});

test('esdb+discover:// asks any node of a cluster for the leader', async () => {
  const [follower, leader] = [await serve(), await serve()];
  follower.follow({ host: '127.0.0.1', port: leader.port });
  const store = open(`esdb+discover://127.0.0.1:${follower.port}?tls=false`);
  await store.append('s-1', [event()], 'no_stream');
  expect(leader.appendsSeen()).toBe(1);
  expect(follower.appendsSeen()).toBe(0);
});

test('a cluster of which no node answers is reported as unavailable, and the append as not written', async () => {
  const server = await serve();
  await server.network.close();
  const address = `esdb+discover://127.0.0.1:${server.port}?tls=false&maxDiscoverAttempts=2&gossipTimeout=1`;
  const store = open(address, BRIEF);
  const append = store.append('s-1', [event()], 'no_stream');
  await expect(append).rejects.toMatchObject({ outcome: 'not_written' });
});

test.each([
  'http://admin:hunter2@localhost:2113',
  'esdb://admin:hunter2@',
  'esdb://admin:hunter2@localhost:port',
  'esdb://admin:hunter2@localhost:2113?tls=perhaps',
  'esdb://admin:hunter2@localhost:2113?tlsCAFile=/does/not/exist',
])('an address that cannot be used is refused without quoting its password: %s', (url) => {
  expect(() => openEventStoreDbEventStore({ url })).toThrow(/cannot be used/);
  expect(() => openEventStoreDbEventStore({ url })).not.toThrow(/hunter2/);
});

test.each(['', 'payroll', 'pay.roll.', 'pay roll.', '$payroll.'])(
  'a prefix must be one word and a dot: %j',
  (prefix) => {
    expect(() => openEventStoreDbEventStore({ url: 'esdb://localhost:1?tls=false', prefix })).toThrow('prefix');
  },
);
