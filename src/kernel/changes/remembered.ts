import { StreamNotFound } from '../../event-store/errors.ts';
import type { EventStore, ExpectedRevision, StreamEvent } from '../../event-store/port.ts';
import { isSliceOver, nextTurn } from '../../timing/give-way.ts';
import { type Folder, type MutableAggregate, makeAggregate } from '../definition/fold.ts';
import type { State } from '../definition/resource.ts';
import type { Services } from '../definition/services.ts';
import type { RowKey } from '../events/define.ts';
import { hydrate } from '../events/hydrate.ts';
import { type PersonalKeys, type Sealed, sealedSchema } from '../events/keys.ts';

/**
 * Records of long streams, as this process folded them last. A change loads the records of its stream, and a record that
 * is changed again and again would make each change dearer than the one before, on a thread that all companies share. So
 * a process remembers the records of streams of {@link LONG} events and more, and reads only what was appended since.
 *
 * Why this and no snapshots that are stored: nothing has to be kept equal to the log, erased, upgraded or restored. What
 * is remembered is a fold of a prefix of the stream, so it does not matter who appended what follows. It is used only
 *
 *   - where the stream has the event that it ended with: after a log was restored it may have another one there
 *   - where every key that opened something in it is still there: after an erasure all of the stream is folded again
 *   - by the code that folded it: it is gone with the process
 *
 * Short streams are not remembered: reading them costs little, and a payroll of 20,000 would push out the long ones.
 */
export interface LoadedRecords {
  stream: string;
  /** The caller's own: it may change it. */
  aggregate: MutableAggregate;
  expected: ExpectedRevision;
  /** Whether the stream may have an event of this id; false is certain. */
  mayHave(id: string): boolean;
}

/** From this many events on the records of a stream are remembered. */
export const LONG = 64;
/** What is remembered in a process, as {@link bytesOf} counts it; what was used longest ago is forgotten. */
const MOST_bytes = 24 * 1024 * 1024;
/** A stream that would take more than this is not remembered. */
const MOST_OF_ONE_bytes = MOST_bytes / 4;
/** What was not used for this long is forgotten. */
const KEPT_ms = 10 * 60_000;
/** Events that are opened and folded without a break. */
const AT_ONCE = 200;

interface Remembered {
  folder: Folder;
  aggregate: MutableAggregate;
  revision: bigint;
  /** Id of the event at that revision. */
  last: string;
  /** A few bits of each event's id. */
  marks: Set<number>;
  /** One box under each key that opened something. */
  boxes: Map<string, Sealed>;
  bytes: number;
  used_ms: number;
}

/** 28 bits of an id: of two in 250 million streams with another id the same, which is then looked for in the stream. */
const markOf = (id: string): number => Number.parseInt(id.slice(0, 7), 16);

/** About what an object takes in memory. */
const bytesOf = (state: State | undefined): number =>
  state === undefined ? 0 : 200 + 3 * JSON.stringify(state).length;
const BYTES_OF_MARK = 24;

class Memory {
  // In the order of their last use.
  private readonly entries = new Map<string, Remembered>();
  private bytes = 0;

  recall(stream: string): Remembered | undefined {
    return this.entries.get(stream);
  }

  keep(stream: string, entry: Remembered): void {
    const before = this.entries.get(stream);
    // Another change of the stream was loaded later, and came earlier.
    if (before && before.revision > entry.revision && before.folder === entry.folder) return;
    this.forget(stream);
    if (entry.bytes > MOST_OF_ONE_bytes) return;
    this.entries.set(stream, entry);
    this.bytes += entry.bytes;
    for (const [first, { used_ms }] of this.entries) {
      if (this.bytes <= MOST_bytes && entry.used_ms - used_ms <= KEPT_ms) return;
      this.forget(first);
    }
  }

  forget(stream: string): void {
    this.bytes -= this.entries.get(stream)?.bytes ?? 0;
    this.entries.delete(stream);
  }
}

/** What each process remembers, by event store. */
const memories = new WeakMap<EventStore, Memory>();
const memoryOf = (store: EventStore): Memory => {
  const memory = memories.get(store) ?? new Memory();
  memories.set(store, memory);
  return memory;
};

/** Loads the records of a stream; an unknown stream counts as empty. */
export const loadRecords = async (stream: string, services: Services): Promise<LoadedRecords> => {
  const memory = memoryOf(services.store);
  const known = memory.recall(stream);
  const further = known && (await readOn(stream, known, services));
  if (further) return given(stream, further, memory);
  if (known) memory.forget(stream);
  const stored = await storedEvents(stream, services);
  if (stored.length >= LONG) return given(stream, await foldedWhole(stored, services), memory);
  const events = await hydrate(stored, services.keys, services.upcasters);
  return {
    stream,
    aggregate: services.folder.foldStream(events),
    expected: events.at(-1)?.revision ?? 'no_stream',
    mayHave: (id) => events.some((event) => event.id === id),
  };
};

const given = (stream: string, entry: Remembered, memory: Memory): LoadedRecords => {
  memory.keep(stream, entry);
  const { aggregate, revision, marks } = entry;
  return { stream, aggregate: aggregate.copy(), expected: revision, mayHave: (id) => marks.has(markOf(id)) };
};

/** What is remembered and what was appended since; undefined where it does not hold any more. */
const readOn = async (stream: string, known: Remembered, services: Services): Promise<Remembered | undefined> => {
  if (known.folder !== services.folder) return undefined;
  const [last, ...since] = await storedEvents(stream, services, known.revision);
  if (last?.id !== known.last) return undefined;
  const boxes = await opening(since, services.keys, known.boxes);
  if ([...known.boxes.keys()].some((subject) => !boxes.has(subject))) return undefined;
  return folded({ ...known, boxes, aggregate: known.aggregate.copy() }, since, services);
};

const foldedWhole = async (stored: readonly StreamEvent[], services: Services): Promise<Remembered> => {
  const boxes = await opening(stored, services.keys);
  const { folder } = services;
  const nothing = { folder, aggregate: makeAggregate(), revision: -1n, last: '', marks: new Set<number>(), bytes: 0 };
  return folded({ ...nothing, boxes, used_ms: 0 }, stored, services);
};

const storedEvents = (stream: string, { store }: Services, from?: bigint): Promise<StreamEvent[]> =>
  store.readStream(stream, from === undefined ? {} : { from }).catch((error: unknown) => {
    if (error instanceof StreamNotFound) return [];
    throw error;
  });

/**
 * Of the keys that opened something before and those of further events, the ones that are there, with a box of each.
 * Asked before these events are opened: where a key is erased in between, that is found at the next use.
 */
const opening = async (
  stored: readonly StreamEvent[],
  keys: PersonalKeys,
  before: ReadonlyMap<string, Sealed> = new Map(),
): Promise<Map<string, Sealed>> => {
  const boxes = new Map(before);
  for (const { data } of stored) {
    if (!data.personal) continue;
    const sealed = sealedSchema.parse(data.personal);
    if (!boxes.has(sealed.subject)) boxes.set(sealed.subject, sealed);
  }
  if (boxes.size === 0) return boxes;
  const all = [...boxes.values()];
  const opened = await keys.open(all);
  return new Map(all.flatMap((box, i) => (opened[i] ? [[box.subject, box] as const] : [])));
};

/** Folds further events, with breaks in between. */
const folded = async (
  onto: Remembered,
  stored: readonly StreamEvent[],
  { folder, keys, upcasters }: Services,
): Promise<Remembered> => {
  const { aggregate, marks } = onto;
  let { revision, last, bytes } = onto;
  // As each record was before the first of its changes: what it takes is counted once.
  const before = new Map<string, { key: RowKey; state: State | undefined }>();
  for (let at = 0; at < stored.length; at += AT_ONCE) {
    if (at > 0 && isSliceOver()) await nextTurn();
    for (const event of await hydrate(stored.slice(at, at + AT_ONCE), keys, upcasters)) {
      for (const key of folder.touchedBy(event)) {
        const state = aggregate.get(key.object, key.id);
        const name = `${key.object} ${key.id}`;
        if (!before.has(name)) before.set(name, { key, state });
        aggregate.set(key, folder.evolveRow(key, state, event));
      }
      marks.add(markOf(event.id));
      bytes += BYTES_OF_MARK;
      revision = event.revision;
      last = event.id;
    }
  }
  for (const { key, state } of before.values()) bytes += bytesOf(aggregate.get(key.object, key.id)) - bytesOf(state);
  return { ...onto, revision, last, bytes, used_ms: performance.now() };
};
