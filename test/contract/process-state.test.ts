import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHANNEL } from '../../projections/feed/progress.ts';
import { UnreadableEvent } from '../../src/event-store/errors.ts';
import type { LogEvent } from '../../src/event-store/port.ts';
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

  test('an event that cannot be read is handed on as such, and others with it', async () => {
    const state = postgresManagerStore(database.sql, CHANNEL);
    const name = 'of unreadable events';
    await state.register([{ name, from: 0n }]);
    await state.takeLeases('us', [name]);
    const event = { id: randomUUID(), type: 'TreeCreated', stream: 'tree-1', revision: 0n, metadata: {} };
    const unreadable: LogEvent = {
      ...event,
      position: 3n,
      get data(): never {
        throw new UnreadableEvent('no JSON');
      },
    };
    const readable: LogEvent = { ...event, position: 5n, data: { at: 5 } };
    const waiting = [
      { scope: 'a', event: unreadable },
      { scope: 'b', event: readable },
    ];
    expect(await state.dispatch('us', { name, from: 0n, to: 9n, waiting, message: '' })).toBe(true);
    expect(await state.next(name, 'b', 10)).toEqual([readable]);
    const kept = await state.next(name, 'a', 10);
    expect(kept).toMatchObject([{ ...event, position: 3n }]);
    expect(() => kept[0]!.data).toThrow(new UnreadableEvent('no JSON'));
  });
});

describe('in memory', () => {
  const { store, dueStore } = makeMemoryProcessState(
    { now_ms: () => performance.now(), notify: () => {}, listen: () => () => {} },
    CHANNEL,
  );
  processStateContract(() => ({ state: store, due: dueStore }));
});
