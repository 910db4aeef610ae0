import { readFileSync } from 'node:fs';
import { CORE_SCHEMA, load } from 'js-yaml';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { manualClock } from '../../src/values/clock.ts';
import { BI_WEEKLY, type Body, caller, employerWith as employerOf, LAST_OF_YEAR } from '../support/salaried.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

/** Statutory amounts from the outside: on pay stubs, and as calculations of given figures. */
let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const employerWith = (...given: [people: Parameters<typeof employerOf>[1], schedule?: Record<string, unknown>]) =>
  employerOf(service, ...given);

/** What the amounts of an answer are called on a stub; those that are nothing make no line. */
const asLines = (amounts: Record<string, number>): Record<string, number> => {
  const names: Record<string, string> = {
    cpp: 'cpp',
    cpp2: 'cpp_2',
    qpp: 'qpp',
    qpp2: 'qpp_2',
    ei: 'ei',
    qpip: 'qpip',
    federal_tax: 'federal_income_tax',
    provincial_tax: 'provincial_income_tax',
  };
  return Object.fromEntries(
    Object.entries(names).flatMap(([name, type]) => (amounts[name] ? [[type, amounts[name]]] : [])),
  );
};
/** Without lines of 0, and without employer's levies that go by the employer and not by the pay. */
const isOfPay = ([type, amount]: [string, number]) =>
  amount !== 0 && !['employer_health_tax', 'health_services_fund', 'labour_standards'].includes(type);
const ofPay = (lines: Record<string, number>) => Object.fromEntries(Object.entries(lines).filter(isOfPay));

const rest = (count: number) => Array.from({ length: count }, () => expect.anything());

const figuresOf = (province: string, regular_pay: string, pay_date = '2026-01-09') => ({
  pay_date,
  pay_frequency: 'bi_weekly',
  province_of_employment: province,
  method: 'periodic',
  regular_pay,
  birth_date: '1990-07-11',
});

describe('pay stubs', () => {
  test.each(['ON', 'QC', 'BC', 'AB'])(
    'pay stub 6: of %s hold what the calculation of the same figures gives',
    async (province) => {
      const person = { province: `ca_${province.toLowerCase()}`, salary: 65_000 };
      const { call, next, stubOf, linesOf } = await employerWith([person], LAST_OF_YEAR);
      const stub = await stubOf(await next(), 0);
      const figures = figuresOf(province, '2500.00', LAST_OF_YEAR.generate_payrolls_from);
      const { data } = await call('POST', '/calculations/statutory_withholdings', figures);
      expect(data.employee.federal_tax).toBeGreaterThan(100);
      expect(ofPay(await linesOf(stub, 'statutory_withholding'))).toEqual(asLines(data.employee));
      expect(ofPay(await linesOf(stub, 'employer_statutory_withholding'))).toEqual(asLines(data.employer));
      expect(stub.data.employee_summary.net).toBe(data.net_pay);
    },
  );

  test('business entity 2: a work assignment that is paid under another CRA account has the EI rate of that account, from its first day on', async () => {
    const reduced = (account_identifier: string, employer_multiplier: string, effective_from: string) => ({
      type: 'ca::ei_premium_reduction',
      value: { account_identifier, employer_multiplier },
      effective_from,
    });
    const { company, approve, next, stubOf, linesOf, assignments } = await employerWith(
      [
        { province: 'ca_on', salary: 65_000 },
        { province: 'ca_on', salary: 65_000, tax_properties: [reduced('123456789RP0002', '1.2', '2026-12-08')] },
      ],
      LAST_OF_YEAR,
    );
    const premiums = async (payroll: Body) =>
      Promise.all(
        assignments.map(
          async (_, index) => (await linesOf(await stubOf(payroll, index), 'employer_statutory_withholding')).ei,
        ),
      );
    // 1.63 % of 2,500.00 is 40.75.
    expect(await premiums(await approve())).toEqual([57.05, 57.05]);
    expect(await premiums(await next())).toEqual([57.05, 48.9]);
    const wrong = await company.request('POST', '/tax_properties', {
      owner_id: assignments[0],
      ...reduced('12345', '1.2', '2026-01-01'),
    });
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['value.account_identifier']]);
  });

  test("business entity 2: the employer's EI rate that belongs to one CRA account is not that of pay under another one", async () => {
    const { call, next, stubOf, linesOf, assignments, entity } = await employerWith(
      [
        { province: 'ca_on', salary: 65_000 },
        { province: 'ca_on', salary: 65_000 },
      ],
      LAST_OF_YEAR,
    );
    const account = async (account_identifier: string, is_default = false): Promise<string> => {
      const of = { business_entity_id: entity.id, account_provider: 'ca_cra', account_identifier };
      return (await call('POST', '/remittance_accounts', is_default ? { ...of, is_default } : of)).id;
    };
    await account('123456782RP0001', true);
    const other = await account('123456782RP0002');
    await call('POST', '/remittance_account_enrollments', {
      remittance_account_id: other,
      work_assignment_id: assignments[1],
      effective_from: '2026-01-01',
    });
    const type = 'ca::ei_premium_reduction';
    await call('POST', '/tax_properties', {
      owner_id: entity.id,
      type,
      value: { account_identifier: '123456782RP0002', employer_multiplier: '1.2' },
      effective_from: '2026-01-01',
    });
    const premiums = async () => {
      const payroll = await next();
      const linesOfEach = assignments.map(async (_, index) =>
        linesOf(await stubOf(payroll, index), 'employer_statutory_withholding'),
      );
      return (await Promise.all(linesOfEach)).map(({ ei }) => ei);
    };
    const inForce = () =>
      Promise.all(
        assignments.map(async (id) => {
          const query = `work_assignment_id=${id}&type=${type}&effective_on=2026-11-27`;
          return (await call('GET', `/effective_tax_properties?${query}`)).data[0].data.value?.employer_multiplier;
        }),
      );
    // 1.63 % of 2,500.00 is 40.75.
    expect([await premiums(), await inForce()]).toEqual([
      [57.05, 48.9],
      [undefined, 1.2],
    ]);
    await call('PUT', `/remittance_accounts/${other}`, { account_identifier: '123456782RP0003' });
    expect([await premiums(), await inForce()]).toEqual([
      [57.05, 57.05],
      [undefined, undefined],
    ]);
  });

  test('continue the year to date and exceed no maximum; a closed one keeps its explanation', async () => {
    const { call, approve, next, stubOf, linesOf, employees, rates } = await employerWith(
      [{ province: 'ca_on', salary: 1_300_000 }],
      LAST_OF_YEAR,
    );
    const first = await approve();
    const closed = await stubOf(first, 0);
    const before = await call('GET', `/pay_stubs/${closed.id}/explanation`);
    const withheld = await linesOf(closed, 'statutory_withholding');
    const cpp = before.data.lines.find(
      (line: Body) => line.line_item_type === 'statutory_withholding' && line.type === 'cpp',
    );
    expect(cpp.amount).toBe(withheld.cpp);
    expect(cpp.steps.at(-1)).toMatchObject({ value: withheld.cpp, source: expect.any(Array) });
    expect(before.data.is_complete).toBe(true);

    const second = await stubOf(await next(), 0);
    const then = await linesOf(second, 'statutory_withholding');
    const cents = (amount: number | undefined) => Math.round((amount ?? 0) * 100);
    expect(cents(withheld.cpp)).toBeLessThan(423_045);
    expect(cents(withheld.cpp) + cents(then.cpp)).toBe(423_045);
    expect(cents(withheld.cpp_2) + cents(then.cpp_2)).toBe(41_600);
    expect(cents(withheld.ei) + cents(then.ei)).toBe(112_307);

    await call('PUT', `/employees/${employees[0]}`, { date_of_birth: '1940-01-01' });
    await until(async () => (await linesOf(await stubOf(await next(), 0), 'statutory_withholding')).cpp === undefined);
    await call('POST', '/pay_rates', {
      work_assignment_id: (await call('GET', `/pay_rates/${rates[0]}`)).data.work_assignment.id,
      type: 'salary',
      rate: 10_000,
      expected_hours_per_week: 40,
      effective_from: '2026-11-09',
    });
    expect(await call('GET', `/pay_stubs/${closed.id}/explanation`)).toEqual(before);
  });

  test('of one person on one pay date are calculated as one pay', async () => {
    const employer = await employerWith([{ province: 'ca_on', salary: 65_000 }], LAST_OF_YEAR);
    const [employee_id] = employer.employees;
    await employer.hire({ province: 'ca_on', salary: 65_000, employee_id: employee_id! });
    const payroll = await employer.next();
    const figures = figuresOf('ON', '5000.00', LAST_OF_YEAR.generate_payrolls_from);
    const { data } = await employer.call('POST', '/calculations/statutory_withholdings', figures);
    const sums = async () => {
      const together: Record<string, number> = {};
      for (const at of [0, 1])
        for (const [type, amount] of Object.entries(
          await employer.linesOf(await employer.stubOf(payroll, at), 'statutory_withholding'),
        ))
          together[type] = Math.round(((together[type] ?? 0) + amount) * 100) / 100;
      return together;
    };
    expect(await sums()).toEqual(asLines(data.employee));
    // Looking at the one again takes the other along.
    await employer.call('PUT', `/work_assignments/${employer.assignments[0]}`, { title: 'Baker' });
    await employer.approve();
    expect(await sums()).toEqual(asLines(data.employee));
  });
});

describe("an employer's health taxes of a year", () => {
  test('are answered with their instalments, from approved and expected payrolls', async () => {
    const { company, call, approve, entity } = await employerWith([
      { province: 'ca_on', salary: 2_600_000 },
      { province: 'ca_ab', salary: 65_000 },
    ]);
    await approve();
    const asked = { business_entity_id: entity.id, year: 2026 };
    const { object, data } = await call('POST', '/calculations/employer_health_tax', asked);
    expect([object, data.year, data.health_taxes.length]).toEqual(['employer_health_tax_calculation', 2026, 1]);
    const [ontario] = data.health_taxes;
    expect(ontario).toMatchObject({
      jurisdiction: 'ca_on',
      remuneration: { approved: 100_000 },
      rate: 1.95,
      exemption: 1_000_000,
      instalments: [{ due_on: '2026-02-17', from: '2026-01-01', to: '2026-01-31', amount: 0 }, ...rest(11)],
      balance: { due_on: '2027-03-15', amount: 0 },
    });
    const { approved, expected } = ontario.remuneration;
    expect(ontario.annual_tax).toBeCloseTo((approved + expected - 1_000_000) * 0.0195, 2);
    const sum = ontario.instalments.reduce((all: number, { amount }: Body) => all + amount, 0);
    expect(sum).toBeCloseTo(ontario.annual_tax, 2);
    expect(ontario.warnings).toMatchObject([{ subject: 'employer_health_tax.ON.instalments.next_business_day' }]);

    for (const [body, path] of [
      [{ ...asked, business_entity_id: 'be_01KEYE34C0BYAPVS3QPPVRY6A8' }, 'business_entity_id'],
      [{ ...asked, year: 2019 }, 'year'],
      [{ ...asked, quebec_remittance_frequency: 'daily' }, 'quebec_remittance_frequency'],
    ] as const) {
      const answer = await company.request('POST', '/calculations/employer_health_tax', body);
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [path]]);
    }
    const other = await service.company();
    expect((await other.request('POST', '/calculations/employer_health_tax', asked)).status).toBe(422);
  });
});

describe('statutory holiday pay', () => {
  const ASKED = { type: 'ca::statutory_holiday_pay', value: { calculate_entitlement: true } };

  test('calculation 1, 2, 4, explanation 1, 2: uses the earnings of the weeks before the holiday, of earlier stubs and of its own', async () => {
    const { call, next, approve, stubOf, linesOf } = await employerWith([
      { province: 'ca_on', salary: 65_000, tax_properties: [ASKED] },
      { province: 'ca_on', salary: 65_000 },
    ]);
    // The week before that of New Year's Day is in the same period: five of its ten days, by 20.
    const first = await next();
    expect(await linesOf(await stubOf(first, 0), 'earning')).toMatchObject({ statutory_holiday_pay: 62.5 });
    expect(await linesOf(await stubOf(first, 1), 'earning')).not.toHaveProperty('statutory_holiday_pay');
    for (let i = 0; i < 4; i++) await approve();
    // Family Day: four whole weeks of earlier stubs.
    const payroll = await next();
    expect(payroll.data.pay_date).toBe('2026-03-06');
    const stub = await stubOf(payroll, 0);
    expect(await linesOf(stub, 'earning')).toMatchObject({ statutory_holiday_pay: 250 });

    const answer = await call('POST', '/calculations/statutory_holiday_pay', { pay_stub_id: stub.id });
    expect(Object.keys(answer)).toEqual(['object', 'data']);
    expect(answer.object).toBe('statutory_holiday_pay_explanation');
    expect(answer.data).toMatchObject({
      not_applicable_reason: null,
      jurisdiction: 'ca_on',
      configuration: {
        calculate_entitlement: true,
        calculation_strategy: 'provincial_rules_only',
        override_rule_set: null,
        override_date_basis: null,
        hours: null,
        pay_rate: null,
      },
      default_rules: [
        { earning_date_basis: 'before_holiday_week', eligible_days_in_range: 28, eligible_work_days_in_range: 20 },
      ],
      holidays: [{ date: '2026-02-16', amount: 250, not_applicable_reason: null }],
    });
    const types = answer.data.default_rules[0].eligible_earning_types as Body[];
    expect(types.find(({ id }) => id === 'wage')).toMatchObject({ object: 'earning_type', data: { type: 'wage' } });
    expect(answer.data.holidays[0].steps[0]).toMatchObject({ value: 250, figures: { earnings: 5000, divisor: 20 } });

    const other = await stubOf(payroll, 1);
    const off = await call('POST', '/calculations/statutory_holiday_pay', { pay_stub_id: other.id });
    expect(off.data.not_applicable_reason).toBe('entitlement_not_calculated');
    const tried = await call('POST', '/calculations/statutory_holiday_pay', {
      pay_stub_id: other.id,
      configuration: { calculate_entitlement: true, override_rule_set: 'ca_sk', hours: 8, pay_rate: '31.25' },
    });
    expect(tried.data).toMatchObject({
      not_applicable_reason: null,
      configuration: { override_rule_set: 'ca_sk', hours: 8, pay_rate: 31.25 },
      default_rules: [{ id: 'ca_sk/regular_earnings' }],
      holidays: [{ amount: 250 }],
    });
  });

  test('refuses an unknown stub, strategy or rule set', async () => {
    const { company, next, stubOf } = await employerWith([{ province: 'ca_on', salary: 65_000 }], LAST_OF_YEAR);
    const { id } = await stubOf(await next(), 0);
    for (const [body, path] of [
      [{ pay_stub_id: 'payst_01KEYE34C0BYAPVS3QPPVRY6A8' }, 'pay_stub_id'],
      [{}, 'pay_stub_id'],
      [{ pay_stub_id: id, configuration: { calculation_strategy: 'mine' } }, 'configuration.calculation_strategy'],
      [{ pay_stub_id: id, configuration: { override_rule_set: 'ca_xx' } }, 'configuration.override_rule_set'],
      [{ pay_stub_id: id, configuration: { override_rule_set: 'ON' } }, 'configuration.override_rule_set'],
      [{ pay_stub_id: id, configuration: { override_date_basis: 'later' } }, 'configuration.override_date_basis'],
    ] as const) {
      const answer = await company.request('POST', '/calculations/statutory_holiday_pay', body);
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [path]]);
    }
  });
});

/** The types of what a payroll warns of. */
const warningsOf = ({ data }: Body): string[] => data.warnings.data.map((one: Body) => one.data.type);

describe('pay dates without figures of their year', () => {
  test('after the newest edition are calculated with the newest figures, with a warning, and cannot be approved', async () => {
    const { company, next, stubOf, linesOf, hire } = await employerWith([{ province: 'ca_on', salary: 65_000 }], {
      ...BI_WEEKLY,
      anchor_pay_date: '2027-01-08',
      anchor_end_of_pay_period: '2027-01-03',
      generate_payrolls_from: '2027-01-08',
    });
    const payroll = await next();
    expect(payroll.data.pay_date).toBe('2027-01-08');
    const stub = await stubOf(payroll, 0);
    expect(stub.data).toMatchObject({ is_pending_tax_rates: true, has_taxes_calculated: true });
    expect(stub.data.warnings.data.map(({ data }: Body) => data.type)).toContain('pending_tax_rates');
    expect((await linesOf(stub, 'statutory_withholding')).cpp).toBeGreaterThan(100);
    expect(warningsOf((await company.request('GET', `/payrolls/${payroll.id}`)).body)).toContain('tax_rates_pending');
    const answer = await company.request('POST', `/payrolls/${payroll.id}/approve`, {});
    expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining('tax rates')]);
    // Nothing stands still behind it.
    await hire({ province: 'ca_qc', salary: 52_000 });
    expect((await stubOf(payroll, 1)).data.is_pending_tax_rates).toBe(true);
  });

  test('before the first edition have no withholdings, but a warning, and cannot be approved', async () => {
    const early = await startTestService({ clock: manualClock('2019-12-02T17:00:00.000Z') });
    onTestFinished(() => early.close());
    const { company, next, stubOf, linesOf, hire } = await employerOf(
      early,
      [{ province: 'ca_on', salary: 65_000 }],
      {
        ...BI_WEEKLY,
        anchor_pay_date: '2019-12-13',
        anchor_end_of_pay_period: '2019-12-08',
        generate_payrolls_from: '2019-12-13',
      },
      [],
      '2019-01-01',
    );
    const payroll = await next();
    expect(payroll.data.pay_date).toBe('2019-12-13');
    await until(async () => (await stubOf(payroll, 0)).data.employee_summary?.gross === 2500);
    const stub = await stubOf(payroll, 0);
    expect(stub.data.warnings.data).toEqual([
      expect.objectContaining({ data: expect.objectContaining({ message: expect.stringContaining('2020-01-01') }) }),
    ]);
    expect(await linesOf(stub, 'statutory_withholding')).toEqual({});
    const answer = await company.request('POST', `/payrolls/${payroll.id}/approve`, {});
    expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining('2020-01-01')]);
    expect(warningsOf((await company.request('GET', `/payrolls/${payroll.id}`)).body)).toContain('tax_rates_unknown');
    await hire({ province: 'ca_qc', salary: 52_000 });
    await until(async () => (await stubOf(payroll, 1))?.data.employee_summary?.gross === 2000);
  });
});

describe('calculations of given figures', () => {
  interface Case {
    id: string;
    quality: string;
    kind: string;
    tolerance: string;
    request: Record<string, unknown>;
    expected: { employee?: Record<string, string>; employer?: Record<string, string> };
  }
  const results = load(readFileSync(new URL('../unit/statutory/results.yaml', import.meta.url), 'utf8'), {
    schema: CORE_SCHEMA,
  }) as Case[];
  const official = results
    .filter(({ kind, quality, expected }) => kind === 'pay' && quality !== 'independent' && expected.employee)
    .slice(0, 16);

  test('equal official results', async () => {
    expect(official.length).toBeGreaterThanOrEqual(12);
    const call = caller(await service.company());
    for (const { id, request, expected, tolerance } of official) {
      const { data } = await call('POST', '/calculations/statutory_withholdings', request);
      for (const side of ['employee', 'employer'] as const)
        for (const [name, wanted] of Object.entries(expected[side] ?? {})) {
          const off = Math.abs(Math.round(data[side][name] * 100) - Math.round(Number(wanted) * 100));
          expect(off, `${id} ${side} ${name}: ${data[side][name]}, not ${wanted}`).toBeLessThanOrEqual(
            Math.round(Number(tolerance) * 100),
          );
        }
      expect(data.explanation.length).toBeGreaterThan(0);
    }
  });

  test('refuse invalid figures, in both languages', async () => {
    const company = await service.company();
    const good = figuresOf('ON', '2500.00');
    for (const [change, path, en, fr] of [
      [{ pay_date: '2019-12-27' }, 'pay_date', 'must be 2020-01-01 or later', 'doit être le 2020-01-01 ou plus tard'],
      [{ pay_frequency: undefined }, 'pay_frequency', 'is required', 'est obligatoire'],
      [{ method: 'cumulative' }, 'period_number', 'is required for', 'est obligatoire pour'],
      [{ birth_date: '2026-02-01' }, 'birth_date', 'must not be after pay_date', 'ne doit pas être postérieure'],
    ] as const) {
      for (const [locale, text] of [
        ['en', en],
        ['fr', fr],
      ] as const) {
        const answer = await company.request(
          'POST',
          '/calculations/statutory_withholdings',
          { ...good, ...change },
          { 'Accept-Language': locale },
        );
        expect(answer.status).toBe(422);
        expect(answer.body.errors[path]?.[0]).toContain(text);
      }
    }
    const uncovered = { ...good, additional_tax: '999999' };
    const warned = await company.request('POST', '/calculations/statutory_withholdings', uncovered, {
      'Accept-Language': 'fr',
    });
    expect(warned.body.data.warnings.map(({ message }: { message: string }) => message)).toEqual([
      "La paie ne couvre pas tout l'impôt supplémentaire qui a été demandé.",
    ]);
    for (const body of [[], 'x', { ...good, regular_pay: 'much' }, { ...good, unknown: 1 }])
      expect(
        (await company.request('POST', '/calculations/statutory_withholdings', body)).status,
      ).toBeGreaterThanOrEqual(400);
  });
});

describe('figures of a caller', () => {
  interface Derived {
    id: string;
    request: Record<string, unknown>;
    employee: Record<string, string>;
    employer: Record<string, string>;
    net_pay: string;
  }
  const derived = readFileSync(new URL('../fixtures/derived-withholdings.jsonl', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((row) => JSON.parse(row) as Derived);
  const EMPLOYEE = ['cpp', 'cpp2', 'qpp', 'qpp2', 'ei', 'qpip', 'federal_tax', 'provincial_tax'].flatMap((name) =>
    name.endsWith('_tax') ? [name, `${name}_on_bonus`] : [name],
  );

  // Worked out from the published formulas by another program, without a look at this one: every province and half-year,
  // claim code, method, exemption, credit and deduction is among them. A cent is what the share of a year's tax on
  // non-periodic pay may differ by, which the formulas leave open.
  test('equal results that were derived independently of the service, for every member of the form', async () => {
    expect(derived.length).toBeGreaterThan(100);
    const { call } = await employerWith([]);
    const wrong: string[] = [];
    for (const { id, request, employee, employer, net_pay } of derived) {
      const { data } = await call('POST', '/calculations/statutory_withholdings', request);
      const compare = (name: string, got: number, wanted: string | undefined) => {
        if (Math.abs(Math.round(got * 100) - Math.round(Number(wanted ?? '0') * 100)) > 1)
          wrong.push(`${id} ${name}: ${got} instead of ${wanted}`);
      };
      for (const name of EMPLOYEE) compare(name, data.employee[name], employee[name]);
      for (const name of Object.keys(employer)) compare(`employer ${name}`, data.employer[name], employer[name]);
      compare('net_pay', data.net_pay, net_pay);
      if (data.is_pending_tax_rates !== (request.pay_date as string) >= '2027')
        wrong.push(`${id} is_pending_tax_rates`);
      if (data.explanation.length === 0) wrong.push(`${id} explanation`);
    }
    expect(wrong).toEqual([]);
  });

  test('need only the day, the frequency, the place and the pay; other members may be absent or zero', async () => {
    const { call } = await employerWith([]);
    const ask = async (more: object) => (await call('POST', '/calculations/statutory_withholdings', more)).data;
    const least = figuresOf('ON', '2400.00');
    const all = {
      ...least,
      birth_date: null,
      bonus: 0,
      commission: '0.00',
      taxable_benefits_cash: '0.00',
      taxable_benefits_in_kind: '0.00',
      rpp: '0.00',
      rrsp: '0.00',
      union_dues: '0.00',
      alimony: '0.00',
      annual_deductions: '0.00',
      federal_claim: 'basic',
      provincial_claim: { code: 1 },
      additional_tax: '0.00',
      labour_sponsored_shares: { federal: '0.00', provincial: '0.00', ftq: '0.00', fondaction: '0.00' },
      period_number: null,
      commission_annual: null,
      pensionable_months: 12,
      is_cpp_exempt: false,
      is_ei_exempt: false,
      is_qpip_exempt: false,
      is_federal_tax_exempt: false,
      is_provincial_tax_exempt: false,
      ei_employer_multiplier: '1.4',
      year_to_date: {},
    };
    expect(await ask(all)).toEqual(await ask(least));
    expect(await ask({ ...least, federal_claim: { amount: '16452.00' }, provincial_claim: { amount: 12989 } })).toEqual(
      await ask(least),
    );
  });
});
