import { arithmeticOf } from '../../../src/statutory/editions/arithmetic.ts';
import { EDITIONS, editionFor } from '../../../src/statutory/editions/index.ts';
import { hsfRate } from '../../../src/statutory/employer/health-tax.ts';
import { projected, taxToDate } from '../../../src/statutory/engine/cumulative.ts';
import { lumpSumTax } from '../../../src/statutory/engine/lump-sum.ts';
import { pensionContributions, periodExemption } from '../../../src/statutory/engine/pension.ts';
import { calculateRequest } from '../../../src/statutory/request/calculate.ts';
import { holidayPay } from '../../../src/statutory/standards/holiday-pay.ts';
import { addDays } from '../../../src/values/dates.ts';
import { fixed, roundToCent, times, toText } from '../../../src/values/fixed.ts';

type Close = (what: string, actual: string | undefined, wanted: string) => void;
type Checker = (input: Record<string, unknown>, expected: Record<string, unknown>, close: Close) => void;

const cpp = editionFor('2026-01-01', EDITIONS).edition.cpp;
/** A holiday on a Monday, as many are. */
const MONDAY = '2026-05-18';
const nothing = { first: 0n, second: 0n, other_first: 0n, other_second: 0n };

/** How to check the results that speak of a single rule rather than of a whole pay. */
export const checkers: Record<string, Checker> = {
  /** EI of a year in which the province changes, by what was paid where. */
  ei: (input, expected, close) => {
    const paid = input.insurable as { province: 'ON' | 'QC'; amount: string }[];
    const pay_date = '2026-06-15';
    const first = calculateRequest({
      pay_date,
      pay_periods: 2,
      province_of_employment: paid[0]!.province,
      regular_pay: paid[0]!.amount,
    });
    const second = calculateRequest({
      pay_date,
      pay_periods: 2,
      province_of_employment: paid[1]!.province,
      regular_pay: paid[1]!.amount,
      year_to_date: { insurable: paid[0]!.amount, ei: first.employee.ei, cpp: first.employee.cpp },
    });
    close('ON', first.employee.ei, expected.ON as string);
    close('QC', second.employee.ei, expected.QC as string);
    close('both', toText(fixed(first.employee.ei) + fixed(second.employee.ei)), expected.total as string);
  },

  t4127_option2: (input, expected, close) => {
    const s1 = { periods: input.pay_periods as number, number: input.period_number as number };
    const earned = fixed(input.ytd_income as string) + fixed(input.regular_pay as string);
    const annual = fixed(input.annual_tax_on_projection as string);
    const withheld = fixed(input.ytd_tax as string);
    close('projection', toText(roundToCent(projected(earned, s1))), expected.projected_income as string);
    close('to date', toText(roundToCent(taxToDate(annual, s1, { m: 0n, m1: 0n }))), expected.tax_to_date as string);
    close(
      'now',
      toText(roundToCent(taxToDate(annual, s1, { m: withheld, m1: 0n }))),
      expected.tax_this_period as string,
    );
  },

  claim_code: (_input, expected, close) => {
    for (const [code, wanted] of Object.entries(expected)) {
      const { explanation } = calculateRequest(
        {
          pay_date: '2026-03-13',
          pay_periods: 26,
          province_of_employment: 'ON',
          regular_pay: '3000.00',
          federal_claim: { code: Number(code) },
        },
        { explain: true },
      );
      close(`code ${code}`, explanation.find(({ name }) => name === 'K1')?.value, wanted as string);
    }
  },

  /** CPP in the year of the 18th birthday, with the figures of its own year. */
  cpp_proration: (input, expected, close) => {
    const { ympe, rate } = input.figures as { ympe: string; rate: string };
    const max = times(fixed(ympe) - cpp.basic_exemption, fixed(rate));
    const months = expected.pensionable_months as number;
    const plan = { ...cpp, ympe: fixed(ympe), rate: fixed(rate), max };
    const pay = fixed(input.regular_pay as string);
    let withheld = 0n;
    for (let number = 0; number < (input.contribution_periods as number); number++) {
      const { contribution } = pensionContributions({
        arithmetic: arithmeticOf('formulas'),
        plan,
        other: plan,
        pensionable: pay,
        exemption: periodExemption(plan, input.pay_periods as number),
        is_back: false,
        months,
        ytd_pensionable: pay * BigInt(number),
        exemption_left: 0n,
        contributed: { ...nothing, first: withheld },
      });
      close('per period', toText(contribution), expected.cpp_per_period as string);
      withheld += contribution;
    }
    close('year', toText(withheld), expected.cpp_year as string);
    close('maximum', toText((max * BigInt(months)) / 12n), expected.max_contribution as string);
  },

  /** CPP on a payment made apart from regular pay, with the figures of its own year. */
  cpp_bonus: (input, expected, close) => {
    const { rate, max } = input.figures as { rate: string; max: string };
    const { contribution } = pensionContributions({
      arithmetic: arithmeticOf('formulas'),
      plan: { ...cpp, rate: fixed(rate), max: fixed(max) },
      other: cpp,
      pensionable: fixed(input.bonus as string),
      exemption: 0n,
      is_back: false,
      months: 12,
      ytd_pensionable: 0n,
      exemption_left: 0n,
      contributed: { ...nothing, first: fixed(input.ytd_cpp as string) },
    });
    close('CPP', toText(contribution), expected.cpp as string);
  },

  holiday_on: (input, expected, close) => {
    const weeks = Array.isArray(input.weeks)
      ? (input.weeks as { wages: string; vacation: string }[])
      : Array.from({ length: input.weeks as number }, () => ({
          wages: times(
            fixed(input.hourly as string),
            fixed(String(Number(input.hours_per_day) * Number(input.days_per_week))),
          ),
          vacation: input.vacation_pay_payable as string,
        })).map(({ wages, vacation }) => ({ wages: toText(wages), vacation }));
    const result = holidayPay({
      jurisdiction: 'ON',
      holiday: MONDAY,
      employed_since: '2020-01-01',
      days: weeks.map(({ wages, vacation }, week) => ({
        date: addDays(MONDAY, -7 * week - 4),
        wages,
        vacation_pay: vacation,
      })),
      hourly_rate: (input.hourly as string | undefined) ?? null,
    });
    const earnings = result.explanation.find(({ name }) => name === 'holiday pay')?.figures.earnings;
    close('holiday pay', result.holiday_pay, expected.holiday_pay as string);
    if (expected.wages) close('wages', earnings, expected.wages as string);
    if (expected.total) close('total', earnings, expected.total as string);
  },

  holiday_qc: (input, expected, close) => {
    const pay = (weekly: readonly string[]) =>
      holidayPay({
        jurisdiction: 'QC',
        holiday: MONDAY,
        employed_since: '2020-01-01',
        days: weekly.map((wages, week) => ({ date: addDays(MONDAY, -7 * week - 4), wages })),
      }).holiday_pay;
    if (input.weekly_wages) {
      close('indemnity', pay(input.weekly_wages as string[]), expected.indemnity as string);
      return;
    }
    const cases = input.cases as { hourly: string; hours_per_week: number }[];
    cases.forEach(({ hourly, hours_per_week }, index) => {
      const week = toText(times(fixed(hourly), fixed(String(hours_per_week))));
      close(`case ${index}`, pay([week, week, week, week]), (expected as unknown as string[])[index]!);
    });
  },

  holiday_bc: (input, expected, close) => {
    const count = input.days_worked as number;
    const regular = fixed(input.wages as string) - fixed(input.overtime_in_wages as string);
    const days = Array.from({ length: count }, (_, index) => ({
      date: addDays(MONDAY, -1 - index),
      wages: index === 0 ? toText(regular) : '0',
      overtime: index === 0 ? (input.overtime_in_wages as string) : '0',
      hours: '8',
    }));
    const { holiday_pay } = holidayPay({ jurisdiction: 'BC', holiday: MONDAY, employed_since: '2020-01-01', days });
    close('average day', holiday_pay, expected.average_day as string);
  },

  /** Five percent of four weeks: Saskatchewan, and days that differ in Manitoba. */
  holiday_percent: (input, expected, close) => {
    const pay = (jurisdiction: 'SK' | 'MB', day: Partial<Record<string, string>>) =>
      holidayPay({
        jurisdiction,
        holiday: MONDAY,
        employed_since: '2020-01-01',
        days: [{ date: addDays(MONDAY, -10), ...day }],
      });
    if (input.cases) {
      (input.cases as { wages_4_weeks: string }[]).forEach(({ wages_4_weeks }, index) => {
        const { holiday_pay } = pay('MB', { wages: wages_4_weeks });
        close(`case ${index}`, holiday_pay, (expected as unknown as string[])[index]!);
      });
      return;
    }
    // Of a week of vacation that is taken.
    const { wages, vacation_pay: vacation_taken, commission } = input as Record<string, string>;
    const result = pay('SK', { wages: wages!, vacation_taken: vacation_taken!, commission: commission! });
    close('base', result.explanation[0]?.figures.earnings, expected.base as string);
    close('holiday pay', result.holiday_pay, expected.holiday_pay as string);
  },

  lump_sum: (input, expected, close) => {
    const paid = fixed(input.paid_in_cash as string);
    const lumpSums = { federal: paid, provincial: paid };
    const tax = lumpSumTax(editionFor('2026-03-02', EDITIONS).edition, 'ON', lumpSums, {
      withheld: null,
      earlier: { federal: 0n, provincial: 0n },
      is_non_resident: false,
      exempt: { federal_tax: false, provincial_tax: false },
    })!;
    close('tax', toText(tax.federal), expected.tax as string);
    close('net', toText(paid - tax.federal), expected.net as string);
  },

  hsf: (input, expected, close) => {
    const { edition } = editionFor('2026-03-02', EDITIONS);
    (input.payrolls as string[]).forEach((payroll, index) => {
      const rate = hsfRate(edition, fixed(payroll), input.sector as 'general')!;
      close(payroll, toText(rate * 10_000n), toText(fixed((expected as unknown as string[])[index]!) * 10_000n));
    });
  },
};
