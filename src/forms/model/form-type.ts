import { type CalendarDate, dateOf } from '../../values/dates.ts';
import type { Issue } from '../../values/problem.ts';
import type { Text } from '../../values/text.ts';
import type { FormStage } from './states.ts';

/**
 * What a type of form is: whose it is, which versions there are, and the fields of each. Its entry in the catalogue,
 * the members of its forms in bodies and answers, their checks and their French follow from this declaration.
 */
export interface FormType {
  /** Key, last part of its path: `t4`. Stands in events, so it never changes. */
  type: string;
  label: Text;
  /** Whose forms of it are. */
  owner_types: readonly FormOwner[];
  life: FormLife;
  /** Who gets it; null of a form that stays with the employer. */
  agency: Agency | null;
  /** What a form of it can be exported as, by itself. */
  exportable_as: readonly FormExport[];
  /** In the order of their days. A form is of the version of its effective date. */
  versions: readonly FormVersion[];
  /**
   * What is wrong with values together, beyond what each field says of its own. Paths are keys of fields. Values are
   * whole: what was not given is null.
   */
  check?(values: FormValues, version: FormVersion, stage: FormStage): Iterable<Issue>;
  /** How many slips with a number of their own a form comes to in its file; one when left out. */
  slips?(values: FormValues, version: FormVersion): number;
}

export type FormOwner = 'employee' | 'contractor' | 'work_assignment';

/**
 * How a form lives: `in_batches` is approved and goes to an agency with others (T4, T4A, RL-1); `alone` is submitted by
 * itself (ROE); `kept` has no status and is sent nowhere (TD1).
 */
export type FormLife = 'in_batches' | 'alone' | 'kept';

export type Agency = 'cra' | 'rq' | 'service_canada';

export type FormExport = 'pdf' | 'xml';

/** A form as it is from a day on. */
export interface FormVersion {
  /** First effective date. */
  from: CalendarDate;
  /** Last effective date; null while there is no later version. */
  to: CalendarDate | null;
  version_year: number;
  version_month: Month;
  fields: readonly FormField[];
}

export const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
] as const;
export type Month = (typeof MONTHS)[number];

/**
 * What a field holds. `currency`: dollars and cents, as decimal text; `decimal`: another number, as decimal text;
 * `integer`; `date`; `boolean`; `choice`: one of `options`; `text`; `sin`: a social insurance number. A SIN is kept in
 * no form: it is read from the person when a file or a slip is made, so answers show null.
 */
const FIELD_KINDS = ['currency', 'decimal', 'integer', 'date', 'boolean', 'choice', 'text', 'sin'] as const;
export type FieldKind = (typeof FIELD_KINDS)[number];

export interface FormField {
  /** Member of the form: `box_14_employment_income`. The same key means the same in every type and version. */
  key: string;
  /** As messages call it: `Employment income (Box 14)`. */
  label: Text;
  kind: FieldKind;
  /** Most characters of it in the agency's file: of a currency, digits before the point. */
  width: number;
  /** A form without it is not valid. */
  required?: boolean;
  /** Filled in by the service, never by a body. */
  readonly?: boolean;
  /** Names, addresses: kept encrypted under the person's key. */
  personal?: boolean;
  /** Of a choice: every value, and what it means. */
  options?: Readonly<Record<string, Text>>;
  /** Least and most of a number; a currency is at least 0 unless it says otherwise. */
  min?: string;
  max?: string;
  /** Of a currency: told without cents, as the agency asks for it. */
  in_dollars?: true;
  /** Of a text: what it must look like, and what is said when it does not. */
  form?: { pattern: RegExp; wrong: Text };
  /** Told as 0 where nothing is there: the agency asks it of the slip. */
  told_as_0?: true;
  /** What the employer bears, which the agency has in the summary of its slips: on no slip. */
  of_summary?: true;
  /** The box on the slip that it is: `14`, `B.A`; what the boxes of line item types name. Absent of names and dates. */
  box?: string;
}

/**
 * Values of a form by the keys of its fields: decimals and dates as text, flags as booleans, null what is blank. What
 * the version does not have is not there.
 */
export type FormValue = string | number | boolean | null;
export type FormValues = Readonly<Record<string, FormValue>>;

/** The version of a type on a day; undefined where there was none yet, or no longer. */
export const versionOn = ({ versions }: Pick<FormType, 'versions'>, day: CalendarDate): FormVersion | undefined =>
  versions.findLast(({ from, to }) => from <= day && (to === null || day <= to));

/** The last day of a year; undefined where no version is of it. */
export const lastDayWithVersion = (type: Pick<FormType, 'versions'>, year: number): CalendarDate | undefined => {
  const day = dateOf(year, 12, 31);
  return versionOn(type, day) ? day : undefined;
};

/** What is said of a day on which there is no version. */
export const noVersion = ({ type, versions: [first] }: Pick<FormType, 'type' | 'versions'>): Issue => ({
  path: 'effective_date',
  text: {
    en: `must be a day on which there is a version of ${type}: from ${first?.from}`,
    fr: `doit être un jour où il y a une version de ${type} : à partir du ${first?.from}`,
  },
});

/** Versions of consecutive years, each from January to December, the last one without an end. */
export const yearlyVersions = (
  first: number,
  last: number,
  fieldsOf: (year: number) => readonly FormField[],
): FormVersion[] =>
  Array.from({ length: last - first + 1 }, (_, index): FormVersion => {
    const year = first + index;
    return {
      from: `${year}-01-01`,
      to: year === last ? null : `${year}-12-31`,
      version_year: year,
      version_month: 'january',
      fields: fieldsOf(year),
    };
  });
