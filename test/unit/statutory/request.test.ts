import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { WITHHOLDING_EXAMPLES } from '../../../src/statutory/request/examples.ts';
import { withholdingRequest } from '../../../src/statutory/request/request.ts';
import { calculateJson } from './calculate-json.ts';

const BASE = {
  pay_date: '2026-03-13',
  pay_frequency: 'bi_weekly',
  province_of_employment: 'ON',
  method: 'periodic',
  regular_pay: '2400.00',
};

const errorsOf = (body: unknown): Record<string, string[]> => {
  const answer = calculateJson(body);
  return 'errors' in answer ? answer.errors : {};
};

describe('the request', () => {
  test.each(Object.entries(WITHHOLDING_EXAMPLES))('the example of %s is answered', (_code, example) => {
    const answer = calculateJson(example);
    if ('errors' in answer) throw new Error(JSON.stringify(answer.errors));
    const { employee, employer, gross_pay, net_pay, explanation } = answer.data;
    expect(employee.total).toBeGreaterThan(0);
    expect(employer.total).toBeGreaterThan(0);
    expect(net_pay).toBeLessThan(gross_pay);
    for (const { to_reduce: _, ...step } of explanation) {
      expect(step).toEqual({
        name: expect.any(String),
        formula: expect.any(String),
        value: expect.any(Number),
        figures: expect.any(Object),
        source: expect.any(Array),
        paragraph: { en: expect.any(String), fr: expect.any(String) },
      });
    }
  });

  test('accepts amounts as text or numbers, and results are numbers', () => {
    const text = calculateJson(BASE);
    const number = calculateJson({ ...BASE, regular_pay: 2400 });
    expect(number).toEqual(text);
    expect(text).toMatchObject({ data: { gross_pay: 2400, net_pay: 1880.15, employee: { cpp: 134.79, ei: 39.12 } } });
  });

  test.each([
    ['regular_pay', { regular_pay: '12.345' }],
    ['regular_pay', { regular_pay: 'NaN' }],
    ['regular_pay', { regular_pay: 1e9 }],
    ['regular_pay', { regular_pay: 0.1 + 0.2 }],
    ['rrsp', { rrsp: '-1.00' }],
    ['pay_date', { pay_date: '2026-02-30' }],
    ['pay_date', { pay_date: '2019-01-04' }],
    ['pay_frequency', { pay_frequency: undefined }],
    ['pay_frequency', { pay_frequency: 'fortnightly' }],
    ['pay_periods', { pay_periods: 0 }],
    ['province_of_employment', { province_of_employment: 'XX' }],
    ['period_number', { method: 'cumulative' }],
    ['period_number', { method: 'cumulative', period_number: 27 }],
    ['federal_claim.code', { federal_claim: { code: 11 } }],
    ['federal_claim.amount', { federal_claim: { code: 1, amount: '1' } }],
    ['birth_date', { birth_date: '2026-03-14' }],
    ['year_to_date.cpp', { year_to_date: { cpp: '-5' } }],
    ['pensionable_months', { pensionable_months: 13 }],
    ['commission_annual.days', { commission_annual: { income: '100' } }],
  ])('is refused with the name of %s when that is wrong', (path, wrong) => {
    const errors = errorsOf({ ...BASE, ...wrong });
    expect(Object.keys(errors)).toEqual([path]);
    expect(errors[path]![0]!.length).toBeGreaterThan(5);
  });

  test('is refused with the name of an unknown member', () => {
    expect(JSON.stringify(errorsOf({ ...BASE, salery: '1' }))).toContain('salery');
    expect(JSON.stringify(errorsOf({ ...BASE, year_to_date: { cppp: '1' } }))).toContain('cppp');
  });

  test('accepts jurisdictions as tax properties and the CRA write them', () => {
    expect(calculateJson({ ...BASE, province_of_employment: 'ca_on' })).toEqual(calculateJson(BASE));
    expect(calculateJson({ ...BASE, province_of_employment: 'ZZ' })).toEqual(
      calculateJson({ ...BASE, province_of_employment: 'ca_oc' }),
    );
  });

  test.each(['bi_weekly', 'bi-weekly', 'biweekly'])('%s is every two weeks', (pay_frequency) => {
    expect(calculateJson({ ...BASE, pay_frequency })).toEqual(calculateJson({ ...BASE, pay_periods: 26 }));
  });

  test('uses pay_periods before pay_frequency', () => {
    const body = { ...BASE, pay_periods: 52 };
    expect(calculateJson(body)).toEqual(calculateJson({ ...BASE, pay_frequency: 'weekly' }));
  });

  test('has a JSON schema', () => {
    // It has a name of its own, under which the reference shows it.
    const { $ref, $defs } = z.toJSONSchema(withholdingRequest, { io: 'input' });
    expect($ref).toBe('#/$defs/statutory_withholding_request');
    expect($defs?.statutory_withholding_request).toMatchObject({
      type: 'object',
      required: expect.arrayContaining(['pay_date', 'regular_pay']),
    });
  });
});
