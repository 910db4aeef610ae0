import { StoreUnavailable } from '../../src/event-store/errors.ts';
import type { EventStore } from '../../src/event-store/port.ts';
import type { Network, Profile } from './network.ts';
import type { Host, Scheduler } from './scheduler.ts';

/** When the event store can be reached. */
export interface StoreWeather {
  /** Appends are refused until then. */
  awayUntil_ms: number;
  /** Requests of which an append came in only after it had been given up. */
  strays: Set<string>;
}

/** How long after it was given up an append may still arrive. */
const STRAY_ms = 4_000;

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
): EventStore => {
  const { random } = scheduler;
  const unknown = () => new StoreUnavailable('no answer in time', 'unknown');
  return {
    ...shared,
    append: (stream, events, expected) =>
      network.call(host, async () => {
        if (scheduler.now_ms() < weather.awayUntil_ms) throw new StoreUnavailable('the store is away', 'not_written');
        if (random.next() >= profile().lostAnswers) return shared.append(stream, events, expected);
        const fate = random.pick(['done', 'not done', 'done later']);
        if (fate === 'done') await shared.append(stream, events, expected);
        if (fate === 'done later')
          scheduler.after(random.next() * STRAY_ms, undefined, () => {
            shared.append(stream, events, expected).then(
              () => weather.strays.add(events[0]?.metadata.request_id ?? ''),
              () => {},
            );
          });
        throw unknown();
      }),
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
