import type { Sql } from '../../database/connect.ts';
import type { JsonObject } from '../../values/json.ts';
import { UnreadableEvent } from '../errors.ts';
import type { LogEvent, Position, Share } from '../port.ts';

// Reads the log in order, fast. The driver's work for each row and column costs more than the events themselves (a
// rebuild reads millions), so the server returns dozens of events as one text, which one JSON.parse parses. The strings
// of its result are separate: substrings of a line would keep the whole line in memory as long as a read model has an
// id of it. COPY would be a little cheaper for the server, but the driver can leave a dead connection after a COPY
// whose last rows come together with its end.

/** Events of one query, at most: few enough to be garbage before the collector would move them. */
const RANGE_EVENTS = 1_000;
/** Texts in which a range is returned. */
const TEXTS = 20;
/**
 * Characters of one answer that are kept, for all readers of shares together: it bounds their memory, however large the
 * events are. The rest is read again.
 */
const RANGE_characters = 8 * 1024 * 1024;

/** An event as the server returns it: position and revision as text, since they may exceed a JSON number. */
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

/** A range of the log as the server returned it; it is parsed when it is used. */
export interface LogRange {
  /** It has all events of the share up to here. */
  upTo: Position;
  /**
   * Its events, in order. Ranges that were read ahead stay text until then: the garbage collector would move thousands
   * of objects again and again.
   */
  events(): LogEvent[];
}

export interface LogReader {
  /** How many positions the next answer will cover, estimated from the last ones. */
  fitting(): number;
  /**
   * The events after `after`, in order: at most `most` positions, none beyond `upTo`, fewer when they are large, none
   * at the end of the log. @throws UnreadableEvent when the log has a gap there.
   */
  next(sql: Sql, after: Position, upTo: Position, most?: number): Promise<LogRange>;
}

// The statement below writes them in this form; checking each event would slow down rebuilds.
const parsed = (text: string): LogEvent[] => (JSON.parse(`[${text}]`) as Written[]).map(asEvent);

/** @throws UnreadableEvent at the first gap behind `after`, which is before an event up to `end` */
export const refuseGapOfLog = async (sql: Sql, after: Position, end: Position): Promise<void> => {
  const [place] = await sql<{ before: bigint; position: bigint }[]>`
    select before, position from (
      select position, lag(position, 1, ${after}::bigint) over (order by position) as before
      from event_log where position > ${after} and position <= ${end}
    ) as events
    where position <> before + 1 order by position limit 1`;
  if (place) throw gapBetween(place.before, place.position);
};

const gapBetween = (before: Position, position: Position): UnreadableEvent =>
  new UnreadableEvent(
    `the event log has a gap between the positions ${before} and ${position}: events were removed, which nothing may do; restore it from a backup`,
  );

/** @param share the share whose streams are read; default all streams */
export const openLogReader = (share: Share = { index: 0, of: 1 }): LogReader => {
  // On average as many events as without shares.
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
        // More than may be kept: the later events are read again.
        const events = parsed(text);
        const each = text.length / events.length;
        const fits = Math.min(events.length, Math.floor((range_characters - characters) / each) + 1);
        characters += fits * each;
        covered = fits < events.length ? events[fits - 1]!.position : last;
        parts.push(events.slice(0, fits));
      });
      if (gap !== undefined) {
        await refuseGapOfLog(sql, covered, gap);
        throw gapBetween(covered, gap);
      }
      // When events are large, the next query asks for about as many as fitted, and later ones for more again.
      fitting = characters > range_characters ? Number(covered - after) : Math.min(fitting * 2, range);
      return { upTo: covered, events: () => parts.flatMap((part) => (typeof part === 'string' ? parsed(part) : part)) };
    },
  };
};
