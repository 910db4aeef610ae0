import type { Json, JsonObject } from '../../values/json.ts';
import type { Registry } from './registry.ts';
import {
  type Aggregate,
  type DomainEvent,
  parseStream,
  pascalCase,
  type ResourceDefinition,
  type RowKey,
  type State,
  storedName,
} from './resource.ts';

/**
 * How events become records. Deciders and read models fold with the same functions, so that a read row is always the
 * fold of its stream.
 */
export type Verb = 'Created' | 'Changed' | 'Deleted';
const VERBS: readonly Verb[] = ['Created', 'Changed', 'Deleted'];

/**
 * What happens to records that hold personal members, beside their verbs: `EmployeeRevealed` when somebody read what is
 * sealed, which changes nothing; `EmployeeErased` when the person's key is destroyed, which blanks what read models hold.
 */
export const revealedType = ({ object }: ResourceDefinition): string => `${pascalCase(object)}Revealed`;
export const erasedType = ({ object }: ResourceDefinition): string => `${pascalCase(object)}Erased`;

export const eventType = (definition: ResourceDefinition, verb: Verb): string =>
  `${pascalCase(definition.object)}${verb}`;

/** The events of the streams of keys that only one record may have (kernel/changes/reservations.ts). */
export const RESERVATION_EVENTS = {
  claimed: 'ReservationClaimed',
  released: 'ReservationReleased',
  dismissed: 'ReservationDismissed',
} as const;
/** What a record's stream holds when somebody else took a key that it had claimed: it changes nothing. */
export const fencedType = ({ object }: ResourceDefinition): string => `${pascalCase(object)}Fenced`;

/** An event whose type no definition knows: the code is older than the log. */
export class UnknownEventType extends Error {
  readonly type: string;
  constructor(type: string) {
    super(`no resource declares the event type ${type}`);
    this.name = 'UnknownEventType';
    this.type = type;
  }
}

interface Meaning {
  touches: (event: DomainEvent) => RowKey[];
  /** The kernel's own verb, where it is one. */
  verb?: Verb;
  /** Blanks the personal members. */
  erases?: boolean;
  object: string;
}

export interface Folder {
  /** The records that an event changes. @throws UnknownEventType */
  touchedBy(event: DomainEvent): RowKey[];
  /** One of those records after the event; undefined when it is gone. */
  evolveRow(key: RowKey, state: State | undefined, event: DomainEvent): State | undefined;
  /** The records of a whole stream. */
  foldStream(events: readonly DomainEvent[]): MutableAggregate;
  /** Whether any definition declares the event type. */
  knows(type: string): boolean;
  /** The resource that declares the event type. */
  ownerOf(type: string): ResourceDefinition | undefined;
  /** `Created`, `Changed` or `Deleted` where the type is one of those. */
  verbOf(type: string): Verb | undefined;
}

const ownRow = (event: DomainEvent): RowKey[] => [parseStream(event.stream)];

/** The fold of all declared resources. */
export const makeFolder = (registry: Registry): Folder => {
  const meanings = new Map<string, Meaning>();
  for (const definition of registry.all) {
    const { object } = definition;
    for (const verb of VERBS) {
      const touches = definition.partOf ? (event: DomainEvent) => [{ object, id: event.data.id as string }] : ownRow;
      meanings.set(eventType(definition, verb), { touches, verb, object });
    }
    if (definition.operations.includes('reveal')) meanings.set(revealedType(definition), { touches: () => [], object });
    if (definition.reserves) meanings.set(fencedType(definition), { touches: () => [], object });
    if (isErasable(definition)) meanings.set(erasedType(definition), { touches: ownRow, object, erases: true });
    for (const [type, touches] of Object.entries(definition.events ?? {}))
      meanings.set(type, { touches: touches === 'self' ? ownRow : touches, object });
  }
  for (const type of Object.values(RESERVATION_EVENTS))
    meanings.set(type, { touches: () => [], object: 'reservation' });
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

  return {
    touchedBy: (event) => meaningOf(event).touches(event),
    evolveRow,
    knows: (type) => meanings.has(type),
    ownerOf: (type) => {
      const object = meanings.get(type)?.object;
      return object === undefined ? undefined : registry.get(object);
    },
    verbOf: (type) => meanings.get(type)?.verb,
    foldStream: (events) => {
      const aggregate = makeAggregate();
      for (const event of events)
        for (const key of meaningOf(event).touches(event))
          aggregate.set(key, evolveRow(key, aggregate.get(key.object, key.id), event));
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
    // Assigned, not spread: a rebuild passes here for every record, and spreading into a new shape takes ten times as long.
    return Object.assign({}, event.data, {
      id: key.id,
      scope_id: (definition.scope === 'partner' ? event.metadata.partner_id : event.metadata.company_id) ?? '',
      created_at: at,
      updated_at: at,
      version,
    });
  if (!state) return undefined;
  // Set one by one: in one literal, what stands behind two spreads makes it several times slower.
  const changed: State = { ...state, ...event.data };
  changed.id = key.id;
  changed.updated_at = at;
  changed.version = version;
  return changed;
};

export interface MutableAggregate extends Aggregate {
  set(key: RowKey, state: State | undefined): void;
}

export const makeAggregate = (): MutableAggregate => {
  const rows = new Map<string, Map<string, State>>();
  return {
    get: (object, id) => rows.get(object)?.get(id),
    all: (object) => [...(rows.get(object)?.values() ?? [])],
    set: ({ object, id }, state) => {
      const ofObject = rows.get(object) ?? new Map<string, State>();
      rows.set(object, ofObject);
      if (state) ofObject.set(id, state);
      else ofObject.delete(id);
    },
  };
};

/** A record as read models keep it: without the members that are sealed. */
export const rowState = (definition: ResourceDefinition, state: State): State => {
  const sealed = sealedMembers(definition);
  if (sealed.length === 0) return state;
  const row = { ...state };
  for (const member of sealed) delete row[member];
  return row;
};

const members = (definition: ResourceDefinition, personal: readonly ('searchable' | 'sealed')[]): string[] =>
  Object.entries(definition.fields).flatMap(([name, field]) =>
    field.personal && personal.includes(field.personal) ? [storedName(name, field) ?? name] : [],
  );

/** Whether its records are persons, or stand under the key of one: what read models hold of them can be blanked. */
const isErasable = (definition: ResourceDefinition): boolean =>
  definition.partOf === undefined && personalMembers(definition).length > 0;

/** A record whose person was erased: what a fold gives whose events hold no personal members any more. */
const withoutPersonal = (definition: ResourceDefinition, state: State, event: DomainEvent): State => {
  const blank: State = { ...state };
  for (const member of personalMembers(definition)) delete blank[member];
  blank.updated_at = event.metadata.occurred_at ?? state.updated_at;
  blank.version = event.revision.toString();
  return blank;
};

const cache = new WeakMap<ResourceDefinition, { personal: string[]; sealed: string[] }>();
const personalNames = (definition: ResourceDefinition) => {
  let found = cache.get(definition);
  if (!found) {
    found = { personal: members(definition, ['searchable', 'sealed']), sealed: members(definition, ['sealed']) };
    cache.set(definition, found);
  }
  return found;
};

/** Stored members that events carry encrypted. */
export const personalMembers = (definition: ResourceDefinition): readonly string[] =>
  personalNames(definition).personal;
/** Stored members that no read model holds. */
export const sealedMembers = (definition: ResourceDefinition): readonly string[] => personalNames(definition).sealed;

/** The members of `after` that differ from `before`, by value. */
export const changedMembers = (before: JsonObject, after: JsonObject): JsonObject => {
  const changed: JsonObject = {};
  for (const [name, value] of Object.entries(after)) if (!sameJson(before[name], value)) changed[name] = value;
  return changed;
};

export const sameJson = (a: Json | undefined, b: Json | undefined): boolean => {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b))
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((item, i) => sameJson(item, b[i]));
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => sameJson(a[name], b[name]));
};
