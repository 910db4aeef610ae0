import { z } from 'zod';
import { envelopeSchema, RECORD_OF } from '../../kernel/definition/envelopes.ts';
import type { ResourceDefinition } from '../../kernel/definition/resource.ts';
import { ALSO, EXAMPLE_ID, ID_OF, SHOWN_AS } from '../../kernel/definition/schemas.ts';

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
  /** An example with the records that it names as ids. */
  example(value: unknown): unknown;
  /** The schema of an id of an object. */
  idOf(object: string): Node;
  /** All named schemas so far, by name. */
  all(): Record<string, Node>;
}

/** Marks a schema's place with its name, until it is moved to the components. */
const NAME = 'x-component';
/** What is said of a named schema, wherever it stands; what is said of one place stands beside it. */
const OWN = 'x-own';
/** Members that may stand beside a reference. */
const BESIDE = ['description', 'examples', 'deprecated', 'default'];

/** zod makes JSON of what is said of a schema; keywords that hold schemas are kept from it, and stand for themselves by number. */
const aside: unknown[] = [];
const keptAside = (value: unknown): number => {
  const at = aside.indexOf(value);
  return at >= 0 ? at : aside.push(value) - 1;
};

const named = Object.assign(z.registry<Record<string, unknown>>(), {
  get: (schema: z.ZodType): Node | undefined => {
    const meta = z.globalRegistry.get(schema) as Node | undefined;
    if (meta?.id === undefined && meta?.[ALSO] === undefined) return meta;
    const { id, ...rest } = meta;
    if (rest[ALSO]) rest[ALSO] = keptAside(rest[ALSO]);
    return id === undefined ? rest : { [NAME]: id, [OWN]: rest };
  },
});

/** Members that steer how a schema is shown, and are no part of it. */
const ASIDE = new Set([NAME, OWN, SHOWN_AS, ID_OF, ALSO, '$schema']);

const isEmptyArray = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

const isAnything = (node: unknown): boolean => typeof node === 'object' && Object.keys(node ?? {}).length === 0;

const ULID = '[0-7][0-9A-HJKMNP-TV-Z]{25}';
const AN_ID = '01K2ZQ7M4T8W3N5R6V9X0Y1A2B';

/** @param definitions what is served, by object */
export const makeComponents = (definitions: ReadonlyMap<string, ResourceDefinition> = new Map()): Components => {
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

  /** An id is told by its prefix; of what is not served yet there is none, and no id to show. */
  const idNode = (objects: readonly string[]): Node => {
    const served = objects.flatMap((object) => definitions.get(object)?.prefix ?? []);
    if (served.length === 0) return { pattern: `^[a-z]+_${ULID}$`, examples: [`id_${AN_ID}`] };
    const prefix = served.length === 1 ? served[0] : `(${served.join('|')})`;
    return { pattern: `^${prefix}_${ULID}$`, examples: [`${served[0]}_${AN_ID}`] };
  };

  /** Examples name records by what they are; the reference shows an id of that kind. */
  const example = (value: unknown): unknown => {
    if (typeof value === 'string')
      return value.replace(EXAMPLE_ID, (_, object: string) => `${definitions.get(object)?.prefix ?? 'id'}_${AN_ID}`);
    if (Array.isArray(value)) return value.map(example);
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).map(([member, inner]) => [member, example(inner)]));
  };

  /** Moves what has a name to the components, from the inside out. */
  const settle = (value: unknown, io: 'input' | 'output'): unknown => {
    if (Array.isArray(value)) return value.map((item) => settle(item, io));
    if (value === null || typeof value !== 'object') return value;
    const node: Node = {};
    for (const [member, inner] of Object.entries(value)) {
      if (ASIDE.has(member)) continue;
      if (member === 'examples') {
        if (!isEmptyArray(inner)) node.examples = example(inner);
        continue;
      }
      // Answers may gain members; who reads them must not fail on that.
      if (member === 'additionalProperties' && inner === false && io === 'output') continue;
      // Names of members are texts anyway, and what a member may be needs no saying where it may be anything.
      if (member === 'propertyNames') continue;
      // The bounds of what floats hold exactly say nothing of the value.
      if ((member === 'maximum' || member === 'minimum') && Math.abs(inner as number) === Number.MAX_SAFE_INTEGER)
        continue;
      node[member] = settle(inner, io);
    }
    const raw = value as Node;
    const records = raw[RECORD_OF] as readonly string[] | undefined;
    if (records) {
      const served = records.flatMap((object) => definitions.get(object) ?? []);
      const all = served.map((definition) => schema(envelopeSchema(definition), io));
      return all.length === 1 ? all[0] : { anyOf: all };
    }
    const shown = raw[SHOWN_AS] as Node | undefined;
    const ids = raw[ID_OF] as readonly string[] | undefined;
    if (shown) {
      const beside = Object.fromEntries(Object.entries(node).filter(([member]) => BESIDE.includes(member)));
      return { ...(settle(shown, io) as Node), ...beside };
    }
    if (ids) {
      const { minLength: _, maxLength: __, pattern: ___, ...rest } = node;
      return { ...rest, ...idNode(ids) };
    }
    // Anything, or null: anything.
    if (Array.isArray(node.anyOf) && node.anyOf.some(isAnything)) delete node.anyOf;
    const name = raw[NAME];
    const own = (raw[OWN] ?? {}) as Node;
    const also = (own[ALSO] ?? raw[ALSO]) as number | undefined;
    if (also !== undefined) addTo(node, aside[also] as Node, io);
    if (typeof name !== 'string') return node;
    const beside: Node = {};
    const whole: Node = { ...(settle({ ...own, [ALSO]: undefined }, io) as Node) };
    for (const [member, inner] of Object.entries(node)) (BESIDE.includes(member) ? beside : whole)[member] = inner;
    return { $ref: `#/components/schemas/${nameOf(name, whole)}`, ...beside };
  };

  /** Keywords as declared, with the schemas that stand in them. */
  const shownIn = (value: unknown, io: 'input' | 'output'): unknown => {
    if (value instanceof z.ZodType) return schema(value, io);
    if (Array.isArray(value)) return value.map((item) => shownIn(item, io));
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).map(([member, inner]) => [member, shownIn(inner, io)]));
  };

  /** Members that a whole takes in fewer forms than the field says; what is said of them stays. */
  const narrow = (members: Node, narrower: Node): void => {
    for (const [name, schema] of Object.entries(narrower)) {
      const said = Object.entries((members[name] ?? {}) as Node).filter(([member]) => BESIDE.includes(member));
      members[name] = { ...(schema as Node), ...Object.fromEntries(said) };
    }
  };

  /** What a whole wants beyond its members, with what they want. */
  const addTo = (node: Node, { required, properties, ...rest }: Node, io: 'input' | 'output'): void => {
    Object.assign(node, shownIn(rest, io));
    if (properties) narrow(node.properties as Node, shownIn(properties, io) as Node);
    if (required) node.required = [...new Set([...((node.required ?? []) as string[]), ...(required as string[])])];
  };

  const schema = (of: z.ZodType, io: 'input' | 'output'): Node => {
    const json = z.toJSONSchema(of, {
      io,
      unrepresentable: 'any',
      metadata: named as unknown as z.core.$ZodRegistry<Record<string, unknown>>,
    });
    if (json.$defs) throw new Error('a schema of the interface refers to itself, which its reference cannot show');
    return settle(json, io) as Node;
  };

  return {
    schema,
    example,
    idOf: (object) => ({ type: 'string', ...idNode([object]) }),
    all: () => Object.fromEntries([...schemas].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
};
