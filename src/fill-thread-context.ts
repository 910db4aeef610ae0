import { resourceProjections } from '../projections/model/resources.ts';
import type { FillThreads, ThreadContext } from '../projections/rebuild/fill-threads.ts';
import { type DatabaseAddress, openDatabase, PATIENT_ms } from './database/connect.ts';
import { openPostgresEventStore } from './event-store/postgres/store.ts';
import { makeFolder } from './kernel/definition/fold.ts';
import { hydrate } from './kernel/events/hydrate.ts';
import { makeKeyring } from './privacy/keyring.ts';
import { makePersonalKeys } from './privacy/personal-keys.ts';
import { registry, upcasters } from './registry.ts';

// What a thread that fills read models needs: its part of the foundation, opened for itself.

/** What it takes to open it. Master keys stay within the process. */
export interface ThreadData {
  address: string | DatabaseAddress;
  masterKey: Uint8Array;
  previousMasterKey: Uint8Array | undefined;
}

export const openThreadContext = async ({
  address,
  masterKey,
  previousMasterKey,
}: ThreadData): Promise<ThreadContext> => {
  const sql = openDatabase(address, { max: 2, name: 'payroll build' });
  const keys = makePersonalKeys({ sql, keyring: makeKeyring(masterKey, previousMasterKey) });
  const store = openPostgresEventStore({ database: address, name: 'payroll build', readDeadline_ms: PATIENT_ms });
  return {
    store,
    hydrate: (events) => hydrate(events, keys, upcasters),
    open: (options) => openDatabase(address, options),
    projections: resourceProjections(registry, makeFolder(registry)),
    close: async () => {
      await store.close();
      await sql.end({ timeout: 2 });
    },
  };
};

/** Threads of the service, for its read models on its own log. */
export const serviceThreads = (data: ThreadData): FillThreads => ({ module: new URL(import.meta.url), data });
