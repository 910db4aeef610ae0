/**
 * Stage 1, earnings: salaries and wages from pay rates, recurring earnings, and what hand-made lines work out from a
 * rate and hours.
 *
 * What a salary comes to is in salaries.ts. An hourly rate puts a wage line with managed_hours 0 on the stub: what is
 * paid are the hours that are entered as custom_hours. Custom hours on a salary line prorate its amount.
 */
import type { Decimal } from '../../values/money.ts';
import { decimal, divideToCent, roundToCent, toText, ZERO } from '../../values/money.ts';
import type { Context } from '../model/context.ts';
import { isAdmitted } from '../model/context.ts';
import { itemRecords, NO_STEPS, step } from '../model/explanation.ts';
import type { OvertimeRateFacts, PayRateFacts } from '../model/facts.ts';
import { isInForce } from '../model/in-force.ts';
import type { Figured } from '../model/lines.ts';
import { enteredStep, entriesFor, figured, handMade, hoursOf, inOrder, managedLine } from '../model/lines.ts';
import { shareOf } from '../model/recurrence.ts';
import type { Amount, Line, Step, StepRecord } from '../model/types.ts';
import { type SalaryShare, salaryShares, WEEKS_PER_YEAR } from './salaries.ts';

/** What an hour is worth by a pay rate: its wage, or the salary over the expected hours of a year. Not rounded. */
export const hourlyRate = (rate: Pick<PayRateFacts, 'type' | 'rate' | 'expected_hours_per_week'>): Decimal => {
  if (rate.type === 'hourly') return decimal(rate.rate);
  const hours = decimal(rate.expected_hours_per_week).times(WEEKS_PER_YEAR);
  return hours.eq(0) ? ZERO : decimal(rate.rate).div(hours);
};

/** What so many hours come to by a pay rate, in cents: divided last, since a third of a cent would round a half away. */
export const payOfHours = (
  rate: Pick<PayRateFacts, 'type' | 'rate' | 'expected_hours_per_week'>,
  hours: Decimal | Amount,
): Decimal => {
  const yearly = decimal(rate.expected_hours_per_week).times(WEEKS_PER_YEAR);
  const pay = decimal(rate.rate).times(hours);
  if (rate.type === 'hourly') return roundToCent(pay);
  return yearly.eq(0) ? ZERO : divideToCent(pay, yearly);
};

/** What an hour of overtime is paid: the override, or the hourly rate times the multiplier. Not rounded. */
const overtimeHourlyRate = (
  overtime: Pick<OvertimeRateFacts, 'rate_multiplier' | 'hourly_rate_override'>,
  rate: Pick<PayRateFacts, 'type' | 'rate' | 'expected_hours_per_week'>,
): Decimal =>
  overtime.hourly_rate_override !== null
    ? decimal(overtime.hourly_rate_override)
    : hourlyRate(rate).times(overtime.rate_multiplier);

const salaryLine = (context: Context, rate: PayRateFacts, share: SalaryShare): Figured => {
  const { regular_periods_count: periods } = context.facts.payroll;
  const { amount: base, hours, working_days, salaried_days, period_days, from, to } = share;
  const yearly = decimal(rate.rate);
  const custom = entriesFor(context, 'earning', rate.id)?.custom_hours ?? null;
  const amount = custom === null || hours.eq(0) ? base : divideToCent(base.times(custom), hours);
  const records = () => itemRecords('pay_rate', rate);
  const days = { rate: yearly, periods, working_days, from, to };
  const steps = [
    ...(working_days === period_days
      ? step(context, 'salary', base, { rate: yearly, periods }, records)
      : salaried_days === period_days
        ? step(context, 'shared_salary', base, { ...days, period_days }, records)
        : step(context, 'prorated_salary', base, { ...days, salaried_days }, records)),
    ...(custom === null
      ? NO_STEPS
      : step(context, 'entered_hours', amount, { salary: base, custom_hours: custom, managed_hours: hours })),
  ];
  return rateLine(context, rate, 'salary', amount, hours, steps);
};

const wageLine = (context: Context, rate: PayRateFacts): Figured => {
  const hours = decimal(entriesFor(context, 'earning', rate.id)?.custom_hours ?? ZERO);
  const amount = roundToCent(decimal(rate.rate).times(hours));
  const steps = step(context, 'wage', amount, { rate: rate.rate, hours }, () => itemRecords('pay_rate', rate));
  return rateLine(context, rate, 'wage', amount, ZERO, steps);
};

/**
 * The line of a rate that is not in force in the period, with hours or an amount that a caller entered: hours are paid
 * by that rate. Where the rate is gone, the line stays as it was calculated last.
 */
const leftLine = (context: Context, line: Line): Figured => {
  const rate = context.facts.pay_rates.find(({ id }) => id === line.recurrence?.id);
  if (!rate) return figured(line, enteredStep(context, line));
  const hours = decimal(line.custom_hours ?? ZERO);
  const { pays, steps, records } = hourOf(context, rate);
  const amount = pays(hours);
  const paid = step(context, 'hours_at_rate', amount, { rate: hourlyRate(rate), hours }, records);
  return rateLine(context, rate, rate.type === 'salary' ? 'salary' : 'wage', amount, ZERO, [...steps, ...paid]);
};

const rateLine = (
  context: Context,
  rate: PayRateFacts,
  type: 'salary' | 'wage',
  amount: Decimal,
  hours: Decimal,
  steps: Figured['steps'],
): Figured =>
  managedLine(context, {
    kind: 'earning',
    type,
    key: rate.id,
    recurrence: { object: 'pay_rate', id: rate.id },
    item: rate,
    amount,
    hours,
    pay_rate_id: rate.id,
    steps,
  });

/** What an hour of a hand-made line is paid. */
interface LineRate {
  rate: Decimal;
  /** What so many hours come to, in cents. */
  pays: (hours: Decimal) => Decimal;
  /** The rate itself, of the line's own pay rate or overtime rate. */
  records: () => readonly StepRecord[];
  steps: readonly Step[];
}

/** A pay rate by the hour: as it is, or calculated from a salary. */
const hourOf = (context: Context, rate: PayRateFacts): LineRate => {
  const { expected_hours_per_week } = rate;
  const hourly = hourlyRate(rate);
  const records = () => itemRecords('pay_rate', rate);
  const figures = { rate: rate.rate, expected_hours_per_week };
  const steps = rate.type === 'salary' ? step(context, 'hourly_rate', hourly, figures, records) : NO_STEPS;
  return { rate: hourly, pays: (hours) => payOfHours(rate, hours), records, steps };
};

const overtimeOf = (context: Context, overtime: OvertimeRateFacts, payRate: PayRateFacts): LineRate => {
  const { rate_multiplier, hourly_rate_override } = overtime;
  const rate = overtimeHourlyRate(overtime, payRate);
  const own = () => itemRecords('overtime_rate', overtime);
  if (hourly_rate_override !== null) {
    const steps = step(context, 'overtime_override', rate, { hourly_rate_override }, own);
    return { rate, pays: (hours) => roundToCent(rate.times(hours)), records: own, steps };
  }
  const hour = hourOf(context, payRate);
  const records = () => [...own(), ...hour.records()];
  const figures = { hourly_rate: hour.rate, rate_multiplier };
  return {
    rate,
    pays: (hours) => payOfHours(payRate, hours.times(rate_multiplier)),
    records: own,
    steps: [...hour.steps, ...step(context, 'overtime_multiplier', rate, figures, records)],
  };
};

/** The hourly rate that a hand-made line names; null when it names none that is known. */
const rateOfLine = (context: Context, line: Line): LineRate | null => {
  const { pay_rates, overtime_rates } = context.facts;
  const payRate = (id: string | null) => pay_rates.find((rate) => rate.id === id);
  if (line.overtime_rate_id !== null) {
    const overtime = overtime_rates.find(({ id }) => id === line.overtime_rate_id);
    const rate = overtime && payRate(overtime.pay_rate_id);
    return overtime && rate ? overtimeOf(context, overtime, rate) : null;
  }
  const rate = payRate(line.pay_rate_id);
  return rate ? hourOf(context, rate) : null;
};

const withManagedAmount = (line: Line, managed_amount: Amount | null): Line =>
  line.managed_amount === managed_amount ? line : { ...line, managed_amount };

/**
 * A hand-made line with a rate and hours gets its managed amount from them, and loses it with either of them; an
 * adjustment's figure is left alone.
 */
const handMadeEarning = (context: Context, item: Figured): Figured => {
  const { line } = item;
  if (line.source_adjustment_id !== null) return item;
  const hours = hoursOf(line);
  if (hours === null || (line.pay_rate_id === null && line.overtime_rate_id === null)) {
    const bare = withManagedAmount(line, null);
    return bare === line ? item : figured(bare, enteredStep(context, bare));
  }
  const known = rateOfLine(context, line);
  if (known === null) return item;
  const { rate, pays, records, steps } = known;
  const amount = pays(hours);
  const now = withManagedAmount(line, toText(amount));
  const paid = step(context, 'hours_at_rate', amount, { rate, hours }, records);
  return figured(now, [...steps, ...paid, ...enteredStep(context, now)]);
};

/** All earning lines of the stub but those of the statutory holiday and vacation pay stages. */
export const earnings = (context: Context): Figured[] => {
  const { facts } = context;
  const lines: Figured[] = [];
  if (context.populates && facts.work_assignment.payee === 'employee') {
    const rates = inOrder(facts.pay_rates).filter(
      (rate) => isInForce(rate, facts.payroll) && isAdmitted(context, rate),
    );
    const shares = salaryShares(
      rates.filter(({ type }) => type === 'salary'),
      facts.payroll,
    );
    for (const rate of rates) {
      const share = shares.get(rate.id);
      lines.push(share ? salaryLine(context, rate, share) : wageLine(context, rate));
    }
    for (const line of context.elsewhere.left) lines.push(leftLine(context, line));
  }
  for (const item of inOrder(facts.recurring.earnings)) {
    const share = shareOf(context, 'earning', item);
    if (share === null) continue;
    lines.push(
      managedLine(context, {
        kind: 'earning',
        type: item.earning_type,
        key: item.id,
        recurrence: { object: 'earning', id: item.id },
        item,
        ...share,
      }),
    );
  }
  for (const item of handMade(context, 'earning')) lines.push(handMadeEarning(context, item));
  return lines;
};
