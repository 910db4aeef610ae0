import { z } from 'zod';
import { memoized, memoizedOn } from '../../values/memoized.ts';
import { wordsOf } from '../../values/text.ts';
import type { Field } from './fields.ts';
import { describedBy, selfLinkSchema } from './fields.ts';
import type { ResourceDefinition } from './resource.ts';
import { ID_OF, orNothing, orNull } from './schemas.ts';

/**
 * Schemas of answers: one record in its envelope, and pages of records. Made once for each definition, so that the
 * reference has them once. A schema with `meta({ id })` becomes a component of `/openapi.json`.
 */

/** An instant: ISO 8601 in UTC with six fractional digits. */
export const instantSchema = memoized(
  (): z.ZodType<string, string> => z.string().meta({ format: 'date-time', examples: ['2026-02-03T14:05:06.000000Z'] }),
);

/** The `object` member of an envelope. */
const objectSchema = (object: string) => z.literal(object).meta({ description: 'Type of the record' });
const listObject = memoized(() => objectSchema('list'));

/** A record of any kind, as it is in an embedded list. */
export const anyEnvelopeSchema = z
  .object({
    id: z.string().meta({ description: 'Its id' }),
    object: z.string().meta({ description: 'Type of the record' }),
    data: z.record(z.string(), z.unknown()).optional().meta({ description: 'Only when expanded' }),
    links: selfLinkSchema,
  })
  // Not `record`: generated types would take the name of TypeScript's own Record.
  .meta({ id: 'any_record', description: 'A record of any kind' });

/** A complete list without pages, embedded in data. */
export const embeddedListSchema = (item: z.ZodType): z.ZodType =>
  z.object({ object: listObject(), data: z.array(item).meta({ description: 'All of its records' }) });

const embeddedRecordsSchema = embeddedListSchema(anyEnvelopeSchema).meta({
  id: 'embedded_list',
  description: 'A complete list of records',
});

/** Records of one kind, all of them, without pages. */
export const recordsSchema = memoizedOn(
  (definition: ResourceDefinition): z.ZodType =>
    embeddedListSchema(envelopeSchema(definition)).meta({
      id: `${definition.object}_records`,
      description: `A complete list of ${wordsOf(definition.plural)}`,
    }),
);

/** The schema of a field in answers; a sealed field is null unless it is revealed. */
const answerOf = ({ answer, personal, onlyExpanded }: Field): z.ZodType => {
  const shown = personal === 'sealed' ? orNull(answer) : answer;
  return onlyExpanded ? orNothing(shown) : shown;
};

/** The `data` of a record: its fields, its lists when expanded, and when it was created and changed. */
const dataSchema = memoizedOn((definition: ResourceDefinition): z.ZodType => {
  const shape: Record<string, z.ZodType> = {};
  for (const [name, field] of Object.entries(definition.fields))
    if (!field.hidden) shape[name] = describedBy(field, answerOf(field));
  for (const [name, { of }] of Object.entries(definition.lists ?? {}))
    shape[name] = embeddedRecordsSchema
      .optional()
      .meta({ description: `Its ${wordsOf(of)} records; present when expanded` });
  shape.created_at ??= instantSchema().meta({ description: 'When it was created' });
  shape.updated_at ??= instantSchema().meta({ description: 'When it was last changed' });
  return z
    .object(shape)
    .meta({ id: `${definition.object}_data`, description: `Data of the ${wordsOf(definition.object)}` });
});

/** One record as answers show it: `{id, object, data, links: {self}}`. */
export const envelopeSchema = memoizedOn(
  (definition: ResourceDefinition): z.ZodType =>
    z
      .object({
        id: z.string().meta({ description: 'Its id', [ID_OF]: [definition.object] }),
        object: objectSchema(definition.object),
        data: dataSchema(definition),
        links: selfLinkSchema,
      })
      .meta({ id: definition.object, description: definition.purpose }),
);

/** Objects whose records are where the reference shows those; for what is not known here, it is looked up there. */
export const RECORD_OF = 'x-record-of';

/** A record of one of some resources that are declared elsewhere. */
export const recordOf = (...objects: readonly string[]): z.ZodType => z.unknown().meta({ [RECORD_OF]: objects });

const pageLinksSchema = z
  .object({
    first: z.string().meta({ description: 'The first page' }),
    last: z.string().meta({ description: 'The last page' }),
    prev: z.string().nullable().meta({ description: 'The previous page; null on the first' }),
    next: z.string().nullable().meta({ description: 'The next page; null on the last' }),
  })
  .meta({
    id: 'page_links',
    description:
      'Links to pages of the same list: paths, or, for a search or a preview, absolute addresses with the body in the query unless it is long, to be followed with the same body. prev is null on the first page, next on the last',
  });

const pageMetaSchema = z
  .object({
    current_page: z.int().min(1).meta({ description: 'Number of this page, from 1' }),
    last_page: z.int().min(1).meta({ description: 'Number of the last page' }),
    per_page: z.int().min(1).meta({ description: 'Records on a page' }),
    total: z.int().min(0).meta({ description: 'Records on all pages' }),
    has_more: z.boolean().meta({ description: 'Whether there are more pages' }),
  })
  .meta({ id: 'page_meta', description: 'Page number and totals' });

/** A page of anything: `{object: 'list', data, links, meta}`. */
export const pageSchema = (item: z.ZodType): z.ZodObject =>
  z.object({
    object: listObject(),
    data: z.array(item).meta({ description: 'Records of this page' }),
    links: pageLinksSchema,
    meta: pageMetaSchema,
  });

/** A page of records of one resource. */
export const listSchema = memoizedOn(
  (definition: ResourceDefinition): z.ZodType =>
    pageSchema(envelopeSchema(definition)).meta({
      id: `${definition.object}_list`,
      description: `A page of ${wordsOf(definition.plural)}`,
    }),
);
