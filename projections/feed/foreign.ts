import type { Logger } from 'pino';
import { isForeign } from '../../src/event-store/foreign.ts';
import type { LogBatch } from '../../src/event-store/port.ts';

/** What another program appended, as the process meets it that keeps the read models. */
export interface Foreign {
  /** Counts what is in a batch that was applied, and says it: `payroll audit check` finds such events too. */
  saw(batch: LogBatch): void;
  /** How many there were since the process began. */
  count(): number;
}

/** A program that appends such events may append thousands: the log has a line of them once in this time. */
const TOLD_EACH_ms = 60_000;

export const makeForeign = (log: Logger, now: () => number = () => performance.now()): Foreign => {
  let count = 0;
  let told_ms = Number.NEGATIVE_INFINITY;
  return {
    saw: ({ events }) => {
      const foreign = events.filter(isForeign);
      const [first] = foreign;
      if (!first) return;
      count += foreign.length;
      if (now() - told_ms < TOLD_EACH_ms) return;
      told_ms = now();
      const { stream, revision, type } = first;
      log.error(
        { stream, revision: revision.toString(), type, count },
        'another program appended an event to a stream of the service: it is passed over; nothing else may write there',
      );
    },
    count: () => count,
  };
};
