import { describe, expect, test } from 'vitest';
import type { RecordOf } from '../../../src/kernel/definition/resource.ts';
import { approvalBlockers, blockedBy } from '../../../src/payrolls/blockers.ts';
import { type JsonObject, objectOf } from '../../../src/values/json.ts';
import { type PayrollWorld, type PayrollWorldOptions, payrollWorld, SALARY } from '../../support/payroll-world.ts';

/**
 * Given somebody who was paid up to 14 November by a bi-weekly schedule, when another payroll pays a salary for some of
 * the same days, then its stub and the payroll say so until somebody has said what is paid.
 */

const WEEKLY = {
  ...{
    title: 'Weekly',
    pay_frequency: 'weekly',
    anchor_pay_date: '2026-11-20',
    anchor_end_of_pay_period: '2026-11-14',
  },
  generate_payrolls_from: '2026-11-20',
};
const HOURLY = { ...SALARY, type: 'hourly', rate: '30' };

const rest = ({ follow, managers: { population, approval, journal } }: PayrollWorld) =>
  follow(population, approval, journal);
const start = ({ given }: PayrollWorld, { id, pay_schedule_id }: RecordOf<'payroll'>, type: string) =>
  given.events('payroll', id, { type, data: { pay_schedule_id } });
const approve = async (world: PayrollWorld, payroll: RecordOf<'payroll'>) => {
  await start(world, payroll, 'PayrollApprovalStarted');
  await rest(world);
};

/** What payrolls warn of, and what their stubs do: in the order of their pay dates. */
const warned = async ({ services, tenant, stubs, drafts }: PayrollWorld, schedule: { id: string }) => {
  const payrolls = (await drafts()).filter(({ pay_schedule_id }) => pay_schedule_id === schedule.id);
  const found = await approvalBlockers(payrolls, services, tenant);
  const told = await Promise.all(
    payrolls.map(async (payroll) => ({
      payroll: found.get(payroll.id)!.map(({ type }) => type),
      stubs: (await stubs(payroll)).flatMap(({ warnings = [] }) => warnings.map(({ message }) => objectOf(message).en)),
    })),
  );
  for (const { id } of payrolls) expect(blockedBy(found.get(id))).toBeUndefined();
  return told.slice(0, 2);
};
const NOTHING = { payroll: [], stubs: [] };
const twice = (days: string) => ({
  payroll: ['salary_paid_twice'],
  stubs: [
    `The salary of ${days} was paid by another payroll as well: where it is not to be paid again, lower the amount of its line item.`,
  ],
});

/** Somebody is paid by the bi-weekly schedule, and then moved to another one. */
const moved = async (
  to: JsonObject,
  { rate = SALARY, ...options }: PayrollWorldOptions & { rate?: JsonObject } = {},
  pays = 1,
) => {
  const world = await payrollWorld(options);
  const { assignment } = await world.hired({ rate });
  await world.populated();
  const [payroll, ...later] = (await world.drafts()) as [RecordOf<'payroll'>];
  await approve(world, payroll);
  for (const next of later.slice(0, pays - 1)) await approve(world, next);
  const schedule = await world.given.created('pay_schedule', { business_entity_id: world.employer.id, ...to });
  await world.given.changed('work_assignment', assignment.id, { pay_schedule_id: schedule.id });
  await rest(world);
  return { ...world, assignment, payroll, schedule };
};
type Moved = Awaited<ReturnType<typeof moved>>;
const salaryLine = ({ rows }: Moved, { id }: { id: string }) =>
  rows('earning_line_item').find((line) => line.payroll_id === id)!;
const nextOf = async ({ drafts, schedule }: Moved) =>
  (await drafts()).find(({ pay_schedule_id }) => pay_schedule_id === schedule.id)!;

describe('a salary that another payroll has paid for some of the days', () => {
  test('warns on the next payroll alone, and not once that is approved', async () => {
    const world = await moved(WEEKLY);
    expect(await warned(world, world.schedule)).toEqual([twice('2026-11-08 to 2026-11-14'), NOTHING]);
    await approve(world, await nextOf(world));
    expect(await warned(world, world.schedule)).toEqual([NOTHING, NOTHING]);
  });

  test('no longer warns when what paid it is taken back, nor where somebody has entered what is paid', async () => {
    const world = await moved(WEEKLY);
    const line = salaryLine(world, await nextOf(world));
    for (const entered of [{ custom_amount: 500 }, { custom_hours: 20 }] as JsonObject[]) {
      await world.given.changed('earning_line_item', line.id, entered);
      await world.populated();
      expect(await warned(world, world.schedule)).toEqual([NOTHING, NOTHING]);
      await world.given.changed('earning_line_item', line.id, { custom_amount: null, custom_hours: null });
    }
    await world.populated();
    expect(await warned(world, world.schedule)).toEqual([twice('2026-11-08 to 2026-11-14'), NOTHING]);
    // They are back on its schedule meanwhile: its approval is not taken back while they would leave the draft.
    const move = async ({ pay_schedule_id }: { pay_schedule_id: string | null }) => {
      await world.given.changed('work_assignment', world.assignment.id, { pay_schedule_id });
      await rest(world);
    };
    await move(world.payroll);
    await start(world, world.payroll, 'PayrollUnapprovalStarted');
    await rest(world);
    await move({ pay_schedule_id: world.schedule.id });
    expect(await warned(world, world.schedule)).toEqual([NOTHING, NOTHING]);
  });

  test('warns also where the person moved while what paid it was being approved', async () => {
    const world = await payrollWorld();
    const { assignment } = await world.hired({ rate: SALARY });
    const weekly = await world.given.created('pay_schedule', { business_entity_id: world.employer.id, ...WEEKLY });
    await world.populated();
    const [payroll] = (await world.drafts()).filter(({ pay_schedule_id }) => pay_schedule_id === world.schedule.id);
    await start(world, payroll!, 'PayrollApprovalStarted');
    await world.given.changed('work_assignment', assignment.id, { pay_schedule_id: weekly.id });
    await world.populated();
    expect(await warned(world, weekly)).toEqual([NOTHING, NOTHING]);
    await rest(world);
    expect(await warned(world, weekly)).toEqual([twice('2026-11-08 to 2026-11-14'), NOTHING]);
  });

  test('warns where the next period holds all of the paid one, and where only a day is paid twice', async () => {
    const monthly = {
      title: 'Monthly',
      pay_frequency: 'monthly',
      day_1: -1,
      ...{
        anchor_pay_date: '2026-11-30',
        anchor_end_of_pay_period: '2026-11-30',
        generate_payrolls_from: '2026-11-30',
      },
    };
    const whole = await moved(monthly);
    expect(await warned(whole, whole.schedule)).toEqual([twice('2026-11-01 to 2026-11-14'), NOTHING]);
    const day = await moved({ ...WEEKLY, anchor_end_of_pay_period: '2026-11-20' });
    expect(await warned(day, day.schedule)).toEqual([twice('2026-11-14'), NOTHING]);
  });

  test.each([
    ['the periods meet', { ...WEEKLY, anchor_pay_date: '2026-11-27', generate_payrolls_from: '2026-11-27' }, {}],
    ['the person is paid by the hour', WEEKLY, { rate: HOURLY }],
    ['the salary had ended before the days', WEEKLY, { rate: { ...SALARY, effective_to: '2026-11-07' } }],
  ])('does not warn where %s', async (_, to, options) => {
    const periods = to.anchor_pay_date === '2026-11-27' ? { ...to, anchor_end_of_pay_period: '2026-11-21' } : to;
    const world = await moved(periods, options);
    expect(await warned(world, world.schedule)).toEqual([NOTHING, NOTHING]);
  });

  test('does not warn of what an off-cycle payroll of the same period paid', async () => {
    const world = await payrollWorld();
    const { assignment } = await world.hired({ rate: SALARY });
    await world.populated();
    const [first, second] = (await world.drafts()) as [RecordOf<'payroll'>, RecordOf<'payroll'>];
    await approve(world, first);
    const bonus = await world.given.created('payroll', {
      ...{
        pay_schedule_id: world.schedule.id,
        type: 'off_cycle',
        source_payroll_id: second.id,
        pay_date: '2026-11-27',
      },
    });
    const stub = await world.given.created('pay_stub', { payroll_id: bonus.id, work_assignment_id: assignment.id });
    const line = { pay_stub_id: stub.id, earning_type: 'bonus_discretionary', custom_amount: 500 };
    await world.given.created('earning_line_item', line);
    await rest(world);
    await approve(world, bonus);
    expect(await warned(world, world.schedule)).toEqual([NOTHING, NOTHING]);
  });

  test('warns of a payroll of a custom schedule that was made twice', async () => {
    const world = await payrollWorld({ schedule: { pay_frequency: 'custom' } });
    const { assignment } = await world.hired({ rate: SALARY });
    const made = async () => {
      const payroll = await world.given.created('payroll', {
        ...{ pay_schedule_id: world.schedule.id, type: 'regular', custom_pay_frequency: 'bi-weekly' },
        ...{ period_start: '2026-11-08', period_end: '2026-11-21', original_pay_date: '2026-11-27' },
      });
      await world.given.created('pay_stub', { payroll_id: payroll.id, work_assignment_id: assignment.id });
      await rest(world);
      return payroll;
    };
    await approve(world, await made());
    await made();
    expect(await warned(world, world.schedule)).toEqual([twice('2026-11-08 to 2026-11-21')]);
  });
});

describe('hours at a salary that is paid whole beside them', () => {
  const beside = (hours: string) => ({
    payroll: ['salary_paid_twice'],
    stubs: [
      `${hours} hours at a salary are paid beside the whole salary: where it holds them already, lower the hours of its line item by as many.`,
    ],
  });

  test('are told until somebody has entered what the salary pays; those that are paid besides are not', async () => {
    const world = await payrollWorld();
    const { assignment } = await world.hired({ rate: SALARY });
    await world.populated();
    const [payroll] = await world.drafts();
    const [stub] = await world.stubs(payroll!, assignment);
    const [managed] = world.rows('earning_line_item').filter(({ payroll_id }) => payroll_id === payroll!.id);
    const hours = { pay_stub_id: stub!.id, pay_rate_id: String(managed!.pay_rate_id) };
    const made = (more: JsonObject) => world.given.created('earning_line_item', { ...hours, ...more });
    await made({ earning_type: 'overtime', custom_hours: '2' });
    await made({ earning_type: 'leave_sick', custom_hours: '8', custom_amount: '0' });
    await world.populated();
    expect(await warned(world, world.schedule)).toEqual([NOTHING, NOTHING]);
    await made({ earning_type: 'leave_sick', custom_hours: '7.5' });
    await made({ earning_type: 'salary', custom_hours: '8', custom_earned_on: '2026-11-03' });
    await world.populated();
    expect(await warned(world, world.schedule)).toEqual([beside('15.5'), NOTHING]);
    await world.given.changed('earning_line_item', managed!.id, { custom_hours: '64.5' });
    await world.populated();
    expect(await warned(world, world.schedule)).toEqual([NOTHING, NOTHING]);
  });
});
