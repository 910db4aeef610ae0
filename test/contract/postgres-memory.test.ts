import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPostgresEventStore } from '../../src/event-store/postgres/store.ts';
import { newEvents, newStream } from '../support/contract-subject.ts';
import { freshDatabase } from '../support/database.ts';

// What a process appended itself it need not ask the database for. Shown by a log that nobody can read at the moment.

let database: Awaited<ReturnType<typeof freshDatabase>>;
let store: ReturnType<typeof openPostgresEventStore>;
beforeAll(async () => {
  database = await freshDatabase();
  store = openPostgresEventStore({ database: database.address });
});
afterAll(async () => {
  await store.close();
  await database.drop();
});

const idsBehind = async (after: bigint, upTo: bigint, batchSize: number): Promise<string[][]> => {
  const batches: string[][] = [];
  for await (const events of store.readAll({ after, upTo, batchSize })) batches.push(events.map(({ id }) => id));
  return batches;
};

test('readers of the log that are close to its end are answered from memory, in batches, and not beyond where they ask', async () => {
  const before = await store.head();
  const events = newEvents(5);
  const { position } = await store.append(newStream(), events, 'no_stream');
  const ids = events.map(({ id }) => id);
  await database.sql.begin(async (tx) => {
    await tx`lock table event_log in access exclusive mode`;
    expect(await idsBehind(before, position, 2)).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)]);
    expect(await idsBehind(before, position - 2n, 100)).toEqual([ids.slice(0, 3)]);
  });
});

test('earlier events are read from the database, once, and the rest comes from memory', async () => {
  const first = newEvents(2);
  const { position: start } = await store.append(newStream(), first, 'no_stream');
  const other = openPostgresEventStore({ database: database.address });
  const theirs = newEvents(1);
  await other.append(newStream(), theirs, 'no_stream');
  await other.close();
  const last = newEvents(2);
  const { position } = await store.append(newStream(), last, 'no_stream');
  const read = (await idsBehind(start - 2n, position, 100)).flat();
  expect(read).toEqual([...first, ...theirs, ...last].map(({ id }) => id));
});
