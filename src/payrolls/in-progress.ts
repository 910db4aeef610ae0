import { IN_FORCE } from '../accounting/journal-entry.ts';
import type { RecordOf } from '../kernel/definition/resource.ts';
import type { Services, Tenant } from '../kernel/definition/services.ts';
import { equal } from '../values/condition.ts';

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
  const drafts = left.filter(({ status }) => status === 'draft').map(({ id }) => id);
  const entries = left.flatMap(({ entry_id }) => entry_id ?? []);
  const [posted, standing, pending] = await Promise.all([
    entries.length === 0 ? new Set() : read.existing('journal_entry', tenant, 'id', entries),
    drafts.length === 0 ? new Set() : read.existing('journal_entry', tenant, 'payroll_id', drafts, IN_FORCE),
    drafts.length === 0 ? new Set() : read.existing('payment', tenant, 'payroll_id', drafts, PENDING),
  ]);
  const rest = (row: RecordOf<'payroll'>): InProgress | undefined => {
    if (row.status === 'draft') return standing.has(row.id) || pending.has(row.id) ? 'unapproval' : undefined;
    const isPosted = !row.entry_id || posted.has(row.entry_id);
    // Of a payroll for which money moves the payments come before another status.
    const isPaidOut = row.status !== 'approved' || (row.payments?.funding ?? null) !== null;
    return isPosted && isPaidOut ? undefined : 'approval';
  };
  return new Map([...begun, ...left.flatMap((row) => pairOf(row, rest(row)))]);
};

const PENDING = equal('status', 'pending');

/** What is under way by the payroll's own stream: its pay stubs are being closed or opened. */
const atStubs = ({ status, approval, abandoned, unapproval }: RecordOf<'payroll'>): InProgress | undefined => {
  if ((unapproval ?? null) !== null) return 'unapproval';
  if (status !== 'draft' || approval === null) return undefined;
  return approval.is_abandoned && !abandoned ? 'unapproval' : 'approval';
};

const pairOf = ({ id }: RecordOf<'payroll'>, what: InProgress | undefined): [string, InProgress][] =>
  what === undefined ? [] : [[id, what]];
