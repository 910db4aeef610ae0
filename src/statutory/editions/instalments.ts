import type { Fixed } from '../../values/fixed.ts';
import { fixed } from '../../values/fixed.ts';
import type { Mark } from './edition.ts';
import type { BlockMark, MonthlyInstalmentsFile, QuarterlyInstalmentsFile, RemittancesFile } from './year-file.ts';

/** How often an employer remits source deductions to Revenu Québec. */
export const REMITTANCE_FREQUENCIES = ['annual', 'quarterly', 'monthly', 'twice_monthly', 'weekly'] as const;
export type RemittanceFrequency = (typeof REMITTANCE_FREQUENCIES)[number];

/** A day of each year, as `03-31`; `end` is the last day of its month. */
export type DayOfYear = string;

/** What moves a date off a day on which nothing can be paid: always to the next business day. */
export interface NextBusinessDay {
  mark: Mark;
  /** Whether Easter Monday is such a day, though employment law does not name it. */
  easter_monday: boolean;
}

interface Instalments {
  /** When the year's return, and what is left of its tax, is due in the next year. */
  return_due: DayOfYear;
  next_business_day: NextBusinessDay;
  mark: Mark;
}

/** Tax of a month's remuneration, due on a day of the next month. */
export interface MonthlyInstalments extends Instalments {
  type: 'monthly';
  due_day: number;
  /** The year's remuneration until which an employer with an exemption pays none; null where there is no such limit. */
  none_up_to: Fixed | null;
}

/** A share of the year's tax on some days of the year. */
export interface QuarterlyInstalments extends Instalments {
  type: 'quarterly';
  due: readonly DayOfYear[];
  share: Fixed;
  /** The tax of the year before above which instalments are due. */
  previous_tax_above: Fixed;
}

/** Quebec's health services fund: with the remittances of source deductions. */
export interface Remittances extends Instalments {
  /** Frequencies whose days are known and were not seen. */
  recalled_frequencies: readonly RemittanceFrequency[];
}

type MarkOf = (subject: string, block: BlockMark) => Mark;
type AnyFile = MonthlyInstalmentsFile | QuarterlyInstalmentsFile | RemittancesFile;

const commonOf = (subject: string, file: AnyFile, markOf: MarkOf): Instalments => ({
  return_due: file.return_due,
  next_business_day: {
    mark: markOf(`${subject}.next_business_day`, file.next_business_day),
    easter_monday: file.next_business_day.easter_monday ?? false,
  },
  mark: markOf(subject, file),
});

/** Instalments as a data file has them, with their marks; `markOf` makes a mark of a block and its place. */
export const monthlyOf = (subject: string, file: MonthlyInstalmentsFile, markOf: MarkOf): MonthlyInstalments => ({
  ...commonOf(subject, file, markOf),
  type: 'monthly',
  due_day: file.due_day,
  none_up_to: file.none_up_to === undefined ? null : fixed(file.none_up_to),
});

/** As `monthlyOf`, of instalments that are a share of the year's tax. */
export const quarterlyOf = (subject: string, file: QuarterlyInstalmentsFile, markOf: MarkOf): QuarterlyInstalments => ({
  ...commonOf(subject, file, markOf),
  type: 'quarterly',
  due: file.due,
  share: fixed(file.share),
  previous_tax_above: fixed(file.previous_tax_above),
});

/** As `monthlyOf`, of Quebec's remittances. */
export const remittancesOf = (subject: string, file: RemittancesFile, markOf: MarkOf): Remittances => ({
  ...commonOf(subject, file, markOf),
  recalled_frequencies: file.recalled_frequencies,
});
