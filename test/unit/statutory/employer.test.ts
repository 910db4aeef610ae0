import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EDITIONS, editionFor } from '../../../src/statutory/editions/index.ts';
import type { HealthTaxProvince } from '../../../src/statutory/employer/health-tax.ts';
import {
  annualHealthTax,
  HEALTH_TAX_PROVINCES,
  healthTaxBasis,
  healthTaxOn,
  hsfRate,
} from '../../../src/statutory/employer/health-tax.ts';
import {
  labourStandards,
  skillsFundOn,
  territorialTax,
  workersCompensation,
} from '../../../src/statutory/employer/levies.ts';
import { fixed, toText } from '../../../src/values/fixed.ts';

const { edition } = editionFor('2026-03-13', EDITIONS);
const edition2024 = editionFor('2024-03-15', EDITIONS).edition;

const annual = (province: HealthTaxProvince, payroll: string, overrides = {}) =>
  toText(annualHealthTax(healthTaxBasis(edition, province, fixed(payroll), overrides)!));

describe('employer health tax of a year', () => {
  test.each([
    ['ON', '900000', '0'],
    ['ON', '1000000', '0'],
    ['ON', '1200000', '3900'],
    ['ON', '5000000', '78000'],
    // The exemption is lost above five million.
    ['ON', '5000000.01', '97500'],
    ['BC', '1000000', '0'],
    ['BC', '1250000', '14625'],
    ['BC', '1500000', '29250'],
    ['BC', '2000000', '39000'],
    ['MB', '2500000', '0'],
    ['MB', '4000000', '64500'],
    ['MB', '5000000', '107500'],
    ['MB', '6000000', '129000'],
    ['NL', '2000000', '0'],
    ['NL', '3000000', '20000'],
    ['QC', '1000000', '16500'],
    ['QC', '7800000', '332280'],
  ] as const)('%s: the tax on a payroll of %s is %s', (province, payroll, tax) => {
    expect(annual(province, payroll)).toBe(tax);
  });

  test('the notch rate ends at the same tax as the full rate', () => {
    for (const [province, limit] of [
      ['BC', '1500000'],
      ['MB', '5000000'],
    ] as const) {
      const above = fixed(annual(province, toText(fixed(limit) + fixed('0.01'))));
      expect(above - fixed(annual(province, limit)) <= fixed('0.01')).toBe(true);
    }
  });

  // Associated employers whose remuneration together passes the limit have no exemption: B.C. government, associated
  // employers; Manitoba, HE Levy.
  test.each([
    ['BC', '800000', '0', '15600'],
    ['BC', '1400000', '0', '27300'],
    ['MB', '3000000', '0', '64500'],
    // A share of it, where they do not pass the limit.
    ['BC', '800000', '400000', '23400'],
    ['MB', '3000000', '1000000', '86000'],
    ['ON', '800000', '0', '15600'],
  ] as const)('%s: the tax on %s with a stated exemption of %s is %s', (province, payroll, exemption, tax) => {
    expect(annual(province, payroll, { exemption: fixed(exemption) })).toBe(tax);
  });

  test('figures that the employer states are used before the tables', () => {
    const overrides = { annual_remuneration: fixed('3000000'), exemption: fixed('500000'), rate: fixed('0.01') };
    expect(annual('ON', '100', overrides)).toBe('25000');
    // An exemption does not apply in Quebec.
    expect(annual('QC', '2000000', { exemption: fixed('1000000'), rate: fixed('0.02') })).toBe('40000');
  });

  test('is spread over the year by remuneration, so that the pays of a year add up to it', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...HEALTH_TAX_PROVINCES),
        fc.array(fc.integer({ min: 100_000, max: 90_000_000 }), { minLength: 12, maxLength: 12 }),
        (province, pays) => {
          const amounts = pays.map((pay) => fixed((pay / 100).toFixed(2)));
          const payroll = amounts.reduce((sum, amount) => sum + amount, 0n);
          const basis = healthTaxBasis(edition, province, payroll)!;
          const spread = amounts.reduce((sum, amount) => sum + healthTaxOn(amount, basis), 0n);
          const off = spread - annualHealthTax(basis);
          expect(off <= fixed('0.07') && off >= -fixed('0.07')).toBe(true);
        },
      ),
      { numRuns: 100 },
    );
  });

  test('is empty in a year without figures', () => {
    expect(healthTaxBasis(edition2024, 'ON', fixed('2000000'))).toBeNull();
    expect(hsfRate(edition2024, fixed('2000000'))).toBeNull();
  });

  test('the health services fund has rates by sector', () => {
    expect(toText(hsfRate(edition, fixed('500000'), 'primary_and_manufacturing')!)).toBe('0.0125');
    expect(toText(hsfRate(edition, fixed('3000000'), 'primary_and_manufacturing')!)).toBe('0.0214');
    expect(toText(hsfRate(edition, fixed('500000'), 'public')!)).toBe('0.0426');
  });
});

describe('levies by employee', () => {
  const rate = fixed('2');

  test("workers' compensation stops at the maximum of the province, including earlier pays", () => {
    const at = (earnings: string, earlier: string) =>
      toText(workersCompensation(edition, 'ON', rate, fixed(earnings), fixed(earlier))!.premium);
    expect(at('5000', '0')).toBe('100');
    expect(at('5000', '120000')).toBe('34');
    expect(at('5000', '121700')).toBe('0');
    // Money taken back gives back only what lay below the maximum.
    expect(at('-5000', '123700')).toBe('-60');
  });

  test('after more was taken back than had been paid only what is left of a pay is assessable', () => {
    // 500 taken back of nothing, and then 1,000: the year holds 500.
    expect(toText(workersCompensation(edition, 'ON', rate, fixed('1000'), fixed('-500'))!.assessable)).toBe('500');
  });

  test('the stubs of a date together come to what the year leaves below the maximum, whichever goes before', () => {
    const behind = (earnings: string, was: string, is: string) => [
      { earnings: fixed(earnings), was: fixed(was), is: fixed(is) },
    ];
    const compensated = (earnings: string, earlier: string, displaced: ReturnType<typeof behind>) =>
      toText(
        workersCompensation(edition, 'ON', rate, fixed(earnings), fixed(earlier), undefined, displaced)!.assessable,
      );
    // Up to 121,700, of which the year had 118,000: 3,700 for the date. A pay of 3,000 was closed behind another of
    // 2,000 that is no more: 1,700 of it counted and 3,000 should. One of 1,000 behind it bears its own 700 and 1,300.
    expect(compensated('1000', '121000', behind('3000', '120000', '118000'))).toBe('2000');
    // It was closed behind nothing, with all of its 3,000; one of 2,000 that goes before it bears what is left.
    expect(compensated('2000', '118000', behind('3000', '118000', '120000'))).toBe('700');
    // Labour standards up to 103,000, of which the year had 100,000: 1,000 of 3,000 are borne, and 2,000 are due 0.06 %.
    const standards = labourStandards(
      edition,
      fixed('1500'),
      fixed('102000'),
      undefined,
      behind('2000', '102000', '100000'),
    );
    expect(toText(standards!)).toBe('1.2');
  });

  test('a correction of an earlier year uses the maximum of that year', () => {
    const upTo = (day: string, province: string) =>
      toText(workersCompensation(editionFor(day, EDITIONS).edition, province, rate, fixed('200000'), 0n)!.assessable);
    expect(['2020', '2021', '2022', '2023', '2024'].map((year) => upTo(`${year}-03-13`, 'ON'))).toEqual([
      '95400',
      '97308',
      '100422',
      '110000',
      '112500',
    ]);
    expect(upTo('2024-03-13', 'NU')).toBe('110600');
  });

  test("workers' compensation is absent where no board has a maximum", () => {
    expect(workersCompensation(edition, 'OC', rate, fixed('1'), 0n)).toBeNull();
  });

  test('labour standards stop at the yearly maximum', () => {
    expect(toText(labourStandards(edition, fixed('10000'), 0n)!)).toBe('6');
    expect(toText(labourStandards(edition, fixed('10000'), fixed('100000'))!)).toBe('1.8');
  });

  test('the skills fund is set aside on what is not spent on training, where the payroll of the year passes the threshold', () => {
    const due = (annual: string, training: string) =>
      toText(skillsFundOn(edition, fixed('100000'), fixed(annual), fixed(training))!);
    expect(due('2000000', '0')).toBe('0');
    expect(due('3000000', '0.004')).toBe('600');
    expect(due('3000000', '0.02')).toBe('0');
  });

  test('territorial payroll tax is two percent', () => {
    const before = { withheld: 0n, kept: 0n, isElsewhere: false };
    expect(toText(territorialTax(edition, 'NT', fixed('1234.56'), before)!.tax)).toBe('24.69');
    expect(territorialTax(edition2024, 'NU', fixed('1'), before)).toBeNull();
  });
});
