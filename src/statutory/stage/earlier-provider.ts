import { amountOf } from '../../calculation/model/lines.ts';
import type { WithholdingRequest as StageRequest } from '../../calculation/model/ports.ts';
import type { Days } from '../../calculation/model/types.ts';
import { addDays, daysBetween, maxDate } from '../../values/dates.ts';
import type { Fixed } from '../../values/fixed.ts';
import { atLeastZero, fixed, lesser, ONE, roundToCent, times, timesRatio, timesWhole } from '../../values/fixed.ts';
import type { PayFigures, Split } from '../editions/figures.ts';
import { total } from '../editions/figures.ts';
import { enhancedPart, splitEnhanced } from '../engine/pension.ts';
import type { StageFigures } from './stage-figures.ts';
import { recordedAt, TAX_ON_LUMP_SUMS } from './stage-year.ts';

const DAYS_PER_YEAR = 365;

/** How many days some periods have together: a day of several of them once. */
const daysOf = (periods: readonly Days[]): number => {
  let days = 0;
  let next = '';
  for (const { period_start, period_end } of periods.toSorted((a, b) => (a.period_start < b.period_start ? -1 : 1))) {
    const from = maxDate(period_start, next);
    if (from > period_end) continue;
    days += daysBetween(from, period_end) + 1;
    next = addDays(period_end, 1);
  }
  return days;
};

/** How many pays of the schedule so many days hold: of 26 a year those of ten months are 22. One at least. */
const paysIn = (days: number, periods: number): number => Math.max(1, Math.round((days * periods) / DAYS_PER_YEAR));

/** What of a tax was withheld on each kind of pay, in proportion to what was paid; all on periodic pay of which nothing is known. */
export const taxOn = (tax: Fixed, { periodic, non_periodic }: Split, lump_sum: Fixed): Split & { lump_sum: Fixed } => {
  const all = periodic + non_periodic + lump_sum;
  if (all <= 0n) return { periodic: tax, non_periodic: 0n, lump_sum: 0n };
  const part = (amount: Fixed): Fixed => roundToCent(timesRatio(tax, amount, all));
  const parts = { non_periodic: part(non_periodic), lump_sum: part(lump_sum) };
  return { periodic: tax - parts.non_periodic - parts.lump_sum, ...parts };
};

/** H of TP-1015.F for so many pays, of which others have had some. */
const workerDeductionOf = (
  { edition: { quebec }, periods, payee }: PayFigures,
  salary: Fixed,
  pays: number,
  taken: Fixed,
): Fixed => {
  const most = timesRatio(quebec.worker_max, BigInt(pays), BigInt(periods)) - taken;
  return payee === 'employee' ? roundToCent(lesser(times(quebec.worker_rate, salary), atLeastZero(most))) : 0n;
};

/**
 * What the year must remember of a historical stub beside what its lines come to. The stub holds what an earlier provider
 * paid and withheld, often for many pays together, and nothing of it was calculated: how many pays it stands for follows
 * from its period, M and M1 from the tax that was entered, F5 from the contributions that were. Several stubs of a person
 * and pay date stand for the pays of all their days together: each counts those that no earlier one has.
 */
export const earlierProvider = ({ facts }: StageRequest, { figures, own }: StageFigures): Record<string, Fixed> => {
  const { arithmetic, edition, jurisdiction, periods } = figures;
  const quebec = jurisdiction === 'QC';
  const withheld = (type: string): Fixed => {
    let sum = 0n;
    for (const line of facts.lines)
      if (line.kind === 'statutory_withholding' && line.type === type) sum += fixed(amountOf(line));
    return sum;
  };
  const others = facts.earlier_provider;
  const pays = own.taxable.periodic > 0n ? paysIn(daysOf([facts.payroll, ...(others?.periods ?? [])]), periods) : 0;
  const counted = (name: string): Fixed => recordedAt(others?.bases ?? {}, name);
  const federal = taxOn(withheld('federal_income_tax'), own.taxable, own.lump_sum);
  const provincial = taxOn(
    withheld('provincial_income_tax'),
    quebec ? own.taxable_quebec : own.taxable,
    own.provincial_lump_sum,
  );
  const f5 = enhancedPart(arithmetic, quebec ? edition.qpp : edition.cpp, {
    contribution: withheld(quebec ? 'qpp' : 'cpp'),
    second: withheld(quebec ? 'qpp_2' : 'cpp_2'),
  });
  const { f5a, f5b } = splitEnhanced(arithmetic, f5, total(own.pensionable), own.pensionable.non_periodic);
  return {
    periodic_pays: atLeastZero(timesWhole(ONE, pays) - counted('periodic_pays')),
    federal_tax: federal.periodic,
    federal_tax_on_non_periodic: federal.non_periodic,
    provincial_tax: provincial.periodic,
    provincial_tax_on_non_periodic: provincial.non_periodic,
    [TAX_ON_LUMP_SUMS.federal]: federal.lump_sum,
    [TAX_ON_LUMP_SUMS.provincial]: quebec ? provincial.lump_sum : 0n,
    f5a,
    f5b,
    worker_deduction:
      quebec && pays > 0
        ? workerDeductionOf(figures, own.taxable_quebec.periodic, pays, counted('worker_deduction'))
        : 0n,
  };
};
