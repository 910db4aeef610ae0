import { z } from 'zod';
import { CATALOGUES } from '../../catalogues/catalogues.ts';
import type { Upload } from '../../kernel/definition/operation.ts';
import { dateSchema, decimalSchema, exampleId, idSchema, refine } from '../../kernel/definition/schemas.ts';
import { SEMICOLONS } from '../../tables/csv-dialect.ts';
import { type CsvShape, readRowsAndIssues } from '../../tables/csv-reader.ts';
import { csvPlace } from '../../tables/csv-records.ts';
import { issuesOf } from '../../values/issues.ts';
import { itemsOf, objectOf, objectsOf, textOf } from '../../values/json.ts';
import type { Issue } from '../../values/problem.ts';
import type { Text } from '../../values/text.ts';
import { PLACES } from '../recurring/fields.ts';

/** Hours as callers send them: by work assignment and earning type in JSON, a row each in CSV. */

type EarningType = (typeof CATALOGUES.earning.values)[number];

/** Paid leaves: time away that is paid by a pay rate. */
export const LEAVE_TYPES = CATALOGUES.earning.values.filter((type) => type.startsWith('leave_'));

/** Earnings that are paid by a pay rate and hours, overtime apart. */
const BY_PAY_RATE: readonly EarningType[] = ['wage', 'salary', 'vacation_pay', ...LEAVE_TYPES];

export const HOUR_TYPES = ['overtime', ...BY_PAY_RATE] as const;

/** Hours of one type that one person worked, or was away. */
export interface HoursEntry {
  /** Where it is in what was sent. */
  place: string;
  work_assignment_id: string;
  type: EarningType;
  /** Decimal text. */
  hours: string;
  pay_rate_id?: string | undefined;
  overtime_rate_id?: string | undefined;
  /** Decimal text. */
  rate_multiplier?: string | undefined;
  earned_on?: string | undefined;
}

/** Of one call, in JSON or as a file. */
const MAX_ENTRIES = 20_000;

const hours = decimalSchema({ places: PLACES, min: '0', max: '9999' });
const multiplier = decimalSchema({ places: PLACES, min: '0', max: '100' });

const DESCRIBED = {
  work_assignment_id: 'The work assignment',
  hours: 'Hours; they replace earlier ones',
  pay_rate_id: 'Pay rate that they are paid by; required where several are in effect, on the day where one is given',
  overtime_rate_id:
    'Overtime rate that they are paid by; required where several would fit, on the day where one is given',
  rate_multiplier: 'Multiplier of the overtime rate, in place of its id',
  earned_on: 'Day of the pay period on which they were worked; hours of other days are separate',
};

const members = {
  hours: hours.meta({ description: DESCRIBED.hours, examples: [36] }),
  earned_on: dateSchema().optional().meta({ description: DESCRIBED.earned_on }),
};
const byRate = z
  .strictObject({
    ...members,
    pay_rate_id: idSchema('pay_rate').optional().meta({ description: DESCRIBED.pay_rate_id }),
  })
  .meta({ id: 'hours_by_pay_rate', description: 'Hours paid by a pay rate' });
const overtime = z
  .strictObject({
    ...members,
    overtime_rate_id: idSchema('overtime_rate').optional().meta({ description: DESCRIBED.overtime_rate_id }),
    rate_multiplier: multiplier.optional().meta({ description: DESCRIBED.rate_multiplier }),
  })
  .meta({ id: 'hours_of_overtime', description: 'Hours paid by an overtime rate' });

/** Days of a pay period, for each of some rates. */
const MAX_OF_TYPE = 400;

const listOf = (entry: z.ZodType, type: string) =>
  z
    .array(entry)
    .min(1)
    .max(MAX_OF_TYPE)
    .optional()
    .meta({ description: `Hours of ${type.replaceAll('_', ' ')}` });

export const hoursBody = z
  .strictObject({
    data: z
      .array(
        z
          .strictObject({
            work_assignment_id: idSchema('work_assignment').meta({ description: DESCRIBED.work_assignment_id }),
            overtime: listOf(overtime, 'overtime'),
            ...Object.fromEntries(BY_PAY_RATE.map((type) => [type, listOf(byRate, type)])),
          })
          .meta({ id: 'hours_of_person', description: 'Hours of one work assignment, by earning type' }),
      )
      .min(1)
      .max(MAX_ENTRIES)
      .meta({ description: 'Work assignments with their hours' }),
  })
  .meta({ id: 'payroll_hours', description: 'Hours of many people for one payroll' });

const TOO_MANY: Text = {
  en: `holds more than ${MAX_ENTRIES} entries; send them in several calls`,
  fr: `contient plus de ${MAX_ENTRIES} entrées; envoyez-les en plusieurs appels`,
};

/** How many entries a body holds that is not checked yet. */
const countOf = (body: unknown): number =>
  objectsOf(objectOf(body).data).reduce(
    (sum, element) => sum + HOUR_TYPES.reduce((more, type) => more + itemsOf(element[type]).length, 0),
    0,
  );

/**
 * Such a body, with its entries counted before any is checked: what is wrong with each of a full body of them would
 * take seconds to find, without a break.
 */
export const countedHoursBody = z.preprocess((body, ctx) => {
  if (countOf(body) > MAX_ENTRIES) ctx.addIssue({ code: 'custom', path: ['data'], ...refine(TOO_MANY) });
  return body;
}, hoursBody);

/** The entries of a body that was checked. */
export const entriesOfBody = ({ data }: { data: Record<string, unknown>[] }): HoursEntry[] =>
  data.flatMap((element, i) =>
    HOUR_TYPES.flatMap((type) =>
      objectsOf(element[type]).map(
        (given, j): HoursEntry => ({
          ...given,
          hours: textOf(given.hours),
          place: `data.${i}.${type}.${j}`,
          work_assignment_id: textOf(element.work_assignment_id),
          type,
        }),
      ),
    ),
  );

/** A row of the file: its type has a column of its own. */
const row = z
  .strictObject({
    work_assignment_id: idSchema('work_assignment'),
    type: z.enum(HOUR_TYPES),
    hours,
    pay_rate_id: idSchema('pay_rate').optional(),
    overtime_rate_id: idSchema('overtime_rate').optional(),
    rate_multiplier: multiplier.optional(),
    earned_on: dateSchema().optional(),
  })
  .superRefine((given, ctx) => {
    // In JSON its type has no such member; a rate that is passed over would pay the hours by another one.
    const others = given.type === 'overtime' ? BY_PAY_RATE_ALONE : BY_OVERTIME_RATE_ALONE;
    for (const member of others)
      if (given[member] !== undefined)
        ctx.addIssue({ code: 'custom', path: [member], ...refine(otherType(given.type)) });
  });

const BY_PAY_RATE_ALONE = ['pay_rate_id'] as const;
const BY_OVERTIME_RATE_ALONE = ['overtime_rate_id', 'rate_multiplier'] as const;

const otherType = (type: EarningType) => ({
  en: `must be empty: hours of type ${type} are not paid by it`,
  fr: `doit être vide : les heures de type ${type} ne sont pas payées selon cela`,
});

const SHAPE: CsvShape = {
  columns: {
    work_assignment_id: { required: true },
    type: { required: true },
    hours: { required: true, decimal: true },
    pay_rate_id: {},
    overtime_rate_id: {},
    rate_multiplier: { decimal: true },
    earned_on: {},
  },
  max_rows: MAX_ENTRIES,
};

const CSV_EXAMPLE = [
  Object.keys(SHAPE.columns).join(','),
  `${exampleId('work_assignment')},wage,36,,,,`,
  `${exampleId('work_assignment')},overtime,2,,,1.5,`,
].join('\n');

export const hoursUpload: Upload = {
  types: ['text/csv'],
  member: 'file',
  description: `CSV, UTF-8, with a row for each entry and the columns ${Object.keys(SHAPE.columns).join(', ')}; the first three are required. ${SEMICOLONS} \`type\` is an earning type: ${HOUR_TYPES.join(', ')}.`,
  example: CSV_EXAMPLE,
};

/** What is wrong, reported entry by entry. */
export const MOST_REPORTED = 100;

/** The entries of a file, and what is wrong with rows that are none. @throws Problem 422 where it cannot be read */
export const entriesOfFile = async (bytes: Uint8Array): Promise<{ entries: HoursEntry[]; issues: Issue[] }> => {
  const { rows, issues } = await readRowsAndIssues<z.output<typeof row>>(bytes, SHAPE, ({ cells }) => {
    // An empty cell is a member that was left out.
    const named = Object.entries(cells).map(([name, cell]) => [name, cell.trim()] as const);
    const given = Object.fromEntries(named.filter(([, cell]) => cell !== ''));
    const parsed = row.safeParse(given, { reportInput: true });
    return parsed.success ? { value: parsed.data } : { issues: issuesOf(parsed.error, given) };
  });
  return { entries: rows.map(({ line, value }) => ({ ...value, place: csvPlace(line) })), issues };
};
