import { type Position, START } from '../../src/event-store/port.ts';
import { scopeOfTenant } from '../../src/kernel/definition/scope.ts';
import type { Gate } from '../../src/kernel/definition/services.ts';
import { type Moment, thisMoment } from '../../src/timing/moments.ts';
import type { Progress } from '../feed/progress.ts';

/**
 * Read your writes: lets an answer wait until its writes can be read. It waits for the progress of read models and
 * managers that this process knows of (progress.ts).
 *
 * `followed` is false at once when waiting is of no use: a read model has stopped at an event, the company is parked in
 * one, or a manager's work on it is parked. Then the caller answers from the stream.
 */
export const makeGate = (progress: Progress): Gate => {
  const behindSince = watchLag(progress);
  const readable = async (position: Position, deadline_ms: number, scope: string | undefined): Promise<boolean> => {
    const isParked = (): boolean => scope !== undefined && progress.parkedIn(scope) !== undefined;
    const passed = (): boolean => (progress.readPosition() ?? -1n) >= position;
    const stuck = (): boolean => {
      const stopped = progress.stopped();
      return [...stopped.keys()].some((name) => progress.live(name)!.position < position);
    };
    await progress.until(() => isParked() || passed() || stuck(), deadline_ms);
    return passed() && !isParked();
  };
  const isParked = (follows: readonly string[], scope: string | undefined): boolean =>
    scope !== undefined && follows.some((name) => progress.manager(name)?.parked(scope) ?? false);

  return {
    behindSince,
    readOnly: (tenant) => progress.parkedIn(scopeOfTenant(tenant)),
    readPosition: () => progress.readPosition() ?? START,
    isStuck: (follows, tenant) => {
      const scope = scopeOfTenant(tenant);
      if (progress.stopped().size > 0 || progress.parkedIn(scope) !== undefined) return true;
      return isParked(follows, scope);
    },
    followed: async (position, follows = [], within_ms = 2_000, tenant, since) => {
      const scope = tenant && scopeOfTenant(tenant);
      const deadline_ms = performance.now() + within_ms;
      if (!(await readable(position, deadline_ms, scope))) return false;
      const parked = (): boolean => isParked(follows, scope);
      let from = (since ?? position) - 1n;
      let to = position;
      // Without `since` earlier events of the company count too, and then what was appended for them.
      const own = (): Position | undefined => (since === undefined ? undefined : from + 1n);
      // However many rounds: while callers write, population appends for what came behind its last append, and so on for
      // thousands of events. Each round comes further in the log, and where managers do not come to rest it waits.
      while (follows.length > 0) {
        const handled = (): boolean =>
          follows.every((name) => progress.manager(name)?.handled(to, scope, own()) ?? false);
        if (!(await progress.until(() => handled() || parked(), deadline_ms)) || !handled()) return false;
        let next: Position | undefined;
        for (const name of follows) {
          const appended = progress.manager(name)!.appendedFor(from, to, scope);
          if (appended !== undefined && appended > to && (next === undefined || appended > next)) next = appended;
        }
        if (next === undefined) return true;
        if (!(await readable(next, deadline_ms, scope))) return false;
        from = to;
        to = next;
      }
      return true;
    },
  };
};

/** Managers are expected to lag for so long, in which answers wait for them; beyond it they are reported. */
const TOLERATED_LAG_ms = 2_000;

interface Lag {
  /** The position that could be read when the lag began: it is the same lag until the dispatcher has passed it. */
  target: Position;
  since: Moment;
  /** When a position behind that one could be read. */
  next?: Moment;
}

/** Watches how far dispatchers lag behind the read models. How long a company's work waits is in its progress. */
const watchLag = (progress: Progress): Gate['behindSince'] => {
  const lags = new Map<string, Lag>();
  const look = (name: string): Lag | undefined => {
    const dispatched = progress.manager(name)?.dispatched ?? -1n;
    const lag = lags.get(name);
    const target = progress.readPosition();
    if (lag && target !== undefined && target > lag.target) lag.next ??= thisMoment();
    if (lag && dispatched < lag.target) return lag;
    if (target === undefined || dispatched >= target) {
      lags.delete(name);
      return undefined;
    }
    const fresh = { target, since: lag?.next ?? thisMoment() };
    lags.set(name, fresh);
    return fresh;
  };
  const watched = new Set<string>();
  progress.onChange(() => {
    for (const name of watched) look(name);
  });
  return (name, tenant) => {
    watched.add(name);
    const sinces = [look(name)?.since, tenant && progress.manager(name)?.waitsSince(scopeOfTenant(tenant))];
    const [first] = sinces.flatMap((since) => since ?? []).sort((a, b) => a.steady_ms - b.steady_ms);
    return first && performance.now() - first.steady_ms > TOLERATED_LAG_ms ? first.wall_ms : undefined;
  };
};
