import { expect, test } from 'vitest';
import { cashRequirements } from '../../../src/payrolls/facts/cash-requirement.ts';
import { payrollSums } from '../../../src/payrolls/facts/payroll-sums.ts';
import { remittancesOf } from '../../../src/remittances/remitted.ts';
import { decimal, toText } from '../../../src/values/money.ts';
import { readerBy } from '../../simulation/read-tables.ts';
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

test('what a payroll debits is of one moment, whatever changes while it is read', async () => {
  const world = await paymentsWorld(1);
  const { given, payroll, services, tenant } = world;
  await world.populated();
  const debited = async (read = services.read) => {
    const known = { ...services, read };
    return (await cashRequirements([payroll], await payrollSums([payroll], known, tenant), known, tenant)).get(
      payroll.id,
    );
  };
  const union = await given.created('remittance_account', {
    business_entity_id: world.employer.id,
    ...{ account_provider: 'other', account_identifier: '7', is_remitted_by_employer: true },
  });
  const pay_stub_id = (await world.stubs(payroll))[0]!.id;
  let isChanged = false;
  // What the employer remits by itself is taken off what the stub asks for.
  const change = async () => {
    isChanged = true;
    await given.created('earning_line_item', {
      pay_stub_id,
      earning_type: 'bonus_discretionary',
      custom_amount: '1000',
    });
    const dues = { deduction_type: 'union_dues', custom_amount: '50', remittance_account_id: union.id };
    await given.created('deduction_line_item', { pay_stub_id, ...dues });
    await world.populated();
  };
  let last: Promise<unknown> = Promise.resolve();
  // One after the other, and the change is behind the first.
  const read = readerBy(
    (question) =>
      ((...asked: unknown[]) => {
        const ask = services.read[question] as (...asked: unknown[]) => Promise<unknown>;
        const answer = last.then(() => ask(...asked));
        last = answer.then(() => (isChanged ? undefined : change()));
        return answer;
      }) as never,
  );
  const before = await debited();
  const meanwhile = await debited(read);
  await last;
  expect(isChanged).toBe(true);
  expect([before, await debited()]).toContain(meanwhile);
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
