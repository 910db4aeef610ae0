import { workingDays } from '../../calculation/index.ts';
import { type CalendarDate, daysBetween, isWithin, maxDate, minDate } from '../../values/dates.ts';
import { textOf } from '../../values/json.ts';
import { decimal, toText, ZERO } from '../../values/money.ts';

/** Hours of earnings as a record of employment counts them. */

/** A pay rate. */
export interface Rate {
  work_assignment_id: string | null;
  type: string | null;
  rate: string | null;
  expected_hours_per_week: string | null;
  effective_from: CalendarDate;
  effective_to: CalendarDate | null;
}
type Rates = ReadonlyMap<string, Rate>;

/** A line of earnings. */
export interface Line {
  type: string;
  recurrence: { id: string } | null;
  pay_rate_id: string | null;
  overtime_rate_id: string | null;
  custom_hours: string | null;
  managed_hours: string | null;
  custom_amount: string | null;
  managed_amount: string | null;
  custom_earned_on: CalendarDate | null;
  managed_earned_on: CalendarDate | null;
}

interface Stub {
  work_assignment_id: string | null;
  period_start: CalendarDate | null;
  period_end: CalendarDate | null;
  /** Whether it pays a salary: its hours are those of all days, holidays too. */
  is_salaried: boolean;
}

const WEEK = 7;
/** Digits behind the point of a salary's hours: those of a record are added up, and rounded once. */
const DIGITS = 8;

/** The rate that a line is paid by, where it names one that is known: overtime rates stand for their pay rate. */
export const rateOf = <R extends Rate>(
  line: Pick<Line, 'recurrence' | 'pay_rate_id' | 'overtime_rate_id'>,
  rates: ReadonlyMap<string, R>,
): R | undefined => rates.get(line.recurrence?.id ?? line.pay_rate_id ?? line.overtime_rate_id ?? '');

/**
 * Hours of a line. Those that payroll expects of a whole period's salary are the year's over its pays, fewer than were
 * worked in a year of 27 pays: the rate's week by the day takes their place. A salary that was set to 0 has none.
 */
const hoursOf = (line: Line, { period_start, period_end }: Stub, rates: Rates): string | null => {
  const known = line.custom_hours ?? line.managed_hours ?? null;
  if (line.type !== 'salary' || line.custom_hours != null || line.recurrence == null) return known;
  // A leave without pay, and not what an adjustment of hours says.
  if (line.custom_amount != null && decimal(line.custom_amount).eq(0)) return null;
  const rate = rateOf(line, rates);
  const weekly = rate?.expected_hours_per_week ?? null;
  const [from, to] = [textOf(period_start), textOf(period_end)];
  if (!rate || weekly === null) return known;
  // By the days that a salary is paid for: one that begins on the Monday of a period is paid as a whole.
  const daysOf = ({ effective_from, effective_to }: Rate): number =>
    workingDays(maxDate(from, effective_from), minDate(to, effective_to ?? to));
  const [own, all] = [daysOf(rate), workingDays(from, to)];
  // Salaries that follow each other, as with a raise, pay a whole period together.
  const following = [...new Set(rates.values())].filter(
    (other) => other.type === 'salary' && other.work_assignment_id === rate.work_assignment_id,
  );
  const isWhole = own >= all || following.reduce((days, other) => days + daysOf(other), 0) === all;
  if (known !== null && !isWhole) return known;
  const share = own < all ? decimal(own).div(all) : decimal(1);
  return toText(
    decimal(weekly)
      .times(daysBetween(from, to) + 1)
      .times(share)
      .div(WEEK)
      .round(DIGITS),
  );
};

/**
 * Hours of a holiday that was paid by the hour, where nothing says them: as many as its pay is worth. Whoever is paid
 * for such a day counts as having worked its normal hours (Employment Insurance Regulations, s. 10.1(3)).
 */
const hoursOfHoliday = (line: Line, stub: Stub, rates: Rates): string | null => {
  const day = line.custom_earned_on ?? line.managed_earned_on ?? textOf(stub.period_end);
  const hourly = [...rates.values()]
    .filter((rate) => rate.work_assignment_id === stub.work_assignment_id && rate.type === 'hourly')
    .filter(({ effective_from, effective_to }) => isWithin(day, effective_from, effective_to))
    .map(({ rate }) => decimal(rate ?? '0'));
  const most = hourly.reduce((a, b) => (b.gt(a) ? b : a), ZERO);
  if (most.eq(0)) return null;
  return toText(
    decimal(line.custom_amount ?? line.managed_amount ?? '0')
      .div(most)
      .round(DIGITS),
  );
};

/** Hours of an earning line; null where nothing tells them. */
export const hoursOfLine = (line: Line, stub: Stub, rates: Rates): string | null =>
  hoursOf(line, stub, rates) ??
  (line.type === 'statutory_holiday_pay' && !stub.is_salaried ? hoursOfHoliday(line, stub, rates) : null);
