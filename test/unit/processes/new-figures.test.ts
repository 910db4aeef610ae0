import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { digestOf } from '../../../src/processes/population/figures-digest.ts';
import { makeNewFigures } from '../../../src/processes/population/new-figures.ts';
import { makeLater, SCHEDULES } from '../../../src/processes/population/population-later.ts';
import { runDue } from '../../support/due-runs.ts';
import { makeMemoryProcessState } from '../../support/memory-process-state.ts';
import { payrollWorld, SALARY } from '../../support/payroll-world.ts';

// What becomes of drafts when the service starts with other statutory figures than those that they were calculated
// with.

const HOLDER = '00000000-0000-4000-8000-000000000001';

const calculated = async () => {
  const world = await payrollWorld();
  const { services, tenant, given } = world;
  await world.hired({ rate: SALARY });
  await world.populated();
  const { dueStore } = makeMemoryProcessState(
    { now_ms: () => world.clock.now_ms(), notify: () => {}, listen: () => () => {} },
    'progress',
  );
  const { later } = makeLater(dueStore, services);
  await later.nextYear(world.schedule, tenant);
  const next = async () => (await world.stubs((await world.drafts())[0]!))[0]!;
  /** The stub says that its figures are not known yet, as it was calculated before their edition came. */
  const outdate = async () =>
    given.events('pay_stub', (await next()).id, {
      type: 'PayStubCalculated',
      data: { lines: [], removed: [], is_pending_tax_rates: true },
    });
  const of = (figures: string) => makeNewFigures(dueStore, services, later, figures);
  const asked = (figures: string) => of(figures).schedule();
  /** How many runs a process has, until nothing of this is due for it. */
  const runs = (figures: string, most?: number) => runDue(dueStore, of(figures).kinds, { most });
  const started = async (figures: string): Promise<number> => {
    await asked(figures);
    return runs(figures);
  };
  /** The schedule's row has ended, as after its deletion. */
  const ended = async () => {
    world.clock.advance(400 * 86_400_000);
    const [row] = await dueStore.claim([{ kind: SCHEDULES, slots: 1, now: world.clock.instant() }], HOLDER, 60_000);
    await dueStore.finish(row!, HOLDER, undefined, null);
  };
  /** Keys of schedules whose drafts are still to follow figures. */
  const waiting = async () => (await dueStore.notEnded('payroll_figures_of_schedule', '', 10)).map(({ key }) => key);
  return { next, outdate, started, asked, runs, ended, waiting, clock: world.clock };
};

test('drafts are calculated again at the first start with other figures, and at no start after it', async () => {
  const { next, outdate, started } = await calculated();
  const before = await next();
  await outdate();
  expect(await next()).toMatchObject({ is_pending_tax_rates: true });
  // All schedules, then the only one.
  expect(await started('of December')).toBe(2);
  expect(await next()).toMatchObject({ is_pending_tax_rates: false, employee_summary: before.employee_summary });
  expect(await started('of December')).toBe(0);

  await outdate();
  expect(await started('of July')).toBe(2);
  expect(await next()).toMatchObject({ is_pending_tax_rates: false });
  // An operator who takes the former version back gets its figures.
  expect(await started('of December')).toBe(2);
});

test('a process with the former figures leaves the work to those with the new ones', async () => {
  const { next, outdate, started, asked, runs, clock } = await calculated();
  await started('of December');
  await outdate();
  await asked('of July');
  expect(await runs('of December')).toBe(1);
  expect(await next()).toMatchObject({ is_pending_tax_rates: true });
  clock.advance(60_000);
  expect(await runs('of July')).toBe(2);
  expect(await next()).toMatchObject({ is_pending_tax_rates: false });
});

test('a schedule that nothing is asked of any more does not wait for figures that were taken back', async () => {
  const { ended, asked, runs, started, waiting, clock } = await calculated();
  await started('of December');
  await asked('of July');
  // All schedules, but not yet the only one, which is deleted then.
  expect(await runs('of July', 1)).toBe(1);
  await ended();
  expect(await started('of December')).toBeGreaterThan(0);
  clock.advance(60_001);
  await runs('of December');
  expect(await waiting()).toEqual([]);
});

test('the digest is another one when a file changes, comes or goes in any folder, and else the same', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'figures-'));
  const digests: string[] = [];
  const after = async (change: () => Promise<unknown>) => {
    await change();
    digests.push(digestOf([folder]));
  };
  try {
    await after(() => writeFile(join(folder, 'ca-2026.yaml'), 'rate: 1'));
    await after(() => writeFile(join(folder, 'ca-2026.yaml'), 'rate: 2'));
    await after(() => mkdir(join(folder, 'rules')));
    await after(() => writeFile(join(folder, 'rules', 'pension.ts'), ''));
    await after(() => rm(join(folder, 'ca-2026.yaml')));
    await after(() => rm(join(folder, 'rules', 'pension.ts')));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  // An empty folder says nothing.
  expect(digests[2]).toBe(digests[1]);
  expect(new Set(digests).size).toBe(5);
});
