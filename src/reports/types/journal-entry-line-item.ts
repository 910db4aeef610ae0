import { FAMILIES, type LineKind } from '../../calculation/index.ts';
import { typeTitle } from '../../catalogues/catalogues.ts';
import { decimal, toText, ZERO } from '../../values/money.ts';
import type { Text } from '../../values/text.ts';
import { dateColumn, moneyColumn, onlySheet, type ReportType, textColumn } from '../model/report-type.ts';
import { journalRowsOf, type ReportedRow } from '../source/journal.ts';
import { ENTRIES, postedOn } from './journal-entry.ts';

/** What a row of a pay stub's entry holds of one type of line items; of payroll payable and the bank the row itself. */
interface Booked extends ReportedRow {
  kind: Text | null;
  type: Text | null;
  debit: string | null;
  credit: string | null;
}

const isKind = (kind: string): kind is LineKind => kind in FAMILIES;

async function* booked(rows: AsyncIterable<ReportedRow>): AsyncGenerator<Booked> {
  for await (const reported of rows) {
    const { sources = [], debit, credit } = reported.row;
    if (sources.length === 0) yield { ...reported, kind: null, type: null, debit, credit };
    for (const { type, subtype, amount } of sources) {
      // Debits less credits.
      const dollars = decimal(amount);
      yield {
        ...reported,
        kind: isKind(type) ? FAMILIES[type].title : { en: type, fr: type },
        type: isKind(type) ? typeTitle(type, subtype) : { en: subtype, fr: subtype },
        debit: dollars.gte(ZERO) ? toText(dollars) : null,
        credit: dollars.lt(ZERO) ? toText(dollars.times(-1)) : null,
      };
    }
  }
}

/** The entries of the pay stubs of a payroll, by type of line items. */
export const journalEntryLineItem: ReportType = {
  ...ENTRIES,
  name: 'journal-entry-line-item',
  title: { en: 'Journal entry line items', fr: 'Détail des écritures de journal' },
  purpose:
    'The journal entries of the pay stubs of a payroll that is paid, in whole or in part, by payee and type of line item.',
  sheets: onlySheet<Booked>({
    title: { en: 'Line items', fr: 'Détail' },
    columns: [
      dateColumn('Date', 'Date', postedOn),
      textColumn('Employee number', "Numéro d'employé", ({ payee }) => payee?.number, 12),
      textColumn('Payee', 'Bénéficiaire', ({ payee }) => payee?.name, 26),
      textColumn('Kind', 'Genre', ({ kind }) => kind, 22),
      textColumn('Type', 'Type', ({ type }) => type, 26),
      textColumn('Accounting code', 'Code comptable', ({ code }) => code, 16),
      textColumn('Account', 'Compte', ({ account }) => account, 28),
      textColumn('Tags', 'Étiquettes', ({ tags }) => tags, 20),
      moneyColumn('Debit', 'Débit', ({ debit }) => debit),
      moneyColumn('Credit', 'Crédit', ({ credit }) => credit),
    ],
    rows: (source) => booked(journalRowsOf(source, 'pay stubs')),
  }),
};
