import { z } from 'zod';
import { type Acting, action } from '../kernel/calls/actions.ts';
import { envelopeSchema } from '../kernel/definition/envelopes.ts';
import type { State } from '../kernel/definition/resource.ts';
import type { Services, Tenant } from '../kernel/definition/services.ts';
import { equal } from '../values/condition.ts';
import type { Text } from '../values/text.ts';
import { businessEntity } from './business-entity.ts';
import { agenciesOf } from './remitted-with.ts';
import { provincesOfEmployment } from './tax-properties-in-force.ts';

/**
 * Takes an employer out of preview. A live employer owes remittances, so every pay stub that would go live needs its
 * remittance accounts; while they are missing the answer names them and nothing changes.
 */
export const endPreview = action({
  on: businessEntity,
  name: 'end_preview',
  id: 'end_preview_of_business_entity',
  summary: 'Take an employer out of preview',
  description:
    'From then on money moves. A live employer owes remittances: while an account for them or a province of employment is missing, the answer names what is, and nothing changes.',
  body: z.strictObject({
    convert_paid_payrolls: z
      .boolean()
      .optional()
      .meta({ description: 'Whether payrolls that were paid in preview become historical ones' }),
    preserve_draft_line_items: z
      .boolean()
      .optional()
      .meta({ description: 'Whether what was entered on draft payrolls stays' }),
    preserve_draft_off_cycles: z.boolean().optional().meta({ description: 'Whether draft off-cycle payrolls stay' }),
  }),
  examples: { example: { summary: 'Drafts stay as they are', value: { preserve_draft_line_items: true } } },
  bodyOptional: true,
  answers: { 200: { description: 'The employer, live', schema: envelopeSchema(businessEntity) } },
  problems: [400, 404, 409, 422],
  facts: ({ record, origin, services }) =>
    record.in_preview === true ? missingForLive(record, services, origin.tenant) : Promise.resolve([]),
  refuse: ({ record, facts: missing }: Acting<unknown, Text[]>) =>
    record.in_preview === true
      ? {
          en: `Preview cannot end: the business entity lacks ${missing.map(({ en }) => en).join(', ')}.`,
          fr: `Le mode aperçu ne peut prendre fin : il manque à l'entité ${missing.map(({ fr }) => fr).join(', ')}.`,
        }
      : { en: 'The business entity is not in preview.', fr: "L'entité n'est pas en mode aperçu." },
});

/** What is missing before money can move. No payment is made yet, so the way to make them is missing always. */
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
  missing.push({
    en: 'a way to make payments, which this installation does not have yet',
    fr: "un moyen de faire des paiements, que cette installation n'a pas encore",
  });
  return missing;
};
