import type { Sql } from '../../database/connect.ts';
import type { JsonObject } from '../../values/json.ts';
import type { EncodedEvent } from '../encode.ts';
import type { LogEvent, Position, ReadStreamOptions, StreamEvent } from '../port.ts';

// The statements on the log, and the shape of its rows.

/** One append as the log's function takes it. `expected` is -1 for a stream without events. */
export interface LogAppend {
  stream: string;
  expected: bigint;
  events: readonly EncodedEvent[];
}

/** What a stream says to an append that did not hold. */
export interface Explanation {
  /** Revision of the last event, -1 without events. */
  current: bigint;
  /** Ids and positions of the events that are where the append wanted to be, as far as there are any. */
  standing: { id: string; position: Position }[];
}

/** Parses a row's JSON; `__proto__` as a member's name is a value like any other, as `JSON.parse` has it. */
// What was written as canonical JSON of an object; looking through each event again would cost readers their speed.
const json = (text: string): JsonObject => JSON.parse(text) as JsonObject;

/**
 * An event of ours as a reader of the log gets it. What it holds is read when it is asked for: the dispatchers of process
 * managers pass over nearly all events by their names. Each reader has its own.
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
  // No part of what the event is: two are equal, and can be sent to a thread, whatever it says of them.
  const mayHave = (member: string): boolean => event.data.includes(`"${member}":`);
  return Object.defineProperty(logEvent, 'mayHave', { value: mayHave });
};

/**
 * Appends a group in one statement, and tells other processes where there are any; which of them hold, and the position
 * before the first of their events.
 */
export const appendGroup = async (
  sql: Sql,
  group: readonly LogAppend[],
  isTold: boolean,
): Promise<{ head: Position; holding: number[] }> => {
  const streams: string[] = [];
  const expected: bigint[] = [];
  const appends: number[] = [];
  const revisions: bigint[] = [];
  const ids: string[] = [];
  const types: string[] = [];
  const data: string[] = [];
  const metadata: string[] = [];
  for (const [index, append] of group.entries()) {
    streams.push(append.stream);
    expected.push(append.expected);
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
  const [row] = await sql<{ head: bigint; appended: string | null }[]>`
    select head, appended from event_log_append(
      ${lines(streams)}, ${lines(expected)}, ${lines(appends)}, ${lines(revisions)},
      ${lines(ids)}, ${lines(types)}, ${lines(data)}, ${lines(metadata)}, ${isTold})`;
  if (!row) throw new Error('the log answered nothing to an append');
  const holding = row.appended ? row.appended.split(',').map((ordinal) => Number(ordinal) - 1) : [];
  return { head: row.head, holding };
};

/** How the streams of appends that did not hold are now, in the order given. */
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

/** Events of one stream as asked; empty when the stream has none, or none there. */
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

/** All events of each of some streams, in the order of the streams; empty for one that has none. */
export const readWholeStreams = async (sql: Sql, streams: readonly string[]): Promise<StreamEvent[][]> => {
  const rows = await sql<StreamEvent[]>`
    select stream, revision, id, type, data, metadata from event_log
    where stream = any (string_to_array(${streams.join('\n')}, e'\n')) order by stream, revision`;
  const byStream = new Map<string, StreamEvent[]>();
  for (const row of rows) {
    const events = byStream.get(row.stream);
    if (events) events.push(row);
    else byStream.set(row.stream, [row]);
  }
  return streams.map((stream) => byStream.get(stream) ?? []);
};
