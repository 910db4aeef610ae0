import { StreamNotFound, WrongExpectedRevision } from '../../event-store/errors.ts';
import { isForeign } from '../../event-store/foreign.ts';
import type { EventStore, ExpectedRevision, NewEvent, Position, ReadStreamOptions } from '../../event-store/port.ts';
import { isSliceOver, nextTurn } from '../../timing/give-way.ts';
import { makeQueues, type Queues } from '../../timing/queues.ts';
import { businessDay } from '../../values/dates.ts';
import type { JsonObject } from '../../values/json.ts';
import { Problem } from '../../values/problem.ts';
import { wordsOf } from '../../values/text.ts';
import type { MutableAggregate } from '../definition/fold.ts';
import { type DecideContext, type DomainEvent, type EventBody, parseStream } from '../definition/resource.ts';
import type { Services } from '../definition/services.ts';
import type { Origin } from '../definition/writer.ts';
import { hydrate } from '../events/hydrate.ts';
import { refusedByStore } from './outcomes.ts';
import { type LoadedRecords, loadRecords, PAGE } from './remembered.ts';
import { eventId, sealed } from './sealing.ts';

/**
 * Appends to one stream, once. A change loads its stream, decides, and appends at the revision that it loaded; when
 * another writer was first, it loads and decides again. Event ids derive from the cause (`origin.seed`), so a change
 * that is repeated after a crash finds its own first event in the stream that it loads anyway, and answers from there.
 */
export interface LoadedStream extends LoadedRecords {
  events: DomainEvent[];
}

/** Loads and folds a stream; an unknown stream counts as empty. */
export const loadStream = (stream: string, services: Services): Promise<LoadedStream> => load(stream, services);

/** For streams of which a decision needs only the last event, without a fold. */
const LAST: ReadStreamOptions = { direction: 'backwards', limit: 1 };

/** Decrypted events of a stream; empty for an unknown one. */
export const readEvents = async (
  stream: string,
  { store, keys, upcasters }: Services,
  options?: ReadStreamOptions,
): Promise<DomainEvent[]> => {
  const stored = await store.readStream(stream, options).catch((error: unknown) => {
    if (error instanceof StreamNotFound) return [];
    throw error;
  });
  return hydrate(stored, keys, upcasters);
};

/** The last event of a stream, where another program may have appended behind it; undefined where there is none. */
export const readLast = async (stream: string, services: Services): Promise<DomainEvent | undefined> => {
  for (let options = LAST; ; ) {
    const events = await readEvents(stream, services, options);
    const last = events.find((event) => !isForeign(event));
    const first = events.at(-1);
    if (last || !first || first.revision === 0n) return last;
    // It may have appended very many.
    options = { direction: 'backwards', limit: PAGE, from: first.revision - 1n };
  }
};

/**
 * Pages of a stream's events from a revision on, without what another program appended; empty for an unknown stream.
 *
 * @param limit of what stands in the stream: a page may have fewer
 */
export async function* eventPages(
  stream: string,
  services: Services,
  limit: number,
  first = 0n,
): AsyncGenerator<DomainEvent[]> {
  for (let from = first; ; from += BigInt(limit)) {
    const events = await readEvents(stream, services, { from, limit });
    yield events.filter((event) => !isForeign(event));
    if (events.length < limit) return;
  }
}

const load = async (stream: string, services: Services, options?: ReadStreamOptions): Promise<LoadedStream> => {
  const events = await readEvents(stream, services, options);
  return {
    stream,
    events,
    aggregate: services.folder.foldStream(options ? [] : events),
    expected: events.at(-1)?.revision ?? 'no_stream',
    mayHave: (id) => events.some((event) => event.id === id),
  };
};

/** Loads the last event alone; what is appended stands behind all that there is. */
const loadLast = async (stream: string, services: Services): Promise<LoadedStream> => {
  const loaded = await load(stream, services, LAST);
  if (!loaded.events.some(isForeign)) return loaded;
  const last = await readLast(stream, services);
  return { ...loaded, events: last ? [last] : [] };
};

/** What was appended, with the aggregate after it. */
export interface Appended {
  aggregate: MutableAggregate;
  position: Position | undefined;
  /** The first of its events is there or behind it; undefined when that is not known. */
  since?: Position | undefined;
  repeated: boolean;
  events: DomainEvent[];
}

/** Conflicts with other processes after which a change ends with a 409. */
const MAX_ROUNDS = 12;
/** Writers in the queue of one stream; further ones get a 409 at once. */
const MOST_WAITING = 1_000;
/** The queues of each process, by event store. */
const queuesOfStores = new WeakMap<EventStore, Queues>();
const queuesOf = (store: EventStore): Queues => {
  const queues = queuesOfStores.get(store) ?? makeQueues(MOST_WAITING);
  queuesOfStores.set(store, queues);
  return queues;
};

/** Where each process's last append to a store ended. */
const newestAppends = new WeakMap<EventStore, Position>();

/** The position of the newest append of this process: that of an append which has just been answered, or later. */
export const newestAppend = (store: EventStore): Position | undefined => newestAppends.get(store);

/** @throws as the store does */
const store = async (
  stream: string,
  events: readonly NewEvent[],
  expected: ExpectedRevision,
  { lease }: Origin,
  { store: to }: Services,
) => {
  const appended = await to.append(stream, events, expected, lease);
  if (appended.position > (newestAppends.get(to) ?? -1n)) newestAppends.set(to, appended.position);
  return appended;
};

export type Decide = (loaded: LoadedRecords) => Promise<readonly EventBody[]>;
export type DecideByEvents = (loaded: LoadedStream) => Promise<readonly EventBody[]>;

/**
 * Decides by the records of a stream and appends, and repeats that after conflicts.
 *
 * @param step distinguishes the appends of one cause; with the cause's seed it makes the event ids
 * @param looks `nothing` where the stream should be new with this cause; if it exists already, its records are loaded
 * @param order whether it queues behind writers of this process that met at the stream; one that is deciding about
 *   another stream does not, since two might wait for each other
 * @throws Problem from `decide`; 409 when others kept changing the stream; 503 when the store is away
 */
export const appendTo = (
  stream: string,
  step: string,
  origin: Origin,
  services: Services,
  decide: Decide,
  looks: 'records' | 'nothing' = 'records',
  order: Order = 'queues',
): Promise<Appended> =>
  appendLoaded({
    stream,
    step,
    origin,
    services,
    decide,
    order,
    isNew: looks === 'nothing',
    load: async (isNew) => (isNew ? emptyStream(stream, services) : loadRecords(stream, services)),
  });

/** The same for what is decided by what is folded beside the records (remembered.ts). */
export const appendBy = <L extends LoadedRecords>(
  load: (stream: string, services: Services) => Promise<L>,
  stream: string,
  step: string,
  origin: Origin,
  services: Services,
  decide: (loaded: L) => Promise<readonly EventBody[]>,
): Promise<Appended> =>
  appendLoaded({
    stream,
    step,
    origin,
    services,
    decide,
    order: 'queues',
    isNew: false,
    load: () => load(stream, services),
  });

/**
 * The same for what is decided by the events of a stream, which costs more the longer it is.
 *
 * @param looks `last` loads only the last event, without a fold, for writers that cannot be repeating: it finds no
 *   earlier try
 */
export const appendByEvents = (
  stream: string,
  step: string,
  origin: Origin,
  services: Services,
  decide: DecideByEvents,
  looks: 'all' | 'last' | 'nothing' = 'all',
): Promise<Appended> =>
  appendLoaded({
    stream,
    step,
    origin,
    services,
    decide,
    order: 'queues',
    isNew: looks === 'nothing',
    load: async (isNew) =>
      isNew ? emptyStream(stream, services) : (looks === 'last' ? loadLast : load)(stream, services),
  });

type Order = 'queues' | 'goes between';

interface Append<L extends LoadedRecords> {
  stream: string;
  step: string;
  origin: Origin;
  services: Services;
  /** Loads the stream, or takes it for new. */
  load(isNew: boolean): Promise<L>;
  decide(loaded: L): Promise<readonly EventBody[]>;
  isNew: boolean;
  order: Order;
}

const appendLoaded = async <L extends LoadedRecords>(append: Append<L>): Promise<Appended> => {
  const { stream, step, origin, services, isNew, order } = append;
  const firstId = eventId(origin, stream, step, 0);
  const attempt = async (takesForNew: boolean): Promise<Appended | undefined> => {
    const loaded = await append.load(takesForNew);
    const earlier = loaded.mayHave(firstId) && (await recorded(loaded, firstId, origin, step, services));
    if (earlier) return earlier;
    const bodies = await append.decide(loaded);
    if (bodies.length === 0) return { aggregate: loaded.aggregate, position: undefined, repeated: false, events: [] };
    const events = await sealed(stream, bodies, step, origin, services);
    try {
      const before = newestAppend(services.store);
      const { position, revision } = await store(stream, events.stored, loaded.expected, origin, services);
      const first = revision - BigInt(bodies.length - 1);
      const domain = events.domain.map((event, i) => ({ ...event, revision: first + BigInt(i) }));
      let unfolded: readonly DomainEvent[] = domain;
      return {
        // Folded at the first access: the calculation of a thousand stubs needs none of them.
        get aggregate() {
          for (const event of unfolded) services.folder.fold(loaded.aggregate, event);
          unfolded = [];
          return loaded.aggregate;
        },
        position,
        since: bodies.length === 1 ? position : before === undefined ? undefined : before + 1n,
        repeated: false,
        events: domain,
      };
    } catch (error) {
      if (!(error instanceof WrongExpectedRevision)) throw refusedByStore(error);
      return undefined;
    }
  };
  const again = async (): Promise<Appended | undefined> => {
    for (let round = 1; round < MAX_ROUNDS; round++) {
      const appended = await attempt(false);
      if (appended) return appended;
    }
    return undefined;
  };
  const appended =
    (await attempt(isNew && !origin.mayRepeat)) ??
    (await (order === 'goes between' ? again() : queuesOf(services.store).join(stream, again)));
  if (appended) return appended;
  const { object, id } = parseStream(stream);
  throw new Problem(409, {
    en: `The ${wordsOf(object)} ${id} is being changed by many requests at once. Repeat the request.`,
    fr: `L'objet « ${object} » ${id} est modifié par plusieurs requêtes à la fois. Répétez la requête.`,
  });
};

/**
 * Appends at the revision of a stream in the read models, without loading it: for events that follow only from the
 * record as they show it. So the length of the stream does not matter.
 *
 * @returns the position, also that of an earlier try; undefined when the stream has another revision and nothing was
 *   appended
 * @throws Problem 503 when the store is away
 */
export const appendAt = async (
  stream: string,
  revision: bigint,
  bodies: readonly EventBody[],
  step: string,
  origin: Origin,
  services: Services,
): Promise<Position | undefined> => {
  const { stored } = await sealed(stream, bodies, step, origin, services);
  try {
    return (await store(stream, stored, revision, origin, services)).position;
  } catch (error) {
    if (error instanceof WrongExpectedRevision) return undefined;
    throw refusedByStore(error);
  }
};

const emptyStream = (stream: string, services: Services): LoadedStream => ({
  stream,
  events: [],
  aggregate: services.folder.foldStream([]),
  expected: 'no_stream',
  mayHave: () => false,
});

/** The answer of an earlier try, if there was one: the stream as it was right after that try's last event. */
const recorded = async (
  { stream, ...loaded }: LoadedRecords,
  firstId: string,
  origin: Origin,
  step: string,
  services: Services,
): Promise<Appended | undefined> => {
  const { folder } = services;
  const aggregate = folder.foldStream([]);
  const events: DomainEvent[] = [];
  const answer = (): Appended | undefined =>
    events.length === 0 ? undefined : { aggregate, position: undefined, repeated: true, events };
  for await (const page of hasEvents(loaded) ? [loaded.events] : eventPages(stream, services, PAGE)) {
    for (const event of page) {
      const next = events.length === 0 ? firstId : eventId(origin, stream, step, events.length);
      if (event.id === next) events.push(event);
      else if (events.length > 0) return answer();
      folder.fold(aggregate, event);
    }
    if (isSliceOver()) await nextTurn();
  }
  return answer();
};

const hasEvents = (loaded: Omit<LoadedRecords, 'stream'>): loaded is LoadedStream => 'events' in loaded;

/** What pure rules may know of the current change. */
export const decideContext = (origin: Origin, loaded: LoadedRecords, sent: JsonObject): DecideContext => ({
  tenant: origin.tenant,
  actor: origin.actor,
  occurred_at: origin.occurred_at,
  today: businessDay(Date.parse(origin.occurred_at)),
  aggregate: loaded.aggregate,
  sent,
});
