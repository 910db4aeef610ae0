import { z } from 'zod';
import type { Json } from '../../values/json.ts';
import { describedBy, type Field, type Fields, stubSchema } from '../definition/fields.ts';
import { bodyName, storedName } from '../definition/resource.ts';
import { idSchema, orNothing, orNull } from '../definition/schemas.ts';

/** Fields that hold more than one value: lists of references, and objects with fields of their own. */

interface Options {
  required?: boolean;
  nullable?: boolean;
  on?: 'create' | 'update';
}

type Shape = Record<string, z.ZodType>;

/** Members that a body may have for some fields. */
export const bodyMembers = (fields: Fields, on: 'create' | 'update'): Shape => {
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

/**
 * Ids of other records, each once: written as `<name>`, or as what `name` says (`tag_ids`), shown as stubs, expanded on
 * request.
 */
export const references = (
  to: string | readonly string[],
  options: Options & { name?: string; min?: number; max: number; expandable?: boolean },
): Field<string[], 'self'> => {
  const objects = typeof to === 'string' ? [to] : to;
  const schema = z
    .array(idSchema(...objects))
    .min(options.min ?? 0)
    .max(options.max)
    .refine((ids) => new Set(ids).size === ids.length, {
      params: { text: { en: 'must name each record once', fr: 'doit nommer chaque enregistrement une seule fois' } },
    })
    .meta({ uniqueItems: true });
  const { name, required, nullable, on, expandable = true } = options;
  return {
    stored: 'self',
    write: { schema, name, required, nullable, on, initial: [] },
    answer: nullable ? z.array(stubSchema(objects)).nullable() : z.array(stubSchema(objects)),
    column: 'text[]',
    reference: { to: objects, expandable, many: true },
  };
};

/** What the objects of a member are made of, as a body gives it and as they are kept. */
const heldSchema = (fields: Fields): z.ZodType => {
  const shape: Shape = {};
  for (const [name, field] of Object.entries(fields)) {
    const { write } = field;
    if (!write) throw new Error(`${name} stands in an object that is written as a whole, and cannot be written`);
    if (bodyName(name, field) !== storedName(name, field))
      throw new Error(`${name} stands in an object that is kept as it is written, so it has one name`);
    const schema = write.nullable ? write.schema.nullable() : write.schema;
    const initial = write.initial ?? null;
    shape[bodyName(name, field)] = describedBy(
      field,
      write.required ? schema : initial === null ? schema.nullable().default(null) : schema.default(initial),
    );
  }
  return z.strictObject(shape);
};

const heldAnswer = (fields: Fields): z.ZodType =>
  z.object(Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, describedBy(field, field.answer)])));

/** An object with fields of its own, written as a whole. */
export const objectOf = (fields: Fields, options: Options & { id: string; about: string }): Field<Json, 'self'> => {
  const { id, about, ...rest } = options;
  const answer = heldAnswer(fields).meta({ id, description: about });
  return {
    stored: 'self',
    write: { ...rest, schema: heldSchema(fields).meta({ id: `${id}_given`, description: about }), initial: null },
    answer: rest.required ? answer : answer.nullable(),
    holds: { fields, many: false },
  };
};

/** A list of objects with fields of their own, written as a whole. `id` names one of them in the reference. */
export const listOfObjects = (
  fields: Fields,
  options: Options & { id: string; about: string; min?: number; max: number },
): Field<Json, 'self'> => {
  const { id, about, min = 0, max, ...rest } = options;
  const given = heldSchema(fields).meta({ id: `${id}_given`, description: about });
  return {
    stored: 'self',
    write: { ...rest, schema: z.array(given).min(min).max(max), initial: [] },
    answer: z.array(heldAnswer(fields).meta({ id, description: about })),
    holds: { fields, many: true },
  };
};
