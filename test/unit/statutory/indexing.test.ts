import { describe, expect, test } from 'vitest';
import { EDITIONS, editionFor } from '../../../src/statutory/editions/index.ts';
import type { ClaimedFrom } from '../../../src/statutory/editions/indexing.ts';
import { indexedClaim } from '../../../src/statutory/editions/indexing.ts';
import { calculateRequest } from '../../../src/statutory/request/calculate.ts';
import type { WithholdingRequest } from '../../../src/statutory/request/request.ts';
import { fixed, toText } from '../../../src/values/fixed.ts';

// What a form's claim amount is worth in later years (T4127 chapter 2, option 1; E1 of TP-1015.F).

const at = (from: ClaimedFrom, amount: string, since: string, on: string, not_indexed = '0') =>
  toText(
    indexedClaim(
      { amount: fixed(amount), not_indexed: fixed(not_indexed), effective_from: since },
      from,
      editionFor(on).edition,
      EDITIONS,
    ).amount,
  );

describe('indexing of claim amounts', () => {
  test.each([
    // The basic amounts of one year come to those of the next.
    ['federal', '15705', '2024-05-01', '2025-03-14', '16129'],
    ['federal', '16129', '2025-01-01', '2026-03-13', '16452'],
    ['federal', '15705', '2024-05-01', '2026-03-13', '16452'],
    ['AB', '22323', '2025-01-01', '2026-03-13', '22769'],
    ['ON', '12399', '2024-01-01', '2025-03-14', '12746'],
    ['ON', '12747', '2025-01-01', '2026-03-13', '12989'],
    ['NB', '13396', '2025-01-01', '2026-03-13', '13664'],
    // Not in the year of the form itself.
    ['federal', '16129', '2025-01-01', '2025-12-31', '16129'],
    ['federal', '16452', '2026-01-01', '2026-12-31', '16452'],
    // Manitoba since 2025, and Prince Edward Island: no indexing.
    ['MB', '15780', '2024-01-01', '2026-03-13', '15780'],
    ['PE', '14650', '2025-01-01', '2026-03-13', '14650'],
    ['PE', '31658.53', '2025-01-01', '2026-03-13', '31658.53'],
    ['MB', '20100.40', '2024-01-01', '2026-03-13', '20100.4'],
    // Outside Canada nothing is claimed from a province.
  ] as const)('%s: %s of %s is on %s %s', (from, amount, since, on, indexed) => {
    expect(at(from, amount, since, on)).toBe(indexed);
  });

  test('leaves pension, tuition and education amounts unchanged, except in Ontario', () => {
    expect(at('federal', '18129', '2025-01-01', '2026-03-13', '2000')).toBe('18452');
    expect(at('ON', '14747', '2025-01-01', '2026-03-13', '2000')).toBe(at('ON', '14747', '2025-01-01', '2026-03-13'));
  });

  test('raises the basic amount of Nova Scotia by 263 in 2025 apart from indexing, and indexes it in 2026', () => {
    expect(at('NS', '11481', '2024-01-01', '2025-03-14')).toBe('11744');
    expect(at('NS', '13481', '2024-01-01', '2025-03-14')).toBe('13806');
    expect(at('NS', '11481', '2024-01-01', '2026-03-13')).toBe('11932');
    // No basic amount is in a claim below it.
    expect(at('NS', '0', '2024-01-01', '2025-03-14')).toBe('0');
  });

  test('continues in Quebec with the unrounded indexed part', () => {
    expect(at('QC', '18571', '2025-01-01', '2026-03-13')).toBe('18951.7055');
  });

  test('warns of years whose factor is not known', () => {
    const { amount, unknown } = indexedClaim(
      { amount: fixed('10000'), not_indexed: 0n, effective_from: '1998-01-01' },
      'federal',
      editionFor('2026-03-13').edition,
      EDITIONS,
    );
    expect(unknown[0]).toBe(1999);
    expect(unknown).not.toContain(2026);
    expect(amount > fixed('10000')).toBe(true);
  });
});

describe('a claim of an earlier form in a calculation', () => {
  const pay = (more: Partial<WithholdingRequest>) =>
    calculateRequest(
      { pay_date: '2026-03-13', pay_periods: 26, province_of_employment: 'ON', regular_pay: '3000', ...more },
      { explain: true },
    );
  const tax = (more: Partial<WithholdingRequest>) => {
    const { federal_tax, provincial_tax } = pay(more).employee;
    return [federal_tax, provincial_tax];
  };

  test('is indexed when the day of the form is given, and explained', () => {
    const claims = {
      federal_claim: { amount: '16129', effective_from: '2025-01-01' },
      provincial_claim: { amount: '12747', effective_from: '2025-01-01' },
    };
    expect(tax(claims)).toEqual(['341.15', '181.48']);
    expect(pay(claims).explanation[0]).toMatchObject({
      name: 'TC',
      value: '16452',
      figures: { stated: '16129', since: '2025-01-01' },
      source: ['t4127-122'],
    });
    expect(tax({ federal_claim: { amount: '16129' }, provincial_claim: { amount: '12747' } })).toEqual([
      '342.89',
      '181.95',
    ]);
    expect(pay({ federal_claim: { amount: '16129', effective_from: '1998-01-01' } }).warnings).toEqual([
      expect.objectContaining({ type: 'figure_missing' }),
    ]);
  });

  test('is replaced by the new basic amount in Newfoundland and Labrador from July 2026', () => {
    const nl = (claim: WithholdingRequest['provincial_claim'], pay_date = '2026-07-10') =>
      tax({ province_of_employment: 'NL', pay_date, provincial_claim: claim })[1];
    expect(nl({ amount: '11188' }, '2026-06-26')).toBe('278.22');
    expect(nl({ amount: '11188' })).toBe('265.47');
    expect(nl({ amount: '11188', effective_from: '2026-02-01' })).toBe('265.47');
    // The rest of what an earlier form claims stays beside it; a form of July or later is taken as it is.
    expect(nl({ amount: '13188', effective_from: '2026-02-01' })).toBe(nl({ amount: '17000' }));
    expect(nl({ amount: '15000', effective_from: '2026-07-01' })).toBe('265.47');
    expect(nl({ amount: '13188' })).not.toBe(nl({ amount: '17000' }));
  });
});
