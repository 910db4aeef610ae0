import {
  journalEntryPosted,
  journalEntryReversed,
  journalEntryRowsPosted,
  journalEntryWithheld,
} from '../../accounting/events.ts';
import { isWhole } from '../../accounting/journal-entry.ts';
import { reversalOf } from '../../accounting/reversal.ts';
import type { Position } from '../../event-store/port.ts';
import { appendTo, loadStream } from '../../kernel/changes/execute.ts';
import { appendInTurns } from '../../kernel/changes/in-turns.ts';
import { latest } from '../../kernel/changes/latest.ts';
import { parseStream, streamOf } from '../../kernel/definition/resource.ts';
import type { Services } from '../../kernel/definition/services.ts';
import type { Origin } from '../../kernel/definition/writer.ts';
import { recordingEntryId } from '../../payrolls/events/entry-ids.ts';
import { closedByApproval } from '../../payrolls/events/list.ts';
import { payrollApproved } from '../../payrolls/events/payroll.ts';
import { derivedId } from '../../values/ids.ts';
import type { Turn } from '../../work/turn.ts';
import type { ManagedEvent } from '../managers/manager.ts';
import { processOrigin } from '../managers/origin.ts';
import { appendEntry } from './journal-entries.ts';

/** Entries that are reversed at once. */
const REVERSED_AT_ONCE = 500;
/** Part of the turn: how many of them are reversed. */
const REVERSING = 'reversed';

/** Reverses the entries of an approval that was undone: those of its stubs, then that of the payroll. */
export const reverse = async (
  unapproved: ManagedEvent,
  services: Services,
  turn: Turn,
): Promise<Position | undefined> => {
  const { id } = parseStream(unapproved.stream);
  const { events } = await loadStream(unapproved.stream, services);
  const before = events.slice(
    0,
    events.findIndex((event) => event.id === unapproved.id),
  );
  const approved = before.findLast(payrollApproved.is);
  if (!approved) return undefined;
  const origin = processOrigin('journal', unapproved, unapproved.id, services.clock.instant());
  const entries = [...closedByApproval(before).keys()].map((stub) =>
    recordingEntryId(approved, stub, origin.occurred_at),
  );
  let last: Position | undefined;
  for (let at = Number(turn.reached(REVERSING)); at < entries.length; at += REVERSED_AT_ONCE) {
    const some = entries.slice(at, at + REVERSED_AT_ONCE);
    last = latest([
      last,
      ...(await appendInTurns(some, services, (entry) => reverseEntry(entry, id, unapproved, origin, services))),
    ]);
    turn.reach(REVERSING, String(at + REVERSED_AT_ONCE));
    await turn.giveWay();
  }
  const whole = recordingEntryId(approved, null, origin.occurred_at);
  return latest([last, await reverseEntry(whole, id, unapproved, origin, services)]);
};

/**
 * Reverses an entry. The entry's own stream decides first: from then on no delayed process posts more rows of it, so
 * the reversal covers all of it. An entry that was never posted is withheld. One whose rows are not all recorded gets
 * no reversal, since it was never in the books.
 */
const reverseEntry = async (
  entry_id: string,
  payroll_id: string,
  unapproved: ManagedEvent,
  origin: Origin,
  services: Services,
): Promise<Position | undefined> => {
  const made_ms = Date.parse(unapproved.metadata.occurred_at ?? origin.occurred_at);
  const id = derivedId('jrnle', made_ms, `${unapproved.id}/reverses/${entry_id}`);
  const stream = streamOf('journal_entry', entry_id);
  const { position } = await appendTo(stream, 'reversed', origin, services, async (loaded) => {
    const entry = loaded.aggregate.get('journal_entry', entry_id);
    if (!entry) return loaded.expected === 'no_stream' ? [journalEntryWithheld({ payroll_id })] : [];
    if (entry.is_reversed) return [];
    return [journalEntryReversed({ reversed_by_id: isWhole(entry) ? id : null })];
  });
  const { events } = await loadStream(stream, services);
  if (events.findLast(journalEntryReversed.is)?.data.reversed_by_id !== id) return position;
  const posted = events.find(journalEntryPosted.is);
  if (!posted) return position;
  const rows = events.filter(journalEntryRowsPosted.is).flatMap(({ data }) => data.journal_entry_rows);
  const { journal_entry_rows, ...entry } = reversalOf(entry_id, posted.data, rows);
  return latest([position, await appendEntry(id, entry, journal_entry_rows, origin, services)]);
};
