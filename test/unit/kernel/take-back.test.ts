import { expect, test } from 'vitest';
import { takeBackDeletion } from '../../../src/kernel/changes/take-back.ts';
import { writeChanges } from '../../../src/kernel/changes/write.ts';
import { makeLookup } from '../../../src/kernel/definition/lookup.ts';
import type { State } from '../../../src/kernel/definition/resource.ts';
import type { Change } from '../../../src/kernel/definition/writer.ts';
import { ALWAYS } from '../../../src/values/condition.ts';
import { box, crate, registry } from '../../support/depot.ts';
import { idOf, inMemory } from '../../support/in-memory.ts';

/** A crate with a box that has the tag T1, both deleted, though the crate may not be: it holds something. */
const gone = async () => {
  const world = inMemory({ registry });
  const { given, services, tenant } = world;
  const driver_id = (await given.created('driver', { name: 'Ada' })).id;
  const crates: State[] = [];
  for (const label of ['North', 'South', 'East']) crates.push(await given.created('crate', { driver_id, label }));
  const [north, south, east] = crates;
  const write = async (change: Change) => {
    const [outcome] = await writeChanges(box, [change], world.origin(), services);
    return outcome?.ok ? 'written' : outcome?.problem.status;
  };
  const tagged = async ({ id: crate_id }: State) => {
    const id = idOf('box');
    const input = { crate_id, weight: 5, tag: 'T1' };
    return { id, outcome: await write({ op: 'create', id, input }) };
  };
  const first = await tagged(north!);
  await given.events(
    'crate',
    north!.id,
    { type: 'CrateDeleted', data: { driver_id } },
    { type: 'BoxDeleted', data: { id: first.id, crate_id: north!.id } },
  );
  return {
    first: first.id,
    south: south!,
    east: east!,
    tagged,
    deleted: (id: string) => write({ op: 'delete', id }),
    takenBack: () => takeBackDeletion(crate, north!.id, world.origin(), makeLookup(services, tenant)),
    withTag: async () => (await services.read.find('box', tenant, ALWAYS)).map(({ id }) => id),
    isThere: async () => (await world.stateOf('crate', north!.id)) !== undefined,
  };
};

test('a part that comes back with its container has its key again', async () => {
  const { first, south, east, tagged, deleted, takenBack, withTag } = await gone();
  // What it had claimed before the deletion does not count any more.
  const other = await tagged(south);
  await deleted(other.id);
  await takenBack();
  expect(await withTag()).toEqual([first]);
  expect(await tagged(east)).toMatchObject({ outcome: 422 });
});

test('a part does not come back, nor its container, where another part has its key by then', async () => {
  const { south, tagged, takenBack, withTag, isThere } = await gone();
  const other = await tagged(south);
  expect(other.outcome).toBe('written');
  await takenBack();
  expect(await withTag()).toEqual([other.id]);
  expect(await isThere()).toBe(false);
});
