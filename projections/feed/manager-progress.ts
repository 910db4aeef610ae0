import { type Position, START } from '../../src/event-store/port.ts';
import type { ManagerStore } from '../../src/work/port.ts';
import { later } from '../model/positions.ts';

/**
 * How far the process managers have come, as this process knows it: dispatchers as a whole, and of companies those that
 * have work waiting. What is not known of the past is taken for the worst, so that an answer rather waits too long.
 */

/** Work that a dispatcher left for a company: its last event. */
export interface Handed {
  scope: string;
  last: Position;
}

/** How far a manager has come with a company: it handled the events behind `from` up to `to`. */
export interface HandledUpTo {
  scope: string;
  from: Position;
  to: Position;
  /** Up to here nothing of the company waits for it. */
  clearTo: Position;
  /** The last position that it appended doing so. */
  appended: Position | undefined;
}

/** `scope` in these is a company, or a partner for what belongs to no company; without it all of them are meant. */
export interface ManagerProgress {
  /** The dispatcher has passed everything up to here. */
  dispatched: Position;
  /** Whether everything up to a position was handled; of all companies those that are parked are left out. */
  handled(position: Position, scope?: string): boolean;
  /** Whether anything of a company waits. */
  waits(scope: string): boolean;
  /** Whether the work on a company keeps failing. */
  parked(scope: string): boolean;
  /** Since when a company has waited for what waited then, in milliseconds of the epoch. */
  waitsSince(scope: string): number | undefined;
  /** The last position appended while handling any of the events behind `from` up to `to`; undefined for none. */
  appendedFor(from: Position, to: Position, scope?: string): Position | undefined;
}

export interface ManagersProgress {
  get(name: string): ManagerProgress | undefined;
  dispatched(name: string, from: Position, to: Position, handed: readonly Handed[]): void;
  companyHandled(name: string, handled: HandledUpTo): void;
  companyParked(name: string, scope: string): void;
  /** Takes over what the store says, asked for by `read`; gives whether that is news. */
  refresh(read: ManagerStore['progress']): Promise<boolean>;
}

/** Steps of a manager that are remembered to answer `appendedFor` exactly. */
const MAX_STEPS = 2_000;

interface Step {
  scope: string;
  from: Position;
  to: Position;
  appended: Position;
}

interface Waiting {
  /** Its last event that waits, as far as known. */
  last: Position;
  /** Up to here nothing waits. */
  clearTo: Position;
  parked: boolean;
  /** What waited when it was first seen to, and when that was. */
  target: Position;
  since_ms: number;
}

interface Manager {
  dispatched: Position;
  appended: Position;
  waiting: Map<string, Waiting>;
  /** Steps that appended something, and the position from which on this list is complete. */
  steps: Step[];
  completeFrom: Position;
}

/** What is kept of a manager, and what others see of it. */
interface Known {
  kept: Manager;
  view: ManagerProgress;
}

class KnownManagers implements ManagersProgress {
  private readonly managers = new Map<string, Known>();
  /** Companies of which something was said while the store was asked: what it answers may be older. */
  private readonly newsSinceAsked = new Set<Set<string>>();

  readonly get: ManagersProgress['get'] = (name) => this.managers.get(name)?.view;

  readonly dispatched: ManagersProgress['dispatched'] = (name, from, to, handed) => {
    const manager = this.need(name, from);
    for (const { scope, last } of handed) {
      this.noteNews(name, scope);
      // What waits for it already is not done by that.
      this.wait(manager, scope, last, manager.waiting.get(scope)?.clearTo ?? from);
    }
    // A gap: what was said in between was said to somebody else, or not at all.
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
      if (known.clearTo >= known.target) {
        known.target = known.last;
        known.since_ms = Date.now();
      }
      return known;
    }
    const fresh = { last, clearTo, parked: false, target: last, since_ms: Date.now() };
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
        // It was handled and no message came, nor what it appended.
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
  handled: (position, scope) => {
    if (manager.dispatched < position) return false;
    if (scope === undefined)
      return [...manager.waiting.values()].every((waiting) => waiting.parked || isClear(waiting, position));
    const waiting = manager.waiting.get(scope);
    return waiting === undefined || isClear(waiting, position);
  },
  waits: (scope) => manager.waiting.has(scope),
  parked: (scope) => manager.waiting.get(scope)?.parked ?? false,
  waitsSince: (scope) => manager.waiting.get(scope)?.since_ms,
  appendedFor: (from, to, scope) => {
    // What is not remembered may have appended anything up to its last position.
    let last = from < manager.completeFrom && manager.appended > from ? manager.appended : undefined;
    for (let i = manager.steps.length - 1; i >= 0; i--) {
      const step = manager.steps[i]!;
      if (scope !== undefined && step.scope !== scope) continue;
      if (step.to > from && step.from < to && (last === undefined || step.appended > last)) last = step.appended;
    }
    return last;
  },
});

/** A message of more companies would not pass: others have to look for themselves. */
const MAX_HANDED = 100;

/** What processes tell each other of managers, beginning with the letter of what it says and who says it. */
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

/** Of dispatchers that passed the same stretch of the log and left no work. */
export const passedMessage = (process: string, names: readonly string[], from: Position, to: Position): string =>
  ['d', process, from, to, names.join(',')].join('|');

export const handledMessage = (
  process: string,
  name: string,
  { scope, from, to, clearTo, appended }: HandledUpTo,
): string => ['w', process, name, scope, from, to, clearTo, appended ?? ''].join('|');

export const parkedMessage = (process: string, name: string, scope: string): string =>
  ['p', process, name, scope].join('|');

/** Takes over what another process said; false when it has to be looked up. */
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
