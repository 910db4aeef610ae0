import { createHash } from 'node:crypto';
import { comesToRest } from '../../src/audit/unfinished.ts';
import type { LogEvent } from '../../src/event-store/port.ts';
import { randomFrom } from '../support/generate.ts';
import { kindOf } from './actions.ts';
import { type Failure, failuresOf } from './checks.ts';
import { withSimulatedGlobals } from './globals.ts';
import type { Plan } from './plan.ts';
import { makeScheduler } from './scheduler.ts';
import { isAtRest, logOf, makeWorld, openWork, type World } from './world.ts';

/** Runs a plan to its end, and looks at what is left. */

export interface Result {
  plan: Plan;
  failures: Failure[];
  /** Entries of the scheduler that ran. */
  steps: number;
  /** Virtual time that passed. */
  now_ms: number;
  events: number;
  /** Of all events in their order: the same for every run of the plan. */
  digest: string;
  world: World;
}

/** Before anything happens, a process must be ready so soon. */
const START_ms = 60_000;
/** An action that waits for its end waits at most so long, in virtual time. */
const PATIENCE_ms = 90_000;
/** After its last action everything must have come to rest so soon. */
const REST_ms = 400_000;
/** And then stay as it is. */
const STILL_ms = 4_000;

export const runPlan = async (plan: Plan): Promise<Result> => {
  const scheduler = makeScheduler(randomFrom(plan.seed));
  const { world, stalled } = await withSimulatedGlobals(scheduler, async () => {
    const world = makeWorld(plan, scheduler);
    return { world, stalled: await play(plan, world) };
  });
  // Checks may give way to others, which only real time ends.
  const events = await logOf(world);
  return {
    plan,
    failures: [...stalled, ...(await failuresOf(world, events))],
    steps: scheduler.steps(),
    now_ms: scheduler.now_ms(),
    events: events.length,
    digest: digestOf(events),
    world,
  };
};

const digestOf = (events: readonly LogEvent[]): string => {
  const hash = createHash('sha256');
  for (const { id, stream, type, data, metadata } of events)
    hash.update(JSON.stringify([id, stream, type, data, metadata]));
  return hash.digest('hex').slice(0, 16);
};

const play = async (plan: Plan, world: World): Promise<Failure[]> => {
  const { scheduler } = world;
  /** Goes on until something holds, at most so long. */
  const until = async (holds: () => boolean, within_ms: number): Promise<boolean> => {
    const deadline_ms = scheduler.now_ms() + within_ms;
    while (!holds()) if (scheduler.now_ms() > deadline_ms || !(await scheduler.step())) return false;
    return true;
  };
  const wait = async (ms: number): Promise<void> => {
    let over = false;
    scheduler.after(ms, undefined, () => {
      over = true;
    });
    await until(() => over, ms + 1);
  };
  if (!(await until(() => world.processes.some(({ ready }) => ready), START_ms)))
    throw new Error(`no process of the simulation has started: ${world.lines.at(-1)}`);
  const open = new Set<Promise<unknown>>();
  const faults: unknown[] = [];
  for (const [at, { name, seed, company, after_ms, waits }] of plan.actions.entries()) {
    if (at === plan.setup) world.calm(false);
    await wait(after_ms);
    const run = kindOf(name).run({ world, tenant: world.companies[company], random: randomFrom(seed) });
    open.add(run);
    run.catch((error: unknown) => faults.push(error)).finally(() => open.delete(run));
    if (faults.length > 0) throw faults[0];
    if (waits || name === 'rest') await until(() => !open.has(run), PATIENCE_ms);
  }
  if (faults.length > 0) throw faults[0];
  world.calm(true);
  const deadline_ms = scheduler.now_ms() + REST_ms;
  while (scheduler.now_ms() < deadline_ms) {
    await wait(100);
    if (open.size > 0 || !(await isAtRest(world))) continue;
    const head = await world.ground.log.head();
    await wait(STILL_ms);
    if ((await world.ground.log.head()) === head && (await isAtRest(world))) return [];
  }
  const about = (await openWork(world)).join('; ') || 'the log goes on growing';
  return [{ invariant: comesToRest.name, about }];
};
