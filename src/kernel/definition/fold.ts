import { isForeign } from '../../event-store/foreign.ts';
import { type JsonObject, sameJson } from '../../values/json.ts';
import { type DomainEvent, type EventDeclaration, type RowKey, UnknownEventType } from '../events/define.ts';
import { RESERVATION_EVENTS } from '../events/reservations.ts';
import { stamped } from '../events/stamp.ts';
import { personalMembers } from './personal.ts';
import { recordEvents } from './record-events.ts';
import type { Registry } from './registry.ts';
import { type Aggregate, parseStream, type ResourceDefinition, recordOf, type State } from './resource.ts';

/**
 * Folds events into records. Deciders and read models use the same functions, so that a read row is always the fold of
 * its stream.
 */
export type Verb = 'Created' | 'Changed' | 'Deleted';

interface Meaning {
  declaration: EventDeclaration;
  touches: (event: DomainEvent) => RowKey[];
  /** The kernel's own verb, if it is one. */
  verb?: Verb;
  /** Whether it blanks the personal members. */
  erases?: boolean;
  object: string;
}

/** A declared event, and the resource that declares it; none for events that concern no record. */
export interface KnownEvent {
  declaration: EventDeclaration;
  object?: string;
}

export interface Folder {
  /** Every declared event, by the order of resources. */
  events: readonly KnownEvent[];
  /** Whether an event is declared. */
  knows(type: string): boolean;
  /** The declaration of an event. @throws UnknownEventType */
  declarationOf(type: string): EventDeclaration;
  /** The records that an event changes; none of one that another program appended. @throws UnknownEventType */
  touchedBy(event: DomainEvent): RowKey[];
  /** One of those records after the event; undefined when it is deleted. */
  evolveRow(key: RowKey, state: State | undefined, event: DomainEvent): State | undefined;
  /** Takes an event into the records of its stream. @throws UnknownEventType */
  fold(records: MutableAggregate, event: DomainEvent): void;
  /** The records of a whole stream. */
  foldStream(events: readonly DomainEvent[]): MutableAggregate;
  /** The resource that declares the event type. */
  ownerOf(type: string): ResourceDefinition | undefined;
  /** `Created`, `Changed` or `Deleted`, if the type is one of those. */
  verbOf(type: string): Verb | undefined;
}

const ownRow = (event: DomainEvent): RowKey[] => [parseStream(event.stream)];

/** What the events of a resource mean. @throws when two declare one name */
const meaningsOf = (definition: ResourceDefinition): Meaning[] => {
  const { object, partOf } = definition;
  const { created, changed, deleted, revealed, erased, fenced } = recordEvents(definition);
  const touchesPart = (event: DomainEvent): RowKey[] => [{ object, id: partId(event) }];
  const touches = partOf ? touchesPart : ownRow;
  return [
    { declaration: created, touches, verb: 'Created', object },
    { declaration: changed, touches, verb: 'Changed', object },
    { declaration: deleted, touches, verb: 'Deleted', object },
    ...(revealed ? [{ declaration: revealed, touches: () => [], object }] : []),
    ...(fenced ? [{ declaration: fenced, touches: () => [], object }] : []),
    ...(erased ? [{ declaration: erased, touches: ownRow, object, erases: true }] : []),
    ...(definition.events ?? []).map(
      (declaration): Meaning => ({
        declaration,
        touches: declaration.touches === 'self' ? ownRow : declaration.touches,
        object,
      }),
    ),
  ];
};

/** The id of the part that an event is about. */
export const partId = ({ type, stream, data }: Pick<DomainEvent, 'type' | 'stream' | 'data'>): string => {
  if (typeof data.id !== 'string') throw new Error(`${type} in stream ${stream} names no part`);
  return data.id;
};

/**
 * The fold of all declared resources.
 *
 * @throws when two declare an event of one name
 */
export const makeFolder = (registry: Registry): Folder => {
  const meanings = new Map<string, Meaning>();
  const reserving = RESERVATION_EVENTS.map((declaration) => ({
    declaration,
    touches: () => [],
    object: 'reservation',
  }));
  for (const meaning of [...registry.all.flatMap(meaningsOf), ...reserving]) {
    const { type } = meaning.declaration;
    if (meanings.has(type)) throw new Error(`two resources declare the event ${type}`);
    meanings.set(type, meaning);
  }
  const others = new Map<string, EventDeclaration>(registry.events.map((one) => [one.type, one]));
  /** Events that belong to no resource touch no row. */
  const touchedBy = (event: DomainEvent): RowKey[] =>
    isForeign(event) || others.has(event.type) ? [] : meaningOf(event).touches(event);
  const meaningOf = (event: DomainEvent): Meaning => {
    const meaning = meanings.get(event.type);
    if (!meaning) throw new UnknownEventType(event.type);
    return meaning;
  };

  const evolveRow: Folder['evolveRow'] = (key, state, event) => {
    const definition = registry.need(key.object);
    const { verb, object, erases } = meaningOf(event);
    if (erases) return state && withoutPersonal(definition, state, event);
    if (verb === undefined || object !== key.object)
      return definition.evolve ? definition.evolve(state, event, key) : state;
    return evolveByVerb(definition, verb, key, state, event);
  };
  const fold: Folder['fold'] = (records, event) => {
    for (const key of touchedBy(event)) records.set(key, evolveRow(key, records.get(key.object, key.id), event));
  };

  return {
    events: [...meanings.values(), ...registry.events.map((declaration) => ({ declaration }))],
    knows: (type) => meanings.has(type) || others.has(type),
    declarationOf: (type) => {
      const declaration = meanings.get(type)?.declaration ?? others.get(type);
      if (!declaration) throw new UnknownEventType(type);
      return declaration;
    },
    touchedBy,
    evolveRow,
    fold,
    ownerOf: (type) => {
      const object = meanings.get(type)?.object;
      return object === undefined ? undefined : registry.get(object);
    },
    verbOf: (type) => meanings.get(type)?.verb,
    foldStream: (events) => {
      const aggregate = makeAggregate();
      for (const event of events) fold(aggregate, event);
      return aggregate;
    },
  };
};

const evolveByVerb = (
  definition: ResourceDefinition,
  verb: Verb,
  key: RowKey,
  state: State | undefined,
  event: DomainEvent,
): State | undefined => {
  if (verb === 'Deleted') return undefined;
  const at = event.metadata.occurred_at ?? '';
  const version = event.revision.toString();
  if (verb === 'Created')
    // Assigned, not spread: a rebuild runs this for every record, and spreading into a new shape takes ten times as
    // long.
    return Object.assign({}, event.data, {
      id: key.id,
      scope_id: (definition.scope === 'partner' ? event.metadata.partner_id : event.metadata.company_id) ?? '',
      created_at: at,
      updated_at: at,
      version,
    });
  if (!state) return undefined;
  // Set one by one: members after two spreads in one literal make it several times slower.
  const changed: State = { ...state, ...event.data };
  changed.id = key.id;
  changed.updated_at = at;
  changed.version = version;
  return changed;
};

export interface MutableAggregate extends Aggregate {
  set(key: RowKey, state: State | undefined): void;
  /** The same records in another one: what is set there is not set here. */
  copy(): MutableAggregate;
}

/** The records of one stream, by default without any at first. */
export const makeAggregate = (rows = new Map<string, Map<string, State>>()): MutableAggregate => {
  return {
    get: (object, id) => {
      const state = rows.get(object)?.get(id);
      return state && recordOf(object, state);
    },
    all: (object) => [...(rows.get(object)?.values() ?? [])].map((state) => recordOf(object, state)),
    set: ({ object, id }, state) => {
      const ofObject = rows.get(object) ?? new Map<string, State>();
      rows.set(object, ofObject);
      if (state) ofObject.set(id, state);
      else ofObject.delete(id);
    },
    copy: () => makeAggregate(new Map([...rows].map(([object, ofObject]) => [object, new Map(ofObject)]))),
  };
};

/** A record whose person was erased: the same as a fold of its events without personal members. */
const withoutPersonal = (definition: ResourceDefinition, state: State, event: DomainEvent): State => {
  const blank = stamped(state, event);
  for (const member of personalMembers(definition)) delete blank[member];
  return blank;
};

/** The members of `after` that differ from `before`, by value. */
export const changedMembers = (before: JsonObject, after: JsonObject): JsonObject => {
  const changed: JsonObject = {};
  for (const [name, value] of Object.entries(after)) if (!sameJson(before[name], value)) changed[name] = value;
  return changed;
};
