import type { FormValues } from './form-type.ts';

/**
 * The member of a form that says under which account of its employer it is reported: a return at the agency is of one
 * account (CRA: RP, of a T4 and a T4A; Revenu Québec: RS, of an RL-1).
 */
export const ACCOUNT_KEYS = {
  t4: 'box_54_payroll_account_number',
  t4a: 'box_061_payers_account_number',
  rl1: 'identification_number',
} as const;

const isReported = (type: string): type is keyof typeof ACCOUNT_KEYS => Object.hasOwn(ACCOUNT_KEYS, type);

/** The account that a form names, without blanks; null where it names none, and of forms that are filed alone. */
export const accountNamed = ({ type, values }: { type: string; values: FormValues }): string | null => {
  const named = isReported(type) ? values[ACCOUNT_KEYS[type]] : null;
  return (typeof named === 'string' && named.replace(/\s/g, '').toUpperCase()) || null;
};
