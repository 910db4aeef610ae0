import { type Acting, action, type Progress } from '../kernel/calls/actions.ts';
import { envelopeSchema } from '../kernel/definition/envelopes.ts';
import { type RecordOf, streamOf } from '../kernel/definition/resource.ts';
import type { Services, Tenant } from '../kernel/definition/services.ts';
import { unavailable } from '../values/problem.ts';
import type { Text } from '../values/text.ts';
import { approvalBlockers, blockedBy } from './blockers.ts';
import { isGenerated } from './events/list.ts';
import { stubId } from './events/pay-stub.ts';
import { payrollApprovalStarted } from './events/payroll.ts';
import { loadMembers } from './membership/members.ts';
import { lackingOn } from './membership/membership.ts';
import { BLOCKED_BY_DRAFT, firstDrafts, isBlockedByDraft } from './order-of-approval.ts';
import { payroll } from './payroll.ts';
import { isUnderWay as isTakenBack } from './unapprove.ts';

/**
 * An approval of thousands of stubs takes seconds; the answer waits for it this long. One that takes longer continues:
 * the answer is a 503 that says so, and the request repeated waits for the same approval.
 */
const APPROVAL_MS = 30_000;

/** A second request, or a repeated one, waits for the approval that is under way, and answers how it ended. */
const isUnderWay = (record: RecordOf<'payroll'>): boolean => record.status === 'draft' && record.approval !== null;

const STILL_POSTING: Text = {
  en: 'The payroll is approved; its journal entries and payments are still being made. Repeat the request with its X-Idempotency-Key to wait for them. Where it had none, nothing is to be repeated: they are made all the same, and in_progress of the payroll is null once they are.',
  fr: "La paie est approuvée; ses écritures de journal et ses paiements sont encore en cours de création. Répétez la requête avec sa X-Idempotency-Key pour les attendre. Si elle n'en avait pas, il n'y a rien à répéter : ils sont créés de toute façon, et in_progress de la paie est null une fois que c'est fait.",
};

/**
 * Approves a draft payroll. The request begins the approval in the payroll's stream; the process manager `approval`
 * closes the stubs and ends it, and the answer waits for that, for the journal entries and for the payments. What a
 * process that died leaves behind is finished by the next one.
 */
export const approvePayroll = action({
  on: payroll,
  name: 'approve',
  summary: 'Approve a draft payroll',
  description:
    'In preview the payroll becomes paid at once, and no money moves. A payroll with thousands of pay stubs may take longer than half a minute. Then the answer is 503 with Retry-After, and the approval continues. The request repeated with its X-Idempotency-Key waits for it and gets its result. Repeated without a key it waits too, but is refused once the payroll is approved, which the status of the payroll says.',
  answers: { 200: { description: 'The approved payroll', schema: envelopeSchema(payroll) } },
  facts: async ({ record, origin, services }) =>
    record.status === 'draft' && !isUnderWay(record) ? blockersOf(record, services, origin.tenant) : undefined,
  refuse: ({ record, facts: blocked }: Acting<unknown, Text | undefined, 'payroll'>) => {
    if (record.status !== 'draft') return notDraft(record.status);
    return isTakenBack(record) ? TAKEN_BACK : blocked;
  },
  events: ({ record }) =>
    isUnderWay(record) ? [] : [payrollApprovalStarted({ pay_schedule_id: record.pay_schedule_id })],
  follows: {
    managers: ['approval', 'journal', 'payments'],
    within_ms: APPROVAL_MS,
    // The next payroll is calculated behind the journal.
    afterwards: ['population'],
    rest: STILL_POSTING,
    progress: (record): Progress => {
      if (record.status !== 'draft') return { is: 'done' };
      if (isUnderWay(record)) return { is: 'running', text: STILL_RUNNING };
      // Without a reason it was approved, and was taken back since.
      return record.abandoned ? { is: 'abandoned', text: record.abandoned.reason } : { is: 'done' };
    },
  },
});

const notDraft = (status: string): Text => ({
  en: `The payroll is ${status}; only a draft payroll can be approved.`,
  fr: `La paie est « ${status} »; seule une paie au brouillon peut être approuvée.`,
});

const TAKEN_BACK: Text = {
  en: 'The payroll is being unapproved, and its pay stubs are being opened; approve it when that is done.',
  fr: "La paie est en train de revenir au brouillon et ses bulletins sont en cours d'ouverture; approuvez-la ensuite.",
};

const STILL_RUNNING: Text = {
  en: 'The approval is in progress and goes on. Repeat the request with its X-Idempotency-Key to wait for the end and get the result, or read the payroll: once its in_progress is null, its status tells it; nothing is approved twice.',
  fr: "L'approbation est commencée et se poursuit. Répétez la requête avec sa X-Idempotency-Key pour en attendre la fin et en connaître l'issue, ou lisez la paie : une fois son in_progress à null, son état la donne; rien n'est approuvé deux fois.",
};

/** How soon an approval may be asked for again. */
const FILLED_AFTER_s = 2;

/**
 * From its start on an approval admits nobody, and it would pay a part of the staff: while a new year, or a schedule
 * that many were moved to, is still being filled. For the stub of one who is listed already it waits.
 *
 * @throws Problem 503
 */
const everybodyIsOn = async (record: RecordOf<'payroll'>, services: Services, tenant: Tenant): Promise<void> => {
  if (!isGenerated(record) || record.is_off_calendar === true) return;
  for await (const lacking of services.read.pages('work_assignment', tenant, lackingOn(record))) {
    const { beside: listed } = await loadMembers(streamOf('payroll', record.id), services);
    const first = lacking.find(({ id }) => !listed.has(stubId(record, id)));
    if (first)
      throw unavailable(
        {
          en: `People are still being put on the payroll; ${first.id} is not on it yet. Nothing was approved; repeat the request in a moment.`,
          fr: `On ajoute encore des personnes à la paie; ${first.id} n'y est pas encore. Rien n'a été approuvé; répétez la requête dans un instant.`,
        },
        FILLED_AFTER_s,
      );
  }
};

/** What prevents an approval, as the read models have it. @throws Problem 503 while not everybody is on the payroll */
const blockersOf = async (
  record: RecordOf<'payroll'>,
  services: Services,
  tenant: Tenant,
): Promise<Text | undefined> => {
  if (isBlockedByDraft(record, await firstDrafts([record.pay_schedule_id], services, tenant))) return BLOCKED_BY_DRAFT;
  await everybodyIsOn(record, services, tenant);
  return blockedBy((await approvalBlockers([record], services, tenant)).get(record.id));
};
