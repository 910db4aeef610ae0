/**
 * Messages of reads are decoded from their bytes: as the client's generated classes, which encode them here, mean them.
 */

import { randomUUID } from 'node:crypto';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { describe, expect, test } from 'vitest';
import { UnreadableEvent } from '../../src/event-store/errors.ts';
import { asStreamEvent, decode } from '../../src/event-store/eventstoredb/read-messages.ts';
import { isForeign } from '../../src/event-store/foreign.ts';

const { ReadResp } = streams;
const OURS = { prefix: 'payroll_ledger.' };
const id = randomUUID();

interface Sent {
  stream?: string;
  revision?: bigint;
  position?: bigint;
  data?: string;
  metadata?: string;
}

const recorded = ({
  stream = 'payroll_ledger.s-1',
  revision = 0n,
  position = 1n,
  data = '{}',
  metadata = '',
}: Sent) => {
  const event = new ReadResp.ReadEvent.RecordedEvent();
  event.setId(new shared.UUID().setString(id));
  event.setStreamIdentifier(new shared.StreamIdentifier().setStreamName(Buffer.from(stream)));
  event.setStreamRevision(String(revision)).setPreparePosition(String(position)).setCommitPosition(String(position));
  const system = event.getMetadataMap();
  system.set('content-type', 'application/json').set('created', '17000000000000000').set('type', 'Tested');
  return event.setData(Buffer.from(data)).setCustomMetadata(Buffer.from(metadata));
};
const bytesOf = (event: InstanceType<typeof ReadResp.ReadEvent.RecordedEvent>) => {
  const read = new ReadResp.ReadEvent().setEvent(event).setCommitPosition('99');
  return Buffer.from(new ReadResp().setEvent(read).serializeBinary());
};
const sent = (what: Sent): Buffer => bytesOf(recorded(what));

// Where a varint gets another byte, where a number is no longer exact, and the last one.
const NUMBERS = [0n, 127n, 128n, 2n ** 32n, 2n ** 49n - 1n, 2n ** 49n, 2n ** 53n + 1n, 2n ** 63n - 1n, 2n ** 64n - 1n];

test.each(NUMBERS)('an event at %d', (at) => {
  const message = decode(sent({ revision: at, position: at, data: '{"a":"é","b":[1]}', metadata: '{"c":1}' }), OURS);
  const event = { id, type: 'Tested', stream: 's-1', revision: at, position: at, data: { a: 'é', b: [1] } };
  expect(message).toMatchObject({ kind: 'event', event: { ...event, metadata: { c: 1 } } });
});

test.each(NUMBERS)('a checkpoint at %d', (at) => {
  const checkpoint = new ReadResp.Checkpoint().setCommitPosition(String(at)).setPreparePosition('0');
  const bytes = Buffer.from(new ReadResp().setCheckpoint(checkpoint).serializeBinary());
  expect(decode(bytes, OURS)).toEqual({ kind: 'checkpoint', position: at });
});

test('a stream that is not there, and what says nothing of events', () => {
  const missing = new ReadResp.StreamNotFound();
  expect(decode(Buffer.from(new ReadResp().setStreamNotFound(missing).serializeBinary()), OURS).kind).toBe('no_stream');
  const confirmed = new ReadResp.SubscriptionConfirmation().setSubscriptionId(id);
  expect(decode(Buffer.from(new ReadResp().setConfirmation(confirmed).serializeBinary()), OURS).kind).toBe('other');
  expect(decode(Buffer.from(new ReadResp().setLastStreamPosition('7').serializeBinary()), OURS).kind).toBe('other');
  expect(decode(Buffer.alloc(0), OURS).kind).toBe('other');
  expect(decode(sent({ stream: 'foreign-1', data: 'no JSON' }), OURS).kind).toBe('other');
});

const OF_THE_SERVICE = '{"occurred_at":"2026-03-01T12:00:00.000000Z"}';

test.each(['', 'no JSON', '[]'])('what another program appended has no data where they are %j', (data) => {
  const message = decode(sent({ data }), OURS);
  expect(message).toMatchObject({ kind: 'event', event: { stream: 's-1', data: {}, metadata: {} } });
});

describe.each(['data', 'metadata'] as const)('%s of the service that are no JSON object', (what) => {
  test.each(['', 'no JSON', '[]', '"text"', 'null'].slice(what === 'data' ? 0 : 1))('%j', (text) => {
    const message = decode(sent({ data: '{}', metadata: OF_THE_SERVICE, [what]: text }), OURS);
    const event = message.kind === 'event' ? message.event : undefined;
    expect(event!.stream).toBe('s-1');
    expect(isForeign(event!)).toBe(false);
    expect(() => event!.data).toThrow(UnreadableEvent);
    expect(() => asStreamEvent(event!)).toThrow(`the ${what} of the event in `);
  });
});

test('fields that a newer server adds are passed, of each kind', () => {
  const added = Buffer.concat([
    Buffer.from([0xf8, 0x07, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01]), // a varint of 64 bits
    Buffer.from([0xf9, 0x07, 1, 2, 3, 4, 5, 6, 7, 8]),
    Buffer.from([0xfa, 0x07, 2, 1, 2]),
    Buffer.from([0xfd, 0x07, 1, 2, 3, 4]),
  ]);
  const message = decode(Buffer.concat([added, sent({ data: '{"a":1}' })]), OURS);
  expect(message).toMatchObject({ kind: 'event', event: { data: { a: 1 } } });
});

test('bytes that end too early are an error, never a shorter event', () => {
  const whole = sent({ data: '{"a":1}', metadata: '{"b":2}' });
  for (let length = 1; length < whole.length; length += 1) {
    // What ends between two members of the outermost message is whole.
    const cut = whole.subarray(0, length);
    expect(() => decode(cut, OURS)).toThrow(RangeError);
  }
});
