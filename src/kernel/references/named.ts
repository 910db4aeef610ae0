import { z } from 'zod';
import { isText, type Json, type JsonObject, textsOf } from '../../values/json.ts';
import { memoizedOn } from '../../values/memoized.ts';
import { type Issue, unknownAt } from '../../values/problem.ts';
import { bodyName, type Lookup, type ResourceDefinition, type State, storedName } from '../definition/resource.ts';
import { ID_OF } from '../definition/schemas.ts';

/**
 * References wherever they are in a body: as a member, in a list, in an object of a list. A schema made with
 * `idSchema` says whose ids it takes; so the ids of a value are found along its schema, and all of them are looked up
 * in one way.
 */
export interface NamedId {
  /** Where it is in the body: `tag_assignment.tag_allocations.0.tags.1`. */
  path: string;
  /** Objects one of which it should name. */
  objects: readonly string[];
  id: string;
}

type Finder = (value: Json, path: string, found: NamedId[]) => void;

/** How deep schemas are looked into; no body nests so deep. */
const MAX_DEPTH = 12;

const found = new WeakMap<z.core.$ZodType, { finder: Finder | undefined }>();

/** Finds the ids in values of a schema; undefined where there can be none. */
const finderOf = (schema: z.core.$ZodType, depth = 0): Finder | undefined => {
  const known = found.get(schema);
  if (known) return known.finder;
  const finder = depth > MAX_DEPTH ? undefined : makeFinder(schema, depth);
  found.set(schema, { finder });
  return finder;
};

// Every schema is one of zod's own, which their common type does not say.
const defOf = (schema: z.core.$ZodType) => (schema as z.core.$ZodTypes)._zod.def;

const makeFinder = (schema: z.core.$ZodType, depth: number): Finder | undefined => {
  const named = z.globalRegistry.get(schema)?.[ID_OF];
  if (named) {
    const objects = textsOf(named);
    return (value, path, ids) => {
      if (isText(value)) ids.push({ path, objects, id: value });
    };
  }
  const inner = (of: z.core.$ZodType) => finderOf(of, depth + 1);
  const def = defOf(schema);
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
      return inner(def.innerType);
    case 'pipe':
      return inner(defOf(def.in).type === 'transform' ? def.out : def.in);
    case 'array':
      return inEach(inner(def.element));
    case 'record':
      return inMembers(() => inner(def.valueType));
    case 'object': {
      const members = new Map(Object.entries(def.shape).map(([name, one]) => [name, inner(one)]));
      return [...members.values()].some(Boolean) ? inMembers((name) => members.get(name)) : undefined;
    }
    case 'union': {
      // A value fits one of them; where two would find the same id, it counts once.
      const finders = def.options.flatMap((one) => inner(one) ?? []);
      if (finders.length === 0) return undefined;
      return (value, path, ids) => {
        const all: NamedId[] = [];
        for (const finder of finders) finder(value, path, all);
        const places = new Map(all.map((one) => [one.path, one]));
        ids.push(...places.values());
      };
    }
    default:
      return undefined;
  }
};

const inEach = (finder: Finder | undefined): Finder | undefined =>
  finder &&
  ((value, path, ids) => {
    if (Array.isArray(value)) for (const [i, item] of value.entries()) finder(item, `${path}.${i}`, ids);
  });

const inMembers =
  (finderFor: (name: string) => Finder | undefined): Finder =>
  (value, path, ids) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
    for (const [name, member] of Object.entries(value))
      finderFor(name)?.(member, path === '' ? name : `${path}.${name}`, ids);
  };

/** The ids that a value of a schema names, each with its place. */
export const idsIn = (schema: z.ZodType, value: Json | undefined, path = ''): NamedId[] => {
  const ids: NamedId[] = [];
  if (value !== undefined) finderOf(schema)?.(value, path, ids);
  return ids;
};

type Bodies = Pick<ResourceDefinition, 'fields' | 'createOnly'>;

interface MembersWithIds {
  written: { member: string; stored: string; schema: z.ZodType }[];
  createOnly: { member: string; schema: z.ZodType }[];
}

/** Members of a resource's bodies that ids may be in: a few of what may be hundreds. */
const membersWithIds = memoizedOn(
  ({ fields, createOnly = {} }: Bodies): MembersWithIds => ({
    written: Object.entries(fields).flatMap(([name, field]) => {
      if (!field.write || !finderOf(field.write.schema)) return [];
      const member = bodyName(name, field);
      return [{ member, stored: storedName(name, field) ?? member, schema: field.write.schema }];
    }),
    createOnly: Object.entries(createOnly).flatMap(([member, schema]) =>
      finderOf(schema) ? [{ member, schema }] : [],
    ),
  }),
);

/** Ids in a body of a resource, without those that were in the same member before. */
export const namedReferences = (definition: Bodies, input: JsonObject, previous: State | undefined): NamedId[] => {
  const named: NamedId[] = [];
  const { written, createOnly } = membersWithIds(definition);
  for (const { member, stored, schema } of written) {
    const value = input[member];
    if (value === undefined || value === null) continue;
    const before = new Set(idsIn(schema, previous?.[stored]).map(({ id }) => id));
    named.push(...idsIn(schema, value, member).filter(({ id }) => !before.has(id)));
  }
  for (const { member, schema } of createOnly) named.push(...idsIn(schema, input[member], member));
  return named;
};

/**
 * Those that name nothing of this tenant; its own records and another's that it may not see are distinguished nowhere.
 */
export const unknownReferences = async (named: readonly NamedId[], lookup: Lookup): Promise<NamedId[]> => {
  const known = await Promise.all(
    named.map(async ({ objects, id }) => {
      const served = objects.filter((object) => {
        const target = lookup.services.registry.get(object);
        return target !== undefined && id.startsWith(`${target.prefix}_`);
      });
      const rows = await Promise.all(served.map((object) => lookup.get(object, id)));
      return rows.some((row) => row !== undefined);
    }),
  );
  return named.filter((_, i) => !known[i]);
};

/** What is said of unknown ids, at their places. */
export const unknownIssues = (unknown: readonly NamedId[]): Issue[] =>
  unknownAt(
    unknown.map(({ path, objects }) => ({
      path,
      object: path.includes('.') ? (objects[0] ?? path) : path.replace(/_id$/, ''),
    })),
  );
