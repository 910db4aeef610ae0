import { z } from 'zod';
import { about, date, flag, loaded, reference, type StateOfFields, text } from '../kernel/definition/fields.ts';
import { sameText } from '../kernel/definition/filters.ts';
import { defineResource, type State } from '../kernel/definition/resource.ts';
import type { Services, Tenant } from '../kernel/definition/services.ts';
import { inUse } from '../kernel/references/in-use.ts';
import type { JsonObject } from '../values/json.ts';
import { completeIds, externalIds } from './external-ids.ts';
import { descriptionFields, labelFields } from './labels.ts';

/** Most tag groups of an employer. */
const MAX_TAG_GROUPS = 100;

const EXTERNAL = { xero: ['id', 'type'], quickbooks: ['type'] } as const;

const fields = {
  ...labelFields({ en: 'Cost centre', fr: 'Centre de coûts' }),
  ...descriptionFields({ en: 'Who bears the cost', fr: 'Qui supporte le coût' }),
  color: about(
    'Display colour: # and six or three hexadecimal digits',
    text({
      nullable: true,
      max: 7,
      pattern: /^#([0-9A-Fa-f]{6}|[0-9A-Fa-f]{3})$/,
      wrong: {
        en: 'must be a colour: # and six or three hexadecimal digits, e.g. #3366CC',
        fr: 'doit être une couleur de six ou trois chiffres hexadécimaux précédés de #, p. ex. #3366CC',
      },
    }),
    '#3366CC',
  ),
  archived_at: about(
    'First day on which it is archived; null restores it',
    date({ nullable: true, column: true, on: 'update' }),
    '2026-12-31',
  ),
  is_deletable: about(
    'Whether it can be deleted: it has no tags, no rule uses it, and it is not a primary tag group',
    loaded('is_deletable', z.boolean(), true),
    true,
  ),
  is_component_locked: about('Whether pages for payees cannot change its tags', flag(), false),
  is_journal_entry_dimension: about('Whether rows of journal entries are split by its tags', flag(), true),
  integrations: about(
    'The dimension at accounting providers that it corresponds to',
    externalIds('tag_group', EXTERNAL),
    { xero: { id: null, type: null }, quickbooks: { type: 'department' } },
  ),
  business_entity: about(
    'The employer that it belongs to',
    reference('business_entity', { required: true, on: 'create' }),
  ),
};

declare module '../kernel/definition/resource.ts' {
  interface Records {
    tag_group: StateOfFields<typeof fields>;
  }
}

/** A dimension of an employer's costs (department, project, location) whose values are tags. */
export const tagGroup = defineResource({
  object: 'tag_group',
  plural: 'tag_groups',
  prefix: 'taggr',
  path: '/tag_groups',
  context: 'accounting',
  scope: 'company',
  purpose: 'A dimension of an employer (department, project, location) whose values are tags.',
  fields,
  lists: { tags: { of: 'tag', by: 'tag_group_id' } },
  filters: { business_entity_id: { ...sameText('business_entity_id'), required: true } },
  archivable: true,
  operations: ['list', 'create', 'retrieve', 'update', 'delete'],
  examples: {
    create: ['business_entity_id', 'label', 'color', 'is_journal_entry_dimension'],
    update: ['label', 'is_journal_entry_dimension'],
  },
  limits: [
    {
      by: 'business_entity_id',
      most: MAX_TAG_GROUPS,
      whose: { en: 'the business entity', fr: "l'entité" },
      what: { en: 'tag groups', fr: "groupes d'étiquettes" },
    },
  ],
  extras: async (rows, services, tenant) => {
    const used = await usedGroups(rows, services, tenant);
    return new Map(rows.map(({ id }): [string, JsonObject] => [id, { is_deletable: !used.has(id) }]));
  },
  rules: {
    facts: async ({ services, tenant }, candidate, previous) => ({
      is_used: previous !== undefined && (await usedGroups([candidate], services, tenant)).size > 0,
    }),
    complete: (candidate, previous) => completeIds(candidate, previous, EXTERNAL),
    refuse: (action, _previous, _candidate, { is_used }) =>
      action === 'delete' && is_used
        ? {
            en: 'The tag group is in use: it has tags, a rule names it, or it is the primary tag group. Archive it with archived_at instead.',
            fr: "Le groupe d'étiquettes est utilisé : il a des étiquettes, une règle le nomme ou c'est le groupe principal. Archivez-le plutôt avec archived_at.",
          }
        : undefined,
  },
});

const usedGroups = (rows: readonly State[], services: Services, tenant: Tenant): Promise<Set<string>> => {
  return inUse(
    'tag_group',
    rows.map(({ id }) => id),
    services,
    tenant,
  );
};
