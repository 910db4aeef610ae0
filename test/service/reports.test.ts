import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GIVEN_UP_AFTER } from '../../src/work/port.ts';
import { runHere } from '../support/command.ts';
import { type Body, employerWith, LAST_OF_YEAR } from '../support/salaried.ts';
import { startTestService, type TestCompany, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

// Reports by HTTP: an employer with two people and an approved payroll, and a stranger.

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

let service: TestService;
let employer: Awaited<ReturnType<typeof employerWith>>;
let stranger: TestCompany;
let payroll: Body;
beforeAll(async () => {
  service = await startTestService({ hasCommands: true });
  stranger = await service.company('Stranger');
  const people = [
    { province: 'ca_on', salary: 52_000 },
    { province: 'ca_qc', salary: 78_000 },
  ];
  employer = await employerWith(service, people, LAST_OF_YEAR);
  // What a spreadsheet would take for a formula.
  await employer.call('PUT', `/employees/${employer.employees[0]}`, { last_name: '=1+2', employee_number: '@7' });
  payroll = await employer.approve();
});
afterAll(() => service.close());

const read = (id: string, accept: string, more = '', headers = {}) =>
  fetch(`${service.url}/reports/${id}${more}`, {
    headers: { Authorization: `Bearer ${employer.company.token}`, Accept: accept, ...headers },
  });

const made = async (type: string, body: object): Promise<Body> => {
  const { id, data } = await employer.call('POST', `/reports/${type}`, body);
  expect(data.type).toBe(type);
  await until(async () => (await employer.call('GET', `/reports/${id}`)).data.status !== 'processing');
  return employer.call('GET', `/reports/${id}`);
};

test('1, 3, 4: a report exists at once, and can be read as JSON, CSV, spreadsheet and PDF when it was generated', async () => {
  const { id, data } = await made('payroll-register', { payroll_id: payroll.id, format: 'csv', sheet: 'summary' });
  expect(data).toMatchObject({
    status: 'completed',
    has_results: true,
    payroll: { id: payroll.id },
    business_entity: null,
    filters: { payroll_type: ['regular', 'off_cycle', 'historical', 'correction'], payroll_status: null, year: null },
    position: expect.stringMatching(/^\d+$/),
  });

  // The sheet that it was made with, where the request names none.
  const summary = await read(id, 'text/csv');
  expect([summary.status, summary.headers.get('Content-Disposition')]).toEqual([
    200,
    expect.stringContaining('payroll-register-summary-2026-01-05.csv'),
  ]);
  const csv = await read(id, 'text/csv', '?sheet=detail');
  const bytes = Buffer.from(await csv.arrayBuffer());
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(csv.headers.get('Content-Disposition')).toContain('payroll-register-detail-2026-01-05.csv');
  expect(bytes.toString()).toContain(`,'@7,"'=1+2, Ada",`);

  const workbook = await readXlsx(Buffer.from(await (await read(id, XLSX)).arrayBuffer()), {
    includeFormulas: true,
  } as never);
  expect(workbook.sheets.map(({ name }) => name)).toEqual(['Summary', 'Detail']);
  const { rows } = workbook.sheets[0]!;
  const net = rows[0]!.indexOf('Net pay');
  const [first, second, total] = rows.slice(1).map((row) => Number(row[net]));
  expect(total).toBeCloseTo(first! + second!, 2);
  const stubs = await employer.call('GET', `/pay_stubs?payroll_id=${payroll.id}`);
  expect([first, second].sort()).toEqual(stubs.data.map((stub: Body) => stub.data.employee_summary.net).sort());

  const pdf = await read(id, 'application/pdf');
  expect(
    Buffer.from(await pdf.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');

  const french = await read(id, '*/*', '/download', { 'Accept-Language': 'fr' });
  expect(await french.text()).toMatch(/^\ufeff?Date de paie,Numéro d'employé,/);
  const again = await read(id, '*/*', '/download', { 'Accept-Language': 'fr' });
  expect(again.headers.get('Content-Type')).toMatch(/^text\/csv/);
});

test('1, 5: every type can be generated for one employer, and lists show them', async () => {
  const { id: entity } = employer.entity;
  const all = { business_entity_id: entity };
  const types = ['cra-remittance', 'rq-remittance', 'liability', 'year-to-date', 'employer-health-tax'];
  for (const type of types)
    expect((await made(type, all)).data).toMatchObject({ status: 'completed', has_results: true });
  for (const type of ['journal-entry', 'journal-entry-line-item'])
    expect((await made(type, { ...all, payroll_id: payroll.id })).data).toMatchObject({
      has_results: true,
      filters: { payroll_status: ['paid'] },
    });
  // Nobody has a class of workers' compensation.
  const none = await made('workers-compensation', { filters: { payroll_type: 'regular' }, format: 'csv' });
  expect(none.data).toMatchObject({ has_results: false, filters: { payroll_type: ['regular'] } });
  const empty = await (await read(none.id, 'text/csv')).text();
  expect(empty.split('\r\n')).toHaveLength(2);
  const listed = await employer.call('GET', `/reports?type=liability&business_entity_id=${entity}`);
  expect(listed.data.map(({ data }: Body) => data.type)).toEqual(['liability']);
  // A report is expanded as its list is.
  const expand = 'expand[]=business_entity';
  const [ofList] = (await employer.call('GET', `/reports?type=liability&${expand}`)).data;
  expect(ofList.data.business_entity.data.name).toBe('Northlake Bakery');
  expect(await employer.call('GET', `/reports/${ofList.id}?${expand}`)).toEqual(ofList);
});

test('8: a year has its slips, and a year without payrolls a file with only its header', async () => {
  const { data: t4 } = await made('t4-preview', { format: 'pdf' });
  expect(t4).toMatchObject({
    has_results: true,
    filters: {
      payroll_type: null,
      payroll_status: ['approved', 'processing', 'paid'],
      pay_date_from: '2026-01-01',
      pay_date_to: '2026-12-31',
      year: 2026,
    },
  });
  const before = await made('year-end-forms', { filters: { year: 2012 }, format: 'xlsx' });
  expect(before.data).toMatchObject({ status: 'completed', has_results: false });
  expect((await (await read(before.id, 'text/csv', '?sheet=t4a')).text()).split('\r\n')).toHaveLength(2);
  const missing = await employer.company.request('POST', '/reports/year-end-forms', {});
  expect([missing.status, Object.keys(missing.body.errors)]).toEqual([422, ['filters']]);
  const without = await employer.company.request('POST', '/reports/year-end-forms', { filters: {} });
  expect([without.status, Object.keys(without.body.errors)]).toEqual([422, ['filters.year']]);
});

test('a snapshot does not change when somebody is hired', async () => {
  const { services } = service.service;
  const tenant = { partner_id: service.service.firstPartner!.partner_id, company_id: employer.company.id };
  await services.snapshots.take(tenant, async (reader, position) => {
    const before = await reader.count('employee', tenant, { is: 'all', of: [] });
    await employer.call('POST', '/employees', { first_name: 'Late', last_name: 'Comer' });
    await until(async () => (await services.read.count('employee', tenant, { is: 'all', of: [] })) === before + 1);
    expect(await reader.count('employee', tenant, { is: 'all', of: [] })).toBe(before);
    expect(await services.store.head()).toBeGreaterThan(position);
  });
});

test('another company cannot see a report, and cannot request one of these records', async () => {
  const { id } = await made('payroll-register', { payroll_id: payroll.id });
  expect((await stranger.request('GET', `/reports/${id}`)).status).toBe(404);
  expect((await stranger.request('GET', `/reports/${id}/download`)).status).toBe(404);
  const { status, body } = await stranger.request('POST', '/reports/payroll-register', { payroll_id: payroll.id });
  expect([status, Object.keys(body.errors)]).toEqual([422, ['payroll_id']]);
  const { id: own } = (await stranger.request('POST', '/reports/year-to-date', {})).body;
  await until(async () => (await stranger.request('GET', `/reports/${own}`)).body.data.status === 'completed');
  expect((await stranger.request('GET', `/reports/${own}`)).body.data.has_results).toBe(false);
});

test('a deleted report is removed with its file', async () => {
  const { id } = await made('year-to-date', {});
  const files = async () => (await service.database.sql`select 1 from files`).length;
  const before = await files();
  expect((await employer.company.request('DELETE', `/reports/${id}`)).status).toBe(204);
  expect((await employer.company.request('GET', `/reports/${id}`)).status).toBe(404);
  await until(async () => (await files()) === before - 1);
});

test('a report that fails each time says so, and neither later ones nor the erasure of a person wait for it', async () => {
  const { id } = await employer.call('POST', '/employees', { first_name: 'Nora', last_name: 'Quick' });
  const before = await made('year-to-date', { format: 'csv' });
  const { files } = service.service.services;
  const write = files.write;
  let broken: string | undefined;
  files.write = async (file, ...rest) => {
    broken ??= file.id;
    if (file.id === broken) throw new TypeError('a cell that is none');
    return write(file, ...rest);
  };
  try {
    const failing = await employer.call('POST', '/reports/year-to-date', {});
    expect(await runHere(['privacy', 'erase', '--employee', id, '--reason', 'asked'], service.env).ended).toBe(0);
    const { data: later } = await made('year-to-date', { format: 'csv' });
    expect(later).toMatchObject({ status: 'completed', failure: null });
    // What may name her is gone.
    expect((await read(before.id, 'text/csv')).status).toBe(400);
    const { data: failed } = await employer.call('GET', `/reports/${failing.id}`);
    expect(failed).toMatchObject({
      status: 'failed',
      has_results: false,
      failure: expect.stringMatching(/Create it again/),
    });
    expect((await read(failing.id, 'text/csv')).status).toBe(400);
  } finally {
    files.write = write;
  }
});

test('a report that ends each process which begins it says so, and later ones are made', async () => {
  const { files } = service.service.services;
  const { sql } = service.database;
  const write = files.write;
  let isHeld = false;
  files.write = async (file, content, signal) => {
    if (isHeld) return write(file, content, signal);
    isHeld = true;
    // As the processes leave it that ended in it; this one lives on, and takes its own end back.
    await sql`
      update due_work set begun = ${GIVEN_UP_AFTER + 1}, holder = gen_random_uuid(), lease_until = 'epoch'
      where kind = 'manager/reports' and key = ${employer.company.id}`;
    return new Promise((_, reject) => signal!.addEventListener('abort', () => reject(signal!.reason)));
  };
  try {
    const heavy = await employer.call('POST', '/reports/year-to-date', {});
    await until(() => isHeld);
    const { data: later } = await made('year-to-date', { format: 'csv' });
    expect(later).toMatchObject({ status: 'completed', failure: null });
    const { data } = await employer.call('GET', `/reports/${heavy.id}`);
    expect(data).toMatchObject({
      status: 'failed',
      failure: expect.stringMatching(/ended each time that it was begun/),
    });
  } finally {
    files.write = write;
  }
});

test('a report is made after two errors, however long a read model could not follow its company', async () => {
  const { files } = service.service.services;
  const { sql } = service.database;
  const write = files.write;
  let errors = 0;
  files.write = async (file, content, signal) => {
    if (errors === 2) return write(file, content, signal);
    errors += 1;
    await sql`update due_work set attempts = 20 where kind = 'manager/reports' and key = ${employer.company.id}`;
    throw new TypeError('a cell that is none');
  };
  try {
    const { id } = await employer.call('POST', '/reports/year-to-date', {});
    await until(async () => {
      await sql`update due_work set due_at = clock_timestamp() where kind = 'manager/reports' and holder is null`;
      return (await employer.call('GET', `/reports/${id}`)).data.status === 'completed';
    });
    expect(errors).toBe(2);
  } finally {
    files.write = write;
  }
});

test('usage record 1, 2, usage summary 1: a partner sees the usage of its companies, the same after a rebuild; a company does not', async () => {
  const partner = (path: string) => service.request('GET', path, undefined, service.partnerSecret);
  const ofCompany = `company_id=${employer.company.id}`;
  await until(async () => (await partner(`/usage_records?${ofCompany}`)).body.data.length === 2);
  const records = (await partner(`/usage_records?${ofCompany}&event=employee_paid`)).body;
  const stubs = (await employer.call('GET', `/pay_stubs?payroll_id=${payroll.id}`)).data;
  expect(records.data.map(({ data }: Body) => data.record.id).sort()).toEqual(stubs.map(({ id }: Body) => id).sort());
  expect(records.data[0].data).toMatchObject({
    company: { id: employer.company.id, object: 'company' },
    event: 'employee_paid',
    recorded_at: '2026-01-05 12:00:00',
  });
  const month = `${ofCompany}&period_start=2026-01-01&period_end=2026-01-31`;
  const before = await partner(`/usage_summaries?${month}`);
  expect(before.body.data).toMatchObject([
    { data: { event: 'employee_paid', count: 2, period_start: '2026-01-01', period_end: '2026-01-31' } },
  ]);
  const [summary] = before.body.data;
  await service.service.foundation.models.rebuild(['usage']);
  expect((await partner(`/usage_summaries?${month}`)).body).toEqual(before.body);
  expect((await partner(`/usage_summaries/${summary.id}`)).body.data).toEqual(summary.data);
  expect((await partner(`/usage_summaries?${ofCompany}&period_start=2026-02-01`)).body.data).toEqual([]);
  expect((await employer.company.request('GET', '/usage_summaries')).status).toBe(403);
  expect((await employer.company.request('GET', '/usage_records')).status).toBe(403);
});

test('usage records are listed in the order in which they were recorded, for who reads what is new behind the pages that he has', async () => {
  const company = await service.company('Launching');
  const page = async (more: string) => {
    const path = `/usage_records?company_id=${company.id}&per_page=3${more}`;
    return (await service.request('GET', path, undefined, service.partnerSecret)).body;
  };
  const launched: string[] = [];
  for (let number = 1; number <= 6; number++) {
    service.clock.advance(1);
    const body = { name: 'Kiosk', business_number: `123456782RP000${number}` };
    launched.push((await company.request('POST', '/business_entities', body)).body.id);
    // They are recorded one after the other, as time goes on.
    await until(async () => (await page('')).meta.total === number);
  }
  const pages = [await page('&page=1'), await page('&page=2')];
  expect(pages.flatMap(({ data }) => data.map((one: Body) => one.data.record.id))).toEqual(launched);
});

describe('a report is refused with the wrong member, in both languages', () => {
  const refuses = async (path: string, body: object, member: string, en: RegExp, fr: RegExp) => {
    for (const [language, text] of [
      ['en', en],
      ['fr', fr],
    ] as const) {
      const answer = await employer.company.request('POST', path, body, { 'Accept-Language': language });
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, expect.arrayContaining([member])]);
      expect(answer.body.errors[member].join()).toMatch(text);
    }
  };

  test('for a register without payrolls', () =>
    refuses(
      '/reports/payroll-register',
      {},
      'payroll_id',
      /required when pay_schedule_id is absent/,
      /obligatoire quand pay_schedule_id est absent/,
    ));
  test('for a liability report without a payroll, employer or pay schedule', () =>
    refuses(
      '/reports/liability',
      {},
      'payroll_id',
      /required when business_entity_id and pay_schedule_id are absent/,
      /sont absents/,
    ));
  test('for journal entries without a payroll', () =>
    refuses(
      '/reports/journal-entry',
      { business_entity_id: employer.entity.id },
      'payroll_id',
      /required/,
      /obligatoire/,
    ));
  test('for a schedule that is not that of the payroll', async () => {
    const { id: business_entity_id } = employer.entity;
    const { id } = await employer.call('POST', '/pay_schedules', {
      ...{ business_entity_id, title: 'Another', pay_frequency: 'weekly' },
      ...{ anchor_pay_date: '2026-12-24', anchor_end_of_pay_period: '2026-12-20' },
    });
    await refuses(
      '/reports/payroll-register',
      { payroll_id: payroll.id, pay_schedule_id: id },
      'pay_schedule_id',
      /^is not the pay schedule of the payroll$/,
      /^n'est pas le calendrier de paie de la paie$/,
    );
  });
  test('for dates in the wrong order', () =>
    refuses(
      '/reports/year-to-date',
      { filters: { pay_date_from: '2026-03-01', pay_date_to: '2026-02-01' } },
      'filters.pay_date_to',
      /must not be before/,
      /ne doit pas précéder/,
    ));
  test('for an unknown type of payroll', () =>
    refuses('/reports/year-to-date', { filters: { payroll_type: 'odd' } }, 'filters.payroll_type', /./, /./));
  test('for a format that the type does not have', () =>
    refuses('/reports/liability', { business_entity_id: employer.entity.id, format: 'pdf' }, 'format', /csv/, /csv/));

  test('for slips without a year', () =>
    refuses('/reports/year-end-forms', { filters: {} }, 'filters.year', /^is required$/, /^est obligatoire$/));

  test('2, 3: for a CSV of several sheets without a sheet, an unknown sheet, and a download without a format', async () => {
    const plain = await made('payroll-register', { payroll_id: payroll.id });
    const csv = await made('payroll-register', { payroll_id: payroll.id, format: 'csv' });
    for (const [{ id }, path, accept, member, text] of [
      [plain, '', 'text/csv', 'sheet', /a CSV holds one sheet, and this report has summary, detail/],
      [plain, '?sheet=total', 'text/csv', 'sheet', /must be one of summary, detail/],
      [plain, '/download', '*/*', 'format', /was not given when the report was created/],
      // It takes no parameter that could say it now.
      [csv, '/download', '*/*', 'sheet', /was not given when the report was created.* Accept .* sheet instead$/],
    ] as const) {
      const answer = await read(id, accept, path);
      const body = (await answer.json()) as Body;
      expect([answer.status, body.errors[member].join()]).toEqual([422, expect.stringMatching(text)]);
      const french = (await (await read(id, accept, path, { 'Accept-Language': 'fr' })).json()) as Body;
      expect(french.errors[member].join()).toMatch(/un CSV|doit être l'un de|n'a pas été/);
    }
    expect((await read(plain.id, 'image/png')).status).toBe(406);
  });
});
