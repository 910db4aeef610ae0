import type { Line } from '../../calculation/model/types.ts';
import type { State } from '../../kernel/definition/resource.ts';
import { keysOf } from '../../values/json.ts';
import type { SetOnLine } from '../events/pay-stub.ts';

/** The members of a line that nothing has set. Events leave them out, so what they carry is what is worth telling. */
export const EMPTY_LINE: SetOnLine = {
  type: '',
  is_managed: false,
  is_system: false,
  custom_amount: null,
  managed_amount: null,
  custom_hours: null,
  managed_hours: null,
  pay_rate_id: null,
  overtime_rate_id: null,
  accrued_vacation_pay: '0',
  custom_accrued_vacation_pay: null,
  recurrence: null,
  title: null,
  title_translations: null,
  business_preset_id: null,
  remittance_account_id: null,
  source_adjustment_id: null,
  managed_expense_accounting_code_id: null,
  custom_expense_accounting_code_id: null,
  managed_liability_accounting_code_id: null,
  custom_liability_accounting_code_id: null,
  managed_tag_assignment: null,
  custom_tag_assignment: null,
  component_settings: { attributes_locked: false },
  managed_earned_on: null,
  custom_earned_on: null,
  external_ref: null,
};

/** The members of a line that events may tell. */
export const LINE_MEMBERS = keysOf(EMPTY_LINE);

/** A line item, from its row: what its resource keeps holds all that a calculation looks at. */
// Its fields are declared by kind; that they are the members of `Line` the calculation's own tests hold.
export const lineOf = (row: State): State & Line => row as State & Line;
