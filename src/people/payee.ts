import { among, any, type Condition, matchingWords } from '../values/condition.ts';
import { EMAIL } from '../values/text.ts';

/** Common to employees and contractors: names to search, and personal values with their forms. */

/** The names of a person, for searches. */
export const NAME_COLUMNS = ['first_name', 'last_name'] as const;
/** The names of a contractor, which may be a corporation. */
export const CONTRACTOR_NAME_COLUMNS = [...NAME_COLUMNS, 'business_name'] as const;

/** Whether nine digits pass the check of social insurance numbers (Luhn). */
const isSin = (digits: string): boolean => {
  if (!/^\d{9}$/.test(digits) || digits === '000000000') return false;
  let total = 0;
  for (let i = 0; i < 9; i++) {
    const doubled = Number(digits[i]) * (i % 2 === 1 ? 2 : 1);
    total += doubled > 9 ? doubled - 9 : doubled;
  }
  return total % 10 === 0;
};

/** Options of a personal text that is in clear in read models. */
export const personal = { nullable: true, personal: 'searchable' } as const;
/** Options of an e-mail address of a person. */
export const email = { ...personal, ...EMAIL };

/** Options of a social insurance number, which no read model holds. */
export const SIN = {
  nullable: true,
  max: 9,
  pattern: /^\d{9}$/,
  fits: isSin,
  format: 'ca-sin',
  wrong: {
    en: 'must be a social insurance number: nine digits that pass its check digit',
    fr: "doit être un numéro d'assurance sociale : neuf chiffres dont le chiffre de contrôle est juste",
  },
  personal: 'sealed',
} as const;

/**
 * The condition for rows whose payee has the words of the text in a name.
 *
 * @param employee column with the id of an employee
 * @param contractor column with the id of a contractor
 */
export const payeesNamed = (text: string, employee: string, contractor: string): Condition =>
  any(
    among(employee, 'employee', 'id', matchingWords(NAME_COLUMNS, text)),
    among(contractor, 'contractor', 'id', matchingWords(CONTRACTOR_NAME_COLUMNS, text)),
  );
