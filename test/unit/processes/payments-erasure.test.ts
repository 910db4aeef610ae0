import { expect, test } from 'vitest';
import { isBeingPaid } from '../../../src/people/erasure.ts';
import { registry } from '../../../src/registry.ts';
import { paymentsWorld } from '../../support/payments-world.ts';

test('nobody is forgotten while a payment is on its way to them', async () => {
  const world = await paymentsWorld(2);
  const [{ employee }, other] = world.people as [(typeof world.people)[number], (typeof world.people)[number]];
  const { tenant, services } = world;
  const isPaid = (id: string) => isBeingPaid({ definition: registry.need('employee'), id, tenant }, services.read);
  expect(await isPaid(employee.id)).toBe(false);
  await world.approved();
  expect([await isPaid(employee.id), await isPaid(other.employee.id)]).toEqual([true, true]);
  const stub = (await world.stubs(world.payroll)).find(({ employee_id }) => employee_id === employee.id)!;
  const [payment] = await world.payments({ pay_stub_id: stub.id });
  const failed = { payroll_id: world.payroll.id, reason: 'other', return_code: null, returned_on: '2026-11-20' };
  await world.given.events('payment', payment!.id, { type: 'PaymentFailed', data: failed });
  expect([await isPaid(employee.id), await isPaid(other.employee.id)]).toEqual([false, true]);
});
