import { StreamNotFound } from '../../event-store/errors.ts';
import { isForeign } from '../../event-store/foreign.ts';
import type { EventStore, ExpectedRevision, StreamEvent } from '../../event-store/port.ts';
import { isSliceOver, nextTurn } from '../../timing/give-way.ts';
import { type Folder, type MutableAggregate, makeAggregate } from '../definition/fold.ts';
import type { DomainEvent, State } from '../definition/resource.ts';
import type { Services } from '../definition/services.ts';
import type { RowKey } from '../events/define.ts';
import { hydrate } from '../events/hydrate.ts';
import { type PersonalKeys, type Sealed, sealedSchema } from '../events/keys.ts';

/**
 * Records of long streams, as this process folded them last. A change loads the records of its stream, and a record
 * that is changed again and again would make each change dearer than the one before, on a thread that all companies
 * share. So a process remembers the records of streams of {@link LONG} events and more, and reads only what was
 * appended since.
 *
 * Why this and no snapshots that are stored: nothing has to be kept equal to the log, erased, upgraded or restored.
 * What is remembered is a fold of a prefix of the stream, so it does not matter who appended what follows. It is used
 * only
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

/** What is decided by beside the records of a stream, and folded and remembered with them. */
export interface Beside<T> {
  none: T;
  /** What it is after further events, some at a time. A new value: the one before may be in use. */
  after(so: T, events: readonly DomainEvent[]): T;
  /** About what it takes in memory. */
  bytesOf(value: T): number;
  /** What a process remembers of streams with this, at most. */
  most_bytes: number;
}

export interface LoadedWith<T> extends LoadedRecords {
  beside: T;
}

/** From this many events on a stream is remembered. */
export const LONG = 64;
/** A stream that would take more than this part of a memory is not remembered. */
const MOST_OF_ONE = 1 / 4;
/** What was not used for this long is forgotten. */
const KEPT_ms = 10 * 60_000;
/** Events that are opened and folded without a break. */
const AT_ONCE = 400;
/** Events of one stream that are read together: what is folded for the first time may have had very many changes. */
export const PAGE = 500;

interface Remembered<T> {
  folder: Folder;
  aggregate: MutableAggregate;
  revision: bigint;
  /** Id of the event at that revision. */
  last: string;
  /** A few bits of each event's id. */
  marks: Set<number>;
  /** One box under each key that opened something. */
  boxes: Map<string, Sealed>;
  beside: T;
  /** Without what is beside. */
  bytes: number;
  used_ms: number;
}

/** 28 bits of an id: of two in 250 million streams with another id the same, which is then looked for in the stream. */
const markOf = (id: string): number => Number.parseInt(id.slice(0, 7), 16);

/** About what an object takes in memory. */
const bytesOf = (state: State | undefined): number =>
  state === undefined ? 0 : 200 + 3 * JSON.stringify(state).length;
const BYTES_OF_MARK = 24;

class Memory<T> {
  // In the order of their last use.
  private readonly entries = new Map<string, Remembered<T>>();
  private readonly beside: Beside<T>;
  private bytes = 0;

  constructor(beside: Beside<T>) {
    this.beside = beside;
  }

  recall(stream: string): Remembered<T> | undefined {
    return this.entries.get(stream);
  }

  keep(stream: string, entry: Remembered<T>): void {
    const { most_bytes } = this.beside;
    const before = this.entries.get(stream);
    // Another change of the stream was loaded later, and came earlier.
    if (before && before.revision > entry.revision && before.folder === entry.folder) return;
    this.forget(stream);
    if (this.bytesOf(entry) > most_bytes * MOST_OF_ONE) return;
    this.entries.set(stream, entry);
    this.bytes += this.bytesOf(entry);
    for (const [first, { used_ms }] of this.entries) {
      if (this.bytes <= most_bytes && entry.used_ms - used_ms <= KEPT_ms) return;
      this.forget(first);
    }
  }

  forget(stream: string): void {
    const entry = this.entries.get(stream);
    if (entry) this.bytes -= this.bytesOf(entry);
    this.entries.delete(stream);
  }

  private bytesOf({ bytes, beside }: Remembered<T>): number {
    return bytes + this.beside.bytesOf(beside);
  }
}

/** Loads streams with what is folded beside their records; an unknown stream counts as empty. */
export const remembering = <T>(beside: Beside<T>): ((stream: string, services: Services) => Promise<LoadedWith<T>>) => {
  /** What each process remembers, by event store. */
  const memories = new WeakMap<EventStore, Memory<T>>();
  const memoryOf = (store: EventStore): Memory<T> => {
    const memory = memories.get(store) ?? new Memory(beside);
    memories.set(store, memory);
    return memory;
  };
  return async (stream, services) => {
    const memory = memoryOf(services.store);
    const known = memory.recall(stream);
    const further = known && (await readOn(stream, known, beside, services));
    if (further) return given(stream, further, memory);
    if (known) memory.forget(stream);
    const stored = await pageOf(stream, services);
    if (stored.length >= LONG) return given(stream, await foldedWhole(stream, stored, beside, services), memory);
    const events = await hydrate(stored, services.keys, services.upcasters);
    return {
      stream,
      aggregate: services.folder.foldStream(events),
      beside: beside.after(beside.none, events),
      expected: events.at(-1)?.revision ?? 'no_stream',
      mayHave: (id) => events.some((event) => event.id === id),
    };
  };
};

/** Loads the records of a stream; an unknown stream counts as empty. */
export const loadRecords: (stream: string, services: Services) => Promise<LoadedRecords> = remembering<undefined>({
  none: undefined,
  after: () => undefined,
  bytesOf: () => 0,
  most_bytes: 24 * 1024 * 1024,
});

const given = <T>(stream: string, entry: Remembered<T>, memory: Memory<T>): LoadedWith<T> => {
  memory.keep(stream, entry);
  const { aggregate, revision, marks, beside } = entry;
  return { stream, aggregate: aggregate.copy(), beside, expected: revision, mayHave: (id) => marks.has(markOf(id)) };
};

/** What is remembered and what was appended since; undefined where it does not hold any more. */
const readOn = async <T>(
  stream: string,
  known: Remembered<T>,
  beside: Beside<T>,
  services: Services,
): Promise<Remembered<T> | undefined> => {
  if (known.folder !== services.folder) return undefined;
  const page = await pageOf(stream, services, known.revision);
  if (page[0]?.id !== known.last) return undefined;
  return foldedOn(stream, { ...known, aggregate: known.aggregate.copy() }, page, 1, beside, services);
};

const foldedWhole = async <T>(
  stream: string,
  first: readonly StreamEvent[],
  beside: Beside<T>,
  services: Services,
): Promise<Remembered<T>> => {
  const { folder } = services;
  // Each further round is of another person of the stream who was erased.
  for (let page = first; ; page = await pageOf(stream, services)) {
    const nothing = { folder, aggregate: makeAggregate(), revision: -1n, last: '', marks: new Set<number>(), bytes: 0 };
    const onto = { ...nothing, beside: beside.none, boxes: new Map<string, Sealed>(), used_ms: 0 };
    const whole = await foldedOn(stream, onto, page, 0, beside, services);
    if (whole) return whole;
  }
};

/**
 * Folds a page of further events and all that stand behind it, a page at a time.
 *
 * @param from of the page; what stands before is folded already
 * @returns undefined where the key of somebody is gone of whom something is folded
 */
const foldedOn = async <T>(
  stream: string,
  onto: Remembered<T>,
  first: readonly StreamEvent[],
  from: number,
  beside: Beside<T>,
  services: Services,
): Promise<Remembered<T> | undefined> => {
  let so = onto;
  for (let page = first, at = from; ; page = await pageOf(stream, services, so.revision + 1n), at = 0) {
    const further = at === 0 ? page : page.slice(at);
    const boxes = await opening(further, services.keys, so.boxes);
    if ([...so.boxes.keys()].some((subject) => !boxes.has(subject))) return undefined;
    so = await folded({ ...so, boxes }, further, beside, services);
    if (page.length < PAGE) return so;
    if (isSliceOver()) await nextTurn();
  }
};

const pageOf = (stream: string, { store }: Services, from?: bigint): Promise<StreamEvent[]> =>
  store.readStream(stream, { limit: PAGE, ...(from === undefined ? {} : { from }) }).catch((error: unknown) => {
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
  for (const event of stored) {
    if (isForeign(event) || !event.data.personal) continue;
    const sealed = sealedSchema.parse(event.data.personal);
    if (!boxes.has(sealed.subject)) boxes.set(sealed.subject, sealed);
  }
  if (boxes.size === 0) return boxes;
  const all = [...boxes.values()];
  const opened = await keys.open(all);
  return new Map(all.flatMap((box, i) => (opened[i] ? [[box.subject, box] as const] : [])));
};

/** Folds further events, with breaks in between. */
const folded = async <T>(
  onto: Remembered<T>,
  stored: readonly StreamEvent[],
  { after }: Beside<T>,
  { folder, keys, upcasters }: Services,
): Promise<Remembered<T>> => {
  const { aggregate, marks } = onto;
  let { revision, last, bytes, beside } = onto;
  // As each record was before the first of its changes: what it takes is counted once.
  const before = new Map<string, { key: RowKey; state: State | undefined }>();
  for (let at = 0; at < stored.length; at += AT_ONCE) {
    if (at > 0 && isSliceOver()) await nextTurn();
    const events = await hydrate(stored.slice(at, at + AT_ONCE), keys, upcasters);
    beside = after(beside, events);
    for (const event of events) {
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
  return { ...onto, beside, revision, last, bytes, used_ms: performance.now() };
};
