import { expect, test } from 'vitest';
import type { RecordOf } from '../../../src/kernel/definition/resource.ts';
import type { JsonObject } from '../../../src/values/json.ts';
import { decimal, sum } from '../../../src/values/money.ts';
import { SALARY } from '../../support/payroll-world.ts';
import { ofYear, reportRows, sumOf } from '../../support/report-rows.ts';
import { yearEnd } from '../../support/year-end.ts';

/**
 * Given somebody who moved from Ontario to Alberta, when a correction of after the move takes back what was paid before
 * it, then no T4 has a box below 0: the box is taken off that of Ontario.
 */

const place = (value: string, effective_from: string, effective_to: string | null) => ({
  type: 'ca::province_of_employment',
  ...{ value, effective_from, effective_to },
});

const T4 = { tax_year: 2026, values: { box_45_employer_offered_dental_benefits: '1' } };

const moved = async (to = 'ca_ab') => {
  const world = await yearEnd();
  const { assignment, employee } = await world.hired({
    rate: SALARY,
    tax_properties: [place('ca_on', '2026-01-01', '2026-11-24')],
  });
  await world.given.created('tax_property', { owner_id: assignment.id, ...place(to, '2026-11-25', null) });
  const dues = { work_assignment_id: assignment.id, deduction_type: 'union_dues', amount_type: 'fixed' };
  const times = { frequency: 'per_payroll', effective_from: '2026-01-01', effective_to: '2026-11-14' };
  await world.given.created('deduction', { ...dues, amount: '30', ...times });
  await world.populated();
  await world.paid();
  await world.paid();
  const corrected = async (kind: string, line: JsonObject) => {
    const correction = await world.given.created('payroll', {
      ...{ pay_schedule_id: world.schedule.id, type: 'correction', pay_date: '2026-12-10' },
      ...{ period_start: '2026-11-01', period_end: '2026-11-14' },
    });
    const of = { payroll_id: correction.id, work_assignment_id: assignment.id };
    const { id: pay_stub_id } = await world.given.created('pay_stub', of);
    await world.given.created(`${kind}_line_item`, { pay_stub_id, ...line });
    await world.populated();
    await world.paid(correction);
  };
  const slips = async () => {
    await world.generated('t4', T4);
    const forms = world.forms('t4', employee.id);
    const of = (code: string): RecordOf<'form'> | undefined =>
      forms.find(({ values }) => values.box_10_province_territory_or_country_of_employment_code === code);
    return { forms, ontario: of('ON')!, alberta: of('AB')! };
  };
  return { ...world, corrected, slips };
};

test('a box of which nothing was paid where it is taken back: union dues', async () => {
  const { corrected, slips, sources, services, tenant } = await moved();
  await corrected('deduction', { deduction_type: 'union_dues', custom_amount: '-12.5' });
  const { ontario, alberta } = await slips();
  expect([ontario.values.box_44_union_dues, alberta.values.box_44_union_dues]).toEqual(['17.5', undefined]);
  expect([ontario, alberta].map(({ values }) => values.box_14_employment_income)).toEqual(['2000', '2000']);
  expect([ontario, alberta].map(({ validation_error_count }) => validation_error_count)).toEqual([0, 0]);
  const boxOf = async (form: RecordOf<'form'>, wanted: string) =>
    (await sources(form)).find(({ box }) => box === wanted);
  const back = await boxOf(ontario, '44');
  expect([back?.from_stubs, ...(back?.lines.map(({ amount }) => amount).sort((a, b) => b - a) ?? [])]).toEqual([
    17.5, 30, -12.5,
  ]);
  expect(await boxOf(ontario, '14')).toMatchObject({ from_stubs: 2000, lines: [{ amount: 2000 }] });
  expect(await boxOf(alberta, '44')).toBeUndefined();
  const rows = await reportRows({ services, tenant }, 't4-preview', ofYear(2026));
  expect(rows.map((row) => [row['10 Province'], row['44 Union dues']])).toEqual([
    ['AB', '0'],
    ['ON', '17.5'],
  ]);
});

test('CPP that is given back by hand after a move to Quebec, where it goes to no slip', async () => {
  const { corrected, slips } = await moved('ca_qc');
  await corrected('statutory_withholding', { statutory_withholding_type: 'cpp', custom_amount: '-20' });
  await corrected('employer_statutory_withholding', {
    employer_statutory_withholding_type: 'cpp',
    custom_amount: '-20',
  });
  const { forms, ontario } = await slips();
  const quebec = forms.find(({ id }) => id !== ontario.id)!;
  // 5.95 % of 2,000.00 less a 27th of 3,500.00, and less 20.00, of the employee and of the employer.
  for (const box of ['box_16_employees_cpp_contributions', 'box_27_employer_cpp_contributions'])
    expect([ontario, quebec].map(({ values }) => values[box])).toEqual(['91.29', undefined]);
  expect(forms.map(({ validation_error_count }) => validation_error_count)).toEqual([0, 0]);
});

test.each([null, 0])(
  'a box below 0 that was emptied by hand, with %s, stays so, and is no reason to amend until payroll has another reason',
  async (emptied) => {
    const { corrected, slips, given, filed, batch, generated, forms } = await moved();
    await corrected('deduction', { deduction_type: 'union_dues', custom_amount: '-42.5' });
    const below = (await slips()).forms.filter(({ validation_error_count }) => validation_error_count > 0);
    expect(below.map(({ values }) => values.box_44_union_dues)).toEqual(['-42.5']);
    await given.changed('form', below[0]!.id, { box_44_union_dues: emptied });
    const { forms: again } = await slips();
    expect(again.map(({ validation_error_count }) => validation_error_count)).toEqual([0, 0]);
    for (const form of again) await filed(form);
    const { id: form_batch_id } = await batch('t4', { form_stage: 'amendment' });
    await generated('t4', { ...T4, form_batch_id });
    expect(forms('t4')).toHaveLength(2);
    // Dues that are there again are told.
    await corrected('deduction', { deduction_type: 'union_dues', custom_amount: '50' });
    await generated('t4', { ...T4, form_batch_id });
    expect(forms('t4').slice(2)).toMatchObject([{ stage: 'amendment', values: { box_44_union_dues: '7.5' } }]);
  },
);

test('tax that is given back with more than was withheld since the move', async () => {
  const { corrected, slips, rows, services, tenant } = await moved();
  await corrected('earning', { earning_type: 'salary', custom_amount: '-1900' });
  const { forms, ontario, alberta } = await slips();
  expect(alberta.values.box_14_employment_income).toBe('100');
  expect(forms.map(({ validation_error_count }) => validation_error_count)).toEqual([0, 0]);
  const taxOf = ({ values }: RecordOf<'form'>) => decimal(String(values.box_22_income_tax_deducted ?? '0'));
  const withheld = sum(
    rows('pay_stub').flatMap(({ is_closed, amounts }) =>
      is_closed
        ? ['federal_income_tax', 'provincial_income_tax'].map((type) => amounts?.statutory_withholding?.[type] ?? '0')
        : [],
    ),
  );
  expect(taxOf(ontario).plus(taxOf(alberta)).toFixed(2)).toBe(withheld.toFixed(2));
  const preview = await reportRows({ services, tenant }, 't4-preview', ofYear(2026));
  expect(sumOf(preview, '22 Income tax deducted')).toBe(withheld.toFixed(2));
});
