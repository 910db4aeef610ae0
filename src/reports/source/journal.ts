import { titleOf } from '../../accounting/accounting-code.ts';
import { IN_FORCE, isWhole } from '../../accounting/journal-entry.ts';
import { codesMeant } from '../../accounting/merge.ts';
import type { JournalRow } from '../../accounting/posting.ts';
import type { RecordOf } from '../../kernel/definition/resource.ts';
import { all, equal, oneOf } from '../../values/condition.ts';
import { refused } from '../../values/problem.ts';
import type { Text } from '../../values/text.ts';
import type { ReportSource } from '../model/report-type.ts';
import { type Payee, payeesOf } from './payees.ts';
import { payrollsOf, type ReportedPayroll, withPartiallyPaid } from './payrolls.ts';

/** A row of a posted journal entry, with what it books on. */
export interface ReportedRow {
  payroll: ReportedPayroll;
  entry: RecordOf<'journal_entry'>;
  /** Whose pay stub the entry records; null of an entry of a whole payroll. */
  payee: Payee | null;
  row: JournalRow;
  /** The code as the chart of accounts, or a segment template, has it. */
  code: string | null;
  account: Text | null;
  tags: string;
}

/** Entries that are held at a time. Each has some dozens of rows. */
const ENTRIES_AT_ONCE = 100;

/**
 * Rows of the entries in force of whole payrolls, or of pay stubs, payroll by payroll, in the order in which they were
 * posted. As in lists, entries of an approval that was taken back are left out, and those that reverse them.
 *
 * @throws Problem 400 while entries of an approval are missing: a payroll that moves no money is paid before they are
 *   posted
 */
export async function* journalRowsOf(
  source: ReportSource,
  of: 'whole payrolls' | 'pay stubs',
): AsyncGenerator<ReportedRow> {
  const types = of === 'pay stubs' ? ['pay_stub_recording'] : ['payroll_recording', 'payroll_payment'];
  const { read, tenant, signal } = source;
  for (const payroll of await payrollsOf(withPartiallyPaid(source))) {
    await needPosted(payroll, source);
    const where = all(equal('payroll_id', payroll.id), oneOf('type', types), IN_FORCE);
    for await (const entries of read.pages('journal_entry', tenant, where, ENTRIES_AT_ONCE)) {
      signal.throwIfAborted();
      yield* rowsOfPage(entries, payroll, source);
    }
  }
}

/** The entry of the payroll as a whole is posted last. */
const needPosted = async ({ entry_id, pay_date }: ReportedPayroll, { read, tenant }: ReportSource): Promise<void> => {
  if (entry_id === null) return;
  const entry = await read.get('journal_entry', tenant, entry_id);
  if (entry && isWhole(entry)) return;
  throw refused({
    en: `Journal entries of the payroll of ${pay_date} are still being posted. Create the report again in a moment.`,
    fr: `Des écritures de journal de la paie du ${pay_date} ne sont pas encore passées. Créez le rapport à nouveau dans un instant.`,
  });
};

async function* rowsOfPage(
  entries: readonly RecordOf<'journal_entry'>[],
  payroll: ReportedPayroll,
  source: ReportSource,
): AsyncGenerator<ReportedRow> {
  const { read, tenant } = source;
  const rowsOf = (entry: RecordOf<'journal_entry'>) => entry.journal_entry_rows;
  const rows = entries.flatMap(rowsOf);
  // A posted entry keeps the id of a code that was merged since: it means the one that is left. Of one that was deleted
  // the row has the title.
  const named = new Set(rows.flatMap(({ accounting_code_id }) => accounting_code_id ?? []));
  const codes = await codesMeant([...named], { read }, tenant);
  const tags = await read.getMany(
    'tag',
    tenant,
    rows.flatMap(({ tag_ids }) => tag_ids),
  );
  const payees = await payeesOfEntries(entries, source);
  for (const entry of entries)
    for (const row of rowsOf(entry)) {
      const code = codes.get(row.accounting_code_id ?? '');
      yield {
        payroll,
        entry,
        payee: payees.get(entry.pay_stub_id ?? '') ?? null,
        row,
        code: row.formatted_accounting_code ?? code?.code ?? null,
        account: code ? titleOf(code) : row.accounting_code_id === null ? null : row.title_translations,
        tags: row.tag_ids.map((id) => tags.get(id)?.label ?? id).join(', '),
      };
    }
}

/** By pay stub. */
const payeesOfEntries = async (
  entries: readonly RecordOf<'journal_entry'>[],
  source: ReportSource,
): Promise<Map<string, Payee>> => {
  const ids = entries.flatMap(({ pay_stub_id }) => pay_stub_id ?? []);
  if (ids.length === 0) return new Map();
  const stubs = await source.read.getMany('pay_stub', source.tenant, ids);
  return payeesOf([...stubs.values()], source);
};
