import { describe, expect, test } from 'vitest';
import { openStubIsCalculated } from '../../../src/audit/open-stubs.ts';
import type { RecordOf } from '../../../src/kernel/definition/resource.ts';
import { populationManager } from '../../../src/processes/population/population.ts';
import type { JsonObject } from '../../../src/values/json.ts';
import { foundIn } from '../../support/audit-in-memory.ts';
import { type PayrollWorld, payrollWorld, SALARY } from '../../support/payroll-world.ts';
import { smallPages } from '../../support/small-pages.ts';

/**
 * Somebody whose work assignment ends, and who gets another one with the same employer, is still employed: holiday pay
 * goes by the employer. The pay of 2,000.00 is for ten working days; Christmas Day is in the fourth pay period, which
 * begins on 13 December.
 */
const PLACE = { type: 'ca::province_of_employment', effective_from: '2026-01-01' };
const HOLIDAYS = {
  type: 'ca::statutory_holiday_pay',
  value: { calculate_entitlement: true },
  effective_from: '2026-01-01',
};

/** Vacation pay of 4 %, paid with each pay. */
const VACATION = { percentage: '4', vacation_pay_method: 'per_period', effective_from: '2026-01-01' };
/** What accrues on commissions is kept for later. */
const LATER = { overrides: [{ type: 'earning', subtype: 'commission', percentage: '4', method: 'manual' }] };

const start = ({ given }: PayrollWorld, { id, pay_schedule_id }: RecordOf<'payroll'>) =>
  given.events('payroll', id, { type: 'PayrollApprovalStarted', data: { pay_schedule_id } });

/** What Christmas Day is paid with on the stubs of each work assignment of one person, the last one of each first. */
const paidFor = async (
  province: string,
  works: readonly { from: string; to?: string; vacation?: JsonObject; commission?: JsonObject }[],
): Promise<(string | null)[]> => {
  const world = await payrollWorld({ province });
  const { given, schedule, managers } = world;
  const tax_properties = [{ ...PLACE, value: province }, HOLIDAYS];
  const employee = await given.created('employee', {
    first_name: 'Ada',
    last_name: 'Byron',
    date_of_birth: '1990-07-11',
  });
  const assignments: RecordOf<'work_assignment'>[] = [];
  for (const { from, to, vacation } of works) {
    const work = { employee_id: employee.id, pay_schedule_id: schedule.id, tax_properties };
    const assignment = await given.created('work_assignment', work);
    const rate = { work_assignment_id: assignment.id, ...SALARY, effective_from: from, effective_to: to ?? null };
    await given.created('pay_rate', rate);
    if (vacation) await given.created('vacation_pay_setting', { work_assignment_id: assignment.id, ...vacation });
    assignments.push(assignment);
  }
  await world.populated();
  for (const [i, { commission }] of works.entries()) {
    if (!commission) continue;
    const [stub] = await world.stubs((await world.drafts())[1]!, assignments[i]);
    await given.created('earning_line_item', { pay_stub_id: stub!.id, earning_type: 'commission', ...commission });
    await world.populated();
  }
  for (let closed = 0; closed < 3; closed++) {
    await start(world, (await world.drafts())[0]!);
    await world.follow(managers.population, managers.approval, managers.journal);
  }
  const [last] = await world.drafts();
  return Promise.all(
    assignments.map(async (assignment) => {
      const [stub] = await world.stubs(last!, assignment);
      const line = world
        .rows('earning_line_item')
        .find(({ pay_stub_id, type }) => pay_stub_id === stub?.id && type === 'statutory_holiday_pay');
      return (line?.managed_amount as string | undefined) ?? null;
    }),
  );
};

describe('a holiday after the work assignment was made again', () => {
  // Ontario: wages of four weeks by 20. British Columbia: employed for 30 days, wages of 30 days by the days worked.
  test.each(['ca_on', 'ca_bc'])('is paid as if there had been one work assignment: %s', async (province) => {
    const [one] = await paidFor(province, [{ from: '2026-01-01' }]);
    expect(one).toBe('200');
    expect(await paidFor(province, [{ from: '2026-01-01', to: '2026-11-28' }, { from: '2026-11-30' }])).toEqual([
      null,
      one,
    ]);
  });

  test('is paid by what the new one earned, after a break', async () => {
    // From 7 December on five days, each a 260th of 54,000.00, and five of the last period: 2,038.46 by 20.
    const works = [{ from: '2026-01-01', to: '2026-11-28' }, { from: '2026-12-07' }];
    expect(await paidFor('ca_on', works)).toEqual([null, '101.92']);
  });

  test('counts vacation pay of the one before as that one paid it', async () => {
    // 4 % of each day's 200.00. A commission of another week has none of it: what accrues on it is kept.
    const commission = { custom_amount: '1000', custom_earned_on: '2026-11-18' };
    const before = { from: '2026-01-01', to: '2026-11-28', vacation: { ...VACATION, ...LATER }, commission };
    const works = [before, { from: '2026-11-30', vacation: VACATION }];
    expect(await paidFor('ca_on', works)).toEqual([null, '208']);
  });

  test('counts what was earned before once, where two work assignments follow one', async () => {
    const works = [{ from: '2026-01-01', to: '2026-11-28' }, { from: '2026-11-30' }, { from: '2026-11-30' }];
    const [, ...both] = await paidFor('ca_on', works);
    expect(both.toSorted()).toEqual(['150', '200']);
  });
});

// Of a large payroll the stub that a new one continues may be on a later page.
test.each([100, 5])(
  'a holiday counts what the work assignment before earned on the same payroll: pages of %s',
  async (rows) => {
    const world = await payrollWorld({ province: 'ca_on' });
    const { given, schedule, managers } = world;
    const later = { nextYear: async () => {}, levies: async () => {} };
    const population = populationManager(smallPages(world.services, rows), later);
    const people: RecordOf<'work_assignment'>[][] = [];
    // Ids of stubs derive from others, so of several people the new one comes first for some.
    for (let person = 0; person < 6; person++) {
      const name = { first_name: `Ada ${person}`, last_name: 'Byron', date_of_birth: '1990-07-11' };
      const employee = await given.created('employee', name);
      const tax_properties = [{ ...PLACE, value: 'ca_on' }, HOLIDAYS];
      const works: RecordOf<'work_assignment'>[] = [];
      for (const days of [
        { effective_from: '2026-01-01', effective_to: '2026-12-18' },
        { effective_from: '2026-12-21', effective_to: null },
      ]) {
        const work = { employee_id: employee.id, pay_schedule_id: schedule.id, tax_properties };
        const assignment = await given.created('work_assignment', work);
        await given.created('pay_rate', { work_assignment_id: assignment.id, ...SALARY, ...days });
        works.push(assignment);
      }
      people.push(works);
    }
    await world.follow(population);
    for (let closed = 0; closed < 3; closed++) {
      await start(world, (await world.drafts())[0]!);
      await world.follow(population, managers.approval, managers.journal);
    }
    const [christmas] = await world.drafts();
    const stubsOf = async (works: RecordOf<'work_assignment'>[]) =>
      Promise.all(works.map(async (work) => (await world.stubs(christmas!, work))[0]!));
    const paid = () =>
      Promise.all(
        people.map(async (works) => {
          const [, now] = await stubsOf(works);
          const lines = world.rows('earning_line_item').filter(({ pay_stub_id }) => pay_stub_id === now!.id);
          return lines.find(({ type }) => type === 'statutory_holiday_pay')?.managed_amount;
        }),
      );
    const orders = await Promise.all(people.map(async (works) => (await stubsOf(works)).map(({ id }) => id)));
    expect(new Set(orders.map(([before, now]) => before! < now!))).toEqual(new Set([true, false]));
    expect(await foundIn(world, [openStubIsCalculated])).toEqual([]);
    // 3,000.00 of three weeks and five days of a 260th of 54,000.00, by 20.
    expect(await paid()).toEqual(people.map(() => '201.92'));
    for (const works of people) {
      const [before] = await stubsOf(works);
      const wage = { earning_type: 'wage', custom_amount: '400', custom_earned_on: '2026-12-16' };
      await given.created('earning_line_item', { pay_stub_id: before!.id, ...wage });
    }
    await world.follow(population);
    expect(await paid()).toEqual(people.map(() => '221.92'));
    await start(world, christmas!);
    await world.follow(population, managers.approval, managers.journal);
    expect(await paid()).toEqual(people.map(() => '221.92'));
  },
);
