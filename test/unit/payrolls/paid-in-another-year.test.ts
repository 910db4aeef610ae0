import { expect, test } from 'vitest';
import { approvalBlockers, blockedBy } from '../../../src/payrolls/blockers.ts';
import { paymentsWorld } from '../../support/payments-world.ts';

// A payroll's figures and slips are of the year of its pay date. Who approves it too late is told where its money
// arrives in the next one.

const LAST_OF_YEAR = {
  anchor_pay_date: '2026-12-30',
  anchor_end_of_pay_period: '2026-12-26',
  generate_payrolls_from: '2026-12-30',
};

test.each([
  ['2026-12-23T21:29:00.000Z', [], '2026-12-30'],
  // The debit leaves on the 29th, and three business days later it is January.
  ['2026-12-29T15:00:00.000Z', ['paid_in_another_year'], '2027-01-04'],
  ['2027-01-05T15:00:00.000Z', ['paid_in_another_year'], '2027-01-08'],
])('approved at %s a payroll of the last days of the year warns: %j', async (now, expected, arrives_on) => {
  const world = await paymentsWorld(1, { now: '2026-12-14T17:00:00.000Z', schedule: LAST_OF_YEAR });
  const { payroll, services, tenant, clock } = world;
  expect(payroll.pay_date).toBe('2026-12-30');
  clock.set(now);
  const found = (await approvalBlockers([payroll], services, tenant)).get(payroll.id) ?? [];
  expect(found.map(({ type }) => type)).toEqual(expected);
  // It is told and nothing more: who is paid late must be paid all the same.
  expect(blockedBy(found)).toBeUndefined();
  await world.approved();
  const [deposit] = await world.payments({ destination: 'employee' });
  expect(deposit?.expected_at).toBe(arrives_on);
});

test('a payroll whose payees are handed their pay by the employer does not warn', async () => {
  const world = await paymentsWorld(1, { now: '2026-12-14T17:00:00.000Z', schedule: LAST_OF_YEAR });
  const { payroll, services, tenant, clock, given } = world;
  const [stub] = await world.stubs(payroll);
  await given.changed('pay_stub', stub!.id, { payment_method: 'manual' });
  clock.set('2027-01-05T15:00:00.000Z');
  expect((await approvalBlockers([payroll], services, tenant)).get(payroll.id)).toEqual([]);
});
