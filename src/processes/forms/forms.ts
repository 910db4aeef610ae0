import { businessEntityPreviewEnded } from '../../employers/events.ts';
import type { Position } from '../../event-store/port.ts';
import {
  formAccepted,
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
  formReceived,
  formRejected,
  formScripted,
  formSent,
} from '../../forms/events.ts';
import { agencyOf, isSimulated } from '../../forms/filing/agency.ts';
import { answerEvent, formAnswerEvents, statusAnswered } from '../../forms/filing/answers.ts';
import { isBeingSubmitted } from '../../forms/form-batch.ts';
import { FILED, SENT } from '../../forms/model/states.ts';
import { appendTo } from '../../kernel/changes/execute.ts';
import { appendInTurns } from '../../kernel/changes/in-turns.ts';
import { latest } from '../../kernel/changes/latest.ts';
import { loadRecords } from '../../kernel/changes/remembered.ts';
import { type EventBody, parseStream, type RecordOf, streamOf } from '../../kernel/definition/resource.ts';
import type { Services } from '../../kernel/definition/services.ts';
import type { Origin } from '../../kernel/definition/writer.ts';
import { all, compare, equal, oneOf } from '../../values/condition.ts';
import type { Turn, TurnsOptions } from '../../work/turn.ts';
import type { ManagedEvent, ProcessManager } from '../managers/manager.ts';
import { oneByOne } from '../managers/one-by-one.ts';
import { processOrigin } from '../managers/origin.ts';
import { awaitReadable } from '../payroll/stub-calculation.ts';

/**
 * Submission of batches of forms. A submission is applied to each form of the batch; when a form is no longer approved,
 * the other forms are returned and the batch is a draft again. When all forms are submitted the batch is handed to its
 * agency, and the agency's answer is recorded on the forms, and behind them on the batch: who sees that it ended sees
 * that its forms did.
 *
 *   submitted --> forms processing --> filed --> agency --> received --> answered --> forms done --> accepted
 *       `--> one not approved --> returned                                   `--> forms rejected --> rejected
 *
 * A form that is filed alone and sent by the service (a record of employment) is handed over without a batch.
 *
 * When an employer leaves preview, what the simulated agency took is with no agency: it is rejected, to be filed again.
 *
 * One event may change tens of thousands of forms, so it takes turns: when other companies wait it stops between two
 * pages, and the next turn continues after the last one.
 */
export const formManager = (services: Services, options: TurnsOptions = {}): ProcessManager => ({
  name: 'forms',
  handles: ({ type }) => HANDLED.has(type),
  batchSize: 1,
  handle: oneByOne(
    () => awaitReadable(services),
    options,
    (event, turn) => follow(event, services, turn),
  ),
});

const HANDLED: ReadonlySet<string> = new Set([
  formBatchSubmitted.type,
  formBatchFiled.type,
  formBatchScripted.type,
  formBatchReceived.type,
  formBatchAnswered.type,
  formBatchAccepted.type,
  formBatchRejected.type,
  formSent.type,
  formScripted.type,
  businessEntityPreviewEnded.type,
]);

type Form = RecordOf<'form'>;
type Batch = RecordOf<'form_batch'>;

/** Forms that are written together. */
const FORMS_AT_ONCE = 250;

interface Following {
  batch_id: string;
  origin: Origin;
  services: Services;
  turn: Turn;
}

const follow = async (event: ManagedEvent, services: Services, turn: Turn): Promise<Position | undefined> => {
  const { id: batch_id } = parseStream(event.stream);
  const origin = processOrigin('forms', event, event.id, event.metadata.occurred_at ?? services.clock.instant());
  if (formSent.is(event) || formScripted.is(event)) return handOverForm(parseStream(event.stream).id, origin, services);
  if (businessEntityPreviewEnded.is(event)) return rejectSimulated(event, origin, services, turn);
  const following = { batch_id, origin, services, turn };
  if (formBatchSubmitted.is(event)) return submitForms(event.data.forms, following);
  if (formBatchFiled.is(event) || formBatchScripted.is(event)) return handOver(following);
  if (formBatchReceived.is(event))
    return eachForm('received', following, ({ status }) => (status === 'processing' ? [formReceived({})] : []));
  if (formBatchAnswered.is(event)) return endBatch(event.data, following);
  // Before answers had an event of their own, the batch ended before its forms.
  const batch = await services.read.get('form_batch', origin.tenant, batch_id);
  // One that is of another answer is of a process of the version before, which recorded it behind that.
  if (batch?.answered === (formBatchAccepted.is(event) ? 'accept' : 'reject')) return undefined;
  if (formBatchAccepted.is(event)) return acceptForms(following);
  return formBatchRejected.is(event) ? rejectForms(event.data.reasons, following) : undefined;
};

const acceptForms = (following: Following): Promise<Position | undefined> =>
  eachForm('accepted', following, ({ status }) => (isSubmitted(status) ? [formAccepted({})] : []));

type Answered = Parameters<typeof formBatchAnswered>[0];

/** The simulated agency may have accepted them before. */
const rejectForms = (reasons: Answered['reasons'], following: Following): Promise<Position | undefined> =>
  eachForm('rejected', following, ({ status }) => (SENT.includes(status ?? '') ? [formRejected({ reasons })] : []));

/** Records an agency's answer on the forms of a batch, and then on the batch. */
const endBatch = async (
  { outcome, confirmation_number, reasons }: Answered,
  following: Following,
): Promise<Position | undefined> => {
  if (outcome === 'accept') {
    const accepted = await acceptForms(following);
    const event = formBatchAccepted({ confirmation_number });
    return latest([accepted, await conclude('ended', following, ({ status }) => (isSubmitted(status) ? [event] : []))]);
  }
  const rejected = await rejectForms(reasons, following);
  const event = formBatchRejected({ reasons });
  return latest([rejected, await conclude('ended', following, ({ status }) => (SENT.includes(status) ? [event] : []))]);
};

const isSubmitted = (status: Form['status']): boolean => status === 'processing' || status === 'submitted';

/**
 * Appends to each form of a batch what follows from the state of its stream.
 *
 * @param behind gets each form as it is then, also where an earlier run appended to it
 */
const eachForm = async (
  step: string,
  { batch_id, origin, services, turn }: Following,
  eventsOf: (form: Form) => EventBody[],
  behind: (form: Form) => void = () => {},
): Promise<Position | undefined> => {
  let last: Position | undefined;
  const theirs = all(equal('form_batch_id', batch_id), compare('id', '>', turn.reached(step)));
  for await (const rows of services.read.pages('form', origin.tenant, theirs, FORMS_AT_ONCE)) {
    const positions = await appendInTurns(rows, services, async ({ id }) => {
      const stream = streamOf('form', id);
      const appended = await appendTo(stream, step, origin, services, async ({ aggregate }) => {
        const form = aggregate.get('form', id);
        return form?.form_batch_id === batch_id ? eventsOf(form) : [];
      });
      // An earlier run's answer is of then, and others may have written since.
      const { aggregate } = appended.repeated ? await loadRecords(stream, services) : appended;
      const now = aggregate.get('form', id);
      if (now?.form_batch_id === batch_id) behind(now);
      return appended.position;
    });
    last = latest([last, ...positions]);
    turn.reach(step, rows.at(-1)!.id);
    await turn.giveWay();
  }
  return last;
};

/** Parts of the turn: how many forms are with the batch, and one that is not. */
const GOING = 'going';
const STAYS = 'stays';

/** Submits all forms of a batch, or none. */
const submitForms = async (submitted: number, following: Following): Promise<Position | undefined> => {
  const { batch_id, turn } = following;
  const going = (): number => Number(turn.reached(GOING));
  const sent = await eachForm(
    'filing',
    following,
    ({ status }) => (status === 'approved' ? [formFiling({ form_batch_id: batch_id })] : []),
    ({ id, status }) => {
      if (status === 'processing') turn.reach(GOING, String(going() + 1));
      else turn.reach(STAYS, id);
    },
  );
  const stays = turn.reached(STAYS) || null;
  const isWhole = stays === null && going() === submitted;
  // An earlier run may have been cut off right after the end: then nothing is left to do.
  const event = isWhole ? formBatchFiled({ forms: submitted }) : formBatchReturned({ form_id: stays });
  const back = isWhole
    ? undefined
    : await eachForm('filing ended', following, ({ status }) => (status === 'processing' ? [formFilingEnded({})] : []));
  return latest([
    sent,
    back,
    await conclude('carried', following, (batch) => (isBeingSubmitted(batch) ? [event] : [])),
  ]);
};

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

/** Hands a batch to its agency, and records an immediate answer. */
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

const isUnanswered = (batch: Batch): boolean => batch.forms_filed !== null && isSubmitted(statusAnswered(batch));

/** Hands a form that is filed alone to its agency, and records an immediate answer. */
const handOverForm = async (id: string, origin: Origin, services: Services): Promise<Position | undefined> => {
  const form = await services.read.get('form', origin.tenant, id);
  if (!form || !isSubmitted(form.status) || form.business_entity_id === null) return undefined;
  const employer = await services.read.get('business_entity', origin.tenant, form.business_entity_id);
  if (!employer) return undefined;
  const { number, status, script = null } = form;
  const answers = await agencyOf(employer).submit({ number, status, script });
  const { position } = await appendTo(streamOf('form', id), 'answered', origin, services, async ({ aggregate }) => {
    const now = aggregate.get('form', id);
    return now && isSubmitted(now.status) ? answers.flatMap(formAnswerEvents) : [];
  });
  return position;
};

const PREVIEW_ENDED = {
  code: null,
  text: "Only the simulated agency had it, in preview: file it again. / Seul l'organisme simulé l'avait, en aperçu : produisez-le à nouveau.",
};

/** Part of the turn: forms that were sent alone. */
const SENT_ALONE = 'sent alone';

/** Rejects what the simulated agency has of an employer that left preview: batches, and forms that were sent alone. */
const rejectSimulated = async (
  ended: ManagedEvent,
  origin: Origin,
  services: Services,
  turn: Turn,
): Promise<Position | undefined> => {
  const { id: employer } = parseStream(ended.stream);
  const { read } = services;
  const reasons = [PREVIEW_ENDED];
  // The simulated agency may have answered a moment ago.
  await awaitReadable(services);
  let last: Position | undefined;
  const filed = oneOf('status', FILED);
  for await (const batches of read.pages('form_batch', origin.tenant, all(equal('owner_id', employer), filed)))
    for (const { id: batch_id, confirmation_number } of batches) {
      if (!isSimulated(confirmation_number)) continue;
      const following = { batch_id, origin, services, turn };
      const rejected = await conclude('preview ended', following, ({ status }) =>
        FILED.includes(status) ? [answerEvent({ outcome: 'reject', reasons })] : [],
      );
      last = latest([last, rejected]);
      await turn.giveWay();
    }
  const own = all(equal('business_entity_id', employer), equal('type', 'roe'), filed);
  const sent = all(own, compare('id', '>', turn.reached(SENT_ALONE)));
  for await (const forms of read.pages('form', origin.tenant, sent, FORMS_AT_ONCE)) {
    // One that was submitted by hand may have been uploaded, and one that was answered since is with its agency.
    const simulated = forms.filter(
      ({ submission_setting, updated_at }) => submission_setting === 'managed' && updated_at <= origin.occurred_at,
    );
    const positions = await appendInTurns(simulated, services, async ({ id }) => {
      const { position } = await appendTo(
        streamOf('form', id),
        'preview ended',
        origin,
        services,
        async ({ aggregate }) =>
          FILED.includes(aggregate.get('form', id)?.status ?? '') ? [formRejected({ reasons })] : [],
      );
      return position;
    });
    last = latest([last, ...positions]);
    turn.reach(SENT_ALONE, forms.at(-1)!.id);
    await turn.giveWay();
  }
  return last;
};
