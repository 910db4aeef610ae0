import { expect, test } from 'vitest';
import { payroll } from '../../../src/payrolls/payroll.ts';
import { all, equal } from '../../../src/values/condition.ts';
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

test('an unapproval is in progress while a payment is overdue that it cancels', async () => {
  const { shown, begin, follow, managers, approved, given, payments, payroll } = await worldOf();
  await approved();
  for (const { id } of await payments())
    await given.events('payment', id, { type: 'PaymentOverdue', data: { payroll_id: payroll.id } });
  await begin('PayrollUnapprovalStarted');
  await follow(managers.approval, managers.journal);
  expect(await shown()).toEqual(['draft', 'unapproval']);
  await follow(managers.payments);
  expect(await shown()).toEqual(['draft', null]);
});

test('the entries of a payroll that was unapproved are not gone through each time that it is read', async () => {
  const { shown, begin, follow, managers, approved, services } = await worldOf();
  const { existing, find } = services.read;
  const asked = new Set<string>();
  services.read.existing = async (object, tenant, column, values, where) => {
    if (values.length > 0) asked.add(`${object} ${column}`);
    return existing(object, tenant, column, values, where);
  };
  services.read.find = async (object, tenant, where) => {
    if (object === 'journal_entry') asked.add('entries themselves');
    return find(object, tenant, where);
  };
  expect(await shown()).toEqual(['draft', null]);
  expect([...asked]).toEqual([]);
  await approved();
  await begin('PayrollUnapprovalStarted');
  await follow(managers.approval, managers.payments, managers.journal);
  expect(await shown()).toEqual(['draft', null]);
  // They are as many as pay stubs, and a payment is found by its status.
  expect([...asked]).toEqual(['journal_entry reverses_id', 'payment payroll_id']);
});

test('an unapproval is in progress until the reversal of its last entry is there, also where a process died before it', async () => {
  const { shown, begin, follow, managers, approved, services, tenant, payroll } = await worldOf();
  await approved();
  await begin('PayrollUnapprovalStarted');
  await follow(managers.approval, managers.payments);
  const [whole] = await services.read.find(
    'journal_entry',
    tenant,
    all(equal('payroll_id', payroll.id), equal('type', 'payroll_recording')),
  );
  const { store } = services;
  const { append } = store;
  store.append = async (stream, events, expected) => {
    if (events.some(({ data }) => data.reverses_id === whole!.id)) throw new Error('died');
    return append(stream, events, expected);
  };
  await expect(follow({ ...managers.journal, name: 'dying' })).rejects.toThrow('died');
  expect(await shown()).toEqual(['draft', 'unapproval']);
  store.append = append;
  await follow(managers.journal);
  expect(await shown()).toEqual(['draft', null]);
});

test('an unapproval that came before the entry of the payroll was posted ends with the entries of pay stubs', async () => {
  const { shown, begin, follow, managers } = await worldOf();
  await begin('PayrollApprovalStarted');
  await follow(managers.approval, managers.payments);
  await begin('PayrollUnapprovalStarted');
  await follow(managers.approval, managers.payments, managers.journal);
  expect(await shown()).toEqual(['draft', null]);
});

test('the approval of a payroll that moves no money is in progress until its journal entries are there', async () => {
  const { shown, begin, follow, managers } = await worldOf(true);
  await begin('PayrollApprovalStarted');
  await follow(managers.approval);
  expect(await shown()).toEqual(['paid', 'approval']);
  await follow(managers.journal);
  expect(await shown()).toEqual(['paid', null]);
});
