import { z } from 'zod';
import type { EventMetadata, LogEvent, NewEvent } from '../../src/event-store/port.ts';
import { date, decimalField, flag, reference, text } from '../../src/kernel/definition/fields.ts';
import { makeFolder } from '../../src/kernel/definition/fold.ts';
import { makeRegistry } from '../../src/kernel/definition/registry.ts';
import { defineResource } from '../../src/kernel/definition/resource.ts';
import { anyJson } from '../../src/kernel/definition/schemas.ts';
import { defineEvent } from '../../src/kernel/events/define.ts';
import { hydrate, type Upcasters } from '../../src/kernel/events/hydrate.ts';
import type { PersonalKeys } from '../../src/kernel/events/keys.ts';
import { derivedUuid } from '../../src/values/ids.ts';
import type { JsonObject } from '../../src/values/json.ts';

/** Made-up resources for tests of the read models: companies keep trees, trees carry fruits, gardeners have names. */
const company = defineResource({
  object: 'company',
  plural: 'companies',
  prefix: 'co',
  path: '/companies',
  context: 'platform',
  scope: 'partner',
  purpose: 'Keeps trees.',
  fields: { name: text({ required: true, column: true }) },
  operations: [],
});

export const treeFelled = defineEvent({
  type: 'TreeFelled',
  version: 1,
  says: 'A tree was felled.',
  data: z.record(z.string(), anyJson),
});

const tree = defineResource({
  object: 'tree',
  plural: 'trees',
  prefix: 'tr',
  path: '/trees',
  context: 'orchard',
  scope: 'company',
  purpose: 'A tree of the orchard.',
  fields: {
    label: text({ required: true, column: true }),
    height: decimalField('height', { places: 2, column: true }),
    planted_on: date({ column: true }),
    evergreen: flag({ column: true }),
    gardener: reference('gardener'),
    note: text({ column: true }),
  },
  columns: { words: { type: 'text[]', of: ({ note }) => (typeof note === 'string' ? note.split(' ') : null) } },
  indexes: [['planted_on']],
  events: [treeFelled],
  evolve: (state, event) => state && { ...state, felled: true, version: event.revision.toString() },
  operations: [],
});

const fruit = defineResource({
  object: 'fruit',
  plural: 'fruits',
  prefix: 'fr',
  path: '/fruits',
  context: 'harvest',
  scope: 'company',
  purpose: 'A fruit of a tree, in its stream.',
  fields: { tree: reference('tree'), weight: decimalField('weight', { places: 3, column: true }) },
  partOf: { objects: ['tree'], by: 'tree_id' },
  operations: [],
});

const gardener = defineResource({
  object: 'gardener',
  plural: 'gardeners',
  prefix: 'ga',
  path: '/gardeners',
  context: 'people',
  scope: 'company',
  purpose: 'Somebody with a name.',
  fields: {
    name: text({ column: true, personal: 'searchable' }),
    sin: text({ personal: 'sealed' }),
  },
  counted: true,
  operations: [],
});

export const registry = makeRegistry([company, tree, fruit, gardener]);
export const folder = makeFolder(registry);

/** Personal members in clear: what the real keys do is tested with them. */
const openKeys: PersonalKeys = {
  prepare: async () => {},
  seal: async (subject, members) => ({ subject, box: JSON.stringify(members) }),
  open: async (sealed) => sealed.map(({ box }) => JSON.parse(box) as JsonObject),
  erase: async () => {},
};

export const hydrateWith =
  (upcasters: Upcasters = {}) =>
  (events: readonly LogEvent[]) =>
    hydrate(events, openKeys, upcasters);

export const COMPANY = 'co_1';
export const PARTNER = 'pa_1';

let made = 0;

/** An event as the kernel writes it. */
export const event = (type: string, data: JsonObject, metadata: EventMetadata = {}): NewEvent => ({
  id: derivedUuid('test', type, String(process.pid), String(made++)),
  type,
  data,
  metadata: {
    company_id: COMPANY,
    partner_id: PARTNER,
    occurred_at: '2026-03-01T12:00:00.000000Z',
    schema_version: 1,
    ...metadata,
  },
});
