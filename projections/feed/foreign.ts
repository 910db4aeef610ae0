import type { Logger } from 'pino';
import { isForeign } from '../../src/event-store/foreign.ts';
import type { LogBatch } from '../../src/event-store/port.ts';

/** Says that another program writes where nothing but the service may. `payroll audit check` finds such events too. */
export const tellForeign = ({ events }: LogBatch, log: Logger): void => {
  for (const { stream, revision, type } of events.filter(isForeign))
    log.error(
      { stream, revision: revision.toString(), type },
      'another program appended an event to a stream of the service: it is passed over; nothing else may write there',
    );
};
