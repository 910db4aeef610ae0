/**
 * When a recurring item falls on a payroll, and with how much of its amount.
 *
 * `once` falls on the first payroll in the item's range, or stays on a later draft on which a caller entered something
 * before an earlier one was a draft again; `per_payroll` on each of them. `per_month` is split evenly, to
 * the cent, over the payrolls of the month that its cadence selects: the month is that of the payroll's period start,
 * period end or pay date, as its date basis says; positions count from 1, negative ones from the end; a position that
 * the month lacks is ignored, two that name one payroll select it once, and when none is left the last payroll of the
 * month takes the whole. The remainder of the split goes to the last selected. No more is taken than approved payrolls
 * of the month left: those of a custom schedule, where later ones may be made that move its positions, and those of the
 * schedule that somebody was on before.
 */
import type { Decimal } from '../../values/money.ts';
import { atLeastZero, decimal, max, min, sum, truncateToCent } from '../../values/money.ts';
import type { Context } from './context.ts';
import { isAdmitted } from './context.ts';
import { hasEntries } from './entries.ts';
import { itemRecords, step } from './explanation.ts';
import type { CalendarPayroll, DateBasis, PayrollFacts, RecurringItemFacts } from './facts.ts';
import type { RecurringKind } from './families.ts';
import { isInForce } from './in-force.ts';
import type { Step } from './types.ts';

/** The day of a payroll that says of which month it is. */
export const DAY_OF_MONTH = {
  by_period_start_date: 'period_start',
  by_period_end_date: 'period_end',
  by_pay_date: 'pay_date',
} as const satisfies Record<DateBasis, keyof CalendarPayroll>;

/** What decides the month of a `per_month` item. */
export const dateBasisOf = ({ date_basis }: Pick<RecurringItemFacts, 'date_basis'>): DateBasis =>
  date_basis ?? 'by_period_start_date';

/**
 * Whether an item of frequency `once` is for another stub: one has taken it, or a caller entered something on its line
 * there, and nothing on the line that it has here.
 */
const isElsewhere = (
  { facts, options, present }: Context,
  object: RecurringKind,
  { id }: RecurringItemFacts,
): boolean => {
  if (facts.year_to_date.consumed_once.includes(id)) return true;
  const own = present.get(options.lineId(object, id));
  return facts.entered_elsewhere?.includes(id) === true && !(own && hasEntries(own));
};

const isSame = (a: CalendarPayroll, b: CalendarPayroll): boolean =>
  a.period_start === b.period_start && a.period_end === b.period_end && a.pay_date === b.pay_date;

/** The payrolls that share the month of this one, in the order in which they are paid; this one is among them. */
const payrollsOfMonth = (payroll: PayrollFacts, member: keyof CalendarPayroll): readonly CalendarPayroll[] => {
  const month = payroll[member].slice(0, 7);
  const ofMonth = payroll.calendar.filter((other) => other[member].slice(0, 7) === month);
  if (!ofMonth.some((other) => isSame(other, payroll))) ofMonth.push(payroll);
  const order = (p: CalendarPayroll) => p.pay_date + p.period_start;
  return ofMonth.sort((a, b) => (order(a) < order(b) ? -1 : 1));
};

/** The places, from 0 and in order, that a cadence selects among so many payrolls. Never empty. */
export const selectedPlaces = (cadence: readonly number[], payrolls: number): readonly number[] => {
  const places = new Set<number>();
  for (const position of cadence) {
    const place = position > 0 ? position - 1 : payrolls + position;
    if (position !== 0 && place >= 0 && place < payrolls) places.add(place);
  }
  return places.size === 0 ? [payrolls - 1] : [...places].sort((a, b) => a - b);
};

/** One of several even parts of an amount, to the cent; the last takes the remainder. */
const evenPart = (amount: Decimal, parts: number, index: number): Decimal => {
  const part = truncateToCent(amount.div(parts));
  return index === parts - 1 ? amount.minus(part.times(parts - 1)) : part;
};

/** What of an item's amount falls on a payroll, and how it came about. */
export interface Share {
  amount: Decimal;
  /** What of a month's amount falls on payrolls before it; absent where nothing does. */
  before?: Decimal;
  steps: readonly Step[];
}

const monthlyShare = (
  context: Context,
  object: RecurringKind,
  item: RecurringItemFacts,
  untaxed: (amount: Decimal) => Decimal,
): Share | null => {
  const { payroll, taken_of_month } = context.facts;
  const date_basis = dateBasisOf(item);
  const payrolls = payrollsOfMonth(payroll, DAY_OF_MONTH[date_basis]);
  const selected = selectedPlaces(item.pay_period_cadence ?? [1], payrolls.length);
  const place = payrolls.findIndex((other) => isSame(other, payroll));
  const index = selected.indexOf(place);
  if (index === -1) return null;
  // Together, since a tax on parts of an amount is rounded to be that of the whole.
  const taken = untaxed(sum(taken_of_month?.[item.id] ?? []));
  const left = atLeastZero(decimal(item.amount).minus(taken));
  const partAt = (at: number): Decimal => evenPart(decimal(item.amount), selected.length, at);
  const amount = min(partAt(index), left);
  // None of payrolls before the item began, which bore no tax of it.
  const earlier = selected.slice(0, index).filter((at) => isInForce(item, payrolls[at]!));
  const before = max(partAt(0).times(earlier.length), taken);
  const figures = {
    amount: item.amount,
    parts: selected.length,
    part: index + 1,
    ...(taken.eq(0) ? {} : { taken_by_earlier_payrolls: taken }),
    date_basis,
    month: payroll[DAY_OF_MONTH[date_basis]].slice(0, 7),
  };
  const steps = step(context, 'per_month', amount, figures, () => itemRecords(object, item));
  return { amount, steps, ...(before.gt(0) ? { before } : {}) };
};

/**
 * What of an item's amount falls on this payroll; null when the item does not fall on it at all.
 *
 * @param untaxed what of the amounts of lines is of the item's, where a tax is added to it
 */
export const shareOf = (
  context: Context,
  object: RecurringKind,
  item: RecurringItemFacts,
  untaxed: (amount: Decimal) => Decimal = (amount) => amount,
): Share | null => {
  const { payroll } = context.facts;
  if (!context.populates || !isInForce(item, payroll) || !isAdmitted(context, item)) return null;
  const { frequency } = item;
  if (frequency === 'per_month') return monthlyShare(context, object, item, untaxed);
  if (frequency === 'once' && isElsewhere(context, object, item)) return null;
  const amount = decimal(item.amount);
  return { amount, steps: step(context, frequency, amount, { amount }, () => itemRecords(object, item)) };
};
