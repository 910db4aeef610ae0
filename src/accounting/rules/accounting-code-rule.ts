import { z } from 'zod';
import { FAMILIES } from '../../calculation/model/families.ts';
import { CATALOGUES } from '../../catalogues/catalogues.ts';
import {
  about,
  choice,
  derived,
  type Field,
  kept,
  reference,
  type StateOfFields,
  settings,
} from '../../kernel/definition/fields.ts';
import { chosen, hasValue, sameText } from '../../kernel/definition/filters.ts';
import { defineResource, type Filters, type RecordOf, type State } from '../../kernel/definition/resource.ts';
import { exampleId, idSchema, textSchema } from '../../kernel/definition/schemas.ts';
import { equal } from '../../values/condition.ts';
import { filled, keysOf, textOf, textsOf } from '../../values/json.ts';
import { type Ranked, rankedAt } from '../codes/ranked.ts';
import { namedIssues, shapeIssues } from './issues.ts';
import { templateField } from './segment-template-field.ts';

/** Most rules of an employer: a posting reads all of them, once. */
const MAX_RULES = 5_000;
const MAX_SUBTYPES = 200;

const KINDS = filled(keysOf(FAMILIES));

const first = (state: State): string | null => textsOf(state.subtypes)[0] ?? null;

const fields = {
  business_entity: about(
    'The employer whose accounting codes it decides',
    reference('business_entity', { required: true, on: 'create' }),
  ),
  tag_group: about(
    'Applies to amounts with a tag of this group, which must be the primary tag group',
    reference('tag_group', { nullable: true }),
  ),
  tag: about('Applies to amounts with this tag of the primary tag group', reference('tag', { nullable: true })),
  business_preset: about(
    'Applies to items tied to this preset; not together with `type`',
    reference('business_preset', { nullable: true }),
  ),
  type: about('The kind of line items that it applies to', choice(KINDS, { nullable: true, column: true }), 'earning'),
  // The older form: a body may give one type, and an answer shows the first.
  subtype: {
    ...about(
      'The first of `subtypes`. Given without `subtypes`, it is the only one',
      derived(z.string().nullable(), first),
    ),
    stored: 'self' as const,
    storedAs: z.string().nullable(),
    write: {
      schema: textSchema({ min: 1, max: 255 }).meta({ deprecated: true, examples: ['wage'] }),
      nullable: true,
      initial: null,
    },
  } satisfies Field<string | null, 'self'>,
  subtypes: about(
    'The types of that kind that it applies to; empty for all of them',
    {
      ...settings<string[]>(z.array(textSchema({ min: 1, max: 255 }).meta({ examples: ['wage'] })).max(MAX_SUBTYPES), {
        initial: [],
        answer: z.array(z.string()),
        storedAs: z.array(z.string()),
      }),
      column: 'text[]' as const,
    },
    ['wage', 'salary'],
  ),
  expense_accounting_code: about('The code of the expense side', reference('accounting_code', { nullable: true })),
  liability_accounting_code: about('The code of the liability side', reference('accounting_code', { nullable: true })),
  expense_segment_template: templateField('expense'),
  liability_segment_template: templateField('liability'),
  ranked: {
    ...kept<Ranked | null>(z.strictObject({ changed_at: z.string(), as_of: z.string() }).nullable()),
    hidden: true,
  },
};

type Rule = RecordOf<'accounting_code_rule'>;

/** Ids that the segments of both sides name, each once; null where they name none. */
const namedInSegments = (
  { expense_segment_template: expense, liability_segment_template: liability }: Rule,
  member: 'accounting_code_id' | 'tag_group_id',
): string[] | null => {
  const named = [expense, liability].flatMap(
    (template) => template?.segments.flatMap((one) => one[member] ?? []) ?? [],
  );
  return named.length === 0 ? null : [...new Set(named)];
};

/** Every type of any kind. */
const SUBTYPES = filled(new Set(KINDS.flatMap((kind) => CATALOGUES[kind].values)));

const FILTERS: Filters = {
  tag_groups: chosen('tag_group_id', { names: ['tag_group'] }),
  tags: chosen('tag_id', { names: ['tag'] }),
  types: chosen('type', { values: KINDS, called: 'line_item_kinds' }),
  subtypes: chosen('subtypes', { values: SUBTYPES, called: 'line_item_types', many: true }),
  business_presets: chosen('business_preset_id', { names: ['business_preset'] }),
  expense_accounting_codes: chosen('expense_accounting_code_id', { names: ['accounting_code'] }),
  liability_accounting_codes: chosen('liability_accounting_code_id', { names: ['accounting_code'] }),
  has_tag_group: hasValue('tag_group_id'),
  has_tag: hasValue('tag_id'),
  has_type: hasValue('type'),
  has_subtype: { ...hasValue('subtypes'), describe: 'true for rules with subtypes, false for rules without' },
  has_business_preset: hasValue('business_preset_id'),
  has_expense_accounting_code: hasValue('expense_accounting_code_id'),
  has_liability_accounting_code: hasValue('liability_accounting_code_id'),
};

declare module '../../kernel/definition/resource.ts' {
  interface Records {
    accounting_code_rule: StateOfFields<typeof fields>;
  }
}

/** What keeps a rule in its place among others through a change at some instant that nobody asked for. */
export const inItsPlace = (rule: Rule, changed_at: string): { ranked: Ranked } => ({
  ranked: { changed_at, as_of: rankedAt(rule) },
});

/** A rule that picks the expense and the liability code of the line items that it matches. */
export const accountingCodeRule = defineResource({
  object: 'accounting_code_rule',
  plural: 'accounting_code_rules',
  prefix: 'accr',
  path: '/accounting_code_rules',
  context: 'accounting',
  scope: 'company',
  purpose:
    'A rule that decides the accounting codes of the line items that it matches: fixed codes, or codes built from segments.',
  fields,
  filters: {
    business_entity_id: { ...sameText('business_entity_id'), required: true },
    tag_group_id: sameText('tag_group_id'),
    has_tag_group: hasValue('tag_group_id'),
  },
  search: {
    filters: {
      business_entity_id: {
        schema: idSchema('business_entity'),
        describe: 'The employer that the rules belong to',
        required: true,
        names: ['business_entity'],
        where: (id: string) => equal('business_entity_id', id),
      },
      ...FILTERS,
    },
    example: {
      business_entity_id: exampleId('business_entity'),
      types: { include: ['earning'] },
      any_of: [{ has_tag: true }, { has_tag_group: true }],
    },
  },
  columns: {
    // What segments take values from is in use as well.
    accounting_code_ids: { type: 'text[]', of: (rule: Rule) => namedInSegments(rule, 'accounting_code_id') },
    tag_group_ids: { type: 'text[]', of: (rule: Rule) => namedInSegments(rule, 'tag_group_id') },
  },
  operations: ['list', 'create', 'retrieve', 'update', 'delete', 'search'],
  examples: {
    create: ['business_entity_id', 'type', 'subtypes', 'expense_accounting_code_id'],
    update: ['subtypes'],
  },
  limits: [
    {
      by: 'business_entity_id',
      most: MAX_RULES,
      whose: { en: 'the business entity', fr: "l'entité" },
      what: { en: 'accounting code rules', fr: 'règles de codes comptables' },
    },
  ],
  rules: {
    facts: async (lookup, candidate, previous) => ({
      named: await namedIssues(lookup, candidate, previous),
    }),
    complete: (candidate, _previous, _facts, { sent }) => {
      // One given alone stands for a list of one.
      const subtypes =
        sent.subtype === undefined || sent.subtypes !== undefined
          ? [...new Set(textsOf(candidate.subtypes))]
          : sent.subtype === null
            ? []
            : [textOf(sent.subtype)];
      return { ...candidate, subtypes, subtype: subtypes[0] ?? null };
    },
    validate: (candidate, _previous, { named }, { sent }) => [...shapeIssues(candidate, sent), ...named],
  },
});
