import { describe, expect, test } from 'vitest';
import { FILES } from './actions.ts';
import { byTheTest, firstSeeds, PATIENCE_ms } from './by-the-test.ts';
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

describe('everything holds of pay that comes by file', () => {
  let last: World | undefined;
  const run = async (seed: number): Promise<void> => {
    const plan = planOf(seed, STEPS, FILES);
    const { failures, world } = await runPlan(plan);
    expect(await wrongIn(plan, failures, SHRINKING)).toBe('');
    if (takenFiles(world).length > 0) last = world;
  };

  test.each(byTheTest(firstSeeds(SEEDS)))('in runs from seed %i on', { timeout: PATIENCE_ms }, async (...seeds) => {
    for (const seed of seeds) await run(seed);
  });

  test('and a file that was taken with a row that has made nothing would be found', {
    timeout: PATIENCE_ms,
  }, async () => {
    for (let seed = SEEDS + 1; seed <= MOST_SEEDS && !last; seed++) await run(seed);
    const [taken] = takenFiles(last!);
    taken!.upload += '\nwrk_nobody,7';
    const found = await failuresOf(last!, await logOf(last!));
    expect(found.map(({ invariant }) => invariant)).toEqual(['what got a 2xx is done once']);
    last = undefined;
  });
});
