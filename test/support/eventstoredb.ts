import { randomUUID } from 'node:crypto';
import type { Config } from '../../src/config.ts';
import { startStandIn } from './eventstoredb-stand-in/server.ts';

/**
 * The event store that tests of the whole service run on: Postgres, unless `TEST_EVENT_STORE=eventstoredb` says
 * otherwise. Then each service has a log of its own: on the server that EVENTSTOREDB_URL names, under a prefix of its
 * own, or without one on a stand-in.
 */
export const eventStoreDbForTests = async (): Promise<{
  config: Pick<Config, 'eventStoreDbUrl' | 'eventStoreDbPrefix'>;
  close(): Promise<void>;
}> => {
  const { TEST_EVENT_STORE, EVENTSTOREDB_URL } = process.env;
  if (TEST_EVENT_STORE !== 'eventstoredb') return { config: {}, close: async () => {} };
  if (EVENTSTOREDB_URL) {
    const eventStoreDbPrefix = `service_${randomUUID().replaceAll('-', '')}.`;
    return { config: { eventStoreDbUrl: EVENTSTOREDB_URL, eventStoreDbPrefix }, close: async () => {} };
  }
  const standIn = await startStandIn();
  return { config: { eventStoreDbUrl: standIn.url }, close: standIn.stop };
};

/**
 * The same for a test whose service is also used by `payroll` commands. They look only under the service's own prefix,
 * so their log stands on a server of its own: always a stand-in. `env` is for the commands.
 */
export const eventStoreDbForCommands = async (): Promise<{
  config: Pick<Config, 'eventStoreDbUrl'>;
  env: { EVENTSTOREDB_URL: string | undefined };
  close(): Promise<void>;
}> => {
  if (process.env.TEST_EVENT_STORE !== 'eventstoredb')
    return { config: {}, env: { EVENTSTOREDB_URL: undefined }, close: async () => {} };
  const { url, stop } = await startStandIn();
  return { config: { eventStoreDbUrl: url }, env: { EVENTSTOREDB_URL: url }, close: stop };
};
