import { z } from 'zod';
import type { RecordOf } from '../kernel/definition/resource.ts';
import { dateSchema, idSchema } from '../kernel/definition/schemas.ts';
import type { Tenant } from '../kernel/definition/services.ts';
import { treatmentOf } from '../statutory/editions/line-item-types.ts';
import { all, compare, equal, oneOf } from '../values/condition.ts';
import { cutIf } from '../values/cut.ts';
import { addDays, type CalendarDate } from '../values/dates.ts';
import { addTo } from '../values/group.ts';
import { filled, textOf } from '../values/json.ts';
import { decimal } from '../values/money.ts';
import { invalid, refused } from '../values/problem.ts';
import type { FormValues } from './model/form-type.ts';
import { SEPARATION_CODES } from './model/roe-codes.ts';
import type { Population, Populator } from './populate.ts';
import { type RoeEarning, type RoeStub, roeContent } from './roe/content.ts';
import { hoursOfLine, rateOf } from './roe/hours.ts';
import { ownWork, workedBetween } from './roe/other-work.ts';
import type { PaidBy, Span } from './roe/periods.ts';
import { periodValues, separationValues } from './roe/separation-values.ts';
import { beforeLaterWork, joined, type PaidStub, type Stretch, stretchesOf } from './roe/stretches.ts';
import {
  contactValues,
  daysOfEmployment,
  occupationOf,
  payrollAccountOn,
  personValues,
  recallOf,
} from './roe-employment.ts';

/** Values of a record of employment from what a person was paid: approved pay, corrections too, historical payrolls not. */

type Read = Population<unknown>['call']['services']['read'];
type Assignment = RecordOf<'work_assignment'>;
type Stub = RecordOf<'pay_stub'>;
type Line = RecordOf<'earning_line_item'>;
type Payroll = RecordOf<'payroll'>;
type Rates = ReadonlyMap<string, RecordOf<'pay_rate'>>;

const MOST_ASSIGNMENTS = 20;

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

/** Payrolls behind the last day that separation pay may come on. */
const LATE_DAYS = 366;
/** Days by which pay may come before the end of its period: no period has more. */
const EARLY_DAYS = 366;
const STUBS_AT_ONCE = 200;

/** The rate in force on some day from `start` on that a line pays work by; undefined of what corrects an earlier line. */
const paidBy = (line: Line, rates: Rates, start: CalendarDate): RecordOf<'pay_rate'> | undefined => {
  const isPaid = decimal(line.custom_amount ?? line.managed_amount ?? '0').gt(0);
  const rate = isPaid && (line.source_adjustment_id ?? null) === null ? rateOf(line, rates) : undefined;
  return rate && (rate.effective_to ?? start) >= start ? rate : undefined;
};

/** A salary, or a wage of a rate that began behind the last day. */
const isOfLaterWork = (line: Line, rates: Rates, start: CalendarDate, last: CalendarDate): boolean => {
  const rate = paidBy(line, rates, start);
  return rate !== undefined && (line.type === 'salary' || (line.type === 'wage' && rate.effective_from > last));
};

const linesOf = async (read: Read, tenant: Tenant, stubs: readonly string[]): Promise<Map<string, Line[]>> => {
  const byStub = new Map<string, Line[]>();
  for await (const lines of read.pages('earning_line_item', tenant, oneOf('pay_stub_id', stubs)))
    for (const line of lines) addTo(byStub, textOf(line.pay_stub_id), line);
  return byStub;
};

const earningOf = (line: Line, stub: Stub, rates: Rates, isSalaried: boolean): RoeEarning => {
  const bases = stub.bases ?? {};
  const treatment = treatmentOf('earning', line.type);
  // A correction takes insurable hours back too, with earnings below 0.
  const isInsured = !decimal(bases.insurable ?? '0').eq(0);
  const counts = 'insurable_quebec' in bases ? treatment?.ei_quebec : treatment?.ei;
  return {
    type: line.type,
    amount: line.custom_amount ?? line.managed_amount ?? '0',
    hours: hoursOfLine(line, { ...stub, is_salaried: isSalaried }, rates),
    is_insurable: isInsured && counts === true,
    earned_on: line.custom_earned_on ?? line.managed_earned_on ?? null,
  };
};

/** What the employer of the assignments paid for them, by closed stubs. What another one paid is of its own record. */
const stubsOf = async (
  read: Read,
  tenant: Tenant,
  assignments: readonly Assignment[],
  days: readonly [string, string],
): Promise<PaidStub[]> => {
  const [first, last] = days;
  const paid: PaidStub[] = [];
  const ids = assignments.map(({ id }) => id);
  const rates = new Map<string, RecordOf<'pay_rate'>>();
  for await (const rows of read.pages('pay_rate', tenant, oneOf('work_assignment_id', ids)))
    for (const row of rows) rates.set(row.id, row);
  for await (const rows of read.pages('overtime_rate', tenant, oneOf('work_assignment_id', ids)))
    for (const { id, pay_rate_id } of rows) {
      const rate = rates.get(textOf(pay_rate_id));
      if (rate) rates.set(id, rate);
    }
  const where = all(
    oneOf('work_assignment_id', ids),
    equal('business_entity_id', textOf(assignments[0]!.business_entity_id)),
    equal('is_closed', true),
    compare('pay_date', '>=', addDays(first, -EARLY_DAYS)),
    compare('pay_date', '<=', addDays(last, LATE_DAYS)),
  );
  for await (const rows of read.pages('pay_stub', tenant, where, STUBS_AT_ONCE)) {
    const payrolls = await read.getMany('payroll', tenant, [
      ...new Set(rows.map(({ payroll_id }) => textOf(payroll_id))),
    ]);
    const of = (stub: Stub): Payroll | undefined => payrolls.get(textOf(stub.payroll_id));
    // Who begins on the last days of a period may be paid for them on a day before.
    const stubs = rows.filter(
      (stub) =>
        of(stub) !== undefined &&
        of(stub)!.type !== 'historical' &&
        (stub.pay_date >= first || stub.period_end >= first),
    );
    const lines = await linesOf(
      read,
      tenant,
      stubs.map(({ id }) => id),
    );
    for (const stub of stubs) {
      const own = lines.get(stub.id) ?? [];
      // The hours of a salary are those of all days, holidays too.
      const isSalaried = own.some((line) => line.type === 'salary');
      const { type, pay_schedule_id } = of(stub)!;
      paid.push({
        work_assignment_id: textOf(stub.work_assignment_id),
        pay_schedule_id: textOf(pay_schedule_id),
        is_regular: type === 'regular',
        is_of_later_work: own.some((line) => isOfLaterWork(line, rates, textOf(stub.period_start), last)),
        pays_wage: own.some(
          (line) => line.type === 'wage' && paidBy(line, rates, textOf(stub.period_start)) !== undefined,
        ),
        period_start: textOf(stub.period_start),
        period_end: textOf(stub.period_end),
        ...ownWork(own, (line) => earningOf(line, stub, rates, isSalaried), stub.bases?.insurable ?? '0', rates, days),
      });
    }
  }
  return paid;
};

/**
 * How the assignments were paid: with all regular periods from the first day to the last. Work that changed to another
 * schedule which pays as often goes on in its periods; one that pays otherwise is a schedule beside the former, and the
 * last one is that of the last day.
 */
const schedulesOf = async (
  read: Read,
  tenant: Tenant,
  of: readonly (readonly Stretch[])[],
  [first, last]: readonly [string, string],
): Promise<PaidBy[][]> => {
  const ids = [...new Set(of.flat().map(({ pay_schedule_id }) => pay_schedule_id))];
  const schedules = await read.getMany('pay_schedule', tenant, ids);
  const periods = new Map(
    await Promise.all(
      [...schedules.keys()].map(async (id) => {
        const within = [compare('period_end', '>=', first), compare('period_start', '<=', last)];
        const regular = all(equal('pay_schedule_id', id), equal('type', 'regular'), ...within);
        const spans = (await read.find('payroll', tenant, regular))
          .map(({ period_start, period_end }): Span => ({ start: textOf(period_start), end: textOf(period_end) }))
          .toSorted((a, b) => (a.start < b.start ? -1 : 1));
        // Several payrolls of a custom schedule may pay for one period.
        return [id, [...new Map(spans.map((span) => [`${span.start} ${span.end}`, span])).values()]] as const;
      }),
    ),
  );
  const periodsOf = (id: string): readonly Span[] => periods.get(id) ?? [];
  return of.map((stretches): PaidBy[] => {
    const frequencies = new Set(stretches.flatMap(({ pay_schedule_id: id }) => schedules.get(id)?.pay_frequency ?? []));
    const [only] = frequencies;
    if (only !== undefined && frequencies.size === 1)
      return [{ pay_frequency: only, periods: joined(stretches, periodsOf) }];
    return stretches.flatMap(({ pay_schedule_id: id }) => {
      const schedule = schedules.get(id);
      return schedule ? [{ pay_frequency: schedule.pay_frequency, periods: periodsOf(id) }] : [];
    });
  });
};

/**
 * Schedules and stubs of a record of employment between its two days: corrections are counted, historical payrolls are
 * not, and behind the last day what the end of the work is paid with. Beside them whether each assignment has a period
 * of the last day.
 */
const payOf = async (
  read: Read,
  tenant: Tenant,
  assignments: readonly Assignment[],
  days: readonly [string, string],
): Promise<{ schedules: PaidBy[]; stubs: RoeStub[]; has_period: boolean }> => {
  const last = days[1];
  const stubs = beforeLaterWork(await stubsOf(read, tenant, assignments, days), last);
  const stretches = assignments.map((assignment) => stretchesOf(assignment, stubs, last));
  const schedules = await schedulesOf(read, tenant, stretches, days);
  const holdsLast = (one: PaidBy | undefined) => one?.periods.some(({ start, end }) => start <= last && last <= end);
  const has_period = schedules.every((of) => holdsLast(of.at(-1)));
  return { schedules: schedules.flat(), stubs, has_period };
};

/** Block 3, in characters. */
const REFERENCE_WIDTH = 26;

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
  const chosen = await assignmentsOf(read, call.tenant, employee_id, work_assignment_ids);
  const { days, rates } = await daysOfEmployment(employee_id, chosen, body, read, call.tenant);
  const assignments = workedBetween(chosen, rates, days);
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
  const [person, employer, { schedules, stubs, has_period }] = await Promise.all([
    read.get('employee', call.tenant, employee_id),
    read.get('business_entity', call.tenant, textOf(assignments[0]!.business_entity_id)),
    payOf(read, call.tenant, assignments, days),
  ]);
  if (!has_period)
    throw invalid([
      {
        path: 'last_day_for_which_paid',
        text: {
          en: 'is in no pay period of the schedule: a payroll for it must be there',
          fr: "n'est dans aucune période de paie du calendrier : une paie doit exister pour cette période",
        },
      },
    ]);
  const recall = recallOf(expected_recall_date, separation_code);
  const is_final = recall === 'N';
  const content = roeContent({ schedules, first_day_worked, last_day_for_which_paid, is_final, stubs });
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
    block_14_expected_recall_code: recall,
    block_14_expected_recall_date: expected_recall_date,
    ...(separation_code === null ? {} : { block_16_separation_code: separation_code }),
    block_15_total_insurable_hours: content.block_15_total_insurable_hours,
    block_15_total_insurable_earnings: content.block_15_total_insurable_earnings,
    ...periodValues(content),
    ...separationValues(content),
  };
};

export const roePopulator: Populator<Asked> = {
  type: 'roe',
  body: {
    employee_id: idSchema('employee').optional().meta({ description: 'For a record of employment: the employee' }),
    work_assignment_ids: z.array(idSchema('work_assignment')).max(MOST_ASSIGNMENTS).optional().meta({
      description:
        "The work assignments that have ended, of one employer; default all of the employee's. Those without a pay rate between the two days are left out",
    }),
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
