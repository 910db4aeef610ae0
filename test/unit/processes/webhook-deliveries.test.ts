import { expect, test } from 'vitest';
import { START } from '../../../src/event-store/port.ts';
import { readEvents } from '../../../src/kernel/changes/execute.ts';
import { type RecordOf, streamOf } from '../../../src/kernel/definition/resource.ts';
import type { Services } from '../../../src/kernel/definition/services.ts';
import { hydrate } from '../../../src/kernel/events/hydrate.ts';
import { WEBHOOK_EVENTS } from '../../../src/platform/webhook.ts';
import type { ManagedEvent } from '../../../src/processes/managers/manager.ts';
import { deliveriesOf } from '../../../src/processes/webhooks/webhook-new-deliveries.ts';
import { noticesOf } from '../../../src/processes/webhooks/webhook-notices.ts';
import { furtherStubs } from '../../../src/processes/webhooks/webhook-stubs.ts';
import { registry } from '../../../src/registry.ts';
import { derivedId } from '../../../src/values/ids.ts';
import type { JsonObject } from '../../../src/values/json.ts';
import { type PayrollWorld, payrollWorld, SALARY } from '../../support/payroll-world.ts';

const WEBHOOK = { id: 'whk_1', events: [...WEBHOOK_EVENTS] } as RecordOf<'webhook'>;

/** What the webhook is told of everything in the log, as by a replay. */
const told = async (world: PayrollWorld, object: string) => {
  const { services } = world;
  const events: ManagedEvent[] = [];
  for await (const batch of services.store.readAll({ after: START, upTo: await services.store.head() })) {
    const opened = await hydrate(batch, services.keys, services.upcasters);
    events.push(...opened.map((event, i) => ({ ...event, position: batch[i]!.position, lease: undefined })));
  }
  const deliveries = await deliveriesOf(
    noticesOf(events, services.folder, await furtherStubs(events, services)),
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

test('stubs that are too many for the event of an approval are told once it is certain, and known as before', async () => {
  const world = await payrollWorld();
  await world.hired();
  await world.populated();
  const payroll = (await world.drafts())[0]!;
  const { pay_schedule_id } = payroll;
  const stubs = (...ids: string[]) => ids.map((id) => ({ id, revision: '3' }));
  const say = (type: string, data: JsonObject) => world.given.events('payroll', payroll.id, { type, data });
  await say('PayrollApprovalStarted', { pay_schedule_id });
  await say('PayrollStubsRecorded', { stubs: stubs('payst_a', 'payst_b') });
  // Its process died there, and its employer lacks something since.
  await say('PayrollApprovalAbandoned', { pay_schedule_id, reason: { en: 'No.', fr: 'Non.' } });
  await say('PayrollStubsReopened', { pay_schedule_id });
  const heard = async () => (await told(world, 'pay_stub')).filter(({ event }) => event === 'pay_stub_available');
  expect(await heard()).toEqual([]);

  await say('PayrollApprovalStarted', { pay_schedule_id });
  await say('PayrollStubsRecorded', { stubs: stubs('payst_c', 'payst_d') });
  await say('PayrollStubsRecorded', { stubs: stubs('payst_e') });
  const approved = { pay_schedule_id, approved_at: '2026-11-16', stub_count: 5, remuneration: {} };
  await say('PayrollApproved', { ...approved, stubs: stubs('payst_a', 'payst_b') });
  const available = await heard();
  expect(available.map(({ resource_id }) => resource_id)).toEqual([...'abcde'].map((name) => `payst_${name}`));
  // A replay from between them sends all of them, since it is as if the approval had said them.
  expect(new Set(available.map(({ position }) => position))).toEqual(new Set([await world.services.store.head()]));
  const events = await readEvents(streamOf('payroll', payroll.id), world.services);
  const [, second, third, own] = events.filter(({ type }) => /Recorded|Approved/.test(type));
  const known = [own, own, second, second, third].map(({ id, metadata } = own!, at) =>
    derivedId('whd', Date.parse(metadata.occurred_at!), `${WEBHOOK.id}/${id}/pay_stub_available/payst_${'abcde'[at]}`),
  );
  expect(available.map(({ id }) => id)).toEqual(known);
});

test('an approval of 20,000 stubs is told without holding up others', async () => {
  const ids = Array.from({ length: 20_000 }, (_, n) => `stub_${n}`);
  const metadata = { partner_id: 'ptn_1', company_id: 'cmp_1', occurred_at: '2026-03-02T15:00:00.000000Z' };
  const cause = { id: 'approved', position: 7n, metadata } as unknown as ManagedEvent;
  const definition = registry.need('pay_stub');
  const notices = ids.map((id) => ({ event: 'pay_stub_available' as const, definition, id, cause }));
  const stub = (id: string) => ({ id, external_ref: `our ${id}`, line_item_summary: { net_pay: { period: '1' } } });
  const read = { getMany: async (_: string, __: unknown, some: string[]) => new Map(some.map((id) => [id, stub(id)])) };
  // Other work of the machine is no part of it.
  const began = process.cpuUsage();
  const deliveries = await deliveriesOf(notices, new Map([['ptn_1', [WEBHOOK]]]), { read } as unknown as Services);
  // Groups that are copied for each of their stubs take many seconds.
  expect(process.cpuUsage(began).user / 1_000).toBeLessThan(2_000);
  expect(deliveries.map(({ resource }) => resource.external_ref)).toEqual(ids.map((id) => `our ${id}`));
});
