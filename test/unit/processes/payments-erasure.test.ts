import { expect, test } from 'vitest';
import { companyOf } from '../../../src/cli/commands/records.ts';
import type { RecordOf } from '../../../src/kernel/definition/resource.ts';
import { payAgain } from '../../../src/payments/actions.ts';
import { erasePerson, isBeingPaid, isOwed, lookAgain, personOf, secondLook } from '../../../src/people/erasure.ts';
import { fileWasWritten, nextFile, unwrittenFiles } from '../../../src/processes/payments/files.ts';
import { registry } from '../../../src/registry.ts';
import { memoryStore } from '../../support/memory-store.ts';
import { ORIGINATOR } from '../../support/payments-play.ts';
import { type PaymentsWorld, paymentsWorld } from '../../support/payments-world.ts';
import { before } from '../../support/right-before.ts';

test('a person is not erased while a payment to them is open', async () => {
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

test('a person is not erased while their pay is in a file that is not written, also where it counts as paid by its day', async () => {
  const world = await paymentsWorld(1, { rail: 'cpa_005' });
  const { tenant, services } = world;
  // Waiting payments of a partner are read company by company.
  const data = { name: 'Northlake' };
  await world.given.events('company', tenant.company_id!, { type: 'CompanyCreated', data });
  const decided = () => nextFile(tenant.partner_id, ORIGINATOR, services);
  await world.approved();
  await world.at('2026-11-17T21:30:00.000Z');
  await decided();
  await fileWasWritten(1, ORIGINATOR.id, services);
  for (const day of ['2026-11-19T05:00:00.000Z', '2026-11-19T21:30:00.000Z']) await world.at(day);
  // The command ended before it wrote the file.
  expect(await decided()).toMatchObject({ number: 2, payments: 1 });
  await world.at('2026-11-20T22:00:00.000Z');
  expect((await world.payments({ destination: 'employee' }))[0]!.status).toBe('paid');
  const person = { definition: registry.need('employee'), id: world.people[0]!.employee.id, tenant };
  const isPaid = () => isBeingPaid(person, services.read, () => unwrittenFiles(services));
  expect(await isPaid()).toBe(true);
  await fileWasWritten(2, ORIGINATOR.id, services);
  expect(await isPaid()).toBe(false);
});

test('who is owed: whose payment came to nothing, until it is made again, and not by an approval that was undone', async () => {
  const world = await paymentsWorld(1);
  const [{ employee }] = world.people as [(typeof world.people)[number]];
  const { tenant, services, payroll } = world;
  const owed = () => isOwed({ definition: registry.need('employee'), id: employee.id, tenant }, services.read);
  await world.approved();
  const [payment] = await world.payments({ destination: 'employee' });
  const given = (type: string, data: object) =>
    world.given.events('payment', payment!.id, { type, data: { payroll_id: payroll.id, ...data } });
  expect(await owed()).toBe(false);
  await given('PaymentCanceled', { reason: 'unapproved' });
  expect(await owed()).toBe(false);
  await given('PaymentCanceled', { reason: 'funding_failed' });
  expect(await owed()).toBe(true);
  await given('PaymentReissued', { replaced_by_id: 'pmt_01K2ZQ7M4T8W3N5R6V9X0Y1A2B' });
  expect(await owed()).toBe(false);
});

test('what failed of somebody who was erased is not made again: without an account it would only fail once more', async () => {
  const world = await paymentsWorld(2);
  const { tenant, services, payroll } = world;
  await world.approved();
  const [stub, other] = await world.stubs(payroll);
  await eraseFirst(world);
  const failed = { payroll_id: payroll.id, reason: 'account_closed', return_code: '905', returned_on: '2026-11-20' };
  const refusal = async (pay_stub_id: string) => {
    const [payment] = await world.payments({ pay_stub_id });
    await world.given.events('payment', payment!.id, { type: 'PaymentFailed', data: failed });
    const record = (await world.stateOf('payment', payment!.id)) as RecordOf<'payment'>;
    const acting = { record, services, origin: { tenant } } as Parameters<NonNullable<typeof payAgain.facts>>[0];
    return payAgain.refuse!({ ...acting, facts: await payAgain.facts!(acting) });
  };
  const isFirst = stub!.employee_id === world.people[0]!.employee.id;
  const [erased, there] = isFirst ? [stub, other] : [other, stub];
  expect((await refusal(erased!.id))?.en).toMatch(/^The person whom it pays was erased.*Pay it otherwise/);
  expect(await refusal(there!.id)).toBeUndefined();
});

test('a person is not erased while their payroll is being approved, or its payments are being made', async () => {
  const world = await paymentsWorld(1);
  const [{ employee }] = world.people as [(typeof world.people)[number]];
  const { tenant, services, payroll } = world;
  const isPaid = () => isBeingPaid({ definition: registry.need('employee'), id: employee.id, tenant }, services.read);
  const data = { pay_schedule_id: world.schedule.id };
  await world.given.events('payroll', payroll.id, { type: 'PayrollApprovalStarted', data });
  expect(await isPaid()).toBe(true);
  await world.follow(world.managers.approval);
  expect([await world.statusNow(), await world.payments(), await isPaid()]).toEqual(['approved', [], true]);
  await world.follow(world.managers.journal, world.managers.payments);
  const given = { payroll_id: payroll.id, reason: 'other', return_code: null, returned_on: '2026-11-20' };
  for (const { id } of await world.payments({ destination: 'employee' }))
    await world.given.events('payment', id, { type: 'PaymentFailed', data: given });
  expect(await isPaid()).toBe(false);
});

/** Erases the first person of a payroll, and says whether somebody is about to pay them. */
const eraseFirst = ({ services, tenant, people }: PaymentsWorld, readable = async () => {}): Promise<boolean> => {
  const { store, keys, read, clock } = services;
  const person = { definition: registry.need('employee'), id: people[0]!.employee.id, tenant };
  return erasePerson(person, 'asked', { store, keys, read, registry, occurred_at: clock.instant(), readable });
};

test('a payroll is not approved when one of its people is erased while its stubs are closed, and the erasure says so', async () => {
  let world: PaymentsWorld | undefined;
  let isPaid: boolean | undefined;
  world = await paymentsWorld(2, {
    store: before('PayStubClosed', async () => {
      isPaid = await eraseFirst(world!);
    }),
  });
  await world.approved();
  expect(await world.stateOf('payroll', world.payroll.id)).toMatchObject({
    status: 'draft',
    abandoned: { reason: { en: expect.stringMatching(/direct deposit has no bank account/) } },
  });
  expect(await world.payments()).toEqual([]);
  expect(isPaid).toBe(true);
});

test('a bank account is erased with its person at once, before the read models have followed', async () => {
  const world = await paymentsWorld(1);
  const employee_id = world.people[0]!.employee.id;
  const account = world.rows('bank_account').find((one) => one.employee_id === employee_id)!;
  const events: (string | undefined)[] = [];
  const isPaid = await eraseFirst(world, async () => {
    const stream = await world.services.store.readStream(`bank_account-${account.id}`);
    events.push(stream.at(-1)?.type);
  });
  expect([events[0], isPaid]).toEqual(['BankAccountErased', false]);
});

/** What another program appended. */
const foreign = (type = 'Noted') => ({ id: crypto.randomUUID(), type, data: {}, metadata: {} });

test('whose record it is says the first event of the service, however many another program appended before it', async () => {
  const store = memoryStore();
  const tenant = { partner_id: 'ptn_1', company_id: 'cmp_1' };
  const noted = Array.from({ length: 600 }, () => foreign());
  const created = {
    ...foreign('EmployeeCreated'),
    metadata: { ...tenant, occurred_at: '2026-01-05T17:00:00.000000Z' },
  };
  await store.append('employee-emp_1', [...noted, created], 'no_stream');
  await store.append('employee-emp_2', noted, 'no_stream');
  const definition = registry.need('employee');
  expect(await companyOf(store, 'employee', 'emp_1')).toEqual(tenant);
  expect(await personOf(store, definition, 'emp_1')).toEqual({ definition, id: 'emp_1', tenant });
  await expect(companyOf(store, 'employee', 'emp_2')).rejects.toThrow('there is no employee emp_2');
  await expect(personOf(store, definition, 'emp_2')).rejects.toThrow('stream employee-emp_2 has no events');
});

test('nobody is blanked because another program says that they are erased', async () => {
  const { services, tenant, people } = await paymentsWorld(1);
  const { store, read, clock } = services;
  const person = { definition: registry.need('employee'), id: people[0]!.employee.id, tenant };
  const stream = `employee-${person.id}`;
  const { revision } = (await store.readStream(stream)).at(-1)!;
  const said = await store.append(stream, [foreign('EmployeeErased')], revision);
  const erasing = { store, read, registry, occurred_at: clock.instant(), readable: async () => {} };
  expect(await lookAgain(secondLook(person, 'asked').payload, erasing)).toBeUndefined();
  expect((await store.readStream(stream)).at(-1)).toMatchObject({ revision: said.revision });
});
