import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../../src/processes/webhooks/webhook-call.ts';
import { recordDeliveries } from '../../src/processes/webhooks/webhook-deliveries.ts';
import { webhookKind } from '../../src/processes/webhooks/webhook-delivery.ts';
import type { Work } from '../../src/work/due-work.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';
import { memoryKeys } from '../support/memory-keys.ts';
import { type Node, run, startNode, TENANT } from '../support/node.ts';

/** A receiver that is slow and always has something due holds one of the places for receivers no longer than its turn. */
let database: TestDatabase;
let node: Node;
beforeAll(async () => {
  database = await freshDatabase();
  // Nothing is delivered but what the test delivers.
  node = await startNode({ database, keys: memoryKeys(), roles: ['api'] });
});
afterAll(async () => {
  await node.stop();
  await database.drop();
});

test('a run ends after its turn while others wait, goes on behind them, and delivers all of it', async () => {
  const PARTNER = { partner_id: TENANT.partner_id };
  const body = { url: 'https://hooks.test/', events: ['resource_created'], is_enabled: true };
  const { id } = (await run(node, 'create_webhook', { tenant: PARTNER, body })).body;
  const COUNT = 100;
  await recordDeliveries(
    node.sql,
    Array.from({ length: COUNT }, (_, n) => ({
      ...{ id: `whd_${n}`, webhook_id: id, ...PARTNER, event: 'resource_created', resource_id: `wkr_${n}` },
      ...{ resource: { type: 'worker', id: `wkr_${n}` }, position: BigInt(n + 1), occurred_at: null },
    })),
  );
  let calls = 0;
  const post: Caller['post'] = async () => {
    calls++;
    return { status: 200, error: null, excerpt: null, retryAfter_ms: undefined, duration_ms: 1 };
  };
  const caller: Caller = { post, close: async () => {} };
  const { sql, services } = node;
  const kind = webhookKind({ sql, services, caller, metrics: new Registry(), turn_ms: 0 });
  const work = (othersWait: boolean): Work => ({
    ...{ key: id, payload: PARTNER, holder: 'test', attempt: 1, bookmark: null },
    ...{ signal: new AbortController().signal, held: () => true, othersWait: async () => othersWait },
  });
  expect(await kind.run(work(true))).toEqual({ again_in_ms: 0 });
  expect(calls).toBeGreaterThan(0);
  expect(calls).toBeLessThan(COUNT / 2);
  expect(await kind.run(work(false))).toBeUndefined();
  expect(calls).toBe(COUNT);
});
