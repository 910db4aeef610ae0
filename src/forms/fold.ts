import type { DomainEvent, RecordOf } from '../kernel/definition/resource.ts';
import { stamped } from '../kernel/events/stamp.ts';
import {
  formAccepted,
  formApproved,
  formFiling,
  formFilingEnded,
  formReceived,
  formRejected,
  formSubmitted,
  formUnapproved,
} from './events.ts';
import type { FormStatus } from './model/states.ts';

export const FORM_EVENTS = [
  formApproved,
  formUnapproved,
  formFiling,
  formFilingEnded,
  formReceived,
  formAccepted,
  formRejected,
  formSubmitted,
] as const;

type Form = RecordOf<'form'>;

/** What an event of a form's own makes of it. */
export const folded = (state: Form, event: DomainEvent): Form => {
  const with_ = (members: Partial<Form> & { status: FormStatus }): Form => ({
    ...stamped(state, event),
    ...members,
  });
  if (formApproved.is(event)) return with_({ status: 'approved', number: event.data.number });
  if (formUnapproved.is(event)) return with_({ status: 'draft' });
  if (formFiling.is(event)) return with_({ status: 'processing' });
  if (formFilingEnded.is(event)) return with_({ status: 'approved' });
  if (formReceived.is(event)) return with_({ status: 'submitted' });
  if (formAccepted.is(event)) return with_({ status: 'done' });
  if (formSubmitted.is(event)) return with_({ status: 'done', number: event.data.number });
  if (formRejected.is(event)) return with_({ status: 'rejected', rejection_reasons: event.data.reasons });
  return state;
};
