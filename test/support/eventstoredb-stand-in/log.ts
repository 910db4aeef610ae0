/**
 * The log of the stand-in: what EventStoreDB 21.10 decides about an append, and where things stand in its log.
 */

export interface StoredEvent {
  /** Where the record starts in the log: its commit and its prepare position. */
  position: bigint;
  stream: string;
  revision: bigint;
  id: string;
  type: string;
  contentType: string;
  data: Uint8Array;
  metadata: Uint8Array;
  /** Ticks of 100 ns since 1970. */
  created: bigint;
}

export interface ProposedEvent {
  id: string;
  type: string;
  contentType: string;
  data: Uint8Array;
  metadata: Uint8Array;
}

export type Expected = bigint | 'no_stream' | 'any' | 'stream_exists';

export type AppendOutcome =
  | { outcome: 'written' | 'repeated'; revision: bigint; position: bigint }
  | { outcome: 'wrong_revision'; current: bigint | 'no_stream' }
  | { outcome: 'deleted' }
  | { outcome: 'too_large' }
  | { outcome: 'bad_request'; message: string };

/** The limit for one append, all its events together. */
export const MAX_APPEND_BYTES = 1_048_576;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

interface Stream {
  events: StoredEvent[];
  /** Soft deletion hides the events before this revision. */
  firstVisible: bigint;
  /** All its events are too old: it exists, and has none to see. */
  expired: boolean;
  tombstoned: boolean;
}

export interface Log {
  append(stream: string, expected: Expected, events: readonly ProposedEvent[]): AppendOutcome;
  /** Undefined: there is nothing to see (never written, or softly deleted). */
  read(stream: string): StoredEvent[] | 'deleted' | undefined;
  all: readonly StoredEvent[];
  /** Index in `all` of the record at this position, `all.length` for the end of the log, -1 for a place in a record. */
  indexAt(position: bigint): number;
  remove(stream: string, how: 'softly' | 'for_good'): void;
  /** Hides all but the last `count` events of a stream, as `$maxCount` does, and with none as `$maxAge` does. */
  keep(stream: string, count: number): void;
  /** What restoring an older backup does: only the first `count` events are there. Nobody may be connected. */
  restore(count: number): void;
  /** Tells of each event written from now on. Returns how to leave. */
  watch(onEvent: (event: StoredEvent) => void): () => void;
}

export function makeLog(): Log {
  const all: StoredEvent[] = [];
  const streams = new Map<string, Stream>();
  const watchers = new Set<(event: StoredEvent) => void>();
  let end = 0n;

  function write(stream: Stream, name: string, proposed: ProposedEvent): StoredEvent {
    const event: StoredEvent = {
      ...proposed,
      id: proposed.id.toLowerCase(),
      stream: name,
      revision: BigInt(stream.events.length),
      position: end,
      created: BigInt(Date.now()) * 10_000n,
    };
    end += BigInt(120 + name.length + proposed.type.length * 2 + proposed.data.length + proposed.metadata.length);
    stream.events.push(event);
    all.push(event);
    return event;
  }

  function streamOf(name: string): Stream {
    let stream = streams.get(name);
    if (!stream) {
      stream = { events: [], firstVisible: 0n, expired: false, tombstoned: false };
      streams.set(name, stream);
    }
    return stream;
  }

  const own = { id: '00000000-0000-0000-0000-000000000001', type: '$metadata', contentType: 'application/json' };
  const setMetadata = (name: string, json: string): void => {
    const stream = `$$${name}`;
    const event = write(streamOf(stream), stream, { ...own, data: Buffer.from(json), metadata: new Uint8Array() });
    for (const tell of watchers) tell(event);
  };
  // A new node writes a few records of its own, so no event of a user stands at position 0.
  setMetadata('$scavenges', '{}');

  return {
    all,
    append(name, expected, proposed) {
      const stream = streams.get(name) ?? { events: [], firstVisible: 0n, expired: false, tombstoned: false };
      const current = BigInt(stream.events.length) - 1n;
      const wrong: AppendOutcome = { outcome: 'wrong_revision', current: current < 0n ? 'no_stream' : current };
      const bytes = proposed.reduce((sum, e) => sum + e.type.length * 2 + e.data.length + e.metadata.length, 0);
      if (bytes > MAX_APPEND_BYTES) return { outcome: 'too_large' };
      for (const { id, type } of proposed) {
        if (!UUID.test(id)) return { outcome: 'bad_request', message: `Unrecognized Guid format: ${id}` };
        if (type === '') return { outcome: 'bad_request', message: 'Empty event type' };
      }
      if (stream.tombstoned) return { outcome: 'deleted' };

      if (expected === 'stream_exists' && current < 0n) return wrong;
      const at = typeof expected === 'bigint' ? expected : expected === 'no_stream' ? -1n : undefined;
      const first = at === undefined ? stream.events.findIndex(({ id }) => id === proposed[0]?.id) : Number(at + 1n);
      if (at !== undefined && at > current) return wrong;
      if (proposed.length > 0 && (at === undefined ? first >= 0 : at < current)) {
        const known = proposed.every(({ id }, i) => stream.events[first + i]?.id === id.toLowerCase());
        const last = stream.events[first + proposed.length - 1];
        if (known && last) return { outcome: 'repeated', revision: last.revision, position: last.position };
        const hidden = stream.firstVisible > current && !stream.expired;
        if (!(expected === 'no_stream' && hidden)) return wrong;
      } else if (at !== undefined && at < current) return wrong;

      if (proposed.length === 0) return { outcome: 'written', revision: 0n, position: end };
      streams.set(name, stream);
      const written = proposed.map((event) => write(stream, name, event));
      for (const event of written) for (const tell of watchers) tell(event);
      const last = written.at(-1) as StoredEvent;
      return { outcome: 'written', revision: last.revision, position: last.position };
    },
    read(name) {
      const stream = streams.get(name);
      if (stream?.tombstoned) return 'deleted';
      const visible = stream?.events.slice(Number(stream.firstVisible));
      return visible && (visible.length > 0 || stream?.expired) ? visible : undefined;
    },
    indexAt(position) {
      if (position >= end) return all.length;
      let low = 0;
      let high = all.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((all[middle] as StoredEvent).position < position) low = middle + 1;
        else high = middle;
      }
      return all[low]?.position === position ? low : -1;
    },
    remove(name, how) {
      const stream = streamOf(name);
      if (how === 'softly') {
        stream.firstVisible = BigInt(stream.events.length);
        setMetadata(name, '{"$tb":9223372036854775807}');
        return;
      }
      stream.tombstoned = true;
      // A record of the log like others, without data, at the last revision that there can be.
      const none = new Uint8Array();
      const id = '00000000-0000-0000-0000-000000000002';
      const gone = { id, type: '$streamDeleted', contentType: 'application/octet-stream', data: none, metadata: none };
      const record = { ...write({ ...stream, events: [] }, name, gone), revision: 2n ** 63n - 1n };
      all[all.length - 1] = record;
      for (const tell of watchers) tell(record);
    },
    keep(name, count) {
      const stream = streamOf(name);
      stream.firstVisible = BigInt(stream.events.length - count);
      stream.expired = count === 0;
      setMetadata(name, count > 0 ? `{"$maxCount":${count}}` : '{"$maxAge":1}');
    },
    restore(count) {
      for (const lost of all.splice(count).reverse()) {
        end = lost.position;
        const { events } = streamOf(lost.stream);
        events.pop();
        if (events.length === 0) streams.delete(lost.stream);
      }
    },
    watch(onEvent) {
      watchers.add(onEvent);
      return () => watchers.delete(onEvent);
    },
  };
}
