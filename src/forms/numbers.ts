import { randomUUID } from 'node:crypto';
import { appendByEvents, type DecideByEvents, eventPages, readEvents } from '../kernel/changes/execute.ts';
import { streamOf } from '../kernel/definition/resource.ts';
import type { Services } from '../kernel/definition/services.ts';
import type { Origin } from '../kernel/definition/writer.ts';
import { formNumbersTaken } from './events.ts';

/** The first number of a series of a company. */
const FIRST = 1;

/** Numbers from `first` to `last`, both given. */
export interface Taken {
  first: number;
  last: number;
}

/**
 * Takes the next numbers of a series, for good. The series is a stream of its own: of two processes one comes first at
 * it, and the other takes what follows. Of who dies behind this the numbers stay unused, and nobody else is given them;
 * who tries again takes others. The last event alone is read, however many numbers there have been.
 *
 * @param series names the stream
 * @param step what they are for
 * @param next which numbers follow the last that was given; absent when the series has none left
 */
export const takeOf = async (
  series: string,
  step: string,
  next: (given: number | undefined) => Taken | undefined,
  origin: Origin,
  services: Services,
): Promise<Taken | undefined> => {
  const fresh = { ...origin, seed: `${origin.seed}/${randomUUID()}`, mayRepeat: false };
  const decide: DecideByEvents = async ({ events: [last] }) => {
    const numbers = next(last && formNumbersTaken.is(last) ? last.data.last : undefined);
    return numbers ? [formNumbersTaken({ ...numbers })] : [];
  };
  const { events } = await appendByEvents(streamOf('form_numbers', series), step, fresh, services, decide, 'last');
  return events.find(formNumbersTaken.is)?.data;
};

/** The last number of a series that was given; undefined before the first. */
export const lastTaken = async (series: string, services: Services): Promise<number | undefined> => {
  const [last] = await readEvents(streamOf('form_numbers', series), services, { direction: 'backwards', limit: 1 });
  return last && formNumbersTaken.is(last) ? last.data.last : undefined;
};

/** Events of a series that are read at once. */
const EVENTS_AT_ONCE = 500;

/** What was given of a series, in its order, and to which company. */
export async function* takenBy(
  series: string,
  services: Services,
): AsyncGenerator<{ company: string; numbers: Taken }> {
  for await (const events of eventPages(streamOf('form_numbers', series), services, EVENTS_AT_ONCE))
    for (const event of events)
      if (formNumbersTaken.is(event)) yield { company: event.metadata.company_id ?? '', numbers: event.data };
}

/**
 * Takes the next numbers of a series of a company, which never ends.
 *
 * @param series what they are of: `slips`, `files`
 * @param step what they are for
 */
export const takeNumbers = async (
  series: 'slips' | 'files',
  step: string,
  count: number,
  origin: Origin,
  services: Services,
): Promise<Taken> => {
  const next = (given = FIRST - 1) => ({ first: given + 1, last: given + count });
  return (await takeOf(`${origin.tenant.company_id}_${series}`, step, next, origin, services))!;
};
