import { expect, test } from 'vitest';
import type { RecordOf } from '../../../src/kernel/definition/resource.ts';
import { makeClaimParts } from '../../../src/processes/forms/claim-parts.ts';
import { claimsManager } from '../../../src/processes/forms/claims.ts';
import { makeLater } from '../../../src/processes/population/population-later.ts';
import type { JsonObject } from '../../../src/values/json.ts';
import { runDue } from '../../support/due-runs.ts';
import { makeMemoryProcessState } from '../../support/memory-process-state.ts';
import { type PayrollWorld, payrollWorld, SALARY } from '../../support/payroll-world.ts';
import { before } from '../../support/right-before.ts';
import { smallPages } from '../../support/small-pages.ts';

// Returns that a version applied which did not know a part of their claim as a property of its own.

const PART = 'ca::federal::claim_amount_not_indexed';
const pension = (owner_id: string, effective_date: string): JsonObject => ({
  ...{ owner_id, type: 'td1', effective_date, line_13_total_claim_amount: 17_000 },
  line_1_basic_personal_amount: 15_000,
  line_4_pension_income_amount: 2_000,
});

/** Some people who are paid, each with a return, and the part of each gone as if an earlier version had applied it. */
const applied = async (people: number) => {
  const world = await payrollWorld();
  const { services, tenant, given } = world;
  const { dueStore } = makeMemoryProcessState(
    { now_ms: () => world.clock.now_ms(), notify: () => {}, listen: () => () => {} },
    'progress',
  );
  await makeLater(dueStore, services).later.nextYear(world.schedule, tenant);
  const owners: string[] = [];
  for (let i = 0; i < people; i++) owners.push((await world.hired({ rate: SALARY })).assignment.id);
  for (const owner of owners) await given.created('form', pension(owner, '2026-01-01'));
  await world.follow(claimsManager(services));
  for (const { id } of parts(world)) await given.deleted('tax_property', id);
  const start = async (options: Parameters<typeof makeClaimParts>[2] = {}, own = services) => {
    const { schedule, kinds } = makeClaimParts(dueStore, own, options);
    await schedule();
    return kinds;
  };
  const later = () => world.clock.advance(10 * 60_000);
  return { world, owners, dueStore, start, later };
};
const parts = ({ rows }: PayrollWorld) => rows('tax_property').filter(({ type }) => type === PART);
const said = (world: PayrollWorld) =>
  parts(world)
    .map(({ owner_id, value, effective_from }) => `${owner_id} ${value} ${effective_from}`)
    .sort();

test('they get that part by themselves, once, before the next New Year', async () => {
  const { world, owners, dueStore, start, later } = await applied(2);
  const kinds = await start();
  // The process of the version before may still be applying others.
  expect(await runDue(dueStore, kinds)).toBe(0);
  later();
  const { events } = await world.when(() => runDue(dueStore, kinds));
  expect(events.map(({ id, type }) => `${type} ${id}`).sort()).toEqual(
    owners.map((id) => `TaxPropertyCreated ${id}`).sort(),
  );
  expect(events[0]!.metadata.actor).toBe('process:claims');
  expect(said(world)).toEqual(owners.map((id) => `${id} 2000 2026-01-01`).sort());

  for (const { id } of parts(world)) await world.given.deleted('tax_property', id);
  expect(await runDue(dueStore, await start())).toBe(0);
  later();
  expect(await runDue(dueStore, kinds)).toBe(0);
  // Another version knows other parts.
  const others = await start({ parts: 'others' });
  later();
  expect(await runDue(dueStore, kinds)).toBe(1);
  later();
  expect(await runDue(dueStore, others)).toBe(2);
  expect(said(world)).toHaveLength(2);
});

test('a process of the version before leaves a company to the version that asked for it', async () => {
  const { world, dueStore, start, later } = await applied(1);
  const before = await start({ parts: 'fewer' });
  const kinds = await start();
  later();
  // All companies, but not yet the only one.
  expect(await runDue(dueStore, kinds, { most: 1 })).toBe(1);
  expect(await runDue(dueStore, before)).toBe(1);
  expect(said(world)).toEqual([]);
  later();
  expect(await runDue(dueStore, kinds)).toBe(1);
  expect(said(world)).toHaveLength(1);
});

test('what somebody said by hand meanwhile stays', async () => {
  const { world, owners, dueStore, start, later } = await applied(5);
  const [byHand, raised, gone, before, ended] = owners as [string, string, string, string, string];
  const hand = { type: PART, value: '1500', effective_from: '2026-01-01' };
  await world.given.created('tax_property', { ...hand, owner_id: byHand });
  await world.given.created('tax_property', {
    ...{ ...hand, effective_from: '2025-01-01', effective_to: '2025-12-31' },
    owner_id: before,
  });
  const whole = (owner: string) =>
    world.rows('tax_property').find((one) => one.owner_id === owner && one.type === 'ca::federal::claim_amount')!.id;
  await world.given.changed('tax_property', whole(raised), { value: '19000' });
  await world.given.deleted('tax_property', whole(gone));
  await world.given.changed('tax_property', whole(ended), { effective_to: '2026-12-31' });
  const kinds = await start();
  later();
  const { events } = await world.when(() => runDue(dueStore, kinds));
  expect(events.map(({ id, type }) => `${type} ${id}`)).toEqual([`TaxPropertyCreated ${before}`]);
});

test('what somebody said by hand of one return stays where another return of that person lacks its part', async () => {
  const { world, owners, dueStore, start, later } = await applied(1);
  const owner = owners[0]!;
  await world.given.created('form', pension(owner, '2027-01-01'));
  await world.follow(claimsManager(world.services));
  for (const { id } of parts(world)) await world.given.deleted('tax_property', id);
  const hand = { type: PART, value: '1500', effective_from: '2026-01-01', effective_to: '2026-12-31' };
  await world.given.created('tax_property', { ...hand, owner_id: owner });
  const kinds = await start();
  later();
  await runDue(dueStore, kinds);
  expect(said(world)).toEqual([`${owner} 1500 2026-01-01`, `${owner} 2000 2027-01-01`]);
});

test('in turns: another process goes on where one stopped', async () => {
  const { world, dueStore, start, later } = await applied(3);
  const slow = await start({ turn_ms: 0 }, smallPages(world.services, 1));
  later();
  // All companies, then somebody of the only one.
  expect(await runDue(dueStore, slow, { most: 2, othersWait: true })).toBe(2);
  expect(said(world)).toHaveLength(1);
  world.asked.length = 0;
  expect(await runDue(dueStore, await start())).toBe(1);
  expect(said(world)).toHaveLength(3);
});

const NO_PENSION = { line_4_pension_income_amount: null, line_13_total_claim_amount: 15_000 };

test.each<[string, (world: PayrollWorld, form: RecordOf<'form'>) => Promise<unknown>, string[]]>([
  [
    'says another amount',
    ({ given }, { id }) =>
      given.changed('form', id, { line_4_pension_income_amount: 1_500, line_13_total_claim_amount: 16_500 }),
    ['1500 null'],
  ],
  ['says none', ({ given }, { id }) => given.changed('form', id, NO_PENSION), []],
  [
    'is followed by another one',
    ({ given }, { owner_id }) => given.created('form', { ...pension(owner_id, '2026-07-01'), ...NO_PENSION }),
    ['2000 2026-06-30'],
  ],
  ['is deleted', ({ given }, { id }) => given.deleted('form', id), []],
])('a return that %s in the moment in which it gets that part is followed', async (_, change, values) => {
  let changed = async (): Promise<unknown> => undefined;
  const { world, dueStore, start, later } = await applied(1);
  const { services } = world;
  const store = before('TaxPropertyCreated', () => changed())!(services.store);
  changed = async () => {
    await change(world, world.rows('form')[0]!);
    await world.follow(claimsManager(services));
  };
  const kinds = await start({}, { ...services, store });
  later();
  await runDue(dueStore, kinds);
  expect(parts(world).map(({ value, effective_to }) => `${value} ${effective_to}`)).toEqual(values);
});
