import { loopTurn } from '../../src/timing/give-way.ts';

/**
 * Combines look-ups by id that are requested in one turn of the event loop into one statement. Requests that were
 * admitted together, or whose writes became readable together, each look up a record or two at the same moment.
 *
 * @param most limit of the ids of one statement
 */
export const sharedLookups = <R>(
  most: number,
): ((key: string, ids: readonly string[], look: (ids: readonly string[]) => Promise<R>) => Promise<R>) => {
  const gathering = new Map<string, { ids: Set<string>; found: Promise<R> }>();
  return (key, ids, look) => {
    let open = gathering.get(key);
    if (!open || open.ids.size + ids.length > most) {
      const gathered = new Set<string>();
      const fresh = {
        ids: gathered,
        found: loopTurn().then(() => {
          if (gathering.get(key) === fresh) gathering.delete(key);
          return look([...gathered]);
        }),
      };
      gathering.set(key, fresh);
      open = fresh;
    }
    for (const id of ids) open.ids.add(id);
    return open.found;
  };
};
