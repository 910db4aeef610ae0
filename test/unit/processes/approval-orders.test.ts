import { describe, expect, test } from 'vitest';
import { exemptionOncePerPay } from '../../../src/audit/basic-exemption.ts';
import { openStubIsCalculated } from '../../../src/audit/open-stubs.ts';
import type { RecordOf } from '../../../src/kernel/definition/resource.ts';
import { sum, toText } from '../../../src/values/money.ts';
import { foundIn } from '../../support/audit-in-memory.ts';
import { type PayrollWorld, payrollWorld, SALARY, SCHEDULE } from '../../support/payroll-world.ts';

/** Stubs of one pay on several payrolls: whichever of those is approved first, together they bear what one pay does. */

interface Job {
  province: string;
  salary?: string;
  properties?: { type: string; value: string; effective_from: string }[];
}

/** A person with a work assignment on a schedule of its own for each job, all paid on the same day. */
interface Orders extends PayrollWorld {
  /** Of each job. */
  payrolls: RecordOf<'payroll'>[];
  /** Later than the jobs before, so its stubs have higher ids. */
  takes(job: Job): Promise<RecordOf<'payroll'>>;
  stubOf(payroll: RecordOf<'payroll'>): RecordOf<'pay_stub'>;
  /** A payroll by hand for the first job, with one line. */
  offCycle(earning_type: string, amount: string): Promise<RecordOf<'payroll'>>;
  pay(payroll: RecordOf<'payroll'>, amount: string): Promise<RecordOf<'earning_line_item'>>;
  approve(payroll: RecordOf<'payroll'>): Promise<void>;
  unapprove(payroll: RecordOf<'payroll'>): Promise<void>;
  rest(): Promise<void>;
  /** What is withheld on all stubs of the day, by type. */
  borne(): Record<string, string>;
}

const DAY = '2026-11-20';

const working = async (jobs: readonly Job[]): Promise<Orders> => {
  const world = await payrollWorld();
  const { given, managers } = world;
  const payrolls: RecordOf<'payroll'>[] = [];
  let person: RecordOf<'employee'> | undefined;
  const rest = () => world.follow(managers.population, managers.approval, managers.journal);
  const asked = async (payroll: RecordOf<'payroll'>, type: string, status: string): Promise<void> => {
    await given.events('payroll', payroll.id, { type, data: { pay_schedule_id: payroll.pay_schedule_id } });
    await rest();
    expect(await world.stateOf('payroll', payroll.id)).toMatchObject({ status });
    expect((await foundIn(world, [exemptionOncePerPay])).map(({ record, what }) => `${record}: ${what}`)).toEqual([]);
  };
  const stubsOfDay = () =>
    world.rows('pay_stub').filter(({ pay_date, employee_id }) => pay_date === DAY && employee_id === person?.id);
  const stubOf: Orders['stubOf'] = ({ id }) => stubsOfDay().find(({ payroll_id }) => payroll_id === id)!;
  const line = (pay_stub_id: string, earning_type: string, custom_amount: string) =>
    given.created('earning_line_item', { pay_stub_id, earning_type, custom_amount });
  const takes: Orders['takes'] = async ({ province, salary, properties = [] }) => {
    world.clock.advance(1_000);
    const { id } = await given.created('pay_schedule', {
      ...SCHEDULE,
      title: `${payrolls.length}`,
      business_entity_id: world.employer.id,
    });
    const place = { type: 'ca::province_of_employment', value: province, effective_from: '2026-01-01' };
    const { employee } = await world.hired({
      ...(salary === undefined ? {} : { rate: { ...SALARY, rate: salary } }),
      ...(person ? { employee_id: person.id } : {}),
      pay_schedule_id: id,
      tax_properties: [place, ...properties],
    });
    person ??= employee;
    await rest();
    const payroll = (await world.drafts()).find(
      ({ pay_schedule_id, pay_date }) => pay_schedule_id === id && pay_date === DAY,
    )!;
    payrolls.push(payroll);
    return payroll;
  };
  for (const job of jobs) await takes(job);
  return {
    ...world,
    payrolls,
    takes,
    stubOf,
    rest,
    offCycle: async (earning_type, amount) => {
      const { id, pay_schedule_id } = payrolls[0]!;
      const by_hand = { pay_schedule_id, type: 'off_cycle', source_payroll_id: id, pay_date: DAY };
      const payroll = await given.created('payroll', by_hand);
      const { work_assignment_id } = stubOf(payrolls[0]!);
      const stub = await given.created('pay_stub', { payroll_id: payroll.id, work_assignment_id });
      await line(stub.id, earning_type, amount);
      await rest();
      return payroll;
    },
    pay: (payroll, amount) => line(stubOf(payroll).id, 'wage', amount),
    approve: (payroll) => asked(payroll, 'PayrollApprovalStarted', 'paid'),
    unapprove: (payroll) => asked(payroll, 'PayrollUnapprovalStarted', 'draft'),
    borne: () => {
      const amounts: Record<string, string> = {};
      for (const stub of stubsOfDay())
        for (const [type, amount] of Object.entries(stub.amounts?.statutory_withholding ?? {}))
          amounts[type] = toText(sum([amounts[type] ?? '0', amount]));
      return amounts;
    },
  };
};

const totalOf = (world: Orders): string => toText(sum(Object.values(world.borne())));
const findings = async (world: Orders): Promise<string[]> =>
  (await foundIn(world, [openStubIsCalculated])).map(({ record, what }) => `${record}: ${what}`);

const PROVINCES = ['ca_on', 'ca_qc', 'ca_bc'];
const jobsIn = (provinces: readonly string[], salary?: string): Job[] =>
  provinces.map((province) => ({ province, ...(salary === undefined ? {} : { salary }) }));

const orders = <T>(of: readonly T[]): T[][] =>
  of.length <= 1
    ? [[...of]]
    : of.flatMap((one) => orders(of.filter((other) => other !== one)).map((rest) => [one, ...rest]));

/** What the pay bears in all where each stub is approved before the next one, for each order of the provinces. */
const sumsInOrder = async (provinces: readonly string[], salary: string): Promise<Set<string>> => {
  const sums = new Set<string>();
  for (const order of orders(provinces)) {
    const world = await working(jobsIn(order, salary));
    for (const payroll of world.payrolls) await world.approve(payroll);
    sums.add(totalOf(world));
  }
  return sums;
};

describe('stubs of one pay in several provinces', () => {
  test('bear what T4127 and TP-1015.F say, whichever is approved first', async () => {
    for (const order of [
      [0, 1],
      [1, 0],
    ]) {
      const world = await working(jobsIn(['ca_on', 'ca_qc'], '52000'));
      for (const at of order) await world.approve(world.payrolls[at]!);
      // 52,000 / 27 = 1,925.93 each. With one exemption, 3,500 / 27 = 129.62: 5.95 % of what is above it in Ontario,
      // and 6.3 % of all in Quebec; QPIP of 0.43 %, EI of 1.63 %, and 1.3 % of both less that of the first: 50.07 -
      // 25.04.
      expect(world.borne()).toMatchObject({ cpp: '106.88', qpp: '121.33', ei: '56.42', qpip: '8.28' });
    }
  });

  test.each([[['ca_on', 'ca_qc']], [PROVINCES]])(
    'of %j bear the same together in every order of approval',
    async (provinces) => {
      const expected = await sumsInOrder(provinces, '52000');
      for (const order of orders(provinces.map((_, at) => at))) {
        const world = await working(jobsIn(provinces, '52000'));
        for (const at of order) await world.approve(world.payrolls[at]!);
        expect(expected, `${order}`).toContain(totalOf(world));
      }
    },
  );

  test('bear the same when some of them had no pay yet while others were approved', async () => {
    // 2,000.00 on each.
    const expected = await sumsInOrder(PROVINCES, '54000');
    // Each of three is paid before one of the approvals, at the latest before its own.
    for (const order of [
      [2, 1, 0],
      [2, 0, 1],
    ])
      for (const paid of [
        [0, 0, 1],
        [0, 1, 0],
        [0, 1, 2],
      ]) {
        const world = await working(jobsIn(PROVINCES));
        for (const [turn, at] of order.entries()) {
          for (const [place, when] of paid.entries())
            if (when === turn) await world.pay(world.payrolls[order[place]!]!, '2000');
          await world.rest();
          await world.approve(world.payrolls[at]!);
        }
        expect(await findings(world)).toEqual([]);
        expect(expected, `${order} paid before ${paid}`).toContain(totalOf(world));
      }
  });

  test('bear the same when they are unapproved and approved again', async () => {
    const expected = await sumsInOrder(PROVINCES, '52000');
    const world = await working(jobsIn(PROVINCES, '52000'));
    const [first, second, third] = world.payrolls;
    await world.approve(third!);
    await world.approve(first!);
    await world.unapprove(first!);
    await world.approve(second!);
    await world.unapprove(second!);
    await world.unapprove(third!);
    await world.approve(second!);
    await world.approve(third!);
    await world.approve(first!);
    expect(expected).toContain(totalOf(world));
  });

  test.each([
    [10, 2000],
    [2000, 10],
    [2000, 2600],
  ])('have one exemption when the first one changes from %d to %d after the second was approved', async (was, is) => {
    const world = await working(jobsIn(['ca_on', 'ca_qc']));
    const [first, second] = world.payrolls;
    const line = await world.pay(first!, `${was}`);
    await world.pay(second!, '2000');
    await world.rest();
    await world.approve(second!);
    await world.given.changed('earning_line_item', line.id, { custom_amount: `${is}` });
    await world.rest();
    expect(await findings(world)).toEqual([]);
    await world.approve(first!);
    // Of 129.62 the first one has what it reached then; what was left of it went to the second.
    const had = Math.min(was, 129.62);
    expect(Number(world.borne().qpp)).toBeCloseTo(0.063 * (2000 - (129.62 - had)), 1);
    expect(Number(world.borne().cpp)).toBeCloseTo(0.0595 * (is - had), 1);
  });

  test('have one exemption when the first one is deleted after the second was approved, and made again', async () => {
    const world = await working(jobsIn(['ca_on']));
    const deleted = await world.offCycle('wage', '2000');
    const quebec = await world.takes({ province: 'ca_qc', salary: '52000' });
    expect(world.stubOf(deleted).id < world.stubOf(quebec).id).toBe(true);
    await world.approve(quebec);
    await world.given.deleted('payroll', deleted.id);
    await world.rest();
    const again = await world.offCycle('wage', '2000');
    // Somebody else pays on that day too, and is the last.
    const west = await world.takes({ province: 'ca_bc', salary: '52000' });
    expect(await findings(world)).toEqual([]);
    await world.approve(west);
    await world.approve(again);
    const { cpp, qpp } = world.borne();
    // 1,925.93 in Quebec and in British Columbia, 2,000.00 in Ontario.
    expect(cpp).toBe('225.88');
    expect(Number(qpp)).toBeCloseTo(0.063 * 1925.93, 1);
  });
});

describe('a stub that loses its pay after one behind it was approved', () => {
  const losing = async (first: string, second: string, how: 'set to 0' | 'deleted' = 'set to 0') => {
    const world = await working([{ province: first }, { province: second, salary: '52000' }]);
    const [one, two] = world.payrolls;
    const line = await world.pay(one!, '2000');
    await world.rest();
    await world.approve(two!);
    const bore = world.stubOf(two!).amounts?.statutory_withholding;
    if (how === 'deleted') await world.given.deleted('earning_line_item', line.id);
    else await world.given.changed('earning_line_item', line.id, { custom_amount: '0' });
    await world.rest();
    expect(await findings(world)).toEqual([]);
    await world.approve(one!);
    return { world, bore };
  };

  test.each([
    ['ca_on', 'set to 0'],
    ['ca_qc', 'set to 0'],
    ['ca_on', 'deleted'],
  ] as const)('gives back what that one would not have borne alone, in %s where it is %s', async (province, how) => {
    const alone = await working(jobsIn([province], '52000'));
    await alone.approve(alone.payrolls[0]!);
    const { world } = await losing(province, province, how);
    expect(world.borne()).toEqual(alone.borne());
  });

  test.each([
    ['ca_qc', 'ca_on'],
    ['ca_on', 'ca_qc'],
  ])('gives nothing back in %s of what was borne in %s', async (first, second) => {
    const { world, bore } = await losing(first, second);
    expect(world.borne()).toEqual(bore);
  });
});

test('additional tax of a pay is withheld once, whichever of its stubs is approved first', async () => {
  const asks = [{ type: 'ca::federal::additional_tax', value: '50', effective_from: '2026-01-01' }];
  const federal = async (properties: NonNullable<Job['properties']>, order: readonly number[]) => {
    const world = await working([
      { province: 'ca_on', salary: '52000', properties },
      { province: 'ca_on', salary: '52000', properties },
    ]);
    for (const at of order) await world.approve(world.payrolls[at]!);
    return Number(world.borne().federal_income_tax);
  };
  const without = await federal([], [0, 1]);
  expect(await federal(asks, [0, 1])).toBeCloseTo(without + 50, 2);
  expect(await federal(asks, [1, 0])).toBeCloseTo(without + 50, 2);
});

test('a bonus that was entered before the regular pay of its date bears the same, whichever is approved first', async () => {
  const borneIn = async (province: string, isBonusFirst: boolean) => {
    const world = await working(jobsIn([province]));
    const bonus = await world.offCycle('bonus_discretionary', '4000');
    const regular = await world.takes({ province, salary: '52000' });
    expect(world.stubOf(bonus).id < world.stubOf(regular).id).toBe(true);
    for (const payroll of isBonusFirst ? [bonus, regular] : [regular, bonus]) await world.approve(payroll);
    return world.borne();
  };
  for (const province of ['ca_on', 'ca_qc'])
    expect(await borneIn(province, false)).toEqual(await borneIn(province, true));
});
