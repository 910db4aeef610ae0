import { afterAll, beforeAll, expect, test } from 'vitest';
import { beatsUntil } from '../support/beats.ts';
import { type Employer, makeEmployer } from '../support/employer.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

/**
 * What goes beyond a bound of docs/limits.md is refused before anything is stored, with what is wrong and where; what
 * stays within it is taken, and population comes to its end.
 */
let service: TestService;
let employer: Employer;
beforeAll(async () => {
  service = await startTestService();
  employer = await makeEmployer(service, 2);
});
afterAll(() => service.close());

const LONG = '語'.repeat(255);
const SCHEDULE = {
  title: 'Weekly',
  pay_frequency: 'weekly',
  anchor_pay_date: '2026-01-09',
  anchor_end_of_pay_period: '2026-01-03',
};
const FRENCH = { 'Accept-Language': 'fr' };

test.each([
  [
    'ahead by a slip of the pen',
    { anchor_pay_date: '2040-01-06', anchor_end_of_pay_period: '2039-12-31' },
    'anchor_pay_date',
  ],
  ['long ago', { anchor_pay_date: '2010-01-08', anchor_end_of_pay_period: '2010-01-02' }, 'anchor_pay_date'],
  ['a period years from its pay date', { anchor_end_of_pay_period: '2020-01-04' }, 'anchor_end_of_pay_period'],
  [
    'payrolls from ten years back',
    { anchor_pay_date: '2016-01-08', anchor_end_of_pay_period: '2016-01-02', generate_payrolls_from: '2016-01-08' },
    'generate_payrolls_from',
  ],
])('a pay schedule with implausible dates is refused: %s', async (_, dates, member) => {
  const body = { ...SCHEDULE, business_entity_id: employer.business_entity_id, ...dates };
  const refused = await employer.must(422, 'POST', '/pay_schedules', body);
  expect(Object.keys(refused.errors)).toEqual([member]);
  expect(refused.errors[member][0]).toMatch(/^must lie (between \d{4}-|within 366 days)/);
  const french = await employer.must(422, 'POST', '/pay_schedules', body, FRENCH);
  expect(french.errors[member][0]).toMatch(/^doit se situer/);
  const made = await employer.must(201, 'POST', '/pay_schedules', {
    ...SCHEDULE,
    business_entity_id: employer.business_entity_id,
    generate_payrolls_from: '2026-12-04',
  });
  await employer.must(422, 'PUT', `/pay_schedules/${made.id}`, dates);
  await employer.must(204, 'DELETE', `/pay_schedules/${made.id}`);
});

const ITEM = { allowance_type: 'meals_taxable', amount: 1, frequency: 'per_payroll', effective_from: '2026-01-01' };
const itemsOf = async (assignment: string) =>
  (await employer.must(200, 'GET', `/allowances?work_assignment_id=${assignment}&per_page=1`)).meta.total;
const managedOn = async (stub: string) =>
  (await employer.must(200, 'GET', `/allowance_line_items?pay_stub_id=${stub}&per_page=1`)).meta.total;

test('a work assignment has at most a hundred recurring items in force, also with concurrent requests', async () => {
  const [assignment] = employer.assignments as [string];
  const long = { title: LONG, title_translations: { en: LONG, fr: LONG } };
  const batch = Array.from({ length: 90 }, () => ({ ...ITEM, ...long, work_assignment_id: assignment }));
  const tasks = await Promise.all(
    [1, 2].map(async () => employer.ended(await employer.must(202, 'POST', '/allowances/batch/upsert', batch))),
  );
  const failed = tasks.flatMap(({ results }) => results).filter(({ status }: { status: string }) => status === 'error');
  expect(failed).toHaveLength(80);
  expect(await itemsOf(assignment)).toBe(100);
  const rate = {
    work_assignment_id: assignment,
    type: 'salary',
    rate: 52_000,
    expected_hours_per_week: 40,
    effective_from: '2026-01-01',
  };
  const refused = await employer.must(422, 'POST', '/pay_rates', rate);
  expect(refused.errors.work_assignment_id[0]).toMatch(/^the work assignment has 100 pay rates and recurring items/);
  expect((await employer.must(422, 'POST', '/pay_rates', rate, FRENCH)).errors.work_assignment_id[0]).toMatch(
    /a déjà 100/,
  );
  const stub = await employer.stubOf((await employer.payrolls())[0]!.id, assignment);
  await until(async () => (await managedOn(stub)) === 100);
  // One that ended gives room.
  const [first] = (await employer.must(200, 'GET', `/allowances?work_assignment_id=${assignment}&per_page=1`)).data;
  await employer.must(200, 'PUT', `/allowances/${first.id}`, {
    effective_from: '2025-01-01',
    effective_to: '2025-02-01',
  });
  await employer.must(201, 'POST', '/pay_rates', rate);
  await employer.must(422, 'PUT', `/allowances/${first.id}`, { effective_to: null });
});

test('a stub has at most five hundred entered lines, and population continues', async () => {
  const [, assignment] = employer.assignments as [string, string];
  const stub = await employer.stubOf((await employer.payrolls())[0]!.id, assignment);
  const line = {
    pay_stub_id: stub,
    allowance_type: 'meals_taxable',
    custom_amount: 1,
    title: LONG,
    external_ref: LONG,
  };
  for (let at = 0; at < 5; at++) {
    const batch = Array.from({ length: 100 }, () => line);
    const { status } = await employer.ended(
      await employer.must(202, 'POST', '/allowance_line_items/batch/upsert', batch),
    );
    expect(status).toBe('completed');
  }
  const refused = await employer.must(422, 'POST', '/allowance_line_items', line);
  expect(refused.errors.pay_stub_id[0]).toMatch(/500 entered line items/);
  await employer.must(201, 'POST', '/allowances', { ...ITEM, work_assignment_id: assignment });
  await until(async () => (await managedOn(stub)) === 501);
});

const NOTE = 'n'.repeat(10_240);

test('tax properties with long notes are refused together with their owner, and accepted one by one', async () => {
  const properties = Array.from({ length: 60 }, (_, i) => ({
    type: 'ca::federal::claim_amount',
    value: 1_000 + i,
    effective_from: `${2000 + i}-01-01`,
    effective_to: `${2000 + i}-12-31`,
    note: NOTE,
  }));
  const person = await employer.must(201, 'POST', '/employees', { first_name: 'Ada', last_name: 'Roy' });
  const assignment = { employee_id: person.id, pay_schedule_id: employer.pay_schedule_id };
  const refused = await employer.must(422, 'POST', '/work_assignments', { ...assignment, tax_properties: properties });
  expect(refused.errors.tax_properties[0]).toMatch(/40960 characters together/);
  const { id: owner_id } = await employer.must(201, 'POST', '/work_assignments', assignment);
  const task = await employer.must(
    202,
    'POST',
    '/tax_properties/batch/upsert',
    properties.map((property) => ({ ...property, owner_id })),
  );
  expect((await employer.ended(task)).status).toBe('completed');
});

test('work assignments of one person', async () => {
  const person = await employer.must(201, 'POST', '/employees', { first_name: 'Bo', last_name: 'Li' });
  const one = { employee_id: person.id, pay_schedule_id: employer.pay_schedule_id, archived_at: '2020-01-01' };
  const task = await employer.must(
    202,
    'POST',
    '/work_assignments/batch/upsert',
    Array.from({ length: 60 }, () => one),
  );
  const { results } = await employer.ended(task);
  const failed = results.filter(({ status }: { status: string }) => status === 'error');
  expect(failed).toHaveLength(10);
  const refused = await employer.must(422, 'POST', '/work_assignments', one);
  expect(refused.errors.employee_id[0]).toBe('the employee has 50 work assignments already, the most that it may have');
  // A record of employment may name all of them: those of one employer could not be told apart otherwise.
  const ids = results.flatMap(({ id, status }: { id: string; status: string }) => (status === 'error' ? [] : [id]));
  const populated = { effective_date: '2026-01-01', employee_id: person.id, work_assignment_ids: ids };
  const unpaid = await employer.must(422, 'POST', '/form_types/roe/populate', populated);
  expect(Object.keys(unpaid.errors)).toEqual(['last_day_for_which_paid']);
});

test('blank names, empty searches and malformed page numbers are refused', async () => {
  const invisible = '\u200b\u200d\u2060';
  const refused = await employer.must(422, 'POST', '/employees', { first_name: invisible, last_name: 'Roy' });
  expect(refused.errors.first_name).toEqual(['must not be blank']);
  await employer.must(422, 'POST', '/employees', { first_name: 'Ada\u0007', last_name: 'Roy' });
  await employer.must(422, 'GET', `/employees?search_names=${encodeURIComponent('\u0301')}`);
  await employer.must(200, 'GET', '/employees?search_names=%C3%A9');
  await employer.must(422, 'GET', '/employees?page=0x10');
  await employer.must(200, 'GET', '/employees?page=16');
});

test('records that show each other are embedded so often, and no more', async () => {
  const schedule = { ...SCHEDULE, business_entity_id: employer.business_entity_id };
  const { id } = await employer.must(201, 'POST', '/pay_schedules', schedule);
  const payrolls = (per_page: number, expand: string) =>
    `/payrolls?pay_schedule_id=${id}&per_page=${per_page}&expand[]=${expand}`;
  const [one] = (await employer.must(200, 'GET', payrolls(1, 'pay_schedule.payrolls'))).data;
  expect(one.data.pay_schedule.data.payrolls.data.length).toBeGreaterThan(45);
  // Each of them shows all of them, each of which shows all of them again.
  const again = 'pay_schedule.payrolls.pay_schedule.payrolls';
  await employer.must(200, 'GET', payrolls(1, again));
  expect((await employer.must(400, 'GET', payrolls(12, again))).message).toContain(
    'More than 20000 records, or rows of journal entries, would be embedded, each counted wherever it is shown',
  );
  const french = await employer.must(400, 'GET', payrolls(12, again), undefined, FRENCH);
  expect(french.message).toContain("Plus de 20000 dossiers, ou lignes d'écritures de journal, seraient inclus");
});

test('an error about many unknown ids names the first ones and gives their number', async () => {
  const ids = Array.from({ length: 20_000 }, (_, i) => `wrk_${String(i).padStart(26, '0')}`);
  const body = { business_entity_id: employer.business_entity_id, work_assignments: { include: { ids } } };
  const answer = await employer.call('POST', '/allowances/search', body);
  expect([answer.status, answer.text.length < 5_000]).toEqual([422, true]);
  expect(Object.keys(answer.body.errors)).toHaveLength(21);
  expect(answer.body.errors['work_assignments.include.ids']).toEqual([
    '20000 ids are unknown in all; the first 20 are named',
  ]);
});

test.each(['http://example.com:0/hook', 'https://example.com/\r\nHost: other', 'https://exa\tmple.com/hook'])(
  'a webhook at %j',
  async (url) => {
    const body = { url, events: ['resource_created'] };
    const { status, body: refused } = await service.request('POST', '/webhooks', body, service.partnerSecret);
    expect([status, Object.keys(refused.errors ?? {})]).toEqual([422, ['url']]);
  },
);

test('the readiness check answers within about a second where the event store does not, and says so: reads go on', async () => {
  const { store } = service.service.services;
  const { ping } = store;
  store.ping = () => new Promise(() => {});
  try {
    const answer = service.request('GET', '/health/ready');
    const took_ms = await beatsUntil(answer);
    const { status, body } = await answer;
    expect([status, body.status]).toEqual([200, 'degraded']);
    expect(body.degraded).toEqual([
      'the event store does not answer: what was written can be read, writes are refused until it does',
    ]);
    expect(took_ms).toBeLessThan(2_000);
  } finally {
    store.ping = ping;
  }
});
