import { propertiesOf, propertyFacts } from '../../employers/tax-properties-in-force.ts';
import type { RecordOf } from '../../kernel/definition/resource.ts';
import { payRatesOf } from '../../pay-records/pay-rates.ts';
import { pensionExemption, STATED_MONTHS, statedMonths } from '../../statutory/editions/age.ts';
import type { Edition, PensionPlan } from '../../statutory/editions/edition.ts';
import { reducedEi } from '../../statutory/editions/figures.ts';
import { EDITIONS, editionFor } from '../../statutory/editions/index.ts';
import { monthsOfPension } from '../../statutory/stage/stage-forms.ts';
import { dateOf } from '../../values/dates.ts';
import { fixed, toText as fixedText } from '../../values/fixed.ts';
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

/** The premium of an account that states an employee's rate of its own: its maximum follows. @param rate a fraction */
export const premiumAt = (plan: Edition['ei'], rate: string): Pick<Edition['ei'], 'rate' | 'max'> =>
  reducedEi(plan, fixed(rate));

/**
 * The highest earnings that a premium is due on: a whole number of hundreds, which the most in cents only comes near.
 */
export const insurableMost = ({ rate, max: most }: { rate: bigint; max: bigint }): Decimal =>
  of(most).div(of(rate)).round(-2);

/**
 * In how many months of a year pension contributions of each person are due, as withholding has it: by age, by an
 * exemption from the first of a month, or as stated.
 *
 * @param worksOf the work assignments for which the employer of a person paid it in the year, in Quebec and elsewhere
 * @returns by person; null where it is not known: of somebody who was erased the day of birth is gone
 */
export const contributoryMonthsOf = async (
  people: readonly PaidPerson[],
  worksOf: (person: PaidPerson) => ReadonlySet<string>,
  edition: Edition,
  jurisdiction: 'QC' | 'ON',
  year: number,
  { read, tenant }: Pick<ReportSource, 'read' | 'tenant'>,
): Promise<Map<PaidPerson, number | null>> => {
  const works = [...new Set(people.flatMap((person) => [...worksOf(person)]))];
  const [properties, rates] = await Promise.all([
    propertiesOfYear([...works, ...people.map((person) => person.business_entity_id)], year, read, tenant),
    payRatesOf(works, read, tenant),
  ]);
  return new Map(
    people.map((person) => {
      const ofEmployer = properties.get(person.business_entity_id) ?? [];
      const worked = [...worksOf(person)].map((id) => ({
        pay_rates: rates.get(id) ?? [],
        tax_properties: [...(properties.get(id) ?? []), ...ofEmployer],
      }));
      const own = worked.flatMap(({ tax_properties }) => tax_properties);
      const birth = person.employee?.date_of_birth ?? null;
      const due = monthsOfPension(worked, birth, dateOf(year, 12, 31), jurisdiction, edition).length;
      // Of somebody who was erased there are by age at most as many.
      const counted = person.payee.name === null && due > 0 ? null : due;
      return [person, statedMonths(year, own) ?? counted];
    }),
  );
};

/** What the months depend on. */
const TYPES = ['ca::province_of_employment', STATED_MONTHS, pensionExemption('ON'), pensionExemption('QC')];

/** Tax properties of some owners that are in force in a year, by owner. */
const propertiesOfYear = async (
  owners: readonly string[],
  year: number,
  read: ReportSource['read'],
  tenant: ReportSource['tenant'],
): Promise<Map<string, ReturnType<typeof propertyFacts>[]>> => {
  const found = await propertiesOf([...new Set(owners)], { read }, tenant, TYPES);
  const [first, last] = [dateOf(year, 1, 1), dateOf(year, 12, 31)];
  const isOfYear = ({ effective_from, effective_to }: RecordOf<'tax_property'>): boolean =>
    effective_from <= last && (effective_to ?? last) >= first;
  return new Map([...found].map(([owner, all]) => [owner, all.filter(isOfYear).map(propertyFacts)]));
};
