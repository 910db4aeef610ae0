import { expect, test } from 'vitest';
import { approvalBlockers } from '../../../src/payrolls/blockers.ts';
import { payroll } from '../../../src/payrolls/payroll.ts';
import { equal } from '../../../src/values/condition.ts';
import { handedOver } from '../../support/handed-over.ts';
import { type PaymentsWorld, paymentsWorld } from '../../support/payments-world.ts';
import { SALARY } from '../../support/payroll-world.ts';

// A live employer has drafts for a year ahead, all with the same people: a page of them must not ask for each.

const PROVINCE = { type: 'ca::province_of_employment' };

/** The blockers of all drafts, in the order of their pay dates. */
const blockersOf = async ({ drafts, services, tenant }: PaymentsWorld) => {
  const all = await drafts();
  const found = await approvalBlockers(all, services, tenant);
  return all.map(({ id }) => (found.get(id) ?? []).map(({ type }) => type));
};

test('where nobody lacks anything, a page of drafts asks for the staff once, as one draft does', async () => {
  const world = await paymentsWorld(3);
  const { services, tenant } = world;
  const drafts = await world.drafts();
  expect(drafts.length).toBeGreaterThan(3);
  const asked = async (of: typeof drafts) =>
    (await handedOver(services, (counted) => approvalBlockers(of, counted, tenant))).asked;
  expect(await asked(drafts)).toBe(await asked(drafts.slice(0, 1)));
  expect(await blockersOf(world)).toEqual(drafts.map(() => []));
});

test('a page of drafts reads once what they come to and what of it goes to remittance accounts', async () => {
  const { drafts, services, tenant } = await paymentsWorld(1);
  const page = await drafts();
  const read: string[] = [];
  await handedOver(
    services,
    (counted) => Promise.resolve(payroll.extras!(page, counted, tenant, new Set())),
    (object, { id }) => read.push(`${object} ${id}`),
  );
  const sums = read.filter((name) => /^(payroll_total|remitted_)/.test(name));
  expect(sums.sort()).toEqual([...new Set(sums)]);
  expect(sums).toEqual(expect.arrayContaining(page.map(({ id }) => `payroll_total ${id}`)));
  expect(sums.join()).toContain('remitted_statutory_withholding');
});

test('who has no bank account blocks the payrolls that would pay into one, and not where they are paid by hand', async () => {
  const world = await paymentsWorld(2);
  const { assignment } = await world.hired({ rate: SALARY });
  await world.populated();
  const [first, ...rest] = await world.drafts();
  const [stub] = await world.stubs(first!, assignment);
  await world.given.changed('pay_stub', stub!.id, { payment_method: 'manual' });
  expect(await blockersOf(world)).toEqual([[], ...rest.map(() => ['payee_bank_account_doesnt_exists'])]);
});

test("an employer's province that ends is missed from the first pay date after it, though everybody has their own", async () => {
  const world = await paymentsWorld(1);
  const drafts = await world.drafts();
  const properties = await world.services.read.find('tax_property', world.tenant, equal('owner_id', world.employer.id));
  for (const { id } of properties)
    await world.given.changed('tax_property', id, { effective_to: drafts.at(-2)!.pay_date });
  await world.hired({ tax_properties: [{ ...PROVINCE, value: 'ca_on', effective_from: '2026-01-01' }] });
  await world.populated();
  const missing = (await blockersOf(world)).map((types) => types.includes('province_of_employment_missing'));
  expect(missing).toEqual(drafts.map((_, i) => i === drafts.length - 1));
});

test('somebody who moves to Quebec blocks from then on, until the employer has an account there', async () => {
  const world = await paymentsWorld(1);
  const drafts = await world.drafts();
  const moved = drafts.at(-1)!.pay_date;
  await world.hired({
    tax_properties: [
      { ...PROVINCE, value: 'ca_on', effective_from: '2026-01-01', effective_to: drafts.at(-2)!.pay_date },
      { ...PROVINCE, value: 'ca_qc', effective_from: moved },
    ],
  });
  const lacking = async () =>
    (await blockersOf(world)).map((types) => types.includes('quebec_remittance_account_missing'));
  expect(await lacking()).toEqual(drafts.map(({ pay_date }) => pay_date === moved));
  await world.given.created('remittance_account', {
    business_entity_id: world.employer.id,
    account_provider: 'ca_rq',
    account_identifier: '1234567891RS0001',
  });
  expect(await lacking()).toEqual(drafts.map(() => false));
});

test('who was archived before a payroll lacks nothing for it, unless there is a pay stub for them all the same', async () => {
  const world = await paymentsWorld(1);
  const drafts = await world.drafts();
  const [first] = drafts;
  const there = await world.hired({
    tax_properties: [{ ...PROVINCE, value: 'ca_qc', effective_from: '2026-01-01' }],
  });
  await world.populated();
  expect((await blockersOf(world)).flat()).not.toEqual([]);
  await world.given.changed('work_assignment', there.assignment.id, { archived_at: first!.period_start });
  await world.populated();
  const [ofFirst, ...ofRest] = await blockersOf(world);
  const lacks = expect.arrayContaining(['quebec_remittance_account_missing']);
  expect(ofFirst).toEqual(lacks);
  expect(ofRest.flat()).toEqual([]);
  // Separation pay of somebody who is archived already.
  const off_cycle = await world.given.created('payroll', {
    ...{ pay_schedule_id: world.schedule.id, type: 'off_cycle', source_payroll_id: drafts[1]!.id },
    pay_date: drafts[1]!.pay_date,
  });
  const added = { payroll_id: off_cycle.id, work_assignment_id: there.assignment.id };
  await world.given.created('pay_stub', added);
  const found = await approvalBlockers([off_cycle], world.services, world.tenant);
  expect(found.get(off_cycle.id)?.map(({ type }) => type)).toEqual(lacks);
});
