import type { Position } from '../../event-store/port.ts';
import {
  formAccepted,
  formBatchAccepted,
  formBatchFiled,
  formBatchReceived,
  formBatchRejected,
  formBatchReturned,
  formBatchScripted,
  formBatchSubmitted,
  formFiling,
  formFilingEnded,
  formReceived,
  formRejected,
  formScripted,
  formSent,
} from '../../forms/events.ts';
import { agencyOf } from '../../forms/filing/agency.ts';
import { answerEvent, formAnswerEvents } from '../../forms/filing/answers.ts';
import { appendTo } from '../../kernel/changes/execute.ts';
import { latest } from '../../kernel/changes/latest.ts';
import { inTurns } from '../../kernel/changes/write.ts';
import { type EventBody, parseStream, type RecordOf, streamOf } from '../../kernel/definition/resource.ts';
import type { Services } from '../../kernel/definition/services.ts';
import type { Origin } from '../../kernel/definition/writer.ts';
import { equal } from '../../values/condition.ts';
import type { ManagedEvent, ProcessManager } from '../managers/manager.ts';
import { processOrigin } from '../managers/origin.ts';

/**
 * Batches of forms on their way. A submission is carried to each form; where one is approved no more, all that were carried
 * along come back and the batch is a draft again. When every form is on its way the batch is handed to its agency, and
 * what that answers is carried to the forms.
 *
 *   submitted --> forms processing --> filed --> agency --> received --> accepted
 *       `--> one not approved --> returned             `--> rejected
 *
 * A form that is filed alone and sent by the service (a record of employment) is handed over by itself.
 */
export const formManager = (services: Services): ProcessManager => ({
  name: 'forms',
  handles: ({ type }) => HANDLED.has(type),
  // Each may go through thousands of forms.
  batchSize: 1,
  handle: async ({ events, signal }) => {
    let last: Position | undefined;
    for (const event of events) last = latest([last, await follow(event, services, signal)]);
    return last;
  },
});

const HANDLED: ReadonlySet<string> = new Set([
  formBatchSubmitted.type,
  formBatchFiled.type,
  formBatchScripted.type,
  formBatchReceived.type,
  formBatchAccepted.type,
  formBatchRejected.type,
  formSent.type,
  formScripted.type,
]);

type Form = RecordOf<'form'>;
type Batch = RecordOf<'form_batch'>;

/** Forms that are written at a time. */
const FORMS_AT_ONCE = 500;

interface Following {
  batch_id: string;
  origin: Origin;
  services: Services;
  signal: AbortSignal;
}

const follow = async (event: ManagedEvent, services: Services, signal: AbortSignal): Promise<Position | undefined> => {
  const { id: batch_id } = parseStream(event.stream);
  const origin = processOrigin('forms', event, event.id, event.metadata.occurred_at ?? services.clock.instant());
  if (formSent.is(event) || formScripted.is(event)) return handOverForm(parseStream(event.stream).id, origin, services);
  const following = { batch_id, origin, services, signal };
  if (formBatchSubmitted.is(event)) return carryAlong(event.data.forms, following);
  if (formBatchFiled.is(event) || formBatchScripted.is(event)) return handOver(following);
  if (formBatchReceived.is(event))
    return eachForm('received', following, ({ status }) => (status === 'processing' ? [formReceived({})] : []));
  if (formBatchAccepted.is(event))
    return eachForm('accepted', following, ({ status }) => (isAway(status) ? [formAccepted({})] : []));
  if (!formBatchRejected.is(event)) return undefined;
  const { reasons } = event.data;
  return eachForm('rejected', following, ({ status }) => (isAway(status) ? [formRejected({ reasons })] : []));
};

const isAway = (status: Form['status']): boolean => status === 'processing' || status === 'submitted';

/** Appends what follows for each form of a batch, as its stream has it. */
const eachForm = async (
  step: string,
  { batch_id, origin, services, signal }: Following,
  eventsOf: (form: Form) => EventBody[],
): Promise<Position | undefined> => {
  let last: Position | undefined;
  const theirs = equal('form_batch_id', batch_id);
  for await (const rows of services.read.pages('form', origin.tenant, theirs, FORMS_AT_ONCE)) {
    signal.throwIfAborted();
    const positions = await inTurns(rows, async ({ id }) => {
      const { position } = await appendTo(streamOf('form', id), step, origin, services, async ({ aggregate }) => {
        const form = aggregate.get('form', id);
        return form?.form_batch_id === batch_id ? eventsOf(form) : [];
      });
      return position;
    });
    last = latest([last, ...positions]);
  }
  return last;
};

/** Sends the forms of a batch on their way, or none of them. */
const carryAlong = async (submitted: number, following: Following): Promise<Position | undefined> => {
  const { batch_id } = following;
  let filed = 0;
  let stays: string | null = null;
  const sent = await eachForm('filing', following, ({ id, status }) => {
    if (status === 'approved' || status === 'processing') filed++;
    else stays = id;
    return status === 'approved' ? [formFiling({ form_batch_id: batch_id })] : [];
  });
  const isWhole = stays === null && filed === submitted;
  // Of a try before this one that was cut off behind the end nothing is left to do.
  const event = isWhole ? formBatchFiled({ forms: filed }) : formBatchReturned({ form_id: stays });
  const back = isWhole
    ? undefined
    : await eachForm('filing ended', following, ({ status }) => (status === 'processing' ? [formFilingEnded({})] : []));
  return latest([sent, back, await conclude('carried', following, (batch) => (isWaiting(batch) ? [event] : []))]);
};

/** Whether a batch was submitted, and its forms are not all on their way yet. */
const isWaiting = ({ status, forms_filed }: Batch): boolean => status === 'processing' && forms_filed === null;

/** Appends to the batch's own stream. */
const conclude = async (
  step: string,
  { batch_id, origin, services }: Following,
  eventsOf: (batch: Batch) => readonly EventBody[],
): Promise<Position | undefined> => {
  const stream = streamOf('form_batch', batch_id);
  const { position } = await appendTo(stream, step, origin, services, async ({ aggregate }) => {
    const batch = aggregate.get('form_batch', batch_id);
    return batch ? eventsOf(batch) : [];
  });
  return position;
};

/** Hands a batch to its agency, and records what that answers at once. */
const handOver = async (following: Following): Promise<Position | undefined> => {
  const { batch_id, origin, services } = following;
  const batch = await services.read.get('form_batch', origin.tenant, batch_id);
  if (!batch || !isUnanswered(batch)) return undefined;
  const employer = await services.read.get('business_entity', origin.tenant, batch.owner_id);
  if (!employer) return undefined;
  const { reference: number, status, script } = batch;
  const answers = await agencyOf(employer).submit({ number, status, script });
  return conclude('answered', following, (now) => (isUnanswered(now) ? answers.map(answerEvent) : []));
};

const isUnanswered = ({ status, forms_filed }: Batch): boolean =>
  forms_filed !== null && (status === 'processing' || status === 'submitted');

/** Hands a form that is filed alone to its agency, and records what that answers at once. */
const handOverForm = async (id: string, origin: Origin, services: Services): Promise<Position | undefined> => {
  const form = await services.read.get('form', origin.tenant, id);
  if (!form || !isAway(form.status) || form.business_entity_id === null) return undefined;
  const employer = await services.read.get('business_entity', origin.tenant, form.business_entity_id);
  if (!employer) return undefined;
  const { number, status, script = null } = form;
  const answers = await agencyOf(employer).submit({ number, status, script });
  const { position } = await appendTo(streamOf('form', id), 'answered', origin, services, async ({ aggregate }) => {
    const now = aggregate.get('form', id);
    return now && isAway(now.status) ? answers.flatMap(formAnswerEvents) : [];
  });
  return position;
};
