import type { DomainEvent } from '../../kernel/definition/resource.ts';
import { derivedId } from '../../values/ids.ts';

/**
 * The id of the journal entry that an approval posts for a pay stub, or for the payroll as a whole, the same whenever
 * posting is repeated.
 *
 * @param approved the event that the approval ended with
 * @param pay_stub_id null for the entry of the payroll
 * @param now an instant, for an event that does not say when it happened
 */
export const recordingEntryId = (
  { id, metadata }: Pick<DomainEvent, 'id' | 'metadata'>,
  pay_stub_id: string | null,
  now: string,
): string => {
  const type = pay_stub_id === null ? 'payroll_recording' : 'pay_stub_recording';
  return derivedId('jrnle', Date.parse(metadata.occurred_at ?? now), `${id}/${type}/${pay_stub_id}`);
};
