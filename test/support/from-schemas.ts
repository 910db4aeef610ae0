import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { createGeneratorSync } from 'json-schema-faker';
import type { Random } from './generate.ts';
import { QUICKLY } from './quick-schemas.ts';

/**
 * Values made from the schemas of the reference by a generator that knows nothing of the service, and values that those
 * schemas forbid. What is known beside the schemas: ids that exist, and days near those of the test.
 */

// biome-ignore lint/suspicious/noExplicitAny: a JSON schema, or any other part of the document
export type Node = any;

/** Ids that exist, by prefix; of members that take some of a prefix alone, by the member's name too. */
export type Ids = ReadonlyMap<string, readonly string[]>;

/** Stands for a schema that nothing known can fit: ids of what is not served yet. */
const NOTHING = Symbol('nothing');

const ID_PATTERN = /^\^\(?([a-z|]+)\)?_\[0-7\]/;
const ANY_ID = '^[a-z]+_';
const SIGNED = new Set(['custom_amount', 'custom_hours']);

/** A schema with the ids that exist in place of the form that ids have, and without what is deprecated. */
const withIds = (node: Node, ids: Ids, api: Node, member = ''): Node | typeof NOTHING => {
  if (Array.isArray(node))
    return node.map((item) => withIds(item, ids, api, member)).filter((item) => item !== NOTHING);
  if (node === null || typeof node !== 'object') return node;
  if (node.$ref) {
    const target = node.$ref
      .slice(2)
      .split('/')
      .reduce((at: Node, name: string) => at[name], api);
    return target.deprecated ? NOTHING : withIds(target, ids, api, member);
  }
  if (typeof node.pattern === 'string' && node.type === 'string') {
    if (node.pattern.startsWith(ANY_ID)) return NOTHING;
    const [, prefixes] = ID_PATTERN.exec(node.pattern) ?? [];
    if (prefixes !== undefined) {
      const ofMember = ids.get(member.replace(/^custom_/, ''));
      const known = ofMember ?? prefixes.split('|').flatMap((prefix) => ids.get(prefix) ?? []);
      return known.length > 0 ? { type: 'string', enum: known } : NOTHING;
    }
  }
  const made: Node = {};
  for (const [name, inner] of Object.entries<Node>(node)) {
    if (name === 'examples' || name === 'enum' || name === 'const' || name === 'required') made[name] = inner;
    else if (name === 'properties') made.properties = membersWithIds(inner, ids, api);
    else {
      const value = withIds(inner, ids, api, member);
      if (value === NOTHING) return NOTHING;
      made[name] = value;
    }
  }
  // The payroll that is known is a regular one: what is below 0 stands on correction payrolls alone.
  if (SIGNED.has(member)) {
    if (made.minimum < 0) made.minimum = 0;
    if (typeof made.pattern === 'string') made.pattern = made.pattern.replace('^-?', '^');
  }
  for (const choice of ['anyOf', 'oneOf']) if (node[choice] && made[choice].length === 0) return NOTHING;
  const gone = (made.required ?? []).some((name: string) => node.properties?.[name] && !made.properties?.[name]);
  if (gone) return NOTHING;
  // A case that needs a member which the whole cannot have is no case.
  for (const choice of ['anyOf', 'oneOf'])
    if (made[choice] && made.properties && made.additionalProperties === false) {
      made[choice] = made[choice].filter((part: Node) =>
        (part.required ?? []).every((name: string) => name in made.properties),
      );
      for (const part of made[choice])
        if (part.properties)
          part.properties = Object.fromEntries(
            Object.entries(part.properties).filter(([name]) => name in made.properties),
          );
    }
  return made;
};

const membersWithIds = (properties: Node, ids: Ids, api: Node): Node =>
  Object.fromEntries(
    Object.entries(properties)
      .map(([name, member]) => [name, withIds(member, ids, api, name)])
      .filter(([, member]) => member !== NOTHING),
  );

/** Whether anything that is known fits a schema, and that schema as the generator takes it. */
export const generatable = (schema: Node, ids: Ids, api: Node): Node | undefined => {
  const made = withIds(schema, ids, api);
  return made === NOTHING ? undefined : made;
};

/** Nine digits with a right check digit. */
const sin = (random: { int(from: number, to: number): number }): string => {
  const digits = Array.from({ length: 8 }, (_, i) => (i === 0 ? random.int(1, 7) : random.int(0, 9)));
  const sum = digits.reduce((total, digit, i) => {
    const doubled = digit * (i % 2 === 1 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return `${digits.join('')}${(10 - (sum % 10)) % 10}`;
};

/**
 * The generator adds up floats for a multiple of 0.01, which leaves more digits than a multiple has: of large ones from
 * the fifth on.
 */
const withoutNoise = (value: number): number => {
  const cents = Number(value.toFixed(2));
  return Math.abs(value - cents) < 0.000_05 ? cents : Number(value.toFixed(6));
};

export interface Maker {
  /** A value that fits the schema. @throws when none was found in many tries */
  value(schema: Node, fits?: ValidateFunction): unknown;
}

/** The generator with a seed. `days` are those that dates are taken from. */
export const makerFrom = (seed: number, days: readonly string[], options: object = {}): Maker => {
  const generator = createGeneratorSync({
    seed,
    optionalsProbability: 0.3,
    maxItems: 2,
    maxDefaultItems: 2,
    maxDepth: 12,
    formats: {
      date: (random: { int(from: number, to: number): number }) => days[random.int(0, days.length - 1)]!,
      'ca-sin': sin,
    },
    ...options,
  });
  return {
    value: (schema, fits) => {
      let last: unknown;
      for (let tries = 0; tries < 60; tries++) {
        try {
          last = JSON.parse(JSON.stringify(generator.generate(schema)), (_, value) =>
            typeof value === 'number' ? withoutNoise(value) : value,
          );
        } catch (error) {
          last = error;
          continue;
        }
        if (!fits || fits(last)) return last;
      }
      throw new Error(
        `nothing fits ${JSON.stringify(schema).slice(0, 400)}, last ${JSON.stringify(last)?.slice(0, 300)}`,
      );
    },
  };
};

/** Checks of the schemas in a document, as an outside validator makes them: by path of the schema. */
export const validators = (api: Node): ((pointer: readonly string[]) => ValidateFunction) => {
  const ajv = new Ajv2020({ strict: false, multipleOfPrecision: 6, validateFormats: true, ...QUICKLY });
  (formats as unknown as (ajv: Ajv2020) => void)(ajv);
  ajv.addFormat('ca-sin', true);
  ajv.addSchema({ ...api, $id: 'api' });
  const made = new Map<string, ValidateFunction>();
  return (pointer) => {
    const key = pointer.map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1')).join('/');
    let check = made.get(key);
    if (!check) {
      check = ajv.compile({ $ref: `api#/${encodeURI(key).replaceAll('%7B', '%7B')}` });
      made.set(key, check);
    }
    return check;
  };
};

const WRONG: readonly unknown[] = [
  null,
  true,
  'no such value',
  '',
  ' ',
  -1,
  12.3456789,
  1e15,
  'x'.repeat(300),
  '2026-02-30',
  '1899-12-31',
  [],
  {},
  [[]],
  { unknown: 1 },
  ['no such value'],
];

/** Every place in a value: the path to it. */
const places = (value: unknown, path: readonly (string | number)[] = []): (readonly (string | number)[])[] => [
  path,
  ...(Array.isArray(value)
    ? value.flatMap((item, i) => places(item, [...path, i]))
    : value !== null && typeof value === 'object'
      ? Object.entries(value).flatMap(([name, item]) => places(item, [...path, name]))
      : []),
];

/** A value changed at one place so that its schema forbids it; undefined where no change was found that does. */
export const forbidden = (value: unknown, fits: ValidateFunction, random: Random): unknown => {
  for (let tries = 0; tries < 40; tries++) {
    const copy = { whole: structuredClone(value) };
    const path = ['whole', ...random.pick(places(value))];
    const last = path.pop()!;
    const holder = path.reduce((at: Node, name) => at[name], copy);
    const way = random.below(4);
    if (way === 0 && path.length > 0 && !Array.isArray(holder)) delete holder[last];
    else if (way === 1 && holder[last] !== null && typeof holder[last] === 'object' && !Array.isArray(holder[last]))
      holder[last].no_such_member = 1;
    else holder[last] = random.pick(WRONG);
    if (copy.whole !== undefined && !fits(copy.whole)) return copy.whole;
  }
  return undefined;
};
