import type { Json } from '../values/json.ts';
import type { Text } from '../values/text.ts';

/** Cells that say several things, in a notation that is written by hand: shares of tags, and overrides of a setting. */

/** What a cell says, or what it would have to look like. */
export type ReadCell = { value: Json } | { fault: Text };

const partsOf = (cell: string): string[] =>
  cell
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '');

interface Share {
  value: string;
  tags: string[];
}

/** `60 Kitchen + East; 40 Bar`: percent, and the tags that they go to. */
const shareOf = (part: string): Share => {
  const [value = '', ...rest] = part.split(/\s+/);
  const tags = rest.join(' ').split('+');
  return { value: value.endsWith('%') ? value.slice(0, -1) : value, tags: tags.map((tag) => tag.trim()) };
};

/** The names of tags that a cell of shares has. */
export const tagsOf = (cell: string): string[] =>
  partsOf(cell).flatMap((part) => shareOf(part).tags.filter((tag) => tag !== ''));

const SHARES: Text = {
  en: 'must be percents with tags, e.g. 60 Kitchen + East; 40 Bar',
  fr: 'doit être des pourcentages avec des étiquettes, p. ex. 60 Cuisine + Est; 40 Bar',
};

/** Shares of an amount as a body has them; `idOf` gives the id of a tag by the name that the cell has. */
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
 * `earning.commission 3 per_period; earning.bonus_discretionary 0 manual`: another percentage and method for types of
 * line items.
 */
export const overridesOf = (cell: string): ReadCell => {
  const overrides = partsOf(cell).map((part) => {
    const [named = '', percentage, method, ...more] = part.split(/\s+/);
    const [type = '', subtype, ...others] = named.split('.');
    const isWhole = subtype !== undefined && percentage !== undefined && method !== undefined;
    return isWhole && more.length + others.length === 0 ? { type, subtype, percentage, method } : undefined;
  });
  const value = overrides.flatMap((one) => one ?? []);
  return value.length === overrides.length ? { value } : { fault: OVERRIDES };
};
