import type { Position } from '../../event-store/port.ts';
import { appendTo, readEvents } from '../../kernel/changes/execute.ts';
import { latest } from '../../kernel/changes/latest.ts';
import { loadRecords } from '../../kernel/changes/remembered.ts';
import { parseStream, type RecordOf } from '../../kernel/definition/resource.ts';
import type { Services } from '../../kernel/definition/services.ts';
import { approvalOf } from '../../pay-records/approval.ts';
import { isOpenDraft } from '../../payrolls/events/list.ts';
import { payrollUnapprovalAbandoned, payrollUnapproved } from '../../payrolls/events/payroll.ts';
import { fixedBy, laterClosing, movingMoney } from '../../payrolls/unapprove.ts';
import type { Turn } from '../../work/turn.ts';
import type { ManagedEvent } from '../managers/manager.ts';
import { processOrigin } from '../managers/origin.ts';
import { actingFor } from './origins.ts';
import { applyToDraft } from './preview-end.ts';
import { reopenStubs } from './reopening.ts';
import { caughtUp } from './stub-calculation.ts';

/**
 * Unapproval of an approved payroll: from `PayrollUnapprovalStarted` to `PayrollUnapproved` and `PayrollStubsReopened`,
 * or to `PayrollUnapprovalAbandoned`.
 *
 *   approved --started--> checked again --nothing prevents it--> unapproved --stubs reopened--> draft
 *                             `--something does--> abandoned: approved as before
 *
 * One manager handles a company's approvals and unapprovals in their order, so no later payroll is approved between the
 * check and the unapproval. Every append has an id that derives from the started event.
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
  let { aggregate } = await loadRecords(started.stream, services);
  let last: Position | undefined;
  if (isBegun(aggregate.get('payroll', id))) {
    await caughtUp(await services.store.head(), services);
    const now = aggregate.get('payroll', id)!;
    // What the end of preview takes back, nobody was asked to rid of adjustments.
    const isAsked = (await previewEndBehind(started, now, services)) === undefined;
    const later =
      (await laterClosing(now, services, tenant)) ?? (isAsked ? await fixedBy(now, services, tenant) : undefined);
    const ended = await appendTo(started.stream, 'unapproved', origin('unapproved'), services, async (now) => {
      const payroll = now.aggregate.get('payroll', id);
      if (!payroll || !isBegun(payroll)) return [];
      const { pay_schedule_id, approval_due_at } = payroll;
      const unapproval_id = started.id;
      // Payments begin to move by an event of this stream: either that came first, or our event cancels them.
      const reason = movingMoney(payroll) ?? later;
      if (reason) return [payrollUnapprovalAbandoned({ pay_schedule_id, unapproval_id, reason: { ...reason } })];
      const approval_id = payroll.approved_by ?? started.id;
      return [payrollUnapproved({ pay_schedule_id, unapproval_id, approval_id, approval_due_at })];
    });
    last = ended.position;
    ({ aggregate } = await loadRecords(started.stream, services));
  }
  const since = await readEvents(started.stream, services, { from: started.revision });
  const unapproved = since.findLast(payrollUnapproved.is);
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
  // Its stubs may have been reopened in an earlier turn, or by a process that died afterwards.
  else if (!isOpenDraft(payroll)) return last;
  return latest([last, await followPreviewEnd(started, id, services, turn)]);
};

/** Applies the end of preview to a draft that was unapproved after its employer left preview. */
const followPreviewEnd = async (
  started: ManagedEvent,
  id: string,
  services: Services,
  turn: Turn,
): Promise<Position | undefined> => {
  const { tenant } = processOrigin('approval', started, started.id, services.clock.instant());
  await caughtUp(await services.store.head(), services);
  const payroll = await services.read.get('payroll', tenant, id);
  const end = payroll && (await previewEndBehind(started, payroll, services));
  if (!payroll || !end) return undefined;
  return applyToDraft(payroll, end, actingFor('approval', started, tenant, services, turn));
};

/** The end of preview that an unapproval follows from; undefined of one that was asked for. */
const previewEndBehind = async (
  started: ManagedEvent,
  { business_entity_id }: RecordOf<'payroll'>,
  services: Services,
): Promise<RecordOf<'business_entity'>['preview_end']> => {
  const { tenant } = processOrigin('approval', started, started.id, services.clock.instant());
  const end = (await services.read.get('business_entity', tenant, business_entity_id))?.preview_end;
  return end && started.metadata.causation_id === end.event_id ? end : undefined;
};
