import { expect, test } from 'vitest';
import type { JsonObject } from '../../../src/values/json.ts';
import { SALARY, SCHEDULE } from '../../support/payroll-world.ts';
import { yearEnd } from '../../support/year-end.ts';

/** Given work that has ended, when a record of employment is asked for, then what records say of its end is in it. */

/** Somebody who was paid for the period up to 14 November, with a number, and an account that the work is enrolled in. */
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
