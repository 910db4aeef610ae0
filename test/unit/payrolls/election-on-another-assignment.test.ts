import { expect, test } from 'vitest';
import type { RecordOf } from '../../../src/kernel/definition/resource.ts';
import type { JsonObject } from '../../../src/values/json.ts';
import { ofYear, reportRows } from '../../support/report-rows.ts';
import { MONTHLY, type YearEnd, yearEnd } from '../../support/year-end.ts';

/**
 * Given somebody whose work assignment ended and was made again with the same employer: PM of T4127 chapter 6 is one
 * for the year and the employer, so each month goes by what was stated on the assignment that was worked on.
 */

const EXEMPT = 'ca::cpp_exempt';

/** Somebody of 67, to be given work assignments in Ontario with a salary of 30,000.00 a month. */
const someone = async ({ given, schedule }: YearEnd) => {
  const name = { first_name: 'Ada', last_name: 'Byron', date_of_birth: '1959-03-03' };
  const { id: employee_id } = await given.created('employee', name);
  const working = async (
    properties: JsonObject[],
    from: string,
    to: string | null,
  ): Promise<RecordOf<'work_assignment'>> => {
    const place = { type: 'ca::province_of_employment', value: 'ca_on', effective_from: '2025-12-01' };
    const work = { employee_id, pay_schedule_id: schedule.id, tax_properties: [place, ...properties] };
    const assignment = await given.created('work_assignment', work);
    const days = { effective_from: from, effective_to: to };
    const rate = { type: 'salary', rate: '360000', expected_hours_per_week: '40' };
    await given.created('pay_rate', { work_assignment_id: assignment.id, ...rate, ...days });
    return assignment;
  };
  return { working };
};

test.each<[string, JsonObject[], JsonObject[], string, string, number]>([
  [
    'an election that ends with the first one: six months',
    [{ type: EXEMPT, value: true, effective_from: '2025-12-01', effective_to: '2026-06-30' }],
    [],
    '2115.23',
    '208',
    6,
  ],
  [
    'an election that is left in force on the first one: six months, in which the second one has none',
    [{ type: EXEMPT, value: true, effective_from: '2025-12-01' }],
    [],
    '2115.23',
    '208',
    6,
  ],
  [
    'a count of months on the first one',
    [
      { type: 'ca::pensionable_months', value: '3', effective_from: '2026-01-01' },
      { type: EXEMPT, value: true, effective_from: '2025-12-01' },
    ],
    [],
    '1057.61',
    '104',
    3,
  ],
  ['no election: twelve months', [], [], '4230.45', '416', 12],
])('%s', async (_, onFirst, onSecond, cpp, cpp_2, months) => {
  const world = await yearEnd({ schedule: MONTHLY });
  const { working } = await someone(world);
  await working(onFirst, '2025-12-01', '2026-06-30');
  await working(onSecond, '2026-07-01', null);
  await world.populated();
  for (let pay = 1; pay <= 12; pay++) await world.paid();
  const rows = await reportRows(world, 'ei-cpp-balance', ofYear(2026));
  expect(rows).toMatchObject([
    { Months: months, 'CPP deducted': cpp, 'CPP due': cpp, 'CPP2 deducted': cpp_2, 'CPP2 due': cpp_2 },
  ]);
});

test.each<[string, string | null, JsonObject[], string]>([
  ['six months of an election on one that begins in July', '2026-06-30', [], '2115.23'],
  ['all of the year where it is worked on beside one without an election', null, [], '4230.45'],
  [
    'the months that are stated there',
    '2026-06-30',
    [{ type: 'ca::pensionable_months', value: '4', effective_from: '2026-07-01' }],
    '1410.15',
  ],
])('the year has at most, before anything is paid on the other one: %s', async (_, to, properties, most) => {
  const world = await yearEnd({ schedule: MONTHLY });
  const { working } = await someone(world);
  const first = await working([], '2025-12-01', to);
  const elected = { type: EXEMPT, value: true, effective_from: '2026-07-01' };
  await working([elected, ...properties], '2026-07-01', null);
  await world.populated();
  const [january] = await world.drafts();
  const [stub] = await world.stubs(january!, first);
  await world.given.created('earning_line_item', {
    ...{ pay_stub_id: stub!.id, earning_type: 'wage', custom_amount: '900000' },
  });
  await world.populated();
  const { amounts } = (await world.services.read.get('pay_stub', world.tenant, stub!.id))!;
  expect(amounts?.statutory_withholding?.cpp).toBe(most);
});
