import { z } from 'zod';
import type { RecordOf } from '../kernel/definition/resource.ts';
import { dateSchema, idSchema } from '../kernel/definition/schemas.ts';
import type { Tenant } from '../kernel/definition/services.ts';
import { treatmentOf } from '../statutory/editions/line-item-types.ts';
import { all, compare, equal, not, oneOf } from '../values/condition.ts';
import { cutIf } from '../values/cut.ts';
import { addDays, daysBetween } from '../values/dates.ts';
import { filled, textOf } from '../values/json.ts';
import { decimal, toText } from '../values/money.ts';
import { invalid, refused } from '../values/problem.ts';
import type { FormValues } from './model/form-type.ts';
import { SEPARATION_CODES } from './model/roe-codes.ts';
import type { Population, Populator } from './populate.ts';
import { type RoeContent, type RoeEarning, type RoeStub, roeContent } from './roe/content.ts';
import type { PaidBy } from './roe/periods.ts';
import { daysOfEmployment, payrollAccountOn, recallOf } from './roe-employment.ts';

/** Values of a record of employment from what a person was paid: approved pay, corrections too, historical payrolls not. */

type Read = Population<unknown>['call']['services']['read'];
type Assignment = RecordOf<'work_assignment'>;
type Stub = RecordOf<'pay_stub'>;

const MOST_ASSIGNMENTS = 20;
/** Payrolls behind the last day that separation pay may come on. */
const LATE_DAYS = 366;
const STUBS_AT_ONCE = 200;
const WEEK = 7;

/** What the operation's schema took. */
interface Asked {
  employee_id?: string;
  work_assignment_ids?: string[];
  first_day_worked?: string;
  last_day_for_which_paid?: string;
  expected_recall_date?: string;
  separation_code?: string;
}

const assignmentsOf = async (read: Read, tenant: Tenant, employee_id: string, ids: readonly string[]) => {
  const theirs = await read.find('work_assignment', tenant, equal('employee_id', employee_id));
  const strange = ids.find((id) => !theirs.some((one) => one.id === id));
  if (strange !== undefined)
    throw invalid([
      {
        path: 'work_assignment_ids',
        text: {
          en: `holds ${strange}, which is no work assignment of the employee`,
          fr: `contient ${strange}, qui n'est pas une affectation de l'employé`,
        },
      },
    ]);
  const chosen = ids.length === 0 ? theirs : theirs.filter(({ id }) => ids.includes(id));
  if (chosen.length === 0)
    throw refused({ en: 'The employee has no work assignment.', fr: "L'employé n'a aucune affectation." });
  if (new Set(chosen.map(({ business_entity_id }) => business_entity_id)).size > 1)
    throw invalid([
      {
        path: 'work_assignment_ids',
        text: {
          en: 'must be of one employer: each employer issues its own record',
          fr: 'doit concerner un seul employeur : chaque employeur émet son propre relevé',
        },
      },
    ]);
  return chosen;
};

/** How the assignments are paid: their schedules with all regular periods from the first day to the last. */
const schedulesOf = async (
  read: Read,
  tenant: Tenant,
  assignments: readonly Assignment[],
  [first, last]: readonly [string, string],
): Promise<PaidBy[]> => {
  const ids = [...new Set(assignments.flatMap(({ pay_schedule_id }) => pay_schedule_id ?? []))];
  const schedules = await read.getMany('pay_schedule', tenant, ids);
  return Promise.all(
    [...schedules].map(async ([id, { pay_frequency }]): Promise<PaidBy> => {
      const within = [compare('period_end', '>=', first), compare('period_start', '<=', last)];
      const regular = all(equal('pay_schedule_id', id), equal('type', 'regular'), ...within);
      const payrolls = await read.find('payroll', tenant, regular);
      const spans = payrolls
        .map(({ period_start, period_end }) => ({ start: textOf(period_start), end: textOf(period_end) }))
        .toSorted((a, b) => (a.start < b.start ? -1 : 1));
      return { pay_frequency, periods: spans };
    }),
  );
};

/** Hours of a line: its own, or of a salary those that its rate counts on for the days of the period. */
const hoursOf = (
  line: RecordOf<'earning_line_item'>,
  stub: Stub,
  rates: ReadonlyMap<string, RecordOf<'pay_rate'>>,
): string | null => {
  const own = line.custom_hours ?? line.managed_hours;
  if (own !== null && own !== undefined) return own;
  if (line.type !== 'salary') return null;
  const weekly = rates.get(line.recurrence?.id ?? line.pay_rate_id ?? '')?.expected_hours_per_week;
  if (weekly === null || weekly === undefined) return null;
  const days = daysBetween(textOf(stub.period_start), textOf(stub.period_end)) + 1;
  return toText(decimal(String(weekly)).times(days).div(WEEK).round(2));
};

const earningsOf = async (read: Read, tenant: Tenant, stubs: readonly Stub[]): Promise<Map<string, RoeEarning[]>> => {
  const byStub = new Map(stubs.map((stub) => [stub.id, stub]));
  const rates = new Map<string, RecordOf<'pay_rate'>>();
  const assignments = [...new Set(stubs.map(({ work_assignment_id }) => textOf(work_assignment_id)))];
  for await (const rows of read.pages('pay_rate', tenant, oneOf('work_assignment_id', assignments)))
    for (const row of rows) rates.set(row.id, row);
  const found = new Map<string, RoeEarning[]>();
  for await (const lines of read.pages('earning_line_item', tenant, oneOf('pay_stub_id', [...byStub.keys()])))
    for (const line of lines) {
      const stub = byStub.get(textOf(line.pay_stub_id));
      if (!stub) continue;
      const bases = stub.bases ?? {};
      const treatment = treatmentOf('earning', line.type);
      // A correction takes insurable hours back too, with earnings below 0.
      const isInsured = !decimal(bases.insurable ?? '0').eq(0);
      const counts = 'insurable_quebec' in bases ? treatment?.ei_quebec : treatment?.ei;
      found.set(stub.id, [
        ...(found.get(stub.id) ?? []),
        {
          type: line.type,
          amount: line.custom_amount ?? line.managed_amount ?? '0',
          hours: hoursOf(line, stub, rates),
          is_insurable: isInsured && counts === true,
          earned_on: line.custom_earned_on ?? line.managed_earned_on ?? null,
        },
      ]);
    }
  return found;
};

const stubsOf = async (
  read: Read,
  tenant: Tenant,
  assignments: readonly Assignment[],
  [first, last]: readonly [string, string],
): Promise<RoeStub[]> => {
  const paid: RoeStub[] = [];
  const where = all(
    oneOf(
      'work_assignment_id',
      assignments.map(({ id }) => id),
    ),
    equal('is_closed', true),
    compare('pay_date', '>=', first),
    compare('pay_date', '<=', addDays(last, LATE_DAYS)),
  );
  for await (const rows of read.pages('pay_stub', tenant, where, STUBS_AT_ONCE)) {
    const payrolls = await read.find(
      'payroll',
      tenant,
      all(
        oneOf('id', [...new Set(rows.map(({ payroll_id }) => textOf(payroll_id)))]),
        not(equal('type', 'historical')),
      ),
    );
    const counted = new Set(payrolls.map(({ id }) => id));
    const stubs = rows.filter(({ payroll_id }) => counted.has(textOf(payroll_id)));
    const earnings = await earningsOf(read, tenant, stubs);
    for (const stub of stubs)
      paid.push({
        period_start: textOf(stub.period_start),
        period_end: textOf(stub.period_end),
        insurable_earnings: stub.bases?.insurable ?? '0',
        earnings: earnings.get(stub.id) ?? [],
      });
  }
  return paid;
};

/** Names and an address as the record has lines for them: street, place, and what else there is. */
const personValues = (person: RecordOf<'employee'>): FormValues => {
  const { first_name, middle_initial, last_name, address_line_1, address_line_2, city, province_code, postal_code } =
    person;
  const place = [city, province_code].filter((part) => part).join(' ');
  return {
    employee_first_name: first_name ?? null,
    employee_initial: middle_initial ?? null,
    employee_last_name: last_name ?? null,
    employee_address_line_1: address_line_1 ?? null,
    employee_address_line_2: place === '' ? (address_line_2 ?? null) : place,
    employee_address_line_3: place === '' ? null : (address_line_2 ?? null),
    employee_postal_code: postal_code ?? null,
  };
};

/** Who is called: first and last name by the last blank between them. A single name is the last one. */
const contactValues = (employer: RecordOf<'business_entity'>): FormValues => {
  const name = (employer.contact_name ?? '').trim();
  const [, first = null, last = name || null] = /^(.*)\s(\S+)$/.exec(name) ?? [];
  return {
    contact_first_name: first,
    contact_last_name: last,
    contact_area_code: employer.contact_area_code ?? null,
    contact_phone_number: employer.contact_phone_number ?? null,
    contact_phone_number_extension: employer.contact_extension ?? null,
  };
};

/** Block 3, in characters. */
const REFERENCE_WIDTH = 26;
const OCCUPATION_WIDTH = 40;

const values = async ({ body, call }: Population<Asked>): Promise<FormValues> => {
  const { read } = call.services;
  const { employee_id, work_assignment_ids = [] } = body;
  const { expected_recall_date = null, separation_code = null } = body;
  if (!employee_id)
    throw invalid([
      {
        path: 'employee_id',
        text: { en: 'is required for a record of employment', fr: "est obligatoire pour un relevé d'emploi" },
      },
    ]);
  const assignments = await assignmentsOf(read, call.tenant, employee_id, work_assignment_ids);
  const days = await daysOfEmployment(employee_id, assignments, body, read, call.tenant);
  const [first_day_worked, last_day_for_which_paid] = days;
  if (last_day_for_which_paid < first_day_worked)
    throw invalid([
      {
        path: 'last_day_for_which_paid',
        text: { en: 'must not be before first_day_worked', fr: 'ne doit pas précéder first_day_worked' },
      },
    ]);
  if (expected_recall_date !== null && expected_recall_date <= last_day_for_which_paid)
    throw invalid([
      {
        path: 'expected_recall_date',
        text: { en: 'must be after last_day_for_which_paid', fr: 'doit suivre last_day_for_which_paid' },
      },
    ]);
  const [person, employer, schedules, stubs] = await Promise.all([
    read.get('employee', call.tenant, employee_id),
    read.get('business_entity', call.tenant, textOf(assignments[0]!.business_entity_id)),
    schedulesOf(read, call.tenant, assignments, days),
    stubsOf(read, call.tenant, assignments, days),
  ]);
  const isPeriodless = schedules.some(
    ({ periods }) => !periods.some(({ start, end }) => start <= days[1] && days[1] <= end),
  );
  if (isPeriodless)
    throw invalid([
      {
        path: 'last_day_for_which_paid',
        text: {
          en: 'is in no pay period of the schedule: a payroll for it must be there',
          fr: "n'est dans aucune période de paie du calendrier : une paie doit exister pour cette période",
        },
      },
    ]);
  const content = roeContent({ schedules, first_day_worked, last_day_for_which_paid, stubs });
  const account = await payrollAccountOn(last_day_for_which_paid, assignments, employer, read, call.tenant);
  return {
    block_3_employer_payroll_reference_number: cutIf(person?.employee_number, REFERENCE_WIDTH),
    block_5_cra_payroll_account_number: account,
    block_6_pay_period_type: content.block_6_pay_period_type,
    ...(person ? personValues(person) : {}),
    ...(employer ? contactValues(employer) : {}),
    block_10_first_day_worked: first_day_worked,
    block_11_last_day_for_which_paid: last_day_for_which_paid,
    block_12_final_pay_period_ending_date: content.block_12_final_pay_period_ending_date,
    block_13_occupation: occupationOf(assignments),
    block_14_expected_recall_code: recallOf(expected_recall_date, separation_code),
    block_14_expected_recall_date: expected_recall_date,
    ...(separation_code === null ? {} : { block_16_separation_code: separation_code }),
    block_15_total_insurable_hours: content.block_15_total_insurable_hours,
    block_15_total_insurable_earnings: content.block_15_total_insurable_earnings,
    ...Object.fromEntries(content.insurable_earnings.map((amount, i) => [`pp${i + 1}_insurable_earnings`, amount])),
    ...separationValues(content),
  };
};

/** Block 17: what is paid because of the separation, or falls behind it. */
const separationValues = (content: RoeContent): FormValues => ({
  block_17a_vacation_pay_code: content.vacation_pay?.code ?? null,
  block_17a_vacation_pay_start_date: content.vacation_pay?.start ?? null,
  block_17a_vacation_pay_end_date: content.vacation_pay?.end ?? null,
  block_17a_vacation_pay_amount: content.vacation_pay?.amount ?? null,
  ...Object.fromEntries(
    content.holidays.flatMap(({ date, amount }, i) => [
      [`block_17b_holiday_${i + 1}_date`, date],
      [`block_17b_holiday_${i + 1}_amount`, amount],
    ]),
  ),
  ...Object.fromEntries(
    content.other_monies.flatMap(({ code, amount }, i) => [
      [`block_17c_other_monies_${i + 1}_code`, code],
      [`block_17c_other_monies_${i + 1}_amount`, amount],
    ]),
  ),
  // What has no room in block 17 is not left out: block 18 says it.
  ...(content.unreported.length > 0 ? { block_18_comments: comments(content.unreported) } : {}),
});

const comments = (unreported: RoeContent['unreported']): string =>
  unreported
    .map(({ block, code, amount }) => [block, code, amount].filter((part) => part !== null).join(' '))
    .join('; ');

/** What the person did: the titles of the work, as many as block 13 has room for. */
const occupationOf = (assignments: readonly Assignment[]): string | null => {
  const titles = [...new Set(assignments.flatMap(({ title }) => (title ?? '').trim() || []))];
  let said = cutIf(titles[0], OCCUPATION_WIDTH)?.trim() ?? null;
  for (const title of titles.slice(1)) {
    const more = `${said}, ${title}`;
    if (more.length <= OCCUPATION_WIDTH) said = more;
  }
  return said;
};

export const roePopulator: Populator<Asked> = {
  type: 'roe',
  body: {
    employee_id: idSchema('employee').optional().meta({ description: 'For a record of employment: the employee' }),
    work_assignment_ids: z
      .array(idSchema('work_assignment'))
      .max(MOST_ASSIGNMENTS)
      .optional()
      .meta({ description: "The work assignments that have ended, of one employer; default all of the employee's" }),
    first_day_worked: dateSchema().optional().meta({
      description:
        "Block 10; default the first day of the first pay rate, after the employee's last record of employment",
    }),
    last_day_for_which_paid: dateSchema()
      .optional()
      .meta({ description: 'Block 11; default the day on which the last pay rate ends' }),
    expected_recall_date: dateSchema()
      .optional()
      .meta({ description: 'Block 14: when the employee is expected back; unknown by default' }),
    separation_code: z
      .enum(filled(Object.keys(SEPARATION_CODES)))
      .optional()
      .meta({
        description: 'Block 16: why the record is issued; empty by default',
        examples: ['A00'],
      }),
  },
  values,
};
