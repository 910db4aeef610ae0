import { describe, expect, test } from 'vitest';
import { INVARIANTS } from '../../../src/audit/invariants.ts';
import type { RecordOf } from '../../../src/kernel/definition/resource.ts';
import { approvalBlockers, blockedBy } from '../../../src/payrolls/blockers.ts';
import { foundIn } from '../../support/audit-in-memory.ts';
import { type PayrollWorld, payrollWorld, SALARY } from '../../support/payroll-world.ts';

/** Given hours on the line of a pay rate, when a raise from before the period is recorded, then they are still there. */

const HOURLY = { ...SALARY, type: 'hourly', rate: '20' };
const LAST = '2026-10-31';
const RAISED = { ...HOURLY, rate: '22', effective_from: '2026-11-01' };

const rest = ({ follow, managers: { population, approval, journal } }: PayrollWorld) =>
  follow(population, approval, journal);
const start = ({ given }: PayrollWorld, { id, pay_schedule_id }: RecordOf<'payroll'>, type: string) =>
  given.events('payroll', id, { type, data: { pay_schedule_id } });
const findings = async (world: PayrollWorld): Promise<string[]> => {
  await world.follow(world.managers.usage);
  return (await foundIn(world, INVARIANTS)).map(({ invariant, record, what }) => `${invariant} ${record}: ${what}`);
};

/** Somebody's hours on a payroll: rate, hours and amount of each of its lines. */
const linesOn = (world: PayrollWorld, payroll: RecordOf<'payroll'>) =>
  world
    .rows('earning_line_item')
    .filter(({ payroll_id }) => payroll_id === payroll.id)
    .map(({ pay_rate_id, custom_hours, managed_amount }) => [pay_rate_id, custom_hours, managed_amount]);

const entered = async (rate: typeof HOURLY) => {
  const world = await payrollWorld();
  const { assignment } = await world.hired({ rate });
  await world.populated();
  const [first, second] = await world.drafts();
  const enter = async (payroll: RecordOf<'payroll'>) => {
    const [line] = world.rows('earning_line_item').filter(({ payroll_id }) => payroll_id === payroll.id);
    await world.given.changed('earning_line_item', line!.id, { custom_hours: '37.5' });
    await rest(world);
    return line!;
  };
  const endRate = async (id: string) => {
    await world.given.changed('pay_rate', id, { effective_to: LAST });
    await rest(world);
  };
  const raise = async () => {
    const raised = await world.given.created('pay_rate', {
      ...RAISED,
      type: rate.type,
      work_assignment_id: assignment.id,
    });
    await rest(world);
    return raised;
  };
  return { world, first: first!, second: second!, enter, endRate, raise };
};

describe('hours on a line whose rate a late raise ends', () => {
  test.each(['end', 'raise'])('are on the line of the new rate, whichever is recorded first: %s', async (order) => {
    const { world, first, enter, endRate, raise } = await entered(HOURLY);
    const line = await enter(first);
    const rate = String(line.pay_rate_id);
    if (order === 'end') await endRate(rate);
    const { id } = await raise();
    if (order === 'raise') await endRate(rate);
    expect(linesOn(world, first)).toEqual([[id, '37.5', '825']]);
    expect(await findings(world)).toEqual([]);
  });

  test('are there when the payroll they are on is the next one again', async () => {
    const { world, first, second, enter, endRate, raise } = await entered({ ...HOURLY, type: 'salary', rate: '54000' });
    await start(world, first, 'PayrollApprovalStarted');
    await rest(world);
    const line = await enter(second);
    await start(world, first, 'PayrollUnapprovalStarted');
    await rest(world);
    await endRate(String(line.pay_rate_id));
    const { id } = await raise();
    expect(linesOn(world, second)).toEqual([[id, '37.5', expect.any(String)]]);
    expect(await findings(world)).toEqual([]);
  });

  test('stay while no rate has come in its place, are told of by stub and payroll, and paid', async () => {
    const { world, first, enter, endRate } = await entered(HOURLY);
    const line = await enter(first);
    await endRate(String(line.pay_rate_id));
    expect(linesOn(world, first)).toEqual([[line.pay_rate_id, '37.5', '750']]);
    const [stub] = await world.stubs(first);
    expect(stub!.warnings?.map(({ type }) => type)).toEqual(['pay_rate_not_in_force']);
    const told = await approvalBlockers([first], world.services, world.tenant);
    expect(told.get(first.id)?.map(({ type }) => type)).toEqual(['pay_rate_not_in_force']);
    expect(blockedBy(told.get(first.id))).toBeUndefined();
    await start(world, first, 'PayrollApprovalStarted');
    await rest(world);
    expect(await world.stateOf('payroll', first.id)).toMatchObject({ status: 'paid' });
    expect(linesOn(world, first)).toEqual([[line.pay_rate_id, '37.5', '750']]);
    expect(await findings(world)).toEqual([]);
  });

  test('are found by the audit where a calculation took them off, until they are entered again', async () => {
    const { world, raised, lost } = await lostOn();
    const own = world.rows('earning_line_item').find(({ pay_rate_id }) => pay_rate_id === raised);
    expect(await lost()).toEqual([expect.stringContaining('the earning line')]);
    await world.given.changed('earning_line_item', own!.id, { custom_hours: '37.5' });
    expect(await lost()).toEqual([]);
  });

  test('and no more where the payroll was approved as it is', async () => {
    const { world, first, lost } = await lostOn();
    expect(await lost()).toHaveLength(1);
    await start(world, first, 'PayrollApprovalStarted');
    await rest(world);
    expect(await lost()).toEqual([]);
  });
});

/** Hours that an earlier version took off, since a raise had ended their rate. */
const lostOn = async () => {
  const { world, first, enter, endRate, raise } = await entered(HOURLY);
  const line = await enter(first);
  await endRate(String(line.pay_rate_id));
  const data = { lines: [], removed: [{ id: line.id, kind: 'earning' }] };
  await world.given.events('pay_stub', String(line.pay_stub_id), { type: 'PayStubCalculated', data });
  const { id: raised } = await raise();
  const lost = async () => (await findings(world)).filter((one) => one.startsWith('entered_stays'));
  return { world, first, raised, lost };
};
