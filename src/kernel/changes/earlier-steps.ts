import { isSliceOver, nextTurn } from '../../timing/give-way.ts';
import type { MutableAggregate } from '../definition/fold.ts';
import type { Services } from '../definition/services.ts';
import type { Origin } from '../definition/writer.ts';
import { eventPages } from './execute.ts';
import { type LoadedRecords, PAGE } from './remembered.ts';
import { eventId } from './sealing.ts';

/**
 * What earlier tries appended to a stream, of several steps of one cause.
 *
 * @param last the step that ends such a try
 * @returns the steps that are there, and the records as they were after the last one; undefined when none is there
 */
export const earlierSteps = async (
  { stream, mayHave }: Pick<LoadedRecords, 'stream' | 'mayHave'>,
  steps: readonly string[],
  last: string,
  origin: Origin,
  services: Services,
): Promise<{ done: ReadonlySet<string>; then: MutableAggregate | undefined } | undefined> => {
  const ids = [...steps, last].map((step): [string, string] => [eventId(origin, stream, step, 0), step]);
  const possible = new Map(ids.filter(([id]) => mayHave(id)));
  if (possible.size === 0) return undefined;
  const { folder } = services;
  const aggregate = folder.foldStream([]);
  const done = new Set<string>();
  let then: MutableAggregate | undefined;
  for await (const page of eventPages(stream, services, PAGE)) {
    for (const event of page) {
      folder.fold(aggregate, event);
      const step = possible.get(event.id);
      if (step === undefined) continue;
      done.add(step);
      if (step === last) then = aggregate.copy();
    }
    if (isSliceOver()) await nextTurn();
  }
  return done.size === 0 ? undefined : { done, then };
};
