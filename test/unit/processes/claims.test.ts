import { expect, test } from 'vitest';
import type { RecordOf } from '../../../src/kernel/definition/resource.ts';
import { claimsManager } from '../../../src/processes/forms/claims.ts';
import type { JsonObject } from '../../../src/values/json.ts';
import type { Problem } from '../../../src/values/problem.ts';
import { type PayrollWorld, type PayrollWorldOptions, payrollWorld, SALARY } from '../../support/payroll-world.ts';
import { before } from '../../support/right-before.ts';

/** Given a return that claims, when a payroll of its person is approved meanwhile, then the return and the pay agree. */
interface Claimed extends PayrollWorld {
  form: RecordOf<'form'>;
  owner_id: string;
  /** Approves the first payroll, of which the pay date is 20 November. */
  approve(): Promise<void>;
  /** Has what forms claim applied. */
  applied(): Promise<void>;
  /** What the federal claim is when. */
  claims(): string[];
}

const said = (claim: number): JsonObject => ({
  line_1_basic_personal_amount: claim,
  line_13_total_claim_amount: claim,
});
const td1 = (owner_id: string, effective_date: string, claim: number): JsonObject => ({
  ...{ owner_id, type: 'td1', effective_date },
  ...said(claim),
});

const claimed = async (options: PayrollWorldOptions = {}): Promise<Claimed> => {
  const world = await payrollWorld(options);
  const { population, approval, journal } = world.managers;
  const claims = claimsManager(world.services);
  const { assignment } = await world.hired({ rate: SALARY });
  const form = await world.given.created('form', td1(assignment.id, '2026-01-01', 20_000));
  await world.follow(claims, population);
  const [payroll] = await world.drafts();
  return {
    ...world,
    form,
    owner_id: assignment.id,
    approve: async () => {
      const data = { pay_schedule_id: world.schedule.id };
      await world.given.events('payroll', payroll!.id, { type: 'PayrollApprovalStarted', data });
      await world.follow(population, approval, journal);
      expect((await world.stateOf('payroll', payroll!.id))?.status).toBe('paid');
    },
    applied: () => world.follow(claims, population),
    claims: () =>
      world
        .rows('tax_property')
        .filter(({ type }) => type === 'ca::federal::claim_amount')
        .map(({ value, effective_from, effective_to }) => `${value} ${effective_from}..${effective_to ?? ''}`)
        .sort(),
  };
};

test('a return whose claim pay is just being approved with is neither changed nor deleted', async () => {
  const problems: (Problem | undefined)[] = [];
  let world: Claimed | undefined;
  world = await claimed({
    store: before('PayStubClosed', async () => {
      const { given, form, owner_id, when } = world!;
      for (const act of [
        () => given.changed('form', form.id, said(30_000)),
        () => given.deleted('form', form.id),
        () => given.created('form', td1(owner_id, '2026-11-10', 30_000)),
      ])
        problems.push((await when<unknown>(act)).problem);
    }),
  });
  await world.approve();
  expect(problems.map((problem) => problem?.status)).toEqual([422, 400, 422]);
  await world.applied();
  expect(world.claims()).toEqual(['20000 2026-01-01..']);
});

test.each<[string, (world: Claimed) => Promise<unknown>, string[]]>([
  ['was deleted', ({ given, form }) => given.deleted('form', form.id), ['20000 2026-01-01..2026-11-20']],
  [
    'was followed by another one',
    ({ given, owner_id }) => given.created('form', td1(owner_id, '2026-11-10', 30_000)),
    ['20000 2026-01-01..2026-11-20', '30000 2026-11-21..'],
  ],
  ['was changed', ({ given, form }) => given.changed('form', form.id, said(30_000)), ['20000 2026-01-01..']],
])(
  'a return that %s right before pay with its claim is approved applies from the day after that pay',
  async (_, act, left) => {
    let world: Claimed | undefined;
    world = await claimed({ store: before('WorkAssignmentHeld', () => act(world!)) });
    await world.approve();
    await world.applied();
    expect(world.claims()).toEqual(left);
    await world.given.created('form', td1(world.owner_id, '2026-12-01', 40_000));
    await world.applied();
    expect(world.claims().at(-1)).toBe('40000 2026-12-01..');
  },
);

test('of two returns of the same day that are written in the same moment one applies', async () => {
  const world = await claimed();
  world.holdBack(true);
  for (const claim of [30_000, 40_000]) {
    world.clock.advance(1);
    await world.given.created('form', td1(world.owner_id, '2026-12-01', claim));
  }
  world.holdBack(false);
  await world.applied();
  expect(world.rows('form')).toHaveLength(3);
  expect(world.claims()).toEqual(['20000 2026-01-01..2026-11-30', '40000 2026-12-01..']);
});
