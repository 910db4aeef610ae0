/** A sentence for people, in both languages of the interface. Which one is sent is decided at the edge. */
export interface Text {
  en: string;
  fr: string;
}
export type Locale = 'en' | 'fr';
export const LOCALES: readonly Locale[] = ['en', 'fr'];

// Forms that texts have in many resources, with what is said of a text that has another: options of a field of texts.

/**
 * An address of e-mail: enough of it to find a slip of the pen; only a letter shows whether it is somebody's. Only the
 * first dot behind the first letter is tried: were it any dot, a text of nothing but dots took the square of its
 * length, and a body may have one of a megabyte.
 */
export const EMAIL = {
  pattern: /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/,
  wrong: { en: 'must be an e-mail address', fr: 'doit être une adresse courriel' },
} as const;

const twoLetters = (example: string) => ({
  pattern: /^[A-Z]{2}$/,
  wrong: {
    en: `must be two capital letters, e.g. ${example}`,
    fr: `doit être formé de deux lettres majuscules, p. ex. ${example}`,
  },
});

/** A province or territory by its two letters. */
export const PROVINCE_LETTERS = twoLetters('ON');
/** A country by its two letters. */
export const COUNTRY_LETTERS = twoLetters('CA');

/** So many digits. */
export const digits = (count: number) => ({
  pattern: new RegExp(`^\\d{${count}}$`),
  wrong: { en: `must be ${count} digits`, fr: `doit être formé de ${count} chiffres` },
});

/** The extension of a telephone number. */
export const EXTENSION = {
  pattern: /^\d{1,10}$/,
  wrong: { en: 'must be 1 to 10 digits', fr: 'doit être formé de 1 à 10 chiffres' },
} as const;

// Names of objects in sentences of the reference.

/** An object's name in words: `employee benefit`, `ROE authorization`. */
export const wordsOf = (object: string): string => object.replaceAll('_', ' ').replace(/^roe\b/, 'ROE');

/** The same with its article: `an employee benefit`, `a usage record`, `an ROE authorization`. */
export const withArticle = (object: string): string =>
  `${/^([aeio]|roe)/.test(object) ? 'an' : 'a'} ${wordsOf(object)}`;

/** A sentence, with its first letter as it begins one. */
export const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
