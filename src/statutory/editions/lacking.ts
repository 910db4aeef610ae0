import { type CalendarDate, yearOf } from '../../values/dates.ts';
import { EDITIONS } from './index.ts';

/**
 * What an operator is told while payrolls are made for a tax year that this version has no figures for. Those who
 * approve them are told by each payroll; but only a newer version helps, and that is the operator's to start.
 *
 * @param made_up_to the last day up to which payrolls are made
 * @returns a sentence; none while the figures of all years up to that day are known
 */
export const lackingFigures = (made_up_to: CalendarDate): string[] => {
  const known = EDITIONS.list.at(-1)!.tax_year;
  if (yearOf(made_up_to) <= known) return [];
  return [
    `there are no statutory figures for pay dates from ${known + 1} on, so payrolls of employees with such a pay date cannot be approved: start a version of the service that has them (docs/new-edition.md)`,
  ];
};
