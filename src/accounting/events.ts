import { z } from 'zod';
import { decimalTextSchema, isDecimalText, sentenceSchema } from '../kernel/definition/schemas.ts';
import { defineEvent, version1 } from '../kernel/events/define.ts';
import { isObject, isText, type Json, type JsonObject } from '../values/json.ts';

export const JOURNAL_ENTRY_TYPES = ['pay_stub_recording', 'payroll_recording', 'payroll_payment'] as const;

/** What may have decided the code of a row. */
export const DECIDED_BY = [
  'line_item',
  'recurring_item',
  'business_preset',
  'accounting_code_rule',
  'fallback_mapping',
] as const;

const decision = z.union([
  z.strictObject({ by: z.enum(['line_item', 'recurring_item', 'fallback_mapping']), id: z.null() }),
  z.strictObject({ by: z.enum(['business_preset', 'accounting_code_rule']), id: z.string() }),
]);

/** What a row holds of one type of line items, and what decided that it is there. */
const rowSourceSchema = z.strictObject({
  type: z.string().meta({ description: 'The kind of line items' }),
  subtype: z.string().meta({ description: 'Their type' }),
  side: z.enum(['expense', 'liability']).meta({ description: 'Their side' }),
  amount: decimalTextSchema.meta({ description: 'Dollars: debits less credits' }),
  decision: decision.nullable().meta({ description: 'What decided the code; null when nothing did' }),
});

/** A row of an entry as it is kept. */
export const journalRowSchema = z.strictObject({
  title: z.string().meta({ description: 'What the row is for, in English' }),
  title_translations: sentenceSchema.meta({ description: 'The title in both languages' }),
  debit: decimalTextSchema.nullable().meta({ description: 'Dollars on the debit side; null on the other' }),
  credit: decimalTextSchema.nullable().meta({ description: 'Dollars on the credit side; null on the other' }),
  accounting_code_id: z.string().nullable().meta({ description: 'The accounting code that it is posted to' }),
  formatted_accounting_code: z.string().nullable().meta({ description: 'That code as the ledger shows it' }),
  tag_ids: z.array(z.string()).meta({ description: 'Tags of the row' }),
  sources: z
    .array(rowSourceSchema)
    .optional()
    .meta({ description: 'What it is the sum of; absent from entries that were posted before codes were resolved' }),
});

/** A kind of line item and the type of it. */
const typePairSchema = z.strictObject({
  type: z.string().meta({ description: 'The kind of line item' }),
  subtype: z.string().meta({ description: 'Its type' }),
});

const hasMembers = (value: Json | undefined, count: number): value is JsonObject =>
  isObject(value) && Object.keys(value).length === count;
const isTextOrNull = (value: unknown): boolean => value === null || isText(value);
const isAmountOrNull = (value: unknown): boolean => value === null || isDecimalText(value);
const areAll = (value: unknown, is: (one: Json) => boolean): boolean => Array.isArray(value) && value.every(is);

const isDecision = (value: Json | undefined): boolean => {
  if (!hasMembers(value, 2)) return false;
  const { by, id } = value;
  return by === 'business_preset' || by === 'accounting_code_rule'
    ? isText(id)
    : id === null && (by === 'line_item' || by === 'recurring_item' || by === 'fallback_mapping');
};

const isSource = (value: Json): boolean => {
  if (!hasMembers(value, 5)) return false;
  const { type, subtype, side, amount, decision } = value;
  return (
    isText(type) &&
    isText(subtype) &&
    (side === 'expense' || side === 'liability') &&
    isDecimalText(amount) &&
    (decision === null || isDecision(decision))
  );
};

const areTranslations = (value: Json | undefined): boolean =>
  hasMembers(value, 2) && isText(value.en) && isText(value.fr);

const isRow = (value: Json): boolean => {
  if (!hasMembers(value, 8)) return false;
  const { title, title_translations, debit, credit, accounting_code_id, formatted_accounting_code } = value;
  return (
    isText(title) &&
    areTranslations(title_translations) &&
    isAmountOrNull(debit) &&
    isAmountOrNull(credit) &&
    isTextOrNull(accounting_code_id) &&
    isTextOrNull(formatted_accounting_code) &&
    areAll(value.tag_ids, isText) &&
    areAll(value.sources, isSource)
  );
};

const postedSchema = z.strictObject({
  type: z.enum(JOURNAL_ENTRY_TYPES).meta({ description: 'Type of entry: what it records' }),
  title: z.string().meta({ description: 'Title in English' }),
  title_translations: sentenceSchema.meta({ description: 'The title in both languages' }),
  payroll_id: z.string().meta({ description: 'The payroll' }),
  pay_stub_id: z.string().nullable().meta({ description: 'The pay stub; null for the whole payroll' }),
  posted_on: z.string().meta({ description: 'The pay date, as an instant at its beginning' }),
  total: decimalTextSchema.meta({ description: 'Total of its debits' }),
  is_missing_line_item_accounting_codes: z.boolean(),
  is_missing_default_account_payable: z.boolean(),
  is_missing_default_bank_account: z.boolean(),
  invalid_expense_types: z.array(typePairSchema),
  invalid_liability_types: z.array(typePairSchema),
  journal_entry_rows: z.array(journalRowSchema).meta({ description: 'Debits and credits' }),
  row_count: z
    .int()
    .optional()
    .meta({ description: 'Rows of the entry in all: those that one append does not hold come in later ones' }),
  offset_sources: z
    .array(rowSourceSchema)
    .optional()
    .meta({ description: 'What cancels out on a row, so that the row is left out' }),
  reverses_id: z.string().optional().meta({ description: 'The entry that it reverses, row by row' }),
});
const withoutRows = postedSchema.omit({ journal_entry_rows: true, offset_sources: true });

/** By schema, the check of its rows took a sixtieth of an approval. */
const fitsPosted = ({ journal_entry_rows, offset_sources, ...others }: JsonObject): boolean =>
  areAll(journal_entry_rows, isRow) && areAll(offset_sources, isSource) && withoutRows.safeParse(others).success;

export const journalEntryPosted = defineEvent({
  type: 'JournalEntryPosted',
  version: 1,
  says: 'A journal entry was posted: it balances, and its sums are the totals of what it records.',
  data: postedSchema,
  fits: fitsPosted,
});

export const journalEntryReversed = defineEvent({
  type: 'JournalEntryReversed',
  version: 1,
  says: 'A journal entry is not in force any more, because the approval that it records was undone.',
  data: z.strictObject({
    reversed_by_id: z
      .string()
      .nullable()
      .meta({ description: 'The entry that reverses it; null when not all of its rows had been recorded' }),
  }),
});

// It fences the stream: who was held up while posting, and comes back late, meets it there.
export const journalEntryWithheld = defineEvent({
  type: 'JournalEntryWithheld',
  version: 1,
  says: 'A journal entry will not be posted: the approval that it would record was undone before.',
  data: z.strictObject({ payroll_id: z.string().meta({ description: 'The payroll' }) }),
  touches: 'nothing',
});

export const journalEntryRowsPosted = defineEvent({
  type: 'JournalEntryRowsPosted',
  version: 1,
  says: 'More rows of a journal entry that was just posted, which did not fit into the first append.',
  data: z.strictObject({
    journal_entry_rows: z.array(journalRowSchema).meta({ description: 'Debits and credits' }),
  }),
});

const provider = z.enum(['quickbooks', 'xero']).meta({ description: 'The accounting provider' });

const linked = {
  business_entity_id: z.string().meta({ description: 'The employer' }),
  provider,
  external_id: z.string().meta({ description: 'Id of the account there' }),
  external_code: z.string().nullable().meta({ description: 'Its code there' }),
};

export const accountingCodeLinked = defineEvent({
  type: 'AccountingCodeLinked',
  version: 2,
  says: 'An accounting code was linked to an account in books of a provider.',
  data: z.strictObject({
    ...linked,
    realm_id: z
      .string()
      .nullable()
      .meta({ description: 'What the provider calls the books; null where the event did not say it yet' }),
  }),
  earlier: version1(z.strictObject(linked), (data) => ({ ...data, realm_id: null })),
});

export const tagLinked = defineEvent({
  type: 'TagLinked',
  version: 1,
  says: 'A tag was linked to what its id at a provider is in books there.',
  data: z.strictObject({
    tag_group_id: z.string().meta({ description: 'The tag group' }),
    business_entity_id: z.string().meta({ description: 'The employer' }),
    provider,
    external_id: z.string().meta({ description: 'Its id there' }),
    realm_id: z.string().meta({ description: 'What the provider calls the books' }),
  }),
});

const where = {
  provider,
  realm_id: z.string().meta({ description: 'What the provider calls the books' }),
};

export const journalEntryExportBegun = defineEvent({
  type: 'JournalEntryExportBegun',
  version: 1,
  says: 'A journal entry is about to be written to a provider: from now on the provider may have it.',
  data: z.strictObject(where),
});

/** Dimensions of providers that rows are tracked by. */
export const DIMENSIONS = ['category', 'department', 'project'] as const;

export const journalEntryExportNamed = defineEvent({
  type: 'JournalEntryExportNamed',
  version: 1,
  says: 'What accounting codes and tags of a journal entry are at a provider that it is about to be written to; what reverses it goes to the same.',
  data: z.strictObject({
    ...where,
    accounts: z
      .record(z.string(), z.strictObject({ id: z.string(), code: z.string().nullable(), is_bank: z.boolean() }))
      .meta({ description: 'Accounts, by ids of accounting codes' }),
    tags: z
      .record(
        z.string(),
        z
          .strictObject({
            id: z.string(),
            group_id: z.string().nullable(),
            kind: z.enum(DIMENSIONS),
          })
          .nullable(),
      )
      .meta({ description: 'Values of dimensions, by ids of tags; null where the provider does not know it' }),
  }),
  touches: 'nothing',
});

export const journalEntryExported = defineEvent({
  type: 'JournalEntryExported',
  version: 1,
  says: 'A journal entry was written to a provider.',
  data: z.strictObject({ ...where, reference: z.string().meta({ description: 'Its id there' }) }),
});

export const accountingCodesMerged = defineEvent({
  type: 'AccountingCodesMerged',
  version: 1,
  says: 'Accounting codes are merged into this one: records that name them will name this one, then they are deleted.',
  data: z.strictObject({
    business_entity_id: z.string().meta({ description: 'The employer' }),
    accounting_code_ids: z
      .array(z.string())
      .meta({ description: 'The merged codes, and those that were merged into them before' }),
  }),
});

export const accountingCodeMergeEnded = defineEvent({
  type: 'AccountingCodeMergeEnded',
  version: 1,
  says: 'The merge into this code has ended: no record names the merged codes any more, and they are deleted.',
  data: z.strictObject({ business_entity_id: z.string().meta({ description: 'The employer' }) }),
});
