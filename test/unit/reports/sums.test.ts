import { beforeAll, describe, expect, test } from 'vitest';
import type { RecordOf } from '../../../src/kernel/definition/resource.ts';
import { EMPTY_LINE } from '../../../src/payrolls/stubs/line-defaults.ts';
import { type Remittance, remittancesOfPayroll } from '../../../src/remittances/of-payroll.ts';
import type { JsonObject } from '../../../src/values/json.ts';
import { sum } from '../../../src/values/money.ts';
import { paymentsWorld } from '../../support/payments-world.ts';
import { type PayrollWorld, payrollWorld, SALARY } from '../../support/payroll-world.ts';
import { ofYear, type ReportRow, reportRows, sumOf } from '../../support/report-rows.ts';

/**
 * Given payrolls that nobody thought up, when they are reported, then each report comes to what the stubs, the journal
 * and the other reports say.
 */

/** Small numbers from a seed: the same payrolls each time. */
const dice = (seed: number) => {
  let state = seed * 2_654_435_761 + 1;
  return (most: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >> 8) % most;
  };
};

const ITEMS: readonly [kind: string, input: JsonObject][] = [
  ['earning', { earning_type: 'bonus_discretionary' }],
  ['allowance', { allowance_type: 'cell_phone_allowance' }],
  ['reimbursement', { reimbursement_type: 'non_taxable_reimbursement' }],
  ['deduction', { deduction_type: 'union_dues', amount_type: 'fixed' }],
  ['employee_benefit', { employee_benefit_type: 'dental', amount_type: 'fixed' }],
  ['employer_benefit', { employer_benefit_type: 'dental', amount_type: 'fixed' }],
];

const approve = async (world: PayrollWorld, payroll: RecordOf<'payroll'>) => {
  const { population, approval, journal } = world.managers;
  const data = { pay_schedule_id: world.schedule.id };
  await world.given.events('payroll', payroll.id, { type: 'PayrollApprovalStarted', data });
  await world.follow(approval, journal, population);
};

/** An employer with a few people, each with a rate and items by chance, and two approved payrolls. */
const generated = async (seed: number, province: string) => {
  const roll = dice(seed);
  const world = await payrollWorld({ province });
  for (const account_provider of ['ca_cra', 'ca_rq'])
    await world.given.created('remittance_account', { business_entity_id: world.employer.id, account_provider });
  for (let person = 0; person < 3; person++) {
    const { assignment } = await world.hired({
      rate: { ...SALARY, rate: String(30_000 + roll(200_000)) },
      tax_properties: [
        { type: 'ca::province_of_employment', value: province, effective_from: '2026-01-01' },
        {
          type: `${province.replace('_', '::')}::workers_compensation_class`,
          value: { rate: 1.5, code: '112', industry: 'Bakeries' },
          effective_from: '2026-01-01',
        },
      ],
    });
    await world.given.created('vacation_pay_setting', {
      work_assignment_id: assignment.id,
      percentage: 4,
      effective_from: '2026-01-01',
    });
    for (const [kind, input] of ITEMS)
      if (roll(3) > 0)
        await world.given.created(kind, {
          ...input,
          work_assignment_id: assignment.id,
          frequency: 'per_payroll',
          amount: `${1 + roll(300)}.${10 + roll(90)}`,
          effective_from: '2026-01-01',
        });
  }
  const contractor = await world.given.created('contractor', { business_name: '=Lakeshore Milling Ltd.' });
  const assignment = await world.given.created('work_assignment', {
    contractor_id: contractor.id,
    pay_schedule_id: world.schedule.id,
  });
  await world.populated();
  const [first] = await world.drafts();
  // Somebody pays no EI where it is due.
  const [ei] = world
    .rows('statutory_withholding_line_item')
    .filter(({ type, payroll_id }) => type === 'ei' && payroll_id === first!.id);
  await world.given.changed('statutory_withholding_line_item', ei!.id, { custom_amount: '0' });
  const [stub] = await world.stubs(first!, assignment);
  const fee = { pay_stub_id: stub!.id, earning_type: 'bonus_discretionary', custom_amount: '812.34' };
  await world.given.created('earning_line_item', fee);
  for (let payroll = 0; payroll < 2; payroll++) await approve(world, (await world.drafts())[0]!);
  const stubs = (await world.services.read.find('pay_stub', world.tenant, { is: 'all', of: [] })).filter(
    ({ is_closed }) => is_closed,
  );
  const total = (of: (stub: RecordOf<'pay_stub'>) => string | null | undefined) =>
    sum(stubs.map((stub) => of(stub) ?? '0')).toFixed(2);
  const amounts = (kind: string, ...types: string[]) =>
    sum(stubs.flatMap((stub) => types.map((type) => stub.amounts?.[kind]?.[type] ?? '0'))).toFixed(2);
  return { world, stubs, total, amounts };
};

/** How reports write days: by themselves, and as the first and last one of a pay period. */
const DATED = {
  'Pay date': expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
  'Pay period': {
    en: expect.stringMatching(/^\d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d$/),
    fr: expect.stringMatching(/^\d{4}-\d\d-\d\d au \d{4}-\d\d-\d\d$/),
  },
};

describe.each([
  [1, 'ca_on'],
  [2, 'ca_qc'],
  [3, 'ca_bc'],
])('payrolls of seed %i in %s', (seed, province) => {
  const isQuebec = province === 'ca_qc';
  let made: Awaited<ReturnType<typeof generated>>;
  beforeAll(async () => {
    made = await generated(seed, province);
  });

  test('the register equals the sum of the stubs, in total and line by line', async () => {
    const { world, stubs, total } = made;
    expect(stubs).toHaveLength(8);
    const summary = await reportRows(world, 'payroll-register', {}, 'summary');
    expect(summary).toHaveLength(stubs.length);
    const net = ({ employee_summary: e, contractor_summary: c }: RecordOf<'pay_stub'>) => e?.net ?? c?.net;
    expect(sumOf(summary, 'Net pay')).toBe(total(net));
    expect(sumOf(summary, 'Employer contributions')).toBe(
      total((stub) => stub.company_summary?.taxes_and_contributions),
    );
    const detail = await reportRows(world, 'payroll-register', {}, 'detail');
    expect(sumOf(detail, 'Paid to payee')).toBe(sumOf(summary, 'Earnings', 'Allowances', 'Reimbursements'));
    expect(sumOf(detail, 'Taken from pay')).toBe(
      sumOf(
        summary,
        ...['Federal tax', 'Provincial tax', 'CPP and QPP', 'EI', 'QPIP', 'Territorial tax'],
        ...['Deductions', 'Employee benefits'],
      ),
    );
    expect(sumOf(detail, 'Borne by employer')).toBe(sumOf(summary, 'Employer contributions', 'Employer benefits'));
  });

  test('the year to date equals the register, and the year to date of the last stubs', async () => {
    const { world, stubs } = made;
    const rows = await reportRows(world, 'year-to-date');
    const detail = await reportRows(world, 'payroll-register', {}, 'detail');
    for (const column of ['Paid to payee', 'Taken from pay', 'Borne by employer'])
      expect(sumOf(rows, column)).toBe(sumOf(detail, column));
    const last = stubs.filter(({ pay_date }) =>
      stubs.every((other) => (other.pay_date as string) <= (pay_date as string)),
    );
    const year = sum(last.map(({ line_item_summary }) => line_item_summary?.earnings.ytd ?? '0')).toFixed(2);
    expect(
      sumOf(
        rows.filter((row) => (row.Kind as { en: string }).en === 'Earnings'),
        'Paid to payee',
      ),
    ).toBe(year);
  });

  test('6: liabilities equal the sums of the stubs: to agencies, for health taxes, and in total', async () => {
    const { world, amounts, total } = made;
    const [cra, rq, health, owed] = await Promise.all(
      ['cra-remittance', 'rq-remittance', 'employer-health-tax', 'liability'].map((type) => reportRows(world, type)),
    );
    const [ee, er] = ['statutory_withholding', 'employer_statutory_withholding'];
    const plans = ['cpp', 'cpp_2', 'ei'];
    const quebec = ['qpp', 'qpp_2', 'qpip'];
    const craTaxes = ['federal_income_tax', ...(isQuebec ? [] : ['provincial_income_tax'])];
    const both = (types: string[], taxes: string[], more: string[] = []) =>
      sum([amounts(ee!, ...taxes, ...types), amounts(er!, ...types, ...more)]).toFixed(2);
    expect(sumOf(cra!, 'Total to remit')).toBe(both(plans, craTaxes));
    expect(sumOf(rq!, 'Total to remit')).toBe(
      isQuebec
        ? both(quebec, ['provincial_income_tax'], ['health_services_fund', 'labour_standards', 'workforce_skills_fund'])
        : '0.00',
    );
    expect(sumOf(health!, 'Employer health tax', 'Health services fund')).toBe(
      amounts(er!, 'employer_health_tax', 'health_services_fund'),
    );
    const detail = await reportRows(world, 'payroll-register', {}, 'detail');
    expect(sumOf(owed!, 'Total')).toBe(sumOf(detail, 'Taken from pay', 'Borne by employer'));
    // A row for each type and account, however many payrolls and people it is owed for.
    const parts = owed!.map((row) => JSON.stringify([row['Remittance account'], row.Identifier, row.Kind, row.Type]));
    expect(new Set(parts).size).toBe(parts.length);
    // What nobody is paid is owed to somebody.
    expect(
      sum([sumOf(owed!, 'Total'), total(({ employee_summary: e, contractor_summary: c }) => e?.net ?? c?.net)]).toFixed(
        2,
      ),
    ).toBe(total(({ liability }) => liability));
  });

  test('remittance reports equal what is remitted to the accounts of the agencies', async () => {
    const { world, stubs } = made;
    const remitted: Remittance[] = [];
    for (const id of new Set(stubs.map(({ payroll_id }) => payroll_id))) {
      const payroll = await world.services.read.get('payroll', world.tenant, id);
      remitted.push(...(await remittancesOfPayroll(payroll!, world.services, world.tenant)));
    }
    for (const [type, provider] of [
      ['cra-remittance', 'ca_cra'],
      ['rq-remittance', 'ca_rq'],
    ] as const) {
      const amounts = remitted.filter(({ account_provider }) => account_provider === provider);
      const rows = await reportRows(world, type);
      expect([type, sumOf(rows, 'Total to remit')]).toEqual([
        type,
        sum(amounts.map(({ amount }) => amount)).toFixed(2),
      ]);
    }
  });

  test('the journal balances by payroll and by stub, and both are equal', async () => {
    const { world } = made;
    const whole = await reportRows(world, 'journal-entry');
    const lines = await reportRows(world, 'journal-entry-line-item');
    expect(sumOf(whole, 'Debit')).toBe(sumOf(whole, 'Credit'));
    expect(sumOf(lines, 'Debit')).toBe(sumOf(lines, 'Credit'));
    const entries = world.rows('journal_entry').filter(({ type }) => type === 'payroll_recording');
    expect(sumOf(whole, 'Debit')).toBe(sum(entries.map(({ total }) => total)).toFixed(2));
    expect(new Set(lines.map((row) => row.Payee)).size).toBe(4);
  });

  test('slips equal the register, box by box', async () => {
    const { world, total } = made;
    const year = ofYear(2026);
    const register = await reportRows(world, 'payroll-register', {}, 'summary');
    const [t4, rl1] = await Promise.all([
      reportRows(world, 't4-preview', year),
      reportRows(world, 'rl1-preview', year),
    ]);
    expect(t4).toHaveLength(3);
    expect(t4[0]!.Employer).toBe('Northlake Foods');
    // The account has no number of its own: the slips show the business number.
    expect(new Set(t4.map((row) => row['54 Account']))).toEqual(new Set([world.employer.business_number]));
    expect(rl1).toHaveLength(isQuebec ? 3 : 0);
    expect(sumOf(t4, '22 Income tax deducted')).toBe(
      sumOf(register, 'Federal tax', ...(isQuebec ? [] : ['Provincial tax'])),
    );
    expect(
      sumOf(
        t4,
        "16 Employee's CPP contributions",
        "16A Employee's second CPP contributions",
        "17 Employee's QPP contributions",
        "17A Employee's second QPP contributions",
      ),
    ).toBe(sumOf(register, 'CPP and QPP'));
    expect(sumOf(t4, "18 Employee's EI premiums")).toBe(sumOf(register, 'EI'));
    expect(sumOf(t4, "55 Employee's PPIP premiums")).toBe(sumOf(register, 'QPIP'));
    if (isQuebec) {
      expect(sumOf(rl1, 'E Québec income tax')).toBe(sumOf(register, 'Provincial tax'));
      expect(sumOf(rl1, 'B.A QPP contributions', 'B.B Second additional QPP contributions')).toBe(
        sumOf(register, 'CPP and QPP'),
      );
      expect(sumOf(rl1, 'H QPIP premiums')).toBe(sumOf(register, 'QPIP'));
    }
    expect(await reportRows(world, 'year-end-forms', year, 't4')).toEqual(t4);
    expect(await reportRows(world, 'year-end-forms', year, 'rl1')).toEqual(rl1);
    const t4a = await reportRows(world, 'year-end-forms', year, 't4a');
    expect(sumOf(t4a, '048 Fees for services')).toBe(total(({ contractor_summary: c }) => c?.gross));
    expect(await reportRows(world, 't4-preview', ofYear(2025))).toEqual([]);
  });

  test('deductions equal those that the year requires, except for a person without EI once', async () => {
    const { world, amounts } = made;
    const year = ofYear(2026);
    const [here, there] = isQuebec
      ? ['ei-qpp-qpip-balance', 'ei-cpp-balance']
      : ['ei-cpp-balance', 'ei-qpp-qpip-balance'];
    const rows = await reportRows(world, here!, year);
    expect(await reportRows(world, there!, year)).toEqual([]);
    expect(rows).toHaveLength(3);
    expect(sumOf(rows, 'EI deducted')).toBe(amounts('statutory_withholding', 'ei'));
    const short = rows.filter((row: ReportRow) => Number(row['EI shortfall']) > 0.02);
    expect(short).toHaveLength(1);
    expect(Number(short[0]!['EI due']) - Number(short[0]!['EI deducted'])).toBeCloseTo(
      Number(short[0]!['EI shortfall']),
      6,
    );
    for (const plan of isQuebec ? ['QPP', 'QPP2', 'QPIP'] : ['CPP', 'CPP2'])
      expect(Number(sumOf(rows, `${plan} shortfall`))).toBeLessThanOrEqual(0.03);
  });

  test("7: workers' compensation equals the sum of the stubs", async () => {
    const { world, amounts } = made;
    const rows = await reportRows(world, 'workers-compensation');
    expect(rows).toHaveLength(6);
    expect(rows).toEqual(rows.map((row) => ({ ...row, ...DATED })));
    expect(sumOf(rows, 'Premium')).toBe(amounts('employer_statutory_withholding', 'workers_compensation'));
  });

  test('7: the balance of vacation pay continues from stub to stub', async () => {
    const { world, stubs } = made;
    const rows = await reportRows(world, 'vacation-accrual');
    expect(rows.length).toBeGreaterThan(0);
    expect(rows).toEqual(rows.map((row) => ({ ...row, ...DATED })));
    expect(sumOf(rows, 'Accrued')).toBe(sum(stubs.map(({ vacation_pay }) => vacation_pay?.accrued ?? '0')).toFixed(2));
    const closing = new Map<string, unknown>();
    for (const row of rows) {
      expect(row['Opening balance']).toBe(closing.get(row.Payee as string) ?? '0');
      closing.set(row.Payee as string, row['Closing balance']);
    }
  });
});

test('slips and entries of a payroll are reported while it is partially paid: from its pay day until what it remits arrives', async () => {
  const world = await paymentsWorld(2);
  await world.approved();
  const entries = { business_entity_id: world.employer.id, payroll_id: world.payroll.id };
  const ofPaid = { ...entries, filters: { ...ofYear(2026).filters, payroll_status: ['paid'], year: null } };
  const reported = async () => [
    await world.statusNow(),
    (await reportRows(world, 't4-preview', ofYear(2026))).map((row) => row['14 Employment income']),
    sumOf(await reportRows(world, 'journal-entry-line-item', ofPaid), 'Debit'),
  ];
  const days = ['2026-11-17T21:30:00.000Z', '2026-11-19T05:00:00.000Z', '2026-11-19T21:30:00.000Z'];
  for (const day of days) await world.at(day);
  expect(await reported()).toEqual(['processing', ['2000', '2000'], '0.00']);
  await world.at('2026-11-20T05:00:00.000Z');
  const inPart = await reported();
  await world.at('2026-11-20T21:30:00.000Z');
  await world.at('2026-12-15T05:00:00.000Z');
  const [status, ...whole] = await reported();
  expect([status, inPart]).toEqual(['paid', ['partially_paid', ...whole]]);
  expect(inPart[1]).toEqual(['2000', '2000']);
});

test('remittances and health taxes have what a correction has of who is not employed there: a contractor, or somebody elsewhere', async () => {
  const world = await payrollWorld({ province: 'ca_ab' });
  const { given, schedule } = world;
  const { assignment } = await world.hired({ rate: SALARY });
  const contractor = await given.created('contractor', { business_name: 'Lakeshore Milling Ltd.' });
  const of = { contractor_id: contractor.id, pay_schedule_id: schedule.id };
  const fees = await given.created('work_assignment', of);
  const correction = await given.created('payroll', {
    ...{ type: 'correction', pay_schedule_id: schedule.id, pay_date: '2026-11-27' },
    ...{ period_start: '2026-11-01', period_end: '2026-11-14' },
  });
  const entered = async ({ id }: { id: string }, ...lines: [kind: string, type: string, amount: string][]) => {
    const stub = await given.created('pay_stub', { payroll_id: correction.id, work_assignment_id: id });
    for (const [kind, type, custom_amount] of lines)
      await given.created(`${kind}_line_item`, { pay_stub_id: stub.id, [`${kind}_type`]: type, custom_amount });
  };
  const [withheld, borne] = ['statutory_withholding', 'employer_statutory_withholding'];
  // An empty stub pays nobody: on a remittance only employees who drew pay are counted.
  await entered((await world.hired()).assignment);
  await entered(assignment, [withheld!, 'qpp', '-60'], [borne!, 'qpp', '-60'], [withheld!, 'cpp', '57.5']);
  // Of before such lines were refused.
  const stub = await given.created('pay_stub', { payroll_id: correction.id, work_assignment_id: fees.id });
  const withheldOf = async (name: string, kind: string, type: string, custom_amount: string) => {
    const whose = { pay_stub_id: stub.id, payroll_id: correction.id, work_assignment_id: fees.id };
    const line = { ...EMPTY_LINE, ...whose, kind, type, custom_amount, is_managed: true, managed_amount: '0' };
    await given.events('pay_stub', stub.id, { type: `${name}LineItemCreated`, data: { ...line, id: `${kind}_1` } });
  };
  await withheldOf('StatutoryWithholding', withheld!, 'federal_income_tax', '41.5');
  await withheldOf('EmployerStatutoryWithholding', borne!, 'employer_health_tax', '3.25');
  await world.populated();
  await approve(world, correction);
  const reported = async (type: string, ...columns: string[]) =>
    (await reportRows(world, type)).map((row) => columns.map((column) => row[column]));
  const remitted = ['Employees', 'Gross pay', 'Total to remit'];
  expect(await reported('cra-remittance', ...remitted)).toEqual([[1, '0', '99']]);
  expect(await reported('rq-remittance', ...remitted)).toEqual([[0, '0', '-120']]);
  expect(await reported('employer-health-tax', 'Province', 'Employees', 'Employer health tax')).toEqual([
    [null, 0, '3.25'],
  ]);
  const owed = await reportRows(world, 'liability');
  expect(sumOf(owed, 'Total')).toBe('-17.75');
});

test('of somebody who moved to Quebec in the year the balances tell which premiums are missing, and nothing of what both sides share', async () => {
  const world = await payrollWorld();
  const place = { type: 'ca::province_of_employment' };
  const moved = (rate: string) =>
    world.hired({
      rate: { ...SALARY, rate },
      tax_properties: [
        { ...place, value: 'ca_on', effective_from: '2026-01-01', effective_to: '2026-11-30' },
        { ...place, value: 'ca_qc', effective_from: '2026-12-01' },
      ],
    });
  await moved('54000');
  // Earns more than is insurable in a year.
  await moved('1620000');
  await world.populated();
  await approve(world, (await world.drafts())[0]!);
  const [second] = await world.drafts();
  for (const { id, type, payroll_id } of world.rows('statutory_withholding_line_item'))
    if (payroll_id === second!.id && ['ei', 'qpip'].includes(type))
      await world.given.changed('statutory_withholding_line_item', id, { custom_amount: '0' });
  await approve(world, second!);
  const balance = async (type: string, ...columns: string[]) =>
    (await reportRows(world, type, ofYear(2026)))
      .sort((a, b) => (a.Employee! < b.Employee! ? -1 : 1))
      .map((row) => columns.map((column) => row[column]));
  const ei = ['EI due', 'EI deducted', 'EI shortfall'];
  expect(await balance('ei-cpp-balance', 'Also in Quebec', 'CPP due', ...ei)).toEqual([
    [true, null, '32.6', '32.6', '0'],
    [true, null, null, '978', null],
  ]);
  expect(await balance('ei-qpp-qpip-balance', 'QPP due', ...ei, 'QPIP due', 'QPIP shortfall')).toEqual([
    [null, '26', '0', '26', '8.6', '8.6'],
    [null, null, '0', null, '258', '258'],
  ]);
});

test('the balance of vacation pay continues over a payroll that was approved before one of an earlier day, and one of its day', async () => {
  const world = await payrollWorld();
  const { given, schedule } = world;
  const { employee, assignment } = await world.hired({ rate: SALARY, title: 'Baker' });
  const setting = { work_assignment_id: assignment.id, percentage: '4', effective_from: '2026-01-01' };
  await given.created('vacation_pay_setting', setting);
  await world.populated();
  const regular = (await world.drafts())[0]!;
  const corrected = async (pay_date: string, custom_amount: string) => {
    const period = { period_start: '2026-11-01', period_end: '2026-11-14' };
    const of = { type: 'correction', pay_schedule_id: schedule.id, pay_date, ...period };
    const correction = await given.created('payroll', of);
    const stub = await given.created('pay_stub', { payroll_id: correction.id, work_assignment_id: assignment.id });
    await given.created('earning_line_item', { pay_stub_id: stub.id, earning_type: 'salary', custom_amount });
    await world.populated();
    await approve(world, correction);
  };
  await corrected('2026-12-10', '500');
  await corrected('2026-11-20', '100');
  const columns = ['Pay date', 'Opening balance', 'Accrued', 'Closing balance'];
  const rowsOf = async (request = {}) =>
    (await reportRows(world, 'vacation-accrual', request)).map((row) => columns.map((column) => row[column]));
  // A draft that is named comes behind what is approved of its day.
  expect(await rowsOf({ payroll_id: regular.id })).toEqual([['2026-11-20', '4', '80', '84']]);
  await approve(world, regular);
  const rows = await rowsOf();
  expect(rows.map(([day, , accrued]) => [day, accrued]).sort()).toEqual([
    ['2026-11-20', '4'],
    ['2026-11-20', '80'],
    ['2026-12-10', '20'],
  ]);
  expect(rows.map(([, opening]) => opening)).toEqual(['0', ...rows.slice(0, -1).map((row) => row.at(-1))]);
  expect(rows.at(-1)!.at(-1)).toBe('104');
  // Of one person and day the types of payrolls tell them apart.
  for (const report of [['vacation-accrual'], ['payroll-register', 'summary']] as const) {
    const ofTheDay = (await reportRows(world, report[0], {}, report[1])).filter(
      (row) => row['Pay date'] === '2026-11-20',
    );
    expect(ofTheDay.map((row) => row['Payroll type'])).toEqual(
      expect.arrayContaining([
        { en: 'Correction', fr: 'Correction' },
        { en: 'Regular', fr: 'Régulière' },
      ]),
    );
  }
  // Of one payroll the work assignments do.
  const other = { employee_id: employee.id, pay_schedule_id: schedule.id, title: 'Driver' };
  const driver = await given.created('work_assignment', other);
  await given.created('pay_rate', { work_assignment_id: driver.id, ...SALARY });
  await given.created('vacation_pay_setting', { ...setting, work_assignment_id: driver.id });
  await world.populated();
  const payroll_id = (await world.drafts())[0]!.id;
  for (const report of [
    ['vacation-accrual'],
    ['payroll-register', 'summary'],
    ['payroll-register', 'detail'],
  ] as const) {
    const titles = (await reportRows(world, report[0], { payroll_id }, report[1])).map((row) => row['Work assignment']);
    expect([...new Set(titles)].sort()).toEqual(['Baker', 'Driver']);
  }
});

test('the journal of a payroll that was taken back and approved again has the entries in force alone', async () => {
  const world = await payrollWorld();
  const { given, managers, schedule } = world;
  await world.hired({ rate: SALARY });
  const { assignment: leaver } = await world.hired({ rate: SALARY });
  await world.populated();
  const [payroll] = await world.drafts();
  await approve(world, payroll!);
  const entries = ['journal-entry', 'journal-entry-line-item'] as const;
  const debits = async () =>
    Promise.all(entries.map(async (type) => sumOf(await reportRows(world, type), 'Debit', 'Credit')));
  const first = await debits();
  const data = { pay_schedule_id: schedule.id };
  await given.events('payroll', payroll!.id, { type: 'PayrollUnapprovalStarted', data });
  await world.follow(managers.approval, managers.journal, managers.population);
  await given.changed('work_assignment', leaver.id, { archived_at: '2026-10-31' });
  await world.populated();
  await approve(world, payroll!);
  const half = first.map((sides) => sum([sides]).div(2).toFixed(2));
  expect(await debits()).toEqual(half);
  const listed = world.rows('journal_entry').filter(({ is_reversed, reverses_id }) => !is_reversed && !reverses_id);
  expect(
    sum(listed.flatMap(({ type, total }) => (type === 'payroll_recording' ? [total, total] : []))).toFixed(2),
  ).toBe(half[0]);
  const lines = await reportRows(world, 'journal-entry-line-item');
  expect(new Set(lines.map((row) => row.Payee))).toEqual(new Set(['Byron, Ada 0']));
});

test("a premium of workers' compensation is of the province of work where none of the pay is assessed: above the year's maximum, or by an earlier provider", async () => {
  const world = await payrollWorld();
  const category = { rate: '2', code: '112', industry: 'Bakeries' };
  const { assignment } = await world.hired({
    rate: { ...SALARY, rate: '3240000' },
    tax_properties: [
      { type: 'ca::province_of_employment', value: 'ca_on', effective_from: '2026-01-01' },
      { type: 'ca::on::workers_compensation_class', value: category, effective_from: '2026-01-01' },
    ],
  });
  await world.populated();
  const entered = async (type: string, pay_date: string) => {
    const period = { period_start: '2026-10-01', period_end: '2026-10-14' };
    const of = { type, pay_schedule_id: world.schedule.id, pay_date, ...period };
    const payroll = await world.given.created('payroll', of);
    const stub = await world.given.created('pay_stub', { payroll_id: payroll.id, work_assignment_id: assignment.id });
    const line = { pay_stub_id: stub.id, custom_amount: '12.34' };
    await world.given.created('earning_line_item', { ...line, earning_type: 'salary' });
    const premium = { ...line, employer_statutory_withholding_type: 'workers_compensation' };
    await world.given.created('employer_statutory_withholding_line_item', premium);
    await world.populated();
    await approve(world, payroll);
  };
  await entered('historical', '2026-10-20');
  await approve(world, (await world.drafts())[0]!);
  await approve(world, (await world.drafts())[0]!);
  await entered('correction', '2026-12-11');
  const columns = ['Province of work', 'Assessable earnings', 'Premium'];
  const rows = (await reportRows(world, 'workers-compensation')).map((row) => columns.map((column) => row[column]));
  const Ontario = { en: 'Ontario', fr: 'Ontario' };
  expect(rows).toEqual([
    [Ontario, '0', '12.34'],
    [Ontario, '120000', '2400'],
    [Ontario, '1687.66', '33.75'],
    [Ontario, '0', '12.34'],
  ]);
});
