import { describe, expect, test } from 'vitest';
import type { WithholdingResult } from '../../../src/statutory/request/calculate.ts';
import { calculateRequest } from '../../../src/statutory/request/calculate.ts';
import type { WithholdingRequest } from '../../../src/statutory/request/request.ts';

// Rules that no published result speaks of, and what is defined where none is given.

const pay = (more: Partial<WithholdingRequest> = {}): WithholdingResult =>
  calculateRequest(
    { pay_date: '2026-03-13', pay_periods: 26, province_of_employment: 'ON', regular_pay: '2400.00', ...more },
    { explain: true },
  );
const step = (result: WithholdingResult, name: string) => result.explanation.find((one) => one.name === name)?.value;

describe('age', () => {
  test.each([
    // Turns 18 on 20 March 2026: first contribution on a pay dated in April.
    ['2008-03-20', '2026-03-27', '0'],
    ['2008-03-20', '2026-04-10', '134.79'],
    // Turns 70 on 20 March 2026: last contribution on the last pay of March.
    ['1956-03-20', '2026-03-27', '134.79'],
    ['1956-03-20', '2026-04-10', '0'],
  ])('born %s, paid %s: CPP %s', (birth_date, pay_date, cpp) => {
    expect(pay({ birth_date, pay_date }).employee.cpp).toBe(cpp);
  });

  test('the CPP maximum is prorated by months', () => {
    const last = pay({
      birth_date: '1956-03-20',
      pay_date: '2026-03-27',
      year_to_date: { cpp: '1000', pensionable: '18000' },
    });
    // 4,230.45 × 3 / 12 − 1,000
    expect(last.employee.cpp).toBe('57.61');
    expect(pay({ pensionable_months: 0 }).employee.cpp).toBe('0');
  });

  test('QPP applies until the end of the year of the 72nd birthday, with a warning that the rule is recalled', () => {
    const quebec = { province_of_employment: 'QC', birth_date: '1954-03-20' } as const;
    const in72nd = pay({ ...quebec, pay_date: '2026-12-31' });
    expect(in72nd.employee.qpp).toBe('142.72');
    expect(in72nd.warnings).toEqual([expect.objectContaining({ subject: 'qpp.stops' })]);
    expect(pay({ ...quebec, birth_date: '1953-03-20' }).employee.qpp).toBe('0');
    expect(pay({ ...quebec, birth_date: '1980-01-01' }).warnings).toEqual([]);
  });
});

describe('the credit for contributions and premiums (K2)', () => {
  const sofar = { pensionable: '42000', insurable: '42000', cpp: '2200', ei: '684.60' };

  test.each([
    // Who became exempt within the year has none of it, as who was so from its first day.
    [{ is_cpp_exempt: true }, ['324.98', '172.64', '205', '91.5']],
    [{ is_ei_exempt: true }, ['307.01', '160.85', '196.09', '213.68']],
  ])('is 0 on a pay with %j, whatever was withheld before', (exempt, expected) => {
    const taxes = (year_to_date: WithholdingRequest['year_to_date']) => {
      const { employee } = pay({ pay_date: '2026-09-11', regular_pay: '2800', bonus: '1000', ...exempt, year_to_date });
      const { federal_tax, provincial_tax, federal_tax_on_bonus, provincial_tax_on_bonus } = employee;
      return [federal_tax, provincial_tax, federal_tax_on_bonus, provincial_tax_on_bonus];
    };
    expect(taxes(sofar)).toEqual(expected);
    const { cpp: _, ei: __, ...earned } = sofar;
    expect(taxes(earned)).toEqual(expected);
  });

  test('beside a bonus the premium of the regular pay is what is left of the maximum (T4127: P × EI)', () => {
    // 1,123.07 − 1,080.07 = 43.00 is less than 48.90: 26 × 43.00 = 1,118.00 without the bonus, the maximum with it.
    const near = { pensionable: '66000', insurable: '66261.00', cpp: '3650', ei: '1080.07' };
    const result = pay({ pay_date: '2026-09-11', regular_pay: '3000', bonus: '2000', year_to_date: near });
    expect(result.employee.ei).toBe('43');
    expect([step(result, 'K2 (without B)'), step(result, 'K2 (with B)')]).toEqual(['649.24', '649.95']);
  });
});

describe('claims', () => {
  test('a claim code follows the reduced basic amount of a high income', () => {
    const high = { regular_pay: '8000.00' };
    const basic = Number(step(pay(high), 'K1'));
    const third = Number(step(pay({ ...high, federal_claim: { code: 3 } }), 'K1'));
    // 1.5 steps of 2,833 at 14 %.
    expect(third - basic).toBeCloseTo(594.93, 2);
    expect(basic).toBeLessThan(0.14 * 16452);
  });

  test('the basic amounts of Manitoba and Nova Scotia decrease with income, in the years whose tables say so', () => {
    const at = (province_of_employment: 'MB' | 'NS', regular_pay: string, pay_date: string) =>
      step(pay({ province_of_employment, regular_pay, pay_date }), 'K1P');
    expect(Number(at('MB', '11000', '2026-03-13'))).toBeLessThan(0.108 * 15780 - 100);
    expect(Number(at('NS', '2000', '2025-03-14'))).toBeLessThan(0.0879 * 11744);
    expect(at('NS', '2000', '2025-09-12')).toBe('1032.3');
  });

  test('with code E there is no tax, and in Ontario only the health premium', () => {
    const exempt = { federal_claim: { code: 'E' }, provincial_claim: { code: 'E' }, additional_tax: '30' } as const;
    expect(pay(exempt).employee).toMatchObject({ federal_tax: '0', provincial_tax: '23.08' });
    expect(pay({ ...exempt, province_of_employment: 'AB' }).employee.provincial_tax).toBe('0');
    expect(pay({ ...exempt, province_of_employment: 'QC' }).employee.provincial_tax).toBe('0');
  });
});

describe('provinces', () => {
  test('dependants lower Ontario tax through its tax reduction', () => {
    const low = { regular_pay: '900.00' };
    const alone = Number(pay(low).employee.provincial_tax);
    expect(Number(pay({ ...low, dependants: 2 }).employee.provincial_tax)).toBeLessThan(alone);
  });

  test('labour-sponsored shares give federal and provincial credits, each up to its limit', () => {
    const shares = { federal: '100.00', provincial: '100.00' };
    const saskatchewan = (more: Partial<WithholdingRequest>) => pay({ province_of_employment: 'SK', ...more }).employee;
    const plain = saskatchewan({});
    const bought = saskatchewan({ labour_sponsored_shares: shares });
    expect(Number(plain.federal_tax) - Number(bought.federal_tax)).toBeCloseTo(15, 2);
    expect(Number(plain.provincial_tax) - Number(bought.provincial_tax)).toBeCloseTo(17.5, 2);
    expect(pay({ labour_sponsored_shares: shares }).employee.provincial_tax).toBe(pay().employee.provincial_tax);
  });

  test('averaging outside Canada counts what was withheld in a province before: the CRA has both (M of T4127)', () => {
    const averaged = (withheld: { federal_tax: string; provincial_tax: string }) =>
      pay({
        ...{ province_of_employment: 'OC', method: 'cumulative', pay_periods: 26, period_number: 14 },
        regular_pay: '3000.00',
        year_to_date: {
          ...{ taxable: '39000.00', pensionable: '39000.00', insurable: '39000.00', cpp: '2216.35', ei: '635.70' },
          ...withheld,
        },
      }).employee;
    const moved = averaged({ federal_tax: '4000.00', provincial_tax: '2000.00' });
    expect(moved).toEqual(averaged({ federal_tax: '6000.00', provincial_tax: '0' }));
    expect(Number(moved.federal_tax)).toBeGreaterThan(0);
    // Nothing is given back where a province had more.
    expect(averaged({ federal_tax: '4000.00', provincial_tax: '9000.00' }).federal_tax).toBe('0');
  });

  test('outside Canada there is a surtax on federal tax and no provincial tax', () => {
    const abroad = pay({ province_of_employment: 'OC' }).employee;
    expect(abroad.provincial_tax).toBe('0');
    expect(Number(abroad.federal_tax)).toBeCloseTo(Number(pay().employee.federal_tax) * 1.48, 1);
    const spared = pay({ province_of_employment: 'OC', is_outside_canada_surtax_exempt: true }).employee;
    expect(spared.federal_tax).toBe(pay().employee.federal_tax);
  });

  test('credits and deductions that a tax office approved lower tax', () => {
    const plain = pay().employee;
    expect(Number(plain.federal_tax) - Number(pay({ federal_credits: '260' }).employee.federal_tax)).toBeCloseTo(10, 2);
    expect(
      Number(plain.provincial_tax) - Number(pay({ provincial_credits: '260' }).employee.provincial_tax),
    ).toBeCloseTo(10, 2);
    expect(Number(step(pay(), 'A')) - Number(step(pay({ annual_deductions: '2600' }), 'A'))).toBeCloseTo(2600, 2);
    expect(Number(step(pay(), 'A')) - Number(step(pay({ northern_deduction: '4015' }), 'A'))).toBeCloseTo(4015, 2);
  });
});

test('a bonus by what the year has had and has left is explained with both', () => {
  const of_year = { bonus_basis: 'year_to_date', period_number: 17, year_to_date: { taxable: '38400' } } as const;
  const { explanation } = pay({ bonus: '1000', ...of_year });
  const a = explanation.find(({ name }) => name === 'A (without B)');
  // 38,400.00 + 10 x (2,400.00 - F5A).
  expect(a?.figures).toMatchObject({ 'IYTD − FYTD − F2YTD − F5AYTD − U1YTD': '38400', PR: '10', I: '2400' });
  expect(Number(a?.value)).toBeCloseTo(62_400 - 10 * Number(a?.figures.F5A), 6);
});

describe('a bonus paid apart', () => {
  test('has no exemption and no additional tax, and is taxed with the last regular pay', () => {
    const apart = pay({ regular_pay: '0', bonus: '5000', last_regular_pay: '2400.00', additional_tax: '50' });
    expect(apart.employee).toMatchObject({ cpp: '297.5', federal_tax: '0', provincial_tax: '0' });
    const together = pay({ bonus: '5000' }).employee;
    const off = Number(apart.employee.federal_tax_on_bonus) - Number(together.federal_tax_on_bonus);
    expect(Math.abs(off)).toBeLessThan(15);
  });

  test('is reduced once by deductions from it', () => {
    const apart = { regular_pay: '0', bonus: '5000', last_regular_pay: '2400.00' };
    const tax = (more: Partial<WithholdingRequest>) => Number(pay({ ...apart, ...more }).employee.federal_tax_on_bonus);
    expect(tax({}) - tax({ rrsp: '1000' })).toBeCloseTo(205, 0);
    expect(tax({ rrsp: '1000' })).toBe(tax({ rrsp_from_bonus: '1000' }));
  });

  test('is taxed at a flat rate with little annual income, in Quebec at its federal part', () => {
    const little = { regular_pay: '100.00', bonus: '1000.00' };
    expect(pay(little).employee).toMatchObject({ federal_tax_on_bonus: '100', provincial_tax_on_bonus: '50' });
    const quebec = pay({ ...little, province_of_employment: 'QC' }).employee;
    expect(quebec).toMatchObject({ federal_tax_on_bonus: '100', provincial_tax_on_bonus: '70' });
    expect(pay({ ...little, province_of_employment: 'OC' }).employee.federal_tax_on_bonus).toBe('150');
  });
});

describe('commission with a TD1X', () => {
  const td1x = {
    regular_pay: '0',
    commission: '6500.00',
    commission_annual: { income: '78000', expenses: '9000', days: 31 },
  };

  test('is taxed as its share of the estimated annual commission', () => {
    const result = pay(td1x);
    // I1 − F5 − E: 78,000 − (711 + 136) − 9,000.
    expect(step(result, 'F5')).toBe('847');
    expect(step(result, 'A')).toBe('68153');
    const tax = Number(step(result, 'T1'));
    expect(Number(result.employee.federal_tax)).toBeCloseTo((tax * 6500) / 78000, 2);
    // 3,500 × 31 / 365 of the exemption.
    expect(result.employee.cpp).toBe('369.06');
  });

  test('has at least the exemption of a week', () => {
    const weekly = pay({ ...td1x, commission_annual: { ...td1x.commission_annual, days: 3 } });
    expect(weekly.employee.cpp).toBe('382.75');
  });

  test('includes a bonus in the payment', () => {
    const { federal_tax, federal_tax_on_bonus } = pay({ ...td1x, commission: '6000.00', bonus: '500.00' }).employee;
    expect(federal_tax).toBe(pay(td1x).employee.federal_tax);
    expect(federal_tax_on_bonus).toBe('0');
  });

  test('is regular pay without a TD1X', () => {
    const { commission_annual: _, ...without } = td1x;
    expect(pay(without).employee).toEqual(pay({ regular_pay: '6500.00' }).employee);
  });

  test('warns that the form of Quebec is not covered', () => {
    const quebec = pay({ ...td1x, province_of_employment: 'QC' });
    expect(quebec.warnings).toEqual([expect.objectContaining({ type: 'not_covered' })]);
  });
});

describe('cumulative averaging', () => {
  test('withholds from the first of equal pays what option 1 withholds, and less from a low pay', () => {
    const first = pay({ method: 'cumulative', period_number: 1 }).employee;
    const plain = pay().employee;
    expect(Math.abs(Number(first.federal_tax) - Number(plain.federal_tax))).toBeLessThan(0.05);
    const year_to_date = {
      taxable: '24000',
      pensionable: '24000',
      insurable: '24000',
      cpp: '1347.90',
      ei: '391.20',
      f5a: '226.60',
      federal_tax: '2191',
      provincial_tax: '1216',
    };
    const low = pay({ method: 'cumulative', period_number: 11, regular_pay: '500', year_to_date }).employee;
    expect(low.federal_tax).toBe('0');
  });

  test('uses the figures of the whole year, not the prorated ones for half of it', () => {
    const july = {
      pay_date: '2026-07-17',
      province_of_employment: 'BC',
      method: 'cumulative',
      period_number: 1,
    } as const;
    const rate = pay(july).explanation.find(({ name }) => name === 'K1P')?.figures['lowest rate'];
    expect(rate).toBe('0.056');
    const periodic = pay({ ...july, method: 'periodic' }).explanation.find(({ name }) => name === 'K1P');
    expect(periodic?.figures['lowest rate']).toBe('0.0614');
  });
});

describe('the explanation', () => {
  test('has figures with their values and sources, and is absent unless requested', () => {
    const t3 = pay().explanation.find(({ name }) => name === 'T3');
    expect(t3).toEqual({
      name: 'T3',
      formula: 'max(0, R × A − K − K1 − K2 − K3 − K4)',
      value: expect.any(String),
      figures: expect.objectContaining({ R: '0.205', K: '3804' }),
      source: ['t4127-122'],
    });
    const silent = calculateRequest({
      pay_date: '2026-03-13',
      pay_periods: 26,
      province_of_employment: 'ON',
      regular_pay: '2400',
    });
    expect(silent.explanation).toEqual([]);
    expect(silent).toEqual({ ...pay(), explanation: [] });
  });
});
