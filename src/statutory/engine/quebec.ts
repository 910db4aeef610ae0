import type { Fixed } from '../../values/fixed.ts';
import { atLeastZero, lesser, overWhole, roundToCent, times, timesWhole } from '../../values/fixed.ts';
import type { PayFigures } from '../editions/figures.ts';
import { isApart, total } from '../editions/figures.ts';
import { boundOfBack, type Trace } from '../editions/trace.ts';
import { bracketAbove } from './claims.ts';
import { type Contributions, isTakenOff } from './contributions.ts';
import {
  enhancedParts,
  enhancedToDate,
  flatLumpSumTax,
  fundCredit,
  pensionableParts,
  personalCredits,
  type QuebecTax,
  sharesCounted,
  withheld,
  workerDeduction,
} from './quebec-parts.ts';
import { cumulativeQuebecTax, firstLumpSumTax } from './quebec-year.ts';

/** A product or bracket of TP-1015.F: to the cent, wherever one is. */
const rounded = roundToCent;

/** What a period's pay leaves for Quebec tax; union dues and alimony are no part of F here. */
const periodNet = (figures: PayFigures, salary: Fixed, csa: Fixed): Fixed =>
  rounded(
    salary -
      (isApart(figures) ? 0n : figures.registered_plans + figures.quebec.fhsa) -
      workerDeduction(figures, salary) -
      csa,
  );

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
    const parts = pensionableParts(figures);
    trace.step(
      'H',
      'min(rate × salary of the period, maximum / P)',
      workerDeduction(figures, salary),
      { rate: quebec.worker_rate, salary, maximum: quebec.worker_max, P: periods },
      source,
    );
    trace.step(
      'CSA',
      isTakenOff(parts) ? 'CS of S3 − B2 alone' : 'CS × (S3 − B2) / S3',
      csa,
      { C: contributions.pension, C2: contributions.second, S3: total(parts), B2: parts.non_periodic },
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
    enhancedToDate(ytd).csb1 -
    figures.quebec_annual_deductions +
    (bonus > 0n ? netBonus - csb : 0n);
  const row = bracketAbove(quebec.brackets, income);
  const tax = rounded(times(row.rate, netBonus - csb));
  const result = bonus < 0n ? -lesser(atLeastZero(-tax), withheld(ytd, of_pay)) : atLeastZero(tax);
  trace?.step(
    'Quebec tax on B',
    'T × (B2 − CSB), T of the row of I2',
    result,
    { T: row.rate, I2: income, B2: netBonus, CSB: csb, ...(bonus < 0n ? boundOfBack(tax, result) : {}) },
    source,
  );
  return result;
};
