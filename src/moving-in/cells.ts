import type { Json } from '../values/json.ts';
import type { Text } from '../values/text.ts';
import type { ImportColumn } from './columns.ts';

/** What cells hold. Some hold a list, in a notation that people type: shares by tag, and overrides of a setting. */

/** The value of a cell, or what is wrong with it. */
export type ReadCell = { value: Json } | { fault: Text };

/** As people type them, and as spreadsheets write them in English and French, in capital letters. */
const FLAGS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['vrai', true],
  ['false', false],
  ['faux', false],
]);
const FLAG: Text = { en: 'must be true or false', fr: 'doit être true ou false, ou VRAI ou FAUX' };
const WHOLE: Text = {
  en: 'must be a whole number of at most nine digits',
  fr: "doit être un nombre entier d'au plus neuf chiffres",
};
const WHOLES: Text = {
  en: 'must be whole numbers separated by spaces, e.g. 1 -1',
  fr: 'doit être des nombres entiers séparés par des espaces, p. ex. 1 -1',
};

const isWhole = (text: string): boolean => /^-?\d{1,9}$/.test(text);

/** The value of a cell without a notation of its own, as a body has it. Texts are left to the schema of the body. */
export const plainValue = (cell: string, kind: ImportColumn['kind']): ReadCell => {
  const text = cell.trim();
  if (kind === 'flag') {
    const value = FLAGS.get(text.toLowerCase());
    return value === undefined ? { fault: FLAG } : { value };
  }
  if (kind === 'integer') return isWhole(text) ? { value: Number(text) } : { fault: WHOLE };
  if (kind === 'integers') {
    const parts = text.split(/\s+/);
    return parts.every(isWhole) ? { value: parts.map(Number) } : { fault: WHOLES };
  }
  return { value: text };
};

const partsOf = (cell: string): string[] =>
  cell
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '');

interface Share {
  value: string;
  tags: string[];
}

/** A percentage has no thousands, so its comma is that of decimals. */
const withPoint = (percentage: string): string => percentage.replace(/^(-?\d+),(\d+)$/, '$1.$2');

/** One share of `60 Kitchen + East; 40 Bar`: a percentage, with its sign or without, and the tags that it goes to. */
const shareOf = (part: string): Share => {
  const [, value = '', names = ''] = /^(\S+?)(?:\s*%)?(?:\s+(.*))?$/s.exec(part) ?? [];
  const tags = names.replace(/\s+/g, ' ').split('+');
  return { value: withPoint(value), tags: tags.map((tag) => tag.trim()) };
};

/** The names of the tags in a cell of shares. */
export const tagsOf = (cell: string): string[] =>
  partsOf(cell).flatMap((part) => shareOf(part).tags.filter((tag) => tag !== ''));

const SHARES: Text = {
  en: 'must be percentages with tags, e.g. 60 Kitchen + East; 40 Bar',
  fr: 'doit être des pourcentages avec des étiquettes, p. ex. 60 Cuisine + Est; 40 Bar',
};

/** The shares of a cell, as a request body has them. `idOf` gives the id of a tag by the name in the cell. */
export const sharesOf = (cell: string, idOf: (name: string) => string): ReadCell => {
  const shares = partsOf(cell).map(shareOf);
  if (shares.length === 0 || shares.some(({ tags }) => tags.includes(''))) return { fault: SHARES };
  const tag_allocations = shares.map(({ value, tags }) => ({ tags: tags.map(idOf), value }));
  return { value: { unit: 'percentage', tag_allocations } };
};

const OVERRIDES: Text = {
  en: 'must be types with a percentage and a method, e.g. earning.commission 3 per_period; earning.bonus_discretionary 0 manual',
  fr: 'doit être des types avec un pourcentage et une méthode, p. ex. earning.commission 3 per_period; earning.bonus_discretionary 0 manual',
};

/**
 * The overrides of a cell: another percentage and method for some types of line items, such as
 * `earning.commission 3 per_period; earning.bonus_discretionary 0 manual`.
 */
export const overridesOf = (cell: string): ReadCell => {
  const overrides = partsOf(cell).map((part) => {
    const [named = '', percentage, method, ...more] = part.split(/\s+/);
    const [type = '', subtype, ...others] = named.split('.');
    const isComplete = subtype !== undefined && percentage !== undefined && method !== undefined;
    return isComplete && more.length + others.length === 0
      ? { type, subtype, percentage: withPoint(percentage), method }
      : undefined;
  });
  const value = overrides.flatMap((one) => one ?? []);
  return value.length === overrides.length ? { value } : { fault: OVERRIDES };
};
