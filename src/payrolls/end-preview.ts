import { z } from 'zod';
import { businessEntity } from '../employers/business-entity.ts';
import { businessEntityPreviewEnded } from '../employers/events.ts';
import { agenciesOf } from '../employers/remitted-with.ts';
import { provincesByDay } from '../employers/tax-properties-in-force.ts';
import { type Action, action } from '../kernel/calls/actions.ts';
import { envelopeSchema } from '../kernel/definition/envelopes.ts';
import type { Services, Tenant } from '../kernel/definition/services.ts';
import { heldUntil } from '../pay-records/holds.ts';
import { all, among, any, type Condition, compare, equal, not, oneOf } from '../values/condition.ts';
import { type CalendarDate, minDate, startOfYear } from '../values/dates.ts';
import type { Text } from '../values/text.ts';
import { isGenerated } from './events/list.ts';
import { adjustmentOf, erasedStub } from './unapprove.ts';

/** Carrying it through to payrolls takes seconds; the answer waits so long. Later ones follow behind it. */
const CARRIED_MS = 30_000;

const flag = (description: string) => z.boolean().optional().meta({ description });

const STILL_CARRIED: Text = {
  en: 'The employer is live; its payrolls are still being converted or taken back. Repeat the request with its X-Idempotency-Key to wait for that. Where it had none, nothing is to be repeated: it goes on all the same.',
  fr: "L'employeur est en service; ses paies sont encore en cours de conversion ou de retour au brouillon. Répétez la requête avec sa X-Idempotency-Key pour attendre la fin. Si elle n'en avait pas, il n'y a rien à répéter : cela se poursuit de toute façon.",
};

/**
 * What takes an employer out of preview. A live employer owes remittances, so every pay stub that would go live needs
 * its remittance accounts; while they are missing the answer names them and nothing changes. The process manager
 * `approval` carries it to the payrolls, behind the approvals of the company that were begun before.
 */
export const previewEnding: Action<Ending | undefined, EndingFacts, 'business_entity'> = {
  on: businessEntity,
  name: 'end_preview',
  id: 'end_preview_of_business_entity',
  summary: 'Take an employer out of preview',
  description:
    'From then on payrolls move money. A live employer owes remittances. While a pay stub that would become live lacks a remittance account or a province of employment, the answer is an error that names what is missing, and nothing changes. The same holds while payrolls that are to be unapproved cannot be, since a correction counts on them. By default paid payrolls become historical payrolls, and drafts keep what was entered. Draft payrolls whose pay date has passed are deleted, unless they keep something that was entered. Forms and batches that the simulated agency had are rejected: file them again.',
  body: z.strictObject({
    convert_paid_payrolls: flag(
      'Whether payrolls paid in preview become historical payrolls; otherwise they are unapproved and no longer count',
    ),
    preserve_draft_line_items: flag('Whether entries on draft payrolls are kept; otherwise they are removed'),
    preserve_draft_off_cycles: flag('Whether draft off-cycle payrolls are kept; otherwise they are deleted'),
  }),
  examples: { example: { summary: 'Drafts are kept as they are', value: { preserve_draft_line_items: true } } },
  bodyOptional: true,
  answers: { 200: { description: 'The employer, now live', schema: envelopeSchema(businessEntity) } },
  problems: [400, 404, 409, 422],
  facts: async ({ record, body, origin, services }) => ({
    missing: record.in_preview === true ? await missingForLive(record.id, body ?? {}, services, origin.tenant) : [],
    isHeld: (await heldUntil([record], services, origin.tenant)).size > 0,
    counted: body?.convert_paid_payrolls === false ? await countedOn(record.id, services, origin.tenant) : undefined,
  }),
  refuse: ({ record, facts }) => {
    if (record.in_preview !== true) return NOT_IN_PREVIEW;
    const { missing, isHeld, counted } = facts;
    if (missing.length > 0)
      return {
        en: `Preview cannot end: the business entity lacks ${missing.map(({ en }) => en).join(', ')}.`,
        fr: `Le mode aperçu ne peut prendre fin : il manque à l'entité ${missing.map(({ fr }) => fr).join(', ')}.`,
      };
    return isHeld ? APPROVING : counted;
  },
  events: ({ body }) => [
    businessEntityPreviewEnded({
      convert_paid_payrolls: body?.convert_paid_payrolls ?? true,
      preserve_draft_line_items: body?.preserve_draft_line_items ?? true,
      preserve_draft_off_cycles: body?.preserve_draft_off_cycles ?? true,
    }),
  ],
  follows: {
    managers: ['approval'],
    within_ms: CARRIED_MS,
    afterwards: ['population'],
    rest: STILL_CARRIED,
    progress: () => ({ is: 'done' }),
  },
};

/** Takes an employer out of preview. */
export const endPreview = action(previewEnding);

type Ending = {
  convert_paid_payrolls?: boolean | undefined;
  preserve_draft_line_items?: boolean | undefined;
  preserve_draft_off_cycles?: boolean | undefined;
};

interface EndingFacts {
  missing: Text[];
  isHeld: boolean;
  /** Why what was paid cannot be unapproved, where that is asked for. */
  counted: Text | undefined;
}

const NOT_IN_PREVIEW: Text = {
  en: 'The business entity is not in preview.',
  fr: "L'entité n'est pas en mode aperçu.",
};

const APPROVING: Text = {
  en: 'Preview cannot end while a payroll of the business entity is being approved; repeat the request when that is done.',
  fr: "Le mode aperçu ne peut prendre fin pendant qu'une paie de l'entité est en cours d'approbation; répétez la requête ensuite.",
};

const CRA_ACCOUNT: Text = {
  en: 'a CRA remittance account with its identifier',
  fr: "un compte de versement de l'ARC avec son identifiant",
};
const PROVINCE: Text = {
  en: 'a province of employment (tax property ca::province_of_employment)',
  fr: "une province d'emploi (propriété fiscale ca::province_of_employment)",
};
const QUEBEC_ACCOUNT: Text = {
  en: 'a Revenu Québec remittance account with its identifier',
  fr: 'un compte de versement de Revenu Québec avec son identifiant',
};

/** What pay stubs that go live lack; nothing where none does. */
const missingForLive = async (id: string, flags: Ending, services: Services, tenant: Tenant): Promise<Text[]> => {
  const provinces = await provincesGoingLive(id, flags, services, tenant);
  if (provinces.size === 0) return [];
  const agencies = (await agenciesOf([id], services, tenant)).get(id);
  return [
    ...(agencies?.has('ca_cra') ? [] : [CRA_ACCOUNT]),
    ...(provinces.has(null) ? [PROVINCE] : []),
    ...(provinces.has('ca_qc') && !agencies?.has('ca_rq') ? [QUEBEC_ACCOUNT] : []),
  ];
};

/**
 * The provinces of employment of pay stubs that go live, on their pay dates; null is among them where a stub has none.
 * A work assignment with a stub on any payroll of a schedule that goes live is looked at for all of them.
 */
const provincesGoingLive = async (
  id: string,
  flags: Ending,
  services: Services,
  tenant: Tenant,
): Promise<Set<string | null>> => {
  const { read } = services;
  const bySchedule = new Map<string, { ids: string[]; byHand: string[]; days: Set<CalendarDate> }>();
  for await (const payrolls of read.pages('payroll', tenant, goingLive(id, flags, services.clock.today())))
    for (const payroll of payrolls) {
      const one = bySchedule.get(payroll.pay_schedule_id) ?? { ids: [], byHand: [], days: new Set() };
      bySchedule.set(payroll.pay_schedule_id, one);
      one.ids.push(payroll.id);
      if (!isGenerated(payroll)) one.byHand.push(payroll.id);
      one.days.add(payroll.pay_date);
    }
  const found = new Set<string | null>();
  for (const [pay_schedule_id, { ids: payrollIds, byHand, days }] of bySchedule) {
    const stubs = oneOf('payroll_id', payrollIds);
    const here = equal('pay_schedule_id', pay_schedule_id);
    // Who has moved to another schedule stays on what callers made.
    const withStub = among('id', 'pay_stub', 'work_assignment_id', oneOf('payroll_id', byHand));
    const where = byHand.length > 0 ? any(here, withStub) : here;
    for await (const assignments of read.pages('work_assignment', tenant, where)) {
      const ids = assignments.map((assignment) => assignment.id);
      const live = await read.existing('pay_stub', tenant, 'work_assignment_id', ids, stubs);
      const provinceOf = await provincesByDay([id, ...live], services, tenant);
      for (const day of days) for (const owner of live) found.add(provinceOf(owner, day) ?? provinceOf(id, day));
    }
  }
  return found;
};

/** What was paid is not unapproved while something else counts on it. */
const counts = (en: string, fr: string): Text => ({
  en: `Preview cannot end without the payrolls that were paid: ${en}; or leave convert_paid_payrolls out, and they become historical payrolls.`,
  fr: `Le mode aperçu ne peut prendre fin sans les paies qui ont été payées : ${fr}; ou omettez convert_paid_payrolls, et elles deviennent des paies historiques.`,
});

/**
 * What keeps payrolls that were paid in preview from being unapproved with its end (unapprove.ts): a correction or
 * historical payroll that counts on their figures, an adjustment of one of their line items, or that somebody on one
 * was erased. They would stay paid, and go on counting, without anybody being told.
 */
const countedOn = async (id: string, services: Services, tenant: Tenant): Promise<Text | undefined> => {
  const { read } = services;
  const ofEmployer = equal('business_entity_id', id);
  const paid = all(ofEmployer, equal('status', 'paid'), oneOf('type', ['regular', 'off_cycle']));
  let earliest: CalendarDate | undefined;
  for await (const payrolls of read.pages('payroll', tenant, paid)) {
    const theirs = oneOf(
      'payroll_id',
      payrolls.map((payroll) => payroll.id),
    );
    for (const { pay_date } of payrolls) earliest = earliest === undefined ? pay_date : minDate(earliest, pay_date);
    const adjustment = await adjustmentOf(theirs, services, tenant);
    if (adjustment)
      return counts(
        `the adjustment ${adjustment.id} corrects a line item of one; delete it first`,
        `le rajustement ${adjustment.id} corrige une ligne de l'une d'elles; supprimez-le d'abord`,
      );
    const stub = await erasedStub(theirs, services, tenant);
    if (stub)
      return counts(
        `the person of the pay stub ${stub.id} was erased, so it cannot be calculated again`,
        `la personne du bulletin ${stub.id} a été effacée : il ne peut être calculé de nouveau`,
      );
  }
  if (earliest === undefined) return undefined;
  // A correction counts what was paid before it in its year, whatever the day that it bears itself.
  const behind = any(
    all(equal('type', 'correction'), compare('pay_date', '>=', startOfYear(earliest))),
    all(equal('type', 'historical'), compare('pay_date', '>', earliest)),
  );
  const counting = all(ofEmployer, not(equal('status', 'draft')), behind);
  const [later] = (await read.first('payroll', tenant, counting, 1)).rows;
  return (
    later &&
    counts(
      `the ${later.type} payroll ${later.id} counts on them; unapprove it first`,
      `la paie ${later.id}, de type ${later.type}, compte sur elles; ramenez-la d'abord au brouillon`,
    )
  );
};

/** Payrolls of an employer that a live one has to approve; generated ones of days that have passed go. */
const goingLive = (id: string, flags: Ending, today: CalendarDate): Condition =>
  all(
    equal('business_entity_id', id),
    any(
      equal('status', 'draft'),
      ...(flags.convert_paid_payrolls === false
        ? [all(equal('status', 'paid'), oneOf('type', ['regular', 'off_cycle']))]
        : []),
    ),
    any(equal('is_generated', false), compare('pay_date', '>=', today)),
    ...(flags.preserve_draft_off_cycles === false
      ? [not(all(equal('type', 'off_cycle'), equal('status', 'draft')))]
      : []),
  );
