import { pathToFileURL } from 'node:url';
import { resourceProjections } from '../../projections/model/resources.ts';
import type { Ground } from '../../projections/rebuild/fill-threads.ts';
import { type DatabaseAddress, openDatabase } from '../../src/database/connect.ts';
import { openPostgresEventStore } from '../../src/event-store/postgres/store.ts';
import { folder, hydrateWith, registry } from './orchard.ts';
import { runnable } from './program.ts';

export interface OrchardGround {
  address: DatabaseAddress;
  /** The thread fails before it begins. */
  fails?: boolean;
}

/** What a thread of the orchard stands on. */
export const openGround = async ({ address, fails }: OrchardGround): Promise<Ground> => {
  if (fails) throw new Error('there is no ground');
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
export const ORCHARD_GROUND = pathToFileURL(runnable('test/support/orchard-ground.ts').path);
