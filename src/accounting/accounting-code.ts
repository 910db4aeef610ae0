import { z } from 'zod';
import { LINE_KINDS } from '../calculation/model/families.ts';
import { CATALOGUES } from '../catalogues/catalogues.ts';
import {
  about,
  choice,
  kept,
  reference,
  type StateOfFields,
  settings,
  text,
  translated,
  translations,
} from '../kernel/definition/fields.ts';
import { sameText } from '../kernel/definition/filters.ts';
import { defineResource, type Lookup, type RecordOf, type State } from '../kernel/definition/resource.ts';
import { ALSO, textSchema } from '../kernel/definition/schemas.ts';
import type { DomainEvent, EventData } from '../kernel/events/define.ts';
import { stamped } from '../kernel/events/stamp.ts';
import { inUse } from '../kernel/references/in-use.ts';
import { all, equal } from '../values/condition.ts';
import { itemsOf, type JsonObject, objectOf, textsOf } from '../values/json.ts';
import type { Issue } from '../values/problem.ts';
import type { Text } from '../values/text.ts';
import {
  accountingCodeLinked,
  accountingCodeMergeEnded,
  accountingCodesMerged,
  type journalEntryExportNamed,
} from './events.ts';
import { hasSide, type ItemTypePair, isTypeOf, kindSchema, notOfKind, pairKey } from './item-types.ts';
import { descriptionFields } from './labels.ts';

/** The side of entries that a code serves: expenses, what is owed, or the bank. */
const ACCOUNTING_CODE_TYPES = ['bank', 'expense', 'liability'] as const;

/** Most accounting codes of an employer: a posting reads all of them. */
export const MAX_CODES = 5_000;
const MAX_FALLBACKS = 500;

const PAIRS =
  'Types of line items that are posted to it where nothing else decides a code; on each side a type has at most one code';
const KIND = 'The kind of line item';
const TYPE = 'Its type';

const pairs = z
  .array(
    z
      .strictObject({
        type: kindSchema.meta({ description: KIND }),
        subtype: textSchema({ min: 1, max: 255 }).meta({ description: TYPE, examples: ['salary'] }),
      })
      .meta({
        id: 'fallback_mapping_given',
        description: 'A type of line items',
        [ALSO]: {
          anyOf: LINE_KINDS.map((type) => ({
            properties: { type: { const: type }, subtype: { enum: [...CATALOGUES[type].values] } },
          })),
        },
      }),
  )
  .max(MAX_FALLBACKS);

const keptPairs = z.array(z.strictObject({ type: kindSchema, subtype: z.string() }));
const shownPairs = z.array(
  z
    .object({ type: kindSchema.meta({ description: KIND }), subtype: z.string().meta({ description: TYPE }) })
    .meta({ id: 'fallback_mapping', description: 'A type of line items' }),
);

const linked = z.boolean();

const fields = {
  business_entity: about(
    'The employer whose chart of accounts it belongs to',
    reference('business_entity', { required: true, on: 'create' }),
  ),
  type: about(
    'What it is used for: expenses, liabilities (payroll payable included), or bank movements',
    choice(ACCOUNTING_CODE_TYPES, { required: true, column: true }),
    'expense',
  ),
  code: about("The account's code in the chart of accounts", text({ nullable: true, column: true }), '6010'),
  title: about('Name', text({ required: true, column: true }), 'Salaries and wages'),
  title_translations: about('The title in both languages', translations(), {
    en: 'Salaries and wages',
    fr: 'Salaires',
  }),
  title_translated: about('The title in the language of the request', translated('title'), 'Salaries and wages'),
  ...descriptionFields({ en: 'Pay of the bakery', fr: 'Paie de la boulangerie' }),
  mapping: about(
    'Whether it is linked to an account of an accounting provider',
    kept<JsonObject>(
      z
        .object({
          xero: linked.meta({ description: 'Account in Xero' }),
          quickbooks: linked.meta({ description: 'Account in QuickBooks' }),
        })
        .meta({ id: 'accounting_code_mapping', description: 'Providers that it is linked to' }),
    ),
  ),
  fallback_mappings: about(
    PAIRS,
    settings<ItemTypePair[]>(pairs, { initial: [], answer: shownPairs, storedAs: keptPairs }),
    [{ type: 'earning', subtype: 'salary' }],
  ),
};

/** The account of a provider that a code is. */
export type ExternalAccount = {
  id: string;
  /** What it is called by there, where it is called by a code at all. */
  code: string | null;
  /** The books that it is in: in others its id is another account's. Null where it was linked before that was kept. */
  realm_id: string | null;
};

/** Whether a code is linked to an account in these books. */
export const isIn = ({ realm_id: own }: ExternalAccount, realm_id: string): boolean => own === null || own === realm_id;

/**
 * The account that a code is in certain books of a provider, as an entry names it.
 *
 * @param realm_id the books; null for any
 * @returns nothing where it is linked to none
 */
export const accountIn = (
  { type, accounts }: Pick<Code, 'type' | 'accounts'>,
  provider: string,
  realm_id: string | null,
): EventData<typeof journalEntryExportNamed>['accounts'][string] | undefined => {
  const account = accounts?.[provider];
  if (!account || (realm_id !== null && !isIn(account, realm_id))) return undefined;
  return { id: account.id, code: account.code, is_bank: type === 'bank' };
};

declare module '../kernel/definition/resource.ts' {
  interface Records {
    accounting_code: StateOfFields<typeof fields> & {
      /** By provider. */
      accounts?: { [provider: string]: ExternalAccount };
      /** Codes that are being folded into it. */
      merging?: string[];
      /** Codes that were ever folded into it, those that had gone into them before among them. */
      absorbed?: string[];
    };
  }
}

const linkedTo = (
  state: State,
  event: DomainEvent,
  { provider, external_id, external_code, realm_id }: EventData<typeof accountingCodeLinked>,
): State => ({
  ...stamped(state, event),
  mapping: { ...objectOf(state.mapping), [provider]: true },
  accounts: { ...objectOf(state.accounts), [provider]: { id: external_id, code: external_code, realm_id } },
});

const withMerging = (state: State, event: DomainEvent, merging: string[]): State => ({
  ...stamped(state, event),
  merging,
  absorbed: [...new Set([...textsOf(state.absorbed), ...merging])],
});

/** One account of an employer's chart of accounts, to which expenses, liabilities or bank movements are mapped. */
export const accountingCode = defineResource({
  object: 'accounting_code',
  plural: 'accounting_codes',
  prefix: 'acco',
  path: '/accounting_codes',
  context: 'accounting',
  scope: 'company',
  namedBy: 'staff',
  purpose:
    "One account of an employer's chart of accounts, to which payroll expenses, liabilities or bank movements are mapped.",
  fields,
  lists: {
    business_presets: { of: 'business_preset', by: ['expense_accounting_code_id', 'liability_accounting_code_id'] },
  },
  filters: { business_entity_id: sameText('business_entity_id') },
  columns: { absorbed: { type: 'text[]', of: ({ absorbed }) => absorbed ?? null } },
  indexes: [['absorbed']],
  operations: ['list', 'create', 'retrieve', 'update', 'delete'],
  examples: {
    create: ['business_entity_id', 'type', 'code', 'title', 'fallback_mappings'],
    update: ['title', 'code'],
  },
  // Lines of a kind are booked on a side, and none on the bank.
  wants: {
    create: {
      anyOf: [
        { properties: { type: { const: 'bank' }, fallback_mappings: { maxItems: 0 } } },
        ...(['expense', 'liability'] as const).map((side) => ({
          properties: {
            type: { const: side },
            fallback_mappings: {
              type: 'array',
              items: { properties: { type: { enum: LINE_KINDS.filter((kind) => hasSide(kind, side)) } } },
            },
          },
        })),
      ],
    },
  },
  events: [accountingCodeLinked, accountingCodesMerged, accountingCodeMergeEnded],
  evolve: (state: State | undefined, event) => {
    if (!state) return state;
    if (accountingCodeLinked.is(event)) return linkedTo(state, event, event.data);
    if (accountingCodesMerged.is(event)) return withMerging(state, event, event.data.accounting_code_ids);
    return accountingCodeMergeEnded.is(event) ? withMerging(state, event, []) : state;
  },
  limits: [
    {
      by: 'business_entity_id',
      most: MAX_CODES,
      whose: { en: 'the business entity', fr: "l'entité" },
      what: { en: 'accounting codes', fr: 'codes comptables' },
    },
  ],
  rules: {
    facts: async (lookup, candidate, previous) => {
      const { services, tenant } = lookup;
      const [others, used] = await Promise.all([
        otherMappings(lookup, candidate),
        previous ? inUse('accounting_code', [candidate.id], services, tenant) : new Set<string>(),
      ]);
      return { others, is_used: used.has(candidate.id) };
    },
    complete: (candidate, previous) =>
      previous ? candidate : { ...candidate, mapping: { xero: false, quickbooks: false } },
    validate: (candidate, previous, { others, is_used }) => [
      ...(previous && previous.type !== candidate.type && (is_used || isMerging(previous)) ? [typeIsUsed] : []),
      ...mappingIssues(candidate, others),
    ],
    refuse: (action, previous, _candidate, { is_used }) => {
      if (action !== 'delete') return undefined;
      if (previous && isMerging(previous)) return MERGING;
      return is_used ? IN_USE : undefined;
    },
  },
});

/** Whether other codes are being folded into it: what names them is about to name it. */
const isMerging = ({ merging }: RecordOf<'accounting_code'>): boolean => (merging?.length ?? 0) > 0;

const MERGING: Text = {
  en: 'Other accounting codes are being merged into this one. Wait until that has ended, then repeat the request.',
  fr: "D'autres codes comptables sont en cours de fusion dans celui-ci. Attendez la fin, puis répétez la requête.",
};

const IN_USE: Text = {
  en: 'The accounting code is in use: an item, a line item, a rule or the settings of the business entity name it. Let them name another code first.',
  fr: "Le code comptable est utilisé : un élément, une ligne, une règle ou les paramètres de l'entité le nomment. Faites-leur d'abord nommer un autre code.",
};

const typeIsUsed: Issue = {
  path: 'type',
  text: {
    en: 'cannot change while the code is in use: what names it names a code of this type',
    fr: 'ne peut changer pendant que le code est utilisé : ce qui le nomme nomme un code de ce type',
  },
};

/** Which other code of the employer and side each type of line items is mapped to. */
type Code = RecordOf<'accounting_code'>;

const otherMappings = async ({ services, tenant }: Lookup, candidate: Code): Promise<Map<string, Code>> => {
  const { business_entity_id, type, fallback_mappings } = candidate;
  if (typeof business_entity_id !== 'string' || typeof type !== 'string') return new Map();
  if (itemsOf(fallback_mappings).length === 0) return new Map();
  const codes = await services.read.find(
    'accounting_code',
    tenant,
    all(equal('business_entity_id', business_entity_id), equal('type', type)),
  );
  return new Map(
    codes
      .filter(({ id }) => id !== candidate.id)
      .flatMap((code) => mappingsOf(code).map((pair): [string, Code] => [pairKey(pair), code])),
  );
};

/** What a code is called in each language. */
export const titleOf = ({ title, title_translations }: RecordOf<'accounting_code'>): Text => ({
  en: title_translations?.en ?? title,
  fr: title_translations?.fr ?? title,
});

/** The types of line items that a code is the fallback of. */
export const mappingsOf = (code: Code): ItemTypePair[] =>
  (code.fallback_mappings ?? []).map(({ type, subtype }) => ({ type, subtype }));

function* mappingIssues(candidate: Code, others: ReadonlyMap<string, Code>): Iterable<Issue> {
  const seen = new Set<string>();
  for (const [i, pair] of mappingsOf(candidate).entries()) {
    const path = `fallback_mappings.${i}`;
    const key = pairKey(pair);
    const side = candidate.type;
    const taken = others.get(key);
    if (!isTypeOf(pair.type, pair.subtype)) yield notOfKind(`${path}.subtype`, pair.type, pair.subtype);
    else if ((side !== 'expense' && side !== 'liability') || !hasSide(pair.type, side))
      yield {
        path: `${path}.type`,
        text: {
          en: `line items of kind ${pair.type} are not booked on a code of type ${side}`,
          fr: `les lignes de nature ${pair.type} ne s'inscrivent pas à un code de type ${side}`,
        },
      };
    else if (seen.has(key)) yield { path, text: { en: 'stands there twice', fr: 'y figure deux fois' } };
    else if (taken)
      yield {
        path,
        text: {
          en: `is mapped to the ${side} code ${taken.id} already; a type is mapped to one code of a side`,
          fr: `est déjà associé au code ${taken.id} de type ${side}; un type n'est associé qu'à un code par côté`,
        },
      };
    seen.add(key);
  }
}
