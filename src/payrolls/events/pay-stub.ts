import { z } from 'zod';
import { bySummary, FAMILIES, LINE_KINDS, type LineKind, RECURRENCES } from '../../calculation/model/families.ts';
import type { Line } from '../../calculation/model/types.ts';
import { parseStream, type RecordOf, type State } from '../../kernel/definition/resource.ts';
import { decimalTextSchema, keptDateSchema } from '../../kernel/definition/schemas.ts';
import { defineEvent, version1 } from '../../kernel/events/define.ts';
import { derivedId } from '../../values/ids.ts';
import { isObject, isText, type JsonObject } from '../../values/json.ts';

/** What happens to a pay stub beyond being created, changed and deleted; amounts are decimals as text. */

const amount = decimalTextSchema;
const maybe = amount.nullable();

/** The stub of a work assignment on a payroll always has the same id. */
export const stubId = (payroll: RecordOf<'payroll'>, assignmentId: string): string =>
  derivedId('payst', Date.parse(payroll.created_at), `${payroll.id}/${assignmentId}`);

/**
 * The ids of a stub's managed lines. Such a line keeps its id whenever it is made again: it is the stub's line of that
 * recurrence, or of another key.
 */
export const managedLineIds = (stub: Pick<State, 'id' | 'created_at'>): ((kind: LineKind, key: string) => string) => {
  const made_ms = Date.parse(stub.created_at);
  return (kind, key) => derivedId(FAMILIES[kind].line_prefix, made_ms, `${stub.id}/${kind}/${key}`);
};

/**
 * The line of a stub that hours of one type, rate and day make: the same whoever sends them, so that time sheets that
 * come at once make one.
 *
 * @param taken whether a line has an id already: that one was made of such hours, and is of others by now
 */
export const hoursLineId = (
  stub: Pick<State, 'id' | 'created_at'>,
  { type, rate_id, earned_on }: { type: string; rate_id: string; earned_on: string | undefined },
  taken: (id: string) => boolean,
): string => {
  for (let at = 0; ; at++) {
    const key = `${stub.id}/hours/${type}/${rate_id}/${earned_on ?? ''}/${at}`;
    const id = derivedId(FAMILIES.earning.line_prefix, Date.parse(stub.created_at), key);
    if (!taken(id)) return id;
  }
};

/** The line items of a stub of one kind. */
export const lineItemObject = <K extends LineKind>(kind: K): `${K}_line_item` => `${kind}_line_item`;

/** In both languages; warnings of before had an English sentence. */
const warningMessage = z.union([z.strictObject({ en: z.string(), fr: z.string() }), z.string()]);

/** Sums of an employee's stub as events and state keep them. */
const employeeSummarySchema = z.strictObject({
  gross: maybe,
  subtractions: maybe,
  reimbursements: maybe,
  net: maybe,
  gross_ytd: amount,
  subtractions_ytd: amount,
  reimbursements_ytd: amount,
  net_ytd: amount,
});
const contractorSummarySchema = employeeSummarySchema.omit({ subtractions: true, subtractions_ytd: true });
const companySummarySchema = z.strictObject({
  taxes_and_contributions: amount,
  benefits: amount,
  total: amount,
  taxes_and_contributions_ytd: amount,
  benefits_ytd: amount,
  total_ytd: amount,
});
const periodAndYear = z.strictObject({ period: amount, ytd: amount });
/** Events from before a family of pay items was added have nothing of it. */
const lineItemSummarySchema = z.strictObject({
  ...bySummary(() => periodAndYear.optional()),
  earnings: periodAndYear.extend({ period_managed: amount, period_unmanaged: amount }),
  benefits: periodAndYear,
});

/** The members of a stub that a calculation sets. */
export const calculatedSchema = z.strictObject({
  employee_summary: employeeSummarySchema.meta({ description: "Totals of an employee's pay stub" }),
  contractor_summary: contractorSummarySchema.meta({ description: "Totals of a contractor's pay stub" }),
  company_summary: companySummarySchema.meta({ description: 'Further cost to the employer' }),
  vacation_pay_balance: amount.meta({ description: 'Balance of vacation pay after it' }),
  vacation_pay: z
    .strictObject({ accrued: amount, paid: amount, adjusted: amount })
    .meta({ description: 'What its lines do to that balance' }),
  liability: amount.meta({ description: 'Total liability' }),
  cash_requirement: amount.meta({ description: 'Funds needed on the debit date' }),
  line_item_summary: lineItemSummarySchema.meta({ description: 'Totals by kind of line item' }),
  amounts: z
    .record(z.string(), z.record(z.string(), amount))
    .meta({ description: 'Sums of its lines by kind and type' }),
  bases: z.record(z.string(), amount).meta({ description: 'Sums that later stubs need for the year' }),
  recurrences: z.array(z.string()).meta({ description: 'Pay rates and recurring items that its lines come from' }),
  taken_once: z.array(z.string()).meta({ description: 'Items of frequency `once` among them' }),
  has_taxes_calculated: z.boolean().meta({ description: 'Whether withholdings have been calculated' }),
  is_pending_tax_rates: z.boolean().meta({ description: 'Whether it waits for tax rates that are not known yet' }),
  warnings: z
    .array(z.strictObject({ namespace: z.string(), type: z.string(), message: warningMessage.optional() }))
    .meta({ description: 'Warnings to review before approval; the sentence of an older one is in English alone' }),
  levies: z.string().nullable().meta({ description: "The forecast of the employer's year that its levies stand on" }),
});

const translations = z.strictObject({ en: z.string().nullable().optional(), fr: z.string().nullable().optional() });
const id = z.string().nullable();
/** How an amount is spread over tags, as events and state keep it. */
export const tagAssignmentSchema = z
  .strictObject({
    unit: z.enum(['percentage', 'amount', 'hours']),
    is_component_locked: z.boolean(),
    tag_allocations: z.array(z.strictObject({ tags: z.array(z.string()), value: amount })),
  })
  .nullable();

const lineShape = {
  type: z.string(),
  is_managed: z.boolean(),
  is_system: z.boolean(),
  custom_amount: maybe,
  managed_amount: maybe,
  custom_hours: maybe,
  managed_hours: maybe,
  pay_rate_id: id,
  overtime_rate_id: id,
  accrued_vacation_pay: amount,
  custom_accrued_vacation_pay: maybe,
  recurrence: z.strictObject({ object: z.enum(RECURRENCES), id: z.string() }).nullable(),
  title: z.string().nullable(),
  title_translations: translations.nullable(),
  business_preset_id: id,
  remittance_account_id: id,
  source_adjustment_id: id,
  managed_expense_accounting_code_id: id,
  custom_expense_accounting_code_id: id,
  managed_liability_accounting_code_id: id,
  custom_liability_accounting_code_id: id,
  managed_tag_assignment: tagAssignmentSchema,
  custom_tag_assignment: tagAssignmentSchema,
  component_settings: z.strictObject({ attributes_locked: z.boolean() }),
  managed_earned_on: keptDateSchema.nullable(),
  custom_earned_on: keptDateSchema.nullable(),
  external_ref: z.string().nullable(),
} satisfies Record<Exclude<keyof Line, 'id' | 'kind' | 'is_rate_named' | 'created_at' | 'updated_at'>, z.ZodType>;

/** What a caller, a recurring item or a calculation sets on a line. */
export type SetOnLine = z.infer<z.ZodObject<typeof lineShape>>;

/** What the kernel does not keep of a line item, of whatever family. */
export const lineMembers = {
  kind: z.enum(LINE_KINDS).meta({ description: 'The family of the line' }),
  ...lineShape,
  pay_stub_id: z.string(),
  payroll_id: z.string(),
  work_assignment_id: z.string(),
};
const lineSchema = z.strictObject(lineMembers);

type LineRecords = { [K in LineKind as `${K}_line_item`]: z.infer<typeof lineSchema> & { kind: K } };

declare module '../../kernel/definition/resource.ts' {
  interface Records extends LineRecords {}
}

const kind = z.enum(LINE_KINDS).meta({ description: 'The family of the line' });

/** A line as a calculation says it: all that is set of a new one, what changed of another. */
const calculatedLineSchema = z.strictObject({
  ...lineSchema.partial().shape,
  id: z.string(),
  kind,
});
export type CalculatedLine = z.infer<typeof calculatedLineSchema>;

const payroll_id = z.string().meta({ description: 'The payroll that it belongs to' });

export const payStubCalculated = defineEvent({
  type: 'PayStubCalculated',
  version: 1,
  says: 'A pay stub was calculated: its lines and sums that changed.',
  data: calculatedSchema.partial().extend({
    lines: z.array(calculatedLineSchema).meta({ description: 'Lines that were made or changed' }),
    removed: z.array(z.strictObject({ id: z.string(), kind })).meta({ description: 'Lines that were taken off' }),
  }),
  // A calculation touches its stub and each line that it made, changed or took off.
  touches: ({ stream, data }) => [
    parseStream(stream),
    ...[...data.lines, ...data.removed].map((line) => ({ object: lineItemObject(line.kind), id: line.id })),
  ],
});

export const payStubRescheduled = defineEvent({
  type: 'PayStubRescheduled',
  version: 1,
  says: 'An open pay stub got the new pay date of its payroll.',
  data: z.strictObject({
    pay_date: keptDateSchema.meta({ description: 'The day on which it is paid' }),
    previous_pay_date: keptDateSchema.nullable().meta({ description: 'The day on which it was to be paid' }),
  }),
});

const place = z.int().meta({ description: 'Place among `texts`' });

// Kept for its explanation alone, which is read from the stream.
const explainedStep = z.tuple([place, place, z.string(), z.record(z.string(), z.string()), place]);
const explained = {
  lines: z.record(z.string(), z.array(z.int())).meta({ description: 'Places of the steps of each line' }),
  texts: z.array(z.union([z.string(), z.array(z.string())])).meta({ description: 'Texts, and lists of sources' }),
  is_complete: z.boolean().meta({ description: 'False where steps or records were left out' }),
};

const isInteger = (value: unknown): boolean => Number.isSafeInteger(value);
const areTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);
const areIntegers = (value: unknown): boolean => Array.isArray(value) && value.every(isInteger);

const isExplainedStep = (step: unknown): boolean => {
  if (!Array.isArray(step) || step.length !== 6) return false;
  const [name, formula, value, figures, sources, records] = step;
  return (
    [name, formula, sources].every(isInteger) &&
    isText(value) &&
    isObject(figures) &&
    Object.values(figures).every(isText) &&
    areIntegers(records)
  );
};

/** Some thirty steps and sixty texts for each stub: by schema, their check took a thirtieth of an approval. */
const fitsExplanation = ({ lines, texts, is_complete, steps, records, ...more }: JsonObject): boolean =>
  isObject(lines) &&
  Object.values(lines).every(areIntegers) &&
  Array.isArray(texts) &&
  texts.every((text) => isText(text) || areTexts(text)) &&
  typeof is_complete === 'boolean' &&
  Array.isArray(steps) &&
  steps.every(isExplainedStep) &&
  Array.isArray(records) &&
  records.every((one) => Array.isArray(one) && one.length === 2 && isInteger(one[0]) && isText(one[1])) &&
  Object.keys(more).length === 0;

export const payStubExplained = defineEvent({
  type: 'PayStubExplained',
  version: 2,
  says: "The explanation of a pay stub's amounts when it was closed; what several steps share is there once.",
  data: z.strictObject({
    ...explained,
    steps: z
      .array(z.tuple([...explainedStep.def.items, z.array(place)]))
      .meta({ description: 'Name, formula, value, figures, sources and places of the records of each step' }),
    records: z
      .array(z.tuple([place, z.string()]))
      .meta({ description: 'What kind of record, and its id: what steps stand on' }),
  }),
  fits: fitsExplanation,
  // At first steps did not say which records they are based on.
  earlier: version1(z.object({ ...explained, steps: z.array(explainedStep) }), ({ steps, ...data }) => ({
    ...data,
    steps: steps.map((step): [...typeof step, number[]] => [...step, []]),
    records: [],
  })),
  touches: 'nothing',
});

export const payStubClosed = defineEvent({
  type: 'PayStubClosed',
  version: 2,
  says: 'An approval closed a pay stub: it does not change any more.',
  data: z.strictObject({
    payroll_id,
    approval_id: z
      .string()
      .nullable()
      .meta({ description: 'The approval, by the event that started it; null where it was not told' }),
    counted: z
      .array(z.strictObject({ pay_stub_id: z.string(), bases: z.record(z.string(), amount) }))
      .optional()
      .meta({ description: 'The stubs of its pay that it was calculated behind, each with its sums then; if any' }),
  }),
  // At first a closing did not say which approval it was of.
  earlier: version1(z.object({ payroll_id: z.string(), approval_id: z.string().optional() }), (data) => ({
    payroll_id: data.payroll_id,
    approval_id: data.approval_id ?? null,
  })),
});

export const payStubReopened = defineEvent({
  type: 'PayStubReopened',
  version: 1,
  says: 'A pay stub is open again: the approval that closed it was abandoned or undone.',
  data: z.strictObject({ payroll_id }),
});
