import { afterAll, beforeAll, expect, test } from 'vitest';
import { START } from '../../src/event-store/port.ts';
import { webhookReplayOperations } from '../../src/platform/webhook-replay.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';
import { memoryKeys } from '../support/memory-keys.ts';
import { callOn, leasesEnd, type Node, run, startNode, TENANT } from '../support/node.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { until } from '../support/until.ts';

/** Replays: a process that dies within one, and what happens meanwhile. */
const PARTNER = { partner_id: TENANT.partner_id };
const PAGE = 20;
let database: TestDatabase;
const keys = memoryKeys();
const nodes: Node[] = [];
let receiver: Receiver;

beforeAll(async () => {
  database = await freshDatabase();
  receiver = await startReceiver();
});
afterAll(async () => {
  for (const node of nodes) await node.stop().catch(() => {});
  await receiver.close();
  await database.drop();
});

const start = async (): Promise<Node> => {
  const node = await startNode({ database, keys, replay_page: PAGE, caller: { timeout_ms: 60_000 } });
  nodes.push(node);
  return node;
};

const hire = async (node: Node, names: string[]): Promise<string[]> => {
  const { body } = await run(node, 'batch_upsert_workers', { body: names.map((name) => ({ name })) });
  const task = await node.tasks.ended(body.id, TENANT, 60_000);
  return (task.results as { id: string }[]).map(({ id }) => id);
};

/** Who was hired, in the order of the ledger. */
const hiredInOrder = async ({ store }: Node): Promise<string[]> => {
  const ids: string[] = [];
  for await (const batch of store.readAll({ after: START, upTo: await store.head() }))
    for (const { type, stream } of batch) if (type === 'WorkerCreated') ids.push(stream.replace('worker-', ''));
  return ids;
};

/** After three pages the ledger gives nothing more to the process, which then is killed. */
const stopsReading = (node: Node): Promise<void> => {
  const { readAll } = node.store;
  return new Promise((stopped) => {
    let pages = 0;
    node.store.readAll = async function* (options) {
      for await (const batch of readAll(options)) {
        if (options.batchSize === PAGE && ++pages > 3) {
          stopped();
          await new Promise(() => {});
        }
        yield batch;
      }
    };
  });
};

test('a replay whose process died is continued: every event once, in order, and new events after them', async () => {
  const first = await start();
  const names = Array.from({ length: 90 }, (_, i) => `Worker ${i}`);
  const before = await hire(first, names);
  // What still waits for the manager when a webhook is made is sent to it too, beside the replay.
  expect(await first.services.gate.followed(await first.store.head(), ['webhooks'], 60_000, TENANT, START)).toBe(true);
  const { body: hook } = await run(first, 'create_webhook', {
    tenant: PARTNER,
    body: { url: receiver.url, events: ['resource_created'], is_enabled: true },
  });
  const stopped = stopsReading(first);
  const replay = webhookReplayOperations.find(({ id }) => id === 'replay_webhook')!;
  await replay.run(callOn(first, { tenant: PARTNER, params: { webhook: hook.id }, body: { after_position: '0' } }));
  await stopped;
  const after = await hire(first, ['Ada', 'Grace']);
  // A call whose answer nobody has noted would be made again.
  await until(async () => (await database.sql`select from webhook_deliveries where ended_at is null`).length === 0);
  await first.kill();
  await leasesEnd(database.sql);
  expect(receiver.calls.length).toBeLessThan(before.length);

  const second = await start();
  await until(() => receiver.calls.length >= before.length + after.length);
  const told = receiver.calls.map(({ body }) => body).sort((a, b) => a.sequence - b.sequence);
  expect(told.map(({ sequence }) => sequence)).toEqual(told.map((_, i) => i + 1));
  expect(told.map(({ resource }) => resource.id)).toEqual(await hiredInOrder(second));
  const positions = told.map(({ position }) => BigInt(position));
  expect(positions).toEqual([...positions].sort((a, b) => (a < b ? -1 : 1)));
});
