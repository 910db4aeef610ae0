import { zValidator } from '@hono/zod-validator';
import type { MiddlewareHandler } from 'hono';
import { z } from 'zod';
import type { Operation, QueryParameters } from '../../kernel/definition/operation.ts';
import { isStorable, UNSTORABLE } from '../../values/cut.ts';
import { issuesOf } from '../../values/issues.ts';
import { isRecord, objectOf, textsOf } from '../../values/json.ts';
import { memoizedOn } from '../../values/memoized.ts';
import { type Issue, invalid } from '../../values/problem.ts';
import type { Text } from '../../values/text.ts';
import type { Env } from './exchange.ts';

/**
 * Query parameters. A parameter has one of three forms, which its operation declares:
 *
 *   value   status=draft
 *   array   expand[]=a&expand[]=b, expand[0]=a&expand[1]=b, expand=a,b or expand=a&expand=b
 *   date    archived_at=2026-01-31, or archived_at[gte]=2026-01-01&archived_at[lt]=2026-02-01
 *
 * Everything else is a 422 that names it: an unknown parameter, a value given twice, an array in an array. Texts become
 * booleans and numbers where the parameter's schema wants those.
 */
const OPERATORS = ['gt', 'gte', 'lt', 'lte'];
/** Values of one array that its schema looks at: more than any array may have, so that it refuses the rest. */
const MOST_VALUES = 200;
const MOST_PARAMETERS = 300;

type Given = Record<string, string | string[]>;
type Convert = (text: string) => unknown;

const KEY = /^([^[\]]+)((?:\[[^[\]]*\])*)$/;

/** The types that a schema accepts, by their names in JSON schema. Many operations share a schema. */
const typesOf = memoizedOn((schema: z.ZodType): ReadonlySet<string> => {
  const types = new Set<string>();
  const visit = (node: unknown): void => {
    if (!isRecord(node)) return;
    const { type, anyOf, oneOf, allOf, items } = node;
    if (type === 'array') visit(items);
    else for (const name of Array.isArray(type) ? type : [type]) if (typeof name === 'string') types.add(name);
    for (const inner of [anyOf, oneOf, allOf]) if (Array.isArray(inner)) inner.forEach(visit);
  };
  visit(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
  return types;
});

const BOOLEANS = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);
const NUMBER = /^-?\d{1,15}(\.\d{1,20})?$/;

/** Converts texts for a schema. */
const converter = (schema: z.ZodType): Convert => {
  const types = typesOf(schema);
  if (types.has('string') || types.size === 0) return (text) => text;
  if (types.has('boolean')) return (text) => BOOLEANS.get(text) ?? text;
  if (types.has('integer') || types.has('number')) return (text) => (NUMBER.test(text) ? Number(text) : text);
  return (text) => text;
};

const BOOLEAN: Text = { en: 'must be true, false, 1 or 0', fr: 'doit être true, false, 1 ou 0' };
const DIGITS: Text = {
  en: 'must be a number in digits, of at most 15 before its point',
  fr: 'doit être un nombre en chiffres, dont au plus 15 avant son point',
};
const TWICE: Text = { en: 'must be given once', fr: "ne doit être donné qu'une fois" };
const NESTED: Text = {
  en: 'must not hold an array in an array',
  fr: 'ne doit pas contenir un tableau dans un tableau',
};
const NO_ARRAY: Text = {
  en: 'must be a single value, not an array',
  fr: 'doit être une seule valeur, et non un tableau',
};
const NO_BRACKETS: Text = {
  en: 'takes one value, without anything in brackets',
  fr: 'prend une seule valeur, sans rien entre crochets',
};
/** Of a parameter that the operation has not. */
export const UNKNOWN: Text = {
  en: 'is not a query parameter of this operation; leave it out',
  fr: "n'est pas un paramètre de cette opération; omettez-le",
};
const OPERATOR: Text = {
  en: 'must be a date, or take one of the operators [gt], [gte], [lt], [lte]',
  fr: 'doit être une date, ou prendre un des opérateurs [gt], [gte], [lt], [lte]',
};
const TOO_MANY_PARAMETERS: Text = {
  en: `must have at most ${MOST_PARAMETERS} parameters`,
  fr: `doit avoir au plus ${MOST_PARAMETERS} paramètres`,
};

/** `a[b][]` as `a.b`, for the paths of errors. */
export const dotted = (key: string): string =>
  key
    .split(/[[\]]/)
    .filter((part) => part !== '')
    .join('.')
    .replaceAll('\u0000', '\\u0000')
    .slice(0, 100) || 'query';

const brackets = (text: string): string[] => [...text.matchAll(/\[([^[\]]*)\]/g)].map(([, inner]) => inner!);

/** Puts the given values into the form that the schemas check. */
const gather = (given: Given, parameters: QueryParameters): { values: Record<string, unknown>; issues: Issue[] } => {
  const values: Record<string, unknown> = {};
  const issues: Issue[] = [];
  const refuse = (key: string, text: Text): void => {
    if (issues.length < 50) issues.push({ path: dotted(key), text });
  };
  const entries = Object.entries(given);
  if (entries.length > MOST_PARAMETERS) refuse('query', TOO_MANY_PARAMETERS);
  for (const [key, raw] of entries.slice(0, MOST_PARAMETERS)) {
    const texts = typeof raw === 'string' ? [raw] : raw;
    const [, name, rest] = KEY.exec(key) ?? [];
    const parameter = name !== undefined && Object.hasOwn(parameters, name) ? parameters[name] : undefined;
    if (!parameter || name === undefined) {
      refuse(key, UNKNOWN);
      continue;
    }
    if (!texts.every(isStorable)) {
      refuse(key, UNSTORABLE);
      continue;
    }
    const inner = brackets(rest ?? '');
    if (inner.length > 1) {
      refuse(key, NESTED);
    } else if (parameter.form === 'array') {
      if (inner.length === 1 && !/^\d{0,4}$/.test(inner[0]!)) {
        refuse(key, NESTED);
        continue;
      }
      const items = inner.length === 1 ? texts : texts.flatMap((text) => text.split(',', MOST_VALUES + 1));
      const all = [...textsOf(values[name]), ...items];
      values[name] = all.slice(0, MOST_VALUES);
    } else if (texts.length > 1) {
      refuse(key, inner[0] === '' ? NO_ARRAY : TWICE);
    } else if (parameter.form === 'date') {
      const operator = inner[0];
      if (operator !== undefined && !OPERATORS.includes(operator)) refuse(key, OPERATOR);
      else if (operator === undefined) {
        if (values[name] !== undefined) refuse(key, TWICE);
        else values[name] = texts[0];
      } else if (typeof values[name] === 'string') refuse(key, TWICE);
      else values[name] = { ...objectOf(values[name]), [operator]: texts[0] };
    } else if (inner.length === 1) refuse(key, /^\d*$/.test(inner[0]!) ? NO_ARRAY : NO_BRACKETS);
    else values[name] = texts[0];
  }
  return { values, issues };
};

const convertAll = (values: Record<string, unknown>, parameters: QueryParameters): void => {
  for (const [name, value] of Object.entries(values)) {
    const convert = converter(parameters[name]!.schema);
    if (typeof value === 'string') values[name] = convert(value);
    else if (Array.isArray(value)) values[name] = value.map(convert);
  }
};

/** The query parser of an operation, made once. @throws Problem 422 that names each wrong parameter. */
const queryParser = (parameters: QueryParameters): ((given: Given) => Record<string, unknown>) => {
  const entries = Object.entries(parameters);
  const schema = z.strictObject(
    Object.fromEntries(
      entries.map(([name, parameter]) => [name, parameter.required ? parameter.schema : parameter.schema.optional()]),
    ),
  );
  /** What a text must be to stand for anything else; what the schema says of it speaks of JSON. */
  const wanted = (name: string, value: unknown): Text | undefined => {
    const parameter = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
    if (parameter === undefined) return undefined;
    const types = typesOf(parameter.schema);
    if (types.has('boolean')) return BOOLEAN;
    return typeof value === 'string' && (types.has('integer') || types.has('number')) && !types.has('string')
      ? DIGITS
      : undefined;
  };
  return (given) => {
    const { values, issues } = gather(given, parameters);
    convertAll(values, parameters);
    const result = schema.safeParse(values);
    if (result.success && issues.length === 0) return result.data;
    const named = new Set(issues.map(({ path }) => path.split('.', 1)[0]));
    const wrong = result.success ? [] : issuesOf(result.error, values);
    throw invalid([
      ...issues,
      ...wrong
        .filter(({ path }) => !named.has(path.split('.', 1)[0]))
        .map((one) => ({ ...one, text: wanted(one.path, values[one.path]) ?? one.text })),
    ]);
  };
};

const NAMELESS: Text = {
  en: 'has a value without a name before it; leave it out',
  fr: 'a une valeur sans nom devant elle; omettez-la',
};
const CUT_OFF: Text = {
  en: 'must have # written as %23: an address ends before it',
  fr: 'doit avoir # écrit %23 : une adresse finit avant ce caractère',
};

/**
 * Refuses what would be passed over: values without a name, and all behind a `#`; and percent-encoding that is not
 * UTF-8, such as half of a surrogate pair or a broken escape.
 */
const checkAddress = (url: string): void => {
  if (url.includes('#')) throw invalid([{ path: 'query', text: CUT_OFF }]);
  const from = url.indexOf('?');
  if (from === -1) return;
  if (url.startsWith('=', from + 1) || url.includes('&=', from)) throw invalid([{ path: 'query', text: NAMELESS }]);
  if (!url.includes('%', from)) return;
  for (const pair of url.slice(from + 1).split('&')) {
    try {
      decodeURIComponent(pair);
    } catch {
      throw invalid([
        {
          path: pair.split('=', 1)[0]!.slice(0, 100),
          text: { en: 'must be percent-encoded UTF-8', fr: 'doit être en UTF-8 encodé par pourcentage' },
        },
      ]);
    }
  }
};

/** `a` of `a[b][0]`. */
export const nameOf = (key: string): string => key.split('[', 1)[0]!;

type Lists = Record<string, string[]>;

/** Tells the parameters that an operation declares from those that repeat its body. */
const apart = (given: Lists, parameters: QueryParameters): { own: Lists; repeated: Lists } => {
  const isOwn = ([key]: [string, string[]]) => Object.hasOwn(parameters, nameOf(key));
  const entries = Object.entries(given);
  return {
    own: Object.fromEntries(entries.filter(isOwn)),
    repeated: Object.fromEntries(entries.filter((entry) => !isOwn(entry))),
  };
};

const PASS: z.ZodType = z.any();

/**
 * Checks the query of an operation; the handler finds it in `c.req.valid('query')`. Its parser is made at the first
 * request: making those of all operations would be most of the time of a start.
 */
export const query = (operation: Operation): MiddlewareHandler<Env> => {
  let parser: ReturnType<typeof queryParser> | undefined;
  const parse: ReturnType<typeof queryParser> = (given) => {
    parser ??= queryParser(operation.query ?? {});
    return parser(given);
  };
  let none: Record<string, unknown> | undefined;
  const validate: MiddlewareHandler = zValidator('query', PASS, undefined, {
    // The validator passes the texts of a query.
    validationFunction: (_, given) => ({ success: true, data: parse(given as Given) }),
  });
  return (c, next) => {
    checkAddress(c.req.url);
    if (!c.req.url.includes('?')) {
      // When a parameter is required this throws its 422.
      none ??= parse({});
      c.req.addValidatedData('query', { ...none });
      return next();
    }
    if (!operation.linksRepeatBody) return validate(c, next);
    const { own, repeated } = apart(c.req.queries(), operation.query ?? {});
    c.get('exchange').repeated = repeated;
    c.req.addValidatedData('query', parse(own));
    return next();
  };
};
