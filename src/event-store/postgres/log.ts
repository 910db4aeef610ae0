import type { Sql } from '../../database/connect.ts';
import type { JsonObject } from '../../values/json.ts';
import type { EncodedEvent } from '../encode.ts';
import { UnreadableEvent } from '../errors.ts';
import type { LogEvent, Position, ReadStreamOptions, StreamEvent } from '../port.ts';

// The statements on the log, and the form of its rows.

/** One append, as an argument of the log's SQL function. `expected` is -1 for a stream without events. */
export interface LogAppend {
  stream: string;
  expected: bigint;
  events: readonly EncodedEvent[];
  /** Holder of the idempotency key or the row of due work that it is appended for. */
  lease?: string | undefined;
}

/** The state of the stream of an append that was not written. */
export interface Explanation {
  /** Revision of the last event, -1 without events. */
  current: bigint;
  /** Ids and positions of the events at the revisions of the append, if there are any. */
  standing: { id: string; position: Position }[];
}

/** Parses a row's JSON. As with `JSON.parse`, a member may be called `__proto__`. */
// It was written as the canonical JSON of an object; checking each event again would slow down readers.
const json = (text: string): JsonObject => JSON.parse(text) as JsonObject;

/**
 * An event of this process as a reader of the log gets it. Its data are parsed at the first access: the dispatchers of
 * process managers skip nearly all events by their types. Each reader gets its own object.
 */
export const asLogEvent = (event: EncodedEvent, stream: string, revision: bigint, position: Position): LogEvent => {
  let data: JsonObject | undefined;
  let metadata: JsonObject | undefined;
  const logEvent: LogEvent = {
    position,
    stream,
    revision,
    id: event.id,
    type: event.type,
    get data() {
      data ??= json(event.data);
      return data;
    },
    get metadata() {
      metadata ??= json(event.metadata);
      return metadata;
    },
  };
  // Not enumerable, so it does not count in comparisons, and the event can be sent to a thread.
  const mayHave = (member: string): boolean => event.data.includes(`"${member}":`);
  return Object.defineProperty(logEvent, 'mayHave', { value: mayHave });
};

/**
 * Appends a group in one statement, and notifies other processes if there are any. Returns which appends were written,
 * which have lost their leases, and the position before the first event.
 */
export const appendGroup = async (
  sql: Sql,
  group: readonly LogAppend[],
  isTold: boolean,
): Promise<{ head: Position; holding: number[]; fenced: number[] }> => {
  const streams: string[] = [];
  const expected: bigint[] = [];
  const leases: string[] = [];
  const appends: number[] = [];
  const revisions: bigint[] = [];
  const ids: string[] = [];
  const types: string[] = [];
  const data: string[] = [];
  const metadata: string[] = [];
  for (const [index, append] of group.entries()) {
    streams.push(append.stream);
    expected.push(append.expected);
    leases.push(append.lease ?? '');
    let revision = append.expected;
    for (const event of append.events) {
      revision++;
      appends.push(index + 1);
      revisions.push(revision);
      ids.push(event.id);
      types.push(event.type);
      data.push(event.data);
      metadata.push(event.metadata);
    }
  }
  const lines = (values: unknown[]): string => values.join('\n');
  const [row] = await sql<{ head: bigint; appended: string | null; fenced: string | null }[]>`
    select head, appended, fenced from event_log_append(
      ${lines(streams)}, ${lines(expected)}, ${lines(leases)}, ${lines(appends)}, ${lines(revisions)},
      ${lines(ids)}, ${lines(types)}, ${lines(data)}, ${lines(metadata)}, ${isTold})`;
  if (!row) throw new Error('the log answered nothing to an append');
  const indexes = (ordinals: string | null): number[] =>
    ordinals ? ordinals.split(',').map((ordinal) => Number(ordinal) - 1) : [];
  return { head: row.head, holding: indexes(row.appended), fenced: indexes(row.fenced) };
};

/** The states of the streams of appends that were not written, in the given order. */
export const explain = async (sql: Sql, appends: readonly LogAppend[]): Promise<Explanation[]> => {
  const lines = (values: unknown[]): string => values.join('\n');
  const rows = await sql<{ current: bigint; ids: string[] | null; positions: bigint[] | null }[]>`
    select
      coalesce(
        (select revision from event_log l where l.stream = given.stream order by revision desc limit 1), -1) as current,
      standing.ids, standing.positions
    from rows from (
        string_to_table(${lines(appends.map(({ stream }) => stream))}, e'\n'),
        string_to_table(${lines(appends.map(({ expected }) => expected))}, e'\n'),
        string_to_table(${lines(appends.map(({ events }) => events.length))}, e'\n')
      ) with ordinality as given (stream, expected, count, ordinal)
    cross join lateral (
      select array_agg(l.id::text order by l.revision) as ids, array_agg(l.position order by l.revision) as positions
      from event_log l
      where l.stream = given.stream and l.revision > given.expected::bigint
        and l.revision <= given.expected::bigint + given.count::bigint
    ) standing
    order by given.ordinal`;
  return rows.map(({ current, ids, positions }) => ({
    current,
    standing: (ids ?? []).map((id, index) => ({ id, position: positions![index]! })),
  }));
};

/** Resolves when the database answers. */
export const ping = async (sql: Sql): Promise<void> => {
  await sql`select 1`;
};

/** Position of the last event, 0 without events. */
export const readHead = async (sql: Sql): Promise<Position> => {
  const [row] = await sql<{ position: bigint }[]>`select position from event_log order by position desc limit 1`;
  return row?.position ?? 0n;
};

/**
 * Refuses what was read of a stream when it does not follow one another, or ends before the stream's first event where
 * it was asked for: a fold of the rest would be wrong, without a word.
 *
 * @throws UnreadableEvent
 */
export const refuseGap = (
  stream: string,
  events: readonly StreamEvent[],
  { from, direction = 'forwards', limit = Number.POSITIVE_INFINITY }: ReadStreamOptions,
): void => {
  const isBackwards = direction === 'backwards';
  // Backwards it may be asked from behind the end.
  let due = isBackwards ? events[0]?.revision : (from ?? 0n);
  for (const { revision } of events) {
    if (revision !== due) throw gap(stream, revision, due);
    due = isBackwards ? revision - 1n : revision + 1n;
  }
  const first = events.at(-1)?.revision;
  if (isBackwards && first !== undefined && first > 0n && events.length < limit) throw gap(stream, first, first - 1n);
};

const gap = (stream: string, revision: bigint, due: bigint | undefined): UnreadableEvent =>
  new UnreadableEvent(
    `the stream ${stream} has revision ${revision} and no revision ${due}: events were removed from it or moved, which nothing may do; restore the event log from a backup`,
  );

/** Events of one stream; empty when it has none in the range. */
export const readStreamRows = async (
  sql: Sql,
  stream: string,
  { from, direction = 'forwards', limit }: ReadStreamOptions,
): Promise<StreamEvent[]> => {
  const most = limit ?? null;
  const rows =
    direction === 'forwards'
      ? await sql<StreamEvent[]>`
          select stream, revision, id, type, data, metadata from event_log
          where stream = ${stream} and revision >= ${from ?? 0n} order by revision limit ${most}`
      : await sql<StreamEvent[]>`
          select stream, revision, id, type, data, metadata from event_log
          where stream = ${stream} and revision <= ${from ?? 9_223_372_036_854_775_807n}
          order by revision desc limit ${most}`;
  return [...rows];
};

/** Which events of a stream. */
export interface StreamPart {
  stream: string;
  from: bigint;
}

/**
 * The first events from a revision on of each of some streams, at most `most` of each, in the order that was asked;
 * empty for a stream without any. Each stream is looked up by the index, whatever the statistics say of the log.
 */
export const readStreamParts = async (
  sql: Sql,
  parts: readonly StreamPart[],
  most: number,
): Promise<StreamEvent[][]> => {
  const lines = (values: readonly unknown[]): string => values.join('\n');
  const rows = await sql<(StreamEvent & { at: bigint })[]>`
    select part.at, l.stream, l.revision, l.id, l.type, l.data, l.metadata
    from rows from (
        string_to_table(${lines(parts.map(({ stream }) => stream))}, e'\n'),
        string_to_table(${lines(parts.map(({ from }) => from))}, e'\n')
      ) with ordinality as part (stream, revision, at)
    cross join lateral (
      select stream, revision, id, type, data, metadata from event_log
      where stream = part.stream and revision >= part.revision::bigint order by revision limit ${most}
    ) l
    order by part.at, l.revision`;
  const found: StreamEvent[][] = parts.map(() => []);
  for (const { at, ...event } of rows) found[Number(at) - 1]!.push(event);
  return found;
};
