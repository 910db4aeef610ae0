/**
 * What a client of EventStoreDB sees, told through the official client: from the stand-in, and from a real server
 * where EVENTSTOREDB_URL names one. What is proved with the stand-in is worth as much as these tests say.
 */

import { randomUUID } from 'node:crypto';
import {
  BACKWARDS,
  END,
  EventStoreDBClient,
  jsonEvent,
  NO_STREAM,
  type Position,
  START,
  streamNameFilter,
} from '@eventstore/db-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startStandIn } from '../support/eventstoredb-stand-in/server.ts';
import { until } from '../support/until.ts';

const servers: { name: string; start: () => Promise<{ url: string; stop: () => Promise<void> }> }[] = [
  { name: 'the stand-in', start: () => startStandIn() },
];
const real = process.env.EVENTSTOREDB_URL;
if (real) servers.push({ name: 'a real server', start: async () => ({ url: real, stop: async () => undefined }) });

describe.each(servers)('$name', ({ start }) => {
  let client: EventStoreDBClient;
  let stop: () => Promise<void>;
  const prefix = `standin_${randomUUID().replaceAll('-', '')}.`;
  const event = (n = 0, pad = '') => jsonEvent({ id: randomUUID(), type: 'Counted', data: { n, pad } });
  const events = (count: number) => Array.from({ length: count }, (_, n) => event(n));

  beforeAll(async () => {
    const server = await start();
    stop = server.stop;
    client = EventStoreDBClient.connectionString(server.url);
  });
  afterAll(async () => {
    await client.dispose();
    await stop();
  });

  test('a repeat of the same ids at the same revision has the original outcome, also of a part', async () => {
    const stream = `${prefix}repeat`;
    const three = events(3);
    const first = await client.appendToStream(stream, three, { expectedRevision: NO_STREAM });
    expect(first.nextExpectedRevision).toBe(2n);
    await client.appendToStream(stream, event(), { expectedRevision: 2n });
    const again = await client.appendToStream(stream, three, { expectedRevision: NO_STREAM });
    expect(again).toEqual(first);
    const part = await client.appendToStream(stream, three.slice(0, 2), { expectedRevision: NO_STREAM });
    expect(part.nextExpectedRevision).toBe(1n);
    const mixed = client.appendToStream(stream, [...three.slice(0, 2), event()], { expectedRevision: NO_STREAM });
    await expect(mixed).rejects.toMatchObject({ type: 'wrong-expected-version', actualVersion: 3n });
    // The same id at the next revision is another event.
    const later = await client.appendToStream(stream, three.slice(0, 1), { expectedRevision: 3n });
    expect(later.nextExpectedRevision).toBe(4n);
  });

  test('a wrong revision is answered with the actual one', async () => {
    const stream = `${prefix}wrong`;
    await client.appendToStream(stream, events(2), { expectedRevision: NO_STREAM });
    const behind = client.appendToStream(stream, event(), { expectedRevision: NO_STREAM });
    await expect(behind).rejects.toMatchObject({ type: 'wrong-expected-version', message: '', actualVersion: 1n });
    const ahead = client.appendToStream(stream, event(), { expectedRevision: 7n });
    await expect(ahead).rejects.toMatchObject({ expectedVersion: 7n, actualVersion: 1n });
    const none = client.appendToStream(`${prefix}none`, event(), { expectedRevision: 7n });
    await expect(none).rejects.toMatchObject({ expectedVersion: 7n, actualVersion: 'no_stream' });
  });

  test('the size limit is one for all events of an append', async () => {
    const half = 'x'.repeat(520_000);
    const pair = client.appendToStream(`${prefix}large`, [event(0, half), event(1, half)]);
    await expect(pair).resolves.toMatchObject({ success: true });
    const more = client.appendToStream(`${prefix}large`, [event(0, half), event(1, half), event(2, half)]);
    await expect(more).rejects.toMatchObject({ type: 'maximum-append-size-exceeded', maxAppendSize: 1_048_576 });
  });

  test('positions come from appends and $all; a read of one stream has none', async () => {
    const stream = `${prefix}positions`;
    const { position } = await client.appendToStream(stream, events(2), { expectedRevision: NO_STREAM });
    const [inStream] = await collected(client.readStream(stream, { direction: BACKWARDS, maxCount: 1 }));
    expect(inStream?.event?.position?.commit).toBe(18446744073709551615n);
    const backwards = await collected(client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 2 }));
    expect(backwards.map(({ event }) => event?.revision)).toEqual([1n, 0n]);
    expect(backwards[0]?.event?.position).toEqual(position);
    expect(position?.commit).toBe(position?.prepare);
    // A start is inclusive forwards, exclusive backwards.
    const from = position as Position;
    const [at] = await collected(client.readAll({ fromPosition: from, maxCount: 1 }));
    expect(at?.event?.position).toEqual(from);
    const [before] = await collected(client.readAll({ fromPosition: from, direction: BACKWARDS, maxCount: 1 }));
    expect(before?.event?.position).toEqual(backwards[1]?.event?.position);
  });

  test('missing, softly deleted and tombstoned streams are distinguished', async () => {
    await expect(collected(client.readStream(`${prefix}missing`))).rejects.toMatchObject({ type: 'stream-not-found' });
    const soft = `${prefix}soft`;
    await client.appendToStream(soft, events(2), { expectedRevision: NO_STREAM });
    await client.deleteStream(soft);
    await expect(collected(client.readStream(soft))).rejects.toMatchObject({ type: 'stream-not-found' });
    // That it was deleted stands in its metadata.
    const [metadata] = await collected(client.readStream(`$$${soft}`, { direction: BACKWARDS, maxCount: 1 }));
    expect(metadata?.event).toMatchObject({ type: '$metadata', data: { $tb: Number(2n ** 63n - 1n) } });
    await expect(collected(client.readStream(`$$${prefix}missing`))).rejects.toMatchObject({
      type: 'stream-not-found',
    });
    // Where no stream is expected, it begins again behind the deleted events.
    const again = await client.appendToStream(soft, events(2), { expectedRevision: NO_STREAM });
    expect(again.nextExpectedRevision).toBe(3n);
    const gone = `${prefix}gone`;
    await client.appendToStream(gone, events(2), { expectedRevision: NO_STREAM });
    await client.tombstoneStream(gone);
    await expect(collected(client.readStream(gone))).rejects.toMatchObject({ type: 'stream-deleted' });
    await expect(client.appendToStream(gone, event())).rejects.toMatchObject({ type: 'stream-deleted' });
    // The tombstone is a record of the log.
    const [last] = await collected(client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1 }));
    const { streamId, type, revision, position } = last!.event!;
    expect({ streamId, type, revision }).toEqual({ streamId: gone, type: '$streamDeleted', revision: 2n ** 63n - 1n });
    expect(position?.commit).toBe(position?.prepare);
  });

  test('a stream read starts and ends where asked, also past its end', async () => {
    const stream = `${prefix}reads`;
    await client.appendToStream(stream, events(5), { expectedRevision: NO_STREAM });
    const revisions = async (options: object) =>
      (await collected(client.readStream(stream, options))).map(({ event }) => event?.revision);
    expect(await revisions({ fromRevision: 3n })).toEqual([3n, 4n]);
    expect(await revisions({ fromRevision: 9n })).toEqual([]);
    expect(await revisions({ fromRevision: 3n, direction: BACKWARDS, maxCount: 2 })).toEqual([3n, 2n]);
    expect(await revisions({ fromRevision: 9n, direction: BACKWARDS, maxCount: 2 })).toEqual([4n, 3n]);
  });

  test('a filtered subscription catches up, sends its checkpoints and goes live after its start', async () => {
    const wanted = `${prefix.slice(0, -1)}_wanted.`;
    const first = await client.appendToStream(`${wanted}1`, events(2), { expectedRevision: NO_STREAM });
    for (let i = 0; i < 10; i += 1) await client.appendToStream(`${prefix}foreign-${i}`, events(20));
    await client.appendToStream(`${wanted}2`, events(1), { expectedRevision: NO_STREAM });

    const seen: string[] = [];
    const checkpoints: Position[] = [];
    const filter = streamNameFilter({
      regex: `^${wanted.replace('.', '\\.')}`,
      maxSearchWindow: 20,
      checkpointInterval: 1,
      checkpointReached: (_, position) => void checkpoints.push(position),
    });
    const subscription = client.subscribeToAll({ fromPosition: first.position ?? START, filter });
    subscription.on('data', ({ event }) => seen.push(`${event?.streamId}@${event?.revision}`));
    await until(() => seen.length === 1);
    expect(seen).toEqual([`${wanted}2@0`]);
    expect(checkpoints.length).toBeGreaterThan(5);
    const live = await client.appendToStream(`${wanted}1`, event(), { expectedRevision: 1n });
    await until(() => seen.length === 2);
    expect(seen[1]).toBe(`${wanted}1@2`);

    // Live, too, foreign events move the checkpoint.
    for (let i = 0; i < 3; i += 1) await client.appendToStream(`${prefix}foreign-${i}`, events(20));
    await until(() => (checkpoints.at(-1)?.commit ?? 0n) > (live.position?.commit ?? 0n));
    await subscription.unsubscribe();

    // Every checkpoint is good to resume from, as it is and with its prepare position made equal.
    for (const at of [...checkpoints.slice(0, 3), ...checkpoints.slice(-1)]) {
      for (const fromPosition of [at, { commit: at.commit, prepare: at.commit }]) {
        const resumed = client.subscribeToAll({
          fromPosition,
          filter: streamNameFilter({ regex: filter.regex ?? '' }),
        });
        const next: string[] = [];
        resumed.on('data', ({ event }) => next.push(`${event?.streamId}@${event?.revision}`));
        resumed.on('error', (error) => next.push(error.message));
        const confirmed = new Promise((resolve) => resumed.once('confirmation', resolve));
        await (at.commit < (live.position?.commit ?? 0n) ? until(() => next.length > 0) : confirmed);
        expect(next[0]).toBe(at.commit < (live.position?.commit ?? 0n) ? `${wanted}2@0` : undefined);
        await resumed.unsubscribe();
      }
    }
  });

  test('a position inside a record is refused', async () => {
    const { position } = await client.appendToStream(`${prefix}inside`, events(1), { expectedRevision: NO_STREAM });
    await client.appendToStream(`${prefix}inside`, events(1), { expectedRevision: 0n });
    const commit = (position?.commit ?? 0n) + 1n;
    const read = collected(client.readAll({ fromPosition: { commit, prepare: commit }, maxCount: 1 }));
    await expect(read).rejects.toMatchObject({ code: 2 });
  });

  test('a subscriber who does not take live events is dropped with code 10', async () => {
    const stream = `${prefix}slow`;
    const subscription = client.subscribeToAll({
      fromPosition: END,
      filter: streamNameFilter({ prefixes: [prefix] }),
    });
    const dropped = new Promise<Error>((resolve) => subscription.once('error', resolve));
    await new Promise((resolve) => subscription.once('confirmation', resolve));
    subscription.pause();
    // Enough to fill what the client, the connection and the server hold.
    const pad = 'x'.repeat(40_000);
    for (let i = 0; i < 20; i += 1) {
      await client.appendToStream(
        stream,
        Array.from({ length: 10 }, (_, n) => event(n, pad)),
      );
    }
    subscription.resume();
    expect(await dropped).toMatchObject({ type: 'timeout', code: 10, message: /Consumer too slow/ });
  });
});

async function collected<T>(read: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const one of read) all.push(one);
  return all;
}
