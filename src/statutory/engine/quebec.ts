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
import type { PayFigures } from '../editions/figures.ts';
import { isApart } from '../editions/figures.ts';
import type { Trace } from '../editions/trace.ts';
import { bracketAbove } from './claims.ts';
import type { Contributions } from './contributions.ts';

/** A product or bracket of TP-1015.F: to the cent, wherever one stands. */
const rounded = roundToCent;

/** CS and its parts: the pension contributions that are deducted from income, shared by what is a lump sum. */
const enhancedParts = (figures: PayFigures, { plan, pension, second }: Contributions): { csa: Fixed; csb: Fixed } => {
  const cs = rounded(timesRatio(pension, plan.first_additional_rate, plan.rate) + second);
  const all = figures.taxable_quebec.periodic + figures.taxable_quebec.non_periodic;
  if (cs === 0n || all <= 0n) return { csa: 0n, csb: 0n };
  return {
    csa: rounded(timesRatio(cs, figures.taxable_quebec.periodic, all)),
    csb: rounded(timesRatio(cs, figures.taxable_quebec.non_periodic, all)),
  };
};

/** H: the deduction for workers, a share of the period's salary up to the year's maximum. */
const workerDeduction = ({ edition: { quebec }, periods }: PayFigures, salary: Fixed): Fixed =>
  atLeastZero(lesser(rounded(times(quebec.worker_rate, salary)), rounded(overWhole(quebec.worker_max, periods))));

/** E: line 10 of the TP-1015.3, to the dollar; the basic amount when there is none. */
const personalCredits = ({ claims: { provincial }, edition: { quebec } }: PayFigures): Fixed =>
  provincial.kind === 'amount' ? roundToDollar(provincial.amount) : quebec.basic;

/** What a period's pay leaves for Quebec tax; union dues and alimony are no part of F here. */
const periodNet = (figures: PayFigures, salary: Fixed, csa: Fixed): Fixed =>
  rounded(salary - (isApart(figures) ? 0n : figures.registered_plans) - workerDeduction(figures, salary) - csa);

/** Q and Q1: shares bought in the period, as far as both funds together stay within what a year may count. */
const sharesCounted = ({ shares, ytd, edition: { quebec } }: PayFigures): { ftq: Fixed; fondaction: Fixed } => {
  const left = atLeastZero(quebec.fund_max_shares - ytd.shares.ftq - ytd.shares.fondaction);
  const ftq = lesser(shares.ftq, left);
  return { ftq, fondaction: lesser(shares.fondaction, left - ftq) };
};

/** Quebec income tax on the regular pay of a period (TP-1015.F), before additional tax. */
export const quebecTax = (figures: PayFigures, contributions: Contributions, trace?: Trace): Fixed => {
  const { edition, periods, claims } = figures;
  const { quebec } = edition;
  const shares = sharesCounted(figures);
  if (claims.provincial.kind === 'exempt') return 0n;
  const salary = figures.taxable_quebec.periodic;
  const { csa } = enhancedParts(figures, contributions);
  const income = atLeastZero(timesWhole(periodNet(figures, salary, csa), periods) - figures.quebec_annual_deductions);
  const row = bracketAbove(quebec.brackets, income);
  const credits = personalCredits(figures);
  const fund = (bought: Fixed) => rounded(times(quebec.fund_rate, timesWhole(bought, periods)));
  const annual = atLeastZero(
    rounded(times(row.rate, income)) -
      row.constant -
      figures.provincial_credits -
      rounded(times(quebec.credit_rate, credits)) -
      fund(shares.ftq) -
      fund(shares.fondaction),
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
      { P: periods, G: salary, F: figures.registered_plans, CSA: csa, 'J + J1': figures.quebec_annual_deductions },
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

/** Quebec tax of the year so far: what money taken back can give back at most. */
const withheld = ({ provincial_tax, non_periodic_tax: m1 }: PayFigures['ytd']): Fixed =>
  provincial_tax + (m1.is_split ? m1.provincial : m1.federal);

/** Quebec income tax on a lump sum (bonus, retroactive pay): its own row's rate, or a flat rate with little annual pay. */
export const quebecBonusTax = (figures: PayFigures, contributions: Contributions, trace?: Trace): Fixed => {
  const { edition, periods, claims, ytd } = figures;
  const { quebec } = edition;
  const bonus = figures.taxable_quebec.non_periodic;
  if (bonus === 0n || claims.provincial.kind === 'exempt') return 0n;
  const salary = isApart(figures) ? figures.last_taxable : figures.taxable_quebec.periodic;
  const annualPay = timesWhole(salary, periods) + ytd.non_periodic_quebec + bonus;
  const { source } = quebec.mark;
  if (annualPay <= quebec.lump_sum_threshold) {
    const tax = rounded(times(quebec.lump_sum_rate, bonus));
    const result = bonus < 0n ? -lesser(-tax, withheld(ytd)) : tax;
    trace?.step(
      'Quebec tax on B',
      'flat rate × B2, as the annual pay does not pass the threshold',
      result,
      { rate: quebec.lump_sum_rate, B2: bonus, 'annual pay': annualPay, threshold: quebec.lump_sum_threshold },
      source,
    );
    return result;
  }
  const { csa, csb } = enhancedParts(figures, contributions);
  const netBonus = bonus - figures.deducted_from_bonus - (isApart(figures) ? figures.registered_plans : 0n);
  const income =
    timesWhole(periodNet(figures, salary, csa), periods) +
    (ytd.non_periodic_quebec - ytd.deducted_from_non_periodic) +
    netBonus -
    ytd.f5b_on_non_periodic -
    csb -
    figures.quebec_annual_deductions;
  const row = bracketAbove(quebec.brackets, income);
  const tax = rounded(times(row.rate, netBonus - csb));
  const result = bonus < 0n ? -lesser(-tax, withheld(ytd)) : atLeastZero(tax);
  trace?.step(
    'Quebec tax on B',
    'T × (B2 − CSB), T of the row of I2',
    result,
    { T: row.rate, I2: income, B2: netBonus, CSB: csb },
    source,
  );
  return result;
};
