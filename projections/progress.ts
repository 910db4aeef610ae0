import { randomUUID } from 'node:crypto';
import type { Sql } from '../src/database/connect.ts';
import { type Position, START } from '../src/event-store/port.ts';
import { type Generation, liveGenerations, type Stop, wantedOf } from './generations.ts';
import type { Projection } from './model.ts';

/**
 * How far the read models and the process managers have come, as this process knows it. Those that run here say so at
 * once; those of other processes say so by NOTIFY, and polling is the net beneath it. Which generation is read and how
 * far it has come are one thing here, so a reader that waited for a position cannot then look into an older generation.
 */
export interface Progress {
  /** Names this process among those that share the database. */
  readonly process: string;
  /** The live generation of a projection, once there is one. */
  live(projection: string): LiveModel | undefined;
  /** The least position of all read models; undefined while one has no live generation. */
  readPosition(): Position | undefined;
  /** Read models that stopped at an event. */
  stopped(): ReadonlyMap<string, Omit<Stop, 'at'>>;
  manager(name: string): ManagerProgress | undefined;

  /** Said by those who run here. */
  reached(generations: readonly { projection: string; generation: number }[], position: Position): void;
  stop(projection: string, generation: number, stop: Omit<Stop, 'at'> | undefined): void;
  /** A manager has handled what is behind `from` up to `to`; `appended` is the last position it appended doing so. */
  handled(name: string, from: Position, to: Position, appended: Position | undefined): void;
  /** What others are told of it. */
  messageOf(handled: { name: string; from: Position; to: Position; appended: Position | undefined }): string;

  /** Called on every change until the returned function is called. */
  onChange(listener: () => void): () => void;
  /** Resolves true as soon as `check` gives true, or false at the deadline (of performance.now()). */
  until(check: () => boolean, deadline_ms: number): Promise<boolean>;
  /** Reads the checkpoints of the database. */
  refresh(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

export interface LiveModel {
  generation: number;
  schema: string;
  position: Position;
  stopped: Omit<Stop, 'at'> | undefined;
}

export interface ManagerProgress {
  handled: Position;
  /** The last position that it appended, as far as known. */
  appended: Position;
  /** The last position appended while handling any of the events behind `from` up to `to`; undefined for none. */
  appendedFor(from: Position, to: Position): Position | undefined;
}

/** What processes tell each other; the payload's first letter says of what. */
export const CHANNEL = 'payroll_progress';
/** Steps of a manager that are remembered to answer `appendedFor` exactly. */
const MAX_STEPS = 2_000;
const POLL_WAITING_ms = 200;
const POLL_IDLE_ms = 3_000;

interface Step {
  from: Position;
  to: Position;
  appended: Position;
}

interface Manager {
  handled: Position;
  appended: Position;
  /** Steps that appended something, and the position from which on this list is complete. */
  steps: Step[];
  completeFrom: Position;
}

export const makeProgress = (sql: Sql, projections: readonly Projection[]): Progress => {
  const process = randomUUID();
  const wanted = wantedOf(projections);
  const models = new Map<string, LiveModel>();
  const managers = new Map<string, Manager>();
  const listeners = new Set<() => void>();
  let waiting = 0;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  let refreshing: Promise<void> | undefined;
  let unlisten: (() => Promise<void>) | undefined;

  const changed = (): void => {
    for (const listener of [...listeners]) listener();
  };

  const takeGeneration = (found: Generation): boolean => {
    const known = models.get(found.projection);
    if (known && known.generation > found.generation) return false;
    // A checkpoint read from the database may be older than what its holder has told us since.
    if (known?.generation === found.generation) {
      const moved = found.position > known.position;
      if (moved) known.position = found.position;
      known.stopped = found.stopped;
      return moved;
    }
    models.set(found.projection, {
      generation: found.generation,
      schema: found.schema,
      position: found.position,
      stopped: found.stopped,
    });
    return true;
  };

  const handled = (name: string, from: Position, to: Position, appended: Position | undefined): void => {
    let manager = managers.get(name);
    if (!manager) {
      manager = { handled: from, appended: START, steps: [], completeFrom: from };
      managers.set(name, manager);
    }
    // A gap: steps in between were told to somebody else, or not at all.
    if (from > manager.handled) manager.completeFrom = from;
    if (to > manager.handled) manager.handled = to;
    if (appended !== undefined) {
      if (appended > manager.appended) manager.appended = appended;
      manager.steps.push({ from, to, appended });
      if (manager.steps.length > MAX_STEPS) {
        const dropped = manager.steps.splice(0, MAX_STEPS / 2);
        manager.completeFrom = dropped.at(-1)!.to;
      }
    }
  };

  const readManagers = async (): Promise<boolean> => {
    const rows = await sql<{ name: string; position: bigint; appended: bigint }[]>`
      select name, position, appended from process_managers`;
    let moved = false;
    for (const { name, position, appended } of rows) {
      const known = managers.get(name);
      if (!known) {
        managers.set(name, { handled: position, appended, steps: [], completeFrom: position });
        moved = true;
      } else if (position > known.handled) {
        known.handled = position;
        known.completeFrom = position;
        if (appended > known.appended) known.appended = appended;
        moved = true;
      }
    }
    return moved;
  };

  const readAll = async (): Promise<void> => {
    let moved = false;
    for (const generation of (await liveGenerations(sql, wanted)).values()) moved = takeGeneration(generation) || moved;
    moved = (await readManagers()) || moved;
    if (moved) changed();
  };

  const refresh = (): Promise<void> => {
    refreshing ??= readAll().finally(() => {
      refreshing = undefined;
    });
    return refreshing;
  };

  const reached: Progress['reached'] = (generations, position) => {
    for (const { projection, generation } of generations) {
      const model = models.get(projection);
      if (model?.generation !== generation) continue;
      if (position > model.position) model.position = position;
      model.stopped = undefined;
    }
    changed();
  };

  /** Another process's news. Anything that this does not understand, or a generation it does not know, is looked up. */
  const told = (payload: string): void => {
    const [kind, sender, ...rest] = payload.split('|');
    if (sender === process) return;
    if (kind === 'r') {
      const [position, list] = rest as [string, string];
      const generations = list.split(',').map((item) => {
        const colon = item.lastIndexOf(':');
        return { projection: item.slice(0, colon), generation: Number(item.slice(colon + 1)) };
      });
      reached(generations, BigInt(position));
      const isNew = generations.some(
        ({ projection, generation }) => (models.get(projection)?.generation ?? 0) < generation,
      );
      if (!isNew) return;
    } else if (kind === 'm') {
      const [name, from, to, appended] = rest as [string, string, string, string];
      handled(name, BigInt(from), BigInt(to), appended === '' ? undefined : BigInt(appended));
      changed();
      return;
    }
    void refresh().catch(() => {});
  };

  const poll = (): void => {
    if (closed) return;
    timer = setTimeout(
      () => {
        void refresh()
          .catch(() => {})
          .finally(poll);
      },
      waiting > 0 ? POLL_WAITING_ms : POLL_IDLE_ms,
    );
    timer.unref();
  };

  return {
    process,
    live: (projection) => models.get(projection),
    readPosition: () => {
      let least: Position | undefined;
      for (const { name } of projections) {
        const model = models.get(name);
        if (!model) return undefined;
        if (least === undefined || model.position < least) least = model.position;
      }
      return least;
    },
    stopped: () => new Map([...models].flatMap(([name, { stopped }]) => (stopped ? [[name, stopped] as const] : []))),
    manager: (name) => {
      const manager = managers.get(name);
      return (
        manager && {
          handled: manager.handled,
          appended: manager.appended,
          appendedFor: (from, to) => appendedFor(manager, from, to),
        }
      );
    },
    reached,
    stop: (projection, generation, stop) => {
      const model = models.get(projection);
      if (model?.generation !== generation) return;
      model.stopped = stop;
      changed();
    },
    handled: (name, from, to, appended) => {
      handled(name, from, to, appended);
      changed();
    },
    messageOf: ({ name, from, to, appended }) => ['m', process, name, from, to, appended ?? ''].join('|'),
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    until: (check, deadline_ms) => {
      if (check()) return Promise.resolve(true);
      const left_ms = deadline_ms - performance.now();
      if (left_ms <= 0) return Promise.resolve(false);
      return new Promise((resolve) => {
        const done = (result: boolean): void => {
          clearTimeout(limit);
          listeners.delete(listener);
          waiting -= 1;
          resolve(result);
        };
        const listener = (): void => {
          if (check()) done(true);
        };
        const limit = setTimeout(() => done(check()), left_ms);
        listeners.add(listener);
        waiting += 1;
        if (waiting === 1 && timer !== undefined) {
          clearTimeout(timer);
          poll();
        }
      });
    },
    refresh,
    start: async () => {
      // `onlisten` is called again after every new connection: what was said in between is looked up.
      const request = await sql.listen(CHANNEL, told, () => void refresh().catch(() => {}));
      unlisten = request.unlisten;
      await refresh();
      poll();
    },
    close: async () => {
      closed = true;
      clearTimeout(timer);
      await unlisten?.().catch(() => {});
    },
  };
};

const appendedFor = (manager: Manager, from: Position, to: Position): Position | undefined => {
  // What is not remembered may have appended anything up to its last position.
  let last = from < manager.completeFrom && manager.appended > from ? manager.appended : undefined;
  for (let i = manager.steps.length - 1; i >= 0; i--) {
    const step = manager.steps[i]!;
    if (step.to <= from) break;
    if (step.from < to && (last === undefined || step.appended > last)) last = step.appended;
  }
  return last;
};

/** What the feeder tells other processes: these generations have reached a position. */
export const reachedMessage = (
  process: string,
  generations: readonly { projection: string; generation: number }[],
  position: Position,
): string =>
  `r|${process}|${position}|${generations.map(({ projection, generation }) => `${projection}:${generation}`).join(',')}`;

/** Something else has changed: look it up. */
export const changedMessage = (process: string): string => `c|${process}`;
