import type { RecordOf } from '../../kernel/definition/resource.ts';
import { refused } from '../../values/problem.ts';
import type { Text } from '../../values/text.ts';

/** What is said of a slip that is not made, or of a form that is left, when forms of a year are generated. */

type Form = RecordOf<'form'>;

/** Of a payee who was paid nothing that such a slip tells. */
export const NOT_PAID = refused({
  en: 'The payee has no paid pay stub of the tax year with amounts for such a form.',
  fr: "Aucun bulletin payé de cette personne dans l'année d'imposition n'a de montant pour un tel formulaire.",
});

/** What can be done where a form is there: one that is sent cannot be taken back. */
const INSTEAD: Readonly<Record<string, Text>> = {
  approved: { en: 'Unapprove it to make it again.', fr: 'Annulez son approbation pour le refaire.' },
  processing: { en: "Wait for the agency's answer.", fr: "Attendez la réponse de l'organisme." },
};
const AMEND: Text = { en: 'Amend it.', fr: 'Modifiez-le.' };

/**
 * Of a form that stands in the way of another one of its slip.
 *
 * @param isSame whether it says what payroll says now
 */
export const THERE = ({ id, status }: Form, isSame: boolean) => {
  const { en, fr } = INSTEAD[status ?? ''] ?? AMEND;
  const others: Text = isSame
    ? { en: '', fr: '' }
    : { en: ', and payroll has other figures by now', fr: ", et la paie a d'autres chiffres depuis" };
  return refused({
    en: `The form ${id} of the same payee, account of the employer and province is ${status} already${others.en}. ${en}`,
    fr: `Le formulaire ${id} de la même personne, du même compte de l'employeur et de la même province est déjà « ${status} »${others.fr}. ${fr}`,
  });
};
/** Of a slip that another generation made at the same time, for a batch of its own. */
export const IN_ANOTHER_BATCH = ({ id, form_batch_id, status }: Form) => {
  const where: Text =
    form_batch_id === null
      ? { en: 'it is in no batch', fr: "il n'est dans aucun lot" }
      : { en: `it stays in the batch ${form_batch_id}`, fr: `il reste dans le lot ${form_batch_id}` };
  const again: Text =
    status === 'draft'
      ? { en: ' Generate again to have it in this one.', fr: " Relancez la production pour l'avoir dans celui-ci." }
      : { en: '', fr: '' };
  return refused({
    en: `Another generation made the form ${id} at the same time, and ${where.en}.${again.en}`,
    fr: `Une autre production a fait le formulaire ${id} en même temps, et ${where.fr}.${again.fr}`,
  });
};
/** Of a payee of whom there is nothing to amend or to cancel. */
export const NOTHING_FILED = refused({
  en: 'The agency has no form of this payee that could be amended or cancelled: submit an original.',
  fr: "L'organisme n'a aucun formulaire de cette personne qui puisse être modifié ou annulé : soumettez un original.",
});

/** Of a filed form that needs no amendment. */
export const SAME = ({ id }: Form) =>
  refused({
    en: `The form ${id} equals the payroll data: there is nothing to amend. Where the payee's social insurance number was corrected, which is in no form, make an amendment with POST /forms.`,
    fr: `Le formulaire ${id} correspond à la paie : il n'y a rien à modifier. Si le numéro d'assurance sociale de la personne a été corrigé, lequel n'est dans aucun formulaire, faites une modification par POST /forms.`,
  });

/** Of a filed form that payroll has no figures for any more. */
export const GONE = ({ id }: Form) =>
  refused({
    en: `The agency has the form ${id}, but payroll no longer has amounts for it: make a cancellation.`,
    fr: `L'organisme a le formulaire ${id}, et la paie n'a plus de montants pour lui : faites une annulation.`,
  });

/** The same of one that its agency has not answered yet. */
export const ON_ITS_WAY = ({ id }: Form) =>
  refused({
    en: `The form ${id} is on its way to the agency, but payroll no longer has amounts for it: wait for the answer, and make a cancellation then.`,
    fr: `Le formulaire ${id} est en route vers l'organisme, et la paie n'a plus de montants pour lui : attendez la réponse, puis faites une annulation.`,
  });

/** Of a draft or an approved form that payroll has no figures for. */
export const LEFT_OVER = ({ id, status }: Form) =>
  refused({
    en: `The form ${id} is ${status}, but payroll has no amounts for it: delete it, unless it was entered by hand.`,
    fr: `Le formulaire ${id} est « ${status} », et la paie n'a pas de montants pour lui : supprimez-le, à moins qu'il n'ait été saisi à la main.`,
  });

/** Of the draft of an amendment without a difference: it would be filed. */
export const UNCHANGED = ({ id }: Form) =>
  refused({
    en: `The draft ${id} amends nothing: the agency has the same already. Delete it.`,
    fr: `Le brouillon ${id} ne modifie rien : l'organisme a déjà la même chose. Supprimez-le.`,
  });

/** Of the draft of a cancellation that payroll has figures for again, or still: it would be filed. */
export const PAID_AGAIN = ({ id }: Form) =>
  refused({
    en: `The draft ${id} cancels a slip that payroll has amounts for: delete it, unless the slip is to be cancelled all the same.`,
    fr: `Le brouillon ${id} annule un feuillet pour lequel la paie a des montants : supprimez-le, à moins que le feuillet ne doive être annulé quand même.`,
  });

/** Of what a contractor was paid as if employed: the form is made, and the amount is not on it. */
export const ON_NO_SLIP = (types: Iterable<string>) => {
  const named = [...types].sort().join(', ');
  return refused({
    en: `The contractor was paid ${named}, which is on no slip: only a T4 has a box for it, and a T4 is of employees. If it was a fee, correct it to invoice_payment; else report it outside the service.`,
    fr: `L'entrepreneur a reçu ${named}, qui ne figure sur aucun feuillet : seul un T4 a une case pour cela, et un T4 est d'un employé. S'il s'agissait d'honoraires, corrigez-le en invoice_payment; sinon, déclarez-le hors du service.`,
  });
};
