import { readdirSync, readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import type { StubFacts, TaxPropertyFacts } from '../../../src/calculation/index.ts';
import { EDITIONS } from '../../../src/statutory/editions/index.ts';
import { STATUTORY_EFFECTS } from '../../../src/statutory/stage/effects.ts';
import { createWithholdingStage } from '../../../src/statutory/stage/stage.ts';
import { fixed, roundToCent, times, toText } from '../../../src/values/fixed.ts';
import { calculate, given, handMadeLine } from '../payrolls/given.ts';

// The employer's EI of a year: so many times the employee's, and not beyond the maximum that is published for it. Each
// pay is rounded to the cent, so that many pays may come to more.

const FOLDER = new URL('../../../src/statutory/data/', import.meta.url);

/** What the year came to before: premiums of the employee and of the employer, and insurable earnings. */
interface Before {
  employee: string;
  employer: string;
  insurable: string;
  of_quebec?: string;
}
const NOTHING: Before = { employee: '0', employer: '0', insurable: '0' };

const of = (owner: TaxPropertyFacts['owner'], type: string, value: unknown): TaxPropertyFacts => ({
  id: `taxp_${type}`,
  owner,
  owner_id: owner === 'business_entity' ? 'be_1' : 'wrk_1',
  type,
  value: value as TaxPropertyFacts['value'],
  effective_from: '2020-01-01',
  effective_to: null,
});
const reducedTo = (employer_multiplier: string) =>
  of('business_entity', 'ca::ei_premium_reduction', { employer_multiplier });

const sumsOf = ({ employee, employer, insurable, of_quebec = '0' }: Before) => ({
  amounts: { statutory_withholding: { ei: employee }, employer_statutory_withholding: { ei: employer } },
  bases: { insurable, insurable_quebec: of_quebec, taxable: insurable, all_taxable: insurable, pensionable: insurable },
});

/** EI of one pay, of employee and employer, and the last step that explains the employer's. */
const eiOf = (
  pay: string,
  before: Before,
  { province = 'ca_on', properties = [] as TaxPropertyFacts[], more = {} as Partial<StubFacts>, number = 20 } = {},
) => {
  const facts = given(
    {
      lines: [handMadeLine('earning', 'wage', { custom_amount: pay })],
      year_to_date: { ...sumsOf(before), consumed_once: [] },
      tax_properties: [of('business_entity', 'ca::province_of_employment', province), ...properties],
      ...more,
    },
    number,
  );
  const { lines, explanation } = calculate(facts, {
    withholdings: createWithholdingStage(),
    effects: STATUTORY_EFFECTS,
    explain: true,
  });
  const line = (kind: string) => lines.find((one) => one.kind === kind && one.type === 'ei');
  return {
    employee: line('statutory_withholding')?.managed_amount ?? '0',
    employer: line('employer_statutory_withholding')?.managed_amount ?? '0',
    step: explanation[line('employer_statutory_withholding')?.id ?? '']?.at(-1),
  };
};

const plus = (one: string, other: string): string => toText(fixed(one) + fixed(other));

/** 26 equal pays in a province. */
const yearOf = (pay: string, province: string, properties: TaxPropertyFacts[] = []): Before => {
  let year = NOTHING;
  for (let number = 0; number < 26; number++) {
    const { employee, employer } = eiOf(pay, year, { province, properties, number });
    year = {
      employee: plus(year.employee, employee),
      employer: plus(year.employer, employer),
      insurable: plus(year.insurable, pay),
      of_quebec: province === 'ca_qc' ? plus(year.insurable, pay) : '0',
    };
  }
  return year;
};

describe('a year of pays', () => {
  // 81.54 of a pay times 1.4 is 114.156: each pay adds four tenths of a cent, and the year would come to 1,572.35.
  test.each([
    ['Ontario', 'ca_on', '5002.45', '1123.07', '1572.3'],
    ['Quebec', 'ca_qc', '5003.08', '895.7', '1253.98'],
  ])('in %s ends with the maximum of the employer', (_, province, pay, employee, employer) => {
    expect(yearOf(pay, province)).toMatchObject({ employee, employer });
  });

  test('with a reduced multiplier is the sum of its pays', () => {
    // 13 x 97.85 and 75.66
    expect(yearOf('5002.45', 'ca_on', [reducedTo('1.2')])).toMatchObject({ employee: '1123.07', employer: '1347.71' });
  });
});

describe('the last pay before the maximum', () => {
  const BEFORE: Before = { employee: '1060.02', employer: '1484.08', insurable: '65031.85' };
  const PAY = '5002.45';

  test('has what is left of it, and says so', () => {
    const { step, ...amounts } = eiOf(PAY, BEFORE);
    expect(amounts).toEqual({ employee: '63.05', employer: '88.22' });
    expect(step).toMatchObject({
      name: 'employer_ei',
      value: '88.22',
      figures: { EI: '63.05', multiplier: '1.4', maximum: '1572.3', premiums_so_far: '1484.08' },
    });
  });

  test.each([
    ['a reduced multiplier', BEFORE, [reducedTo('1.2')], '75.66'],
    ['a multiplier that was lower before', { ...BEFORE, employer: '1272.02' }, [], '88.27'],
    ['a multiplier that was higher before', BEFORE, [reducedTo('1.3')], '81.97'],
    ["an employer's part that was not said", { ...BEFORE, employer: '0' }, [], '88.27'],
  ])('bears no less with %s', (_, before, properties, employer) => {
    expect(eiOf(PAY, before, { properties })).toMatchObject({ employee: '63.05', employer });
  });

  test('takes nothing back of a year that passed it', () => {
    expect(eiOf(PAY, { ...BEFORE, employer: '1572.35' })).toMatchObject({ employee: '63.05', employer: '0' });
    expect(eiOf(PAY, { ...BEFORE, employee: '1123.07', employer: '1572.35' })).toMatchObject({
      employee: '0',
      employer: '0',
    });
  });

  test('gives back what earnings taken back bore', () => {
    const full = { employee: '1123.07', employer: '1572.3', insurable: '68900' };
    expect(eiOf('-1000', full)).toMatchObject({ employee: '-16.3', employer: '-22.82' });
  });

  test('in Quebec after pays elsewhere goes by the higher maximum', () => {
    // 3,868.15 are left of the insurable maximum, at 1.3 %.
    expect(eiOf(PAY, BEFORE, { province: 'ca_qc' })).toMatchObject({ employee: '50.29', employer: '70.41' });
  });

  test('has it once with another pay stub of its date', () => {
    const beside = (employer: string): { more: Partial<StubFacts> } => ({
      more: { same_pay_date: sumsOf({ employee: '32.6', employer, insurable: '2000' }) },
    });
    // 45.64 of 88.22; beside another account with a multiplier of 1.2 its own 42.63
    expect(eiOf('3002.45', BEFORE, beside('45.64'))).toMatchObject({ employee: '30.45', employer: '42.58' });
    expect(eiOf('3002.45', BEFORE, beside('39.12'))).toMatchObject({ employee: '30.45', employer: '42.63' });
  });
});

test('the maximum is the published one of each year that names one', () => {
  const seen: number[] = [];
  for (const name of readdirSync(FOLDER).filter((file) => /^ca-\d{4}\.yaml$/.test(file))) {
    const { tax_year, ei } = load(readFileSync(new URL(name, FOLDER), 'utf8')) as {
      tax_year: number;
      ei: { max_employer_premium?: string; quebec: { max_employer_premium?: string } };
    };
    for (const edition of EDITIONS.list.filter((one) => one.tax_year === tax_year)) {
      const most = (of: typeof edition.ei) => toText(roundToCent(times(of.max, of.employer_multiplier)));
      if (ei.max_employer_premium === undefined) continue;
      seen.push(tax_year);
      expect(fixed(most(edition.ei))).toBe(fixed(ei.max_employer_premium));
      expect(fixed(most(edition.ei_quebec))).toBe(fixed(ei.quebec.max_employer_premium!));
    }
  }
  expect(new Set(seen)).toEqual(new Set([2024, 2025, 2026]));
});
