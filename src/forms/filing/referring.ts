import { rowsOf } from '../../kernel/definition/reader.ts';
import type { RecordOf } from '../../kernel/definition/resource.ts';
import type { Services, Tenant } from '../../kernel/definition/services.ts';
import { all, equal, oneOf } from '../../values/condition.ts';
import { groupBy } from '../../values/group.ts';
import type { Text } from '../../values/text.ts';
import { areSameValues, membersThatDiffer, valuesOf, versionOf } from '../of-record.ts';
import { ON_THEIR_WAY, rivalOf, supersededBy, supersededText, unfiledOf } from '../superseded.ts';
import { formTypeOf } from '../types/index.ts';
import { slipsInFile } from '../values.ts';
import { type Found, personOf } from './issues-now.ts';

/**
 * Amendments and cancellations that have nothing to amend or to cancel, or whose form the agency knows by another one;
 * and originals that it has already.
 */

type Form = RecordOf<'form'>;

/**
 * Why a form can be filed no more: the agency has got another one of its slip since it was made, or is to get one, or
 * does not have the one that it refers to, or an amendment tells what it has already, or on another number of slips, or a
 * cancellation says other than what it takes back; or an original says what another one says.
 */
export const whyOutdated = async (form: Found): Promise<Text | undefined> => {
  const { record, services, origin } = form;
  if (record.stage === 'original') return whyTwice(form);
  const unfiled = await unfiledOf([record], services.read, origin.tenant);
  if (unfiled) return unfiledText(unfiled.id, unfiled.original);
  const later = await supersededBy(record, services.read, origin.tenant);
  if (!later) {
    const found = await rivalOf([record], services.read, origin.tenant);
    if (!found) return whyNotReferring(form);
    return found.rival.status === 'processing' && record.type === 'roe'
      ? underWayText(found.rival)
      : rivalText(record.id, found.rival);
  }
  const { en, fr } = supersededText(later);
  return {
    en: `original_form_id ${en}. Delete this form, and make another one.`,
    fr: `original_form_id ${fr}. Supprimez ce formulaire et faites-en un autre.`,
  };
};

/** Why an original would be filed twice. */
const whyTwice = async ({ record, services, origin }: Found): Promise<Text | undefined> => {
  const found = await twinOf([record], ON_THEIR_WAY, services.read, origin.tenant);
  return found && twiceText(found.id, found.twin);
};

/** Of a record of employment: its numbers, and whom the employer names for questions. */
const OF_ITS_MOMENT = /^(block_[12]_serial_number|contact_)/;

/**
 * Of some originals of one type, employer and year, the first one that would be filed twice: a form of its payee that is
 * not cancelled has the same account, province, amounts and every other value. Where one of them differs a second slip
 * may be meant. Names and addresses do not count, since they are those of the moment in which a form was made.
 *
 * @param ends statuses in which an amendment or cancellation takes the place of what it refers to
 */
export const twinOf = async (
  forms: readonly Form[],
  ends: readonly string[],
  read: Services['read'],
  tenant: Tenant,
): Promise<{ id: string; twin: Form } | undefined> => {
  const [first] = forms;
  if (!first) return undefined;
  const { type, business_entity_id, tax_year_of } = first;
  const ofThem = all(
    oneOf('owner_id', [...new Set(forms.map(({ owner_id }) => owner_id ?? ''))]),
    equal('type', type),
    equal('business_entity_id', business_entity_id ?? ''),
    // A record of employment is of no year: its days are among its values.
    ...(tax_year_of === null ? [] : [equal('tax_year_of', tax_year_of)]),
    oneOf('status', ON_THEIR_WAY),
  );
  const theirs = await rowsOf(read.pages('form', tenant, ofThem));
  const ofOwner = groupBy(theirs, ({ owner_id }) => owner_id ?? '');
  const followed = new Set(
    theirs.flatMap(({ status, original_form_id }) => (ends.includes(status ?? '') ? [original_form_id] : [])),
  );
  for (const { id, owner_id, values } of forms) {
    const twin = ofOwner
      .get(owner_id ?? '')
      ?.find(
        (other) =>
          other.id !== id &&
          other.stage !== 'cancellation' &&
          !followed.has(other.id) &&
          areSameValues(values, other.values, (key) => OF_ITS_MOMENT.test(key)),
      );
    if (twin) return { id, twin };
  }
  return undefined;
};

/** That a slip would be filed twice, and what to do. */
export const twiceText = (id: string, { id: other, status, type }: Form): Text =>
  type === 'roe'
    ? {
        en: `${id} would be issued twice: ${other} of the same person, account and days says the same, and is ${status}. Delete ${id}; to issue the record once more, submit a cancellation of ${other} first.`,
        fr: `${id} serait émis deux fois : ${other}, de la même personne, du même compte et des mêmes jours, dit la même chose et est « ${status} ». Supprimez ${id}; pour émettre le relevé de nouveau, soumettez d'abord une annulation de ${other}.`,
      }
    : {
        en: `${id} would be filed twice: ${other} of the same payee, account and year says the same, and is ${status}. Delete one of them; to file the slip once more, submit a cancellation of ${other} first.`,
        fr: `${id} serait produit deux fois : ${other}, de la même personne, du même compte et de la même année, dit la même chose et est « ${status} ». Supprimez l'un d'eux; pour produire le feuillet de nouveau, soumettez d'abord une annulation de ${other}.`,
      };

/** Of a record of employment: its own number, and that of the one which it refers to. */
const NUMBERS = /^block_[12]_serial_number/;

const whyNotReferring = async (form: Found): Promise<Text | undefined> => {
  const { record, services, origin } = form;
  if (record.original_form_id === null) return undefined;
  const original = await services.read.get('form', origin.tenant, record.original_form_id);
  if (!original) return undefined;
  if (record.stage === 'cancellation') return record.type === 'roe' ? undefined : saysOther(record, original);
  return (await unchanged(form, original)) ?? onOtherSlips(record, original);
};

/** Why a cancellation takes nothing back: the CRA asks that it says what the slip said. */
const saysOther = (record: Form, original: Form): Text | undefined => {
  const others = new Set(membersThatDiffer(valuesOf(record), valuesOf(original)));
  if (others.size === 0) return undefined;
  const labels = versionOf(record).fields.flatMap(({ key, label }) => (others.has(key) ? [label] : []));
  const named = (locale: 'en' | 'fr') => labels.map((label) => label[locale]).join(', ');
  return {
    en: `${record.id} says other than ${original.id}, which it cancels, in ${named('en')}: a cancellation repeats what the agency has. Correct it, or delete it and make another one.`,
    fr: `${record.id} dit autre chose que ${original.id}, qu'il annule, dans ${named('fr')} : une annulation répète ce que l'organisme a. Corrigez-le, ou supprimez-le et faites-en un autre.`,
  };
};

/**
 * Why the CRA cannot have an amendment: each slip of its file amends one that was filed. A further slip that it leaves
 * out would stay there, and one more would amend none. (An RL-1 names each slip that it amends.)
 */
const onOtherSlips = (record: Form, original: Form): Text | undefined => {
  const type = formTypeOf(record.type);
  if (type.agency !== 'cra') return undefined;
  const slipsOf = (one: Form): number => slipsInFile(type, versionOf(one), valuesOf(one));
  const [own, filed] = [slipsOf(record), slipsOf(original)];
  if (own === filed) return undefined;
  return {
    en: `In the agency's file the number of slips of ${record.id} is ${own}, and that of ${original.id}, which it amends, ${filed}, by their codes of other information. Delete ${record.id}, cancel ${original.id}, and file another original.`,
    fr: `Dans le fichier de l'organisme, le nombre de feuillets de ${record.id} est ${own}, et celui de ${original.id}, qu'il modifie, ${filed}, selon leurs codes d'autres renseignements. Supprimez ${record.id}, annulez ${original.id} et produisez un autre original.`,
  };
};

/**
 * Why an amendment amends nothing. A social insurance number is in no form: where the record of its person was changed
 * since the other form was made, the amendment may be there to tell it.
 */
const unchanged = async (form: Found, original: Form): Promise<Text | undefined> => {
  const { record } = form;
  if (!areSameValues(valuesOf(record), valuesOf(original), (key) => NUMBERS.test(key))) return undefined;
  const person = await personOf(form);
  return person && person.updated_at > original.created_at ? undefined : unchangedText(record.id, original.id);
};

const unchangedText = (id: string, original: string): Text => ({
  en: `${id} amends nothing: the agency has ${original}, which says the same. Correct what it says, or delete it.`,
  fr: `${id} ne modifie rien : l'organisme a ${original}, qui dit la même chose. Corrigez ce qu'il dit, ou supprimez-le.`,
});

/** Only one form takes the place of another: of two that refer to it the second one waits until the first is gone. */
export const rivalText = (id: string, { id: other, original_form_id: original }: Form): Text => ({
  en: `${id} and ${other} both refer to ${original}, and only one of them can be filed. Unapprove one of them, and delete it.`,
  fr: `${id} et ${other} se réfèrent tous deux à ${original}, et un seul peut être produit. Annulez l'approbation de l'un d'eux, et supprimez-le.`,
});

/** An agency has nothing to change or to take back of a form that it rejected. */
export const unfiledText = (id: string, { id: original, status }: Form): Text => ({
  en: `${id} refers to ${original}, and ${original} is ${status}: the agency does not have it. Delete ${id}, and file an original.`,
  fr: `${id} se réfère à ${original}, et ${original} est « ${status} » : l'organisme ne l'a pas. Supprimez ${id} et produisez un original.`,
});

/** A record of employment is approved by nobody: the other one is with its agency already. */
const underWayText = ({ id, original_form_id: original }: Form): Text => ({
  en: `${id} refers to ${original} too, and is on its way to the agency, which takes one of them. Wait for the answer.`,
  fr: `${id} se réfère aussi à ${original} et est en route vers l'organisme, qui n'en prend qu'un. Attendez la réponse.`,
});
