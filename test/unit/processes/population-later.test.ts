import { expect, test } from 'vitest';
import { openStubIsCalculated } from '../../../src/audit/open-stubs.ts';
import { makeLater } from '../../../src/processes/payroll/population-later.ts';
import type { DueRow } from '../../../src/work/port.ts';
import { foundIn } from '../../support/audit-in-memory.ts';
import { payrollWorld, SALARY } from '../../support/payroll-world.ts';

/** Nobody else waits. */
const alone = { signal: new AbortController().signal, othersWait: async () => false };

/** Due work that only records what it is asked for. */
const recorded = () => {
  const rows: DueRow[] = [];
  return {
    rows,
    store: { ask: async (asked: readonly DueRow[]) => void rows.push(...asked), enqueue: async () => 0 } as never,
  };
};

test('levies of an employer are checked a second after a change, and later when many stubs were calculated for them', async () => {
  const PEOPLE = 210;
  const world = await payrollWorld({ province: 'ca_qc' });
  for (let i = 0; i < PEOPLE; i++) await world.hired({ rate: SALARY });
  await world.populated();
  const due = recorded();
  const { later, kinds } = makeLater(due.store, world.services);
  const levies = kinds.find(({ kind }) => kind === 'payroll_levies')!;
  const asked = async (): Promise<number> => {
    await later.levies(world.employer.id, world.tenant);
    return due.rows.at(-1)!.due_in_ms!;
  };
  const run = () =>
    levies.run({ ...alone, payload: { ...due.rows.at(-1)!.payload }, key: world.employer.id } as Parameters<
      typeof levies.run
    >[0]);
  expect(await asked()).toBe(1_000);
  // All were calculated before the employer's year was known.
  await run();
  expect(await asked()).toBe(PEOPLE * 5);
  // None differs any more.
  await run();
  expect(await asked()).toBe(1_000);
});

test('levies are checked by the figures of a changed stub, also when read models end within its append', async () => {
  const world = await payrollWorld({ province: 'ca_qc' });
  const { store, gate } = world.services;
  for (let i = 0; i < 2; i++) await world.hired({ rate: { ...SALARY, rate: '5400000' } });
  await world.populated();
  const due = recorded();
  const { later, kinds } = makeLater(due.store, world.services);
  const levies = kinds.find(({ kind }) => kind === 'payroll_levies')!;
  await later.levies(world.employer.id, world.tenant);
  const work = { ...alone, payload: due.rows.at(-1)!.payload, key: world.employer.id } as Parameters<
    typeof levies.run
  >[0];
  await levies.run(work);
  const [next] = await world.drafts();
  const [stub] = await world.stubs(next!);
  // The line is the first event of its append; what was calculated with it comes after it.
  world.comeTo((await store.head()) + 1n);
  const bonus = { earning_type: 'bonus_discretionary', custom_amount: '900000' };
  await world.given.created('earning_line_item', { ...bonus, pay_stub_id: stub!.id });
  await world.populated();
  await levies.run(work);
  await gate.followed(await store.head(), [], 0);
  expect((await foundIn(world, [openStubIsCalculated])).map(({ what }) => what)).toEqual([]);
});

test('while the forecast keeps changing, levies are checked again after a pause, and fail after a hundred passes', async () => {
  const world = await payrollWorld({ province: 'ca_qc' });
  await world.hired({ rate: SALARY });
  await world.populated();
  // Each check finds a stub that is based on another forecast.
  const { read } = world.services;
  const restless = new Proxy(read, {
    get: (reader, member) =>
      member === 'exists'
        ? async (object: string, ...rest: [never, never]) =>
            object === 'pay_stub' || reader.exists(object as 'pay_stub', ...rest)
        : Reflect.get(reader, member),
  });
  const due = recorded();
  const { later, kinds } = makeLater(due.store, { ...world.services, read: restless });
  const levies = kinds.find(({ kind }) => kind === 'payroll_levies')!;
  await later.levies(world.employer.id, world.tenant);
  const work = { ...alone, payload: due.rows.at(-1)!.payload, key: world.employer.id } as Parameters<
    typeof levies.run
  >[0];
  for (let pass = 1; pass < 100; pass++) expect(await levies.run(work)).toEqual({ again_in_ms: 1_000 });
  await expect(levies.run(work)).rejects.toThrow('did not converge in 100 passes');
});
