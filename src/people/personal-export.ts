import { isForeign } from '../event-store/foreign.ts';
import { type EventStore, type LogEvent, type Position, START, type StreamEvent } from '../event-store/port.ts';
import type { Reader } from '../kernel/definition/reader.ts';
import type { Registry } from '../kernel/definition/registry.ts';
import {
  type DomainEvent,
  parseStream,
  type ResourceDefinition,
  type State,
  streamOf,
} from '../kernel/definition/resource.ts';
import { type Condition, equal, oneOf } from '../values/condition.ts';
import { piecesOf } from '../values/group.ts';
import { objectOf } from '../values/json.ts';
import { type Person, UNDER_THE_KEY } from './erasure.ts';

/** Records whose histories have sealed values of the person: a payment has the account that it was sent to. */
const WITH_HISTORY: readonly string[] = [...UNDER_THE_KEY, 'payment'];

/** One line of an export: a record as it is, or an event of the person's own history. */
export type Held = { record: string; data: State } | { event: string; at: string; by: string; data: object };

export interface Sources {
  store: EventStore;
  /** Events with their personal members in clear. */
  opened: (events: readonly StreamEvent[]) => Promise<DomainEvent[]>;
  read: Reader;
  /** Told with each further part of the log that it is looked through to `position`, of `head`. */
  onProgress?: (progress: { events: number; position: Position; head: Position }) => void;
}

/** The most ids in one condition. */
const IDS = 1_000;

/**
 * All data about a person: the history of the person's own record and of the person's bank accounts, forms and
 * payments, with their sensitive values, also of those that were deleted, every record that names the person, a work
 * assignment of the person or a pay stub of those, and what batch calls were to write to the person, also where that
 * was refused. In bounded memory, except for ids. What was deleted only the log knows, so all of it is looked through.
 */
export async function* heldAbout(person: Person, registry: Registry, sources: Sources): AsyncGenerator<Held> {
  const { store, read } = sources;
  const { definition, id, tenant } = person;
  /** Streams whose history was given. */
  const told = new Set<string>();
  yield* historyOf(streamOf(definition.object, id));
  // References are followed: a person has work assignments, these have stubs, and those have lines.
  const known = new Map<string, string[]>([[definition.object, [id]]]);
  const followed = ['work_assignment', 'pay_stub'];
  const rest = registry.all.filter(({ object, scope }) => scope === 'company' && !followed.includes(object));
  for (const object of followed) {
    const ids: string[] = [];
    for await (const row of naming(registry.need(object), known)) {
      ids.push(row.id);
      yield { record: object, data: row };
    }
    known.set(object, ids);
  }
  for (const other of rest)
    for await (const row of naming(other, known)) {
      yield { record: other.object, data: row };
      // Its sealed values are only in its own history.
      if (WITH_HISTORY.includes(other.object)) yield* historyOf(streamOf(other.object, row.id));
    }
  for await (const event of wholeLog(sources)) {
    if (told.has(event.stream) || event.metadata.company_id !== tenant.company_id || !isTheirs(event, id)) continue;
    // Of a task only this: its other elements are under other keys.
    const { object } = parseStream(event.stream);
    yield* WITH_HISTORY.includes(object) ? historyOf(event.stream) : shown([event], sources);
  }

  async function* historyOf(stream: string): AsyncGenerator<Held> {
    told.add(stream);
    yield* shown(await store.readStream(stream), sources);
  }

  async function* naming(of: ResourceDefinition, ids: ReadonlyMap<string, readonly string[]>): AsyncGenerator<State> {
    if (of.object === definition.object) {
      const row = await read.get(of.object, tenant, id);
      if (row) yield row;
      return;
    }
    const columns = columnsOf(of);
    // By its most direct reference, of which there may be several: an adjustment names two pay stubs. A form names its
    // owner and the person, so each record is shown once.
    const seen = new Set<string>();
    const referring = (object: string) => [...columns].filter((one) => `_${one}`.endsWith(`_${object}_id`));
    const object = ['pay_stub', 'work_assignment', definition.object].find((one) => referring(one).length > 0);
    const wanted = object === undefined ? [] : (ids.get(object) ?? []);
    const owned = columns.has('owner_id') ? [...ids.values()].flat() : [];
    const tries: [string, readonly string[]][] = [
      ...referring(object ?? '').map((column): [string, readonly string[]] => [column, wanted]),
      ['owner_id', owned],
    ];
    for (const [column, values] of tries)
      for (const some of piecesOf(values, IDS)) {
        const where: Condition = values.length === 1 ? equal(column, values[0]!) : oneOf(column, some);
        for await (const page of read.pages(of.object, tenant, where))
          for (const row of page) {
            if (seen.has(row.id)) continue;
            seen.add(row.id);
            yield row;
          }
      }
  }
}

/** What was to be written of somebody whom no call created: of no known company, so the log of all is looked through. */
export async function* heldAboutNobody(id: string, sources: Omit<Sources, 'read'>): AsyncGenerator<Held> {
  for await (const event of wholeLog(sources)) if (isTheirs(event, id)) yield* shown([event], sources);
}

/** Every event of the log. */
async function* wholeLog({ store, onProgress }: Pick<Sources, 'store' | 'onProgress'>): AsyncGenerator<LogEvent> {
  const head = await store.head();
  let read = 0;
  for await (const events of store.readAll({ after: START, upTo: head })) {
    if (read > 0) onProgress?.({ events: read, position: events[0]!.position, head });
    read += events.length;
    yield* events;
  }
}

async function* shown(stored: readonly StreamEvent[], { opened }: Pick<Sources, 'opened'>): AsyncGenerator<Held> {
  for (const event of await opened(stored)) {
    const { occurred_at = '', actor = '' } = event.metadata;
    yield { event: event.type, at: occurred_at, by: actor, data: event.data };
  }
}

/** Whether an event of the service has members that are sealed under a person's key; its data may be damaged. */
const isTheirs = (event: LogEvent, id: string): boolean =>
  !isForeign(event) && event.mayHave?.('personal') !== false && objectOf(event.data.personal).subject === id;

const columnsOf = (definition: ResourceDefinition): Set<string> =>
  new Set([
    ...Object.keys(definition.columns ?? {}),
    ...Object.entries(definition.fields).flatMap(([name, field]) =>
      field.column || field.stored === 'id' ? [field.stored === 'id' ? `${name}_id` : name] : [],
    ),
  ]);
