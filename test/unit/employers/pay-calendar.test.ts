import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addBusinessDays,
  movePayDate,
  resolvePayDayMovement,
  subtractBusinessDays,
} from '../../../src/calendar/business-days.ts';
import { bankHolidays } from '../../../src/calendar/holidays.ts';
import type { PayDateRules, PayPeriod } from '../../../src/calendar/pay-calendar.ts';
import {
  anchorStartOfPayPeriod,
  payDatesAboutAnchor,
  payPeriods,
  paysOfYear,
  periodsToGenerate,
} from '../../../src/calendar/pay-calendar.ts';
import type { PayFrequency, PayScheduleState } from '../../../src/calendar/pay-schedule.ts';
import { payScheduleProblems } from '../../../src/calendar/pay-schedule-problems.ts';
import { addDays, addMonths, dateFromDayNumber, dayNumber, isWeekend, yearOf } from '../../../src/values/dates.ts';

const schedule = (frequency: PayFrequency, more: Partial<PayScheduleState>): PayScheduleState => ({
  pay_frequency: frequency,
  anchor_pay_date: '2026-01-16',
  anchor_start_of_pay_period: null,
  anchor_end_of_pay_period: '2026-01-10',
  day_1: null,
  day_2: null,
  generate_payrolls_from: null,
  ...more,
});
const rules: PayDateRules = { movement: 'previous_business_day', province: 'ca_on' };
const of2026 = { from: '2026-01-01', to: '2026-12-31' };

const monthly = schedule('monthly', {
  anchor_pay_date: '2026-01-31',
  anchor_end_of_pay_period: '2026-01-31',
  day_1: -1,
});
const semiMonthly = schedule('semi-monthly', {
  anchor_pay_date: '2026-03-20',
  anchor_start_of_pay_period: '2026-03-01',
  anchor_end_of_pay_period: '2026-03-15',
  day_1: 20,
  day_2: 5,
});

describe('holiday 2: business days', () => {
  const ontario = bankHolidays('ca_on');

  it.each([
    ['2026-01-30', '2026-01-27'],
    ['2026-03-31', '2026-03-26'],
    ['2026-06-30', '2026-06-25'],
    ['2026-04-07', '2026-04-01'], // over Good Friday and a weekend
  ])('three before %s is %s', (payDate, debit) => {
    expect(subtractBusinessDays(payDate, 3, ontario)).toBe(debit);
  });

  it('counts forward from a holiday: four after 1 January 2024 is the 5th', () => {
    expect(addBusinessDays('2024-01-01', 4, ontario)).toBe('2024-01-05');
  });

  it('moves a pay date off weekends and holidays in the direction of the setting, and no other', () => {
    expect(movePayDate('2026-01-31', 'previous_business_day', ontario)).toBe('2026-01-30');
    expect(movePayDate('2026-01-31', 'next_business_day', ontario)).toBe('2026-02-02');
    expect(movePayDate('2026-02-16', 'next_business_day', ontario)).toBe('2026-02-17');
    expect(movePayDate('2026-02-16', 'next_business_day', bankHolidays('ca_qc'))).toBe('2026-02-16');
    expect(movePayDate('2026-03-20', 'previous_business_day', ontario)).toBe('2026-03-20');
  });

  it('takes the nearest setting that does not inherit, and the previous business day when all do', () => {
    expect(resolvePayDayMovement('inherit', 'next_business_day', 'previous_business_day')).toBe('next_business_day');
    expect(resolvePayDayMovement('inherit', 'inherit', null)).toBe('previous_business_day');
  });
});

describe('pay schedule 1, 2: pay periods', () => {
  it('runs a monthly schedule on the last day from the first to the last of each month', () => {
    const year = payPeriods(monthly, of2026, rules);
    expect(year).toHaveLength(12);
    expect(year[0]).toEqual({
      period_start: '2026-01-01',
      period_end: '2026-01-31',
      original_pay_date: '2026-01-31',
      pay_date: '2026-01-30',
      period_number: 1,
      regular_periods_count: 12,
      is_impacted_by_weekend_or_holiday: true,
      debit_date: '2026-01-27',
      approval_due_at: '2026-01-27T21:30:00.000000Z',
    });
    expect(year[2]).toMatchObject({ period_number: 3, pay_date: '2026-03-31', debit_date: '2026-03-26' });
    expect(year[2]!.approval_due_at).toBe('2026-03-26T20:30:00.000000Z');
    expect(year[1]).toMatchObject({ period_start: '2026-02-01', period_end: '2026-02-28' });
    expect(anchorStartOfPayPeriod(monthly)).toBe('2026-01-01');
  });

  it('runs a semi-monthly schedule between its two days, the second half paid in the next month', () => {
    const [first, second, third] = payPeriods(semiMonthly, of2026, rules);
    expect(first).toMatchObject({
      period_start: '2026-03-01',
      period_end: '2026-03-15',
      original_pay_date: '2026-03-20',
    });
    expect(second).toMatchObject({
      period_start: '2026-03-16',
      period_end: '2026-03-31',
      original_pay_date: '2026-04-05',
    });
    expect(second).toMatchObject({ pay_date: '2026-04-02', period_number: 7, regular_periods_count: 24 });
    expect(third).toMatchObject({
      period_start: '2026-04-01',
      period_end: '2026-04-15',
      original_pay_date: '2026-04-20',
    });
  });

  it('uses the last day of a shorter month: the 30th is the last day of February', () => {
    const state = schedule('semi-monthly', {
      anchor_pay_date: '2026-01-15',
      anchor_start_of_pay_period: '2025-12-31',
      anchor_end_of_pay_period: '2026-01-15',
      day_1: 15,
      day_2: 30,
    });
    const february = payPeriods(state, { from: '2026-02-01', to: '2026-02-28' }, rules);
    expect(february.map((p) => [p.period_start, p.period_end, p.original_pay_date])).toEqual([
      ['2026-01-31', '2026-02-15', '2026-02-15'],
      ['2026-02-16', '2026-02-28', '2026-02-28'],
    ]);
    expect(payPeriods(state, { from: '2026-03-01', to: '2026-03-16' }, rules)[0]!.period_start).toBe('2026-03-01');
  });

  it('counts 53 weekly and 27 bi-weekly pays in the years that have them', () => {
    const thursdays = schedule('weekly', { anchor_pay_date: '2026-01-08', anchor_end_of_pay_period: '2026-01-03' });
    // 2026 begins and ends on a Thursday, and New Year's Day moves the first one to the last day of 2025.
    expect(payPeriods(thursdays, of2026, rules)[0]).toMatchObject({ period_number: 1, regular_periods_count: 52 });
    expect(payPeriods(thursdays, of2026, rules).at(-1)).toMatchObject({ period_number: 52, pay_date: '2026-12-31' });
    expect(payPeriods(thursdays, of2026, { ...rules, movement: 'next_business_day' })[0]).toMatchObject({
      period_number: 2,
      regular_periods_count: 53,
    });
    const fridays = schedule('bi-weekly', { anchor_pay_date: '2026-01-02', anchor_end_of_pay_period: '2025-12-27' });
    const year = payPeriods(fridays, of2026, rules);
    // The 27th: 1 January 2027 is a holiday, so it is paid in 2026.
    expect(year).toHaveLength(27);
    expect(year[26]).toMatchObject({
      original_pay_date: '2027-01-01',
      pay_date: '2026-12-31',
      period_number: 27,
      regular_periods_count: 27,
    });
  });

  it('numbers by the place in the whole year also when the schedule begins inside it', () => {
    const late = schedule('weekly', { anchor_pay_date: '2026-06-05', anchor_end_of_pay_period: '2026-05-30' });
    expect(payPeriods(late, of2026, rules)[0]).toMatchObject({ pay_date: '2026-06-05', period_number: 23 });
  });

  it('gives nothing before the anchor, nothing for a custom schedule, and refuses an endless span', () => {
    expect(payPeriods(monthly, { from: '2020-01-01', to: '2026-01-29' }, rules)).toEqual([]);
    expect(payPeriods(schedule('custom', {}), of2026, rules)).toEqual([]);
    expect(payPeriods(monthly, { from: '2026-01-01', to: '2046-12-31' }, rules)).toHaveLength(21 * 12);
    expect(() => payPeriods(monthly, { from: '2026-12-31', to: '2047-01-01' }, rules)).toThrow(
      new RangeError('2026-12-31 to 2047-01-01 is more than 20 years'),
    );
  });

  it('lists what a schedule is missing', () => {
    const codes = (state: PayScheduleState) => payScheduleProblems(state).map(({ code }) => code);
    expect(codes(semiMonthly)).toEqual([]);
    expect(codes({ ...semiMonthly, anchor_start_of_pay_period: null })).toEqual(['anchor_start_missing']);
    expect(codes({ ...semiMonthly, day_2: null })).toEqual(['day_missing']);
    expect(codes({ ...semiMonthly, day_1: 30, day_2: -1 })).toEqual(['days_fall_together']);
    expect(codes({ ...monthly, day_1: null })).toEqual(['day_missing']);
    expect(codes({ ...monthly, day_1: 0 })).toEqual(['no_day_of_month']);
    expect(codes({ ...monthly, anchor_start_of_pay_period: '2026-02-01' })).toEqual(['period_ends_before_it_starts']);
    expect(codes({ ...monthly, anchor_start_of_pay_period: '2026-01-31' })).toEqual([]);
    expect(codes({ ...semiMonthly, day_1: null })).toEqual(['day_missing']);
    expect(codes(schedule('weekly', {}))).toEqual([]);
  });

  it.each([
    [-2, false],
    [-1, true],
    [0, false],
    [1, true],
    [1.5, false],
    [31, true],
    [32, false],
  ])('day %d of the month is one: %s', (day, isOne) => {
    expect(payScheduleProblems({ ...monthly, day_1: day })).toEqual(
      isOne ? [] : [{ member: 'day_1', code: 'no_day_of_month' }],
    );
  });

  it('pays on day_1 of the month, whichever day the anchor of a short month is', () => {
    const anchored = { anchor_pay_date: '2026-02-28', anchor_end_of_pay_period: '2026-02-28' };
    const original = (day_1: number) =>
      payPeriods(schedule('monthly', { ...anchored, day_1 }), { from: '2026-02-01', to: '2026-04-30' }, rules).map(
        ({ original_pay_date }) => original_pay_date,
      );
    expect(original(-1)).toEqual(['2026-02-28', '2026-03-31', '2026-04-30']);
    expect(original(30)).toEqual(['2026-02-28', '2026-03-30', '2026-04-30']);
    expect(original(28)).toEqual(['2026-02-28', '2026-03-28', '2026-04-28']);
  });

  it('has no periods of a semi-monthly schedule that is missing something, and says what', () => {
    expect(() => payPeriods({ ...semiMonthly, day_2: null }, of2026, rules)).toThrow(
      new RangeError('not a semi-monthly schedule: day_missing'),
    );
  });

  it('begins the first period of a semi-monthly schedule behind the one before, whatever is given', () => {
    const long = { anchor_start_of_pay_period: '2026-02-01', anchor_end_of_pay_period: '2026-03-20' };
    expect(anchorStartOfPayPeriod({ ...semiMonthly, ...long })).toBe('2026-03-01');
  });

  it('names the pay dates about an anchor on which it does not pay, beyond what weekends and holidays move', () => {
    const about = (anchor_pay_date: string) => payDatesAboutAnchor({ ...semiMonthly, anchor_pay_date });
    expect([about('2026-03-16'), about('2026-03-20'), about('2026-03-24')]).toEqual([undefined, undefined, undefined]);
    expect(about('2026-03-15')).toEqual(['2026-03-05', '2026-03-20']);
    expect(about('2026-03-25')).toEqual(['2026-03-20', '2026-04-05']);
    expect(payDatesAboutAnchor({ ...monthly, anchor_pay_date: '2026-01-15' })).toEqual(['2025-12-31', '2026-01-31']);
    expect(payDatesAboutAnchor({ ...monthly, anchor_pay_date: '2026-03-02' })).toBeUndefined();
    for (const frequency of ['weekly', 'bi-weekly', 'custom'] as const)
      expect(payDatesAboutAnchor(schedule(frequency, {}))).toBeUndefined();
  });

  it('knows the first day of a custom schedule only where it is given', () => {
    const custom = schedule('custom', {});
    expect(anchorStartOfPayPeriod(custom)).toBeNull();
    expect(anchorStartOfPayPeriod({ ...custom, anchor_start_of_pay_period: '2026-01-04' })).toBe('2026-01-04');
    expect(anchorStartOfPayPeriod(semiMonthly)).toBe('2026-03-01');
    expect(anchorStartOfPayPeriod(schedule('weekly', {}))).toBe('2026-01-04');
    expect(anchorStartOfPayPeriod(schedule('bi-weekly', {}))).toBe('2025-12-28');
  });
});

describe('what must exist of a calendar', () => {
  it('pay schedule 8: generates from today to the end of the year, or from the given intended date on', () => {
    const now = { today: '2026-10-15', last_approved_pay_date: null };
    expect(periodsToGenerate(monthly, now, rules).map((p) => p.period_number)).toEqual([10, 11, 12]);
    const preview = { ...monthly, generate_payrolls_from: '2026-01-31' };
    expect(periodsToGenerate(preview, now, rules).map((p) => p.period_number)).toHaveLength(12);
    const approved = { today: '2026-10-15', last_approved_pay_date: '2027-01-29' };
    expect(periodsToGenerate(monthly, approved, rules).at(-1)!.pay_date).toBe('2027-12-31');
    const early = { today: '2025-12-30', last_approved_pay_date: null };
    expect(periodsToGenerate(monthly, early, rules)).toHaveLength(12);
  });

  it('reaches into the next year from December on, since its first payrolls are due for approval before it begins', () => {
    const weekly = schedule('weekly', { anchor_pay_date: '2026-01-07', anchor_end_of_pay_period: '2025-12-27' });
    const on = (today: string) => periodsToGenerate(weekly, { today, last_approved_pay_date: null }, rules);
    expect(on('2026-11-30').at(-1)).toMatchObject({ pay_date: '2026-12-30' });
    const first = on('2026-12-01').find(({ pay_date }) => pay_date > '2026-12-31');
    expect(first).toMatchObject({ pay_date: '2027-01-06', approval_due_at: '2026-12-31T21:30:00.000000Z' });
    expect(on('2026-12-01').at(-1)).toMatchObject({ pay_date: '2027-12-29' });
  });

  it.each([
    ['from today on', null],
    ['from before it', '2026-01-02'],
  ])('however long nobody approves, there are no more than four years of payrolls: %s', (_, from) => {
    const weekly = schedule('weekly', { anchor_pay_date: '2026-01-02', anchor_end_of_pay_period: '2025-12-27' });
    const state = { ...weekly, generate_payrolls_from: from };
    let drafts: readonly PayPeriod[] = [];
    for (let year = 2026; year <= 2060; year++) {
      const now = { today: `${year}-01-01`, last_approved_pay_date: null, drafts };
      drafts = periodsToGenerate(state, now, rules);
      expect(drafts.length).toBeLessThanOrEqual(212);
    }
    expect(drafts.at(-1)!.pay_date.slice(0, 4)).toBe('2029');
  });

  it.each([
    ['is anchored anew', { anchor_pay_date: '2031-06-06', anchor_end_of_pay_period: '2031-05-31' }],
    ['is to begin on a day', { generate_payrolls_from: '2031-06-06' }],
  ])('a schedule that nobody used for years goes on where it %s', (_, change) => {
    const weekly = schedule('weekly', { anchor_pay_date: '2026-01-02', anchor_end_of_pay_period: '2025-12-27' });
    const paused = { today: '2031-06-02', last_approved_pay_date: '2026-01-23', drafts: [] };
    const unpaid = periodsToGenerate(weekly, paused, rules);
    expect([unpaid[0]!.pay_date, unpaid.at(-1)!.pay_date]).toEqual(['2026-01-30', '2029-12-28']);
    for (const drafts of [unpaid, []]) {
      const periods = periodsToGenerate({ ...weekly, ...change }, { ...paused, drafts }, rules);
      expect([periods[0]!.pay_date, periods.at(-1)!.pay_date]).toEqual(['2031-06-06', '2031-12-24']);
    }
  });

  it('the day from which payrolls are made holds when it has passed, also where nothing is made of days that have', () => {
    const weekly = schedule('weekly', { anchor_pay_date: '2026-01-02', anchor_end_of_pay_period: '2025-12-27' });
    const state = { ...weekly, generate_payrolls_from: '2026-07-03' };
    const now = { last_approved_pay_date: '2026-01-23', is_past_left: true };
    const made = periodsToGenerate(state, { ...now, today: '2026-07-10' }, rules);
    // Unpaid, and not of what was skipped.
    expect(made[0]!.pay_date).toBe('2026-07-03');
    const later = periodsToGenerate(state, { ...now, last_approved_pay_date: null, today: '2026-07-11' }, rules);
    expect(later[0]!.pay_date).toBe('2026-07-17');
  });

  it('continues as long as payrolls are approved, and does not read all earlier ones', () => {
    const weekly = schedule('weekly', { anchor_pay_date: '2026-01-02', anchor_end_of_pay_period: '2025-12-27' });
    const state = { ...weekly, generate_payrolls_from: '2026-01-02' };
    for (let year = 2026; year <= 2060; year++) {
      const now = { today: `${year}-03-01`, last_approved_pay_date: `${year}-02-26`, drafts: [] };
      const periods = periodsToGenerate(state, now, rules);
      expect(periods.at(-1)!.pay_date.slice(0, 4)).toBe(String(year));
      expect(periods.length).toBeLessThanOrEqual(6 * 53);
    }
  });

  it('takes any dates: an anchor decades away has no payrolls yet, or those of the present', () => {
    const now = { today: '2026-03-01', last_approved_pay_date: null };
    const anchored = (date: string) =>
      schedule('weekly', { anchor_pay_date: date, anchor_end_of_pay_period: addDays(date, -6) });
    expect(periodsToGenerate(anchored('2140-01-06'), now, rules)).toEqual([]);
    expect(periodsToGenerate(anchored('1930-01-06'), now, rules)).toHaveLength(44);
    const back = { ...anchored('1930-01-06'), generate_payrolls_from: '1930-01-06' };
    expect(periodsToGenerate(back, now, rules).length).toBeLessThanOrEqual(212);
  });

  it('counts the pays that are paid in a year, whatever numbers they have by their intended days', () => {
    const firsts = schedule('semi-monthly', {
      anchor_pay_date: '2026-01-01',
      anchor_start_of_pay_period: '2025-12-16',
      anchor_end_of_pay_period: '2025-12-31',
      day_1: 1,
      day_2: 15,
    });
    expect(paysOfYear(firsts, '2026-01-15', rules)).toEqual({ place: 1, count: 24, period_number: 2 });
    expect(paysOfYear(firsts, '2026-12-31', rules)).toEqual({ place: 24, count: 24, period_number: 1 });
    // The last day of 2028 is a Sunday: who moves it on pays it in 2029.
    const lasts = schedule('monthly', {
      anchor_pay_date: '2026-01-31',
      anchor_end_of_pay_period: '2026-01-31',
      day_1: -1,
    });
    const on = { ...rules, movement: 'next_business_day' as const };
    expect(paysOfYear(lasts, '2028-12-31', on)).toEqual({ place: 11, count: 11, period_number: 11 });
    expect(paysOfYear(lasts, '2029-01-02', on)).toEqual({ place: 1, count: 13, period_number: 12 });
  });
});

const anySchedule = fc
  .record({
    frequency: fc.constantFrom<PayFrequency>('weekly', 'bi-weekly', 'semi-monthly', 'monthly'),
    end: fc.integer({ min: dayNumber('2020-01-01'), max: dayNumber('2032-12-31') }).map(dateFromDayNumber),
    lag: fc.integer({ min: -10, max: 25 }),
    day: fc.integer({ min: 1, max: 28 }),
    gap: fc.integer({ min: 5, max: 20 }),
  })
  .map(({ frequency, end, lag, day, gap }) => {
    const start = addDays(end, -gap);
    const days = { day_1: day, day_2: day > 14 ? day - 13 : day === 14 ? -1 : day + 14 };
    return schedule(frequency, {
      anchor_end_of_pay_period: end,
      anchor_pay_date: addDays(end, lag),
      anchor_start_of_pay_period: frequency === 'semi-monthly' ? start : null,
      ...(frequency === 'monthly' || frequency === 'semi-monthly' ? days : {}),
    });
  })
  .filter((state) => payScheduleProblems(state).length === 0);

const anyRules = fc.record({
  movement: fc.constantFrom('previous_business_day' as const, 'next_business_day' as const),
  province: fc.constantFrom('ca_on' as const, 'ca_qc' as const, 'ca_nl' as const, null),
});

describe('any calendar', () => {
  it('has no gaps: each period begins the day after the one before it ends, and none is empty', () => {
    fc.assert(
      fc.property(anySchedule, anyRules, (state, how) => {
        const from = addDays(state.anchor_pay_date, -40);
        const periods = payPeriods(state, { from, to: addMonths(from, 60) }, how);
        expect(periods.length).toBeGreaterThan(50);
        expect(periods[0]!.period_end).toBe(state.anchor_end_of_pay_period);
        for (const [index, period] of periods.entries()) {
          expect(period.period_start <= period.period_end).toBe(true);
          const next = periods[index + 1];
          if (next) expect(next.period_start).toBe(addDays(period.period_end, 1));
          if (next) expect(next.pay_date >= period.pay_date).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('pays on business days, debits three business days earlier, and marks moved dates', () => {
    fc.assert(
      fc.property(anySchedule, anyRules, (state, how) => {
        const holidays = bankHolidays(how.province);
        const span = { from: state.anchor_pay_date, to: addMonths(state.anchor_pay_date, 14) };
        for (const period of payPeriods(state, span, how)) {
          expect(isWeekend(period.pay_date) || holidays(period.pay_date)).toBe(false);
          expect(addBusinessDays(period.debit_date, 3, holidays)).toBe(period.pay_date);
          expect(period.is_impacted_by_weekend_or_holiday).toBe(period.pay_date !== period.original_pay_date);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('numbers the pays of every whole year from 1', () => {
    fc.assert(
      fc.property(anySchedule, anyRules, (state, how) => {
        const byIntent = state.pay_frequency === 'monthly' || state.pay_frequency === 'semi-monthly';
        const first = yearOf(state.anchor_pay_date) + 1;
        const span = { from: `${first - 1}-12-01`, to: `${first + 6}-01-31` };
        const periods = payPeriods(state, span, how);
        for (let year = first; year < first + 6; year++) {
          const own = periods.filter((p) => yearOf(byIntent ? p.original_pay_date : p.pay_date) === year);
          const count = own[0]!.regular_periods_count;
          expect(own.map((p) => p.period_number)).toEqual(Array.from({ length: count }, (_, i) => i + 1));
          expect(new Set(own.map((p) => p.regular_periods_count)).size).toBe(1);
          const allowed = { weekly: [52, 53], 'bi-weekly': [26, 27], 'semi-monthly': [24], monthly: [12], custom: [] };
          expect(allowed[state.pay_frequency]).toContain(count);
        }
      }),
      { numRuns: 60 },
    );
  });
});
