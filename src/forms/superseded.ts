import type { RecordOf } from '../kernel/definition/resource.ts';
import type { Services, Tenant } from '../kernel/definition/services.ts';
import { all, equal, not, oneOf } from '../values/condition.ts';
import type { Text } from '../values/text.ts';

type Form = RecordOf<'form'>;

/** Statuses of forms that an agency has. */
export const FILED: readonly string[] = ['submitted', 'done'];

/**
 * The amendment or cancellation that an agency has of the form that another one refers to: an agency knows a slip by
 * the last form of it, and has none any more once that was cancelled. Undefined where nothing came after it.
 */
export const supersededBy = async (
  { id, original_form_id, owner_id }: Pick<Form, 'id' | 'original_form_id' | 'owner_id'>,
  read: Services['read'],
  tenant: Tenant,
): Promise<Form | undefined> => {
  if (original_form_id === null) return undefined;
  const later = all(
    equal('owner_id', owner_id ?? ''),
    equal('original_form_id', original_form_id),
    oneOf('status', FILED),
    not(equal('id', id)),
  );
  return (await read.find('form', tenant, later)).at(-1);
};

/** What is said of it: which form came after the one that is referred to. */
export const supersededText = ({ id, stage }: Pick<Form, 'id' | 'stage'>): Text =>
  stage === 'cancellation'
    ? {
        en: `must name the form that the agency has now: ${id} has cancelled it`,
        fr: `doit nommer le formulaire que l'organisme a maintenant : ${id} l'a annulé`,
      }
    : {
        en: `must name the form that the agency has now: ${id} has replaced it`,
        fr: `doit nommer le formulaire que l'organisme a maintenant : ${id} l'a remplacé`,
      };
