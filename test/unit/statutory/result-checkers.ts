import { calculateRequest } from '../../../src/statutory/calculate.ts';
import { projected, taxToDate } from '../../../src/statutory/cumulative.ts';
import { EDITIONS, editionFor } from '../../../src/statutory/editions/index.ts';
import { fixed, roundToCent, times, toText } from '../../../src/statutory/fixed.ts';
import { pensionContributions, periodExemption } from '../../../src/statutory/pension.ts';

type Close = (what: string, actual: string | undefined, wanted: string) => void;
type Checker = (input: Record<string, unknown>, expected: Record<string, unknown>, close: Close) => void;

const cpp = editionFor('2026-01-01', EDITIONS).edition.cpp;
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
        plan,
        other: plan,
        pensionable: pay,
        exemption: periodExemption(plan, input.pay_periods as number),
        months,
        ytd_pensionable: pay * BigInt(number),
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
      plan: { ...cpp, rate: fixed(rate), max: fixed(max) },
      other: cpp,
      pensionable: fixed(input.bonus as string),
      exemption: 0n,
      months: 12,
      ytd_pensionable: 0n,
      contributed: { ...nothing, first: fixed(input.ytd_cpp as string) },
    });
    close('CPP', toText(contribution), expected.cpp as string);
  },
};
