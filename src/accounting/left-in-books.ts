import type { State } from '../kernel/definition/resource.ts';
import type { Services, Tenant } from '../kernel/definition/services.ts';
import { all, equal, not, oneOf } from '../values/condition.ts';
import { objectOf } from '../values/json.ts';
import { exportOf } from './journal-entry.ts';

/**
 * The payrolls with entries that were taken back while they are, or may be, in the books of a provider, where what
 * takes them back is not: their export is to be asked for again.
 *
 * @param payroll_ids of payrolls that were unapproved once; all entries of each are looked through
 */
export const leftInBooks = async (
  payroll_ids: readonly string[],
  { read, registry }: Services,
  tenant: Tenant,
): Promise<Set<string>> => {
  if (payroll_ids.length === 0 || !registry.get('journal_entry')) return new Set();
  const ofPayroll = all(oneOf('payroll_id', payroll_ids), not(equal('type', 'pay_stub_recording')));
  const entries = await read.find('journal_entry', tenant, all(ofPayroll, equal('is_in_force', false)));
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const left = entries.filter((entry) => isLeft(entry, byId.get(entry.reversed_by_id ?? '')));
  return new Set(left.flatMap(({ payroll_id }) => payroll_id ?? []));
};

const isLeft = (entry: State, reversal: State | undefined): boolean =>
  entry.is_reversed === true &&
  Object.keys(objectOf(entry.exports)).some((provider) => {
    const back = reversal && exportOf(reversal, provider);
    return !back || back.reference === null || back.realm_id !== exportOf(entry, provider)?.realm_id;
  });
