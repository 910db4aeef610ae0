import { beforeEach, describe, expect, test } from 'vitest';
import type { LineKind } from '../../../src/calculation/index.ts';
import { accountsOn } from '../../../src/employers/enrolled-in.ts';
import type { RecordOf } from '../../../src/kernel/definition/resource.ts';
import { amountsOfPayroll } from '../../../src/remittances/amounts.ts';
import { equal } from '../../../src/values/condition.ts';
import { sum } from '../../../src/values/money.ts';
import { type PayrollWorld, payrollWorld, SALARY } from '../../support/payroll-world.ts';
import { total } from '../payrolls/figures.ts';

/** Where what is withheld goes: to the account that a work assignment is enrolled in, at that account's EI rate. */
let world: PayrollWorld;
let assignment: RecordOf<'work_assignment'>;
/** The employer's main account with the CRA, at 1.4, and that of its bakery, at 1.2. */
let main: RecordOf<'remittance_account'>;
let bakery: RecordOf<'remittance_account'>;

const account = (label: string, more: object = {}) =>
  world.given.created('remittance_account', {
    business_entity_id: world.employer.id,
    account_provider: 'ca_cra',
    label,
    ...more,
  });
const reduction = (employer_multiplier: number) => ({
  type: 'ca::ei_premium_reduction',
  value: { employer_multiplier },
  effective_from: '2026-01-01',
});
const enroll = (into: RecordOf<'remittance_account'>, more: object = {}) =>
  world.given.created('remittance_account_enrollment', {
    remittance_account_id: into.id,
    work_assignment_id: assignment.id,
    effective_from: '2026-01-01',
    overlap_strategy: 'replace_existing',
    ...more,
  });
const linesOf = async (
  object: 'statutory_withholding_line_item' | 'employer_statutory_withholding_line_item',
  stub: string,
) => world.services.read.find(object, world.tenant, equal('pay_stub_id', stub));
/** What the employer pays of EI on the stub of a payroll, in percent of what is withheld, and to which account. */
const ei = async (payroll: RecordOf<'payroll'>) => {
  const [stub] = await world.stubs(payroll, assignment);
  const own = (await linesOf('statutory_withholding_line_item', stub!.id)).find(({ type }) => type === 'ei')!;
  const employers = (await linesOf('employer_statutory_withholding_line_item', stub!.id)).find(
    ({ type }) => type === 'ei',
  )!;
  const multiple = Number(employers.managed_amount) / Number(own.managed_amount);
  expect(own.remittance_account_id).toBe(employers.remittance_account_id);
  return [Math.round(multiple * 100) / 100, own.remittance_account_id];
};
const next = async () => (await world.drafts())[0]!;
const approve = async (payroll: RecordOf<'payroll'>) => {
  await world.given.events('payroll', payroll.id, {
    type: 'PayrollApprovalStarted',
    data: { pay_schedule_id: world.schedule.id },
  });
  await world.follow(world.managers.approval, world.managers.population);
};

beforeEach(async () => {
  world = await payrollWorld();
  ({ assignment } = await world.hired({ rate: SALARY }));
  main = await account('Main');
  bakery = await account('Bakery', { tax_properties: [reduction(1.2)] });
  await world.populated();
});

describe('the EI premium of an employer', () => {
  test('enrollment 4: uses the account that a person is enrolled in, else the main account', async () => {
    expect(await ei(await next())).toEqual([1.4, main.id]);
    await enroll(bakery);
    await world.populated();
    expect(await ei(await next())).toEqual([1.2, bakery.id]);
  });

  test('of another employer does not follow an enrollment with the one before, whoever is calculated beside it', () => {
    const theirs = { ...main, id: 'ra_theirs', business_entity_id: 'be_theirs' };
    const accounts = new Map([main, bakery, theirs].map((one) => [one.id, one]));
    const defaults = new Map([
      [world.employer.id, [main]],
      ['be_theirs', [theirs]],
    ]);
    const enrolled = [{ id: 'rae_1', remittance_account_id: bakery.id, effective_from: '2026-01-01' }] as never;
    const on = (entity: string) =>
      accountsOn('2026-11-20', entity, enrolled, { accounts, defaults }).map(({ id }) => id);
    expect([on(world.employer.id), on('be_theirs')]).toEqual([[bakery.id], ['ra_theirs']]);
  });

  test('uses the account on the pay date: a person who is moved later keeps the old one until then', async () => {
    await enroll(bakery, { effective_to: '2026-12-03' });
    await enroll(main, { effective_from: '2026-12-04' });
    await world.populated();
    const first = await next();
    expect(await ei(first)).toEqual([1.2, bakery.id]);
    await approve(first);
    expect(await ei(await next())).toEqual([1.4, main.id]);
    expect(await ei(first)).toEqual([1.2, bakery.id]);
  });

  test('of an open stub follows every change of enrollment, main account and rate, and that of a closed stub does not', async () => {
    await enroll(bakery);
    await world.populated();
    const first = await next();
    await approve(first);
    const property = (await world.services.read.find('tax_property', world.tenant, equal('owner_id', bakery.id)))[0]!;
    await world.given.changed('tax_property', property.id, { effective_to: '2026-11-30' });
    await world.given.created('tax_property', { ...reduction(1.3), owner_id: bakery.id, effective_from: '2026-12-01' });
    await world.populated();
    expect(await ei(await next())).toEqual([1.3, bakery.id]);
    const enrollment = world.rows('remittance_account_enrollment')[0]!;
    await world.given.changed('remittance_account_enrollment', enrollment.id, { effective_to: '2026-11-30' });
    await world.populated();
    expect(await ei(await next())).toEqual([1.4, main.id]);
    await world.given.changed('remittance_account', bakery.id, { is_default: true });
    await world.populated();
    expect(await ei(await next())).toEqual([1.3, bakery.id]);
    await world.given.deleted('remittance_account', main.id);
    await world.populated();
    expect(await ei(await next())).toEqual([1.3, bakery.id]);
    expect(await ei(first)).toEqual([1.2, bakery.id]);
  });

  test('of an open stub is that of the account which is left, when its own is deleted', async () => {
    await world.populated();
    expect(await ei(await next())).toEqual([1.4, main.id]);
    await world.given.deleted('remittance_account', main.id);
    await world.populated();
    expect(await ei(await next())).toEqual([1.2, bakery.id]);
  });

  test('of other employers does not change', async () => {
    const theirs = await payrollWorld();
    await theirs.hired({ rate: SALARY });
    await theirs.populated();
    const before = theirs.rows('employer_statutory_withholding_line_item').map((line) => line.managed_amount);
    await theirs.given.created('business_entity', {
      name: 'Quince',
      business_number: '123456782RP0002',
      in_preview: true,
    });
    const other = theirs.rows('business_entity').find(({ name }) => name === 'Quince')!;
    const { events } = await theirs.when(async () => {
      await theirs.given.created('remittance_account', {
        business_entity_id: other.id,
        account_provider: 'ca_cra',
        tax_properties: [reduction(1.2)],
      });
      await theirs.populated();
    });
    expect(events.map(({ object }) => object)).toEqual(['remittance_account', 'remittance_account']);
    expect(theirs.rows('employer_statutory_withholding_line_item').map((line) => line.managed_amount)).toEqual(before);
  });

  test('is not recalculated for a change of label or address', async () => {
    const { types } = await world.when(async () => {
      await world.given.changed('remittance_account', main.id, { label: 'Head office', city: 'Toronto' });
      await world.populated();
    });
    expect(types).toEqual(['RemittanceAccountChanged']);
  });
});

describe('a tax property of an account', () => {
  test('is locked once an approved payroll remits to the account, and not before', async () => {
    const property = world.rows('tax_property').find(({ owner_id }) => owner_id === bakery.id)!;
    await approve(await next());
    // The payroll went to the main account.
    const refusal = (input: object) =>
      world.when(() => world.given.changed('tax_property', property.id, input as never));
    expect((await refusal({ value: { employer_multiplier: 1.25 } })).problem).toBeUndefined();
    await enroll(bakery);
    await world.populated();
    await approve(await next());
    const { problem } = await refusal({ value: { employer_multiplier: 1.1 } });
    expect(problem).toMatchObject({ status: 422, issues: [{ path: 'value' }] });
    expect((await refusal({ effective_to: '2026-12-03' })).problem).toMatchObject({
      issues: [{ path: 'effective_to' }],
    });
    expect((await refusal({ effective_to: '2026-12-04' })).problem).toBeUndefined();
    expect((await world.when(() => world.given.deleted('tax_property', property.id))).problem).toMatchObject({
      status: 400,
    });
  });

  test('is held while an approval is under way that may read it', async () => {
    const payroll = await next();
    await enroll(bakery);
    await world.populated();
    const { events } = await world.when(() => approve(payroll));
    const held = events.find(({ type, id }) => type === 'RemittanceAccountHeld' && id === bakery.id)!;
    expect(held.data).toMatchObject({ payroll_id: payroll.id, until: '2026-11-20' });
    expect(events.indexOf(held)).toBeLessThan(events.findIndex(({ type }) => type === 'PayStubClosed'));
  });
});

describe('what a payroll remits', () => {
  test('is for each account the sum of its lines, and in total the cost beyond net pay', async () => {
    const union = await account('Union', { account_provider: 'other' });
    const { assignment: second } = await world.hired({ rate: { ...SALARY, rate: '81250' } });
    await world.hired({ rate: { ...SALARY, rate: '40111.11' } });
    await enroll(bakery, { work_assignment_id: second.id });
    const dues = (work_assignment_id: string, remittance_account_id: string | null, amount: string) =>
      world.given.created('deduction', {
        work_assignment_id,
        deduction_type: 'union_dues',
        amount_type: 'fixed',
        amount,
        frequency: 'per_payroll',
        effective_from: '2026-01-01',
        remittance_account_id,
      });
    await dues(second.id, union.id, '12.34');
    await dues(assignment.id, union.id, '23.45');
    await dues(assignment.id, null, '5.5');
    await world.populated();
    const payroll = await next();
    const amounts = await amountsOfPayroll(payroll.id, world.services, world.tenant);
    const contributed = ['employer_benefit', 'employer_statutory_withholding'] as const;
    const kinds = ['deduction', 'employee_benefit', 'statutory_withholding', ...contributed] as const;
    const lines = kinds.flatMap((kind) =>
      world
        .rows(`${kind}_line_item`)
        .filter(({ payroll_id }) => payroll_id === payroll.id)
        .map((line) => ({ ...line, kind })),
    );
    for (const { remittance_account_id, amount, by_kind } of amounts) {
      const own = lines.filter((line) => (line.remittance_account_id ?? null) === remittance_account_id) as never;
      expect(amount).toBe(total(own, ...kinds));
      expect(Object.keys(by_kind).length).toBeGreaterThan(0);
      for (const [kind, part] of Object.entries(by_kind)) expect(part).toBe(total(own, kind as LineKind));
    }
    expect(amounts.map(({ remittance_account_id }) => remittance_account_id)).toEqual(
      [main.id, bakery.id, union.id, null].sort((a, b) => ((a ?? '~') < (b ?? '~') ? -1 : 1)),
    );
    const by = new Map(amounts.map((one) => [one.remittance_account_id, one]));
    expect(by.get(union.id)).toEqual({
      remittance_account_id: union.id,
      amount: '35.79',
      by_kind: { deduction: '35.79' },
    });
    expect(by.get(null)!.amount).toBe('5.5');
    const stubs = await world.stubs(payroll);
    const beyond = sum(stubs.map(({ liability }) => liability as string)).minus(
      sum(stubs.map(({ employee_summary }) => employee_summary.net!)),
    );
    expect(sum(amounts.map(({ amount }) => amount)).toString()).toBe(beyond.toString());
  });
});
