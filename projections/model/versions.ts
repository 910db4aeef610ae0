/**
 * The version of each resource's read tables, raised by hand. Raise it when the tables change, or the way in which
 * events are folded into them. The next start then builds a new generation of the projection beside the old one: these
 * tables from the log, the other tables as copies. A test fails when it was forgotten. A resource that is not named
 * here has version 1.
 */
export const VERSIONS: Readonly<Record<string, number>> = {
  roe_authorization: 2,
  form_batch: 3,
  journal_entry: 3,
  payment: 7,
  payroll: 10,
  accounting_code: 3,
  accounting_code_rule: 2,
  tag: 2,
  integration_connection: 2,
  work_assignment: 3,
  tax_property: 3,
  async_task: 2,
  pay_stub: 13,
  pay_rate: 3,
  overtime_rate: 2,
  business_entity: 3,
  pay_schedule: 2,
  bank_account: 2,
  remittance_account: 2,
  earning: 2,
  allowance: 2,
  reimbursement: 2,
  deduction: 2,
  employee_benefit: 2,
  employer_benefit: 2,
  earning_line_item: 3,
  allowance_line_item: 3,
  reimbursement_line_item: 3,
  deduction_line_item: 6,
  employee_benefit_line_item: 6,
  employer_benefit_line_item: 6,
  statutory_withholding_line_item: 6,
  employer_statutory_withholding_line_item: 6,
  usage_record: 3,
};

/**
 * The version of a projection is the sum of the versions of its resources and of this number. It must never go down:
 * when a resource leaves a context, add its version here.
 */
export const ADDED: Readonly<Record<string, number>> = {
  accounting: 2,
  employers: 2,
  'pay-items': 3,
  payrolls: 7,
  people: 2,
  platform: 2,
};
