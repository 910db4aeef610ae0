import { type Random, randomFrom } from '../support/generate.ts';
import { type ActionName, type Play, PREVIEW } from './actions.ts';
import { CALM, type Profile } from './network.ts';

/**
 * What happens in one run: how slow and faulty the surroundings are, and what is done in which order. It follows from a
 * seed; taking actions out of it leaves a plan that can be run all the same, which is how a failing one is shortened.
 */
export interface Plan {
  seed: number;
  processes: number;
  /** Business time at the beginning. */
  begins: string;
  profile: Profile;
  /** How many of the actions set the companies up, while nothing goes wrong yet. */
  setup: number;
  actions: Action[];
  /** As its play says. */
  books?: boolean;
}

export interface Action {
  name: ActionName;
  /** What it does in detail follows from this. */
  seed: number;
  /** Company that it concerns, by number. */
  company: number;
  /** Pause before it, in virtual milliseconds. */
  after_ms: number;
  /** The next one waits for its end. */
  waits: boolean;
}

const BEGINNINGS = ['2026-01-05T17:00:00Z', '2026-06-15T17:00:00Z', '2026-10-26T17:00:00Z', '2026-12-07T17:00:00Z'];

const profileOf = (random: Random): Profile => {
  const sometimes = (share: number, value: () => number): number => (random.next() < share ? value() : 0);
  return {
    latency_ms: random.pick([0.2, 1, 5]),
    slow: sometimes(0.6, () => random.next() * 0.05),
    slow_ms: random.pick([20, 300, 3_000]),
    lostAnswers: sometimes(0.4, () => random.next() * 0.03),
    brokenReads: sometimes(0.3, () => random.next() * 0.01),
    lag_ms: random.pick([CALM.lag_ms, 20, 500, 2_500]),
    apart: sometimes(0.3, () => random.next()),
    giveUp: sometimes(0.3, () => 0.3),
  };
};

/** The plan of a seed: `steps` actions after the companies were set up. */
export const planOf = (seed: number, steps: number, play: Play = PREVIEW): Plan => {
  const random = randomFrom(seed);
  const companies = 1 + random.below(2);
  const weights = play.actions.map(({ name, weight }) => ({
    name,
    weight: random.next() < 0.3 ? 0 : weight * random.next(),
  }));
  const total = weights.reduce((sum, { weight }) => sum + weight, 0);
  const chosen = (): ActionName => {
    let at = random.next() * total;
    for (const { name, weight } of weights) {
      at -= weight;
      if (at < 0) return name;
    }
    return weights.at(-1)!.name;
  };
  const action = (name: ActionName, company: number, waits: boolean): Action => ({
    name,
    seed: random.below(2 ** 31),
    company,
    after_ms: waits ? 0 : Math.floor(random.next() * random.pick([1, 20, 400, 4_000])),
    waits,
  });
  const pace = random.next();
  const actions = Array.from({ length: companies }, (_, company) =>
    play.setup.map((name) => action(name, company, true)),
  ).flat();
  const setup = actions.length;
  for (let step = 0; step < steps; step++)
    actions.push(action(chosen(), random.below(companies), random.next() < pace * 0.7));
  for (const name of play.end ?? [])
    for (let company = 0; company < companies; company++) actions.push(action(name, company, true));
  return {
    seed,
    processes: 2 + random.below(2),
    begins: random.pick(play.begins ?? BEGINNINGS),
    profile: profileOf(random),
    setup,
    actions,
    ...(play.books ? { books: true } : {}),
  };
};
