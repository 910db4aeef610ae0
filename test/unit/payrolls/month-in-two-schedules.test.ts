import { expect, test } from 'vitest';
import type { JsonObject } from '../../../src/values/json.ts';
import { SALARY } from '../../support/payroll-world.ts';
import { yearEnd } from '../../support/year-end.ts';

/**
 * Given somebody who was paid by one schedule in a month, when they are moved to another schedule that pays in the same
 * month, then both together take the month's amount of an item once.
 */

const BI_WEEKLY = {
  anchor_pay_date: '2026-12-04',
  anchor_end_of_pay_period: '2026-12-04',
  generate_payrolls_from: '2026-12-04',
};
const WEEKLY = {
  ...{
    title: 'Weekly',
    pay_frequency: 'weekly',
    anchor_pay_date: '2026-12-18',
    anchor_end_of_pay_period: '2026-12-18',
  },
  generate_payrolls_from: '2026-12-18',
};

/** What is deducted on 4 December, and on 18 December by the other schedule, of 100.00 a month. */
const taken = async (more: JsonObject, entered?: string) => {
  const world = await yearEnd({ schedule: BI_WEEKLY });
  const [{ assignment }] = [await world.hired({ rate: SALARY }), await world.hired({ rate: SALARY })];
  await world.given.created('deduction', {
    ...{ work_assignment_id: assignment.id, deduction_type: 'garnishment_order', effective_from: '2026-01-01' },
    ...{ amount: '100', amount_type: 'fixed', frequency: 'per_month', date_basis: 'by_pay_date', ...more },
  });
  await world.populated();
  const deducted = async (schedule: { id: string }, pay_date: string) => {
    const payroll = (await world.drafts()).find(
      (draft) => draft.pay_schedule_id === schedule.id && draft.pay_date === pay_date,
    )!;
    const line = world.rows('deduction_line_item').find(({ payroll_id }) => payroll_id === payroll.id);
    if (line && entered !== undefined && pay_date === '2026-12-04') {
      await world.given.changed('deduction_line_item', line.id, { custom_amount: entered });
      await world.populated();
    }
    const [stub] = await world.stubs(payroll, assignment);
    return { payroll, amount: stub!.amounts?.deduction?.garnishment_order ?? 'none' };
  };
  const first = await deducted(world.schedule, '2026-12-04');
  await world.paid(first.payroll);
  const weekly = await world.given.created('pay_schedule', { ...WEEKLY, business_entity_id: world.employer.id });
  await world.given.changed('work_assignment', assignment.id, { pay_schedule_id: weekly.id });
  await world.populated();
  return [first.amount, (await deducted(weekly, '2026-12-18')).amount];
};

test.each([
  ['all of it was taken before', { pay_period_cadence: [1] }, undefined, ['100', '0']],
  ['half of it was taken before', { pay_period_cadence: [1, 2] }, undefined, ['50', '50']],
  ['less was entered by hand', { pay_period_cadence: [1] }, '30', ['30', '70']],
  ['none of it was taken before', { pay_period_cadence: [2] }, undefined, ['none', 'none']],
])('%s', async (_, more, entered, amounts) => {
  expect(await taken(more, entered)).toEqual(amounts);
});
