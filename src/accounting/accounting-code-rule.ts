import { z } from 'zod';
import { FAMILIES, type Side } from '../calculation/model/families.ts';
import { CATALOGUES } from '../catalogues/catalogues.ts';
import {
  about,
  choice,
  derived,
  type Field,
  reference,
  type StateOfFields,
  settings,
} from '../kernel/definition/fields.ts';
import { chosen, hasValue, sameText } from '../kernel/definition/filters.ts';

import { defineResource, type Filters, type Lookup, type RecordOf, type State } from '../kernel/definition/resource.ts';
import { ALSO, exampleId, idSchema, refine, textSchema } from '../kernel/definition/schemas.ts';
import { equal } from '../values/condition.ts';
import { filled, type JsonObject, keysOf, sameJson, textOf, textsOf } from '../values/json.ts';
import type { Issue } from '../values/problem.ts';
import {
  type KeptTemplate,
  MAX_AFFIX,
  MAX_SEGMENTS,
  SEGMENT_TYPES,
  type Segment,
  TRANSFORMS,
} from './codes/segment-template.ts';
import { isTypeOf, notOfKind } from './item-types.ts';
import { codeIssues, codeMembers } from './named-records.ts';

// Long: one resource, its schemas and its rules; templates and their resolution are in codes/.

/** Most rules of an employer: a posting reads all of them, once. */
const MAX_RULES = 5_000;
const MAX_SUBTYPES = 200;
/** The longest text of a segment, and the most characters that are kept of one. */
const MAX_TEXT = 255;

const KINDS = filled(keysOf(FAMILIES));

/** The member of a segment that holds its value, by its type. */
const VALUE_OF = { accounting_code: 'accounting_code_id', tag_group: 'tag_group_id', text: 'text' } as const;

const WORDS = {
  type: 'Where its value comes from: an accounting code, the tag that the amount has in a tag group, or a text',
  accounting_code_id: 'The accounting code whose code is the value',
  tag_group_id: "The tag group whose tag is the value: the tag's id at a provider, else its label",
  text: 'The text',
  prefix: 'Text before the value; left out with it',
  suffix: 'Text after the value; left out with it',
  transforms: 'Transformations of the value, in this order',
  truncate: 'How many characters are kept',
  fallback: 'Used where the value is empty; without it the segment is left out',
} as const;

const optional = (schema: z.ZodType, description: string) => schema.nullable().default(null).meta({ description });
const affix = (description: string) => optional(textSchema({ max: MAX_AFFIX }).meta({ examples: ['-'] }), description);

const template = z
  .strictObject({
    segments: z
      .array(
        z
          .strictObject({
            type: z.enum(SEGMENT_TYPES).meta({ description: WORDS.type }),
            accounting_code_id: optional(idSchema('accounting_code'), WORDS.accounting_code_id),
            tag_group_id: optional(idSchema('tag_group'), WORDS.tag_group_id),
            text: optional(textSchema({ max: MAX_TEXT }).meta({ examples: ['PAY'] }), WORDS.text),
            prefix: affix(WORDS.prefix),
            suffix: affix(WORDS.suffix),
            transforms: z
              .array(z.enum(TRANSFORMS))
              .max(TRANSFORMS.length)
              .default([])
              .meta({ description: WORDS.transforms }),
            truncate: optional(
              z
                .int()
                .min(1)
                .max(MAX_TEXT)
                .meta({ examples: [4] }),
              WORDS.truncate,
            ),
            fallback: optional(textSchema({ max: MAX_AFFIX }).meta({ examples: ['GEN'] }), WORDS.fallback),
          })
          .superRefine((segment, ctx) => {
            for (const member of Object.values(VALUE_OF)) {
              const given = (segment[member] ?? null) !== null;
              const own = VALUE_OF[segment.type] === member;
              if (own && !given) ctx.addIssue({ code: 'custom', path: [member], ...refine(needed(segment.type)) });
              if (!own && given)
                ctx.addIssue({ code: 'custom', path: [member], ...refine(strange(segment.type, member)) });
            }
          })
          .meta({
            id: 'segment_given',
            description: 'A part of a formatted accounting code',
            [ALSO]: {
              anyOf: SEGMENT_TYPES.map((type) => ({
                properties: Object.fromEntries([
                  ['type', { const: type }],
                  ...Object.values(VALUE_OF).map((member) => [
                    member,
                    { type: member === VALUE_OF[type] ? 'string' : 'null' },
                  ]),
                ]),
                required: [VALUE_OF[type]],
              })),
            },
          }),
      )
      .min(1)
      .max(MAX_SEGMENTS)
      .meta({ description: 'Its segments, in order' }),
  })
  .meta({ id: 'segment_template_given', description: 'How an accounting code is built from segments' });

const needed = (type: string) => ({
  en: `is required of a segment of type ${type}`,
  fr: `est requis d'un segment de type ${type}`,
});
const strange = (type: string, member: string) => ({
  en: `does not belong to a segment of type ${type}; leave ${member} out`,
  fr: `n'appartient pas à un segment de type ${type}; omettez ${member}`,
});

const shownTemplate = z
  .object({
    segments: z
      .array(
        z
          .object({
            type: z.enum(SEGMENT_TYPES).meta({ description: WORDS.type }),
            accounting_code_id: z.string().nullable().meta({ description: WORDS.accounting_code_id }),
            tag_group_id: z.string().nullable().meta({ description: WORDS.tag_group_id }),
            text: z.string().nullable().meta({ description: WORDS.text }),
            prefix: z.string().nullable().meta({ description: WORDS.prefix }),
            suffix: z.string().nullable().meta({ description: WORDS.suffix }),
            transforms: z.array(z.enum(TRANSFORMS)).meta({ description: WORDS.transforms }),
            truncate: z.int().nullable().meta({ description: WORDS.truncate }),
            fallback: z.string().nullable().meta({ description: WORDS.fallback }),
          })
          .meta({ id: 'segment', description: 'A part of a formatted accounting code' }),
      )
      .meta({ description: 'Its segments, in order' }),
  })
  .meta({ id: 'segment_template', description: 'How an accounting code is built from segments' });

const textOrNone = z.string().nullable().optional();
const keptTemplate = z.strictObject({
  segments: z.array(
    z.strictObject({
      type: z.enum(SEGMENT_TYPES),
      accounting_code_id: textOrNone,
      tag_group_id: textOrNone,
      text: textOrNone,
      prefix: textOrNone,
      suffix: textOrNone,
      transforms: z.array(z.enum(TRANSFORMS)).optional(),
      truncate: z.int().nullable().optional(),
      fallback: textOrNone,
    }),
  ),
});

const templateField = (side: Side): Field<KeptTemplate | null, 'self'> =>
  about(
    `How the code of the ${side} side is built; only on rules without tag and tag group`,
    settings<KeptTemplate | null>(template, {
      nullable: true,
      initial: null,
      answer: shownTemplate,
      storedAs: keptTemplate,
    }),
    {
      segments: [
        { type: 'accounting_code', accounting_code_id: exampleId('accounting_code'), suffix: '-' },
        { type: 'text', text: 'PAY' },
      ],
    },
  );

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

declare module '../kernel/definition/resource.ts' {
  interface Records {
    accounting_code_rule: StateOfFields<typeof fields>;
  }
}

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

const SIDES = ['expense', 'liability'] as const;

/** What is wrong with the rule as it would be, whatever it names. */
type Rule = RecordOf<'accounting_code_rule'>;

function* shapeIssues(candidate: Rule, sent: JsonObject): Iterable<Issue> {
  const { type, subtypes } = candidate;
  const member = sent.subtypes === undefined && sent.subtype !== undefined ? 'subtype' : 'subtypes';
  if (sent.subtype !== undefined && sent.subtypes !== undefined && sent.subtype !== (subtypes[0] ?? null))
    yield {
      path: 'subtype',
      text: {
        en: 'must be the first of subtypes, or be left out: it is the older form of it',
        fr: "doit être le premier de subtypes, ou être omis : c'en est l'ancienne forme",
      },
    };
  if (candidate.business_preset_id !== null && (type !== null || subtypes.length > 0))
    yield {
      path: 'business_preset_id',
      text: {
        en: 'cannot stand together with type and subtypes: a preset says what it is',
        fr: 'ne peut accompagner type et subtypes : un préréglage dit ce qu’il est',
      },
    };
  if (type === null && subtypes.length > 0)
    yield {
      path: member,
      text: { en: 'needs type, the kind that it belongs to', fr: 'exige type, la nature dont il fait partie' },
    };
  if (type !== null)
    for (const [i, subtype] of subtypes.entries())
      if (!isTypeOf(type, subtype)) yield notOfKind(member === 'subtype' ? member : `subtypes.${i}`, type, subtype);
  const hasTags = candidate.tag_id !== null || candidate.tag_group_id !== null;
  if (!hasTags && type === null && candidate.business_preset_id === null)
    yield {
      path: 'type',
      text: {
        en: 'type or business_preset_id is required of a rule without tag_id and tag_group_id',
        fr: 'type ou business_preset_id est requis d’une règle sans tag_id ni tag_group_id',
      },
    };
  if (hasTags)
    for (const side of SIDES)
      if (candidate[`${side}_segment_template`] !== null)
        yield {
          path: `${side}_segment_template`,
          text: {
            en: 'cannot stand on a rule with tag_id or tag_group_id: segments take tags by themselves',
            fr: 'ne peut figurer sur une règle avec tag_id ou tag_group_id : les segments prennent eux-mêmes les étiquettes',
          },
        };
}

const ofEmployer = (path: string, employer: string): Issue => ({
  path,
  text: {
    en: `must be one of the same business entity (${employer})`,
    fr: `doit être un enregistrement de la même entité (${employer})`,
  },
});

/** What is wrong with the records that a rule names: another employer's, another side's, tags that rules do not use. */
const namedIssues = async (lookup: Lookup, candidate: Rule, previous: Rule | undefined): Promise<Issue[]> => {
  const employer = candidate.business_entity_id;
  const found = await Promise.all([
    codeIssues(lookup, candidate, previous, employer, codeMembers()),
    tagIssuesOf(lookup, candidate, previous, employer),
    presetIssues(lookup, candidate, previous, employer),
    ...SIDES.map((side) => segmentIssues(lookup, candidate, previous, employer, `${side}_segment_template` as const)),
  ]);
  return found.flat();
};

const presetIssues = async (
  lookup: Lookup,
  candidate: State,
  previous: State | undefined,
  employer: string,
): Promise<Issue[]> => {
  const id = candidate.business_preset_id;
  if (typeof id !== 'string' || id === previous?.business_preset_id) return [];
  if (!lookup.services.registry.get('business_preset')) return [];
  const preset = await lookup.get('business_preset', id);
  return !preset || preset.business_entity_id === employer ? [] : [ofEmployer('business_preset_id', employer)];
};

const tagIssuesOf = async (
  lookup: Lookup,
  candidate: State,
  previous: State | undefined,
  employer: string,
): Promise<Issue[]> => {
  const { tag_group_id: group_id, tag_id } = candidate;
  if (group_id === previous?.tag_group_id && tag_id === previous?.tag_id) return [];
  const [group, tag, entity] = await Promise.all([
    typeof group_id === 'string' ? lookup.get('tag_group', group_id) : undefined,
    typeof tag_id === 'string' ? lookup.get('tag', tag_id) : undefined,
    lookup.get('business_entity', employer),
  ]);
  const issues: Issue[] = [];
  if (group && group.business_entity_id !== employer) issues.push(ofEmployer('tag_group_id', employer));
  if (!tag) return issues;
  const primary = entity?.primary_tag_group_id ?? null;
  if (tag.tag_group_id !== primary)
    issues.push({
      path: 'tag_id',
      text: {
        en: `must be a tag of the primary tag group of the business entity (${primary ?? 'it has none: set primary_tag_group_id'})`,
        fr: `doit être une étiquette du groupe principal de l'entité (${primary ?? "elle n'en a pas : fixez primary_tag_group_id"})`,
      },
    });
  else if (group && tag.tag_group_id !== group.id)
    issues.push({
      path: 'tag_id',
      text: { en: `must be a tag of the tag group ${group.id}`, fr: `doit être une étiquette du groupe ${group.id}` },
    });
  return issues;
};

/** Segments name codes and tag groups of the rule's employer. */
const segmentIssues = async (
  lookup: Lookup,
  candidate: Rule,
  previous: Rule | undefined,
  employer: string,
  member: 'expense_segment_template' | 'liability_segment_template',
): Promise<Issue[]> => {
  const template = candidate[member];
  if (!template || sameJson(template, previous?.[member])) return [];
  const issues = await Promise.all(
    template.segments.map(async (segment: Segment, i): Promise<Issue[]> => {
      if (segment.type === 'text') return [];
      const name = VALUE_OF[segment.type];
      const row = await lookup.get(segment.type, segment[name] ?? '');
      return !row || row.business_entity_id === employer
        ? []
        : [ofEmployer(`${member}.segments.${i}.${name}`, employer)];
    }),
  );
  return issues.flat();
};
