import { expect, test } from 'vitest';
import { payrollWorld, SALARY } from '../../support/payroll-world.ts';

/** A schedule that becomes custom while payrolls of it are drafts. */

test('when a schedule becomes custom its generated drafts go; one with an entry stays, and says so', async () => {
  const world = await payrollWorld();
  const { given, schedule } = world;
  await world.hired({ rate: SALARY });
  await world.populated();
  const [, , third] = await world.drafts();
  const [stub] = await world.stubs(third!);
  const bonus = { pay_stub_id: stub!.id, earning_type: 'bonus_discretionary', custom_amount: 500 };
  const { id } = await given.created('earning_line_item', bonus);
  await given.changed('pay_schedule', schedule.id, { pay_frequency: 'custom' });
  await world.populated();
  expect(await world.drafts()).toMatchObject([{ id: third!.id, is_off_calendar: true }]);
  expect((await world.stateOf('pay_stub', stub!.id))?.employee_summary.gross).toBe('2500');
  await given.deleted('earning_line_item', id);
  await given.changed('pay_schedule', schedule.id, { title: 'Harvest' });
  await world.populated();
  expect(await world.drafts()).toEqual([]);
});

test('a draft from before is paid as often as it was: with a bi-weekly one of its date it is one pay', async () => {
  const world = await payrollWorld();
  const { given, schedule } = world;
  const { assignment } = await world.hired({ rate: SALARY });
  await world.populated();
  const [first] = await world.drafts();
  const enter = (stub: { id: string }) =>
    given.created('earning_line_item', { pay_stub_id: stub.id, earning_type: 'overtime', custom_amount: 1000 });
  const [kept] = await world.stubs(first!);
  await enter(kept!);
  await given.changed('pay_schedule', schedule.id, { pay_frequency: 'custom' });
  await world.populated();
  const { period_start, period_end, pay_date: original_pay_date } = first!;
  const other = await given.created('payroll', {
    ...{ pay_schedule_id: schedule.id, type: 'regular', period_start, period_end, original_pay_date },
    custom_pay_frequency: 'bi-weekly',
  });
  const added = await given.created('pay_stub', { payroll_id: other.id, work_assignment_id: assignment.id });
  await enter(added);
  await world.populated();
  const stubs = [kept!, added].map(({ id }) => world.rows('pay_stub').find((stub) => stub.id === id)!);
  const [gross, cpp] = [
    stubs.map(({ employee_summary }) => Number(employee_summary.gross)),
    stubs.map(({ amounts }) => Number(amounts?.statutory_withholding?.cpp)),
  ].map((each) => each.reduce((sum, amount) => sum + amount, 0)) as [number, number];
  // One exemption of a 26th or 27th of 3,500.00, not two.
  expect(gross * 0.0595 - cpp).toBeLessThan(8.02);
});
