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
