import { isProvince } from '../../calendar/holiday-rules.ts';
import type { CalendarDate } from '../../values/dates.ts';
import { addDays, dateOf, daysInMonth } from '../../values/dates.ts';
import type { Fixed } from '../../values/fixed.ts';
import { atLeastZero, lesser, roundToCent, times } from '../../values/fixed.ts';
import type {
  DayOfYear,
  Edition,
  Mark,
  MonthlyInstalments,
  QuarterlyInstalments,
  RemittanceFrequency,
  Remittances,
} from '../editions/edition.ts';
import type { HealthTaxBasis, HealthTaxProvince } from './health-tax.ts';
import { annualHealthTax } from './health-tax.ts';
import { type BusinessDays, businessDaysOf, dueOf, inNextMonth, SPANS, type Span } from './remittance-dates.ts';

/** Remuneration of a payroll that a province's health tax is due on. */
export interface PaidOn {
  pay_date: CalendarDate;
  amount: Fixed;
  /** Whether its payroll is not approved yet, so that the amount is what is expected of it. */
  is_expected: boolean;
}

/** What is to be paid on a day, and of which pay dates it is. */
export interface Instalment {
  due_on: CalendarDate;
  from: CalendarDate;
  to: CalendarDate;
  remuneration: Fixed;
  amount: Fixed;
  /** Whether a payroll of the time is not approved yet. */
  is_expected: boolean;
}

/** A year's health tax of an employer in a province, and when it is to be paid. */
export interface HealthTaxYear {
  tax: Fixed;
  instalments: Instalment[];
  /** What is left of the tax, or paid too much (below zero), and the day of the year's return. */
  balance: { due_on: CalendarDate; amount: Fixed };
  /** The texts that the days are from. */
  marks: Mark[];
  /** Whether the tax of the year before decides and is not known: this year's is used. */
  is_previous_tax_missing: boolean;
}

const dayIn = (year: number, day: DayOfYear): CalendarDate => {
  const [month, of] = day.split('-');
  return dateOf(year, Number(month), of === 'end' ? daysInMonth(year, Number(month)) : Number(of));
};

const within = (paid: readonly PaidOn[], { from, to }: Span): PaidOn[] =>
  paid.filter(({ pay_date }) => from <= pay_date && pay_date <= to);
const sumOf = (paid: readonly PaidOn[]): Fixed => paid.reduce((sum, { amount }) => sum + amount, 0n);

/**
 * Tax of each month's remuneration as it adds up: the exemption is used up first. With an exemption nothing is due
 * until the year's remuneration passes the limit, and with that month everything up to then.
 */
const monthly = (
  year: number,
  rules: MonthlyInstalments,
  { rate, exemption }: HealthTaxBasis,
  paid: readonly PaidOn[],
  day: BusinessDays,
): Instalment[] => {
  let remunerated = 0n;
  let due = 0n;
  return SPANS.monthly(year).map((span) => {
    const ofMonth = within(paid, span);
    const remuneration = sumOf(ofMonth);
    remunerated += remuneration;
    const isBelow = rules.none_up_to !== null && exemption > 0n && remunerated <= rules.none_up_to;
    const until = isBelow ? 0n : roundToCent(times(rate, atLeastZero(remunerated - exemption)));
    const amount = until - due;
    due = until;
    return {
      ...span,
      due_on: day.move(inNextMonth(span.to, rules.due_day)),
      remuneration,
      amount,
      is_expected: ofMonth.some(({ is_expected }) => is_expected),
    };
  });
};

/** A share of the lesser of the year's tax and that of the year before, on each day; none below the limit. */
const quarterly = (
  year: number,
  { due, share, previous_tax_above }: QuarterlyInstalments,
  tax: Fixed,
  previous_tax: Fixed | null,
  paid: readonly PaidOn[],
  day: BusinessDays,
): Instalment[] => {
  if ((previous_tax ?? tax) <= previous_tax_above) return [];
  const amount = roundToCent(times(share, lesser(tax, previous_tax ?? tax)));
  let from = dateOf(year, 1, 1);
  return due.map((one) => {
    const to = dayIn(year, one);
    const span = { from, to };
    from = addDays(to, 1);
    const ofSpan = within(paid, span);
    return {
      ...span,
      due_on: day.move(to),
      remuneration: sumOf(ofSpan),
      amount,
      // A share of a tax that the rest of the year may still change.
      is_expected: paid.some(({ is_expected }) => is_expected),
    };
  });
};

/** The contribution on what was paid in each span, each pay at the rate that is estimated for its date. */
const remitted = (
  year: number,
  frequency: RemittanceFrequency,
  rateOn: (pay_date: CalendarDate) => Fixed,
  paid: readonly PaidOn[],
  day: BusinessDays,
): Instalment[] =>
  SPANS[frequency](year).map((span) => {
    const ofSpan = within(paid, span);
    return {
      ...span,
      due_on: dueOf(frequency, span, day),
      remuneration: sumOf(ofSpan),
      amount: roundToCent(ofSpan.reduce((sum, { pay_date, amount }) => sum + times(rateOn(pay_date), amount), 0n)),
      is_expected: ofSpan.some(({ is_expected }) => is_expected),
    };
  });

const summedUp = (
  province: HealthTaxProvince,
  year: number,
  rules: MonthlyInstalments | QuarterlyInstalments | Remittances,
  tax: Fixed,
  made: (day: BusinessDays) => Instalment[],
): Omit<HealthTaxYear, 'is_previous_tax_missing'> => {
  const jurisdiction = `ca_${province.toLowerCase()}`;
  const day = businessDaysOf(isProvince(jurisdiction) ? jurisdiction : null, rules.next_business_day);
  const instalments = made(day);
  const paid = instalments.reduce((sum, { amount }) => sum + amount, 0n);
  const due_on = day.move(dayIn(year + 1, rules.return_due));
  return {
    tax,
    instalments,
    balance: { due_on, amount: tax - paid },
    marks: [rules.mark, rules.next_business_day.mark],
  };
};

/**
 * The instalments of a province's health tax for a year: of months (Ontario, Manitoba, Newfoundland and Labrador) or as
 * shares of the year's tax (British Columbia); a date on a day without business moves to the next business day.
 *
 * @param basis how the year's remuneration in the province is taxed
 * @param paid remuneration of the year in the province
 * @param previous_tax the tax of the year before; null where it is not known
 * @returns null where the tax year's file has no figures
 */
export const healthTaxYear = (
  edition: Edition,
  province: Exclude<HealthTaxProvince, 'QC'>,
  basis: HealthTaxBasis,
  paid: readonly PaidOn[],
  previous_tax: Fixed | null,
): HealthTaxYear | null => {
  const rules = edition.health_taxes?.[province].instalments;
  if (!rules) return null;
  const { tax_year: year } = edition;
  const tax = annualHealthTax(basis);
  const isQuarterly = rules.type === 'quarterly';
  const made = summedUp(province, year, rules, tax, (day) =>
    isQuarterly ? quarterly(year, rules, tax, previous_tax, paid, day) : monthly(year, rules, basis, paid, day),
  );
  return { ...made, is_previous_tax_missing: isQuarterly && previous_tax === null };
};

/**
 * The remittances of Quebec's health services fund for a year, at the estimated rate, and what the actual rate leaves
 * to settle with the RL-1 summary.
 *
 * @param estimated the rate that the remittance of a pay depends on; `actual` that of the year's own total payroll
 * @returns null where the tax year's file has no figures
 */
export const healthServicesFundYear = (
  edition: Edition,
  { estimated, actual }: { estimated: (pay_date: CalendarDate) => Fixed; actual: HealthTaxBasis },
  paid: readonly PaidOn[],
  frequency: RemittanceFrequency,
): HealthTaxYear | null => {
  const rules = edition.quebec.health_services_fund?.remittances;
  if (!rules) return null;
  const { tax_year: year } = edition;
  const tax = roundToCent(times(actual.rate, sumOf(paid)));
  const made = summedUp('QC', year, rules, tax, (day) => remitted(year, frequency, estimated, paid, day));
  const known = rules.mark;
  const mark = { ...known, recalled: known.recalled || rules.recalled_frequencies.includes(frequency) };
  return { ...made, marks: [mark, ...made.marks.slice(1)], is_previous_tax_missing: false };
};
