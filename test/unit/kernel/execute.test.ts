import { describe, expect, test } from 'vitest';
import { AppendTooLarge, StoreUnavailable } from '../../../src/event-store/errors.ts';
import type { EventStore } from '../../../src/event-store/port.ts';
import { appendByEvents, appendTo, type LoadedStream } from '../../../src/kernel/changes/execute.ts';
import { eventsOf } from '../../../src/kernel/definition/record-events.ts';
import type { EventBody } from '../../../src/kernel/definition/resource.ts';
import type { Origin } from '../../../src/kernel/definition/writer.ts';
import { crateInspected, registry } from '../../support/depot.ts';
import { type InMemory, type InMemoryOptions, inMemory } from '../../support/in-memory.ts';

const depot = (options: InMemoryOptions = {}) => inMemory({ registry, ...options });
const crateEvents = eventsOf('crate');
const driverEvents = eventsOf('driver');
const CREATED: EventBody = crateEvents.created({
  driver_id: 'drv_1',
  label: 'North',
  colour: null,
  weight: 0,
  sealed: false,
});
const repainted = (colour: string): EventBody => crateEvents.changed({ colour });
const colourIn = ({ aggregate }: Pick<LoadedStream, 'aggregate'>) => aggregate.get('crate', '1')?.colour;

/** Appends to the crate what a decision gives, from a cause. */
const decided = (
  { services }: InMemory,
  origin: Origin,
  decide: (loaded: LoadedStream) => EventBody[],
  looks: 'all' | 'last' | 'nothing' = 'all',
  step = 'paint',
) => appendByEvents('crate-1', step, origin, services, async (loaded) => decide(loaded), looks);

/** A store in which somebody else appends to the crate, right before each of the first appends. */
const disturbed = (times: number, body: (n: number) => EventBody): InMemoryOptions => {
  let left = times;
  return {
    store: (store: EventStore): EventStore => ({
      ...store,
      append: async (stream, events, expected) => {
        if (left > 0 && expected !== 'no_stream') {
          left--;
          const other = { ...events[0]!, id: crypto.randomUUID(), ...body(left) };
          await store.append(stream, [other], expected);
        }
        return store.append(stream, events, expected);
      },
    }),
  };
};

describe('a repeat of the same cause', () => {
  test('appends nothing, and answers with the record as it was right after the first try', async () => {
    const world = depot();
    await world.given.events('crate', '1', CREATED);
    const origin = world.origin('once');
    await decided(world, origin, () => [repainted('red'), repainted('blue')]);
    await world.given.events('crate', '1', repainted('green'));
    const { result, events } = await world.when(() =>
      decided(world, origin, () => {
        throw new Error('nothing is decided again');
      }),
    );
    expect(events).toEqual([]);
    expect(result).toMatchObject({ repeated: true, position: undefined });
    expect(result!.events.map(({ data }) => data.colour)).toEqual(['red', 'blue']);
    expect(colourIn(result!)).toBe('blue');
  });

  test('is distinguished by its step: one cause may append to a stream more than once', async () => {
    const world = depot();
    await world.given.events('crate', '1', CREATED);
    const origin = world.origin('once');
    await decided(world, origin, () => [repainted('red')], 'all', 'first coat');
    const { types } = await world.when(() => decided(world, origin, () => [repainted('blue')], 'all', 'second coat'));
    expect(types).toEqual(['CrateChanged']);
  });

  test('of a create that succeeded is found, though a new stream is not read', async () => {
    const world = depot();
    const origin = world.origin('once');
    await decided(world, origin, () => [CREATED], 'nothing');
    const { result, events } = await world.when(() => decided(world, origin, () => [CREATED], 'nothing'));
    expect(events).toEqual([]);
    expect(result!.repeated).toBe(true);
  });
});

describe('a writer that lost a race', () => {
  test('decides again, on the new state', async () => {
    const world = depot(disturbed(1, () => repainted('green')));
    await world.given.events('crate', '1', CREATED);
    const seen: unknown[] = [];
    await decided(world, world.origin(), (loaded) => {
      seen.push(colourIn(loaded));
      return [repainted('red')];
    });
    expect(seen).toEqual([null, 'green']);
    expect(await world.stateOf('crate', '1')).toMatchObject({ colour: 'red' });
  });

  test('gives up with a 409 that names the stream when it keeps changing', async () => {
    const world = depot(disturbed(1_000, (n) => repainted(`colour ${n}`)));
    await world.given.events('crate', '1', CREATED);
    const { problem } = await world.when(() => decided(world, world.origin(), () => [repainted('red')]));
    expect(problem!.status).toBe(409);
    expect(problem!.text.en).toMatch(/^The crate 1 is being changed by many requests/);
  });

  test('reads the stream when it expected a new one', async () => {
    const world = depot();
    await world.given.events('crate', '1', CREATED, repainted('red'));
    const seen: unknown[] = [];
    const { types } = await world.when(() =>
      decided(
        world,
        world.origin(),
        (loaded) => {
          seen.push(colourIn(loaded));
          return colourIn(loaded) === undefined ? [CREATED] : [];
        },
        'nothing',
      ),
    );
    expect(seen).toEqual([undefined, 'red']);
    expect(types).toEqual([]);
  });
});

test('concurrent writers of a stream all succeed, one after the other', async () => {
  const world = depot();
  await world.given.events('crate', '1', CREATED);
  await Promise.all(
    Array.from({ length: 40 }, () =>
      decided(world, world.origin(), ({ aggregate }) => [
        crateEvents.changed({ weight: (aggregate.get('crate', '1')!.weight as number) + 1 }),
      ]),
    ),
  );
  expect(await world.stateOf('crate', '1')).toMatchObject({ weight: 40 });
});

test('a decision that needs only the last event reads only that, without folding', async () => {
  const world = depot();
  await world.given.events('crate', '1', CREATED, repainted('red'));
  const seen: unknown[] = [];
  await decided(
    world,
    world.origin(),
    ({ events, aggregate }) => {
      seen.push({ colours: events.map(({ data }) => data.colour), folded: aggregate.all('crate') });
      return [];
    },
    'last',
  );
  expect(seen).toEqual([{ colours: ['red'], folded: [] }]);
});

describe('an appended event', () => {
  test('has its actor, its business time and its facts position', async () => {
    const world = depot();
    const origin = world.origin('once', { causation_id: 'cause', idempotency_key: 'digest', actor: 'company:c' });
    const { events } = await world.when(() => decided(world, origin, () => [{ ...CREATED, facts_position: 7n }]));
    expect(events[0]!.metadata).toMatchObject({
      ...world.tenant,
      actor: 'company:c',
      request_id: 'once',
      causation_id: 'cause',
      idempotency_key: 'digest',
      occurred_at: '2026-01-05T17:00:00.000000Z',
      facts_position: '7',
    });
  });

  test('is in the newest version of its type', async () => {
    const world = depot();
    const inspected = crateInspected({ by: ['Ada'], damaged: true });
    const { events } = await world.when(() => decided(world, world.origin(), () => [inspected]));
    expect(events[0]!.metadata.schema_version).toBe(3);
  });

  test('has personal members only encrypted, and is read back with them', async () => {
    const world = depot();
    const body = driverEvents.created({ name: 'Ada', sin: '046454286' });
    await appendTo('driver-1', 'create', world.origin(), world.services, async () => [body]);
    const [stored] = await world.services.store.readStream('driver-1');
    expect(JSON.stringify(stored!.data)).not.toMatch(/Ada|046454286/);
    expect(await world.stateOf('driver', '1')).toMatchObject({ name: 'Ada', sin: '046454286' });
  });

  test('about a person whose key was destroyed is a 400, and nothing is appended', async () => {
    const world = depot();
    const write = (body: EventBody) =>
      appendTo('driver-1', body.type, world.origin(), world.services, async () => [body]);
    await write(driverEvents.created({ name: 'Ada' }));
    await world.services.keys.erase('1');
    const { problem, events } = await world.when(() => write(driverEvents.changed({ name: 'Ada' })));
    expect(problem).toMatchObject({ status: 400, text: { en: expect.stringContaining('erased') } });
    expect(events).toEqual([]);
  });
});

describe('when the event store refuses an append', () => {
  const failing = (error: Error) => depot({ store: (store) => ({ ...store, append: () => Promise.reject(error) }) });
  const answer = async (error: Error) => {
    const world = failing(error);
    return (await world.when(() => decided(world, world.origin(), () => [CREATED]))).problem!;
  };

  test('the answer says whether it may have been written', async () => {
    const unknown = await answer(new StoreUnavailable('no answer', 'unknown'));
    expect(unknown).toMatchObject({ status: 503, text: { en: expect.stringContaining('may or may not') } });
    const refused = await answer(new StoreUnavailable('away', 'not_written'));
    expect(refused).toMatchObject({ status: 503, text: { en: expect.stringContaining('nothing was stored') } });
  });

  test('one change that is too large is a 422 that says by how much', async () => {
    const problem = await answer(new AppendTooLarge(300_000, 262_144));
    expect(problem.status).toBe(422);
    expect(problem.issues[0]!.text.en).toMatch(/293 KiB.*at most 256 KiB/);
  });
});
