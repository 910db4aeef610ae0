import type { DomainEvent, RecordOf } from '../kernel/definition/resource.ts';
import { stamped } from '../kernel/events/stamp.ts';
import { recordingEntryId } from './events/entry-ids.ts';
import {
  payrollApprovalAbandoned,
  payrollApprovalStarted,
  payrollApproved,
  payrollConverted,
  payrollLeftCalendar,
  payrollPaid,
  payrollPartiallyPaid,
  payrollPaymentsMade,
  payrollPaymentsPlanned,
  payrollProcessing,
  payrollRescheduled,
  payrollStubsReopened,
  payrollUnapprovalAbandoned,
  payrollUnapprovalStarted,
  payrollUnapproved,
} from './events/payroll.ts';

/** A payroll after an event of its own, from draft to paid and back. */
export const payrollAfter = (state: RecordOf<'payroll'>, event: DomainEvent): RecordOf<'payroll'> => {
  const now = stamped(state, event);
  if (payrollRescheduled.is(event) || payrollLeftCalendar.is(event)) return { ...now, ...event.data };
  if (payrollApprovalStarted.is(event))
    return { ...now, approval: { event_id: event.id, actor: event.metadata.actor ?? null } };
  if (payrollApprovalAbandoned.is(event)) {
    // Before the event named its approval, the stubs had been opened again by then.
    const { approval_id } = event.data;
    const approval = approval_id === undefined ? null : { event_id: approval_id, is_abandoned: true };
    return { ...now, approval, abandoned: event.data };
  }
  if (payrollStubsReopened.is(event)) return { ...now, approval: null };
  if (payrollApproved.is(event)) {
    const { approved_at, remuneration } = event.data;
    const approved_by = state.approval?.event_id ?? null;
    const { occurred_at } = event.metadata;
    const entry_id = occurred_at === undefined ? null : recordingEntryId(event, null, occurred_at);
    const of = { approved_by, approved_event_id: event.id, entry_id, payments: null };
    const ended = { approval: null, abandoned: null, not_unapproved: null };
    return { ...now, ...ended, ...of, status: 'approved', approved_at, remuneration };
  }
  if (payrollUnapprovalStarted.is(event))
    return { ...now, unapproval: { event_id: event.id, actor: event.metadata.actor ?? null } };
  if (payrollUnapprovalAbandoned.is(event)) return { ...now, unapproval: null, not_unapproved: event.data };
  if (payrollUnapproved.is(event)) {
    // As after an approval that was given up: a draft that admits nobody until its stubs are open again.
    const approval = { event_id: event.data.approval_id, is_abandoned: true };
    const { unapproval, not_unapproved, approved_by, entry_id = null, moves_no_money, remuneration, ...rest } = now;
    const undone_entry_ids = [...(state.undone_entry_ids ?? []), entry_id];
    const none = { approved_at: null, approved_event_id: null, payments: null };
    return { ...rest, ...none, status: 'draft', approval, undone_entry_ids };
  }
  if (payrollConverted.is(event)) return { ...now, type: 'historical', is_converted: true };
  if (payrollPaymentsPlanned.is(event)) {
    const { approval_id, rail, remittances } = event.data;
    const due = Object.fromEntries(remittances.map((one) => [one.remittance_account_id, one.due_on]));
    return { ...now, payments: { approval_id, rail, funding: null, due } };
  }
  if (payrollPaymentsMade.is(event))
    return { ...now, payments: state.payments && { ...state.payments, funding: event.data.funding } };
  if (payrollProcessing.is(event)) return { ...now, status: 'processing' };
  if (payrollPartiallyPaid.is(event)) return { ...now, status: 'partially_paid' };
  if (payrollPaid.is(event)) return { ...now, status: 'paid', moves_no_money: state.status === 'approved' };
  return state;
};
