import { z } from 'zod';
import { about, date, derived, loaded, reference, type StateOfFields } from '../kernel/definition/fields.ts';
import { sameText } from '../kernel/definition/filters.ts';
import { defineResource, type RecordOf, type State } from '../kernel/definition/resource.ts';
import type { Services, Tenant } from '../kernel/definition/services.ts';
import type { EventData } from '../kernel/events/define.ts';
import { stamped } from '../kernel/events/stamp.ts';
import { inUse } from '../kernel/references/in-use.ts';
import { equal, overlapping } from '../values/condition.ts';
import { type JsonObject, objectOf, textIf, textOrNull } from '../values/json.ts';
import { DIMENSIONS, type journalEntryExportNamed, tagLinked } from './events.ts';
import { completeIds, externalIds } from './external-ids.ts';
import { descriptionFields, labelFields } from './labels.ts';

/** Most tags of a tag group. */
export const MAX_TAGS = 2_000;

const COUNTED = {
  work_assignments: 'Work assignments that allocate to it',
  recurring_items: 'Pay rates and recurring items that allocate to it',
  accounting_code_rules: 'Accounting code rules that use it',
} as const;

const counts = z
  .object(
    Object.fromEntries(
      Object.entries(COUNTED).map(([name, description]) => [name, z.int().min(0).meta({ description })]),
    ),
  )
  .meta({ id: 'tag_counts', description: 'How many records use it' });

const EXTERNAL = { xero: ['id'], quickbooks: ['id'] } as const;

const fields = {
  ...labelFields({ en: 'Warehouse', fr: 'Entrepôt' }),
  ...descriptionFields({ en: 'The warehouse in Oshawa', fr: "L'entrepôt d'Oshawa" }),
  archived_at: about(
    'First day on which it is archived: new assignments cannot use it. null restores it',
    date({ nullable: true, column: true, on: 'update' }),
    '2026-12-31',
  ),
  is_deletable: about(
    'Whether it can be deleted: no assignment, line item or rule uses it',
    loaded('is_deletable', z.boolean(), true),
    true,
  ),
  integrations: about('Ids at accounting providers: imports match tags by them', externalIds('tag', EXTERNAL), {
    xero: { id: null },
    quickbooks: { id: '5000000123' },
  }),
  tag_group: about('The tag group that it belongs to', reference('tag_group', { required: true, on: 'create' })),
  business_entity: about(
    'The employer of its tag group',
    reference('business_entity', { readOnly: true, expandable: false }),
  ),
  counts: {
    ...about(
      'How many records use it',
      derived(counts, (_, view) => view.extras.counts ?? null),
    ),
    onlyExpanded: true,
  },
};

declare module '../kernel/definition/resource.ts' {
  interface Records {
    tag: StateOfFields<typeof fields> & {
      /** By provider: the id that was imported, and the books that it is from. */
      books?: { [provider: string]: { id: string; realm_id: string } };
    };
  }
}

/**
 * What a tag is called by in the books of a provider; undefined where it is not there.
 *
 * @param realm_id the books; null for any
 */
export const tagIdIn = (
  { integrations, books }: Pick<RecordOf<'tag'>, 'books'> & { integrations?: unknown },
  provider: string,
  realm_id: string | null,
): string | undefined => {
  const id = textIf(objectOf(objectOf(integrations)[provider]).id);
  const link = books?.[provider];
  // In other books the id is another one's. One that a caller wrote counts for all of them.
  return realm_id !== null && link?.id === id && link?.realm_id !== realm_id ? undefined : id;
};

/**
 * What a tag is in certain books of a provider, as an entry names it.
 *
 * @param group its tag group, which has to be a dimension there
 * @param realm_id the books; null for any
 * @returns nothing where the provider does not know it: then it is in no entry there
 */
export const tagIn = (
  tag: RecordOf<'tag'>,
  group: RecordOf<'tag_group'> | undefined,
  provider: string,
  realm_id: string | null,
): EventData<typeof journalEntryExportNamed>['tags'][string] => {
  const id = tagIdIn(tag, provider, realm_id);
  const { type, id: group_id = null } = objectOf(objectOf(group?.integrations)[provider]);
  const kind = DIMENSIONS.find((dimension) => dimension === type);
  return id && kind ? { id, group_id: textOrNull(group_id), kind } : null;
};

/** One value of a tag group, to which amounts of pay can be allocated. */
export const tag = defineResource({
  object: 'tag',
  plural: 'tags',
  prefix: 'tag',
  path: '/tags',
  context: 'accounting',
  scope: 'company',
  purpose: 'One value (for example Engineering) of a tag group, to which payroll amounts can be allocated.',
  fields,
  filters: {
    business_entity_id: { ...sameText('business_entity_id'), required: true },
    tag_group_id: sameText('tag_group_id'),
  },
  archivable: true,
  events: [tagLinked],
  evolve: (state: State | undefined, event) => {
    if (!state || !tagLinked.is(event)) return state;
    const { provider, external_id: id, realm_id } = event.data;
    return { ...stamped(state, event), books: { ...objectOf(state.books), [provider]: { id, realm_id } } };
  },
  operations: ['list', 'create', 'retrieve', 'update', 'delete'],
  examples: { create: ['tag_group_id', 'label', 'label_translations'], update: ['label', 'archived_at'] },
  limits: [
    {
      by: 'tag_group_id',
      most: MAX_TAGS,
      whose: { en: 'the tag group', fr: "le groupe d'étiquettes" },
      what: { en: 'tags', fr: 'étiquettes' },
    },
  ],
  extras: (rows, services, tenant, asked) => loadExtras(rows, services, tenant, asked),
  rules: {
    facts: async (lookup, candidate, previous) => {
      const { services, tenant } = lookup;
      if (previous)
        return {
          is_used: (await inUse('tag', [candidate.id], services, tenant)).size > 0,
          business_entity_id: previous.business_entity_id,
        };
      const group =
        typeof candidate.tag_group_id === 'string' ? await lookup.get('tag_group', candidate.tag_group_id) : undefined;
      return { is_used: false, business_entity_id: group?.business_entity_id ?? null };
    },
    complete: (candidate, previous, { business_entity_id }) =>
      completeIds(previous ? candidate : { ...candidate, business_entity_id }, previous, EXTERNAL),
    refuse: (action, _previous, _candidate, { is_used }) =>
      action === 'delete' && is_used
        ? {
            en: 'The tag is in use: an assignment, a line item or a rule names it. Archive it with archived_at instead.',
            fr: "L'étiquette est utilisée : une affectation, une ligne ou une règle la nomme. Archivez-la plutôt avec archived_at.",
          }
        : undefined,
  },
});

const loadExtras = async (
  rows: readonly State[],
  services: Services,
  tenant: Tenant,
  asked: ReadonlySet<string>,
): Promise<Map<string, JsonObject>> => {
  const ids = rows.map(({ id }) => id);
  const [used, counted] = await Promise.all([
    inUse('tag', ids, services, tenant),
    asked.has('counts') ? countsOf(ids, services, tenant) : undefined,
  ]);
  return new Map(ids.map((id) => [id, { is_deletable: !used.has(id), counts: counted?.get(id) ?? null }]));
};

/** How many records name each tag, those of line items left out: of them there may be millions. */
const countsOf = async (
  ids: readonly string[],
  { read, registry }: Services,
  tenant: Tenant,
): Promise<Map<string, JsonObject>> => {
  const tagged = registry.all.filter(({ columns, partOf }) => columns?.tag_ids && !partOf);
  const counts = await Promise.all(
    ids.map(async (id) => {
      const counted = (objects: readonly string[]) =>
        Promise.all(objects.map((object) => read.count(object, tenant, overlapping('tag_ids', [id]))));
      const items = tagged.map(({ object }) => object).filter((object) => object !== 'work_assignment');
      const [assignments, recurring, rules] = await Promise.all([
        counted(['work_assignment']),
        counted(items),
        registry.get('accounting_code_rule')
          ? read.count('accounting_code_rule', tenant, equal('tag_id', id))
          : Promise.resolve(0),
      ]);
      return {
        work_assignments: assignments[0] ?? 0,
        recurring_items: recurring.reduce((sum, one) => sum + one, 0),
        accounting_code_rules: rules,
      };
    }),
  );
  return new Map(ids.map((id, i) => [id, counts[i]!]));
};
