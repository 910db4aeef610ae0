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
const SEEDS = process.env.FULL ? Array.from({ length: 250 }, (_, at) => at + 1) : [7];
const STEPS = 40;
const SHRINKING = 100;

const takenFiles = ({ asked }: World) =>
  asked.filter(({ operation, reply }) => operation === 'import_pay_stubs' && reply?.status === 201);

test(`everything holds where pay comes by file, in runs from ${SEEDS.length} seeds`, { timeout: 900_000 }, async () => {
  let last: World | undefined;
  for (const seed of SEEDS) {
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
