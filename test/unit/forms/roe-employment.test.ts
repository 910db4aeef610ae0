import { expect, test } from 'vitest';
import { addDays } from '../../../src/values/dates.ts';
import type { JsonObject } from '../../../src/values/json.ts';
import { SALARY, SCHEDULE } from '../../support/payroll-world.ts';
import { yearEnd } from '../../support/year-end.ts';

/** Given work that has ended, when a record of employment is asked for, then what records say of its end is in it. */

/**
 * Somebody who was paid for the period up to 14 November, with a number, and an account that the work is enrolled in.
 */
const employed = async (rate: JsonObject = {}) => {
  const world = await yearEnd();
  const { employee, assignment } = await world.hired({ rate: { ...SALARY, ...rate } });
  await world.given.changed('employee', employee.id, { employee_number: 'NB-0047' });
  await world.given.changed('business_entity', world.employer.id, { contact_name: 'Sylvie' });
  for (const number of ['RP0001', 'RP0002']) {
    world.clock.advance(1);
    const account = await world.given.created('remittance_account', {
      ...{
        business_entity_id: world.employer.id,
        account_provider: 'ca_cra',
        account_identifier: `123456782${number}`,
      },
    });
    if (number === 'RP0002')
      await world.given.created('remittance_account_enrollment', {
        ...{ remittance_account_id: account.id, work_assignment_id: assignment.id, effective_from: '2026-01-01' },
      });
  }
  await world.populated();
  await world.paid();
  const populated = (more: JsonObject = {}) =>
    world.populatedForm('roe', { effective_date: '2026-11-16', employee_id: employee.id, ...more });
  const refusal = async (more: JsonObject = {}) => (await world.when(() => populated(more))).problem?.issues;
  return { world, employee, assignment, populated, refusal };
};

test('days, account, reference and recall are derived from rates, enrollments and the reason, unless the request gives them', async () => {
  const { populated } = await employed({ effective_from: '2026-03-02', effective_to: '2026-11-13' });
  expect(await populated({ separation_code: 'E00' })).toMatchObject({
    block_3_employer_payroll_reference_number: 'NB-0047',
    block_5_cra_payroll_account_number: '123456782RP0002',
    block_10_first_day_worked: '2026-03-02',
    block_11_last_day_for_which_paid: '2026-11-13',
    block_14_expected_recall_code: 'N',
    block_16_separation_code: 'E00',
    contact_first_name: null,
    contact_last_name: 'Sylvie',
  });
  const laidOff = await populated({
    ...{ separation_code: 'A00', expected_recall_date: '2027-04-01' },
    ...{ first_day_worked: '2026-03-03', last_day_for_which_paid: '2026-11-12' },
  });
  expect(laidOff).toMatchObject({
    block_10_first_day_worked: '2026-03-03',
    block_11_last_day_for_which_paid: '2026-11-12',
    block_14_expected_recall_code: 'Y',
    block_16_separation_code: 'A00',
  });
  // No pay tells why somebody left.
  const unsaid = await populated();
  expect(unsaid.block_14_expected_recall_code).toBe('U');
  expect(unsaid).not.toHaveProperty('block_16_separation_code');
});

test('work that was remitted to several accounts on the last day has a record for each account', async () => {
  const { world, employee, assignment, populated, refusal } = await employed({ effective_to: '2026-11-13' });
  const beside = await world.given.created('work_assignment', {
    ...{ employee_id: employee.id, pay_schedule_id: assignment.pay_schedule_id },
    tax_properties: [{ type: 'ca::province_of_employment', value: 'ca_on', effective_from: '2026-01-01' }],
  });
  const rate = await world.given.created('pay_rate', {
    ...{ ...SALARY, effective_to: '2026-11-13', work_assignment_id: beside.id },
  });
  const issues = await refusal();
  expect(issues?.map(({ path }) => path)).toEqual(['work_assignment_ids']);
  expect(issues?.[0]?.text.en).toContain('123456782RP0001 and 123456782RP0002');
  const account = async (...of: { id: string }[]) =>
    (await populated({ work_assignment_ids: of.map(({ id }) => id) })).block_5_cra_payroll_account_number;
  expect([await account(beside), await account(assignment)]).toEqual(['123456782RP0001', '123456782RP0002']);
  // Work that ended before has no part in it.
  await world.given.changed('pay_rate', rate.id, { effective_to: '2026-11-06' });
  expect(await account(beside, assignment)).toBe('123456782RP0002');
});

test('the days are required when no record has them: for continuing work, and work with an issued record', async () => {
  const goesOn = await employed();
  expect((await goesOn.refusal())?.map(({ path }) => path)).toEqual(['last_day_for_which_paid']);
  expect((await goesOn.populated({ last_day_for_which_paid: '2026-11-13' })).block_10_first_day_worked).toBe(
    '2026-01-01',
  );
  const { world, employee, assignment, refusal, populated } = await employed({ effective_to: '2026-11-08' });
  const before = await world.given.created('form', {
    ...{ type: 'roe', owner_id: employee.id, effective_date: '2026-11-16', business_entity_id: world.employer.id },
    ...{ block_11_last_day_for_which_paid: '2026-11-08' },
  });
  await world.filed(before);
  const issues = await refusal();
  expect(issues?.map(({ path }) => path)).toEqual(['first_day_worked']);
  expect(issues?.[0]?.text.en).toContain('up to 2026-11-08');
  // Called back, and let go again.
  await world.given.created('pay_rate', {
    ...{ work_assignment_id: assignment.id, ...SALARY, effective_from: '2026-11-10', effective_to: '2026-11-14' },
  });
  expect(await populated()).toMatchObject({
    block_10_first_day_worked: '2026-11-10',
    block_11_last_day_for_which_paid: '2026-11-14',
  });
});

test('pay on the schedule that the work was on before is in the record, and up to the change it has that schedule alone', async () => {
  const world = await yearEnd();
  const { employee, assignment } = await world.hired({ rate: SALARY });
  await world.populated();
  await world.paid();
  await world.paid();
  const later = await world.given.created('pay_schedule', {
    ...SCHEDULE,
    business_entity_id: world.employer.id,
    anchor_pay_date: '2026-12-17',
    anchor_end_of_pay_period: '2026-12-12',
    generate_payrolls_from: '2026-12-17',
  });
  await world.given.changed('work_assignment', assignment.id, { pay_schedule_id: later.id });
  await world.populated();
  await world.paid((await world.drafts()).find(({ pay_schedule_id }) => pay_schedule_id === later.id));
  const record = (last_day_for_which_paid: string) =>
    world.populatedForm('roe', {
      ...{ effective_date: '2026-12-18', employee_id: employee.id, first_day_worked: '2026-11-01' },
      last_day_for_which_paid,
    });
  const periods = (values: JsonObject) =>
    ['pp1', 'pp2', 'pp3', 'pp4'].flatMap((period) => values[`${period}_insurable_earnings`] ?? []);
  const whole = await record('2026-12-11');
  expect(periods(whole)).toEqual([2076.92, 2000, 2000]);
  // 40 hours a week, though a salary in 27 pays counts on 77.04 hours for each.
  expect(whole).toMatchObject({ block_6_pay_period_type: 'B', block_15_total_insurable_hours: '240' });
  const former = await record('2026-11-28');
  expect(periods(former)).toEqual([2000, 2000]);
  expect(former).toMatchObject({
    block_12_final_pay_period_ending_date: '2026-11-28',
    block_15_total_insurable_hours: '160',
  });
  // Work that went on behind the last day is of another record.
  expect(periods(await record('2026-11-13'))).toEqual([2000]);
});

test('work that moved to another employer has a record of each, with its own account, days and pay', async () => {
  const { world, assignment, populated } = await employed();
  const other = await world.given.created('business_entity', {
    ...{ name: 'Southlake Bakery', business_number: '987654325RP0001', in_preview: true },
    tax_properties: [{ type: 'ca::province_of_employment', value: 'ca_on', effective_from: '2026-01-01' }],
  });
  const schedule = await world.given.created('pay_schedule', {
    ...{ ...SCHEDULE, business_entity_id: other.id },
    ...{ anchor_pay_date: '2026-12-04', anchor_end_of_pay_period: '2026-11-28', generate_payrolls_from: '2026-12-04' },
  });
  await world.given.changed('work_assignment', assignment.id, { pay_schedule_id: schedule.id });
  await world.populated();
  await world.paid((await world.drafts()).find(({ pay_schedule_id }) => pay_schedule_id === schedule.id));
  const [rate] = world.rows('pay_rate');
  await world.given.changed('pay_rate', rate!.id, { effective_to: '2026-11-28' });
  const record = async (more: JsonObject = {}) => {
    const values = await populated(more);
    return [
      values.block_5_cra_payroll_account_number,
      values.block_10_first_day_worked,
      values.block_11_last_day_for_which_paid,
      ...['pp1', 'pp2', 'pp3'].map((period) => values[`${period}_insurable_earnings`] ?? null),
    ];
  };
  expect(await record()).toEqual(['987654325RP0001', '2026-11-15', '2026-11-28', 2000, null, null]);
  // Other work with that employer began before.
  const beside = await world.given.created('work_assignment', {
    ...{ employee_id: assignment.employee_id, pay_schedule_id: schedule.id },
    tax_properties: [{ type: 'ca::province_of_employment', value: 'ca_on', effective_from: '2026-01-01' }],
  });
  const until = { effective_from: '2026-06-01', effective_to: '2026-11-20' };
  await world.given.created('pay_rate', { ...SALARY, ...until, work_assignment_id: beside.id });
  expect((await record())[1]).toBe('2026-06-01');
  const only = { work_assignment_ids: [assignment.id] };
  const former = { ...only, first_day_worked: '2026-11-01', last_day_for_which_paid: '2026-11-14' };
  expect(await record(former)).toEqual(['123456782RP0002', '2026-11-01', '2026-11-14', 2000, null, null]);
});

test('holiday pay by the hour counts as many insurable hours as it is worth, where no hours were entered for it', async () => {
  const world = await yearEnd();
  const rate = { type: 'hourly', rate: '20', expected_hours_per_week: '40', effective_from: '2026-01-01' };
  const { employee, assignment } = await world.hired({ rate });
  await world.populated();
  const [payroll] = await world.drafts();
  const [stub] = await world.stubs(payroll!, assignment);
  const wages = world.rows('earning_line_item').find(({ pay_stub_id }) => pay_stub_id === stub!.id);
  await world.given.changed('earning_line_item', wages!.id, { custom_hours: '64' });
  const holiday = (custom_amount: string, custom_earned_on: string, more: JsonObject = {}) =>
    world.given.created('earning_line_item', {
      ...{ pay_stub_id: stub!.id, earning_type: 'statutory_holiday_pay', custom_amount, custom_earned_on, ...more },
    });
  await holiday('150', '2026-11-05');
  await holiday('150', '2026-11-11', { custom_hours: '8' });
  await world.populated();
  await world.paid(payroll);
  const values = await world.populatedForm('roe', {
    ...{ effective_date: '2026-11-20', employee_id: employee.id, first_day_worked: '2026-11-01' },
    last_day_for_which_paid: '2026-11-13',
  });
  expect([values.pp1_insurable_earnings, values.block_15_total_insurable_hours]).toEqual([1580, '79.5']);
});

test('a raise within a period changes no insurable hours of it', async () => {
  const world = await yearEnd();
  const { employee, assignment } = await world.hired({ rate: { ...SALARY, effective_to: '2026-11-08' } });
  const raised = { ...SALARY, rate: '60000', effective_from: '2026-11-09' };
  await world.given.created('pay_rate', { work_assignment_id: assignment.id, ...raised });
  await world.populated();
  await world.paid();
  const days = { first_day_worked: '2026-11-01', last_day_for_which_paid: '2026-11-14' };
  const values = await world.populatedForm('roe', { effective_date: '2026-12-01', employee_id: employee.id, ...days });
  // Two weeks of 40 hours, though a salary in 27 pays counts on 77.04 hours for each.
  expect(values.block_15_total_insurable_hours).toBe('80');
});

test('a salary that was set to 0 for a leave without pay has no insurable hours, whatever is paid beside it', async () => {
  const world = await yearEnd();
  const { employee, assignment } = await world.hired({ rate: SALARY });
  const allowance = { allowance_type: 'taxable_cash_allowance', amount: '50', frequency: 'per_payroll' };
  const item = { ...allowance, work_assignment_id: assignment.id, effective_from: '2026-01-01' };
  await world.given.created('allowance', item);
  await world.populated();
  await world.paid();
  const [stub] = await world.stubs((await world.drafts())[0]!);
  const salary = world.rows('earning_line_item').find(({ pay_stub_id }) => pay_stub_id === stub!.id);
  await world.given.changed('earning_line_item', salary!.id, { custom_amount: '0' });
  await world.populated();
  await world.paid();
  const days = { first_day_worked: '2026-11-01', last_day_for_which_paid: '2026-11-28' };
  const values = await world.populatedForm('roe', { effective_date: '2026-12-01', employee_id: employee.id, ...days });
  expect([values.block_15_total_insurable_hours, values.pp1_insurable_earnings]).toEqual(['80', 50]);
});

test('pay of a period that was paid before the first day worked in it is in the record', async () => {
  // From Sunday to Saturday, paid on the Friday.
  const schedule = { pay_frequency: 'weekly', anchor_end_of_pay_period: '2026-11-21' };
  const world = await yearEnd({ schedule });
  const days = { effective_from: '2026-11-21', effective_to: '2026-11-28' };
  const { employee } = await world.hired({ rate: { ...SALARY, type: 'hourly', rate: '20', ...days } });
  await world.populated();
  for (const custom_hours of ['8', '40']) {
    const [payroll] = await world.drafts();
    const [stub] = await world.stubs(payroll!);
    const wages = world.rows('earning_line_item').find(({ pay_stub_id }) => pay_stub_id === stub!.id);
    await world.given.changed('earning_line_item', wages!.id, { custom_hours });
    await world.populated();
    await world.paid(payroll);
  }
  expect(await world.populatedForm('roe', { effective_date: '2026-11-30', employee_id: employee.id })).toMatchObject({
    ...{ block_10_first_day_worked: '2026-11-21', block_11_last_day_for_which_paid: '2026-11-28' },
    ...{ block_15_total_insurable_hours: '48', block_15_total_insurable_earnings: 960 },
    ...{ pp1_insurable_earnings: 800, pp2_insurable_earnings: 160 },
  });
});

test('work that began again is of its own record: on another work assignment, and within one pay period', async () => {
  const elsewhere = await yearEnd();
  const { employee } = await elsewhere.hired({ rate: { ...SALARY, effective_to: '2026-11-14' } });
  const weekly = await elsewhere.given.created('pay_schedule', {
    ...{ ...SCHEDULE, title: 'Weekly', pay_frequency: 'weekly', business_entity_id: elsewhere.employer.id },
    ...{ anchor_pay_date: '2026-12-04', anchor_end_of_pay_period: '2026-11-28', generate_payrolls_from: '2026-12-04' },
  });
  const again = await elsewhere.given.created('work_assignment', {
    ...{ employee_id: employee.id, pay_schedule_id: weekly.id },
    tax_properties: [{ type: 'ca::province_of_employment', value: 'ca_on', effective_from: '2026-01-01' }],
  });
  await elsewhere.given.created('pay_rate', {
    ...{ ...SALARY, rate: '53000', work_assignment_id: again.id },
    ...{ effective_from: '2026-11-23', effective_to: '2026-12-11' },
  });
  await elsewhere.populated();
  const record = async (world: typeof elsewhere, employee_id: string, first: string, last: string) => {
    const days = { first_day_worked: first, last_day_for_which_paid: last };
    const values = await world.populatedForm('roe', { effective_date: '2026-12-31', employee_id, ...days });
    const earned = ['pp1', 'pp2', 'pp3', 'pp4'].flatMap((period) => values[`${period}_insurable_earnings`] ?? []);
    return [values.block_6_pay_period_type, values.block_15_total_insurable_hours, ...earned];
  };
  for (let left = await elsewhere.drafts(); left[0] && left[0].pay_date < '2026-12-31'; left = await elsewhere.drafts())
    await elsewhere.paid(left[0]);
  // Three weeks of 53, from their first Monday to their last Friday.
  expect(await record(elsewhere, employee.id, '2026-11-23', '2026-12-11')).toEqual(['W', '120', 1000, 1000, 1000]);
  expect(await record(elsewhere, employee.id, '2026-11-01', '2026-11-14')).toEqual(['B', '80', 2000]);

  // Five working days of October and ten more behind them, of a 260th of 52,000 each.
  const monthly = { pay_frequency: 'monthly', day_1: -1, anchor_pay_date: '2026-10-31' };
  const days = { anchor_end_of_pay_period: '2026-10-31', generate_payrolls_from: '2026-10-31' };
  const within = await yearEnd({ schedule: { ...monthly, ...days } });
  const rate = { ...SALARY, rate: '52000' };
  const one = await within.hired({ rate: { ...rate, effective_from: '2026-10-01', effective_to: '2026-10-07' } });
  const { id: work_assignment_id } = one.assignment;
  await within.given.created('pay_rate', {
    ...{ ...rate, work_assignment_id },
    ...{ effective_from: '2026-10-19', effective_to: '2026-10-30' },
  });
  const items = { work_assignment_id, effective_from: '2026-10-01' };
  const vacationPay = { percentage: 4, vacation_pay_method: 'per_period' };
  await within.given.created('vacation_pay_setting', { ...items, ...vacationPay });
  const allowance = { allowance_type: 'taxable_cash_allowance', amount: '150', frequency: 'per_payroll' };
  await within.given.created('allowance', { ...items, ...allowance });
  await within.populated();
  const [october] = await within.stubs((await within.drafts())[0]!);
  const vacation = { earning_type: 'vacation_pay_employee_terminated', custom_amount: '40' };
  await within.given.created('earning_line_item', { pay_stub_id: october!.id, ...vacation });
  await within.populated();
  await within.paid();
  // Of 120.00 of vacation pay with each pay and an allowance of 150.00, one third and two thirds, as the work was paid.
  expect(await record(within, one.employee.id, '2026-10-01', '2026-10-07')).toEqual(['M', '40', 1040 + 40 + 50]);
  expect(await record(within, one.employee.id, '2026-10-19', '2026-10-30')).toEqual(['M', '80', 2000 + 80 + 100]);
});

test('work by the hour that went on, or began again, at the same rate is of another record; a wage that is late is not', async () => {
  const weekly = { pay_frequency: 'weekly', anchor_pay_date: '2026-10-16', generate_payrolls_from: '2026-10-16' };
  const paid = async (...hours: string[]) => {
    const world = await yearEnd({ schedule: { ...weekly, anchor_end_of_pay_period: '2026-10-10' } });
    const { employee } = await world.hired({ rate: { ...SALARY, type: 'hourly', rate: '20' } });
    await world.populated();
    for (const custom_hours of hours) {
      const [payroll] = await world.drafts();
      const [stub] = await world.stubs(payroll!);
      const wages = world.rows('earning_line_item').find(({ pay_stub_id }) => pay_stub_id === stub!.id);
      await world.given.changed('earning_line_item', wages!.id, { custom_hours });
      await world.populated();
      await world.paid(payroll);
    }
    const days = { first_day_worked: '2026-10-04', last_day_for_which_paid: '2026-10-16' };
    const values = await world.populatedForm('roe', {
      effective_date: '2026-12-01',
      employee_id: employee.id,
      ...days,
    });
    return [values.block_15_total_insurable_hours, values.pp1_insurable_earnings, values.pp2_insurable_earnings];
  };
  expect(await paid('40', '32', '8', '0', '0')).toEqual(['80', 800, 800]);
  expect(await paid('40', '32', '8', '0', '40')).toEqual(['80', 800, 800]);
  expect(await paid('40', '32', '0', '0', '40')).toEqual(['72', 640, 800]);
  expect(await paid('40', '32', '30', '40', '0')).toEqual(['72', 640, 800]);
});

test('a commission behind the last day is of another record where its line says that it was earned behind it, else late', async () => {
  const world = await yearEnd();
  const { employee } = await world.hired({});
  await world.populated();
  const paid = async (more?: JsonObject) => {
    const [payroll] = await world.drafts();
    const [stub] = await world.stubs(payroll!);
    const commission = { earning_type: 'commission_periodic', custom_amount: '700', ...more };
    if (more) await world.given.created('earning_line_item', { pay_stub_id: stub!.id, ...commission });
    await world.populated();
    await world.paid(payroll);
    const days = { first_day_worked: '2026-11-01', last_day_for_which_paid: '2026-11-13' };
    const asked = { effective_date: '2027-01-05', employee_id: employee.id, ...days };
    return (await world.populatedForm('roe', asked)).pp1_insurable_earnings;
  };
  expect(await paid({ custom_earned_on: '2026-11-10' })).toBe(700);
  expect(await paid({})).toBe(1400);
  expect(await paid({})).toBe(2100);
  expect(await paid({ custom_earned_on: '2026-12-14' })).toBe(2100);
});

test.each(['by hand', 'by the rate that has ended', 'as an adjustment'])(
  'a salary that is late, %s, is of the work that has ended',
  async (how) => {
    const world = await yearEnd();
    const { employee } = await world.hired({ rate: { ...SALARY, effective_to: '2026-11-14' } });
    await world.populated();
    await world.paid();
    const [salary] = world.rows('earning_line_item');
    const [payroll] = await world.drafts();
    const [stub] = await world.stubs(payroll!);
    const entered = (earning_type: string, custom_amount: string, more: JsonObject = {}) =>
      world.given.created('earning_line_item', { pay_stub_id: stub!.id, earning_type, custom_amount, ...more });
    if (how === 'as an adjustment') {
      const source = { source_line_item_id: salary!.id, expected_amount: '2300' };
      await world.given.created('adjustment', { correction_pay_stub_id: stub!.id, ...source });
    } else {
      const { id } = world.rows('pay_rate')[0]!;
      await entered('salary', '300', how === 'by hand' ? {} : { pay_rate_id: id });
    }
    await entered('vacation_pay_employee_terminated', '900');
    await world.populated();
    await world.paid(payroll);
    const days = { first_day_worked: '2026-11-01', last_day_for_which_paid: '2026-11-14' };
    const record = world.populatedForm('roe', { effective_date: '2026-12-01', employee_id: employee.id, ...days });
    expect(await record).toMatchObject({ pp1_insurable_earnings: 3200, block_17a_vacation_pay_amount: 900 });
  },
);

test.each([
  [
    'what corrects earlier pay counts in the period of that pay, whatever is paid beside it',
    [],
    ['240', 2000, 1500, 500],
  ],
  [
    'what corrects pay that is exempt from employment insurance is not insurable either',
    [{ type: 'ca::ei_exempt', value: true, effective_from: '2026-01-01' }],
    ['0', 0, 0, 0],
  ],
])('%s', async (_, tax_properties, expected) => {
  const world = await yearEnd();
  const { employee } = await world.hired({ rate: SALARY, tax_properties });
  await world.populated();
  const salaryOf = async (payroll: Awaited<ReturnType<typeof world.paid>>) => {
    const [stub] = await world.stubs(payroll);
    return world.rows('earning_line_item').find(({ pay_stub_id }) => pay_stub_id === stub!.id)!.id;
  };
  const first = await salaryOf(await world.paid());
  const second = await salaryOf(await world.paid());
  const [payroll] = await world.drafts();
  const [stub] = await world.stubs(payroll!);
  const corrected = async (source_line_item_id: string, expected_amount: string) =>
    world.given.created('adjustment', { correction_pay_stub_id: stub!.id, source_line_item_id, expected_amount });
  const record = async () => {
    const days = { first_day_worked: '2026-11-01', last_day_for_which_paid: '2026-12-12' };
    const values = await world.populatedForm('roe', {
      effective_date: '2026-12-31',
      employee_id: employee.id,
      ...days,
    });
    return [values.block_15_total_insurable_hours, ...[1, 2, 3].map((n) => values[`pp${n}_insurable_earnings`])];
  };
  // Of its salary of 2,000 and what it takes back nothing is left.
  await corrected(first, '500');
  await corrected(second, '1500');
  await world.populated();
  await world.paid(payroll);
  expect(await record()).toEqual(expected);
});

test('a period whose payroll is still a draft has no figure, and neither have the totals; one behind the last day waits for none', async () => {
  const world = await yearEnd();
  const { employee } = await world.hired({ rate: SALARY });
  await world.populated();
  await world.paid();
  const record = (last_day_for_which_paid: string) =>
    world.populatedForm('roe', {
      ...{ effective_date: '2026-11-30', employee_id: employee.id, first_day_worked: '2026-11-01' },
      last_day_for_which_paid,
    });
  expect(await record('2026-11-14')).toMatchObject({
    ...{ pp1_insurable_earnings: 2000, block_15_total_insurable_earnings: 2000 },
    block_15_total_insurable_hours: '80',
  });
  const open = await record('2026-11-20');
  expect(open).toMatchObject({
    ...{ pp1_insurable_earnings: null, pp2_insurable_earnings: 2000, block_15_total_insurable_earnings: null },
    ...{ block_15_total_insurable_hours: null, block_12_final_pay_period_ending_date: '2026-11-28' },
  });
  await world.paid();
  expect(await record('2026-11-20')).toMatchObject({ pp1_insurable_earnings: 2000, pp2_insurable_earnings: 2000 });
});

test('every payroll of a period that is not approved is waited for and named: off-cycle, a correction, one without figures yet', async () => {
  const world = await yearEnd();
  const { employee, assignment } = await world.hired({ rate: { ...SALARY, type: 'hourly', rate: '20' } });
  await world.populated();
  const record = () =>
    world.population('roe', {
      ...{ effective_date: '2026-11-30', employee_id: employee.id, first_day_worked: '2026-11-01' },
      last_day_for_which_paid: '2026-11-14',
    });
  const waiting = async (...payrolls: { id: string }[]) => {
    const { fields, unapproved_payrolls } = await record();
    expect(fields).toMatchObject({ pp1_insurable_earnings: null, block_15_total_insurable_hours: null });
    expect((unapproved_payrolls as { id: string }[]).map(({ id }) => id)).toEqual(payrolls.map(({ id }) => id));
    return unapproved_payrolls;
  };
  // No hours are entered yet.
  const [regular] = await world.drafts();
  expect(await waiting(regular!)).toEqual([
    { id: regular!.id, object: 'payroll', links: { self: `/payrolls/${regular!.id}` } },
  ]);
  await world.paid(regular);
  expect(await record()).toMatchObject({ fields: { pp1_insurable_earnings: 0 }, unapproved_payrolls: [] });
  const { pay_schedule_id } = regular!;
  const offCycle = await world.given.created('payroll', {
    ...{ pay_schedule_id, type: 'off_cycle', source_payroll_id: regular!.id, pay_date: '2026-11-27' },
  });
  const own = { work_assignment_id: assignment.id };
  const stub = await world.given.created('pay_stub', { payroll_id: offCycle.id, ...own });
  await waiting(offCycle);
  const bonus = { earning_type: 'bonus_discretionary', custom_amount: '300' };
  await world.given.created('earning_line_item', { pay_stub_id: stub.id, ...bonus });
  await world.populated();
  await waiting(offCycle);
  await world.paid(offCycle);
  const correction = await world.given.created('payroll', {
    ...{ pay_schedule_id, type: 'correction', pay_date: '2026-11-16' },
    ...{ period_start: '2026-11-01', period_end: '2026-11-14' },
  });
  await world.given.created('pay_stub', { payroll_id: correction.id, ...own });
  await world.populated();
  await waiting(correction);
  await world.paid(correction);
  expect(await record()).toMatchObject({ fields: { pp1_insurable_earnings: 300 }, unapproved_payrolls: [] });
});

test('a bonus of an off-cycle payroll counts in the period in which it is paid, a commission in the one that it is for', async () => {
  const world = await yearEnd();
  const { employee, assignment } = await world.hired({ rate: SALARY });
  await world.populated();
  const [first] = [await world.paid(), await world.paid(), await world.paid()];
  const apart = async (pay_date: string, ...lines: [earning_type: string, custom_amount: string][]) => {
    const of = { type: 'off_cycle', pay_schedule_id: first.pay_schedule_id, source_payroll_id: first.id };
    const payroll = await world.given.created('payroll', { ...of, pay_date });
    const own = { payroll_id: payroll.id, work_assignment_id: assignment.id };
    const stub = await world.given.created('pay_stub', own);
    for (const [earning_type, custom_amount] of lines)
      await world.given.created('earning_line_item', { pay_stub_id: stub.id, earning_type, custom_amount });
    await world.populated();
    await world.paid(payroll);
  };
  await apart('2026-12-08', ['bonus_discretionary', '300'], ['commission', '50'], ['retroactive_pay', '20']);
  const record = async (last_day_for_which_paid: string) => {
    const days = { first_day_worked: '2026-11-01', last_day_for_which_paid };
    const asked = { effective_date: '2026-12-31', employee_id: employee.id, ...days };
    const values = await world.populatedForm('roe', asked);
    const periods = [1, 2, 3].flatMap((n) => values[`pp${n}_insurable_earnings`] ?? []);
    return [...periods, values.block_17c_other_monies_1_code];
  };
  expect(await record('2026-12-12')).toEqual([2320, 2000, 2050, null]);
  await apart('2026-12-22', ['bonus_discretionary', '700'], ['vacation_pay', '80'], ['severance_pay', '4000']);
  // Behind the last period: other monies, and insurable with it, as is vacation pay that no time was taken for.
  expect(await record('2026-12-12')).toEqual([3100, 2000, 2050, 'E00']);
});

test('a last day that only a historical payroll is for is refused: such a record is entered by hand', async () => {
  const { world, refusal } = await employed();
  await world.given.created('payroll', {
    ...{ type: 'historical', pay_schedule_id: world.schedule.id, pay_date: '2026-11-06' },
    ...{ period_start: '2026-10-18', period_end: '2026-10-31' },
  });
  const issues = await refusal({ last_day_for_which_paid: '2026-10-30' });
  expect(issues).toMatchObject([{ path: 'last_day_for_which_paid' }]);
  expect(issues![0]!.text.en).toMatch(/historical payrolls do not count.*by hand$/);
});

test('pay of the record counts however late it is paid', async () => {
  const world = await yearEnd({ schedule: { pay_frequency: 'custom' } });
  const since = { effective_from: '2025-01-01' };
  const { employee, assignment } = await world.hired({
    rate: { ...SALARY, ...since, type: 'hourly', effective_to: '2025-01-18' },
    tax_properties: [{ ...since, type: 'ca::province_of_employment', value: 'ca_on' }],
  });
  const period = { period_start: '2025-01-05', period_end: '2025-01-18', custom_pay_frequency: 'bi-weekly' };
  for (const original_pay_date of ['2025-01-24', '2026-11-13']) {
    const payroll = await world.given.created('payroll', {
      ...{ ...period, original_pay_date, pay_schedule_id: world.schedule.id },
    });
    const stub = await world.given.created('pay_stub', { payroll_id: payroll.id, work_assignment_id: assignment.id });
    const commission = { earning_type: 'commission', custom_amount: '700' };
    await world.given.created('earning_line_item', { pay_stub_id: stub.id, ...commission });
    await world.populated();
    expect((await world.paid(payroll)).status).toBe('paid');
  }
  const days = { first_day_worked: '2025-01-05', last_day_for_which_paid: '2025-01-18' };
  const values = await world.populatedForm('roe', { effective_date: '2026-11-16', employee_id: employee.id, ...days });
  expect(values.block_15_total_insurable_earnings).toBe(1400);
});

test('a record that was amended says its days no longer: work after its new last day has one of its own', async () => {
  const { world, employee, assignment, populated } = await employed({ effective_to: '2026-11-04' });
  const form = (last: string, more: JsonObject = {}) =>
    world.given.created('form', {
      ...{ type: 'roe', owner_id: employee.id, effective_date: '2026-11-16', business_entity_id: world.employer.id },
      ...{ block_11_last_day_for_which_paid: last, ...more },
    });
  const original = await form('2026-11-08');
  await world.filed(original);
  const amendment = await form('2026-11-04', { stage: 'amendment', original_form_id: original.id });
  await world.filed(amendment);
  await world.given.created('pay_rate', {
    ...{ work_assignment_id: assignment.id, ...SALARY, effective_from: '2026-11-06', effective_to: '2026-11-14' },
  });
  expect(await populated()).toMatchObject({ block_10_first_day_worked: '2026-11-06' });
});

test('a record that is filled in again from other days keeps no period, holiday or money of the days before', async () => {
  const world = await yearEnd();
  const { employee, assignment } = await world.hired({ rate: SALARY });
  await world.populated();
  await world.paid();
  const [payroll] = await world.drafts();
  const [stub] = await world.stubs(payroll!, assignment);
  const line = (earning_type: string, more: JsonObject = {}) =>
    world.given.created('earning_line_item', { pay_stub_id: stub!.id, earning_type, custom_amount: '100', ...more });
  await line('statutory_holiday_pay', { custom_earned_on: '2026-11-20' });
  await line('severance_pay');
  await world.populated();
  await world.paid(payroll);
  const filled = (last_day_for_which_paid: string) =>
    world.populatedForm('roe', {
      ...{ effective_date: '2026-12-31', employee_id: employee.id, first_day_worked: '2026-11-01' },
      last_day_for_which_paid,
    });
  const owner = { type: 'roe', owner_id: employee.id, business_entity_id: world.employer.id };
  const record = await world.given.created('form', { ...owner, ...(await filled('2026-11-16')) });
  const again = await world.given.changed('form', record.id, await filled('2026-11-13'));
  const blocks = ({ values }: typeof record) => Object.keys(values).filter((key) => /^(pp\d|block_17)/.test(key));
  for (const key of ['pp2_insurable_earnings', 'block_17b_holiday_1_date', 'block_17c_other_monies_1_code'])
    expect(blocks(record)).toContain(key);
  expect(blocks(again)).toEqual(['pp1_insurable_earnings']);
});

test('comments of a population go with one that has none, and those that somebody entered stay', async () => {
  const world = await yearEnd();
  const { employee, assignment } = await world.hired({ rate: { ...SALARY, effective_to: '2026-11-14' } });
  await world.populated();
  await world.paid();
  const [payroll] = await world.drafts();
  const [stub] = await world.stubs(payroll!, assignment);
  // Holiday pay without a day has no place in block 17B.
  const pay = { pay_stub_id: stub!.id, custom_amount: '100' };
  for (const earning_type of ['statutory_holiday_pay', 'severance_pay'])
    await world.given.created('earning_line_item', { ...pay, earning_type });
  await world.populated();
  await world.paid(payroll);
  const filled = (last_day_for_which_paid: string) =>
    world.populatedForm('roe', {
      ...{ effective_date: '2026-12-31', employee_id: employee.id, first_day_worked: '2026-11-01' },
      last_day_for_which_paid,
    });
  const owner = { type: 'roe', owner_id: employee.id, business_entity_id: world.employer.id };
  const { id, values } = await world.given.created('form', { ...owner, ...(await filled('2026-11-13')) });
  expect(values.block_18_comments).toBe('17B 100');
  const after = async (more: JsonObject) => (await world.given.changed('form', id, more)).values.block_18_comments;
  // One box that is corrected is no population.
  expect(await after({ block_15_total_insurable_hours: 40 })).toBe('17B 100');
  expect(await after(await filled('2026-11-20'))).toBeUndefined();
  const own = { block_18_comments: '17B 100, called back in spring' };
  expect(await after({ ...(await filled('2026-11-13')), ...own })).toBe(own.block_18_comments);
  expect(await after(await filled('2026-11-20'))).toBe(own.block_18_comments);
});

test.each([
  // The second and the third payroll are for one period.
  ['once each', ['2026-08-02', '2026-08-30', '2026-08-30'], 'H', [300, 100]],
  // Nobody was paid in between: twelve weeks, four of which have no pay.
  ['with a gap', ['2026-08-02', '2026-09-27'], 'W', Array.from({ length: 12 }, (_, i) => (i < 8 ? 16.67 : 16.66))],
])('periods of four weeks of a custom schedule are told %s', async (_, starts, type, earned) => {
  const world = await yearEnd({ schedule: { pay_frequency: 'custom' } });
  const last = addDays(starts.at(-1)!, 27);
  const { employee, assignment } = await world.hired({
    rate: { ...SALARY, type: 'hourly', rate: '20', effective_from: '2026-08-03', effective_to: last },
  });
  for (const [i, period_start] of starts.entries()) {
    const payroll = await world.given.created('payroll', {
      ...{ pay_schedule_id: world.schedule.id, custom_pay_frequency: 'monthly', period_start },
      ...{ period_end: addDays(period_start, 27), original_pay_date: addDays('2026-11-25', i) },
    });
    const stub = await world.given.created('pay_stub', { payroll_id: payroll.id, work_assignment_id: assignment.id });
    await world.populated();
    const custom_amount = starts.length === 3 && i > 0 ? '150' : '100';
    await world.given.created('earning_line_item', { pay_stub_id: stub.id, earning_type: 'commission', custom_amount });
    await world.populated();
    await world.paid(payroll);
  }
  const values = await world.populatedForm('roe', { effective_date: '2026-12-31', employee_id: employee.id });
  const told = Array.from({ length: 53 }, (_, i) => values[`pp${i + 1}_insurable_earnings`] ?? []).flat();
  expect([values.block_6_pay_period_type, told]).toEqual([type, earned]);
});
