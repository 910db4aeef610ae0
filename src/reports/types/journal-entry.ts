import type { CalendarDate } from '../../values/dates.ts';
import type { Text } from '../../values/text.ts';
import { dateColumn, moneyColumn, onlySheet, type ReportType, textColumn } from '../model/report-type.ts';
import { journalRowsOf, type ReportedRow } from '../source/journal.ts';

/**
 * What the interface reports of entries, where a body cannot say it: payrolls of all types that are paid. Those that
 * are paid in part count as well (`withPartiallyPaid`).
 */
export const ENTRIES = {
  scope: ['business_entity', 'payroll'],
  needs: 'all',
  filters: { by: 'nothing', status: ['paid'] },
  formats: ['csv', 'xlsx'],
  readsEntries: true,
} as const satisfies Partial<ReportType>;

/** The day on which an entry was posted. */
export const postedOn = ({ entry }: Pick<ReportedRow, 'entry'>): CalendarDate => entry.posted_on.slice(0, 10);

/** A title in both languages; entries of long ago have one for both. */
const bothLanguages = (title: string, translations: { en?: unknown; fr?: unknown } | null): Text => ({
  en: typeof translations?.en === 'string' ? translations.en : title,
  fr: typeof translations?.fr === 'string' ? translations.fr : title,
});

/** The entries of a whole payroll, as the ledger takes them: a row for each debit or credit. */
export const journalEntryReport: ReportType = {
  ...ENTRIES,
  name: 'journal-entry',
  title: { en: 'Journal entries', fr: 'Écritures de journal' },
  purpose:
    'The journal entries of a payroll that is paid, in whole or in part: debits and credits, with their accounting codes.',
  sheets: onlySheet<ReportedRow>({
    title: { en: 'Journal entries', fr: 'Écritures' },
    columns: [
      dateColumn('Date', 'Date', postedOn),
      textColumn('Entry', 'Écriture', ({ entry }) => bothLanguages(entry.title, entry.title_translations), 26),
      textColumn('Accounting code', 'Code comptable', ({ code }) => code, 16),
      textColumn('Account', 'Compte', ({ account }) => account, 28),
      textColumn('Title', 'Libellé', ({ row }) => row.title_translations, 32),
      textColumn('Tags', 'Étiquettes', ({ tags }) => tags, 20),
      moneyColumn('Debit', 'Débit', ({ row }) => row.debit),
      moneyColumn('Credit', 'Crédit', ({ row }) => row.credit),
    ],
    rows: (source) => journalRowsOf(source, 'whole payrolls'),
  }),
};
