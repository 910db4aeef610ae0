import { randomInt, randomUUID } from 'node:crypto';
import type { DatabaseAddress } from '../../src/database/connect.ts';
import { StoreUnavailable, StreamNotFound, WrongExpectedRevision } from '../../src/event-store/errors.ts';
import type { ExpectedRevision, NewEvent } from '../../src/event-store/port.ts';
import { openPostgresEventStore } from '../../src/event-store/postgres/store.ts';
import { type AppendRecord, openRecord } from './record.ts';

// A process of writers. Some streams are its callers' own, some are shared with every other process. What each append
// was told is recorded; a few are sent twice, and must get the same answer.

interface Task {
  database: DatabaseAddress;
  name: string;
  record: string;
  callers: number;
  sharedStreams: number;
}

const task = JSON.parse(process.argv[2]!) as Task;
const store = openPostgresEventStore({
  database: task.database,
  name: task.name,
  appendDeadline_ms: 4_000,
  appendAttempt_ms: 1_000,
});
const record = openRecord(task.record);
let finishing = false;
const wrong: string[] = [];

const append = async (stream: string, events: NewEvent[], expected: ExpectedRevision): Promise<ExpectedRevision> => {
  const ids = events.map(({ id }) => id);
  const told = (outcome: AppendRecord['outcome'], more = {}): void => record({ outcome, stream, ids, ...more });
  for (let tries = 1; ; tries++) {
    try {
      const { revision, position } = await store.append(stream, events, expected);
      told('acknowledged', { revision: String(revision), position: String(position) });
      return revision;
    } catch (error) {
      if (error instanceof WrongExpectedRevision) {
        told('refused');
        return error.actual ?? (await current(stream));
      }
      if (!(error instanceof StoreUnavailable)) throw error;
      if (error.outcome === 'unknown' && tries < 3) continue;
      told(error.outcome === 'unknown' ? 'unknown' : 'refused');
      return current(stream);
    }
  }
};

const current = async (stream: string): Promise<ExpectedRevision> => {
  while (!finishing) {
    try {
      const [last] = await store.readStream(stream, { direction: 'backwards', limit: 1 });
      return last!.revision;
    } catch (error) {
      if (error instanceof StreamNotFound) return 'no_stream';
      if (!(error instanceof StoreUnavailable)) throw error;
    }
  }
  return 'no_stream';
};

const newEvents = (): NewEvent[] =>
  Array.from({ length: randomInt(10) === 0 ? randomInt(2, 40) : 1 }, () => ({
    id: randomUUID(),
    type: 'Tortured',
    data: { text: 'x'.repeat(randomInt(300)) },
    metadata: { actor: `process:${task.name}` },
  }));

const call = async (): Promise<void> => {
  const own = `own-${randomUUID()}`;
  const at = new Map<string, ExpectedRevision>([[own, 'no_stream']]);
  while (!finishing) {
    const stream = randomInt(3) > 0 ? own : `shared-${randomInt(task.sharedStreams)}`;
    const expected = at.get(stream) ?? (await current(stream));
    const events = newEvents();
    at.set(stream, await append(stream, events, expected));
    if (randomInt(50) > 0) continue;
    // Sent again: what was answered once is answered again, also when others wrote since.
    const known = await store.readStream(stream, { direction: 'backwards', limit: 1 }).catch(() => []);
    if (known[0]?.id !== events.at(-1)!.id) continue;
    const again = await store.append(stream, events, expected).catch((error: unknown) => error);
    if (again instanceof StoreUnavailable) continue;
    const revision = (again as { revision?: bigint }).revision;
    if (revision !== known[0].revision) wrong.push(`${stream}: a repeat was answered ${String(revision ?? again)}`);
  }
};

// Whoever started this is gone: nobody waits for the end.
process.on('disconnect', () => process.exit(2));
process.on('message', () => {
  finishing = true;
});
const calls = Promise.all(Array.from({ length: task.callers }, call));
process.send!({ ready: true });
await calls;
await store.close();
process.send!({ wrong }, () => process.exit(0));
