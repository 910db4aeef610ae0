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
} from '../../values/fixed.ts';
import type { PayFigures } from '../editions/figures.ts';
import { isApart } from '../editions/figures.ts';
import { boundOfBack, type Trace } from '../editions/trace.ts';
import { bracketAbove } from './claims.ts';
import type { Contributions } from './contributions.ts';
import { projected, taxToDate } from './cumulative.ts';
import type { QuebecTax } from './quebec-parts.ts';
import {
  enhancedParts,
  enhancedToDate,
  flatLumpSumTax,
  fundCredit,
  personalCredits,
  sharesCounted,
  sharesOfYear,
  withheld,
} from './quebec-parts.ts';

// Quebec income tax from the year so far: the first method for lump sums (TP-1015.F 2.1.2), and cumulative averaging
// for variable pay (2.2) with both of its methods for lump sums.

/** F of a pay with what goes into a first home savings account. */
const plansOf = ({ registered_plans, quebec }: PayFigures): Fixed => registered_plans + quebec.fhsa;

/** B2: the lump sum less what was taken from it for a plan. */
const netLumpSum = (figures: PayFigures): Fixed =>
  figures.taxable_quebec.non_periodic - figures.deducted_from_bonus - (isApart(figures) ? plansOf(figures) : 0n);

/** Tax of the year on an income: (T × I) − K − K1 − rate × E − the credit for shares; never below 0. */
const annualTax = (figures: PayFigures, income: Fixed, fund: Fixed): { tax: Fixed; rate: Fixed } => {
  const { quebec } = figures.edition;
  const row = bracketAbove(quebec.brackets, income);
  const tax = atLeastZero(
    roundToCent(times(row.rate, income)) -
      row.constant -
      figures.provincial_credits -
      roundToCent(times(quebec.credit_rate, personalCredits(figures))) -
      fund,
  );
  return { tax, rate: row.rate };
};

/**
 * Tax on a lump sum by the first method of 2.1.2: the tax of the year that was and is expected, with the lump sum less
 * without it. One that is taken back gives back no more than was withheld this year.
 *
 * @throws RangeError without the number of the pay in its year
 */
export const firstLumpSumTax = (
  figures: PayFigures,
  contributions: Contributions,
  of_pay: Fixed,
  trace?: Trace,
): Fixed => {
  const { edition, pays_of_year: periods, period_number, ytd, taxable_quebec: taxable } = figures;
  if (period_number === null) throw new RangeError('the first method for lump sums needs the number of the pay');
  const left = periods - period_number + 1;
  const { csa, csb } = enhancedParts(figures, contributions);
  const { csa1, csb1 } = enhancedToDate(ytd);
  const apart = isApart(figures);
  const salary = apart ? figures.last_taxable_quebec : taxable.periodic;
  const g1 = ytd.taxable_quebec;
  const b1 = ytd.non_periodic_quebec;
  const bonus = taxable.non_periodic;
  const flat = flatLumpSumTax(figures, g1 + timesWhole(salary, left), of_pay, trace);
  if (flat !== null) return flat;
  const { worker_rate, worker_max, mark } = edition.quebec;
  // Behind the last pay of the year none is left to have it.
  const h2 =
    figures.payee === 'employee'
      ? atLeastZero(
          lesser(
            roundToCent(times(worker_rate, b1 + bonus + g1 + salary)),
            roundToCent(overWhole(atLeastZero(worker_max - ytd.worker_deduction), Math.max(left, 1))),
          ),
        )
      : 0n;
  const f1 = ytd.rpp + ytd.rrsp + ytd.fhsa;
  const i1 = atLeastZero(
    g1 -
      f1 -
      ytd.worker_deduction -
      csa1 +
      timesWhole(salary - (apart ? 0n : plansOf(figures) + csa) - h2, left) -
      figures.quebec_annual_deductions,
  );
  const fund = fundCredit(figures, sharesCounted(figures), (bought) => timesWhole(bought, periods));
  const without = atLeastZero(i1 + b1 - ytd.deducted_from_non_periodic - csb1);
  const withLump = atLeastZero(without + netLumpSum(figures) - csb);
  const y1 = annualTax(figures, without, fund).tax;
  const y2 = annualTax(figures, withLump, fund).tax;
  const { source } = mark;
  trace?.step(
    'H2',
    'min(rate × (B1 + B2 + G1 + D), (maximum − H1) / PR)',
    h2,
    { rate: worker_rate, B1: b1, B2: bonus, G1: g1, D: salary, H1: ytd.worker_deduction, PR: left },
    source,
  );
  trace?.step(
    'I1',
    '(G1 − F1 − H1 − CSA1) + PR × (G − F − H2 − CSA) − J − J1',
    i1,
    { G1: g1, F1: f1, H1: ytd.worker_deduction, CSA1: csa1, PR: left, G: salary, H2: h2, CSA: csa },
    source,
  );
  trace?.step('Y1', 'tax of the year on I1 + B1 − CSB1', y1, { 'I1 + B1 − CSB1': without }, source);
  trace?.step('Y2', 'tax of the year on I1 + B1 + B2 − CSB1 − CSB', y2, { income: withLump, CSB: csb }, source);
  const tax = bonus < 0n ? -lesser(atLeastZero(y1 - y2), withheld(ytd, of_pay)) : atLeastZero(y2 - y1);
  trace?.step(
    'Quebec tax on B',
    'Y2 − Y1',
    tax,
    { Y1: y1, Y2: y2, ...(bonus < 0n ? boundOfBack(y2 - y1, tax) : {}) },
    source,
  );
  return tax;
};

/**
 * Tax of the pay and of a lump sum with it by cumulative averaging (2.2), which variable pay requires. By its first
 * method the tax on a lump sum spreads over the pays that are left; by its second the pay bears all of it.
 *
 * Q and Q1 are taken as what was bought up to this pay, as G, F and H are: the text's words (bought in the period)
 * would take back what earlier pays were credited.
 *
 * @throws RangeError without the number of the pay in its year
 */
// Long: the steps of one formula in the order of its source (TP-1015.F), which is what it is held against.
export const cumulativeQuebecTax = (figures: PayFigures, contributions: Contributions, trace?: Trace): QuebecTax => {
  const {
    edition,
    averaged: ytd,
    averaged_number: number,
    pays_of_year: periods,
    taxable_quebec: taxable,
    quebec: form,
  } = figures;
  if (number === null) throw new RangeError('cumulative averaging needs the number of the pay in its year');
  const s1 = { periods, number };
  const { worker_rate, worker_max, mark } = edition.quebec;
  const { source } = mark;
  const { csa, csb } = enhancedParts(figures, contributions);
  const { csa1, csb1 } = enhancedToDate(ytd);
  const d1 = ytd.taxable_quebec + taxable.periodic;
  const g = d1 - ytd.commission_expenses - form.commission_expenses;
  const f = ytd.rpp + ytd.rrsp + ytd.fhsa + (isApart(figures) ? 0n : plansOf(figures));
  const b4 = ytd.non_periodic_quebec - ytd.deducted_from_non_periodic;
  const b3 = b4 + netLumpSum(figures);
  const workerDeduction = (lumpSums: Fixed): Fixed =>
    figures.payee === 'employee'
      ? atLeastZero(
          lesser(
            roundToCent(times(worker_rate, d1 + lumpSums)),
            roundToCent(timesRatio(worker_max, BigInt(number), BigInt(periods))),
          ),
        )
      : 0n;
  const fund = fundCredit(figures, sharesOfYear(figures), (bought) => projected(bought, s1));
  const incomeWith = (lumpSums: Fixed, csbs: Fixed): Fixed =>
    atLeastZero(
      roundToCent(projected(g - f - workerDeduction(lumpSums) - csa1 - csa, s1)) +
        lumpSums -
        csbs -
        figures.quebec_annual_deductions,
    );
  const income = incomeWith(b3, csb1 + csb);
  const y = annualTax(figures, income, fund);
  trace?.step(
    'H',
    'min(rate × (D1 + B3), maximum / S1)',
    workerDeduction(b3),
    { rate: worker_rate, D1: d1, B3: b3, maximum: worker_max, S1: `${periods}/${number}` },
    source,
  );
  trace?.step(
    'I',
    'S1 × (G − F − H − CSA1 − CSA) + B − CSB1 − CSB − J − J1',
    income,
    {
      S1: `${periods}/${number}`,
      G: g,
      F: f,
      CSA1: csa1,
      CSA: csa,
      B: b3,
      CSB1: csb1,
      CSB: csb,
      'J + J1': figures.quebec_annual_deductions,
    },
    source,
  );
  trace?.step(
    'Y',
    'max(0, T × I − K − K1 − rate × E − rate × S1 × Q − rate × S1 × Q1)',
    y.tax,
    { T: y.rate, I: income, E: personalCredits(figures), 'credit for shares': fund },
    source,
  );
  const m = ytd.provincial_tax;
  const m1 = ytd.quebec_tax_on_non_periodic;
  if (form.bonus_method === 'first') {
    const tax = atLeastZero(roundToCent(taxToDate(y.tax, s1, { m: m + m1, m1: 0n })));
    trace?.step('Quebec tax', 'max(0, Y / S1 − M)', tax, { Y: y.tax, M: m + m1 }, source);
    return { periodic: tax, on_bonus: 0n };
  }
  const on_bonus = lumpSumToDate();
  const periodic = atLeastZero(roundToCent(taxToDate(y.tax, s1, { m, m1: m1 + on_bonus })));
  trace?.step('Quebec tax', 'max(0, (Y − M1) / S1 − M)', periodic, { Y: y.tax, M1: m1 + on_bonus, M: m }, source);
  return { periodic, on_bonus };

  /** A3 of the second method. */
  function lumpSumToDate(): Fixed {
    if (taxable.non_periodic === 0n) return 0n;
    const flat = flatLumpSumTax(figures, projected(g, s1), 0n, trace);
    if (flat !== null) return flat;
    const before = annualTax(figures, incomeWith(b4, csb1), fund);
    const difference = y.tax - before.tax;
    const tax = taxable.non_periodic < 0n ? greater(difference, -atLeastZero(m + m1)) : atLeastZero(difference);
    const bound = taxable.non_periodic < 0n ? boundOfBack(difference, tax) : {};
    trace?.step('Quebec tax on B', 'Y3 − Y4', tax, { Y3: y.tax, Y4: before.tax, ...bound }, source);
    return tax;
  }
};
