import { z } from 'zod';
import type { Side } from '../../calculation/model/families.ts';
import { about, type Field, settings } from '../../kernel/definition/fields.ts';
import { ALSO, exampleId, idSchema, refine, textSchema } from '../../kernel/definition/schemas.ts';
import { type KeptTemplate, MAX_AFFIX, MAX_SEGMENTS, SEGMENT_TYPES, TRANSFORMS } from '../codes/segment-template.ts';

/** The longest text of a segment, and the most characters that are kept of one. */
const MAX_TEXT = 255;

/** The member of a segment that holds its value, by its type. */
export const VALUE_OF = { accounting_code: 'accounting_code_id', tag_group: 'tag_group_id', text: 'text' } as const;

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
  fr: `est obligatoire sur un segment de type ${type}`,
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

/** The field of an accounting code rule that says how the code of a side is built from segments. */
export const templateField = (side: Side): Field<KeptTemplate | null, 'self'> =>
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
