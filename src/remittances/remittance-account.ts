import { z } from 'zod';
import { defaultAccounts, othersMadeMain } from '../employers/enrolled-in.ts';
import { identifierLock } from '../employers/remitted-with.ts';
import { propertiesOfAccount } from '../employers/tax-property-templates.ts';
import { taxPropertiesInput, taxPropertyIssues, taxPropertyParts } from '../employers/tax-property-values.ts';
import { primarySince } from '../kernel/answers/primary.ts';
import {
  about,
  choice,
  derived,
  flag,
  flagOfOne,
  kept,
  loaded,
  reference,
  type StateOfFields,
  settings,
  text,
} from '../kernel/definition/fields.ts';
import { oneOfValues, sameText } from '../kernel/definition/filters.ts';
import { defineResource, type RecordOf, type State } from '../kernel/definition/resource.ts';
import { decimalSchema, decimalTextSchema } from '../kernel/definition/schemas.ts';
import type { Services, Tenant } from '../kernel/definition/services.ts';
import { namedAccounts, usedAccounts } from '../pay-records/account-use.ts';
import { remittanceAccountHeld } from '../pay-records/events.ts';
import { evolveHeld, type Holdable, heldUntil } from '../pay-records/holds.ts';
import { absent, all, any, compare, equal, not, oneOf } from '../values/condition.ts';
import { type JsonObject, textIf, textOf, textsOf } from '../values/json.ts';
import type { Issue } from '../values/problem.ts';
import { ADDRESS_CASES, addressIssues, COUNTRY_LETTERS, PROVINCE_LETTERS } from '../values/text.ts';
import { CATEGORIES, PROVIDER_NAMES, PROVIDERS, providerIssues, REMITTER_TYPES } from './providers.ts';

const METADATA = "For a workers' compensation account: the last payment, for boards that expect the same amount again";
const last_payment_amount = 'Dollars of the last payment';
const metadataGiven = z
  .strictObject({
    last_payment_amount: decimalSchema({ places: 2, min: '0', max: '999999999' })
      .nullable()
      .optional()
      .meta({ description: last_payment_amount }),
  })
  .meta({ id: 'remittance_account_metadata_given', description: METADATA });

const fields = {
  business_entity: about(
    'The employer that it belongs to',
    reference('business_entity', { required: true, on: 'create' }),
  ),
  source_tax_property: about(
    "The employer's tax property with the same identifier, kept equal; null where there is none",
    {
      ...reference('tax_property', { readOnly: true, nullable: true }),
    },
  ),
  account_provider: about(
    'Provider; it never changes',
    choice(PROVIDER_NAMES, { required: true, on: 'create', column: true }),
    'ca_cra',
  ),
  is_default: about(
    "Whether it is the employer's primary account with the provider. There is always exactly one. It is the first one until another is made primary",
    flagOfOne('is_default'),
    true,
  ),
  default_since: { ...kept<string | null>(z.string().nullable()), hidden: true },
  is_editable: about(
    'Whether its identifier can change: it has none yet, or no payroll that is no longer a draft uses it',
    derived(z.boolean(), (state, view) => state.account_identifier === null || view.extras.used !== true),
    true,
  ),
  is_deletable: about(
    'Whether it can be deleted: it was never used, nobody is enrolled in it, and no item or preset names it',
    derived(z.boolean(), (_, { extras }) => extras.used !== true && extras.enrolled !== true && extras.named !== true),
    true,
  ),
  category: about('Type of provider', kept<string>(z.enum(CATEGORIES), { column: 'text' }), 'ca_tax_agency'),
  label: about('Name; default the name of the provider', text({ nullable: true, notBlank: true }), 'Main CRA account'),
  account_identifier: about(
    "The provider's number for it: nine digits, RP and four digits at the CRA; ten digits, RS and four digits at Revenu Québec",
    text({ nullable: true, max: 50, column: true, notBlank: true }),
    '123456789RP0002',
  ),
  remitter_type: about(
    "How often the employer remits to the tax agency; a new account with the CRA starts with the employer's; null for other providers",
    choice(REMITTER_TYPES, { nullable: true }),
    'regular',
  ),
  is_remitted_by_employer: about(
    'Whether it is for reporting only: the employer remits outside the service, and nothing is debited for it',
    // Older accounts do not have it.
    { ...flag(), show: ({ is_remitted_by_employer }: State) => is_remitted_by_employer === true },
    false,
  ),
  note: about('Your own note', text({ nullable: true, max: 10_240 }), 'Bakery staff'),
  address_line_1: about('Street and number', text({ nullable: true }), '12 Harbour Street'),
  address_line_2: about('Unit, floor or building', text({ nullable: true }), 'Unit 4'),
  city: about('City', text({ nullable: true }), 'Toronto'),
  province_code: about(
    'Two-letter code of the province or territory',
    text({ nullable: true, ...PROVINCE_LETTERS }),
    'ON',
  ),
  country_code: about('Two-letter country code', text({ nullable: true, ...COUNTRY_LETTERS }), 'CA'),
  postal_code: about('Postal code', text({ nullable: true, max: 10 }), 'M5V 2T6'),
  has_payments: about(
    'Whether anything was remitted to it',
    derived(z.boolean(), (_, view) => view.extras.paid === true),
    false,
  ),
  current_enrollments_count: about('Number of work assignments enrolled today', loaded('current', z.int(), 0), 4),
  pending_enrollments_count: about(
    'Number of work assignments that will be enrolled later',
    loaded('pending', z.int(), 0),
    0,
  ),
  metadata: about(
    METADATA,
    settings<JsonObject | null>(metadataGiven, {
      nullable: true,
      initial: null,
      answer: z
        .object({ last_payment_amount: z.string().nullable().optional().meta({ description: last_payment_amount }) })
        .meta({ id: 'remittance_account_metadata', description: METADATA }),
      storedAs: z.strictObject({ last_payment_amount: decimalTextSchema.nullable().optional() }),
    }),
  ),
  available_tax_properties: about(
    'Types of tax properties that it may have: those of an account with the CRA',
    derived(z.array(z.string()), ({ account_provider }) => propertiesOfAccount(textOf(account_provider))),
    ['ca::ei_premium_reduction'],
  ),
};

declare module '../kernel/definition/resource.ts' {
  interface Records {
    remittance_account: StateOfFields<typeof fields> & Pick<Holdable, 'held'>;
  }
}

/** An employer's account with a tax agency, a workers' compensation board, a province or another payee. */
export const remittanceAccount = defineResource({
  object: 'remittance_account',
  plural: 'remittance_accounts',
  prefix: 'ra',
  path: '/remittance_accounts',
  context: 'remittances',
  scope: 'company',
  purpose:
    "An account at a tax agency, workers' compensation board or other provider that collected amounts are remitted to.",
  fields,
  createOnly: { tax_properties: taxPropertiesInput('remittance_account') },
  lists: { remittance_account_enrollments: { of: 'remittance_account_enrollment', by: 'remittance_account_id' } },
  filters: {
    business_entity_id: sameText('business_entity_id'),
    account_provider: oneOfValues('account_provider', PROVIDER_NAMES),
    category: oneOfValues('category', CATEGORIES),
  },
  operations: ['list', 'create', 'retrieve', 'update', 'delete'],
  examples: {
    create: ['business_entity_id', 'account_provider', 'label', 'account_identifier', 'remitter_type'],
    update: ['label'],
  },
  limits: [
    {
      by: 'business_entity_id',
      most: 200,
      whose: { en: 'the business entity', fr: "l'entité" },
      what: { en: 'remittance accounts', fr: 'comptes de versement' },
    },
  ],
  reserves: [
    {
      name: 'identifier',
      key: ({ business_entity_id, account_provider, account_identifier }) =>
        typeof account_identifier === 'string'
          ? JSON.stringify([business_entity_id, account_provider, account_identifier])
          : undefined,
      path: 'account_identifier',
      taken: () => ({
        en: 'is that of another account of the business entity with the same provider',
        fr: "est celui d'un autre compte de l'entité auprès du même fournisseur",
      }),
    },
  ],
  keptWhileNamed: true,
  follows: ['population', 'identifiers'],
  // The account's tax property and the account name each other once both are there.
  isChangedByFollowers: true,
  events: [remittanceAccountHeld],
  evolve: (state: (State & Holdable) | undefined, event) => state && evolveHeld(state, event),
  extras: (rows, services, tenant) => accountExtras(rows, services, tenant),
  wants: { create: { anyOf: ADDRESS_CASES }, update: { anyOf: ADDRESS_CASES } },
  rules: {
    facts: async (lookup, candidate, previous): Promise<JsonObject> => {
      const { services, tenant } = lookup;
      const others_since = candidate.is_default === true ? await othersMadeMain(candidate, lookup) : [];
      if (!previous) {
        const employer = await lookup.get('business_entity', candidate.business_entity_id ?? '');
        return { employers_type: employer?.remitter_type ?? null, others_since };
      }
      // In this order: an approval that has ended by the first look has its lines in the second.
      const approving = (await heldUntil([previous], services, tenant)).size > 0;
      return { ...(await accountExtras([previous], services, tenant)).get(previous.id), approving, others_since };
    },
    complete: (candidate, previous, facts, { occurred_at, sent }) => {
      const provider = PROVIDERS[candidate.account_provider ?? ''];
      // What the employer says of itself it says of the CRA.
      const employers = candidate.account_provider === 'ca_cra' ? textIf(facts.employers_type) : undefined;
      const usual = provider?.remitterTypes.find((type) => type === (employers ?? 'regular')) ?? null;
      return {
        ...candidate,
        category: provider?.category ?? 'other',
        label: candidate.label ?? provider?.label.en ?? null,
        remitter_type: candidate.remitter_type ?? usual,
        default_since: primarySince(
          sent.is_default === true,
          occurred_at,
          textsOf(facts.others_since),
          previous?.default_since,
        ),
      };
    },
    validate: (candidate, previous, facts, { sent }) => [
      ...providerIssues(candidate),
      ...addressIssues(candidate, previous),
      ...(previous ? [] : taxPropertyIssues(sent, 'remittance_account', textOf(candidate.account_provider))),
      ...(previous && candidate.account_identifier !== previous.account_identifier ? lockIssues(previous, facts) : []),
      ...(sent.is_default === false && facts.is_default === true ? [STAYS_DEFAULT] : []),
    ],
    parts: (candidate, _facts, { sent }) => taxPropertyParts(sent, candidate.id),
    refuse: (action, _previous, _candidate, facts) => {
      if (action !== 'delete') return undefined;
      if (facts.used === true)
        return {
          en: 'A payroll that is approved uses this account; it cannot be deleted.',
          fr: 'Une paie approuvée utilise ce compte; il ne peut être supprimé.',
        };
      if (facts.approving === true)
        return {
          en: 'A payroll of the business entity is being approved; delete the account when that has ended.',
          fr: "Une paie de l'entité est en cours d'approbation; supprimez le compte quand elle sera terminée.",
        };
      if (facts.enrolled === true)
        return {
          en: 'Work assignments are enrolled in this account, perhaps in the past; delete their enrollments first.',
          fr: "Des affectations sont inscrites à ce compte, peut-être dans le passé; supprimez d'abord leurs inscriptions.",
        };
      return facts.named === true
        ? {
            en: 'A deduction, a benefit, a line item of one or a preset names this account; give it another account, or none, first.',
            fr: "Une retenue, un avantage, une ligne de l'un d'eux ou un préréglage nomme ce compte; donnez-lui d'abord un autre compte, ou aucun.",
          }
        : undefined;
    },
  },
});

const LOCKED: Readonly<Record<'used' | 'approving', Issue>> = {
  used: {
    path: 'account_identifier',
    text: {
      en: 'cannot change: a payroll that is approved uses this account; make another account',
      fr: 'ne peut changer : une paie approuvée utilise ce compte; créez un autre compte',
    },
  },
  approving: {
    path: 'account_identifier',
    text: {
      en: 'cannot change: a payroll of the business entity is being approved; change it when that has ended',
      fr: "ne peut changer : une paie de l'entité est en cours d'approbation; changez-le quand elle sera terminée",
    },
  },
};

const lockIssues = (account: RecordOf<'remittance_account'>, { used, approving }: JsonObject): Issue[] => {
  const lock = identifierLock(account, { used: used === true, approving: approving === true });
  return lock ? [LOCKED[lock]] : [];
};

const STAYS_DEFAULT: Issue = {
  path: 'is_default',
  text: {
    en: "cannot be false: the employer's main account with a provider stays so until another one is made the main one",
    fr: "ne peut être false : le compte principal de l'employeur auprès d'un fournisseur le reste jusqu'à ce qu'un autre le devienne",
  },
};

const accountExtras = async (
  rows: readonly State[],
  services: Services,
  tenant: Tenant,
): Promise<Map<string, JsonObject>> => {
  const { read } = services;
  const ids = rows.map(({ id }) => id);
  const entities = [...new Set(rows.map((row) => textOf(row.business_entity_id)))];
  const today = services.clock.today();
  const ofThese = oneOf('remittance_account_id', ids);
  const begun = compare('effective_from', '<=', today);
  const lasting = any(absent('effective_to'), compare('effective_to', '>=', today));
  const enrollments = 'remittance_account_enrollment';
  const moved = oneOf('status', ['processing', 'paid']);
  const [siblings, approved, current, pending, enrolled, paid] = await Promise.all([
    read.find('remittance_account', tenant, oneOf('business_entity_id', entities)),
    read.existing('payroll', tenant, 'business_entity_id', entities, not(equal('status', 'draft'))),
    read.counts(enrollments, tenant, 'remittance_account_id', all(ofThese, begun, lasting)),
    read.counts(enrollments, tenant, 'remittance_account_id', all(ofThese, compare('effective_from', '>', today))),
    read.existing(enrollments, tenant, 'remittance_account_id', ids),
    read.existing('payment', tenant, 'remittance_account_id', ids, moved),
  ]);
  // A caller that just wrote one may read before the read models have it.
  const isDefault = defaultAccounts([...new Map([...siblings, ...rows].map((row) => [row.id, row])).values()]);
  // For an employer without an approved payroll no lines are read.
  const mayBeUsed = rows
    .map(({ id, business_entity_id }) => ({ id, business_entity_id: textOf(business_entity_id) }))
    .filter(({ business_entity_id }) => approved.has(business_entity_id));
  const used = await usedAccounts(mayBeUsed, services, tenant);
  const named = await namedAccounts(
    ids.filter((id) => !used.has(id) && !enrolled.has(id)),
    services,
    tenant,
  );
  return new Map(
    rows.map((row) => {
      return [
        row.id,
        {
          is_default: isDefault.has(row.id),
          used: used.has(row.id),
          enrolled: enrolled.has(row.id),
          named: named.has(row.id),
          paid: paid.has(row.id),
          current: current.get(row.id) ?? 0,
          pending: pending.get(row.id) ?? 0,
        },
      ];
    }),
  );
};
