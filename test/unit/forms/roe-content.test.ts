import fc from 'fast-check';
import { expect, test } from 'vitest';
import { roeContent } from '../../../src/forms/roe/content.ts';
import type { PaidBy, Span } from '../../../src/forms/roe/periods.ts';
import type { RoeEarning, RoeStub } from '../../../src/forms/roe/stub.ts';
import { addDays, addMonths, endOfMonth } from '../../../src/values/dates.ts';
import { sum, toCents, toText } from '../../../src/values/money.ts';

/** Periods of so many days from a day on. */
const every = (days: number, start: string, count: number): Span[] =>
  Array.from({ length: count }, (_, i) => ({
    start: addDays(start, i * days),
    end: addDays(start, i * days + days - 1),
  }));

const biweekly = (start: string, count: number): PaidBy => ({
  pay_frequency: 'bi-weekly',
  periods: every(14, start, count),
});
const weekly = (start: string, count: number): PaidBy => ({ pay_frequency: 'weekly', periods: every(7, start, count) });
const monthly = (start: string, count: number): PaidBy => ({
  pay_frequency: 'monthly',
  periods: Array.from({ length: count }, (_, i) => ({
    start: addMonths(start, i),
    end: endOfMonth(addMonths(start, i)),
  })),
});
const halvesOfMonths = (count: number): Span[] =>
  monthly('2024-01-01', count / 2).periods.flatMap(({ start, end }) => [
    { start, end: addDays(start, 14) },
    { start: addDays(start, 15), end },
  ]);

const wage = (amount: string, hours: string | null, type = 'wage'): RoeEarning => ({
  type,
  amount,
  hours,
  is_insurable: true,
  earned_on: null,
});
const stub = ({ start, end }: Span, insurable_earnings: string, earnings: RoeEarning[] = []): RoeStub => ({
  period_start: start,
  period_end: end,
  insurable_earnings,
  earnings,
});

/** What periods that are all known come to. */
const centsOf = (amounts: readonly (string | null)[]): string => toCents(sum(amounts.map((amount) => amount!)));

// 2026-01-04 is a Sunday.
const START = '2026-01-04';
const NOTHING_PAID = { first_day_worked: START, last_day_for_which_paid: '2026-01-31', stubs: [] };

test('periods are listed from the last one back, with 0 for those without earnings, and their hours are added up', () => {
  const schedule = biweekly(START, 10);
  const [first, , third, fourth] = schedule.periods;
  const content = roeContent({
    schedules: [schedule],
    first_day_worked: '2026-01-06',
    last_day_for_which_paid: '2026-02-20',
    stubs: [
      stub(first!, '1600', [wage('1600', '80')]),
      stub(third!, '1700.5', [wage('1700.5', '82.25')]),
      stub(fourth!, '800', [wage('800', '40')]),
    ],
  });
  expect(content.block_6_pay_period_type).toBe('B');
  expect(content.block_12_final_pay_period_ending_date).toBe('2026-02-28');
  expect(content.insurable_earnings).toEqual(['800', '1700.5', '0', '1600']);
  expect(content.block_15_total_insurable_hours).toBe('202.25');
  expect(content.block_15_total_insurable_earnings).toBe('4100.5');
});

test('pay that is not approved leaves its period open; spread over weeks it leaves all of them open', () => {
  const schedule = biweekly(START, 3);
  const days = { first_day_worked: START, last_day_for_which_paid: '2026-02-14' };
  const [first, second, third] = schedule.periods;
  const draft = (period: Span) => ({ ...stub(period, '1600'), payroll_id: period.start });
  const paid = [stub(first!, '1600'), stub(third!, '800')];
  const input = { ...days, schedules: [schedule], stubs: paid, drafts: [draft(second!)] };
  expect(roeContent(input)).toMatchObject({
    insurable_earnings: ['800', null, '1600'],
    unapproved_payrolls: [second!.start],
    block_15_total_insurable_hours: null,
    block_15_total_insurable_earnings: null,
  });
  // Of before the record.
  const before = { start: '2025-12-21', end: '2026-01-03' };
  expect(roeContent({ ...input, drafts: [draft(before)] })).toMatchObject({
    block_15_total_insurable_earnings: '2400',
    unapproved_payrolls: [],
  });
  const irregular: PaidBy = { pay_frequency: 'custom', periods: schedule.periods.toSpliced(1, 1) };
  expect(roeContent({ ...input, schedules: [irregular] }).insurable_earnings).toEqual(Array(6).fill(null));
});

test('each type of pay period has the number of periods that Service Canada requires, and fewer in block 15B', () => {
  const cases: [PaidBy, string, number, number][] = [
    [weekly(START, 80), 'W', 53, 27],
    [biweekly(START, 40), 'B', 27, 14],
    [monthly('2024-01-01', 30), 'M', 13, 7],
    [{ pay_frequency: 'custom', periods: every(28, START, 20) }, 'H', 14, 7],
    // Periods of a custom schedule that are alike are those of any other.
    [{ pay_frequency: 'custom', periods: every(7, START, 80) }, 'W', 53, 27],
    [{ pay_frequency: 'custom', periods: every(14, START, 40) }, 'B', 27, 14],
    [{ pay_frequency: 'custom', periods: halvesOfMonths(60) }, 'S', 25, 13],
    [{ ...monthly('2024-01-01', 30), pay_frequency: 'custom' }, 'M', 13, 7],
  ];
  for (const [schedule, type, periods, earnings] of cases) {
    const { periods: all } = schedule;
    const content = roeContent({
      schedules: [schedule],
      first_day_worked: all[0]!.start,
      last_day_for_which_paid: all.at(-1)!.end,
      stubs: all.map((period) => stub(period, '100')),
    });
    expect(content.block_6_pay_period_type).toBe(type);
    expect(content.insurable_earnings).toHaveLength(periods);
    expect(content.block_15_total_insurable_earnings).toBe(String(earnings * 100));
  }
});

test('semi-monthly and monthly pay that does not end with the month is not standard', () => {
  const periods = [
    { start: '2026-01-06', end: '2026-01-20' },
    { start: '2026-01-21', end: '2026-02-05' },
  ];
  const of = (schedule: PaidBy) =>
    roeContent({
      schedules: [schedule],
      first_day_worked: '2026-01-06',
      last_day_for_which_paid: '2026-02-05',
      stubs: [],
    });
  expect(of({ pay_frequency: 'semi-monthly', periods }).block_6_pay_period_type).toBe('E');
  expect(
    of({ pay_frequency: 'monthly', periods: [{ start: '2026-01-06', end: '2026-02-05' }] }).block_6_pay_period_type,
  ).toBe('O');
});

test('forms, rule 5: schedules whose periods align are reported in the longer periods, and others in weeks of equal amounts', () => {
  const long = biweekly(START, 4);
  const inStep = weekly(START, 8);
  const stubs = [...long.periods.map((p) => stub(p, '1000')), ...inStep.periods.map((p) => stub(p, '100'))];
  const days = { first_day_worked: START, last_day_for_which_paid: addDays(START, 55) };
  const longer = roeContent({ schedules: [long, inStep], ...days, stubs });
  expect(longer.block_6_pay_period_type).toBe('B');
  expect(longer.insurable_earnings).toEqual(['1200', '1200', '1200', '1200']);
  const outOfStep = biweekly(addDays(START, 3), 4);
  const averaged = roeContent({
    schedules: [long, outOfStep],
    ...days,
    stubs: [...long.periods, ...outOfStep.periods.slice(0, 3)].map((p) => stub(p, '1000.01')),
  });
  expect(averaged.block_6_pay_period_type).toBe('W');
  expect(averaged.block_12_final_pay_period_ending_date).toBe('2026-02-28');
  expect(averaged.insurable_earnings).toHaveLength(8);
  expect(centsOf(averaged.insurable_earnings)).toBe('7000.07');
});

test('in weeks, pay of a period that began before the oldest of them counts by its days in them', () => {
  // Fifty-three weeks back from Saturday 2026-01-03 begin on 2024-12-29: three days of that December are in them.
  const months = monthly('2024-09-01', 16);
  const days = { first_day_worked: '2024-09-01', last_day_for_which_paid: '2025-12-31' };
  const stubs = months.periods.map((p) => stub(p, '3100', [wage('3100', '155')]));
  const content = roeContent({ schedules: [months, biweekly('2024-09-01', 35)], ...days, stubs });
  expect(content.insurable_earnings).toHaveLength(53);
  expect(centsOf(content.insurable_earnings)).toBe('37500.00');
  expect(content.block_15_total_insurable_hours).toBe('1875');
  // A period that was not worked from its first day on has fewer days to share.
  const later = { ...days, first_day_worked: '2024-12-22' };
  const { insurable_earnings } = roeContent({
    ...{ schedules: [months, biweekly('2024-09-01', 35)], ...later, stubs: stubs.slice(3, 4) },
  });
  expect(centsOf(insurable_earnings)).toBe('930.00');
});

test('in weeks, pay is not spread over those before the first pay period: historical payrolls, or none, paid them', () => {
  const schedule = biweekly(START, 4);
  const days = { first_day_worked: addDays(START, -700), last_day_for_which_paid: addDays(START, 55) };
  const stubs = schedule.periods.map((p) => stub(p, '1000'));
  const { insurable_earnings } = roeContent({ schedules: [schedule, biweekly(addDays(START, 3), 4)], ...days, stubs });
  expect(insurable_earnings).toEqual(Array(8).fill('500'));
});

test('a holiday that was worked counts the greater of its hours and those worked, and one behind final work counts none', () => {
  const schedule = biweekly(START, 2);
  const [first, second] = schedule.periods;
  const holiday = (hours: string, earned_on: string) => ({ ...wage('160', hours, 'statutory_holiday_pay'), earned_on });
  const stubs = [
    stub(first!, '1500', [
      wage('1100', '55'),
      holiday('8', '2026-01-07'),
      { ...wage('200', '10'), earned_on: '2026-01-07' },
      holiday('7', '2026-01-08'),
      { ...wage('40', '2'), earned_on: '2026-01-08' },
    ]),
    stub(second!, '160', [holiday('8', '2026-01-26')]),
  ];
  const hours = (is_final: boolean) =>
    roeContent({
      ...{ schedules: [schedule], first_day_worked: START, last_day_for_which_paid: '2026-01-22', is_final, stubs },
    }).block_15_total_insurable_hours;
  expect(hours(false)).toBe('80');
  expect(hours(true)).toBe('72');
});

test('work that changed to pay of another frequency is reported in weeks with all earnings, unless the longer periods have all of it', () => {
  const former = biweekly(START, 2);
  const present = weekly(addDays(START, 28), 4);
  const stubs = [...former.periods.map((p) => stub(p, '1000')), ...present.periods.map((p) => stub(p, '500'))];
  const days = { first_day_worked: START, last_day_for_which_paid: addDays(START, 55) };
  const reported = (...schedules: PaidBy[]) => {
    const { block_6_pay_period_type, insurable_earnings } = roeContent({ schedules, ...days, stubs });
    return [block_6_pay_period_type, ...insurable_earnings];
  };
  expect(reported(former, present)).toEqual(['W', ...Array(8).fill('500')]);
  expect(reported(weekly(START, 4), biweekly(addDays(START, 28), 2))).toEqual(['W', ...Array(8).fill('500')]);
  // The former schedule goes on for others.
  expect(reported(biweekly(START, 4), present)).toEqual(['B', ...Array(4).fill('1000')]);
});

test('insurable pay after the last period counts in it; separation payments are in block 17', () => {
  const schedule = biweekly(START, 10);
  const [first, second, third] = schedule.periods;
  const content = roeContent({
    schedules: [schedule],
    first_day_worked: START,
    last_day_for_which_paid: '2026-01-29',
    stubs: [
      stub(first!, '1600', [wage('1600', '80')]),
      stub(second!, '2500', [
        wage('1600', '72'),
        wage('900', '40', 'in_lieu_wages'),
        wage('5000', null, 'severance_pay'),
      ]),
      stub(third!, '600', [
        wage('500', '30', 'vacation_pay_employee_terminated'),
        wage('100', null, 'bonus_discretionary'),
        { ...wage('160', '8', 'statutory_holiday_pay'), earned_on: '2026-02-16' },
      ]),
    ],
  });
  expect(content.insurable_earnings).toEqual(['3100', '1600']);
  // Pay in lieu of notice and paid out vacation stand for no hours; the holiday does.
  expect(content.block_15_total_insurable_hours).toBe('160');
  expect(content.vacation_pay).toEqual({ code: '2', amount: '500', start: null, end: null });
  expect(content.holidays).toEqual([{ date: '2026-02-16', amount: '160' }]);
  expect(content.other_monies).toEqual([
    { code: 'E00', amount: '5000' },
    { code: 'Y00', amount: '900' },
    { code: 'B11', amount: '100' },
  ]);
});

test('block 17A has leave and yearly vacation pay after the last day with their dates, and no vacation pay that was included in each pay', () => {
  const schedule = biweekly(START, 10);
  const [first, , third] = schedule.periods;
  const of = (...earnings: RoeEarning[]) =>
    roeContent({
      schedules: [schedule],
      first_day_worked: START,
      last_day_for_which_paid: '2026-01-17',
      stubs: [stub(first!, '1600', [wage('64', null, 'vacation_pay')]), stub(third!, '900', earnings)],
    });
  const on = (earned_on: string, amount: string, type: string) => ({ ...wage(amount, null, type), earned_on });
  expect(of(wage('60', null, 'vacation_pay')).vacation_pay).toBeNull();
  // A leave of some days, and one of a whole period that says none.
  const some = of(
    on('2026-02-03', '100', 'vacation_pay_time_taken'),
    on('2026-02-05', '100', 'vacation_pay_time_taken'),
  );
  expect(some.vacation_pay).toEqual({ code: '3', amount: '200', start: '2026-02-03', end: '2026-02-05' });
  expect(of(wage('900', '80', 'vacation_pay_time_taken')).vacation_pay).toEqual({
    code: '3',
    amount: '900',
    start: third!.start,
    end: third!.end,
  });
  expect(of(on('2026-02-10', '700', 'vacation_pay_no_time_taken')).vacation_pay).toEqual({
    code: '4',
    amount: '700',
    start: '2026-02-10',
    end: null,
  });
  // What the record has no room for, and a holiday without a day, is told with its block.
  const both = of(
    wage('300', null, 'vacation_pay_employee_terminated'),
    on('2026-02-10', '700', 'vacation_pay_no_time_taken'),
    wage('120', null, 'statutory_holiday_pay'),
    on('2026-02-16', '130', 'statutory_holiday_pay'),
  );
  expect(both.vacation_pay).toMatchObject({ code: '4', amount: '700' });
  expect(both.holidays).toEqual([{ date: '2026-02-16', amount: '130' }]);
  expect(both.unreported).toEqual([
    { block: '17A', code: '2', amount: '300' },
    { block: '17B', code: null, amount: '120' },
  ]);
});

test('vacation pay with hours is of time that was taken: its hours count, and behind the last day it is a leave', () => {
  const schedule = biweekly(START, 10);
  const [first, second] = schedule.periods;
  const record = (...behind: RoeEarning[]) =>
    roeContent({
      schedules: [schedule],
      first_day_worked: START,
      last_day_for_which_paid: '2026-01-17',
      stubs: [
        stub(first!, '1680', [wage('800', '40'), wage('800', '40', 'vacation_pay'), wage('80', null, 'vacation_pay')]),
        ...(behind.length > 0 ? [stub(second!, '160', behind)] : []),
      ],
    });
  expect(record()).toMatchObject({ block_15_total_insurable_hours: '80', vacation_pay: null });
  expect(record({ ...wage('160', '8', 'vacation_pay'), earned_on: '2026-01-20' })).toMatchObject({
    block_15_total_insurable_hours: '88',
    vacation_pay: { code: '3', amount: '160', start: '2026-01-20', end: '2026-01-20' },
  });
});

test('pay that has no hours at all, as of commissions alone, leaves block 15A to who knows them', () => {
  const schedule = biweekly(START, 10);
  const [first, second] = schedule.periods;
  const hoursOf = (...earnings: RoeEarning[]) =>
    roeContent({
      schedules: [schedule],
      first_day_worked: START,
      last_day_for_which_paid: '2026-01-31',
      stubs: [
        stub(first!, '700', [wage('700', null, 'commission')]),
        ...earnings.map((one) => stub(second!, '0', [one])),
      ],
    }).block_15_total_insurable_hours;
  expect(hoursOf()).toBeNull();
  // Hours that somebody enters with a commission were worked for it; of a salary that goes on they are of paid leave.
  expect(hoursOf(wage('300', '31.5', 'commission'))).toBe('31.5');
  expect(hoursOf(wage('1000', '40', 'salary_continuance'))).toBe('40');
  const hoursBehind = (...earnings: RoeEarning[]) =>
    roeContent({
      ...NOTHING_PAID,
      schedules: [schedule],
      stubs: [stub(first!, toText(sum(earnings.map(({ amount }) => amount))), earnings)],
    }).block_15_total_insurable_hours;
  expect(hoursBehind()).toBe('0');
  // What no time was worked or taken for has none, and that is known: as of who leaves after a year without pay.
  const paidOut = ['vacation_pay_employee_terminated', 'vacation_pay', 'bonus_discretionary', 'in_lieu_wages'];
  const earnings = paidOut.map((type) => wage('500', null, type));
  expect(hoursBehind(...earnings)).toBe('0');
  expect(hoursBehind(...earnings, wage('300', null))).toBeNull();
});

test('block 17 adds up what is paid in the final period and behind it, and has no ordinary pay and nothing below zero', () => {
  const schedule = biweekly(START, 8);
  const [, , third, final, after, later] = schedule.periods;
  const holiday = (earned_on: string | null, amount: string) => ({
    ...wage(amount, null, 'statutory_holiday_pay'),
    earned_on,
  });
  const content = roeContent({
    schedules: [schedule],
    first_day_worked: START,
    last_day_for_which_paid: '2026-02-20',
    stubs: [
      // Of a period before the final one.
      stub(third!, '1600', [wage('999', null, 'severance_pay'), wage('77', null, 'vacation_pay_employee_terminated')]),
      stub(final!, '1600', [
        wage('500', null, 'severance_pay'),
        wage('300', null, 'bonus_discretionary'),
        wage('100', null, 'vacation_pay_employee_terminated'),
        // The last day itself is no day behind it; a holiday without a day is of the period.
        holiday('2026-02-20', '111'),
        holiday(null, '70'),
      ]),
      stub(after!, '0', [
        wage('250.25', null, 'severance_pay'),
        wage('40', null, 'bonus_discretionary'),
        wage('10', null, 'bonus_non_discretionary'),
        wage('30', null, 'retiring_allowance'),
        wage('5', null, 'supplemental_unemployment'),
        wage('-20', null, 'in_lieu_wages'),
        holiday('2026-04-06', '90'),
        holiday('2026-04-03', '80'),
        holiday('2026-05-18', '-5'),
        holiday(null, '60'),
      ]),
      stub(later!, '0', [
        wage('50.5', null, 'vacation_pay_employee_terminated'),
        wage('60', null, 'vacation_pay_time_taken'),
        holiday('2026-04-03', '20.5'),
      ]),
    ],
  });
  expect(content.vacation_pay).toEqual({ code: '2', amount: '150.5', start: null, end: null });
  expect(content.holidays).toEqual([
    { date: '2026-04-03', amount: '100.5' },
    { date: '2026-04-06', amount: '90' },
  ]);
  expect(content.other_monies).toEqual([
    { code: 'E00', amount: '750.25' },
    { code: 'B11', amount: '50' },
    { code: 'R00', amount: '30' },
  ]);
  expect(content.unreported).toEqual([
    { block: '17A', code: '3', amount: '60' },
    { block: '17B', code: null, amount: '60' },
    { block: '17C', code: 'U13', amount: '5' },
  ]);
});

test('for any pay the periods contain all insurable earnings, each once', () => {
  const amounts = fc.array(fc.integer({ min: 0, max: 500_000 }), { minLength: 1, maxLength: 27 });
  fc.assert(
    fc.property(amounts, fc.boolean(), (cents, isIrregular) => {
      const schedule: PaidBy = isIrregular
        ? { pay_frequency: 'custom', periods: every(21, START, cents.length) }
        : biweekly(START, cents.length);
      const paid = cents.map((n) => (n / 100).toFixed(2));
      const content = roeContent({
        schedules: [schedule],
        first_day_worked: START,
        last_day_for_which_paid: schedule.periods.at(-1)!.end,
        stubs: schedule.periods.map((period, i) => stub(period, paid[i]!)),
      });
      expect(content.insurable_earnings.length).toBeLessThanOrEqual(53);
      const weeks = isIrregular ? Math.min(cents.length * 3, 53) : cents.length;
      expect(content.insurable_earnings).toHaveLength(weeks);
      if (weeks < 53) expect(centsOf(content.insurable_earnings)).toBe(toCents(sum(paid)));
    }),
    { numRuns: 60 },
  );
});
