import { expect, test } from 'vitest';
import { FILES } from './actions.ts';
import { failuresOf } from './checks.ts';
import { runPlan } from './driver.ts';
import { planOf } from './plan.ts';
import { wrongIn } from './shrink.ts';
import { logOf, type World } from './world.ts';

/**
 * Pay stubs and hours that come as files, statutory holidays, claims, items that are paid once, and people and items
 * that are changed many at a time or deleted while a payroll is being approved.
 */
const SEEDS = process.env.FULL ? 250 : 1;
/** Which seeds send a file that is taken changes with the service: so many are played until one does. */
const MOST_SEEDS = 10 + SEEDS;
const STEPS = 40;
const SHRINKING = 100;

const takenFiles = ({ asked }: World) =>
  asked.filter(({ operation, reply }) => operation === 'import_pay_stubs' && reply?.status === 201);

test(`everything holds in ${SEEDS} runs of pay that comes by file and more`, { timeout: 900_000 }, async () => {
  let last: World | undefined;
  for (let seed = 1; seed <= MOST_SEEDS && (seed <= SEEDS || !last); seed++) {
    const plan = planOf(seed, STEPS, FILES);
    const { failures, world } = await runPlan(plan);
    expect(await wrongIn(plan, failures, SHRINKING)).toBe('');
    if (takenFiles(world).length > 0) last = world;
  }
  // A file that was taken with a row that has made nothing would be found.
  const [taken] = takenFiles(last!);
  taken!.upload += '\nwrk_nobody,7';
  const found = await failuresOf(last!, await logOf(last!));
  expect(found.map(({ invariant }) => invariant)).toEqual(['what got a 2xx is done once']);
});
