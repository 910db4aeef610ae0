import { LeaseLost, StoreUnavailable } from '../errors.ts';
import type { EventStore } from '../port.ts';

/**
 * A store whose appends under a lease look right before whether it still holds (`leases_held`, as appends to PostgreSQL
 * do). Leases are in the database and EventStoreDB is not, so no transaction has both: a process that is stopped between
 * the look and the sending, or whose append is on its way for longer than the lease lasts, may append once more.
 */
export const leasedStore = (store: EventStore, isHeld: (lease: string) => Promise<boolean>): EventStore => ({
  ...store,
  append: async (stream, events, expected, lease) => {
    const holds =
      lease === undefined ||
      (await isHeld(lease).catch((cause: unknown) => {
        throw new StoreUnavailable('the lease of an append could not be looked at', 'not_written', { cause });
      }));
    if (!holds) throw new LeaseLost(stream, lease);
    return store.append(stream, events, expected);
  },
});
