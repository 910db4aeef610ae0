import type { Position } from '../../event-store/port.ts';
import { appendTo } from '../../kernel/changes/execute.ts';
import { appendInTurns } from '../../kernel/changes/in-turns.ts';
import { type EventBody, parseStream, type RecordOf, streamOf } from '../../kernel/definition/resource.ts';
import type { Services } from '../../kernel/definition/services.ts';
import type { Origin } from '../../kernel/definition/writer.ts';
import { isClosedBy } from '../../pay-records/approval.ts';
import { payStubReopened } from '../../payrolls/events/pay-stub.ts';
import { payrollStubsReopened } from '../../payrolls/events/payroll.ts';
import { loadMembers } from '../../payrolls/membership/members.ts';
import type { Turn } from '../../work/turn.ts';

/** Stubs that are reopened before the turn may end. */
const STUBS_AT_ONCE = 500;
/** Part of the turn: how many of them are reopened. */
const OPENING = 'opened';

/** The stubs to reopen: those of one approval that was abandoned or undone. */
export interface Reopening {
  /** The payroll's stream. */
  stream: string;
  /** Id of the event that started the approval which closed them. */
  approval_id: string;
  services: Services;
  turn: Turn;
  /** Whether the payroll still waits for this reopening. */
  isCurrent(payroll: RecordOf<'payroll'> | undefined): boolean;
  origin(step: string): Origin;
}

/**
 * Reopens the stubs that an approval closed, and then makes the payroll an ordinary draft. What is left undone is done
 * by the next run.
 */
export const reopenStubs = async (reopening: Reopening): Promise<Position | undefined> => {
  const { stream, approval_id, services, turn, isCurrent, origin } = reopening;
  const { id } = parseStream(stream);
  const loaded = await loadMembers(stream, services);
  const open = (stubId: string) =>
    appendTo(
      streamOf('pay_stub', stubId),
      'reopen',
      origin('reopen'),
      services,
      async ({ aggregate }): Promise<EventBody[]> => {
        const stub = aggregate.get('pay_stub', stubId);
        return stub && isClosedBy(stub, approval_id) ? [payStubReopened({ payroll_id: id })] : [];
      },
    );
  const members = [...loaded.beside.keys()];
  for (let at = Number(turn.reached(OPENING)); at < members.length; at += STUBS_AT_ONCE) {
    await appendInTurns(members.slice(at, at + STUBS_AT_ONCE), services, open);
    turn.reach(OPENING, String(at + STUBS_AT_ONCE));
    await turn.giveWay();
  }
  const data = { pay_schedule_id: loaded.aggregate.get('payroll', id)?.pay_schedule_id ?? null };
  const { position } = await appendTo(stream, 'reopened', origin('reopened'), services, async ({ aggregate }) =>
    isCurrent(aggregate.get('payroll', id)) ? [payrollStubsReopened(data)] : [],
  );
  return position;
};
