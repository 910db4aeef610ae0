import { expect, test } from 'vitest';
import { closedStubStands } from '../../../src/audit/closed-stubs.ts';
import { foundIn } from '../../support/audit-in-memory.ts';
import { payrollWorld, SALARY } from '../../support/payroll-world.ts';

/** Pay stubs that callers put on payrolls of a custom schedule, and what happens beside that. */

test('a fence in the stream of a closed stub is no change of it, and another event is', async () => {
  const world = await payrollWorld();
  await world.hired({ rate: SALARY });
  await world.populated();
  const [payroll] = await world.drafts();
  await world.given.events('payroll', payroll!.id, {
    type: 'PayrollApprovalStarted',
    data: { pay_schedule_id: world.schedule.id },
  });
  await world.follow(world.managers.approval, world.managers.population);
  const [stub] = await world.stubs(payroll!);
  await world.given.events('pay_stub', stub!.id, { type: 'AdjustmentFenced', data: {} });
  expect(await foundIn(world, [closedStubStands])).toEqual([]);
  await world.given.events('pay_stub', stub!.id, { type: 'PayStubChanged', data: { note: 'later' } });
  expect(await foundIn(world, [closedStubStands])).toHaveLength(1);
});
