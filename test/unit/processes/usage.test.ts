import { expect, test } from 'vitest';
import { paidStubsAreCounted } from '../../../src/audit/closed-stubs.ts';
import type { RecordOf } from '../../../src/kernel/definition/resource.ts';
import { APPROVAL_ms, afterApproval } from '../../../src/processes/payroll/journal.ts';
import { usageManager } from '../../../src/processes/usage/usage.ts';
import { ALWAYS } from '../../../src/values/condition.ts';
import type { JsonObject } from '../../../src/values/json.ts';
import { foundIn } from '../../support/audit-in-memory.ts';
import { paymentsWorld } from '../../support/payments-world.ts';
import { type PayrollWorld, payrollWorld, SALARY } from '../../support/payroll-world.ts';

/**
 * Given payrolls that are paid, when usage is recorded, then each pay stub counts once, in the month of its payment.
 */

const world = async () => {
  const made = await payrollWorld();
  await made.hired({ rate: SALARY });
  const contractor = await made.given.created('contractor', { business_name: 'Lakeshore Milling Ltd.' });
  await made.given.created('work_assignment', { contractor_id: contractor.id, pay_schedule_id: made.schedule.id });
  await made.populated();
  for (const draft of (await made.drafts()).slice(0, 2)) await invoiced(made, draft);
  return { ...made, usage: usageManager(made.services) };
};

/** The contractor asks for something on a draft. */
const invoiced = async (made: PayrollWorld, draft: RecordOf<'payroll'>) => {
  const stub = (await made.stubs(draft)).find(({ contractor_id }) => contractor_id !== null)!;
  const fee = { pay_stub_id: stub.id, earning_type: 'invoice_payment', custom_amount: '1000' };
  await made.given.created('earning_line_item', fee);
  await made.populated();
};

const approve = async ({ given, schedule, follow, managers }: PayrollWorld, { id }: RecordOf<'payroll'>) => {
  await given.events('payroll', id, { type: 'PayrollApprovalStarted', data: { pay_schedule_id: schedule.id } });
  await follow(managers.approval);
};

const summaries = async ({ services, tenant }: PayrollWorld) =>
  (await services.read.find('usage_summary', tenant, ALWAYS))
    .map(({ event, count, period_start, period_end }) => [event, count, period_start, period_end])
    .sort();

test('each stub of a payroll that is paid is recorded once, and counted by month', async () => {
  const made = await world();
  await made.follow(made.usage);
  expect(made.rows('usage_record')).toEqual([]);
  const [first, second] = await made.drafts();
  await approve(made, first!);
  const { types } = await made.when(() => made.follow(made.usage));
  expect(types).toEqual(['UsageRecordCreated', 'UsageRecordCreated']);
  const stubs = (await made.stubs(first!)).map(({ id, contractor_id }) => [
    contractor_id === null ? 'employee_paid' : 'contractor_paid',
    id,
  ]);
  expect(
    made
      .rows('usage_record')
      .map(({ event, record_id }) => [event, record_id])
      .sort(),
  ).toEqual(stubs.sort());

  // Another process that is handed the same events records nothing more.
  const again = await made.when(() => made.follow({ ...made.usage, name: 'usage of another process' }));
  expect(again.events).toEqual([]);

  made.clock.set('2026-12-01T04:30:00.000Z');
  await approve(made, second!);
  await made.follow(made.usage);
  // Half past eleven in the evening of the last day of November, in Toronto.
  expect(await summaries(made)).toEqual([
    ['contractor_paid', 2, '2026-11-01', '2026-11-30'],
    ['employee_paid', 2, '2026-11-01', '2026-11-30'],
  ]);
});

test('an empty stub is not counted, until its payroll is taken back and pays something by it', async () => {
  const made = await world();
  const empty = (await made.drafts()).at(2)!;
  for (const draft of (await made.drafts()).slice(0, 3)) await approve(made, draft);
  await made.follow(made.usage);
  const counts = async () => (await summaries(made)).map(([event, count]) => [event, count]);
  expect(await counts()).toEqual([
    ['contractor_paid', 2],
    ['employee_paid', 3],
  ]);
  const data = { pay_schedule_id: made.schedule.id };
  await made.given.events('payroll', empty.id, { type: 'PayrollUnapprovalStarted', data });
  await made.follow(made.managers.approval);
  await invoiced(made, empty);
  await approve(made, empty);
  await made.follow(made.usage);
  expect(await counts()).toEqual([
    ['contractor_paid', 3],
    ['employee_paid', 3],
  ]);
});

test('stubs of historical and correction payrolls are not counted: they pay nobody', async () => {
  const made = await world();
  const [assignment] = made.rows('work_assignment');
  const [source] = await made.drafts();
  for (const type of ['historical', 'correction']) {
    const { pay_date, period_start, period_end } = source!;
    const own = { pay_schedule_id: made.schedule.id, type, pay_date, period_start, period_end } as JsonObject;
    const payroll = await made.given.created('payroll', own);
    await made.given.created('pay_stub', { payroll_id: payroll.id, work_assignment_id: assignment!.id });
    await made.populated();
    await approve(made, payroll);
    expect((await made.stateOf('payroll', payroll.id))?.status).toBe('paid');
  }
  await made.follow(made.usage);
  expect(made.rows('usage_record')).toEqual([]);
});

/** A live employer's payroll: people are paid on the 20th of November, and the agency on the 15th of December. */
const payroll = async () => {
  const made = await paymentsWorld(2);
  const usage = usageManager(made.services);
  await made.approved();
  const on = async (...days: string[]) => {
    for (const day of days) {
      await made.at(day);
      await made.follow(usage);
    }
    return (await summaries(made)).filter(([event]) => event === 'employee_paid');
  };
  return { made, on };
};
const UNTIL_SENT = ['2026-11-17T21:30:00.000Z', '2026-11-19T05:00:00.000Z', '2026-11-19T21:30:00.000Z'];
const PAY_DAY = '2026-11-20T05:00:00.000Z';

test('the stubs of a live payroll count in the month in which people are paid, though it is remitted in the next', async () => {
  const { made, on } = await payroll();
  expect(await on(...UNTIL_SENT)).toEqual([]);
  const paid = [['employee_paid', 2, '2026-11-01', '2026-11-30']];
  expect(await on(PAY_DAY, '2026-11-20T21:30:00.000Z')).toEqual(paid);
  expect(await made.statusNow()).toBe('partially_paid');
  expect(await on('2026-12-15T05:00:00.000Z')).toEqual(paid);
  expect(await made.statusNow()).toBe('paid');
});

test('a stub whose payment came back counts when it is paid again, and the others do not wait for it', async () => {
  const { made, on } = await payroll();
  await on(...UNTIL_SENT);
  const [returned] = await made.payments({ destination: 'employee' });
  const { payroll_id } = returned!;
  const reason = { reason: 'account_closed', return_code: '905', returned_on: '2026-11-19' };
  await made.given.events('payment', returned!.id, { type: 'PaymentFailed', data: { payroll_id, ...reason } });
  expect(await on(PAY_DAY)).toEqual([['employee_paid', 1, '2026-11-01', '2026-11-30']]);
  const replaced_by_id = returned!.id.replace(/.{4}$/, 'AAAA');
  await made.given.events('payment', returned!.id, { type: 'PaymentReissued', data: { payroll_id, replaced_by_id } });
  await made.followed();
  const again = await on('2026-11-30T21:30:00.000Z', '2026-12-01T05:00:00.000Z', '2026-12-02T05:00:00.000Z');
  expect(await made.statusNow()).toBe('partially_paid');
  expect(again).toEqual([
    ['employee_paid', 1, '2026-11-01', '2026-11-30'],
    ['employee_paid', 1, '2026-12-01', '2026-12-31'],
  ]);
});

test('what is recorded late counts in the month in which people were paid and an employer was launched', async () => {
  const { made } = await payroll();
  const days = [...UNTIL_SENT, PAY_DAY, '2026-11-20T21:30:00.000Z', '2026-12-15T05:00:00.000Z'];
  for (const day of days) await made.at(day);
  expect(await made.statusNow()).toBe('paid');
  const [entity] = made.rows('business_entity');
  await made.given.changed('business_entity', entity!.id, { name: 'Northlake Bakery Inc.' });
  await made.follow(usageManager(made.services));
  expect(await summaries(made)).toEqual([
    ['business_launched', 1, '2026-11-01', '2026-11-30'],
    ['employee_paid', 2, '2026-11-01', '2026-11-30'],
  ]);
  // The list has them where they were recorded: behind what others had read by then.
  const days_recorded = made.rows('usage_record').map(({ created_at }) => created_at.slice(0, 10));
  expect(days_recorded).toEqual(['2026-12-15', '2026-12-15', '2026-12-15']);
});

test('an employer is launched once, when it is out of preview', async () => {
  const made = await world();
  const live = await made.given.created('business_entity', {
    name: 'Harbour Mills',
    business_number: '123456782RP0001',
    in_preview: false,
  });
  await made.follow(made.usage);
  await made.given.changed('business_entity', live.id, { name: 'Harbour Mills Inc.' });
  await made.follow(made.usage);
  expect(made.rows('usage_record')).toMatchObject([{ event: 'business_launched', record_id: live.id }]);
});

test('the stubs of an approval are recorded after its journal entries and payments', async () => {
  const made = await world();
  const [first] = await made.drafts();
  await approve(made, first!);
  const asked: { follows: readonly string[] | undefined; recorded: number }[] = [];
  const { gate } = made.services;
  const followed: typeof gate.followed = async (position, follows, ...rest) => {
    asked.push({ follows, recorded: made.rows('usage_record').length });
    return gate.followed(position, follows, ...rest);
  };
  await made.follow(usageManager({ ...made.services, gate: { ...gate, followed } }));
  expect(asked).toEqual([{ follows: ['journal', 'payments'], recorded: 0 }]);
  expect(made.rows('usage_record')).toHaveLength(2);
});

test('a wait for an approval looks again until it has ended, and stops when the approval is parked', async () => {
  const made = await world();
  const approval = { position: 7n, metadata: { ...made.tenant } };
  const looks = async (isStuck: (look: number) => boolean, ends_in_ms = APPROVAL_ms): Promise<number> => {
    let look = 0;
    const gate = { ...made.services.gate, followed: async () => ++look === 3, isStuck: () => isStuck(look) };
    await afterApproval(approval, { ...made.services, gate }, Date.now() + ends_in_ms, () => {});
    return look;
  };
  expect(await looks(() => false)).toBe(3);
  expect(await looks((look) => look === 2)).toBe(2);
  // Its end was noted before the clock was set back by an hour.
  expect(await looks(() => false, 3_600_000)).toBe(0);
});

test('the audit finds a paid stub that was not recorded, and one that was recorded twice', async () => {
  const made = await world();
  const audited = async () => (await foundIn(made, [paidStubsAreCounted])).map(({ record, what }) => [record, what]);
  const [first] = await made.drafts();
  await approve(made, first!);
  const ids = (await made.stubs(first!)).map(({ id }) => id).sort();
  expect((await audited()).sort()).toEqual(ids.map((id) => [id, 'it is paid, and has no usage record']));
  await made.follow(made.usage);
  expect(await audited()).toEqual([]);

  // Taken back and approved again: recorded the first time.
  await made.given.events('payroll', first!.id, {
    type: 'PayrollUnapprovalStarted',
    data: { pay_schedule_id: made.schedule.id },
  });
  await made.follow(made.managers.approval, made.usage);
  expect(await audited()).toEqual([]);
  await approve(made, first!);
  await made.follow(made.usage);
  expect(await audited()).toEqual([]);

  const [recorded] = made.rows('usage_record');
  const { id, event, record_id, happened_at } = recorded!;
  const data = { event, record_id, happened_at };
  await made.given.events('usage_record', id.replace(/.{4}$/, 'AAAA'), { type: 'UsageRecordCreated', data });
  expect(await audited()).toEqual([[record_id, 'it has 2 usage records']]);
});
