import { expect, test } from 'vitest';
import type { Operation } from '../../../src/kernel/definition/operation.ts';
import {
  listVacationPayHistory,
  retrieveVacationPayBalance,
} from '../../../src/pay-items/vacation/vacation-pay-balance.ts';
import type { JsonObject } from '../../../src/values/json.ts';
import { SALARY } from '../../support/payroll-world.ts';
import { yearEnd } from '../../support/year-end.ts';

test('the next payroll stands where it is paid: behind it comes a correction of a later day that is approved already', async () => {
  const world = await yearEnd();
  const { given, schedule } = world;
  const { assignment } = await world.hired({ rate: SALARY });
  await given.created('vacation_pay_setting', {
    ...{ work_assignment_id: assignment.id, percentage: '4', effective_from: '2026-01-01' },
  });
  await world.populated();
  await world.paid();
  const next = (await world.drafts())[0]!;
  const { period_start, period_end } = next;
  const correction = await given.created('payroll', {
    ...{ type: 'correction', pay_schedule_id: schedule.id, pay_date: '2026-12-10', period_start, period_end },
  });
  const stub = await given.created('pay_stub', { payroll_id: correction.id, work_assignment_id: assignment.id });
  await given.created('earning_line_item', { pay_stub_id: stub.id, earning_type: 'salary', custom_amount: '500' });
  await world.populated();
  expect((await world.paid(correction)).status).toBe('paid');

  const asked = async (operation: Operation) => {
    const query = { work_assignment_id: assignment.id, include_next_payrolls: true };
    const { body } = (await operation.run(world.call({ query }))) as { body: unknown };
    return (body as { data: JsonObject & { data: JsonObject }[] }).data;
  };
  const history = (await asked(listVacationPayHistory)).map(({ data }) => [
    ...[(data.payroll as { data: JsonObject }).data.pay_date, data.vacation_pay_opening_balance],
    ...[data.vacation_pay_accrued_in_period, data.vacation_pay_closing_balance],
  ]);
  expect(history).toEqual([
    ['2026-11-20', 0, 80, 80],
    ['2026-12-04', 80, 80, 160],
    ['2026-12-10', 160, 20, 180],
  ]);
  expect(await asked(retrieveVacationPayBalance)).toEqual({
    vacation_pay_opening_balance: 0,
    vacation_pay_accrued_in_period: 180,
    vacation_pay_paid_in_period: 0,
    vacation_pay_closing_balance: 180,
  });
});
