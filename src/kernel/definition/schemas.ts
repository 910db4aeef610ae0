import { z } from 'zod';
import { type CalendarDate, isDate } from '../../values/dates.ts';
import { isRecord, isText, type Json } from '../../values/json.ts';
import { memoized, memoizedOn } from '../../values/memoized.ts';
import { decimal, toText } from '../../values/money.ts';
import type { Text } from '../../values/text.ts';

/** The JSON schema for the reference instead of the one that zod makes: `meta({ [SHOWN_AS]: { … } })`. */
export const SHOWN_AS = 'x-shown-as';
/** The objects whose ids a schema takes; the reference shows the prefix of such an id. */
export const ID_OF = 'x-id-of';
/** JSON schema keywords for rules on a whole object: `meta({ [ALSO]: { required: ['type'] } })`. */
export const ALSO = 'x-also';
/** A record in an example: the reference shows an id of its kind. */
export const EXAMPLE_ID = /^\{([a-z_]+)\}$/;
/** The {@link EXAMPLE_ID} of a kind of record. */
export const exampleId = (object: string): string => `{${object}}`;

/**
 * The value schemas of request bodies and queries. Each refuses with a text that says what would be right, in both
 * languages (`params.text` of the issue), and outputs the stored form.
 */
export const refine = (text: Text): { params: { text: Text } } => ({ params: { text } });

// Schemas are shared: thousands of members have the same limits, and each schema takes over a kilobyte.

/** A schema or null. */
export const orNull = memoizedOn((schema: z.ZodType): z.ZodType => schema.nullable());
/** A schema, optional. */
export const orNothing = memoizedOn((schema: z.ZodType): z.ZodType => schema.optional());

/** Refused characters. JSON takes six bytes for each, and limits on the length of text assume at most three. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it matches.
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

/** A lone surrogate has no UTF-8 form, and PostgreSQL cannot store NUL: neither may enter the log. */
const STORABLE = (value: string): boolean => value.isWellFormed() && !CONTROL.test(value);

const storable = refine({
  en: 'must not contain a control character (tabs and line breaks are admitted) or half of a surrogate pair',
  fr: 'ne doit contenir ni caractère de commande (sauf tabulations et sauts de ligne) ni moitié de paire de substitution',
});

/** Characters that are not visible alone: spaces, marks, and those that only control how others are shown. */
const INVISIBLE = /[\s\p{M}\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether a text has a visible character. */
export const isVisible = (value: string): boolean => {
  for (const character of value) if (!INVISIBLE.test(character)) return true;
  return false;
};

/** A text to search for; accents are ignored, so it needs another character. */
export const searchSchema = memoized(
  (): z.ZodType<string, string> =>
    textSchema({ min: 1, max: 255 })
      .refine(
        isVisible,
        refine({ en: 'must have a character to search for', fr: 'doit avoir un caractère à chercher' }),
      )
      .meta({ pattern: VISIBLE_PATTERN, examples: ['tremblay'] }),
);

/** Patterns for the reference: of storable text, and of text with a visible character. */
const STORABLE_PATTERN = String.raw`^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]*$`;
export const VISIBLE_PATTERN = String.raw`^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]*[^\s\u0000-\u001f\u007f-\u009f][^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]*$`;

/** Text within limits of length; no request may have one over 10,240 characters. */
export const textSchema = ({ min = 0, max = 10_240 }: { min?: number; max?: number } = {}): z.ZodString =>
  textWithin(min, max);
const textWithin = memoized(
  (min: number, max: number): z.ZodString =>
    z.string().min(min).max(max).refine(STORABLE, storable).meta({ pattern: STORABLE_PATTERN }),
);

/** A pattern for the years from one to 2199: the rest of its decade, of its century, and the later centuries. */
const yearsFrom = (year: string): string => {
  const [century, decade, last] = [year.slice(0, 2), Number(year[2]), year[3]];
  const later = ['19', '20', '21'].filter((one) => one > century);
  return [
    `${century}${decade}[${last}-9]`,
    ...(decade < 9 ? [`${century}[${decade + 1}-9][0-9]`] : []),
    ...(later.length > 0 ? [`(${later.join('|')})[0-9]{2}`] : []),
  ].join('|');
};

/**
 * A pattern for dates in some years. JSON Schema cannot compare dates (`formatMinimum` is a keyword of one validator
 * only), so a range of whole years is a pattern, and any other is in words.
 */
const datePattern = (years: string): string => `^(${years})-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$`;

/**
 * A calendar date `YYYY-MM-DD`.
 *
 * @param from the first date that is allowed; default 1900-01-01
 * @param tooEarly the message for an earlier date
 */
export const dateSchema = memoized(
  (from?: CalendarDate, tooEarly?: Text): z.ZodType<string, string> =>
    z
      .string()
      .refine(
        isDate,
        refine({
          en: 'must be a date of the calendar in the form YYYY-MM-DD, from 1900 to 2199',
          fr: 'doit être une date du calendrier sous la forme AAAA-MM-JJ, de 1900 à 2199',
        }),
      )
      .refine((date) => from === undefined || !isDate(date) || date >= from, tooEarly && refine(tooEarly))
      .meta({
        format: 'date',
        pattern: datePattern(from?.endsWith('-01-01') ? yearsFrom(from.slice(0, 4)) : '(19|2[01])[0-9]{2}'),
        examples: ['2026-01-09'],
      }),
);

/** A stored date. */
export const keptDateSchema: z.ZodType<string> = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .meta({ format: 'date', description: 'A calendar date' });

const PLAIN = /^-?\d+(\.\d+)?$/;

/** A stored decimal: text in plain notation. */
export const decimalTextSchema: z.ZodType<string> = z
  .string()
  .regex(PLAIN)
  .meta({ description: 'A decimal as text, in plain notation' });

/** Whether a value is a stored decimal, as {@link decimalTextSchema} has it. */
export const isDecimalText = (value: unknown): boolean => isText(value) && PLAIN.test(value);

/** A stored instant: ISO 8601 in UTC with six fractional digits. */
export const keptInstantSchema: z.ZodType<string> = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/)
  .meta({ format: 'date-time', description: 'An instant in UTC' });

const PASSED_OVER = '__proto__';

/**
 * A schema of an object that takes members of any name, which passes over one called `__proto__` without a word: made
 * so that it refuses that one, as a member that nobody knows.
 */
export const naming = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value, ctx) => {
    if (isRecord(value) && Object.hasOwn(value, PASSED_OVER))
      ctx.addIssue({ code: 'unrecognized_keys', keys: [PASSED_OVER], input: value });
    return value;
  }, schema);

/** Any JSON value, where an event stores a value that another declaration describes. */
export const anyJson: z.ZodType<Json> = z.custom<Json>();

/** An id of one of some objects; whether it exists is checked elsewhere. */
export const idSchema = memoized(
  (...objects: readonly string[]): z.ZodType<string, string> =>
    textSchema({ min: 1, max: 10_240 }).meta({ [ID_OF]: objects }),
);

export interface DecimalLimits {
  min?: string;
  max?: string;
  /** Places after the point, at most: 2 for money, up to 6 for rates, percentages and hours. */
  places: number;
}

const FITTING = /^-?\d{1,15}(\.\d{1,20})?$/;

const decimalProblem = (value: string | number, limits: DecimalLimits): Text | undefined => {
  // The runtime prints 0.0000001 as 1e-7; how the caller wrote it is unknown, so it is not refused.
  const text = typeof value === 'number' ? decimal(value).toFixed() : value.trim();
  if (!PLAIN.test(text))
    return {
      en: 'must be a number in plain notation, e.g. 1234.50: digits, with a point before decimals, no sign of a currency and none between thousands',
      fr: 'doit être un nombre en notation simple, p. ex. 1234.50 : des chiffres, avec un point devant les décimales, sans symbole de monnaie ni séparateur de milliers',
    };
  if (!FITTING.test(text))
    return {
      en: 'must have at most 15 digits before its point and 20 after it',
      fr: 'doit avoir au plus 15 chiffres avant son point et 20 après',
    };
  const amount = decimal(text);
  if (!amount.eq(amount.round(limits.places)))
    return {
      en: `must have at most ${limits.places} decimal places`,
      fr: `doit avoir au plus ${limits.places} décimales`,
    };
  if (limits.min !== undefined && amount.lt(limits.min))
    return { en: `must be at least ${limits.min}`, fr: `doit être ${limits.min} ou plus` };
  if (limits.max !== undefined && amount.gt(limits.max))
    return { en: `must be at most ${limits.max}`, fr: `doit être ${limits.max} ou moins` };
  return undefined;
};

/** A pattern for whole numbers from 0 to below a number, which is given as digits. */
const below = (digits: string): string => {
  const choices = digits.length > 1 ? [`\\d{1,${digits.length - 1}}`] : [];
  for (let at = 0; at < digits.length; at++) {
    const [least, most] = [at === 0 && digits.length > 1 ? 1 : 0, Number(digits[at]) - 1];
    const rest = digits.length - at - 1;
    if (most >= least) choices.push(`${digits.slice(0, at)}[${least}-${most}]${rest === 0 ? '' : `\\d{${rest}}`}`);
  }
  return choices.join('|');
};

/** A pattern for decimal text within limits, as far as possible: from 0, or from the negative, to the maximum. */
const decimalPattern = ({ min = '', max = '', places }: DecimalLimits): string => {
  const [whole = '', fraction] = max.split('.');
  const fractionOf = (digit: string) => (places === 0 ? '' : `(\\.${digit}{1,${places}})?`);
  const sign = min.startsWith('-') || min === '' ? '-?' : '';
  if (max === '' || (min !== '0' && min !== `-${max}`) || (fraction ?? '9'.repeat(places)) !== '9'.repeat(places))
    return `^${sign}\\d{1,15}${fractionOf('\\d')}$`;
  // For a limit of nines only the digits are counted, which admits a cent above it; the description names the limit.
  if (/^9+$/.test(whole)) return `^${sign}\\d{1,${whole.length}}${fractionOf('\\d')}$`;
  const lesser = below(whole);
  if (fraction !== undefined) return `^${sign}(${lesser}|${whole})${fractionOf('\\d')}$`;
  return `^${sign}((${lesser})${fractionOf('\\d')}|${whole}${fractionOf('0')})$`;
};

const decimalShown = (limits: DecimalLimits): Record<string, unknown> => ({
  type: ['number', 'string'],
  ...(limits.min === undefined ? {} : { minimum: Number(limits.min) }),
  ...(limits.max === undefined ? {} : { maximum: Number(limits.max) }),
  // From text, since 10 ** -places is not always the number that is nearest to it.
  multipleOf: Number(`1e-${limits.places}`),
  pattern: decimalPattern(limits),
  examples: [decimalExample(limits)],
});

/** An example within the limits that suits the number of places: dollars, or another figure. */
const decimalExample = ({ min = '-1', max = '1000', places }: DecimalLimits): number =>
  (places === 2 ? [100, 1] : places === 0 ? [12, 1] : [7.5, 1.25]).find(
    (value) => value >= Number(min) && value <= Number(max),
  ) ?? Number(max);

const decimalWords = ({ min, max, places }: DecimalLimits): string =>
  `Decimal as number or numeric string, at most ${places} places${min === undefined ? '' : `, from ${min}`}${
    max === undefined ? '' : `, to ${max}`
  }`;

/** A decimal: a JSON number or numeric string, stored as text. */
export const decimalSchema = ({ places, min, max }: DecimalLimits): z.ZodType<string, string | number> =>
  decimalWithin({ places, min, max });
const decimalWithin = memoized(
  (limits: DecimalLimits): z.ZodType<string, string | number> =>
    z
      .union([z.number(), z.string()])
      .superRefine((value, ctx) => {
        const text = decimalProblem(value, limits);
        // Checks of the whole object must not see a value that is not a decimal.
        if (text) ctx.addIssue({ code: 'custom', continue: false, ...refine(text) });
      })
      .transform((value) => toText(String(value).trim()))
      .meta({ description: decimalWords(limits), [SHOWN_AS]: decimalShown(limits) }),
);

/** Dollars: at most two places. */
export const moneySchema = (limits: { min?: string; max?: string } = {}): z.ZodType<string, string | number> =>
  decimalSchema({ places: 2, min: limits.min ?? '-999999999', max: limits.max ?? '999999999' });

const translation = (language: string) =>
  textSchema({ max: 255 })
    .nullable()
    .optional()
    .meta({ description: `The text in ${language}` });

/** `x_translations`: optional `en` and `fr`, each up to 255 characters. */
export const translationsSchema = () => TRANSLATIONS_GIVEN;
// One schema each, however many members have it: a name may belong to only one schema.
const TRANSLATIONS_GIVEN = z
  .strictObject({ en: translation('English'), fr: translation('French') })
  .meta({ id: 'translations_given', description: 'A text in both languages' });

/** The same in answers. */
export const translationsAnswer = () => TRANSLATIONS;
const TRANSLATIONS = z
  .object({ en: translation('English'), fr: translation('French') })
  .meta({ id: 'translations', description: 'A text in both languages' });

/** A kept sentence for people, in both languages. */
export const sentenceSchema = z.strictObject({ en: z.string(), fr: z.string() });

const bound = (words: string) =>
  dateSchema()
    .optional()
    .meta({ description: `Only dates ${words} this one` });

/** A date filter: an exact date, or an object of operators. */
export const dateFilterSchema = memoized(() =>
  z
    .union([
      dateSchema(),
      z
        .strictObject({
          gt: bound('after'),
          gte: bound('on or after'),
          lt: bound('before'),
          lte: bound('on or before'),
        })
        .refine(
          (value) => Object.keys(value).length > 0,
          refine({
            en: 'must be a date, or hold at least one of gt, gte, lt, lte',
            fr: 'doit être une date, ou contenir au moins un de gt, gte, lt, lte',
          }),
        )
        .meta({ minProperties: 1 }),
    ])
    .meta({ id: 'date_filter', description: 'One day, or a range of days' }),
);

const FLAGS: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  [true, true],
  [false, false],
  ['true', true],
  ['false', false],
  ['1', true],
  ['0', false],
]);

/** true, false, 1 or 0 in a query; a boolean in a body. */
export const queryFlag = memoized(
  (): z.ZodType<boolean> =>
    z
      .unknown()
      .refine((value) => FLAGS.has(value), refine({ en: 'must be true or false', fr: 'doit être true ou false' }))
      .transform((value) => FLAGS.get(value) === true)
      .meta({ type: 'boolean', [SHOWN_AS]: { type: 'boolean' } }),
);

/** A list of words: an array, or one text with commas. */
export const words = memoized((values?: readonly [string, ...string[]]): z.ZodType<string[]> => {
  const item = values ? z.enum(values) : textSchema({ min: 1, max: 255 });
  return z.preprocess((value) => (typeof value === 'string' ? value.split(',') : value), z.array(item).min(1).max(100));
});
