import { type Position, START } from '../../src/event-store/port.ts';
import { type Moment, thisMoment } from '../../src/timing/moments.ts';
import type { ManagerStore } from '../../src/work/port.ts';
import { later } from '../model/positions.ts';

/**
 * The progress of process managers, as this process knows it: that of each dispatcher, and that of each company whose
 * work waits. Where the past is not known the worst is assumed: an answer may wait too long, but never too short.
 */

/** Work that a dispatcher has put into the inbox of a company. */
export interface Handed {
  scope: string;
  /** Position of its last event. */
  last: Position;
}

/** A manager has handled a company's events after `from` up to `to`. */
export interface HandledUpTo {
  scope: string;
  from: Position;
  to: Position;
  /** Up to here no event of the company waits for it. */
  clearTo: Position;
  /** Position of its last append for these events. */
  appended: Position | undefined;
}

/** `scope` is a company, or a partner for events without a company; without it all of them are meant. */
export interface ManagerProgress {
  /** The dispatcher has passed everything up to here. */
  dispatched: Position;
  /**
   * Whether everything up to a position is handled; without `scope`, parked companies are left out.
   *
   * @param since of a company: only its events from here on count
   */
  handled(position: Position, scope?: string, since?: Position): boolean;
  /** Whether any event of a company waits. */
  waits(scope: string): boolean;
  /** Whether the work on a company keeps failing. */
  parked(scope: string): boolean;
  /** Since when the oldest waiting work of a company waits. */
  waitsSince(scope: string): Moment | undefined;
  /** Position of the last append made for events after `from` up to `to`; undefined when there was none. */
  appendedFor(from: Position, to: Position, scope?: string): Position | undefined;
}

export interface ManagersProgress {
  get(name: string): ManagerProgress | undefined;
  dispatched(name: string, from: Position, to: Position, handed: readonly Handed[]): void;
  companyHandled(name: string, handled: HandledUpTo): void;
  companyParked(name: string, scope: string): void;
  /** Merges the stored progress, which `read` fetches. Returns whether anything changed. */
  refresh(read: ManagerStore['progress']): Promise<boolean>;
}

/** Steps that are kept of each manager, for exact answers of `appendedFor`. */
const MAX_STEPS = 2_000;

interface Step {
  scope: string;
  from: Position;
  to: Position;
  appended: Position;
}

interface Waiting {
  /** Its last waiting event that is known. */
  last: Position;
  /** Up to here nothing waits. */
  clearTo: Position;
  parked: boolean;
  /** The last event that waited when the waiting was first seen, and when that was. */
  target: Position;
  since: Moment;
  /** When the first event behind that one was seen. */
  next?: Moment | undefined;
}

interface Manager {
  dispatched: Position;
  appended: Position;
  waiting: Map<string, Waiting>;
  /** Steps that appended something, and the position from which on this list is complete. */
  steps: Step[];
  completeFrom: Position;
}

/** The state of a manager, and the view of it that is given out. */
interface Known {
  kept: Manager;
  view: ManagerProgress;
}

class KnownManagers implements ManagersProgress {
  private readonly managers = new Map<string, Known>();
  /** Companies with news since the store was asked: its answer about them may be outdated. */
  private readonly newsSinceAsked = new Set<Set<string>>();

  readonly get: ManagersProgress['get'] = (name) => this.managers.get(name)?.view;

  readonly dispatched: ManagersProgress['dispatched'] = (name, from, to, handed) => {
    const manager = this.need(name, from);
    for (const { scope, last } of handed) {
      this.noteNews(name, scope);
      // Events that waited before still wait.
      this.wait(manager, scope, last, manager.waiting.get(scope)?.clearTo ?? from);
    }
    // A gap: notifications in between did not reach this process.
    if (from > manager.dispatched) manager.completeFrom = from;
    manager.dispatched = later(manager.dispatched, to);
  };

  readonly companyHandled: ManagersProgress['companyHandled'] = (name, { scope, from, to, clearTo, appended }) => {
    const manager = this.need(name, clearTo);
    this.noteNews(name, scope);
    const waiting = manager.waiting.get(scope);
    if (waiting) {
      waiting.parked = false;
      if (clearTo >= waiting.last) manager.waiting.delete(scope);
      else this.wait(manager, scope, waiting.last, clearTo);
    }
    if (appended !== undefined) this.remember(manager, { scope, from, to, appended });
  };

  readonly companyParked: ManagersProgress['companyParked'] = (name, scope) => {
    this.noteNews(name, scope);
    const waiting = this.managers.get(name)?.kept.waiting.get(scope);
    if (waiting) waiting.parked = true;
  };

  readonly refresh: ManagersProgress['refresh'] = async (read) => {
    const news = new Set<string>();
    this.newsSinceAsked.add(news);
    try {
      return this.merge(await read(), news);
    } finally {
      this.newsSinceAsked.delete(news);
    }
  };

  private need(name: string, dispatched: Position): Manager {
    let known = this.managers.get(name);
    if (!known) {
      const kept = { dispatched, appended: START, waiting: new Map(), steps: [], completeFrom: dispatched };
      known = { kept, view: view(kept) };
      this.managers.set(name, known);
    }
    return known.kept;
  }

  private noteNews(name: string, scope: string): void {
    for (const set of this.newsSinceAsked) set.add(`${name} ${scope}`);
  }

  private wait(manager: Manager, scope: string, last: Position, clearTo: Position): Waiting {
    const known = manager.waiting.get(scope);
    if (known) {
      known.last = later(known.last, last);
      known.clearTo = later(known.clearTo, clearTo);
      if (known.last > known.target) known.next ??= thisMoment();
      if (known.clearTo >= known.target) {
        known.target = known.last;
        known.since = known.next ?? thisMoment();
        known.next = undefined;
      }
      return known;
    }
    const fresh = { last, clearTo, parked: false, target: last, since: thisMoment() };
    manager.waiting.set(scope, fresh);
    return fresh;
  }

  private remember(manager: Manager, step: Step): void {
    manager.appended = later(manager.appended, step.appended);
    manager.steps.push(step);
    if (manager.steps.length <= MAX_STEPS) return;
    for (const { to } of manager.steps.splice(0, MAX_STEPS / 2)) manager.completeFrom = later(manager.completeFrom, to);
  }

  private merge({ checkpoints, pending }: Awaited<ReturnType<ManagerStore['progress']>>, news: Set<string>): boolean {
    let moved = false;
    for (const { name, position, appended } of checkpoints) {
      const manager = this.need(name, position);
      manager.appended = later(manager.appended, appended);
      if (position > manager.dispatched) {
        // What the dispatcher found in between is not known of companies with news: any of it may wait.
        for (const [scope, waiting] of manager.waiting)
          if (news.has(`${name} ${scope}`)) waiting.last = later(waiting.last, position);
        manager.dispatched = position;
        manager.completeFrom = position;
        moved = true;
      }
      const ofStore = new Map(pending.filter((one) => one.name === name).map((one) => [one.scope, one]));
      for (const { scope, first, last, parked } of ofStore.values()) {
        if (news.has(`${name} ${scope}`)) continue;
        const waiting = this.wait(manager, scope, last, first - 1n);
        if (waiting.parked !== parked) moved = true;
        waiting.parked = parked;
      }
      for (const [scope, { last }] of manager.waiting) {
        if (ofStore.has(scope) || news.has(`${name} ${scope}`) || last > position) continue;
        // It was handled, but the notification with its last append was lost.
        manager.waiting.delete(scope);
        manager.completeFrom = later(manager.completeFrom, last);
        moved = true;
      }
    }
    return moved;
  }
}

export const makeManagersProgress = (): ManagersProgress => new KnownManagers();

const isClear = ({ last, clearTo }: Waiting, position: Position): boolean => clearTo >= position || clearTo >= last;

const view = (manager: Manager): ManagerProgress => ({
  get dispatched() {
    return manager.dispatched;
  },
  handled: (position, scope, since) => {
    if (manager.dispatched < position) return false;
    if (scope === undefined)
      return [...manager.waiting.values()].every((waiting) => waiting.parked || isClear(waiting, position));
    const waiting = manager.waiting.get(scope);
    if (waiting === undefined || isClear(waiting, position)) return true;
    return since !== undefined && waiting.last < since;
  },
  waits: (scope) => manager.waiting.has(scope),
  parked: (scope) => manager.waiting.get(scope)?.parked ?? false,
  waitsSince: (scope) => manager.waiting.get(scope)?.since,
  appendedFor: (from, to, scope) => {
    // Steps that are no longer kept may have appended anything up to the last position.
    let last = from < manager.completeFrom && manager.appended > from ? manager.appended : undefined;
    for (let i = manager.steps.length - 1; i >= 0; i--) {
      const step = manager.steps[i]!;
      if (scope !== undefined && step.scope !== scope) continue;
      if (step.to > from && step.from < to && (last === undefined || step.appended > last)) last = step.appended;
    }
    return last;
  },
});

/** The payload of a notification is limited: with more companies, other processes read them from the database. */
const MAX_HANDED = 100;

/** Notifications of managers' progress: a letter for the kind, the sending process, then the content. */
export const dispatchedMessage = (
  process: string,
  name: string,
  from: Position,
  to: Position,
  handed: readonly Handed[],
): string => {
  const list = handed.length > MAX_HANDED ? '?' : handed.map(({ scope, last }) => `${scope}:${last}`).join(',');
  return ['m', process, name, from, to, list].join('|');
};

/** For dispatchers that read the same range of the log and found nothing for the inbox. */
export const passedMessage = (process: string, names: readonly string[], from: Position, to: Position): string =>
  ['d', process, from, to, names.join(',')].join('|');

/** For a worker that has handled what a manager had of a company. */
export const handledMessage = (
  process: string,
  name: string,
  { scope, from, to, clearTo, appended }: HandledUpTo,
): string => ['w', process, name, scope, from, to, clearTo, appended ?? ''].join('|');

/** For a worker whose work for a company failed again and again. */
export const parkedMessage = (process: string, name: string, scope: string): string =>
  ['p', process, name, scope].join('|');

/** Merges a notification of another process; false when the progress has to be read from the database instead. */
export const receiveManager = (managers: ManagersProgress, kind: string, parts: readonly string[]): boolean => {
  if (kind === 'm') {
    const [name = '', from = '', to = '', list = ''] = parts;
    if (list === '?') return false;
    const handed = list === '' ? [] : list.split(',').map(handedOf);
    managers.dispatched(name, BigInt(from), BigInt(to), handed);
  } else if (kind === 'd') {
    const [from = '', to = '', names = ''] = parts;
    for (const name of names.split(',')) managers.dispatched(name, BigInt(from), BigInt(to), []);
  } else if (kind === 'w') {
    const [name = '', scope = '', from = '', to = '', clearTo = '', appended = ''] = parts;
    managers.companyHandled(name, {
      scope,
      from: BigInt(from),
      to: BigInt(to),
      clearTo: BigInt(clearTo),
      appended: appended === '' ? undefined : BigInt(appended),
    });
  } else if (kind === 'p') managers.companyParked(parts[0]!, parts[1]!);
  else return false;
  return true;
};

const handedOf = (item: string): Handed => {
  const colon = item.lastIndexOf(':');
  return { scope: item.slice(0, colon), last: BigInt(item.slice(colon + 1)) };
};
