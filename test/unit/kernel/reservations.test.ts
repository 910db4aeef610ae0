import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type EventStore, START, type StreamEvent } from '../../../src/event-store/port.ts';
import { writeChanges } from '../../../src/kernel/changes/write.ts';
import { about, type Fields, integer, reference, text } from '../../../src/kernel/definition/fields.ts';
import { makeRegistry, type Registry } from '../../../src/kernel/definition/registry.ts';
import { defineResource, parseStream, type State } from '../../../src/kernel/definition/resource.ts';
import type { Change, Outcome } from '../../../src/kernel/definition/writer.ts';
import { hydrate } from '../../../src/kernel/events/hydrate.ts';
import { equal } from '../../../src/values/condition.ts';
import type { JsonObject } from '../../../src/values/json.ts';
import { Problem } from '../../../src/values/problem.ts';
import { box, registry as depot } from '../../support/depot.ts';
import { type InMemory, idOf, inMemory } from '../../support/in-memory.ts';
import { book, registry } from '../../support/library.ts';
import { memoryStore } from '../../support/memory-store.ts';

// What one process does alone is told first; then every way in which several may get into each other's: each call of
// the store waits until a seeded choice lets it go on, and some processes end between two calls.

const WHOLE = {
  title: 'Notes',
  shelf: 'north',
  editor_ids: [],
  chapters: [],
  status: 'in',
  times_lent: 0,
};
const created = (id: string, members: JsonObject): Change => ({ op: 'create', id, input: { ...WHOLE, ...members } });
const outcomeOf = (outcome: Outcome | undefined): number | 'written' =>
  outcome?.ok ? 'written' : (outcome?.problem.status ?? 0);
const write = async (world: InMemory, change: Change, mode: 'write' | 'check' = 'write') =>
  outcomeOf((await writeChanges(book, [change], world.origin(), world.services, mode))[0]);

/** The records that have a key after each event of the log: never more than one. */
const holdersThrough = async (
  store: EventStore,
  keyOf: (state: State) => unknown,
  of: Registry = registry,
): Promise<Set<string>[]> => {
  const world = inMemory({ registry: of });
  const records = new Map<string, State>();
  const after: Set<string>[] = [];
  for await (const batch of store.readAll({ after: START, upTo: await store.head() }))
    for (const event of await hydrate(batch as StreamEvent[], world.services.keys, world.services.upcasters)) {
      for (const key of world.services.folder.touchedBy(event)) {
        const state = world.services.folder.evolveRow(key, records.get(key.id), event);
        if (state) records.set(key.id, state);
        else records.delete(key.id);
      }
      after.push(new Set([...records.values()].filter(keyOf).map(({ id }) => id)));
    }
  return after;
};
const typesIn = async (store: EventStore, object: string): Promise<string[]> => {
  const types: string[] = [];
  for await (const batch of store.readAll({ after: START, upTo: await store.head() }))
    for (const { stream, type } of batch) if (parseStream(stream).object === object) types.push(type);
  return types;
};

describe('a key that only one record may have', () => {
  test('is taken again and again without reading more of its claims each time', async () => {
    let read = 0;
    const store = memoryStore();
    const readStream: EventStore['readStream'] = async (...asked) => {
      const events = await store.readStream(...asked);
      read += events.length;
      return events;
    };
    const world = inMemory({ registry, store: () => ({ ...store, readStream }) });
    const id = idOf('bok');
    expect(await write(world, created(id, { shelfmark: 'QA76' }))).toBe('written');
    const turn = async (): Promise<number> => {
      read = 0;
      for (const shelfmark of ['PN4', 'QA76'])
        expect(await write(world, { op: 'update', id, input: { shelfmark } })).toBe('written');
      return read;
    };
    const first = await turn();
    let last = first;
    for (let n = 0; n < 150; n++) last = await turn();
    expect(last).toBeLessThan(first + 20);
  });

  test('is refused to a second record, at its member, and nothing is written', async () => {
    const world = inMemory({ registry });
    expect(await write(world, created(idOf('bok'), { shelfmark: 'QA76' }))).toBe('written');
    const { events, problem } = await world.when(async () => {
      const [outcome] = await writeChanges(
        book,
        [created(idOf('bok'), { shelfmark: 'QA76' })],
        world.origin(),
        world.services,
      );
      if (outcome?.ok === false) throw outcome.problem;
    });
    expect(problem?.issues).toEqual([
      { path: 'shelfmark', text: { en: 'is the mark of another book', fr: "est la cote d'un autre livre" } },
    ]);
    expect(events).toEqual([]);
    expect(await write(world, created(idOf('bok'), { shelfmark: 'QA77' }))).toBe('written');
  });

  test('is free again when its holder changes or is deleted', async () => {
    const world = inMemory({ registry });
    const [one, two, three] = [idOf('bok'), idOf('bok'), idOf('bok')];
    await write(world, created(one, { shelfmark: 'QA76' }));
    expect(await write(world, { op: 'update', id: one, input: { shelfmark: 'QA77' } })).toBe('written');
    expect(await write(world, created(two, { shelfmark: 'QA76' }))).toBe('written');
    expect(await write(world, { op: 'delete', id: two })).toBe('written');
    expect(await write(world, created(three, { shelfmark: 'QA76' }))).toBe('written');
    expect(await write(world, { op: 'update', id: one, input: { shelfmark: 'QA76' } })).toBe(422);
    expect(await typesIn(world.services.store, 'reservation')).not.toContain('ReservationDismissed');
  });

  test('is separate for each company', async () => {
    const world = inMemory({ registry });
    await write(world, created(idOf('bok'), { shelfmark: 'QA76' }));
    const tenant = { ...world.tenant, company_id: idOf('cmp') };
    const change = created(idOf('bok'), { shelfmark: 'QA76' });
    const [theirs] = await writeChanges(book, [change], { ...world.origin(), tenant }, world.services);
    expect(outcomeOf(theirs)).toBe('written');
  });

  test('is not taken when a change is only checked', async () => {
    const world = inMemory({ registry });
    expect(await write(world, created(idOf('bok'), { shelfmark: 'QA76' }), 'check')).toBe('written');
    expect(await typesIn(world.services.store, 'reservation')).toEqual([]);
    await write(world, created(idOf('bok'), { shelfmark: 'QA76' }));
    expect(await write(world, created(idOf('bok'), { shelfmark: 'QA76' }), 'check')).toBe(422);
  });

  test('stays with a request that is repeated after its claim, and the answer is the same after its end', async () => {
    const world = inMemory({ registry });
    const id = idOf('bok');
    const change = created(id, { shelfmark: 'QA76' });
    const origin = world.origin('once');
    const dying = { ...world.services, store: dyingAfter(world.services.store, 2) };
    await expect(writeChanges(book, [change], origin, dying)).rejects.toThrow('the process died');
    expect(await world.stateOf('book', id)).toBeUndefined();
    for (let time = 0; time < 2; time++) {
      const [again] = await writeChanges(book, [change], origin, world.services);
      expect(again).toMatchObject({ ok: true, state: { shelfmark: 'QA76' }, repeated: time === 1 });
    }
  });
});

/** A store that is gone after some appends. */
const dyingAfter = (store: EventStore, appends: number): EventStore => {
  let left = appends;
  return {
    ...store,
    append: (...args) => {
      left--;
      return left > 0 ? store.append(...args) : Promise.reject(new Error('the process died'));
    },
  };
};

/** Random numbers of a seed (mulberry32). */
const randomOf = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
};

/** Lets the calls of several processes go on one at a time, in an order that a seed chooses. */
const scheduled = (seed: number) => {
  const random = randomOf(seed);
  const waiting: (() => void)[] = [];
  return {
    random,
    /** The store as one process reaches it, which may end before any of its calls, or right behind it. */
    door: (shared: EventStore, dies: number): EventStore => {
      let calls = 0;
      const call = <T>(work: () => Promise<T>): Promise<T> =>
        new Promise((resolve, reject) => {
          const at = ++calls;
          if (at > dies) return;
          waiting.push(() => {
            // Of its last call the answer never comes; whether the call did is as may be.
            if (at < dies) work().then(resolve, reject);
            else if (random() < 0.5) work().catch(() => {});
          });
        });
      return {
        ...shared,
        append: (...args) => call(() => shared.append(...args)),
        readStream: (...args) => call(() => shared.readStream(...args)),
        head: () => call(() => shared.head()),
      };
    },
    /** Until nothing waits, neither for its turn nor for time to pass. */
    run: async (): Promise<void> => {
      for (;;) {
        for (let i = 0; i < 3; i++) await new Promise((resolve) => setImmediate(resolve));
        if (waiting.length > 0) waiting.splice(Math.floor(random() * waiting.length), 1)[0]!();
        else if (vi.getTimerCount() > 0) vi.advanceTimersToNextTimer();
        else return;
      }
    },
  };
};

describe('several processes that claim the same key', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const SEEDS = 150;

  test('never have it together, whoever dies where, and nothing stays blocked', async () => {
    const takes = { shelfmark: 'QA76' };
    const leaves = { shelfmark: null };
    const keyOf = (state: State) => state.shelfmark === 'QA76';
    const seen = { written: 0, refused: 0, dead: 0, together: 0 };
    for (let seed = 1; seed <= SEEDS; seed++) {
      const shared = memoryStore();
      const { random, door, run } = scheduled(seed);
      const calm = inMemory({ registry, store: () => shared });
      const old = idOf('bok');
      if (random() < 0.6) await write(calm, created(old, takes));
      const processes = Array.from({ length: 3 }, () => {
        const dies = random() < 0.5 ? 1 + Math.floor(random() * 12) : Number.POSITIVE_INFINITY;
        return { dies, world: inMemory({ registry, store: () => door(shared, dies) }) };
      });
      const ends: (number | string)[] = [];
      for (const { world } of processes) {
        const id = idOf('bok');
        const changes: Change[] = [
          created(id, takes),
          { op: 'update', id, input: leaves },
          { op: 'update', id, input: takes },
        ];
        if (random() < 0.3)
          changes.splice(0, 3, { op: 'update', id: old, input: leaves }, { op: 'update', id: old, input: takes });
        void (async () => {
          for (const change of changes.slice(0, 1 + Math.floor(random() * 3))) {
            const end = await write(world, change);
            ends.push(end);
            if (end !== 'written') return;
          }
        })().catch((error: unknown) => ends.push(String(error)));
      }
      await run();
      const through = await holdersThrough(shared, keyOf);
      expect(
        through.filter(({ size }) => size > 1),
        `seed ${seed}: two have it`,
      ).toEqual([]);
      expect(
        ends.filter((end) => end !== 'written' && ![404, 409, 422].includes(end as number)),
        `seed ${seed}`,
      ).toEqual([]);
      seen.written += ends.filter((end) => end === 'written').length;
      seen.refused += ends.filter((end) => end === 422).length;
      seen.dead += processes.filter(({ dies }) => dies < 40).length;
      // Who comes when all is quiet gets it, unless somebody has it.
      const last = through.at(-1)?.size ?? 0;
      const end = write(calm, created(idOf('bok'), takes));
      await run();
      expect(await end, `seed ${seed}`).toBe(last > 0 ? 422 : 'written');
      expect((await holdersThrough(shared, keyOf)).at(-1)?.size).toBe(1);
    }
    // The seeds are such that something happened.
    expect(seen.written).toBeGreaterThan(SEEDS);
    expect(seen.dead).toBeGreaterThan(SEEDS / 2);
    expect(seen.refused).toBeGreaterThan(SEEDS / 2);
  });

  test('of parts never have it together in two containers, and the one that has it is named', async () => {
    const seen = { written: 0, refused: 0 };
    const isTagged = (state: State) => state.tag === 'T1';
    for (let seed = 1; seed <= SEEDS; seed++) {
      const { random, door, run } = scheduled(seed);
      const calm = inMemory({ registry: depot });
      const { store: shared, read, gate } = calm.services;
      const driver_id = (await calm.given.created('driver', { name: 'Ada' })).id;
      const [other, ...crates] = await Promise.all(
        ['West', 'North', 'South', 'East'].map((label) => calm.given.created('crate', { driver_id, label })),
      );
      const tagged = (crate_id: string, weight: number): Change => ({
        op: 'create',
        id: idOf('box'),
        input: { crate_id, weight, tag: 'T1' },
      });
      const refused: Outcome[] = [];
      for (const { id } of crates) {
        const dies = random() < 0.3 ? 1 + Math.floor(random() * 12) : Number.POSITIVE_INFINITY;
        const world = inMemory({ registry: depot, store: () => door(shared, dies), services: { read, gate } });
        void (async () => {
          const first = tagged(id, 5);
          const changes: Change[] = [first, { op: 'delete', id: first.id }, tagged(id, 7)];
          for (const change of changes.slice(0, random() < 0.5 ? 1 : 3)) {
            const [outcome] = await writeChanges(box, [change], world.origin(), world.services);
            if (outcome?.ok) seen.written++;
            else refused.push(outcome!);
            if (!outcome?.ok) return;
          }
        })().catch((error: unknown) =>
          refused.push({ ok: false, id: String(error), problem: new Problem(500, { en: '', fr: '' }) }),
        );
      }
      await run();
      const through = await holdersThrough(shared, isTagged, depot);
      expect(
        through.filter(({ size }) => size > 1),
        `seed ${seed}: two have it`,
      ).toEqual([]);
      for (const outcome of refused) {
        const text = outcome.ok ? undefined : outcome.problem.issues?.[0]?.text.en;
        const had = new Set(through.flatMap((ids) => [...ids]));
        expect([...had].some((id) => text === `is the tag of ${id}`)).toBe(true);
      }
      seen.refused += refused.length;
      const last = through.at(-1)?.size ?? 0;
      const end = writeChanges(box, [tagged(other!.id, 9)], calm.origin(), calm.services);
      await run();
      expect((await end)[0]?.ok, `seed ${seed}`).toBe(last === 0);
    }
    expect(seen.written).toBeGreaterThan(SEEDS / 2);
    expect(seen.refused).toBeGreaterThan(SEEDS / 2);
  });
});

/** Numbered one behind the other, and few of a colour. One that another names is not deleted. */
const ticket = defineResource<Fields, 'ticket', { before: number; isNamed?: boolean }>({
  object: 'ticket',
  plural: 'tickets',
  prefix: 'tik',
  path: '/tickets',
  context: 'library',
  scope: 'company',
  purpose: 'Says whose turn it is.',
  fields: {
    colour: about('What it is counted by', text({ required: true, column: true }), 'red'),
    number: about('Its place', integer({ readOnly: true, min: 1, max: 1_000 }), 1),
    behind: about('The one that it is about', reference('ticket', { on: 'create', nullable: true })),
  },
  limits: [
    {
      by: 'colour',
      most: 4,
      isExact: true,
      whose: { en: 'a colour', fr: 'une couleur' },
      what: { en: 'tickets', fr: 'billets' },
    },
  ],
  rules: {
    facts: async ({ services: { read }, tenant }, { colour, id }) => ({
      before: await read.count('ticket', tenant, equal('colour', String(colour))),
      isNamed: await read.exists('ticket', tenant, equal('behind_id', String(id))),
    }),
    complete: (candidate, previous, { before }) => ({ ...candidate, number: previous?.number ?? before + 1 }),
    refuse: (action, _previous, _candidate, { isNamed }) =>
      action === 'delete' && isNamed ? { en: 'Another one names it.', fr: 'Un autre le nomme.' } : undefined,
  },
  operations: ['create', 'delete'],
});

test('several processes that create what is counted together number it differently and keep to the limit, whoever dies where', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const tickets = makeRegistry([ticket]);
    const another = (): Change => ({ op: 'create', id: idOf('tik'), input: { colour: 'red' } });
    const seen = { written: 0, refused: 0, dead: 0 };
    for (let seed = 1; seed <= 150; seed++) {
      const shared = memoryStore();
      const { random, door, run } = scheduled(seed);
      const ends: (number | string)[] = [];
      const create = async (world: InMemory): Promise<void> => {
        const [outcome] = await writeChanges(ticket, [another()], world.origin(), world.services);
        ends.push(outcomeOf(outcome));
      };
      for (let process = 0; process < 3; process++) {
        const dies = random() < 0.4 ? 1 + Math.floor(random() * 12) : Number.POSITIVE_INFINITY;
        if (dies < 40) seen.dead++;
        const world = inMemory({ registry: tickets, log: shared, store: (log) => door(log, dies) });
        void create(world)
          .then(() => create(world))
          .catch((error: unknown) => ends.push(String(error)));
      }
      await run();
      const calm = inMemory({ registry: tickets, log: shared });
      const last = create(calm);
      await run();
      await last;
      const numbers = calm.rows('ticket').map(({ number }) => Number(number));
      expect(
        numbers.sort((a, b) => a - b),
        `seed ${seed}`,
      ).toEqual(numbers.map((_, at) => at + 1));
      expect(numbers.length, `seed ${seed}`).toBeLessThanOrEqual(4);
      expect(
        ends.filter((end) => end !== 'written' && end !== 422),
        `seed ${seed}`,
      ).toEqual([]);
      // Who comes when all is quiet gets one while there is room.
      expect(numbers.length < 4 ? ends.at(-1) : 'written', `seed ${seed}`).toBe('written');
      seen.written += numbers.length;
      seen.refused += ends.filter((end) => end === 422).length;
    }
    // The seeds are such that something happened.
    expect(seen.written).toBeGreaterThan(300);
    expect(seen.refused).toBeGreaterThan(75);
    expect(seen.dead).toBeGreaterThan(75);
  } finally {
    vi.useRealTimers();
  }
});

test('of several processes that delete one of those and create one that names it, one comes first and the other is refused, whoever dies where', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const tickets = makeRegistry([ticket]);
    const seen = { named: 0, deleted: 0, neither: 0 };
    for (let seed = 1; seed <= 150; seed++) {
      const shared = memoryStore();
      const { random, door, run } = scheduled(seed);
      const first = idOf('tik');
      const input = { colour: 'red' };
      const calm = inMemory({ registry: tickets, log: shared });
      const begin = writeChanges(ticket, [{ op: 'create', id: first, input }], calm.origin(), calm.services);
      await run();
      await begin;
      const changes: Change[] = [
        { op: 'create', id: idOf('tik'), input: { ...input, behind_id: first } },
        { op: 'delete', id: first },
        { op: 'create', id: idOf('tik'), input: { ...input, behind_id: first } },
      ];
      const ends: unknown[] = [];
      for (const change of changes) {
        const dies = random() < 0.3 ? 1 + Math.floor(random() * 12) : Number.POSITIVE_INFINITY;
        const world = inMemory({ registry: tickets, log: shared, store: (log) => door(log, dies) });
        void writeChanges(ticket, [change], world.origin(), world.services)
          .then(([outcome]) => ends.push(outcomeOf(outcome)))
          .catch((error: unknown) => ends.push(String(error)));
      }
      await run();
      await calm.services.read.count('ticket', calm.tenant, equal('colour', 'red'));
      const rows = calm.rows('ticket');
      const isThere = rows.some(({ id }) => id === first);
      const named = rows.filter(({ behind_id }) => behind_id === first).length;
      expect(isThere || named === 0, `seed ${seed}: ${ends}`).toBe(true);
      expect(
        ends.filter((end) => end !== 'written' && end !== 400 && end !== 422),
        `seed ${seed}`,
      ).toEqual([]);
      if (!isThere) seen.deleted++;
      else if (named > 0) seen.named++;
      else seen.neither++;
    }
    // The seeds are such that something happened.
    expect(seen.named).toBeGreaterThan(30);
    expect(seen.deleted).toBeGreaterThan(30);
  } finally {
    vi.useRealTimers();
  }
});
