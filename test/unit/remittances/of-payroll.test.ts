import { expect, test } from 'vitest';
import type { RecordOf } from '../../../src/kernel/definition/resource.ts';
import { remittancesOfPayroll } from '../../../src/remittances/of-payroll.ts';
import { remittancesOf } from '../../../src/remittances/remitted.ts';
import { paymentsWorld } from '../../support/payments-world.ts';

/** Amounts to remit and their due dates, as a payroll shows them. */

test('a new remitter type moves the due dates of drafts, but none for which a payment was made', async () => {
  const world = await paymentsWorld(1, { remittancesOf });
  const { services, tenant, payroll } = world;
  await world.approved();
  await world.populated();
  const dueOf = async ({ id }: RecordOf<'payroll'>) => {
    const now = await services.read.get('payroll', tenant, id);
    const remittances = await remittancesOfPayroll(now!, services, tenant);
    const { due_on, from, to, ...cra } = remittances.find(({ account_provider }) => account_provider === 'ca_cra')!;
    expect(cra).toMatchObject({ account_identifier: '123456782RP0001', is_by_employer: false });
    return [due_on, from, to];
  };
  const [draft] = await world.drafts();
  const november = ['2026-12-15', '2026-11-01', '2026-11-30'];
  expect([await dueOf(payroll), await dueOf(draft!)]).toEqual([november, ['2027-01-15', '2026-12-01', '2026-12-31']]);

  const [account] = world.rows('remittance_account');
  await world.given.changed('remittance_account', account!.id, { remitter_type: 'accelerated_threshold_1' });
  expect([await dueOf(payroll), await dueOf(draft!)]).toEqual([november, ['2026-12-29', '2026-12-01', '2026-12-15']]);
  const [payment] = await world.payments({ destination: 'cra' });
  expect(payment!.expected_at).toBe(november[0]);

  const data = { pay_schedule_id: world.schedule.id };
  await world.given.events('payroll', payroll.id, { type: 'PayrollUnapprovalStarted', data });
  await world.follow(world.managers.approval, world.managers.payments);
  expect(await dueOf(payroll)).toEqual(['2026-12-10', '2026-11-16', '2026-11-30']);
});

test('a payment says whether a weekend or a holiday moved the day on which it is due', async () => {
  const world = await paymentsWorld(1, { remittancesOf });
  const [account] = world.rows('remittance_account');
  // Due on the third working day after Saturday the 21st.
  await world.given.changed('remittance_account', account!.id, { remitter_type: 'accelerated_threshold_2' });
  await world.approved();
  expect(await world.payments({ destination: 'cra' })).toMatchObject([
    { expected_at: '2026-11-25', is_impacted_by_weekend_or_holiday: true },
  ]);
});
