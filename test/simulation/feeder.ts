import { CHANNEL, reachedMessage } from '../../projections/feed/progress.ts';
import type { Projection } from '../../projections/model/model.ts';
import type { EventStore, LogEvent } from '../../src/event-store/port.ts';
import type { DomainEvent } from '../../src/kernel/definition/resource.ts';
import type { Database } from './database.ts';
import type { Profile } from './network.ts';
import type { ReadTables } from './read-tables.ts';
import type { Scheduler } from './scheduler.ts';

/** Brings the read models after the log, in batches of any size, sometimes not all of them at once. */
export interface Feeder {
  /** There may be more to read. */
  wake(): void;
  /** Nothing is read until then. */
  stopUntil(now_ms: number): void;
}

const MAX_BATCH = 400;

export const makeFeeder = (
  scheduler: Scheduler,
  profile: () => Profile,
  database: Database,
  projections: readonly Projection[],
  tables: ReadTables,
  log: EventStore,
  hydrate: (events: readonly LogEvent[]) => Promise<DomainEvent[]>,
): Feeder => {
  const { random } = scheduler;
  let stoppedUntil_ms = 0;
  let waiting = false;

  const least = (): bigint => [...tables.positions.values()].reduce((a, b) => (a < b ? a : b));

  const turn = async (): Promise<void> => {
    const head = await log.head();
    const from = least();
    if (from >= head) return;
    const size = BigInt(1 + random.below(random.pick([3, 40, MAX_BATCH])));
    const upTo = from + size < head ? from + size : head;
    const some = random.next() < profile().apart ? projections.filter(() => random.next() < 0.5) : projections;
    const behind = some.filter(({ name }) => tables.positions.get(name)! < upTo);
    for await (const batch of log.readAll({ after: from, upTo })) {
      const opened = await hydrate(batch);
      for (const projection of behind)
        opened.forEach((event, i) => {
          if (batch[i]!.position > tables.positions.get(projection.name)!) tables.apply(projection, event);
        });
    }
    for (const { name } of behind) tables.positions.set(name, upTo);
    const generations = behind.map(({ name }) => ({ projection: name, generation: 1 }));
    if (behind.length > 0) database.notify(CHANNEL, reachedMessage('feeder', generations, upTo));
    wake();
  };

  const wake = (): void => {
    if (waiting) return;
    waiting = true;
    const { lag_ms } = profile();
    const pause_ms = Math.max(random.next() * lag_ms, stoppedUntil_ms - scheduler.now_ms());
    scheduler.after(pause_ms, undefined, () => {
      waiting = false;
      void turn();
    });
  };

  return {
    wake,
    stopUntil: (at) => {
      stoppedUntil_ms = at;
    },
  };
};
