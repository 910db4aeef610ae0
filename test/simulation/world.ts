import { resourceProjections } from '../../projections/model/resources.ts';
import { type EventStore, type LogEvent, START } from '../../src/event-store/port.ts';
import { makeFolder } from '../../src/kernel/definition/fold.ts';
import type { DomainEvent } from '../../src/kernel/definition/resource.ts';
import type { Tenant } from '../../src/kernel/definition/services.ts';
import { hydrate } from '../../src/kernel/events/hydrate.ts';
import { registry, upcasters } from '../../src/registry.ts';
import type { Clock } from '../../src/values/clock.ts';
import { businessDay, formatInstant } from '../../src/values/dates.ts';
import { type Random, randomFrom } from '../support/generate.ts';
import { memoryKeys } from '../support/memory-keys.ts';
import { memoryStore } from '../support/memory-store.ts';
import type { Asked } from './client.ts';
import { makeDatabase } from './database.ts';
import { type Feeder, makeFeeder } from './feeder.ts';
import { EPOCH_ms } from './globals.ts';
import { CALM, makeNetwork, type Profile } from './network.ts';
import type { Plan } from './plan.ts';
import { type Ground, type Process, startProcess } from './process.ts';
import { makeReadTables } from './read-tables.ts';
import type { Scheduler } from './scheduler.ts';

/** Everything of one run: processes of the service, what they stand on, and the answers their clients got. */
export interface World {
  scheduler: Scheduler;
  /** For what the world itself draws. */
  random: Random;
  ground: Ground;
  profile: () => Profile;
  feeder: Feeder;
  processes: Process[];
  /** Starts one more. */
  start(): Process;
  companies: Tenant[];
  asked: Asked[];
  /** People who were erased, with the texts that say who they were. */
  erased: { id: string; texts: string[] }[];
  /** Business time moves on by so much at once. */
  pass(ms: number): void;
  /** From now on nothing is late or lost, or all that the plan says is. */
  calm(isCalm: boolean): void;
  lines: string[];
}

export const PARTNER = 'ptn_01K2ZQ7M4T8W3N5R6V9X0Y1A2B';

const makeClock = (scheduler: Scheduler, begins: string): Clock & { pass(ms: number): void } => {
  let start_ms = Date.parse(begins);
  let day = { from_ms: 0, to_ms: 0, date: '' };
  const now = (): number => start_ms + scheduler.now_ms();
  return {
    now_ms: () => Math.floor(now()),
    instant: () => {
      const at = now();
      return formatInstant(Math.floor(at), Math.floor((at % 1) * 1_000));
    },
    today: () => {
      const at = now();
      // Days begin on the hour.
      const from_ms = at - (at % 3_600_000);
      if (from_ms !== day.from_ms) day = { from_ms, to_ms: from_ms + 3_600_000, date: businessDay(at) };
      return day.date;
    },
    pass: (ms) => {
      start_ms += ms;
    },
  };
};

const folder = makeFolder(registry);
const projections = resourceProjections(registry, folder);

/** A world before anything happened in it. To be made and run with the globals simulated. */
export const makeWorld = (plan: Plan, scheduler: Scheduler): World => {
  const keys = memoryKeys(scheduler.now_ms);
  const shared = memoryStore();
  const tables = makeReadTables(projections);
  const clock = makeClock(scheduler, plan.begins);
  let isCalm = true;
  const profile = (): Profile => (isCalm ? CALM : plan.profile);
  const network = makeNetwork(scheduler, profile);
  const database = makeDatabase(scheduler, network, profile, projections, tables);
  const opened = (events: readonly LogEvent[]): Promise<DomainEvent[]> => hydrate(events, keys, upcasters);
  const feeder = makeFeeder(scheduler, profile, database, projections, tables, shared, opened);
  const log: EventStore = {
    ...shared,
    append: async (...args) => {
      const result = await shared.append(...args);
      feeder.wake();
      return result;
    },
  };
  const lines: string[] = [];
  const ground: Ground = {
    scheduler,
    network,
    profile,
    weather: { awayUntil_ms: 0, lost: new Set(), freezes: new Map() },
    database,
    tables,
    log,
    keys,
    clock,
    folder,
    projections,
    books: plan.books === true,
    line: (host, level, about, message) => {
      if (level !== 'debug' && level !== 'info')
        lines.push(`${Math.floor(scheduler.now_ms())} ${host} ${level} ${message ?? ''} ${describe(about)}`);
    },
  };
  let started = 0;
  const world: World = {
    scheduler,
    random: randomFrom(plan.seed ^ 0x5eed),
    ground,
    profile,
    feeder,
    processes: [],
    start: () => {
      const process = startProcess(`process-${started++}`, ground);
      world.processes.push(process);
      return process;
    },
    companies: [],
    asked: [],
    erased: [],
    pass: clock.pass,
    calm: (calm) => {
      isCalm = calm;
      ground.weather.awayUntil_ms = 0;
      ground.weather.freezes.clear();
      feeder.stopUntil(0);
    },
    lines,
  };
  for (let n = 0; n < plan.processes; n++) world.start();
  return world;
};

const describe = (about: unknown): string => {
  const { err, ...rest } = (about instanceof Error ? { err: about } : about) as { err?: Error };
  return `${JSON.stringify(rest)} ${err?.stack ?? err ?? ''}`;
};

/** All events so far. */
export const logOf = async ({ ground: { log } }: Pick<World, 'ground'>): Promise<LogEvent[]> => {
  const events: LogEvent[] = [];
  for await (const batch of log.readAll({ after: START, upTo: await log.head() })) events.push(...batch);
  return events;
};

/** Kinds of due work that are due by business time. */
const BY_BUSINESS_TIME: ReadonlySet<string> = new Set(['payroll_top_up', 'payroll_payments']);

/** More than the longest pause between two tries. */
const SOON_ms = 120_000;

/** What is left to be done, of everybody or for one company; empty when all is at rest. */
export const openWork = async ({ ground, processes, asked }: World, company?: string): Promise<string[]> => {
  const { log, tables, database, clock, scheduler } = ground;
  const head = await log.head();
  const open: string[] = [];
  for (const [name, position] of tables.positions)
    if (position < head) open.push(`the read model ${name} is at ${position} of ${head}`);
  if (database.managers.size === 0 && head > 0n) open.push('no process manager has begun');
  for (const { name, position, owner } of database.managers.values())
    if (position < head) open.push(`the process ${name} is at ${position} of ${head} (${owner})`);
  for (const [box, waiting] of database.inbox)
    if (waiting.length > 0 && box.endsWith(company ?? '')) open.push(`${waiting.length} events wait for ${box}`);
  for (const { host } of processes) if (host.alive && host.paused) open.push(`${host.name} is paused`);
  for (const { id, operation, outcome, tries, tenant } of asked)
    if (outcome === 'asked' && (company === undefined || tenant.company_id === company))
      open.push(`${id} ${operation} waits for its answer after ${tries} tries`);
  const now_ms = EPOCH_ms + scheduler.now_ms();
  for (const { kind, key, ended, due_ms, attempts, last_error, payload } of database.due.values()) {
    const { company_id = key } = payload as { company_id?: string };
    // One that failed is tried again within the longest pause.
    const soon_ms = BY_BUSINESS_TIME.has(kind) && attempts === 0 ? 0 : SOON_ms;
    if (ended || due_ms > (BY_BUSINESS_TIME.has(kind) ? clock.now_ms() : now_ms) + soon_ms) continue;
    if (company === undefined || company_id === company)
      open.push(`${kind}/${key} is due, after ${attempts} tries: ${last_error ?? ''}`);
  }
  return open;
};

export const isAtRest = async (world: World): Promise<boolean> => (await openWork(world)).length === 0;
