import { provinceOfEmployment } from '../../calculation/model/context.ts';
import type { OtherAssignment, PayrollFacts, StubFacts } from '../../calculation/model/facts.ts';
import { firstPaySince } from '../../calculation/model/tax-year.ts';
import {
  addDays,
  type CalendarDate,
  dateOf,
  daysBetween,
  maxDate,
  minDate,
  startOfYear,
  yearOf,
} from '../../values/dates.ts';
import type { Fixed } from '../../values/fixed.ts';
import { roundToCent, times } from '../../values/fixed.ts';
import type { PensionAge } from '../editions/age.ts';
import { ALL_MONTHS, monthsDue, pensionAge, pensionExemption, STATED_MONTHS, statedMonths } from '../editions/age.ts';
import { averagedWithin, begunWithin } from '../editions/annual-amount.ts';
import type { Edition, PensionPlan } from '../editions/edition.ts';
import type { Claim, FundShares, Jurisdiction, PayFigures } from '../editions/figures.ts';
import { PAYEES, QUEBEC_BONUS_METHODS } from '../editions/figures.ts';
import type { ClaimContext, ClaimedFrom } from '../editions/indexing.ts';
import { claimOfCode, claimOfForm } from '../editions/indexing.ts';
import { jurisdictionOf } from '../editions/line-item-types.ts';
import type { StatutoryWarning } from '../editions/trace.ts';
import { NO_CLAIM } from '../request/figures.ts';
import { warnIfRecalled } from '../request/warnings.ts';
import { employedDays, isPaidOn } from './earned-days.ts';
import type { InForce } from './tax-properties.ts';
import { amountOf, fixedOrNone, flagOf, formClaim, membersOf, td1xOf, textOf } from './tax-properties.ts';

// What an employee's forms say (TD1, TD1X, T1213, CPT30, TP-1015.3, TP-1016), as tax properties hold it.

/** The parts of a calculation that forms decide. */
export interface Forms extends Pick<PayFigures, 'claims' | 'northern_deduction' | 'alimony' | 'commission' | 'payee'> {
  is_non_resident: boolean;
  /**
   * Deductions and credits of the year, as each tax takes them: averaged, or of a pay by itself.
   *
   * @param averaged_from the number of the first pay of the year that is averaged
   */
  annual(averaged: { federal: boolean; quebec: boolean }, averaged_from: number): AnnualFigures;
  /** Shares of the federal credit and of the province's, bought with each pay */
  shares: Pick<FundShares, 'federal' | 'provincial'>;
}

type AnnualFigures = Pick<
  PayFigures,
  'annual_deductions' | 'quebec_annual_deductions' | 'federal_credits' | 'provincial_credits'
>;

/** When the employee of a stub was paid, and since when they are employed. */
type Paid = Pick<StubFacts, 'payroll' | 'pay_rates' | 'last_paid_on' | 'employment_began'>;

export interface FormsContext extends ClaimContext {
  jurisdiction: Jurisdiction;
  facts: Paid;
  periods: number;
}

/** The number, within its year, of the first pay that a property is in force for; 1 where it goes back further. */
const firstPeriodOf = (effective_from: string, payroll: PayrollFacts): number =>
  effective_from <= startOfYear(payroll.pay_date) ? 1 : firstPaySince(effective_from, payroll);

/**
 * Days since the employee was last paid, in the year of a payment (N of T4127 chapter 6): since the year or the
 * employment began where this is the first payment. Where nothing says when it began, since the schedule's last pay.
 */
const daysSinceLastPayment = ({
  payroll: { pay_date, calendar },
  last_paid_on,
  pay_rates,
  employment_began,
}: Paid): number => {
  const newYearsEve = dateOf(yearOf(pay_date) - 1, 12, 31);
  const began = employment_began ?? employedDays(pay_rates)?.from;
  const before = (days: readonly CalendarDate[]): CalendarDate =>
    days.filter((day) => day < pay_date).reduce(maxDate, newYearsEve);
  if (last_paid_on !== undefined) return daysBetween(before([last_paid_on]), pay_date);
  const since = began === undefined ? calendar.map((other) => other.pay_date) : [addDays(began, -1)];
  return daysBetween(before(since), pay_date);
};

/** What the forms that an employee gave say, as the tax properties in force have them. */
export const formsOf = (properties: InForce, context: FormsContext): Forms => {
  const { jurisdiction, facts, periods } = context;
  const { payroll } = facts;
  const place = jurisdiction.toLowerCase();
  const is_non_resident = flagOf(properties, 'ca::non_resident');
  const claimed = (of: string, from: ClaimedFrom): Claim => {
    const form = formClaim(properties, of);
    if (form.kind === 'basic' && is_non_resident) return NO_CLAIM;
    if (form.kind === 'stated') return claimOfForm(form, from, context);
    return form.kind === 'code' ? claimOfCode(form.code, from, context) : form;
  };
  const annual: Forms['annual'] = (averaged, averaged_from) => {
    /** An annual amount; begun within the year, what is left of the year has all of it. */
    const amount = (type: string, isAveraged: boolean): Fixed => {
      const stated = amountOf(properties, type);
      if (stated === null) return 0n;
      const from_period = firstPeriodOf(properties.get(type)!.effective_from, payroll);
      const ofYear = { amount: stated, from_period };
      return isAveraged ? averagedWithin(ofYear, periods, averaged_from) : begunWithin(ofYear, periods);
    };
    return {
      annual_deductions: amount('ca::federal::annual_deduction_at_source', averaged.federal),
      quebec_annual_deductions: quebec
        ? amount('ca::qc::form_deductions', averaged.quebec) +
          amount('ca::qc::annual_deduction_at_source', averaged.quebec)
        : 0n,
      federal_credits: amount('ca::federal::annual_credit_at_source', averaged.federal),
      provincial_credits: amount(`ca::${place}::annual_credit_at_source`, quebec ? averaged.quebec : averaged.federal),
    };
  };
  const td1x = td1xOf(properties);
  const income = fixedOrNone(td1x?.income) ?? 0n;
  const quebec = jurisdiction === 'QC';
  return {
    payee: PAYEES.find((one) => one === textOf(properties, 'ca::payee')) ?? 'employee',
    is_non_resident,
    claims: { federal: claimed('federal', 'federal'), provincial: claimed(place, jurisdiction) },
    northern_deduction: amountOf(properties, 'ca::federal::northern_deduction') ?? 0n,
    annual,
    alimony: amountOf(properties, 'ca::federal::alimony') ?? 0n,
    commission:
      income > 0n ? { income, expenses: fixedOrNone(td1x?.expenses) ?? 0n, days: daysSinceLastPayment(facts) } : null,
    shares: {
      federal: amountOf(properties, 'ca::federal::labour_sponsored_shares') ?? 0n,
      provincial: amountOf(properties, `ca::${place}::labour_sponsored_shares`) ?? 0n,
    },
  };
};

/**
 * What Quebec's income tax depends on: a TP-1015.R.13.1, a TD1X and the employer's own choice ask for cumulative
 * averaging, on regular payrolls; what goes into a first home savings account goes with a pay period.
 *
 * @param commission commissions among the pay's income
 */
export const quebecOf = (
  properties: InForce,
  { is_regular, commission, has_td1x }: { is_regular: boolean; commission: Fixed; has_td1x: boolean },
): PayFigures['quebec'] => {
  const percentage = fixedOrNone(membersOf(properties, 'ca::qc::commission')?.percentage);
  const chosen = textOf(properties, 'ca::qc::income_tax_method');
  const isVariable = percentage !== null || has_td1x;
  const method = is_regular && (chosen === null ? isVariable : chosen === 'cumulative') ? 'cumulative' : 'periodic';
  return {
    method,
    bonus_method:
      QUEBEC_BONUS_METHODS.find((one) => one === textOf(properties, 'ca::qc::bonus_tax_method')) ?? 'second',
    fhsa: amountOf(properties, 'ca::qc::fhsa') ?? 0n,
    commission_expenses:
      percentage === null || method === 'periodic'
        ? 0n
        : commission - roundToCent(times(commission, percentage / 100n)),
  };
};

/** How a bonus is taxed: on a year of pays like this one, or on what the year has had and what is left of it. */
export const bonusBasisOf = (properties: InForce): PayFigures['bonus_basis'] =>
  textOf(properties, 'ca::bonus_tax_basis') === 'year_to_date' ? 'year_to_date' : 'annualized';

/** What an employee's age means for contributions; null where no day of birth is known. */
export const contributoryAge = (
  { employee, payroll }: StubFacts,
  plan: PensionPlan,
  warnings: StatutoryWarning[],
): PensionAge | null => {
  const birth_date = employee?.birth_date ?? null;
  const age = birth_date === null ? null : pensionAge(plan, birth_date, payroll.pay_date);
  if (age?.by_last_age && plan.stops) warnIfRecalled(plan.stops.mark, warnings);
  return age;
};

/** A work assignment: when it is worked on, and what tax properties it has with those of its employer. */
export type Worked = Pick<OtherAssignment, 'pay_rates' | 'tax_properties'>;

/**
 * The months of the year of a day in which pension contributions are due, to either plan: PM of T4127 chapter 6 is one
 * for both, and for all that one employer pays. A month counts where contributions are due on any of the work
 * assignments that are worked on on its first day; one in which none is, on any of them. Each goes by the plan of where
 * its work is then: after a move into Quebec or out of it, the age and the election there decide. Months before its
 * first pay rate go by where its employment began.
 *
 * @param works what one employer pays one person for in the year
 * @param birth null where it is not known: then all months are due by age
 * @param day up to which the province of employment before a first pay rate is looked for: a pay date, or the year's
 *   last day
 * @param jurisdiction of work that says no province
 */
export const monthsOfPension = (
  works: readonly Worked[],
  birth: CalendarDate | null,
  day: CalendarDate,
  jurisdiction: Jurisdiction,
  { cpp, qpp }: Pick<Edition, 'cpp' | 'qpp'>,
): number[] => {
  const year = yearOf(day);
  const ageIn = (plan: PensionPlan) => (birth === null ? null : pensionAge(plan, birth, day));
  const [ageInQuebec, ageElsewhere] = [ageIn(qpp), ageIn(cpp)];
  const due = works.map(({ pay_rates, tax_properties }) => ({
    pay_rates,
    tax_properties,
    quebec: monthsDue(year, ageInQuebec, pensionExemption('QC'), tax_properties),
    elsewhere: monthsDue(year, ageElsewhere, pensionExemption('ON'), tax_properties),
  }));
  const isWhole = ({ length }: readonly number[]): boolean => length === ALL_MONTHS.length;
  if (due.every(({ quebec, elsewhere }) => isWhole(quebec) && isWhole(elsewhere))) return [...ALL_MONTHS];
  return ALL_MONTHS.filter((month) => {
    const first = dateOf(year, month, 1);
    const workedOn = due.filter(({ pay_rates }) => isPaidOn(pay_rates, first));
    return (workedOn.length > 0 ? workedOn : due).some(({ pay_rates, tax_properties, quebec, elsewhere }) => {
      const since = employedDays(pay_rates)?.from;
      const pay_date = since === undefined ? first : maxDate(first, minDate(since, day));
      const province = provinceOfEmployment({ tax_properties, payroll: { pay_date } });
      return ((jurisdictionOf(province) ?? jurisdiction) === 'QC' ? quebec : elsewhere).includes(month);
    });
  });
};

/** PM: how many months contributions are due in. A count that the employer states wins. */
export const contributoryMonths = (
  facts: StubFacts,
  jurisdiction: Jurisdiction,
  plans: Pick<Edition, 'cpp' | 'qpp'>,
): number => statedMonthsOf(facts) ?? monthsOf(facts, jurisdiction, plans).length;

/** The months in which contributions of the employee of a stub are due: {@link monthsOfPension}. */
export const monthsOf = (
  facts: StubFacts,
  jurisdiction: Jurisdiction,
  plans: Pick<Edition, 'cpp' | 'qpp'>,
): number[] => {
  const { employee, payroll, other_assignments = [] } = facts;
  const birth = employee?.birth_date ?? null;
  return monthsOfPension([facts, ...other_assignments], birth, payroll.pay_date, jurisdiction, plans);
};

/** How many are stated for the year of a stub, on any work assignment; null where none are. */
export const statedMonthsOf = ({ payroll, tax_properties, other_assignments = [] }: StubFacts): number | null =>
  statedMonths(
    yearOf(payroll.pay_date),
    [tax_properties, ...other_assignments.map((one) => one.tax_properties)].flat(),
  );

/** Whether the employer states on a pay date that no months count, for now. */
export const hasNoMonths = (properties: InForce): boolean => amountOf(properties, STATED_MONTHS) === 0n;
