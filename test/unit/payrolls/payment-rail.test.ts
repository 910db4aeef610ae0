import { expect, test } from 'vitest';
import { approvalBlockers } from '../../../src/payrolls/blockers.ts';
import { paymentsWorld } from '../../support/payments-world.ts';

// A live employer's payroll cannot become `paid` where no money can move.

test('without a payment rail payrolls of a live employer cannot be approved, and those of one in preview can', async () => {
  const live = await paymentsWorld(1, { rail: null });
  const blockers = async (world: typeof live) =>
    ((await approvalBlockers([world.payroll], world.services, world.tenant)).get(world.payroll.id) ?? []).map(
      ({ type }) => type,
    );
  expect(await blockers(live)).toContain('payment_rail_missing');
  // Who approved before the rail was taken away: the approval itself looks once more.
  await live.approved();
  expect(await live.statusNow()).toBe('draft');
  const preview = await paymentsWorld(1, { rail: null, isPreview: true });
  expect(await blockers(preview)).not.toContain('payment_rail_missing');
  await preview.approved();
  expect(await preview.statusNow()).toBe('paid');
  expect(await blockers(await paymentsWorld(1, { rail: 'cpa_005' }))).not.toContain('payment_rail_missing');
});
