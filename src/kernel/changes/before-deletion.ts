import { isSliceOver, nextTurn } from '../../timing/give-way.ts';
import type { RecordOf } from '../definition/resource.ts';
import type { Services } from '../definition/services.ts';
import { eventPages } from './execute.ts';
import { PAGE } from './remembered.ts';

/** A record as it was when it was deleted; undefined where its stream never had it. */
export const beforeDeletion = async <O extends string>(
  object: O,
  id: string,
  stream: string,
  services: Services,
): Promise<RecordOf<O> | undefined> => {
  const { folder } = services;
  const aggregate = folder.foldStream([]);
  let last: RecordOf<O> | undefined;
  for await (const page of eventPages(stream, services, PAGE)) {
    for (const event of page) {
      folder.fold(aggregate, event);
      last = aggregate.get(object, id) ?? last;
    }
    if (isSliceOver()) await nextTurn();
  }
  return last;
};
