import { expect, test } from 'vitest';
import type { JsonObject } from '../../../src/values/json.ts';
import { ofYear, reportRows } from '../../support/report-rows.ts';
import { MONTHLY, yearEnd } from '../../support/year-end.ts';

/**
 * The months that the balance reports count are those that withholding counts: whoever is paid more than a year asks
 * for has nothing withheld too little by the report, whatever changes within the year.
 */

const property = (
  type: string,
  value: string | boolean,
  from = '2025-12-01',
  to: string | null = null,
): JsonObject => ({
  ...{ type, value, effective_from: from, effective_to: to },
});
const place = (value: string, from?: string, to?: string) => property('ca::province_of_employment', value, from, to);
const ONTARIO = place('ca_on');
const QUEBEC = place('ca_qc');
const NOT_CPP = 'ca::cpp_exempt';
const NOT_QPP = 'ca::qc::qpp_exempt';
/** What is stated on a work assignment of all year. */
type Works = JsonObject[][];

const CPP = ['ei-cpp-balance', 'CPP'] as const;
const QPP = ['ei-qpp-qpip-balance', 'QPP'] as const;

// The parts of 4,230.45 of CPP, and of 4,479.30 of QPP, for so many months.
test.each<[string, readonly [string, string], string, Works, number, string]>([
  ['an election from July', CPP, '1959-03-03', [[ONTARIO, property(NOT_CPP, true, '2026-07-01')]], 6, '2115.23'],
  [
    'an election from July in Quebec',
    QPP,
    '1959-03-03',
    [[QUEBEC, property(NOT_QPP, true, '2026-07-01')]],
    6,
    '2239.65',
  ],
  ['a 70th birthday in April', CPP, '1956-04-03', [[ONTARIO]], 4, '1410.15'],
  ['an 18th birthday in April', CPP, '2008-04-03', [[ONTARIO]], 8, '2820.3'],
  [
    'an election of one work assignment beside another one without it',
    CPP,
    '1959-03-03',
    [[ONTARIO, property(NOT_CPP, true, '2026-03-01')], [ONTARIO]],
    12,
    '4230.45',
  ],
  [
    'counts of months that two work assignments state',
    CPP,
    '1959-03-03',
    [
      [ONTARIO, property('ca::pensionable_months', '6', '2026-02-01')],
      [ONTARIO, property('ca::pensionable_months', '3', '2026-01-01')],
    ],
    6,
    '2115.23',
  ],
])('%s', async (_, [report, plan], date_of_birth, works, months, deducted) => {
  const [row] = await balanceOf(report, date_of_birth, works);
  expect(row).toMatchObject({ Months: months, [`${plan} deducted`]: deducted, [`${plan} due`]: deducted });
});

test('of who is exempt from parental insurance from March the balance says what is due on the pay before', async () => {
  const exempt = property('ca::qc::qpip_exempt', true, '2026-03-01');
  const [row] = await balanceOf(QPP[0], '1980-03-03', [[QUEBEC, exempt]]);
  expect(row).toMatchObject({
    'QPIP earnings': '60000',
    'QPIP due': '258',
    'QPIP deducted': '258',
    'QPIP shortfall': '0',
  });
});

test.each<[string, readonly [string, string], JsonObject[], string]>([
  [
    'out of Quebec, where an election was in force',
    CPP,
    [place('ca_qc', '2025-12-01', '2026-06-30'), place('ca_on', '2026-07-01'), property(NOT_QPP, true)],
    '2115.23',
  ],
  [
    'into Quebec, from where an election was in force',
    QPP,
    [place('ca_on', '2025-12-01', '2026-06-30'), place('ca_qc', '2026-07-01'), property(NOT_CPP, true)],
    '2239.65',
  ],
])('six months after a move %s', async (_, [report, plan], properties, deducted) => {
  const [row] = await balanceOf(report, '1959-03-03', [properties]);
  expect(row).toMatchObject({ Months: 6, [`${plan} deducted`]: deducted });
});

const balanceOf = async (report: string, date_of_birth: string, works: Works) => {
  const world = await yearEnd({ schedule: MONTHLY });
  const { given, schedule } = world;
  const { id: employee_id } = await given.created('employee', { first_name: 'Ada', last_name: 'Byron', date_of_birth });
  for (const tax_properties of works) {
    const work = { employee_id, pay_schedule_id: schedule.id, tax_properties };
    const { id } = await given.created('work_assignment', work);
    const rate = { type: 'salary', rate: '360000', expected_hours_per_week: '40', effective_from: '2025-12-01' };
    await given.created('pay_rate', { work_assignment_id: id, ...rate });
  }
  await world.populated();
  for (let pay = 1; pay <= 12; pay++) await world.paid();
  return reportRows(world, report, ofYear(2026));
};
