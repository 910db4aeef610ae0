import type { CalendarDate } from '../../values/dates.ts';
import { addMonths } from '../../values/dates.ts';
import { fixed, ONE, roundToCent, timesRatio, toText } from '../../values/fixed.ts';
import type { StandardsJurisdiction, VacationTier } from '../editions/employment-standards.ts';
import { vacationTiers } from '../editions/employment-standards.ts';
import type { StatutoryWarning, Step } from '../editions/trace.ts';
import { createTrace } from '../editions/trace.ts';
import { warnIfRecalled } from '../request/warnings.ts';

/** Whole years from a first day to a day: a year is completed on its anniversary. */
export const completedYears = (since: CalendarDate, on: CalendarDate): number => {
  let years = Math.max(0, Number(on.slice(0, 4)) - Number(since.slice(0, 4)));
  while (years > 0 && addMonths(since, 12 * years) > on) years -= 1;
  return years;
};

/** The tier that years of service have reached. */
const tierAt = (tiers: readonly VacationTier[], years: number): VacationTier =>
  tiers.findLast(({ after_years }) => after_years <= years) ?? tiers[0]!;

/** The least percentage of vacation pay by law where the work is done, e.g. "4"; "5.769231" for three weeks of 52. */
export const minimumVacationPercentage = (
  jurisdiction: StandardsJurisdiction,
  years_of_service: number,
  on: CalendarDate,
): string => {
  const { numerator, divisor } = tierAt(vacationTiers(jurisdiction, on).tiers, years_of_service);
  const millionth = ONE / 1_000_000n;
  const percent = timesRatio(100n * ONE, numerator, divisor);
  return toText(((percent + millionth / 2n) / millionth) * millionth);
};

export interface VacationPayResult {
  amount: string;
  explanation: Step[];
  warnings: StatutoryWarning[];
}

/**
 * Vacation pay that vacationable earnings come to at the legal minimum.
 *
 * @param earnings decimal text
 * @param years_of_service completed years
 * @param on the day for which the rate is looked up
 */
export const vacationPayEarned = (
  jurisdiction: StandardsJurisdiction,
  earnings: string,
  years_of_service: number,
  on: CalendarDate,
): VacationPayResult => {
  const { tiers, mark } = vacationTiers(jurisdiction, on);
  const tier = tierAt(tiers, years_of_service);
  const amount = roundToCent(timesRatio(fixed(earnings), tier.numerator, tier.divisor));
  const trace = createTrace();
  trace.step(
    'vacation pay',
    'rate × vacationable earnings',
    amount,
    {
      rate: tier.divisor === ONE ? tier.numerator : `${toText(tier.numerator)}/${toText(tier.divisor)}`,
      'vacationable earnings': fixed(earnings),
      'completed years of service': years_of_service,
    },
    mark.source,
  );
  const warnings: StatutoryWarning[] = [];
  warnIfRecalled(mark, warnings);
  return { amount: toText(amount), explanation: trace.steps, warnings };
};
