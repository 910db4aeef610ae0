import type { z } from 'zod';
import { cut } from './cut.ts';
import { isRecord } from './json.ts';
import { type Issue, unnamed } from './problem.ts';
import type { Text } from './text.ts';

/**
 * What zod found wrong, in words for the caller: which member, what is wrong with it, what would be right, in both
 * languages. A check that explains itself (`params.text`, see src/kernel/definition/schemas.ts) is taken at its word.
 */

/** Issues named at most; the others are counted. */
const MOST_ISSUES = 100;
/** Values of an enumeration listed at most. */
const MOST_VALUES = 40;
const MOST_NAME = 100;

const TYPES: Record<string, Text> = {
  string: { en: 'a string', fr: 'une chaîne de caractères' },
  number: { en: 'a number', fr: 'un nombre' },
  int: { en: 'a whole number', fr: 'un nombre entier' },
  boolean: { en: 'true or false', fr: 'true ou false' },
  array: { en: 'an array', fr: 'un tableau' },
  object: { en: 'an object', fr: 'un objet' },
  record: { en: 'an object', fr: 'un objet' },
  null: { en: 'null', fr: 'null' },
};

const nameOfType = (expected: string): Text => TYPES[expected] ?? { en: expected, fr: expected };

const received = (value: unknown): Text => {
  if (value === null) return { en: 'null', fr: 'null' };
  if (Array.isArray(value)) return TYPES.array!;
  if (typeof value === 'number' && !Number.isFinite(value))
    return { en: 'a number beyond all bounds', fr: 'un nombre au-delà de toute borne' };
  if (typeof value === 'number')
    return Number.isInteger(value) ? TYPES.number! : { en: 'a fraction', fr: 'une fraction' };
  if (typeof value === 'boolean') return { en: 'a boolean', fr: 'un booléen' };
  return nameOfType(typeof value);
};

const joined = (parts: readonly Text[]): Text => {
  const list = (texts: readonly string[], or: string): string =>
    texts.length < 2 ? (texts[0] ?? '') : `${texts.slice(0, -1).join(', ')} ${or} ${texts.at(-1)}`;
  return {
    en: list(
      parts.map(({ en }) => en),
      'or',
    ),
    fr: list(
      parts.map(({ fr }) => fr),
      'ou',
    ),
  };
};

/** The names of types in a list, each once: an object and a record are called the same. */
const namesOf = (types: readonly string[]): Text =>
  joined([...new Map(types.map(nameOfType).map((name) => [name.en, name])).values()]);

const wrongType = (expected: readonly string[], value: unknown): Text => {
  const wanted = namesOf(expected);
  const is = received(value);
  return { en: `must be ${wanted.en}, not ${is.en}`, fr: `doit être ${wanted.fr}, et non ${is.fr}` };
};

const REQUIRED: Text = { en: 'is required', fr: 'est obligatoire' };
const UNKNOWN: Text = {
  en: 'is not a member of this request; leave it out',
  fr: "n'est pas un membre de cette requête; omettez-le",
};

const oneOf = (values: readonly unknown[]): Text => {
  const shown = values.slice(0, MOST_VALUES).map((value) => JSON.stringify(value) ?? String(value));
  const more = values.length - shown.length;
  if (values.length === 1) return { en: `must be ${shown[0]}`, fr: `doit être ${shown[0]}` };
  const list = shown.join(', ');
  return {
    en: `must be one of ${list}${more > 0 ? ` and ${more} more` : ''}`,
    fr: `doit être une de ces valeurs : ${list}${more > 0 ? ` et ${more} ${more === 1 ? 'autre' : 'autres'}` : ''}`,
  };
};

const UNITS: Record<string, { one: Text; many: Text }> = {
  string: { one: { en: 'character', fr: 'caractère' }, many: { en: 'characters', fr: 'caractères' } },
  array: { one: { en: 'item', fr: 'élément' }, many: { en: 'items', fr: 'éléments' } },
  set: { one: { en: 'item', fr: 'élément' }, many: { en: 'items', fr: 'éléments' } },
  object: { one: { en: 'member', fr: 'membre' }, many: { en: 'members', fr: 'membres' } },
};

const bound = (issue: z.core.$ZodIssueTooBig | z.core.$ZodIssueTooSmall): Text => {
  const least = issue.code === 'too_small';
  const limit = least ? issue.minimum : issue.maximum;
  const units = UNITS[issue.origin];
  if (units) {
    const unit = Number(limit) === 1 ? units.one : units.many;
    return least
      ? { en: `must have at least ${limit} ${unit.en}`, fr: `doit avoir au moins ${limit} ${unit.fr}` }
      : { en: `must have at most ${limit} ${unit.en}`, fr: `doit avoir au plus ${limit} ${unit.fr}` };
  }
  if (issue.inclusive === false)
    return least
      ? { en: `must be more than ${limit}`, fr: `doit être supérieur à ${limit}` }
      : { en: `must be less than ${limit}`, fr: `doit être inférieur à ${limit}` };
  return least
    ? { en: `must be at least ${limit}`, fr: `doit être ${limit} ou plus` }
    : { en: `must be at most ${limit}`, fr: `doit être ${limit} ou moins` };
};

const FORMATS: Record<string, Text> = {
  url: { en: 'an absolute URL, e.g. https://example.com/path', fr: 'une URL absolue, p. ex. https://example.com/path' },
  email: { en: 'an e-mail address, e.g. name@example.com', fr: 'une adresse courriel, p. ex. nom@example.com' },
  date: { en: 'a date in the form YYYY-MM-DD', fr: 'une date sous la forme AAAA-MM-JJ' },
  datetime: { en: 'an instant in ISO 8601', fr: 'un instant en ISO 8601' },
  uuid: { en: 'a UUID', fr: 'un UUID' },
};

const format = ({ format: name, pattern }: z.core.$ZodIssueInvalidStringFormat): Text => {
  const wanted = FORMATS[name];
  if (wanted) return { en: `must be ${wanted.en}`, fr: `doit être ${wanted.fr}` };
  const form = pattern ?? name;
  return { en: `must have the form ${form}`, fr: `doit avoir la forme ${form}` };
};

const valueAt = (input: unknown, path: readonly PropertyKey[]): unknown => {
  let value = input;
  for (const key of path) {
    if (!isRecord(value) || !Object.hasOwn(value, key)) return undefined;
    value = value[key];
  }
  return value;
};

const customText = (issue: z.core.$ZodIssueCustom): Text => {
  const text = issue.params?.text;
  return text ?? { en: issue.message, fr: issue.message };
};

type ZodIssue = z.core.$ZodIssue;

const atRoot = (issues: readonly ZodIssue[], ...codes: readonly ZodIssue['code'][]): boolean =>
  issues.some(({ code, path }) => path.length === 0 && codes.includes(code));

/** The branches of a union, those of unions within it among them. */
const branchesOf = (issue: z.core.$ZodIssueInvalidUnion): ZodIssue[][] =>
  issue.errors.flatMap((branch) => {
    const [only] = branch;
    const isUnion = branch.length === 1 && only?.code === 'invalid_union' && only.path.length === 0;
    return isUnion ? branchesOf(only) : [branch];
  });

/** The branch of a union that the caller meant: the one whose type fits, with the fewest things wrong. */
const meantBranch = (branches: readonly ZodIssue[][]): ZodIssue[] | undefined => {
  const typed = branches.filter((issues) => issues.length > 0 && !atRoot(issues, 'invalid_type'));
  const near = typed.filter((issues) => !atRoot(issues, 'invalid_value'));
  return (near.length > 0 ? near : typed).sort((a, b) => a.length - b.length)[0];
};

/** The types of a union's branches that want another one than was sent. */
const rootTypes = (issue: z.core.$ZodIssueInvalidUnion): string[] =>
  branchesOf(issue).flatMap((branch) =>
    branch.flatMap((inner) => (inner.code === 'invalid_type' && inner.path.length === 0 ? [inner.expected] : [])),
  );

const orTypes = (values: Text, types: readonly string[]): Text => {
  if (types.length === 0) return values;
  const others = namesOf(types);
  return { en: `${values.en} or ${others.en}`, fr: `${values.fr} ou ${others.fr}` };
};

const unionText = (issue: z.core.$ZodIssueInvalidUnion, value: unknown): Text => {
  const expected = rootTypes(issue);
  return expected.length > 0
    ? wrongType(expected, value)
    : { en: 'has none of the admitted forms', fr: "n'a aucune des formes admises" };
};

/** The limit of all integers, which says nothing where a member has a narrower one. */
const isOfIntegers = (issue: ZodIssue): boolean =>
  (issue.code === 'too_big' && issue.maximum === Number.MAX_SAFE_INTEGER) ||
  (issue.code === 'too_small' && issue.minimum === Number.MIN_SAFE_INTEGER);

/** Without limits that are not the member's: a list in place of a text has a length too. */
const ofItsType = (issues: readonly ZodIssue[]): readonly ZodIssue[] => {
  const placeOf = ({ path }: ZodIssue): string => path.map(String).join('.');
  const mistyped = new Set(issues.filter(({ code }) => code === 'invalid_type').map(placeOf));
  const typed = issues.filter((issue) => issue.code === 'invalid_type' || !mistyped.has(placeOf(issue)));
  const told = new Set(typed.filter((issue) => !isOfIntegers(issue)).map(placeOf));
  return typed.filter((issue) => !isOfIntegers(issue) || !told.has(placeOf(issue)));
};

const collect = (issues: readonly ZodIssue[], input: unknown, prefix: readonly PropertyKey[], found: Issue[]): void => {
  for (const issue of ofItsType(issues)) {
    if (found.length >= MOST_ISSUES) return;
    const path = [...prefix, ...issue.path];
    const value = valueAt(input, path);
    const add = (text: Text, at: readonly PropertyKey[] = path): void => {
      found.push({ path: at.map((key) => cut(String(key), MOST_NAME)).join('.'), text });
    };
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys.slice(0, MOST_ISSUES - found.length)) add(UNKNOWN, [...path, key]);
      continue;
    }
    if (issue.code === 'custom') {
      add(customText(issue));
      continue;
    }
    if (value === undefined && path.length > 0) {
      add(REQUIRED);
      continue;
    }
    switch (issue.code) {
      case 'invalid_type':
        add(wrongType([issue.expected], value));
        break;
      case 'invalid_value':
        add(oneOf(issue.values));
        break;
      case 'too_big':
      case 'too_small':
        add(bound(issue));
        break;
      case 'invalid_format':
        add(format(issue));
        break;
      case 'not_multiple_of':
        add({ en: `must be a multiple of ${issue.divisor}`, fr: `doit être un multiple de ${issue.divisor}` });
        break;
      case 'invalid_union': {
        const branch = meantBranch(branchesOf(issue));
        const [only] = branch ?? [];
        if (branch?.length === 1 && only?.code === 'invalid_value' && only.path.length === 0)
          add(orTypes(oneOf(only.values), rootTypes(issue)));
        else if (branch) collect(branch, input, path, found);
        else add(unionText(issue, value));
        break;
      }
      case 'invalid_key':
        add({ en: 'has a name that is not admitted here', fr: "porte un nom qui n'est pas admis ici" });
        break;
      case 'invalid_element':
        collect(issue.issues, input, [...path, String(issue.key)], found);
        break;
    }
  }
};

/** How many `collect` finds without a limit. */
const countOf = (issues: readonly ZodIssue[]): number =>
  ofItsType(issues).reduce((sum, issue) => {
    if (issue.code === 'unrecognized_keys') return sum + issue.keys.length;
    if (issue.code === 'invalid_element') return sum + countOf(issue.issues);
    const branch = issue.code === 'invalid_union' ? meantBranch(branchesOf(issue)) : undefined;
    return sum + (branch ? countOf(branch) : 1);
  }, 0);

/**
 * The issues of a failed parse, each at its path in dot notation; the empty path is the input as a whole. Behind the
 * first hundred one more says how many others there are.
 */
export const issuesOf = (error: z.core.$ZodError, input: unknown): Issue[] => {
  const found: Issue[] = [];
  collect(error.issues, input, [], found);
  const others = found.length < MOST_ISSUES ? 0 : countOf(error.issues) - found.length;
  return others > 0 ? [...found, unnamed(others)] : found;
};
