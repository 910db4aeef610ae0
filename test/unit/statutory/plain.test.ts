import { describe, expect, test } from 'vitest';
import { calculateRequest } from '../../../src/statutory/request/calculate.ts';
import { plainWithholdings } from './plain.ts';
import { plainCase } from './plain-cases.ts';
import type { PlainPay, PlainResult } from './plain-pay.ts';

// Two calculations that share nothing but the figures: what the service withholds, and the formulas as they are
// printed.

const YEARS = [2020, 2021, 2022, 2023, 2024, 2025, 2026];
const CASES = process.env.FULL ? 10_000 : 300;

const NAMES = [
  'cpp',
  'cpp2',
  'qpp',
  'qpp2',
  'ei',
  'qpip',
  'federal_tax',
  'provincial_tax',
  'federal_tax_on_bonus',
  'provincial_tax_on_bonus',
] as const;

const ofService = (pay: PlainPay): PlainResult => {
  const { employee } = calculateRequest(pay);
  return Object.fromEntries(NAMES.map((name) => [name, Math.round(Number(employee[name]) * 100)])) as never;
};

describe('the calculation and a plain copy of the formulas give the same results', () => {
  test.each(YEARS)('agree to the cent on generated pays of %i', { timeout: 600_000 }, (year) => {
    const differ: unknown[] = [];
    for (let seed = 1; seed <= CASES && differ.length < 3; seed += 1) {
      const pay = plainCase(year, seed);
      const [service, plain] = [ofService(pay), plainWithholdings(pay)];
      if (NAMES.some((name) => service[name] !== plain[name])) differ.push({ seed, service, plain, pay });
    }
    expect(differ).toEqual([]);
  });
});
