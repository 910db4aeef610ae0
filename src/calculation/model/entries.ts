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

/** Whether a managed line holds anything that a caller entered: a figure in place of the managed one, a code, tags. */
export const hasEntries = (line: Line): boolean =>
  CUSTOM.some((member) =>
    member === 'component_settings' ? line[member].attributes_locked : (line[member] ?? null) !== null,
  );
