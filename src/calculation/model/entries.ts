import { pick } from '../../values/json.ts';
import type { Line } from './types.ts';

/** Members of a managed line that only a caller sets. */
export const CUSTOM = [
  'custom_amount',
  'custom_hours',
  'custom_accrued_vacation_pay',
  'custom_expense_accounting_code_id',
  'custom_liability_accounting_code_id',
  'custom_tag_assignment',
  'custom_earned_on',
  'component_settings',
  'external_ref',
] as const satisfies readonly (keyof Line)[];

/** What a caller entered on a managed line. */
export type Entries = Partial<Pick<Line, (typeof CUSTOM)[number]>>;

const isEntered = (line: Line, member: (typeof CUSTOM)[number]): boolean =>
  member === 'component_settings' ? line[member].attributes_locked : (line[member] ?? null) !== null;

/** Whether a managed line holds anything that a caller entered: a figure in place of the managed one, a code, tags. */
export const hasEntries = (line: Line): boolean => CUSTOM.some((member) => isEntered(line, member));

/** Whether hours or an amount are among it: something to be paid. */
export const hasFigures = (line: Pick<Line, 'custom_hours' | 'custom_amount'> | Record<string, unknown>): boolean =>
  (line.custom_hours ?? line.custom_amount ?? null) !== null;

/** The entries of a line, and those of another one where it has none. */
export const entriesOver = (line: Line | undefined, other: Line): Entries => {
  const own = line ? CUSTOM.filter((member) => isEntered(line, member)) : [];
  return { ...pick(other, CUSTOM), ...(line ? pick(line, own) : {}) };
};
