import { presentRows } from './readable.ts';
import type { Lookup, State } from './resource.ts';
import type { Services, Tenant } from './services.ts';

/**
 * Looks up present rows for the rules of many changes at once: what is asked for in one tick is one query per object,
 * and nothing is asked for twice.
 *
 * What it gives throws a Problem 503 when it is not known yet whether a row is there.
 */
export const makeLookup = (services: Services, tenant: Tenant): Lookup => {
  const known = new Map<string, Promise<State | undefined>>();
  const waiting = new Map<string, { ids: Set<string>; rows: Promise<Map<string, State>> }>();

  const rowsOf = (object: string, id: string): Promise<Map<string, State>> => {
    const open = waiting.get(object);
    if (open) {
      open.ids.add(id);
      return open.rows;
    }
    const ids = new Set([id]);
    const rows = new Promise<Map<string, State>>((resolve, reject) => {
      setImmediate(() => {
        waiting.delete(object);
        presentRows(object, tenant, [...ids], services).then(resolve, reject);
      });
    });
    waiting.set(object, { ids, rows });
    return rows;
  };

  return {
    tenant,
    services,
    get: (object, id) => {
      const key = `${object}/${id}`;
      let found = known.get(key);
      if (!found) {
        found = rowsOf(object, id).then((rows) => rows.get(id));
        known.set(key, found);
      }
      return found;
    },
  };
};
