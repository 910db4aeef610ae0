import type { Days, StubFacts } from '../../calculation/model/facts.ts';
import { amountOf } from '../../calculation/model/lines.ts';
import type { WithholdingStageRequest } from '../../calculation/model/ports.ts';
import {
  addDays,
  type CalendarDate,
  dateOf,
  daysBetween,
  maxDate,
  minDate,
  monthOf,
  yearOf,
} from '../../values/dates.ts';
import type { Fixed } from '../../values/fixed.ts';
import { atLeastZero, fixed, lesser, ONE, roundToCent, times, timesRatio, timesWhole } from '../../values/fixed.ts';
import { ageMonths, pensionExemption } from '../editions/age.ts';
import type { PayFigures, Split } from '../editions/figures.ts';
import { total } from '../editions/figures.ts';
import type { StatutoryWarning } from '../editions/trace.ts';
import { enhancedPart, periodExemption, splitEnhanced } from '../engine/pension.ts';
import type { StageFigures } from './stage-figures.ts';
import { contributoryAge, monthsOf, statedMonthsOf } from './stage-forms.ts';
import { EXEMPTION_BESIDE, paysOf, recordedAt, TAX_ON_LUMP_SUMS } from './stage-year.ts';
import { flagOf, propertiesInForce } from './tax-properties.ts';

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

/**
 * What of a tax was withheld on each kind of pay, in proportion to what was paid; all on periodic pay of which nothing
 * is known.
 */
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
 * What the year must remember of a historical stub beside what its lines come to. The stub holds what an earlier
 * provider paid and withheld, often for many pays together, and nothing of it was calculated: how many pays it stands
 * for follows from its period, M and M1 from the tax that was entered, F5 from the contributions that were. Several
 * stubs of a person and pay date stand for the pays of all their days together: each counts those that no earlier one
 * has.
 *
 * @param pensionable what would be, were contributions due on all of it
 */
export const earlierProvider = (
  { facts }: WithholdingStageRequest,
  { figures, own, exempt }: StageFigures,
  pensionable: Fixed,
): Record<string, Fixed> => {
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
  const plan = quebec ? edition.qpp : edition.cpp;
  const f5 = enhancedPart(arithmetic, plan, {
    contribution: withheld(quebec ? 'qpp' : 'cpp'),
    second: withheld(quebec ? 'qpp_2' : 'cpp_2'),
  });
  const { f5a, f5b } = splitEnhanced(arithmetic, f5, total(own.pensionable), own.pensionable.non_periodic);
  const periodic_pays = atLeastZero(timesWhole(ONE, pays) - counted('periodic_pays'));
  const parts = times(periodic_pays, periodExemption(plan, periods));
  const exempted =
    exempt.pension || pensionable === 0n ? 0n : roundToCent(timesRatio(parts, total(own.pensionable), pensionable));
  return {
    periodic_pays,
    [paysOf(periods)]: periodic_pays,
    [EXEMPTION_BESIDE]: exempted - parts,
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

// What an earlier provider paid is one amount for many pays. Contributions may have been due on some of them alone:
// those before somebody's exemption began, or after it ended. Nothing says which earnings were those, so they are taken
// to be paid evenly over the days of the period. An exemption on the pay date alone would lose the earnings on which
// the contributions of the stub were due, and a slip would show contributions without earnings.

/** The days of a period that are in the year of its pay date. */
const daysInYear = ({ payroll }: StubFacts): CalendarDate[] => {
  const year = yearOf(payroll.pay_date);
  const from = maxDate(payroll.period_start, dateOf(year, 1, 1));
  const to = minDate(payroll.period_end, dateOf(year, 12, 31));
  const count = Math.max(0, daysBetween(from, to) + 1);
  return Array.from({ length: count }, (_, index) => addDays(from, index));
};

interface Due {
  isExempt: boolean;
  isPartly: boolean;
  part(sum: Split): Split;
}

/** How many of the days something was due on, and the part of a sum that falls on them. */
const dueOn = (days: readonly CalendarDate[], isDue: (day: CalendarDate) => boolean): Due => {
  const [due, all] = [BigInt(days.filter(isDue).length), BigInt(days.length)];
  const partOf = (amount: bigint) => (due === all ? amount : roundToCent(timesRatio(amount, due, all)));
  return {
    isExempt: due === 0n,
    isPartly: due > 0n && due < all,
    part: ({ periodic, non_periodic }) => ({ periodic: partOf(periodic), non_periodic: partOf(non_periodic) }),
  };
};

const hasFlag = (facts: StubFacts, type: string, day: CalendarDate): boolean =>
  flagOf(propertiesInForce({ ...facts, payroll: { ...facts.payroll, pay_date: day } }), type);

const warn = (subject: string): StatutoryWarning => ({
  type: 'earnings_estimated',
  subject,
  message: {
    en: `By ${subject} contributions were due on a part of the period alone. Its earnings were taken to be paid evenly over its days: where they were not, enter what was paid before and after as payrolls of their own.`,
    fr: `Selon ${subject}, des cotisations n'étaient dues que sur une partie de la période. Ses gains ont été répartis également sur ses jours : s'ils ne l'étaient pas, saisissez ce qui a été payé avant et après dans des paies distinctes.`,
  },
});

/**
 * The stage of a historical stub with the part of its earnings on which contributions and premiums were due.
 *
 * @param warnings is told what is estimated
 */
export const withEarningsDue = (
  { facts }: WithholdingStageRequest,
  stage: StageFigures,
  warnings: StatutoryWarning[],
): StageFigures => {
  const { figures, own, jurisdiction } = stage;
  const days = daysInYear(facts);
  // What stands for one pay goes by its pay date, as that pay did.
  if (figures.payee !== 'employee' || paysIn(days.length, figures.periods) < 2) return stage;
  const quebec = jurisdiction === 'QC';
  const { edition } = figures;
  const age = contributoryAge(facts, quebec ? edition.qpp : edition.cpp, []);
  const exemption = pensionExemption(jurisdiction);
  const months = monthsOf(facts, jurisdiction, edition);
  const changed = { ...own };
  const exempt = { ...stage.exempt };
  const limit = (of: 'pension' | 'ei' | 'qpip', sum: 'pensionable' | 'insurable' | 'qpip', why: string, due: Due) => {
    exempt[of] = due.isExempt;
    changed[sum] = due.part(own[sum]);
    if (due.isPartly && total(own[sum]) !== 0n) warnings.push(warn(why));
  };
  if (statedMonthsOf(facts) === null && months.length < 12)
    limit(
      'pension',
      'pensionable',
      age !== null && ageMonths(age).length < 12 ? 'age' : exemption,
      dueOn(days, (day) => months.includes(monthOf(day))),
    );
  for (const [of, sum, type] of PREMIUMS)
    if (facts.tax_properties.some((property) => property.type === type))
      limit(
        of,
        sum,
        type,
        dueOn(days, (day) => !hasFlag(facts, type, day)),
      );
  return { ...stage, own: changed, exempt };
};

/** What exempts from premiums from one day to another. */
const PREMIUMS = [
  ['ei', 'insurable', 'ca::ei_exempt'],
  ['qpip', 'qpip', 'ca::qc::qpip_exempt'],
] as const;
