import { expect, test } from 'vitest';
import type { JsonObject } from '../../../src/values/json.ts';
import { MONTHLY, yearEnd } from '../../support/year-end.ts';

/**
 * Given income tax that is averaged over the year: the first pay that a deduction or credit of the year counts for
 * makes up for those before it, so the year has it once. T4127 chapter 5 and TP-1015.F 2.2 take it whole; they bring it
 * to the pays that are left (P x F1 / PR, P x J3 / PR) where each pay is taxed by itself.
 */

const ALL_YEAR = { effective_from: '2025-12-01' };

/** Tax of the year by line, of somebody with these properties. */
const taxesOf = async (people: readonly (readonly JsonObject[])[]): Promise<Record<string, number>[]> => {
  const world = await yearEnd({ schedule: MONTHLY });
  const assignments: string[] = [];
  for (const [at, properties] of people.entries()) {
    const name = { first_name: `A${at}`, last_name: 'Byron', date_of_birth: '1990-07-11' };
    const { id: employee_id } = await world.given.created('employee', name);
    const { id } = await world.given.created('work_assignment', {
      employee_id,
      pay_schedule_id: world.schedule.id,
      tax_properties: [...properties],
    });
    const rate = { type: 'salary', rate: '90000', expected_hours_per_week: '40', ...ALL_YEAR };
    await world.given.created('pay_rate', { work_assignment_id: id, ...rate });
    assignments.push(id);
  }
  await world.populated();
  for (let pay = 1; pay <= 12; pay++) await world.paid();
  return assignments.map((id) => {
    const stubs = new Set(world.rows('pay_stub').flatMap((stub) => (stub.work_assignment_id === id ? [stub.id] : [])));
    const sums: Record<string, number> = {};
    for (const { pay_stub_id, type, managed_amount } of world.rows('statutory_withholding_line_item'))
      if (stubs.has(pay_stub_id) && type.endsWith('_income_tax'))
        sums[type] = (sums[type] ?? 0) + Math.round(100 * Number(managed_amount));
    return sums;
  });
};

const AVERAGED = ['ca::income_tax_method', 'ca::qc::income_tax_method'];

test.each([
  ['ca_on', ['ca::federal::annual_deduction_at_source', 'ca::federal::annual_credit_at_source']],
  ['ca_on', ['ca::on::annual_credit_at_source']],
  ['ca_qc', ['ca::qc::annual_deduction_at_source', 'ca::qc::annual_credit_at_source', 'ca::qc::form_deductions']],
  ['ca_qc', ['ca::federal::annual_deduction_at_source', 'ca::federal::annual_credit_at_source']],
])('in %s an amount of the year lowers the tax of the year once, from whichever pay on: %j', async (place, types) => {
  const person = (effective_from: string, averaged_from = '2025-12-01') => [
    { type: 'ca::province_of_employment', value: place, ...ALL_YEAR },
    ...AVERAGED.map((type) => ({ type, value: 'cumulative', effective_from: averaged_from })),
    ...types.map((type) => ({ type, value: '600', effective_from })),
  ];
  const [whole, late] = await taxesOf([person('2025-12-01'), person('2026-09-15')]);
  expect(Object.keys(whole!)).toEqual(['federal_income_tax', 'provincial_income_tax']);
  for (const [tax, cents] of Object.entries(whole!)) expect(Math.abs(late![tax]! - cents), tax).toBeLessThanOrEqual(2);
});

test.each([
  ['2025-12-01', '2026-05-01'],
  ['2026-03-01', '2026-05-01'],
  ['2026-09-15', '2026-05-01'],
  ['2026-09-15', '2025-12-01'],
])('a credit from %s, with averaging from %s, is given once', async (credited_from, averaged_from) => {
  const averaged = [
    { type: 'ca::province_of_employment', value: 'ca_on', ...ALL_YEAR },
    { type: 'ca::income_tax_method', value: 'cumulative', effective_from: averaged_from },
  ];
  const credit = { type: 'ca::federal::annual_credit_at_source', value: '600', effective_from: credited_from };
  const [without, credited] = await taxesOf([averaged, [...averaged, credit]]);
  expect(credited!.provincial_income_tax).toBe(without!.provincial_income_tax);
  const given = without!.federal_income_tax! - credited!.federal_income_tax!;
  expect(Math.abs(given - 600_00), String(given)).toBeLessThanOrEqual(6);
});
