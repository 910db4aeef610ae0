import type { ActionKind, Scene } from './actions.ts';
import type { Process } from './process.ts';
import { isAtRest } from './world.ts';

/** What befalls the service: processes that stop, stores that are away, time that passes. */

const DAY_ms = 86_400_000;
const LOOK_ms = 200;
const MOST_LOOKS = 300;

const running = ({ world }: Scene): Process[] => world.processes.filter(({ host }) => host.alive && !host.paused);

/** A process stands still, longer than leases last or not so long. */
const pause = async ({ world, random }: Scene): Promise<void> => {
  const candidates = running({ world, random, tenant: undefined });
  if (candidates.length === 0) return;
  const { host } = random.pick(candidates);
  const { scheduler } = world;
  scheduler.pause(host);
  scheduler.after(random.next() * random.pick([500, 4_000, 20_000]), undefined, () => scheduler.resume(host));
};

/** A process is killed; another comes in its place. */
const kill = async ({ world, random }: Scene): Promise<void> => {
  const candidates = world.processes.filter(({ host }) => host.alive);
  if (candidates.length === 0) return;
  const victim = random.pick(candidates);
  world.processes.splice(world.processes.indexOf(victim), 1);
  victim.kill();
  world.scheduler.after(random.next() * 3_000, undefined, () => void world.start());
};

/** Leases are taken from whoever holds them, as when the database has not heard of the holder. */
const loseLeases = async ({ world, random }: Scene): Promise<void> => {
  const { managers, due } = world.ground.database;
  for (const row of managers.values()) if (random.next() < 0.5) row.lease_until_ms = 0;
  for (const row of due.values()) if (random.next() < 0.5) row.lease_until_ms = 0;
};

/** A process stands still right before it appends what follows from something, mostly for longer than leases last. */
const freeze = async ({ world, random }: Scene): Promise<void> => {
  const candidates = running({ world, random, tenant: undefined });
  if (candidates.length === 0) return;
  const { host } = random.pick(candidates);
  world.ground.weather.freezes.set(host, random.next() * random.pick([4_000, 20_000]));
};

const storeUnavailable = async ({ world, random }: Scene): Promise<void> => {
  world.ground.weather.awayUntil_ms = world.scheduler.now_ms() + random.next() * 3_000;
};

/** The read models stand still. */
const readModelsStop = async ({ world, random }: Scene): Promise<void> => {
  world.feeder.stopUntil(world.scheduler.now_ms() + random.next() * random.pick([500, 6_000]));
};

const days = async ({ world, random }: Scene): Promise<void> => {
  world.pass((1 + random.below(random.pick([3, 20]))) * DAY_ms);
};

/** On to the first days of the next year. */
const newYear = async ({ world, random }: Scene): Promise<void> => {
  const now_ms = world.ground.clock.now_ms();
  const next_ms = Date.UTC(new Date(now_ms).getUTCFullYear() + 1, 0, 1 + random.below(12), 12);
  world.pass(next_ms - now_ms);
};

/** Everybody waits until all that was begun is done. */
const rest = async ({ world }: Scene): Promise<void> => {
  for (let look = 0; look < MOST_LOOKS && !(await isAtRest(world)); look++)
    await new Promise<void>((resolve) => void world.scheduler.after(LOOK_ms, undefined, resolve));
};

export const faults = {
  pause: { weight: 3, run: pause },
  kill: { weight: 1.5, run: kill },
  loseLeases: { weight: 1, run: loseLeases },
  storeUnavailable: { weight: 0.7, run: storeUnavailable },
  readModelsStop: { weight: 1, run: readModelsStop },
  days: { weight: 2, run: days },
  newYear: { weight: 0.3, run: newYear },
  rest: { weight: 1.5, run: rest },
} satisfies Record<string, ActionKind>;

/** The same for plays whose processes stand still where it matters most. */
export const freezes = { freeze: { weight: 6, run: freeze } } satisfies Record<string, ActionKind>;
