import { z } from 'zod';
import { about, flag, integer, reference, text } from '../../src/kernel/definition/fields.ts';
import { theseIds } from '../../src/kernel/definition/filters.ts';
import { eventsOf } from '../../src/kernel/definition/record-events.ts';
import { makeRegistry } from '../../src/kernel/definition/registry.ts';
import { defineResource } from '../../src/kernel/definition/resource.ts';
import { defineEvent, version1 } from '../../src/kernel/events/define.ts';
import { equal } from '../../src/values/condition.ts';

const SEALED = { en: 'The crate is sealed.', fr: 'La caisse est scellée.' };

/**
 * Made-up resources for tests of the kernel: drivers, who are persons; crates, which know how heavy they are; and the
 * boxes in a crate, which are its parts.
 */
export const driver = defineResource({
  object: 'driver',
  plural: 'drivers',
  prefix: 'drv',
  path: '/drivers',
  context: 'depot',
  scope: 'company',
  purpose: 'Somebody who drives.',
  fields: {
    name: about('Name', text({ required: true, personal: 'searchable', column: true }), 'Ada'),
    sin: about('Number', text({ nullable: true, personal: 'sealed' }), '046454286'),
  },
  operations: ['retrieve'],
});

/** An event that has been of another shape twice. */
export const crateInspected = defineEvent({
  type: 'CrateInspected',
  version: 3,
  says: 'Somebody looked into a crate.',
  data: z.strictObject({ by: z.array(z.string()), damaged: z.boolean() }),
  earlier: version1(z.object({ who: z.string() }), ({ who }) => ({ by: [who] })).next(
    z.object({ by: z.array(z.string()) }),
    ({ by }) => ({ by, damaged: false }),
  ),
});

export const crate = defineResource({
  object: 'crate',
  plural: 'crates',
  prefix: 'crt',
  path: '/crates',
  context: 'depot',
  scope: 'company',
  purpose: 'Holds boxes.',
  fields: {
    driver: about('Who takes it', reference('driver', { required: true, on: 'create' })),
    label: about('What stands on it', text({ required: true, column: true }), 'North'),
    colour: about('Its colour', text({ nullable: true }), 'red'),
    weight: about('Its boxes together', integer({ min: 0, max: 1_000_000, initial: 0 }), 0),
    sealed: about('Whether it is shut', flag({ column: true }), false),
  },
  rules: {
    validate: function* (candidate) {
      if (candidate.label === 'nowhere')
        yield { path: 'label', text: { en: 'must be somewhere', fr: 'doit être quelque part' } };
    },
    refuse: (action, previous) => {
      if (action !== 'create' && previous?.sealed) return SEALED;
      if (action === 'delete' && previous?.weight !== 0)
        return { en: 'The crate holds boxes.', fr: 'La caisse contient des boîtes.' };
      return undefined;
    },
  },
  events: [crateInspected],
  // Its colour was called paint.
  earlier: {
    created: version1(z.object({ paint: z.string().nullable() }).catchall(z.json()), ({ paint, ...rest }) => ({
      ...rest,
      colour: paint,
    })),
  },
  evolve: (state) => state,
  container: {
    refuse: ({ sealed }) => (sealed ? SEALED : undefined),
    conclude: async (state, aggregate) => {
      const weight = aggregate.all('box').reduce((sum, box) => sum + (box.weight as number), 0);
      return weight === state.weight ? [] : [eventsOf('crate').changed({ driver_id: state.driver_id ?? null, weight })];
    },
  },
  bulk: {
    selection: {
      member: 'drivers',
      of: ['driver'],
      within: {},
      itemColumn: 'driver_id',
      criteria: { ids: theseIds('id', ['driver']) },
    },
    parent: 'driver_id',
    filters: {},
    skip: equal('sealed', true),
  },
  operations: ['retrieve', 'bulk_create', 'bulk_update', 'bulk_delete'],
});

export const box = defineResource({
  object: 'box',
  plural: 'boxes',
  prefix: 'box',
  path: '/boxes',
  context: 'depot',
  scope: 'company',
  purpose: 'Lies in a crate.',
  partOf: { objects: ['crate'], by: 'crate_id' },
  fields: {
    crate: about('Where it lies', reference('crate', { required: true, on: 'create' })),
    weight: about('How heavy it is', integer({ required: true, min: 1, max: 1_000 }), 5),
    tag: about('Its own tag', text({ nullable: true }), 'T1'),
  },
  reserves: [
    {
      name: 'tag',
      key: ({ tag }) => (tag as string | null) ?? undefined,
      path: 'tag',
      taken: ({ id }) => ({ en: `is the tag of ${id}`, fr: `est l'étiquette de ${id}` }),
    },
  ],
  rules: {
    validate: function* (candidate, _previous, _facts, { aggregate }) {
      const others = aggregate.all('box').filter(({ id }) => id !== candidate.id);
      if (others.some(({ weight }) => weight === candidate.weight))
        yield { path: 'weight', text: { en: 'is the weight of another box', fr: "est le poids d'une autre boîte" } };
    },
  },
  operations: ['retrieve', 'create', 'update', 'delete'],
});

export const registry = makeRegistry([driver, crate, box]);
