import { expect, test } from 'vitest';
import type { JsonObject } from '../../../src/values/json.ts';
import { SALARY } from '../../support/payroll-world.ts';
import { yearEnd } from '../../support/year-end.ts';

/**
 * Given a custom schedule, whose payrolls are made by hand one after the other, when several of them fall in one month,
 * then together they take the month's amount of an item once.
 */

const DAYS = ['2026-11-25', '2026-12-02', '2026-12-09', '2026-12-16'] as const;

/** What a payroll on each of the days, approved before the next one is made, takes of 100.00 a month. */
const taken = async (kind: 'deduction' | 'employee_benefit', type: string, more: JsonObject, entered?: string) => {
  const world = await yearEnd({ schedule: { pay_frequency: 'custom' } });
  const { assignment } = await world.hired({ rate: SALARY });
  await world.given.created(kind, {
    ...{ work_assignment_id: assignment.id, [`${kind}_type`]: type, effective_from: '2026-01-01' },
    ...{ amount: '100', amount_type: 'fixed', frequency: 'per_month', date_basis: 'by_pay_date', ...more },
  });
  const amounts: string[] = [];
  for (const original_pay_date of DAYS) {
    const payroll = await world.given.created('payroll', {
      ...{ pay_schedule_id: world.schedule.id, original_pay_date, custom_pay_frequency: 'weekly' },
      ...{ period_start: '2026-11-01', period_end: '2026-11-14' },
    });
    await world.given.created('pay_stub', { payroll_id: payroll.id, work_assignment_id: assignment.id });
    await world.populated();
    const line = world.rows(`${kind}_line_item`).find(({ payroll_id }) => payroll_id === payroll.id);
    if (line && entered !== undefined && original_pay_date === '2026-12-02') {
      await world.given.changed(`${kind}_line_item`, line.id, { custom_amount: entered });
      await world.populated();
    }
    await world.paid(payroll);
    const [stub] = await world.stubs(payroll);
    amounts.push(stub!.amounts?.[kind]?.[type] ?? 'none');
  }
  return amounts;
};

test.each([
  [[1], ['100', '100', 'none', 'none']],
  [[-1], ['100', '100', '0', '0']],
  [[2], ['100', '100', '0', 'none']],
  [
    [1, 2],
    ['100', '100', '0', 'none'],
  ],
])('of positions %j', async (pay_period_cadence, amounts) => {
  expect(await taken('deduction', 'garnishment_order', { pay_period_cadence })).toEqual(amounts);
});

test('less than all of it was entered by hand: the next payrolls take the rest', async () => {
  expect(await taken('deduction', 'garnishment_order', { pay_period_cadence: [-1] }, '30')).toEqual([
    ...['100', '30', '70', '0'],
  ]);
});

test('the tax that is added to a benefit is not of its amount', async () => {
  const more = { pay_period_cadence: [-1], apply_sales_tax: true };
  // 8 % in Ontario.
  expect(await taken('employee_benefit', 'dental', more)).toEqual(['108', '108', '0', '0']);
  expect(await taken('employee_benefit', 'dental', more, '35.99')).toEqual(['108', '35.99', '72.01', '0']);
});

test('an approved payroll keeps its intended day too, also where another one is paid on the same day', async () => {
  const world = await yearEnd({ schedule: { pay_frequency: 'custom', pay_day_movement_setting: 'next_business_day' } });
  const correction = await world.given.created('payroll', {
    ...{ pay_schedule_id: world.schedule.id, type: 'correction', custom_pay_frequency: 'weekly' },
    ...{ period_start: '2026-11-01', period_end: '2026-11-14', original_pay_date: '2026-12-14' },
  });
  await world.paid(correction);
  // A Saturday: it would be paid on Monday the 14th.
  const moved = world.given.changed('payroll', correction.id, { pay_date: '2026-12-12' });
  await expect(moved).rejects.toMatchObject({ status: 400 });
});
