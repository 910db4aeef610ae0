import type { Fixed } from '../../values/fixed.ts';
import {
  atLeastZero,
  greater,
  lesser,
  overWhole,
  roundToCent,
  roundToDollar,
  times,
  timesRatio,
} from '../../values/fixed.ts';
import { type FundShares, type PayFigures, type Split, total } from '../editions/figures.ts';
import { boundOfBack, type Trace } from '../editions/trace.ts';
import { type Contributions, isTakenOff } from './contributions.ts';

// What several methods of Quebec income tax share.

/** A product or bracket of TP-1015.F: to the cent, wherever one is. */
const rounded = roundToCent;

/** Quebec income tax of a pay, before additional tax; in cents. */
export interface QuebecTax {
  periodic: Fixed;
  on_bonus: Fixed;
}

/**
 * S3 − B2 and B2: the pensionable salary of the pay and the lump sums among it. Commissions of variable pay are no lump
 * sums.
 */
export const pensionableParts = ({ pensionable, taxable_quebec: { non_periodic: b2 } }: PayFigures): Split => {
  const { non_periodic: most } = pensionable;
  const non_periodic = most < 0n ? greater(most, lesser(b2, 0n)) : lesser(most, atLeastZero(b2));
  return { periodic: total(pensionable) - non_periodic, non_periodic };
};

/** CS and its parts: the pension contributions that are deducted from income, shared by what is a lump sum. */
export const enhancedParts = (
  figures: PayFigures,
  { plan, pension, second, periodic }: Contributions,
): { csa: Fixed; csb: Fixed } => {
  const cs = rounded(timesRatio(pension, plan.first_additional_rate, plan.rate) + second);
  const parts = pensionableParts(figures);
  const all = total(parts);
  if (isTakenOff(parts)) return { csa: periodic.f5, csb: cs - periodic.f5 };
  if (cs === 0n || all === 0n) return { csa: 0n, csb: 0n };
  // What is taken back has the contributions that come back with it.
  const [sign, size] = all < 0n ? [-1n, -all] : [1n, all];
  return {
    csa: rounded(timesRatio(cs, parts.periodic * sign, size)),
    csb: rounded(timesRatio(cs, parts.non_periodic * sign, size)),
  };
};

/** CSA1 and CSB1: those of earlier pays of the year. */
export const enhancedToDate = ({ f5a, f5b_on_non_periodic, csb_beside }: PayFigures['ytd']) => ({
  csa1: f5a - csb_beside,
  csb1: f5b_on_non_periodic + csb_beside,
});

/** What of a pay's CSB is not its F5B: in Quebec other money is a lump sum. */
export const csbBeside = (figures: PayFigures, contributions: Contributions): Fixed =>
  figures.jurisdiction === 'QC' && !figures.commission
    ? enhancedParts(figures, contributions).csb - contributions.f5b
    : 0n;

/**
 * H: the deduction for workers, a share of the period's salary up to the year's maximum; others than workers have none.
 */
export const workerDeduction = ({ edition: { quebec }, periods, payee }: PayFigures, salary: Fixed): Fixed =>
  payee === 'employee'
    ? atLeastZero(lesser(rounded(times(quebec.worker_rate, salary)), rounded(overWhole(quebec.worker_max, periods))))
    : 0n;

/** E: line 10 of the TP-1015.3, to the dollar; the basic amount when there is none. */
export const personalCredits = ({ claims: { provincial }, edition: { quebec } }: PayFigures): Fixed =>
  provincial.kind === 'amount' ? roundToDollar(provincial.amount) : quebec.basic;

type QuebecShares = Pick<FundShares, 'ftq' | 'fondaction'>;

/** Q and Q1: shares bought in the period, as far as both funds together stay within what a year may count. */
export const sharesCounted = ({ shares, ytd, edition: { quebec } }: PayFigures): QuebecShares => {
  const left = atLeastZero(quebec.fund_max_shares - ytd.shares.ftq - ytd.shares.fondaction);
  const ftq = lesser(shares.ftq, left);
  return { ftq, fondaction: lesser(shares.fondaction, left - ftq) };
};

/** Shares bought since the averaging began, this pay included, as far as the year may count them. */
export const sharesOfYear = ({ shares, ytd, averaged, edition: { quebec } }: PayFigures): QuebecShares => {
  const before = ytd.shares.ftq - averaged.shares.ftq + (ytd.shares.fondaction - averaged.shares.fondaction);
  const left = atLeastZero(quebec.fund_max_shares - before);
  const ftq = lesser(averaged.shares.ftq + shares.ftq, left);
  return { ftq, fondaction: lesser(averaged.shares.fondaction + shares.fondaction, left - ftq) };
};

/** The credit of the year for shares, each fund apart. */
export const fundCredit = (
  { edition: { quebec } }: PayFigures,
  { ftq, fondaction }: QuebecShares,
  ofYear: (bought: Fixed) => Fixed,
): Fixed => rounded(times(quebec.fund_rate, ofYear(ftq))) + rounded(times(quebec.fund_rate, ofYear(fondaction)));

/**
 * Quebec tax of the year so far, with that on the regular part of the pay: what money taken back can give back at most.
 */
export const withheld = (
  { provincial_tax, provincial_tax_elsewhere: elsewhere, non_periodic_tax: m1 }: PayFigures['ytd'],
  of_pay: Fixed,
): Fixed => atLeastZero(provincial_tax - elsewhere + (m1.is_split ? m1.provincial : m1.federal) + of_pay);

/**
 * The flat rate on a lump sum where a year's salary with the lump sums does not pass the threshold; else null. One that
 * is taken back bore the flat rate where the salary with it did not pass it.
 */
export const flatLumpSumTax = (
  figures: PayFigures,
  annualSalary: Fixed,
  of_pay: Fixed,
  trace?: Trace,
): Fixed | null => {
  const { edition, ytd } = figures;
  const { quebec } = edition;
  const bonus = figures.taxable_quebec.non_periodic;
  const annualPay = annualSalary + ytd.non_periodic_quebec + atLeastZero(bonus);
  if (annualPay > quebec.lump_sum_threshold) return null;
  const tax = rounded(times(quebec.lump_sum_rate, bonus));
  const result = bonus < 0n ? -lesser(-tax, withheld(ytd, of_pay)) : tax;
  trace?.step(
    'Quebec tax on B',
    'flat rate × B2, as the annual pay does not pass the threshold',
    result,
    {
      rate: quebec.lump_sum_rate,
      B2: bonus,
      'annual pay': annualPay,
      threshold: quebec.lump_sum_threshold,
      ...boundOfBack(tax, result),
    },
    quebec.mark.source,
  );
  return result;
};
