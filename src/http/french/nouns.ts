import { FIXED_FAMILIES } from '../../pay-items/fixed-families.ts';
import { wordsOf } from '../../values/text.ts';

/** A noun: singular, plural and gender. */
export interface Noun {
  one: string;
  many: string;
  feminine: boolean;
}

const m = (one: string, many = `${one}s`): Noun => ({ one, many, feminine: false });
const f = (one: string, many = `${one}s`): Noun => ({ one, many, feminine: true });

/** Nouns of the families of pay items that declare their own texts, and of their line items. */
const FIXED_NOUNS = Object.fromEntries(
  Object.entries(FIXED_FAMILIES).flatMap(([kind, { noun }]) => {
    const of = /^[aeiouéèêh]/.test(noun.fr) ? `d'${noun.fr}` : `de ${noun.fr}`;
    const english = wordsOf(kind);
    return [
      [english, (noun.feminine ? f : m)(noun.fr)],
      [`${english} line item`, f(`ligne ${of}`, `lignes ${of}`)],
    ];
  }),
);

/**
 * The French nouns of records, and of other things in descriptions that are made from definitions, by the English noun
 * in the singular. An English plural is the singular with s (including `companies`, `entries` and so on).
 */
export const NOUNS: Readonly<Record<string, Noun>> = {
  ...FIXED_NOUNS,
  record: m('dossier'),
  id: m('id'),
  type: m('type'),
  status: m('état'),
  destination: f('destination'),
  method: m('mode'),
  owner: m('propriétaire'),
  partner: m('partenaire'),
  company: f('compagnie'),
  'business entity': f('entité'),
  'business preset': m("préréglage de l'entité", "préréglages de l'entité"),
  'pay schedule': m('calendrier de paie', 'calendriers de paie'),
  'tax property': f('propriété fiscale', 'propriétés fiscales'),
  'tax property template': m('modèle de propriété fiscale', 'modèles de propriétés fiscales'),
  employee: m('employé'),
  contractor: m('entrepreneur'),
  payee: m('bénéficiaire'),
  'work assignment': f('affectation'),
  'pay rate': m('taux de rémunération', 'taux de rémunération'),
  'overtime rate': m("taux d'heures supplémentaires", "taux d'heures supplémentaires"),
  'pay split': f('répartition de la paie', 'répartitions de la paie'),
  earning: m('gain'),
  deduction: f('retenue'),
  'employee benefit': m("avantage de l'employé", 'avantages des employés'),
  'employer benefit': m("avantage de l'employeur", "avantages de l'employeur"),
  'statutory withholding': f('retenue à la source', 'retenues à la source'),
  'employer statutory withholding': f("cotisation légale de l'employeur", "cotisations légales de l'employeur"),
  'line item': f('ligne de paie', 'lignes de paie'),
  'earning line item': f('ligne de gain', 'lignes de gain'),
  'deduction line item': f('ligne de retenue', 'lignes de retenue'),
  'employee benefit line item': f("ligne d'avantage de l'employé", "lignes d'avantages des employés"),
  'employer benefit line item': f("ligne d'avantage de l'employeur", "lignes d'avantages de l'employeur"),
  'statutory withholding line item': f('ligne de retenue à la source', 'lignes de retenue à la source'),
  'employer statutory withholding line item': f(
    "ligne de cotisation légale de l'employeur",
    "lignes de cotisation légale de l'employeur",
  ),
  payroll: f('paie'),
  'pay stub': m('bulletin de paie', 'bulletins de paie'),
  'pay date': f('date de paie', 'dates de paie'),
  'period start': m('début de période', 'débuts de période'),
  'period end': f('fin de période', 'fins de période'),
  'effective from': f("date d'entrée en vigueur", "dates d'entrée en vigueur"),
  'effective to': f('date de fin', 'dates de fin'),
  'journal entry': f('écriture de journal', 'écritures de journal'),
  'journal entry row': f("ligne d'écriture", "lignes d'écriture"),
  'accounting code': m('code comptable', 'codes comptables'),
  'expense accounting code': m('code comptable de charge', 'codes comptables de charge'),
  'liability accounting code': m('code comptable de passif', 'codes comptables de passif'),
  'accounting code rule': f('règle de code comptable', 'règles de codes comptables'),
  adjustment: m('rajustement'),
  'bank account': m('compte bancaire', 'comptes bancaires'),
  'remittance account': m('compte de versement', 'comptes de versement'),
  'remittance account enrollment': f('inscription à un compte de versement', 'inscriptions à des comptes de versement'),
  payment: m('paiement'),
  'roe authorization': f("demande d'autorisation de relevés d'emploi", "demandes d'autorisation de relevés d'emploi"),
  'account provider': m('fournisseur'),
  category: f('catégorie'),
  jurisdiction: m('ressort'),
  'original date': f("date d'origine", "dates d'origine"),
  'observed date': f("date d'observation", "dates d'observation"),
  holiday: m('jour férié', 'jours fériés'),
  tag: f('étiquette'),
  'tag group': m("groupe d'étiquettes", "groupes d'étiquettes"),
  'vacation pay setting': m("paramètre de l'indemnité de vacances", "paramètres de l'indemnité de vacances"),
  'vacation pay': f('indemnité de vacances', 'indemnités de vacances'),
  form: m('formulaire'),
  'form type': m('type de formulaire', 'types de formulaires'),
  'form batch': m('lot de formulaires', 'lots de formulaires'),
  report: m('rapport'),
  'usage record': m("relevé d'utilisation", "relevés d'utilisation"),
  'usage summary': m("sommaire d'utilisation", "sommaires d'utilisation"),
  integration: f('intégration'),
  'async task': f('tâche'),
  webhook: m('webhook'),
  'webhook delivery': m('envoi de webhook', 'envois de webhooks'),
  'recurring item': m('élément récurrent', 'éléments récurrents'),
};

/** The English plural of a noun. */
export const pluralOf = (noun: string): string =>
  noun.endsWith('y') && !/[aeiou]y$/.test(noun)
    ? `${noun.slice(0, -1)}ies`
    : noun.endsWith('s')
      ? noun
      : `${noun}${noun.endsWith('ch') ? 'es' : 's'}`;
