import { expect, test } from 'vitest';
import { laterClosing } from '../../../src/payrolls/unapprove.ts';
import { sum } from '../../../src/values/money.ts';
import { SALARY, SCHEDULE } from '../../support/payroll-world.ts';
import { yearEnd } from '../../support/year-end.ts';

/**
 * Given a year whose maximums the pay of 4 December reaches, when a payroll of 27 November is approved behind it, then
 * the year still has each maximum once. So it is with the yearly cap of a benefit.
 */

const CLASS = { rate: '2', code: '112', industry: 'Bakeries' };

const afterDecember = async () => {
  const world = await yearEnd({ province: 'ca_on' });
  const { assignment } = await world.hired({ rate: SALARY });
  await world.given.created('tax_property', {
    owner_id: assignment.id,
    ...{ type: 'ca::on::workers_compensation_class', value: CLASS, effective_from: '2026-01-01' },
  });
  await world.populated();
  const november = await world.paid();
  const onPayroll = async (type: 'off_cycle' | 'correction', amount: string, pay_date = '2026-11-27') => {
    const period = { period_start: november.period_start, period_end: november.period_end };
    const payroll = await world.given.created('payroll', {
      ...{ type, pay_schedule_id: world.schedule.id, pay_date },
      ...(type === 'off_cycle' ? { source_payroll_id: november.id } : period),
    });
    const stub = await world.given.created('pay_stub', { payroll_id: payroll.id, work_assignment_id: assignment.id });
    const line = { pay_stub_id: stub.id, earning_type: 'bonus_discretionary', custom_amount: amount };
    await world.given.created('earning_line_item', line);
    await world.populated();
    return payroll;
  };
  const decemberPaid = async () => {
    const [next] = (await world.drafts()).filter(({ pay_date }) => pay_date === '2026-12-04');
    const [stub] = await world.stubs(next!);
    const bonus = { earning_type: 'bonus_discretionary', custom_amount: '150000' };
    await world.given.created('earning_line_item', { pay_stub_id: stub!.id, ...bonus });
    await world.populated();
    return world.paid(next);
  };
  /** Of the year, by what is closed. */
  const total = (kind: 'statutory_withholding' | 'employer_statutory_withholding', type: string): string =>
    sum(
      world.rows('pay_stub').flatMap(({ is_closed, amounts }) => (is_closed ? (amounts?.[kind]?.[type] ?? []) : [])),
    ).toFixed(2);
  const totals = () => [
    ...['cpp', 'cpp_2', 'ei'].map((type) => total('statutory_withholding', type)),
    ...['cpp', 'cpp_2', 'ei', 'workers_compensation'].map((type) => total('employer_statutory_withholding', type)),
  ];
  return { ...world, november, onPayroll, decemberPaid, totals };
};

/** 2026: CPP, CPP2 and EI of the employee and the employer, and 2 % of Ontario's maximum of 121,700. */
const MAXIMUMS = ['4230.45', '416.00', '1123.07', '4230.45', '416.00', '1572.30', '2434.00'];

test.each([
  ['off_cycle', '5000'],
  ['correction', '5000'],
  // What was earned stays above all maximums, so nothing comes back.
  ['correction', '-500'],
] as const)('%s of %s', async (type, amount) => {
  const { onPayroll, decemberPaid, paid, totals } = await afterDecember();
  await decemberPaid();
  expect(totals()).toEqual(MAXIMUMS);
  await paid(await onPayroll(type, amount));
  expect(totals()).toEqual(MAXIMUMS);
});

test('a draft of the earlier day follows when the later one is approved, which is then taken back behind it alone', async () => {
  const { onPayroll, decemberPaid, paid, stubs, services, tenant } = await afterDecember();
  const draft = await onPayroll('correction', '5000');
  const premium = async () => (await stubs(draft))[0]!.amounts?.statutory_withholding?.ei;
  expect(await premium()).toBe('81.5');
  const december = await decemberPaid();
  expect(await premium()).toBe('0');
  expect(await laterClosing(december, services, tenant)).toBeUndefined();
  await paid(draft);
  expect((await laterClosing(december, services, tenant))?.en).toContain('unapprove the later one first');
});

test('what was given back on a later date comes due again where the year reaches its maximums before it, and no second time', async () => {
  const { onPayroll, decemberPaid, paid, totals } = await afterDecember();
  await paid(await onPayroll('correction', '-500', '2026-12-18'));
  await decemberPaid();
  expect(totals()).toEqual(MAXIMUMS);
  // The regular pay of 18 December, which is one pay with the correction.
  await paid();
  expect(totals()).toEqual(MAXIMUMS);
});

test.each(['employee_benefit', 'employer_benefit'])(
  "the year's cap of an %s holds for a payroll of a custom schedule that is made for an earlier day",
  async (kind) => {
    const world = await yearEnd({ schedule: { pay_frequency: 'custom' } });
    const { assignment } = await world.hired({ rate: SALARY });
    await world.given.created(kind, {
      ...{ work_assignment_id: assignment.id, [`${kind}_type`]: 'pension_rrsp', effective_from: '2026-01-01' },
      ...{ amount: '300', amount_type: 'fixed', frequency: 'per_payroll' },
      ...{ max_annual_contribution: '700', max_annual_contribution_basis: 'all_line_items_of_type' },
    });
    const paidOn = async (original_pay_date: string) => {
      const payroll = await world.given.created('payroll', {
        ...{ pay_schedule_id: world.schedule.id, original_pay_date, custom_pay_frequency: 'bi-weekly' },
        ...{ period_start: '2026-11-01', period_end: '2026-11-14' },
      });
      await world.given.created('pay_stub', { payroll_id: payroll.id, work_assignment_id: assignment.id });
      await world.populated();
      await world.paid(payroll);
    };
    for (const day of ['2026-12-02', '2026-12-09', '2026-11-25', '2026-12-16']) await paidOn(day);
    const contributed = world.rows('pay_stub').map((stub) => [stub.pay_date, stub.amounts?.[kind]?.pension_rrsp]);
    expect(Object.fromEntries(contributed)).toEqual({
      ...{ '2026-12-02': '300', '2026-12-09': '300', '2026-11-25': '100', '2026-12-16': '0' },
    });
  },
);

/** Premiums are 2 % of Quebec's maximum of 103,000, and labour standards 0.06 % of the same. */
test.each([
  ['is unchanged', '70000', ['2060.00', '61.80']],
  ['has more pay by then', '79000', ['2060.00', '61.80']],
  // What the later one left to it is due with it: of 72,000 together.
  ['has less pay by then', '0', ['1440.00', '43.20']],
] as const)(
  "the year's maximum of a board and of labour standards is reached once by two works of a date, the later of which is approved first, where the earlier one %s",
  async (_, custom_amount, expected) => {
    const world = await yearEnd({ province: 'ca_qc' });
    const of = { effective_from: '2026-01-01' };
    const tax_properties = [
      { type: 'ca::province_of_employment', value: 'ca_qc', ...of },
      { type: 'ca::qc::workers_compensation_class', value: CLASS, ...of },
    ];
    const other = await world.given.created('pay_schedule', { ...SCHEDULE, business_entity_id: world.employer.id });
    const { employee } = await world.hired({ rate: SALARY, tax_properties });
    await world.given.created('work_assignment', {
      ...{ employee_id: employee.id, pay_schedule_id: other.id, tax_properties },
    });
    await world.populated();
    const stubs = world.rows('pay_stub').filter(({ pay_date }) => pay_date === '2026-11-20');
    const [first, second] = stubs.sort((one, next) => (one.id < next.id ? -1 : 1));
    const bonus = { earning_type: 'bonus_discretionary', custom_amount: '70000' };
    const [earlier] = await Promise.all(
      [first!, second!].map(({ id }) => world.given.created('earning_line_item', { pay_stub_id: id, ...bonus })),
    );
    await world.populated();
    const payrollOf = ({ payroll_id }: { payroll_id: string }) =>
      world.rows('payroll').find(({ id }) => id === payroll_id)!;
    await world.paid(payrollOf(second!));
    await world.given.changed('earning_line_item', earlier!.id, { custom_amount });
    await world.populated();
    await world.paid(payrollOf(first!));
    const borne = (type: string) =>
      sum(
        world
          .rows('pay_stub')
          .flatMap(({ is_closed, amounts }) =>
            is_closed ? (amounts?.employer_statutory_withholding?.[type] ?? []) : [],
          ),
      ).toFixed(2);
    expect([borne('workers_compensation'), borne('labour_standards')]).toEqual(expected);
  },
);
