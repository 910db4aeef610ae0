import { randomUUID } from 'node:crypto';
import type { Config } from '../../src/config.ts';
import { startStandIn } from './eventstoredb-stand-in/server.ts';

/**
 * The event store that tests of the whole service run on: Postgres, unless `TEST_EVENT_STORE=eventstoredb` says
 * otherwise. Then each service has a log of its own: on the server that EVENTSTOREDB_URL names, under a prefix of its
 * own, or without one on a stand-in.
 *
 * @param hasCommands the test also runs `payroll` commands. They know no prefix, so the log is on a stand-in.
 */
export const eventStoreDbForTests = async (
  hasCommands: boolean,
): Promise<{
  config: Pick<Config, 'eventStoreDbUrl' | 'eventStoreDbPrefix'>;
  close(): Promise<void>;
}> => {
  const { TEST_EVENT_STORE, EVENTSTOREDB_URL } = process.env;
  if (TEST_EVENT_STORE !== 'eventstoredb') return { config: {}, close: async () => {} };
  if (EVENTSTOREDB_URL && !hasCommands) {
    const eventStoreDbPrefix = `service_${randomUUID().replaceAll('-', '')}.`;
    return { config: { eventStoreDbUrl: EVENTSTOREDB_URL, eventStoreDbPrefix }, close: async () => {} };
  }
  const standIn = await startStandIn();
  return { config: { eventStoreDbUrl: standIn.url }, close: standIn.stop };
};
