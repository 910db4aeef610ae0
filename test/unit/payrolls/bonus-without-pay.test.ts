import { expect, test } from 'vitest';
import { INVARIANTS } from '../../../src/audit/invariants.ts';
import { loadStream } from '../../../src/kernel/changes/execute.ts';
import { streamOf } from '../../../src/kernel/definition/resource.ts';
import { explainPayStub } from '../../../src/payrolls/explanations/explanation.ts';
import { stubFacts } from '../../../src/payrolls/facts/stub-facts.ts';
import { calculated } from '../../../src/payrolls/stubs/calculate.ts';
import { calculateRequest } from '../../../src/statutory/request/calculate.ts';
import { sum } from '../../../src/values/money.ts';
import { foundIn } from '../../support/audit-in-memory.ts';
import { handedOver } from '../../support/handed-over.ts';
import { SALARY } from '../../support/payroll-world.ts';
import { yearEnd } from '../../support/year-end.ts';

/**
 * Given pays of 2,000.00 and 3,000.00, when a regular payroll pays a bonus and no regular pay, then the bonus is taxed
 * beside the most recent regular pay, which is 3,000.00 (T4127 chapter 4: where I is 0), and not beside an average.
 */
const bonusAlone = async () => {
  const world = await yearEnd({ province: 'ca_on' });
  await world.hired({ rate: SALARY });
  await world.populated();
  const earning = async (pay_stub_id: string, earning_type: string, custom_amount: string) =>
    void (await world.given.created('earning_line_item', { pay_stub_id, earning_type, custom_amount }));
  await world.paid();
  const [second] = await world.drafts();
  const [held] = await world.stubs(second!);
  await earning(held!.id, 'wage', '1000');
  await world.populated();
  await world.paid(second);
  const [third] = await world.drafts();
  const [stub] = await world.stubs(third!);
  const salary = () => world.rows('earning_line_item').find(({ pay_stub_id }) => pay_stub_id === stub!.id)!;
  const salaryId = salary().id;
  await world.given.changed('earning_line_item', salaryId, { custom_amount: '0' });
  await earning(stub!.id, 'bonus_discretionary', '10000');
  await world.populated();
  const withheld = async () => (await world.stubs(third!))[0]!.amounts!.statutory_withholding;
  /** Of a bonus beside a last pay, behind pays whose contributions are 0.0595 x (pay - 129.62) and 1.63 %. */
  const taxes = (last_regular_pay: string, year_to_date: Record<string, string>) => {
    const { employee } = calculateRequest({
      ...{ pay_date: '2026-12-18', pay_periods: 27, province_of_employment: 'ON' },
      ...{ regular_pay: '0', last_regular_pay, bonus: '10000', year_to_date },
    });
    return {
      federal_income_tax: employee.federal_tax_on_bonus,
      provincial_income_tax: employee.provincial_tax_on_bonus,
    };
  };
  return { ...world, second: second!, third: third!, stub: stub!, salaryId, withheld, taxes };
};

const BOTH = { pensionable: '5000', insurable: '5000', cpp: '282.08', ei: '81.5' };
const FIRST = { pensionable: '2000', insurable: '2000', cpp: '111.29', ei: '32.6' };

test('a bonus on a regular payroll without regular pay is taxed beside the most recent one, as a draft and as closed', async () => {
  const world = await bonusAlone();
  expect(await world.withheld()).toMatchObject(world.taxes('3000', BOTH));
  const { body } = (await explainPayStub.run(world.call({ params: { pay_stub: world.stub.id } }))) as unknown as {
    body: { data: { is_complete: boolean; lines: { type: string; steps: { name: string; figures: object }[] }[] } };
  };
  expect(body.data.is_complete).toBe(true);
  const { steps } = body.data.lines.find(({ type }) => type === 'federal_income_tax')!;
  expect(steps.find(({ name }) => name === 'A (without B)')?.figures).toMatchObject({ I: 3000 });
  await world.follow(world.managers.usage);
  expect(await foundIn(world, INVARIANTS)).toEqual([]);
  await world.paid(world.third);
  expect(await world.withheld()).toMatchObject(world.taxes('3000', BOTH));
});

test('it follows when the most recent regular pay is taken back, and when regular pay is beside it again', async () => {
  const world = await bonusAlone();
  const { second } = world;
  const taken = { type: 'PayrollUnapprovalStarted', data: { pay_schedule_id: second.pay_schedule_id! } };
  await world.given.events('payroll', second.id, taken);
  const { population, approval, journal } = world.managers;
  await world.follow(approval, journal, population);
  expect(await world.withheld()).toMatchObject(world.taxes('2000', FIRST));
  await world.paid(second);
  expect(await world.withheld()).toMatchObject(world.taxes('3000', BOTH));
  await world.given.changed('earning_line_item', world.salaryId, { custom_amount: '2500' });
  await world.populated();
  const { employee } = calculateRequest({
    ...{ pay_date: '2026-12-18', pay_periods: 27, province_of_employment: 'ON', regular_pay: '2500', bonus: '10000' },
    year_to_date: BOTH,
  });
  const federal_income_tax = sum([employee.federal_tax, employee.federal_tax_on_bonus]).toString();
  expect(await world.withheld()).toMatchObject({ cpp: employee.cpp, federal_income_tax });
  // Beside regular pay nothing more is read: it is so of nearly all stubs.
  const { services, tenant, asked, clock } = world;
  const facts = (await stubFacts([world.stub], services, tenant)).get(world.stub.id)!;
  const { aggregate } = await loadStream(streamOf('pay_stub', world.stub.id), services);
  const before = asked.length;
  const made = await calculated(world.stub, facts, aggregate, clock.instant(), services, tenant);
  expect(made.result.bases).toMatchObject({ taxable: '2500', non_periodic: '10000' });
  expect(asked).toHaveLength(before);
});

test('where everybody is paid a bonus alone, the most recent pays of all are read together', async () => {
  const world = await yearEnd({ province: 'ca_on' });
  const { services, tenant, clock } = world;
  const salaries = Array.from({ length: 20 }, (_, n) => `${27_000 + 2_700 * n}`);
  for (const rate of salaries) await world.hired({ rate: { ...SALARY, rate } });
  await world.populated();
  await world.paid();
  const [draft] = await world.drafts();
  const stubs = await world.stubs(draft!);
  const salaryOf = new Map(world.rows('earning_line_item').map(({ pay_stub_id, id }) => [pay_stub_id, id]));
  for (const { id: pay_stub_id } of stubs) {
    await world.given.changed('earning_line_item', salaryOf.get(pay_stub_id)!, { custom_amount: '0' });
    const bonus = { pay_stub_id, earning_type: 'bonus_discretionary', custom_amount: '10000' };
    await world.given.created('earning_line_item', bonus);
  }
  const streams = await Promise.all(stubs.map(({ id }) => loadStream(streamOf('pay_stub', id), services)));
  const calculatedFrom = async (facts: Awaited<ReturnType<typeof stubFacts>>) => {
    const lastPays: (string | undefined)[] = [];
    const { asked } = await handedOver(services, async (counted) => {
      const calculations = stubs.map((stub, at) =>
        calculated(stub, facts.get(stub.id)!, streams[at]!.aggregate, clock.instant(), counted, tenant),
      );
      for (const { facts: known } of await Promise.all(calculations)) lastPays.push(known.last_pay?.bases.taxable);
    });
    expect(lastPays.map(Number).sort((a, b) => a - b)).toEqual(salaries.map((rate) => Number(rate) / 27));
    return asked;
  };
  // The schedules, what was paid, and no payrolls, since all are paid as often.
  expect(await calculatedFrom(await stubFacts(stubs, services, tenant))).toBeLessThanOrEqual(4);
  // Of who was calculated so before, they are among the facts.
  expect(await calculatedFrom(await stubFacts(await world.stubs(draft!), services, tenant))).toBe(0);
});
