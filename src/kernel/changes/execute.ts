import { AppendTooLarge, StoreUnavailable, StreamNotFound, WrongExpectedRevision } from '../../event-store/errors.ts';
import type {
  EventMetadata,
  EventStore,
  ExpectedRevision,
  NewEvent,
  Position,
  ReadStreamOptions,
} from '../../event-store/port.ts';
import { makeQueues, type Queues } from '../../timing/queues.ts';
import { businessDay } from '../../values/dates.ts';
import { derivedUuid } from '../../values/ids.ts';
import type { JsonObject } from '../../values/json.ts';
import { invalid, Problem, refused, unavailable } from '../../values/problem.ts';
import { type MutableAggregate, partId } from '../definition/fold.ts';
import { personalMembers } from '../definition/personal.ts';
import {
  type DecideContext,
  type DomainEvent,
  type EventBody,
  parseStream,
  type ResourceDefinition,
} from '../definition/resource.ts';
import type { Services } from '../definition/services.ts';
import type { Origin } from '../definition/writer.ts';
import { newEvent } from '../events/define.ts';
import { hydrate } from '../events/hydrate.ts';
import { PersonErased } from '../events/keys.ts';

/**
 * Appends to one stream, once. A change loads its stream, decides, and appends at the revision that it loaded; when
 * another writer was first, it loads and decides again. Event ids derive from the cause (`origin.seed`), so a change
 * that is repeated after a crash finds its own first event in the stream that it loads anyway, and answers from there.
 */
export interface LoadedStream {
  stream: string;
  events: DomainEvent[];
  aggregate: MutableAggregate;
  expected: ExpectedRevision;
}

/** Loads and folds a stream; an unknown stream counts as empty. */
export const loadStream = (stream: string, services: Services): Promise<LoadedStream> => load(stream, services);

/** For long streams of which a decision needs only the last event, without a fold. */
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

const load = async (stream: string, services: Services, options?: ReadStreamOptions): Promise<LoadedStream> => {
  const events = await readEvents(stream, services, options);
  return {
    stream,
    events,
    aggregate: services.folder.foldStream(options ? [] : events),
    expected: events.at(-1)?.revision ?? 'no_stream',
  };
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
const append = async (stream: string, events: readonly NewEvent[], expected: ExpectedRevision, store: EventStore) => {
  const appended = await store.append(stream, events, expected);
  if (appended.position > (newestAppends.get(store) ?? -1n)) newestAppends.set(store, appended.position);
  return appended;
};

export type Decide = (loaded: LoadedStream) => Promise<readonly EventBody[]>;

/**
 * What is loaded for a decision: `all` of the stream; only its `last` event, without a fold; or `nothing`, when the
 * stream should be new with this cause (if it exists already, all of it is loaded).
 */
export type Looks = 'all' | 'last' | 'nothing';

/**
 * Decides and appends, and repeats that after conflicts.
 *
 * @param step distinguishes the appends of one cause; with the cause's seed it makes the event ids
 * @param looks `last` is only for writers that cannot be repeating: it finds no earlier try
 * @param order whether it queues behind writers of this process that met at the stream; one that is deciding about
 * another
 *   stream does not, since two might wait for each other
 * @throws Problem from `decide`; 409 when others kept changing the stream; 503 when the store is away
 */
export const appendTo = async (
  stream: string,
  step: string,
  origin: Origin,
  services: Services,
  decide: Decide,
  looks: Looks = 'all',
  order: 'queues' | 'goes between' = 'queues',
): Promise<Appended> => {
  const firstId = eventId(origin, stream, step, 0);
  const attempt = async (reread: boolean): Promise<Appended | undefined> => {
    const loaded = reread
      ? await load(stream, services, looks === 'last' ? LAST : undefined)
      : emptyStream(stream, services);
    const earlier = loaded.events.findIndex((event) => event.id === firstId);
    if (earlier >= 0) return recorded(loaded, origin, step, earlier, services);
    const bodies = await decide(loaded);
    if (bodies.length === 0) return { aggregate: loaded.aggregate, position: undefined, repeated: false, events: [] };
    const events = await sealed(stream, bodies, step, origin, services);
    try {
      const before = newestAppend(services.store);
      const { position, revision } = await append(stream, events.stored, loaded.expected, services.store);
      const first = revision - BigInt(bodies.length - 1);
      const domain = events.domain.map((event, i) => ({ ...event, revision: first + BigInt(i) }));
      let unfolded: readonly DomainEvent[] = domain;
      return {
        // Folded at the first access: the calculation of a thousand stubs needs none of them.
        get aggregate() {
          const { folder } = services;
          for (const event of unfolded)
            for (const key of folder.touchedBy(event))
              loaded.aggregate.set(key, folder.evolveRow(key, loaded.aggregate.get(key.object, key.id), event));
          unfolded = [];
          return loaded.aggregate;
        },
        position,
        since: bodies.length === 1 ? position : before === undefined ? undefined : before + 1n,
        repeated: false,
        events: domain,
      };
    } catch (error) {
      if (error instanceof StoreUnavailable) throw storeUnavailable(error);
      if (error instanceof AppendTooLarge) throw tooLarge(error);
      if (!(error instanceof WrongExpectedRevision)) throw error;
      return undefined;
    }
  };
  const again = async (): Promise<Appended | undefined> => {
    for (let round = 1; round < MAX_ROUNDS; round++) {
      const appended = await attempt(true);
      if (appended) return appended;
    }
    return undefined;
  };
  const appended =
    (await attempt(looks !== 'nothing' || origin.mayRepeat)) ??
    (await (order === 'goes between' ? again() : queuesOf(services.store).join(stream, again)));
  if (appended) return appended;
  const { object, id } = parseStream(stream);
  throw new Problem(409, {
    en: `The ${object.replaceAll('_', ' ')} ${id} is being changed by many requests at once. Repeat the request.`,
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
    return (await append(stream, stored, revision, services.store)).position;
  } catch (error) {
    if (error instanceof StoreUnavailable) throw storeUnavailable(error);
    if (error instanceof WrongExpectedRevision) return undefined;
    throw error;
  }
};

/** 422: a last resort; the limits of docs/limits.md should prevent it. */
const tooLarge = ({ bytes, limit }: AppendTooLarge): Problem => {
  const [is, most] = [bytes, limit].map((size) => Math.ceil(size / 1024));
  return invalid([
    {
      path: '',
      text: {
        en: `makes a change of ${is} KiB, and one change may have at most ${most} KiB; shorten its texts, or send it in parts`,
        fr: `fait une modification de ${is} Kio, et une modification peut avoir au plus ${most} Kio; raccourcissez ses textes, ou envoyez-la en parties`,
      },
    },
  ]);
};

/** 503: the problem for the caller. */
export const storeUnavailable = (error: StoreUnavailable): Problem =>
  unavailable(
    error.outcome === 'unknown'
      ? {
          en: 'The event store did not answer in time; the change may or may not have been made. Repeat the request with the same X-Idempotency-Key.',
          fr: "Le magasin d'événements n'a pas répondu à temps; la modification a pu être faite ou non. Répétez la requête avec la même X-Idempotency-Key.",
        }
      : {
          en: 'The event store cannot take the change now; nothing was stored. Repeat the request.',
          fr: "Le magasin d'événements ne peut pas accepter la modification; rien n'a été enregistré. Répétez la requête.",
        },
    error.retryAfter_s,
    error,
  );

export const eventId = (origin: Origin, stream: string, step: string, index: number): string =>
  derivedUuid(origin.seed, stream, step, String(index));

const emptyStream = (stream: string, services: Services): LoadedStream => ({
  stream,
  events: [],
  aggregate: services.folder.foldStream([]),
  expected: 'no_stream',
});

/** The answer of an earlier try: the stream as it was right after that try's last event. */
const recorded = (loaded: LoadedStream, origin: Origin, step: string, first: number, services: Services): Appended => {
  let last = first;
  while (loaded.events[last + 1]?.id === eventId(origin, loaded.stream, step, last + 1 - first)) last++;
  return {
    aggregate: services.folder.foldStream(loaded.events.slice(0, last + 1)),
    position: undefined,
    repeated: true,
    events: loaded.events.slice(first, last + 1),
  };
};

const metadataOf = (origin: Origin): EventMetadata => ({
  ...(origin.tenant.company_id === undefined ? {} : { company_id: origin.tenant.company_id }),
  partner_id: origin.tenant.partner_id,
  actor: origin.actor,
  request_id: origin.request_id,
  correlation_id: origin.correlation_id,
  ...(origin.causation_id === undefined ? {} : { causation_id: origin.causation_id }),
  ...(origin.idempotency_key === undefined ? {} : { idempotency_key: origin.idempotency_key }),
  occurred_at: origin.occurred_at,
});

/**
 * Events as they are appended, with encrypted personal members, and as the domain sees them.
 *
 * @throws UnfitEvent before anything is stored
 */
export const sealed = async (
  stream: string,
  bodies: readonly EventBody[],
  step: string,
  origin: Origin,
  services: Services,
): Promise<{ stored: NewEvent[]; domain: DomainEvent[] }> => {
  const base = metadataOf(origin);
  const stored: NewEvent[] = [];
  const domain: DomainEvent[] = [];
  for (const [index, body] of bodies.entries()) {
    const id = eventId(origin, stream, step, index);
    const event = newEvent(services.folder.declarationOf(body.type), id, body, base);
    stored.push({ ...event, data: await withSealed(stream, body, services) });
    domain.push({ ...event, type: body.type, stream, revision: 0n });
  }
  return { stored, domain };
};

/** The data of an event as stored in the log: its personal members are encrypted as one object. */
const withSealed = async (stream: string, body: EventBody, services: Services): Promise<JsonObject> => {
  if (body.personal) {
    const { subject, members } = body.personal;
    await services.keys.prepare([subject]);
    return { ...body.data, personal: await seal(subject, members, services) };
  }
  const definition = services.folder.ownerOf(body.type);
  const names = definition ? personalMembers(definition).filter((name) => name in body.data) : [];
  if (!definition || names.length === 0) return body.data;
  const clear: JsonObject = {};
  const personal: JsonObject = {};
  for (const [name, value] of Object.entries(body.data)) (names.includes(name) ? personal : clear)[name] = value;
  const subject = subjectOf(definition, stream, body);
  await services.keys.prepare([subject]);
  return { ...clear, personal: await seal(subject, personal, services) };
};

/** @throws Problem 400 when the person was erased: it is that record's refusal, not a failure of the service */
const seal = async (subject: string, members: JsonObject, services: Services): Promise<JsonObject> => {
  try {
    return { ...(await services.keys.seal(subject, members)) };
  } catch (error) {
    if (error instanceof PersonErased) throw erasedPerson();
    throw error;
  }
};

/** 400: nothing personal can be written about the person. */
export const erasedPerson = (): Problem => refused(ERASED);

const ERASED = {
  en: 'The personal data of this record were erased; no personal data can be written to it.',
  fr: 'Les données personnelles de cet enregistrement ont été effacées; rien de personnel ne peut plus y être écrit.',
};

const subjectOf = (definition: ResourceDefinition, stream: string, body: EventBody): string => {
  if (definition.personalSubject) return definition.personalSubject(body.data);
  return definition.partOf ? partId({ ...body, stream }) : parseStream(stream).id;
};

/** What pure rules may know of the current change. */
export const decideContext = (origin: Origin, loaded: LoadedStream, sent: JsonObject): DecideContext => ({
  tenant: origin.tenant,
  occurred_at: origin.occurred_at,
  today: businessDay(Date.parse(origin.occurred_at)),
  aggregate: loaded.aggregate,
  sent,
});
