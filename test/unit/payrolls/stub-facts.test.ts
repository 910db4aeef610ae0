import { beforeEach, describe, expect, test } from 'vitest';
import { loadStream } from '../../../src/kernel/changes/execute.ts';
import { TooManyRows } from '../../../src/kernel/definition/reader.ts';
import { type RecordOf, streamOf } from '../../../src/kernel/definition/resource.ts';
import { stubsOfSamePay } from '../../../src/pay-records/same-pay.ts';
import { stubFacts, stubFactsByChunk } from '../../../src/payrolls/facts/stub-facts.ts';
import { calculationEvent, runPipeline } from '../../../src/payrolls/stubs/calculate.ts';
import { registry } from '../../../src/registry.ts';
import { calculateRequest } from '../../../src/statutory/request/calculate.ts';
import { equal } from '../../../src/values/condition.ts';
import { type PayrollWorld, payrollWorld, SALARY } from '../../support/payroll-world.ts';
import { smallPages } from '../../support/small-pages.ts';
import { shown } from '../pay-items/decide.ts';

/** What a stub's calculation stands on, read for many stubs together. */
const OF_A_YEAR = {
  anchor_pay_date: '2026-01-16',
  anchor_end_of_pay_period: '2026-01-10',
  generate_payrolls_from: '2026-01-16',
};
let world: PayrollWorld;
let assignment: RecordOf<'work_assignment'>;
let stub: RecordOf<'pay_stub'>;

beforeEach(async () => {
  world = await payrollWorld();
  ({ assignment } = await world.hired({ rate: SALARY }));
  await world.populated();
  [stub] = (await world.stubs((await world.drafts())[0]!)) as [RecordOf<'pay_stub'>];
});

/** Approves a payroll, the first by default. */
const approved = async (payroll_id = stub.payroll_id) => {
  await world.given.events('payroll', payroll_id, {
    type: 'PayrollApprovalStarted',
    data: { pay_schedule_id: world.schedule.id },
  });
  await world.follow(world.managers.approval, world.managers.population);
};
const factsOf = async (one: RecordOf<'pay_stub'>) =>
  (await stubFacts([one], world.services, world.tenant)).get(one.id)!;
/** As many stubs as are wanted, of one person. */
const copies = (count: number): RecordOf<'pay_stub'>[] =>
  Array.from({ length: count }, (_, i) => ({ ...stub, id: `${stub.id}${String(i).padStart(5, '0')}` }));

describe('the facts of a stub', () => {
  test('are its payroll, its person, and what is in force in its period', async () => {
    const allowance = (effective_from: string, effective_to: string | null) =>
      world.given.created('allowance', {
        work_assignment_id: assignment.id,
        allowance_type: 'cell_phone_allowance',
        amount: 60,
        frequency: 'per_payroll',
        effective_from,
        effective_to,
      });
    const inForce = await allowance('2026-11-14', null);
    await allowance('2026-11-15', null);
    await allowance('2026-10-01', '2026-10-31');
    const facts = await factsOf(stub);
    expect(facts).toMatchObject({
      payroll: { id: stub.payroll_id, pay_date: '2026-11-20' },
      work_assignment: { id: assignment.id, payee: 'employee' },
      employee: { birth_date: '1990-07-11' },
      business_entity: { id: world.employer.id },
      pay_rates: [{ rate: '54000' }],
    });
    expect(facts.recurring.allowances.map(({ id }) => id)).toEqual([inForce.id]);
    expect(facts.tax_properties.map(({ owner }) => owner).sort()).toEqual(['business_entity', 'work_assignment']);
  });

  test('are absent when its work assignment is deleted', async () => {
    const orphan = { ...stub, id: 'payst_x', work_assignment_id: 'wrk_gone' };
    const facts = await stubFacts([orphan, stub], world.services, world.tenant);
    expect([...facts.keys()]).toEqual([stub.id]);
  });

  test('use the current pay date of the payroll, also for the year to date, before the stub is updated', async () => {
    await approved();
    const [next] = await world.stubs((await world.drafts())[0]!);
    expect((await factsOf(next!)).year_to_date.amounts).toMatchObject({ earning: { salary: '2000' } });
    await world.given.events('payroll', next!.payroll_id as string, {
      type: 'PayrollRescheduled',
      data: { pay_date: '2027-01-04' },
    });
    const moved = await factsOf(next!);
    expect(moved.payroll.pay_date).toBe('2027-01-04');
    expect(moved.year_to_date.amounts).toEqual({});
  });

  test('say what the year before held until the year has had a regular pay', async () => {
    expect((await factsOf(stub)).last_year).toEqual({ bases: {} });
    await approved();
    const [next] = await world.stubs((await world.drafts())[0]!);
    expect(await factsOf(next!)).not.toHaveProperty('last_year');
    const payroll = { pay_date: '2027-01-04' };
    await world.given.events('payroll', next!.payroll_id as string, { type: 'PayrollRescheduled', data: payroll });
    expect((await factsOf(next!)).last_year?.bases).toMatchObject({ taxable: '2000', periodic_pays: '1' });
  });

  test('have of the last day with regular pay what a bonus by itself is taxed beside (T4127: the most recent I)', async () => {
    await approved();
    const [second] = await world.drafts();
    const [next] = await world.stubs(second!);
    const line = { custom_amount: '1000', pay_stub_id: next!.id, earning_type: 'wage' };
    await world.given.created('earning_line_item', line);
    await world.populated();
    await approved(second!.id);
    const bonuses = await world.given.created('payroll', {
      ...{
        type: 'off_cycle',
        source_payroll_id: second!.id,
        pay_schedule_id: world.schedule.id,
        pay_date: '2026-12-11',
      },
    });
    const held = await world.given.created('pay_stub', { payroll_id: bonuses.id, work_assignment_id: assignment.id });
    await world.given.created('earning_line_item', {
      ...{ pay_stub_id: held.id, earning_type: 'bonus_discretionary', custom_amount: '10000' },
    });
    await world.populated();
    expect((await factsOf(held)).last_pay?.bases).toMatchObject({ taxable: '3000', periodic_pays: '1' });
    const { amounts } = (await world.services.read.get('pay_stub', world.tenant, held.id))!;
    const { employee } = calculateRequest({
      ...{ pay_date: '2026-12-11', pay_periods: 27, province_of_employment: 'ON' },
      ...{ regular_pay: '0', last_regular_pay: '3000', bonus: '10000' },
      // 0.0595 x (2,000 - 129.62) and (3,000 - 129.62), 1.63 % of 5,000.
      year_to_date: { pensionable: '5000', insurable: '5000', cpp: '282.08', ei: '81.5' },
    });
    expect(amounts?.statutory_withholding).toMatchObject({
      ...{ federal_income_tax: employee.federal_tax_on_bonus, provincial_income_tax: employee.provincial_tax_on_bonus },
    });
  });

  test('count a pay of December 31 in the year before, and say when the first pay was where a property asks', async () => {
    const schedule = { anchor_pay_date: '2025-12-31', anchor_end_of_pay_period: '2025-12-27' };
    world = await payrollWorld({ schedule: { ...schedule, generate_payrolls_from: '2025-12-31' } });
    const effective_from = '2025-01-01';
    const place = { type: 'ca::province_of_employment', value: 'ca_on', effective_from };
    const value = { rate: 2.5, code: '112', industry: 'Bakeries', historical_remuneration: 110_000 };
    const classified = { type: 'ca::on::workers_compensation_class', value, effective_from };
    await world.hired({ rate: { ...SALARY, effective_from }, tax_properties: [place, classified] });
    await world.populated();
    const [last, first] = await world.drafts();
    expect([last!.pay_date, first!.pay_date]).toEqual(['2025-12-31', '2026-01-14']);
    await approved(last!.id);
    const [next] = await world.stubs(first!);
    // 54,000 / 26 pays of 2025.
    expect((await factsOf(next!)).first_pay_date).toBe('2025-12-31');
    expect((await factsOf(next!)).last_year?.bases).toMatchObject({ taxable: '2076.92', periodic_pays: '1' });
  });

  test('count a historical payroll of their pay date as paid before, and not as one pay with theirs', async () => {
    const historical = await world.given.created('payroll', {
      pay_schedule_id: world.schedule.id,
      type: 'historical',
      pay_date: '2026-11-20',
      period_start: '2026-01-01',
      period_end: '2026-10-31',
    });
    const held = await world.given.created('pay_stub', {
      payroll_id: historical.id,
      work_assignment_id: assignment.id,
    });
    const line = { pay_stub_id: held.id, earning_type: 'wage', custom_amount: '40000' };
    await world.given.created('earning_line_item', line);
    await world.populated();
    await approved(historical.id);
    const facts = await factsOf(stub);
    expect(facts).not.toHaveProperty('same_pay_date');
    expect(facts.year_to_date.bases).toMatchObject({ taxable: '40000' });
    expect(facts.employer_year_to_date?.bases).toMatchObject({ taxable: '40000' });
    // T4127 chapter 6, P = 27: 0.0595 x (2,000 - 129.62) = 111.29, whatever was paid until October.
    const { amounts } = (await world.services.read.get('pay_stub', world.tenant, stub.id))!;
    expect(amounts?.statutory_withholding?.cpp).toBe('111.29');
  });

  test('have the log position before the first query, not after the last', async () => {
    const before = world.services.gate.readPosition();
    world.holdBack(true);
    await world.given.events('business_entity', world.employer.id, {
      type: 'BusinessEntityChanged',
      data: { name: 'Northlake' },
    });
    expect((await factsOf(stub)).facts_position).toBe(before);
    // With each question the read models have come further.
    const { gate } = world.services;
    world.asked.length = 0;
    world.services.gate = { ...gate, readPosition: () => before + BigInt(world.asked.length) };
    expect((await factsOf(stub)).facts_position).toBe(before);
    expect(world.asked.length).toBeGreaterThan(0);
  });

  test('have what the person was paid in the year by closed stubs, without this one', async () => {
    await approved();
    const [next] = await world.stubs((await world.drafts())[0]!);
    expect((await factsOf(next!)).year_to_date.amounts).toMatchObject({ earning: { salary: '2000' } });
    const closed = await world.services.read.get('pay_stub', world.tenant, stub.id);
    expect((await factsOf(closed!)).year_to_date.amounts).toEqual({});
  });
});

describe('the facts of many stubs', () => {
  test('are read by as many queries as those of one', async () => {
    const questions = async (stubs: RecordOf<'pay_stub'>[]) => {
      world.asked.length = 0;
      await stubFacts(stubs, world.services, world.tenant);
      return world.asked.length;
    };
    const ofOne = await questions([stub]);
    expect(await questions(copies(100))).toBe(ofOne);
    // Some more for each further chunk, and what stubs share is not read again.
    expect(await questions(copies(1_500))).toBeLessThan(ofOne * 10);
  });

  test('of a person on all payrolls of a year are read by as many queries as those of one, and are the same', async () => {
    world = await payrollWorld({ schedule: OF_A_YEAR });
    ({ assignment } = await world.hired({ rate: SALARY }));
    await world.populated();
    const drafts = await world.drafts();
    expect(drafts.length).toBeGreaterThan(20);
    // The first two are paid, so what others go by differs by what comes before them.
    for (const payroll of drafts.slice(0, 2)) {
      [stub] = (await world.stubs(payroll)) as [RecordOf<'pay_stub'>];
      await world.given.created('earning_line_item', {
        pay_stub_id: stub.id,
        earning_type: 'vacation_pay',
        custom_amount: 100,
      });
      await approved();
    }
    const stubs = await world.services.read.find('pay_stub', world.tenant, equal('work_assignment_id', assignment.id));
    expect(stubs.filter(({ is_closed }) => is_closed)).toHaveLength(2);
    const alone = new Map<string, unknown>();
    let mostOfOne = 0;
    for (const one of stubs) {
      world.asked.length = 0;
      alone.set(one.id, await factsOf(one));
      mostOfOne = Math.max(mostOfOne, world.asked.length);
    }
    world.asked.length = 0;
    const together = await stubFacts(stubs, world.services, world.tenant);
    // Of the days that are not behind what was paid last: once more for each that was paid.
    expect(world.asked.length).toBeLessThanOrEqual(mostOfOne + 2);
    expect(together).toEqual(alone);
    expect(new Set([...together.values()].map(({ year_to_date }) => year_to_date.amounts.earning?.salary)).size).toBe(
      3,
    );
    expect(new Set([...together.values()].map((one) => one.vacation_pay_opening_balance)).size).toBe(3);
    const open = stubs.filter(({ is_closed }) => !is_closed);
    world.asked.length = 0;
    // Of the next payroll: it alone takes salaries.
    const next = open.filter(({ payroll_id }) => payroll_id === drafts[2]!.id);
    await stubFacts(next, world.services, world.tenant);
    const ofOne = world.asked.length;
    world.asked.length = 0;
    await stubFacts(open, world.services, world.tenant);
    expect(open.length).toBeGreaterThan(20);
    expect(world.asked.length).toBe(ofOne);
  });

  test('are read in the order of the stubs, in chunks, with one chunk read ahead', async () => {
    const stubs = copies(1_200);
    world.asked.length = 0;
    const chunks = stubFactsByChunk(stubs, world.services, world.tenant);
    const first = (await chunks.next()).value!;
    expect(first.length).toBeLessThan(stubs.length / 4);
    const readSoFar = async (): Promise<number> => {
      for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
      return world.asked.length;
    };
    const ahead = await readSoFar();
    expect(await readSoFar()).toBe(ahead);
    const seen = first.map((one: { stub: RecordOf<'pay_stub'> }) => one.stub.id);
    for await (const chunk of chunks) seen.push(...chunk.map((one) => one.stub.id));
    expect(seen).toEqual(stubs.map(({ id }) => id));
    expect(ahead).toBeLessThan((world.asked.length * 2) / 3);
  });
});

test('a stub that was calculated before a family of pay items was added has nothing of it, and needs no calculation', async () => {
  const { reimbursements, ...earlier } = stub.line_item_summary;
  const old = { ...stub, line_item_summary: earlier };
  expect(reimbursements).toEqual({ period: '0', ytd: '0' });
  expect(shown(registry.need('pay_stub'), old).line_item_summary).toMatchObject({
    earnings: { period: 2000 },
    reimbursements: { period: 0, ytd: 0 },
  });
  const { aggregate } = await loadStream(streamOf('pay_stub', stub.id), world.services);
  const result = runPipeline(old, await factsOf(stub), aggregate, world.clock.instant());
  expect(calculationEvent(old, result, aggregate)).toEqual([]);
});

test('stubs of the same pay are found however many the payees of a day have together', async () => {
  const people = [await world.hired({ rate: SALARY }), await world.hired({ rate: SALARY })];
  // Each has a second work assignment.
  for (const { employee } of people) await world.hired({ rate: SALARY, employee_id: employee.id });
  await world.populated();
  const stubs = await world.stubs((await world.drafts())[0]!);
  expect(stubs).toHaveLength(5);
  const { services, tenant } = world;
  // A read at once of what is asked for would be more than one gives.
  const find: typeof services.read.find = async (object) => {
    throw new TooManyRows(object, 2);
  };
  const small = smallPages(services, 2);
  const read = new Proxy(small.read, { get: (of, name) => (name === 'find' ? find : Reflect.get(of, name)) });
  const found = await stubsOfSamePay(stubs, { ...small, read }, tenant);
  const earlier = stubs.map(({ id }) => found.get(id)!.earlier.map((other) => other.id));
  const others = stubs.map((stub) =>
    stubs.filter(({ id, employee_id }) => id < stub.id && employee_id === stub.employee_id).map(({ id }) => id),
  );
  expect(earlier).toEqual(others);
  expect(earlier.flat()).toHaveLength(2);
});

test('what the employer paid and what was earned before a holiday are read however many rows they are', async () => {
  const own = await payrollWorld();
  const holidays = { type: 'ca::statutory_holiday_pay', value: { calculate_entitlement: true } };
  const province = { type: 'ca::province_of_employment', value: 'ca_on' };
  const since = { effective_from: '2026-01-01' };
  const tax_properties = [holidays, province].map((property) => ({ ...property, ...since }));
  await own.hired({ rate: SALARY, tax_properties });
  await own.populated();
  for (let closed = 0; closed < 3; closed++) {
    const [{ id, pay_schedule_id }] = (await own.drafts()) as [RecordOf<'payroll'>];
    await own.given.events('payroll', id, { type: 'PayrollApprovalStarted', data: { pay_schedule_id } });
    await own.follow(own.managers.population, own.managers.approval, own.managers.journal);
  }
  // Christmas Day is in its period.
  const [last] = await own.stubs((await own.drafts())[0]!);
  const { services, tenant } = own;
  const small = smallPages(services, 1);
  const find: typeof services.read.find = async (object, of, where) => {
    const rows = await services.read.find(object, of, where);
    if (rows.length > 1 && ['payroll', 'year_to_date'].includes(object)) throw new TooManyRows(object, 1);
    return rows;
  };
  const read = new Proxy(small.read, { get: (of, name) => (name === 'find' ? find : Reflect.get(of, name)) });
  const { earlier_earnings = [], business_entity } = (await stubFacts([last!], { ...small, read }, tenant)).get(
    last!.id,
  )!;
  expect(new Set(earlier_earnings.map(({ date }) => date)).size).toBeGreaterThan(10);
  expect(business_entity.total_payroll).toMatchObject({ to_date: '8000' });
});
