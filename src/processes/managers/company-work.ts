import { CHANNEL } from '../../../projections/feed/progress.ts';
import { isTransient } from '../../../projections/model/transient.ts';
import type { LogEvent } from '../../event-store/port.ts';
import { Problem } from '../../values/problem.ts';
import type { DueKind, Work } from '../../work/due-work.ts';
import { type Bookmark, type Dispatch, type Next, PARKED_AFTER, workKind } from '../../work/port.ts';
import { isUnfinished, type ManagedBatch, type ProcessManager } from './manager.ts';
import type { ProcessesOptions } from './runner.ts';

/**
 * A manager's work on one company: the next batch of what waits for it in the inbox, handled and then taken out. One row
 * of due work for each manager and company, so one process at a time has it; when more waits the row is due again behind
 * all companies that are due by then, so a company's thousandth event does not go before another's first. So it is when a
 * manager makes room in the middle of a batch, which stays in the inbox until it is done.
 *
 * What fails stops that company alone. A batch that failed is tried event by event, so that the one at fault is first
 * in the inbox; it is tried again after growing pauses. After some tries the company is parked: it is still tried, but
 * answers do not wait for it. Nothing is skipped but by an operator.
 */

/** Companies worked on at once in one process. */
const CONCURRENCY = 4;
const BATCH = 200;
/** A deploy that brings a fix is found within this time. */
const MAX_BACKOFF_ms = 5 * 60_000;
/** Pause before what the database or the store was away for is tried again; it is no fault of the company's. */
const AWAY_ms = 1_000;

export interface CompanyWork<C> {
  kinds: DueKind[];
  /**
   * Handles events company by company without the inbox. Gives those that could not be handled, and those of companies
   * that have others waiting.
   */
  atOnce(manager: ProcessManager<C>, events: Dispatch['waiting'], signal: AbortSignal): Promise<Dispatch['waiting']>;
}

/**
 * What became of events being handled: none are left in the inbox, others wait there, the manager left them where they
 * are, or another worker has the company.
 */
interface WorkedOff {
  is: 'all' | 'more_waits' | 'made_room' | 'lost';
  /** Where the manager left them. */
  bookmark?: Bookmark | undefined;
}

class InboxWork<C> implements CompanyWork<C> {
  private readonly managers: ProcessesOptions<C>['managers'];
  private readonly context: ProcessesOptions<C>['context'];
  private readonly hydrate: ProcessesOptions<C>['hydrate'];
  private readonly progress: ProcessesOptions<C>['progress'];
  private readonly state: ProcessesOptions<C>['state'];
  private readonly isHeard: () => boolean;
  private readonly log: ProcessesOptions<C>['log'];
  readonly kinds: CompanyWork<C>['kinds'];

  constructor(
    options: Pick<ProcessesOptions<C>, 'managers' | 'context' | 'hydrate' | 'progress' | 'state' | 'isHeard' | 'log'>,
  ) {
    const { managers, context, hydrate, progress, state, isHeard = () => true, log } = options;
    this.managers = managers;
    this.context = context;
    this.hydrate = hydrate;
    this.progress = progress;
    this.state = state;
    this.isHeard = isHeard;
    this.log = log;
    this.kinds = this.managers.map((manager) => ({
      kind: workKind(manager.name),
      concurrency: manager.concurrency ?? CONCURRENCY,
      max_backoff_ms: MAX_BACKOFF_ms,
      run: this.run(manager),
    }));
  }

  readonly atOnce: CompanyWork<C>['atOnce'] = async (manager, events, signal) => {
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
          );
          if (isUnfinished(handled)) waiting.push(...own);
        }
      } catch (error) {
        if (isAway(error) || signal.aborted) throw error;
        this.log.warn(
          { manager: manager.name, scope, err: error },
          'work on a company failed; it is tried event by event',
        );
        waiting.push(...own);
      }
    }
    return waiting.sort((a, b) => (a.event.position < b.event.position ? -1 : 1));
  };

  private async handle(
    manager: ProcessManager<C>,
    stored: readonly LogEvent[],
    of: Pick<ManagedBatch, 'signal' | 'othersWait' | 'bookmark'>,
  ) {
    const opened = await this.hydrate(stored);
    // Not copied: what an event holds is read when it is asked for.
    const events = opened.map((event, i) => Object.assign(event, { position: stored[i]!.position }));
    return manager.handle({ events, ...of }, this.context);
  }

  /** Handles events and takes them out of the inbox, unless the manager made room before they were done. */
  private async workOff(
    manager: ProcessManager<C>,
    stored: readonly LogEvent[],
    { key: scope, holder, signal, held, othersWait, bookmark }: Work,
  ): Promise<WorkedOff> {
    const { name } = manager;
    const handled = await this.handle(manager, stored, { signal, othersWait, bookmark });
    if (!held()) return { is: 'lost' };
    const left = isUnfinished(handled) ? handled : undefined;
    const appended = isUnfinished(handled) ? handled.appended : handled;
    const from = stored[0]!.position - 1n;
    const to = left ? left.done : stored.at(-1)!.position;
    if (appended !== undefined) await this.state.appended(name, appended);
    if (to === undefined) return { is: 'made_room', bookmark: left?.bookmark };
    const done = await this.state.done(holder, name, scope, to);
    if (!done) return { is: 'lost' };
    const handledUpTo = { scope, from, to, clearTo: done.clearTo, appended };
    this.progress.managerHandled(name, handledUpTo);
    if (this.isHeard()) await this.state.notify(CHANNEL, [this.progress.handledMessage(name, handledUpTo)]);
    if (left) return { is: 'made_room', bookmark: left.bookmark };
    return { is: done.more ? 'more_waits' : 'all' };
  }

  /** What is read of a company must be as new as what is handled. */
  private refuseStale(scope: string): void {
    const parked = this.progress.parkedIn(scope);
    if (parked !== undefined) throw new Error(`the read model ${parked} cannot follow this company`);
  }

  private run(manager: ProcessManager<C>) {
    return async (work: Work): Promise<Next> => {
      const { key: scope, attempt, signal } = work;
      const { name, batchSize = BATCH } = manager;
      // What failed is tried alone.
      const stored = await this.state.next(name, scope, attempt > 1 ? 1 : batchSize);
      if (stored.length === 0) return undefined;
      let at: LogEvent = stored[0]!;
      try {
        this.refuseStale(scope);
        let worked: WorkedOff | undefined;
        try {
          worked = await this.workOff(manager, stored, work);
        } catch (error) {
          if (stored.length === 1 || isAway(error) || signal.aborted) throw error;
          this.log.warn({ manager: name, scope, err: error }, 'work on a company failed; it is tried event by event');
          for (at of stored) {
            worked = await this.workOff(manager, [at], work);
            if (worked.is === 'lost' || worked.is === 'made_room') break;
          }
        }
        if (worked?.is === 'lost') return { again_in_ms: 0 };
        // Others of this company may have waited for what is now behind it.
        if (attempt >= PARKED_AFTER) await this.state.retry({ scope });
        return worked?.is === 'all' ? undefined : { again_in_ms: 0, bookmark: worked?.bookmark };
      } catch (error) {
        if (signal.aborted) throw error;
        if (isAway(error)) {
          this.log.warn({ manager: name, scope, err: error }, 'work on a company was interrupted');
          return { again_in_ms: AWAY_ms, bookmark: work.bookmark ?? undefined };
        }
        const { stream, revision } = at;
        const about = { manager: name, scope, stream, revision: revision.toString(), attempt, err: error };
        this.log.error(about, 'a process manager failed at an event of a company; it tries again');
        if (attempt >= PARKED_AFTER) {
          this.progress.managerParked(name, scope);
          await this.state.notify(CHANNEL, [this.progress.parkedMessage(name, scope)]).catch(() => {});
        }
        throw error;
      }
    };
  }
}

export const makeCompanyWork = <C>(
  options: Pick<ProcessesOptions<C>, 'managers' | 'context' | 'hydrate' | 'progress' | 'state' | 'isHeard' | 'log'>,
): CompanyWork<C> => new InboxWork(options);

/** The store or the database is away: nothing that the company could be blamed for. */
const isAway = (error: unknown): boolean => (error instanceof Problem ? error.status === 503 : isTransient(error));

const byScope = (events: Dispatch['waiting']): Map<string, { scope: string; event: LogEvent }[]> => {
  const groups = new Map<string, { scope: string; event: LogEvent }[]>();
  for (const one of events) {
    const group = groups.get(one.scope);
    if (group) group.push(one);
    else groups.set(one.scope, [one]);
  }
  return groups;
};
