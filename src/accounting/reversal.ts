import type { EventData } from '../kernel/events/define.ts';
import { decimal, toText } from '../values/money.ts';
import type { journalEntryPosted } from './events.ts';

type Posted = EventData<typeof journalEntryPosted>;
type Row = Posted['journal_entry_rows'][number];
type Source = NonNullable<Row['sources']>[number];

const opposite = (source: Source): Source => ({ ...source, amount: toText(decimal(source.amount).times(-1)) });

/** A row on the other side: the same code, tags and title, what was a debit is a credit. */
const reversedRow = (row: Row): Row => ({
  ...row,
  debit: row.credit,
  credit: row.debit,
  ...(row.sources === undefined ? {} : { sources: row.sources.map(opposite) }),
});

/**
 * The entry that takes another one back: booked on the same codes and under the same day, so that the two come to
 * nothing wherever they are looked at.
 *
 * @param id of the other one
 * @param further rows of it that its first event had no room for
 */
export const reversalOf = (id: string, { row_count: _, ...posted }: Posted, further: readonly Row[]): Posted => {
  const { title_translations: title, offset_sources } = posted;
  const title_translations = { en: `Reversal: ${title.en}`, fr: `Contrepassation : ${title.fr}` };
  return {
    ...posted,
    title: title_translations.en,
    title_translations,
    ...(offset_sources ? { offset_sources: offset_sources.map(opposite) } : {}),
    reverses_id: id,
    journal_entry_rows: [...posted.journal_entry_rows, ...further].map(reversedRow),
  };
};
