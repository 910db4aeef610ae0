/**
 * How line item types count where no catalogue of types is given: the reading that holds in most jurisdictions. The
 * catalogue knows the jurisdictions one by one and takes the place of this.
 */
import type { LineKind, TypeEffects } from './types.ts';

const TAXABLE_REIMBURSEMENTS = new Set(['taxable_reimbursement', 'wellness_spending_account']);

/** Pay for work or for time that the law or the employer pays like work. Vacation pay itself accrues none. */
const VACATIONABLE_EARNINGS = new Set([
  'bonus_non_discretionary',
  'commission',
  'commission_periodic',
  'leave_bereavement',
  'leave_general',
  'leave_personal',
  'leave_sick',
  'overtime',
  'retroactive_pay',
  'retroactive_pay_increase',
  'salary',
  'statutory_holiday_pay',
  'wage',
]);

const isTaxable = (kind: LineKind, type: string): boolean => {
  if (kind === 'reimbursement') return TAXABLE_REIMBURSEMENTS.has(type);
  if (kind === 'allowance') return !type.includes('non_taxable') && type !== 'professional_membership';
  return kind === 'earning' && !type.includes('non_taxable');
};

export const DEFAULT_EFFECTS: TypeEffects = {
  isTaxable,
  isVacationable: (kind, type) => kind === 'earning' && VACATIONABLE_EARNINGS.has(type),
};
