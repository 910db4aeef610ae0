import { LeaseLost, StoreUnavailable } from '../../src/event-store/errors.ts';
import type { EventStore, NewEvent } from '../../src/event-store/port.ts';
import type { Database } from './database.ts';
import type { Network, Profile } from './network.ts';
import type { Host, Scheduler } from './scheduler.ts';

/** When the event store can be reached. */
export interface StoreWeather {
  /** Appends are refused until then. */
  awayUntil_ms: number;
  /** Leases of requests whose keys others have taken over. */
  lost: Set<string>;
  /** Processes that stand still at the next append of their own work, and how long. */
  freezes: Map<Host, number>;
}

/** How long after it was given up an append may still arrive. */
const STRAY_ms = 4_000;

/** Whether a process does it by itself, which it may do under a lease alone: a process manager, a run of due work. */
const isOwnWork = ([first]: readonly NewEvent[]): boolean => first?.metadata.actor?.startsWith('process:') === true;

/**
 * The event store as one process reaches it: late, away, or without an answer though the append was done, was not, or
 * is done only after it was given up.
 */
export const storeOf = (
  host: Host,
  shared: EventStore,
  scheduler: Scheduler,
  network: Network,
  profile: () => Profile,
  weather: StoreWeather,
  due: Database['due'],
): EventStore => {
  const { random } = scheduler;
  const unknown = () => new StoreUnavailable('no answer in time', 'unknown');
  const isLost = (lease: string): boolean => {
    const [holder, kind, key] = lease.split(' ');
    return kind === undefined ? weather.lost.has(lease) : due.get(`${kind} ${key}`)?.holder !== holder;
  };
  const append: EventStore['append'] = async (stream, events, expected, lease) => {
    if (lease === undefined ? isOwnWork(events) : isLost(lease)) throw new LeaseLost(stream, lease);
    return shared.append(stream, events, expected);
  };
  /**
   * The process stands still, and what it was about to send leaves it only then. Paused by the world, not within its own
   * code: what that shares with other processes of the simulation, such as the end of its turn, would wait with it.
   */
  const standsStill = async (ms: number): Promise<void> => {
    scheduler.after(0, undefined, () => scheduler.pause(host));
    scheduler.after(ms, undefined, () => scheduler.resume(host));
    await new Promise<void>((resolve) => void scheduler.after(0, host, resolve));
  };
  return {
    ...shared,
    append: async (...asked) => {
      const still_ms = isOwnWork(asked[1]) ? weather.freezes.get(host) : undefined;
      if (still_ms !== undefined && weather.freezes.delete(host)) await standsStill(still_ms);
      return network.call(host, async () => {
        if (scheduler.now_ms() < weather.awayUntil_ms) throw new StoreUnavailable('the store is away', 'not_written');
        if (random.next() >= profile().lostAnswers) return append(...asked);
        const fate = random.pick(['done', 'not done', 'done later']);
        if (fate === 'done') await append(...asked);
        if (fate === 'done later')
          scheduler.after(random.next() * STRAY_ms, undefined, () => void append(...asked).catch(() => {}));
        throw unknown();
      });
    },
    readStream: (stream, options) => network.call(host, () => shared.readStream(stream, options)),
    head: () => network.call(host, () => shared.head()),
    async *readAll(options) {
      const batches = await network.call(host, async () => {
        const found = [];
        for await (const batch of shared.readAll(options)) found.push(batch);
        return found;
      });
      yield* batches;
    },
    ping: () => network.call(host, () => shared.ping()),
  };
};
