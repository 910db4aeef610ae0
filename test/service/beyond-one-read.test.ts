import { afterAll, beforeAll, expect, test } from 'vitest';
import { manyRows } from '../support/many-rows.ts';
import { employerWith } from '../support/salaried.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** Answers that stand on more rows than one read gives. */
let service: TestService;
const MANY = 20_001;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

test('a tax property is locked up to the last pay that used it, however many there are', async () => {
  const { company, call, assignments } = await employerWith(service, [{ province: 'ca_on', salary: 52_000 }]);
  const stub = { work_assignment_id: assignments[0]!, is_closed: true };
  await manyRows(service, company, 'payrolls', 'pay_stub', MANY, { ...stub, id: 'payst_1{n}', pay_date: '2026-02-06' });
  await manyRows(service, company, 'payrolls', 'pay_stub', 1, { ...stub, id: 'payst_2{n}', pay_date: '2026-03-06' });
  const property = (await call('GET', `/tax_properties?owner_id=${assignments[0]}`)).data[0];
  const refused = await company.request('DELETE', `/tax_properties/${property.id}`);
  expect(refused.status).toBe(400);
  expect(refused.text).toContain(
    'A payroll of 2026-03-06, on which this property is in force, is approved, or being approved',
  );
});

test('a pay rate is locked up to the last period that used it, however many there are', async () => {
  const { company, rates, approve, next, stubOf } = await employerWith(service, [
    { province: 'ca_on', salary: 52_000 },
  ]);
  const first = await approve();
  await approve();
  const stub = await stubOf(first, 0);
  // They come before the lines of the second stub, in the order of ids.
  const line = { id: 'ernli_00{n}', pay_stub_id: stub.id, pay_rate_id: rates[0]!, type: 'salary' };
  await manyRows(service, company, 'pay-items', 'earning_line_item', MANY, line);
  const refused = await company.request('DELETE', `/pay_rates/${rates[0]}`);
  expect(refused.status).toBe(400);
  expect(refused.text).toContain('for a period up to 2026-01-18');
  expect((await next()).data.period_start).toBe('2026-01-19');
});

test('bulk calls, decided 3: a bulk call reads a large selection page by page, and is refused when the selection is too large', async () => {
  const company = await service.company();
  await manyRows(service, company, 'people', 'employee', MANY, { id: 'emp_1{n}', first_name: 'Ada', last_name: 'Roy' });
  const { read } = service.service.services;
  const before = { ...read };
  let most = 0;
  // What process managers read of the companies of before is no part of it.
  const seen = ({ company_id }: { company_id?: string | undefined }, rows: readonly unknown[]) => {
    if (company_id === company.id) most = Math.max(most, rows.length);
  };
  read.first = async (...given) => {
    const found = await before.first(...given);
    seen(given[1], found.rows);
    return found;
  };
  read.find = async (...given) => {
    const found = await before.find(...given);
    seen(given[1], found);
    return found;
  };
  read.pages = async function* (...given) {
    for await (const rows of before.pages(...given)) {
      seen(given[1], rows);
      yield rows;
    }
  };
  try {
    const refused = await company.request('POST', '/work_assignments/bulk/create', {
      payees: { include: 'all' },
      data: { pay_schedule_id: 'pysch_1' },
    });
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('selects more than 20000 records')]);
    expect(most).toBe(1_000);
  } finally {
    Object.assign(read, before);
  }
});

test('a bulk call is refused when all that it puts on a pay schedule would ask for too many pay stubs', async () => {
  const company = await service.company();
  const body = { business_number: '123456782RP0001', name: 'Mill', in_preview: true };
  const entity = (await company.request('POST', '/business_entities', body)).body;
  const { body: schedule } = await company.request('POST', '/pay_schedules', {
    ...{ business_entity_id: entity.id, title: 'Bi-weekly', pay_frequency: 'bi-weekly' },
    ...{ anchor_pay_date: '2026-01-09', anchor_end_of_pay_period: '2026-01-04' },
  });
  const of = { business_entity_id: entity.id, pay_schedule_id: schedule.id };
  await manyRows(service, company, 'people', 'employee', 6_000, {
    id: 'emp_8{n}',
    first_name: 'Ada',
    last_name: 'Roy',
  });
  await manyRows(service, company, 'people', 'work_assignment', 6_000, {
    ...{ id: 'wrk_8{n}', employee_id: 'emp_8{n}', business_entity_id: entity.id },
  });
  await manyRows(service, company, 'payrolls', 'payroll', 200, {
    ...{ ...of, id: 'payrl_8{n}', type: 'regular', status: 'draft', pay_date: '2024-02-07', is_generated: true },
  });
  for (const [path, selected] of [
    ['/work_assignments/bulk/create', { payees: { include: 'all' } }],
    ['/work_assignments/bulk/update', { business_entity_id: entity.id, work_assignments: { include: 'all' } }],
  ] as const) {
    const refused = await company.request('POST', path, { ...selected, data: { pay_schedule_id: schedule.id } });
    expect([refused.status, refused.text]).toEqual([
      422,
      expect.stringMatching(
        /has 2\d\d draft payrolls, so 6000 people would ask for more than 1160000 pay stubs; select 5\d\d\d/,
      ),
    ]);
  }
});

test.each([true, false])(
  'preview ends for an employer that paid in it for years, paid payrolls converted: %s',
  async (convert) => {
    const { company, entity, call } = await employerWith(service, []);
    const [schedule] = (await call('GET', '/pay_schedules')).data;
    await manyRows(service, company, 'payrolls', 'payroll', MANY, {
      ...{ id: `payrl_${convert}{n}`, business_entity_id: entity.id, pay_schedule_id: schedule.id, type: 'off_cycle' },
      ...{ status: 'paid', pay_date: '2025-02-07', is_generated: false },
    });
    const path = `/business_entities/${entity.id}/end_preview`;
    const { data } = await call('POST', path, { convert_paid_payrolls: convert });
    expect(data.in_preview).toBe(false);
    // What follows of it is done, too.
    const failed = service.lines.filter((line) => line.includes('process manager failed') && line.includes(company.id));
    expect(failed).toEqual([]);
  },
);
