import { z } from 'zod';

/** A JSON schema, or any other part of the document. */
export type Node = { [member: string]: unknown };

/**
 * Turns zod schemas into JSON schemas (draft 2020-12) that share what has a name: a schema with `meta({ id })` becomes a
 * component and a reference to it. zod itself refuses two schemas of one name in a document; here equal ones are one
 * component, and different ones (a body before and after its defaults, say) are told apart by a number.
 */
export interface Components {
  /** What a request may bring (`input`) or an answer holds (`output`). */
  schema(schema: z.ZodType, io: 'input' | 'output'): Node;
  /** All named schemas so far, by name. */
  all(): Record<string, Node>;
}

/** Marks a schema's place with its name, until it is moved to the components. */
const NAME = 'x-component';

const named = Object.assign(z.registry<Record<string, unknown>>(), {
  get: (schema: z.ZodType): Node | undefined => {
    const meta = z.globalRegistry.get(schema) as Node | undefined;
    if (meta?.id === undefined) return meta;
    const { id, ...rest } = meta;
    return { ...rest, [NAME]: id };
  },
});

const isEmptyArray = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

const isAnything = (node: unknown): boolean => typeof node === 'object' && Object.keys(node ?? {}).length === 0;

export const makeComponents = (): Components => {
  const schemas = new Map<string, Node>();
  const names = new Map<string, string>();

  const nameOf = (wanted: string, node: Node): string => {
    const key = `${wanted} ${JSON.stringify(node)}`;
    let name = names.get(key);
    if (name === undefined) {
      name = wanted;
      for (let n = 2; schemas.has(name); n++) name = `${wanted}_${n}`;
      names.set(key, name);
      schemas.set(name, node);
    }
    return name;
  };

  /** Moves what has a name to the components, from the inside out. */
  const settle = (value: unknown, io: 'input' | 'output'): unknown => {
    if (Array.isArray(value)) return value.map((item) => settle(item, io));
    if (value === null || typeof value !== 'object') return value;
    const node: Node = {};
    for (const [member, inner] of Object.entries(value)) {
      if (member === NAME || member === '$schema') continue;
      if (member === 'examples' && isEmptyArray(inner)) continue;
      // Answers may gain members; who reads them must not fail on that.
      if (member === 'additionalProperties' && inner === false && io === 'output') continue;
      node[member] = settle(inner, io);
    }
    // Anything, or null: anything.
    if (Array.isArray(node.anyOf) && node.anyOf.some(isAnything)) delete node.anyOf;
    const name = (value as Node)[NAME];
    return typeof name === 'string' ? { $ref: `#/components/schemas/${nameOf(name, node)}` } : node;
  };

  return {
    schema: (schema, io) => {
      const json = z.toJSONSchema(schema, {
        io,
        unrepresentable: 'any',
        metadata: named as unknown as z.core.$ZodRegistry<Record<string, unknown>>,
      });
      if (json.$defs) throw new Error('a schema of the interface refers to itself, which its reference cannot show');
      return settle(json, io) as Node;
    },
    all: () => Object.fromEntries([...schemas].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
};
