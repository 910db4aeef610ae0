import type { RecordOf } from '../../kernel/definition/resource.ts';
import { payRatesOf } from '../../pay-records/pay-rates.ts';
import { ALL_MONTHS, monthsDue, pensionAge, STATED_MONTHS, statedMonths } from '../../statutory/editions/age.ts';
import type { Edition, PensionPlan } from '../../statutory/editions/edition.ts';
import { EDITIONS, editionFor } from '../../statutory/editions/index.ts';
import { all, oneOf } from '../../values/condition.ts';
import { dateOf, isWithin } from '../../values/dates.ts';
import { toText as fixedText } from '../../values/fixed.ts';
import { type Decimal, type DecimalInput, decimal, max, min, roundToCent, ZERO } from '../../values/money.ts';
import type { ReportSource } from '../model/report-type.ts';
import type { PaidPerson } from './people.ts';

/** What the rules of a year ask of what was paid in it. */

/** The figures at the end of a year; undefined of years before the first that the service knows. */
export const editionOf = (year: number): Edition | undefined => {
  const day = dateOf(year, 12, 31);
  return day < EDITIONS.first_day ? undefined : editionFor(day).edition;
};

const of = (fixed: bigint): Decimal => decimal(fixedText(fixed));

/** A part of a year of so many months. */
const ofMonths = (amount: bigint, months: number): Decimal => of(amount).times(months).div(12);

export interface PensionDue {
  first: Decimal;
  second: Decimal;
}

/**
 * The contributions of an employee that a year's pensionable earnings ask for: the plan's rate on what lies between the
 * year's exemption and its ceiling, and the second rate on what lies above that, both for the months in which they are
 * due (Canada Pension Plan, s. 8 and 17 to 20; the CRA's pensionable and insurable earnings review reckons so).
 */
export const pensionDue = (plan: PensionPlan, earnings: DecimalInput, months: number): PensionDue => {
  const ceiling = ofMonths(plan.ympe, months);
  const counted = min(earnings, ceiling).minus(ofMonths(plan.basic_exemption, months));
  const first = min(roundToCent(max(counted, ZERO).times(of(plan.rate))), roundToCent(ofMonths(plan.max, months)));
  const above = max(decimal(earnings).minus(ceiling), ZERO);
  const second = min(roundToCent(above.times(of(plan.second_rate))), roundToCent(ofMonths(plan.second_max, months)));
  return { first, second };
};

/** The highest pensionable earnings that a slip shows: the second ceiling, and before there was one the first. */
export const pensionableMost = ({ ympe, second_max, second_rate }: PensionPlan): Decimal =>
  second_rate === 0n
    ? of(ympe)
    : of(ympe)
        .plus(of(second_max).div(of(second_rate)))
        .round(0);

/** The premium that a year's insurable earnings ask for. */
export const premiumDue = ({ rate, max: most }: { rate: bigint; max: bigint }, earnings: DecimalInput): Decimal =>
  min(roundToCent(decimal(earnings).times(of(rate))), of(most));

/** The highest earnings that a premium is due on: a whole number of hundreds, which the most in cents only comes near. */
export const insurableMost = ({ rate, max: most }: { rate: bigint; max: bigint }): Decimal =>
  of(most).div(of(rate)).round(-2);

/** What a person's tax properties say of contributions in a year. */
export interface Contributory {
  /**
   * Months in which pension contributions are due: by age, by an exemption from the first of a month, or as stated. Null
   * where that is not known: of somebody who was erased the day of birth is gone.
   */
  months: number | null;
  /** Whether parental insurance premiums were not due on all of the year. */
  isInsuranceExempt: boolean;
}

/**
 * In how many months of a year contributions of each person are due.
 *
 * @param exempt the tax properties of exemptions: from the pension plan, and from parental insurance
 * @returns by person
 */
export const contributoryOf = async (
  people: readonly PaidPerson[],
  plan: PensionPlan,
  exempt: { pension: string; insurance?: string },
  year: number,
  { read, tenant }: Pick<ReportSource, 'read' | 'tenant'>,
): Promise<Map<PaidPerson, Contributory>> => {
  const owners = new Set(people.flatMap(({ assignments, business_entity_id }) => [...assignments, business_entity_id]));
  const types = [STATED_MONTHS, ...Object.values(exempt)];
  const where = all(oneOf('owner_id', [...owners]), oneOf('type', types));
  const byOwner = new Map<string, RecordOf<'tax_property'>[]>();
  const [first, last] = [dateOf(year, 1, 1), dateOf(year, 12, 31)];
  for await (const properties of read.pages('tax_property', tenant, where))
    for (const property of properties) {
      const { owner_id: owner, effective_from, effective_to } = property;
      if (effective_from > last || (effective_to ?? last) < first) continue;
      byOwner.set(owner, [...(byOwner.get(owner) ?? []), property]);
    }
  // Who had one work assignment had its properties all year.
  const several = people.flatMap(({ assignments }) => (assignments.size > 1 ? [...assignments] : []));
  const ratesOf = await payRatesOf(several, read, tenant);
  return new Map(
    people.map((person) => {
      const ofEmployer = byOwner.get(person.business_entity_id) ?? [];
      const works = [...person.assignments].map((id) => ({
        pay_rates: ratesOf.get(id) ?? [],
        properties: [...(byOwner.get(id) ?? []), ...ofEmployer],
      }));
      const own = works.flatMap(({ properties }) => properties);
      const isInsuranceExempt = own.some(({ type, value }) => type === exempt.insurance && value === true);
      const months = statedMonths(year, own) ?? monthsOf(person, works, exempt.pension, plan, year);
      return [person, { months, isInsuranceExempt }];
    }),
  );
};

interface Work {
  pay_rates: readonly RecordOf<'pay_rate'>[];
  properties: readonly RecordOf<'tax_property'>[];
}

/** Each month goes by the work assignments that were worked on on its first day, and by all where none was. */
const monthsOf = (
  { employee, payee }: PaidPerson,
  works: readonly Work[],
  exempt: string,
  plan: PensionPlan,
  year: number,
): number | null => {
  const birth = employee?.date_of_birth ?? null;
  const age = birth ? pensionAge(plan, birth, dateOf(year, 12, 31)) : null;
  const due = works.map(({ pay_rates, properties }) => ({
    pay_rates,
    months: new Set(monthsDue(year, age, exempt, properties)),
  }));
  const months = ALL_MONTHS.filter((month) => {
    const first = dateOf(year, month, 1);
    const workedOn = due.filter(({ pay_rates }) =>
      pay_rates.some(({ effective_from, effective_to }) => isWithin(first, effective_from, effective_to)),
    );
    return (workedOn.length > 0 ? workedOn : due).some((work) => work.months.has(month));
  }).length;
  const isErased = payee.name === null;
  // By age there are at most as many.
  return isErased && months > 0 ? null : months;
};
