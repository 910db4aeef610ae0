import { expect, test } from 'vitest';
import type { Call } from '../../../src/kernel/definition/operation.ts';
import { approvePayroll } from '../../../src/payrolls/approve.ts';
import { type PayrollWorld, payrollWorld, SALARY } from '../../support/payroll-world.ts';

/** Given a payroll that is still being filled, when it is approved, then nobody is left off it in silence. */

const approveIn = (world: PayrollWorld, payroll: string) => {
  const call = { origin: world.origin(), services: world.services, tenant: world.tenant, query: {}, body: {} };
  // A call that was read from no request has nothing else that the operation looks at.
  const asked = { ...call, params: { payroll } } as unknown as Call;
  return world.when(() => approvePayroll.run(asked));
};

test('a payroll is not approved before everybody of its schedule is on it', async () => {
  const world = await payrollWorld();
  await world.populated();
  const [payroll] = await world.drafts();
  const approve = () => approveIn(world, payroll!.id);
  const { assignment } = await world.hired({ rate: SALARY });
  const early = await approve();
  expect(early.types).toEqual([]);
  expect(early.problem).toMatchObject({ status: 503, text: { en: expect.stringContaining(assignment.id) } });
  expect(early.problem?.headers).toEqual({ 'Retry-After': '2' });

  await world.populated();
  expect((await approve()).types).toEqual(['PayrollApprovalStarted']);
  await world.follow(world.managers.approval);
  const closed = await world.stubs(payroll!, assignment);
  expect(closed.map(({ is_closed }) => is_closed)).toEqual([true]);
});

test('who was hired while a payroll was approved is on it once it is a draft again, and does not prevent its approval', async () => {
  const world = await payrollWorld();
  await world.hired({ rate: SALARY });
  await world.populated();
  const [payroll] = await world.drafts();
  const { id, pay_schedule_id } = payroll!;
  const rest = () => world.follow(world.managers.population, world.managers.approval);
  await approveIn(world, id);
  await rest();
  const { assignment } = await world.hired({ rate: SALARY });
  await rest();
  await world.given.events('payroll', id, { type: 'PayrollUnapprovalStarted', data: { pay_schedule_id } });
  await rest();
  expect((await approveIn(world, id)).types).toEqual(['PayrollApprovalStarted']);
  await rest();
  expect((await world.stubs(payroll!, assignment)).map(({ is_closed }) => is_closed)).toEqual([true]);
});
