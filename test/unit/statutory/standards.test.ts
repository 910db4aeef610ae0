import { describe, expect, test } from 'vitest';
import type { Line, PayRateFacts, StubFacts } from '../../../src/calculation/index.ts';
import { STANDARDS } from '../../../src/statutory/editions/employment-standards.ts';
import { earningPeriod } from '../../../src/statutory/stage/earned-days.ts';
import { STATUTORY_EFFECTS } from '../../../src/statutory/stage/effects.ts';
import { holidayPayStage, holidaysLookBackTo } from '../../../src/statutory/stage/holiday-stage.ts';
import type { HolidayPayInput } from '../../../src/statutory/standards/holiday-pay.ts';
import { holidayPay } from '../../../src/statutory/standards/holiday-pay.ts';
import { holidayPayRules } from '../../../src/statutory/standards/holiday-pay-rules.ts';
import {
  completedYears,
  minimumVacationPercentage,
  vacationPayEarned,
} from '../../../src/statutory/standards/vacation-pay.ts';
import { addDays } from '../../../src/values/dates.ts';
import { after, calculate, given, hourly, onPayroll, salary, vacation } from '../payrolls/given.ts';

describe('vacation pay', () => {
  test.each([
    ['ON', 0, '2026-03-13', '4'],
    ['ON', 5, '2026-03-13', '6'],
    ['CA', 10, '2026-03-13', '8'],
    ['NB', 7, '2026-03-13', '4'],
    ['NB', 8, '2026-03-13', '6'],
    ['NS', 7, '2026-03-13', '6'],
    ['NL', 14, '2026-03-13', '4'],
    ['QC', 3, '2026-03-13', '6'],
    ['SK', 0, '2026-03-13', '5.769231'],
    ['SK', 10, '2026-03-13', '7.692308'],
    ['YT', 30, '2026-03-13', '4'],
    ['PE', 6, '2026-06-29', '4'],
    ['PE', 6, '2026-06-30', '6'],
  ] as const)('in %s after %i years on %s it is %s percent', (jurisdiction, years, on, percent) => {
    expect(minimumVacationPercentage(jurisdiction, years, on)).toBe(percent);
  });

  test('is that percentage of vacationable earnings, with an explanation', () => {
    const { amount, explanation } = vacationPayEarned('SK', '5200.00', 1, '2026-03-13');
    expect(amount).toBe('300');
    expect(explanation).toEqual([expect.objectContaining({ name: 'vacation pay', value: '300' })]);
  });

  test('years are completed on their anniversary', () => {
    expect(completedYears('2021-03-14', '2026-03-13')).toBe(4);
    expect(completedYears('2021-03-14', '2026-03-14')).toBe(5);
    expect(completedYears('2024-02-29', '2025-02-28')).toBe(1);
  });
});

/** A Wednesday, so that the week of the holiday has begun. */
const HOLIDAY = '2026-07-01';
const work = (more: Partial<HolidayPayInput> = {}): HolidayPayInput => ({
  jurisdiction: 'ON',
  holiday: HOLIDAY,
  employed_since: '2020-01-01',
  days: Array.from({ length: 60 }, (_, index) => addDays(HOLIDAY, -1 - index))
    .filter((date) => ![0, 6].includes(new Date(date).getUTCDay()))
    .map((date) => ({ date, wages: '160', hours: '8' })),
  hourly_rate: '20',
  ...more,
});

describe('statutory holiday pay', () => {
  test.each(STANDARDS)('in %s a full-time day is a day of pay', (jurisdiction) => {
    const { holiday_pay } = holidayPay(work({ jurisdiction }));
    expect(Number(holiday_pay)).toBeGreaterThan(150);
    expect(Number(holiday_pay)).toBeLessThan(170);
  });

  test('leaves out the week of the holiday where the rule says so', () => {
    const days = [{ date: '2026-06-29', wages: '1000' }];
    expect(holidayPay(work({ days })).holiday_pay).toBe('0');
    expect(holidayPay(work({ jurisdiction: 'SK', days })).holiday_pay).toBe('50');
    // Sunday the 28th begins the week of the holiday, and Saturday the 27th ends the one before it.
    const sunday = [{ date: '2026-06-28', wages: '1000' }];
    expect(holidayPay(work({ days: sunday })).holiday_pay).toBe('0');
    const saturday = [{ date: '2026-06-27', wages: '1000' }];
    expect(holidayPay(work({ days: saturday })).holiday_pay).toBe('50');
  });

  test('counts overtime, vacation pay and other holiday pay by the rule of the province', () => {
    const days = [{ date: '2026-06-22', wages: '1000', overtime: '300', vacation_pay: '40', holiday_pay: '100' }];
    expect(holidayPay(work({ days })).holiday_pay).toBe('52');
    expect(holidayPay(work({ days, jurisdiction: 'CA' })).holiday_pay).toBe('57');
    expect(holidayPay(work({ days, jurisdiction: 'QC' })).holiday_pay).toBe('50');
    expect(holidayPay(work({ days, jurisdiction: 'YT' })).holiday_pay).toBe('130');
    // Of vacation pay Saskatchewan and Prince Edward Island count that of vacation taken in the four weeks.
    const taken = [...days, { date: '2026-06-23', vacation_taken: '200' }];
    for (const jurisdiction of ['SK', 'PE'] as const)
      expect(holidayPay(work({ days: taken, jurisdiction })).holiday_pay).toBe('65');
  });

  // New Brunswick averages what was earned over the days worked; B.C.'s Act, s. 45: of vacation pay that of days of vacation
  // taken counts; Newfoundland and Labrador averages the hours of days worked.
  test('averages the days that were worked, and not those to which only other pay was spread', () => {
    // The weekdays before 1 July, worked on Mondays to Thursdays for eight hours at 20.00.
    const weekdays = Array.from({ length: 40 }, (_, back) => addDays(HOLIDAY, -1 - back)).filter((day) => {
      const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
      return weekday >= 1 && weekday <= 5;
    });
    const worked = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay() <= 4;
    const days = weekdays.map((date) => ({
      date,
      ...(worked(date) ? { wages: '160', hours: '8' } : {}),
      vacation_pay: '5.12',
    }));
    const holiday = { date: '2026-06-26', holiday_pay: '160' };
    const since = { employed_since: '2020-01-01', days: [...days, holiday] };
    expect(holidayPay(work({ ...since, jurisdiction: 'NB' })).holiday_pay).toBe('160');
    expect(holidayPay(work({ ...since, jurisdiction: 'NL', hourly_rate: '20' })).holiday_pay).toBe('160');
    expect(holidayPay(work({ ...since, jurisdiction: 'BC' })).holiday_pay).toBe('160');
    // 14 days worked within 30 are one too few, whatever vacation pay was spread over the others.
    const fewer = days.filter(({ date }) => date < '2026-06-24' || !worked(date));
    expect(holidayPay(work({ ...since, days: fewer, jurisdiction: 'BC' })).not_applicable_reason).toBe(
      'too_few_days_worked',
    );
    // Days of vacation that was taken are days of pay in British Columbia.
    const taken = [...fewer, { date: '2026-06-24', vacation_taken: '160' }];
    expect(holidayPay(work({ ...since, days: taken, jurisdiction: 'BC' })).holiday_pay).toBe('160');
  });

  // Act respecting labour standards, s. 50: the indemnities of s. 62 are of the wages increased by the tips.
  test('counts tips in Quebec alone', () => {
    const days = [{ date: '2026-06-22', wages: '2000', tips: '1200', vacation_pay: '128' }];
    expect(holidayPay(work({ days, jurisdiction: 'QC' })).holiday_pay).toBe('160');
    expect(holidayPay(work({ days, jurisdiction: 'QC', is_paid_by_commission: true })).holiday_pay).toBe('53.33');
    expect(holidayPay(work({ days })).holiday_pay).toBe('106.4');
    expect(holidayPay(work({ days, jurisdiction: 'SK' })).holiday_pay).toBe('100');
  });

  test('uses the wages of a normal day where they are known', () => {
    const normal = work({ jurisdiction: 'NB', normal_day: '200' });
    expect(holidayPay(normal).holiday_pay).toBe('200');
    expect(holidayPay({ ...normal, normal_day: null }).holiday_pay).toBe('160');
  });

  // Canada Labour Code: after 12 weeks of employment. Act respecting labour standards, section 62: a sixtieth of what was
  // earned in the 12 weeks, however long the employment.
  test('averages commission over twelve weeks, in federal work after twelve weeks of employment', () => {
    const days = [{ date: addDays(HOLIDAY, -60), commission: '6000' }];
    const paid = (jurisdiction: 'CA' | 'QC', employed_since = '2020-01-01') =>
      holidayPay(work({ jurisdiction, days, is_paid_by_commission: true, employed_since })).holiday_pay;
    expect([paid('CA'), paid('QC')]).toEqual(['100', '100']);
    expect([paid('CA', addDays(HOLIDAY, -70)), paid('QC', addDays(HOLIDAY, -70))]).toEqual(['0', '100']);
  });

  test.each(STANDARDS)('in %s is nothing, and no debt, where more was taken back than earned', (jurisdiction) => {
    const since = Array.from({ length: 40 }, (_, back) => addDays(HOLIDAY, -1 - back));
    const days = since.map((date) => ({ date, wages: '10', hours: '1' }));
    const back = { date: '2026-06-24', wages: '-3000', hours: '-300' };
    const { holiday_pay, explanation } = holidayPay(work({ jurisdiction, days: [...days, back] }));
    expect([holiday_pay, explanation.at(-1)?.value ?? '0']).toEqual(['0', '0']);
  });

  test.each([
    [{ jurisdiction: 'BC', employed_since: addDays(HOLIDAY, -29) }, 'too_short_employment'],
    [{ jurisdiction: 'BC', days: [] }, 'too_few_days_worked'],
  ] as const)('%j: %s', (more, reason) => {
    const result = holidayPay(work(more));
    expect(result.not_applicable_reason).toBe(reason);
    expect(result.holiday_pay === '0').toBe(reason !== null);
  });

  test('gives a warning for a recalled rule', () => {
    const old = holidayPay(work({ jurisdiction: 'PE', holiday: '2026-05-18' }));
    expect(old.warnings).toEqual([expect.objectContaining({ type: 'recalled_figure' })]);
    expect(holidayPay(work({ jurisdiction: 'PE' })).warnings).toEqual([]);
  });

  test('lists its rules as the interface shows them', () => {
    expect(holidayPayRules('ON', HOLIDAY)).toEqual([
      {
        id: 'ca_on/regular_earnings',
        name: { en: 'Regular earnings', fr: 'Gains réguliers' },
        explanation: {
          en: 'Eligible earnings of the 4 weeks before the week of the holiday, divided by 20.',
          fr: 'Gains admissibles des 4 semaines qui précèdent la semaine du jour férié, divisés par 20.',
        },
        earning_date_basis: 'before_holiday_week',
        eligible_days_in_range: 28,
        eligible_work_days_in_range: 20,
        eligible_earning_types: expect.arrayContaining([
          'wage',
          'retroactive_pay',
          'retroactive_pay_increase',
          'commission',
        ]),
      },
    ]);
    expect(holidayPayRules('QC', HOLIDAY)).toHaveLength(2);
    for (const jurisdiction of STANDARDS)
      expect(holidayPayRules(jurisdiction, HOLIDAY)[0]!.explanation.fr).toMatch(/\.$/);
  });
});

describe('the holiday stage of the pipeline', () => {
  const earlier = Array.from({ length: 4 }, (_, week) => ({
    date: addDays('2026-05-18', -7 * week - 4),
    earning_type: 'wage',
    amount: '800',
    hours: '40',
  }));
  const facts = (value: object) => {
    const base = given({ pay_rates: [hourly('20')], earlier_earnings: earlier }, 10);
    const property = {
      id: 'taxp_holiday',
      owner: 'work_assignment' as const,
      owner_id: 'wrk_1',
      type: 'ca::statutory_holiday_pay',
      value,
      effective_from: '2020-01-01',
      effective_to: null,
    };
    return { ...base, tax_properties: [...base.tax_properties, property] };
  };
  const lines = (value: object) =>
    calculate(facts(value), { holidayPay: holidayPayStage, explain: true }).lines.filter(
      ({ type }) => type === 'statutory_holiday_pay',
    );

  test('makes a line for each holiday of the period when it is configured to', () => {
    const [victoriaDay, ...more] = lines({ calculate_entitlement: true });
    expect(more).toEqual([]);
    expect(victoriaDay).toMatchObject({
      managed_amount: '160',
      managed_earned_on: '2026-05-18',
      title: 'Victoria Day',
    });
    expect(lines({ calculate_entitlement: false })).toEqual([]);
  });

  test.each([
    ['2026-05-18', '2026-05-31', 1],
    ['2026-05-05', '2026-05-18', 1],
    ['2026-05-19', '2026-06-01', 0],
    ['2026-05-04', '2026-05-17', 0],
  ])(
    'pays Victoria Day, the 18th, in the period that has it, its first and last days too: %s to %s',
    (period_start, period_end, count) => {
      const of = onPayroll(facts({ calculate_entitlement: true }), { period_start, period_end });
      const paid = calculate(of, { holidayPay: holidayPayStage }).lines.map(({ type }) => type);
      expect(paid.filter((type) => type === 'statutory_holiday_pay')).toHaveLength(count);
    },
  );

  test('calculation 3, tax property 6: uses the holidays of the province of work, whatever the province of employment is', () => {
    const inOntario = facts({ calculate_entitlement: true });
    const [configuration] = inOntario.tax_properties.slice(-1);
    const work = { ...configuration!, id: 'taxp_work', type: 'ca::province_of_work', value: 'ca_qc' };
    const inQuebec = { ...inOntario, tax_properties: [...inOntario.tax_properties, work] };
    const titles = calculate(inQuebec, { holidayPay: holidayPayStage, explain: true }).lines.flatMap(
      ({ type, title }) => (type === 'statutory_holiday_pay' ? [title] : []),
    );
    expect(titles).toEqual([expect.stringContaining('Patriots')]);
  });

  // The whole of September: Labour Day is the 7th, and British Columbia alone has the 30th. Its average is over 30 days,
  // the first two of 100.00 each, of which Alberta's leaves these out; the pay of Labour Day counts for the 30th.
  test.each([
    ['ca_bc', 'ca_ab', ['ca_bc 2026-09-07 193.33']],
    ['ca_ab', 'ca_bc', ['ca_ab 2026-09-07 200', 'ca_bc 2026-09-30 170.67']],
    ['ca_bc', 'ca_bc', ['ca_bc 2026-09-07 193.33', 'ca_bc 2026-09-30 170.44']],
  ])('goes by where the work is on the day of each holiday: %s, from the 14th on %s', (before, after, paid) => {
    const configured = facts({ calculate_entitlement: true });
    const [property] = configured.tax_properties.slice(-1);
    const employment = { ...property!, type: 'ca::province_of_employment' };
    const daysOf = (from: string, count: number, amount: string) =>
      Array.from({ length: count }, (_, day) => ({
        ...{ date: addDays(from, day), earning_type: 'wage', amount, hours: '8' },
      }));
    const moved = {
      ...configured,
      tax_properties: [
        ...configured.tax_properties.filter(({ type }) => type !== employment.type),
        { ...employment, id: 'taxp_1', value: before, effective_to: '2026-09-13' },
        { ...employment, id: 'taxp_2', value: after, effective_from: '2026-09-14' },
      ],
      payroll: {
        ...configured.payroll,
        ...{ period_start: '2026-09-01', period_end: '2026-09-30', pay_date: '2026-09-30' },
      },
      earlier_earnings: [
        ...daysOf('2026-08-08', 2, '100'),
        ...daysOf('2026-08-10', 28, '200'),
        ...daysOf('2026-09-08', 22, '160'),
      ],
    };
    expect(holidaysLookBackTo(moved, after)).toBe(before === 'ca_ab' ? '2025-09-07' : '2026-08-08');
    const lines = calculate(moved, { holidayPay: holidayPayStage }).lines.filter(
      ({ type }) => type === 'statutory_holiday_pay',
    );
    expect(
      lines.map(({ id, managed_earned_on: day, managed_amount }) => `${id.split('/')[1]} ${day} ${managed_amount}`),
    ).toEqual(paid);
  });

  test('uses the hours, the rate and the rule set of its configuration', () => {
    const federal = lines({ calculate_entitlement: true, override_rule_set: 'ca_mb', hours: '7.5', pay_rate: '22' });
    expect(federal[0]).toMatchObject({ managed_amount: '165', managed_hours: '7.5' });
  });

  // The hourly rate, of the one pay rate in force on the day or of the configuration, times the average hours of a day: of
  // the one that was worked in the three weeks before Christmas, at 18.00 an hour, or those of the configuration. Of two
  // pay rates none is the person's, so that the hours that were worked say what one is worth.
  test.each([
    [{}, [hourly('20')], '240', null],
    [{ hours: '10' }, [hourly('20')], '200', '10'],
    [{ hours: '10', pay_rate: '22' }, [hourly('20')], '220', '10'],
    [
      {},
      [hourly('18', { id: 'payrt_2', effective_to: '2026-12-24' }), hourly('20', { effective_from: '2026-12-25' })],
      '240',
      null,
    ],
    [{}, [hourly('20'), hourly('30', { id: 'payrt_2' })], '216', null],
  ])('in Newfoundland and Labrador its hours are used instead of an average: %j', (more, pay_rates, ...paid) => {
    const configured = facts({ calculate_entitlement: true, override_rule_set: 'ca_nl', ...more });
    const payroll = { ...configured.payroll, period_start: '2026-12-20', period_end: '2026-12-26' };
    const earlier_earnings = [{ ...earlier[0]!, date: '2026-12-10', amount: '216', hours: '12' }];
    const asked = { ...configured, payroll, pay_rates, earlier_earnings };
    const line = calculate(asked, { holidayPay: holidayPayStage }).lines.find(
      ({ managed_earned_on }) => managed_earned_on === '2026-12-25',
    );
    expect([line?.managed_amount, line?.managed_hours]).toEqual(paid);
  });

  test('pays the days of the jurisdiction whose rules hold: under the Canada Labour Code September 30, and no Family Day', () => {
    // Work in Ontario, whose Family Day is 2026-02-16 and which gives nobody September 30. A twentieth of 3,200.00.
    const days = (rules: string | null, day: string) => {
      const configured = facts({ calculate_entitlement: true, override_rule_set: rules });
      const weeks = [1, 2, 3, 4].map((week) => ({ ...earlier[0]!, date: addDays(day, -7 * week) }));
      const payroll = { ...configured.payroll, period_start: addDays(day, -3), period_end: addDays(day, 3) };
      return calculate(
        { ...configured, payroll, earlier_earnings: weeks },
        { holidayPay: holidayPayStage },
      ).lines.flatMap(({ type, managed_amount }) => (type === 'statutory_holiday_pay' ? [managed_amount] : []));
    };
    expect([days('ca_federal', '2026-09-30'), days(null, '2026-09-30')]).toEqual([['160'], []]);
    expect([days('ca_federal', '2026-02-16'), days(null, '2026-02-16')]).toEqual([[], ['160']]);
  });

  // Canada Labour Code, s. 196: a twentieth of the wages of the four weeks before the week of the holiday, in which the
  // pay for Christmas and Boxing Day lies as well when New Year's Day is paid with them. Saskatchewan: 5 % of four weeks.
  test.each([
    // 20 days of 160.00 before 21 December; from 30 November on 18 of them, and Christmas and Boxing Day.
    ['ca_federal', ['160', '160', '160']],
    // 5 % of 27 Nov to 24 Dec, 20 days; of 4 to 31 Dec, 15 days and 160.00 for Christmas.
    ['ca_sk', ['160', '128']],
    // Ontario leaves the pay of other holidays out: 18 days of 160.00 and no more.
    ['ca_on', ['160', '160', '144']],
  ])('by the rules of %s the pay of a holiday counts, or not, for a later one on the same stub', (rules, amounts) => {
    const weekdays = [-4, -3, -2, -1, 0].flatMap((week) =>
      [1, 2, 3, 4, 5].map((day) => addDays('2025-12-21', 7 * week + day)),
    );
    const worked = weekdays.filter((date) => date <= '2025-12-24');
    const configured = facts({ calculate_entitlement: true, override_rule_set: rules });
    const earlier_earnings = worked.map((date) => ({ date, earning_type: 'wage', amount: '160', hours: '8' }));
    const payroll = { ...configured.payroll, period_start: '2025-12-21', period_end: '2026-01-03' };
    const paid = calculate({ ...configured, payroll, earlier_earnings }, { holidayPay: holidayPayStage }).lines;
    expect(
      paid.flatMap(({ type, managed_amount }) => (type === 'statutory_holiday_pay' ? [managed_amount] : [])),
    ).toEqual(amounts);
  });

  // As above, with vacation pay that is paid with each pay: 4 % of the pay of Christmas and Boxing Day, 6.40 of each, is
  // of the four weeks before New Year's Day as well, as it is where an earlier stub paid them.
  test.each([
    ['ca_federal', null, ['160', '160', '160.64']],
    ['ca_on', null, ['160', '160', '144.64']],
    // Of what was entered for Christmas: 4 % of 260.00, and the 100.00 more where pay of holidays counts.
    ['ca_federal', '260', ['160', '160', '165.84']],
    ['ca_on', '260', ['160', '160', '144.84']],
    // Of vacation pay these count only what is paid for days off.
    ['ca_sk', null, ['160', '128']],
    ['ca_qc', null, ['160', '144']],
  ])(
    'by the rules of %s the vacation pay on a holiday counts, or not, for a later one on the same stub: %s',
    (rules, custom_amount, amounts) => {
      const weekdays = Array.from({ length: 25 }, (_, at) => addDays('2025-11-24', 7 * Math.floor(at / 5) + (at % 5)));
      const configured = facts({ calculate_entitlement: true, override_rule_set: rules });
      const paid = {
        ...configured,
        payroll: { ...configured.payroll, period_start: '2025-12-21', period_end: '2026-01-03' },
        vacation_pay_settings: [vacation('4', { vacation_pay_method: 'per_period' })],
        earlier_earnings: weekdays
          .filter((date) => date <= '2025-12-24')
          .map((date) => ({ date, earning_type: 'wage', amount: '160', hours: '8' })),
      };
      const run = (of: StubFacts) => calculate(of, { holidayPay: holidayPayStage, effects: STATUTORY_EFFECTS });
      const edited = after(paid, run(paid), (line) =>
        line.managed_earned_on === '2025-12-25' ? { ...line, custom_amount } : line,
      );
      expect(
        run(edited).lines.flatMap(({ type, managed_amount }) =>
          type === 'statutory_holiday_pay' ? [managed_amount] : [],
        ),
      ).toEqual(amounts);
    },
  );

  describe('hours that were entered without a day', () => {
    // 8 hours at 20.00 on each weekday that is no holiday: from 20 October to 19 December earlier ones, with their days,
    // and from 21 December to 3 January those of the stub.
    const weekdays = Array.from({ length: 45 }, (_, at) => addDays('2025-10-20', 7 * Math.floor(at / 5) + (at % 5)));
    const paid = (rules: string, more: Partial<StubFacts>, entered: Partial<Line>) => {
      const configured = facts({ calculate_entitlement: true, override_rule_set: rules });
      const asked = {
        ...configured,
        payroll: { ...configured.payroll, period_start: '2025-12-21', period_end: '2026-01-03' },
        earlier_earnings: weekdays.map((date) => ({ date, earning_type: 'wage', amount: '160', hours: '8' })),
        ...more,
      };
      const [line] = calculate(asked).lines;
      return calculate({ ...asked, lines: [{ ...line!, ...entered }] }, { holidayPay: holidayPayStage }).lines.flatMap(
        ({ type, managed_amount }) => (type === 'statutory_holiday_pay' ? [managed_amount] : []),
      );
    };

    test.each([
      // Averages of days: Christmas Day is one where its own pay counts, and else none.
      ['ca_bc', '64', ['160', '160']],
      ['ca_ab', '64', ['160', '160']],
      ['ca_nb', '64', ['160', '160']],
      ['ca_ns', '64', ['160', '160']],
      ['ca_pe', '64', ['160', '160']],
      ['ca_nl', '64', ['160', '160']],
      // 5 % of the four weeks: from 4 December 12 days, 7 of the stub and Christmas Day, which Manitoba leaves out.
      ['ca_sk', '64', ['160', '160']],
      ['ca_mb', '64', ['160', '152']],
      // A twentieth of the four weeks from 30 November: 15 days and 3 of the stub. Boxing Day is a holiday too.
      ['ca_on', '56', ['160', '160', '144']],
    ])('are spread over the days that are no holidays by the rules of %s', (rules, custom_hours, amounts) => {
      expect(paid(rules, {}, { custom_hours })).toEqual(amounts);
    });

    // 41,600 a year for 40 hours a week: 160.00 a working day, ten of them with both holidays. For fewer hours it is what
    // the hours of work are paid; a salary of all hours, entered or not, is for the holidays as well.
    test.each([
      [null, ['160', '167.27']],
      ['80', ['160', '167.27']],
      ['64', ['160', '160']],
    ])('on a salary are of work where they are fewer than its own: %s', (custom_hours, amounts) => {
      expect(paid('ca_bc', { pay_rates: [salary('41600')] }, { custom_hours })).toEqual(amounts);
    });

    test('and the days that were used are shown', () => {
      const shown = holidayPay(
        work({
          ...{ jurisdiction: 'BC', employed_since: '2020-01-01' },
          days: Array.from({ length: 20 }, (_, day) => ({
            date: addDays('2026-06-08', day),
            wages: '160',
            hours: '8',
          })).filter(({ date }) => date !== '2026-06-19'),
        }),
      ).explanation.at(-1)?.figures;
      expect(shown).toMatchObject({ divisor: '19', days: '2026-06-08/2026-06-18, 2026-06-20/2026-06-27' });
    });

    test.each(['ON', 'SK'] as const)('and those of which something was taken back, in %s', (jurisdiction) => {
      const days = [
        { date: '2026-06-24', wages: '160', hours: '8' },
        { date: '2026-06-25', wages: '-40', hours: '-2' },
      ];
      const shown = holidayPay(work({ jurisdiction, days })).explanation.at(-1)?.figures;
      expect(shown).toMatchObject({ earnings: '120', days: '2026-06-24/2026-06-25' });
    });
  });

  test('vacation pay by the hour is of days off: they are days of pay in British Columbia', () => {
    // 30 days before Victoria Day: nine days of work and six of vacation make the fifteen that section 44 asks for.
    const daysOf = (earning_type: string, from: string, count: number, hours: string | null) =>
      Array.from({ length: count }, (_, day) => ({ date: addDays(from, day), earning_type, amount: '160', hours }));
    const configured = facts({ calculate_entitlement: true, override_rule_set: 'ca_bc' });
    const paid = (hours: string | null) =>
      calculate(
        {
          ...configured,
          earlier_earnings: [
            ...daysOf('wage', '2026-04-20', 9, '8'),
            ...daysOf('vacation_pay', '2026-05-04', 6, hours),
          ],
        },
        { holidayPay: holidayPayStage },
      ).lines.flatMap(({ type, managed_amount }) => (type === 'statutory_holiday_pay' ? [managed_amount] : []));
    expect([paid('8'), paid(null)]).toEqual([['160'], []]);
  });

  describe('the days of an employment', () => {
    // 52,000 a year are 200.00 a working day; the period is from 10 to 23 May, Victoria Day is the 18th.
    const paid = (days: Partial<PayRateFacts>, rules: string, earlier_earnings: StubFacts['earlier_earnings'] = []) => {
      const configured = facts({ calculate_entitlement: true, override_rule_set: rules });
      return calculate(
        { ...configured, pay_rates: [salary('52000', days)], earlier_earnings },
        { holidayPay: holidayPayStage },
      ).lines.find(({ type }) => type === 'statutory_holiday_pay')?.managed_amount;
    };

    test.each(['ca_on', 'ca_qc', 'ca_sk', 'ca_federal'])(
      'under the rules of %s nothing is paid for a holiday before the first day or after the last',
      (rules) => {
        expect(paid({ effective_from: '2026-05-19' }, rules)).toBeUndefined();
        expect(paid({ effective_to: '2026-05-15' }, rules, earlier)).toBeUndefined();
      },
    );

    // Where days are alike a normal day is paid, which a day between two pay rates is not: it has an average, of 160.00 a
    // day in the four weeks before, or of nothing.
    test.each([
      ['ca_mb', '160'],
      ['ca_yt', '160'],
    ])('under the rules of %s a normal day is paid only on a day of some pay rate', (rules, average) => {
      const normal = { calculate_entitlement: true, override_rule_set: rules, hours: '8', pay_rate: '25' };
      const configured = facts(normal);
      const each = Array.from({ length: 56 }, (_, day) => addDays('2026-03-22', day));
      const worked = each
        .filter((_, day) => day % 7 > 0 && day % 7 < 6)
        .map((date) => ({ date, earning_type: 'wage', amount: '160', hours: '8' }));
      const pay = (pay_rates: PayRateFacts[], earlier_earnings: StubFacts['earlier_earnings'] = []) =>
        calculate({ ...configured, pay_rates, earlier_earnings }, { holidayPay: holidayPayStage }).lines.find(
          ({ type }) => type === 'statutory_holiday_pay',
        )?.managed_amount;
      const before = salary('52000', { effective_to: '2026-05-01' });
      const after = salary('52000', { id: 'payrt_after', effective_from: '2026-07-01' });
      expect(pay([before, after])).toBeUndefined();
      expect(pay([before, after], worked)).toBe(average);
      expect(pay([salary('52000')], worked)).toBe('200');
    });

    test('what was earned from a Wednesday on is earned on none of the days before', () => {
      // Saskatchewan: 5 % of the wages of the four weeks before the holiday. 13 to 15 May: 5 % of 600.00.
      expect(paid({ effective_from: '2026-05-13' }, 'ca_sk')).toBe('30');
      // Ontario: a twentieth of what was earned in the four weeks before that of the holiday.
      expect(paid({ effective_from: '2026-05-13' }, 'ca_on')).toBe('30');
    });

    test('a line counts on the days of its pay rate, or else of the employment, within its period', () => {
      const period = { period_start: '2026-08-01', period_end: '2026-08-15' };
      const hired = salary('52000', { effective_from: '2026-08-07' });
      const spans = (id: string | null, rates: PayRateFacts[]) => {
        const { period_start, period_end } = earningPeriod(period, id, rates);
        return [period_start, period_end];
      };
      expect(spans(hired.id, [hired])).toEqual(['2026-08-07', '2026-08-15']);
      expect(spans(null, [hired])).toEqual(['2026-08-07', '2026-08-15']);
      const first = hourly('20', { effective_from: '2026-01-01', effective_to: '2026-08-06' });
      expect(spans(first.id, [first, hired])).toEqual(['2026-08-01', '2026-08-06']);
      expect(spans(null, [first, hired])).toEqual(['2026-08-01', '2026-08-15']);
      // Paid for time of which no rate says anything.
      const later = salary('52000', { effective_from: '2026-09-01' });
      expect([spans(null, []), spans(later.id, [later])]).toEqual([
        ['2026-08-01', '2026-08-15'],
        ['2026-08-01', '2026-08-15'],
      ]);
    });
  });

  test('pays a person with commission a sixtieth of twelve weeks where the rule says so', () => {
    // Of Quebec and of the Canada Labour Code: twelve weeks before that of Victoria Day begin on 2026-02-22.
    const paidOn = (day: string, rules = 'ca_qc') => {
      const given = facts({ calculate_entitlement: true, override_rule_set: rules });
      const commission = { date: day, earning_type: 'commission', amount: '6000', hours: null };
      return calculate(
        { ...given, earlier_earnings: [...given.earlier_earnings!, commission] },
        { holidayPay: holidayPayStage },
      ).lines.find(({ type }) => type === 'statutory_holiday_pay')?.managed_amount;
    };
    expect([paidOn('2026-02-22'), paidOn('2026-02-21')]).toEqual(['153.33', '160']);
    expect([paidOn('2026-03-02', 'ca_federal'), paidOn('2026-03-02', 'ca_on')]).toEqual(['153.33', '160']);
    // In the week of the holiday, and behind it: the twelve weeks hold no commission.
    expect([paidOn('2026-05-17'), paidOn('2026-05-20')]).toEqual(['160', '160']);
  });

  // 5 % of four weeks: 4 to 31 December, of which 24 days in the stub's own period, and what Christmas is paid with.
  test('counts a holiday of the same stub with what was entered for it', () => {
    const configured = facts({ calculate_entitlement: true, override_rule_set: 'ca_sk' });
    const earlier_earnings = [{ date: '2025-12-10', earning_type: 'wage', amount: '2000', hours: '80' }];
    const payroll = { ...configured.payroll, period_start: '2025-12-21', period_end: '2026-01-03' };
    const all = { ...configured, payroll, earlier_earnings };
    const holidaysOf = (more: Partial<StubFacts> = {}) =>
      calculate({ ...all, ...more }, { holidayPay: holidayPayStage }).lines.filter(
        ({ type }) => type === 'statutory_holiday_pay',
      );
    const [christmas, newYear] = holidaysOf();
    expect([christmas!.managed_amount, newYear!.managed_amount]).toEqual(['100', '105']);
    const entered = { ...christmas!, custom_amount: '300' };
    const [now, next] = holidaysOf({ lines: [entered, newYear!] });
    expect([now!.custom_amount, now!.managed_amount, next!.managed_amount]).toEqual(['300', '100', '115']);
  });

  describe('what a holiday is based on', () => {
    const tagged = (tag: string) => ({
      ...{ unit: 'percentage' as const, is_component_locked: false },
      tag_allocations: [{ tags: [tag], value: '100' }],
    });
    const wage = {
      ...{ earning_type: 'wage', amount: '100', hours: '8', line_id: 'earli_wage' },
      tag_shares: [{ tags: ['tag_a'], share: '1' }],
    };
    const days = Array.from({ length: 24 }, (_, day) => addDays('2026-12-01', day));
    /** The holidays of a stub from 20 December to 2 January, and the records and tags of the last one. */
    const paid = (override_rule_set: string, more: Partial<StubFacts> = {}) => {
      const configured = facts({ calculate_entitlement: true, override_rule_set });
      const payroll = { ...configured.payroll, period_start: '2026-12-20', period_end: '2027-01-02' };
      const earlier_earnings = days.map((date) => ({ ...wage, date }));
      const asked = { ...configured, payroll, earlier_earnings, ...more };
      const { lines, explanation } = calculate(asked, { holidayPay: holidayPayStage, explain: true });
      const holidays = lines.filter(({ type }) => type === 'statutory_holiday_pay');
      const last = holidays.at(-1)!;
      const records = explanation[last.id]!.flatMap((step) => step.records ?? []).map(({ id }) => id);
      return { holidays, records, tags: last.managed_tag_assignment };
    };

    test.each(['ca_federal', 'ca_bc', 'ca_sk', 'ca_pe'])(
      'by the rules of %s the line of an earlier one of the same stub is: its record, and its tags',
      (rules) => {
        const { holidays, records, tags } = paid(rules);
        const [christmas, ...others] = holidays;
        expect(records).toEqual(expect.arrayContaining(['earli_wage', christmas!.id]));
        expect(tags).toEqual(tagged('tag_a'));
        const entered = { ...christmas!, custom_amount: '300', custom_tag_assignment: tagged('tag_b') };
        const { tag_allocations } = paid(rules, { lines: [entered, ...others] }).tags!;
        expect(tag_allocations.map((one) => one.tags)).toEqual([['tag_a'], ['tag_b']]);
      },
    );

    test('in Newfoundland and Labrador only what was worked is: no hours of a holiday count', () => {
      const { holidays, records } = paid('ca_nl');
      expect(holidays).toHaveLength(2);
      expect(records).not.toContain(holidays[0]!.id);
    });
  });
});
