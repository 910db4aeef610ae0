import { z } from 'zod';
import { expandable } from '../answers/present.ts';
import { describedBy, type Fields } from '../definition/fields.ts';
import type { Operation, Preferences, QueryParameters } from '../definition/operation.ts';
import { bodyName, type Filters, type ResourceDefinition, storedName } from '../definition/resource.ts';
import { dateFilterSchema, queryFlag, textSchema } from '../definition/schemas.ts';

/** Request schemas, made from fields. Each is made once per definition. */
const memo = <T>(make: (definition: ResourceDefinition) => T): ((definition: ResourceDefinition) => T) => {
  const made = new WeakMap<ResourceDefinition, { value: T }>();
  return (definition) => {
    let found = made.get(definition);
    if (!found) {
      found = { value: make(definition) };
      made.set(definition, found);
    }
    return found.value;
  };
};

type Shape = Record<string, z.ZodType>;

const membersFor = (fields: Fields, on: 'create' | 'update'): Shape => {
  const shape: Shape = {};
  for (const [name, field] of Object.entries(fields)) {
    const { write } = field;
    const stored = storedName(name, field);
    if (!write || stored === undefined || (write.on && write.on !== on)) continue;
    const schema = write.nullable ? write.schema.nullable() : write.schema;
    shape[bodyName(name, field)] = describedBy(field, on === 'create' && write.required ? schema : schema.optional());
  }
  return shape;
};

/** Members that a create body may have. */
export const createShape = memo((definition) => ({
  ...membersFor(definition.fields, 'create'),
  ...definition.createOnly,
}));
/** Members that an update body may have, all of them optional. */
export const updateShape = memo((definition) => membersFor(definition.fields, 'update'));

/** Body of a single create. */
export const createSchema = memo((definition) =>
  z.strictObject(createShape(definition)).meta({ id: `${definition.object}_create` }),
);
/** Body of a single update. */
export const updateSchema = memo((definition) =>
  z.strictObject(updateShape(definition)).meta({ id: `${definition.object}_update` }),
);

const withoutMember = (shape: Shape, member: string): Shape => {
  const { [member]: _, ...rest } = shape;
  return rest;
};

/** `data` of a bulk create: a create body without the parent, which the selection gives. */
const bulkCreateShape = memo((definition) => withoutMember(createShape(definition), definition.bulk?.parent ?? ''));

/** Members of `data` in a bulk request: a create body has no parent there, an update body is as usual. */
export const bulkShape = (definition: ResourceDefinition, on: 'create' | 'update'): Shape =>
  on === 'create' ? bulkCreateShape(definition) : updateShape(definition);

const schemasByPreference = memo((_: ResourceDefinition) => new Map<string, z.ZodType>());

/** Schema of a body, or of the `data` of a bulk request, in the form that the caller prefers. */
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
    schema = bodies ? bodies(on, members, preferences) : z.strictObject(members);
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

const QUERY_DATES = { gt: 'later than', gte: 'on or later than', lt: 'earlier than', lte: 'on or earlier than' };

/** Query parameters of filters as they come in a list. */
export const filterParameters = (filters: Filters): QueryParameters =>
  Object.fromEntries(
    Object.entries(filters).map(([name, { schema, form, describe }]) => [name, { schema, form, describe }]),
  );

export const pageParameters = (): QueryParameters => ({
  page: { schema: z.int().min(1).max(1_000_000), describe: 'Page, from 1' },
  per_page: {
    schema: z.int().min(1).max(100),
    describe: 'Records on a page: 1 to 100, default 15',
  },
});

export const expandParameter = (definition: ResourceDefinition): QueryParameters => {
  const values = expandable(definition);
  if (values.length === 0) return {};
  return {
    expand: {
      form: 'array',
      schema: z
        .array(textSchema({ max: 200 }))
        .max(20)
        .meta({ items: { type: 'string', examples: values } }),
      describe: `Related records to show in full: ${values.join(', ')}. Nested ones by dots.`,
    },
  };
};

export const sortParameter = (definition: ResourceDefinition): QueryParameters => {
  const names = Object.keys(definition.sorts ?? {});
  if (names.length === 0) return {};
  return {
    sort: {
      schema: textSchema({ max: 500 }),
      describe: `field[:asc|desc], several by commas; fields: ${names.join(', ')}`,
    },
  };
};

export const archiveParameters = (definition: ResourceDefinition): QueryParameters =>
  definition.archivable
    ? {
        include_archived: { schema: queryFlag(), describe: 'true adds archived records' },
        archived_at: {
          schema: dateFilterSchema(),
          form: 'date',
          describe: `A date, or operators in brackets: ${Object.entries(QUERY_DATES)
            .map(([op, words]) => `[${op}] ${words}`)
            .join(', ')}`,
        },
      }
    : {};
