import { describe, expect, test } from 'vitest';
import { writeChanges } from '../../../src/kernel/changes/write.ts';
import { eventsOf } from '../../../src/kernel/definition/record-events.ts';
import { makeRegistry } from '../../../src/kernel/definition/registry.ts';
import type { Aggregate } from '../../../src/kernel/definition/resource.ts';
import type { Change, KeptContainer, Origin, Outcome } from '../../../src/kernel/definition/writer.ts';
import { box, crate, driver, registry } from '../../support/depot.ts';
import { type InMemory, idOf, inMemory, STRANGER } from '../../support/in-memory.ts';

/** A crate with a box of 5 in it. */
const depot = async () => {
  const world = inMemory({ registry });
  const ada = await world.given.created('driver', { name: 'Ada' });
  const crate = await world.given.created('crate', { driver_id: ada.id, label: 'North' });
  const five = await world.given.created('box', { crate_id: crate.id, weight: 5 });
  return { world, ada, crate, five };
};

const write = (world: InMemory, changes: readonly Change[], origin: Origin = world.origin(), mode?: 'check') =>
  writeChanges(box, changes, origin, world.services, mode);
const create = (crate_id: string, weight: number): Change => ({
  op: 'create',
  id: idOf('box'),
  input: { crate_id, weight },
});
const statuses = (outcomes: readonly Outcome[]) => outcomes.map((one) => (one.ok ? 200 : one.problem.status));
const weightOf = async (world: InMemory, id: string) => (await world.stateOf('crate', id))!.weight;

describe('the changes of one container', () => {
  test('are one append to its stream, with the events that follow from them', async () => {
    const { world, crate, five } = await depot();
    const { events } = await world.when(() =>
      write(world, [create(crate.id, 7), { op: 'update', id: five.id, input: { weight: 6 } }]),
    );
    expect(events).toMatchObject([
      { object: 'crate', id: crate.id, type: 'BoxCreated', data: { weight: 7 } },
      { object: 'crate', id: crate.id, type: 'BoxChanged', data: { weight: 6 } },
      { object: 'crate', id: crate.id, type: 'CrateChanged', data: { weight: 13 } },
    ]);
  });

  test('each see those before them, and a refused one is left out', async () => {
    const { world, crate } = await depot();
    const { result } = await world.when(() =>
      write(world, [create(crate.id, 7), create(crate.id, 7), create(crate.id, 8)]),
    );
    expect(statuses(result!)).toEqual([200, 422, 200]);
    expect(await weightOf(world, crate.id)).toBe(20);
  });

  test('that are too many for one append are several appends, and none is lost', async () => {
    const { world, crate } = await depot();
    const changes = Array.from({ length: 250 }, (_, i) => create(crate.id, i + 6));
    const appends: number[] = [];
    const { store } = world.services;
    world.services.store = {
      ...store,
      append: (stream, events, expected) => {
        appends.push(events.length);
        return store.append(stream, events, expected);
      },
    };
    expect(statuses(await write(world, changes))).toEqual(changes.map(() => 200));
    expect(appends.length).toBeGreaterThan(1);
    expect(Math.max(...appends)).toBeLessThan(150);
    expect(await weightOf(world, crate.id)).toBe(changes.reduce((sum, _, i) => sum + i + 6, 5));
  });

  test('are all refused when the container forbids it', async () => {
    const { world, crate, five } = await depot();
    await world.given.changed('crate', crate.id, { sealed: true });
    const { result, events } = await world.when(() =>
      write(world, [create(crate.id, 7), { op: 'delete', id: five.id }]),
    );
    expect(statuses(result!)).toEqual([400, 400]);
    expect(events).toEqual([]);
  });

  test('that are only checked are decided together and not written', async () => {
    const { world, crate } = await depot();
    const { result, events } = await world.when(() =>
      write(world, [create(crate.id, 7), create(crate.id, 7)], world.origin(), 'check'),
    );
    expect(statuses(result!)).toEqual([200, 422]);
    expect(events).toEqual([]);
  });
});

test('a part that declares a limit is refused at the start: nothing would hold it to that', () => {
  const limits = [
    { by: 'crate_id', most: 3, whose: { en: 'the crate', fr: 'la caisse' }, what: { en: 'boxes', fr: 'boîtes' } },
  ];
  expect(() => makeRegistry([{ ...driver, limits }])).not.toThrow();
  expect(() => makeRegistry([{ ...box, limits }])).toThrow(
    'a box is part of another record, and there are no limits for parts',
  );
});

test('a part that its container takes off at once is answered as it was asked for, also by a repeat', async () => {
  const emptying = {
    ...crate,
    container: {
      conclude: async (_state: unknown, aggregate: Aggregate) =>
        aggregate
          .all('box')
          .filter(({ weight }) => weight === 13)
          .map(({ id, crate_id }) => eventsOf('box').deleted({ id, crate_id: String(crate_id) })),
    },
  };
  const world = inMemory({ registry: makeRegistry([driver, emptying, box]) });
  const ada = await world.given.created('driver', { name: 'Ada' });
  const { id } = await world.given.created('crate', { driver_id: ada.id, label: 'North' });
  const changes = [create(id, 13)];
  const origin = world.origin('once');
  for (let i = 0; i < 2; i++)
    expect(await write(world, changes, origin)).toMatchObject([{ ok: true, state: { weight: 13 }, repeated: i > 0 }]);
  expect(world.rows('box')).toEqual([]);
});

describe('a missing container', () => {
  test('or of another company is a 422 at its member on a create, and a 404 otherwise', async () => {
    const { world, crate, five } = await depot();
    const mine = await write(world, [create(idOf('crt'), 7), create('no id', 7), { op: 'delete', id: idOf('box') }]);
    expect(statuses(mine)).toEqual([422, 422, 404]);
    const stranger = world.origin(undefined, { tenant: STRANGER });
    const theirs = await write(
      world,
      [create(crate.id, 7), { op: 'delete', id: five.id, container: crate.id }],
      stranger,
    );
    expect(statuses(theirs)).toEqual([422, 404]);
    // Of a request that may be a repeat the stream decides alone.
    const again = world.origin('cause', { tenant: STRANGER });
    expect(statuses(await write(world, [create(crate.id, 7)], again))).toEqual([422]);
    expect(await weightOf(world, crate.id)).toBe(5);
  });
});

describe('a repeated request', () => {
  const kept = (known?: string): KeptContainer & { noted: string[] } => {
    const noted: string[] = [];
    return { known, noted, keep: async (id) => void noted.push(id) };
  };

  test('to delete a part notes its container before the append, and finds its own deletion there afterwards', async () => {
    const { world, crate, five } = await depot();
    const first = kept();
    const remove: Change = { op: 'delete', id: five.id };
    await write(world, [remove], world.origin('cause', { container: first }));
    expect(first.noted).toEqual([crate.id]);
    // The part is in no read model any more.
    const { result, events } = await world.when(() =>
      write(world, [remove], world.origin('cause', { container: kept(crate.id) })),
    );
    expect(result).toMatchObject([{ ok: true, repeated: true }]);
    expect(events).toEqual([]);
    expect(statuses(await write(world, [remove]))).toEqual([404]);
  });

  test('finds its changes whatever they were written with: what others did since stands', async () => {
    const { world, crate, five } = await depot();
    const seven = create(crate.id, 7);
    const eight = create(crate.id, 8);
    const changes: Change[] = [seven, eight, { op: 'update', id: five.id, input: { weight: 6 }, container: crate.id }];
    const meanwhile = async () => {
      await world.given.deleted('box', seven.id);
      await world.given.changed('box', five.id, { weight: 9 });
    };
    // A task is cut off, and done one by one.
    await write(world, changes, world.origin('task'));
    await meanwhile();
    for (const change of changes) {
      const { result, events } = await world.when(() => write(world, [change], world.origin('task')));
      expect(result).toMatchObject([{ ok: true, id: change.id, repeated: true }]);
      expect(events).toEqual([]);
    }
    expect(await weightOf(world, crate.id)).toBe(8 + 9);
  });

  test('that wakes up behind one which did its changes one by one writes the rest alone', async () => {
    const { world, crate } = await depot();
    const changes = [7, 8, 10].map((weight) => create(crate.id, weight));
    for (const change of changes.slice(0, 2)) await write(world, [change], world.origin('task'));
    await world.given.deleted('box', changes[0]!.id);
    const { result, events } = await world.when(() => write(world, changes, world.origin('task')));
    expect(result).toMatchObject([{ repeated: true }, { repeated: true }, { ok: true, repeated: false }]);
    expect(events).toMatchObject([{ type: 'BoxCreated', data: { weight: 10 } }, { type: 'CrateChanged' }]);
    // And once more, with all of them there.
    const again = await world.when(() => write(world, changes, world.origin('task')));
    expect(again.events).toEqual([]);
    expect(await weightOf(world, crate.id)).toBe(5 + 8 + 10);
  });

  test('answers a refused change with its refusal, and does not try it again', async () => {
    const { world, crate } = await depot();
    const changes = [create(crate.id, 7), create(crate.id, 5)];
    expect(statuses(await write(world, changes, world.origin('cause')))).toEqual([200, 422]);
    const { result, events } = await world.when(() => write(world, changes, world.origin('cause')));
    expect(statuses(result!)).toEqual([200, 422]);
    expect(events).toEqual([]);
  });

  test('does not write a change that was refused and would be admitted now', async () => {
    const { world, crate, five } = await depot();
    const changes = [create(crate.id, 7), create(crate.id, 5)];
    await write(world, changes, world.origin('cause'));
    await world.given.deleted('box', five.id);
    const { result, events } = await world.when(() => write(world, changes, world.origin('cause')));
    // Decided on the stream as it stood then: the box of 5 was still there.
    expect(statuses(result!)).toEqual([200, 422]);
    expect(events).toEqual([]);
  });

  test('says that a change was refused at the first try, when the state after that would admit it', async () => {
    const { world, crate, five } = await depot();
    const changes = [create(crate.id, 5), { op: 'delete', id: five.id } as const];
    expect(statuses(await write(world, changes, world.origin('cause')))).toEqual([422, 200]);
    const again = world.origin('cause');
    const { result, events } = await world.when(() =>
      write(world, [changes[0]!, { op: 'delete', id: five.id, container: crate.id }], again),
    );
    expect(statuses(result!)).toEqual([400, 200]);
    expect(events).toEqual([]);
  });
});
