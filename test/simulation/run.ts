import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { BY_HAND, FILES, FILINGS, FROZEN, LIVE, LIVE_YEARS, type Play, PREVIEW, YEARS } from './actions.ts';
import { type Result, runPlan } from './driver.ts';
import { type Plan, planOf } from './plan.ts';
import { describePlan, failsLike, shrink } from './shrink.ts';

/**
 * npm run simulate -- --seed N --steps M
 *
 * --seeds K    K seeds from N on, in this process
 * --play NAME  preview, live, frozen, by-hand, years, live-years, filings or files
 * --plan FILE  a plan that was kept, instead of a seed
 * --first      ends with the first plan that fails
 * --shrink     shortens the first plan that fails, and prints it
 * --verbose    what the processes logged, and the requests that were not done
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1' },
    steps: { type: 'string', default: '40' },
    plan: { type: 'string' },
    first: { type: 'boolean', default: false },
    shrink: { type: 'boolean', default: false },
    only: { type: 'string' },
    play: { type: 'string', default: 'preview' },
    verbose: { type: 'boolean', default: false },
  },
});

const PLAYS: Readonly<Record<string, Play>> = {
  preview: PREVIEW,
  live: LIVE,
  frozen: FROZEN,
  'by-hand': BY_HAND,
  years: YEARS,
  'live-years': LIVE_YEARS,
  filings: FILINGS,
  files: FILES,
};

const play = PLAYS[values.play];
if (!play) throw new Error(`--play must be one of ${Object.keys(PLAYS).join(', ')}, not ${values.play}`);

const plansOf = function* (): Generator<Plan> {
  if (values.plan !== undefined) return yield JSON.parse(readFileSync(values.plan, 'utf8')) as Plan;
  for (let seed = Number(values.seed); seed < Number(values.seed) + Number(values.seeds); seed++)
    yield planOf(seed, Number(values.steps), play);
};

const MOST_SHOWN = 3;

const show = ({ plan, world, steps, events, now_ms, digest, failures }: Result, ms: number): void => {
  const done = world.asked.filter(({ outcome }) => outcome === 'done').length;
  console.log(
    `seed ${plan.seed}: ${steps} steps in ${Math.round(ms)} ms, ${events} events, ${done} of ${world.asked.length} requests done, ${Math.round(now_ms / 1_000)} s of virtual time, ${digest}`,
  );
  if (values.verbose) {
    for (const line of world.lines) console.log(`  ${line}`);
    for (const { id, operation, outcome, problem, tries, body } of world.asked)
      if (outcome !== 'done')
        console.log(
          `  ${id} ${operation} ${outcome} after ${tries}: ${problem?.status} ${problem?.text.en} ${JSON.stringify(body)}`,
        );
  }
  const shown = new Map<string, number>();
  for (const { invariant, about } of failures) {
    shown.set(invariant, (shown.get(invariant) ?? 0) + 1);
    if (shown.get(invariant)! <= MOST_SHOWN) console.log(`  FAILS: ${invariant}: ${about}`);
  }
};

let steps = 0;
const begun_ms = performance.now();
const failing = new Map<string, number[]>();
for (const plan of plansOf()) {
  const started_ms = performance.now();
  const result = await runPlan(plan);
  steps += result.steps;
  show(result, performance.now() - started_ms);
  const names = new Set(result.failures.map(({ invariant }) => invariant));
  for (const name of names) failing.set(name, [...(failing.get(name) ?? []), plan.seed]);
  const [first] = [...names].filter((name) => values.only === undefined || name.includes(values.only));
  if (first === undefined) continue;
  if (values.first) break;
  if (!values.shrink) continue;
  const short = await shrink(plan, failsLike(first));
  console.log(`the shortest that still fails: ${first}\n${describePlan(short)}\n${JSON.stringify(short)}`);
  show(await runPlan(short), 0);
  break;
}
const s = (performance.now() - begun_ms) / 1_000;
console.log(`${steps} steps in ${s.toFixed(1)} s, ${Math.round(steps / s)} in a second`);
for (const [name, seeds] of failing)
  console.log(`${seeds.length} failed: ${name}: ${seeds.slice(0, 20).join(' ')}${seeds.length > 20 ? ' …' : ''}`);
process.exitCode = failing.size > 0 ? 1 : 0;
