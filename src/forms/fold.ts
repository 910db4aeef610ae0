import type { DomainEvent, RecordOf, State } from '../kernel/definition/resource.ts';
import { stamped } from '../kernel/events/stamp.ts';
import type { JsonObject } from '../values/json.ts';
import {
  formAccepted,
  formApproved,
  formBatchAccepted,
  formBatchAnswered,
  formBatchFiled,
  formBatchReceived,
  formBatchRejected,
  formBatchReturned,
  formBatchScripted,
  formBatchSubmitted,
  formFiling,
  formFilingEnded,
  formFurtherNumbersGiven,
  formReceived,
  formRejected,
  formScripted,
  formSent,
  formSerialNumberGiven,
  formSubmitted,
  formUnapproved,
} from './events.ts';
import type { FormStatus } from './model/states.ts';

export const FORM_EVENTS = [
  formApproved,
  formFurtherNumbersGiven,
  formUnapproved,
  formFiling,
  formFilingEnded,
  formReceived,
  formAccepted,
  formRejected,
  formSubmitted,
  formSent,
  formSerialNumberGiven,
  formScripted,
] as const;

type Form = RecordOf<'form'>;

/** What an event of a form's own makes of it. */
export const folded = (state: Form, event: DomainEvent): Form => {
  const with_ = (members: Partial<Form> & { status: FormStatus }): Form => ({
    ...stamped(state, event),
    ...members,
  });
  if (formApproved.is(event)) return with_({ status: 'approved', number: event.data.number });
  if (formFurtherNumbersGiven.is(event))
    return { ...stamped(state, event), further_numbers: [...(state.further_numbers ?? []), ...event.data.numbers] };
  if (formUnapproved.is(event)) return with_({ status: 'draft' });
  if (formFiling.is(event)) return with_({ status: 'processing' });
  if (formFilingEnded.is(event)) return with_({ status: 'approved' });
  if (formReceived.is(event)) return with_({ status: 'submitted' });
  if (formAccepted.is(event)) return with_({ status: 'done' });
  if (formSubmitted.is(event))
    return with_({ status: 'done', number: event.data.number, submission_setting: 'manual' });
  if (formSent.is(event))
    return with_({ status: 'processing', number: event.data.number, submission_setting: 'managed' });
  if (formScripted.is(event)) return { ...stamped(state, event), script: event.data };
  if (formSerialNumberGiven.is(event)) {
    const { serial_number } = event.data;
    return { ...stamped(state, event), values: { ...state.values, block_1_serial_number: serial_number } };
  }
  if (formRejected.is(event)) return with_({ status: 'rejected', rejection_reasons: event.data.reasons });
  return state;
};

/** Events of a batch that say what happened to it. */
export const BATCH_EVENTS = [
  formBatchSubmitted,
  formBatchReturned,
  formBatchFiled,
  formBatchReceived,
  formBatchAnswered,
  formBatchAccepted,
  formBatchRejected,
  formBatchScripted,
] as const;

/** A batch after an event of it. */
export const foldedBatch = (state: State, event: DomainEvent): State => {
  const now = stamped(state, event);
  const at = now.updated_at;
  const changed = (more: JsonObject): State => ({ ...now, ...more });
  if (formBatchSubmitted.is(event)) {
    const { reference, forms } = event.data;
    const sent = { reference, forms_submitted: forms, forms_filed: null, submitted_at: at, returned: null };
    return changed({ status: 'processing', ...sent });
  }
  if (formBatchReturned.is(event)) return changed({ status: 'draft', submitted_at: null, returned: event.data });
  if (formBatchFiled.is(event)) return changed({ forms_filed: event.data.forms });
  if (formBatchScripted.is(event)) return changed({ script: event.data });
  if (formBatchReceived.is(event))
    return changed({ status: 'submitted', confirmation_number: event.data.confirmation_number });
  if (formBatchAnswered.is(event)) return changed({ answered: event.data.outcome });
  if (formBatchAccepted.is(event)) {
    const { confirmation_number } = event.data;
    return changed({
      status: 'done',
      completed_at: at,
      confirmation_number: confirmation_number ?? state.confirmation_number ?? null,
    });
  }
  if (formBatchRejected.is(event))
    return changed({ status: 'rejected', completed_at: at, rejection_reasons: event.data.reasons });
  return state;
};
