import { Counter, Gauge, type Registry } from 'prom-client';
import type { EventStore } from '../src/event-store/port.ts';
import type { Refusals } from '../src/event-store/refusals.ts';
import { readInTime } from '../src/timing/read-in-time.ts';
import { reasonOf } from '../src/values/describe-error.ts';
import type { DueStore, ManagerStatus, ManagerStore } from '../src/work/port.ts';
import type { ReadModels } from './read-models.ts';

/** The state of read models and process managers for operators: sentences for readiness, metrics for Prometheus. */

export interface Troubles {
  /**
   * A sentence for each read model and manager that is stopped or has parked companies, and the like. It names no
   * record.
   */
  degraded: string[];
  /** The same with records, companies and errors, for operators. */
  details: string[];
}

/**
 * The read models and managers that are stopped or have parked companies, whether anybody feeds the ones and runs the
 * others, and other work that was given up.
 *
 * @param isWritable whether the database takes writes: where it does not, no process can note that it lives
 */
export const troubles = async (
  models: ReadModels,
  managers: Pick<ManagerStore, 'status'>,
  due: Pick<DueStore, 'givenUp'>,
  isWritable: boolean,
): Promise<Troubles> => {
  const [projections, all, givenUp] = await Promise.all([models.status(), managers.status(), due.givenUp(1)]);
  const ofManagers = all.flatMap(({ name, parked }) =>
    parked > 0 ? [`process manager ${name} is parked for ${companies(parked)}: payroll processes list`] : [],
  );
  // What is written is kept and can be read: no other process fares better, so it is no reason to send requests
  // elsewhere.
  const unmanaged =
    !isWritable || all.some(({ running }) => running)
      ? []
      : ['no process does what follows from writes: start one whose ROLES have "processes"'];
  // While they are built, a process with that role is at it.
  const unfed =
    !isWritable || projections.some(({ fed, state }) => fed || state === 'building')
      ? []
      : ['no process keeps the read models up to date: start one whose ROLES have "projections"'];
  const unbegun =
    givenUp.length > 0
      ? ['work that ended the processes which began it is not begun any more: payroll processes list']
      : [];
  const degraded: string[] = [];
  const details: string[] = [];
  for (const { name, stopped, parked } of projections) {
    if (stopped) degraded.push(`read model ${name} stopped: payroll projections list`);
    if (stopped)
      details.push(`read model ${name} stopped at event ${stopped.revision} of ${stopped.stream}: ${stopped.error}`);
    if (parked.length > 0)
      degraded.push(`read model ${name} is parked for ${companies(parked.length)}: payroll projections list`);
    for (const { scope, stream, revision, error } of parked.slice(0, MOST_NAMED))
      details.push(`read model ${name} is parked for ${scope} at event ${revision} of ${stream}: ${error}`);
  }
  const rest = [...ofManagers, ...unfed, ...unmanaged, ...unbegun];
  return { degraded: [...degraded, ...rest], details: [...details, ...rest] };
};

export const nothing = (): Troubles => ({ degraded: [], details: [] });

/**
 * Reports what could not be asked. No other process fares better, and reads go on without an event store.
 *
 * @param store whether it answered
 * @param found of {@link troubles}
 */
export const unanswered = (store: PromiseSettledResult<unknown>, found: PromiseSettledResult<unknown>): Troubles => {
  const asked = [
    {
      says: 'the event store does not answer: what was written can be read, writes are refused until it does',
      of: store,
    },
    {
      says: 'the state of read models and process managers cannot be read: see the log of the database',
      of: found,
    },
  ];
  const told = asked.flatMap(({ says, of }) =>
    of.status === 'rejected' ? [{ says, reason: reasonOf(of.reason) }] : [],
  );
  return {
    degraded: told.map(({ says }) => says),
    details: told.map(({ says, reason }) => `${says} (${reason})`),
  };
};

/** Reports that writes are refused. Reads are still answered, so the service stays ready. */
export const refusedWrites = (refusals: Pick<Refusals, 'now' | 'files'>): Troubles => {
  const told = [
    { what: 'writes are refused', refusal: refusals.now() },
    { what: 'files cannot be written', refusal: refusals.files.now() },
  ].flatMap(({ what, refusal }) => {
    if (!refusal) return [];
    const { says, since, code, error } = refusal;
    const sentence = `${what} since ${since}: ${says}`;
    return [{ sentence, detail: `${sentence} (${code}: ${error})` }];
  });
  return { degraded: told.map(({ sentence }) => sentence), details: told.map(({ detail }) => detail) };
};

/** Parked companies that are named for each read model; `payroll projections list` names all. */
const MOST_NAMED = 20;

const companies = (count: number): string => (count === 1 ? '1 company' : `${count} companies`);

/** Registers metrics of the whole deployment, which are read from the database at each scrape. */
// Long: one metric after the other; nothing branches.
export const registerMeters = (
  registry: Registry,
  {
    models,
    managers,
    store,
    refusals,
    lacking,
  }: {
    models: ReadModels;
    managers: Pick<ManagerStore, 'status'>;
    store: Pick<EventStore, 'head'>;
    refusals?: Pick<Refusals, 'now' | 'files'>;
    /** Tells what this process has no statutory figures for. */
    lacking?: () => readonly string[];
  },
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
        // One without labels would be 0.
        if (labelNames.length === 0) this.remove();
        // A metric that cannot be read is left out.
        for (const [labels, value] of await readInTime(values(), [])) this.set(labels, value);
      },
    });
  };
  gauge(
    'writes_refused',
    '1 while writes are refused for reasons of the database, as far as this process has seen',
    [],
    async () => (refusals ? [[{}, refusals.now() ? 1 : 0]] : []),
  );
  gauge(
    'files_refused',
    '1 while files cannot be written to FILES_DIR, or those in it are away, as far as this process has seen',
    [],
    async () => (refusals ? [[{}, refusals.files.now() ? 1 : 0]] : []),
  );
  gauge(
    'statutory_figures_missing',
    '1 while payrolls are made for a tax year that this process has no statutory figures for',
    [],
    async () => (lacking ? [[{}, lacking().length]] : []),
  );
  new Counter({
    name: 'foreign_events_total',
    help: 'Events that another program appended to streams of the service, as far as this process has read them',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(models.foreign());
    },
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
  // No label names a record: anybody may read this, and names would be as many as there are records.
  gauge(
    'projection_stopped',
    '1 when a read model stopped at an event that it cannot apply, otherwise 0',
    ['projection'],
    async () => (await models.status()).map(({ name, stopped }) => [{ projection: name }, stopped ? 1 : 0]),
  );
  gauge('projection_parked', 'Companies whose events a read model cannot apply', ['projection'], async () =>
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
