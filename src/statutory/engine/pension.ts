import type { Fixed } from '../../values/fixed.ts';
import {
  atLeastZero,
  greater,
  lesser,
  overWhole,
  roundToCent,
  times,
  timesRatio,
  timesWhole,
  truncateToCent,
} from '../../values/fixed.ts';
import type { Arithmetic } from '../editions/arithmetic.ts';
import type { PensionPlan } from '../editions/edition.ts';
import type { Exempted } from '../editions/figures.ts';
import type { Trace } from '../editions/trace.ts';

/** What was contributed this year before this pay, to the plan of this pay and, after a move, to the other one. */
export interface Contributed {
  first: Fixed;
  second: Fixed;
  other_first: Fixed;
  other_second: Fixed;
}

export interface PensionInput {
  arithmetic: Arithmetic;
  plan: PensionPlan;
  /** The other plan, to which contributions count after a move into or out of Quebec. */
  other: PensionPlan;
  /** PI */
  pensionable: Fixed;
  /** X: what of the year's basic exemption belongs to this pay */
  exemption: Fixed;
  /** Whether more is taken back than the pay beside it bears contributions on. */
  is_back: boolean;
  /** PM */
  months: number;
  /** PIy */
  ytd_pensionable: Fixed;
  /** What of the year's basic exemption no pay before this one has had; below 0 where they had more than a year's */
  exemption_left: Fixed;
  contributed: Contributed;
}

export interface PensionResult {
  /** C, C2 */
  contribution: Fixed;
  second: Fixed;
}

/** X of a pay: the year's exemption by the number of periods, cut after the second decimal (T4127 chapter 6). */
export const periodExemption = (plan: PensionPlan, periods: number): Fixed =>
  truncateToCent(plan.basic_exemption / BigInt(periods));

/** X of a commission payment: by the days since the last one, not below the exemption of a week. */
export const commissionExemption = (plan: PensionPlan, days: number): Fixed =>
  greater(periodExemption(plan, 52), overWhole(timesWhole(plan.basic_exemption, days), 365));

/** A year's amount for the months in which contributions are due. */
export const ofMonths = (amount: Fixed, months: number): Fixed =>
  months === 12 ? amount : overWhole(timesWhole(amount, months), 12);

/** What pays have had of the year's basic exemption. */
export const exemptionHad = (plan: PensionPlan, { pays, beside }: Exempted): Fixed => {
  let had = beside;
  for (const [periods, count] of pays) had += times(count, periodExemption(plan, periods));
  return had;
};

/**
 * What they left of it: less than nothing where each of two schedules has its own, or a thirteenth month. Where it is
 * not known all of it is gone.
 */
export const exemptionLeft = (plan: PensionPlan, exempted: Exempted | null, months: number): Fixed =>
  exempted ? ofMonths(plan.basic_exemption, months) - exemptionHad(plan, exempted) : 0n;

/** D and D2 with what the other plan has had, brought to the rate of this one; the ratio is not rounded. */
const contributedSoFar = ({ plan, other, contributed }: PensionInput): { first: Fixed; second: Fixed } => ({
  first: contributed.first + timesRatio(contributed.other_first, plan.rate, other.rate),
  second: contributed.second + contributed.other_second,
});

/**
 * Money taken back: earnings below 0, or below the exemption of regular pay that it is taken off, give back what they
 * bore, at the plan's rates and without an exemption but that of regular pay among them: the first contribution for the
 * part of them below the first ceiling of the year, the second one for the part between both ceilings, nothing for what
 * lies above; never more than was contributed to this plan this year.
 *
 * The first maximum is the rate of that ceiling less the whole exemption of the year (T4127 chapter 6). Each pay has
 * only its part of the exemption, so the maximum is reached that much below the ceiling which the pays to come have as
 * yet: what was earned above that bore nothing, and gives nothing back. They have their parts also behind this one.
 */
const givenBack = (input: PensionInput): PensionResult => {
  const { plan, ytd_pensionable, pensionable, exemption, exemption_left, months, contributed } = input;
  const first = ofMonths(plan.ympe, months);
  const before = atLeastZero(ytd_pensionable);
  const after = atLeastZero(ytd_pensionable + pensionable);
  const upTo = (ceiling: Fixed): Fixed => lesser(before, ceiling) - lesser(after, ceiling);
  const reached = first - exemption_left;
  const below = lesser(before, reached) - (lesser(after, reached + exemption) - exemption);
  const above = upTo(ofMonths(plan.yampe, months)) - upTo(first);
  return {
    contribution: -lesser(atLeastZero(contributed.first), roundToCent(times(below, plan.rate))),
    second: -lesser(atLeastZero(contributed.second), roundToCent(times(above, plan.second_rate))),
  };
};

/**
 * C and C2 of a pay (T4127 chapter 6), for CPP or QPP.
 * @returns amounts in cents; below 0 only where more is taken back than bears contributions
 */
export const pensionContributions = (input: PensionInput, trace?: Trace): PensionResult => {
  const { plan, pensionable, exemption, months, ytd_pensionable } = input;
  const sofar = contributedSoFar(input);
  const { contribution: charged } = input.arithmetic;
  const max = ofMonths(plan.max, months);
  const room = max - sofar.first;
  const max2 = ofMonths(plan.second_max, months);
  const threshold = greater(ytd_pensionable, ofMonths(plan.ympe, months));
  const second = atLeastZero(
    lesser(
      roundToCent(max2 - sofar.second),
      charged(plan.second_rate, ytd_pensionable + pensionable - threshold, plan.least_cent),
    ),
  );
  const traceSecond = (formula: string, value: Fixed): void =>
    trace?.step(
      'C2',
      formula,
      value,
      {
        M2: plan.second_max,
        PM: months,
        D2: sofar.second,
        rate2: plan.second_rate,
        PIytd: ytd_pensionable,
        PI: pensionable,
        W: threshold,
      },
      plan.mark.source,
    );
  const ofSecond = 'max(0, min(M2 × PM/12 − D2, rate2 × (PIytd + PI − W)))';
  if (input.is_back) {
    const back = givenBack(input);
    // Of what is left of regular pay the second one may be due.
    const result = pensionable < 0n ? back : { ...back, second };
    trace?.step(
      'C',
      'contributions on the earnings taken back, not more than contributed this year',
      result.contribution,
      { PI: pensionable, PIytd: ytd_pensionable, X: exemption, rate: plan.rate },
      plan.mark.source,
    );
    if (pensionable >= 0n) traceSecond(ofSecond, second);
    else traceSecond('rate2 × what is taken back between both ceilings, not more than D2', result.second);
    return result;
  }
  const contribution = atLeastZero(
    lesser(roundToCent(room), charged(plan.rate, pensionable - exemption, plan.least_cent)),
  );
  trace?.step(
    'C',
    'max(0, min(M × PM/12 − D, rate × (PI − X)))',
    contribution,
    { M: plan.max, PM: months, D: sofar.first, rate: plan.rate, PI: pensionable, X: exemption },
    plan.mark.source,
  );
  traceSecond(ofSecond, second);
  return { contribution, second };
};

/** F5: the part of the contributions that is a deduction from income and not a credit, in cents. */
export const enhancedPart = (
  { ratio }: Arithmetic,
  plan: PensionPlan,
  { contribution, second }: PensionResult,
): Fixed => ratio(contribution, plan.first_additional_rate, plan.rate) + second;

/** F5A and F5B: F5 shared by how much of the pensionable earnings is not periodic, each in cents. */
export const splitEnhanced = (
  { ratio }: Arithmetic,
  f5: Fixed,
  pensionable: Fixed,
  non_periodic: Fixed,
): { f5a: Fixed; f5b: Fixed } => {
  if (f5 === 0n || pensionable === 0n) return { f5a: 0n, f5b: 0n };
  if (non_periodic === 0n) return { f5a: f5, f5b: 0n };
  const size = pensionable < 0n ? -pensionable : pensionable;
  const sign = pensionable < 0n ? -1n : 1n;
  return {
    f5a: ratio(f5, (pensionable - non_periodic) * sign, size),
    f5b: ratio(f5, non_periodic * sign, size),
  };
};

/** F5 of a year with a TD1X, from the year's remuneration. */
export const enhancedPartOfYear = (plan: PensionPlan, income: Fixed, months: number): Fixed => {
  const first = times(plan.first_additional_rate, atLeastZero(income - plan.basic_exemption));
  const second = times(plan.second_rate, atLeastZero(income - ofMonths(plan.ympe, months)));
  return (
    roundToCent(lesser(first, ofMonths(plan.max_first_additional, months))) +
    roundToCent(lesser(second, ofMonths(plan.second_max, months)))
  );
};

/** The cap of the pension part of K2: the year's base contribution, adjusted after a move (K2R, K2RQ). */
export const baseCap = (plan: PensionPlan, other: PensionPlan, months: number, other_first: Fixed): Fixed => {
  const cap = ofMonths(plan.max_base, months);
  if (other_first === 0n) return cap;
  return (
    cap - timesRatio(other_first, plan.base_rate, other.rate) + timesRatio(other_first, other.base_rate, other.rate)
  );
};

/** What of contributions already made is base contribution, of both plans. */
export const basePaid = (plan: PensionPlan, other: PensionPlan, contributed: Contributed): Fixed =>
  timesRatio(contributed.first, plan.base_rate, plan.rate) +
  timesRatio(contributed.other_first, other.base_rate, other.rate);
