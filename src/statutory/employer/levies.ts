import type { Fixed } from '../../values/fixed.ts';
import { atLeastZero, greater, lesser, roundToCent, times } from '../../values/fixed.ts';
import type { Edition } from '../editions/edition.ts';
import { boundOfBack, type Trace } from '../editions/trace.ts';

/** The part of a pay that lies below a yearly maximum; money taken back lowers it the same way. */
const belowMaximum = (amount: Fixed, earlier: Fixed, max: Fixed): Fixed =>
  lesser(atLeastZero(earlier + amount), max) - lesser(atLeastZero(earlier), max);

/** A pay of the same date that was paid already, behind others of the date than it would be now. */
export interface Displaced {
  earnings: Fixed;
  /** Earnings of the year before it: as it was calculated, and as they are now */
  was: Fixed;
  is: Fixed;
}

/**
 * What of others of a date lies below the maximum at the places that they have now, and did not when they were paid.
 */
const madeUpFor = (displaced: readonly Displaced[], max: Fixed): Fixed =>
  displaced.reduce(
    (sum, { earnings, was, is }) => sum + belowMaximum(earnings, is, max) - belowMaximum(earnings, was, max),
    0n,
  );
/** A figure of an explanation, which is left out where it is 0. */
const shownMadeUp = (amount: Fixed): Record<string, Fixed> =>
  amount === 0n ? {} : { 'made up for other stubs of the date': amount };

/**
 * Workers' compensation premium on a pay: the class's rate on earnings up to the province's yearly maximum per
 * employee.
 *
 * @param rate_percent in percent of assessable earnings, i.e. dollars per hundred
 * @param earlier earnings of this year before this pay, those above the maximum too
 * @param displaced pays of its date that this one makes up for
 * @returns null where the tax year's file has no maximum for the province
 */
export const workersCompensation = (
  edition: Edition,
  province: string,
  rate_percent: Fixed,
  earnings: Fixed,
  earlier: Fixed,
  trace?: Trace,
  displaced: readonly Displaced[] = [],
): { premium: Fixed; assessable: Fixed } | null => {
  const max = edition.workers_compensation?.max.get(province);
  if (max === undefined) return null;
  const made_up = madeUpFor(displaced, max);
  const assessable = belowMaximum(earnings, earlier, max) + made_up;
  const premium = roundToCent(times(rate_percent, assessable) / 100n);
  trace?.step(
    'workers compensation',
    'rate × min(earnings, what is left of the maximum)',
    premium,
    {
      'rate in percent': rate_percent,
      earnings,
      'earlier in the year': earlier,
      maximum: max,
      ...shownMadeUp(made_up),
      assessable,
    },
    edition.workers_compensation!.mark.source,
  );
  return { premium, assessable };
};

/**
 * Quebec's contribution related to labour standards: a rate on earnings up to a yearly maximum per employee.
 *
 * @param displaced pays of its date that this one makes up for
 */
export const labourStandards = (
  edition: Edition,
  earnings: Fixed,
  earlier: Fixed,
  trace?: Trace,
  displaced: readonly Displaced[] = [],
): Fixed | null => {
  const figures = edition.quebec.labour_standards;
  if (!figures) return null;
  const made_up = madeUpFor(displaced, figures.max_earnings);
  const subject = belowMaximum(earnings, earlier, figures.max_earnings) + made_up;
  const amount = roundToCent(times(figures.rate, subject));
  trace?.step(
    'labour standards',
    'rate × earnings up to the maximum',
    amount,
    {
      rate: figures.rate,
      earnings,
      'earlier in the year': earlier,
      maximum: figures.max_earnings,
      ...shownMadeUp(made_up),
    },
    figures.mark.source,
  );
  return amount;
};

/**
 * What a pay in Quebec adds to what is due once a year to the Workforce Skills Development and Recognition Fund: the
 * share of it that is not spent on training, where the year's payroll passes the threshold.
 *
 * @param training the share of the payroll that the employer spends on training, a fraction
 */
export const skillsFundOn = (
  edition: Edition,
  remuneration: Fixed,
  annual: Fixed,
  training: Fixed,
  trace?: Trace,
): Fixed | null => {
  const figures = edition.quebec.wsdrf;
  if (!figures) return null;
  const { rate, payroll_threshold, mark } = figures;
  const amount = annual <= payroll_threshold ? 0n : roundToCent(times(atLeastZero(rate - training), remuneration));
  trace?.step(
    'skills fund',
    '(rate − share spent on training) × remuneration, where the payroll of the year passes the threshold',
    amount,
    { rate, 'spent on training': training, remuneration, 'annual remuneration': annual, threshold: payroll_threshold },
    mark.source,
  );
  return amount;
};

/**
 * The payroll tax of the Northwest Territories or Nunavut, withheld from the employee. Money taken back gives back what
 * it bore, never more than was withheld this year: what it could not give back lowers the tax on later pay of the year.
 *
 * @param withheld of it this year before this pay
 * @param kept what earlier pays of the year could not give back; below 0 where more than that came back by hand, which
 *   lowers nothing and raises nothing by itself
 * @param isElsewhere whether the year has pay of another place: then money taken back may be of it and have borne none
 * @returns the tax, and what of `kept` this pay adds or uses up; null where the tax year's file has no figures
 */
export const territorialTax = (
  edition: Edition,
  territory: 'NT' | 'NU',
  remuneration: Fixed,
  { withheld, kept, isElsewhere }: { withheld: Fixed; kept: Fixed; isElsewhere: boolean },
  trace?: Trace,
): { tax: Fixed; kept: Fixed } | null => {
  const figures = edition.territorial?.[territory];
  if (!figures) return null;
  const borne = roundToCent(times(figures.rate, remuneration));
  const left = atLeastZero(kept);
  const tax = greater(borne - left, -atLeastZero(withheld));
  trace?.step(
    'territorial payroll tax',
    left === 0n ? 'rate × remuneration' : 'rate × remuneration − what earlier pays could not give back',
    tax,
    {
      rate: figures.rate,
      remuneration,
      ...(left === 0n ? {} : { 'not given back': left }),
      ...boundOfBack(borne - left, tax),
    },
    figures.mark.source,
  );
  return { tax, kept: isElsewhere ? lesser(tax - borne, 0n) : tax - borne };
};
