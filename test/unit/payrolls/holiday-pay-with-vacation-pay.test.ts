import { expect, test } from 'vitest';
import type { Operation } from '../../../src/kernel/definition/operation.ts';
import { explainStatutoryHolidayPay } from '../../../src/payrolls/explanations/holiday-pay-calculation.ts';
import { yearEnd } from '../../support/year-end.ts';

/** What accrues on commissions stays in the balance. */
const LATER = { type: 'earning', subtype: 'commission', percentage: '4', method: 'manual' };
/** On which nothing accrues here: what is entered stays in the balance too. */
const TIPS = { earning_type: 'gratuity', accrued_vacation_pay: '40' };

/**
 * Given Ontario, where a twentieth of the wages and the vacation pay of four weeks is due, when vacation pay is paid
 * with each pay, then that of the stub's own days before the holiday's week counts as that of earlier stubs does.
 */
test.each<[string, string, number, Record<string, string>, string?, string?]>([
  // Periods from Thursday to Wednesday: 17 and 18 December come before the week of Christmas, in its period; 18 days of
  // the four weeks do not. Vacation pay is 8.00 for each of the twenty days, also in that period, whose holiday has none
  // of it.
  ['per_period', '2026-11-18', 72, { '2026-12-25': '208', '2026-12-26': '208' }],
  // Vacation pay is not paid yet.
  ['manual', '2026-11-18', 72, { '2026-12-25': '200', '2026-12-26': '200' }],
  // From Sunday to Saturday, so that New Year's Day is in the period too. In its four weeks are 15 days of earlier stubs
  // and four of this one, and 8.32 of vacation pay with each of the holidays before it.
  ['per_period', '2026-11-21', 64, { '2026-12-25': '208', '2026-12-26': '208', '2027-01-01': '198.43' }],
  ['manual', '2026-11-21', 64, { '2026-12-25': '200', '2026-12-26': '200', '2027-01-01': '190' }],
  // What accrues on commissions and tips is kept for later: they were earned before the four weeks, on an earlier stub,
  // or behind them, on this one.
  ['per_period', '2026-11-18', 72, { '2026-12-25': '208', '2026-12-26': '208' }, '2026-11-19'],
  ['per_period', '2026-11-18', 72, { '2026-12-25': '208', '2026-12-26': '208' }, '2026-12-28'],
  // So much of earlier vacation pay in each pay is for all of its working days, and no matter of what accrues on them.
  ['per_period', '2026-11-18', 72, { '2026-12-25': '218', '2026-12-26': '218' }, undefined, '100'],
])(
  '%s, periods that end like %s: %i hours and %j, commission of %s, vacation pay of %s',
  async (vacation_pay_method, last, hours, amounts, day, amount) => {
    const world = await yearEnd({ schedule: { anchor_end_of_pay_period: last } });
    const { given } = world;
    const { assignment } = await world.hired();
    // 200.00 a day of the weeks that count.
    const rate = { type: 'hourly', rate: '25', expected_hours_per_week: '40', effective_from: '2026-01-01' };
    await given.created('pay_rate', { work_assignment_id: assignment.id, ...rate });
    const of = { work_assignment_id: assignment.id, effective_from: '2026-01-01' };
    await given.created('vacation_pay_setting', { ...of, percentage: '4', vacation_pay_method, overrides: [LATER] });
    if (amount)
      await given.created('earning', { ...of, earning_type: 'vacation_pay', frequency: 'per_payroll', amount });
    await given.created('tax_property', {
      ...{ owner_id: assignment.id, type: 'ca::statutory_holiday_pay', effective_from: '2026-01-01' },
      value: { calculate_entitlement: true, calculation_strategy: 'provincial_rules_only' },
    });
    await world.populated();
    const wagesOf = (stub: string) =>
      world.rows('earning_line_item').find((line) => line.pay_stub_id === stub && line.type === 'wage')!;
    for (;;) {
      const next = (await world.drafts())[0]!;
      const [stub] = await world.stubs(next);
      // Eight on each working day: Christmas Day is none, and New Year's Day neither.
      const custom_hours = next.period_end > '2026-12-25' ? String(hours) : '80';
      await given.changed('earning_line_item', wagesOf(stub!.id).id, { custom_hours });
      if (day && next.period_start <= day && day <= next.period_end) {
        const line = { pay_stub_id: stub!.id, custom_amount: '1000', custom_earned_on: day };
        await given.created('earning_line_item', { ...line, earning_type: 'commission' });
        await given.created('earning_line_item', { ...line, ...TIPS });
      }
      await world.populated();
      const paid = world
        .rows('earning_line_item')
        .filter((line) => line.pay_stub_id === stub!.id && line.type === 'statutory_holiday_pay');
      if (paid.length > 0) {
        expect(Object.fromEntries(paid.map((line) => [line.managed_earned_on, line.managed_amount]))).toEqual(amounts);
        const explained = async () => {
          const { body } = (await (explainStatutoryHolidayPay as Operation).run(
            world.call({ body: { pay_stub_id: stub!.id, configuration: {} } }),
          )) as { body: unknown };
          const { holidays } = (body as { data: { holidays: { date: string; amount: number }[] } }).data;
          return Object.fromEntries(holidays.map(({ date, amount }) => [date, String(amount)]));
        };
        expect(await explained()).toEqual(amounts);
        await world.paid(next);
        expect(await explained()).toEqual(amounts);
        return;
      }
      await world.paid(next);
    }
  },
);
