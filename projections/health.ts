import { Gauge, type Registry } from 'prom-client';
import type { Sql } from '../src/database/connect.ts';
import type { EventStore } from '../src/event-store/port.ts';
import { readStatus } from '../src/processes/checkpoints.ts';
import type { ReadModels } from './read-models.ts';

/** What an operator is told of read models and process managers: sentences for readiness, figures for Prometheus. */

/** One sentence for each read model and manager that an event stopped, in whichever process it runs. */
export const troubles = async (models: ReadModels, sql: Sql): Promise<string[]> => {
  const [projections, managers] = await Promise.all([models.status(), readStatus(sql)]);
  return [
    ...projections.map(({ name, stopped }) => ({ what: `read model ${name}`, stopped })),
    ...managers.map(({ name, stopped }) => ({ what: `process manager ${name}`, stopped })),
  ].flatMap(({ what, stopped }) =>
    stopped ? [`${what} stopped at event ${stopped.revision} of ${stopped.stream}: ${stopped.error}`] : [],
  );
};

/** Figures of the whole deployment, read when they are asked for. */
export const registerMeters = (
  registry: Registry,
  { models, sql, store }: { models: ReadModels; sql: Sql; store: Pick<EventStore, 'head'> },
): void => {
  const gauge = (
    name: string,
    help: string,
    labelNames: string[],
    values: () => Promise<[labels: Record<string, string>, value: number][]>,
  ): void => {
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        this.reset();
        // What cannot be asked now is left out rather than failing all other figures.
        for (const [labels, value] of await values().catch(() => [])) this.set(labels, value);
      },
    });
  };
  const at = (stop: { stream: string; revision: bigint } | undefined) => ({
    stream: stop?.stream ?? '',
    revision: stop ? String(stop.revision) : '',
  });

  gauge('event_log_position', 'Position of the last event', [], async () => [[{}, Number(await store.head())]]);
  gauge(
    'projection_position',
    'Position up to which a read model holds everything, and the generation that answers',
    ['projection', 'generation'],
    async () =>
      (await models.status()).map(({ name, generation, position }) => [
        { projection: name, generation: String(generation ?? 'none') },
        Number(position),
      ]),
  );
  gauge(
    'projection_stopped',
    '1 when a read model stopped at the event that stream and revision name, otherwise 0',
    ['projection', 'stream', 'revision'],
    async () =>
      (await models.status()).map(({ name, stopped }) => [{ projection: name, ...at(stopped) }, stopped ? 1 : 0]),
  );
  gauge(
    'process_manager_position',
    'Position up to which a process manager has handled everything',
    ['manager'],
    async () => (await readStatus(sql)).map(({ name, position }) => [{ manager: name }, Number(position)]),
  );
  gauge(
    'process_manager_stopped',
    '1 when a process manager fails at the event that stream and revision name, otherwise 0',
    ['manager', 'stream', 'revision'],
    async () =>
      (await readStatus(sql)).map(({ name, stopped }) => [{ manager: name, ...at(stopped) }, stopped ? 1 : 0]),
  );
};
