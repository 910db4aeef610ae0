import { z } from 'zod';
import { needRow, recordReply } from '../kernel/calls/operations.ts';
import { appendTo, loadStream } from '../kernel/changes/execute.ts';
import { envelopeSchema } from '../kernel/definition/envelopes.ts';
import type { Call, Operation } from '../kernel/definition/operation.ts';
import { type State, streamOf } from '../kernel/definition/resource.ts';
import { notFound, Problem, refused, unavailable } from '../values/problem.ts';
import type { Text } from '../values/text.ts';
import { approvalBlockers } from './blockers.ts';
import { firstDrafts, isBlockedByDraft, payroll } from './payroll.ts';

/**
 * An approval of thousands of stubs takes seconds; the answer waits for it this long. One that takes longer goes on: the
 * answer is a 503 that says so, and the request repeated waits for the same approval.
 */
const APPROVAL_MS = 30_000;
/** The managers whose work an approval sets off. */
const FOLLOWING = ['approval', 'journal', 'population'];

/**
 * Approves a draft payroll. The request begins the approval in the payroll's stream; the process manager `approval`
 * closes the stubs and ends it, and the answer waits for that and for the journal entries. What a process that died
 * leaves behind is finished by the next one.
 */
export const approvePayroll: Operation = {
  id: 'approve_payroll',
  method: 'POST',
  path: '/payrolls/{payroll}/approve',
  auth: 'company',
  tag: 'payroll',
  summary: 'Approve a draft payroll',
  description:
    'In preview the payroll becomes paid at once; no money moves. A payroll of many thousand pay stubs may take longer than half a minute: the answer is then a 503 with Retry-After, the approval goes on, and the request repeated waits for the same approval and tells how it ended.',
  body: z.strictObject({}),
  examples: { example: { summary: 'Nothing is asked', value: {} } },
  bodyOptional: true,
  answers: { 200: { description: 'The approved payroll', schema: envelopeSchema(payroll) } },
  problems: [400, 404, 409],
  localized: true,
  resource: payroll,
  run: async (call) => {
    const row = await needRow(payroll, call);
    const { services, origin } = call;
    const blocked = await refusalOf(row, call);
    const appended = await appendTo(streamOf('payroll', row.id), 'approve', origin, services, async ({ aggregate }) => {
      const now = aggregate.get('payroll', row.id);
      if (!now) throw notFound();
      if (call.ifMatch !== undefined && call.ifMatch !== now.version) throw changedSince(call.ifMatch, now.version);
      if (now.status !== 'draft') throw refused(notDraft(now.status as string));
      // Whoever asks again, or beside another, waits for the approval that is under way, and hears how it ended.
      if (now.approval !== null) return [];
      if (blocked) throw refused(blocked);
      return [{ type: 'PayrollApprovalStarted', data: { pay_schedule_id: now.pay_schedule_id ?? null } }];
    });
    const { gate, store } = services;
    const end_ms = performance.now() + APPROVAL_MS;
    const followed = (position: bigint) =>
      gate.settled(position, FOLLOWING, Math.max(0, end_ms - performance.now()), call.tenant);
    if (appended.position !== undefined) await followed(appended.position);
    // Who did not begin it does not know how far it has come: by the end of what is in the log now it has ended, by the
    // end of what is there then it is posted, and then that can be read.
    else for (let step = 0; step < 3; step++) await followed(await store.head());
    const after = (await loadStream(streamOf('payroll', row.id), services)).aggregate.get('payroll', row.id);
    if (!after) throw notFound();
    if (after.status === 'draft' && after.approval === null) throw refused(abandonedText(after));
    if (after.status === 'draft') throw unavailable(STILL_RUNNING, 5);
    return recordReply(payroll, after, call, 200);
  },
};

const changedSince = (sent: string, current: string): Problem =>
  new Problem(409, {
    en: `The payroll has changed since: If-Match names version "${sent}", it is at "${current}".`,
    fr: `La paie a changé depuis : If-Match nomme la version « ${sent} », elle est à « ${current} ».`,
  });

const notDraft = (status: string): Text => ({
  en: `The payroll is ${status}; only a draft payroll can be approved.`,
  fr: `La paie est « ${status} »; seule une paie au brouillon peut être approuvée.`,
});

const STILL_RUNNING: Text = {
  en: 'The approval has begun and goes on. Repeat the request to wait for its end; nothing is approved twice.',
  fr: "L'approbation est commencée et se poursuit. Répétez la requête pour en attendre la fin; rien n'est approuvé deux fois.",
};

const abandonedText = (state: State): Text => {
  const reason = (state.abandoned as { reason?: Text } | null)?.reason;
  return reason ?? { en: 'The approval was abandoned.', fr: "L'approbation a été abandonnée." };
};

/** What stands in the way of an approval, as the read models tell it. */
const refusalOf = async (row: State, call: Call): Promise<Text | undefined> => {
  const { services, tenant } = call;
  if (isBlockedByDraft(row, await firstDrafts([row.pay_schedule_id as string], services, tenant)))
    return {
      en: 'An earlier payroll of the pay schedule is still a draft; approve payrolls in the order of their pay dates.',
      fr: "Une paie antérieure du calendrier est encore au brouillon; approuvez les paies dans l'ordre de leurs dates.",
    };
  const blockers = (await approvalBlockers([row], services, tenant)).get(row.id) ?? [];
  if (blockers.length === 0) return undefined;
  return {
    en: `The payroll cannot be approved: ${blockers.map(({ text }) => text.en).join('; ')}.`,
    fr: `La paie ne peut être approuvée : ${blockers.map(({ text }) => text.fr).join('; ')}.`,
  };
};
