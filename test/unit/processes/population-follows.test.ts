import { expect, test } from 'vitest';
import { openStubIsCalculated } from '../../../src/audit/open-stubs.ts';
import type { RecordOf } from '../../../src/kernel/definition/resource.ts';
import type { JsonObject } from '../../../src/values/json.ts';
import { foundIn } from '../../support/audit-in-memory.ts';
import {
  type PayrollWorld,
  type PayrollWorldOptions,
  payrollWorld,
  SALARY,
  SCHEDULE,
} from '../../support/payroll-world.ts';

/** What else has to be calculated, or opened, when something happens to a stub. */

const BONUS: JsonObject = { earning_type: 'bonus_discretionary', custom_amount: '60000' };

/** Somebody with a salary and a stub on the next payroll. */
const employed = async (options?: PayrollWorldOptions) => {
  const world = await payrollWorld(options);
  const { employee, assignment } = await world.hired({ rate: SALARY });
  await world.populated();
  const [next] = await world.drafts();
  const [stub] = next ? await world.stubs(next) : [];
  return { world, employee, assignment, next: next!, stub: stub! };
};

const findings = async (world: PayrollWorld): Promise<string[]> =>
  (await foundIn(world, [openStubIsCalculated])).map(({ record, what }) => `${record}: ${what}`);

test('a line that a caller enters has the levies of the employer looked at, which it may move for everybody', async () => {
  const { world, stub } = await employed();
  world.later.length = 0;
  await world.given.created('earning_line_item', { ...BONUS, pay_stub_id: stub.id });
  await world.populated();
  expect(world.later).toContain(`levies ${world.employer.id}`);
});

test('so has a calculation of outdated facts that a delayed process appends', async () => {
  const { world, stub } = await employed();
  world.later.length = 0;
  const { employee_summary } = stub;
  await world.given.events('pay_stub', stub.id, {
    ...{ type: 'PayStubCalculated', data: { lines: [], removed: [], employee_summary } },
    facts_position: 1n,
  });
  await world.populated();
  expect(world.later).toContain(`levies ${world.employer.id}`);
});

test('a stub that a delayed process closes for an approval that was given up is opened again', async () => {
  const { world, next, stub } = await employed();
  await world.given.events('pay_stub', stub.id, {
    ...{ type: 'PayStubClosed', data: { payroll_id: next.id, approval_id: 'an approval that was given up' } },
    facts_position: 1n,
  });
  expect(await world.stateOf('pay_stub', stub.id)).toMatchObject({ is_closed: true });
  await world.populated();
  expect(await world.stateOf('pay_stub', stub.id)).toMatchObject({ is_closed: false });
  expect(await findings(world)).toEqual([]);
});

test('when a payroll is unapproved, stubs on another schedule of who has left its own count without it', async () => {
  // Which stub of a person comes first is decided by their ids: with several people both cases occur.
  const PEOPLE = 6;
  const world = await payrollWorld();
  const { given, managers, schedule } = world;
  const staff: RecordOf<'work_assignment'>[] = [];
  while (staff.length < PEOPLE) staff.push((await world.hired({ rate: SALARY })).assignment);
  await world.populated();
  const [next] = await world.drafts();
  const started = (type: string) => given.events('payroll', next!.id, { type, data: { pay_schedule_id: schedule.id } });
  await started('PayrollApprovalStarted');
  await world.follow(managers.population, managers.approval, managers.journal);
  const business_entity_id = world.employer.id;
  const other = await given.created('pay_schedule', { ...SCHEDULE, title: 'Other', business_entity_id });
  await world.populated();
  // They leave when it has been looked at whether anybody had, and before population looks at the draft.
  await started('PayrollUnapprovalStarted');
  await world.follow(managers.approval);
  for (const { id } of staff) await given.changed('work_assignment', id, { pay_schedule_id: other.id });
  await world.follow(managers.population, managers.journal);
  expect(await world.stubs(next!)).toEqual([]);
  expect(await findings(world)).toEqual([]);
});

test('when a stub is taken off its payroll, the one that was calculated behind it is calculated again', async () => {
  const { world, employee } = await employed();
  await world.hired({ rate: SALARY, employee_id: employee.id });
  await world.populated();
  const [next] = await world.drafts();
  const [first] = (await world.stubs(next!)).sort((one, other) => (one.id < other.id ? -1 : 1));
  await world.given.created('earning_line_item', { ...BONUS, pay_stub_id: first!.id });
  await world.populated();
  await world.given.changed('work_assignment', first!.work_assignment_id, { archived_at: '2026-01-31' });
  await world.populated();
  expect(await world.stubs(next!)).toHaveLength(1);
  expect(await findings(world)).toEqual([]);
});

test.each(['first', 'second'] as const)(
  'when the %s of two payrolls of one day is moved to another day, the other one is a pay of its own',
  async (which) => {
    const { world, employee, assignment } = await employed();
    const { assignment: second } = await world.hired({ employee_id: employee.id });
    const paidBy = async ({ id }: RecordOf<'work_assignment'>) => {
      const payroll = await world.given.created('payroll', {
        ...{ pay_schedule_id: world.schedule.id, type: 'correction', pay_date: '2026-11-25' },
        ...{ period_start: '2026-11-01', period_end: '2026-11-14' },
      });
      const stub = await world.given.created('pay_stub', { payroll_id: payroll.id, work_assignment_id: id });
      await world.given.created('earning_line_item', { ...BONUS, pay_stub_id: stub.id });
      return { payroll, stub };
    };
    const pays = [await paidBy(assignment), await paidBy(second)].sort((one, other) =>
      one.stub.id < other.stub.id ? -1 : 1,
    );
    await world.populated();
    expect(await findings(world)).toEqual([]);
    const { payroll } = pays[which === 'first' ? 0 : 1]!;
    await world.given.changed('payroll', payroll.id, { pay_date: '2026-11-27' });
    await world.populated();
    const days = await Promise.all(pays.map(async ({ stub }) => (await world.stateOf('pay_stub', stub.id))?.pay_date));
    expect(days.sort()).toEqual(['2026-11-25', '2026-11-27']);
    expect(await findings(world)).toEqual([]);
  },
);

test('the stubs of a payroll that a caller deletes go with it', async () => {
  const { world, assignment } = await employed();
  const payroll = await world.given.created('payroll', {
    ...{ pay_schedule_id: world.schedule.id, type: 'correction', pay_date: '2026-11-25' },
    ...{ period_start: '2026-11-01', period_end: '2026-11-14' },
  });
  await world.given.created('pay_stub', { payroll_id: payroll.id, work_assignment_id: assignment.id });
  await world.populated();
  expect(await world.stubs(payroll)).toHaveLength(1);
  await world.given.deleted('payroll', payroll.id);
  await world.populated();
  expect(await world.stubs(payroll)).toEqual([]);
});

test('a stub that was taken off a list is removed, also when its payroll is approved before that', async () => {
  const { world, next, stub, assignment } = await employed();
  const { given, managers, schedule } = world;
  await given.changed('work_assignment', assignment.id, { archived_at: '2026-01-31' });
  // The process died that took it off the list.
  const stubs = [{ id: stub.id, work_assignment_id: assignment.id }];
  await given.events('payroll', next.id, { type: 'PayrollStubsRemoved', data: { stubs } });
  const data = { pay_schedule_id: schedule.id };
  await given.events('payroll', next.id, { type: 'PayrollApprovalStarted', data });
  await world.follow(managers.approval);
  await world.populated();
  expect(await world.stubs(next)).toEqual([]);
});
