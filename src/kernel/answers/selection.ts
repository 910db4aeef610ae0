import { z } from 'zod';
import { ALWAYS, all, among, any, type Condition, equal, not } from '../../values/condition.ts';
import { isObject, type Json, type JsonObject, objectOf, textOf } from '../../values/json.ts';
import { memoizedOn } from '../../values/memoized.ts';
import { below, type Issue, invalid, type Problem, refused, unknownAt, unknownId } from '../../values/problem.ts';
import { wordsOf } from '../../values/text.ts';
import { describedBy } from '../definition/fields.ts';
import { allReadable, presentIds, presentRows } from '../definition/lookup.ts';
import type { Bulk, Filters, NestedSelection, ResourceDefinition, Selection, State } from '../definition/resource.ts';
import { exampleId, idSchema, orNothing, refine } from '../definition/schemas.ts';
import type { Services, Tenant } from '../definition/services.ts';
import { objectOfId } from '../definition/show.ts';
import { filterCondition, notArchived } from './lists.ts';

/** Selections of bulk and search calls: `{include: "all" or criteria, exclude: criteria}` within some bounds. */
const MAX_TARGETS = 20_000;

/** Members of a body for filters. */
export const bodyFilters = (filters: Filters): Record<string, z.ZodType> =>
  Object.fromEntries(
    Object.entries(filters).map(([name, { schema, describe, required }]) => [
      name,
      describedBy({ about: describe }, required ? schema : orNothing(schema)),
    ]),
  );

const criteriaSchema = ({ member, criteria }: Pick<Selection, 'member' | 'criteria'>) =>
  z
    .strictObject(bodyFilters(criteria))
    .refine(
      (value) => Object.keys(value).length > 0,
      refine({
        en: `must have at least one of ${Object.keys(criteria).join(', ')}`,
        fr: `doit avoir au moins un de ${Object.keys(criteria).join(', ')}`,
      }),
    )
    .meta({
      id: `${member}_criteria`,
      description: `Criteria that ${wordsOf(member)} must all meet`,
      minProperties: 1,
    });

/** Members of a body that select records: the bounds, and the selection within them. */
export const selectionShape = (selection: Selection): Record<string, z.ZodType> => {
  const { within, nested } = selection;
  return {
    ...Object.fromEntries(
      Object.entries(within).map(([name, { object }]) => [
        name,
        idSchema(object).meta({ description: `The ${wordsOf(object)} that the selection is limited to` }),
      ]),
    ),
    [selection.member]: chosenSchema(selection),
    ...(nested
      ? {
          [nested.member]: describedBy(
            { about: `Which of their ${wordsOf(nested.member)}; default all` },
            orNothing(chosenSchema(nested)),
          ),
        }
      : {}),
  };
};

/** One schema for each selection, however many calls use it. */
const chosenSchema = memoizedOn((selection: Pick<Selection, 'member' | 'criteria'>): z.ZodType => {
  const { member } = selection;
  const criteria = criteriaSchema(selection);
  return z
    .strictObject({
      include: z
        .union([z.literal('all'), criteria])
        .meta({ description: `Which ${wordsOf(member)} to include: all, or those that meet criteria` }),
      exclude: describedBy({ about: 'Records that meet these criteria are excluded' }, criteria.optional()),
    })
    .meta({
      id: `${member}_selection`,
      description: `Selection of ${wordsOf(member)}`,
      examples: [{ include: 'all' }],
    });
});

/** The objects that a create is made on: the selected ones, or those of the nested selection. */
export const selectedObjects = ({ of, nested }: Selection): readonly string[] => (nested ? [nested.object] : of);

/** The example of a selection in the reference: everything within its bounds. */
export const exampleSelection = ({ member, within }: Selection): JsonObject => ({
  ...Object.fromEntries(Object.entries(within).map(([name, { object }]) => [name, exampleId(object)])),
  [member]: { include: 'all' },
});

/** The filters that a bulk call selects by, as members of its body. */
export const filterShape = (bulk: Bulk): Record<string, z.ZodType> => bodyFilters(bulk.filters);

interface Chosen {
  include: 'all' | JsonObject;
  exclude?: JsonObject;
}

/** The selection of a body, which its schema has checked; all when it is absent. */
const chosenIn = (body: JsonObject, member: string): Chosen => {
  const { include, exclude } = objectOf(body[member]);
  return { include: isObject(include) ? include : 'all', exclude: isObject(exclude) ? exclude : undefined };
};

/** Whether criteria say it for archived records: those named by id are meant, whatever they are. */
const saysOfArchived = (include: Chosen['include']): boolean =>
  include !== 'all' && (include.archived !== undefined || include.ids !== undefined);

/** The condition of a selection on the table of the selected records. */
const chosenCondition = (selection: Selection, body: JsonObject, today: string): Condition => {
  const { include } = chosenIn(body, selection.member);
  const bounds = Object.entries(selection.within).map(([member, { column }]) => equal(column, textOf(body[member])));
  return all(
    ...bounds,
    criteriaCondition(selection, body, today),
    selection.archivable && !saysOfArchived(include) ? notArchived(today) : ALWAYS,
  );
};

const criteriaCondition = (
  { member, criteria }: Pick<Selection, 'member' | 'criteria'>,
  body: JsonObject,
  today: string,
): Condition => {
  const { include, exclude } = chosenIn(body, member);
  return all(
    include === 'all' ? ALWAYS : filterCondition(criteria, include, today),
    exclude === undefined ? ALWAYS : not(filterCondition(criteria, exclude, today)),
  );
};

/** The condition of a nested selection on its own table. */
const nestedCondition = (
  selection: Selection,
  nested: NestedSelection,
  chosen: Condition,
  body: JsonObject,
  today: string,
) =>
  all(
    any(...selection.of.map((object) => among(nested.by, object, 'id', chosen))),
    criteriaCondition(nested, body, today),
  );

/** Ids of the rows that a create is made on. @throws Problem 422 when they are too many */
export const selectParents = (
  selection: Selection,
  body: JsonObject,
  services: Services,
  tenant: Tenant,
): Promise<string[]> => {
  const objects = selectedObjects(selection).filter((object) => services.registry.get(object));
  const where = parentsCondition(selection, body, services.clock.today());
  return selectEach(objects, where, ({ id }) => id, selection.member, services, tenant);
};

/**
 * Reads a selection page by page. Rows are large and may be many, so only what is needed of each is kept.
 *
 * @param member of the body, which an error names
 * @throws Problem 422 when they are too many
 */
export const selectEach = async <T>(
  objects: readonly string[],
  where: Condition,
  keep: (row: State) => T,
  member: string,
  services: Services,
  tenant: Tenant,
): Promise<T[]> => {
  const kept: T[] = [];
  for (const object of objects)
    for await (const rows of services.read.pages(object, tenant, where)) {
      if (kept.length + rows.length > MAX_TARGETS) throw tooMany(member);
      for (const row of rows) kept.push(keep(row));
    }
  return kept;
};

/** The condition for the records that a create is made on. */
export const parentsCondition = (selection: Selection, body: JsonObject, today: string): Condition => {
  const chosen = all(chosenCondition(selection, body, today), selection.eligible ?? ALWAYS);
  return selection.nested ? nestedCondition(selection, selection.nested, chosen, body, today) : chosen;
};

/** The condition for the items of an update, delete or search. */
export const itemsCondition = (
  definition: ResourceDefinition,
  bulk: Bulk,
  body: JsonObject,
  today: string,
): Condition => {
  const { selection } = bulk;
  const chosen = chosenCondition(selection, body, today);
  const { nested } = selection;
  const own = selection.of.includes(definition.object);
  const through = nested
    ? among(nested.itemColumn, nested.object, 'id', nestedCondition(selection, nested, chosen, body, today))
    : own
      ? chosen
      : any(...selection.of.map((object) => among(selection.itemColumn, object, 'id', chosen)));
  const bounds = own
    ? []
    : Object.entries(selection.within).flatMap(([member, { itemColumn }]) =>
        itemColumn === undefined ? [] : [equal(itemColumn, textOf(body[member]))],
      );
  return all(...bounds, through, filterCondition(bulk.filters, body, today));
};

const tooMany = (member: string): Problem =>
  invalid([
    {
      path: member,
      text: {
        en: `selects more than ${MAX_TARGETS} records; select fewer and repeat the call for the rest`,
        fr: `choisit plus de ${MAX_TARGETS} dossiers; choisissez-en moins et répétez l'appel pour le reste`,
      },
    },
  ]);

/**
 * Checks every id of a selection, and of the filters beside it.
 *
 * @param writing whether the selected records will be changed: then everything written before must be readable
 * @throws Problem 422 at an unknown id; 400 when a bound forbids it; 503 when the read models lag too far behind
 */
export const checkSelection = async (
  selection: Selection,
  body: JsonObject,
  services: Services,
  tenant: Tenant,
  writing: boolean,
  filters: Filters = {},
): Promise<Record<string, State>> => {
  if (writing) await allReadable(services, tenant);
  const issues: Issue[] = [];
  const bounds: Record<string, State> = {};
  for (const [member, { object }] of Object.entries(selection.within)) {
    const id = textOf(body[member]);
    const row = (await presentRows(object, tenant, [id], services)).get(id);
    if (row) bounds[member] = row;
    else issues.push({ path: member, text: unknownId(object) });
  }
  for (const { member: at, criteria } of [selection, ...(selection.nested ? [selection.nested] : [])]) {
    const { include, exclude } = chosenIn(body, at);
    if (include !== 'all')
      issues.push(...below(`${at}.include`, await unknownIds(criteria, include, services, tenant)));
    if (exclude) issues.push(...below(`${at}.exclude`, await unknownIds(criteria, exclude, services, tenant)));
  }
  issues.push(...(await unknownIds(filters, body, services, tenant)));
  if (issues.length > 0) throw invalid(issues);
  const text = writing ? selection.refuse?.(bounds) : undefined;
  if (text) throw refused(text);
  return bounds;
};

/** Ids in the values of filters that name no record of the tenant. @throws Problem 503 when that is not certain */
export const unknownIds = async (
  filters: Filters,
  values: JsonObject,
  services: Services,
  tenant: Tenant,
): Promise<Issue[]> => {
  const issues: Issue[] = [];
  for (const [name, filter] of Object.entries(filters)) {
    const value = values[name];
    if (!filter.names || value === undefined) continue;
    const named = idsIn(value, name);
    const ids = named.map(({ id }) => id);
    const known = new Set<string>();
    for (const object of filter.names) {
      if (!services.registry.get(object)) continue;
      const mine = ids.filter((id) => objectOfId(filter.names!, id, services.registry) === object);
      for (const id of await presentIds(object, tenant, mine, services)) known.add(id);
    }
    const object = filter.names[0]!;
    const unknown = named.flatMap(({ id, path }) => (known.has(id) ? [] : [{ path, object }]));
    issues.push(...unknownAt(unknown, name));
  }
  return issues;
};

/**
 * The ids of a filter's value, each with its path: one id, an array, or a selection object of arrays, whose `include`
 * may be the word `all`. Everywhere else `all` is an id, and nothing has it.
 */
const idsIn = (value: Json, path: string): { id: string; path: string }[] => {
  if (typeof value === 'string') return [{ id: value, path }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    key === 'include' && item === 'all' ? [] : idsIn(item, `${path}.${key}`),
  );
};
