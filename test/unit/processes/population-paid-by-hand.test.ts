import { expect, test } from 'vitest';
import { cashRequirements } from '../../../src/payrolls/facts/cash-requirement.ts';
import { payrollSums } from '../../../src/payrolls/facts/payroll-sums.ts';
import { remittancesOf } from '../../../src/remittances/remitted.ts';
import { decimal, toText } from '../../../src/values/money.ts';
import { paymentsWorld } from '../../support/payments-world.ts';

test('a stub whose payment method is changed, and nothing else, is calculated again: the debit is as it was expected', async () => {
  const world = await paymentsWorld(2, { remittancesOf });
  const { given, payroll, services, tenant } = world;
  // That the employer went live is done with.
  await world.populated();
  const [stub] = await world.stubs(payroll);
  const asked = async () => (await world.stateOf('pay_stub', stub!.id))?.cash_requirement;
  const before = await asked();
  await given.changed('pay_stub', stub!.id, { payment_method: 'manual' });
  await world.populated();
  expect(await asked()).toBe(toText(decimal(before!).minus(stub!.employee_summary.net!)));

  const sums = await payrollSums([payroll], services, tenant);
  const expected = (await cashRequirements([payroll], sums, services, tenant)).get(payroll.id);
  await world.approved();
  expect((await world.payments({ destination: 'payroll_float' })).map(({ amount }) => amount)).toEqual([expected]);
});

test('a note on a stub has nothing calculated', async () => {
  const world = await paymentsWorld(1);
  await world.populated();
  const [stub] = await world.stubs(world.payroll);
  const { types } = await world.when(async () => {
    await world.given.changed('pay_stub', stub!.id, { note: 'by hand' });
    await world.populated();
  });
  expect(types).toEqual(['PayStubChanged']);
});
