import type { Position } from '../../event-store/port.ts';
import { payStubCalculated } from '../../payrolls/events/pay-stub.ts';
import type { Acting } from '../../payrolls/membership/acting.ts';
import type { ManagedBatch, ManagedEvent } from '../managers/manager.ts';
import { assignmentAlone } from './population-affected.ts';

/**
 * What population has already done of what it is yet to be handed. While a bulk call writes several items of thousands
 * of people, that is most of it.
 *
 *   - An event that affects one work assignment alone was often there already when that assignment was last compared:
 *     the comparison read how things were, and not only what it was handed.
 *   - A calculation is checked where its facts had changed before it was appended, because population may have handled
 *     that change by then. One worker at a time handles a company's events, in their order. Where it had the company
 *     until its appends were durable, nobody has handled what was written beside them: it comes behind them, and what it
 *     affects is calculated again then.
 *
 * Both are known in the memory of the process that did it, so another one that takes the next turn does it again.
 */
export interface DoneAhead {
  /**
   * Begins to handle events of a company.
   *
   * @param readable everything up to here could be read before
   */
  begin(events: readonly ManagedEvent[], batch: Batch, readable: Position): Doing;
}

export interface Doing {
  /** The events for which something is left to do. */
  left: ManagedEvent[];
  /** To be told of each calculation. */
  calculated: NonNullable<Acting['calculated']>;
}

type Batch = Pick<ManagedBatch, 'whenKept' | 'bookmark'>;

/** How much is remembered of all companies, of those first that were at work last. */
const MOST = 100_000;

/** What was done of one company. */
interface Done {
  /** Up to where each work assignment was compared as a whole, those first that were compared first. */
  assignments: Map<string, Position>;
  /** Where calculations of stubs were appended, about in their order. */
  calculated: Set<Position>;
}

const nothing = (): Done => ({ assignments: new Map(), calculated: new Set() });
const sizeOf = ({ assignments, calculated }: Done): number => assignments.size + calculated.size;

const isDone = ({ assignments, calculated }: Done, event: ManagedEvent): boolean => {
  const alone = assignmentAlone(event);
  if (alone !== undefined) return event.position <= (assignments.get(alone) ?? -1n);
  return event.type === payStubCalculated.type && calculated.has(event.position);
};

/** Only what comes first is looked at: there may be as much as a large employer has people, after each batch. */
const forgetUpTo = (upTo: Position, { assignments, calculated }: Done): void => {
  for (const [id, position] of assignments) {
    if (position > upTo) break;
    assignments.delete(id);
  }
  for (const position of calculated) {
    if (position > upTo) break;
    calculated.delete(position);
  }
};

export const makeDoneAhead = (): DoneAhead => {
  const byCompany = new Map<string, Done>();
  let size = 0;
  const forget = (company: string): Done => {
    const done = byCompany.get(company) ?? nothing();
    byCompany.delete(company);
    size -= sizeOf(done);
    return done;
  };
  /** Remembers what was done now too, and forgets what is behind the events that have left the inbox. */
  const keep = (company: string, now: Done, upTo: Position): void => {
    const done = forget(company);
    for (const [id, position] of now.assignments) {
      done.assignments.delete(id);
      done.assignments.set(id, position);
    }
    for (const position of now.calculated) done.calculated.add(position);
    forgetUpTo(upTo, done);
    if (sizeOf(done) === 0) return;
    byCompany.set(company, done);
    size += sizeOf(done);
    for (const oldest of byCompany.keys()) {
      if (size <= MOST) break;
      forget(oldest);
    }
  };
  return {
    begin: (events, { whenKept, bookmark }, readable) => {
      const company = events[0]?.metadata.company_id ?? '';
      const before = byCompany.get(company) ?? nothing();
      const left = events.filter((event) => !isDone(before, event));
      const compared = left.flatMap((event) => assignmentAlone(event) ?? []);
      // Of what an earlier turn compared it is not known up to where that had read.
      const assignments = new Map(bookmark ? [] : compared.map((id) => [id, readable]));
      const calculated = new Set<Position>();
      whenKept?.(() => keep(company, { assignments, calculated }, events.at(-1)!.position));
      return { left, calculated: (at) => void calculated.add(at) };
    },
  };
};
