import { randomUUID } from 'node:crypto';
import { appendTo, type Decide } from '../kernel/changes/execute.ts';
import { streamOf } from '../kernel/definition/resource.ts';
import type { Services } from '../kernel/definition/services.ts';
import type { Origin } from '../kernel/definition/writer.ts';
import { formNumbersTaken } from './events.ts';

/** The first number of every series. */
const FIRST = 1;

/**
 * Takes the next numbers of a series of a company, for good. The series is a stream of its own: of two processes one comes
 * first at it, and the other takes what follows. Of who dies behind this the numbers stay unused, and nobody else is given
 * them; who tries again takes others. The last event alone is read, however many numbers there have been.
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
): Promise<{ first: number; last: number }> => {
  const stream = streamOf('form_numbers', `${origin.tenant.company_id}_${series}`);
  const fresh = { ...origin, seed: `${origin.seed}/${randomUUID()}`, mayRepeat: false };
  const decide: Decide = async ({ events: [last] }) => {
    const first = last && formNumbersTaken.is(last) ? last.data.last + 1 : FIRST;
    return [formNumbersTaken({ first, last: first + count - 1 })];
  };
  const { events } = await appendTo(stream, step, fresh, services, decide, 'last');
  const [taken] = events.filter(formNumbersTaken.is);
  return { first: taken!.data.first, last: taken!.data.last };
};
