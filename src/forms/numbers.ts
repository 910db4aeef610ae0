import { randomUUID } from 'node:crypto';
import { appendBy, appendByEvents, eventPages, readLast } from '../kernel/changes/execute.ts';
import { remembering } from '../kernel/changes/remembered.ts';
import { type DomainEvent, streamOf } from '../kernel/definition/resource.ts';
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

/** The last number of a series that was given. A process remembers it, with marks of the event ids of a long series. */
const loadGiven = remembering<number | undefined>({
  none: undefined,
  after: (given, events) => events.filter(formNumbersTaken.is).at(-1)?.data.last ?? given,
  bytesOf: () => 0,
  // Those of four series of 250,000 events.
  most_bytes: 24 * 1024 * 1024,
});

/**
 * Takes the next numbers of a series, for good. The series is a stream of its own: of two processes one comes first at
 * it, and the other takes what follows.
 *
 * @param series names the stream
 * @param by what takes them. `once`: whoever takes by the same words, in whichever process, is given the same numbers.
 *   `anew`: who tries again takes others, and those of who dies behind this stay unused; the last event alone is read,
 *   however many numbers there have been
 * @param next which numbers follow the last that was given; absent when the series has none left
 */
export const takeOf = async (
  series: string,
  by: { once: string } | { anew: string },
  next: (given: number | undefined) => Taken | undefined,
  origin: Origin,
  services: Services,
): Promise<Taken | undefined> => {
  const stream = streamOf('form_numbers', series);
  const taken = (given: number | undefined) => {
    const numbers = next(given);
    return numbers ? [formNumbersTaken({ ...numbers })] : [];
  };
  const { events } =
    'once' in by
      ? await appendBy(loadGiven, stream, 'once', { ...origin, seed: by.once }, services, async ({ beside }) =>
          taken(beside),
        )
      : await appendByEvents(
          stream,
          by.anew,
          { ...origin, seed: `${origin.seed}/${randomUUID()}`, mayRepeat: false },
          services,
          async ({ events: [last] }) => taken(lastOf(last)),
          'last',
        );
  return events.find(formNumbersTaken.is)?.data;
};

const lastOf = (event: DomainEvent | undefined): number | undefined =>
  event && formNumbersTaken.is(event) ? event.data.last : undefined;

/** The last number of a series that was given; undefined before the first. */
export const lastTaken = async (series: string, services: Services): Promise<number | undefined> =>
  lastOf(await readLast(streamOf('form_numbers', series), services));

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
 * @param by what takes them, as of {@link takeOf}
 */
export const takeNumbers = async (
  series: 'slips' | 'files',
  by: { once: string } | { anew: string },
  count: number,
  origin: Origin,
  services: Services,
): Promise<Taken> => {
  const next = (given = FIRST - 1) => ({ first: given + 1, last: given + count });
  return (await takeOf(`${origin.tenant.company_id}_${series}`, by, next, origin, services))!;
};
