import { expect, test } from 'vitest';
import { openStubIsCalculated } from '../../../src/audit/open-stubs.ts';
import type { RecordOf } from '../../../src/kernel/definition/resource.ts';
import { foundIn } from '../../support/audit-in-memory.ts';
import { payrollWorld, SCHEDULE } from '../../support/payroll-world.ts';

/**
 * What an earlier provider paid somebody with two work assignments, on historical payrolls: together it is one pay a
 * period.
 */

type Payroll = RecordOf<'payroll'>;

const TEN_MONTHS = ['2026-01-01', '2026-10-31'] as const;

const moveIn = async () => {
  const world = await payrollWorld({ province: 'ca_qc' });
  const { given, managers, employer } = world;
  const other = await given.created('pay_schedule', { ...SCHEDULE, title: 'Other', business_entity_id: employer.id });
  const payroll = (pay_schedule_id: string, [period_start, period_end]: readonly [string, string]) =>
    given.created('payroll', {
      pay_schedule_id,
      type: 'historical',
      pay_date: '2026-11-06',
      period_start,
      period_end,
    });
  const line = (stub: RecordOf<'pay_stub'>, kind: string, type: string, custom_amount: string) =>
    given.created(`${kind}_line_item`, { pay_stub_id: stub.id, [`${kind}_type`]: type, custom_amount });
  return {
    ...world,
    other,
    payroll,
    /** What was paid on a work assignment, and the taxes of it. */
    held: async ({ id }: Payroll, { id: work_assignment_id }: { id: string }, wage: number) => {
      const stub = await given.created('pay_stub', { payroll_id: id, work_assignment_id });
      await line(stub, 'earning', 'wage', `${wage}`);
      await line(stub, 'statutory_withholding', 'federal_income_tax', `${wage / 10}`);
      await line(stub, 'statutory_withholding', 'provincial_income_tax', `${wage / 8}`);
      await line(stub, 'statutory_withholding', 'qpp', `${wage / 16}`);
      await world.populated();
    },
    approve: async ({ id, pay_schedule_id }: Payroll) => {
      await given.events('payroll', id, { type: 'PayrollApprovalStarted', data: { pay_schedule_id } });
      await world.follow(managers.approval, managers.population);
      expect(await world.stateOf('payroll', id)).toMatchObject({ status: 'paid' });
      expect((await foundIn(world, [openStubIsCalculated])).map(({ what }) => what)).toEqual([]);
    },
    /** The taxes of a bonus that is paid on an off-cycle payroll now. */
    taxesOfBonus: async ({ id: work_assignment_id }: { id: string }) => {
      const source = (await world.drafts()).find(({ pay_schedule_id }) => pay_schedule_id === world.schedule.id)!;
      const { id } = await given.created('payroll', {
        pay_schedule_id: world.schedule.id,
        type: 'off_cycle',
        pay_date: '2026-11-20',
        source_payroll_id: source.id,
      });
      const stub = await given.created('pay_stub', { payroll_id: id, work_assignment_id });
      await line(stub, 'earning', 'bonus_discretionary', '3000');
      await world.populated();
      const { federal_income_tax, provincial_income_tax } =
        (await world.stateOf('pay_stub', stub.id))?.amounts?.statutory_withholding ?? {};
      return { federal_income_tax, provincial_income_tax };
    },
  };
};

/** The same for somebody who was paid all of it on one work assignment. */
const onOneAssignment = async (wage: number) => {
  const world = await moveIn();
  const { assignment } = await world.hired();
  const payroll = await world.payroll(world.schedule.id, TEN_MONTHS);
  await world.held(payroll, assignment, wage);
  await world.approve(payroll);
  return world.taxesOfBonus(assignment);
};

/** Somebody with a work assignment on each of two pay schedules. */
const twoSchedules = async () => {
  const world = await moveIn();
  const { employee, assignment: first } = await world.hired();
  const { assignment: second } = await world.hired({ employee_id: employee.id, pay_schedule_id: world.other.id });
  return { world, first, second };
};

test('a bonus apart is taxed beside what both work assignments were paid before on one payroll', async () => {
  const world = await moveIn();
  const { employee, assignment } = await world.hired();
  const { assignment: second } = await world.hired({ employee_id: employee.id });
  const payroll = await world.payroll(world.schedule.id, TEN_MONTHS);
  await world.held(payroll, assignment, 24_000);
  await world.held(payroll, second, 40_000);
  await world.approve(payroll);
  expect(await world.taxesOfBonus(assignment)).toEqual(await onOneAssignment(64_000));
});

test.each(['first', 'second'] as const)(
  'a bonus apart is taxed so where they were on two payrolls: the %s is approved first',
  async (one) => {
    const { world, first, second } = await twoSchedules();
    const payrolls = [
      await world.payroll(world.schedule.id, TEN_MONTHS),
      await world.payroll(world.other.id, TEN_MONTHS),
    ];
    await world.held(payrolls[0]!, first, 24_000);
    await world.held(payrolls[1]!, second, 40_000);
    for (const payroll of one === 'first' ? payrolls : payrolls.toReversed()) await world.approve(payroll);
    expect(await world.taxesOfBonus(first)).toEqual(await onOneAssignment(64_000));
  },
);

test('one work assignment that followed the other counts with the pays of its own period', async () => {
  const { world, first, second } = await twoSchedules();
  const until = await world.payroll(world.schedule.id, ['2026-01-01', '2026-07-31']);
  const since = await world.payroll(world.other.id, ['2026-08-01', '2026-10-31']);
  await world.held(until, first, 44_800);
  await world.held(since, second, 19_200);
  await world.approve(until);
  await world.approve(since);
  expect(await world.taxesOfBonus(first)).toEqual(await onOneAssignment(64_000));
});
