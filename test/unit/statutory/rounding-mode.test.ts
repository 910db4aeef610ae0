import { readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import { calculateRequest } from '../../../src/statutory/request/calculate.ts';
import type { WithholdingRequest } from '../../../src/statutory/request/request.ts';
import { plainCase } from './plain-cases.ts';

// The arithmetic of the CRA's own calculator, beside that of the published formulas. One engine does both.

const cents = (amount: string): number => Math.round(Number(amount) * 100);

interface Captured {
  id: string;
  quality: string;
  kind: string;
  request: WithholdingRequest;
  expected: { employee?: Record<string, string> };
}
const results = load(readFileSync(new URL('results.yaml', import.meta.url), 'utf8')) as
  | Captured[]
  | { results: Captured[] };
const captured = (Array.isArray(results) ? results : results.results).filter(
  ({ quality, kind, expected }) => quality === 'official_calculator' && kind === 'pay' && expected.employee,
);

describe('rounding mode calculator', () => {
  test('gives every captured result to the cent, including half cents', () => {
    expect(captured.length).toBeGreaterThan(40);
    for (const { id, request, expected } of captured) {
      const { employee } = calculateRequest({ ...request, rounding_mode: 'calculator' });
      for (const [name, amount] of Object.entries(expected.employee!))
        expect(`${id} ${name} ${cents(employee[name as keyof typeof employee])}`).toBe(
          `${id} ${name} ${cents(amount)}`,
        );
    }
  });

  // Alberta in July 2026 as the calculator has it: CPP, federal and provincial tax, and CPP by the formulas.
  test.each([
    [10, '500.00', 0, '8.92', '46.60', '38.63', '8.93'],
    [10, '7460.00', 0, '423.04', '1048.32', '579.35', '423.05'],
    [10, '7460.00', 1, '423.04', '817.99', '397.20', '423.05'],
    [10, '8500.00', 0, '484.92', '1259.38', '682.31', '484.93'],
    [10, '8500.00', 1, '484.92', '1029.06', '500.16', '484.93'],
    [10, '6120.01', 0, '343.32', '787.41', '454.15', '343.32'],
    [10, '11704.49', 0, '675.59', '1909.74', '999.55', '675.59'],
    [10, '15425.91', 0, '897.02', '2861.43', '1367.97', '897.02'],
    [12, '12854.91', 1, '747.51', '2192.58', '988.18', '747.51'],
    [12, '20567.75', 0, '1206.43', '4527.09', '2103.16', '1206.43'],
  ])('%i pays of %s, claim code %i', (pay_periods, regular_pay, code, cpp, federal, provincial, byFormulas) => {
    const request = {
      pay_date: '2026-07-17',
      pay_periods,
      province_of_employment: 'AB',
      regular_pay,
      federal_claim: { code },
      provincial_claim: { code },
    } as const;
    const { employee } = calculateRequest({ ...request, rounding_mode: 'calculator' });
    expect([employee.cpp, employee.federal_tax, employee.provincial_tax].map(cents)).toEqual(
      [cpp, federal, provincial].map(cents),
    );
    expect(cents(calculateRequest(request).employee.cpp)).toBe(cents(byFormulas));
  });

  test('changes contributions and premiums by a cent at most, and a pay by a few cents', () => {
    let moved = 0;
    for (let seed = 1; seed <= 300; seed += 1) {
      const pay = plainCase(2026, seed);
      const formulas = calculateRequest(pay).employee;
      const calculator = calculateRequest({ ...pay, rounding_mode: 'calculator' }).employee;
      for (const name of ['cpp', 'cpp2', 'qpp', 'qpp2', 'ei', 'qpip'] as const)
        expect(Math.abs(cents(formulas[name]) - cents(calculator[name]))).toBeLessThanOrEqual(1);
      const total = Math.abs(cents(formulas.total) - cents(calculator.total));
      expect(total).toBeLessThanOrEqual(8);
      if (total > 0) moved += 1;
    }
    expect(moved).toBeGreaterThan(0);
  });
});
