import {
  journalEntryPosted,
  journalEntryReversed,
  journalEntryRowsPosted,
  journalEntryWithheld,
} from '../../accounting/events.ts';
import type { JournalEntryType } from '../../accounting/journal-entry.ts';
import { totalOf, UnbalancedEntry } from '../../accounting/posting.ts';
import type { Position } from '../../event-store/port.ts';
import { appendAt, appendByEvents } from '../../kernel/changes/execute.ts';
import { latest } from '../../kernel/changes/latest.ts';
import { type EventBody, streamOf } from '../../kernel/definition/resource.ts';
import type { Services } from '../../kernel/definition/services.ts';
import type { Origin } from '../../kernel/definition/writer.ts';
import type { EventData } from '../../kernel/events/define.ts';
import { merged } from '../../values/json.ts';
import type { Text } from '../../values/text.ts';

/** Appending journal entries. */

export const TITLES: Readonly<Record<Exclude<JournalEntryType, 'payroll_payment'>, Text>> = {
  payroll_recording: { en: 'Payroll Accrual Entry', fr: 'Écriture de provision de la paie' },
  pay_stub_recording: { en: 'Pay Stub Accrual Entry', fr: 'Écriture de provision du bulletin de paie' },
};

/** An entry as its event has it, except its rows. */
export type EntryData = Omit<EventData<typeof journalEntryPosted>, 'row_count' | 'journal_entry_rows'>;
/** Rows as events hold them. */
export type KeptRows = EventData<typeof journalEntryRowsPosted>['journal_entry_rows'];

/**
 * Appends an entry with its rows, unless its stream says that it must not be posted any more. All kinds of entries are
 * posted by this function.
 *
 * @throws UnbalancedEntry when its debits differ from its credits or from its total
 */
export const appendEntry = async (
  id: string,
  entry: EntryData,
  rows: KeptRows,
  origin: Origin,
  services: Services,
): Promise<Position | undefined> => {
  const total = totalOf(rows);
  if (total !== entry.total) throw new UnbalancedEntry(total, entry.total);
  const [first = [], ...rest] = inAppends(rows);
  const posted = journalEntryPosted(merged(entry, { row_count: rows.length, journal_entry_rows: first }));
  const stream = streamOf('journal_entry', id);
  const one = (step: string, event: EventBody, by: Origin, looks: 'nothing' | 'all') =>
    appendByEvents(
      stream,
      step,
      by,
      services,
      async ({ events }) =>
        events.some((earlier) => journalEntryWithheld.is(earlier) || journalEntryReversed.is(earlier)) ? [] : [event],
      looks,
    );
  // The stream is nearly always new, so the append does not load it first. When the stream exists, the append finds
  // that; an entry that an earlier try posted is not posted twice, since its event has the same id.
  const entered = await one('posted', posted, { ...origin, mayRepeat: false }, 'nothing');
  const revision = entered.events.at(-1)?.revision;
  if (revision === undefined) return entered.position;
  let last = entered.position;
  let isBehind = true;
  for (const [i, journal_entry_rows] of rest.entries()) {
    const step = `rows ${i}`;
    const further = journalEntryRowsPosted({ journal_entry_rows });
    // Right behind those before it, whichever try appended them: the rows of thousands are not read for each append.
    // Where something else is in between, its stream says whether it still goes on.
    const behind: Position | undefined = isBehind
      ? await appendAt(stream, revision + BigInt(i), [further], step, origin, services)
      : undefined;
    isBehind = behind !== undefined;
    last = latest([last, behind ?? (await one(step, further, origin, 'all')).position]);
  }
  return last;
};

/** Bytes of rows in one append: its limit of 512 KiB leaves space for the rest of the entry and the metadata. */
const ROWS_AT_ONCE_bytes = 300_000;

/** An upper bound of a row's size: names of members, ids and amounts, three titles, and the texts of a source. */
const mostBytesOf = ({ title, title_translations: { fr }, formatted_accounting_code, tag_ids, sources }: Row): number =>
  600 +
  6 * (2 * title.length + fr.length + (formatted_accounting_code?.length ?? 0)) +
  50 * tag_ids.length +
  500 * (sources?.length ?? 0);

type Row = KeptRows[number];

/** Splits rows into appends; nearly always one suffices. */
const inAppends = (rows: KeptRows): KeptRows[] => {
  // The upper bound is cheap to compute, and nearly all entries are far below the limit.
  if (rows.reduce((bytes, row) => bytes + mostBytesOf(row), 0) <= ROWS_AT_ONCE_bytes) return [rows];
  const appends: KeptRows[] = [];
  let room = 0;
  for (const row of rows) {
    const bytes = Buffer.byteLength(JSON.stringify(row));
    if (appends.length === 0 || bytes > room) {
      appends.push([]);
      room = ROWS_AT_ONCE_bytes;
    }
    appends.at(-1)!.push(row);
    room -= bytes;
  }
  return appends;
};
