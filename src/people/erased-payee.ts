import type { Lookup, State } from '../kernel/definition/resource.ts';
import { textOrNull } from '../values/json.ts';
import type { Issue } from '../values/problem.ts';
import type { Text } from '../values/text.ts';

/**
 * Whether the person of a record was erased: everybody else has a name.
 *
 * @param payee an employee or a contractor
 */
export const isErased = (payee: { first_name?: unknown; business_name?: unknown }): boolean =>
  (payee.first_name ?? null) === null && (payee.business_name ?? null) === null;

/** The refusal of a record that would have a person paid who was erased. */
export const ERASED_PAYEE: Text = {
  en: 'must be of a person who was not erased: nothing can be calculated without what was erased',
  fr: "doit être d'une personne qui n'a pas été effacée : rien ne peut être calculé sans ce qui a été effacé",
};

/** The employee or contractor of a work assignment; undefined where there is none. */
export const payeeRecord = async (lookup: Lookup, { employee_id, contractor_id }: State) =>
  typeof employee_id === 'string'
    ? lookup.get('employee', employee_id)
    : typeof contractor_id === 'string'
      ? lookup.get('contractor', contractor_id)
      : undefined;

/**
 * What is wrong with a work assignment of a person who was erased: nobody is employed, or employed again, of whom
 * nothing is known.
 *
 * @param previous undefined where it is made
 */
export const erasedIssues = (candidate: State, previous: State | undefined): Issue[] => {
  if (!previous) {
    const path = typeof candidate.employee_id === 'string' ? 'employee_id' : 'contractor_id';
    return [{ path, text: ERASED_PAYEE }];
  }
  const [was, is] = [textOrNull(previous.archived_at), textOrNull(candidate.archived_at)];
  return was !== null && (is === null || is > was) ? [{ path: 'archived_at', text: STAYS_ARCHIVED }] : [];
};

const STAYS_ARCHIVED: Text = {
  en: 'must not be removed or later than it was: the person was erased, and nothing can be calculated without what was erased',
  fr: 'ne doit être ni retiré ni plus tardif : la personne a été effacée, et rien ne peut être calculé sans ce qui a été effacé',
};
