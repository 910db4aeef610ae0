import { sentence } from '../../values/text.ts';
import type { Noun } from './nouns.ts';
import { NOUNS, pluralOf } from './nouns.ts';

/**
 * French of descriptions that are made from definitions. Each pattern is the English form, with `{n}` for a noun in the
 * singular, `{N}` for a plural, `{#}` for a number and `{*}` for any text; a function makes the French from what was
 * found for them, in order.
 */

const isVowel = (text: string): boolean => /^[aeiouyéèêâîôûh]/i.test(text) && !/^y[aeiou]/i.test(text);
const a = ({ one, feminine }: Noun): string => `${feminine ? 'une' : 'un'} ${one}`;
const the = ({ one, feminine }: Noun): string => (isVowel(one) ? `l'${one}` : `${feminine ? 'la' : 'le'} ${one}`);
const ofThe = (noun: Noun): string => (isVowel(noun.one) || noun.feminine ? `de ${the(noun)}` : `du ${noun.one}`);
const its = ({ one, feminine }: Noun): string => `${feminine && !isVowel(one) ? 'sa' : 'son'} ${one}`;
const ofMany = ({ many }: Noun): string => (isVowel(many) ? `d'${many}` : `de ${many}`);

const DATES =
  'une date, ou des opérateurs entre crochets : [gt] après, [gte] ce jour ou après, [lt] avant, [lte] ce jour ou avant';

/** What was found for braces in a pattern: a noun, or the text itself. */
export interface Found {
  noun: Noun;
  text: string;
}

type Made = (...found: Found[]) => string;

const PATTERNS: Readonly<Record<string, Made>> = {
  'List {N}': ({ noun }) => `Énumérer les ${noun.many}`,
  'Create {a} {n}': ({ noun }) => `Créer ${a(noun)}`,
  'Create a report of type {*}': ({ text }) => `Créer un rapport de type ${text}`,
  'Retrieve {a} {n}': ({ noun }) => `Obtenir ${a(noun)}`,
  'Update {a} {n}': ({ noun }) => `Modifier ${a(noun)}`,
  'Delete {a} {n}': ({ noun }) => `Supprimer ${a(noun)}`,
  'Id of the {n}': ({ noun }) => `Id ${ofThe(noun)}`,
  'Id of its {n}': ({ noun }) => `Id de ${its(noun)}`,
  'Create or change 1 to {#} {N}': (count, { noun }) => `Créer ou modifier de 1 à ${count.text} ${noun.many}`,
  'Delete 1 to {#} {N}': (count, { noun }) => `Supprimer de 1 à ${count.text} ${noun.many}`,
  'Search {N} by a selection': ({ noun }) => `Trouver des ${noun.many} par une sélection`,
  'Create {N} for all selected records': ({ noun }) => `Créer des ${noun.many} pour tous les dossiers sélectionnés`,
  'Preview the selection of a bulk create of {N}': ({ noun }) =>
    `Prévisualiser la sélection d'une création en masse ${ofMany(noun)}`,
  'Change all selected {N}': ({ noun }) => `Modifier l'ensemble des ${noun.many} de la sélection`,
  'Delete all selected {N}': ({ noun }) => `Supprimer l'ensemble des ${noun.many} de la sélection`,
  'Preview the {N} that a bulk update would select': ({ noun }) =>
    `Prévisualiser les ${noun.many} qu'une modification en masse sélectionnerait`,
  'Preview the {N} that a bulk delete would select': ({ noun }) =>
    `Prévisualiser les ${noun.many} qu'une suppression en masse sélectionnerait`,
  'The {n} may have at most {#} {N}.': (owner, count, { noun }) =>
    `${sentence(the(owner.noun))} peut avoir au plus ${count.text} ${noun.many}.`,
  'The {n} may have at most {#} {N} and {N} in force, to come, or ended in the last two months.': (
    owner,
    count,
    one,
    other,
  ) =>
    `${sentence(the(owner.noun))} peut avoir au plus ${count.text} ${one.noun.many} et ${other.noun.many} en vigueur, à venir, ou terminés au cours des deux derniers mois.`,
  'The {n} may have at most {#} {N} in force, to come, or ended in the last two months.': (owner, count, { noun }) =>
    `${sentence(the(owner.noun))} peut avoir au plus ${count.text} ${noun.many} en vigueur, à venir, ou terminés au cours des deux derniers mois.`,
  'The {n} may have at most {#} {N} that are not archived.': (owner, count, { noun }) =>
    `${sentence(the(owner.noun))} peut avoir au plus ${count.text} ${noun.many} sans compter les archives.`,
  'The {n} may have at most {#} of these, ended ones included.': (owner, count) =>
    `${sentence(the(owner.noun))} peut en avoir au plus ${count.text}, y compris ce qui est terminé.`,
  'Related records to show in full: {*}.': ({ text }) => `Dossiers liés à montrer en entier : ${text}.`,
  'Decimal as number or numeric string, at most {#} places': ({ text }) =>
    `Décimal en nombre ou en texte numérique, d'au plus ${text} décimales`,
  'Decimal as number or numeric string, at most {#} places, from {#}': (places, from) =>
    `Décimal en nombre ou en texte numérique, d'au plus ${places.text} décimales, à partir de ${from.text}`,
  'Decimal as number or numeric string, at most {#} places, from {#}, to {#}': (places, from, to) =>
    `Décimal en nombre ou en texte numérique, d'au plus ${places.text} décimales, de ${from.text} à ${to.text}`,
  'Changes of the {n}': ({ noun }) => `Changements ${ofThe(noun)}`,
  '{N} to delete': ({ noun }) => `${sentence(noun.many)} à supprimer`,
  '{N} to create or to change': ({ noun }) => `${sentence(noun.many)} à créer ou à modifier`,
  'A new {n}': ({ noun }) => `${sentence(a(noun))} à créer`,
  '{A} {n} of the new record': ({ noun }) => `${sentence(a(noun))} du nouveau dossier`,
  'Data of the {n}': ({ noun }) => `Données ${ofThe(noun)}`,
  'A page of {N}': ({ noun }) => `Une page ${ofMany(noun)}`,
  'Totals of {N}': ({ noun }) => `Totaux des ${noun.many}`,
  'A complete list of {N}': ({ noun }) => `Une liste complète ${ofMany(noun)}`,
  'Some {N}, by inclusion or exclusion': ({ noun }) =>
    noun.feminine
      ? `Certaines ${noun.many} : celles qui sont incluses, sans celles qui sont exclues`
      : `Certains ${noun.many} : ceux qui sont inclus, sans ceux qui sont exclus`,
  'Its {n} records; present when expanded': ({ noun }) => `Ses ${noun.many}, quand expand le demande`,
  'Link to a related {*}': ({ text }) =>
    `Lien vers un dossier lié (${text
      .split(' or ')
      .map((one) => NOUNS[one]?.one ?? one)
      .join(', ')})`,
  'By their {n}: values to include, or to exclude': ({ noun }) =>
    `Selon leur ${noun.one} : valeurs à inclure, ou à exclure`,
  'Its {n}: a date, or operators in brackets: [gt] later than, [gte] on or later than, [lt] earlier than, [lte] on or earlier than':
    ({ noun }) => `${sentence(its(noun))} : ${DATES}`,
  'A date, or operators in brackets: [gt] later than, [gte] on or later than, [lt] earlier than, [lte] on or earlier than':
    () => sentence(DATES),
  'Filter by {n}: one value or several': ({ noun }) => `Filtrer par ${noun.one} : une ou plusieurs valeurs`,
  'A pay in {*}': ({ text }) => `Une paie (${text})`,
  'Creates one from `data` for each of the selected {N}.': ({ noun }) =>
    `Crée ce que dit \`data\` pour chacun des éléments sélectionnés (${noun.many}).`,
  'field[:asc|desc], several by commas; fields: {*}.': ({ text }) =>
    `champ[:asc|desc], plusieurs séparés par des virgules; champs : ${text}.`,
  'true for those with {a} {n}, false for those without': ({ noun }) =>
    `true pour ce qui a ${a(noun)}, false pour ce qui n'en a pas`,
  'At most {#}, whose notes have at most {#} characters together': (count, characters) =>
    `Au plus ${count.text}, dont les notes ont ensemble au plus ${characters.text} caractères`,
  'At most {#} are valid at a time.': ({ text }) => `Au plus ${text} sont valides à la fois.`,
  'Criteria that {N} must all meet': ({ noun }) => `Critères que doivent remplir les ${noun.many}, tous à la fois`,
  'Selection of {N}': ({ noun }) => `Sélection ${ofMany(noun)}`,
  'Which {N} to include: all, or those that meet criteria': ({ noun }) =>
    `Les ${noun.many} à inclure : ${noun.feminine ? 'toutes, ou celles' : 'tous, ou ceux'} qui remplissent des critères`,
  'The {n} that the selection is limited to': ({ noun }) =>
    `${sentence(the(noun))} ${noun.feminine ? 'à laquelle' : 'auquel'} la sélection est limitée`,
  'The {n} that it belongs to': ({ noun }) =>
    `${sentence(the(noun))} ${noun.feminine ? 'à laquelle' : 'auquel'} cela appartient`,
  'Pay date, {*} or later; it decides the statutory figures': ({ text }) =>
    `Date de paie, le ${text} ou plus tard; elle détermine les chiffres de la loi`,
  '`{*}`: {*}': (code, { text }) => `\`${code.text}\` : ${text}`,
};

const NONE: Noun = { one: '', many: '', feminine: false };

const escaped = (text: string): string => text.replace(/[.*+?^$()|[\]\\]/g, '\\$&');

const BY_PLURAL = new Map(
  Object.entries(NOUNS).flatMap(([english, noun]) => [
    [pluralOf(english), noun] as const,
    // `earning types`: `types de gains`.
    [`${english} types`, { one: `type ${ofMany(noun)}`, many: `types ${ofMany(noun)}`, feminine: false }] as const,
  ]),
);
const BY_SINGULAR = new Map(
  Object.entries(NOUNS).flatMap(([english, noun]) => [
    [english, noun] as const,
    [`${english} type`, { one: `type ${ofMany(noun)}`, many: `types ${ofMany(noun)}`, feminine: false }] as const,
  ]),
);

const nounOf = (text: string): Noun | undefined =>
  BY_SINGULAR.get(text.toLowerCase()) ?? BY_PLURAL.get(text.toLowerCase());

const FORMS: readonly { form: RegExp; kinds: string[]; made: Made }[] = Object.entries(PATTERNS).map(
  ([pattern, made]) => {
    const kinds: string[] = [];
    const source = pattern
      .split(/(\{[nN#*aA]\})/)
      .map((part) => {
        if (part === '{a}') return 'an?';
        if (part === '{A}') return 'An?';
        if (!/^\{[nN#*]\}$/.test(part)) return escaped(part).replaceAll('{', '\\{').replaceAll('}', '\\}');
        kinds.push(part);
        if (part === '{#}') return '(-?[\\d.]+?)';
        return part === '{*}' ? '(.+?)' : "([A-Za-z' ]+?)";
      })
      .join('');
    return { form: new RegExp(`^${source}$`), kinds, made };
  },
);

/**
 * The French of a description that is made from a definition.
 *
 * @returns undefined when no pattern matches, or a noun is not known
 */
export const patternInFrench = (english: string): string | undefined => {
  for (const { form, kinds, made } of FORMS) {
    const match = form.exec(english);
    if (!match) continue;
    const found = match.slice(1).map((text, index) => {
      const noun = kinds[index] === '{n}' || kinds[index] === '{N}' ? nounOf(text) : NONE;
      return noun && { noun, text };
    });
    if (found.every((one) => one !== undefined)) return made(...found);
  }
  return undefined;
};
