import type { LogEvent } from '../event-store/port.ts';
import type { Services } from '../kernel/definition/services.ts';
import type { Audit, Invariant } from './invariant.ts';

/** A subject of an invariant in the log, and its company. */
export interface InTheLog {
  company_id: string;
  partner_id: string;
  subject: string;
}

/** An invariant whose subjects are only in the log: one pass serves all such invariants and all companies. */
export interface LogInvariant extends Invariant {
  /** Begins a pass: the function returns the subjects of some events, which come in the order of the log. */
  startPass(services: Services): (events: readonly LogEvent[]) => readonly InTheLog[] | Promise<readonly InTheLog[]>;
}

/**
 * The subjects of invariants in the log up to its present end, a batch of events at a time.
 *
 * @param onRead called with the number of events of each batch that was looked through
 */
export async function* overTheLog<I extends Pick<LogInvariant, 'startPass'>>(
  invariants: readonly I[],
  services: Services,
  onRead: (events: number) => void = () => {},
): AsyncGenerator<[invariant: I, found: readonly InTheLog[]][]> {
  const { store } = services;
  const passes = invariants.map((invariant) => ({ invariant, subjectsIn: invariant.startPass(services) }));
  const upTo = await store.head();
  for await (const events of store.readAll({ after: 0n, upTo })) {
    const found: [I, readonly InTheLog[]][] = [];
    for (const { invariant, subjectsIn } of passes) found.push([invariant, await subjectsIn(events)]);
    onRead(events.length);
    yield found;
  }
}

/** The subjects of one company, from a separate pass over the log. */
export const inTheLogOf = (startPass: LogInvariant['startPass']): Invariant['subjects'] =>
  async function* ({ services, tenant }: Audit) {
    for await (const [[, found] = [undefined, []]] of overTheLog([{ startPass }], services)) {
      const own = found.filter(({ company_id }) => company_id === tenant.company_id);
      if (own.length > 0) yield own.map(({ subject }) => subject);
    }
  };
