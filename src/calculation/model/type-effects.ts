/**
 * How line item types count where nothing else is given: the reading that holds in most jurisdictions. The statutory
 * part knows the jurisdictions one by one and takes the place of this.
 */
import type { TreatedType, Treatment } from '../types/item-type.ts';
import { FAMILIES, type LineKind, PAID_KINDS } from './families.ts';
import type { TypeEffects } from './types.ts';

const UNTAXED: ReadonlySet<Treatment> = new Set(['not_counted', 'not_counted_in_kind', 'health_plan']);

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
  const paid = PAID_KINDS.find((one) => one === kind);
  if (paid === undefined) return false;
  const types: Readonly<Record<string, TreatedType>> = FAMILIES[paid].types;
  return types[type] === undefined || !UNTAXED.has(types[type].treatment);
};

export const DEFAULT_EFFECTS: TypeEffects = {
  isTaxable,
  isVacationable: (kind, type) => kind === 'earning' && VACATIONABLE_EARNINGS.has(type),
};
