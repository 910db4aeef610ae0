import { expect, test } from 'vitest';
import { START } from '../../../src/event-store/port.ts';
import type { RecordOf } from '../../../src/kernel/definition/resource.ts';
import type { Services } from '../../../src/kernel/definition/services.ts';
import { hydrate } from '../../../src/kernel/events/hydrate.ts';
import { WEBHOOK_EVENTS } from '../../../src/platform/webhook.ts';
import type { ManagedEvent } from '../../../src/processes/managers/manager.ts';
import { deliveriesOf } from '../../../src/processes/webhooks/webhook-new-deliveries.ts';
import { noticesOf } from '../../../src/processes/webhooks/webhook-notices.ts';
import { registry } from '../../../src/registry.ts';
import { type PayrollWorld, payrollWorld, SALARY } from '../../support/payroll-world.ts';

const WEBHOOK = { id: 'whk_1', events: [...WEBHOOK_EVENTS] } as RecordOf<'webhook'>;

/** What the webhook is told of everything in the log, as by a replay. */
const told = async (world: PayrollWorld, object: string) => {
  const { services } = world;
  const events: ManagedEvent[] = [];
  for await (const batch of services.store.readAll({ after: START, upTo: await services.store.head() })) {
    const opened = await hydrate(batch, services.keys, services.upcasters);
    events.push(...opened.map((event, i) => ({ ...event, position: batch[i]!.position })));
  }
  const deliveries = await deliveriesOf(
    noticesOf(events, services.folder),
    new Map([[world.tenant.partner_id, [WEBHOOK]]]),
    services,
  );
  return deliveries.filter(({ resource }) => resource.type === object);
};

test('a replay of lines that came and went on one stub reads little of the stub for each', async () => {
  let read = 0;
  const world = await payrollWorld({
    store: (store) => ({
      ...store,
      readStream: async (...asked) => {
        const events = await store.readStream(...asked);
        read += events.length;
        return events;
      },
    }),
  });
  await world.hired({ rate: SALARY });
  await world.populated();
  const [payroll] = await world.drafts();
  const [stub] = await world.stubs(payroll!);
  const LINES = 60;
  for (let n = 0; n < LINES; n++) {
    const line = await world.given.created('allowance_line_item', {
      pay_stub_id: stub!.id,
      allowance_type: 'parking_allowance',
      custom_amount: '10',
      external_ref: `line ${n}`,
    });
    await world.given.deleted('allowance_line_item', line.id);
  }
  read = 0;
  const lines = await told(world, 'allowance_line_item');
  expect(read).toBeLessThan(LINES * 60);
  const names = Array.from({ length: LINES }, (_, n) => `line ${n}`);
  for (const event of ['resource_created', 'resource_deleted'])
    expect(lines.filter((line) => line.event === event).map(({ resource }) => resource.external_ref)).toEqual(names);
});

test('an approval of 20,000 stubs is told without holding up others', async () => {
  const ids = Array.from({ length: 20_000 }, (_, n) => `stub_${n}`);
  const metadata = { partner_id: 'ptn_1', company_id: 'cmp_1', occurred_at: '2026-03-02T15:00:00.000000Z' };
  const cause = { id: 'approved', position: 7n, metadata } as unknown as ManagedEvent;
  const definition = registry.need('pay_stub');
  const notices = ids.map((id) => ({ event: 'pay_stub_available' as const, definition, id, cause }));
  const stub = (id: string) => ({ id, external_ref: `our ${id}`, line_item_summary: { net_pay: { period: '1' } } });
  const read = { getMany: async (_: string, __: unknown, some: string[]) => new Map(some.map((id) => [id, stub(id)])) };
  const began_ms = performance.now();
  const deliveries = await deliveriesOf(notices, new Map([['ptn_1', [WEBHOOK]]]), { read } as unknown as Services);
  // Groups that are copied for each of their stubs take many seconds.
  expect(performance.now() - began_ms).toBeLessThan(2_000);
  expect(deliveries.map(({ resource }) => resource.external_ref)).toEqual(ids.map((id) => `our ${id}`));
});
