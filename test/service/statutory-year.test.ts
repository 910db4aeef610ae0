import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BI_WEEKLY, type Body, employerWith as employerOf, LAST_OF_YEAR } from '../support/salaried.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

/** What a pay stub owes to the rest of the year: the employer's other payrolls, and the person's other stubs. */
let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const employerWith = (...given: Parameters<typeof employerOf> extends [unknown, ...infer Rest] ? Rest : never) =>
  employerOf(service, ...given);
type Employer = Awaited<ReturnType<typeof employerOf>>;

const CENTS = (amount: number | undefined) => Math.round((amount ?? 0) * 100);

/** A hand-made bonus on a stub. */
const payBonus = (employer: Employer, payroll: Body, stub: Body, custom_amount: string) =>
  employer.call('POST', '/earning_line_items', {
    pay_stub_id: stub.id,
    earning_type: 'bonus_discretionary',
    custom_amount,
    custom_earned_on: payroll.data.period_end,
  });

/** The employer's lines of a stub. */
const contributed = async (employer: Employer, payroll: Body, assignment = 0) =>
  employer.linesOf(await employer.stubOf(payroll, assignment), 'employer_statutory_withholding');

/** Waits for an employer's line of a draft: what a hire means for the others is done behind its answer. */
const comesTo = (employer: Employer, payroll: Body, assignment: number, type: string, amount: number) =>
  until(async () => (await contributed(employer, payroll, assignment))[type] === amount);

const stepsOf = async (employer: Employer, stub: Body, type: string) => {
  const { data } = await employer.call('GET', `/pay_stubs/${stub.id}/explanation`);
  return data.lines.find((line: Body) => line.line_item_type === 'employer_statutory_withholding' && line.type === type)
    .steps;
};

describe('tax property 9: employer health tax', () => {
  test('uses a forecast of the year: approved payrolls, and the last regular pay for each remaining one', async () => {
    const employer = await employerWith([
      { province: 'ca_on', salary: 1_300_000 },
      { province: 'ca_on', salary: 1_300_000 },
    ]);
    // 26 pays of 100,000: 1.95 % on what passes the exemption of a million. The one hired first bears the same.
    const first = await employer.next();
    for (const at of [0, 1]) await comesTo(employer, first, at, 'employer_health_tax', 600);
    await payBonus(employer, first, await employer.stubOf(first, 0), '10000');
    await employer.approve();
    // The forecast of the first payroll is fixed with it: 26 × 100,000 and a bonus that comes once.
    const closed = await employer.stubOf(first, 1);
    expect((await contributed(employer, first, 1)).employer_health_tax).toBe(601.44);
    expect((await stepsOf(employer, closed, 'employer_health_tax'))[0]).toMatchObject({
      name: 'annual remuneration',
      value: 2_610_000,
      figures: { 'approved this year': 0, 'expected on regular payrolls': 2_610_000, 'this pay': 50_000 },
    });

    const second = await employer.next();
    expect((await contributed(employer, second)).employer_health_tax).toBe(601.44);
    expect((await stepsOf(employer, await employer.stubOf(second, 0), 'employer_health_tax'))[0]).toMatchObject({
      figures: { 'approved this year': 110_000, 'expected on regular payrolls': 2_500_000 },
    });
    // A forecast does not move with the draft that is being worked on.
    await payBonus(employer, second, await employer.stubOf(second, 0), '50000');
    expect((await contributed(employer, second, 0)).employer_health_tax).toBe(1202.87);
    expect((await contributed(employer, second, 1)).employer_health_tax).toBe(601.44);
  });

  test('expects nothing of a schedule whose people have all moved to another one', async () => {
    const employer = await employerWith([{ province: 'ca_on', salary: 9_100_000 }], LAST_OF_YEAR);
    // Three pays of 350,000: 1.95 % on what passes the exemption of a million.
    await comesTo(employer, await employer.next(), 0, 'employer_health_tax', 325);
    await employer.approve();
    const other = await employer.call('POST', '/pay_schedules', {
      business_entity_id: employer.entity.id,
      ...BI_WEEKLY,
      generate_payrolls_from: '2026-12-11',
    });
    await employer.call('PUT', `/work_assignments/${employer.assignments[0]}`, { pay_schedule_id: other.id });
    await comesTo(employer, await employer.next(other.id), 0, 'employer_health_tax', 325);
    const year = { business_entity_id: employer.entity.id, year: 2026 };
    const { data } = await employer.call('POST', '/calculations/employer_health_tax', year);
    expect(data.health_taxes).toEqual([
      expect.objectContaining({ remuneration: { approved: 350_000, expected: 700_000 }, annual_tax: 975 }),
    ]);
  });

  test('expects nothing of payrolls behind the day from which nobody is on the schedule any more', async () => {
    const employer = await employerWith([{ province: 'ca_on', salary: 9_100_000 }], LAST_OF_YEAR);
    await employer.approve();
    const archived_at = (await employer.next()).data.period_end;
    await employer.call('PUT', `/work_assignments/${employer.assignments[0]}`, { archived_at });
    const year = { business_entity_id: employer.entity.id, year: 2026 };
    await until(async () => {
      const { data } = await employer.call('POST', '/calculations/employer_health_tax', year);
      return isDeepStrictEqual(data.health_taxes[0].remuneration, { approved: 350_000, expected: 350_000 });
    });
  });

  test("uses the employer's stated figures where there are any", async () => {
    const stated = { annual_remuneration: 4_000_000, exemption: 0, rate: 1.5 };
    const employer = await employerWith([{ province: 'ca_on', salary: 65_000 }], LAST_OF_YEAR, [
      { type: 'ca::on::eht', value: stated },
    ]);
    const payroll = await employer.next();
    expect((await contributed(employer, payroll)).employer_health_tax).toBe(37.5);
    const steps = await stepsOf(employer, await employer.stubOf(payroll, 0), 'employer_health_tax');
    expect(steps[0]).toMatchObject({ value: 4_000_000, source: ['ca::on::eht'] });
  });

  test('applies its exemption to the forecast, and later hires change the earlier drafts', async () => {
    const employer = await employerWith(
      [
        { province: 'ca_on', salary: 260_000 },
        { province: 'ca_on', salary: 260_000 },
      ],
      BI_WEEKLY,
      [{ type: 'ca::on::eht', value: { exemption: 100_000 } }],
    );
    // 1.95 % of 10,000 on the part of 520,000 that is above 100,000.
    const payroll = await employer.next();
    for (const at of [0, 1]) await comesTo(employer, payroll, at, 'employer_health_tax', 157.5);
  });

  test('is zero below the exemption, without a warning', async () => {
    const employer = await employerWith([{ province: 'ca_on', salary: 65_000 }], LAST_OF_YEAR);
    const payroll = await employer.next();
    expect(await contributed(employer, payroll)).not.toHaveProperty('employer_health_tax');
    expect((await employer.stubOf(payroll, 0)).data.warnings.data).toEqual([]);
  });
});

describe('other levies are on the stub when tax properties require them', () => {
  test("Quebec: health services fund by the payroll of all provinces, labour standards, and the skills fund's share", async () => {
    const employer = await employerWith(
      [
        { province: 'ca_qc', salary: 2_600_000 },
        { province: 'ca_on', salary: 650_000 },
      ],
      BI_WEEKLY,
      [
        { type: 'ca::qc::workforce_skills_fund', value: { training_percentage: 0.4 } },
        { type: 'ca::qc::eht', value: { annual_remuneration: 3_250_000 } },
      ],
    );
    const payroll = await employer.next();
    // The payroll of the year before was 3.25 million: 1.2662 + 0.3838 × 3.25 = 2.51 %; 0.06 % up to 103,000; 1 % less
    // the 0.4 % spent on training.
    await comesTo(employer, payroll, 0, 'health_services_fund', 2510);
    expect(await contributed(employer, payroll)).toMatchObject({
      labour_standards: 60,
      workforce_skills_fund: 600,
    });
    expect(await contributed(employer, payroll, 1)).not.toHaveProperty('workforce_skills_fund');
    const steps = await stepsOf(employer, await employer.stubOf(payroll, 0), 'workforce_skills_fund');
    expect(steps).toMatchObject([{ name: 'skills fund', value: 600, figures: { threshold: 2_000_000 } }]);
  });

  test('Quebec: the health services fund of a new employer uses its payroll so far, then that of the year before', async () => {
    const employer = await employerWith(
      [
        { province: 'ca_qc', salary: 9_100_000 },
        { province: 'ca_on', salary: 9_100_000 },
      ],
      {
        ...BI_WEEKLY,
        anchor_pay_date: '2025-12-12',
        anchor_end_of_pay_period: '2025-12-07',
        generate_payrolls_from: '2025-12-12',
      },
      [{ type: 'ca::qc::health_services_fund', value: { sector: 'primary_and_manufacturing' } }],
    );
    const of = async (payroll: Body) => (await contributed(employer, payroll)).health_services_fund;
    // 700,000 by 12 December, in both provinces: 1.25 %; 1.4 million by the 26th: 0.8074 + 0.4426 × 1.4 = 1.43 %.
    const first = await employer.next();
    await comesTo(employer, first, 0, 'health_services_fund', 4375);
    // So they are remitted for December: 4,375.00 and 5,005.00. Of the year 1.43 % of 700,000.00 in Quebec are due.
    const year = { business_entity_id: employer.entity.id, year: 2025 };
    const { data } = await employer.call('POST', '/calculations/employer_health_tax', year);
    const quebec = data.health_taxes.find(({ jurisdiction }: Body) => jurisdiction === 'ca_qc');
    expect([quebec.instalments.at(-1).amount, quebec.annual_tax, quebec.balance.amount]).toEqual([9380, 10_010, 630]);
    await employer.approve();
    // Of a payroll of 2026 that is paid by another schedule the 26th counts for 2025 before it is approved.
    const other = await employer.call('POST', '/pay_schedules', {
      business_entity_id: employer.entity.id,
      ...BI_WEEKLY,
    });
    await employer.hire({ province: 'ca_qc', salary: 9_100_000 }, other.id);
    await comesTo(employer, await employer.next(other.id), 2, 'health_services_fund', 5005);
    expect(await of(await employer.approve())).toBe(5005);
    // 2026 goes by the 1.4 million of 2025, whatever this year comes to.
    expect(await of(await employer.approve())).toBe(5005);
    expect(await of(await employer.next())).toBe(5005);
  });

  test("tax property 8: workers' compensation uses the rate of the class up to the maximum of the year, including earlier earnings elsewhere", async () => {
    const classified = {
      type: 'ca::on::workers_compensation_class',
      value: { rate: 2.5, code: '123', industry: 'Bakeries', historical_remuneration: 110_000 },
    };
    const employer = await employerWith(
      [{ province: 'ca_on', salary: 182_000, tax_properties: [classified] }],
      LAST_OF_YEAR,
    );
    // 7,000 a pay, of a maximum of 121,700: 7,000, then 4,700, then nothing.
    const premiums: (number | undefined)[] = [];
    for (let pay = 0; pay < 3; pay++)
      premiums.push((await contributed(employer, await employer.approve())).workers_compensation);
    expect(premiums).toEqual([175, 117.5, undefined]);
  });
});

describe('cumulative averaging with its tax property', () => {
  const METHOD = { type: 'ca::income_tax_method', value: 'cumulative' };

  test('averages the pays of the year, and the explanation says so', async () => {
    const employer = await employerWith([{ province: 'ca_on', salary: 65_000, tax_properties: [METHOD] }]);
    const figures = {
      pay_date: '2026-01-23',
      pay_frequency: 'bi_weekly',
      province_of_employment: 'ON',
      method: 'cumulative',
      regular_pay: '2500.00',
      birth_date: '1990-07-11',
    };
    const calculated = async (more: object) =>
      (await employer.call('POST', '/calculations/statutory_withholdings', { ...figures, ...more })).data;
    const first = await employer.approve();
    const stub = await employer.stubOf(first, 0);
    const one = (await calculated({ pay_date: '2026-01-09', period_number: 1 })).employee;
    const withheld = await employer.linesOf(stub, 'statutory_withholding');
    expect(withheld).toMatchObject({
      federal_income_tax: one.federal_tax,
      provincial_income_tax: one.provincial_tax,
    });
    const { data } = await employer.call('GET', `/pay_stubs/${stub.id}/explanation`);
    const federal = data.lines.find(({ type }: Body) => type === 'federal_income_tax');
    expect(federal.steps.map(({ formula }: Body) => formula)).toContain('max(0, (T1 − M1) / S1 − M)');

    // Overtime in the second pay: what the year comes to by then, less what the first pay bore.
    const second = await employer.next();
    await employer.call('POST', '/earning_line_items', {
      pay_stub_id: (await employer.stubOf(second, 0)).id,
      earning_type: 'overtime',
      custom_amount: '1500.00',
      custom_earned_on: second.data.period_end,
    });
    const two = await calculated({
      regular_pay: '4000.00',
      period_number: 2,
      year_to_date: {
        pensionable: '2500.00',
        insurable: '2500.00',
        cpp: one.cpp,
        ei: one.ei,
        taxable: '2500.00',
        federal_tax: one.federal_tax,
        provincial_tax: one.provincial_tax,
        f5a: '23.65',
      },
    });
    expect(await employer.linesOf(await employer.stubOf(second, 0), 'statutory_withholding')).toMatchObject({
      federal_income_tax: two.employee.federal_tax,
      provincial_income_tax: two.employee.provincial_tax,
    });
  });

  test('begins on the first day of the property: earlier pays of the year are left out', async () => {
    const employer = await employerWith([
      { province: 'ca_on', salary: 65_000, tax_properties: [{ ...METHOD, effective_from: '2026-01-20' }] },
    ]);
    const first = await employer.approve();
    const regular = await employer.linesOf(await employer.stubOf(first, 0), 'statutory_withholding');
    // The same pay, averaged over itself alone: the same tax.
    const second = await employer.linesOf(await employer.stubOf(await employer.next(), 0), 'statutory_withholding');
    expect(Math.abs(CENTS(second.federal_income_tax) - CENTS(regular.federal_income_tax))).toBeLessThanOrEqual(2);
    const { data } = await employer.call(
      'GET',
      `/pay_stubs/${(await employer.stubOf(await employer.next(), 0)).id}/explanation`,
    );
    const a = data.lines
      .find(({ type }: Body) => type === 'federal_income_tax')
      .steps.find(({ name }: Body) => name === 'A');
    expect(a.figures).toMatchObject({ S1: '26/1', 'earned to date': 2500 });
  });

  test('begins again where the work moves into Quebec or out of it, whose tax is another one', async () => {
    const employer = await employerWith(
      ['ca_on', 'ca_qc'].map((province) => ({
        ...{ province, salary: 65_000 },
        tax_properties: [METHOD, { type: 'ca::qc::income_tax_method', value: 'cumulative' }],
      })),
    );
    const [ada, bea] = employer.assignments;
    const move = async (owner_id: string, value: string, effective_from: string, effective_to: string) => {
      const { data } = await employer.call('GET', `/tax_properties?owner_id=${owner_id}`);
      const province = data.findLast((one: Body) => one.data.type === 'ca::province_of_employment');
      await employer.call('PUT', `/tax_properties/${province.id}`, { effective_to });
      const type = 'ca::province_of_employment';
      await employer.call('POST', '/tax_properties', { owner_id, type, value, effective_from });
    };
    const taxes = async (payroll: Body, at: number) => {
      const lines = await employer.linesOf(await employer.stubOf(payroll, at), 'statutory_withholding');
      return [lines.federal_income_tax, lines.provincial_income_tax];
    };
    const first = await employer.approve();
    const [inOntario, inQuebec] = await Promise.all([taxes(first, 0), taxes(first, 1)]);
    await employer.approve();
    await move(ada!, 'ca_qc', '2026-02-01', '2026-01-31');
    await move(bea!, 'ca_on', '2026-02-01', '2026-01-31');
    const third = await employer.next();
    const near = (amounts: (number | undefined)[]) => amounts.map((amount) => expect.closeTo(amount!, -1));
    expect(await taxes(third, 0)).toEqual(near(inQuebec));
    expect(await taxes(third, 1)).toEqual(near(inOntario));
  });
});

describe('figures of the year that other payrolls change', () => {
  test('an approval on another schedule updates the drafts of the same people at once', async () => {
    const employer = await employerWith([{ province: 'ca_on', salary: 1_300_000 }], LAST_OF_YEAR);
    const { call, entity, employees } = employer;
    const other = await call('POST', '/pay_schedules', {
      business_entity_id: entity.id,
      ...BI_WEEKLY,
      anchor_pay_date: '2026-01-16',
      anchor_end_of_pay_period: '2026-01-11',
      generate_payrolls_from: '2026-12-04',
    });
    await employer.hire({ province: 'ca_on', salary: 1_300_000, employee_id: employees[0]! }, other.id);
    const draft = await employer.next(other.id);
    const cppOf = async (payroll: Body, at: number) =>
      (await employer.linesOf(await employer.stubOf(payroll, at), 'statutory_withholding')).cpp;
    const before = await cppOf(draft, 1);
    const first = await employer.approve();
    expect(CENTS(await cppOf(first, 0)) + CENTS(before)).toBeGreaterThan(423_045);
    expect(CENTS(await cppOf(first, 0)) + CENTS(await cppOf(draft, 1))).toBe(423_045);
  });

  test('an edit of one stub of a pay date updates the later one before an approval closes it', async () => {
    const employer = await employerWith([{ province: 'ca_on', salary: 65_000 }], LAST_OF_YEAR);
    await employer.hire({ province: 'ca_on', salary: 65_000, employee_id: employer.employees[0]! });
    const pay_date = LAST_OF_YEAR.generate_payrolls_from;
    const figures = { pay_date, pay_frequency: 'bi_weekly', province_of_employment: 'ON' };
    const together = async (payroll: Body) => {
      const stubs = await Promise.all([0, 1].map((at) => employer.stubOf(payroll, at)));
      const lines = await Promise.all(stubs.map((stub) => employer.linesOf(stub, 'statutory_withholding')));
      const [a, b] = lines as [Record<string, number>, Record<string, number>];
      const types = ['cpp', 'ei', 'federal_income_tax', 'provincial_income_tax'];
      return Object.fromEntries(types.map((type) => [type, CENTS(a[type]) + CENTS(b[type])]));
    };
    const expected = async (regular_pay: string) => {
      const body = { ...figures, regular_pay, birth_date: '1990-07-11' };
      const { employee } = (await employer.call('POST', '/calculations/statutory_withholdings', body)).data;
      return {
        cpp: CENTS(employee.cpp),
        ei: CENTS(employee.ei),
        federal_income_tax: CENTS(employee.federal_tax),
        provincial_income_tax: CENTS(employee.provincial_tax),
      };
    };
    const payroll = await employer.next();
    const stubs = await Promise.all([0, 1].map((at) => employer.stubOf(payroll, at)));
    const [lower] = stubs.sort((a, b) => (a.id < b.id ? -1 : 1));
    const overtime = (custom_amount: string) =>
      employer.call('POST', '/earning_line_items', {
        pay_stub_id: lower.id,
        earning_type: 'overtime',
        custom_amount,
        custom_earned_on: payroll.data.period_end,
      });
    await overtime('1000.00');
    const six = await expected('6000.00');
    await until(async () => isDeepStrictEqual(await together(payroll), six));
    // Approved in the same breath as it was changed.
    await overtime('3000.00');
    await employer.approve();
    expect(await together(payroll)).toEqual(await expected('9000.00'));
  });
});
