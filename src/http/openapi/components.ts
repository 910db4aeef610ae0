import { z } from 'zod';
import { envelopeSchema, RECORD_OF } from '../../kernel/definition/envelopes.ts';
import type { ResourceDefinition } from '../../kernel/definition/resource.ts';
import { ALSO, EXAMPLE_ID, ID_OF, SHOWN_AS } from '../../kernel/definition/schemas.ts';
import { isRecord, isText, textsOf } from '../../values/json.ts';

/** A JSON schema, or any other part of the document. */
export type Node = { [member: string]: unknown };

/**
 * Turns zod schemas into JSON schemas (draft 2020-12) with shared components: a schema with `meta({ id })` becomes a
 * component and a reference to it. zod itself refuses two schemas of one name in a document. Here equal ones are one
 * component, and different ones (for example a body before and after its defaults) get numbers.
 */
export interface Components {
  /** The JSON schema for requests (`input`) or answers (`output`). */
  schema(schema: z.ZodType, io: 'input' | 'output'): Node;
  /** An example, in which records are replaced by ids. */
  example(value: unknown): unknown;
  /** The schema of an id of an object. */
  idOf(object: string): Node;
  /** All named schemas so far, by name. */
  all(): Record<string, Node>;
}

/** Keyword with the name of a schema, until the schema is moved to the components. */
const NAME = 'x-component';
/** Keyword with the description of a named schema itself; the description of its use is beside it. */
const OWN = 'x-own';
/** Keywords that are allowed beside a reference. */
const BESIDE = ['description', 'examples', 'deprecated', 'default'];

/**
 * zod serializes the metadata of a schema, but keywords may have schemas as values. Such values are kept here and
 * replaced by their index.
 */
const aside: unknown[] = [];
const keptAside = (value: unknown): number => {
  const at = aside.indexOf(value);
  return at >= 0 ? at : aside.push(value) - 1;
};

class Named extends z.core.$ZodRegistry<Record<string, unknown>> {
  override get(schema: z.core.$ZodType): Node | undefined {
    const meta: Node | undefined = z.globalRegistry.get(schema);
    if (meta?.id === undefined && meta?.[ALSO] === undefined) return meta;
    const { id, ...rest } = meta;
    if (rest[ALSO]) rest[ALSO] = keptAside(rest[ALSO]);
    return id === undefined ? rest : { [NAME]: id, [OWN]: rest };
  }
}
/** The registry whose `get` adds the names. */
const named = new Named();

/** Keywords that control how a schema is shown and are no part of it. */
const ASIDE = new Set([NAME, OWN, SHOWN_AS, ID_OF, ALSO, '$schema']);

const isEmptyArray = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

const isAnything = (node: unknown): boolean => typeof node === 'object' && Object.keys(node ?? {}).length === 0;

const ULID = '[0-7][0-9A-HJKMNP-TV-Z]{25}';
const AN_ID = '01K2ZQ7M4T8W3N5R6V9X0Y1A2B';

type Direction = 'input' | 'output';

/** An object as a part of the document; an empty one for any other value. */
const nodeOf = (value: unknown): Node => (isRecord(value) ? value : {});

/** The keywords of a use of a schema, without those of the schema itself. */
const saidOf = (node: Node): Node =>
  Object.fromEntries(Object.entries(node).filter(([member]) => BESIDE.includes(member)));

/** @param definitions the served resources, by object */
export const makeComponents = (definitions: ReadonlyMap<string, ResourceDefinition> = new Map()): Components =>
  new NamedComponents(definitions);

class NamedComponents implements Components {
  private readonly definitions: ReadonlyMap<string, ResourceDefinition>;
  private readonly schemas = new Map<string, Node>();
  private readonly names = new Map<string, string>();
  /** The result of each schema, since most are in several operations. */
  private readonly made = { input: new Map<z.ZodType, Node>(), output: new Map<z.ZodType, Node>() };

  constructor(definitions: ReadonlyMap<string, ResourceDefinition>) {
    this.definitions = definitions;
  }

  schema(of: z.ZodType, io: Direction): Node {
    const found = this.made[io].get(of);
    if (found) return found;
    const node = this.makeOf(of, io);
    this.made[io].set(of, node);
    return node;
  }

  private makeOf(of: z.ZodType, io: Direction): Node {
    const json = z.toJSONSchema(of, {
      io,
      unrepresentable: 'any',
      metadata: named,
    });
    if (json.$defs) throw new Error('a schema of the interface refers to itself, which its reference cannot show');
    return this.namedApart(json, io);
  }

  example(value: unknown): unknown {
    if (isText(value))
      return value.replace(EXAMPLE_ID, (_, object: string) => `${this.prefixOf(object) ?? 'id'}_${AN_ID}`);
    if (Array.isArray(value)) return value.map((one) => this.example(one));
    if (!isRecord(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([member, inner]) => [member, this.example(inner)]));
  }

  idOf(object: string): Node {
    return { type: 'string', ...this.idNode([object]) };
  }

  all(): Record<string, Node> {
    return Object.fromEntries([...this.schemas].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  private prefixOf(object: string): string | undefined {
    return this.definitions.get(object)?.prefix;
  }

  private nameOf(wanted: string, node: Node): string {
    const key = `${wanted} ${JSON.stringify(node)}`;
    let name = this.names.get(key);
    if (name === undefined) {
      name = wanted;
      for (let n = 2; this.schemas.has(name); n++) name = `${wanted}_${n}`;
      this.names.set(key, name);
      this.schemas.set(name, node);
    }
    return name;
  }

  /** The schema of an id with its prefix; an object that is not served has no prefix and no example. */
  private idNode(objects: readonly string[]): Node {
    const served = objects.flatMap((object) => this.prefixOf(object) ?? []);
    if (served.length === 0) return { pattern: `^[a-z]+_${ULID}$`, examples: [`id_${AN_ID}`] };
    const prefix = served.length === 1 ? served[0] : `(${served.join('|')})`;
    return { pattern: `^${prefix}_${ULID}$`, examples: [`${served[0]}_${AN_ID}`] };
  }

  private apart(value: unknown, io: Direction): unknown {
    if (Array.isArray(value)) return value.map((item) => this.apart(item, io));
    return isRecord(value) ? this.namedApart(value, io) : value;
  }

  /** Moves named schemas to the components, the innermost first. */
  private namedApart(raw: Node, io: Direction): Node {
    const node = this.membersOf(raw, io);
    if (raw[RECORD_OF]) return this.recordsOf(textsOf(raw[RECORD_OF]), io);
    if (raw[SHOWN_AS]) return { ...this.namedApart(nodeOf(raw[SHOWN_AS]), io), ...saidOf(node) };
    if (raw[ID_OF]) {
      const { minLength: _, maxLength: __, pattern: ___, ...rest } = node;
      return { ...rest, ...this.idNode(textsOf(raw[ID_OF])) };
    }
    // Anything, or null: anything.
    if (Array.isArray(node.anyOf) && node.anyOf.some(isAnything)) delete node.anyOf;
    const own = nodeOf(raw[OWN]);
    const also = own[ALSO] ?? raw[ALSO];
    if (typeof also === 'number') this.addTo(node, nodeOf(aside[also]), io);
    const name = raw[NAME];
    if (!isText(name)) return node;
    const beside: Node = {};
    const whole: Node = this.namedApart({ ...own, [ALSO]: undefined }, io);
    for (const [member, inner] of Object.entries(node)) (BESIDE.includes(member) ? beside : whole)[member] = inner;
    return { $ref: `#/components/schemas/${this.nameOf(name, whole)}`, ...beside };
  }

  /** The keywords of a schema that are shown, with named schemas moved to the components. */
  private membersOf(raw: Node, io: Direction): Node {
    const node: Node = {};
    for (const [member, inner] of Object.entries(raw)) {
      if (ASIDE.has(member)) continue;
      if (member === 'examples') {
        if (!isEmptyArray(inner)) node.examples = this.example(inner);
        continue;
      }
      // Answers may gain members, which clients must ignore.
      if (member === 'additionalProperties' && inner === false && io === 'output') continue;
      // Names of members are always texts.
      if (member === 'propertyNames') continue;
      // The limits of safe integers say nothing about the value.
      if ((member === 'maximum' || member === 'minimum') && Math.abs(Number(inner)) === Number.MAX_SAFE_INTEGER)
        continue;
      node[member] = this.apart(inner, io);
    }
    return node;
  }

  /** The schema of records of some objects, as far as these are served. */
  private recordsOf(objects: readonly string[], io: Direction): Node {
    const served = objects.flatMap((object) => this.definitions.get(object) ?? []);
    const [first, ...others] = served.map((definition) => this.schema(envelopeSchema(definition), io));
    return first && others.length === 0 ? first : { anyOf: first ? [first, ...others] : [] };
  }

  /** Declared keywords, with the schemas in them. */
  private shownIn(value: unknown, io: Direction): unknown {
    if (value instanceof z.ZodType) return this.schema(value, io);
    if (Array.isArray(value)) return value.map((item) => this.shownIn(item, io));
    return isRecord(value) ? this.nodeShownIn(value, io) : value;
  }

  private nodeShownIn(node: Node, io: Direction): Node {
    return Object.fromEntries(Object.entries(node).map(([member, inner]) => [member, this.shownIn(inner, io)]));
  }

  /** Adds requirements of a whole object beyond those of its members. */
  private addTo(node: Node, { required, properties, ...rest }: Node, io: Direction): void {
    Object.assign(node, this.nodeShownIn(rest, io));
    if (properties) narrow(nodeOf(node.properties), this.nodeShownIn(nodeOf(properties), io));
    if (required) node.required = [...new Set([...textsOf(node.required), ...textsOf(required)])];
  }
}

/** Restricts members further than their fields do; their descriptions stay. */
const narrow = (members: Node, narrower: Node): void => {
  for (const [name, schema] of Object.entries(narrower))
    members[name] = { ...nodeOf(schema), ...saidOf(nodeOf(members[name])) };
};
