import type { Sql } from '../../src/database/connect.ts';
import { type AppendRecord, readRecord, type Seen } from './record.ts';

export interface Verdict {
  events: number;
  acknowledged: number;
  refused: number;
  unknown: number;
  /** What was promised and not kept; empty when all is well. */
  broken: string[];
}

interface Stored {
  position: bigint;
  stream: string;
  revision: bigint;
  id: string;
}

const MOST_REPORTED = 20;

/** Holds the log against what writers and readers wrote down. */
export const check = async (sql: Sql, writers: string[], readers: string[]): Promise<Verdict> => {
  const broken: string[] = [];
  const tell = (what: string): void => {
    if (broken.length < MOST_REPORTED) broken.push(what);
  };
  const log = await sql<Stored[]>`select position, stream, revision, id::text as id from event_log order by position`;

  const byId = new Map<string, Stored>();
  const streams = new Map<string, bigint>();
  for (const [index, event] of log.entries()) {
    if (event.position !== BigInt(index + 1)) tell(`position ${event.position} stands where ${index + 1} should`);
    if (byId.has(event.id)) tell(`event ${event.id} is there twice`);
    byId.set(event.id, event);
    const due = (streams.get(event.stream) ?? -1n) + 1n;
    if (event.revision !== due) tell(`${event.stream} has revision ${event.revision} where ${due} should be`);
    streams.set(event.stream, event.revision);
  }

  const counts = { acknowledged: 0, refused: 0, unknown: 0 };
  for (const path of writers)
    for (const { outcome, stream, ids, revision, position } of await readRecord<AppendRecord>(path)) {
      counts[outcome]++;
      const stored = ids.map((id) => byId.get(id));
      const there = stored.filter((event) => event !== undefined);
      if (outcome === 'refused' && there.length > 0) tell(`a refused append to ${stream} is there`);
      if (there.length === 0 && outcome !== 'acknowledged') continue;
      if (there.length !== ids.length) {
        if (outcome !== 'refused') tell(`${there.length} of ${ids.length} events of an append to ${stream} are there`);
        continue;
      }
      for (const [index, event] of there.entries()) {
        const before = there[index - 1];
        if (event.stream !== stream) tell(`event ${event.id} of ${stream} is in ${event.stream}`);
        if (before && event.position !== before.position + 1n) tell(`an append to ${stream} does not stand together`);
      }
      const last = there.at(-1)!;
      if (outcome === 'acknowledged' && (String(last.revision) !== revision || String(last.position) !== position))
        tell(
          `an append to ${stream} was acknowledged at ${revision}@${position} and is at ${last.revision}@${last.position}`,
        );
    }

  for (const path of readers) {
    const seen = await readRecord<Seen>(path);
    if (seen.length !== log.length) tell(`a reader saw ${seen.length} of ${log.length} events`);
    const differs = seen.findIndex(([position, id], index) => {
      const event = log[index];
      return !event || String(event.position) !== position || event.id !== id;
    });
    if (differs >= 0) tell(`a reader saw another order from event ${differs + 1} on`);
  }
  return { events: log.length, ...counts, broken };
};
