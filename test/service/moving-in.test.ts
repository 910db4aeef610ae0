import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { faultText } from '../../src/moving-in/faults.ts';
import { importFiles } from '../../src/moving-in/files.ts';
import { type ImportResult, importFolder } from '../../src/moving-in/import.ts';
import { registry } from '../../src/registry.ts';
import { findingsOf } from '../support/audit.ts';
import { runCommand } from '../support/child-service.ts';
import { runHere } from '../support/command.ts';
import { type Employer, makeEmployer } from '../support/employer.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

/** An employer moves in: the files of a folder become records of its company, all of them or none. */
let service: TestService;
let of: Employer;
/** A copy of the sample files, to be spoiled. */
let folder: string;
const SAMPLES = new URL('../../examples/moving-in/', import.meta.url).pathname;

beforeAll(async () => {
  service = await startTestService({ hasCommands: true });
  service.clock.set('2026-11-16T17:00:00.000Z');
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'payroll-moving-in-'));
  await cp(SAMPLES, folder, { recursive: true });
});
afterEach(() => rm(folder, { recursive: true }));
afterAll(() => service.close());

/** An employer whose schedule the samples name. */
const ground = async (): Promise<Employer> => {
  const made = await makeEmployer(service, 0);
  await made.must(200, 'PUT', `/pay_schedules/${made.pay_schedule_id}`, { external_ref: 'bi-weekly' });
  return made;
};
const moveIn = (given: { update?: boolean; checkOnly?: boolean } = {}): Promise<ImportResult> => {
  const tenant = { partner_id: service.service.firstPartner!.partner_id, company_id: of.company_id };
  const request = { folder, tenant, update: false, checkOnly: false, actor: 'operator:cli', ...given };
  return importFolder(request, service.service.services, ({ file, done, total }) => shown.set(file, [done, total]));
};
/** How far the last import said that it had come with each file. */
const shown = new Map<string, [done: number, total: number]>();
const file = (name: string) => join(folder, name);
const change = async (name: string, from: string | RegExp, to: string): Promise<void> => {
  const text = await readFile(file(name), 'utf8');
  expect(text).toMatch(from);
  await writeFile(file(name), text.replace(from, to));
};
const faultsOf = async (): Promise<string[]> => (await moveIn()).faults.map((fault) => faultText(fault, 'en'));
const countOf = async (path: string): Promise<number> => (await of.must(200, 'GET', path)).meta.total;
const refs = async (path: string): Promise<Map<string, string>> => {
  const { data } = await of.must(200, 'GET', `${path}?per_page=100`);
  return new Map(
    data.map(({ id, data: { external_ref } }: { id: string; data: { external_ref: string } }) => [external_ref, id]),
  );
};
const written = ({ files }: ImportResult) =>
  Object.fromEntries(files.map((one) => [one.file, [one.written, one.changed]]));

describe('an import of the sample files', () => {
  beforeAll(async () => {
    of = await ground();
  });

  test('creates people, work assignments, rates, items, bank accounts and the figures of the year', async () => {
    const kinds = importFiles(registry).map(({ name }) => name);
    expect((await readdir(SAMPLES)).toSorted()).toEqual([...kinds, 'year_to_date.csv'].toSorted());
    expect((await moveIn({ checkOnly: true })).faults).toEqual([]);
    expect(await countOf('/employees')).toBe(0);
    expect(shown.size).toBe(0);
    const result = await moveIn();
    // It shows how far it has come, to the last row of each file.
    expect(shown.get('work_assignments.csv')).toEqual([5, 5]);
    expect(shown.get('year_to_date.csv')).toEqual([2, 2]);
    expect(written(result)).toEqual({
      'employees.csv': [3, 0],
      'contractors.csv': [1, 0],
      'work_assignments.csv': [5, 0],
      'tax_properties.csv': [2, 0],
      'vacation_pay_settings.csv': [2, 0],
      'pay_rates.csv': [4, 0],
      'overtime_rates.csv': [1, 0],
      'earnings.csv': [1, 0],
      'allowances.csv': [1, 0],
      'reimbursements.csv': [1, 0],
      'deductions.csv': [1, 0],
      'employee_benefits.csv': [1, 0],
      'employer_benefits.csv': [1, 0],
      'bank_accounts.csv': [4, 0],
      'year_to_date.csv': [2, 0],
    });
    const people = await of.must(200, 'GET', '/employees');
    expect(people.data.map(({ data }: { data: { first_name: string } }) => data.first_name)).toEqual([
      'Zoë',
      'Marc-Antoine',
      'Bo',
    ]);
    const { data: revealed } = await of.must(200, 'GET', `/employees/${people.data[0].id}/reveal`);
    expect(revealed.sin).toBe('046454286');
    const jobs = await refs('/work_assignments');
    const main = await of.must(200, 'GET', `/work_assignments/${jobs.get('job-1')}`);
    expect(main.data).toMatchObject({ is_primary: true, current_tax_jurisdiction: 'ca_on', title: 'Head baker' });
    expect((await of.must(200, 'GET', `/work_assignments/${jobs.get('job-2')}`)).data.current_tax_jurisdiction).toBe(
      'ca_qc',
    );
    const [allowance] = (await of.must(200, 'GET', '/allowances')).data;
    expect(allowance.data).toMatchObject({ amount: 45, frequency: 'per_month', pay_period_cadence: [1] });

    const [id] = result.payrolls;
    const payroll = await of.must(200, 'GET', `/payrolls/${id}`);
    expect(payroll.data).toMatchObject({
      type: 'historical',
      status: 'draft',
      pay_date: '2026-11-06',
      cash_requirement: 0,
    });
    const [stub] = (await of.must(200, 'GET', `/pay_stubs?payroll_id=${id}&work_assignment_id=${jobs.get('job-3')}`))
      .data;
    // Figures of 0 make no line.
    expect(stub.data.employee_summary).toMatchObject({ gross: 24_354, subtractions: 1_617.55 });
    const [wage] = (await of.must(200, 'GET', `/earning_line_items?pay_stub_id=${stub.id}`)).data;
    expect(wage.data).toMatchObject({ amount: 24_354, hours: 1_230 });
    const rates = await refs('/pay_rates');
    const [overtime] = (await of.must(200, 'GET', `/overtime_rates?pay_rate_id=${rates.get('rate-3')}`)).data;
    expect(overtime.data).toMatchObject({ rate_multiplier: 1.5, hourly_rate: 29.7, external_ref: 'overtime-3' });
    const settings = `/vacation_pay_settings?work_assignment_id=${jobs.get('job-3')}`;
    expect((await of.must(200, 'GET', settings)).data[0].data.overrides).toEqual([
      { type: 'earning', subtype: 'commission', percentage: '3', method: 'per_period' },
      { type: 'earning', subtype: 'bonus_discretionary', percentage: '0', method: 'manual' },
    ]);
    await of.must(200, 'POST', `/payrolls/${id}/approve`, {});
    // What the earlier provider left, to the cent, though the setting would let 6 % of its figures accrue.
    const { accrued_vacation_pay } = (await of.must(200, 'GET', `/work_assignments/${jobs.get('job-1')}`)).data;
    expect(accrued_vacation_pay).toBe(1_250.4);
    const [next] = await of.payrolls();
    await until(async () => {
      const { employee_summary } = (
        await of.must(200, 'GET', `/pay_stubs/${await of.stubOf(next!.id, jobs.get('job-3')!)}`)
      ).data;
      return employee_summary.gross_ytd === 24_354 + employee_summary.gross;
    });
    const [event] = await service.service.foundation.store.readStream(`employee-${people.data[0].id}`);
    expect(event!.metadata).toMatchObject({ actor: 'operator:cli', company_id: of.company_id });
  });

  test('writes nothing when it is run again, and only new rows when the files have more', async () => {
    const again = await moveIn();
    expect(again.faults).toEqual([]);
    expect(again.differences).toEqual([]);
    expect(
      Object.values(written(again))
        .flat()
        .every((count) => count === 0),
    ).toBe(true);
    await writeFile(
      file('employees.csv'),
      `${await readFile(file('employees.csv'), 'utf8')}hr-5,5,New,Comer,,,,,,,,,\n`,
    );
    expect(written(await moveIn())['employees.csv']).toEqual([1, 0]);
    expect(await countOf('/employees')).toBe(4);
  });

  test('reports rows that differ and changes them only with update; a record that can no longer change is a fault', async () => {
    await change('employees.csv', 'K1A 0B1', 'K1A 0B2');
    await change('employees.csv', '046454286', '130692544');
    await change('bank_accounts.csv', '1234781', '1234782');
    const told = await moveIn();
    expect(told.differences).toEqual([{ file: 'employees.csv', line: 2, columns: ['postal_code', 'sin'] }]);
    // Other numbers are another account.
    expect(written(told)['bank_accounts.csv']).toEqual([1, 0]);
    const people = await refs('/employees');
    const postal = async () => (await of.must(200, 'GET', `/employees/${people.get('hr-1')}`)).data.postal_code;
    expect(await postal()).toBe('K1A 0B1');
    expect(written(await moveIn({ update: true }))['employees.csv']).toEqual([0, 1]);
    expect(await postal()).toBe('K1A 0B2');
    await change('work_assignments.csv', 'job-2,hr-2', 'job-2,hr-1');
    await change('year_to_date.csv', '24354.00', '24355.00');
    const locked = await moveIn({ update: true });
    expect(locked.faults.map((fault) => faultText(fault, 'en'))).toEqual([
      expect.stringMatching(/^work_assignments.csv, line 4, employee/),
      expect.stringMatching(/^year_to_date.csv, line 3: .*is paid: unapprove it first/),
    ]);
  });

  test('leaves no violation of an invariant', async () => {
    expect(await findingsOf(service, of.company_id)).toEqual([]);
  });
});

describe('an import with settings of the employer, tags and accounting codes', () => {
  let tags: { kitchen: string; east: string };
  let named: { expense: string; liability: string; union: string };
  /** The files of this alone: an employer of one person. */
  const files: Readonly<Record<string, readonly string[]>> = {
    'employees.csv': ['external_ref,first_name,last_name', 'p-1,Ada,Byron'],
    'work_assignments.csv': [
      'external_ref,employee,pay_schedule,tag_assignment',
      'j-1,p-1,Bi-weekly,60 Kitchen + East; 40% Bar',
    ],
    'pay_rates.csv': [
      'external_ref,work_assignment,type,rate,expected_hours_per_week,effective_from,tag_assignment,expense_accounting_code',
      'r-1,j-1,hourly,20,40,2026-01-01,100 Kitchen,6010',
    ],
    'overtime_rates.csv': [
      'external_ref,pay_rate,rate_multiplier,tag_assignment,expense_accounting_code',
      'o-1,r-1,2,50 Bar,6010',
    ],
    'deductions.csv': [
      'external_ref,work_assignment,deduction_type,amount,amount_type,frequency,effective_from,remittance_account,liability_accounting_code',
      'd-1,j-1,union_dues,10,fixed,per_payroll,2026-01-01,Local 47,6010',
    ],
    'tax_properties.csv': [
      'business_entity,work_assignment,remittance_account,type,value,effective_from,effective_to',
      'northlake,,,ca::bonus_tax_basis,year_to_date,2026-01-01,2026-06-30',
      'northlake,,,ca::bonus_tax_basis,annualized,2026-07-01,',
      ',j-1,,ca::ei_exempt,true,2026-01-01,',
    ],
    'vacation_pay_settings.csv': ['work_assignment,percentage,effective_from', 'j-1,4,2026-01-01'],
    'year_to_date.csv': [
      'work_assignment,pay_date,period_start,period_end,vacation_pay_balance,earning.wage,earning.vacation_pay_time_taken',
      'j-1,2026-09-25,2026-01-01,2026-09-19,,20000,600',
      'j-1,2026-11-06,2026-09-20,2026-10-31,312.55,4000,',
    ],
  };
  const put = async (changes: Readonly<Record<string, readonly [string, string]>> = {}): Promise<void> => {
    await rm(folder, { recursive: true });
    await mkdir(folder);
    for (const [name, lines] of Object.entries(files)) {
      const [from, to] = changes[name] ?? ['', ''];
      const text = lines.join('\n');
      expect(text).toContain(from);
      await writeFile(file(name), text.replace(from, to));
    }
  };
  beforeAll(async () => {
    of = await ground();
    await of.must(200, 'PUT', `/business_entities/${of.business_entity_id}`, { external_ref: 'northlake' });
    const tag = async (group: string, label: string): Promise<string> =>
      (await of.must(201, 'POST', '/tags', { tag_group_id: group, label })).id;
    const groupOf = async (label: string): Promise<string> =>
      (await of.must(201, 'POST', '/tag_groups', { business_entity_id: of.business_entity_id, label })).id;
    const place = await groupOf('Place');
    const region = await groupOf('Region');
    tags = { kitchen: await tag(place, 'Kitchen'), east: await tag(region, 'East') };
    await tag(place, 'Bar');
    // The same numbers in the books of another employer of the company, and on both sides.
    const { id: other } = await of.must(201, 'POST', '/business_entities', {
      name: 'Southlake Foods',
      business_number: '123456782RP0002',
      in_preview: true,
    });
    const code = async (business_entity_id: string, type: string, number: string): Promise<string> => {
      const body = { business_entity_id, type, code: number, title: `${type} ${number}` };
      return (await of.must(201, 'POST', '/accounting_codes', body)).id;
    };
    const union = async (business_entity_id: string): Promise<string> => {
      const body = { business_entity_id, account_provider: 'other', label: 'Local 47' };
      return (await of.must(201, 'POST', '/remittance_accounts', body)).id;
    };
    await code(other, 'expense', '6010');
    await union(other);
    named = {
      expense: await code(of.business_entity_id, 'expense', '6010'),
      liability: await code(of.business_entity_id, 'liability', '6010'),
      union: await union(of.business_entity_id),
    };
    for (let twice = 0; twice < 2; twice++) await code(of.business_entity_id, 'expense', '6020');
  });
  beforeEach(() => put());

  test.each<[string, Readonly<Record<string, readonly [string, string]>>, RegExp, RegExp]>([
    [
      'an unknown tag',
      { 'work_assignments.csv': ['40% Bar', '40 Cellar'] },
      /^work_assignments\.csv, line 2, tag_assignment: is not a known tag: there is none with this label or id in the company$/,
      /^work_assignments\.csv, ligne 2, tag_assignment : n'est pas un objet « tag » connu/,
    ],
    [
      'shares of more than 100 percent',
      { 'pay_rates.csv': ['100 Kitchen', '100 Kitchen; 1 Bar'] },
      /^pay_rates\.csv, line 2, tag_assignment: must add up to at most 100 percent$/,
      /^pay_rates\.csv, ligne 2, tag_assignment : doit totaliser au plus 100 pour cent$/,
    ],
    [
      'shares without a tag',
      { 'overtime_rates.csv': ['50 Bar', '50'] },
      /^overtime_rates\.csv, line 2, tag_assignment: must be percentages with tags, e\.g\./,
      /^overtime_rates\.csv, ligne 2, tag_assignment : doit être des pourcentages/,
    ],
    [
      'an unknown pay rate',
      { 'overtime_rates.csv': ['r-1', 'r-2'] },
      /^overtime_rates\.csv, line 2, pay_rate: is not a known pay rate: .* in the files or in the company$/,
      /^overtime_rates\.csv, ligne 2, pay_rate : n'est pas un objet « pay rate » connu/,
    ],
    [
      'an unknown accounting code',
      { 'pay_rates.csv': ['100 Kitchen,6010', '100 Kitchen,6011'] },
      /^pay_rates\.csv, line 2, expense_accounting_code: is not a known accounting code: there is none with this code or id in the company$/,
      /^pay_rates\.csv, ligne 2, expense_accounting_code : n'est pas un objet « accounting code » connu : .* ce code ou cet identifiant/,
    ],
    [
      'an accounting code that the employer has twice',
      { 'overtime_rates.csv': ['50 Bar,6010', '50 Bar,6020'] },
      /^overtime_rates\.csv, line 2, expense_accounting_code: matches 2 records of type accounting code: give the id/,
      /^overtime_rates\.csv, ligne 2, expense_accounting_code : correspond à 2 dossiers/,
    ],
    [
      'a tax property with two owners',
      { 'tax_properties.csv': ['northlake,,,ca::bonus_tax_basis,year', 'northlake,j-1,,ca::bonus_tax_basis,year'] },
      /^tax_properties\.csv, line 2, work_assignment: exactly one of business_entity, work_assignment, remittance_account/,
      /^tax_properties\.csv, ligne 2, work_assignment : exactement un de/,
    ],
    [
      'a tax property without an owner',
      { 'tax_properties.csv': [',j-1,,', ',,,'] },
      /^tax_properties\.csv, line 4, business_entity: exactly one of/,
      /^tax_properties\.csv, ligne 4, business_entity : exactement un de/,
    ],
    [
      "an employer's tax property on a work assignment",
      { 'tax_properties.csv': ['ca::ei_exempt,true', 'ca::rounding_mode,formulas'] },
      /^tax_properties\.csv, line 4, type: ca::rounding_mode cannot be set on a work assignment/,
      /^tax_properties\.csv, ligne 4, type : .* ne peut être défini/,
    ],
    [
      'tax properties that overlap',
      { 'tax_properties.csv': ['2026-06-30', '2026-07-30'] },
      /^tax_properties\.csv, line 3, effective_from: /,
      /^tax_properties\.csv, ligne 3, effective_from : /,
    ],
    [
      'a percentage above 100',
      { 'vacation_pay_settings.csv': ['j-1,4,', 'j-1,104,'] },
      /^vacation_pay_settings\.csv, line 2, percentage: must be at most 100/,
      /^vacation_pay_settings\.csv, ligne 2, percentage : /,
    ],
    [
      'vacation settings that overlap',
      { 'vacation_pay_settings.csv': ['j-1,4,2026-01-01', 'j-1,4,2026-01-01\nj-1,6,2026-05-01'] },
      /^vacation_pay_settings\.csv, line 3, effective_from: /,
      /^vacation_pay_settings\.csv, ligne 3, effective_from : /,
    ],
    [
      'a balance that is not in the last row',
      { 'year_to_date.csv': ['2026-09-19,,', '2026-09-19,50,'] },
      /^year_to_date\.csv, line 2, vacation_pay_balance: must be in the last row .* line 3, with the pay date 2026-11-06$/,
      /^year_to_date\.csv, ligne 2, vacation_pay_balance : doit se trouver dans la dernière ligne/,
    ],
    [
      'a balance below 0',
      { 'year_to_date.csv': ['312.55', '-312.55'] },
      /^year_to_date\.csv, line 3, vacation_pay_balance: must be at least 0/,
      /^year_to_date\.csv, ligne 3, vacation_pay_balance : /,
    ],
  ])('%s is reported in both languages, and nothing is stored', async (_, changes, en, fr) => {
    await put(changes);
    const { faults, files: written } = await moveIn();
    expect(faults.map((fault) => faultText(fault, 'en'))).toEqual([expect.stringMatching(en)]);
    expect(faults.map((fault) => faultText(fault, 'fr'))).toEqual([expect.stringMatching(fr)]);
    expect(written).toEqual([]);
    expect(await countOf('/employees')).toBe(0);
  });

  test('overrides that cannot be parsed or are wrong are reported with their place', async () => {
    const head = 'work_assignment,percentage,effective_from,overrides';
    const faultOf = async (overrides: string) => {
      await writeFile(file('vacation_pay_settings.csv'), [head, `j-1,4,2026-01-01,${overrides}`].join('\n'));
      return faultsOf();
    };
    const place = 'vacation_pay_settings.csv, line 2, overrides: ';
    expect(await faultOf('commission 3 manual')).toEqual([expect.stringContaining(`${place}must be types with a`)]);
    expect(await faultOf('earning.comission 3 manual')).toEqual([
      expect.stringContaining(`${place}must be a type of earning`),
    ]);
    expect(await faultOf('earning.commission 3 manual; earning.commission 4 manual')).toEqual([
      expect.stringContaining(`${place}earning commission is named twice`),
    ]);
  });

  test('creates what the interface then answers, and the same files write nothing more', async () => {
    const result = await moveIn();
    expect(result.faults.map((fault) => faultText(fault, 'en'))).toEqual([]);
    expect(written(result)['tax_properties.csv']).toEqual([3, 0]);
    const job = (await refs('/work_assignments')).get('j-1')!;
    const { data } = await of.must(200, 'GET', `/work_assignments/${job}?expand[]=tag_assignment`);
    expect(data.tag_assignment).toMatchObject({
      unit: 'percentage',
      tag_allocations: [{ tags: [tags.kitchen, tags.east], value: 60 }, { value: 40 }],
    });
    const set = async (owner: string) =>
      (await of.must(200, 'GET', `/tax_properties?owner_id=${owner}&type=ca::bonus_tax_basis,ca::ei_exempt`)).data.map(
        // biome-ignore lint/suspicious/noExplicitAny: an answer of any shape
        ({ data: { value, effective_from, effective_to } }: any) => [value, effective_from, effective_to],
      );
    expect(await set(of.business_entity_id)).toEqual([
      ['year_to_date', '2026-01-01', '2026-06-30'],
      ['annualized', '2026-07-01', null],
    ]);
    expect(await set(job)).toEqual([[true, '2026-01-01', null]]);
    const [rate] = (await of.must(200, 'GET', `/pay_rates?work_assignment_id=${job}`)).data;
    const [overtime] = (await of.must(200, 'GET', `/overtime_rates?pay_rate_id=${rate.id}`)).data;
    const [dues] = (await of.must(200, 'GET', `/deductions?work_assignment_id=${job}`)).data;
    for (const { data } of [rate, overtime]) expect(data.expense_accounting_code.id).toBe(named.expense);
    expect(dues.data).toMatchObject({
      liability_accounting_code: { id: named.liability },
      remittance_account: { id: named.union },
    });
    for (const id of result.payrolls) await of.must(200, 'POST', `/payrolls/${id}/approve`, {});
    const { data: balance } = await of.must(200, 'GET', `/vacation_pay_balance?work_assignment_id=${job}`);
    expect(balance).toMatchObject({ vacation_pay_accrued_in_period: 0, vacation_pay_closing_balance: 312.55 });
    const again = await moveIn();
    expect([again.faults, again.differences]).toEqual([[], []]);
    expect(new Set(Object.values(written(again)).flat())).toEqual(new Set([0]));
    expect(await findingsOf(service, of.company_id)).toEqual([]);
  });
});

describe('faults of an import', () => {
  beforeAll(async () => {
    of = await ground();
  });
  afterEach(async () => {
    // With faults, nothing was written.
    expect([await countOf('/employees'), await countOf('/contractors'), await countOf('/work_assignments')]).toEqual([
      0, 0, 0,
    ]);
  });

  test('are all reported at once, each with its file, line and column', async () => {
    await change('employees.csv', '046454286', '046454287');
    await change('employees.csv', '1984-11-02', '1984-13-02');
    await change('work_assignments.csv', 'job-3,hr-3', 'job-3,hr-33');
    await change('work_assignments.csv', 'job-1b,hr-1,,bi-weekly', 'job-1b,hr-1,,weekly');
    await change('tax_properties.csv', 'ca_qc', 'ca_xx');
    await change('tax_properties.csv', 'true', 'perhaps');
    await change('pay_rates.csv', '27.25', '$27.25');
    await change('pay_rates.csv', 'salary,64000,40', 'salary,64000,0');
    await change('deductions.csv', 'union_dues', 'union_duties');
    await change('bank_accounts.csv', ',003,00123,1234781', ',999,00123,12A');
    await change('year_to_date.csv', '407.00', '-407');
    await change('year_to_date.csv', /^job-1,/m, 'job-9,');
    const faults = await faultsOf();
    for (const place of [
      /^employees\.csv, line 2, sin: must be a social insurance number/,
      /^employees\.csv, line 3, date_of_birth: must be a date/,
      /^work_assignments\.csv, line 5, employee: is not a known employee/,
      /^work_assignments\.csv, line 3, pay_schedule: is not a known pay schedule: there is none with this external_ref or title or id in the company/,
      /^tax_properties\.csv, line 2, value/,
      /^tax_properties\.csv, line 3, value/,
      /^pay_rates\.csv, line 4, rate: must be a number in plain notation, e\.g\. 1234\.50: .* no sign of a currency/,
      /^pay_rates\.csv, line 2, expected_hours_per_week: must be greater than 0/,
      /^deductions\.csv, line 2, deduction_type: must be one of/,
      /^bank_accounts\.csv, line 2, account_number: must be digits/,
      /^year_to_date\.csv, line 3, statutory_withholding\.ei: must be at least 0/,
      /^year_to_date\.csv, line 2, work_assignment: is not a known work assignment/,
    ])
      expect(faults).toContainEqual(expect.stringMatching(place));
    // Rows that refer to a row with faults have no faults of their own.
    expect(faults).toHaveLength(12);
  });

  test.each<[string, () => Promise<unknown>, RegExp]>([
    [
      'a duplicate person',
      () => change('employees.csv', '193456787', '046454286'),
      /^employees\.csv, line 3, sin: is already in line 2$/,
    ],
    [
      'a duplicate key',
      () => change('employees.csv', 'hr-3,', 'hr-1,'),
      /^employees\.csv, line 4, external_ref: is already in line 2$/,
    ],
    [
      'an unknown column',
      () => change('employees.csv', 'city', 'town'),
      /^employees\.csv, line 1, town: is no column of this file; it may have/,
    ],
    [
      'tabs',
      async () =>
        writeFile(file('employees.csv'), (await readFile(file('employees.csv'), 'utf8')).replaceAll(',', '\t')),
      /^employees\.csv, line 1.*: separates its columns with tabs; separate them with commas or semicolons$/,
    ],
    [
      'Latin-1',
      async () =>
        writeFile(file('employees.csv'), Buffer.from(await readFile(file('employees.csv'), 'utf8'), 'latin1')),
      /^employees\.csv, line 2: is not UTF-8 .*save the file as CSV UTF-8$/,
    ],
    [
      'UTF-16',
      async () =>
        writeFile(
          file('employees.csv'),
          Buffer.concat([
            Buffer.from([0xff, 0xfe]),
            Buffer.from(await readFile(file('employees.csv'), 'utf8'), 'utf16le'),
          ]),
        ),
      /^employees\.csv.*: is encoded as UTF-16; save the file as CSV UTF-8$/,
    ],
    [
      '10,001 rows',
      () =>
        writeFile(
          file('contractors.csv'),
          `external_ref,business_name\n${Array.from({ length: 10_001 }, (_, i) => `v${i},V${i}`).join('\n')}`,
        ),
      /^contractors\.csv, line 10002: is row 10001; a file may have 10000\. Split it$/,
    ],
    [
      'a missing file',
      () => rm(file('contractors.csv')),
      /^work_assignments\.csv, line 6, contractor: is not a known contractor/,
    ],
    [
      'a file with an unknown name',
      () => writeFile(file('Employees (2).csv'), 'x'),
      /^Employees \(2\)\.csv: is not a file of an import; the files are employees\.csv/,
    ],
    [
      'two rows of a work assignment for a pay date',
      async () => {
        const text = await readFile(file('year_to_date.csv'), 'utf8');
        await writeFile(file('year_to_date.csv'), `${text.trimEnd()}\n${text.split('\n')[2]}\n`);
      },
      /^year_to_date\.csv, line 4.*: is already in line 3 with this pay date$/,
    ],
    [
      'a payroll of two periods',
      () => change('year_to_date.csv', /^(job-3,[^,]*),2026-01-01/m, '$1,2026-01-02'),
      /^year_to_date\.csv, line 3.*: must be the period of line 2, 2026-01-01 to /,
    ],
    [
      'figures without a work assignment',
      () => change('year_to_date.csv', /^job-3,/m, ','),
      /^year_to_date\.csv, line 3, work_assignment: is required$/,
    ],
    [
      'more pay dates than a schedule may have drafts made by hand',
      async () => {
        const days = Array.from({ length: 31 }, (_, i) => `2026-03-${String(i + 1).padStart(2, '0')}`);
        const rows = days.map((day) => `job-1,${day},2026-01-01,2026-02-28,100`);
        const head = 'work_assignment,pay_date,period_start,period_end,earning.wage';
        await writeFile(file('year_to_date.csv'), [head, ...rows].join('\n'));
      },
      /^year_to_date\.csv, line \d+, pay_schedule: the pay schedule has 30 drafts made by hand already/,
    ],
    [
      'a bank account that is there twice, its owner under two names',
      () => {
        const rows = ['Northlake Foods', of.business_entity_id].map((owner) => `${owner},003,00123,1234781`);
        const head = 'business_entity,institution_number,transit_number,account_number';
        return writeFile(file('bank_accounts.csv'), [head, ...rows].join('\n'));
      },
      /^bank_accounts\.csv, line 3: is already in line 2$/,
    ],
    [
      'a truth that is none',
      () => change('tax_properties.csv', 'true', 'oui'),
      /^tax_properties\.csv, line 3, value: must be true or false$/,
    ],
    [
      'another one',
      () => change('work_assignments.csv', ',true', ',yes'),
      /^work_assignments\.csv, line 2, is_primary: must be true or false$/,
    ],
    [
      'days of the month that are no whole numbers',
      () => change('allowances.csv', 'by_pay_date,1,', 'by_pay_date,"1,2",'),
      /^allowances\.csv, line 2, pay_period_cadence: must be whole numbers separated by spaces, e\.g\. 1 -1$/,
    ],
    [
      'a row without a key',
      () => change('employees.csv', 'hr-3,', ','),
      /^employees\.csv, line 4, external_ref: is required/,
    ],
  ])('%s is reported, with what would be right', async (_, spoil, fault) => {
    await spoil();
    expect(await faultsOf()).toContainEqual(expect.stringMatching(fault));
  });

  test('a byte order mark, semicolons, and decimals as they are written with them, are accepted', async () => {
    await change('employees.csv', /^/, '\ufeff');
    const text = await readFile(file('contractors.csv'), 'utf8');
    expect(text).not.toContain('"');
    await writeFile(file('contractors.csv'), text.replaceAll(',', ';'));
    const values = [
      'work_assignment;type;value;effective_from',
      'job-1;ca::federal::claim_amount;17 183,50;2026-01-01',
      'job-2;ca::province_of_employment;ca_qc;2026-01-01',
      '',
    ];
    await writeFile(file('tax_properties.csv'), values.join('\n'));
    expect((await moveIn({ checkOnly: true })).faults).toEqual([]);
  });

  test('the truths of a spreadsheet in French are accepted', async () => {
    await change('work_assignments.csv', ',true', ',VRAI');
    await change('tax_properties.csv', 'ca::cpp_exempt,true', 'ca::cpp_exempt,FAUX');
    expect((await moveIn({ checkOnly: true })).faults).toEqual([]);
  });

  test('are printed by the command in the requested language, and the command fails', async () => {
    const run = (...args: string[]) => runHere(['import', folder, '--company', of.company_id, ...args], service.env);
    await change('employees.csv', '046454286', '1');
    await change('year_to_date.csv', '407.00', '4070.00');
    const refused = run('--language', 'fr');
    expect(await refused.ended).toBe(1);
    expect(refused.stdout()).toMatch(/^employees\.csv, ligne 2, sin : doit être/m);
    expect(refused.stdout()).toMatch(
      /^year_to_date\.csv, ligne 3, statutory_withholding\.ei : porte le total .* à 4070\.00, au-dessus du maximum de l'année, 1123\.07/m,
    );
    expect(refused.stdout()).toContain('1 avertissement : ces montants sont pris tels quels');
    expect(refused.stderr()).toContain("1 erreur; rien n'a été écrit");
    expect(await countOf('/employees')).toBe(0);
  });

  test('a folder that is not there is a command line that is wrong, in the requested language', async () => {
    const args = ['import', join(folder, 'none'), '--company', of.company_id, '--language', 'fr'];
    const refused = runHere(args, service.env);
    expect(await refused.ended).toBe(2);
    expect(refused.stderr()).toMatch(
      /none n'existe pas : indiquez le chemin du répertoire qui contient les fichiers CSV/,
    );
  });

  test('an import beside another one of the company is refused in the requested language', async () => {
    const args = ['import', folder, '--company', of.company_id, '--language', 'fr'];
    await service.database.sql.begin(async (session) => {
      await session`select pg_advisory_xact_lock(hashtext('payroll import'), hashtext(${of.company_id}))`;
      const refused = runHere(args, service.env);
      expect(await refused.ended).toBe(1);
      expect(refused.stderr()).toContain(
        `une autre importation dans ${of.company_id} est en cours; attendez qu'elle se termine`,
      );
    });
  });
});

test('a figure that is 0 by now becomes 0 with update; an empty cell changes nothing', async () => {
  of = await ground();
  const [id] = (await moveIn()).payrolls;
  await change('year_to_date.csv', '24354.00,1230,1210.55', '24354.00,,0');
  const told = await moveIn();
  expect([told.faults, told.differences]).toEqual([
    [],
    [{ file: 'year_to_date.csv', line: 3, columns: ['statutory_withholding.federal_income_tax'] }],
  ]);
  expect(written(await moveIn({ update: true }))['year_to_date.csv']).toEqual([0, 1]);
  const stub = await of.stubOf(id!, (await refs('/work_assignments')).get('job-3')!);
  const [wage] = (await of.must(200, 'GET', `/earning_line_items?pay_stub_id=${stub}`)).data;
  expect(wage.data).toMatchObject({ amount: 24_354, hours: 1_230 });
  const withheld = (await of.must(200, 'GET', `/pay_stubs/${stub}`)).data.line_item_summary.statutory_withholdings;
  expect(withheld.period).toBe(407);
  expect((await moveIn()).differences).toEqual([]);
});

test('an import whose lock ends with its database session is stopped, and writes what is missing when run again', async () => {
  of = await ground();
  const run = () => runHere(['import', folder, '--company', of.company_id], service.env);
  const { sql } = service.database;
  const endSession = async () => {
    const ended = await sql`
      select pg_terminate_backend(pid) from pg_locks join pg_database on pg_database.oid = database
      where datname = current_database() and locktype = 'advisory' and classid::int8 = hashtext('payroll import')::int8 & 4294967295`;
    return ended.length > 0;
  };
  const { stopped } = await sql.begin(async (tx) => {
    // Its session ends before it does: it waits to make the keys of the people whom it writes.
    await tx`lock table personal_keys in share mode`;
    const begun = run();
    await until(endSession);
    await until(async () => !(await endSession()));
    return { stopped: begun };
  });
  expect(await stopped.ended).toBe(1);
  expect(stopped.stderr()).toMatch(/the session that keeps other imports of \S+ waiting, so this import was stopped/);
  expect(await run().ended).toBe(0);
  expect([await countOf('/employees'), await countOf('/work_assignments')]).toEqual([3, 5]);
});

/** More than are written in one go, so that there is a half way. */
const MANY = 260;
test('an import that was killed is run again and writes what is missing, once', async () => {
  of = await ground();
  // Everybody has a stub on each of its drafts: there is one.
  await of.must(201, 'POST', '/pay_schedules', {
    business_entity_id: of.business_entity_id,
    title: 'Monthly',
    pay_frequency: 'monthly',
    anchor_pay_date: '2026-01-30',
    anchor_end_of_pay_period: '2026-01-31',
    day_1: -1,
    generate_payrolls_from: '2026-12-01',
    external_ref: 'monthly',
  });
  const people = Array.from({ length: MANY }, (_, i) => `p-${i},Ada${i},Byron`);
  await writeFile(file('employees.csv'), ['external_ref,first_name,last_name', ...people].join('\n'));
  const jobs = people.map((_, i) => `j-${i},p-${i},monthly`);
  await writeFile(file('work_assignments.csv'), ['external_ref,employee,pay_schedule', ...jobs].join('\n'));
  for (const name of [
    'tax_properties',
    'vacation_pay_settings',
    'pay_rates',
    'overtime_rates',
    'earnings',
    'allowances',
    'reimbursements',
    'deductions',
    'employee_benefits',
    'employer_benefits',
    'bank_accounts',
    'contractors',
  ])
    await rm(file(`${name}.csv`));
  const paid = people.map((_, i) => `j-${i},2026-11-06,2026-01-01,2026-10-31,${1_000 + i},50`);
  const head = 'work_assignment,pay_date,period_start,period_end,earning.wage,statutory_withholding.ei';
  await writeFile(file('year_to_date.csv'), [head, ...paid].join('\n'));
  const command = ['import', folder, '--company', of.company_id];
  const start = () => runCommand(command, service.env);
  // Killed among the people, then among the stubs.
  for (const isHalfWay of [
    async () => (await countOf('/employees')) > 0,
    async () => (await countOf(`/statutory_withholding_line_items`)) > 0,
  ]) {
    const killed = start();
    await until(isHalfWay);
    killed.child.kill('SIGKILL');
    await killed.ended;
  }
  const whole = start();
  const other = runHere(command, service.env);
  const codes = await Promise.all([whole.ended, other.ended]);
  // Two at a time: the one that came second is told so, or came when the first had ended.
  expect(codes).toContain(0);
  expect(await countOf('/employees')).toBe(MANY);
  expect(await countOf('/work_assignments')).toBe(MANY);
  const [payroll] = (await of.must(200, 'GET', '/payrolls?type=historical')).data;
  expect(await countOf(`/pay_stubs?payroll_id=${payroll.id}`)).toBe(MANY);
  expect(await countOf(`/earning_line_items?payroll_id=${payroll.id}`)).toBe(MANY);
  expect(await countOf(`/statutory_withholding_line_items?payroll_id=${payroll.id}`)).toBe(MANY);
  const gross = people.reduce((sum, _, i) => sum + 1_000 + i, 0);
  await until(async () => (await of.must(200, 'GET', `/payrolls/${payroll.id}`)).data.employee_summary.gross === gross);
}, 240_000);
