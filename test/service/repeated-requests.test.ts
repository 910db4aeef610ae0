import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestAnswer, type TestCompany, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

/**
 * A request that broke off between its append and its answer has done its work. Repeated under the same key it gets the
 * answer that it would have had, and nothing happens twice.
 */
let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  service = await startTestService();
  company = await service.company();
});
afterAll(() => service.close());

/** Sends a request whose answer is lost right after what it appended, and then the same request again. */
const twice = async (method: string, path: string, body?: unknown, more: Record<string, string> = {}) => {
  const { gate, tasks } = service.service.services;
  const { followed } = gate;
  const { ended } = tasks;
  const lose = () => Promise.reject(new Error('the process ends here'));
  gate.followed = lose;
  tasks.ended = lose;
  const key = { 'X-Idempotency-Key': `${method} ${path}`, ...more };
  let lost: TestAnswer;
  try {
    lost = await company.request(method, path, body, key);
  } finally {
    gate.followed = followed;
    tasks.ended = ended;
  }
  expect(lost.status).toBe(500);
  return company.request(method, path, body, key);
};

const names = async () =>
  (await company.request('GET', '/employees?per_page=100')).body.data.map(
    (each: { data: { first_name: string } }) => each.data.first_name,
  );

test('repeated creates, updates and deletes are done once', async () => {
  const created = await twice('POST', '/employees', { first_name: 'Ada', last_name: 'Roy' });
  expect([created.status, created.body.data.first_name]).toEqual([201, 'Ada']);
  expect(await names()).toEqual(['Ada']);

  const updated = await twice('PUT', `/employees/${created.body.id}`, { first_name: 'Zoé' });
  expect([updated.status, updated.body.data.first_name]).toEqual([200, 'Zoé']);

  const entity = await company.request('POST', '/business_entities', {
    business_number: '123456782RP0001',
    name: 'Quince',
    in_preview: true,
    tax_properties: [{ type: 'ca::province_of_employment', value: 'ca_on', effective_from: '2025-01-01' }],
  });
  const schedule = await twice('POST', '/pay_schedules', {
    business_entity_id: entity.body.id,
    title: 'Monthly',
    pay_frequency: 'monthly',
    anchor_pay_date: '2026-01-30',
    anchor_end_of_pay_period: '2026-01-31',
    day_1: -1,
  });
  expect(schedule.status).toBe(201);
  const gone = await twice('DELETE', `/pay_schedules/${schedule.body.id}`);
  expect(gone.status).toBe(204);
  expect((await company.request('GET', `/pay_schedules/${schedule.body.id}`)).status).toBe(404);
});

test('repeated approvals and bulk deletes are done once', async () => {
  const entity = (await company.request('GET', '/business_entities')).body.data[0];
  const schedule = await company.request('POST', '/pay_schedules', {
    business_entity_id: entity.id,
    title: 'Monthly',
    pay_frequency: 'monthly',
    anchor_pay_date: '2026-01-30',
    anchor_end_of_pay_period: '2026-01-31',
    day_1: -1,
  });
  const person = (await company.request('GET', '/employees')).body.data[0];
  const assignment = await company.request('POST', '/work_assignments', {
    employee_id: person.id,
    pay_schedule_id: schedule.body.id,
  });
  await company.request('POST', '/allowances', {
    work_assignment_id: assignment.body.id,
    allowance_type: 'meals_taxable',
    amount: 20,
    frequency: 'per_payroll',
    effective_from: '2026-01-01',
  });
  const payroll = (await company.request('GET', '/payrolls?status=draft&per_page=1')).body.data[0];
  const approved = await twice('POST', `/payrolls/${payroll.id}/approve`, {});
  expect([approved.status, approved.body.data.status]).toEqual([200, 'paid']);
  const entries = await company.request('GET', `/journal_entries?payroll_id=${payroll.id}&type=payroll_recording`);
  expect(entries.body.meta.total).toBe(1);

  const body = { business_entity_id: entity.id, work_assignments: { include: 'all' } };
  const deleted = await twice('POST', '/allowances/bulk/delete', body);
  expect(deleted.status).toBe(202);
  const task = () => company.request('GET', `/async_tasks/${deleted.body.id}`);
  await until(async () => (await task()).body.data.status !== 'processing');
  expect((await task()).body.data).toMatchObject({ status: 'completed', results: [{ object: 'allowance' }] });
  const synchronous = await twice(
    'POST',
    '/allowances/bulk/create',
    {
      ...body,
      data: { allowance_type: 'meals_taxable', amount: 5, frequency: 'per_payroll', effective_from: '2026-01-01' },
    },
    { Prefer: 'deprecate_sync_bulk=false' },
  );
  expect([synchronous.status, synchronous.body.data.length]).toEqual([201, 1]);
  expect((await company.request('GET', '/allowances')).body.meta.total).toBe(1);
});

test('a request of which a part was refused after the rest was written has that answer whenever it is repeated, and writes nothing more', async () => {
  const own = await service.company();
  const made = async (path: string, body: object) => (await own.request('POST', path, body)).body.id as string;
  const business_entity_id = await made('/business_entities', {
    business_number: '123456782RP0001',
    name: 'Medlar',
    in_preview: true,
    tax_properties: [{ type: 'ca::province_of_employment', value: 'ca_on', effective_from: '2025-01-01' }],
  });
  const pay_schedule_id = await made('/pay_schedules', {
    business_entity_id,
    title: 'Monthly',
    pay_frequency: 'monthly',
    anchor_pay_date: '2026-01-30',
    anchor_end_of_pay_period: '2026-01-31',
    day_1: -1,
  });
  const payroll_id = await made('/payrolls', {
    ...{ pay_schedule_id, type: 'correction', pay_date: '2026-01-30' },
    ...{ period_start: '2026-01-01', period_end: '2026-01-31' },
  });
  const stubs: string[] = [];
  for (const first_name of ['Ada', 'Bo']) {
    const employee_id = await made('/employees', { first_name, last_name: 'Roy' });
    const work_assignment_id = await made('/work_assignments', { employee_id, pay_schedule_id });
    stubs.push(await made('/pay_stubs', { payroll_id, work_assignment_id }));
  }
  const { tasks } = service.service.services;
  const { start } = tasks;
  // Between the check of all and the first that is written, somebody removes one of the two.
  tasks.start = async (...more) => {
    tasks.start = start;
    expect((await own.request('DELETE', `/pay_stubs/${stubs[1]}`)).status).toBe(204);
    return start(...more);
  };
  const body = {
    ...{ payroll_id, pay_stubs: { include: 'all' } },
    data: { earning_type: 'bonus_discretionary', custom_amount: 500 },
  };
  const headers = { 'X-Idempotency-Key': 'bonus of January', Prefer: 'deprecate_sync_bulk=false' };
  const give = () => own.request('POST', '/earning_line_items/bulk/create', body, headers);
  const lines = async () => (await own.request('GET', `/earning_line_items?pay_stub_id=${stubs[0]}`)).body.data.length;
  const first = await give();
  expect([first.status, first.body.message]).toEqual([400, expect.stringMatching(/^1 written, 1 not; /)]);
  expect(await lines()).toBe(1);
  const again = await give();
  expect([again.status, again.body.message]).toEqual([400, first.body.message]);
  expect(await lines()).toBe(1);
});
