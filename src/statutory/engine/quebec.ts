import type { Fixed } from '../../values/fixed.ts';
import {
  atLeastZero,
  lesser,
  overWhole,
  roundToCent,
  roundToDollar,
  times,
  timesRatio,
  timesWhole,
} from '../../values/fixed.ts';
import type { FundShares, PayFigures } from '../editions/figures.ts';
import { isApart } from '../editions/figures.ts';
import type { Trace } from '../editions/trace.ts';
import { bracketAbove } from './claims.ts';
import type { Contributions } from './contributions.ts';
import { cumulativeQuebecTax, firstLumpSumTax } from './quebec-year.ts';

/** A product or bracket of TP-1015.F: to the cent, wherever one is. */
const rounded = roundToCent;

/** Quebec income tax of a pay, before additional tax; in cents. */
export interface QuebecTax {
  periodic: Fixed;
  on_bonus: Fixed;
}

/** CS and its parts: the pension contributions that are deducted from income, shared by what is a lump sum. */
export const enhancedParts = (
  figures: PayFigures,
  { plan, pension, second }: Contributions,
): { csa: Fixed; csb: Fixed } => {
  const cs = rounded(timesRatio(pension, plan.first_additional_rate, plan.rate) + second);
  const all = figures.taxable_quebec.periodic + figures.taxable_quebec.non_periodic;
  if (cs === 0n || all === 0n) return { csa: 0n, csb: 0n };
  // What is taken back has the contributions that come back with it.
  const [sign, size] = all < 0n ? [-1n, -all] : [1n, all];
  return {
    csa: rounded(timesRatio(cs, figures.taxable_quebec.periodic * sign, size)),
    csb: rounded(timesRatio(cs, figures.taxable_quebec.non_periodic * sign, size)),
  };
};

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

/** What a period's pay leaves for Quebec tax; union dues and alimony are no part of F here. */
const periodNet = (figures: PayFigures, salary: Fixed, csa: Fixed): Fixed =>
  rounded(
    salary -
      (isApart(figures) ? 0n : figures.registered_plans + figures.quebec.fhsa) -
      workerDeduction(figures, salary) -
      csa,
  );

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
 * Quebec income tax of a pay (TP-1015.F part 2), by the method that its figures name.
 * @throws RangeError where the method needs the number of the pay in its year and there is none
 */
export const quebecIncomeTax = (figures: PayFigures, contributions: Contributions, trace?: Trace): QuebecTax => {
  const { quebec, claims, taxable_quebec: taxable } = figures;
  if (claims.provincial.kind === 'exempt') return { periodic: 0n, on_bonus: 0n };
  if (quebec.method === 'cumulative') return cumulativeQuebecTax(figures, contributions, trace);
  const periodic = quebecTax(figures, contributions, trace);
  if (taxable.non_periodic === 0n) return { periodic, on_bonus: 0n };
  const on_bonus =
    quebec.bonus_method === 'first'
      ? firstLumpSumTax(figures, contributions, periodic, trace)
      : quebecBonusTax(figures, contributions, periodic, trace);
  return { periodic, on_bonus };
};

/** Quebec income tax on the regular pay of a period (2.1.1). */
const quebecTax = (figures: PayFigures, contributions: Contributions, trace?: Trace): Fixed => {
  const { edition, periods } = figures;
  const { quebec } = edition;
  const shares = sharesCounted(figures);
  const salary = figures.taxable_quebec.periodic;
  const { csa } = enhancedParts(figures, contributions);
  const income = atLeastZero(timesWhole(periodNet(figures, salary, csa), periods) - figures.quebec_annual_deductions);
  const row = bracketAbove(quebec.brackets, income);
  const credits = personalCredits(figures);
  const annual = atLeastZero(
    rounded(times(row.rate, income)) -
      row.constant -
      figures.provincial_credits -
      rounded(times(quebec.credit_rate, credits)) -
      fundCredit(figures, shares, (bought) => timesWhole(bought, periods)),
  );
  const tax = rounded(overWhole(annual, periods));
  if (trace) {
    const { source } = quebec.mark;
    trace.step(
      'H',
      'min(rate × salary of the period, maximum / P)',
      workerDeduction(figures, salary),
      { rate: quebec.worker_rate, salary, maximum: quebec.worker_max, P: periods },
      source,
    );
    trace.step(
      'CSA',
      'CS × (S3 − B2) / S3',
      csa,
      { C: contributions.pension, C2: contributions.second, B2: figures.taxable_quebec.non_periodic },
      source,
    );
    trace.step(
      'I',
      'P × (G − F − H − CSA) − J − J1',
      income,
      {
        P: periods,
        G: salary,
        F: figures.registered_plans + figures.quebec.fhsa,
        CSA: csa,
        'J + J1': figures.quebec_annual_deductions,
      },
      source,
    );
    trace.step(
      'Y',
      'max(0, T × I − K − K1 − rate × E − rate × P × Q − rate × P × Q1)',
      annual,
      {
        T: row.rate,
        I: income,
        K: row.constant,
        K1: figures.provincial_credits,
        E: credits,
        Q: shares.ftq,
        Q1: shares.fondaction,
      },
      source,
    );
    trace.step('Quebec tax', 'Y / P', tax, { Y: annual, P: periods }, source);
  }
  return tax;
};

/**
 * Quebec tax of the year so far, with that on the regular part of the pay: what money taken back can give back at most.
 */
const withheld = (
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
    { rate: quebec.lump_sum_rate, B2: bonus, 'annual pay': annualPay, threshold: quebec.lump_sum_threshold },
    quebec.mark.source,
  );
  return result;
};

/**
 * Tax on a lump sum (bonus, retroactive pay) by the second method of 2.1.2: its own row's rate. One that is taken back
 * bore that of the row which it had reached.
 */
const quebecBonusTax = (figures: PayFigures, contributions: Contributions, of_pay: Fixed, trace?: Trace): Fixed => {
  const { edition, periods, ytd } = figures;
  const { quebec } = edition;
  const bonus = figures.taxable_quebec.non_periodic;
  const salary = isApart(figures) ? figures.last_taxable_quebec : figures.taxable_quebec.periodic;
  const { source } = quebec.mark;
  const flat = flatLumpSumTax(figures, timesWhole(salary, periods), of_pay, trace);
  if (flat !== null) return flat;
  const { csa, csb } = enhancedParts(figures, contributions);
  const netBonus =
    bonus - figures.deducted_from_bonus - (isApart(figures) ? figures.registered_plans + figures.quebec.fhsa : 0n);
  const income =
    timesWhole(periodNet(figures, salary, csa), periods) +
    (ytd.non_periodic_quebec - ytd.deducted_from_non_periodic) -
    ytd.f5b_on_non_periodic -
    figures.quebec_annual_deductions +
    (bonus > 0n ? netBonus - csb : 0n);
  const row = bracketAbove(quebec.brackets, income);
  const tax = rounded(times(row.rate, netBonus - csb));
  const result = bonus < 0n ? -lesser(atLeastZero(-tax), withheld(ytd, of_pay)) : atLeastZero(tax);
  trace?.step(
    'Quebec tax on B',
    'T × (B2 − CSB), T of the row of I2',
    result,
    { T: row.rate, I2: income, B2: netBonus, CSB: csb },
    source,
  );
  return result;
};
