import type { Text } from './text.ts';

const LAST_HALF = /[\ud800-\udbff]$/;

/**
 * The beginning of a text: at most so many UTF-16 units, and never half of a letter that takes two, which no event and
 * no table can hold.
 */
export const cut = (text: string, most: number): string =>
  text.length <= most ? text : text.slice(0, most).replace(LAST_HALF, '');

/** The same of a text that may be missing or empty; null then. */
export const cutIf = (text: string | null | undefined, most: number): string | null => (text ? cut(text, most) : null);

/** Whether events and tables can hold a text: PostgreSQL refuses a NUL, and UTF-8 has no half of a surrogate pair. */
export const isStorable = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed();

/** What is said of one that they cannot hold. */
export const UNSTORABLE: Text = {
  en: 'must not contain a NUL character or half of a surrogate pair',
  fr: 'ne doit contenir ni caractère NUL ni moitié de paire de substitution',
};

/**
 * A text of others as events and tables can hold it: what they cannot hold is replaced.
 *
 * @param most UTF-16 units to keep; by default enough for the message of an error
 */
export const storable = (text: string, most = 2_000): string =>
  cut(text, most).toWellFormed().replaceAll('\u0000', '\ufffd');

/**
 * A path or an address without the slashes at its end. The pattern `/+$` would try each slash of a run as the first
 * one: a caller's path of 16 KB took a second of the thread that all share.
 */
export const withoutEndSlashes = (path: string): string => {
  let end = path.length;
  while (path[end - 1] === '/') end--;
  return path.slice(0, end);
};
