import { appendTo } from '../kernel/changes/execute.ts';
import { streamOf } from '../kernel/definition/resource.ts';
import type { Services } from '../kernel/definition/services.ts';
import type { Origin } from '../kernel/definition/writer.ts';
import { formNumbersTaken } from './events.ts';

/** The first number of every series. */
const FIRST = 1;

/**
 * Takes the next numbers of a series of a company, for good. The series is a stream of its own: of two processes one comes
 * first at it, and the other takes what follows. Who tries again with the same cause gets the same numbers; of who dies
 * behind this the numbers stay unused, and nobody else is given them.
 *
 * @param series what they are of: `slips`, `files`
 * @param step tells apart what one cause takes
 */
export const takeNumbers = async (
  series: 'slips' | 'files',
  step: string,
  count: number,
  origin: Origin,
  services: Services,
): Promise<{ first: number; last: number }> => {
  const stream = streamOf('form_numbers', `${origin.tenant.company_id}_${series}`);
  const { events } = await appendTo(stream, step, origin, services, async (loaded) => {
    const last = loaded.events.findLast(formNumbersTaken.is);
    const first = last ? last.data.last + 1 : FIRST;
    return [formNumbersTaken({ first, last: first + count - 1 })];
  });
  const [taken] = events.filter(formNumbersTaken.is);
  return { first: taken!.data.first, last: taken!.data.last };
};
