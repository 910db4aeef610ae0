import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { QUICKLY } from '../support/quick-schemas.ts';
import { recordLog } from '../support/recorded-log.ts';
import { startTestService, type TestCompany, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

/** A month of a small employer, from the outside. */
let service: TestService;
let company: TestCompany;
let entityId: string;
let scheduleId: string;
const assignments: string[] = [];

// biome-ignore lint/suspicious/noExplicitAny: answers of any shape
const ok = async (method: string, path: string, body?: unknown, status?: number): Promise<any> => {
  const answer = await company.request(method, path, body);
  if (answer.status >= 300 || (status !== undefined && answer.status !== status))
    throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
  return answer.body;
};

beforeAll(async () => {
  service = await startTestService();
  company = await service.company();
  const entity = await ok('POST', '/business_entities', {
    business_number: '123456782RP0001',
    name: 'Northlake Bakery',
    in_preview: true,
    tax_properties: [{ type: 'ca::province_of_employment', value: 'ca_on', effective_from: '2025-01-01' }],
  });
  entityId = entity.id;
  const schedule = await ok('POST', '/pay_schedules', {
    business_entity_id: entityId,
    title: 'Bi-weekly',
    pay_frequency: 'bi-weekly',
    anchor_pay_date: '2026-01-09',
    anchor_end_of_pay_period: '2026-01-04',
    generate_payrolls_from: '2026-01-09',
  });
  scheduleId = schedule.id;
  for (const [first_name, province] of [
    ['Ada', 'ca_on'],
    ['Blaise', 'ca_qc'],
    ['Chen', 'ca_bc'],
  ]) {
    const person = await ok('POST', '/employees', { first_name, last_name: 'Roy', date_of_birth: '1990-07-11' });
    const assignment = await ok('POST', '/work_assignments', {
      employee_id: person.id,
      pay_schedule_id: scheduleId,
      title: 'Baker',
      tax_properties: [{ type: 'ca::province_of_employment', value: province, effective_from: '2025-01-01' }],
    });
    assignments.push(assignment.id);
    await ok('POST', '/pay_rates', {
      work_assignment_id: assignment.id,
      type: 'salary',
      rate: 65000,
      expected_hours_per_week: 40,
      effective_from: '2025-01-01',
    });
  }
});

afterAll(async () => {
  if (process.env.RECORD_LOG) await recordLog(service.service.foundation, process.env.RECORD_LOG);
  await service.close();
});

const nextPayroll = async () => (await ok('GET', '/payrolls?status=draft&per_page=1')).data[0];

describe('a payroll month', () => {
  test('payrolls exist for the whole year, and the next one has a calculated stub for each work assignment', async () => {
    const list = await ok('GET', `/payrolls?pay_schedule_id=${scheduleId}&per_page=100`);
    expect(list.meta.total).toBe(26);
    expect(list.data[0].data).toMatchObject({ pay_date: '2026-01-09', period_number: 1, regular_periods_count: 26 });
    const stubs = await ok('GET', `/pay_stubs?payroll_id=${(await nextPayroll()).id}`);
    expect(stubs.data).toHaveLength(3);
    for (const { data } of stubs.data) {
      expect(data.employee_summary.gross).toBe(2500);
      expect(data.has_taxes_calculated).toBe(true);
      expect(data.employee_summary.net).toBeCloseTo(
        data.employee_summary.gross - data.employee_summary.subtractions,
        6,
      );
      expect(data.employee_summary.net).toBeLessThan(2300);
    }
  });

  test('a recurring item is on the next payroll by the next request, and is removed when it is deleted', async () => {
    const item = await ok('POST', '/allowances', {
      work_assignment_id: assignments[0],
      allowance_type: 'cell_phone_allowance',
      amount: '60.00',
      frequency: 'per_payroll',
      effective_from: '2026-01-01',
    });
    const stubs = await ok(
      'GET',
      `/pay_stubs?payroll_id=${(await nextPayroll()).id}&work_assignment_id=${assignments[0]}`,
    );
    const stub = stubs.data[0];
    const lines = await ok('GET', `/allowance_line_items?pay_stub_id=${stub.id}`);
    expect(lines.data).toHaveLength(1);
    expect(lines.data[0].data).toMatchObject({
      amount: 60,
      managed_amount: 60,
      is_managed: true,
      recurrence: { id: item.id },
    });
    expect(stub.data.line_item_summary.allowances.period).toBe(60);

    const upsert = [{ id: lines.data[0].id, custom_amount: 45.5 }];
    const { id } = await ok('POST', '/allowance_line_items/batch/upsert', upsert, 202);
    await until(async () => (await ok('GET', `/async_tasks/${id}`)).data.status !== 'processing');
    const task = await ok('GET', `/async_tasks/${id}`);
    expect(task.data).toMatchObject({ status: 'completed', results: [{ id: lines.data[0].id }] });
    const after = await ok('GET', `/pay_stubs/${stub.id}`);
    expect(after.data.line_item_summary.allowances.period).toBe(45.5);

    const answer = await company.request('DELETE', `/allowances/${item.id}`);
    expect(answer.status).toBe(204);
    expect((await ok('GET', `/allowance_line_items?pay_stub_id=${stub.id}`)).data).toHaveLength(0);
    expect((await ok('GET', `/pay_stubs/${stub.id}`)).data.line_item_summary.allowances.period).toBe(0);
  });

  test('payroll 16, business entity 3: an approval in preview is paid at once, posts a balanced journal, and populates the next payroll', async () => {
    const payroll = await nextPayroll();
    const stubs = await ok('GET', `/pay_stubs?payroll_id=${payroll.id}`);
    const approved = await ok('POST', `/payrolls/${payroll.id}/approve`, {});
    expect(approved.data).toMatchObject({ status: 'paid', approved_at: '2026-01-05' });
    const entries = await ok(
      'GET',
      `/journal_entries?payroll_id=${payroll.id}&expand[]=journal_entry_rows&per_page=100`,
    );
    expect(entries.data).toHaveLength(1 + stubs.data.length);
    const entry = entries.data.find((each: { data: { type: string } }) => each.data.type === 'payroll_recording');
    const cents = (amount: number | null) => Math.round((amount ?? 0) * 100);
    const rows = entry.data.journal_entry_rows as { title: string; debit: number | null; credit: number | null }[];
    const debits = rows.reduce((sum, row) => sum + cents(row.debit), 0);
    expect(debits).toBe(rows.reduce((sum, row) => sum + cents(row.credit), 0));
    expect(debits).toBe(cents(entry.data.total));
    const net = stubs.data.reduce(
      (sum: number, stub: { data: { employee_summary: { net: number } } }) =>
        sum + cents(stub.data.employee_summary.net),
      0,
    );
    expect(cents(rows.find(({ title }) => title === 'Payroll payable')!.credit)).toBe(net);
    expect(entry.data.is_missing_line_item_accounting_codes).toBe(true);

    const next = await nextPayroll();
    expect(next.data.pay_date).toBe('2026-01-23');
    const following = await ok('GET', `/pay_stubs?payroll_id=${next.id}`);
    for (const { data } of following.data) {
      expect(data.employee_summary.gross).toBe(2500);
      expect(data.employee_summary.gross_ytd).toBe(5000);
    }
    const again = await company.request('POST', `/payrolls/${payroll.id}/approve`, {});
    expect([again.status, again.body.message]).toEqual([
      400,
      'The payroll is paid; only a draft payroll can be approved.',
    ]);
  });

  test('payroll 19: a closed stub cannot be changed, and an approved payroll locks the records that it used', async () => {
    const paid = (await ok('GET', '/payrolls?status=paid')).data[0];
    const stub = (await ok('GET', `/pay_stubs?payroll_id=${paid.id}`)).data[0];
    const refused = await company.request('POST', '/allowance_line_items', {
      pay_stub_id: stub.id,
      allowance_type: 'meals_taxable',
      custom_amount: 10,
    });
    expect(refused.status).toBe(400);
    const change = await company.request('PUT', `/pay_schedules/${scheduleId}`, { pay_frequency: 'weekly' });
    expect(change.status).toBe(400);
  });

  test('payroll 13: an earlier draft blocks a later approval', async () => {
    const drafts = (await ok('GET', '/payrolls?status=draft')).data;
    const answer = await company.request('POST', `/payrolls/${drafts[1].id}/approve`, {});
    expect(answer.status).toBe(400);
    expect(answer.body.message).toContain('earlier payroll');
    expect(drafts[1].data.is_blocked_by_draft).toBe(true);
  });

  test('every row of every read model equals a fresh fold of the log', async () => {
    const found = await service.service.foundation.models.verify();
    expect(found.flatMap(({ shown }) => shown)).toEqual([]);
    expect(found.reduce((sum, { rows }) => sum + rows, 0)).toBeGreaterThan(50);
  });
});

test('every event of the month fits its documented schema', async () => {
  const answer = await fetch(`${service.url}/events.schema.json`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/schema+json']);
  const ajv = new Ajv2020({ strict: false, ...QUICKLY });
  addFormats.default(ajv);
  const fits = ajv.compile((await answer.json()) as object);
  const { store, opened } = service.service.foundation;
  const types = new Set<string>();
  for await (const events of store.readAll({ after: 0n, upTo: await store.head() }))
    for (const { type, data, metadata } of await opened(events)) {
      types.add(type);
      expect([type, fits({ type, data, metadata }), fits.errors?.[0]?.message]).toEqual([type, true, undefined]);
    }
  expect(types.size).toBeGreaterThan(15);
});

test('a month before a new year begins, its payrolls and their stubs exist', async () => {
  service.clock.set('2026-12-01T05:00:01.000Z');
  const token = await service.request('POST', '/token', { company_id: company.id }, service.partnerSecret);
  const { access_token } = token.body;
  company.request = (method, path, body, headers) => service.request(method, path, body, access_token, headers);
  const ofTheYear = () => ok('GET', `/payrolls?pay_schedule_id=${scheduleId}&pay_date[gte]=2027-01-01&per_page=100`);
  await until(async () => (await ofTheYear()).meta.total >= 26);
  const { data, meta } = await ofTheYear();
  expect(meta.total).toBe(26);
  const last = data.at(-1).id;
  await until(async () => (await ok('GET', `/pay_stubs?payroll_id=${last}`)).meta.total === 3);
});
