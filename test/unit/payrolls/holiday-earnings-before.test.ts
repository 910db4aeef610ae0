import { expect, test } from 'vitest';
import type { Operation } from '../../../src/kernel/definition/operation.ts';
import type { RecordOf } from '../../../src/kernel/definition/resource.ts';
import { explainStatutoryHolidayPay } from '../../../src/payrolls/explanations/holiday-pay-calculation.ts';
import { equal } from '../../../src/values/condition.ts';
import { type PayrollWorld, SALARY } from '../../support/payroll-world.ts';
import { MONTHLY, type YearEnd, yearEnd } from '../../support/year-end.ts';

/**
 * Which earnings count for a holiday: Christmas Day is in the fourth pay period, from 13 December; its pay date is the
 * 31st.
 */
const worldOf = async (province: string) => {
  const world = await yearEnd({ province });
  const { assignment } = await world.hired();
  await world.given.created('tax_property', {
    ...{ owner_id: assignment.id, type: 'ca::statutory_holiday_pay', effective_from: '2026-01-01' },
    value: { calculate_entitlement: true },
  });
  return { world, assignment };
};

const started = async (world: PayrollWorld, payroll: RecordOf<'payroll'>, type: string) => {
  const { given, follow, managers } = world;
  await given.events('payroll', payroll.id, { type, data: { pay_schedule_id: payroll.pay_schedule_id } });
  await follow(managers.population, managers.approval, managers.journal);
};
const approved = (world: PayrollWorld, payroll: RecordOf<'payroll'>) =>
  started(world, payroll, 'PayrollApprovalStarted');
const unapproved = (world: PayrollWorld, payroll: RecordOf<'payroll'>) =>
  started(world, payroll, 'PayrollUnapprovalStarted');

/** The draft that pays the holiday. */
const christmasOf = async (world: PayrollWorld) => (await world.drafts()).find(({ type }) => type === 'regular')!;

const paidForChristmas = async (world: PayrollWorld, payroll?: RecordOf<'payroll'>) => {
  const [stub] = await world.stubs(payroll ?? (await christmasOf(world)));
  const line = world
    .rows('earning_line_item')
    .find(({ pay_stub_id, type }) => pay_stub_id === stub!.id && type === 'statutory_holiday_pay');
  return line?.managed_amount ?? null;
};

// British Columbia and Yukon: 30 days of employment, New Brunswick: 90; 2,000.00 in ten working days.
test.each([
  ['ca_bc', '200'],
  ['ca_nb', null],
  ['ca_yt', '200'],
])('who has no pay rate is employed since the first period that was paid: %s', async (province, amount) => {
  const { world, assignment } = await worldOf(province);
  const wage = { earning_type: 'wage', amount: '2000', frequency: 'per_payroll', effective_from: '2026-01-01' };
  await world.given.created('earning', { work_assignment_id: assignment.id, ...wage });
  await world.populated();
  for (let closed = 0; closed < 3; closed++) await approved(world, (await world.drafts())[0]!);
  expect(await paidForChristmas(world)).toBe(amount);
});

/** An off-cycle payroll with a commission of the days that count. */
const withCommission = async (world: PayrollWorld, assignment: RecordOf<'work_assignment'>, pay_date: string) => {
  const [source] = (await world.services.read.find('payroll', world.tenant, equal('pay_date', '2026-12-18')))!;
  const apart = await world.given.created('payroll', {
    ...{ pay_schedule_id: world.schedule.id, type: 'off_cycle', source_payroll_id: source!.id, pay_date },
  });
  const { id } = await world.given.created('pay_stub', { payroll_id: apart.id, work_assignment_id: assignment.id });
  const commission = { earning_type: 'commission', custom_amount: '1000', custom_earned_on: '2026-12-10' };
  await world.given.created('earning_line_item', { pay_stub_id: id, ...commission });
  await world.populated();
  return apart;
};

/** What `POST /calculations/statutory_holiday_pay` says that the holiday comes to. */
const explainedOfChristmas = async (world: YearEnd, payroll: RecordOf<'payroll'>) => {
  const [stub] = await world.stubs(payroll);
  const body = { pay_stub_id: stub!.id, configuration: {} };
  const answer = (await (explainStatutoryHolidayPay as Operation).run(world.call({ body }))) as { body: unknown };
  const { holidays } = (answer.body as { data: { holidays: { date: string; amount: number }[] } }).data;
  return holidays.find(({ date }) => date === '2026-12-25')?.amount;
};

// Saskatchewan: 5 % of the four weeks before, of what was earned in them, whichever payroll of the day pays it.
test.each([
  // A draft of an earlier day has to be approved first.
  ['2026-12-30', 50],
  ['2026-12-31', 0],
])('what an off-cycle payroll has paid counts, before the pay date or on it: %s', async (pay_date, counted_again) => {
  const { world, assignment } = await worldOf('ca_sk');
  await world.given.created('pay_rate', { work_assignment_id: assignment.id, ...SALARY });
  await world.populated();
  for (let closed = 0; closed < 3; closed++) await approved(world, (await world.drafts())[0]!);
  const before = Number(await paidForChristmas(world));
  const apart = await withCommission(world, assignment, pay_date);
  expect(Number(await paidForChristmas(world))).toBe(before);
  await approved(world, apart);
  expect(Number(await paidForChristmas(world))).toBe(before + 50);

  // A closed stub is explained as it was paid: with what was closed before it, and with nothing that was closed later.
  const christmas = await christmasOf(world);
  const explained = () => explainedOfChristmas(world, christmas);
  await approved(world, christmas);
  expect(await explained()).toBe(before + 50);
  const later = await withCommission(world, assignment, pay_date);
  await approved(world, later);
  expect(await explained()).toBe(before + 50);
  for (const payroll of [later, christmas, apart]) await unapproved(world, payroll);
  await approved(world, christmas);
  await approved(world, apart);
  expect(Number(await paidForChristmas(world, christmas))).toBe(before + counted_again);
  expect(await explained()).toBe(before + counted_again);
});

test('no holiday pay is generated on an off-cycle payroll, and its explanation says so', async () => {
  const { world, assignment } = await worldOf('ca_sk');
  await world.given.created('pay_rate', { work_assignment_id: assignment.id, ...SALARY });
  await world.populated();
  for (let closed = 0; closed < 3; closed++) await approved(world, (await world.drafts())[0]!);
  const source_payroll_id = (await christmasOf(world)).id;
  const apart = await world.given.created('payroll', {
    ...{ pay_schedule_id: world.schedule.id, type: 'off_cycle', source_payroll_id, pay_date: '2026-12-31' },
  });
  const { id } = await world.given.created('pay_stub', { payroll_id: apart.id, work_assignment_id: assignment.id });
  await world.populated();
  expect(await paidForChristmas(world, apart)).toBeNull();
  const body = { pay_stub_id: id, configuration: {} };
  const answer = (await (explainStatutoryHolidayPay as Operation).run(world.call({ body }))) as { body: unknown };
  expect(answer.body).toMatchObject({ data: { not_applicable_reason: 'not_a_regular_payroll', holidays: [] } });
});

test.each([
  'ca_on',
  // Of work abroad there are no rules.
  'ca_oc',
])(
  'a holiday is explained with the rules of where the work was on its day, also where it is in %s on the pay date',
  async (place) => {
    const { world, assignment } = await worldOf('ca_sk');
    await world.given.created('pay_rate', { work_assignment_id: assignment.id, ...SALARY });
    const moved = { type: 'ca::province_of_work', value: place, effective_from: '2026-12-27' };
    await world.given.created('tax_property', { owner_id: assignment.id, ...moved });
    await world.populated();
    for (let closed = 0; closed < 3; closed++) await approved(world, (await world.drafts())[0]!);
    const [stub] = await world.stubs(await christmasOf(world));
    const body = { pay_stub_id: stub!.id, configuration: {} };
    const answer = (await (explainStatutoryHolidayPay as Operation).run(world.call({ body }))) as { body: unknown };
    expect(answer.body).toMatchObject({
      data: {
        not_applicable_reason: null,
        jurisdiction: place,
        default_rules: [{ id: 'ca_sk/regular_earnings' }],
        holidays: [{ date: '2026-12-25', amount: Number(await paidForChristmas(world)) }],
      },
    });
  },
);

/**
 * Eight hours at 20.00 on each working day of British Columbia, entered without days. September 2026 has 22 weekdays, of
 * which Labour Day and the 30th are holidays, and October 22 with Thanksgiving on the 12th. The 30 days before that have
 * 12 days of work in September, its 30th with its pay, and seven days in October.
 */
test('hours of an earlier stub lie on none of its holidays, where they were entered without a day', async () => {
  const schedule = { ...MONTHLY, generate_payrolls_from: '2026-08-31' };
  const world = await yearEnd({ province: 'ca_bc', schedule });
  const { assignment } = await world.hired();
  const of = { work_assignment_id: assignment.id, effective_from: '2026-01-01' };
  await world.given.created('pay_rate', { ...of, type: 'hourly', rate: '20', expected_hours_per_week: '40' });
  const { work_assignment_id: owner_id, effective_from } = of;
  const value = { calculate_entitlement: true };
  await world.given.created('tax_property', { owner_id, effective_from, type: 'ca::statutory_holiday_pay', value });
  await world.populated();
  const paid: (string | null)[] = [];
  for (const custom_hours of ['160', '160', '168']) {
    const payroll = (await world.drafts())[0]!;
    const [stub] = await world.stubs(payroll);
    const lines = () => world.rows('earning_line_item').filter(({ pay_stub_id }) => pay_stub_id === stub!.id);
    await world.given.changed('earning_line_item', lines().find(({ type }) => type === 'wage')!.id, { custom_hours });
    await world.populated();
    for (const line of lines()) if (line.type === 'statutory_holiday_pay') paid.push(line.managed_amount);
    await world.paid(payroll);
  }
  expect(paid).toEqual(['160', '160', '160']);
});
