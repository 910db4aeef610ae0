import { expect, test } from 'vitest';
import type { RecordOf } from '../../../src/kernel/definition/resource.ts';
import { approvalBlockers, blockedBy } from '../../../src/payrolls/blockers.ts';
import { paymentsWorld } from '../../support/payments-world.ts';

test('a payroll that takes back more of a remittance account than it remits to it warns, and can be approved', async () => {
  const world = await paymentsWorld(1);
  const { given, services, tenant } = world;
  const union = await given.created('remittance_account', {
    business_entity_id: world.employer.id,
    account_provider: 'other',
    account_identifier: '7',
  });
  const warned = async (payroll: RecordOf<'payroll'>) => {
    const found = (await approvalBlockers([payroll], services, tenant)).get(payroll.id) ?? [];
    expect(blockedBy(found)).toBeUndefined();
    return found.map(({ type }) => type);
  };
  const dues = async (payroll: RecordOf<'payroll'>, custom_amount: string) => {
    const [stub] = await world.stubs(payroll);
    const own = { pay_stub_id: stub!.id, deduction_type: 'union_dues', custom_amount };
    return given.created('deduction_line_item', { ...own, remittance_account_id: union.id });
  };
  const line = await dues(world.payroll, '50');
  await world.populated();
  expect(await warned(world.payroll)).toEqual([]);
  await world.approved();
  await world.populated();
  const [next] = (await world.drafts()) as [RecordOf<'payroll'>];
  const [stub] = await world.stubs(next);
  const adjustment = { correction_pay_stub_id: stub!.id, source_line_item_id: line.id, expected_amount: '30' };
  await given.created('adjustment', adjustment);
  await world.populated();
  expect(await warned(next)).toEqual(['remittance_below_zero']);
  // As much goes there as comes back.
  await dues(next, '20');
  await world.populated();
  expect(await warned(next)).toEqual([]);
});
