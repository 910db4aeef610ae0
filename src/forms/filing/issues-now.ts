import type { Acting } from '../../kernel/calls/actions.ts';
import type { Issue } from '../../values/problem.ts';
import type { Text } from '../../values/text.ts';
import { withSin } from '../form-rules.ts';
import { valuesOf, versionOf } from '../of-record.ts';
import { formTypeOf } from '../types/index.ts';
import { valueIssues } from '../values.ts';

/** What is wrong with a form when something is to be done with it. */

export type Found = Pick<Acting<unknown, unknown, 'form'>, 'record' | 'services' | 'origin'>;

/** Issues that a refusal shows; `validate` shows all. */
const MOST_REPORTED = 5;

/** Whose form it is, as of now. */
export const personOf = async ({ record, services, origin }: Found) => {
  const { employee_id, contractor_id } = record;
  if (employee_id !== null) return services.read.get('employee', origin.tenant, employee_id);
  return contractor_id === null ? undefined : services.read.get('contractor', origin.tenant, contractor_id);
};

/** What is wrong with a form now: a SIN that was given since is not missing any more. */
export const issuesNow = async (found: Found): Promise<Issue[]> => {
  const { record } = found;
  const version = versionOf(record);
  const values = withSin(version.fields, valuesOf(record), Boolean((await personOf(found))?.sin_last_3));
  return valueIssues(formTypeOf(record.type), version, values, record.stage);
};

/** The same as one refusal. */
export const issuesText = (issues: readonly Issue[]): Text => {
  const first = issues.slice(0, MOST_REPORTED);
  const more = issues.length - first.length;
  const s = issues.length === 1 ? '' : 's';
  return {
    en: `The form has ${issues.length} error${s}: ${first.map(({ text }) => text.en).join(' ')}${more > 0 ? ` And ${more} more.` : ''}`,
    fr: `Le formulaire a ${issues.length} erreur${s} : ${first.map(({ text }) => text.fr).join(' ')}${more > 0 ? ` Et ${more} de plus.` : ''}`,
  };
};
