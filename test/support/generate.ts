import { registry } from '../../src/registry.ts';

/**
 * Requests made from the reference: values that fit a JSON schema, and values that do not. Seeded, so a failure
 * repeats.
 */
export type Schema = Record<string, unknown> & {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
};

export interface Random {
  /** From 0 up to, not with, 1. */
  next(): number;
  below(limit: number): number;
  pick<T>(values: readonly T[]): T;
}

/** A small generator of its own (mulberry32): the same numbers on every machine. */
export const randomFrom = (seed: number): Random => {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return { next, below, pick: (values) => values[below(values.length)]! };
};

/** What no schema asks for, and callers send all the same. */
const NASTY: readonly unknown[] = [
  null,
  true,
  '',
  0,
  -1,
  0.1,
  1e21,
  -0,
  12.345,
  99999999999,
  'NaN',
  '1e9',
  'a\u0000b',
  '\ud800',
  'x'.repeat(11_000),
  '💸'.repeat(200),
  '2026-02-30',
  '0000-00-00',
  "'; drop table events; --",
  '%_\\',
  [],
  {},
  [[]],
  { __proto__: null, constructor: 1 },
  [null],
  'cmp_01K2ZQ7M4T8W3N5R6V9X0Y1A2B',
];

const STRINGS = ['Ada', 'é', 'hr-1', 'ON', 'CA', '2026-01-01', '2026-06-30', '60', '12.50', 'ca_on', 'x@y.zz'];

export interface Known {
  /** Schemas by name, for `$ref`. */
  components: Record<string, Schema>;
  /** Ids that exist, for members that take one. */
  ids: readonly string[];
  /** Share of the parts of a value that do not fit; 0 for a request that is meant to get through. */
  nastiness: number;
}

const resolve = (schema: Schema, { components }: Known): Schema =>
  schema.$ref ? (components[schema.$ref.split('/').at(-1)!] ?? {}) : schema;

/** A value for a schema, parts of which do not fit as `nastiness` says. */
export const valueFor = (raw: Schema, random: Random, known: Known, depth = 0): unknown => {
  if (random.next() < known.nastiness) return random.pick(NASTY);
  const schema = resolve(raw, known);
  if ('const' in schema) return schema.const;
  if (schema.enum) return random.pick(schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return valueFor(random.pick(choices), random, known, depth + 1);
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => valueFor(part, random, known, depth + 1)));
  const type = Array.isArray(schema.type) ? random.pick(schema.type) : schema.type;
  switch (type) {
    case 'object': {
      const value: Record<string, unknown> = {};
      for (const [name, member] of Object.entries(schema.properties ?? {}))
        if (schema.required?.includes(name) ? random.next() >= known.nastiness / 3 : random.next() < 0.3)
          value[name] = valueFor(idMember(name, member), random, known, depth + 1);
      if (random.next() < known.nastiness / 2)
        value[random.pick(['unknown', '__proto__', 'id', 'data', 'é'])] = random.pick(NASTY);
      return value;
    }
    case 'array':
      if (depth > 8) return [];
      return Array.from({ length: random.below(4) }, () => valueFor(schema.items ?? {}, random, known, depth + 1));
    case 'integer':
      return random.below(40) - 2;
    case 'number':
      return random.below(100_000) / 100;
    case 'boolean':
      return random.next() < 0.5;
    case 'null':
      return null;
    default:
      if (schema.format === 'date') return random.pick(['2026-01-01', '2026-03-31', '2025-12-15', '2026-13-01']);
      if (schema['x-id']) return idFor(schema['x-id'] as string, random, known);
      return random.pick(fitting(schema));
  }
};

/** Texts of the form that a schema asks for, where any of ours has it. */
const fitting = ({ pattern }: Schema): readonly string[] => {
  const some = typeof pattern === 'string' ? STRINGS.filter((text) => new RegExp(pattern, 'u').test(text)) : STRINGS;
  return some.length > 0 ? some : STRINGS;
};

/** A member that takes an id is known by its name, which says of what kind. */
const idMember = (name: string, schema: Schema): Schema => {
  if (!/(_id|^ids|^owner_id)$/.test(name)) return schema;
  if (schema.type === 'string') return { ...schema, 'x-id': name };
  return schema.anyOf ? { ...schema, anyOf: schema.anyOf.map((part) => idMember(name, part)) } : schema;
};

/** Of the ids that a member of this name takes. */
const PREFIXES = new Map(registry.all.map(({ object, prefix }) => [`${object}_id`, prefix]));

/** Mostly an id of the kind that the member takes, sometimes of another. */
export const idFor = (member: string, random: Random, { ids }: Known): string => {
  const fitting = ids.filter((id) => id.startsWith(`${PREFIXES.get(member) ?? member}_`));
  return fitting.length > 0 && random.next() < 0.9 ? random.pick(fitting) : random.pick(ids);
};
