import { z } from 'zod';
import { itemsOf, type Json, type JsonObject } from '../../values/json.ts';
import { memoized, memoizedOn } from '../../values/memoized.ts';
import { wordsOf } from '../../values/text.ts';
import { expandable } from '../answers/present.ts';
import { describedBy, type Fields } from '../definition/fields.ts';
import type { Operation, Preferences, QueryParameters } from '../definition/operation.ts';
import { bodyName, type Filters, type ResourceDefinition, storedName } from '../definition/resource.ts';
import {
  ALSO,
  dateFilterSchema,
  exampleId,
  idSchema,
  orNothing,
  orNull,
  queryFlag,
  textSchema,
} from '../definition/schemas.ts';

/** The preferences of a caller that uses nothing deprecated. */
export const PREFERRED: Preferences = {
  deprecate_sync_bulk: true,
  deprecate_flat_bulk_shape: true,
  deprecate_benefit_percent: true,
};

/** Request schemas, made from fields. Each is made once for each definition. */
type Shape = Record<string, z.ZodType>;

/** Members that a body may have for some fields. */
const bodyMembers = (fields: Fields, on: 'create' | 'update'): Shape => {
  const shape: Shape = {};
  for (const [name, field] of Object.entries(fields)) {
    const { write } = field;
    const stored = storedName(name, field);
    if (!write || stored === undefined || (write.on && write.on !== on)) continue;
    const schema = write.nullable ? orNull(write.schema) : write.schema;
    shape[bodyName(name, field)] = describedBy(field, on === 'create' && write.required ? schema : orNothing(schema));
  }
  return shape;
};

/** Members that a create body may have. */
export const createShape = memoizedOn((definition: ResourceDefinition) => ({
  ...bodyMembers(definition.fields, 'create'),
  ...definition.createOnly,
}));
/** Members that an update body may have, all of them optional. */
const updateShape = memoizedOn((definition: ResourceDefinition) => ({
  ...bodyMembers(definition.fields, 'update'),
  ...definition.updateOnly,
}));

/** The name and description of a body in the reference. */
const called = (definition: ResourceDefinition, on: 'create' | 'update', bulk = false, deprecated = false) => ({
  id: `${definition.object}_${bulk ? 'bulk_' : ''}${on}${bulk ? '_data' : ''}${deprecated ? '_deprecated' : ''}`,
  description: `${on === 'create' ? 'A new' : 'Changes of the'} ${wordsOf(definition.object)}`,
  ...(definition.wants?.[on] && !deprecated
    ? { [ALSO]: withoutParents(definition.wants[on], bulk ? parentMembers(definition) : []) }
    : {}),
  ...(deprecated ? { deprecated: true } : {}),
});

/** Members that the selection of a bulk create gives: one, or of payees one for each kind. */
const parentMembers = ({ bulk }: ResourceDefinition): readonly string[] => {
  if (!bulk) return [];
  const { of } = bulk.createSelection ?? bulk.selection;
  return of.length === 1 ? [bulk.parent] : of.map((object) => `${object}_id`);
};

/** In bulk requests the selection gives the parent, so keywords about the parent are left out. */
const withoutParents = (wanted: Readonly<Record<string, unknown>>, parents: readonly string[]) =>
  Object.fromEntries(
    Object.entries(wanted).filter(([, value]) => !parents.some((one) => JSON.stringify(value).includes(`"${one}"`))),
  );

/** An element of a batch that changes a record: its id, and what changes. */
export const changeElement = memoizedOn((definition: ResourceDefinition) =>
  z
    .strictObject({
      id: idSchema(definition.object).meta({ description: 'The record to change' }),
      ...updateShape(definition),
    })
    .meta({ ...called(definition, 'update'), id: `${definition.object}_batch_change` }),
);

/** Body of a single create. */
const createSchema = memoizedOn((definition: ResourceDefinition) =>
  z.strictObject(createShape(definition)).meta(called(definition, 'create')),
);
/** Body of a single update. */
const updateSchema = memoizedOn((definition: ResourceDefinition) =>
  z.strictObject(updateShape(definition)).meta(called(definition, 'update')),
);

const without = <T>(shape: Record<string, T>, members: readonly string[]): Record<string, T> =>
  Object.fromEntries(Object.entries(shape).filter(([name]) => !members.includes(name)));

/** `data` of a bulk create: a create body without the parent, which the selection gives. */
const bulkCreateShape = memoizedOn((definition: ResourceDefinition) =>
  without(createShape(definition), parentMembers(definition)),
);

/** Members of `data` in a bulk request: a create body has no parent there, an update body is as usual. */
export const bulkShape = (definition: ResourceDefinition, on: 'create' | 'update'): Shape =>
  on === 'create' ? bulkCreateShape(definition) : updateShape(definition);

const schemasByPreference = memoizedOn((_: ResourceDefinition) => new Map<string, z.ZodType>());

/** The schema of a body, or of the `data` of a bulk request, in the form that the caller prefers. */
export const bodySchema = (
  definition: ResourceDefinition,
  on: 'create' | 'update',
  preferences: Preferences,
  bulk = false,
): z.ZodType => {
  const { bodies, prefers = [] } = definition;
  if (!bodies && !bulk) return on === 'create' ? createSchema(definition) : updateSchema(definition);
  const made = schemasByPreference(definition);
  const key = [on, bulk, ...prefers.map((name) => preferences[name])].join();
  let schema = made.get(key);
  if (!schema) {
    const members = bulk
      ? bulkShape(definition, on)
      : on === 'create'
        ? createShape(definition)
        : updateShape(definition);
    const deprecated = prefers.some((name) => !preferences[name]);
    schema = (bodies ? bodies(on, members, preferences) : z.strictObject(members)).meta(
      called(definition, on, bulk, deprecated),
    );
    made.set(key, schema);
  }
  return schema;
};

/** The body of a single create or update, as an operation declares it. */
export const bodyOf = (definition: ResourceDefinition, on: 'create' | 'update'): NonNullable<Operation['body']> =>
  definition.bodies
    ? (preferences) => bodySchema(definition, on, preferences)
    : on === 'create'
      ? createSchema(definition)
      : updateSchema(definition);

const exampleOf = (name: string, { fields, createOnly }: ResourceDefinition): Json => {
  for (const [own, field] of Object.entries(fields)) {
    if (!field.write || bodyName(own, field) !== name) continue;
    if (field.example !== undefined) return field.example;
    if (field.reference) return exampleId(field.reference.to[0]!);
  }
  const [example] = itemsOf(createOnly?.[name]?.meta()?.examples);
  if (example === undefined) throw new Error(`the example body has ${name}, which has no example`);
  return example;
};

/** An example of a body, from the examples of its members. */
export const exampleBody = (definition: ResourceDefinition, on: 'create' | 'update'): JsonObject => {
  const fields = Object.entries(definition.fields).filter(([, { write }]) => write && (write.on ?? on) === on);
  const usual =
    on === 'create'
      ? fields.filter(([, { write }]) => write?.required)
      : fields.filter(([, { example }]) => example !== undefined).slice(0, 1);
  const names = definition.examples?.[on] ?? usual.map(([name, field]) => bodyName(name, field));
  return Object.fromEntries(names.map((name) => [name, exampleOf(name, definition)]));
};

/** The same in a bulk request, where the selection gives the parent. */
export const exampleData = (definition: ResourceDefinition, on: 'create' | 'update'): JsonObject =>
  without(exampleBody(definition, on), on === 'create' ? parentMembers(definition) : []);

const QUERY_DATES = { gt: 'later than', gte: 'on or later than', lt: 'earlier than', lte: 'on or earlier than' };

/** The query parameters for the filters of a list. */
export const filterParameters = (filters: Filters): QueryParameters =>
  Object.fromEntries(
    Object.entries(filters).map(([name, { schema, form, describe, required }]) => [
      name,
      { schema, form, describe, required },
    ]),
  );

/** The page of a list, and how many records it has. */
export const pageParameters = memoized(
  () =>
    ({
      page: {
        schema: z
          .int()
          .min(1)
          .max(1_000_000)
          .meta({ examples: [1] }),
        describe: 'Page, from 1',
      },
      per_page: {
        schema: z
          .int()
          .min(1)
          .max(100)
          .meta({ examples: [50] }),
        describe: 'Records on a page: 1 to 100, default 15',
      },
    }) satisfies QueryParameters,
);

/** The place in a list behind which a page begins, instead of its number. */
export const afterParameter = memoizedOn(
  ({ object }: ResourceDefinition): QueryParameters => ({
    after: {
      schema: idSchema(object),
      describe:
        'The records after this one, in order of creation. Give the last id of a page instead of the number of the next page: then no record that stays in the list is missed, and none is repeated. `meta` counts the records after it.',
    },
  }),
);

/** What a record can show in full of others; nothing where it can show none. */
export const expandParameter = memoizedOn((definition: ResourceDefinition): QueryParameters => {
  const values = expandable(definition);
  if (values.length === 0) return {};
  return {
    expand: {
      form: 'array',
      schema: z
        .array(
          textSchema({ max: 200 }).meta({
            pattern: `^(${values.join('|')})(\\.[a-z_]+){0,3}$`,
            examples: [values[0]!],
          }),
        )
        .max(20)
        .meta({ examples: [[values[0]!]] }),
      describe: `Related records to show in full: ${values.join(', ')}. Use dots for nested references.`,
    },
  };
});

/** The order of a list; nothing where it has one alone. */
export const sortParameter = (definition: ResourceDefinition): QueryParameters => {
  const names = Object.keys(definition.sorts ?? {});
  if (names.length === 0) return {};
  const one = `(${names.join('|')})(:(asc|desc))?`;
  return {
    sort: {
      schema: textSchema({ max: 500 }).meta({ pattern: `^${one}(,${one})*$`, examples: [`${names[0]}:desc`] }),
      describe: `field[:asc|desc], several by commas; fields: ${names.join(', ')}. Text is sorted without regard to case and accents.`,
    },
  };
};

/** Whether a list shows what is archived; nothing where nothing can be. */
export const archiveParameters = (definition: ResourceDefinition): QueryParameters =>
  definition.archivable
    ? {
        include_archived: { schema: queryFlag(), describe: 'true includes archived records' },
        archived_at: {
          schema: dateFilterSchema(),
          form: 'date',
          describe: `A date, or operators in brackets: ${Object.entries(QUERY_DATES)
            .map(([op, words]) => `[${op}] ${words}`)
            .join(', ')}`,
        },
      }
    : {};
