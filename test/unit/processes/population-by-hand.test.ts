import { expect, test } from 'vitest';
import { closedStubStands } from '../../../src/audit/closed-stubs.ts';
import { openStubIsCalculated } from '../../../src/audit/open-stubs.ts';
import type { RecordOf } from '../../../src/kernel/definition/resource.ts';
import { stubId } from '../../../src/payrolls/events/pay-stub.ts';
import { stubMembers } from '../../../src/payrolls/membership/stub-streams.ts';
import { writeStubs } from '../../../src/payrolls/stubs-by-hand.ts';
import { registry } from '../../../src/registry.ts';
import type { JsonObject } from '../../../src/values/json.ts';
import { foundIn } from '../../support/audit-in-memory.ts';
import { STRANGER } from '../../support/in-memory.ts';
import { type PayrollWorld, payrollWorld, SALARY } from '../../support/payroll-world.ts';
import { before } from '../../support/right-before.ts';

/** Pay stubs that callers put on payrolls of a custom schedule, and what happens beside that. */

const madeAs = ({ given, schedule }: PayrollWorld, input: JsonObject) =>
  given.created('payroll', {
    pay_schedule_id: schedule.id,
    period_start: '2026-11-01',
    period_end: '2026-11-14',
    ...(schedule.pay_frequency === 'custom'
      ? { original_pay_date: '2026-11-20', custom_pay_frequency: 'bi-weekly' }
      : {}),
    ...input,
  });
const made = (world: PayrollWorld) => madeAs(world, {});
const movedTo = ({ pay_schedule_id }: RecordOf<'payroll'>, pay_date: string) => ({
  type: 'PayrollChanged',
  data: { pay_schedule_id, pay_date },
});
const custom = { schedule: { pay_frequency: 'custom' } };

const secondSchedule = ({ given, employer }: PayrollWorld) =>
  given.created('pay_schedule', {
    business_entity_id: employer.id,
    title: 'Weekly',
    pay_frequency: 'weekly',
    anchor_pay_date: '2026-12-25',
    anchor_end_of_pay_period: '2026-12-25',
  });

/** One more try of the same request for a stub. */
const asked = async (world: PayrollWorld, change: 'create' | 'delete', stub: RecordOf<'pay_stub'>) => {
  const { payroll_id, work_assignment_id } = stub;
  const one =
    change === 'create'
      ? { op: change, id: stub.id, input: { payroll_id, work_assignment_id } }
      : { op: change, id: stub.id };
  const [outcome] = await writeStubs(registry.need('pay_stub'), [one], world.origin('again'), world.services);
  return outcome!;
};

const stubOf = (payroll: RecordOf<'payroll'>, { id }: RecordOf<'work_assignment'>) => {
  const stub = { id: stubId(payroll, id), payroll_id: payroll.id, work_assignment_id: id };
  // Whatever else it has does not matter here.
  return stub as RecordOf<'pay_stub'>;
};

/** A payroll with the stub of one person, made by hand. */
const withStub = async () => {
  const world = await payrollWorld(custom);
  const { assignment } = await world.hired({ rate: SALARY });
  const payroll = await made(world);
  await world.populated();
  const stub = stubOf(payroll, assignment);
  expect(await asked(world, 'create', stub)).toMatchObject({ ok: true });
  return { world, payroll, stub };
};

test('a stub that is made while population finishes what was listed is calculated', async () => {
  let act = async (_stream: string): Promise<void> => {};
  const world = await payrollWorld({ ...custom, store: before('PayStubCreated', (stream) => act(stream)) });
  const { assignment } = await world.hired({ rate: SALARY });
  const payroll = await made(world);
  await world.populated();
  const { id } = stubOf(payroll, assignment);
  act = async () => {
    const readable = world.services.gate.readPosition();
    await world.given.events('pay_stub', id, { type: 'PayStubCreated', data: stubMembers(payroll, assignment) });
    // Its caller has appended it, and it cannot be read yet.
    world.comeTo(readable);
  };
  const stubs = [{ id, work_assignment_id: assignment.id }];
  await world.given.events('payroll', payroll.id, { type: 'PayrollStubsAdded', data: { stubs } });
  await world.populated();
  expect((await world.stateOf('pay_stub', id))?.amounts).toMatchObject({ earning: { salary: '2076.92' } });
});

test('who is put on a payroll that was moved right before is paid on its new day', async () => {
  const world = await payrollWorld(custom);
  const { assignment } = await world.hired({ rate: SALARY });
  const payroll = await madeAs(world, { type: 'historical' });
  await world.populated();
  world.comeTo(world.services.gate.readPosition());
  await world.given.events('payroll', payroll.id, movedTo(payroll, '2026-11-27'));
  const stub = stubOf(payroll, assignment);
  expect(await asked(world, 'create', stub)).toMatchObject({ ok: true, state: { pay_date: '2026-11-27' } });
});

test('who is put on a payroll while it is moved is paid on its new day', async () => {
  let act = async (_stream: string): Promise<void> => {};
  const world = await payrollWorld({ store: before('PayStubCreated', (stream) => act(stream)) });
  const payroll = await madeAs(world, { type: 'historical', pay_date: '2026-11-20' });
  await world.populated();
  const { assignment } = await world.hired({ archived_at: '2026-01-31' });
  const { id } = stubOf(payroll, assignment);
  act = async () =>
    world.given.events('pay_stub', id, { type: 'PayStubCreated', data: stubMembers(payroll, assignment) });
  const stubs = [{ id, work_assignment_id: assignment.id }];
  await world.given.events(
    ...(['payroll', payroll.id] as const),
    { type: 'PayrollStubsAdded', data: { stubs } },
    movedTo(payroll, '2026-11-27'),
  );
  await world.populated();
  expect(await world.stateOf('pay_stub', id)).toMatchObject({ pay_date: '2026-11-27' });
});

test('the stub of who has moved to another schedule follows what is changed of the person', async () => {
  const world = await payrollWorld(custom);
  const { given } = world;
  const { assignment } = await world.hired({ rate: SALARY });
  const other = await secondSchedule(world);
  const payroll = await made(world);
  await world.populated();
  const stub = stubOf(payroll, assignment);
  expect(await asked(world, 'create', stub)).toMatchObject({ ok: true });
  await world.populated();
  await given.changed('work_assignment', assignment.id, { pay_schedule_id: other.id });
  await world.populated();
  const [rate] = world.rows('pay_rate');
  await given.changed('pay_rate', rate!.id, { rate: 60_000 });
  await world.populated();
  expect((await world.stateOf('pay_stub', stub.id))?.employee_summary.gross).toBe('2307.69');
  expect(await foundIn(world, [openStubIsCalculated])).toEqual([]);
});

test('a repeated request for a stub is answered as the first one, also when the person has moved or an approval has begun', async () => {
  const world = await payrollWorld(custom);
  const other = await secondSchedule(world);
  const { assignment } = await world.hired({ rate: SALARY });
  const payroll = await made(world);
  await world.populated();
  const stub = stubOf(payroll, assignment);
  expect(await asked(world, 'create', stub)).toMatchObject({ ok: true });
  await world.given.changed('work_assignment', assignment.id, { pay_schedule_id: other.id });
  await world.populated();
  expect(await asked(world, 'create', stub)).toMatchObject({ ok: true, state: { id: stub.id } });
  await world.given.changed('work_assignment', assignment.id, { pay_schedule_id: world.schedule.id });
  await world.given.events('payroll', payroll.id, {
    type: 'PayrollApprovalStarted',
    data: { pay_schedule_id: world.schedule.id },
  });
  expect(await asked(world, 'create', stub)).toMatchObject({ ok: true, state: { id: stub.id } });
});

test('what a process left of a list when it died is finished, also where an approval has begun', async () => {
  const world = await payrollWorld(custom);
  const [added, taken] = [await world.hired({ rate: SALARY }), await world.hired({ rate: SALARY })];
  const payroll = await made(world);
  await world.populated();
  const [missing, left] = [stubOf(payroll, added.assignment), stubOf(payroll, taken.assignment)];
  const member = ({ id, work_assignment_id }: RecordOf<'pay_stub'>) => ({ id, work_assignment_id });
  await world.given.events('pay_stub', left.id, {
    type: 'PayStubCreated',
    data: stubMembers(payroll, taken.assignment),
  });
  await world.given.events(
    ...(['payroll', payroll.id] as const),
    { type: 'PayrollStubsAdded', data: { stubs: [member(missing), member(left)] } },
    { type: 'PayrollStubsRemoved', data: { stubs: [member(left)] } },
    { type: 'PayrollApprovalStarted', data: { pay_schedule_id: world.schedule.id } },
  );
  await world.populated();
  await world.follow(world.managers.approval);
  expect(await world.stateOf('payroll', payroll.id)).toMatchObject({ status: 'paid' });
  expect(await world.stateOf('pay_stub', missing.id)).toMatchObject({ amounts: { earning: { salary: '2076.92' } } });
  expect(await world.stateOf('pay_stub', left.id)).toBeUndefined();
});

test('another company takes no stub off a payroll', async () => {
  const { world, payroll, stub } = await withStub();
  const stranger = world.origin(undefined, { tenant: STRANGER });
  const definition = registry.need('pay_stub');
  const [outcome] = await writeStubs(definition, [{ op: 'delete', id: stub.id }], stranger, world.services);
  expect(outcome).toMatchObject({ ok: false, problem: { status: 404 } });
  await world.populated();
  expect((await world.stubs(payroll)).map(({ id }) => id)).toEqual([stub.id]);
});

test('a repeated deletion of a stub is done, where population did the rest of it', async () => {
  const world = await payrollWorld({
    ...custom,
    store: (shared) => ({
      ...shared,
      append: async (stream, events, expected) => {
        // The process dies when it has taken the stub off the list.
        const isOwn = events[0]?.metadata.actor === 'company:test';
        if (isOwn && events.some(({ type }) => type === 'PayStubDeleted')) throw new Error('the process died');
        return shared.append(stream, events, expected);
      },
    }),
  });
  const { assignment } = await world.hired({ rate: SALARY });
  const payroll = await made(world);
  await world.populated();
  const stub = stubOf(payroll, assignment);
  await writeStubs(
    registry.need('pay_stub'),
    [{ op: 'create', id: stub.id, input: { payroll_id: payroll.id, work_assignment_id: assignment.id } }],
    world.origin('made'),
    world.services,
  );
  await world.populated();
  await expect(asked(world, 'delete', stub)).rejects.toThrow('the process died');
  await world.populated();
  expect(await world.stateOf('pay_stub', stub.id)).toBeUndefined();
  expect(await asked(world, 'delete', stub)).toMatchObject({ ok: true });
});

test('a fence in the stream of a closed stub is no change of it, and another event is', async () => {
  const world = await payrollWorld();
  await world.hired({ rate: SALARY });
  await world.populated();
  const [payroll] = await world.drafts();
  await world.given.events('payroll', payroll!.id, {
    type: 'PayrollApprovalStarted',
    data: { pay_schedule_id: world.schedule.id },
  });
  await world.follow(world.managers.approval, world.managers.population);
  const [stub] = await world.stubs(payroll!);
  await world.given.events('pay_stub', stub!.id, { type: 'AdjustmentFenced', data: {} });
  expect(await foundIn(world, [closedStubStands])).toEqual([]);
  await world.given.events('pay_stub', stub!.id, { type: 'PayStubChanged', data: { note: 'later' } });
  expect(await foundIn(world, [closedStubStands])).toHaveLength(1);
});

test('a line item on a stub whose payroll has just been deleted is refused', async () => {
  const { world, payroll, stub } = await withStub();
  await world.given.deleted('payroll', payroll.id);
  const bonus = { pay_stub_id: stub.id, earning_type: 'bonus_discretionary', custom_amount: 500 };
  const { problem, events } = await world.when(() => world.given.created('earning_line_item', bonus));
  expect([problem?.status, problem?.text.en, events]).toEqual([400, 'The payroll no longer exists.', []]);
});

test('regular payrolls of a custom schedule are numbered in the order of their pay dates, whenever they are made and deleted', async () => {
  const world = await payrollWorld(custom);
  await world.hired({ rate: SALARY });
  const on = (original_pay_date: string) => madeAs(world, { original_pay_date });
  const numbers = async () => {
    await world.populated();
    return (await world.drafts()).map(({ pay_date, period_number, period_label }) => [
      pay_date,
      period_number,
      period_label,
    ]);
  };
  const first = await on('2026-11-20');
  await on('2026-12-18');
  const between = await on('2026-12-04');
  await on('2027-01-08');
  const ofNextYear = ['2027-01-08', 1, '1'];
  expect(await numbers()).toEqual([['2026-11-20', 1, '1'], ['2026-12-04', 2, '2'], ['2026-12-18', 3, '3'], ofNextYear]);
  await world.given.deleted('payroll', between.id);
  expect(await numbers()).toEqual([['2026-11-20', 1, '1'], ['2026-12-18', 2, '2'], ofNextYear]);
  // What is approved keeps its number, and those behind it go on from there.
  const data = { pay_schedule_id: world.schedule.id };
  await world.given.events('payroll', first.id, { type: 'PayrollApprovalStarted', data });
  await world.follow(world.managers.approval, world.managers.population);
  await on('2026-12-11');
  expect(await numbers()).toEqual([['2026-12-11', 2, '2'], ['2026-12-18', 3, '3'], ofNextYear]);
});

test('a regular payroll of a custom schedule that moves to the year before is numbered in that year as it is made', async () => {
  const world = await payrollWorld(custom);
  await madeAs(world, { original_pay_date: '2026-12-18' });
  // A Saturday.
  const moved = await madeAs(world, { original_pay_date: '2027-01-02' });
  expect(moved).toMatchObject({ pay_date: '2026-12-31', period_number: 2, period_label: '2' });
});

test('drafts that callers made follow another movement of pay dates and other holidays, as generated ones do', async () => {
  const world = await payrollWorld(custom);
  await world.hired({ rate: SALARY });
  // A Saturday; and the Tuesday behind Family Day, which is one in Ontario and not in Quebec.
  const weekend = await madeAs(world, { original_pay_date: '2026-12-05' });
  const holiday = await madeAs(world, { original_pay_date: '2027-02-16' });
  await world.populated();
  const datesOf = async ({ id }: RecordOf<'payroll'>) => {
    const { pay_date, debit_date, approval_due_at } = (await world.stateOf('payroll', id))!;
    return [pay_date, debit_date, approval_due_at.slice(0, 10)];
  };
  expect(await datesOf(weekend)).toEqual(['2026-12-04', '2026-12-01', '2026-12-01']);
  expect(await datesOf(holiday)).toEqual(['2027-02-16', '2027-02-10', '2027-02-10']);
  await world.given.changed('pay_schedule', world.schedule.id, { pay_day_movement_setting: 'next_business_day' });
  const [own] = world.rows('tax_property').filter(({ owner_id }) => owner_id === world.employer.id);
  await world.given.changed('tax_property', own!.id, { value: 'ca_qc' });
  await world.populated();
  expect(await datesOf(weekend)).toEqual(['2026-12-07', '2026-12-02', '2026-12-02']);
  expect(await datesOf(holiday)).toEqual(['2027-02-16', '2027-02-11', '2027-02-11']);
});
