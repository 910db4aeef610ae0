import pino from 'pino';
import { resourceProjections } from '../../projections/model/resources.ts';
import { type EventStore, type LogEvent, type Position, START } from '../../src/event-store/port.ts';
import { bodySchema, PREFERRED } from '../../src/kernel/calls/requests.ts';
import { writeChanges } from '../../src/kernel/changes/write.ts';
import { makeFolder } from '../../src/kernel/definition/fold.ts';
import type { Reader } from '../../src/kernel/definition/reader.ts';
import { upcastersOfAll } from '../../src/kernel/definition/record-events.ts';
import type { Registry } from '../../src/kernel/definition/registry.ts';
import { parseStream, type RecordOf, recordOf } from '../../src/kernel/definition/resource.ts';
import type { Services, Tenant } from '../../src/kernel/definition/services.ts';
import type { Change, Origin, Outcome } from '../../src/kernel/definition/writer.ts';
import { type EventBody, newEvent } from '../../src/kernel/events/define.ts';
import { hydrate, type Upcasters } from '../../src/kernel/events/hydrate.ts';
import {
  isRechecked,
  isUnfinished,
  type LastHandled,
  lastWith,
  type ManagedEvent,
  nothingHandled,
  type ProcessManager,
  type Unfinished,
} from '../../src/processes/managers/manager.ts';
import { registry as ours, upcasters as oursUpcast } from '../../src/registry.ts';
import { manualClock } from '../../src/values/clock.ts';
import { derivedId, newId } from '../../src/values/ids.ts';
import type { JsonObject } from '../../src/values/json.ts';
import { memoizedOn } from '../../src/values/memoized.ts';
import { Problem } from '../../src/values/problem.ts';
import { makeReadTables, readerBy } from '../simulation/read-tables.ts';
import { memoryKeys } from './memory-keys.ts';
import { memoryStore } from './memory-store.ts';
import { unusedServices } from './unused.ts';

/**
 * The service's own code on a log in memory: given what is in the log, when something is done, then these events were
 * appended. Read models follow the log whenever they are asked, unless they are held back; process managers run when
 * the test hands them the log. There is no PostgreSQL, no HTTP and no waiting.
 *
 *     const { given, when } = inMemory();
 *     const ada = await given.created('employee', { first_name: 'Ada', last_name: 'King' });
 *     const { events } = await when(() => ...);
 *     expect(events).toMatchObject([{ type: 'EmployeeChanged' }]);
 */
export interface InMemory {
  services: Services;
  clock: ReturnType<typeof manualClock>;
  tenant: Tenant;
  given: Given;
  /** Does something, and gives what came of it. */
  when<T>(act: () => T | Promise<T>): Promise<Then<T>>;
  /** The origin of a change of the company; the same seed is a repeat of the same cause. */
  origin(seed?: string, more?: Partial<Origin>): Origin;
  /** Hands a manager what it has not had, until it appends nothing more. */
  follow(...managers: ProcessManager[]): Promise<void>;
  /** A record as its stream tells it. */
  stateOf<K extends string>(object: K, id: string): Promise<RecordOf<K> | undefined>;
  /** Rows of a read model, in the order of ids. */
  rows<K extends string>(object: K): RecordOf<K>[];
  /** From now on read models stay where they are, or follow again. */
  holdBack(isHeld: boolean): void;
  /** Read models come as far as this position, until somebody waits for a later one. */
  comeTo(position: Position): void;
  /** Questions that the reader was asked, by name: to count them. */
  asked: string[];
}

/** An event by its name; it has to fit its declaration. */
export type GivenEvent = Omit<EventBody, 'type'> & { type: string };

export interface Given {
  /** Appends events to a stream, as somebody did before. */
  events(object: string, id: string, ...bodies: GivenEvent[]): Promise<void>;
  /** Creates a record by its resource's own rules. @throws Problem when they refuse it */
  created<K extends string>(object: K, input: JsonObject): Promise<RecordOf<K>>;
  changed<K extends string>(object: K, id: string, input: JsonObject): Promise<RecordOf<K>>;
  deleted(object: string, id: string): Promise<void>;
}

export interface Then<T> {
  result: T | undefined;
  /** What was refused, by its status and sentence. */
  problem: Problem | undefined;
  /** What was appended meanwhile, in the order of the log, opened. */
  events: Appended[];
  /** The types of those, by the object of their stream. */
  types: string[];
}

export interface Appended {
  object: string;
  id: string;
  type: string;
  data: JsonObject;
  metadata: LogEvent['metadata'];
}

export interface InMemoryOptions {
  registry?: Registry;
  upcasters?: Upcasters;
  /** Default noon of 2026-01-05 in Toronto. */
  now?: string;
  /** The log, where several have one; default one of its own. */
  log?: EventStore;
  /** Another door to the log: one that fails, or where others write in between. */
  store?: (store: EventStore) => EventStore;
  services?: Partial<Services>;
}

const NOW = '2026-01-05T17:00:00.000Z';
const PARTNER = 'ptn_01K2ZQ7M4T8W3N5R6V9X0Y1A2B';
const COMPANY = 'cmp_01K2ZQ7M4T8W3N5R6V9X0Y1A2C';
/** A manager that still appends after so many rounds finds a difference each time. */
const MOST_ROUNDS = 40;

const unused = (): never => {
  throw new Error('a test in memory does without it');
};

/** Those of the kernel's verbs that another company's record must not answer to. */
export const STRANGER: Tenant = { partner_id: PARTNER, company_id: 'cmp_01K2ZQ7M4T8W3N5R6V9X0Y1A2D' };

/**
 * What follows from declarations alone, and keeps nothing of what it is used for: made once, as in a process of the
 * service.
 */
const declared = memoizedOn((registry: Registry) => {
  const folder = makeFolder(registry);
  return { folder, projections: resourceProjections(registry, folder) };
});

export const inMemory = (options: InMemoryOptions = {}): InMemory => {
  const { registry = ours, upcasters = registry === ours ? oursUpcast : upcastersOfAll(registry.all) } = options;
  const tenant: Tenant = { partner_id: PARTNER, company_id: COMPANY };
  const clock = manualClock(options.now ?? NOW);
  const keys = memoryKeys();
  const shared = options.log ?? memoryStore();
  const store = options.store?.(shared) ?? shared;
  const { folder, projections } = declared(registry);
  const tables = makeReadTables(projections);
  const asked: string[] = [];
  let readPosition: Position = START;
  let isHeldBack = false;
  let most: Position | undefined;

  const since = async (after: Position): Promise<LogEvent[]> => {
    const events: LogEvent[] = [];
    for await (const batch of shared.readAll({ after, upTo: await shared.head() })) events.push(...batch);
    return events;
  };
  const opened = async (after: Position): Promise<ManagedEvent[]> => {
    const stored = await since(after);
    const events = await hydrate(stored, keys, upcasters);
    return events.map((event, at) => ({ ...event, position: stored[at]!.position, lease: undefined }));
  };
  const catchUp = async (): Promise<void> => {
    if (isHeldBack) return;
    for (const event of await opened(readPosition)) {
      if (most !== undefined && event.position > most) return;
      for (const projection of projections) tables.apply(projection, event);
      readPosition = event.position;
    }
  };
  const read: Reader = readerBy(
    (question) =>
      (async (...args: unknown[]) => {
        asked.push(question);
        await catchUp();
        return (tables.ask[question] as (...args: unknown[]) => unknown)(...args);
      }) as never,
  );
  const services: Services = {
    clock,
    store,
    read,
    snapshots: {
      // Nothing runs beside the work but what it awaits itself.
      take: async (_, work) => {
        await catchUp();
        return work(read, readPosition);
      },
    },
    keys,
    gate: {
      followed: async (position) => {
        if (most !== undefined && position > most) most = undefined;
        await catchUp();
        return readPosition >= position;
      },
      isStuck: () => false,
      behindSince: () => undefined,
      readOnly: () => undefined,
      readPosition: () => readPosition,
    },
    ...unusedServices(unused),
    tasks: { start: unused, earlier: unused, ended: unused, cancel: unused, results: unused },
    registry,
    folder,
    upcasters,
    log: pino({ level: 'silent' }),
    paymentRail: 'simulated',
    publicUrl: 'http://localhost',
    ...options.services,
  };

  let causes = 0;
  const origin: InMemory['origin'] = (seed, more = {}) => ({
    tenant,
    actor: 'company:test',
    request_id: seed ?? `request-${++causes}`,
    correlation_id: 'test',
    occurred_at: clock.instant(),
    // A cause that was named may come again.
    mayRepeat: seed !== undefined,
    seed: seed ?? `cause-${causes}`,
    ...more,
  });
  const write = async (object: string, change: Change): Promise<Outcome> => {
    const outcome = (await writeChanges(registry.need(object), [change], origin(), services))[0]!;
    if (!outcome.ok) throw outcome.problem;
    return outcome;
  };
  const stateOf: InMemory['stateOf'] = async (object, id) => {
    const { object: container, id: streamId } = await whereIs(object, id);
    const stored = await shared.readStream(`${container}-${streamId}`).catch(() => []);
    return folder.foldStream(await hydrate(stored, keys, upcasters)).get(object, id);
  };
  /** The stream that a record lives in. */
  const whereIs = async (object: string, id: string): Promise<{ object: string; id: string }> => {
    const { partOf } = registry.need(object);
    if (!partOf) return { object, id };
    const container = tables.ask.get(object, tenant, id)?.[partOf.by] as string;
    return { object: partOf.objects.find((one) => container.startsWith(registry.need(one).prefix))!, id: container };
  };

  const given: Given = {
    events: async (object, id, ...bodies) => {
      const stream = `${object}-${id}`;
      const before = await shared.readStream(stream).catch(() => []);
      const metadata = { ...tenant, actor: 'test', correlation_id: stream, occurred_at: clock.instant() };
      const events = bodies.map((body) =>
        newEvent(folder.declarationOf(body.type), crypto.randomUUID(), body, metadata),
      );
      await shared.append(stream, events, before.at(-1)?.revision ?? 'no_stream');
    },
    created: async (object, input) => {
      const { prefix } = registry.need(object);
      const id = derivedId(prefix, clock.now_ms(), `given ${++causes}`);
      return (await stateAfter(object, { op: 'create', id, input: parsed(object, 'create', input) }))!;
    },
    changed: async (object, id, input) =>
      (await stateAfter(object, { op: 'update', id, input: parsed(object, 'update', input) }))!,
    deleted: async (object, id) => void (await stateAfter(object, { op: 'delete', id })),
  };
  /** A body as its schema gives it. */
  const parsed = (object: string, on: 'create' | 'update', body: JsonObject): JsonObject =>
    bodySchema(registry.need(object), on, PREFERRED).parse(body) as JsonObject;
  const stateAfter = async <K extends string>(object: K, change: Change): Promise<RecordOf<K> | undefined> => {
    const outcome = await write(object, change);
    await catchUp();
    return outcome.ok && outcome.state ? recordOf(object, outcome.state) : undefined;
  };

  const when: InMemory['when'] = async (act) => {
    const before = await shared.head();
    let result: Awaited<ReturnType<typeof act>> | undefined;
    let problem: Problem | undefined;
    try {
      result = (await act()) as typeof result;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      problem = error;
    }
    await catchUp();
    const events = (await opened(before)).map(({ stream, type, data, metadata }) => {
      const { object, id } = parseStream(stream);
      return { object, id, type, data, metadata };
    });
    return { result: result as never, problem, events, types: events.map(({ type }) => type) };
  };

  const handedTo = new Map<string, Position>();
  const lastOf = new Map<string, LastHandled>();
  const handOver = async (manager: ProcessManager): Promise<void> => {
    const from = handedTo.get(manager.name) ?? START;
    const events: ManagedEvent[] = [];
    let last = lastOf.get(manager.name) ?? nothingHandled(from);
    // As the runner does: a manager gets what every read model has passed.
    const all = (await opened(from)).filter(({ position }) => isHeldBack || position <= readPosition);
    for (const event of all) {
      if (manager.handles(event)) last = lastWith(manager, event, last);
      else if (!isRechecked(manager, event, last)) continue;
      events.push(event);
    }
    handedTo.set(manager.name, all.at(-1)?.position ?? from);
    lastOf.set(manager.name, last);
    if (events.length === 0) return;
    const { signal } = new AbortController();
    for (let left = events, bookmark: Unfinished['bookmark']; left.length > 0; ) {
      const kept: (() => void)[] = [];
      const whenKept = (then: () => void): void => void kept.push(then);
      const handled = await manager.handle({ events: left, signal, bookmark, whenKept }, undefined);
      if (!isUnfinished(handled) || handled.done !== undefined) for (const then of kept) then();
      if (!isUnfinished(handled)) return;
      const { done } = handled;
      bookmark = handled.bookmark;
      if (done !== undefined) left = left.filter(({ position }) => position > done);
      await catchUp();
    }
  };
  const follow: InMemory['follow'] = async (...managers) => {
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const before = await shared.head();
      for (const manager of managers) {
        await catchUp();
        await handOver(manager);
      }
      if ((await shared.head()) === before) return;
    }
    throw new Error(`${managers.map(({ name }) => name)} do not come to rest`);
  };

  return {
    services,
    clock,
    tenant,
    given,
    when,
    origin,
    follow,
    stateOf,
    rows: <K extends string>(object: K) => tables.all(object) as unknown as RecordOf<K>[],
    holdBack: (isHeld) => {
      isHeldBack = isHeld;
    },
    comeTo: (position) => {
      most = position;
    },
    asked,
  };
};

/** A new id of a resource, of no record. */
export const idOf = (prefix: string): string => newId(prefix, Date.parse(NOW));
