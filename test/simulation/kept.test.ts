import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { runPlan } from './driver.ts';
import type { Plan } from './plan.ts';

/** A plan that failed once, shortened, with what was wrong and by which invariant it was found. */
interface Kept extends Plan {
  says: string;
  invariant: string;
}

const FOLDER = new URL('./kept/', import.meta.url);
const kept = readdirSync(FOLDER).map(
  (file) => [file.replace(/\.json$/, ''), JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) as Kept] as const,
);

describe('what a simulation found once', () => {
  test.each(kept)('%s', async (_, plan) => {
    const { failures, world } = await runPlan(plan);
    expect(failures, plan.says).toEqual([]);
    // It still does something: an id of a record that is not there any more would have it do nothing.
    expect(world.asked.filter(({ outcome }) => outcome === 'done').length).toBeGreaterThan(plan.setup / 2);
  });
});
