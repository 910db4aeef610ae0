/** Appends to an EventStoreDB that fails: each is answered with yes, no, or "not known", and written at most once. */

import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { encodeAppend } from '../../src/event-store/encode.ts';
import { AppendTooLarge, StoreUnavailable, WrongExpectedRevision } from '../../src/event-store/errors.ts';
import { openAppender } from '../../src/event-store/eventstoredb/appender.ts';
import { connect } from '../../src/event-store/eventstoredb/connection.ts';
import { RefusedByServer, StreamDeleted } from '../../src/event-store/eventstoredb/failures.ts';
import { openEventStoreDbEventStore } from '../../src/event-store/eventstoredb/store.ts';
import type { EventStore, NewEvent } from '../../src/event-store/port.ts';
import { beatsUntil } from '../support/beats.ts';
import { type Mishap, type StandIn, startStandIn } from '../support/eventstoredb-stand-in/server.ts';
import { until } from '../support/until.ts';

/** Sends again soon, and insists for long: this machine may be busy. */
const EAGER = { appendAttempt_ms: 150, appendDeadline_ms: 15_000 };
/** Gives up soon, where giving up is what is looked at. */
const BRIEF = { appendAttempt_ms: 150, appendDeadline_ms: 1_500 };
const event = (data: NewEvent['data'] = {}): NewEvent => ({ id: randomUUID(), type: 'Tested', data, metadata: {} });

let server: StandIn;
let store: EventStore;
beforeEach(async () => {
  server = await startStandIn();
  store = openEventStoreDbEventStore({ url: server.url, ...EAGER });
});
afterEach(async () => {
  await store.close();
  await server.stop();
});

const idsIn = (stream: string): string[] => {
  const events = server.log.read(`payroll_ledger.${stream}`);
  return Array.isArray(events) ? events.map(({ id }) => id) : [];
};

describe('an answer that does not come', () => {
  const mishaps: Mishap[][] = [
    ['cut'],
    ['write_then_cut'],
    ['write_silently'],
    ['swallow'],
    ['write_then_timeout'],
    ['write_without_position'],
    ['timeout'],
    ['unknown'],
    ['not_ready'],
    ['busy'],
    // A repeat that overtakes its original is dropped by the server without a word.
    ['write_then_cut', 'swallow', 'timeout', 'cut'],
  ];
  test.each(mishaps.map((row) => ({ row, name: row.join(', then ') })))(
    '$name: the append succeeds, and the events are there once',
    async ({ row }) => {
      await store.append('s-1', [event()], 'no_stream');
      for (const mishap of row) server.nextAppends(1, mishap);
      const events = [event({ n: 1 }), event({ n: 2 })];
      const result = await store.append('s-1', events, 0n);
      expect(result).toEqual({ revision: 2n, position: server.log.all.at(-1)?.position });
      expect(idsIn('s-1').slice(1)).toEqual(events.map(({ id }) => id));
    },
  );

  test('a conflict found by the repeat is a conflict', async () => {
    server.nextAppends(1, 'cut');
    const mine = store.append('s-1', [event()], 'no_stream');
    server.log.append('payroll_ledger.s-1', 'no_stream', [
      { ...event(), contentType: 'application/json', data: Buffer.from('{}'), metadata: Buffer.from('{}') },
    ]);
    await expect(mine).rejects.toThrow(WrongExpectedRevision);
    await expect(mine).rejects.toMatchObject({ stream: 's-1', expected: 'no_stream', actual: 0n });
  });

  test('a host that freezes and recovers in time only delays the caller', async () => {
    await store.append('s-1', [event()], 'no_stream');
    server.network.freeze();
    const connections = server.network.accepted();
    const late = store.append('s-1', [event()], 0n);
    await until(() => server.network.accepted() > connections);
    server.network.thaw();
    await expect(late).resolves.toMatchObject({ revision: 1n });
    expect(idsIn('s-1')).toHaveLength(2);
  });

  test('a host that stays frozen: not known, within the deadline; and a repeat with the same ids gives the result later', async () => {
    const brief = openEventStoreDbEventStore({ url: server.url, ...BRIEF });
    await store.append('s-1', [event()], 'no_stream');
    await brief.ping();
    server.network.freeze();
    const events = [event()];
    const lost = brief.append('s-1', events, 0n).catch((error: unknown) => error);
    expect(await beatsUntil(lost)).toBeLessThan(BRIEF.appendDeadline_ms + 2_000);
    expect(await lost).toBeInstanceOf(StoreUnavailable);
    expect(await lost).toMatchObject({ outcome: 'unknown' });
    await brief.close();
    server.network.thaw();
    await expect(store.append('s-1', events, 0n)).resolves.toMatchObject({ revision: 1n });
    expect(idsIn('s-1')).toHaveLength(2);
  });

  test('a server that is unavailable: not written; when it is available again the store reconnects by itself', async () => {
    await server.network.close();
    const brief = openEventStoreDbEventStore({ url: server.url, ...BRIEF });
    const events = [event()];
    await expect(brief.append('s-1', events, 'no_stream')).rejects.toMatchObject({ outcome: 'not_written' });
    await brief.close();
    await server.network.open();
    await expect(store.append('s-1', events, 'no_stream')).resolves.toMatchObject({ revision: 0n });
  });

  test('a server that restarts while appends are pending loses none and duplicates none', async () => {
    server.delayAnswers(5);
    // They go on until the last restart is over, however quick they are.
    let isOver = false;
    const appends = Array.from({ length: 64 }, async (_, i) => {
      let n = 0;
      for (; n < 5 || !isOver; n += 1) await store.append(`s-${i}`, [event()], n === 0 ? 'no_stream' : BigInt(n - 1));
      return n;
    });
    for (let round = 0; round < 3; round += 1) {
      const before = server.appendsSeen();
      await until(() => server.appendsSeen() > before + 20);
      await server.network.close();
      await server.network.open();
    }
    isOver = true;
    for (const [i, count] of (await Promise.all(appends)).entries()) {
      const ids = idsIn(`s-${i}`);
      expect([ids.length, new Set(ids).size]).toEqual([count, count]);
    }
  });

  test('a connection that breaks while large appends wait to be sent does not affect others', async () => {
    const pad = 'x'.repeat(200_000);
    const appends = Array.from({ length: 32 }, (_, i) => store.append(`s-${i}`, [event({ pad })], 'no_stream'));
    await until(() => server.appendsSeen() > 3);
    server.network.cut();
    await Promise.all(appends);
    for (let i = 0; i < 32; i += 1) expect(idsIn(`s-${i}`)).toHaveLength(1);
  });
});

describe('a server that refuses', () => {
  test('a refused append is not repeated', async () => {
    const patient = openEventStoreDbEventStore({ url: server.url });
    server.nextAppends(1, 'access_denied');
    await expect(patient.append('s-1', [event()], 'no_stream')).rejects.toThrow(RefusedByServer);
    expect(server.appendsSeen()).toBe(1);
    await patient.close();
  });

  test('a refusal of the repeat leaves the outcome of the first one unknown', async () => {
    server.nextAppends(1, 'write_then_cut');
    server.nextAppends(1, 'access_denied');
    const events = [event()];
    // Sent again for the cut alone: what is sent a third time is not refused.
    const patient = openEventStoreDbEventStore({ url: server.url });
    await expect(patient.append('s-1', events, 'no_stream')).rejects.toMatchObject({ outcome: 'unknown' });
    await patient.close();
    await expect(store.append('s-1', events, 'no_stream')).resolves.toMatchObject({ revision: 0n });
  });

  test.each([
    ['for_good', 0n],
    // The server would begin the stream again.
    ['softly', 'no_stream'],
  ] as const)(
    'an append to a stream that was deleted %s says so, as does what comes after it',
    async (how, expected) => {
      await store.append('s-1', [event(), event()], 'no_stream');
      server.log.remove('payroll_ledger.s-1', how);
      await expect(store.append('s-1', [event(), event()], expected)).rejects.toThrow(StreamDeleted);
      await expect(store.readStream('s-1')).rejects.toThrow('deleted');
    },
  );

  test('an append over the limit is not sent', async () => {
    const large = store.append('s-1', [event({ pad: 'x'.repeat(600_000) })], 'no_stream');
    await expect(large).rejects.toThrow(AppendTooLarge);
    expect(server.appendsSeen()).toBe(0);
  });
});

test('more appends than may be pending are refused at once, and the pending ones are still answered', async () => {
  const connection = connect(server.url);
  const limits = { deadline_ms: 15_000, attempt_ms: 3_000, maxInHand: 3, maxInHand_bytes: 1_000 };
  const appender = openAppender(connection, { prefix: 'payroll_ledger.' }, limits);
  const append = (stream: string, bytes: number) =>
    appender.append(stream, encodeAppend(stream, [event()]).events, bytes, 'no_stream');
  await append('s-0', 10);
  server.network.freeze();
  const waiting = [append('s-1', 10), append('s-2', 800)];
  await expect(append('s-x', 300)).rejects.toMatchObject({ outcome: 'not_written', message: /too many/ });
  waiting.push(append('s-3', 10));
  await expect(append('s-x', 10)).rejects.toMatchObject({ outcome: 'not_written', message: /too many/ });
  server.network.thaw();
  await expect(Promise.all(waiting)).resolves.toHaveLength(3);
  await append('s-4', 900);
  await appender.close();
  connection.close();
});

test('stores in one process do not touch each other when one connection breaks', async () => {
  const other = await startStandIn();
  const neighbour = openEventStoreDbEventStore({ url: other.url, appendAttempt_ms: 15_000, appendDeadline_ms: 15_000 });
  other.delayAnswers(300);
  const slow = neighbour.append('s-1', [event()], 'no_stream');
  await until(() => other.appendsSeen() === 1);
  server.nextAppends(1, 'write_then_cut');
  await store.append('s-1', [event()], 'no_stream');
  await store.close();
  await expect(slow).resolves.toMatchObject({ revision: 0n });
  expect(other.appendsSeen()).toBe(1);
  await neighbour.close();
  await other.stop();
});

test('close waits for the pending appends and refuses further ones', async () => {
  server.delayAnswers(100);
  const appends = Array.from({ length: 10 }, (_, i) => store.append(`s-${i}`, [event()], 'no_stream'));
  const closing = store.close();
  await expect(store.append('s-x', [event()], 'no_stream')).rejects.toMatchObject({ outcome: 'not_written' });
  await closing;
  expect((await Promise.all(appends)).map(({ revision }) => revision)).toEqual(Array(10).fill(0n));
});

test('what is stored is canonical JSON, with the content type of JSON', async () => {
  const data = { '10': 'ten', '9': 'nine', b: [1, { z: null, a: '€\u2028"' }], a: 'é' };
  await store.append('s-1', [{ ...event(data), metadata: { request_id: 'r', actor: 'process:test' } }], 'no_stream');
  const [stored] = server.log.read('payroll_ledger.s-1') as {
    data: Uint8Array;
    metadata: Uint8Array;
    contentType: string;
  }[];
  expect(Buffer.from(stored!.data).toString()).toBe(
    '{"10":"ten","9":"nine","a":"é","b":[1,{"a":"€\u2028\\"","z":null}]}',
  );
  expect(Buffer.from(stored!.metadata).toString()).toBe('{"actor":"process:test","request_id":"r"}');
  expect(stored!.contentType).toBe('application/json');
  const [read] = await store.readStream('s-1');
  expect(read?.data).toEqual(data);
});
