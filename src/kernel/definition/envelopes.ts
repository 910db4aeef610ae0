import { z } from 'zod';
import { describedBy } from './fields.ts';
import type { ResourceDefinition } from './resource.ts';

/**
 * Schemas of what answers look like: one record in its envelope, and pages of them. Made once for each definition, so
 * that the reference can name them once. A schema with `meta({ id })` becomes a component of `/openapi.json`.
 */
const once = <T>(make: (definition: ResourceDefinition) => T): ((definition: ResourceDefinition) => T) => {
  const made = new WeakMap<ResourceDefinition, T>();
  return (definition) => {
    let found = made.get(definition);
    if (found === undefined) {
      found = make(definition);
      made.set(definition, found);
    }
    return found;
  };
};

/** An instant: ISO 8601 in UTC with six fractional digits. */
export const instantSchema = (): z.ZodType<string, string> =>
  z.string().meta({ format: 'date-time', examples: ['2026-02-03T14:05:06.000000Z'] });

const selfLinkSchema = z.object({ self: z.string().meta({ description: 'Where this record is read' }) });

/** A record of any kind, as it stands in an embedded list. */
export const anyEnvelopeSchema = z
  .object({
    id: z.string(),
    object: z.string(),
    data: z.record(z.string(), z.unknown()).optional().meta({ description: 'Present when expanded' }),
    links: selfLinkSchema,
  })
  .meta({ id: 'record' });

/** A complete list without pages, embedded in data. */
export const embeddedListSchema = (item: z.ZodType): z.ZodType =>
  z.object({ object: z.literal('list'), data: z.array(item) });

const embeddedRecordsSchema = embeddedListSchema(anyEnvelopeSchema).meta({ id: 'embedded_list' });

/** The `data` of a record: what its fields answer, its lists when expanded, and when it was made and changed. */
export const dataSchema = once((definition): z.ZodType => {
  const shape: Record<string, z.ZodType> = {};
  for (const [name, field] of Object.entries(definition.fields))
    if (!field.hidden) shape[name] = describedBy(field, field.onlyExpanded ? field.answer.optional() : field.answer);
  for (const name of Object.keys(definition.lists ?? {})) shape[name] = embeddedRecordsSchema.optional();
  shape.created_at ??= instantSchema();
  shape.updated_at ??= instantSchema();
  return z.object(shape).meta({ id: `${definition.object}_data` });
});

/** One record as answers show it: `{id, object, data, links: {self}}`. */
export const envelopeSchema = once(
  (definition): z.ZodType =>
    z
      .object({
        id: z.string().meta({ examples: [`${definition.prefix}_01K2ZQ7M4T8W3N5R6V9X0Y1A2B`] }),
        object: z.literal(definition.object),
        data: dataSchema(definition),
        links: selfLinkSchema,
      })
      .meta({ id: definition.object, description: definition.purpose }),
);

const pageLinksSchema = z
  .object({
    first: z.string(),
    last: z.string(),
    prev: z.string().nullable(),
    next: z.string().nullable(),
  })
  .meta({ id: 'page_links', description: 'Pages of the same list; prev and next are null at its ends' });

const pageMetaSchema = z
  .object({
    current_page: z.int(),
    last_page: z.int(),
    per_page: z.int(),
    total: z.int(),
    has_more: z.boolean(),
  })
  .meta({ id: 'page_meta' });

/** A page of anything: `{object: 'list', data, links, meta}`. */
export const pageSchema = (item: z.ZodType): z.ZodObject =>
  z.object({ object: z.literal('list'), data: z.array(item), links: pageLinksSchema, meta: pageMetaSchema });

/** A page of records of one resource. */
export const listSchema = once(
  (definition): z.ZodType => pageSchema(envelopeSchema(definition)).meta({ id: `${definition.object}_list` }),
);
