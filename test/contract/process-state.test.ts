import { afterAll, beforeAll, describe } from 'vitest';
import { CHANNEL } from '../../projections/feed/progress.ts';
import { postgresDueStore } from '../../src/work/postgres-due-work.ts';
import { postgresManagerStore } from '../../src/work/postgres-managers.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';
import { makeMemoryProcessState } from '../support/memory-process-state.ts';
import { processStateContract } from './process-state.ts';

describe('in PostgreSQL', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await freshDatabase();
  });
  afterAll(() => database.drop());
  processStateContract(() => ({
    state: postgresManagerStore(database.sql, CHANNEL),
    due: postgresDueStore(database.sql),
  }));
});

describe('in memory', () => {
  const { store, dueStore } = makeMemoryProcessState(
    { now_ms: () => performance.now(), notify: () => {}, listen: () => () => {} },
    CHANNEL,
  );
  processStateContract(() => ({ state: store, due: dueStore }));
});
