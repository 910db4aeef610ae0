import { z } from 'zod';
import { codeIssues, tagGroupIssues } from '../accounting/named-records.ts';
import type { StateOfFields } from '../kernel/definition/fields.ts';
import {
  about,
  choice,
  derived,
  flag,
  hidden,
  kept,
  loaded,
  ofScope,
  reference,
  stubSchema,
  text,
} from '../kernel/definition/fields.ts';
import { sameText } from '../kernel/definition/filters.ts';
import { defineResource, type Lookup, type State } from '../kernel/definition/resource.ts';
import type { Services, Tenant } from '../kernel/definition/services.ts';
import { embeddedList, recordLink, type View } from '../kernel/definition/show.ts';
import { stamped } from '../kernel/events/stamp.ts';
import { businessEntityHeld } from '../pay-records/events.ts';
import { evolveHeld, type Holdable } from '../pay-records/holds.ts';
import { warning, warningsSchema } from '../pay-records/warnings.ts';
import { PAY_DAY_MOVEMENTS } from '../platform/company.ts';
import { type JsonObject, textOrNull } from '../values/json.ts';
import type { Issue } from '../values/problem.ts';
import {
  ADDRESS_CASES,
  addressIssues,
  COUNTRY_LETTERS,
  digits,
  EMAIL,
  EXTENSION,
  PROVINCE_LETTERS,
} from '../values/text.ts';
import { debitedAccounts } from './debited-account.ts';
import { businessEntityPreviewEnded, type PreviewEnd, previewEndOf } from './events.ts';
import { provincesOfEmployment } from './tax-properties-in-force.ts';
import { availableTaxProperties } from './tax-property-templates.ts';
import { taxPropertiesInput, taxPropertyIssues, taxPropertyParts } from './tax-property-values.ts';
import { evolveVerified, VERIFICATION_EVENTS, verificationOf } from './verified.ts';

const contact = { nullable: true, personal: 'searchable' } as const;

/** An employer has a country; an earlier version let callers clear it, so what is stored may be null. */
const country = text({ nullable: true, ...COUNTRY_LETTERS, initial: 'CA' });
const ROE_SETTINGS = ['manual', 'managed'] as const;
const SENDS_ROES =
  'How records of employment are submitted: `manual` by the employer with their files, `managed` by the service, which needs an authorization';
const RESOLVES = 'Whether withholdings use the accounting codes of the earnings that they apply to';
const NEEDS_CODES = 'Whether approval requires all accounting codes of the journal entries';
const NEEDS_IDENTIFIERS = 'Whether approval requires all identifiers that an export needs';
const BANK_CODE = 'Accounting code of the bank account where nothing else decides one';
const PAYABLE_CODE = 'Accounting code of liabilities where nothing else decides one';
const TAG_GROUP = 'The primary tag group, which journal entries are split by first';

const fields = {
  business_number: about(
    'Payroll account number at the Canada Revenue Agency',
    text({
      required: true,
      max: 15,
      pattern: /^\d{9}RP\d{4}$/,
      wrong: {
        en: 'must be a payroll account number: nine digits, RP, four digits, e.g. 123456782RP0001',
        fr: 'doit être un numéro de compte de retenues : neuf chiffres, RP, quatre chiffres, p. ex. 123456782RP0001',
      },
    }),
    '123456782RP0001',
  ),
  name: about('Name of the employer', text({ required: true, column: true }), 'Northlake Bakery'),
  legal_name: about('Legal name, as shown on forms', text({ nullable: true, notBlank: true }), 'Northlake Bakery Inc.'),
  legal_registration_number: about(
    'Corporation number in the business register',
    text({ nullable: true, notBlank: true }),
    '1234567-8',
  ),
  address_line_1: about('Street and number', text({ nullable: true }), '12 Harbour Street'),
  address_line_2: about('Unit, floor or building', text({ nullable: true }), 'Unit 4'),
  city: about('City', text({ nullable: true }), 'Toronto'),
  province_code: about(
    'Two-letter code of the province or territory',
    text({ nullable: true, ...PROVINCE_LETTERS }),
    'ON',
  ),
  country_code: about('Two-letter country code', { ...country, write: { ...country.write!, nullable: false } }, 'CA'),
  postal_code: about('Postal code', text({ nullable: true, max: 10 }), 'M5V 2T6'),
  contact_name: about('Contact for questions about its payroll', text(contact), 'Wilhelmina Ashgrove'),
  contact_email: about('E-mail address of the contact', text({ ...contact, ...EMAIL }), 'payroll@northlake.example'),
  contact_area_code: about("Area code of the contact's telephone number", text({ ...contact, ...digits(3) }), '416'),
  contact_phone_number: about(
    'The other seven digits of the telephone number',
    text({ ...contact, ...digits(7) }),
    '5550199',
  ),
  contact_extension: about('Extension', text({ ...contact, ...EXTENSION }), '12'),
  in_preview: about(
    'In preview payrolls are calculated and approved, but no money moves. `end_preview` ends it',
    flag({ on: 'create', column: true }),
    true,
  ),
  pay_day_movement_setting: about(
    "How a pay date on a weekend or holiday moves; `inherit` uses the company's setting",
    choice(PAY_DAY_MOVEMENTS, { initial: 'inherit' }),
    'inherit',
  ),
  vacation_pay_formula_setting: about(
    'Which date decides the rate of vacation pay',
    choice(['pay_date'], { initial: 'pay_date' }),
    'pay_date',
  ),
  remitter_type: about(
    'How often it remits to the Canada Revenue Agency; its new remittance accounts there start with it',
    choice(['regular', 'quarterly', 'accelerated_threshold_1', 'accelerated_threshold_2'], {
      initial: 'regular',
    }),
    'regular',
  ),
  status: about(
    'Status of its setup',
    derived(z.enum(['onboarding', 'approved']), (state) =>
      verificationOf(state).status === 'approved' ? 'approved' : 'onboarding',
    ),
    'onboarding',
  ),
  company: about('The company that it belongs to', ofScope('company')),
  warnings: about(
    'What is still missing before it can pay anyone',
    derived(warningsSchema, (state, view) => embeddedList(warningsOf(state, view))),
  ),
  verification: { ...kept<JsonObject | null>(z.unknown()), hidden: true },
  external_ref: about('Your own identifier for it', text({ nullable: true, column: true }), 'entity-1'),
  preferred_locale: about(
    "Default language of its employees and contractors; null uses the company's",
    choice(['en', 'fr'], { nullable: true }),
    'en',
  ),
  available_tax_properties: about(
    'Types of tax properties that it may have',
    derived(z.array(z.string()), (_, view) => availableTaxProperties('business_entity', jurisdiction(view))),
    ['ca::province_of_employment'],
  ),
  processing_speed: about(
    "Processing speed of payments; `inherit` uses the partner's",
    derived(z.string(), () => 'inherit'),
    'inherit',
  ),
  effective_processing_speed: about(
    'The processing speed in effect',
    derived(z.string(), () => 'three_day'),
    'three_day',
  ),
  has_bank_accounts: about('Whether it has any', loaded('has_bank_accounts', z.boolean(), false), false),
  has_pay_schedules: about('Whether it has any', loaded('has_pay_schedules', z.boolean(), false), true),
  has_payrolls: about('Whether it has any', loaded('has_payrolls', z.boolean(), false), true),
  current_tax_jurisdiction: about(
    'Province of employment today, from its tax property',
    loaded('current_tax_jurisdiction', z.string().nullable(), null),
    'ca_on',
  ),
  ca_settings: about(
    'Settings for Canada',
    derived(z.object({ roe_submission_setting: z.enum(ROE_SETTINGS).meta({ description: SENDS_ROES }) }), (state) => ({
      roe_submission_setting: state.roe_submission_setting ?? 'manual',
    })),
  ),
  roe_submission_setting: about(SENDS_ROES, hidden(choice(ROE_SETTINGS, { on: 'update' })), 'manual'),
  resolve_journal_entry_stat_withholdings: about(RESOLVES, hidden(flag({ initial: true })), true),
  block_approval_on_incomplete_journal_entries: about(NEEDS_CODES, hidden(flag({ on: 'update' })), false),
  block_approval_on_missing_export_identifiers: about(NEEDS_IDENTIFIERS, hidden(flag({ on: 'update' })), false),
  default_bank_accounting_code: about(
    BANK_CODE,
    hidden(reference('accounting_code', { on: 'update', nullable: true })),
  ),
  default_payroll_payable_accounting_code: about(
    PAYABLE_CODE,
    hidden(reference('accounting_code', { on: 'update', nullable: true })),
  ),
  primary_tag_group: about(TAG_GROUP, hidden(reference('tag_group', { on: 'update', nullable: true }))),
  accounting_settings: about(
    'Settings of its journal entries',
    derived(
      z.object({
        default_bank_accounting_code: stubSchema(['accounting_code']).nullable().meta({ description: BANK_CODE }),
        default_payroll_payable_accounting_code: stubSchema(['accounting_code'])
          .nullable()
          .meta({ description: PAYABLE_CODE }),
        resolve_journal_entry_stat_withholdings: z.boolean().meta({ description: RESOLVES }),
        primary_tag_group: stubSchema(['tag_group']).nullable().meta({ description: TAG_GROUP }),
        block_approval_on_incomplete_journal_entries: z.boolean().meta({ description: NEEDS_CODES }),
        block_approval_on_missing_export_identifiers: z.boolean().meta({ description: NEEDS_IDENTIFIERS }),
      }),
      (state, view) => ({
        default_bank_accounting_code: named('accounting_code', state.default_bank_accounting_code_id, view),
        default_payroll_payable_accounting_code: named(
          'accounting_code',
          state.default_payroll_payable_accounting_code_id,
          view,
        ),
        resolve_journal_entry_stat_withholdings: state.resolve_journal_entry_stat_withholdings ?? true,
        primary_tag_group: named('tag_group', state.primary_tag_group_id, view),
        block_approval_on_incomplete_journal_entries: state.block_approval_on_incomplete_journal_entries ?? false,
        block_approval_on_missing_export_identifiers: state.block_approval_on_missing_export_identifiers ?? false,
      }),
    ),
  ),
};

declare module '../kernel/definition/resource.ts' {
  interface Records {
    business_entity: StateOfFields<typeof fields> &
      Pick<Holdable, 'held'> & {
        /** How preview ended, by which event, and on which day. */
        preview_end?: PreviewEnd | null;
      };
  }
}

/** The employer: one CRA business account inside a company. */
export const businessEntity = defineResource({
  object: 'business_entity',
  plural: 'business_entities',
  prefix: 'be',
  path: '/business_entities',
  context: 'employers',
  scope: 'company',
  namedBy: 'staff',
  purpose: 'An employer inside a company, with one CRA business number.',
  fields,
  createOnly: { tax_properties: taxPropertiesInput('business_entity') },
  filters: { external_ref: sameText('external_ref') },
  operations: ['list', 'create', 'retrieve', 'update'],
  examples: {
    create: ['business_number', 'name', 'in_preview', 'tax_properties'],
    update: ['legal_name', 'legal_registration_number'],
  },
  limits: [
    {
      most: 80,
      whose: { en: 'the company', fr: 'la compagnie' },
      what: { en: 'business entities', fr: 'entités' },
    },
  ],
  follows: ['population', 'identifiers'],
  extras: async (rows, services, tenant) => loadExtras(rows, services, tenant),
  wants: { create: { anyOf: ADDRESS_CASES }, update: { anyOf: ADDRESS_CASES } },
  rules: {
    facts: async (lookup, candidate, previous) => ({ accounting: await accountingFacts(lookup, candidate, previous) }),
    validate: (candidate, previous, { accounting }, { sent }) => [
      ...addressIssues(candidate, previous),
      ...(previous ? (accounting ?? []) : taxPropertyIssues(sent, 'business_entity')),
    ],
    parts: (candidate, _facts, { sent }) => taxPropertyParts(sent, candidate.id),
  },
  events: [businessEntityHeld, businessEntityPreviewEnded, ...Object.values(VERIFICATION_EVENTS)],
  evolve: (state: (State & Holdable) | undefined, event) => {
    if (!state) return undefined;
    if (businessEntityPreviewEnded.is(event))
      return {
        ...stamped(state, event),
        in_preview: false,
        preview_end: previewEndOf(event, event.metadata.occurred_at ?? state.updated_at),
      };
    return evolveHeld(evolveVerified(state, event), event);
  },
});

function named(object: string, id: unknown, view: View): JsonObject | null {
  return typeof id === 'string' ? recordLink(object, id, view) : null;
}

/** What is wrong with the codes and the tag group that its entries are made with. */
const accountingFacts = async (lookup: Lookup, candidate: State, previous: State | undefined): Promise<Issue[]> => {
  if (!previous) return [];
  const found = await Promise.all([
    codeIssues(lookup, candidate, previous, candidate.id, {
      default_bank_accounting_code_id: 'bank',
      default_payroll_payable_accounting_code_id: 'liability',
    }),
    tagGroupIssues(lookup, candidate, previous),
  ]);
  return found.flat();
};

const jurisdiction = (view: View): string | null => textOrNull(view.extras.current_tax_jurisdiction) ?? null;

const warningsOf = (state: State, view: View): JsonObject[] => [
  ...(state.legal_name === null || state.legal_registration_number === null
    ? [warning('business_legal_information_not_provided', view.locale)]
    : []),
  ...(jurisdiction(view) === null ? [warning('province_of_employment_not_provided', view.locale)] : []),
  ...(verificationOf(state).status === 'approved' ? [] : [warning('business_verification_incomplete', view.locale)]),
  ...(verificationOf(state).status === 'failed' ? [warning('business_verification_failed', view.locale)] : []),
  ...(view.extras.has_bank_accounts === true ? [] : [warning('bank_account_doesnt_exists', view.locale)]),
  ...(view.extras.is_pad_signed === false ? [warning('bank_account_pad_not_signed', view.locale)] : []),
];

const loadExtras = async (
  rows: readonly State[],
  services: Services,
  tenant: Tenant,
): Promise<Map<string, JsonObject>> => {
  const ids = rows.map(({ id }) => id);
  const own = new Map(ids.map((id) => [id, [id]]));
  const having = (object: string) =>
    services.registry.get(object)
      ? services.read.existing(object, tenant, 'business_entity_id', ids)
      : Promise.resolve(new Set<string>());
  const [provinces, accounts, schedules, payrolls] = await Promise.all([
    provincesOfEmployment(own, services.clock.today(), services, tenant),
    debitedAccounts(ids, services, tenant),
    having('pay_schedule'),
    having('payroll'),
  ]);
  return new Map(
    ids.map((id) => [
      id,
      {
        current_tax_jurisdiction: provinces.get(id) ?? null,
        has_bank_accounts: accounts.has(id),
        is_pad_signed: accounts.get(id)?.isSigned ?? null,
        has_pay_schedules: schedules.has(id),
        has_payrolls: payrolls.has(id),
      },
    ]),
  );
};
