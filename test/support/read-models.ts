import pino, { type Logger } from 'pino';
import type { Projection } from '../../projections/model.ts';
import { makeReadModels, type ReadModels } from '../../projections/read-models.ts';
import { resourceProjections } from '../../projections/resources.ts';
import { type OpenOptions, openDatabase, type Sql } from '../../src/database/connect.ts';
import type { EventStore, LogEvent } from '../../src/event-store/port.ts';
import type { DomainEvent } from '../../src/kernel/resource.ts';
import type { TestDatabase } from './database.ts';
import { folder, hydrateWith, registry } from './orchard.ts';

export const silent: Logger = pino({ level: 'silent' });

export interface Running extends ReadModels {
  sql: Sql;
  close(): Promise<void>;
}

/** Read models of the orchard on a test database, as one process has them. Not started. */
export const readModelsOn = (
  database: Pick<TestDatabase, 'address'>,
  store: EventStore,
  options: {
    projections?: readonly Projection[];
    hydrate?: (events: readonly LogEvent[]) => Promise<DomainEvent[]>;
    retry_ms?: readonly number[];
  } = {},
): Running => {
  const open = (more: OpenOptions) => openDatabase(database.address, more);
  const sql = open({ max: 4 });
  const models = makeReadModels({
    projections: options.projections ?? resourceProjections(registry, folder),
    store,
    hydrate: options.hydrate ?? hydrateWith(),
    sql,
    open,
    log: silent,
    retry_ms: options.retry_ms ?? [30],
  });
  return {
    ...models,
    sql,
    close: async () => {
      await models.stop();
      await sql.end({ timeout: 2 });
    },
  };
};

/** As if nothing had ever been read or handled: quicker than another database. */
export const forgetReadModels = async (sql: Sql): Promise<void> => {
  const schemas = await sql<{ name: string }[]>`select nspname as name from pg_namespace where nspname like 'read\\_%'`;
  for (const { name } of schemas) await sql.unsafe(`drop schema ${name} cascade`);
  await sql`truncate projection_generations, process_managers`;
};
