import type { Position } from '../../event-store/port.ts';
import { appendTo, loadStream } from '../../kernel/changes/execute.ts';
import { latest } from '../../kernel/changes/latest.ts';
import { parseStream, type RecordOf } from '../../kernel/definition/resource.ts';
import type { Services } from '../../kernel/definition/services.ts';
import { approvalOf } from '../../pay-records/approval.ts';
import { isOpenDraft } from '../../payrolls/events/list.ts';
import { payrollUnapprovalAbandoned, payrollUnapproved } from '../../payrolls/events/payroll.ts';
import { laterClosing, movingMoney } from '../../payrolls/unapprove.ts';
import type { Turn } from '../../work/turn.ts';
import type { ManagedEvent } from '../managers/manager.ts';
import { processOrigin } from '../managers/origin.ts';
import { actingFor } from './origins.ts';
import { leaveDraft } from './preview-end.ts';
import { reopenStubs } from './reopening.ts';
import { caughtUp } from './stub-calculation.ts';

/**
 * Taking an approved payroll back: from `PayrollUnapprovalStarted` to `PayrollUnapproved` and `PayrollStubsReopened`, or
 * to `PayrollUnapprovalAbandoned`.
 *
 *   approved --started--> looked at again --nothing prevents it--> unapproved --stubs opened--> draft
 *                               `--something does--> abandoned: approved as before
 *
 * The same manager carries approvals and this, a company's in their order: so no approval of a later payroll goes
 * through between the look and the taking back. Every append has an id that derives from the started event.
 */
export const unapprove = async (
  started: ManagedEvent,
  services: Services,
  turn: Turn,
): Promise<Position | undefined> => {
  const { id } = parseStream(started.stream);
  const origin = (step: string) =>
    processOrigin('approval', started, `${started.id}/${step}`, services.clock.instant());
  const { tenant } = origin('');
  const isBegun = (payroll: RecordOf<'payroll'> | undefined): boolean => payroll?.unapproval?.event_id === started.id;
  let { aggregate, events } = await loadStream(started.stream, services);
  let last: Position | undefined;
  if (isBegun(aggregate.get('payroll', id))) {
    await caughtUp(await services.store.head(), services);
    const later = await laterClosing(aggregate.get('payroll', id)!, services, tenant);
    const ended = await appendTo(started.stream, 'unapproved', origin('unapproved'), services, async (now) => {
      const payroll = now.aggregate.get('payroll', id);
      if (!payroll || !isBegun(payroll)) return [];
      const { pay_schedule_id, approval_due_at } = payroll;
      const unapproval_id = started.id;
      // Payments leave by an event of this very stream: either that came first, or they are cancelled by ours.
      const reason = movingMoney(payroll) ?? later;
      if (reason) return [payrollUnapprovalAbandoned({ pay_schedule_id, unapproval_id, reason: { ...reason } })];
      const approval_id = payroll.approved_by ?? started.id;
      return [payrollUnapproved({ pay_schedule_id, unapproval_id, approval_id, approval_due_at })];
    });
    last = ended.position;
    ({ aggregate, events } = await loadStream(started.stream, services));
  }
  const unapproved = events.findLast(payrollUnapproved.is);
  if (!unapproved || unapproved.data.unapproval_id !== started.id) return last;
  const { approval_id } = unapproved.data;
  const isCurrent = (payroll: RecordOf<'payroll'> | undefined): boolean => {
    const approval = approvalOf(payroll);
    return payroll?.status === 'draft' && approval?.event_id === approval_id && approval.is_abandoned === true;
  };
  const payroll = aggregate.get('payroll', id);
  if (isCurrent(payroll))
    last = latest([
      last,
      await reopenStubs({ stream: started.stream, approval_id, services, turn, isCurrent, origin }),
    ]);
  // Its stubs may have been opened in a turn before, or by a process that died then.
  else if (!isOpenDraft(payroll)) return last;
  return latest([last, await followPreviewEnd(started, id, services, turn)]);
};

/** A draft that was taken back since its employer left preview is treated as its other drafts were. */
const followPreviewEnd = async (
  started: ManagedEvent,
  id: string,
  services: Services,
  turn: Turn,
): Promise<Position | undefined> => {
  const { tenant } = processOrigin('approval', started, started.id, services.clock.instant());
  await caughtUp(await services.store.head(), services);
  const payroll = await services.read.get('payroll', tenant, id);
  const entity = payroll && (await services.read.get('business_entity', tenant, payroll.business_entity_id));
  const end = entity?.preview_end;
  if (!payroll || !end || started.metadata.causation_id !== end.event_id) return undefined;
  return leaveDraft(payroll, end, actingFor('approval', started, tenant, services, turn));
};
