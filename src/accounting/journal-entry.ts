import { z } from 'zod';
import type { StateOfFields } from '../kernel/definition/fields.ts';
import {
  about,
  choice,
  derived,
  type Field,
  flag,
  kept,
  reference,
  stubSchema,
  translated,
} from '../kernel/definition/fields.ts';
import { oneOfValues, sameText } from '../kernel/definition/filters.ts';
import { defineResource, recordOf, type State } from '../kernel/definition/resource.ts';
import { decimalTextSchema, translationsAnswer } from '../kernel/definition/schemas.ts';
import { recordLink, type View } from '../kernel/definition/show.ts';
import type { DomainEvent } from '../kernel/events/define.ts';
import { begunBy, stamped } from '../kernel/events/stamp.ts';
import { equal } from '../values/condition.ts';
import { isObject, itemsOf, type Json, type JsonObject, merged, objectOf, textOf, textOrNull } from '../values/json.ts';
import { toNumber } from '../values/money.ts';
import {
  DECIDED_BY,
  JOURNAL_ENTRY_TYPES,
  journalEntryExportBegun,
  journalEntryExported,
  journalEntryExportNamed,
  journalEntryPosted,
  journalEntryReversed,
  journalEntryRowsPosted,
  journalEntryWithheld,
  journalRowSchema,
} from './events.ts';
import type { JournalRow, RowSource } from './posting.ts';

export type JournalEntryType = (typeof JOURNAL_ENTRY_TYPES)[number];

const readOnly = { readOnly: true } as const;
const translations = translationsAnswer().nullable();
const pair = z.object({
  type: z.string().meta({ description: 'The kind of line item' }),
  subtype: z.string().meta({ description: 'Its type' }),
});
const exported = (to: string) =>
  z
    .object({
      reference: z.string().nullable().meta({ description: 'Its id at the provider; null when it is not there' }),
    })
    .meta({ description: `In ${to}` });

const sourceSchema = z
  .object({
    type: z.string().meta({ description: 'The kind of line items' }),
    subtype: z.string().meta({ description: 'Their type' }),
    side: z.enum(['expense', 'liability']).meta({ description: 'Their side' }),
    amount: z.number().meta({ description: 'Dollars: debits less credits' }),
    decided_by: z.enum(DECIDED_BY).nullable().meta({
      description: 'What decided their accounting code; null where nothing did, or too many rules to name each',
    }),
    accounting_code_rule: stubSchema(['accounting_code_rule'])
      .nullable()
      .meta({ description: 'The rule that decided, if one did; it may have changed since' }),
  })
  .meta({
    id: 'journal_entry_row_source',
    description: 'The part of a row that comes from one type of line items, and what decided its code',
  });

const rowSchema = z
  .object({
    title: z.string().nullable().describe('What the row is for, in English'),
    title_translations: translations.describe('The title in both languages'),
    title_translated: z.string().nullable().describe('The title in the language of the request'),
    debit: z.number().nullable().describe('Dollars on the debit side; null on the other'),
    credit: z.number().nullable().describe('Dollars on the credit side; null on the other'),
    accounting_code: stubSchema(['accounting_code']).nullable().describe('The accounting code that it is posted to'),
    formatted_accounting_code: z
      .string()
      .nullable()
      .describe('The code built by a segment template, where one decided it'),
    tags: z.array(stubSchema(['tag'])).describe('Tags of the row'),
    sources: z
      .array(sourceSchema)
      .describe('What the row is the sum of, and what decided its code; empty for payroll payable and bank rows'),
  })
  .meta({ id: 'journal_entry_row', description: 'A row of a journal entry: a debit or a credit' });

const shownRow = (row: JournalRow, view: View): JsonObject => ({
  title: row.title,
  title_translations: row.title_translations,
  title_translated: row.title_translations[view.locale],
  debit: row.debit === null ? null : toNumber(row.debit),
  credit: row.credit === null ? null : toNumber(row.credit),
  accounting_code: row.accounting_code_id === null ? null : recordLink('accounting_code', row.accounting_code_id, view),
  formatted_accounting_code: row.formatted_accounting_code,
  tags: row.tag_ids.map((id) => recordLink('tag', id, view)),
  // Entries that were posted before codes were resolved name no sources.
  sources: (row.sources ?? []).map(({ type, subtype, side, amount, decision }) => ({
    type,
    subtype,
    side,
    amount: toNumber(amount),
    decided_by: decision?.by ?? null,
    accounting_code_rule:
      decision?.by === 'accounting_code_rule' ? recordLink('accounting_code_rule', decision.id, view) : null,
  })),
});

const rowsField: Field<JournalRow[], 'self'> = {
  ...kept<JournalRow[]>(z.array(rowSchema), {
    show: (state, view) => recordOf('journal_entry', state).journal_entry_rows.map((row) => shownRow(row, view)),
    storedAs: z.array(journalRowSchema),
  }),
  onlyExpanded: true,
  parts: (state) => rowsOf(state).length,
};

function rowsOf(state: State | DomainEvent['data']): Json[] {
  return itemsOf(state.journal_entry_rows);
}

/** Whether all its rows are recorded. */
export function isWhole(state: State): boolean {
  return typeof state.row_count !== 'number' || rowsOf(state).length === state.row_count;
}

const fields = {
  type: about(
    'Type of entry: what it records',
    choice(JOURNAL_ENTRY_TYPES, { ...readOnly, column: true, initial: 'payroll_recording' }),
    'payroll_recording',
  ),
  title: about('Title in English', kept<string>(z.string()), 'Payroll Accrual Entry'),
  title_translations: about('The title in both languages', kept<JsonObject>(translations)),
  title_translated: about('The title in the language of the request', translated('title'), 'Payroll Accrual Entry'),
  payroll: about('The payroll that it is for', reference('payroll', readOnly)),
  pay_stub: about(
    'The pay stub that it is for; null for an entry of the whole payroll',
    reference('pay_stub', { ...readOnly, nullable: true }),
  ),
  is_balanced: about(
    'Whether debits equal credits: an entry that does not balance is never posted; false while its rows are still being recorded',
    derived(z.boolean(), isWhole),
    true,
  ),
  total: about(
    'Total of its debits',
    kept<string>(z.number(), { show: (state) => toNumber(textOf(state.total)), storedAs: decimalTextSchema }),
    1200.5,
  ),
  is_missing_line_item_accounting_codes: about('Whether a line item has no accounting code', flag(readOnly), true),
  is_missing_default_account_payable: about(
    'Whether payroll payable has no accounting code; false where net pay is 0',
    flag(readOnly),
    true,
  ),
  is_missing_default_bank_account: about(
    'Whether the bank account has no accounting code; false on a recording, which has no row for it',
    flag(readOnly),
    true,
  ),
  posted_on: about('Posting date: the pay date', kept<string>(z.string().meta({ format: 'date-time' }))),
  invalid_expense_types: about('Types of line items that lack an expense code', kept<Json>(z.array(pair)), []),
  invalid_liability_types: about('Types of line items that lack a liability code', kept<Json>(z.array(pair)), []),
  reverses: about(
    'The entry that it reverses, row by row; null for all others',
    reference('journal_entry', { ...readOnly, nullable: true }),
  ),
  reversed_by: about(
    'The entry that reverses it, once its payroll was unapproved; lists show neither of the two',
    reference('journal_entry', { ...readOnly, nullable: true }),
  ),
  integrations: about(
    'Where it was exported to',
    derived(z.object({ quickbooks: exported('QuickBooks'), xero: exported('Xero') }), (state) => ({
      quickbooks: { reference: exportOf(state, 'quickbooks')?.reference ?? null },
      xero: { reference: exportOf(state, 'xero')?.reference ?? null },
    })),
  ),
  journal_entry_rows: about('Its rows: debits and credits', rowsField),
};

/** Where an entry is, or may be, in the books of a provider. */
export interface JournalExport {
  realm_id: string;
  /** Null while it is not known whether it is there. */
  reference: string | null;
}

declare module '../kernel/definition/resource.ts' {
  interface Records {
    journal_entry: StateOfFields<typeof fields> & {
      /** What cancelled out, so that its rows were left out. */
      offset_sources?: RowSource[];
      /** It is not in force any more. */
      is_reversed?: boolean;
    };
  }
}

/** What is known of an entry's export to a provider. */
export function exportOf(state: State, provider: string): JournalExport | undefined {
  const there = objectOf(state.exports)[provider];
  return isObject(there)
    ? { realm_id: textOf(there.realm_id), reference: textOrNull(there.reference ?? null) }
    : undefined;
}

/** That an export began says nothing of one that is done, in the same books. */
const withExport = (state: State, event: DomainEvent, to: JournalExport & { provider: string }): State => {
  const { provider, realm_id, reference } = to;
  const before = exportOf(state, provider);
  const isDone = before?.realm_id === realm_id && before.reference !== null;
  const exports = {
    ...objectOf(state.exports),
    [provider]: isDone ? before : { realm_id, reference },
  };
  return {
    ...stamped(state, event),
    exports: objectOf(exports),
  };
};

/** Rows for which one append had no room. */
const withRows = (state: State, event: DomainEvent): State => ({
  ...state,
  journal_entry_rows: [...rowsOf(state), ...rowsOf(event.data)],
  version: event.revision.toString(),
});

/** Whether an entry counts: neither taken back, nor the one that takes another back. */
export const isInForce = (state: State): boolean => state.is_reversed !== true && (state.reverses_id ?? null) === null;

/** Entries that count. */
export const IN_FORCE = equal('is_in_force', true);

/** A bookkeeping entry of a payroll or of one pay stub, with its debits and credits. Made by the service alone. */
export const journalEntry = defineResource({
  object: 'journal_entry',
  plural: 'journal_entries',
  prefix: 'jrnle',
  path: '/journal_entries',
  context: 'accounting',
  scope: 'company',
  purpose: 'Generated bookkeeping entry of a payroll (or of one pay stub) with balanced debit and credit rows.',
  fields,
  filters: {
    payroll_id: sameText('payroll_id'),
    pay_stub_id: sameText('pay_stub_id'),
    type: oneOfValues('type', JOURNAL_ENTRY_TYPES),
  },
  columns: { is_in_force: { type: 'boolean', of: isInForce } },
  counted: true,
  seldomChanges: true,
  listed: { where: IN_FORCE, has: isInForce },
  operations: ['list', 'retrieve'],
  events: [
    journalEntryPosted,
    journalEntryRowsPosted,
    journalEntryReversed,
    journalEntryWithheld,
    journalEntryExportNamed,
    journalEntryExportBegun,
    journalEntryExported,
  ],
  evolve: (state, event, key) => {
    if (journalEntryRowsPosted.is(event)) return state && withRows(state, event);
    if (journalEntryReversed.is(event))
      return (
        state && {
          ...stamped(state, event),
          ...event.data,
          is_reversed: true,
        }
      );
    if (journalEntryExportBegun.is(event)) return state && withExport(state, event, { ...event.data, reference: null });
    if (journalEntryExported.is(event)) return state && withExport(state, event, event.data);
    if (!journalEntryPosted.is(event)) return state;
    return merged(event.data, begunBy(event, key.id));
  },
});
