import { Gauge, type Registry } from 'prom-client';
import type { EventStore } from '../src/event-store/port.ts';
import type { ManagerStatus, ManagerStore } from '../src/processes/port.ts';
import type { ReadModels } from './read-models.ts';

/** What an operator is told of read models and process managers: sentences for readiness, figures for Prometheus. */

/** One sentence for each read model and manager that something stopped, as a whole or for some companies. */
export const troubles = async (models: ReadModels, managers: Pick<ManagerStore, 'status'>): Promise<string[]> => {
  const [projections, all] = await Promise.all([models.status(), managers.status()]);
  return [
    ...projections.flatMap(({ name, stopped }) =>
      stopped ? [`read model ${name} stopped at event ${stopped.revision} of ${stopped.stream}: ${stopped.error}`] : [],
    ),
    ...projections.flatMap(({ name, parked }) =>
      parked.length > 0
        ? [`read model ${name} is parked for ${companies(parked.length)}: payroll projections list`]
        : [],
    ),
    ...all.flatMap(({ name, parked }) =>
      parked > 0 ? [`process manager ${name} is parked for ${companies(parked)}: payroll processes list`] : [],
    ),
  ];
};

const companies = (count: number): string => (count === 1 ? '1 company' : `${count} companies`);

/** Figures of the whole deployment, read when they are asked for. */
export const registerMeters = (
  registry: Registry,
  {
    models,
    managers,
    store,
  }: { models: ReadModels; managers: Pick<ManagerStore, 'status'>; store: Pick<EventStore, 'head'> },
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
  gauge('projection_parked', 'Companies whose events a read model cannot take', ['projection'], async () =>
    (await models.status()).map(({ name, parked }) => [{ projection: name }, parked.length]),
  );
  const ofManagers = async (value: (status: ManagerStatus) => number): Promise<[Record<string, string>, number][]> =>
    (await managers.status()).map((status) => [{ manager: status.name }, value(status)]);
  gauge(
    'process_manager_position',
    'Position up to which a process manager has handled everything or knows whose work it is',
    ['manager'],
    () => ofManagers(({ position }) => Number(position)),
  );
  gauge('process_manager_waiting', 'Companies with work that a process manager has not done yet', ['manager'], () =>
    ofManagers(({ waiting }) => waiting),
  );
  gauge('process_manager_parked', 'Companies whose work a process manager fails at again and again', ['manager'], () =>
    ofManagers(({ parked }) => parked),
  );
};
