import { readFileSync } from 'node:fs';
import { CORE_SCHEMA, load } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import type {
  BasicAmount,
  Edition,
  PensionPlan,
  RateRow,
  TaxTable,
  TaxTables,
} from '../../../src/statutory/editions/edition.ts';
import { EDITIONS } from '../../../src/statutory/editions/index.ts';
import type { Fixed } from '../../../src/values/fixed.ts';
import { toText } from '../../../src/values/fixed.ts';

// Every other figure of the formula sheets against what the agencies print: the constants of the tables, what option 2
// has of its own, claim codes, credits, surtaxes, and the rates and maximums of contributions and premiums. A wrong
// digit in a data file stops here, also one that the sums of a calculation would hide.

type Figures = Record<string, string>;
type Printed = Record<string, { title: string; printed: Record<string, Figures> }>;
const SHEETS = load(readFileSync(new URL('../../fixtures/formula-sheets.yaml', import.meta.url), 'utf8'), {
  schema: CORE_SCHEMA,
}) as Printed;
const FIRST_YEAR = 2024;

const row = (...figures: Fixed[]): string => figures.map(toText).join(' ');
const rows = (lines: readonly Fixed[][]): string => lines.map((line) => row(...line)).join(', ');

const byIncome = (basic: BasicAmount): Figures =>
  basic.type === 'phase_out' ? { 'basic amount by income': row(basic.max, basic.min, basic.from, basic.to) } : {};

/** What option 1 is not held to in figures-seen.test.ts. */
const tableOf = ({ brackets, basic, reduction, supplemental: extra }: TaxTable): Figures => ({
  constants: row(...brackets.map(({ constant }) => constant)),
  ...byIncome(basic),
  ...(reduction ? { reduction: row(reduction.basic, reduction.from, reduction.to, reduction.rate) } : {}),
  ...(extra
    ? { 'supplemental credit': `${row(extra.threshold, extra.numerator)}/${row(extra.divisor)}`.replace(/\/1$/, '') }
    : {}),
});

const wholeTableOf = (table: TaxTable): Figures => ({
  thresholds: row(...table.brackets.map(({ over }) => over)),
  rates: row(...table.brackets.map(({ rate }) => rate)),
  ...(table.basic.type === 'flat' ? { 'basic amount': row(table.basic.amount) } : {}),
  ...tableOf(table),
});

const tablesOf = ({ option1, option2, claim_step }: TaxTables): Figures => {
  const first = wholeTableOf(option1);
  const own = Object.entries(wholeTableOf(option2)).filter(([what, value]) => first[what] !== value);
  return {
    ...tableOf(option1),
    ...Object.fromEntries(own.map(([what, value]) => [`${what} of option 2`, value])),
    'claim step': row(claim_step!),
  };
};

const planOf = (plan: PensionPlan): string =>
  rows([
    [plan.ympe, plan.basic_exemption, plan.rate, plan.max],
    [plan.base_rate, plan.max_base],
    [plan.first_additional_rate, plan.max_first_additional],
    [plan.yampe, plan.second_rate, plan.second_max],
  ]);

const federalOf = ({ federal, cpp, qpp, ei, ei_quebec, qpip }: Edition): Figures => ({
  ...tablesOf(federal),
  indexing: row(federal.indexing!.rate),
  shares: row(federal.labour_fund.rate, federal.labour_fund.max),
  'abatement in Quebec': row(federal.quebec_abatement.rate),
  'surtax outside Canada': row(federal.outside_canada_surtax.rate),
  'small bonus': row(federal.small_bonus.threshold, federal.small_bonus.rate, federal.small_bonus.quebec_rate),
  cpp: planOf(cpp),
  qpp: planOf(qpp),
  ei: row(ei.max_insurable, ei.rate, ei.max),
  'ei in Quebec': row(ei_quebec.max_insurable, ei_quebec.rate, ei_quebec.max),
  qpip: rows([
    [qpip.rate, qpip.max],
    [qpip.employer_rate, qpip.employer_max],
  ]),
});

const provinceOf = (province: Edition['provinces'] extends ReadonlyMap<string, infer P> ? P : never): Figures => {
  const { labour_fund: fund, employment_amount: employed, surtax, reduction_for_dependants: each } = province;
  const premium = province.health_premium;
  return {
    ...tablesOf(province),
    indexing: row(province.indexing!.rate),
    ...(fund ? { shares: row(fund.rate, fund.max) } : {}),
    ...(employed ? { 'employment amount': row(employed.amount) } : {}),
    ...(surtax ? { surtax: rows(surtax.rows.map(({ over, rate }) => [over, rate])) } : {}),
    ...(each ? { reduction: row(each.basic, each.per_dependant) } : {}),
    ...(premium
      ? { 'health premium': rows(premium.rows.map(({ over, base, rate, cap }) => [over, base, rate, cap])) }
      : {}),
  };
};

const upTo = (lines: readonly (RateRow & { more?: Fixed })[]): string =>
  rows(lines.map(({ up_to, rate, more }) => [up_to, rate, more].filter((figure) => figure != null)));

/** What employers pay of their own, and single payments; null in a year of which none is held. */
const leviesOf = ({ health_taxes: taxes, territorial, quebec, lump_sums, ei }: Edition): Figures | null => {
  if (!taxes) return null;
  const { ON, BC, MB, NL } = taxes;
  const notch = (of: typeof BC | typeof MB) => row(of.exempt_up_to, of.notch_up_to, of.notch_rate, of.full_rate);
  return {
    'employer health tax, ON': `${row(ON.exemption, ON.exemption_lost_above)}, ${upTo(ON.rows)}`,
    'employer health tax, BC': notch(BC),
    'employer health tax, MB': notch(MB),
    'employer health tax, NL': row(NL.exempt_up_to, NL.rate),
    'payroll tax, NT': row(territorial!.NT.rate),
    'payroll tax, NU': row(territorial!.NU.rate),
    'labour standards': row(quebec.labour_standards!.rate, quebec.labour_standards!.max_earnings),
    'skills fund': row(quebec.wsdrf!.payroll_threshold, quebec.wsdrf!.rate),
    'lump sums': upTo(lump_sums!.rows.map((line) => ({ ...line, more: line.quebec_rate }))),
    'lump sums of non-residents': row(lump_sums!.non_resident_rate),
    'single payments in Quebec': upTo(quebec.single_payments!.rows),
    'EI of the employer': row(ei.employer_multiplier),
  };
};

/** Of Quebec's own sheet what was seen of its year. */
const quebecOf = ({ quebec }: Edition, seen: Figures): Figures => {
  const { health_services_fund: fund, brackets } = quebec;
  const sector = (of: 'general' | 'primary_and_manufacturing') =>
    fund ? row(fund[of].low_rate, fund[of].percent_base, fund[of].percent_per_million, fund[of].high_rate) : 'none';
  const held: Figures = {
    thresholds: row(...brackets.map(({ over }) => over)),
    rates: row(...brackets.map(({ rate }) => rate)),
    constants: row(...brackets.map(({ constant }) => constant)),
    'basic amount': row(quebec.basic),
    'credit rate': row(quebec.credit_rate),
    'deduction for workers': row(quebec.worker_rate, quebec.worker_max),
    shares: row(quebec.fund_rate, quebec.fund_max_shares),
    'small lump sum': row(quebec.lump_sum_threshold, quebec.lump_sum_rate),
    indexing: row(quebec.indexing!.rate),
    'health services fund': fund ? row(fund.lower, fund.upper, fund.public_sector_rate) : 'none',
    'health services fund, general': sector('general'),
    'health services fund, primary and manufacturing': sector('primary_and_manufacturing'),
  };
  return Object.fromEntries(Object.entries(held).filter(([what]) => what in seen));
};

/** What holds on a day: the sheets of January and those that changed something since. */
const printedOn = (edition: Edition): Record<string, Figures> => {
  const all: Record<string, Figures> = {};
  for (const [day, { printed }] of Object.entries(SHEETS)) {
    if (!day.startsWith(String(edition.tax_year)) || day > edition.effective_from) continue;
    for (const [place, figures] of Object.entries(printed)) all[place] = { ...all[place], ...figures };
  }
  for (const figures of Object.values(all))
    for (const [what, value] of Object.entries(figures)) if (value === 'none') delete figures[what];
  return all;
};

describe.each(
  EDITIONS.list
    .filter(({ tax_year }) => tax_year >= FIRST_YEAR)
    .map((edition) => [edition.effective_from, edition] as const),
)('%s', (_day, edition) => {
  test('the figures are those of the formula sheets', () => {
    const printed = printedOn(edition);
    const levies = leviesOf(edition);
    const held: Record<string, Figures> = {
      ...(levies ? { levies } : {}),
      federal: federalOf(edition),
      ...Object.fromEntries([...edition.provinces].map(([code, province]) => [code, provinceOf(province)])),
      QC: quebecOf(edition, printed.QC!),
    };
    expect(held).toEqual(printed);
  });
});
