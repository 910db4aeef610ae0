import { z } from 'zod';
import { dateSchema, decimalSchema, orNull, textSchema } from '../kernel/definition/schemas.ts';
import { issuesOf } from '../values/issues.ts';
import { filled, type Json, type JsonObject } from '../values/json.ts';
import { memoized } from '../values/memoized.ts';
import { decimal, toNumber } from '../values/money.ts';
import { type Issue, issue } from '../values/problem.ts';
import type { Text } from '../values/text.ts';
import { type Characters, CRA, REVENU_QUEBEC, SERVICE_CANADA, writtenText } from './files/characters.ts';
import { refusalsOf, slipsOf } from './files/refusals.ts';
import type { FilledForm } from './model/filled-form.ts';
import type { Agency, FormField, FormType, FormValue, FormValues, FormVersion } from './model/form-type.ts';
import type { FormStage } from './model/states.ts';
import { ALL_FIELDS } from './types/index.ts';

/**
 * The values of a form: as bodies give them, as records keep them, as answers show them, and what is wrong with them.
 */

const MOST = '9999999999';

/**
 * Texts of digits that results of a population tell as numbers: bodies may give them so, since they come from there.
 */
export const POPULATED_AS_NUMBERS: readonly string[] = ['contact_area_code', 'contact_phone_number'];

const plainSchema = ({ key, kind, options, min }: FormField): z.ZodType => {
  switch (kind) {
    case 'currency':
      return decimalSchema({ places: 2, min: min ?? `-${MOST}`, max: MOST });
    case 'decimal':
      return decimalSchema({ places: 6, min: `-${MOST}`, max: MOST });
    case 'integer':
      return z.int();
    case 'boolean':
      return z.boolean();
    case 'date':
      return dateSchema();
    case 'choice':
      return z.enum(filled(Object.keys(options ?? {})));
    case 'text':
      return POPULATED_AS_NUMBERS.includes(key)
        ? z.union([textSchema({ max: 1_000 }), z.int().min(0)])
        : textSchema({ max: 1_000 });
    case 'sin':
      return z.null();
  }
};

const EXAMPLES: Readonly<Record<FormField['kind'], Json>> = {
  currency: 1250.5,
  decimal: 40,
  integer: 1,
  boolean: false,
  date: '2026-12-31',
  choice: null,
  text: 'Tremblay',
  sin: null,
};

/** An example of a field's value, as a body may give it. */
export const exampleOf = ({ kind, options, key }: FormField): Json =>
  key === 'tax_year' ? '2026' : kind === 'choice' ? Object.keys(options ?? {})[0]! : EXAMPLES[kind];

/** Members of a body that gives values: every field of every type and version, none of them required. */
export const valueMembers = memoized(
  (): Readonly<Record<string, z.ZodType>> =>
    Object.fromEntries(
      [...ALL_FIELDS.values()].map((field) => [
        field.key,
        (field.kind === 'sin' ? z.null() : orNull(plainSchema(field)))
          .optional()
          .meta({ description: field.label.en, examples: [exampleOf(field)] }),
      ]),
    ),
);

const valuesSchema = memoized(() => z.strictObject(valueMembers()));

const isValue = (value: Json | undefined): value is FormValue =>
  (value !== undefined && typeof value !== 'object') || value === null;

/** What of a body are values: those that it gives, by their keys. */
export const givenValues = (sent: JsonObject): Record<string, FormValue> => {
  const given: Record<string, FormValue> = {};
  for (const [key, { kind }] of ALL_FIELDS) {
    const value = sent[key];
    if (isValue(value)) given[key] = kind === 'text' && typeof value === 'number' ? String(value) : value;
  }
  return given;
};

/** The values of an unchecked body: those that a form could hold, and what is wrong with its other members. */
export const valuesThatFit = (sent: JsonObject): { given: Record<string, FormValue>; unfit: Issue[] } => {
  const fitting = Object.entries(valueMembers()).flatMap(([key, schema]) => {
    const { success, data } = schema.safeParse(sent[key]);
    return success ? [[key, data]] : [];
  });
  const { error } = valuesSchema().safeParse(sent);
  return { given: givenValues(Object.fromEntries(fitting)), unfit: error ? labelled(issuesOf(error, sent)) : [] };
};

/** Issues of values whose texts begin with the labels of their fields. */
const labelled = (issues: readonly Issue[]): Issue[] =>
  issues.map(({ path, text }) => {
    const label = ALL_FIELDS.get(path)?.label;
    return label ? issue(path, `${label.en} ${text.en}.`, `${label.fr} ${text.fr}.`) : { path, text };
  });

/** Values whole, by the fields of a version: what is not there is null. */
export const wholeValues = (version: FormVersion, values: FormValues): Record<string, FormValue> =>
  Object.fromEntries(version.fields.map(({ key }) => [key, values[key] ?? null]));

/** Values as a record keeps them, those of the person apart: what is blank is left out. */
export const partedValues = (
  version: FormVersion,
  values: FormValues,
): { values: Record<string, FormValue>; person: Record<string, FormValue> } => {
  const parted: Record<'values' | 'person', Record<string, FormValue>> = { values: {}, person: {} };
  for (const { key, personal, kind } of version.fields) {
    const value = values[key];
    if (value === undefined || value === null || kind === 'sin') continue;
    parted[personal ? 'person' : 'values'][key] = value;
  }
  return parted;
};

/** A value as answers show it: decimals as numbers. */
export const shownValue = ({ kind }: FormField, value: FormValue): Json =>
  value !== null && (kind === 'currency' || kind === 'decimal') ? toNumber(String(value)) : value;

const limits = (field: FormField, value: string, stage: FormStage): Text | undefined => {
  const amount = decimal(value);
  const least = field.min ?? (field.kind === 'currency' ? '0' : undefined);
  if (least !== undefined && amount.lt(least))
    return { en: `must be at least ${least}`, fr: `doit être ${least} ou plus` };
  if (field.max !== undefined && amount.gt(field.max))
    return { en: `must be at most ${field.max}`, fr: `doit être ${field.max} ou moins` };
  // A cancellation repeats what the agency has.
  if (field.in_dollars && stage !== 'cancellation' && !amount.eq(amount.round(0)))
    return { en: 'must be in dollars only, without cents', fr: 'doit être en dollars seulement, sans cents' };
  const digits = amount.abs().toFixed(2).split('.')[0]!.length;
  return digits > field.width
    ? {
        en: `must have at most ${field.width} digits before the point: it has ${digits}`,
        fr: `doit avoir au plus ${field.width} chiffres avant le point : il en a ${digits}`,
      }
    : undefined;
};

const CHARACTERS: Readonly<Record<Agency, Characters>> = {
  cra: CRA,
  rq: REVENU_QUEBEC,
  service_canada: SERVICE_CANADA,
};

/** Whether a value is a text with letters that the agency's file cannot hold: somebody enters another one by hand. */
export const isUnwritable = (value: unknown, agency: Agency | null): boolean =>
  agency !== null && typeof value === 'string' && writtenText(value, CHARACTERS[agency]).refused.length > 0;

/** What is wrong with a text: names and addresses that are too long are cut in a file, other boxes must fit. */
const wrongText = (field: FormField, value: string, agency: Agency | null): Text | undefined => {
  if (field.form && !field.form.pattern.test(value)) return field.form.wrong;
  const { text: written, refused } = agency ? writtenText(value, CHARACTERS[agency]) : { text: value, refused: [] };
  if (refused.length > 0)
    return {
      en: `has characters that the agency's file does not take and that have no plain form: ${refused.join(' ')}`,
      fr: `a des caractères que le fichier de l'organisme n'accepte pas et qui n'ont pas de forme simple : ${refused.join(' ')}`,
    };
  return !field.personal && written.length > field.width
    ? {
        en: `must have at most ${field.width} characters: it has ${written.length}`,
        fr: `doit avoir au plus ${field.width} caractères : il en a ${written.length}`,
      }
    : undefined;
};

const wrong = (field: FormField, value: FormValue, agency: Agency | null, stage: FormStage): Text | undefined => {
  if (value === null || value === '') return field.required ? { en: 'is required', fr: 'est obligatoire' } : undefined;
  if (field.kind === 'currency' || field.kind === 'decimal' || field.kind === 'integer')
    return limits(field, String(value), stage);
  if (field.kind === 'choice' && !Object.hasOwn(field.options ?? {}, String(value))) {
    const names = Object.keys(field.options ?? {}).join(', ');
    return { en: `must be one of ${names}`, fr: `doit être l'un de ${names}` };
  }
  return field.kind === 'text' ? wrongText(field, String(value), agency) : undefined;
};

/** Any nine digits: whether the person has a number is known, and it is opened for a file alone. */
const SOME_SIN = '000000000';
const SOME_NUMBERS: readonly number[] = Array.from({ length: 20 }, () => 1);

/** Values as a form of which its file could be made. */
const filledWith = (
  { type }: FormType,
  { fields, from, version_year }: FormVersion,
  values: FormValues,
  stage: FormStage,
): FilledForm => {
  const sins = fields.flatMap(({ key, kind }) =>
    kind === 'sin' && (values[key] ?? null) !== null ? [[key, SOME_SIN]] : [],
  );
  return {
    ...{ form_id: '', type, version_year, effective_date: from, stage, locale: 'en' },
    // Numbers are given when it is approved: as many as it could need.
    ...{ number: 1, further_numbers: SOME_NUMBERS, original_number: 1, original_further_numbers: SOME_NUMBERS },
    values: { ...values, ...Object.fromEntries(sins) },
  };
};

/** What the agency's file would not take: one form that it refuses stands in the way of all of its batch. */
const refusedByFile = (type: FormType, version: FormVersion, values: FormValues, stage: FormStage): Issue[] => {
  const refusals = refusalsOf(filledWith(type, version, values, stage), version.fields);
  return [...refusals.values()].map(({ field, text }) => ({ path: field, text }));
};

/** How many slips values come to in their agency's file. */
export const slipsInFile = (type: FormType, version: FormVersion, values: FormValues): number =>
  slipsOf(filledWith(type, version, wholeValues(version, values), 'original'), version.fields);

/**
 * What prevents values being filed, by key: members that the version does not have, what each field says, what the
 * type says of them together, and what the agency's file would not take. Messages name the field by its label.
 */
export const valueIssues = (
  type: FormType,
  version: FormVersion,
  values: FormValues,
  stage: FormStage = 'original',
): Issue[] => {
  const issues: Issue[] = [];
  for (const field of version.fields) {
    const text = wrong(field, values[field.key] ?? null, type.agency, stage);
    if (text) issues.push({ path: field.key, text });
  }
  issues.push(...(type.check?.(wholeValues(version, values), version, stage) ?? []));
  const told = new Set(issues.map(({ path }) => path));
  issues.push(
    ...refusedByFile(type, version, wholeValues(version, values), stage).filter(({ path }) => !told.has(path)),
  );
  return labelled(issues);
};

/** Members that a body gives and the version does not have. */
export const strangers = (type: FormType, version: FormVersion, given: FormValues): Issue[] => {
  const known = new Set(version.fields.map(({ key }) => key));
  return Object.keys(given)
    .filter((key) => !known.has(key))
    .map((key) =>
      issue(
        key,
        `is no field of ${type.type} with version_month ${version.version_month} and version_year ${version.version_year}`,
        `n'est pas un champ de ${type.type} dont version_month est ${version.version_month} et version_year ${version.version_year}`,
      ),
    );
};

/** What of a form its file writes otherwise. */
export interface WrittenOtherwise {
  key: string;
  value: string;
  written: string;
}

/** What of a form the file of its agency writes otherwise than it is there: characters replaced, names cut. */
export const otherwiseWritten = (
  { agency }: Pick<FormType, 'agency'>,
  version: FormVersion,
  values: FormValues,
): WrittenOtherwise[] =>
  version.fields.flatMap(({ key, kind, width }) => {
    const value = values[key];
    if (agency === null || kind !== 'text' || typeof value !== 'string') return [];
    const written = [...writtenText(value, CHARACTERS[agency]).text].slice(0, width).join('').trim();
    return written === value ? [] : [{ key, value, written }];
  });
