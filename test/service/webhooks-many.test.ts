import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventName } from '../../src/kernel/events/define.ts';
import { isUnfinished, type ManagedBatch } from '../../src/processes/managers/manager.ts';
import { webhookManager } from '../../src/processes/webhooks/webhook-manager.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';
import { memoryKeys } from '../support/memory-keys.ts';
import { type Node, startNode, TENANT } from '../support/node.ts';

/** Events of very many deliveries wait in the inbox, and are recorded in turns. */
let database: TestDatabase;
let node: Node;
beforeAll(async () => {
  database = await freshDatabase();
  node = await startNode({ database, keys: memoryKeys(), roles: ['api'] });
});
afterAll(async () => {
  await node.stop();
  await database.drop();
});

const [HOOKS, EVENTS] = [50, 50];

/** So many webhooks of a partner, and hires that all of them are told of. */
const many = (name: string) => {
  const hooks = Array.from({ length: HOOKS }, (_, n) => ({ id: `whk_${name}_${n}`, events: ['resource_created'] }));
  const { sql, services } = node;
  const getMany = async (_: string, __: unknown, ids: readonly string[]) => new Map(ids.map((id) => [id, { id }]));
  const asked: string[] = [];
  const find = async (object: string) => {
    asked.push(object);
    return hooks;
  };
  const read = { ...services.read, find, getMany } as unknown as typeof services.read;
  const manager = () => webhookManager(sql, { ...services, read }, { turn_ms: 0 });
  const events = Array.from({ length: EVENTS }, (_, n) => ({
    ...{ id: `event-${n}`, type: eventName('WorkerCreated'), stream: `worker-${name}_${n}`, revision: 0n, data: {} },
    lease: undefined,
    ...{ position: BigInt(n + 1), metadata: { ...TENANT, occurred_at: '2026-01-05T17:00:00.000000Z' } },
  }));
  const recorded = () => sql<{ resource_id: string }[]>`
    select resource_id from webhook_deliveries where webhook_id like ${`whk\\_${name}%`} order by webhook_id, sequence`;
  return { manager, events, asked, recorded };
};

const { signal } = new AbortController();

test('what makes very many deliveries waits in the inbox, and others are told meanwhile', async () => {
  const { manager, events, asked, recorded } = many('inbox');
  const { handle } = manager();
  expect(await handle({ events, signal }, undefined)).toEqual({ unfinished: true, appended: undefined });
  expect(await recorded()).toHaveLength(0);
  asked.length = 0;
  expect(await handle({ events, signal, othersWait: async () => false }, undefined)).toBeUndefined();
  // Who gets them is read once for all pieces.
  expect(asked).toHaveLength(1);
  const rows = await recorded();
  expect(rows).toHaveLength(HOOKS * EVENTS);
  expect(rows.slice(0, EVENTS).map(({ resource_id }) => resource_id)).toEqual(events.map((_, n) => `inbox_${n}`));
});

test('while other companies wait it is recorded a piece at a time, by whichever process has the next turn', async () => {
  const { manager, events, recorded } = many('turns');
  const counts: number[] = [];
  const turn = async (batch: Pick<ManagedBatch, 'events' | 'bookmark'>) => {
    const handled = await manager().handle({ ...batch, signal, othersWait: async () => true }, undefined);
    counts.push((await recorded()).length);
    return isUnfinished(handled) ? handled : undefined;
  };
  const first = await turn({ events: events.slice(0, -1) });
  expect(first).toMatchObject({ bookmark: { of: 'event-0' } });
  // Processes ended in it, so it is handed over one by one: what an earlier turn counted is not of this event alone.
  await turn({ events: events.slice(0, 1), bookmark: first?.bookmark });
  // An event came meanwhile.
  const second = await turn({ events, bookmark: first?.bookmark });
  const third = await turn({ events, bookmark: second?.bookmark });
  expect(third).toEqual({ unfinished: true, appended: undefined, done: events.at(-2)!.position });
  expect(await turn({ events: events.slice(-1) })).toBeUndefined();
  expect(counts).toEqual([1_000, 1_000, 2_000, 2_450, 2_500]);
  const rows = await recorded();
  expect(rows.slice(0, EVENTS).map(({ resource_id }) => resource_id)).toEqual(events.map((_, n) => `turns_${n}`));
});
