import type { Sql } from '../../database/connect.ts';
import type { JsonObject } from '../../values/json.ts';
import type { LogEvent, Position, Share } from '../port.ts';

// Reading the log in order, fast. What the driver does for each row and column costs more than the events themselves (a
// rebuild reads millions), so the server hands over dozens of events as one text, which one JSON.parse takes apart. The
// strings of its result are their own: taken out of a line by its tabs they would keep the whole line in memory for as
// long as a read model remembers an id from it. COPY would be a little cheaper for the server, but the driver can leave
// a connection dead behind a COPY whose last rows come together with its end.

/** Events asked for at once, at most: few enough that they are gone before the garbage collector moves them. */
const RANGE_EVENTS = 1_000;
/** Texts that a range is handed over in. */
const TEXTS = 20;
/**
 * Text kept of one answer, by all readers of shares together: bounds what they hold, however large the events are. The
 * rest is asked for again.
 */
const RANGE_characters = 8 * 1024 * 1024;

/** An event as the server writes it: position and revision as text, since they may exceed what a JSON number holds. */
type Written = [
  position: string,
  stream: string,
  revision: string,
  id: string,
  type: string,
  data: JsonObject,
  metadata: LogEvent['metadata'],
];

const asEvent = ([position, stream, revision, id, type, data, metadata]: Written): LogEvent => ({
  position: BigInt(position),
  stream,
  revision: BigInt(revision),
  id,
  type,
  data,
  metadata,
});

/** A stretch of the log as the server handed it over: its events are made of it when their turn comes. */
export interface Stretch {
  /** Everything of the share up to here is in it. */
  upTo: Position;
  /**
   * Its events, in order. What was handed over ahead is text until then: thousands of objects would be moved by the
   * garbage collector again and again.
   */
  events(): LogEvent[];
}

export interface LogReader {
  /** How many positions the next answer covers, as far as the last ones tell. */
  fitting(): number;
  /**
   * The events right behind `after`, in order: at most `most` positions, none beyond `upTo`, fewer when they are large;
   * none when there are none. @throws when the log has a gap there.
   */
  next(sql: Sql, after: Position, upTo: Position, most?: number): Promise<Stretch>;
}

// As the statement below writes them; a look at each would cost a rebuild its speed.
const parsed = (text: string): LogEvent[] => (JSON.parse(`[${text}]`) as Written[]).map(asEvent);

/** @param share reads only the streams of one share; default all of them */
export const openLogReader = (share: Share = { index: 0, of: 1 }): LogReader => {
  // As many events as without shares, whatever else is between them.
  const range = RANGE_EVENTS * share.of;
  const range_characters = Math.ceil(RANGE_characters / share.of);
  let fitting = range;

  return {
    fitting: () => fitting,

    next: async (sql, after, upTo, most = range) => {
      const asked = after + BigInt(Math.min(most, fitting));
      const end = asked < upTo ? asked : upTo;
      const step = Math.ceil(fitting / TEXTS);
      const { index, of } = share;
      const mine = of === 1 ? sql`true` : sql`mod(hashtextextended(stream, 0), ${of}) in (${index}, ${index - of})`;
      const parts: (string | LogEvent[])[] = [];
      let characters = 0;
      let covered = after;
      let gap: Position | undefined;
      // `step` positions to a text.
      await sql<{ text: string | null; count: bigint; last: bigint | null }[]>`
        select text, count, last from generate_series(${after}::bigint, ${end - 1n}::bigint, ${step}::bigint) as start
        cross join lateral (
          select string_agg(event, ',') as text, count(*) as count, max(position) as last from (
            select position, case when ${mine} then '["' || position || '",' || to_json(stream) || ',"' || revision
              || '","' || id || '",' || to_json(type) || ',' || data || ',' || metadata || ']' end as event
            from event_log where position > start and position <= least(start + ${step}, ${end}) order by position
          ) as events
        ) as handed_over
        order by start
      `.forEach(({ text, count, last }) => {
        if (last === null || gap !== undefined || characters > range_characters) return;
        if (last - covered !== count) {
          gap = last;
          return;
        }
        if (text === null) {
          covered = last;
          return;
        }
        if (characters + text.length <= range_characters) {
          covered = last;
          characters += text.length;
          parts.push(text);
          return;
        }
        // It holds more than may be kept: the events behind that are asked for again.
        const events = parsed(text);
        const each = text.length / events.length;
        const fits = Math.min(events.length, Math.floor((range_characters - characters) / each) + 1);
        characters += fits * each;
        covered = fits < events.length ? events[fits - 1]!.position : last;
        parts.push(events.slice(0, fits));
      });
      if (gap !== undefined) throw new Error(`the log has a gap between the positions ${covered} and ${gap}`);
      // Where events are large, ask for about as many as fitted, and for more again when they do not fill it.
      fitting = characters > range_characters ? Number(covered - after) : Math.min(fitting * 2, range);
      return { upTo: covered, events: () => parts.flatMap((part) => (typeof part === 'string' ? parsed(part) : part)) };
    },
  };
};
