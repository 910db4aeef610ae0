import { expect, test } from 'vitest';
import { exemptionOncePerPay } from '../../../src/audit/basic-exemption.ts';
import type { RecordOf } from '../../../src/kernel/definition/resource.ts';
import { foundIn } from '../../support/audit-in-memory.ts';
import { SALARY } from '../../support/payroll-world.ts';
import { yearEnd } from '../../support/year-end.ts';

/**
 * Given somebody whom one employer pays on two schedules, when both pay on one date, then each pay bears what it bears
 * by itself: P of T4127 goes with the pay of its own schedule.
 */

const MONTHLY = {
  ...{ title: 'Monthly', pay_frequency: 'monthly', day_1: 20, anchor_pay_date: '2026-11-20' },
  anchor_end_of_pay_period: '2026-11-14',
  generate_payrolls_from: '2026-11-20',
};

/** What was withheld of each work assignment on 20 November, by type. */
const withheld = (stubs: readonly RecordOf<'pay_stub'>[], { id }: RecordOf<'work_assignment'>) =>
  stubs.find((stub) => stub.work_assignment_id === id && stub.pay_date === '2026-11-20')!.amounts
    ?.statutory_withholding;

const world = async () => {
  const found = await yearEnd();
  const monthly = await found.given.created('pay_schedule', { ...MONTHLY, business_entity_id: found.employer.id });
  const onMonthly = async (employee_id: string) => {
    const assignment = await found.given.created('work_assignment', { employee_id, pay_schedule_id: monthly.id });
    await found.given.created('pay_rate', { work_assignment_id: assignment.id, ...SALARY, rate: '72000' });
    return assignment;
  };
  // 500 in each of 27 periods, and 6,000 a month.
  const rate = { ...SALARY, rate: '13500' };
  const both = await found.hired({ rate });
  const [every, other] = [await found.hired({ rate }), await found.hired()];
  const ofBoth = [both.assignment, await onMonthly(both.employee.id)] as const;
  const alone = [every.assignment, await onMonthly(other.employee.id)] as const;
  await found.populated();
  return { ...found, ofBoth, alone };
};

test.each([
  ['the bi-weekly one first', 0],
  ['the monthly one first', 1],
])('pays of two schedules on one date, %s', async (_, first) => {
  const found = await world();
  const { drafts, paid, rows, ofBoth, alone, schedule } = found;
  const due = (await drafts()).filter(({ pay_date }) => pay_date === '2026-11-20');
  const order = due.toSorted(
    (a, b) => Number(b.pay_schedule_id === schedule.id) - Number(a.pay_schedule_id === schedule.id),
  );
  expect(order).toHaveLength(2);
  for (const payroll of first === 0 ? order : order.toReversed()) await paid(payroll);
  const stubs = rows('pay_stub');
  for (const i of [0, 1] as const) expect(withheld(stubs, ofBoth[i])).toEqual(withheld(stubs, alone[i]));
  expect((await foundIn(found, [exemptionOncePerPay])).map(({ what }) => what)).toEqual([]);
});

test('a bonus by itself is taxed on pays of its own schedule, not on an average of a week and a month', async () => {
  const { given, populated, paid, drafts, stubs, rows, ofBoth, alone, schedule } = await world();
  for (const payroll of (await drafts()).filter(({ pay_date }) => pay_date === '2026-11-20')) await paid(payroll);
  const monthly = rows('pay_schedule').find(({ id }) => id !== schedule.id)!;
  const source = rows('payroll').find((one) => one.pay_schedule_id === monthly.id && one.pay_date === '2026-11-20')!;
  const bonuses = await given.created('payroll', {
    ...{ type: 'off_cycle', source_payroll_id: source.id, pay_schedule_id: monthly.id, pay_date: '2026-11-27' },
  });
  const bonusOf = async ({ id }: RecordOf<'work_assignment'>) => {
    const stub = await given.created('pay_stub', { payroll_id: bonuses.id, work_assignment_id: id });
    const line = { pay_stub_id: stub.id, earning_type: 'bonus_discretionary', custom_amount: '1000' };
    await given.created('earning_line_item', line);
  };
  await bonusOf(ofBoth[1]);
  await bonusOf(alone[1]);
  await populated();
  const taxOf = async (assignment: RecordOf<'work_assignment'>) =>
    (await stubs(bonuses, assignment))[0]!.amounts?.statutory_withholding;
  expect(await taxOf(ofBoth[1])).toEqual(await taxOf(alone[1]));
});

test.each([0, 1])(
  'the year has one maximum for both, also where the first pay of the date reaches it (%i first)',
  async (first) => {
    const found = await world();
    const { drafts, paid, rows, ofBoth, schedule, given, stubs, populated } = found;
    const due = (await drafts()).filter(({ pay_date }) => pay_date === '2026-11-20');
    const isFirst = ({ pay_schedule_id }: RecordOf<'payroll'>) => (pay_schedule_id === schedule.id) === (first === 0);
    const [one, other] = [due.find(isFirst)!, due.find((payroll) => !isFirst(payroll))!];
    const [stub] = await stubs(one, ofBoth[first]!);
    const line = { pay_stub_id: stub!.id, earning_type: 'bonus_discretionary', custom_amount: '90000' };
    await given.created('earning_line_item', line);
    await populated();
    await paid(one);
    await paid(other);
    const of = (assignment: RecordOf<'work_assignment'>) => withheld(rows('pay_stub'), assignment);
    // EI of 2026: 68,900 at 1.63 %.
    expect([of(ofBoth[first]!)?.ei, of(ofBoth[1 - first]!)?.ei ?? '0']).toEqual(['1123.07', '0']);
    expect((await foundIn(found, [exemptionOncePerPay])).map(({ what }) => what)).toEqual([]);
  },
);
