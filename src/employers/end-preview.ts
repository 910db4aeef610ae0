import { z } from 'zod';
import { type Acting, action } from '../kernel/calls/actions.ts';
import { envelopeSchema } from '../kernel/definition/envelopes.ts';
import type { State } from '../kernel/definition/resource.ts';
import type { Services, Tenant } from '../kernel/definition/services.ts';
import { heldUntil } from '../pay-records/holds.ts';
import { equal } from '../values/condition.ts';
import type { Text } from '../values/text.ts';
import { businessEntity } from './business-entity.ts';
import { businessEntityPreviewEnded } from './events.ts';
import { agenciesOf } from './remitted-with.ts';
import { provincesOfEmployment } from './tax-properties-in-force.ts';

/** Carrying it through to payrolls takes seconds; the answer waits so long. Later ones follow behind it. */
const CARRIED_MS = 30_000;

const flag = (description: string) => z.boolean().optional().meta({ description });

/**
 * Takes an employer out of preview. A live employer owes remittances, so every pay stub that would go live needs its
 * remittance accounts; while they are missing the answer names them and nothing changes. The process manager `approval`
 * carries it to the payrolls, behind the approvals of the company that were begun before.
 */
export const endPreview = action({
  on: businessEntity,
  name: 'end_preview',
  id: 'end_preview_of_business_entity',
  summary: 'Take an employer out of preview',
  description:
    'From then on money moves. A live employer owes remittances: while an account for them or a province of employment is missing, the answer names what is, and nothing changes. What is left out stays: paid payrolls become historical ones, and drafts keep what was entered. Draft payrolls of pay dates that have passed go, unless something was entered on them that stays.',
  body: z.strictObject({
    convert_paid_payrolls: flag(
      'Whether payrolls that were paid in preview become historical ones; otherwise they are taken back, and count for nothing',
    ),
    preserve_draft_line_items: flag('Whether what was entered on draft payrolls stays; otherwise it is taken off'),
    preserve_draft_off_cycles: flag('Whether draft off-cycle payrolls stay; otherwise they are deleted'),
  }),
  examples: { example: { summary: 'Drafts stay as they are', value: { preserve_draft_line_items: true } } },
  bodyOptional: true,
  answers: { 200: { description: 'The employer, live', schema: envelopeSchema(businessEntity) } },
  problems: [400, 404, 409, 422],
  facts: async ({ record, origin, services }) => ({
    missing: record.in_preview === true ? await missingForLive(record, services, origin.tenant) : [],
    isHeld: (await heldUntil([record], services, origin.tenant)).size > 0,
  }),
  refuse: ({ record, facts }: Acting<Ending | undefined, { missing: Text[]; isHeld: boolean }, 'business_entity'>) => {
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
});

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

/** What is missing before money can move. */
const missingForLive = async (row: State, services: Services, tenant: Tenant): Promise<Text[]> => {
  const today = services.clock.today();
  const provinces = new Set(
    (await provincesOfEmployment(new Map([[row.id, [row.id]]]), today, services, tenant)).values(),
  );
  const ofEntity = equal('business_entity_id', row.id);
  for await (const assignments of services.read.pages('work_assignment', tenant, ofEntity)) {
    const owners = new Map(assignments.map(({ id }) => [id, [id, row.id]]));
    for (const province of (await provincesOfEmployment(owners, today, services, tenant)).values())
      provinces.add(province);
  }
  const agencies = (await agenciesOf([row.id], services, tenant)).get(row.id);
  const missing: Text[] = [];
  if (!agencies?.has('ca_cra'))
    missing.push({
      en: 'a CRA remittance account with its identifier',
      fr: "un compte de versement de l'ARC avec son identifiant",
    });
  if (provinces.has(null))
    missing.push({
      en: 'a province of employment (tax property ca::province_of_employment)',
      fr: "une province d'emploi (propriété fiscale ca::province_of_employment)",
    });
  if (provinces.has('ca_qc') && !agencies?.has('ca_rq'))
    missing.push({
      en: 'a Revenu Québec remittance account with its identifier',
      fr: 'un compte de versement de Revenu Québec avec son identifiant',
    });
  return missing;
};
