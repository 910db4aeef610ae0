import { afterAll, describe, expect, test } from 'vitest';
import { formApproved } from '../../src/forms/events.ts';
import { ACCOUNT_KEYS } from '../../src/forms/model/accounts.ts';
import { eventsOf } from '../../src/kernel/definition/record-events.ts';
import type { DomainEvent, EventBody, RecordOf, State } from '../../src/kernel/definition/resource.ts';
import { equal } from '../../src/values/condition.ts';
import { FILINGS } from './actions.ts';
import { byTheTest, firstSeeds, PATIENCE_ms } from './by-the-test.ts';
import { auditOf, type Evidence } from './checks.ts';
import { runPlan } from './driver.ts';
import { namesErased } from './erased.ts';
import {
  approvedFormsStay,
  batchesAreWhole,
  formsShowTheYear,
  numbersAreUsedOnce,
  oneFormOfASlip,
} from './forms-filed.ts';
import { numbersAreEqual } from './numbers.ts';
import { planOf } from './plan.ts';
import { reportsFail, vacationDiffers } from './reads.ts';
import { wrongIn } from './shrink.ts';
import type { World } from './world.ts';

/**
 * Years that end: forms are made of what was paid, approved, filed and corrected, people are erased, tax properties of
 * employers and the numbers of their accounts change in the middle of it.
 */
const SEEDS = process.env.FULL ? firstSeeds(250) : [14];
const STEPS = 40;
const SHRINKING = 100;

let last: World | undefined;
afterAll(() => {
  last = undefined;
});

describe('everything holds when years end', () => {
  let filed = 0;

  test.each(byTheTest(SEEDS))('in runs from seed %i on', { timeout: PATIENCE_ms }, async (...seeds) => {
    for (const seed of seeds) {
      const plan = planOf(seed, STEPS, FILINGS);
      const { failures, world } = await runPlan(plan);
      expect(await wrongIn(plan, failures, SHRINKING)).toBe('');
      for (const tenant of world.companies)
        filed += world.ground.tables.ask.count('form', tenant, equal('status', 'done'));
      last = world;
    }
  });

  test('and forms were filed in them', () => {
    expect(filed).toBeGreaterThan(0);
  });
});

describe('the checks of forms, of erased people and of numbers find', () => {
  const form = (id: string, more: Partial<State> = {}): State =>
    ({
      ...{ id, type: 't4', owner_id: 'emp_1', business_entity_id: 'be_1', tax_year_of: 2026, stage: 'original' },
      ...{ status: 'done', original_form_id: null, form_batch_id: null, values: {} },
      ...more,
    }) as unknown as State;
  const evidence = (rows: Record<string, State[]>, streams: Record<string, EventBody[]> = {}): Evidence =>
    ({
      rows: (object: string) => rows[object] ?? [],
      streams: new Map(Object.entries(streams)) as unknown as Map<string, DomainEvent[]>,
    }) as unknown as Evidence;
  const changed = eventsOf('form').changed({ owner_id: 'emp_1', values: {} });

  test('a number that two slips have', () => {
    const approved = [formApproved({ number: 7 })];
    const of = (...ids: string[]) => evidence({}, Object.fromEntries(ids.map((id) => [`form-${id}`, approved])));
    expect(numbersAreUsedOnce(of('form_1'))).toEqual([]);
    expect(numbersAreUsedOnce(of('form_1', 'form_2'))).toHaveLength(1);
  });

  test('an approved form that changed', () => {
    const number = formApproved({ number: 7 });
    expect(approvedFormsStay(evidence({}, { 'form-form_1': [changed, number] }))).toEqual([]);
    expect(approvedFormsStay(evidence({}, { 'form-form_1': [number, changed] }))).toHaveLength(1);
  });

  test('two forms of a slip at its agency, and a form that its batch went without', () => {
    expect(oneFormOfASlip(evidence({ form: [form('form_1'), form('form_2')] }))).toHaveLength(1);
    const amends = { stage: 'amendment', original_form_id: 'form_1' };
    expect(oneFormOfASlip(evidence({ form: [form('form_1'), form('form_2', amends)] }))).toEqual([]);
    const form_batch = [form('fbat_1', { status: 'rejected' })];
    expect(batchesAreWhole(evidence({ form_batch, form: [form('form_1', { form_batch_id: 'fbat_1' })] }))).toHaveLength(
      1,
    );
  });

  test('a name that is left of somebody who was erased', () => {
    expect(namesErased(last!)).toEqual([]);
    const [row] = last!.ground.tables.all('employee');
    last!.erased.push({ id: row!.id, texts: [String(row!.last_name)] });
    expect(namesErased(last!).length).toBeGreaterThan(0);
  });

  test('vacation pay that is not what closed stubs left, and a report that cannot be made', async () => {
    const tenant = last!.companies[0]!;
    const { services } = auditOf(last!, tenant);
    const { find } = services.read;
    const planted = { ...services.read };
    planted.find = async (object, ...rest) =>
      (await find(object, ...rest)).map((row) =>
        object === 'pay_stub' ? { ...row, vacation_pay: { accrued: '7', paid: '0', adjusted: '0' } } : row,
      );
    expect(await vacationDiffers(services, tenant)).toEqual([]);
    expect((await vacationDiffers({ ...services, read: planted }, tenant)).length).toBeGreaterThan(0);
    const away = {
      ...services.read,
      pages: () => {
        throw new Error('away');
      },
    };
    expect(await reportsFail(services, tenant)).toEqual([]);
    expect((await reportsFail({ ...services, read: away }, tenant)).length).toBeGreaterThan(0);
  });

  test('forms that do not come to what was paid, and one that was taken back though its slip is paid', async () => {
    const tenant = last!.companies[0]!;
    const { services } = auditOf(last!, tenant);
    const { find } = services.read;
    /** What is found where the forms of people are others. */
    const among = (others: (forms: RecordOf<'form'>[]) => object[]) => {
      const read = { ...services.read };
      read.find = async (object, ...rest) => {
        const rows = await find(object, ...rest);
        return (object === 'form' ? others(rows as never) : rows) as never;
      };
      return formsShowTheYear({ services: { ...services, read }, tenant }, last!.asked, []);
    };
    const taken = (status: string) => (forms: RecordOf<'form'>[]) => [
      ...forms,
      ...forms.map((one) => ({
        ...one,
        id: `${one.id}_back`,
        stage: 'cancellation',
        status,
        original_form_id: one.id,
      })),
    ];
    expect(await among((forms) => forms)).toEqual([]);
    expect((await among(() => [])).length).toBeGreaterThan(0);
    expect(
      (await among((forms) => [...forms, ...forms.map((one) => ({ ...one, id: `${one.id}_more` }))])).length,
    ).toBeGreaterThan(0);
    expect((await among(taken('done'))).length).toBeGreaterThan(0);
    expect(await among(taken('draft'))).toEqual([]);
    // What was filed under a number that the employer's account has no more is to be taken back.
    const underAnother = (forms: RecordOf<'form'>[]) =>
      forms.map((one) => ({ ...one, values: { ...one.values, [ACCOUNT_KEYS.t4]: '123456782RP0099' } }));
    expect(
      await among((forms) => [
        ...taken('draft')(underAnother(forms)),
        ...forms.map((one) => ({ ...one, id: `${one.id}_anew`, original_form_id: `${one.original_form_id}_anew` })),
      ]),
    ).toEqual([]);
  });

  test('an account whose tax property has another number', () => {
    const account = { id: 'rema_1', account_provider: 'ca_cra', account_identifier: '123456782RP0001' };
    const property = { id: 'txp_1', type: 'ca::tax_id', value: '123456782RP0001', remittance_account_id: 'rema_1' };
    const of = (...properties: object[]) =>
      numbersAreEqual(evidence({ remittance_account: [account as never], tax_property: properties as never }));
    expect(of(property)).toEqual([]);
    expect(of({ ...property, value: '123456782RP0002' })).toHaveLength(1);
    expect(of()).toHaveLength(1);
  });
});
