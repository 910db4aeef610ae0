import type { State } from '../kernel/definition/resource.ts';
import type { Services, Tenant } from '../kernel/definition/services.ts';
import { objectOf } from '../values/json.ts';
import { exportOf } from './journal-entry.ts';

/**
 * The payrolls with entries that were taken back while they are, or may be, in the books of a provider, where what
 * takes them back is not: their export is to be asked for again.
 *
 * @param entry_ids what approvals that were undone had posted for payrolls as a whole: entries of pay stubs are not
 *   exported, and those of payments are never taken back
 */
export const leftInBooks = async (
  entry_ids: readonly string[],
  { read, registry }: Services,
  tenant: Tenant,
): Promise<Set<string>> => {
  if (entry_ids.length === 0 || !registry.get('journal_entry')) return new Set();
  const entries = [...(await read.getMany('journal_entry', tenant, entry_ids)).values()];
  const exported = entries.filter((entry) => entry.is_reversed && providersOf(entry).length > 0);
  const reversals = exported.flatMap(({ reversed_by_id }) => reversed_by_id ?? []);
  const back = await read.getMany('journal_entry', tenant, reversals);
  const left = exported.filter((entry) => isLeft(entry, back.get(entry.reversed_by_id ?? '')));
  return new Set(left.flatMap(({ payroll_id }) => payroll_id ?? []));
};

const isLeft = (entry: State, reversal: State | undefined): boolean =>
  providersOf(entry).some((provider) => {
    const back = reversal && exportOf(reversal, provider);
    return !back || back.reference === null || back.realm_id !== exportOf(entry, provider)?.realm_id;
  });

const providersOf = ({ exports }: State): string[] => Object.keys(objectOf(exports));
