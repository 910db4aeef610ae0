import { type JsonObject, objectOf, objectsOf, textIf } from '../values/json.ts';
import type { Locale, Text } from '../values/text.ts';

/** What warnings say that are kept without a sentence, by their types. */
const SENTENCES: ReadonlyMap<unknown, Text> = new Map([
  [
    'negative_net_pay',
    {
      en: 'The net pay is negative: lower what is taken off it.',
      fr: 'La paie nette est négative : diminuez ce qui en est retenu.',
    },
  ],
  [
    'too_many_recurring_items',
    {
      en: 'The work assignment has more pay rates and recurring items than a pay stub holds: end or delete some.',
      fr: "L'affectation a plus de taux et d'éléments récurrents qu'un bulletin n'en contient : mettez fin à certains ou supprimez-en.",
    },
  ],
  [
    'outside_calendar_with_entries',
    {
      en: 'The pay schedule no longer has this pay period, and the payroll holds what was entered: approve it, or empty or delete it.',
      fr: "Le calendrier de paie n'a plus cette période, et la paie contient des saisies : approuvez-la, videz-la ou supprimez-la.",
    },
  ],
  [
    'exported_entries_not_reversed',
    {
      en: 'Journal entries of an approval that was taken back are still in the books of the accounting provider: export the payroll again.',
      fr: "Des écritures d'une approbation annulée sont encore dans les livres du fournisseur comptable : exportez la paie de nouveau.",
    },
  ],
  [
    'debit_failed',
    {
      en: 'A debit of the employer failed, and nobody is paid with it: make it again (POST /payments/{payment}/pay_again).',
      fr: "Un débit de l'employeur a échoué, et il ne paie personne : refaites-le (POST /payments/{payment}/pay_again).",
    },
  ],
  [
    'payment_failed',
    {
      en: 'A payment to a payee or an agency failed: make it again (POST /payments/{payment}/pay_again). Somebody who was erased since can only be paid otherwise.',
      fr: "Un paiement à un bénéficiaire ou à un organisme a échoué : refaites-le (POST /payments/{payment}/pay_again). Une personne effacée depuis ne peut être payée qu'autrement.",
    },
  ],
]);

/** Warnings of a pay stub or a payroll as answers show them, with their sentences in the language of the request. */
export const shownWarnings = (kept: unknown, locale: Locale): JsonObject[] =>
  objectsOf(kept).map(({ message, ...warning }) => {
    // Warnings of before had an English sentence alone.
    const sentence = textIf(message) ?? textIf(objectOf(message)[locale]) ?? SENTENCES.get(warning.type)?.[locale];
    return sentence === undefined ? warning : { ...warning, message: sentence };
  });
