import { expect, test } from 'vitest';
import { versionOn } from '../../../src/forms/model/form-type.ts';
import { formTypeOf } from '../../../src/forms/types/index.ts';
import { otherwiseWritten, strangers, valueIssues } from '../../../src/forms/values.ts';

const on = (type: string, values: Record<string, string>) => {
  const of = formTypeOf(type);
  const version = versionOn(of, '2026-01-01')!;
  return [...strangers(of, version, values), ...valueIssues(of, version, values)].map(({ path }) => path);
};

test("a name with letters that the agency's file cannot contain is reported with them, and others with their spelling", () => {
  const of = formTypeOf('t4');
  const version = versionOn(of, '2026-12-31')!;
  const said = (employee_surname: string) =>
    valueIssues(of, version, { employee_surname }).find(({ path }) => path === 'employee_surname')?.text;
  expect(said('Иванов')?.en).toBe(
    "Surname has characters that the agency's file does not take and that have no plain form: И в а н о в.",
  );
  expect(said('Иванов')?.fr).toContain('Nom de famille a des caractères');
  expect(said('Kovačević')).toBeUndefined();
  expect(otherwiseWritten(of, version, { employee_surname: 'Kovačević' })).toEqual([
    { key: 'employee_surname', value: 'Kovačević', written: 'Kovacevic' },
  ]);
});

test('a claim return accepts the claims of its form, and a total that is their sum', () => {
  const claims = { basic_personal_amount: '12000', age_amount: '6000' };
  expect(on('td1on', { ...claims, total_claim_amount: '18000' })).toEqual([]);
  expect(on('td1on', { ...claims, total_claim_amount: '18001' })).toEqual(['total_claim_amount']);
  // Ontario's form has no tuition since 2018; others have.
  const tuition = { basic_personal_amount: '12000', tuition_amount: '500', total_claim_amount: '12500' };
  expect(on('td1on', tuition)).toContain('tuition_amount');
  expect(on('td1mb', tuition)).toEqual([]);
});

test('claims of one province count in its total, and are on no other return', () => {
  const of: Record<string, Record<string, string>> = {
    // Nova Scotia of 2023: 11,481, 4,141 and on line 2.1 1,465.
    td1ns: {
      basic_personal_amount: '11481',
      age_amount: '4141',
      age_amount_supplement: '1465',
      young_children_amount: '1200',
    },
    td1sk: { senior_supplementary_amount: '1421', dependent_children_amount: '13400', infirm_dependents_amount: '100' },
    td1mb: { family_tax_benefit: '2065', infirm_dependents_amount: '100' },
    td1nl: { child_care_amount: '3000' },
  };
  const totals = { td1ns: '18287', td1sk: '14921', td1mb: '2165', td1nl: '3000' };
  for (const [type, total_claim_amount] of Object.entries(totals)) {
    expect([type, on(type, { ...of[type], total_claim_amount })]).toEqual([type, []]);
    expect(on(type, { ...of[type], total_claim_amount: '99' })).toEqual(['total_claim_amount']);
    expect(on('td1bc', { ...of[type], total_claim_amount }).filter((path) => path !== 'total_claim_amount')).toEqual(
      Object.keys(of[type]!).filter((key) => !['basic_personal_amount', 'age_amount'].includes(key)),
    );
  }
  const quebec = {
    line_1_basic_amount: '18952',
    line_2_amount_transferred_from_spouse: '1000',
    amount_for_dependants: '5416',
    amount_for_impairment: '4116',
    amount_for_age_living_alone_or_retirement_income: '3906',
  };
  expect(on('tp1015', { ...quebec, line_10_total_claim_amount: '33390' })).toEqual([]);
  expect(on('tp1015', { ...quebec, line_10_total_claim_amount: '33391' })).toEqual(['line_10_total_claim_amount']);
});

test('what the file of a record of employment or an RL-1 has no place for is an error, and is not left out in silence', () => {
  const others = on('roe', {});
  const wrong = (values: Record<string, string>) => on('roe', values).filter((path) => !others.includes(path));
  const [vacation, money, holiday] = ['block_17a_vacation_pay', 'block_17c_other_monies_2', 'block_17b_holiday_3'];
  expect(wrong({ [`${vacation}_amount`]: '600' })).toEqual([`${vacation}_code`]);
  expect(wrong({ [`${vacation}_start_date`]: '2026-07-01' })).toEqual([`${vacation}_code`]);
  expect(wrong({ [`${money}_amount`]: '900' })).toEqual([`${money}_code`]);
  expect(wrong({ [`${money}_amount`]: '0' })).toEqual([]);
  expect(wrong({ [`${money}_amount`]: '900', [`${money}_code`]: 'Y00' })).toEqual([]);
  expect(wrong({ [`${holiday}_date`]: '2026-07-01' })).toEqual([`${holiday}_amount`]);
  expect(wrong({ [`${holiday}_date`]: '2026-07-01', [`${holiday}_amount`]: '160' })).toEqual([]);
  const box_o = (values: Record<string, string>) => on('rl1', values).filter((path) => path === 'box_o_other_income');
  expect(box_o({ code_rj_retiring_allowance: '500' })).toEqual(['box_o_other_income']);
  expect(box_o({ code_rj_retiring_allowance: '500', box_o_other_income: '500' })).toEqual([]);
});

test('a T4A whose name of a corporation is blank is of a person', () => {
  const values = { recipient_corporation_name: '', recipient_surname: 'Roy' };
  expect(on('t4a', values)).not.toContain('recipient_corporation_name');
});
