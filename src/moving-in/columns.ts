import { z } from 'zod';
import { createShape } from '../kernel/calls/requests.ts';
import { bodyName, type ResourceDefinition } from '../kernel/definition/resource.ts';
import { itemsOf, objectOf } from '../values/json.ts';
import { memoizedOn } from '../values/memoized.ts';

/** A column of a file whose rows become records of a resource. It sets a scalar member of the create body. */
export interface ImportColumn {
  name: string;
  /** The member of the body that it sets. */
  member: string;
  /**
   * What a cell holds: text (dates and decimals too), `true` or `false`, an integer, integers separated by spaces,
   * shares by tag, or overrides of a setting (cells.ts).
   */
  kind: 'text' | 'flag' | 'integer' | 'integers' | 'shares' | 'overrides';
  isRequired: boolean;
  /** Whether its text is a decimal. */
  isDecimal?: boolean;
  /** The cell names a record of one of these kinds, by a name (NAMES in references.ts) or its id. */
  refersTo?: readonly string[];
  about: string;
}

/** The column that identifies a row when a file is imported again. */
export const KEY = 'external_ref';

/** Members whose cells have their own notation. */
const WITH_NOTATION: Readonly<Record<string, Pick<ImportColumn, 'kind' | 'refersTo'>>> = {
  tag_assignment: { kind: 'shares', refersTo: ['tag'] },
  overrides: { kind: 'overrides' },
};

const typesOf = (schema: unknown): string[] => {
  const { type, anyOf, enum: values } = objectOf(schema);
  const alternatives = itemsOf(anyOf).flatMap(typesOf);
  if (alternatives.length > 0) return alternatives;
  return type === undefined ? (values === undefined ? [] : ['string']) : [type].flat().map(String);
};

/** Whether a member is a decimal: a number, or its text. */
const isDecimal = (schema: z.ZodType): boolean => {
  const types = typesOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
  return types.includes('string') && types.includes('number');
};

/** What a cell for a member holds; undefined for a member that does not fit in a cell. */
const kindOf = (schema: z.ZodType): ImportColumn['kind'] | undefined => {
  const jsonSchema = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const types = typesOf(jsonSchema);
  if (types.includes('string')) return 'text';
  if (types.includes('boolean')) return 'flag';
  if (types.includes('integer') || types.includes('number')) return 'integer';
  const lists = [objectOf(jsonSchema), ...itemsOf(objectOf(jsonSchema).anyOf).map(objectOf)];
  return lists.some(({ items }) => typesOf(items).includes('integer')) ? 'integers' : undefined;
};

/**
 * The columns of the file of a resource, in the order of its fields. Memoized, since it makes a JSON Schema of each
 * member.
 */
export const columnsOf = memoizedOn((definition: ResourceDefinition): readonly ImportColumn[] => {
  const shape: Readonly<Record<string, z.ZodType>> = createShape(definition);
  return Object.entries(definition.fields).flatMap(([name, field]) => {
    const { write, reference, about = '' } = field;
    const member = bodyName(name, field);
    const schema = shape[member];
    if (!write || write.on === 'update' || !schema) return [];
    const notation = WITH_NOTATION[name];
    const kind = notation?.kind ?? kindOf(schema);
    if (!kind || name.endsWith('_translations')) return [];
    const isRequired = write.required === true || name === KEY;
    const decimal = kind === 'text' && isDecimal(schema) ? { isDecimal: true } : {};
    const column = { name, member, isRequired, about, kind, ...decimal, ...notation };
    return [reference ? { ...column, refersTo: reference.to } : column];
  });
});
