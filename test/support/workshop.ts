import { about, flag, integer, reference, text } from '../../src/kernel/definition/fields.ts';
import { theseIds } from '../../src/kernel/definition/filters.ts';
import { makeFolder } from '../../src/kernel/definition/fold.ts';
import { makeRegistry } from '../../src/kernel/definition/registry.ts';
import { defineResource } from '../../src/kernel/definition/resource.ts';
import { asyncTask } from '../../src/platform/async-task.ts';
import { webhook } from '../../src/platform/webhook.ts';

/** Made-up resources for tests of what runs behind requests: workers with names, and the tools they are given. */
const company = defineResource({
  object: 'company',
  plural: 'companies',
  prefix: 'cmp',
  path: '/companies',
  context: 'platform',
  scope: 'partner',
  purpose: 'Runs a workshop.',
  fields: { name: text({ required: true, column: true }), external_ref: text({ nullable: true, column: true }) },
  operations: [],
});

const worker = defineResource({
  object: 'worker',
  plural: 'workers',
  prefix: 'wkr',
  path: '/workers',
  context: 'people',
  scope: 'company',
  purpose: 'Somebody with a name.',
  fields: {
    name: about('Name', text({ required: true, column: true, personal: 'searchable' }), 'Ada'),
    sin: about('Number', text({ nullable: true, personal: 'sealed' }), '046454286'),
    age: about('Age in years', integer({ min: 14, max: 99, nullable: true }), 40),
    external_ref: about('Your own name', text({ nullable: true, column: true }), 'hr-17'),
  },
  rules: {
    validate: function* (candidate) {
      if (candidate.name === 'Nobody')
        yield { path: 'name', text: { en: 'must be somebody', fr: 'doit être quelqu’un' } };
    },
  },
  operations: ['retrieve', 'batch_upsert', 'batch_delete'],
});

const tool = defineResource({
  object: 'tool',
  plural: 'tools',
  prefix: 'tol',
  path: '/tools',
  context: 'workshop',
  scope: 'company',
  purpose: 'Given to a worker.',
  fields: {
    worker: reference('worker', { required: true }),
    label: about('Type of the record', text({ required: true, column: true }), 'Hammer'),
    locked: about('Whether it stays as it is', flag({ column: true }), false),
  },
  rules: {
    refuse: (action, previous) =>
      action !== 'create' && previous?.locked
        ? { en: `The tool ${previous.id} is locked.`, fr: `L'outil ${previous.id} est verrouillé.` }
        : undefined,
  },
  bulk: {
    selection: {
      member: 'workers',
      of: ['worker'],
      within: {},
      itemColumn: 'worker_id',
      criteria: { ids: theseIds() },
    },
    parent: 'worker_id',
    filters: {},
  },
  operations: ['retrieve', 'bulk_create', 'bulk_update', 'bulk_delete', 'batch_upsert'],
});

export const registry = makeRegistry([company, worker, tool, asyncTask, webhook]);
export const folder = makeFolder(registry);
