import type { Lookup, State } from '../kernel/definition/resource.ts';
import type { Issue } from '../values/problem.ts';

/**
 * What is wrong with the remittance account that an item, a line item or a preset names: one of another employer. What
 * is remitted there would be credited to that employer, and paid by this one. What was there before is accepted, and an
 * unknown account is reported by the look-up of references.
 *
 * @param employerOf the employer of the record; asked for when the account is new
 */
export const accountIssues = async (
  lookup: Lookup,
  candidate: State,
  previous: State | undefined,
  employerOf: () => Promise<string | null>,
): Promise<Issue[]> => {
  const id = candidate.remittance_account_id;
  if (typeof id !== 'string' || id === previous?.remittance_account_id) return [];
  const [account, employer] = await Promise.all([lookup.get('remittance_account', id), employerOf()]);
  if (!account || employer === null || account.business_entity_id === employer) return [];
  return [
    {
      path: 'remittance_account_id',
      text: {
        en: `must be a remittance account of the same business entity (${employer})`,
        fr: `doit être un compte de versement de la même entité (${employer})`,
      },
    },
  ];
};
