import { any, oneOf } from '../../values/condition.ts';
import { addTo } from '../../values/group.ts';
import { type JsonObject, textOf } from '../../values/json.ts';
import { type Issue, invalid, Problem } from '../../values/problem.ts';
import type { Locale } from '../../values/text.ts';
import type { Preferences } from '../definition/operation.ts';
import type { Registry } from '../definition/registry.ts';
import type { ResourceDefinition, State } from '../definition/resource.ts';
import type { Services, Tenant } from '../definition/services.ts';
import { type Envelope, objectOfId, referencedId, show, type View } from '../definition/show.ts';

/**
 * Shows rows with their expansions. Each relation is loaded once for all rows of a page, level by level.
 */
export interface Audience {
  tenant: Tenant;
  services: Services;
  locale: Locale;
  preferences: Preferences;
}

/** What to expand, as a tree: `company.business_entities` is {company: {business_entities: {}}}. */
export type ExpandTree = { readonly [member: string]: ExpandTree };
type Growing = { [member: string]: Growing };

const MAX_DEPTH = 4;
/** Records in an embedded list; a longer one has a list operation of its own. */
const MAX_EMBEDDED = 1_000;
/**
 * Records embedded in the records of one answer, and parts that are shown of those. They are read once, but written out
 * wherever they are shown: a hundred payrolls of a schedule that each show all payrolls of their schedule, twice over,
 * would be millions.
 */
const MAX_WRITTEN = 20_000;

/** Members of a resource that `expand` may name: what answers do not show cannot be expanded. */
export const expandable = ({ fields, lists = {} }: ResourceDefinition): string[] => [
  ...Object.entries(fields).flatMap(([name, { reference, onlyExpanded, hidden }]) =>
    !hidden && (reference?.expandable || onlyExpanded) ? [name] : [],
  ),
  ...Object.keys(lists),
];

const targets = (definition: ResourceDefinition, member: string, registry: Registry): ResourceDefinition[] => {
  const list = definition.lists?.[member];
  const objects = list ? [list.of] : (definition.fields[member]?.reference?.to ?? []);
  return objects.flatMap((object) => registry.get(object) ?? []);
};

/** @throws Problem 422 naming a value that cannot be expanded, with those that can. */
export const parseExpand = (
  definition: ResourceDefinition,
  values: readonly string[],
  registry: Registry,
): ExpandTree => {
  const tree: Growing = {};
  const issues: Issue[] = [];
  values.forEach((value, index) => {
    const path = value.split('.');
    let level = tree;
    let at: ResourceDefinition[] = [definition];
    for (const [depth, member] of path.entries()) {
      const admitted = [...new Set(at.flatMap(expandable))];
      if (depth >= MAX_DEPTH || !admitted.includes(member)) {
        const names = admitted.length > 0 ? admitted.join(', ') : '—';
        const where = path.slice(0, depth).join('.') || definition.object;
        issues.push({
          path: `expand.${index}`,
          text: {
            en: `"${value.slice(0, 100)}" cannot be expanded; of ${where} these can: ${names}`,
            fr: `« ${value.slice(0, 100)} » ne peut être développé; les membres de « ${where} » qui le peuvent : ${names}`,
          },
        });
        return;
      }
      level[member] ??= {};
      level = level[member];
      at = at.flatMap((each) => targets(each, member, registry));
    }
  });
  if (issues.length > 0) throw invalid(issues);
  return tree;
};

/** Envelopes of rows, in their order. */
export const present = async (
  definition: ResourceDefinition,
  rows: readonly State[],
  audience: Audience,
  expand: ExpandTree = {},
): Promise<Envelope[]> => envelopesOf(await shownOf(definition, rows, audience, expand));

interface Shown {
  envelope: Envelope;
  /** Records embedded in it, those of the embedded ones included, and the parts of all of them that are counted. */
  embedded: number;
}

const envelopesOf = (shown: readonly Shown[]): Envelope[] => shown.map(({ envelope }) => envelope);

const shownOf = async (
  definition: ResourceDefinition,
  rows: readonly State[],
  audience: Audience,
  expand: ExpandTree,
): Promise<Shown[]> => {
  if (rows.length === 0) return [];
  const { services, tenant } = audience;
  const [extras, expanded] = await Promise.all([
    definition.extras?.(rows, services, tenant, new Set(Object.keys(expand))) ?? new Map<string, JsonObject>(),
    expandAll(definition, rows, audience, expand),
  ]);
  const base = {
    locale: audience.locale,
    preferences: audience.preferences,
    publicUrl: services.publicUrl,
    registry: services.registry,
    asked: new Set(Object.keys(expand)),
  };
  const parts = Object.keys(expand).flatMap((member) => definition.fields[member]?.parts ?? []);
  let written = 0;
  return rows.map((row, i) => {
    const within = new Map<string, Envelope[]>();
    let embedded = 0;
    for (const [member, shown] of expanded[i]!) {
      within.set(member, envelopesOf(shown));
      for (const one of shown) embedded += 1 + one.embedded;
    }
    const own = parts.reduce((sum, of) => sum + of(row), 0);
    // A record alone is shown whole: there is no smaller answer that has all of it.
    written += embedded + (rows.length > 1 ? own : 0);
    if (written > MAX_WRITTEN) throw tooManyWritten();
    const view: View = { extras: extras.get(row.id) ?? {}, expanded: within, ...base };
    return { envelope: show(definition, row, view), embedded: embedded + own };
  });
};

const tooManyWritten = (): Problem =>
  new Problem(400, {
    en: `More than ${MAX_WRITTEN} records, or rows of journal entries, would be embedded, each counted wherever it is shown; expand less, or ask for smaller pages.`,
    fr: `Plus de ${MAX_WRITTEN} dossiers, ou lignes d'écritures de journal, seraient inclus, chacun compté partout où il figure; développez moins, ou demandez des pages plus petites.`,
  });

export const presentOne = async (
  definition: ResourceDefinition,
  row: State,
  audience: Audience,
  expand: ExpandTree = {},
): Promise<Envelope> => (await present(definition, [row], audience, expand))[0]!;

type Expanded = Map<string, Shown[]>;

const expandAll = async (
  definition: ResourceDefinition,
  rows: readonly State[],
  audience: Audience,
  expand: ExpandTree,
): Promise<Expanded[]> => {
  const result: Expanded[] = rows.map(() => new Map());
  await Promise.all(
    Object.entries(expand).map(async ([member, below]) => {
      const list = definition.lists?.[member];
      const found = list
        ? await relatedLists(list, rows, audience, below)
        : await relatedOnes(definition, member, rows, audience, below);
      rows.forEach((row, i) => {
        const value = found(row);
        if (value !== undefined) result[i]!.set(member, value);
      });
    }),
  );
  return result;
};

const relatedLists = async (
  list: { of: string; by: string | readonly string[] },
  rows: readonly State[],
  audience: Audience,
  below: ExpandTree,
): Promise<(row: State) => Shown[]> => {
  const { registry, read } = audience.services;
  const definition = registry.get(list.of);
  if (!definition) return () => [];
  const ids = rows.map(({ id }) => id);
  const columns = typeof list.by === 'string' ? [list.by] : list.by;
  const naming = any(...columns.map((column) => oneOf(column, ids)));
  // A company's records are found by their scope, so a partner reads them company by company.
  const tenants =
    list.by === 'scope_id' ? ids.map((id) => ({ ...audience.tenant, company_id: id })) : [audience.tenant];
  const pages = await Promise.all(tenants.map((tenant) => read.first(list.of, tenant, naming, MAX_EMBEDDED)));
  const byOwner = new Map<string, Shown[]>();
  for (const [i, { rows: page, more }] of pages.entries()) {
    if (more) throw tooManyEmbedded(definition);
    const shown = await shownOf(definition, page, { ...audience, tenant: tenants[i]! }, below);
    page.forEach((row, j) => {
      for (const owner of new Set(columns.map((column) => textOf(row[column])))) addTo(byOwner, owner, shown[j]!);
    });
  }
  return (row) => byOwner.get(row.id) ?? [];
};

const tooManyEmbedded = (definition: ResourceDefinition): Problem =>
  new Problem(400, {
    en: `More than ${MAX_EMBEDDED} records would be embedded; list them page by page at ${definition.path}.`,
    fr: `Plus de ${MAX_EMBEDDED} dossiers seraient inclus; listez-les page par page à ${definition.path}.`,
  });

const relatedOnes = async (
  definition: ResourceDefinition,
  member: string,
  rows: readonly State[],
  audience: Audience,
  below: ExpandTree,
): Promise<(row: State) => Shown[]> => {
  const field = definition.fields[member];
  const { registry, read } = audience.services;
  if (!field?.reference) return () => [];
  const objects = field.reference.to;
  const idsByObject = new Map<string, Set<string>>();
  for (const row of rows) {
    const id = referencedId(member, field, row);
    if (id === null) continue;
    const object = objectOfId(objects, id, registry);
    idsByObject.set(object, (idsByObject.get(object) ?? new Set()).add(id));
  }
  const byId = new Map<string, Shown>();
  await Promise.all(
    [...idsByObject].map(async ([object, ids]) => {
      const target = registry.get(object);
      if (!target) return;
      const found = [...(await read.getMany(object, audience.tenant, [...ids])).values()];
      // A member may name one of several resources, so deeper levels only have what the target can expand.
      const deeper = Object.fromEntries(Object.entries(below).filter(([name]) => expandable(target).includes(name)));
      for (const one of await shownOf(target, found, audience, deeper)) byId.set(one.envelope.id, one);
    }),
  );
  return (row) => {
    const found = byId.get(referencedId(member, field, row) ?? '');
    return found ? [found] : [];
  };
};
