import type { Logger } from 'pino';
import { CHANNEL, type Progress } from '../../../projections/feed/progress.ts';
import { isTransient } from '../../../projections/model/transient.ts';
import { isWorkTakenOver } from '../../event-store/errors.ts';
import type { LogEvent } from '../../event-store/port.ts';
import type { DomainEvent } from '../../kernel/definition/resource.ts';
import { UnknownEventType } from '../../kernel/events/define.ts';
import { Problem } from '../../values/problem.ts';
import type { DueKind, Work } from '../../work/due-work.ts';
import { type Bookmark, type Dispatch, type ManagerStore, type Next, PARKED_AFTER, workKind } from '../../work/port.ts';
import { isUnfinished, type ManagedBatch, mayHandle, type ProcessManager } from './manager.ts';

/**
 * A manager's work on one company: the next batch of its inbox is handled and then removed. There is one row of due
 * work for each manager and company, so one process at a time works on it. When more events wait, the row is due again
 * after all companies that are due by then, so a company's thousandth event does not go before another's first. The
 * same holds when a manager stops in the middle of a batch, which stays in the inbox until it is done.
 *
 * A failure stops that company alone. A batch that failed is retried event by event, so that the event at fault becomes
 * the first in the inbox; that one is retried after growing pauses. After some tries the company is parked: it is still
 * retried, but answers do not wait for it. Only an operator can skip an event. So is a batch in which processes ended;
 * an event that ends each process that begins it is not begun any more after a few (src/work/beginnings.ts).
 * An event that only a newer version knows fails as well, and is handled by a process of that version.
 */

/** Companies handled at once in one process. */
const CONCURRENCY = 4;
const BATCH = 200;
/** After a deploy with a fix, failed work is retried within this time. */
const MAX_BACKOFF_ms = 5 * 60_000;
/** Pause after the database or the store was unavailable: neither a failure of the company nor a success. */
const UNAVAILABLE_PAUSE_ms = 1_000;

export interface CompanyWorkOptions<C> {
  managers: readonly ProcessManager<C>[];
  context: C;
  hydrate: (events: readonly LogEvent[]) => Promise<DomainEvent[]>;
  /** Whether this version declares an event; by default all are. */
  knows?: (type: string) => boolean;
  progress: Progress;
  state: ManagerStore;
  /** Whether other processes may listen for notifications; by default they may. */
  isHeard?: () => boolean;
  log: Logger;
}

export interface CompanyWork<C> {
  kinds: DueKind[];
  /**
   * Handles events company by company, without the inbox. Returns the events that belong into the inbox: those that
   * could not be handled, and those of companies whose earlier events still wait.
   */
  handleNow(manager: ProcessManager<C>, events: Dispatch['waiting'], signal: AbortSignal): Promise<Dispatch['waiting']>;
}

/**
 * The outcome of handling events: the company's inbox is empty, more events wait there, the manager stopped before it
 * was done, or another worker has claimed the company.
 */
interface Outcome {
  is: 'inbox_empty' | 'more_waits' | 'unfinished' | 'lost';
  /** Where the manager stopped. */
  bookmark?: Bookmark | undefined;
}

class InboxWork<C> implements CompanyWork<C> {
  private readonly managers: CompanyWorkOptions<C>['managers'];
  private readonly context: CompanyWorkOptions<C>['context'];
  private readonly hydrate: CompanyWorkOptions<C>['hydrate'];
  private readonly knows: NonNullable<CompanyWorkOptions<C>['knows']>;
  private readonly progress: CompanyWorkOptions<C>['progress'];
  private readonly state: CompanyWorkOptions<C>['state'];
  private readonly isHeard: () => boolean;
  private readonly log: CompanyWorkOptions<C>['log'];
  readonly kinds: CompanyWork<C>['kinds'];

  constructor(options: CompanyWorkOptions<C>) {
    const { managers, context, hydrate, knows = () => true, progress, state, isHeard = () => true, log } = options;
    this.managers = managers;
    this.context = context;
    this.hydrate = hydrate;
    this.knows = knows;
    this.progress = progress;
    this.state = state;
    this.isHeard = isHeard;
    this.log = log;
    this.kinds = this.managers.map((manager) => ({
      kind: workKind(manager.name),
      concurrency: manager.concurrency ?? CONCURRENCY,
      max_backoff_ms: MAX_BACKOFF_ms,
      givesUp: manager.givesUp ?? false,
      run: this.run(manager),
    }));
  }

  readonly handleNow: CompanyWork<C>['handleNow'] = async (manager, events, signal) => {
    const waiting: { scope: string; event: LogEvent }[] = [];
    for (const [scope, own] of byScope(events)) {
      if (signal.aborted) return [];
      try {
        if (this.progress.manager(manager.name)?.waits(scope) || this.progress.parkedIn(scope)) waiting.push(...own);
        else {
          const handled = await this.handle(
            manager,
            own.map(({ event }) => event),
            { signal },
            undefined,
          );
          if (isUnfinished(handled)) waiting.push(...own);
        }
      } catch (error) {
        if (isUnavailable(error) || signal.aborted) throw error;
        this.log.warn(
          { manager: manager.name, scope, err: error },
          'a process manager failed at several events of a company; it retries them one by one',
        );
        waiting.push(...own);
      }
    }
    return waiting.sort((a, b) => (a.event.position < b.event.position ? -1 : 1));
  };

  private async handle(
    manager: ProcessManager<C>,
    stored: readonly LogEvent[],
    of: Omit<ManagedBatch, 'events'>,
    lease: string | undefined,
  ) {
    const unknown = stored.find(({ type }) => !this.knows(type));
    if (unknown) throw new NewerEventType(unknown.type);
    // The dispatcher may have been of a version that did not know an event, and so not whom it concerns.
    const wanted = stored.filter((event) => mayHandle(manager, event));
    if (wanted.length === 0) return undefined;
    const opened = await this.hydrate(wanted);
    // Not copied: a copy would parse the data of every event.
    const events = opened.map((event, i) => Object.assign(event, { position: wanted[i]!.position, lease }));
    return manager.handle({ events, ...of }, this.context);
  }

  /** Handles events and removes those from the inbox that are done. */
  private async handleFromInbox(
    manager: ProcessManager<C>,
    stored: readonly LogEvent[],
    { key: scope, holder, lease, signal, held, othersWait, bookmark, isGivenUp = false }: Work,
  ): Promise<Outcome> {
    const { name } = manager;
    const kept: (() => void)[] = [];
    const whenKept = (then: () => void): void => void kept.push(then);
    const batch = { signal, othersWait, bookmark, isGivenUp, whenKept };
    const handled = await this.handle(manager, stored, batch, lease);
    if (!held()) return { is: 'lost' };
    const left = isUnfinished(handled) ? handled : undefined;
    const appended = isUnfinished(handled) ? handled.appended : handled;
    const from = stored[0]!.position - 1n;
    const to = left ? left.done : stored.at(-1)!.position;
    if (appended !== undefined) await this.state.appended(name, appended);
    if (to === undefined) return { is: 'unfinished', bookmark: left?.bookmark };
    const done = await this.state.done(holder, name, scope, to);
    if (!done) return { is: 'lost' };
    for (const then of kept) then();
    const handledUpTo = { scope, from, to, clearTo: done.clearTo, appended };
    this.progress.managerHandled(name, handledUpTo);
    if (this.isHeard()) await this.state.notify(CHANNEL, [this.progress.handledMessage(name, handledUpTo)]);
    if (left) return { is: 'unfinished', bookmark: left.bookmark };
    return { is: done.more ? 'more_waits' : 'inbox_empty' };
  }

  /** Throws while a read model is parked: a manager must not act on rows that are older than its events. */
  private refuseStale(scope: string): void {
    const parked = this.progress.parkedIn(scope);
    if (parked !== undefined) throw new Error(`the read model ${parked} cannot follow this company`);
  }

  private run(manager: ProcessManager<C>) {
    return async (work: Work): Promise<Next> => {
      const { key: scope, attempt, deaths = 0, isGivenUp = false, signal } = work;
      const { name, batchSize = BATCH } = manager;
      // After a failure events are retried one by one. Where processes ended, those before the one at fault are done in
      // one run, since each run that ends well forgets what was before it.
      const stored = await this.state.next(name, scope, isGivenUp || (attempt > 1 && deaths === 0) ? 1 : batchSize);
      if (stored.length === 0) return undefined;
      let at: LogEvent = stored[0]!;
      try {
        this.refuseStale(scope);
        let outcome: Outcome | undefined;
        const oneByOne = async (): Promise<void> => {
          for (at of stored) {
            outcome = await this.handleFromInbox(manager, [at], work);
            if (outcome.is === 'lost' || outcome.is === 'unfinished') break;
          }
        };
        try {
          if (deaths > 0) await oneByOne();
          else outcome = await this.handleFromInbox(manager, stored, work);
        } catch (error) {
          if (stored.length === 1 || deaths > 0 || isUnavailable(error) || signal.aborted) throw error;
          this.log.warn(
            { manager: name, scope, err: error },
            'a process manager failed at several events of a company; it retries them one by one',
          );
          await oneByOne();
        }
        if (outcome?.is === 'lost') return leftOf(work);
        // Other managers of this company may have failed for want of what this one has now appended.
        if (attempt >= PARKED_AFTER) await this.state.retry({ scope });
        return outcome?.is === 'inbox_empty' ? undefined : { again_in_ms: 0, bookmark: outcome?.bookmark };
      } catch (error) {
        if (isWorkTakenOver(error)) {
          this.log.warn(
            { manager: name, scope },
            'another process has taken over the work of a process manager on a company, since this one was not heard of for a while; it goes on there, and nothing has to be done',
          );
          return leftOf(work);
        }
        if (signal.aborted) throw error;
        if (isUnavailable(error)) {
          this.log.warn(
            { manager: name, scope, err: error },
            'a process manager was interrupted because something that it needs is unavailable; it will retry',
          );
          return { ...leftOf(work), again_in_ms: UNAVAILABLE_PAUSE_ms };
        }
        const { stream, revision } = at;
        const about = { manager: name, scope, stream, revision: revision.toString(), attempt, err: error };
        this.log.error(
          about,
          'a process manager failed at an event of a company; it will retry (payroll processes list shows its state)',
        );
        if (attempt >= PARKED_AFTER) {
          this.progress.managerParked(name, scope);
          await this.state.notify(CHANNEL, [this.progress.parkedMessage(name, scope)]).catch(() => {});
        }
        throw error;
      }
    };
  }
}

export const makeCompanyWork = <C>(options: CompanyWorkOptions<C>): CompanyWork<C> => new InboxWork(options);

/** An event that waits for a process of a newer version, which wrote it. */
class NewerEventType extends UnknownEventType {
  constructor(type: string) {
    super(type);
    this.message += ', so a newer version wrote it, which has to handle it';
  }
}

/**
 * What a run leaves that ended without a result: the row as it was, for the next one. It changes nothing where another
 * process has the row; where the lease only grew too old, the next run goes on from the bookmark.
 */
const leftOf = ({ bookmark }: Work): Next & { again_in_ms: number } => ({
  again_in_ms: 0,
  bookmark: bookmark ?? undefined,
  isUncounted: true,
});

/** Whether the store or the database is unavailable, which is no failure of the company. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof Problem ? error.status === 503 : isTransient(error);

const byScope = (events: Dispatch['waiting']): Map<string, { scope: string; event: LogEvent }[]> => {
  const groups = new Map<string, { scope: string; event: LogEvent }[]>();
  for (const one of events) {
    const group = groups.get(one.scope);
    if (group) group.push(one);
    else groups.set(one.scope, [one]);
  }
  return groups;
};
