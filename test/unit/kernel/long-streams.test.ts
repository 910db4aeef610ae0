import { describe, expect, test } from 'vitest';
import type { EventStore, StreamEvent } from '../../../src/event-store/port.ts';
import { appendTo } from '../../../src/kernel/changes/execute.ts';
import { LONG, loadRecords } from '../../../src/kernel/changes/remembered.ts';
import { eventsOf } from '../../../src/kernel/definition/record-events.ts';
import type { EventBody } from '../../../src/kernel/definition/resource.ts';
import { registry } from '../../support/depot.ts';
import { type InMemory, inMemory } from '../../support/in-memory.ts';

/** What a change of a record reads does not grow with the changes that the record has had. */

const CHANGES = 2_000;
const AT_ONCE = 500;
const crateEvents = eventsOf('crate');

interface Long extends InMemory {
  /** Events that were read of streams since it was asked last. */
  read(): number;
}

/** @param replaced another answer than the log's, of a store that was restored */
const depot = (replaced: { stream?: readonly StreamEvent[] } = {}): Long => {
  let count = 0;
  const readStream =
    (store: EventStore): EventStore['readStream'] =>
    async (stream, options = {}) => {
      const events = replaced.stream?.filter(({ revision }) => revision >= (options.from ?? 0n));
      const answer = events ?? (await store.readStream(stream, options));
      count += answer.length;
      return answer as StreamEvent[];
    };
  const world = inMemory({ registry, store: (store) => ({ ...store, readStream: readStream(store) }) });
  const read = (): number => {
    const before = count;
    count = 0;
    return before;
  };
  return Object.assign(world, { read });
};

/** A crate that was repainted many times, with a box in it; what is remembered of it is remembered now. */
const longCrate = async (world: Long, changes = CHANGES): Promise<{ id: string; box: string; driver: string }> => {
  const { id: driver } = await world.given.created('driver', { name: 'Ada', sin: '046454286' });
  const { id } = await world.given.created('crate', { driver_id: driver, label: 'North' });
  for (let at = 0; at < changes; at += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, changes - at) }, (_, n) => `shade ${at + n}`);
    await world.given.events('crate', id, ...some.map((colour) => crateEvents.changed({ colour })));
  }
  const { id: box } = await world.given.created('box', { crate_id: id, weight: 3 });
  await world.given.changed('box', box, { weight: 4 });
  world.read();
  return { id, box, driver };
};

const painted = (colour: string): EventBody[] => [crateEvents.changed({ colour })];

describe('a record with 2,000 changes', () => {
  test('is changed by reading what was appended since it was changed last', async () => {
    const world = depot();
    const { id } = await longCrate(world);
    await world.given.changed('crate', id, { label: 'West' });
    expect(world.read()).toBeLessThan(5);
    expect(await world.stateOf('crate', id)).toMatchObject({ label: 'West', colour: `shade ${CHANGES - 1}` });
  });

  test('so is a part of it', async () => {
    const world = depot();
    const { id, box } = await longCrate(world);
    await world.given.changed('box', box, { weight: 5 });
    expect(world.read()).toBeLessThan(5);
    expect(await world.stateOf('crate', id)).toMatchObject({ weight: 5 });
  });

  test('reads what others appended meanwhile, and decides by it', async () => {
    const world = depot();
    const { id } = await longCrate(world);
    await world.given.events('crate', id, ...painted('blue'), crateEvents.changed({ sealed: true }));
    world.read();
    const { problem } = await world.when(() => world.given.changed('crate', id, { label: 'West' }));
    expect(problem).toMatchObject({ status: 400 });
    expect(world.read()).toBeLessThan(10);
  });
});

describe('a repeat on a long stream', () => {
  test('of a cause from before it was remembered appends nothing, and answers as the first time', async () => {
    const world = depot();
    const { id } = await longCrate(world, LONG);
    const paint = (origin = world.origin('the same')) =>
      appendTo(`crate-${id}`, 'paint', origin, world.services, async () => painted('red'));
    await paint();
    await world.given.events('crate', id, ...painted('green'));
    const { result, events } = await world.when(() => paint());
    expect(events).toEqual([]);
    expect(result).toMatchObject({ repeated: true });
    expect(result?.aggregate.get('crate', id)?.colour).toBe('red');
  });

  test('that is not one reads nothing more', async () => {
    const world = depot();
    const { id } = await longCrate(world);
    const origin = world.origin('new', { mayRepeat: true });
    await appendTo(`crate-${id}`, 'paint', origin, world.services, async () => painted('red'));
    expect(world.read()).toBeLessThan(5);
  });
});

describe('what is remembered', () => {
  test('stays as it is when a change is decided and not appended', async () => {
    const world = depot();
    const { id } = await longCrate(world);
    const failing = appendTo(`crate-${id}`, 'paint', world.origin(), world.services, async ({ aggregate }) => {
      aggregate.set({ object: 'crate', id }, { ...aggregate.get('crate', id)!, label: 'changed here alone' });
      throw new Error('decided nothing');
    });
    await expect(failing).rejects.toThrow('decided nothing');
    const { aggregate } = await loadRecords(`crate-${id}`, world.services);
    expect(aggregate.get('crate', id)).toMatchObject({ label: 'North' });
  });

  test('is the same as the fold of the whole stream', async () => {
    const world = depot();
    const { id, box } = await longCrate(world);
    await world.given.deleted('box', box);
    await world.given.created('box', { crate_id: id, weight: 9 });
    const remembered = await loadRecords(`crate-${id}`, world.services);
    expect(world.read()).toBeLessThan(20);
    const afresh = await loadRecords(`crate-${id}`, { ...world.services, store: { ...world.services.store } });
    expect(world.read()).toBeGreaterThan(CHANGES);
    expect(remembered.expected).toBe(afresh.expected);
    for (const object of ['crate', 'box'] as const)
      expect(remembered.aggregate.all(object)).toEqual(afresh.aggregate.all(object));
  });

  test('counts no more where the log was restored and something else was appended', async () => {
    const replaced: { stream?: StreamEvent[] } = {};
    const world = depot(replaced);
    const { id } = await longCrate(world);
    const stream = await world.services.store.readStream(`crate-${id}`);
    const cut = stream.slice(0, -4);
    const other = { ...cut[1]!, id: crypto.randomUUID(), data: { label: 'South' } };
    replaced.stream = [...cut, ...stream.slice(-4).map((event) => ({ ...event, ...other, revision: event.revision }))];
    const { aggregate } = await loadRecords(`crate-${id}`, world.services);
    expect(aggregate.get('crate', id)).toMatchObject({ label: 'South' });
    replaced.stream = cut;
    expect((await loadRecords(`crate-${id}`, world.services)).expected).toBe(BigInt(cut.length - 1));
  });

  test('holds nothing of a person whose key was erased', async () => {
    const world = depot();
    const { driver } = await longCrate(world);
    const renamed = (n: number) => world.given.changed('driver', driver, { name: `Ada ${n}` });
    for (let n = 0; n <= LONG; n++) await renamed(n);
    const load = async () => (await loadRecords(`driver-${driver}`, world.services)).aggregate.get('driver', driver);
    expect(await load()).toMatchObject({ name: `Ada ${LONG}`, sin: '046454286' });
    world.read();
    expect(await load()).toMatchObject({ sin: '046454286' });
    expect(world.read()).toBe(1);
    await world.services.keys.erase(driver);
    expect(await load()).not.toHaveProperty('sin');
    expect(await load()).not.toHaveProperty('name');
  });
});

describe('a long stream that is read for the first time', () => {
  /** Another process on the same log, which has remembered nothing; and the most events that one read gave it. */
  const afresh = (world: Long, beforeSecond: () => Promise<unknown> = async () => undefined) => {
    let most = 0;
    const readStream: EventStore['readStream'] = async (stream, options) => {
      if (options?.from !== undefined && options.from > 0n) await beforeSecond();
      const events = await world.services.store.readStream(stream, options);
      most = Math.max(most, events.length);
      return events;
    };
    const services = { ...world.services, store: { ...world.services.store, readStream } };
    return { services, most: () => most };
  };

  test('is not held whole, and neither is one that a repeat looks through', async () => {
    const world = depot();
    const { id } = await longCrate(world);
    const { services, most } = afresh(world);
    const origin = world.origin('the same');
    const paint = () => appendTo(`crate-${id}`, 'paint', origin, services, async () => painted('red'));
    expect((await paint()).aggregate.get('crate', id)?.colour).toBe('red');
    await world.given.events('crate', id, ...painted('green'));
    const { repeated, aggregate } = await paint();
    expect([repeated, aggregate.get('crate', id)?.colour]).toEqual([true, 'red']);
    expect(most()).toBeLessThanOrEqual(CHANGES / 4);
  });

  test('holds nothing of a person whose key is erased in the middle of it', async () => {
    const world = depot();
    const { driver } = await longCrate(world);
    for (let n = 0; n < 600; n++) await world.given.changed('driver', driver, { name: `Ada ${n}` });
    const { services } = afresh(world, () => world.services.keys.erase(driver));
    const { aggregate } = await loadRecords(`driver-${driver}`, services);
    expect(aggregate.get('driver', driver)?.id).toBe(driver);
    for (const member of ['name', 'sin']) expect(aggregate.get('driver', driver)).not.toHaveProperty(member);
  });
});
