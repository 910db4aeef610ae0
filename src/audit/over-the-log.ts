import type { LogEvent } from '../event-store/port.ts';
import type { Services } from '../kernel/definition/services.ts';
import type { Audit, Invariant } from './invariant.ts';

/** Something in the log that an invariant looks at, and whose it is. */
export interface InTheLog {
  company_id: string;
  partner_id: string;
  subject: string;
}

/** An invariant whose subjects are in the log alone: one pass over it serves all of them, and all companies. */
export interface LogInvariant extends Invariant {
  /** For one pass: gives what is to be looked at of each event, in the order of the log. */
  lookout(): (event: LogEvent) => readonly InTheLog[];
}

/** What invariants look at in the log as it is now, a batch of events at a time. */
export async function* overTheLog<I extends Pick<LogInvariant, 'lookout'>>(
  invariants: readonly I[],
  { store }: Pick<Services, 'store'>,
): AsyncGenerator<[invariant: I, found: InTheLog[]][]> {
  const lookouts = invariants.map((invariant) => ({ invariant, look: invariant.lookout() }));
  const upTo = await store.head();
  for await (const events of store.readAll({ after: 0n, upTo }))
    yield lookouts.map(({ invariant, look }) => [invariant, events.flatMap((event) => look(event))]);
}

/** Subjects of one company, by a pass of its own. */
export const inTheLogOf = (lookout: LogInvariant['lookout']): Invariant['subjects'] =>
  async function* ({ services, tenant }: Audit) {
    for await (const [[, found] = [undefined, []]] of overTheLog([{ lookout }], services)) {
      const own = found.filter(({ company_id }) => company_id === tenant.company_id);
      if (own.length > 0) yield own.map(({ subject }) => subject);
    }
  };
