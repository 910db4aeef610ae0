import { expect, test } from 'vitest';
import { payroll } from '../../../src/payrolls/payroll.ts';
import { paymentsWorld } from '../../support/payments-world.ts';

/** What the payroll says is under way, and its status. */
const worldOf = async (isPreview = false) => {
  const world = await paymentsWorld(2, { isPreview });
  const { services, tenant, given } = world;
  const { id } = world.payroll;
  return {
    ...world,
    shown: async () => {
      const row = (await services.read.get('payroll', tenant, id))!;
      const extras = await payroll.extras!([row], services, tenant, new Set());
      return [row.status, extras.get(id)!.in_progress];
    },
    begin: (type: 'PayrollApprovalStarted' | 'PayrollUnapprovalStarted') =>
      given.events('payroll', id, { type, data: { pay_schedule_id: world.schedule.id } }),
  };
};

test('an approval is in progress from its start until its last journal entry and payment are there', async () => {
  const { shown, begin, follow, managers } = await worldOf();
  expect(await shown()).toEqual(['draft', null]);
  await begin('PayrollApprovalStarted');
  expect(await shown()).toEqual(['draft', 'approval']);
  await follow(managers.approval);
  expect(await shown()).toEqual(['approved', 'approval']);
  await follow(managers.payments);
  expect(await shown()).toEqual(['approved', 'approval']);
  await follow(managers.journal);
  expect(await shown()).toEqual(['approved', null]);
});

test('an approval is in progress while its payments are not all there', async () => {
  const { shown, begin, follow, managers } = await worldOf();
  await begin('PayrollApprovalStarted');
  await follow(managers.approval, managers.journal);
  expect(await shown()).toEqual(['approved', 'approval']);
  await follow(managers.payments);
  expect(await shown()).toEqual(['approved', null]);
});

test('an unapproval is in progress until each entry is reversed and each payment canceled', async () => {
  const { shown, begin, follow, managers, approved } = await worldOf();
  await approved();
  await begin('PayrollUnapprovalStarted');
  expect(await shown()).toEqual(['approved', 'unapproval']);
  await follow(managers.approval);
  expect(await shown()).toEqual(['draft', 'unapproval']);
  await follow(managers.payments);
  expect(await shown()).toEqual(['draft', 'unapproval']);
  await follow(managers.journal);
  expect(await shown()).toEqual(['draft', null]);
});

test('an unapproval is in progress while a payment is still pending', async () => {
  const { shown, begin, follow, managers, approved } = await worldOf();
  await approved();
  await begin('PayrollUnapprovalStarted');
  await follow(managers.approval, managers.journal);
  expect(await shown()).toEqual(['draft', 'unapproval']);
  await follow(managers.payments);
  expect(await shown()).toEqual(['draft', null]);
  await begin('PayrollApprovalStarted');
  await follow(managers.approval, managers.payments);
  expect(await shown()).toEqual(['approved', 'approval']);
  await follow(managers.journal);
  expect(await shown()).toEqual(['approved', null]);
});

test('the approval of a payroll that moves no money is in progress until its journal entries are there', async () => {
  const { shown, begin, follow, managers } = await worldOf(true);
  await begin('PayrollApprovalStarted');
  await follow(managers.approval);
  expect(await shown()).toEqual(['paid', 'approval']);
  await follow(managers.journal);
  expect(await shown()).toEqual(['paid', null]);
});
