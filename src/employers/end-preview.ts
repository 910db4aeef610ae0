import { z } from 'zod';
import { type Action, action } from '../kernel/calls/actions.ts';
import { envelopeSchema } from '../kernel/definition/envelopes.ts';
import type { Services, Tenant } from '../kernel/definition/services.ts';
import { heldUntil } from '../pay-records/holds.ts';
import { all, any, type Condition, compare, equal, not, oneOf } from '../values/condition.ts';
import type { CalendarDate } from '../values/dates.ts';
import type { Text } from '../values/text.ts';
import { businessEntity } from './business-entity.ts';
import { businessEntityPreviewEnded } from './events.ts';
import { agenciesOf } from './remitted-with.ts';
import { provincesByDay } from './tax-properties-in-force.ts';

/** Carrying it through to payrolls takes seconds; the answer waits so long. Later ones follow behind it. */
const CARRIED_MS = 30_000;

const flag = (description: string) => z.boolean().optional().meta({ description });

/**
 * What takes an employer out of preview. A live employer owes remittances, so every pay stub that would go live needs its
 * remittance accounts; while they are missing the answer names them and nothing changes. The process manager `approval`
 * carries it to the payrolls, behind the approvals of the company that were begun before.
 */
export const previewEnding: Action<Ending | undefined, { missing: Text[]; isHeld: boolean }, 'business_entity'> = {
  on: businessEntity,
  name: 'end_preview',
  id: 'end_preview_of_business_entity',
  summary: 'Take an employer out of preview',
  description:
    'From then on payrolls move money. A live employer owes remittances. While a pay stub that would become live lacks a remittance account or a province of employment, the answer is an error that names what is missing, and nothing changes. By default paid payrolls become historical payrolls, and drafts keep what was entered. Draft payrolls whose pay date has passed are deleted, unless they keep something that was entered.',
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
  }),
  refuse: ({ record, facts }) => {
    if (record.in_preview !== true) return NOT_IN_PREVIEW;
    const { missing, isHeld } = facts;
    if (missing.length > 0)
      return {
        en: `Preview cannot end: the business entity lacks ${missing.map(({ en }) => en).join(', ')}.`,
        fr: `Le mode aperçu ne peut prendre fin : il manque à l'entité ${missing.map(({ fr }) => fr).join(', ')}.`,
      };
    return isHeld ? APPROVING : undefined;
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
  const bySchedule = new Map<string, { ids: string[]; days: Set<CalendarDate> }>();
  for await (const payrolls of read.pages('payroll', tenant, goingLive(id, flags, services.clock.today())))
    for (const payroll of payrolls) {
      const one = bySchedule.get(payroll.pay_schedule_id) ?? { ids: [], days: new Set() };
      bySchedule.set(payroll.pay_schedule_id, one);
      one.ids.push(payroll.id);
      one.days.add(payroll.pay_date);
    }
  const found = new Set<string | null>();
  for (const [pay_schedule_id, { ids: payrollIds, days }] of bySchedule) {
    const stubs = oneOf('payroll_id', payrollIds);
    const pages = read.pages('work_assignment', tenant, equal('pay_schedule_id', pay_schedule_id));
    for await (const assignments of pages) {
      const ids = assignments.map((assignment) => assignment.id);
      const live = await read.existing('pay_stub', tenant, 'work_assignment_id', ids, stubs);
      const provinceOf = await provincesByDay([id, ...live], services, tenant);
      for (const day of days) for (const owner of live) found.add(provinceOf(owner, day) ?? provinceOf(id, day));
    }
  }
  return found;
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
