/** Facts for tests of the calculation: an Ontario employee on a bi-weekly schedule, and parts to change in it. */

import type {
  CalculationOptions,
  Line,
  LineKind,
  OvertimeRateFacts,
  PayRateFacts,
  RecurringDeduction,
  RecurringEarning,
  RecurringEmployeeBenefit,
  RecurringEmployerBenefit,
  RecurringFixed,
  RecurringItemFacts,
  RecurringItems,
  RecurringKind,
  StubFacts,
  StubResult,
  VacationPaySettingFacts,
} from '../../../src/calculation/index.ts';
import { amountOf, calculateStub, FAMILIES, RECURRING_KINDS } from '../../../src/calculation/index.ts';
import type { FixedKind } from '../../../src/calculation/model/families.ts';
import { payPeriods } from '../../../src/calendar/pay-calendar.ts';
import { FIXED_FAMILIES } from '../../../src/pay-items/fixed-families.ts';
import { EMPTY_LINE } from '../../../src/payrolls/stubs/line-defaults.ts';

/** Fridays every two weeks: 9 and 23 January 2026 and so on, the first period ending on Saturday the 3rd. */
export const calendar2026 = payPeriods(
  {
    pay_frequency: 'bi-weekly',
    anchor_pay_date: '2026-01-09',
    anchor_start_of_pay_period: null,
    anchor_end_of_pay_period: '2026-01-03',
    day_1: null,
    day_2: null,
    generate_payrolls_from: null,
  },
  { from: '2026-01-01', to: '2026-12-31' },
  { movement: 'previous_business_day', province: 'ca_on' },
);

/** Something for each of these families, by the name of their recurring items in the facts. */
export const byItems = <K extends RecurringKind, R>(kinds: readonly K[], make: (kind: K) => R): Record<`${K}s`, R> =>
  // Each family is gone through, by that name.
  Object.fromEntries(kinds.map((kind) => [`${kind}s`, make(kind)])) as Record<`${K}s`, R>;

export const NO_ITEMS: RecurringItems = byItems(RECURRING_KINDS, () => []);

/** Facts of the n-th payroll of 2026, from 0. */
export const given = (more: Partial<StubFacts> = {}, payroll = 0): StubFacts => {
  const period = calendar2026[payroll]!;
  return {
    payroll: {
      id: `payrl_${payroll}`,
      type: 'regular',
      pay_frequency: 'bi-weekly',
      period_start: period.period_start,
      period_end: period.period_end,
      pay_date: period.pay_date,
      period_number: period.period_number,
      regular_periods_count: period.regular_periods_count,
      takes_recurring_items: true,
      calendar: calendar2026,
    },
    work_assignment: { id: 'wrk_1', payee: 'employee' },
    payment_method: 'direct_deposit',
    employee: { id: 'emp_1', birth_date: '1990-05-05' },
    business_entity: { id: 'be_1' },
    pay_rates: [],
    overtime_rates: [],
    recurring: NO_ITEMS,
    vacation_pay_settings: [],
    vacation_pay_opening_balance: '0',
    tax_properties: [
      {
        id: 'taxp_1',
        owner: 'business_entity',
        owner_id: 'be_1',
        type: 'ca::province_of_employment',
        value: 'ca_on',
        effective_from: '2020-01-01',
        effective_to: null,
      },
    ],
    year_to_date: { amounts: {}, bases: {}, consumed_once: [] },
    lines: [],
    ...more,
  };
};

export const onPayroll = (facts: StubFacts, more: Partial<StubFacts['payroll']>): StubFacts => ({
  ...facts,
  payroll: { ...facts.payroll, ...more },
});

const ALWAYS = { effective_from: '2026-01-01', effective_to: null };
const PER_PAYROLL = { frequency: 'per_payroll', date_basis: null, pay_period_cadence: null } as const;

export const salary = (rate: string, more: Partial<PayRateFacts> = {}): PayRateFacts => ({
  id: 'payrt_salary',
  type: 'salary',
  rate,
  expected_hours_per_week: '40',
  effective_from: '2025-01-01',
  effective_to: null,
  ...more,
});
export const hourly = (rate: string, more: Partial<PayRateFacts> = {}): PayRateFacts =>
  salary(rate, { id: 'payrt_hourly', type: 'hourly', expected_hours_per_week: '37.5', ...more });
export const overtime = (more: Partial<OvertimeRateFacts> = {}): OvertimeRateFacts => ({
  id: 'ovtrt_1',
  pay_rate_id: 'payrt_hourly',
  rate_multiplier: '1.5',
  hourly_rate_override: null,
  ...more,
});

export const earning = (amount: string, more: Partial<RecurringEarning> = {}): RecurringEarning => ({
  id: 'ern_1',
  earning_type: 'bonus_discretionary',
  amount,
  ...PER_PAYROLL,
  ...ALWAYS,
  ...more,
});
export const allowance = (
  amount: string,
  more: Partial<RecurringFixed<'allowance'>> = {},
): RecurringFixed<'allowance'> => ({
  id: 'alw_1',
  allowance_type: 'cell_phone_allowance',
  amount,
  ...PER_PAYROLL,
  ...ALWAYS,
  ...more,
});
export const reimbursement = (
  amount: string,
  more: Partial<RecurringFixed<'reimbursement'>> = {},
): RecurringFixed<'reimbursement'> => ({
  id: 'rmb_1',
  reimbursement_type: 'non_taxable_reimbursement',
  amount,
  ...PER_PAYROLL,
  ...ALWAYS,
  ...more,
});
/** An item of any family whose items are an amount each time and nothing more. */
export const fixedItem = <K extends FixedKind>(
  kind: K,
  amount: string,
  more: Partial<RecurringItemFacts> = {},
): RecurringFixed<K> => {
  const type = { [`${kind}_type`]: FIXED_FAMILIES[kind].type.example };
  // The compiler does not see which name the member of its type has.
  return { id: `${FAMILIES[kind].prefix}_1`, amount, ...PER_PAYROLL, ...ALWAYS, ...more, ...type } as RecurringFixed<K>;
};
const BENEFIT = {
  amount_type: 'fixed',
  income_basis: 'regular_earnings',
  income_includes: [],
  coverage_multiplier: '1',
  max_annual_contribution: null,
  max_annual_contribution_basis: 'this_benefit',
  apply_sales_tax: false,
  remittance_account_id: null,
} as const;
export const benefit = (amount: string, more: Partial<RecurringEmployeeBenefit> = {}): RecurringEmployeeBenefit => ({
  id: 'eebn_1',
  employee_benefit_type: 'dental',
  amount,
  ...BENEFIT,
  ...PER_PAYROLL,
  ...ALWAYS,
  ...more,
});
export const employerBenefit = (
  amount: string,
  more: Partial<RecurringEmployerBenefit> = {},
): RecurringEmployerBenefit => ({
  id: 'erbn_1',
  employer_benefit_type: 'health',
  amount,
  ...BENEFIT,
  ...PER_PAYROLL,
  ...ALWAYS,
  ...more,
});
export const deduction = (amount: string, more: Partial<RecurringDeduction> = {}): RecurringDeduction => ({
  id: 'ded_1',
  deduction_type: 'other_deduction',
  amount,
  amount_type: 'fixed',
  income_basis: 'all_earnings',
  income_includes: [],
  income_subtractions: [],
  income_statutory_withholdings: 'none',
  income_exemption_amount: null,
  income_exemption_percent: null,
  ...PER_PAYROLL,
  ...ALWAYS,
  ...more,
});
export const vacation = (percentage: string, more: Partial<VacationPaySettingFacts> = {}): VacationPaySettingFacts => ({
  id: 'vac_1',
  percentage,
  vacation_pay_method: 'manual',
  overrides: [],
  ...ALWAYS,
  ...more,
});

/** A line that the caller added. */
export const handMadeLine = (kind: LineKind, type: string, more: Partial<Line> = {}): Line => ({
  ...EMPTY_LINE,
  id: `${kind}_${type}`,
  kind,
  type,
  created_at: '2026-01-02T00:00:00.000000Z',
  updated_at: '2026-01-02T00:00:00.000000Z',
  ...more,
});

export const OPTIONS: CalculationOptions = {
  lineId: (kind, key) => `${kind}/${key}`,
  now: '2026-01-05T12:00:00.000000Z',
};

export const calculate = (facts: StubFacts, more: Partial<CalculationOptions> = {}): StubResult =>
  calculateStub(facts, { ...OPTIONS, ...more });

/** The effective amounts of a result by kind and type, as text. */
export const amounts = (result: StubResult): Record<string, string> =>
  Object.fromEntries(result.lines.map((line) => [`${line.kind}:${line.type}`, amountOf(line).toString()]));

/** The facts with the lines that a result left, some of them edited as a caller would. */
export const after = (
  facts: StubFacts,
  result: StubResult,
  edit: (line: Line) => Line = (line) => line,
): StubFacts => ({
  ...facts,
  lines: result.lines.map(edit),
});
