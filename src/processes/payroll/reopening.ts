import type { Position } from '../../event-store/port.ts';
import { appendTo, loadStream } from '../../kernel/changes/execute.ts';
import { inTurns } from '../../kernel/changes/write.ts';
import { type EventBody, parseStream, type RecordOf, streamOf } from '../../kernel/definition/resource.ts';
import type { Services } from '../../kernel/definition/services.ts';
import type { Origin } from '../../kernel/definition/writer.ts';
import { isClosedBy } from '../../pay-records/approval.ts';
import { membersOf } from '../../payrolls/events/list.ts';
import { payStubReopened } from '../../payrolls/events/pay-stub.ts';
import { payrollStubsReopened } from '../../payrolls/events/payroll.ts';

/** Whose stubs are opened again: those of one approval that cannot end, or does not stand any more. */
export interface Reopening {
  /** Of the payroll. */
  stream: string;
  /** The approval that closed them, by the event that started it. */
  approval_id: string;
  services: Services;
  /** Whether the payroll still waits for this. */
  isCurrent(payroll: RecordOf<'payroll'> | undefined): boolean;
  origin(step: string): Origin;
}

/**
 * Opens what an approval closed, and makes the payroll an ordinary draft when that is done. What is left undone is done
 * by the next run.
 */
export const reopenStubs = async (reopening: Reopening): Promise<Position | undefined> => {
  const { stream, approval_id, services, isCurrent, origin } = reopening;
  const { id } = parseStream(stream);
  const loaded = await loadStream(stream, services);
  await inTurns([...membersOf(loaded.events).keys()], (stubId) =>
    appendTo(
      streamOf('pay_stub', stubId),
      'reopen',
      origin('reopen'),
      services,
      async ({ aggregate }): Promise<EventBody[]> => {
        const stub = aggregate.get('pay_stub', stubId);
        return stub && isClosedBy(stub, approval_id) ? [payStubReopened({ payroll_id: id })] : [];
      },
    ),
  );
  const data = { pay_schedule_id: loaded.aggregate.get('payroll', id)?.pay_schedule_id ?? null };
  const { position } = await appendTo(stream, 'reopened', origin('reopened'), services, async ({ aggregate }) =>
    isCurrent(aggregate.get('payroll', id)) ? [payrollStubsReopened(data)] : [],
  );
  return position;
};
