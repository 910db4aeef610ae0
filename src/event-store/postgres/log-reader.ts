import type { Sql } from '../../database/connect.ts';
import type { LogEvent, Position } from '../port.ts';

// Reading the log in order, fast. A row comes as one line of text, which this process takes apart itself: the driver
// then has one column to look at instead of seven, which halves what a row costs here (a rebuild reads millions). COPY
// would be a little cheaper still, but the driver can leave a connection dead behind a COPY whose last rows come
// together with its end.

/** Events asked for at once, at most: few enough that they are gone before the garbage collector moves them. */
const RANGE_EVENTS = 1_000;
/** Text kept of one answer: bounds what a reader holds, however large the events are. The rest is asked for again. */
const RANGE_characters = 8 * 1024 * 1024;

/** Names hold no control characters (see encode.ts) and JSON text has them escaped: a tab ends a column. */
const asEvent = (line: string): LogEvent => {
  const columns = line.split('\t');
  return {
    position: BigInt(columns[0]!),
    stream: columns[1]!,
    revision: BigInt(columns[2]!),
    id: columns[3]!,
    type: columns[4]!,
    data: JSON.parse(columns[5]!),
    metadata: JSON.parse(columns[6]!),
  };
};

export interface LogReader {
  /** How many events the next answer holds, as far as the last ones tell. */
  fitting(): number;
  /**
   * The events right behind `after`, in order: at most `most` of them, none beyond `upTo`, fewer when they are large;
   * none when there are none. @throws when the log has a gap there.
   */
  next(sql: Sql, after: Position, upTo: Position, most?: number): Promise<LogEvent[]>;
}

export const openLogReader = (): LogReader => {
  let fitting = RANGE_EVENTS;

  return {
    fitting: () => fitting,

    next: async (sql, after, upTo, most = RANGE_EVENTS) => {
      const end = after + BigInt(Math.min(most, fitting));
      const events: LogEvent[] = [];
      let characters = 0;
      await sql<{ line: string }[]>`
        select concat_ws(e'\t', position, stream, revision, id, type, data, metadata) as line from event_log
        where position > ${after} and position <= ${end < upTo ? end : upTo} order by position
      `.forEach(({ line }) => {
        characters += line.length;
        if (characters <= RANGE_characters || events.length === 0) events.push(asEvent(line));
      });
      const last = events.at(-1)?.position ?? after;
      if (last - after !== BigInt(events.length))
        throw new Error(`the log has a gap between the positions ${after} and ${last}`);
      // Where events are large, ask for about as many as fitted, and for more again when they do not fill it.
      fitting = characters > RANGE_characters ? events.length : Math.min(fitting * 2, RANGE_EVENTS);
      return events;
    },
  };
};
