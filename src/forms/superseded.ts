import type { RecordOf } from '../kernel/definition/resource.ts';
import type { Services, Tenant } from '../kernel/definition/services.ts';
import { all, equal, not, oneOf } from '../values/condition.ts';
import type { Text } from '../values/text.ts';
import { FILED, SENT } from './model/states.ts';

type Form = RecordOf<'form'>;

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

/** Statuses of forms that are filed, or will be when their batch is submitted. */
export const ON_THEIR_WAY: readonly string[] = ['approved', ...SENT];

/**
 * Of some forms, the first one that refers to a form to which another one on its way to the agency refers too, and that
 * other one: the agency takes one of them, and would refuse the other or count it twice.
 */
export const rivalOf = async (
  forms: readonly Pick<Form, 'id' | 'original_form_id'>[],
  read: Services['read'],
  tenant: Tenant,
): Promise<{ id: string; rival: Form } | undefined> => {
  const originals = new Map(forms.flatMap(({ id, original_form_id: of }) => (of === null ? [] : [[of, id] as const])));
  if (originals.size === 0) return undefined;
  const where = all(oneOf('original_form_id', [...originals.keys()]), oneOf('status', ON_THEIR_WAY));
  for await (const rows of read.pages('form', tenant, where))
    for (const rival of rows) {
      const id = originals.get(rival.original_form_id ?? '');
      if (id !== undefined && id !== rival.id) return { id, rival };
    }
  return undefined;
};

/**
 * Of some forms, the first one that refers to a form which its agency does not have, and that other one: it was
 * rejected after it was referred to.
 */
export const unfiledOf = async (
  forms: readonly Pick<Form, 'id' | 'original_form_id'>[],
  read: Services['read'],
  tenant: Tenant,
): Promise<{ id: string; original: Form } | undefined> => {
  const referring = forms.flatMap(({ id, original_form_id: of }) => (of === null ? [] : [{ id, of }]));
  const originals = await read.getMany('form', tenant, [...new Set(referring.map(({ of }) => of))]);
  for (const { id, of } of referring) {
    const original = originals.get(of);
    if (original && !FILED.includes(original.status ?? '')) return { id, original };
  }
  return undefined;
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
