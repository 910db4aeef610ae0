import { expect, test } from 'vitest';
import { INVARIANTS } from '../../../src/audit/invariants.ts';
import { remittancesOf } from '../../../src/remittances/remitted.ts';
import { foundIn } from '../../support/audit-in-memory.ts';
import { paymentsWorld } from '../../support/payments-world.ts';

/**
 * Population waits ten seconds for the journal entries and payments of an approval, then calculates the next payroll
 * beside them. What they still append concerns none of its figures.
 */
test('a next payroll that is calculated before the journal entries and payments of an approval is as one calculated after them', async () => {
  const world = await paymentsWorld(3, { remittancesOf });
  const { given, follow, managers, payroll } = world;
  const [next] = (await world.drafts()).filter(({ id }) => id !== payroll.id);
  await given.events('payroll', payroll.id, {
    type: 'PayrollApprovalStarted',
    data: { pay_schedule_id: world.schedule.id },
  });
  await follow(managers.approval);
  await world.populated();
  const stubs = await world.stubs(next!);
  expect(stubs.map(({ employee_summary }) => employee_summary.net)).not.toContain(null);
  await follow(managers.journal, managers.payments);
  const { types } = await world.when(async () => {
    await world.populated();
    // The schedule is looked at as a whole once more, as if nobody had done so beside the approval.
    await given.events('pay_schedule', world.schedule.id, {
      type: 'PayScheduleChanged',
      data: { title: 'Every other Friday' },
    });
    await world.populated();
  });
  expect(types).toEqual(['PayScheduleChanged']);
  expect(await world.stubs(next!)).toEqual(stubs);
  expect(await foundIn(world, INVARIANTS)).toEqual([]);
});
