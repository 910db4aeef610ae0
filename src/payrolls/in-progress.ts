import { IN_FORCE } from '../accounting/journal-entry.ts';
import type { RecordOf } from '../kernel/definition/resource.ts';
import type { Services, Tenant } from '../kernel/definition/services.ts';
import { oneOf, present } from '../values/condition.ts';

export const IN_PROGRESS = ['approval', 'unapproval'] as const;
export type InProgress = (typeof IN_PROGRESS)[number];

/**
 * What is being carried out of the approval or unapproval of payrolls, by payroll: from the request until the pay stubs
 * are closed or open again, the last journal entry is posted or reversed, and the last payment is made or canceled.
 * Read from what is there, so it is also right when a process died at it, or a manager is parked at it.
 */
export const inProgress = async (
  rows: readonly RecordOf<'payroll'>[],
  { read }: Services,
  tenant: Tenant,
): Promise<Map<string, InProgress>> => {
  const begun = new Map(rows.flatMap((row) => pairOf(row, atStubs(row))));
  const left = rows.filter(({ id }) => !begun.has(id));
  const approved = left.filter(({ status }) => status !== 'draft');
  const unapproved = left.filter(
    ({ status, undone_entry_ids = [] }) => status === 'draft' && undone_entry_ids.length > 0,
  );
  const [posted, reversed, waiting] = await Promise.all([
    read.existing('journal_entry', tenant, 'id', entriesOf(approved)),
    read.existing('journal_entry', tenant, 'reverses_id', entriesOf(unapproved)),
    read.existing('payment', tenant, 'payroll_id', idsOf(unapproved), WAITING),
  ]);
  // The payroll's own entry is reversed last: where its reversal is there, the entries of all pay stubs need not be
  // gone through. It has none where the approval was undone before it was posted.
  const others = unapproved.filter((row) => !reversed.has(entryOf(row) ?? ''));
  const [standing, unreversed] = await Promise.all([
    read.existing('journal_entry', tenant, 'payroll_id', idsOf(others), IN_FORCE),
    read.existing('journal_entry', tenant, 'id', entriesOf(others), present('reversed_by_id')),
  ]);
  const rest = (row: RecordOf<'payroll'>): InProgress | undefined => {
    const { id, status, payments } = row;
    const entry_id = entryOf(row);
    if (status === 'draft') {
      const isReversed = !standing.has(id) && (entry_id === null || !unreversed.has(entry_id));
      return isReversed && !waiting.has(id) ? undefined : 'unapproval';
    }
    const isPosted = entry_id === null || posted.has(entry_id);
    // Of a payroll for which money moves the payments come before another status.
    const isPaidOut = status !== 'approved' || (payments?.funding ?? null) !== null;
    return isPosted && isPaidOut ? undefined : 'approval';
  };
  return new Map([...begun, ...left.flatMap((row) => pairOf(row, rest(row)))]);
};

/** Payments that an unapproval cancels. */
const WAITING = oneOf('status', ['pending', 'overdue']);

const idsOf = (rows: readonly RecordOf<'payroll'>[]): string[] => rows.map(({ id }) => id);
const entriesOf = (rows: readonly RecordOf<'payroll'>[]): string[] => rows.flatMap((row) => entryOf(row) ?? []);
/** The payroll's own journal entry of its last approval, undone or not; null where there was none, or it is not known. */
const entryOf = ({ status, entry_id, undone_entry_ids }: RecordOf<'payroll'>): string | null =>
  (status === 'draft' ? undone_entry_ids?.at(-1) : entry_id) ?? null;

/** What is under way by the payroll's own stream: its pay stubs are being closed or opened. */
const atStubs = ({ status, approval, abandoned, unapproval }: RecordOf<'payroll'>): InProgress | undefined => {
  if ((unapproval ?? null) !== null) return 'unapproval';
  if (status !== 'draft' || approval === null) return undefined;
  return approval.is_abandoned && !abandoned ? 'unapproval' : 'approval';
};

const pairOf = ({ id }: RecordOf<'payroll'>, what: InProgress | undefined): [string, InProgress][] =>
  what === undefined ? [] : [[id, what]];
