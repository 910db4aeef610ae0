import { expect, test } from 'vitest';
import { writeT4 } from '../../../src/forms/files/t4.ts';
import { valuesOf, versionOf } from '../../../src/forms/of-record.ts';
import { formTypeOf } from '../../../src/forms/types/index.ts';
import { valueIssues } from '../../../src/forms/values.ts';
import { faultsOf, textsAt } from '../../support/agency-schemas.ts';
import { employee as employeeValues, fieldsByKey, filing, filled, textOfFile } from '../../support/filled-forms.ts';
import { SALARY } from '../../support/payroll-world.ts';
import { ofYear, reportRows } from '../../support/report-rows.ts';
import { yearEnd } from '../../support/year-end.ts';

/**
 * Given somebody who moved within the year and earns more than its maximums, when T4s are made, then each has the
 * earnings that its own contributions and premiums were due on: those of the pays before the maximum was reached.
 */

const place = (value: string, effective_from: string, effective_to: string | null) => ({
  type: 'ca::province_of_employment',
  ...{ value, effective_from, effective_to },
});

test('a move to Quebec and back: what was paid first is insurable and pensionable where it was paid', async () => {
  const world = await yearEnd();
  // 40,000 in each of 27 periods.
  const { assignment, employee } = await world.hired({
    rate: { ...SALARY, rate: '1080000' },
    tax_properties: [place('ca_on', '2026-01-01', '2026-11-24')],
  });
  const moves = [place('ca_qc', '2026-11-25', '2026-12-10'), place('ca_on', '2026-12-11', null)];
  for (const move of moves) await world.given.created('tax_property', { owner_id: assignment.id, ...move });
  await world.populated();
  for (let pay = 0; pay < 3; pay++) await world.paid();
  await world.generated('t4', { tax_year: 2026, values: { box_45_employer_offered_dental_benefits: '1' } });
  const told = world
    .forms('t4', employee.id)
    .map(({ values }) => [
      values.box_10_province_territory_or_country_of_employment_code,
      values.box_18_employees_ei_premiums,
      values.box_24_ei_insurable_earnings,
      values.box_26_cpp_or_qpp_pensionable_earnings,
    ]);
  // EI of 2026: 1.63 % of 40,000, and in Quebec 1.3 % of what is left of 68,900. Pensions: 85,000 in all.
  expect(told.sort()).toEqual([
    ['ON', '652', '40000', '45000'],
    ['QC', '375.7', '28900', '40000'],
  ]);
});

test("the agency's file has room for each maximum of the year", async () => {
  const world = await yearEnd({ province: 'ca_qc' });
  // 40,000 in each of 27 periods.
  const { employee } = await world.hired({ rate: { ...SALARY, rate: '1080000' } });
  await world.populated();
  for (let pay = 0; pay < 3; pay++) await world.paid();
  await world.generated('t4', { tax_year: 2026, values: { box_45_employer_offered_dental_benefits: '1' } });
  const [t4] = world.forms('t4', employee.id);
  expect(t4).toMatchObject({
    validation_error_count: 0,
    values: {
      box_24_ei_insurable_earnings: '68900',
      box_26_cpp_or_qpp_pensionable_earnings: '85000',
      box_56_ppip_insurable_earnings: '103000',
    },
  });
  const xml = await textOfFile(writeT4(fieldsByKey)(filing([filled('t4', { ...employeeValues(), ...t4!.values })])));
  expect(await faultsOf(xml, 't4')).toEqual([]);
  expect(textsAt(xml, 'prov_insu_ern_amt')).toEqual(['103000.00']);
});

test('a pension adjustment is told in dollars only', async () => {
  const world = await yearEnd();
  const { employee, assignment } = await world.hired({ rate: SALARY });
  for (const [kind, amount] of [
    ['employee_benefit', '33.45'],
    ['employer_benefit', '50.2'],
  ] as const)
    await world.given.created(kind, {
      ...{ work_assignment_id: assignment.id, [`${kind}_type`]: 'pension_dcpp', amount, amount_type: 'fixed' },
      ...{ frequency: 'per_payroll', effective_from: '2026-01-01' },
    });
  await world.populated();
  for (let pay = 0; pay < 2; pay++) await world.paid();
  await world.generated('t4', { tax_year: 2026, values: { box_45_employer_offered_dental_benefits: '1' } });
  // Of 66.90 and 100.40.
  expect(world.forms('t4', employee.id)[0]!.values).toMatchObject({
    box_20_rpp_contributions: '66.9',
    box_52_pension_adjustment: '167',
  });
  const rows = await reportRows(world, 't4-preview', ofYear(2026));
  expect(rows.map((row) => row['52 Pension adjustment'])).toEqual(['167']);
  // By hand it is told so too; a cancellation repeats what was filed.
  const { id } = world.forms('t4', employee.id)[0]!;
  const byHand = await world.given.changed('form', id, { box_52_pension_adjustment: '167.5' });
  const of = (stage: 'original' | 'cancellation') =>
    valueIssues(formTypeOf('t4'), versionOf(byHand), { ...valuesOf(byHand) }, stage).map(({ text }) => text.en);
  const before = of('cancellation');
  expect(of('original').filter((text) => !before.includes(text))).toEqual([
    'Pension adjustment (Box 52) must be in dollars only, without cents.',
  ]);
});
