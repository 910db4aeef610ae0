import type { Position } from '../../event-store/port.ts';
import { appendTo } from '../../kernel/changes/execute.ts';
import { type LoadedRecords, loadRecords } from '../../kernel/changes/remembered.ts';
import { streamOf } from '../../kernel/definition/resource.ts';
import { approvalOf, isClosedBy } from '../../pay-records/approval.ts';
import { payStubReopened } from '../events/pay-stub.ts';
import type { Acting } from './acting.ts';

/**
 * Opens a stub that is closed on a draft of which the approval that closed it is not under way: the process that closed
 * it had been held up until it was given up, and can never end in an approved payroll.
 */
export const reopenUnlessHeld = async (
  id: string,
  payrollId: string,
  acting: Acting,
): Promise<Position | undefined> => {
  const decide = async ({ aggregate }: LoadedRecords) => {
    const stub = aggregate.get('pay_stub', id);
    if (!stub?.is_closed) return [];
    const loaded = await loadRecords(streamOf('payroll', payrollId), acting.services);
    const payroll = loaded.aggregate.get('payroll', payrollId);
    const held = approvalOf(payroll);
    if (payroll?.status !== 'draft' || (held && isClosedBy(stub, held.event_id))) return [];
    return [payStubReopened({ payroll_id: payrollId })];
  };
  return (await appendTo(streamOf('pay_stub', id), 'reopened', acting.once('reopen', id), acting.services, decide))
    .position;
};
