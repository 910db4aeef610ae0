import { businessEntityPreviewEnded } from '../../employers/events.ts';
import type { Position } from '../../event-store/port.ts';
import { appendTo } from '../../kernel/changes/execute.ts';
import { appendInTurns } from '../../kernel/changes/in-turns.ts';
import { latest } from '../../kernel/changes/latest.ts';
import { eventsOf } from '../../kernel/definition/record-events.ts';
import { parseStream, type RecordOf, streamOf } from '../../kernel/definition/resource.ts';
import type { Services } from '../../kernel/definition/services.ts';
import { PAYING, paidAmong, paysSomething, WITH_PAID_STUBS } from '../../pay-records/paid-stubs.ts';
import { paymentSettled } from '../../payments/events.ts';
import { closedStubsOf } from '../../payrolls/events/list.ts';
import { payrollPaid, payrollPartiallyPaid } from '../../payrolls/events/payroll.ts';
import { type UsageEvent, usageRecord } from '../../usage/usage-record.ts';
import { groupBy } from '../../values/group.ts';
import { derivedId } from '../../values/ids.ts';
import type { ManagedEvent, ProcessManager } from '../managers/manager.ts';
import { processOrigin } from '../managers/origin.ts';
import { APPROVAL_ms, afterApproval } from '../payroll/journal.ts';

const { created } = eventsOf('usage_record');

/** Pay stubs that are recorded together. */
const STUBS_AT_ONCE = 200;

/**
 * Records what a company is billed for: an employer when it first leaves preview, and each pay stub when its payee is
 * first paid; nobody is by an empty stub, nor by a historical or a correction payroll. A payroll remits much later than
 * it pays people, so its stubs do not wait until all of it is paid: they are looked at when it is partially paid and
 * when it is paid, and one whose payment arrives in between right then. The
 * id of a record derives from its subject, so a payroll that is paid, reopened and paid again counts once. Nobody waits
 * for these records, so they come after the journal entries and payments of an approval.
 */
export const usageManager = (services: Services): ProcessManager => ({
  name: 'usage',
  handles: ({ stream, type }) => stream.startsWith('business_entity-') || PAID.has(type),
  // Part of the time it only waits for other managers.
  concurrency: 8,
  handle: async ({ events, signal }) => {
    // Payments first: they say when each stub was paid.
    let last = await followSettled(firstOfEach(events.filter(paymentSettled.is)), services);
    for (const event of firstOfEach(events.filter(isPaidOrLaunched)))
      last = latest([last, await follow(event, services, signal)]);
    return last;
  },
});

const PAID: ReadonlySet<string> = new Set([paymentSettled.type, payrollPartiallyPaid.type, payrollPaid.type]);

/** Whether it is what paid somebody, or what launched an employer: another change of either may come much later. */
const isPaidOrLaunched = (event: ManagedEvent): boolean =>
  payrollPartiallyPaid.is(event) ||
  payrollPaid.is(event) ||
  businessEntityPreviewEnded.is(event) ||
  event.data.in_preview === false;

/** Of each record its first event: what comes behind may be of the next month. */
const firstOfEach = <E extends ManagedEvent>(events: readonly E[]): E[] =>
  [...groupBy(events, ({ stream }) => stream).values()].flatMap(([first]) => first ?? []);

const follow = async (event: ManagedEvent, services: Services, signal: AbortSignal): Promise<Position | undefined> => {
  const { object, id } = parseStream(event.stream);
  const { read } = services;
  const { tenant } = originOf(event, services);
  if (object === 'business_entity') {
    const entity = await read.get('business_entity', tenant, id);
    return entity?.in_preview === false ? record('business_launched', id, event, services) : undefined;
  }
  const payroll = await read.get('payroll', tenant, id);
  if (!payroll || !PAYING.includes(payroll.type) || !WITH_PAID_STUBS.includes(payroll.status)) return undefined;
  await afterApproval(event, services, Date.now() + APPROVAL_ms, () => signal.throwIfAborted());
  let last: Position | undefined;
  for await (const stubs of read.pages('pay_stub', tenant, closedStubsOf(id), STUBS_AT_ONCE)) {
    signal.throwIfAborted();
    last = latest([last, await recordPaid(stubs, () => event, services)]);
  }
  return last;
};

/** Records the stubs whose payments arrived since their payroll was partially paid. */
const followSettled = async (events: readonly ManagedEvent[], services: Services): Promise<Position | undefined> => {
  const [first] = events;
  if (!first) return undefined;
  const { read } = services;
  const { tenant } = originOf(first, services);
  const byPayment = new Map(events.map((event) => [parseStream(event.stream).id, event]));
  const payments = await read.getMany('payment', tenant, [...byPayment.keys()]);
  const byStub = new Map<string, ManagedEvent>();
  for (const [id, event] of byPayment) {
    const stub = payments.get(id)?.pay_stub_id;
    if (stub) byStub.set(stub, event);
  }
  const stubs = await read.getMany('pay_stub', tenant, [...byStub.keys()]);
  return recordPaid([...stubs.values()], ({ id }) => byStub.get(id) ?? first, services);
};

/** Records those of some stubs of a company that are paid and not recorded yet. */
const recordPaid = async (
  stubs: readonly RecordOf<'pay_stub'>[],
  causeOf: (stub: RecordOf<'pay_stub'>) => ManagedEvent,
  services: Services,
): Promise<Position | undefined> => {
  const [first] = stubs;
  if (!first) return undefined;
  const { tenant } = originOf(causeOf(first), services);
  const paid = await paidAmong(stubs.filter(paysSomething), services, tenant);
  const ids = paid.map(({ id }) => id);
  const recorded = await services.read.existing('usage_record', tenant, 'record_id', ids);
  const positions = await appendInTurns(
    paid.filter(({ id }) => !recorded.has(id)),
    services,
    (stub) =>
      record(stub.contractor_id === null ? 'employee_paid' : 'contractor_paid', stub.id, causeOf(stub), services),
  );
  return latest(positions);
};

/** What is recorded late stands behind what was recorded before it, with the time at which it happened. */
const originOf = (event: ManagedEvent, { clock }: Services) => processOrigin('usage', event, '', clock.instant());

const record = async (
  usage: UsageEvent,
  record_id: string,
  event: ManagedEvent,
  services: Services,
): Promise<Position | undefined> => {
  const origin = originOf(event, services);
  const at = Date.parse(event.metadata.occurred_at ?? origin.occurred_at);
  // The id derives from the subject alone, so recording it again makes no second record.
  const usage_id = derivedId(usageRecord.prefix, 0, `${usage}/${record_id}`);
  const appended = await appendTo(
    streamOf('usage_record', usage_id),
    'recorded',
    { ...origin, seed: `usage/${usage_id}`, mayRepeat: false },
    services,
    async ({ expected }) =>
      expected !== 'no_stream' ? [] : [created({ event: usage, record_id, happened_at: new Date(at).toISOString() })],
    // Nearly always new, so the stream is not loaded first: the append finds an earlier record.
    'nothing',
  );
  return appended.position;
};
