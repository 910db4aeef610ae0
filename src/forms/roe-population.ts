import { z } from 'zod';
import { dateSchema, idSchema } from '../kernel/definition/schemas.ts';
import type { Tenant } from '../kernel/definition/services.ts';
import { all, compare, equal } from '../values/condition.ts';
import { cutIf } from '../values/cut.ts';
import { filled, textOf } from '../values/json.ts';
import { invalid, refused } from '../values/problem.ts';
import {
  contactValues,
  daysOfEmployment,
  occupationOf,
  payrollAccountOn,
  personValues,
  recallOf,
} from './employment/employment.ts';
import { type RecordedWork, stubsOf } from './employment/stubs.ts';
import type { FormValues } from './model/form-type.ts';
import { SEPARATION_CODES } from './model/roe-codes.ts';
import type { Populated, Population, Populator } from './populate.ts';
import { roeContent } from './roe/content.ts';
import { workedBetween } from './roe/other-work.ts';
import type { PaidBy, Span } from './roe/periods.ts';
import { periodValues, separationValues } from './roe/separation-values.ts';
import { beforeLaterWork, joined, type PaidStub, type Stretch, stretchesOf } from './roe/stretches.ts';
import type { RoeStub } from './roe/stub.ts';

/**
 * Values of a record of employment from what a person was paid: approved pay, corrections too, historical payrolls not.
 */

type Read = Population<unknown>['call']['services']['read'];

/** As many as an employee may have (docs/limits.md): the record may be of all of them. */
const MOST_ASSIGNMENTS = 50;

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
 * Stubs of periods up to the last day that are not approved, whatever they pay so far. One that pays work of other
 * records alone is not waited for.
 */
const upTo = (last: string, open: readonly PaidStub[]): PaidStub[] =>
  open.filter(({ begins, earnings, is_blank }) => begins <= last && (is_blank || earnings.length > 0));

/**
 * Schedules and stubs of a record of employment between its two days: corrections are counted, historical payrolls are
 * not, and behind the last day what the end of the work is paid with. Beside them stubs between the days that are not
 * approved, and whether each assignment has a period of the last day.
 */
const payOf = async (
  work: RecordedWork,
): Promise<{ schedules: PaidBy[]; stubs: RoeStub[]; drafts: PaidStub[]; has_period: boolean }> => {
  const { read, tenant, assignments, employer_id, days } = work;
  const last = days[1];
  const { closed, open } = await stubsOf(work);
  const stubs = beforeLaterWork(closed, last);
  const drafts = upTo(last, open);
  const stretches = assignments.map(({ id, business_entity_id, pay_schedule_id }) =>
    stretchesOf({ id, pay_schedule_id: business_entity_id === employer_id ? pay_schedule_id : null }, stubs, last),
  );
  const schedules = await schedulesOf(read, tenant, stretches, days);
  const holdsLast = (one: PaidBy | undefined) => one?.periods.some(({ start, end }) => start <= last && last <= end);
  const has_period = schedules.every((of) => holdsLast(of.at(-1)));
  return { schedules: schedules.flat(), stubs, drafts, has_period };
};

/** Block 3, in characters. */
const REFERENCE_WIDTH = 26;

const populated = async ({ body, call }: Population<Asked>): Promise<Populated> => {
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
  const { days, rates, employer_id } = await daysOfEmployment(employee_id, chosen, body, read, call.tenant);
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
  const [person, employer, { schedules, has_period, ...pay }] = await Promise.all([
    read.get('employee', call.tenant, employee_id),
    read.get('business_entity', call.tenant, employer_id),
    payOf({ read, tenant: call.tenant, assignments, employer_id, days }),
  ]);
  if (!has_period)
    throw invalid([
      {
        path: 'last_day_for_which_paid',
        text: {
          en: 'must be in the period of a regular payroll of the schedule: historical payrolls do not count, and a record of what they paid is entered by hand',
          fr: "doit être dans la période d'une paie régulière du calendrier : les paies historiques ne comptent pas, et un relevé de ce qu'elles ont versé est saisi à la main",
        },
      },
    ]);
  const recall = recallOf(expected_recall_date, separation_code);
  const is_final = recall === 'N';
  const content = roeContent({ schedules, first_day_worked, last_day_for_which_paid, is_final, ...pay });
  const account = await payrollAccountOn(
    last_day_for_which_paid,
    workedBetween(assignments, rates, [last_day_for_which_paid, last_day_for_which_paid]),
    employer_id,
    employer,
    read,
    call.tenant,
  );
  const values: FormValues = {
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
  return { values, unapproved_payrolls: content.unapproved_payrolls };
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
  populated,
};
