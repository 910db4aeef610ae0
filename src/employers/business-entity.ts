import { z } from 'zod';
import type { JsonObject } from '../event-store/port.ts';
import { embeddedListSchema } from '../kernel/envelopes.ts';
import { choice, derived, flag, hidden, loaded, ofScope, reference, text } from '../kernel/fields.ts';
import { sameText } from '../kernel/filters.ts';
import { defineResource, type State, type StateOf } from '../kernel/resource.ts';
import type { Services, Tenant } from '../kernel/services.ts';
import { embeddedList, type View } from '../kernel/show.ts';
import { PAY_DAY_MOVEMENTS } from '../platform/company.ts';
import { provincesOfEmployment } from './tax-properties-in-force.ts';
import { taxPropertiesInput, taxPropertyIssues, taxPropertyParts } from './tax-property.ts';
import { availableTaxProperties } from './tax-property-templates.ts';

/** A warning as answers show it. */
export const warning = (type: string, namespace = 'onboarding'): JsonObject => ({
  object: 'warning',
  data: { namespace, type },
});

export const warningsSchema = embeddedListSchema(
  z
    .object({ object: z.literal('warning'), data: z.object({ namespace: z.string(), type: z.string() }) })
    .meta({ id: 'warning' }),
).meta({ id: 'warnings' });

const contact = { nullable: true, personal: 'searchable' } as const;

/** The employer: one CRA business account inside a company. */
export const businessEntity = defineResource({
  object: 'business_entity',
  plural: 'business_entities',
  prefix: 'be',
  path: '/business_entities',
  context: 'employers',
  scope: 'company',
  purpose: 'The employer (one CRA business account) that pays people inside a company.',
  fields: {
    business_number: text({
      required: true,
      max: 15,
      pattern: /^\d{9}RP\d{4}$/,
      wrong: {
        en: 'must be a payroll account number: nine digits, RP, four digits, e.g. 123456782RP0001',
        fr: 'doit être un numéro de compte de retenues : neuf chiffres, RP, quatre chiffres, p. ex. 123456782RP0001',
      },
    }),
    name: text({ required: true, column: true }),
    legal_name: text({ nullable: true }),
    legal_registration_number: text({ nullable: true }),
    address_line_1: text({ nullable: true }),
    address_line_2: text({ nullable: true }),
    city: text({ nullable: true }),
    province_code: text({ nullable: true, pattern: /^[A-Z]{2}$/, wrong: twoLetters() }),
    country_code: text({ nullable: true, pattern: /^[A-Z]{2}$/, wrong: twoLetters(), initial: 'CA' }),
    postal_code: text({ nullable: true, max: 10 }),
    contact_name: text(contact),
    contact_email: text({ ...contact, pattern: /^[^\s@]+@[^\s@]+\.[^\s@]+$/, wrong: email() }),
    contact_area_code: text({ ...contact, pattern: /^\d{3}$/, wrong: digits(3) }),
    contact_phone_number: text({ ...contact, pattern: /^\d{7}$/, wrong: digits(7) }),
    contact_extension: text({ ...contact, pattern: /^\d{1,10}$/, wrong: digits(10) }),
    in_preview: flag({ on: 'create', column: true }),
    pay_day_movement_setting: choice(PAY_DAY_MOVEMENTS, { initial: 'inherit' }),
    vacation_pay_formula_setting: choice(['pay_date'], { initial: 'pay_date' }),
    remitter_type: choice(['regular', 'quarterly', 'accelerated_threshold_1', 'accelerated_threshold_2'], {
      initial: 'regular',
    }),
    status: derived(z.enum(['onboarding', 'approved']), () => 'onboarding'),
    company: ofScope('company'),
    warnings: derived(warningsSchema, (state, view) => embeddedList(warningsOf(state, view))),
    external_ref: text({ nullable: true, column: true }),
    preferred_locale: choice(['en', 'fr'], { nullable: true }),
    available_tax_properties: derived(z.array(z.string()), (_, view) =>
      availableTaxProperties('business_entity', jurisdiction(view)),
    ),
    processing_speed: derived(z.string(), () => 'inherit'),
    effective_processing_speed: derived(z.string(), () => 'three_day'),
    has_bank_accounts: derived(z.boolean(), () => false),
    has_pay_schedules: loaded('has_pay_schedules', z.boolean(), false),
    has_payrolls: loaded('has_payrolls', z.boolean(), false),
    current_tax_jurisdiction: loaded('current_tax_jurisdiction', z.string().nullable(), null),
    ca_settings: derived(z.object({ roe_submission_setting: z.string() }), () => ({
      roe_submission_setting: 'manual',
    })),
    resolve_journal_entry_stat_withholdings: hidden(flag({ initial: true })),
    block_approval_on_incomplete_journal_entries: hidden(flag({ on: 'update' })),
    block_approval_on_missing_export_identifiers: hidden(flag({ on: 'update' })),
    default_bank_accounting_code: hidden(reference('accounting_code', { on: 'update', nullable: true })),
    default_payroll_payable_accounting_code: hidden(reference('accounting_code', { on: 'update', nullable: true })),
    primary_tag_group: hidden(reference('tag_group', { on: 'update', nullable: true })),
    accounting_settings: derived(
      z.object({
        default_bank_accounting_code: z.unknown().nullable(),
        default_payroll_payable_accounting_code: z.unknown().nullable(),
        resolve_journal_entry_stat_withholdings: z.boolean(),
        primary_tag_group: z.unknown().nullable(),
        block_approval_on_incomplete_journal_entries: z.boolean(),
        block_approval_on_missing_export_identifiers: z.boolean(),
      }),
      (state) => ({
        default_bank_accounting_code: null,
        default_payroll_payable_accounting_code: null,
        resolve_journal_entry_stat_withholdings: state.resolve_journal_entry_stat_withholdings ?? true,
        primary_tag_group: null,
        block_approval_on_incomplete_journal_entries: state.block_approval_on_incomplete_journal_entries ?? false,
        block_approval_on_missing_export_identifiers: state.block_approval_on_missing_export_identifiers ?? false,
      }),
    ),
  },
  createOnly: { tax_properties: taxPropertiesInput('business_entity') },
  filters: { external_ref: sameText('external_ref') },
  operations: ['list', 'create', 'retrieve', 'update'],
  limits: [
    {
      most: 80,
      whose: { en: 'the company', fr: 'la compagnie' },
      what: { en: 'business entities', fr: 'entités' },
    },
  ],
  follows: ['population'],
  extras: async (rows, services, tenant) => loadExtras(rows, services, tenant),
  rules: {
    validate: (_candidate, previous, _facts, { sent }) => (previous ? [] : taxPropertyIssues(sent, 'business_entity')),
    parts: (candidate, _facts, { sent }) => taxPropertyParts(sent, candidate.id),
  },
  events: { PreviewEnded: 'self' },
  evolve: (state, event) =>
    state && event.type === 'PreviewEnded'
      ? {
          ...state,
          in_preview: false,
          updated_at: event.metadata.occurred_at ?? state.updated_at,
          version: event.revision.toString(),
        }
      : state,
});

export type BusinessEntity = StateOf<typeof businessEntity>;

const jurisdiction = (view: View): string | null => (view.extras.current_tax_jurisdiction as string | null) ?? null;

const warningsOf = (state: State, view: View): JsonObject[] => [
  ...(state.legal_name === null || state.legal_registration_number === null
    ? [warning('business_legal_information_not_provided')]
    : []),
  ...(jurisdiction(view) === null ? [warning('province_of_employment_not_provided')] : []),
  warning('bank_account_doesnt_exists'),
];

const loadExtras = async (
  rows: readonly State[],
  services: Services,
  tenant: Tenant,
): Promise<Map<string, JsonObject>> => {
  const ids = rows.map(({ id }) => id);
  const own = new Map(ids.map((id) => [id, [id]]));
  // A partner sees an employer only below its company (expand); the employer's scope is that company.
  const within: Tenant = { ...tenant, company_id: rows[0]?.scope_id ?? tenant.company_id };
  const having = (object: string) =>
    services.registry.get(object)
      ? services.read.existing(object, within, 'business_entity_id', ids)
      : Promise.resolve(new Set<string>());
  const [provinces, schedules, payrolls] = await Promise.all([
    provincesOfEmployment(own, services.clock.today(), services, within),
    having('pay_schedule'),
    having('payroll'),
  ]);
  return new Map(
    ids.map((id) => [
      id,
      {
        current_tax_jurisdiction: provinces.get(id) ?? null,
        has_pay_schedules: schedules.has(id),
        has_payrolls: payrolls.has(id),
      },
    ]),
  );
};

function twoLetters() {
  return { en: 'must be two capital letters, e.g. ON', fr: 'doit être deux lettres majuscules, p. ex. ON' };
}
function digits(count: number) {
  return count === 10
    ? { en: 'must be 1 to 10 digits', fr: 'doit être de 1 à 10 chiffres' }
    : { en: `must be ${count} digits`, fr: `doit être ${count} chiffres` };
}
function email() {
  return { en: 'must be an e-mail address', fr: 'doit être une adresse électronique' };
}
