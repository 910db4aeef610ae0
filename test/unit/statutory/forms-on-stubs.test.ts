import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Line, StubFacts, StubResult, TaxPropertyFacts } from '../../../src/calculation/index.ts';
import { calculateRequest } from '../../../src/statutory/request/calculate.ts';
import type { WithholdingRequest } from '../../../src/statutory/request/request.ts';
import { STATUTORY_EFFECTS } from '../../../src/statutory/stage/effects.ts';
import { createWithholdingStage } from '../../../src/statutory/stage/stage.ts';
import { daysBetween } from '../../../src/values/dates.ts';
import { fixed, toText } from '../../../src/values/fixed.ts';
import { calculate, calendar2026, given, handMadeLine, onPayroll } from '../payrolls/given.ts';

// Everything that a calculation of given figures takes can reach a stub, by its lines, its year and its tax properties.

const stage = createWithholdingStage();
const run = (facts: StubFacts): StubResult => calculate(facts, { withholdings: stage, effects: STATUTORY_EFFECTS });

const PROVINCES = ['AB', 'BC', 'MB', 'NB', 'NL', 'NS', 'NT', 'NU', 'ON', 'PE', 'QC', 'SK', 'YT', 'OC'] as const;
const runs = process.env.FULL ? 3000 : 200;
const money = (most: number) => fc.integer({ min: 0, max: most }).map((cents) => (cents / 100).toFixed(2));
const often = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });

let properties = 0;
const property = (
  type: string,
  value: unknown,
  effective_from = '2026-01-01',
  owner: TaxPropertyFacts['owner'] = 'work_assignment',
): TaxPropertyFacts => ({
  id: `txp_${++properties}`,
  owner,
  owner_id: owner === 'remittance_account' ? 'remac_cra' : `${owner}_1`,
  type,
  value,
  effective_from,
  effective_to: null,
});

const line = (kind: Line['kind'], type: string, amount: string | undefined): Line[] =>
  amount === undefined || fixed(amount) === 0n ? [] : [handMadeLine(kind, type, { custom_amount: amount })];

const withheld = (result: StubResult, kind: Line['kind']): Record<string, bigint> =>
  Object.fromEntries(
    result.lines.filter((one) => one.kind === kind).map(({ type, managed_amount }) => [type, fixed(managed_amount!)]),
  );

const annual = often(
  fc.oneof(money(300_000), fc.record({ amount: money(300_000), from_period: fc.integer({ min: 1, max: 6 }) })),
);
const claim = fc.oneof(
  fc.constant('basic' as const),
  fc.record({ code: fc.integer({ min: 0, max: 10 }) }),
  fc.record({ amount: money(4_000_000) }),
  fc.record({
    amount: money(4_000_000),
    not_indexed: money(200_000),
    effective_from: fc.constantFrom('2024-03-01', '2025-01-01'),
  }),
);

/** Members of the form, as far as one of them does not exclude another. */
const requests = fc.record({
  period: fc.integer({ min: 6, max: 25 }),
  province_of_employment: fc.constantFrom(...PROVINCES),
  bonus_basis: fc.constantFrom('annualized' as const, 'year_to_date' as const),
  method: fc.constantFrom('periodic' as const, 'periodic' as const, 'cumulative' as const),
  pays: fc.oneof(
    fc.record({
      regular_pay: money(900_000).filter((pay) => pay !== '0.00'),
      bonus: often(money(500_000)),
      commission: often(money(200_000)),
    }),
    fc.record({ regular_pay: fc.constant('0.00'), bonus: money(900_000).filter((bonus) => bonus !== '0.00') }),
  ),
  last: fc.integer({ min: 10_000, max: 900_000 }).map((cents) => (cents / 100).toFixed(2)),
  taxable_benefits_cash: often(money(20_000)),
  taxable_benefits_in_kind: often(money(20_000)),
  rrsp: often(money(40_000)),
  rrsp_from_bonus: often(money(40_000)),
  union_dues: often(money(10_000)),
  alimony: often(money(50_000)),
  annual_deductions: annual,
  quebec_annual_deductions: annual,
  federal_credits: annual,
  provincial_credits: annual,
  northern_deduction: often(money(800_000)),
  federal_claim: claim,
  provincial_claim: claim,
  dependants: often(fc.integer({ min: 0, max: 6 })),
  additional_tax: often(money(5_000)),
  quebec_additional_tax: often(money(5_000)),
  shares: fc.record({
    federal: often(money(40_000)),
    provincial: often(money(40_000)),
    ftq: often(money(20_000)),
    fondaction: often(money(20_000)),
  }),
  bought: money(500_000),
  payee: fc.constantFrom('employee' as const, 'employee' as const, 'pensioner' as const, 'other' as const),
  is_non_resident: fc.boolean(),
  rounding_mode: fc.constantFrom('formulas' as const, 'calculator' as const),
  quebec: fc.record({
    fhsa: often(money(20_000)),
    percentage: fc.option(fc.constantFrom('80', '66.666667'), { nil: undefined, freq: 4 }),
    method: often(fc.constantFrom('periodic' as const, 'cumulative' as const)),
    bonus_method: fc.constantFrom('first' as const, 'second' as const),
  }),
  commission_annual: fc.option(
    fc.record({ income: fc.integer({ min: 20_000, max: 200_000 }), expenses: money(500_000) }),
    {
      nil: undefined,
      freq: 8,
    },
  ),
  birth_date: fc.constantFrom('1990-05-05', '1956-04-20', '2008-02-20'),
  exempt_month: fc.option(fc.integer({ min: 2, max: 12 }), { nil: undefined, freq: 5 }),
  months: fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined, freq: 5 }),
  flags: fc.record({
    ei: fc.boolean(),
    qpip: fc.boolean(),
    federal: fc.boolean(),
    provincial: fc.boolean(),
    surtax: fc.boolean(),
  }),
  multiplier: often(fc.constantFrom('1.2', '1.35')),
  ytd: fc.record({
    pensionable: money(6_000_000),
    insurable: money(6_000_000),
    cpp: money(300_000),
    cpp2: money(10_000),
    ei: money(80_000),
    qpp: fc.constant('0.00'),
    federal_tax: money(800_000),
    provincial_tax: money(400_000),
    non_periodic: money(500_000),
    union_dues: money(10_000),
    alimony: money(20_000),
    rrsp: money(30_000),
    f5a: money(20_000),
    f5b_on_non_periodic: money(5_000),
    deducted_from_non_periodic: money(5_000),
    fhsa: money(40_000),
    quebec_worker_deduction: money(100_000),
    quebec_commission_expenses: money(50_000),
    quebec_non_periodic_tax: money(90_000),
  }),
});
type Given = typeof requests extends fc.Arbitrary<infer T> ? T : never;

const bothOf = (given: Given): { request: WithholdingRequest; facts: StubFacts } => {
  const { province_of_employment: province, pays, ytd, flags, period } = given;
  const place = province.toLowerCase();
  const quebec = province === 'QC';
  const payroll = calendar2026[period]!;
  const days = daysBetween(calendar2026[period - 1]!.pay_date, payroll.pay_date);
  const method = given.commission_annual ? 'periodic' : given.method;
  const isApart = pays.regular_pay === '0.00';
  // A payment made apart comes with nothing that goes with a pay period.
  const periodic = <T>(value: T | undefined): T | undefined => (isApart ? undefined : value);
  const taxable = isApart ? toText(fixed(given.last) * 5n) : '20000.00';
  const funds = ['MB', 'NB', 'NS', 'SK'].includes(province);
  // What a pay can bear of additional tax is tried elsewhere: shares that a stub deducts are no part of a form's net
  // pay.
  const bears = fixed(pays.regular_pay) >= fixed('4000');
  const additional_tax = bears ? given.additional_tax : undefined;
  const quebec_additional_tax = bears ? given.quebec_additional_tax : undefined;
  const shares = {
    federal: periodic(given.shares.federal) ?? '0.00',
    provincial: (funds ? periodic(given.shares.provincial) : undefined) ?? '0.00',
    ftq: quebec ? (given.shares.ftq ?? '0.00') : '0.00',
    fondaction: quebec ? (given.shares.fondaction ?? '0.00') : '0.00',
  };
  const add = (...amounts: string[]) => toText(amounts.reduce((sum, amount) => sum + fixed(amount), 0n));
  const provincial_claim =
    quebec && typeof given.provincial_claim === 'object' && 'code' in given.provincial_claim
      ? ('basic' as const)
      : given.provincial_claim;
  const exempt = given.exempt_month !== undefined && given.exempt_month <= Number(payroll.pay_date.slice(5, 7));
  const since = given.exempt_month && `2026-${String(given.exempt_month).padStart(2, '0')}-01`;
  const ages: Record<string, [number, number]> = {
    '1990-05-05': [1, 12],
    '1956-04-20': quebec ? [1, 12] : [1, 4],
    '2008-02-20': [3, 12],
  };
  const first = ages[given.birth_date]!;
  const byAge = Array.from({ length: 12 }, (_, index) => index + 1).filter((m) => m >= first[0] && m <= first[1]);
  const months = given.months ?? byAge.filter((m) => given.exempt_month === undefined || m < given.exempt_month).length;
  const request: WithholdingRequest = {
    pay_date: payroll.pay_date,
    pay_periods: payroll.regular_periods_count,
    period_number: payroll.period_number,
    province_of_employment: province,
    method,
    payee: given.payee,
    is_non_resident: given.is_non_resident,
    rounding_mode: given.rounding_mode,
    fhsa: quebec ? periodic(given.quebec.fhsa) : undefined,
    quebec_commission_percentage: quebec ? given.quebec.percentage : undefined,
    quebec_method: given.quebec.method,
    quebec_bonus_method: given.quebec.bonus_method,
    bonus_basis: given.bonus_basis,
    ...pays,
    ...(isApart ? { last_regular_pay: given.last } : {}),
    taxable_benefits_cash: periodic(given.taxable_benefits_cash),
    taxable_benefits_in_kind: periodic(given.taxable_benefits_in_kind),
    rrsp: periodic(given.rrsp),
    rrsp_from_bonus: given.rrsp_from_bonus,
    union_dues: periodic(given.union_dues),
    alimony: periodic(given.alimony),
    annual_deductions: given.annual_deductions,
    quebec_annual_deductions: quebec ? given.quebec_annual_deductions : undefined,
    federal_credits: given.federal_credits,
    provincial_credits: province === 'OC' ? undefined : given.provincial_credits,
    northern_deduction: given.northern_deduction,
    federal_claim: given.federal_claim,
    provincial_claim: province === 'OC' ? 'basic' : provincial_claim,
    dependants: province === 'ON' ? given.dependants : undefined,
    additional_tax,
    quebec_additional_tax,
    labour_sponsored_shares: { ...shares, federal: add(shares.federal, shares.ftq, shares.fondaction) },
    commission_annual:
      given.commission_annual && !isApart
        ? { income: `${given.commission_annual.income}`, expenses: given.commission_annual.expenses, days }
        : undefined,
    birth_date: given.birth_date,
    pensionable_months: months,
    is_cpp_exempt: exempt,
    is_ei_exempt: flags.ei,
    is_qpip_exempt: flags.qpip,
    is_federal_tax_exempt: flags.federal,
    is_provincial_tax_exempt: flags.provincial,
    is_outside_canada_surtax_exempt: flags.surtax,
    ei_employer_multiplier: given.multiplier,
    year_to_date: {
      ...ytd,
      taxable,
      insurable_quebec: quebec ? ytd.insurable : '0.00',
      labour_sponsored_shares: { federal: given.bought, provincial: given.bought },
    },
  };
  const sinceOf = (amount: Given['annual_deductions']) =>
    typeof amount === 'object' && amount.from_period > 1
      ? calendar2026[amount.from_period - 1]!.pay_date
      : '2026-01-01';
  const annualProperty = (type: string, amount: Given['annual_deductions']) =>
    amount === undefined ? [] : [property(type, typeof amount === 'string' ? amount : amount.amount, sinceOf(amount))];
  const set = (type: string, value: unknown) => (value === undefined || value === false ? [] : [property(type, value)]);
  const claimed = (of: string, stated: Given['federal_claim']) => {
    if (stated === 'basic') return [];
    if ('code' in stated) return set(`ca::${of}::claim_code`, String(stated.code));
    if (!('effective_from' in stated)) return [property(`ca::${of}::claim_amount`, stated.amount, payroll.pay_date)];
    return [
      property(`ca::${of}::claim_amount`, stated.amount, stated.effective_from),
      ...(of === 'on' ? [] : [property(`ca::${of}::claim_amount_not_indexed`, stated.not_indexed)]),
    ];
  };
  const facts = onPayroll(
    given_(
      [
        property('ca::province_of_employment', `ca_${place}`),
        ...set('ca::income_tax_method', method === 'cumulative' ? method : undefined),
        ...set('ca::bonus_tax_basis', given.bonus_basis),
        ...set('ca::payee', given.payee),
        property('ca::rounding_mode', given.rounding_mode, '2026-01-01', 'business_entity'),
        ...set('ca::non_resident', given.is_non_resident),
        ...(quebec ? set('ca::qc::fhsa', given.quebec.fhsa) : []),
        ...(quebec && given.quebec.percentage
          ? set('ca::qc::commission', { percentage: given.quebec.percentage })
          : []),
        ...set('ca::qc::income_tax_method', given.quebec.method),
        ...set('ca::qc::bonus_tax_method', given.quebec.bonus_method),
        ...set('ca::federal::alimony', given.alimony),
        ...annualProperty('ca::federal::annual_deduction_at_source', given.annual_deductions),
        ...annualProperty('ca::qc::annual_deduction_at_source', given.quebec_annual_deductions),
        ...annualProperty('ca::federal::annual_credit_at_source', given.federal_credits),
        ...annualProperty(`ca::${place}::annual_credit_at_source`, given.provincial_credits),
        ...set('ca::federal::northern_deduction', given.northern_deduction),
        ...claimed('federal', given.federal_claim),
        ...(province === 'OC' ? [] : claimed(place, provincial_claim)),
        ...set('ca::on::dependent_children_credit', given.dependants === undefined ? undefined : `${given.dependants}`),
        ...set('ca::federal::additional_tax', additional_tax),
        ...set('ca::qc::additional_tax', quebec_additional_tax),
        ...set('ca::federal::labour_sponsored_shares', given.shares.federal),
        ...(funds ? set(`ca::${place}::labour_sponsored_shares`, given.shares.provincial) : []),
        ...(given.commission_annual && !isApart
          ? set('ca::federal::commission', {
              income: `${given.commission_annual.income}`,
              expenses: given.commission_annual.expenses,
            })
          : []),
        ...(since ? [property(quebec ? 'ca::qc::qpp_exempt' : 'ca::cpp_exempt', true, since)] : []),
        ...set('ca::pensionable_months', given.months === undefined ? undefined : `${given.months}`),
        ...set('ca::ei_exempt', flags.ei),
        ...set('ca::qc::qpip_exempt', flags.qpip),
        ...set('ca::federal_tax_exempt', flags.federal),
        ...set('ca::provincial_tax_exempt', flags.provincial),
        ...set('ca::federal_oc_surtax_exempt', flags.surtax),
        // Of an account that the person is not enrolled in.
        {
          ...property('ca::ei_premium_reduction', { employer_multiplier: '1.1' }, '2026-01-02', 'remittance_account'),
          owner_id: 'remac_other',
        },
        ...(given.multiplier
          ? [
              property(
                'ca::ei_premium_reduction',
                { employer_multiplier: given.multiplier },
                '2026-01-01',
                'remittance_account',
              ),
            ]
          : []),
      ],
      [
        ...line('earning', 'wage', pays.regular_pay),
        ...line('earning', 'bonus_discretionary', pays.bonus),
        ...line('earning', 'commission_periodic', 'commission' in pays ? pays.commission : undefined),
        ...line('allowance', 'cell_phone_allowance', periodic(given.taxable_benefits_cash)),
        ...line('employer_benefit', 'vehicle_employer_provided', periodic(given.taxable_benefits_in_kind)),
        ...line('employee_benefit', 'pension_rrsp', periodic(given.rrsp)),
        ...line('employee_benefit', 'pension_rrsp_non_periodic', given.rrsp_from_bonus),
        ...line('deduction', 'union_dues', periodic(given.union_dues)),
        ...line('deduction', 'garnishment_order', periodic(given.alimony)),
        ...line('employee_benefit', 'fonds_solidarite_ftq', shares.ftq),
        ...line('employee_benefit', 'fondaction', shares.fondaction),
      ],
      given.birth_date,
      {
        amounts: { statutory_withholding: { cpp: ytd.cpp, cpp_2: ytd.cpp2, ei: ytd.ei } },
        bases: {
          taxable,
          periodic_pays: '5',
          pensionable: ytd.pensionable,
          insurable: ytd.insurable,
          insurable_quebec: quebec ? ytd.insurable : '0',
          qpip_earnings: quebec ? ytd.insurable : '0',
          federal_tax: ytd.federal_tax,
          provincial_tax: ytd.provincial_tax,
          non_periodic: ytd.non_periodic,
          pensionable_non_periodic: ytd.non_periodic,
          insurable_non_periodic: ytd.non_periodic,
          qpip_non_periodic: quebec ? ytd.non_periodic : '0',
          non_periodic_quebec: ytd.non_periodic,
          all_taxable_quebec: add(taxable, ytd.non_periodic),
          worker_deduction: ytd.quebec_worker_deduction,
          fhsa: ytd.fhsa,
          commission_expenses: ytd.quebec_commission_expenses,
          provincial_tax_on_non_periodic: quebec ? ytd.quebec_non_periodic_tax : '0',
          union_dues: ytd.union_dues,
          alimony: ytd.alimony,
          registered_plans: ytd.rrsp,
          f5a: ytd.f5a,
          f5b: ytd.f5b_on_non_periodic,
          registered_plans_non_periodic: ytd.deducted_from_non_periodic,
          shares_federal: given.bought,
          [`shares_${place}`]: given.bought,
        },
      },
    ),
    {
      ...payroll,
      takes_recurring_items: true,
      calendar: calendar2026,
    },
  );
  return { request, facts };
};

const given_ = (
  tax_properties: TaxPropertyFacts[],
  lines: Line[],
  birth_date: string,
  year: NonNullable<StubFacts['same_pay_date']>,
): StubFacts => ({
  ...given({ lines }),
  tax_properties,
  employee: { id: 'emp_1', birth_date },
  remittance_accounts: [{ id: 'remac_cra', account_provider: 'ca_cra', category: 'ca_tax_agency' }],
  year_to_date: { ...year, consumed_once: [] },
});

test('a stub withholds what a calculation of the same figures withholds, with any forms', () => {
  const amount = (amounts: Record<string, bigint>, type: string) => amounts[type] ?? 0n;
  fc.assert(
    fc.property(requests, (given) => {
      const { request, facts } = bothOf(given);
      const { employee, employer } = calculateRequest(request);
      const result = run(facts);
      const [own, employers] = [
        withheld(result, 'statutory_withholding'),
        withheld(result, 'employer_statutory_withholding'),
      ];
      const federal = fixed(employee.federal_tax) + fixed(employee.federal_tax_on_bonus);
      const provincial = fixed(employee.provincial_tax) + fixed(employee.provincial_tax_on_bonus);
      expect(toText(amount(own, 'federal_income_tax')), 'federal').toBe(toText(federal));
      expect(toText(amount(own, 'provincial_income_tax')), 'provincial').toBe(toText(provincial));
      for (const [name, type] of [
        ['cpp', 'cpp'],
        ['cpp2', 'cpp_2'],
        ['qpp', 'qpp'],
        ['qpp2', 'qpp_2'],
        ['ei', 'ei'],
        ['qpip', 'qpip'],
      ] as const) {
        expect(toText(amount(own, type)), name).toBe(employee[name]);
        expect(toText(amount(employers, type)), `employer ${name}`).toBe(employer[name]);
      }
    }),
    { numRuns: runs },
  );
});

test('an averaged federal tax has the credit for QPIP also of work that is exempt of EI', () => {
  const taxOf = (...properties: TaxPropertyFacts[]) => {
    const place = [property('ca::province_of_employment', 'ca_qc'), property('ca::income_tax_method', 'cumulative')];
    const facts = onPayroll(
      given_([...place, ...properties], line('earning', 'wage', '2000.00'), '1990-01-01', { amounts: {}, bases: {} }),
      { ...calendar2026[0]!, takes_recurring_items: true, calendar: calendar2026 },
    );
    return withheld(run(facts), 'statutory_withholding').federal_income_tax!;
  };
  // The credit for EI alone: 26 × 2,000 × 1.3 % at 14 %, without the abatement of 16.5 %, in 26 parts.
  expect(toText(taxOf(property('ca::ei_exempt', true)) - taxOf())).toBe('3.04');
});

describe('a CPT30', () => {
  const monthly = Array.from({ length: 12 }, (_, index) => {
    const month = String(index + 1).padStart(2, '0');
    return { period_start: `2026-${month}-01`, period_end: `2026-${month}-28`, pay_date: `2026-${month}-28` };
  });
  /** CPP of a year at 10,000 a month, and what it came to in all. */
  const year = (...properties: TaxPropertyFacts[]) => {
    let cpp = 0n;
    let pensionable = 0n;
    const each = monthly.map((period, index) => {
      const facts = onPayroll(
        given_(
          [property('ca::province_of_employment', 'ca_on'), ...properties],
          line('earning', 'wage', '10000.00'),
          '1958-06-01',
          { amounts: { statutory_withholding: { cpp: toText(cpp) } }, bases: { pensionable: toText(pensionable) } },
        ),
        { ...period, period_number: index + 1, regular_periods_count: 12, pay_frequency: 'monthly', calendar: monthly },
      );
      const result = run(facts);
      const contributed = withheld(result, 'statutory_withholding').cpp ?? 0n;
      cpp += contributed;
      pensionable += fixed(result.bases.pensionable ?? '0');
      return toText(contributed);
    });
    return { each, whole: toText(cpp) };
  };

  test('that takes effect in July prorates the maximum of the year', () => {
    // 577.65 a month, up to 4,230.45 × 6 / 12.
    expect(year(property('ca::cpp_exempt', true, '2026-07-01'))).toEqual({
      each: ['577.65', '577.65', '577.65', '382.28', '0', '0', '0', '0', '0', '0', '0', '0'],
      whole: '2115.23',
    });
    expect(year().whole).toBe('4230.45');
  });

  test('that is revoked starts contributions again', () => {
    const revoked = { ...property('ca::cpp_exempt', true, '2025-03-01'), effective_to: '2026-09-30' };
    expect(year(revoked)).toEqual({
      each: ['0', '0', '0', '0', '0', '0', '0', '0', '0', '577.65', '479.96', '0'],
      whole: '1057.61',
    });
  });

  test('is overridden by months that the employer states', () => {
    expect(year(property('ca::pensionable_months', '3')).whole).toBe('1057.61');
    // Three months of 2025 say nothing of 2026, which has twelve: 4,230.45. None at all stays none.
    expect(year(property('ca::pensionable_months', '3', '2025-01-01')).whole).toBe('4230.45');
    expect(year(property('ca::pensionable_months', '0', '2025-01-01')).whole).toBe('0');
  });
});

describe('a form that takes effect within the year', () => {
  /** Federal tax of each pay of the year, 3,000 every two weeks. */
  const taxes = (...properties: TaxPropertyFacts[]) =>
    calendar2026.map((period) => {
      const facts = onPayroll(
        given_(
          [property('ca::province_of_employment', 'ca_on'), ...properties],
          line('earning', 'wage', '3000.00'),
          '1990-01-01',
          { amounts: {}, bases: {} },
        ),
        { ...period, takes_recurring_items: true, calendar: calendar2026 },
      );
      return toText(withheld(run(facts), 'statutory_withholding').federal_income_tax ?? 0n);
    });
  const plain = taxes();
  const within = (property: TaxPropertyFacts, effective_to: string): TaxPropertyFacts => ({
    ...property,
    effective_to,
  });
  /** The numbers of the pays that differ from those without the form. */
  const touched = (...properties: TaxPropertyFacts[]) =>
    taxes(...properties).flatMap((tax, index) => (tax === plain[index] ? [] : [index + 1]));
  const pays = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => first + at);

  test('is used from its first day to its last: TD1, T1213, TD1X and prescribed zone', () => {
    const [from, to] = [calendar2026[9]!.pay_date, calendar2026[14]!.pay_date];
    for (const [type, value] of [
      ['ca::federal::claim_amount', '30000.00'],
      ['ca::federal::annual_deduction_at_source', '5200.00'],
      ['ca::federal::annual_credit_at_source', '1000.00'],
      ['ca::federal::northern_deduction', '4000.00'],
      ['ca::federal::commission', { income: '60000.00', expenses: '20000.00' }],
    ] as const)
      expect(touched(within(property(type, value, from), to)), type).toEqual(pays(10, 15));
  });

  test('spreads an authorized deduction from the tenth pay over the remaining pays: P × F1 / PR', () => {
    const from = calendar2026[9]!.pay_date;
    const begun = taxes(property('ca::federal::annual_deduction_at_source', '5200.00', from));
    // 26 × 5,200 / 17 = 7,952.94 a year, at 20.5 %.
    const whole = taxes(property('ca::federal::annual_deduction_at_source', '7952.94', '2025-01-01'));
    expect(begun.slice(0, 9)).toEqual(plain.slice(0, 9));
    expect(begun.slice(9)).toEqual(whole.slice(9));
  });
});
