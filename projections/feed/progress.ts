import { randomUUID } from 'node:crypto';
import type { Sql } from '../../src/database/connect.ts';
import type { Position } from '../../src/event-store/port.ts';
import { begunSince } from '../../src/timing/begun-since.ts';
import type { ManagerStore } from '../../src/work/port.ts';
import { postgresManagerStore } from '../../src/work/postgres-managers.ts';
import type { Projection } from '../model/model.ts';
import { type Generation, liveGenerations, type Stop, type Wanted, wantedOf } from './generations.ts';
import {
  dispatchedMessage,
  type Handed,
  type HandledUpTo,
  handledMessage,
  type ManagerProgress,
  makeManagersProgress,
  parkedMessage,
  passedMessage,
  receiveManager,
} from './manager-progress.ts';
import type { Named } from './target.ts';

/**
 * The progress of read models and process managers, as this process knows it. Those that run here report it at once,
 * those of other processes by NOTIFY; polling covers notifications that are lost. The generation that is read and its
 * position are kept together, so a reader that waited for a position cannot then read an older generation.
 */
export interface Progress {
  /** Id of this process among those that share the database. */
  readonly process: string;
  /** The live generation of a projection, once there is one. */
  live(projection: string): LiveModel | undefined;
  /** The lowest position of all read models; undefined while one has no live generation. */
  readPosition(): Position | undefined;
  /** The read model in which a company is parked, if there is one. */
  parkedIn(scope: string): string | undefined;
  /** Read models that stopped at an event. */
  stopped(): ReadonlyMap<string, Omit<Stop, 'at'>>;
  manager(name: string): ManagerProgress | undefined;

  /** Generations that are fed in this process have reached a position. */
  reached(generations: readonly Named[], position: Position): void;
  /** A company was parked in a generation, which has reached the position without it. */
  companyParked(generation: Named, scope: string, position: Position): void;
  stop(projection: string, generation: number, stop: Omit<Stop, 'at'> | undefined): void;
  /** A manager's dispatcher has read the events after `from` up to `to`, and put work into the inbox of companies. */
  dispatched(name: string, from: Position, to: Position, handed: readonly Handed[]): void;
  /** A manager has handled events of a company. */
  managerHandled(name: string, handled: HandledUpTo): void;
  /** A manager's work on a company is parked. */
  managerParked(name: string, scope: string): void;
  /** The notifications of these for other processes. */
  dispatchedMessage(name: string, from: Position, to: Position, handed: readonly Handed[]): string;
  /** For dispatchers that read the same range of the log and found nothing for the inbox. */
  passedMessage(names: readonly string[], from: Position, to: Position): string;
  handledMessage(name: string, handled: HandledUpTo): string;
  parkedMessage(name: string, scope: string): string;

  /** Calls the listener after changes, once for changes of the same tick. Returns a function that ends it. */
  onChange(listener: () => void): () => void;
  /** Resolves true as soon as `check` is true, or false at the deadline (by performance.now()). */
  until(check: () => boolean, deadline_ms: number): Promise<boolean>;
  /** Reads the checkpoints of the database: as they are now, not as a read has them that is under way. */
  refresh(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

export interface LiveModel {
  generation: number;
  schema: string;
  position: Position;
  stopped: Omit<Stop, 'at'> | undefined;
  /** Scopes of the companies that are parked in it. */
  parked: Set<string>;
}

/** Channel on which processes notify each other; the first letter of a payload is its kind. */
export const CHANNEL = 'payroll_progress';
const POLL_WAITING_ms = 200;
const POLL_IDLE_ms = 3_000;

class SharedProgress implements Progress {
  private readonly sql: Sql;
  private readonly projections: readonly Projection[];
  private readonly state: Pick<ManagerStore, 'progress'>;
  readonly process = randomUUID();
  private readonly wanted: Wanted[];
  private readonly models = new Map<string, LiveModel>();
  /** The lowest position, kept until one of them moves: every waiting request asks for it at each change. */
  private least: { position: Position | undefined } | undefined;
  private readonly managers = makeManagersProgress();
  private readonly listeners = new Set<() => void>();
  /** Companies that were parked, and projections that moved or stopped, since the database was asked: outdated there. */
  private readonly newsSinceAsked = new Set<Set<string>>();
  private isNotifying = false;
  private waiting = 0;
  private timer: NodeJS.Timeout | undefined;
  private closed = false;
  private unlisten: (() => Promise<void>) | undefined;
  readonly manager: Progress['manager'];

  constructor(
    sql: Sql,
    projections: readonly Projection[],
    state: Pick<ManagerStore, 'progress'> = postgresManagerStore(sql, CHANNEL),
  ) {
    this.sql = sql;
    this.projections = projections;
    this.state = state;
    this.wanted = wantedOf(this.projections);
    this.manager = this.managers.get;
  }

  readonly refresh: Progress['refresh'] = begunSince(() => this.readAll());

  readonly reached: Progress['reached'] = (generations, position) => {
    for (const { projection, generation } of generations) {
      const model = this.models.get(projection);
      if (model?.generation !== generation) continue;
      if (position > model.position) model.position = position;
      for (const news of this.newsSinceAsked) news.add(projection);
      model.stopped = undefined;
    }
    this.least = undefined;
    this.changed();
  };

  readonly companyParked: Progress['companyParked'] = ({ projection, generation }, scope, position) => {
    const model = this.models.get(projection);
    if (model?.generation !== generation) return;
    for (const news of this.newsSinceAsked) news.add(`${projection} ${scope}`);
    model.parked.add(scope);
    this.reached([{ projection, generation }], position);
  };

  readonly live: Progress['live'] = (projection) => this.models.get(projection);

  readonly readPosition: Progress['readPosition'] = () => {
    this.least ??= { position: this.leastPosition() };
    return this.least.position;
  };

  private leastPosition(): Position | undefined {
    let least: Position | undefined;
    for (const { name } of this.projections) {
      const model = this.models.get(name);
      if (!model) return undefined;
      if (least === undefined || model.position < least) least = model.position;
    }
    return least;
  }

  readonly parkedIn: Progress['parkedIn'] = (scope) =>
    this.projections.find(({ name }) => this.models.get(name)?.parked.has(scope))?.name;

  readonly stopped: Progress['stopped'] = () =>
    new Map([...this.models].flatMap(([name, { stopped }]) => (stopped ? [[name, stopped] as const] : [])));

  readonly stop: Progress['stop'] = (projection, generation, stop) => {
    const model = this.models.get(projection);
    if (model?.generation !== generation) return;
    for (const news of this.newsSinceAsked) news.add(projection);
    model.stopped = stop;
    this.changed();
  };

  readonly dispatched: Progress['dispatched'] = (name, from, to, handed) => {
    this.managers.dispatched(name, from, to, handed);
    this.changed();
  };

  readonly managerHandled: Progress['managerHandled'] = (name, handled) => {
    this.managers.companyHandled(name, handled);
    this.changed();
  };

  readonly managerParked: Progress['managerParked'] = (name, scope) => {
    this.managers.companyParked(name, scope);
    this.changed();
  };

  readonly dispatchedMessage: Progress['dispatchedMessage'] = (name, from, to, handed) =>
    dispatchedMessage(this.process, name, from, to, handed);

  readonly passedMessage: Progress['passedMessage'] = (names, from, to) => passedMessage(this.process, names, from, to);

  readonly handledMessage: Progress['handledMessage'] = (name, handled) => handledMessage(this.process, name, handled);

  readonly parkedMessage: Progress['parkedMessage'] = (name, scope) => parkedMessage(this.process, name, scope);

  readonly onChange: Progress['onChange'] = (listener) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly until: Progress['until'] = (check, deadline_ms) => {
    if (check()) return Promise.resolve(true);
    const left_ms = deadline_ms - performance.now();
    if (left_ms <= 0) return Promise.resolve(false);
    return new Promise((resolve) => {
      const done = (result: boolean): void => {
        clearTimeout(limit);
        this.listeners.delete(listener);
        this.waiting -= 1;
        resolve(result);
      };
      const listener = (): void => {
        if (check()) done(true);
      };
      const limit = setTimeout(() => done(check()), left_ms);
      this.listeners.add(listener);
      this.waiting += 1;
      if (this.waiting === 1 && this.timer !== undefined) {
        clearTimeout(this.timer);
        this.poll();
      }
    });
  };

  readonly start: Progress['start'] = async () => {
    // `onlisten` is called again after each reconnect: notifications that were missed meanwhile are read up on.
    const request = await this.sql.listen(CHANNEL, this.receive, () => void this.refresh().catch(() => {}));
    this.unlisten = request.unlisten;
    await this.refresh();
    this.poll();
  };

  readonly close: Progress['close'] = async () => {
    this.closed = true;
    clearTimeout(this.timer);
    await this.unlisten?.().catch(() => {});
  };

  /**
   * Notifies listeners once for all changes of a tick: every manager passes a batch at the same moment, and each
   * waiting request checks all managers that it waits for.
   */
  private changed(): void {
    if (this.isNotifying) return;
    this.isNotifying = true;
    queueMicrotask(() => {
      this.isNotifying = false;
      for (const listener of [...this.listeners]) listener();
    });
  }

  private takeGeneration(found: Generation, news: ReadonlySet<string>): boolean {
    this.least = undefined;
    const known = this.models.get(found.projection);
    if (known && known.generation > found.generation) return false;
    // A checkpoint read from the database may be older than its holder's notifications since.
    if (known?.generation === found.generation) {
      const moved = found.position > known.position;
      if (moved) known.position = found.position;
      if (!news.has(found.projection)) known.stopped = found.stopped;
      const parkedSince = [...known.parked].filter((scope) => news.has(`${found.projection} ${scope}`));
      const parked = new Set([...found.parked, ...parkedSince]);
      const same = parked.size === known.parked.size && [...parked].every((scope) => known.parked.has(scope));
      known.parked = parked;
      return moved || !same;
    }
    this.models.set(found.projection, {
      generation: found.generation,
      schema: found.schema,
      position: found.position,
      stopped: found.stopped,
      parked: new Set(found.parked),
    });
    return true;
  }

  private async readAll(): Promise<void> {
    let moved = false;
    const news = new Set<string>();
    this.newsSinceAsked.add(news);
    try {
      const live = await liveGenerations(this.sql, this.wanted);
      for (const generation of live.values()) moved = this.takeGeneration(generation, news) || moved;
    } finally {
      this.newsSinceAsked.delete(news);
    }
    moved = (await this.managers.refresh(this.state.progress)) || moved;
    if (moved) this.changed();
  }

  /** Merges a notification of another process. An unknown kind or generation makes it read the database. */
  private readonly receive = (payload: string): void => {
    const [kind, sender, ...rest] = payload.split('|');
    if (sender === this.process) return;
    if (kind === 'r') {
      const [position = '', list = ''] = rest;
      const generations = list.split(',').map((item) => {
        const colon = item.lastIndexOf(':');
        return { projection: item.slice(0, colon), generation: Number(item.slice(colon + 1)) };
      });
      this.reached(generations, BigInt(position));
      const isNew = generations.some(
        ({ projection, generation }) => (this.models.get(projection)?.generation ?? 0) < generation,
      );
      if (!isNew) return;
    } else if (kind === 'x') {
      const [projection = '', number = '', scope = '', position = ''] = rest;
      const generation = Number(number);
      this.companyParked({ projection, generation }, scope, BigInt(position));
      if ((this.models.get(projection)?.generation ?? 0) >= generation) return;
    } else if (receiveManager(this.managers, kind!, rest)) {
      this.changed();
      return;
    }
    void this.refresh().catch(() => {});
  };

  private readonly poll = (): void => {
    if (this.closed) return;
    this.timer = setTimeout(
      () => {
        void this.refresh()
          .catch(() => {})
          .finally(this.poll);
      },
      this.waiting > 0 ? POLL_WAITING_ms : POLL_IDLE_ms,
    );
    this.timer.unref();
  };
}

/** @param state of the process managers; default that of the database */
export const makeProgress = (
  sql: Sql,
  projections: readonly Projection[],
  state: Pick<ManagerStore, 'progress'> = postgresManagerStore(sql, CHANNEL),
): Progress => new SharedProgress(sql, projections, state);

/** The feeder's notification that generations have reached a position. */
export const reachedMessage = (process: string, generations: readonly Named[], position: Position): string =>
  `r|${process}|${position}|${generations.map(({ projection, generation }) => `${projection}:${generation}`).join(',')}`;

/** The notification that a generation has reached a position without a company, which was parked. */
export const companyParkedMessage = (
  process: string,
  { projection, generation }: Named,
  scope: string,
  position: Position,
): string => ['x', process, projection, generation, scope, position].join('|');

/** The notification that something else has changed and must be read from the database. */
export const changedMessage = (process: string): string => `c|${process}`;
