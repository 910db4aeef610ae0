import { fixed } from '../../values/fixed.ts';
import type { Instalments, Mark, MonthlyInstalments, QuarterlyInstalments, Remittances } from './edition.ts';
import type { BlockMark, MonthlyInstalmentsFile, QuarterlyInstalmentsFile, RemittancesFile } from './year-file.ts';

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
