import { expect, test } from 'vitest';
import { matched } from '../../../src/forms/year/matching.ts';
import { type MadeSlip, PROVINCE_KEY } from '../../../src/forms/year/slips.ts';
import type { RecordOf } from '../../../src/kernel/definition/resource.ts';
import { sum } from '../../../src/values/money.ts';
import { SALARY } from '../../support/payroll-world.ts';
import { ofYear, reportRows } from '../../support/report-rows.ts';
import { type YearEnd, yearEnd } from '../../support/year-end.ts';

/** Given an employer with several accounts at an agency, when slips are made, then each account has its own. */

const T4 = { tax_year: 2026, values: { box_45_employer_offered_dental_benefits: '1' } };
const BOX_54 = 'box_54_payroll_account_number';
const [RP1, RP2, RP3] = ['123456782RP0001', '123456782RP0002', '123456782RP0003'] as const;

type Form = RecordOf<'form'>;

const account = (world: YearEnd, account_identifier: string | null, account_provider = 'ca_cra') => {
  // What is made later has a later id: the first is the main one.
  world.clock.advance(1);
  return world.given.created('remittance_account', {
    business_entity_id: world.employer.id,
    account_provider,
    ...(account_identifier === null ? {} : { account_identifier }),
  });
};

const enrolled = (world: YearEnd, assignment: string, account: string, from: string) =>
  world.given.created('remittance_account_enrollment', {
    remittance_account_id: account,
    work_assignment_id: assignment,
    effective_from: from,
  });

/**
 * Somebody whose first pay goes through the main account, and the second through another.
 *
 * @param between what happens between the two
 */
const moved = async (
  province = 'ca_on',
  provider = 'ca_cra',
  numbers: readonly (string | null)[] = [RP1, RP2],
  between: (world: YearEnd) => Promise<void> = async () => {},
) => {
  const world = await yearEnd({ province });
  await account(world, numbers[0] ?? null, provider);
  const other = await account(world, numbers[1] ?? null, provider);
  const { employee, assignment } = await world.hired({ rate: { ...SALARY, rate: '108000' } });
  await enrolled(world, assignment.id, other.id, '2026-12-01');
  await world.populated();
  await world.paid();
  await between(world);
  await world.paid();
  return { world, employee, other };
};

const by = (forms: readonly Form[], key = BOX_54) =>
  Object.fromEntries(forms.map((form) => [String(form.values[key]), form]));
const problems = (results: readonly object[]) =>
  results.flatMap((one) => ('problem' in one ? (one.problem as { text: { en: string } }).text.en : []));

test('a person who was paid under two payroll accounts has a T4 for each, with the amounts that were remitted there', async () => {
  const { world, employee, other } = await moved();
  expect(problems(await world.generated('t4', T4))).toEqual([]);
  const forms = by(world.forms('t4', employee.id));
  expect(Object.keys(forms).sort()).toEqual([RP1, RP2]);
  for (const form of Object.values(forms)) {
    expect(form).toMatchObject({ validation_error_count: 0, values: { box_14_employment_income: '4000' } });
    const followed = await world.sources(form);
    expect(followed.find(({ box }) => box === '14')).toMatchObject({ from_stubs: 4000, lines: [{ amount: 4000 }] });
  }
  const remitted = world
    .rows('statutory_withholding_line_item')
    .filter(({ remittance_account_id, type }) => remittance_account_id === other.id && type.endsWith('income_tax'));
  expect(forms[RP2]!.values.box_22_income_tax_deducted).toBe(
    sum(
      remitted
        .filter(({ pay_stub_id }) =>
          world.rows('pay_stub').some(({ id, is_closed }) => id === pay_stub_id && is_closed),
        )
        .map(({ custom_amount, managed_amount }) => custom_amount ?? managed_amount ?? '0'),
    ).toString(),
  );
  const rows = await reportRows(world, 't4-preview', ofYear(2026));
  expect(rows.map((row) => [row['54 Account'], Number(row['14 Employment income'])])).toEqual([
    [RP1, 4000],
    [RP2, 4000],
  ]);
});

test('the account of pay stubs is asked for until each of them has one', async () => {
  const { world } = await moved();
  const asked = async () => {
    world.asked.length = 0;
    await reportRows(world, 't4-preview', ofYear(2026));
    return world.asked.filter((question) => question === 'existing').length;
  };
  // Each account has one of the two stubs.
  expect(await asked()).toBe(2);
  await account(world, RP3);
  expect(await asked()).toBe(2);
});

test('pay stays on the slip of its account where something is corrected beside it that went through the other', async () => {
  const corrected = async (world: YearEnd) => {
    const closed = world.rows('pay_stub').find(({ is_closed }) => is_closed)!;
    const taxes = world.rows('statutory_withholding_line_item');
    const tax = taxes.find(({ pay_stub_id, type }) => pay_stub_id === closed.id && type === 'federal_income_tax')!;
    const [stub] = await world.stubs((await world.drafts())[0]!);
    await world.given.created('adjustment', {
      correction_pay_stub_id: stub!.id,
      source_line_item_id: tax.id,
      expected_amount: '1',
    });
    await world.populated();
  };
  const { world, employee } = await moved('ca_on', 'ca_cra', [RP1, RP2], corrected);
  await world.generated('t4', T4);
  const forms = by(world.forms('t4', employee.id));
  expect([RP1, RP2].map((number) => forms[number]?.values.box_14_employment_income)).toEqual(['4000', '4000']);
});

test('the maximums of the year apply to the slips of both accounts together', async () => {
  const { world, employee } = await moved('ca_on', 'ca_cra');
  const bonus = async (amount: string) => {
    const [payroll] = await world.drafts();
    const [stub] = await world.stubs(payroll!);
    await world.given.created('earning_line_item', {
      pay_stub_id: stub!.id,
      earning_type: 'bonus_discretionary',
      custom_amount: amount,
    });
    await world.populated();
    await world.paid();
  };
  await bonus('90000');
  await world.generated('t4', T4);
  const told = world.forms('t4', employee.id).map(({ values }) => values.box_24_ei_insurable_earnings);
  expect(sum(told.map(String)).toString()).toBe('68900');
});

test('a repeated generation refills each draft; amendments and cancellations belong to the same account', async () => {
  const { world, employee } = await moved();
  await world.generated('t4', T4);
  const first = by(world.forms('t4', employee.id));
  expect(problems(await world.generated('t4', T4))).toEqual([]);
  expect(world.forms('t4').map(({ id }) => id)).toEqual(Object.values(first).map(({ id }) => id));
  await world.filed(...world.forms('t4'));
  // Paid once more, through the second account alone.
  await world.paid();
  const amending = await world.batch('t4', { form_stage: 'amendment' });
  expect(problems(await world.generated('t4', { ...T4, form_batch_id: amending.id }))).toEqual([]);
  const amendments = world.forms('t4').filter(({ stage }) => stage === 'amendment');
  expect(amendments).toMatchObject([
    { original_form_id: first[RP2]!.id, values: { [BOX_54]: RP2, box_14_employment_income: '8000' } },
  ]);
  // The agency was told of an account that payroll knows nothing of.
  const stray = await world.given.created('form', {
    ...{ type: 't4', owner_id: employee.id, effective_date: '2026-12-31', business_entity_id: world.employer.id },
    ...{ box_10_province_territory_or_country_of_employment_code: 'ON', box_14_employment_income: '70' },
    ...{ [BOX_54]: RP3, box_45_employer_offered_dental_benefits: '1' },
  });
  await world.filed(stray);
  const cancelling = await world.batch('t4', { form_stage: 'cancellation' });
  await world.generated('t4', { tax_year: 2026, form_batch_id: cancelling.id });
  expect(world.forms('t4').filter(({ stage }) => stage === 'cancellation')).toMatchObject([
    { original_form_id: stray.id, values: { [BOX_54]: RP3 } },
  ]);
});

test('slips whose account has no number yet wait for it, and stay the same slips', async () => {
  const { world } = await moved('ca_on', 'ca_cra', [null, null]);
  await world.generated('t4', T4);
  const forms = world.forms('t4');
  expect(forms.map(({ values, validation_error_count }) => [values[BOX_54], validation_error_count])).toEqual([
    [undefined, 1],
    [undefined, 1],
  ]);
  await world.generated('t4', T4);
  expect(world.forms('t4').map(({ id }) => id)).toEqual(forms.map(({ id }) => id));
  // By the agency's letter.
  await world.given.changed('form', forms[0]!.id, { [BOX_54]: RP1 });
  await world.generated('t4', T4);
  expect(world.forms('t4').map(({ id, values }) => [id, values[BOX_54]])).toEqual([
    [forms[0]!.id, RP1],
    [forms[1]!.id, undefined],
  ]);
});

test('an RL-1 belongs to an account with Revenu Québec, and a T4A to one with the CRA', async () => {
  const [rs1, rs2] = ['1234567890RS0001', '1234567890RS0002'];
  const quebec = await moved('ca_qc', 'ca_rq', [rs1, rs2]);
  await quebec.world.generated('rl1', { tax_year: 2026 });
  const slips = by(quebec.world.forms('rl1'), 'identification_number');
  expect([rs1!, rs2!].map((number) => slips[number]!.values.box_a_employment_income)).toEqual(['4000', '4000']);
  const world = await yearEnd();
  await account(world, RP1);
  const second = await account(world, RP2);
  const contractor = await world.given.created('contractor', { business_name: 'Lakeshore Milling Ltd.' });
  const fees = await world.given.created('work_assignment', {
    contractor_id: contractor.id,
    pay_schedule_id: world.schedule.id,
  });
  await enrolled(world, fees.id, second.id, '2026-12-01');
  await world.populated();
  for (const custom_amount of ['100', '200']) {
    const [payroll] = await world.drafts();
    const [stub] = await world.stubs(payroll!, fees);
    await world.given.created('earning_line_item', {
      ...{ pay_stub_id: stub!.id, earning_type: 'bonus_discretionary', custom_amount },
    });
    await world.populated();
    await world.paid();
  }
  await world.generated('t4a', { tax_year: 2026 });
  const fee = by(world.forms('t4a'), 'box_061_payers_account_number');
  expect([RP1, RP2].map((number) => fee[number]!.values.box_048_fees_for_services)).toEqual(['100', '200']);
});

test('a filed slip whose account was entered by hand stays the slip of its person, through amendments and a cancellation', async () => {
  const [rs1, key] = ['1234567890RS0001', 'identification_number'];
  const world = await yearEnd({ province: 'ca_qc' });
  await world.hired({ rate: SALARY });
  await world.populated();
  await world.paid();
  const RL1 = { tax_year: 2026 };
  await world.generated('rl1', RL1);
  const [original] = world.forms('rl1');
  await world.given.changed('form', original!.id, { [key]: rs1 });
  await world.filed(world.forms('rl1')[0]!);
  const THERE = expect.stringMatching(/^The form .* is done already/);
  expect(problems(await world.generated('rl1', RL1))).toEqual([THERE]);
  expect(world.forms('rl1')).toHaveLength(1);
  // Amended twice: each amendment refers to what the agency has.
  let last = original!.id;
  for (const income of ['4000', '6000']) {
    await world.paid();
    const { id: form_batch_id } = await world.batch('rl1', { form_stage: 'amendment' });
    expect(problems(await world.generated('rl1', { ...RL1, form_batch_id }))).toEqual([]);
    const amendment = world.forms('rl1').at(-1)!;
    expect(amendment).toMatchObject({
      ...{ stage: 'amendment', original_form_id: last },
      values: { [key]: rs1, box_a_employment_income: income },
    });
    await world.filed(amendment);
    last = amendment.id;
  }
  // Nothing is left to cancel, unless somebody is named.
  const cancelling = await world.batch('rl1', { form_stage: 'cancellation' });
  const cancel = { ...RL1, form_batch_id: cancelling.id };
  expect(problems(await world.generated('rl1', cancel))).toEqual([]);
  expect(world.forms('rl1').map(({ stage }) => stage)).toEqual(['original', 'amendment', 'amendment']);
  await world.generated('rl1', { ...cancel, employee_ids: [original!.owner_id!] });
  const cancellation = world.forms('rl1').at(-1)!;
  expect(cancellation).toMatchObject({ stage: 'cancellation', original_form_id: last });
  await world.filed(cancellation);
  // Made again, it is of the slip that was cancelled.
  await world.generated('rl1', RL1);
  const again = world.forms('rl1').at(-1)!;
  expect(again).toMatchObject({ stage: 'original', status: 'draft' });
  await world.given.changed('form', again.id, { [key]: rs1 });
  await world.filed(world.forms('rl1').at(-1)!);
  expect(problems(await world.generated('rl1', RL1))).toEqual([THERE]);
  expect(world.forms('rl1')).toHaveLength(5);
});

test('a form that names an account by hand is that of a slip of which payroll knows none, and of no other', () => {
  const slip = (account: string | null) => ({
    account,
    slip: {
      payee_id: 'emp_A',
      business_entity_id: 'bus_A',
      province: 'ON',
      account_id: account,
    } as unknown as MadeSlip,
  });
  const filed = {
    id: 'form_A',
    type: 't4',
    status: 'done',
    stage: 'original',
    owner_id: 'emp_A',
    business_entity_id: 'bus_A',
    original_form_id: null,
    values: { [BOX_54]: RP1, [PROVINCE_KEY]: 'ON' },
  } as unknown as Form;
  const told = (account: string | null, known: string[]) => {
    const { made, others } = matched([slip(account)], [filed], 't4', new Set(known));
    return [made.map(({ forms }) => forms.length), others.map(({ payee_id, forms }) => [payee_id, forms.length])];
  };
  expect(told(null, [])).toEqual([[1], []]);
  expect(told(RP1, [RP1])).toEqual([[1], []]);
  // Another slip of payroll is of that account.
  expect(told(null, [RP1])).toEqual([[0], [['emp_A', 1]]]);
  expect(told(RP2, [RP2])).toEqual([[0], [['emp_A', 1]]]);
  expect(told(RP2, [])).toEqual([[0], [['emp_A', 1]]]);
});
