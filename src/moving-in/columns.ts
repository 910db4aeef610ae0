import { z } from 'zod';
import { createShape } from '../kernel/calls/requests.ts';
import { bodyName, type ResourceDefinition } from '../kernel/definition/resource.ts';
import { itemsOf, type Json, objectOf } from '../values/json.ts';
import { memoizedOn } from '../values/memoized.ts';

/** The columns of a file whose rows become records of a resource: the scalar members of its create body. */
export interface ImportColumn {
  name: string;
  /** The member of a body that it sets. */
  member: string;
  /**
   * What a cell holds: a text (dates and decimals too), `true` or `false`, a whole number, whole numbers with spaces
   * between them, shares of tags, or overrides of a setting (cells.ts).
   */
  kind: 'text' | 'flag' | 'integer' | 'integers' | 'shares' | 'overrides';
  isRequired: boolean;
  /** It names a record of one of these by its external_ref or its id. */
  refersTo?: readonly string[];
  about: string;
}

/** The column by which a row is known again. */
export const KEY = 'external_ref';

/** Members whose cells have a notation of their own. */
const NOTED: Readonly<Record<string, Pick<ImportColumn, 'kind' | 'refersTo'>>> = {
  tag_assignment: { kind: 'shares', refersTo: ['tag'] },
  overrides: { kind: 'overrides' },
};

const typesOf = (schema: unknown): string[] => {
  const { type, anyOf, enum: values } = objectOf(schema);
  const alternatives = itemsOf(anyOf).flatMap(typesOf);
  if (alternatives.length > 0) return alternatives;
  return type === undefined ? (values === undefined ? [] : ['string']) : [type].flat().map(String);
};

/** What a cell of a member holds; undefined of members that no cell can hold. */
const kindOf = (schema: z.ZodType): ImportColumn['kind'] | undefined => {
  const shown = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const types = typesOf(shown);
  if (types.includes('string')) return 'text';
  if (types.includes('boolean')) return 'flag';
  if (types.includes('integer') || types.includes('number')) return 'integer';
  const lists = [objectOf(shown), ...itemsOf(objectOf(shown).anyOf).map(objectOf)];
  return lists.some(({ items }) => typesOf(items).includes('integer')) ? 'integers' : undefined;
};

/** Columns of files about a resource, in the order of its fields. Each member's schema is made into JSON Schema. */
export const columnsOf = memoizedOn((definition: ResourceDefinition): readonly ImportColumn[] => {
  const shape: Readonly<Record<string, z.ZodType>> = createShape(definition);
  return Object.entries(definition.fields).flatMap(([name, field]) => {
    const { write, reference, about = '' } = field;
    const member = bodyName(name, field);
    const schema = shape[member];
    if (!write || write.on === 'update' || !schema || reference?.many || field.holds) return [];
    const noted = NOTED[name];
    const kind = noted?.kind ?? kindOf(schema);
    if (!kind || name.endsWith('_translations')) return [];
    const isRequired = write.required === true || name === KEY;
    const column = { name, member, isRequired, about, kind, ...noted };
    return [reference ? { ...column, refersTo: reference.to } : column];
  });
});

/** A cell as a body has it; what cannot be read is left as it is, and the schema of the body says what is wrong. */
export const cellValue = (cell: string, kind: ImportColumn['kind']): Json => {
  const text = cell.trim();
  if (kind === 'flag') return { true: true, false: false }[text.toLowerCase()] ?? text;
  if (kind === 'integer') return /^-?\d{1,9}$/.test(text) ? Number(text) : text;
  if (kind === 'integers') return text.split(/\s+/).map((part) => (/^-?\d{1,9}$/.test(part) ? Number(part) : part));
  return text;
};
