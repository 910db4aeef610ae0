import { expect, test } from 'vitest';
import type { JsonObject } from '../../../src/values/json.ts';
import { ofYear, reportRows } from '../../support/report-rows.ts';
import { MONTHLY, type YearEnd, yearEnd } from '../../support/year-end.ts';

/**
 * A rate of EI that an employer states for its employees (`ca::ei_premium_reduction`) is the rate that premiums are due
 * at: whoever had them withheld at it has no shortfall, wherever it is stated.
 */

const FROM = '2025-12-01';
const place = (value: string, from = FROM, to: string | null = null): JsonObject => ({
  ...{ type: 'ca::province_of_employment', value, effective_from: from, effective_to: to },
});
const reduction = (employee_rate: string, from = FROM, more: JsonObject = {}): JsonObject => ({
  type: 'ca::ei_premium_reduction',
  value: { employer_multiplier: '1.2', employee_rate, ...more },
  effective_from: from,
});
const OUTSIDE = 'ei-cpp-balance';
const QUEBEC = 'ei-qpp-qpip-balance';
const EI = ['Insurable earnings', 'EI due', 'EI deducted', 'EI shortfall'];

interface Given {
  /** What is stated on the work assignment. */
  work: JsonObject[];
  /** A year's salary; premiums are due on 68,900.00. */
  salary?: string;
  report?: string;
}

const balances = async ({ work, salary = '60000', report = OUTSIDE }: Given, of: (world: YearEnd) => Promise<void>) => {
  const world = await yearEnd({ schedule: MONTHLY });
  await of(world);
  const { given, schedule } = world;
  const name = { first_name: 'Ada', last_name: 'Byron', date_of_birth: '1980-03-03' };
  const { id: employee_id } = await given.created('employee', name);
  const hired = { employee_id, pay_schedule_id: schedule.id, tax_properties: work };
  const { id: work_assignment_id } = await given.created('work_assignment', hired);
  const rate = { type: 'salary', rate: salary, expected_hours_per_week: '40', effective_from: FROM };
  await given.created('pay_rate', { work_assignment_id, ...rate });
  await world.populated();
  for (let pay = 1; pay <= 12; pay++) await world.paid();
  const [row] = await reportRows(world, report, ofYear(2026));
  return EI.map((column) => row![column]);
};

const nothing = async () => {};

test.each<[string, Given, (string | null)[]]>([
  ['below the maximum', { work: [place('ca_on'), reduction('1.4')] }, ['60000', '840', '840', '0']],
  [
    'above the maximum, which follows from it',
    { work: [place('ca_on'), reduction('1.4')], salary: '120000' },
    ['120000', '964.6', '964.6', '0'],
  ],
  [
    'in Quebec, where the law has another one',
    { work: [place('ca_qc'), reduction('1')], report: QUEBEC },
    ['60000', '600', '600', '0'],
  ],
  [
    'that begins within the year: each pay by its own',
    { work: [place('ca_on'), reduction('1.4', '2026-07-01')] },
    ['60000', '909', '909', '0'],
  ],
  [
    'that begins within the year, of more than the maximum: premiums were due on what was paid first',
    { work: [place('ca_on'), reduction('1.4', '2026-07-01')], salary: '120000' },
    ['120000', null, '1102.6', null],
  ],
  [
    'as of July, on this side of a move out of Quebec then',
    { work: [place('ca_qc', FROM, '2026-06-30'), place('ca_on', '2026-07-01'), reduction('1.4', '2026-07-01')] },
    ['30000', '420', '420', '0'],
  ],
])('a rate that is stated on the work assignment, %s', async (_, given, row) => {
  expect(await balances(given, nothing)).toEqual(row);
});

test('the rate of the account that the pay went to, and not that of another one', async () => {
  const account = (more: JsonObject) => async (world: YearEnd) => {
    const of = { business_entity_id: world.employer.id, account_provider: 'ca_cra' };
    await world.given.created('remittance_account', { ...of, is_default: true });
    await world.given.created('remittance_account', { ...of, tax_properties: [reduction('1.4')], ...more });
  };
  expect(await balances({ work: [place('ca_on')] }, account({ is_default: true }))).toEqual([
    '60000',
    '840',
    '840',
    '0',
  ]);
  expect(await balances({ work: [place('ca_on')] }, account({}))).toEqual(['60000', '978', '978', '0']);
});
