import { z } from 'zod';
import { codeIssues, codeMembers } from '../../accounting/named-records.ts';
import { LINE_KINDS, PAID_KINDS, RECURRING_KINDS } from '../../calculation/index.ts';
import { subtypeProblem } from '../../catalogues/catalogues.ts';
import {
  about,
  choice,
  derived,
  reference,
  type StateOfFields,
  text,
  translated,
  translations,
} from '../../kernel/definition/fields.ts';
import { oneOfValues, sameText } from '../../kernel/definition/filters.ts';
import { defineResource, type Lookup, type State } from '../../kernel/definition/resource.ts';
import { lineItemObject } from '../../payrolls/events/pay-stub.ts';
import { filled, type Json, type JsonObject, textIf, textOf } from '../../values/json.ts';
import type { Issue } from '../../values/problem.ts';
import type { Text } from '../../values/text.ts';
import { INCOME_BASES } from '../benefit.ts';
import { lineSelectors } from '../line-selectors.ts';
import { titleFields } from '../recurring/fields.ts';
import { accountIssues } from '../recurring/preset-values.ts';

/** Which values of tied items a change of the preset leaves as they are. */
export const KEEP = ['all', 'in_sync', 'non_null', 'none', 'out_of_sync'] as const;
export type Keep = (typeof KEEP)[number];

/** What can be tied to a preset. */
export const TIED_OBJECTS = [...RECURRING_KINDS, 'pay_rate', 'overtime_rate', ...LINE_KINDS.map(lineItemObject)];

const TYPES = filled<string>(LINE_KINDS);
const MAX_OF_EMPLOYER = 1_000;

const fields = {
  business_entity: about(
    'The employer that it belongs to',
    reference('business_entity', { required: true, on: 'create' }),
  ),
  name: about('Name', text({ required: true, column: true }), 'Night shift premium'),
  name_translations: about('The name in both languages', translations(), {
    en: 'Night shift premium',
    fr: 'Prime de nuit',
  }),
  name_translated: about('The name in the language of the request', translated('name'), 'Night shift premium'),
  title: about('Title on pay stubs of items tied to it; null leaves it to each item', titleFields.title, 'Premium'),
  title_translations: titleFields.title_translations,
  title_translated: titleFields.title_translated,
  type: about(
    'The kind of items that can be tied to it; for earnings also pay rates and overtime rates',
    {
      ...choice(filled<string>(RECURRING_KINDS), {
        required: true,
        on: 'create',
        column: true,
      }),
      answer: z.enum(TYPES),
    },
    'earning',
  ),
  subtype: about(
    'The type of items tied to it; null leaves it to each item',
    text({ nullable: true, on: 'create', column: true, max: 100 }),
    'bonus_non_discretionary',
  ),
  remittance_account: about(
    'Account that benefits and deductions are remitted to',
    reference('remittance_account', { nullable: true }),
  ),
  is_managed: about(
    'Whether the service manages it; callers cannot change those',
    derived(z.boolean(), () => false),
    false,
  ),
  expense_accounting_code: about(
    'Accounting code of their expense side',
    reference('accounting_code', { nullable: true }),
  ),
  liability_accounting_code: about(
    'Accounting code of their liability side',
    reference('accounting_code', { nullable: true }),
  ),
  income_basis: about(
    'For benefits and deductions: the income that a percentage is taken of',
    choice(INCOME_BASES, { nullable: true }),
    'regular_earnings',
  ),
  income_includes: about(
    'For benefits and deductions: what counts as income besides the basis',
    lineSelectors(PAID_KINDS, 'Line items that count as income', 'bonus_discretionary'),
    [],
  ),
  external_ref: about('Your own identifier for it', text({ nullable: true, column: true }), 'preset-17'),
};

declare module '../../kernel/definition/resource.ts' {
  interface Records {
    business_preset: StateOfFields<typeof fields>;
  }
}

/**
 * Values that recurring items, rates and line items of an employer share. What a preset supplies changes through it
 * alone, and a change is carried to everything that is tied to it (process manager `presets`).
 */
export const businessPreset = defineResource({
  object: 'business_preset',
  plural: 'business_presets',
  prefix: 'bprst',
  path: '/business_presets',
  context: 'pay-items',
  scope: 'company',
  namedBy: 'staff',
  purpose: 'Values shared by recurring items, rates and line items of an employer.',
  fields,
  members: {
    pushed: z
      .strictObject({ keep: z.enum(KEEP), before: z.record(z.string(), z.unknown()) })
      .nullable()
      .meta({
        description: 'What its last change is to do to tied items: what the preset had before, and what is kept',
      }),
  },
  updateOnly: {
    keep_existing_values: z
      .enum(KEEP)
      .optional()
      .meta({
        description:
          "Values of tied items to leave unchanged: none (the default), all, those equal to the preset's old value (in_sync), those that differ from it (out_of_sync), or all that are set (non_null)",
        examples: ['none'],
      }),
  },
  lists: {
    ...Object.fromEntries(RECURRING_KINDS.map((kind) => [`${kind}s`, { of: kind, by: 'business_preset_id' }])),
    pay_rates: { of: 'pay_rate', by: 'business_preset_id' },
  },
  filters: {
    business_entity_id: { ...sameText('business_entity_id'), required: true },
    type: oneOfValues('type', TYPES),
    subtype: sameText('subtype', 'The type that it gives to tied items'),
  },
  sorts: { name: 'name', created_at: 'created_at' },
  operations: ['list', 'create', 'retrieve', 'update', 'delete'],
  examples: { create: ['business_entity_id', 'type', 'subtype', 'name', 'title'], update: ['title'] },
  limits: [
    {
      by: 'business_entity_id',
      most: MAX_OF_EMPLOYER,
      whose: { en: 'the business entity', fr: "l'entité" },
      what: { en: 'presets', fr: 'préréglages' },
    },
  ],
  keptWhileNamed: true,
  follows: ['presets', 'population'],
  rules: {
    // Whether anything is tied to it matters to a deletion alone.
    facts: async (lookup, candidate, previous) => {
      const employer = textIf(candidate.business_entity_id) ?? null;
      return {
        used_by: previous && candidate === previous ? await usedBy(previous, lookup) : undefined,
        named: [
          ...(await codeIssues(lookup, candidate, previous, employer, codeMembers())),
          ...(await accountIssues(lookup, candidate, previous, async () => employer)),
        ],
      };
    },
    complete: (candidate, previous, _facts, { sent }) =>
      previous ? { ...candidate, pushed: pushOf(previous, candidate, sent) } : { ...candidate, pushed: null },
    validate: (candidate, previous, facts) => [...(previous ? [] : subtypeIssues(candidate)), ...(facts.named ?? [])],
    refuse: (action, _previous, _candidate, facts) =>
      action === 'delete' && facts.used_by !== undefined ? inUse(textOf(facts.used_by)) : undefined,
  },
});

/** Members whose changes are carried to tied items. */
const SUPPLIED = [
  'title',
  'title_translations',
  'remittance_account_id',
  'expense_accounting_code_id',
  'liability_accounting_code_id',
  'income_basis',
  'income_includes',
] as const;

/** What a change of a preset is to do to tied items. */
export interface Push {
  keep: Keep;
  /** The values that the preset had before. */
  before: JsonObject;
}

/** Kept with the change, so that it is carried through whatever becomes of the process that accepted it. */
const pushOf = (previous: State, candidate: State, sent: JsonObject): Json => {
  const changed = SUPPLIED.filter((member) => JSON.stringify(previous[member]) !== JSON.stringify(candidate[member]));
  if (changed.length === 0) return previous.pushed ?? null;
  const before = Object.fromEntries(changed.map((member) => [member, previous[member] ?? null]));
  return { keep: sent.keep_existing_values ?? 'none', before };
};

function* subtypeIssues({ type, subtype }: State): Iterable<Issue> {
  const kind = LINE_KINDS.find((one) => one === type);
  const text = kind === undefined || subtype === null ? undefined : subtypeProblem(kind, textOf(subtype));
  if (text) yield { path: 'subtype', text };
}

/** A resource of which something is tied to the preset, or decides by it. */
const usedBy = async ({ id }: State, { services, tenant }: Lookup): Promise<string | undefined> => {
  for (const object of [...TIED_OBJECTS, RULES])
    if ((await services.read.existing(object, tenant, 'business_preset_id', [id])).size > 0) return object;
  return undefined;
};

/** What decides by a preset on which accounting code an amount is booked. */
const RULES = 'accounting_code_rule';

const inUse = (object: string): Text =>
  object === RULES
    ? {
        en: 'The preset is in use: an accounting code rule applies to it. Change or delete the rule first.',
        fr: "Le préréglage est utilisé : une règle de code comptable s'y applique. Modifiez ou supprimez d'abord la règle.",
      }
    : {
        en: `The preset is in use: an item of ${object.replaceAll('_', ' ')} is tied to it. Untie its items first.`,
        fr: `Le préréglage est utilisé : un élément de type « ${object} » y est lié. Déliez d'abord ce qui y est lié.`,
      };
