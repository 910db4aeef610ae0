import type { PayeeAccount } from '../banking/events.ts';
import { accountNumberProblem, INSTITUTIONS } from '../banking/institutions.ts';
import { PROVIDERS } from '../remittances/providers.ts';
import type { Text } from '../values/text.ts';
import { plain } from './cpa-005/layout.ts';

/** Accounts of agencies and other payees, which remittances go to. */

/** Letters of a payee's name in a file. */
const MOST_NAME = 30;

/** Why remittances can go to no such account; undefined where they can. */
export const payeeProblem = ({
  institution_number,
  transit_number,
  account_number,
  name,
}: PayeeAccount): Text | undefined => {
  if (INSTITUTIONS[institution_number] === undefined)
    return {
      en: `${institution_number} is not the number of a Canadian financial institution`,
      fr: `${institution_number} n'est pas le numéro d'une institution financière canadienne`,
    };
  if (!/^\d{5}$/.test(transit_number))
    return { en: 'the transit number must be 5 digits', fr: 'le numéro de transit doit être formé de 5 chiffres' };
  if (!/^\d{5,12}$/.test(account_number))
    return {
      en: 'the account number must be 5 to 12 digits',
      fr: 'le numéro de compte doit être formé de 5 à 12 chiffres',
    };
  const length = plain(name).length;
  if (length === 0 || length > MOST_NAME)
    return {
      en: `the name must be 1 to ${MOST_NAME} characters, with letters from A to Z`,
      fr: `le nom doit avoir de 1 à ${MOST_NAME} caractères, avec des lettres de A à Z`,
    };
  return accountNumberProblem(institution_number, account_number);
};

/** The providers that have one account for all employers. Of `other` each account has a payee of its own. */
export const PAYEE_PROVIDERS: readonly string[] = Object.keys(PROVIDERS).filter((provider) => provider !== 'other');
