import { expect, test } from 'vitest';
import { SALARY } from '../../support/payroll-world.ts';
import { yearEnd } from '../../support/year-end.ts';

/**
 * Given somebody who moved within the year and earns more than its maximums, when T4s are made, then each has the earnings
 * that its own contributions and premiums were due on: those of the pays before the maximum was reached.
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
