import type { State } from '../kernel/definition/resource.ts';
import type { FileLine } from '../pay-items/stubs-by-file/columns.ts';
import { EDITIONS } from '../statutory/editions/index.ts';
import { type CalendarDate, yearOf } from '../values/dates.ts';
import { type Fixed, fixed, greater, roundToCent, times, toText } from '../values/fixed.ts';
import { addTo } from '../values/group.ts';
import { textIf } from '../values/json.ts';
import type { Text } from '../values/text.ts';
import type { Fault } from './faults.ts';
import { YEAR_TO_DATE } from './files.ts';

/**
 * Figures of the year that may be mistakes: days that are still to come, and contributions that come to more than a year's
 * maximum. They are told, and taken all the same: an earlier provider may have withheld too much, and then the slip of
 * the year has to say so.
 */

type Edition = NonNullable<ReturnType<(typeof EDITIONS)['years']['get']>>;

/** A row with the lines that were read of it. */
export interface ContributedRow {
  line: number;
  assignment: State;
  pay_date: string;
  lines: readonly FileLine[];
}

/** Types of one maximum: who moved between Quebec and elsewhere has both plans, and not two maximums. */
const PLANS = [['cpp', 'qpp'], ['cpp_2', 'qpp_2'], ['ei'], ['qpip']] as const;
type Plan = (typeof PLANS)[number];

/** The employee's maximum of a year, the highest of the places where it was contributed. */
const employeeMost = ({ cpp, qpp, ei, ei_quebec, qpip }: Edition, [type]: Plan, has: ReadonlySet<string>): Fixed => {
  if (type === 'cpp') return has.has('qpp') ? greater(qpp.max, cpp.max) : cpp.max;
  if (type === 'cpp_2') return has.has('qpp_2') ? greater(qpp.second_max, cpp.second_max) : cpp.second_max;
  if (type === 'qpip') return qpip.max;
  // Premiums of insurance are lower where the province has its own of parents.
  return has.has('elsewhere') ? ei.max : ei_quebec.max;
};

const employerMost = (edition: Edition, plan: Plan, has: ReadonlySet<string>): Fixed => {
  if (plan[0] === 'qpip') return edition.qpip.employer_max;
  const most = employeeMost(edition, plan, has);
  return plan[0] === 'ei' ? roundToCent(times(most, edition.ei.employer_multiplier)) : most;
};

const KINDS = [
  { kind: 'statutory_withholding', mostOf: employeeMost },
  { kind: 'employer_statutory_withholding', mostOf: employerMost },
] as const;

const typeOf = ({ kind, input }: FileLine): string => textIf(input[`${kind}_type`]) ?? '';
/** Whether a row is of Quebec, by what was contributed on it. */
const isOfQuebec = ({ lines }: ContributedRow): boolean =>
  lines.some((line) => ['qpp', 'qpp_2', 'qpip'].includes(typeOf(line)));

/** The types that a year has contributions of; `elsewhere` where any of insurance are of another place than Quebec. */
const typesOf = (rows: readonly ContributedRow[]): Set<string> => {
  const types = new Set(rows.flatMap(({ lines }) => lines.map(typeOf)));
  const hasElsewhere = rows.some((row) => !isOfQuebec(row) && row.lines.some((line) => typeOf(line) === 'ei'));
  return hasElsewhere ? types.add('elsewhere') : types;
};

/** What is told of a year: the first row by which a contribution comes to more than its maximum, in each column. */
const ofYear = (rows: readonly ContributedRow[], edition: Edition): Fault[] => {
  const inOrder = rows.toSorted((a, b) => (a.pay_date < b.pay_date ? -1 : a.pay_date > b.pay_date ? 1 : 0));
  const has = typesOf(rows);
  return KINDS.flatMap(({ kind, mostOf }) =>
    PLANS.flatMap((plan): Fault[] => {
      const most = mostOf(edition, plan, has);
      let total = 0n;
      for (const { line, lines } of inOrder)
        for (const one of lines) {
          if (one.kind !== kind || !plan.some((type) => type === typeOf(one))) continue;
          total += fixed(textIf(one.input.custom_amount) ?? '0');
          if (total > most)
            return [{ file: YEAR_TO_DATE, line, column: one.line, text: above(edition.tax_year, total, most) }];
        }
      return [];
    }),
  );
};

/** The rows whose pay date is after today: what is paid then counts in the year of that day. */
export const notPaidYet = (rows: readonly ContributedRow[], today: CalendarDate): Fault[] =>
  rows.flatMap(({ line, pay_date }) =>
    pay_date > today ? [{ file: YEAR_TO_DATE, line, column: 'pay_date', text: afterToday(pay_date, today) }] : [],
  );

const afterToday = (pay_date: CalendarDate, today: CalendarDate): Text => ({
  en: `is after today, ${today}, and these figures count in ${yearOf(pay_date)}: correct it, or leave it where they are paid on that day`,
  fr: `est après aujourd'hui, le ${today}, et ces montants comptent en ${yearOf(pay_date)} : corrigez-la, ou laissez-la s'ils sont payés ce jour-là`,
});

/** The rows that bring a person's contributions of a year with an employer above a maximum, in the order of the file. */
export const aboveMaximums = (rows: readonly ContributedRow[]): Fault[] => {
  const years = new Map<string, ContributedRow[]>();
  for (const row of rows) {
    const { assignment, pay_date } = row;
    const { employee_id, business_entity_id } = assignment;
    if (employee_id) addTo(years, `${employee_id} ${business_entity_id} ${yearOf(pay_date)}`, row);
  }
  return [...years.values()]
    .flatMap((some) => {
      const edition = EDITIONS.years.get(yearOf(some[0]!.pay_date));
      return edition ? ofYear(some, edition) : [];
    })
    .sort((a, b) => a.line! - b.line!);
};

/** Dollars with their cents. */
const dollars = (amount: Fixed): string => {
  const [whole, cents = ''] = toText(amount).split('.');
  return `${whole}.${cents.padEnd(2, '0')}`;
};

const above = (year: number, total: Fixed, most: Fixed): Text => ({
  en: `brings the person's total of ${year} to ${dollars(total)}, above the year's maximum, ${dollars(most)}: correct it, or leave it where so much was withheld`,
  fr: `porte le total de la personne pour ${year} à ${dollars(total)}, au-dessus du maximum de l'année, ${dollars(most)} : corrigez-le, ou laissez-le s'il a été retenu autant`,
});
