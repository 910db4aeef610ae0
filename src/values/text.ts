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

/** The provinces and territories of Canada. */
export const PROVINCES = ['AB', 'BC', 'MB', 'NB', 'NL', 'NS', 'NT', 'NU', 'ON', 'PE', 'QC', 'SK', 'YT'] as const;
/** A blank one is not known. */
const POSTAL_CODE = /^ *([A-Za-z]\d[A-Za-z][ -]?\d[A-Za-z]\d *)?$/;

/** What the rules want of an address, for the reference: parts of one in Canada, or another country. */
export const ADDRESS_CASES = [
  {
    properties: {
      country_code: { enum: ['CA', null] },
      province_code: { enum: [...PROVINCES, null] },
      postal_code: { anyOf: [{ type: 'string', pattern: POSTAL_CODE.source }, { type: 'null' }] },
    },
  },
  { properties: { country_code: { type: 'string', not: { const: 'CA' } } }, required: ['country_code'] },
];

/** The parts of an address that its country decides about. */
interface Address {
  province_code?: string | null;
  country_code?: string | null;
  postal_code?: string | null;
}

const NO_PROVINCE: Text = {
  en: 'must be a province or territory of Canada, such as ON; of another country give its country_code',
  fr: "doit être une province ou un territoire du Canada, tel que ON; d'un autre pays, donnez country_code",
};
const NO_POSTAL_CODE: Text = {
  en: 'must be a postal code of Canada, such as K1A 0B1; of another country give its country_code',
  fr: "doit être un code postal du Canada, tel que K1A 0B1; d'un autre pays, donnez country_code",
};

/** Without a country it is in Canada. */
const isInCanada = ({ country_code }: Address): boolean => (country_code ?? 'CA') === 'CA';

/**
 * What is no part of an address in Canada. What a record from before has already, in the same country, is not asked
 * about: it does not keep the record from other changes.
 */
export const addressIssues = (address: Address, before: Address = {}): { path: keyof Address; text: Text }[] => {
  if (!isInCanada(address)) return [];
  const given = (part: 'province_code' | 'postal_code'): string | undefined =>
    (isInCanada(before) && address[part] === before[part] ? null : address[part]) ?? undefined;
  const province = given('province_code');
  const code = given('postal_code');
  return [
    ...(province !== undefined && !PROVINCES.some((one) => one === province)
      ? [{ path: 'province_code' as const, text: NO_PROVINCE }]
      : []),
    ...(code !== undefined && !POSTAL_CODE.test(code) ? [{ path: 'postal_code' as const, text: NO_POSTAL_CODE }] : []),
  ];
};

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
