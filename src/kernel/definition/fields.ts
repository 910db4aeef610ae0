import { z } from 'zod';
import { type Json, objectOf, textOf } from '../../values/json.ts';
import { memoized, memoizedOn } from '../../values/memoized.ts';
import { toNumber } from '../../values/money.ts';
import type { Text } from '../../values/text.ts';
import { wordsOf } from '../../values/text.ts';
import type { ColumnType, State } from './resource.ts';
import {
  type DecimalLimits,
  dateSchema,
  decimalSchema,
  decimalTextSchema,
  ID_OF,
  idSchema,
  isVisible,
  keptDateSchema,
  orNull,
  refine,
  textSchema,
  translationsAnswer,
  translationsSchema,
  VISIBLE_PATTERN,
} from './schemas.ts';
import type { View } from './show.ts';

// Long: one function of the same shape for each kind of field, easier to compare in one place.

/**
 * The fields of a resource. A field declares how its value is written, stored, shown and filtered; the kernel makes
 * request schemas, answers, columns and expand values from that.
 */
export interface Field<T extends Json = Json, S extends 'self' | 'id' | 'none' = 'self' | 'id' | 'none'> {
  /** Stored under its own name, under `<name>_id` (references), or not at all (derived when shown). */
  stored: S;
  /** Stored member, where its name differs from what `stored` implies. */
  member?: string;
  /** How a request may set it; absent when it is read-only. */
  write?: Write;
  /** Schema of its value in answers. */
  answer: z.ZodType;
  /** Schema of its value in events and state; anything where it is absent. */
  storedAs?: z.ZodType;
  /** Its value in answers; default the stored one. `undefined` leaves it out. */
  show?: (state: State, view: View) => Json | undefined;
  column?: ColumnType;
  /** Personal: encrypted in events. Searchable ones are in clear in read models, sealed ones are not in them. */
  personal?: 'searchable' | 'sealed';
  /** Names another resource; `from` gives its id when that is not the stored member `<name>_id`. */
  reference?: {
    to: readonly string[];
    expandable: boolean;
    from?: string | ((state: State) => string | null);
  };
  /** Never in answers under its own name; shown inside another member. */
  hidden?: boolean;
  /** A reference that is fixed at creation without being sent; every event of the record repeats it. */
  isFixed?: boolean;
  /** Absent from answers unless `expand` names it. */
  onlyExpanded?: boolean;
  /** How many parts its value has, where they may be many: an answer shows no more of them than embedded records. */
  parts?: (state: State) => number;
  /** One sentence for the reference. */
  about?: string;
  /** A value as in a body. */
  example?: Json;
  readonly type?: T;
}

/** Adds to a field what the reference shows: a sentence, and a value as in a body. */
export const about = <T extends Json, S extends 'self' | 'id' | 'none'>(
  text: string,
  field: Field<T, S>,
  example?: Json,
): Field<T, S> => ({ ...field, about: text, ...(example === undefined ? {} : { example }) });

/** Adds a field's sentence and example to a schema. An example that the schema refuses is left out. */
export const describedBy = (
  { about: description, example }: Pick<Field, 'about' | 'example'>,
  schema: z.ZodType,
): z.ZodType => {
  if (description === undefined) return schema;
  const known = DESCRIBED.get(schema) ?? new Map<string, z.ZodType>();
  DESCRIBED.set(schema, known);
  const key = JSON.stringify([description, example]);
  const found = known.get(key) ?? withDescription(schema, description, example);
  known.set(key, found);
  return found;
};

/** Bodies, filters and answers describe the same values alike, so they share schemas. */
const DESCRIBED = new WeakMap<z.ZodType, Map<string, z.ZodType>>();

const withDescription = (schema: z.ZodType, description: string, example: Json | undefined): z.ZodType => {
  const fits = example !== undefined && schema.safeParse(example).success;
  // A named schema keeps its name, and this description is beside the reference to it.
  const named = schema.meta()?.id !== undefined;
  return (named ? z.nonoptional(schema) : schema).meta({ description, ...(fits ? { examples: [example] } : {}) });
};

export interface Write {
  /** Name in a body, when it is not the field's own (`<name>_id` for references). */
  name?: string;
  schema: z.ZodType;
  required?: boolean;
  nullable?: boolean;
  /** Where it may be sent; default both. */
  on?: 'create' | 'update';
  /** Value on creation when it is left out; default null. */
  initial?: Json;
}

export type Fields = Record<string, Field>;

export type StateOfFields<F extends Fields> = {
  [K in keyof F & string as F[K]['stored'] extends 'none'
    ? never
    : F[K]['stored'] extends 'id'
      ? `${K}_id`
      : K]: F[K] extends Field<infer T> ? T : never;
};

interface Common {
  /** It cannot be left out; for a read-only field: every record has it. */
  required?: boolean;
  nullable?: boolean;
  on?: 'create' | 'update';
  /** Only read: never in a body. */
  readOnly?: boolean;
  /** Needed by a filter, sort, join or report. */
  column?: boolean;
  personal?: 'searchable' | 'sealed';
}

/** The type of a field's value: it may be null unless it is required or has another initial value. */
type Given<T, O> = O extends { nullable: true }
  ? T | null
  : O extends { required: true } | { initial: string | number }
    ? T
    : T | null;

/** The schema of a stored value: it may be null unless it is required or has another initial value. */
const stored = (schema: z.ZodType, options: Common, initial: Json = null): z.ZodType =>
  nullish(schema, options.nullable || (!options.required && initial === null));

const nullish = (schema: z.ZodType, nullable: boolean | undefined): z.ZodType => (nullable ? orNull(schema) : schema);

const write = (schema: z.ZodType, options: Common, initial: Json = null): Write | undefined =>
  options.readOnly
    ? undefined
    : { schema, required: options.required, nullable: options.nullable, on: options.on, initial };

/** A field that was left out on creation is null in answers even when it is not nullable, so the schema admits it. */
const answerOf = (schema: z.ZodType, options: Common, initial: Json): z.ZodType =>
  nullish(schema, options.nullable || ((!options.required || options.readOnly === true) && initial === null));

/** An empty text is refused by its length instead. */
const isNotBlank = (value: string): boolean => value === '' || isVisible(value);
const NOT_BLANK = refine({ en: 'must not be blank', fr: 'ne doit pas être vide' });

/** Text that is not blank. */
const notBlank = memoizedOn(
  (schema: z.ZodString): z.ZodString => schema.refine(isNotBlank, NOT_BLANK).meta({ pattern: VISIBLE_PATTERN }),
);

/** Schemas of stored or answered values, without limits. */
const TEXT = z.string();
const NUMBER = z.number();
const INTEGER = z.int();
const TRUTH = z.boolean();
const DATE = z.string().meta({ format: 'date' });

interface AnyText extends Common {
  min?: number;
  max?: number;
  format?: string;
  initial?: string;
  /** It is never blank, also where it may be left out: it names or identifies something. */
  notBlank?: boolean;
}

/** A text of a form, with what is said of one that has another. */
interface FormedText extends AnyText {
  pattern: RegExp;
  /** What no pattern says, of a text that has it: a check digit. So all that is wrong with a body is said at once. */
  fits?: (value: string) => boolean;
  wrong: Text;
}

type TextOptions = FormedText | (AnyText & { pattern?: undefined });

const formed = (plain: z.ZodString, { pattern, fits, wrong }: FormedText): z.ZodString =>
  plain
    .refine((value) => pattern.test(value) && (fits?.(value) ?? true), refine(wrong))
    .meta({ pattern: pattern.source });

/**
 * Text of at most `max` characters (default 255); a required one must not be blank. `format` is for the reference.
 */
export const text = <const O extends TextOptions = TextOptions>(given?: O): Field<Given<string, O>, 'self'> => {
  const options: TextOptions = given ?? {};
  const mustShow = options.required || options.notBlank;
  const limits = { min: options.min ?? (mustShow ? 1 : 0), max: options.max ?? 255 };
  const plain = mustShow ? notBlank(textSchema(limits)) : textSchema(limits);
  const matching = options.pattern ? formed(plain, options) : plain;
  const { format } = options;
  const schema = format === undefined ? matching : matching.meta({ format });
  return {
    stored: 'self',
    write: write(schema, options, options.initial ?? null),
    answer: answerOf(TEXT, options, options.initial ?? null),
    storedAs: stored(TEXT, options, options.initial),
    column: options.column ? 'text' : undefined,
    personal: options.personal,
  };
};

/** One of a list of values. */
export const choice = <
  const V extends readonly [string, ...string[]],
  const O extends Common & { initial?: NoInfer<V[number]> } = Common,
>(
  values: V,
  given?: O,
): Field<Given<V[number], O>, 'self'> => {
  const options: Common & { initial?: V[number] } = given ?? {};
  const schema = z.enum(values);
  return {
    stored: 'self',
    write: write(schema, options, options.initial ?? null),
    answer: answerOf(schema, options, options.initial ?? null),
    storedAs: stored(schema, options, options.initial),
    column: options.column ? 'text' : undefined,
  };
};

/** true or false. */
export const flag = (options: Common & { initial?: boolean } = {}): Field<boolean, 'self'> => ({
  stored: 'self',
  write: write(TRUTH, options, options.initial ?? false),
  answer: TRUTH,
  storedAs: TRUTH,
  column: options.column ? 'boolean' : undefined,
});

/** A whole number from `min` to `max`. */
export const integer = <const O extends Common & { min: number; max: number; initial?: number }>(
  options: O,
): Field<Given<number, O>, 'self'> => ({
  stored: 'self',
  write: write(z.int().min(options.min).max(options.max), options, options.initial ?? null),
  answer: answerOf(INTEGER, options, options.initial ?? null),
  storedAs: stored(INTEGER, options, options.initial),
  column: options.column ? 'integer' : undefined,
});

/** The kept value; of a record from before there was the field, its initial one, since the answer may not be null. */
export const keptValue = (state: State, member: string, initial: Json | undefined): Json | undefined =>
  state[member] === undefined ? initial : state[member];

const shownNumber =
  (name: string, initial: string | undefined) =>
  (state: State): number | null => {
    const value = keptValue(state, name, initial) ?? null;
    return value === null ? null : toNumber(textOf(value));
  };

/** A decimal: stored as text, shown as a number. */
export const decimalField = <const O extends Common & DecimalLimits & { initial?: string }>(
  name: string,
  options: O,
): Field<Given<string, O>, 'self'> => ({
  stored: 'self',
  write: write(decimalSchema(options), options, options.initial ?? null),
  answer: answerOf(NUMBER, options, options.initial ?? null),
  storedAs: stored(decimalTextSchema, options, options.initial),
  show: shownNumber(name, options.initial),
  column: options.column ? 'numeric' : undefined,
});

/** Dollars, at most two places. */
export const money = <const O extends Common & { min?: string; max?: string; initial?: string } = Common>(
  name: string,
  given?: O,
): Field<Given<string, O>, 'self'> => {
  const options: Common & { min?: string; max?: string; initial?: string } = given ?? {};
  const limits = { places: 2, min: options.min ?? '-999999999', max: options.max ?? '999999999' };
  // Limits do not change whether the value may be null, so the type is that of the given options.
  return decimalField(name, { ...options, ...limits }) as Field<Given<string, O>, 'self'>;
};

/** A calendar date. */
export const date = <const O extends Common = Common>(given?: O): Field<Given<string, O>, 'self'> => {
  const options: Common = given ?? {};
  return {
    stored: 'self',
    write: write(dateSchema(), options),
    answer: answerOf(DATE, options, null),
    storedAs: stored(keptDateSchema, options),
    column: options.column ? 'date' : undefined,
  };
};

/** An object with a schema of its own, stored as it is. */
export const settings = <T extends Json>(
  schema: z.ZodType,
  options: Common & { initial: T; answer?: z.ZodType; storedAs?: z.ZodType },
): Field<T, 'self'> => ({
  stored: 'self',
  storedAs: options.storedAs && stored(options.storedAs, options, options.initial),
  write: write(schema, options, options.initial),
  answer: nullish(options.answer ?? schema, options.nullable || options.initial === null),
});

/** Optional texts in both languages; null when none was given. */
export const translations = (): Field<{ en?: string; fr?: string } | null, 'self'> => ({
  stored: 'self',
  storedAs: orNull(translationsAnswer()),
  write: write(translationsSchema(), { nullable: true }),
  answer: orNull(translationsAnswer()),
});

/** The text of `name` for the locale of the request, falling back to `name` itself. */
export const translated = (name: string): Field<never, 'none'> => ({
  stored: 'none',
  answer: z.string().nullable(),
  show: (state, view) => {
    const byLocale = objectOf(state[`${name}_translations`]);
    return byLocale[view.locale] ?? state[name] ?? null;
  },
});

/** The link to a record. */
export const selfLinkSchema = z
  .object({ self: z.string().meta({ description: 'Path of the record' }) })
  .meta({ id: 'self_link', description: 'Links' });

/** A related record: its type, id and link; its data only when expanded. */
export const stubSchema = memoized(
  (objects: readonly string[]): z.ZodType =>
    z
      .object({
        id: z.string().meta({ description: 'Its id', [ID_OF]: objects }),
        object: z.enum(objects).meta({ description: 'Type of the record' }),
        data: z.record(z.string(), z.unknown()).optional().meta({ description: 'Only when expanded' }),
        links: selfLinkSchema,
      })
      .meta({
        id: `stub_${objects.join('_or_')}`,
        description: `Link to a related ${wordsOf(objects.join(' or '))}`,
      }),
);

interface ReferenceOptions extends Common {
  expandable?: boolean;
  name?: string;
  onlyExpanded?: boolean;
}

/** The id of another resource: written as `<name>_id`, shown as a stub, expanded on request. */
export const reference = <const O extends ReferenceOptions = ReferenceOptions>(
  to: string | readonly string[],
  given?: O,
): Field<Given<string, O>, 'id'> => {
  const options: ReferenceOptions = given ?? {};
  const objects = typeof to === 'string' ? [to] : to;
  return {
    stored: 'id',
    write: write(idSchema(...objects), options),
    answer: answerOf(stubSchema(objects), options, null),
    storedAs: stored(TEXT, options).meta({ [ID_OF]: objects }),
    column: 'text',
    reference: { to: objects, expandable: options.expandable ?? true },
    onlyExpanded: options.onlyExpanded,
  };
};

/** The company (or partner) that a record belongs to: its scope, shown as a stub. */
export const ofScope = (
  object: 'company' | 'partner',
  options: { onlyExpanded?: boolean } = {},
): Field<never, 'none'> => ({
  stored: 'none',
  answer: stubSchema([object]),
  reference: { to: [object], expandable: true, from: 'scope_id' },
  onlyExpanded: options.onlyExpanded,
});

/** A value that is calculated when shown, from the state or from what `extras` loaded for the row. */
export const derived = (
  answer: z.ZodType,
  show: (state: State, view: View) => Json | undefined,
): Field<never, 'none'> => ({ stored: 'none', answer, show });

/** A value that `extras` loads under the field's own name. */
export const loaded = (name: string, answer: z.ZodType, otherwise: Json): Field<never, 'none'> =>
  derived(answer, (_, view) => view.extras[name] ?? otherwise);

/** A flag that callers set, such as the default; `extras` derives it from all records of an owner. */
export const flagOfOne = (name: string): Field<boolean | null, 'self'> => ({
  stored: 'self',
  write: { schema: z.boolean(), initial: null },
  storedAs: z.boolean().nullable(),
  answer: z.boolean(),
  show: (_, view) => view.extras[name] === true,
});

/** The same field, but shown inside another member instead of under its own name. */
export const hidden = <T extends Json, S extends 'self' | 'id' | 'none'>(field: Field<T, S>): Field<T, S> => ({
  ...field,
  hidden: true,
});

/** Set only by the service: never in a body. */
export const kept = <T extends Json>(
  answer: z.ZodType,
  options: {
    column?: ColumnType;
    personal?: 'searchable' | 'sealed';
    show?: (state: State, view: View) => Json | undefined;
    /** Needed where `show` changes the value; otherwise it is stored as it is answered. */
    storedAs?: z.ZodType;
  } = {},
): Field<T, 'self'> => ({ stored: 'self', answer, storedAs: options.show ? undefined : answer, ...options });
