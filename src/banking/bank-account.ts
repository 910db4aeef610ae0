import { z } from 'zod';
import { primaries, primarySince, sinceOfOthers } from '../kernel/answers/primary.ts';
import type { StateOfFields } from '../kernel/definition/fields.ts';
import { about, derived, type Field, flagOfOne, kept, loaded, reference, text } from '../kernel/definition/fields.ts';
import { sameText } from '../kernel/definition/filters.ts';
import { defineResource, type State } from '../kernel/definition/resource.ts';
import { SHOWN_AS } from '../kernel/definition/schemas.ts';
import type { Services, Tenant } from '../kernel/definition/services.ts';
import { embeddedList } from '../kernel/definition/show.ts';
import { warning, warningsSchema } from '../pay-records/warnings.ts';
import { any, oneOf } from '../values/condition.ts';
import { type JsonObject, textIf, textOf, textOrNull, textsOf } from '../values/json.ts';
import type { Issue } from '../values/problem.ts';
import { digits, EMAIL } from '../values/text.ts';
import { agreementOf, isOfEmployer, isSigned, SIGNER, signerIssues } from './debit-agreement.ts';
import { accountNumberProblem, INSTITUTIONS } from './institutions.ts';
import { accountsInSplits } from './splits-of-accounts.ts';

const OWNERS = ['business_entity', 'employee', 'contractor'] as const;
const OWNER_MEMBERS = OWNERS.map((object) => `${object}_id`);

const personal = { personal: 'searchable' } as const;
const signer = { ...personal, nullable: true } as const;

/** Accounts that one owner may have. */
const MAX_ACCOUNTS = 20;
const limit = (object: (typeof OWNERS)[number], whose: { en: string; fr: string }) => ({
  by: `${object}_id`,
  most: MAX_ACCOUNTS,
  whose,
  what: { en: 'bank accounts', fr: 'comptes bancaires' },
});

/** A member of employers' accounts. It is absent from the answers of other accounts. */
const derivedForEmployer = (answer: z.ZodType, show: (state: State) => string | boolean | null): Field<never, 'none'> =>
  derived(answer.optional(), (state) => (isOfEmployer(state) ? show(state) : undefined));
const shownToEmployer = (field: Field<string | null, 'self'>, name: string): Field<string | null, 'self'> => ({
  ...field,
  answer: z.string().nullable().optional(),
  show: (state) => (isOfEmployer(state) ? (textOrNull(state[name]) ?? null) : undefined),
});

/**
 * The reference lists the known numbers. The schema does not, so that an unknown number gets the error of numberIssues.
 */
const institutionNumber = () => {
  const field = text({ ...personal, required: true, max: 3, ...digits(3) });
  const shown = { type: 'string', enum: Object.keys(INSTITUTIONS).sort() };
  return { ...field, write: { ...field.write, schema: field.write!.schema.meta({ [SHOWN_AS]: shown }) } };
};

const fields = {
  business_entity: about(
    'The employer that owns it; give exactly one of the three owners',
    reference('business_entity', { on: 'create', nullable: true }),
  ),
  employee: about(
    'The employee who owns it; give exactly one of the three owners',
    reference('employee', { on: 'create', nullable: true }),
  ),
  contractor: about(
    'The contractor who owns it; give exactly one of the three owners',
    reference('contractor', { on: 'create', nullable: true }),
  ),
  institution_number: about('The three digits of the financial institution', institutionNumber(), '003'),
  institution_name: about(
    'Name of the institution',
    derived(z.string().nullable(), (state) => institutionOf(state)?.name.en ?? null),
    'Royal Bank of Canada',
  ),
  institution_name_translations: about(
    'Name in both languages',
    derived(
      z
        .object({
          en: z.string().meta({ description: 'In English' }),
          fr: z.string().meta({ description: 'In French' }),
        })
        .nullable(),
      (state) => {
        const institution = institutionOf(state);
        return institution ? { ...institution.name } : null;
      },
    ),
  ),
  institution_name_translated: about(
    'Name in the language of the request',
    derived(z.string().nullable(), (state, view) => institutionOf(state)?.name[view.locale] ?? null),
    'Royal Bank of Canada',
  ),
  transit_number: about(
    'The five digits of the branch',
    text({ ...personal, required: true, max: 5, ...digits(5) }),
    '00123',
  ),
  transit_address: about(
    'Address of the branch, where known',
    derived(z.string().nullable(), () => null),
  ),
  account_number: about(
    'The account number: digits only, as many as the institution uses. Always null, except in the answers of `reveal`',
    text({
      required: true,
      max: 12,
      pattern: /^\d{5,12}$/,
      wrong: {
        en: 'must be digits alone, 5 to 12 of them, without spaces or dashes',
        fr: 'doit être formé de 5 à 12 chiffres, sans espaces ni tirets',
      },
      personal: 'sealed',
    }),
    '1234781',
  ),
  account_number_last_3: about(
    'Its last three digits',
    kept<string | null>(z.string().nullable(), { personal: 'searchable' }),
    '781',
  ),
  is_primary: about(
    "Whether it is the owner's primary account. There is always exactly one. It is the first one until another is made primary",
    flagOfOne('is_primary'),
    true,
  ),
  primary_since: { ...kept<string | null>(z.string().nullable()), hidden: true },
  is_deletable: about(
    'Whether it can be deleted: no pay split uses it',
    loaded('is_deletable', z.boolean(), true),
    true,
  ),
  warnings: about(
    'What is missing before it can be used',
    derived(
      warningsSchema,
      (state, view): JsonObject =>
        embeddedList(
          isOfEmployer(state) && !isSigned(state) ? [warning('bank_account_pad_not_signed', view.locale)] : [],
        ),
    ),
  ),
  is_pad_signed: about(
    "For an employer's account: whether the pre-authorized debit agreement is signed",
    derivedForEmployer(z.boolean(), isSigned),
    true,
  ),
  pad_signer_name: about(
    "For an employer's account: who signed the pre-authorized debit agreement. Give all three members of the signer together; that signs the agreement",
    shownToEmployer(text({ ...signer, notBlank: true }), 'pad_signer_name'),
    'Ada Roy',
  ),
  pad_signer_email: about(
    'E-mail address of the signer',
    shownToEmployer(
      text({
        ...signer,
        ...EMAIL,
      }),
      'pad_signer_email',
    ),
    'ada.roy@northlake.example',
  ),
  pad_signer_title: about(
    "The signer's position at the employer",
    shownToEmployer(text({ ...signer, notBlank: true }), 'pad_signer_title'),
    'Owner',
  ),
  pad_signed_at: about('When it was signed', {
    ...kept<string | null>(z.string().nullable().optional(), {
      show: (state) => (isOfEmployer(state) ? (textOrNull(state.pad_signed_at) ?? null) : undefined),
      storedAs: z.string().nullable(),
    }),
  }),
  pad_file: about(
    'The signed agreement as a file: always null, since none is kept',
    derivedForEmployer(z.null(), () => null),
  ),
};

declare module '../kernel/definition/resource.ts' {
  interface Records {
    bank_account: StateOfFields<typeof fields>;
  }
}

/**
 * A Canadian bank account: an employer's, to be debited, or a payee's, to be paid to. Only `reveal` answers with its
 * number.
 */
export const bankAccount = defineResource({
  object: 'bank_account',
  plural: 'bank_accounts',
  prefix: 'ba',
  path: '/bank_accounts',
  context: 'banking',
  scope: 'company',
  purpose: 'A Canadian bank account: of a business entity, to debit, or of an employee or contractor, to pay.',
  fields,
  filters: {
    employee_id: sameText('employee_id'),
    contractor_id: sameText('contractor_id'),
    business_entity_id: sameText('business_entity_id'),
  },
  // False for the accounts of an erased person: nothing can be paid to them.
  columns: { has_numbers: { type: 'boolean', of: ({ institution_number }) => typeof institution_number === 'string' } },
  operations: ['list', 'create', 'retrieve', 'update', 'delete', 'reveal'],
  personalSubject: (data) => textOf(data.employee_id ?? data.contractor_id ?? data.business_entity_id),
  examples: {
    create: ['employee_id', 'institution_number', 'transit_number', 'account_number'],
    update: ['is_primary'],
  },
  wants: {
    create: {
      anyOf: OWNER_MEMBERS.map((given) => ({
        properties: Object.fromEntries([
          ...OWNER_MEMBERS.map((member) => [member, { type: member === given ? 'string' : 'null' }]),
          ...(given === 'business_entity_id' ? [] : SIGNER.map((member) => [member, { type: 'null' }])),
        ]),
        required: [given],
      })),
    },
  },
  limits: [
    limit('business_entity', { en: 'the business entity', fr: "l'entité" }),
    limit('employee', { en: 'the employee', fr: "l'employé" }),
    limit('contractor', { en: 'the contractor', fr: "l'entrepreneur" }),
  ],
  keptWhileNamed: true,
  extras: (rows, services, tenant) => accountExtras(rows, services, tenant),
  rules: {
    facts: async (lookup, candidate, previous) => {
      const { services, tenant } = lookup;
      const siblings = () => siblingsOf([candidate], services, tenant);
      return {
        is_primary:
          previous !== undefined &&
          candidate.is_primary === false &&
          primaryAccounts(await siblings()).has(previous.id),
        others_since:
          candidate.is_primary === true
            ? await sinceOfOthers(candidate, siblings, ({ primary_since }) => primary_since, lookup)
            : [],
        in_split: previous ? (await accountsInSplits([previous.id], services, tenant)).has(previous.id) : false,
        owner: ownerOf(candidate),
      };
    },
    complete: (candidate, previous, { others_since = [] }, { occurred_at, sent }) => ({
      ...candidate,
      ...agreementOf(candidate, previous, sent, occurred_at),
      account_number_last_3: candidate.account_number?.slice(-3) ?? null,
      primary_since: primarySince(sent.is_primary === true, occurred_at, others_since, previous?.primary_since),
    }),
    validate: (candidate, previous, facts, { sent }) => [
      ...(previous ? [] : ownerIssues(candidate)),
      ...numberIssues(candidate),
      ...signerIssues(candidate),
      ...(sent.is_primary === false && facts.is_primary === true ? [CANNOT_UNSET_PRIMARY] : []),
    ],
    refuse: (action, _previous, _candidate, facts) =>
      action === 'delete' && facts.in_split === true
        ? {
            en: 'A pay split uses this bank account; take it out of the split, or delete the split, first.',
            fr: "Une répartition de la paie utilise ce compte bancaire; retirez-le d'abord de la répartition, ou supprimez celle-ci.",
          }
        : undefined,
  },
});

const CANNOT_UNSET_PRIMARY: Issue = {
  path: 'is_primary',
  text: {
    en: 'cannot be false: this is the primary account of its owner; set is_primary of another account to true instead',
    fr: "ne peut être false : ce compte est le compte principal de son propriétaire; mettez plutôt is_primary d'un autre compte à true",
  },
};

/** The id of the owner. */
const ownerOf = (state: State): string =>
  textOf(state.business_entity_id ?? state.employee_id ?? state.contractor_id ?? '');

const institutionOf = (state: State) => INSTITUTIONS[textIf(state.institution_number) ?? ''];

const ownerIssues = (candidate: State): Issue[] =>
  OWNER_MEMBERS.filter((member) => typeof candidate[member] === 'string').length === 1
    ? []
    : [
        {
          path: 'employee_id',
          text: {
            en: 'exactly one of employee_id, contractor_id and business_entity_id must be given',
            fr: 'exactement un de employee_id, contractor_id et business_entity_id doit être donné',
          },
        },
      ];

const numberIssues = (candidate: State): Issue[] => {
  const { institution_number: institution, account_number: account } = candidate;
  if (typeof institution !== 'string' || typeof account !== 'string') return [];
  if (INSTITUTIONS[institution] === undefined)
    return [
      {
        path: 'institution_number',
        text: {
          en: `${institution} is not the number of a Canadian financial institution`,
          fr: `${institution} n'est pas le numéro d'une institution financière canadienne`,
        },
      },
    ];
  const text = accountNumberProblem(institution, account);
  return text ? [{ path: 'account_number', text }] : [];
};

/** All accounts of the owners of these accounts. */
const siblingsOf = (rows: readonly State[], services: Services, tenant: Tenant): Promise<State[]> => {
  const ids = (member: string) => rows.map((row) => row[member]).filter((id) => typeof id === 'string');
  return services.read.find(
    'bank_account',
    tenant,
    any(...OWNER_MEMBERS.map((member) => oneOf(member, textsOf(ids(member))))),
  );
};

/** Ids of the primary accounts: one for each owner of these accounts. */
export const primaryAccounts = (accounts: readonly State[]): Set<string> =>
  primaries(accounts, ownerOf, ({ primary_since }) => textOrNull(primary_since) ?? '');

/** By id of the account: whether it is its owner's primary one, and whether it can be deleted. */
export const accountExtras = async (
  rows: readonly State[],
  services: Services,
  tenant: Tenant,
): Promise<Map<string, JsonObject>> => {
  const [siblings, inSplits] = await Promise.all([
    siblingsOf(rows, services, tenant),
    accountsInSplits(
      rows.map(({ id }) => id),
      services,
      tenant,
    ),
  ]);
  // A row that was just written may not be in the read models yet.
  const known = new Map([...siblings, ...rows].map((row) => [row.id, row]));
  const primary = primaryAccounts([...known.values()]);
  return new Map(rows.map(({ id }) => [id, { is_primary: primary.has(id), is_deletable: !inSplits.has(id) }]));
};
