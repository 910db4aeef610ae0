import { pathToFileURL } from 'node:url';
import { resourceProjections } from '../../projections/model/resources.ts';
import type { ThreadContext } from '../../projections/rebuild/fill-threads.ts';
import { type DatabaseAddress, openDatabase } from '../../src/database/connect.ts';
import { openPostgresEventStore } from '../../src/event-store/postgres/store.ts';
import { folder, hydrateWith, registry } from './orchard.ts';
import { runnable } from './program.ts';

export interface OrchardThread {
  address: DatabaseAddress;
  /** The thread fails before it begins. */
  fails?: boolean;
}

/** What a thread of the orchard stands on. */
export const openThreadContext = async ({ address, fails }: OrchardThread): Promise<ThreadContext> => {
  if (fails) throw new Error('there is no thread');
  const store = openPostgresEventStore({ database: address, name: 'orchard thread' });
  return {
    store,
    hydrate: hydrateWith(),
    open: (options) => openDatabase(address, options),
    projections: resourceProjections(registry, folder),
    close: () => store.close(),
  };
};

/** The same by its address, for `FillThreads`. */
export const ORCHARD_THREAD = pathToFileURL(runnable('test/support/orchard-thread.ts').path);
