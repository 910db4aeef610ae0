import { afterAll, beforeAll, expect, test } from 'vitest';
import { equal } from '../../src/values/condition.ts';
import type { JsonObject } from '../../src/values/json.ts';
import { liveMB, watchLive } from '../support/live-memory.ts';
import { manyRows } from '../support/many-rows.ts';
import { employerWith } from '../support/salaried.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

// The slips of a year cost a process no more memory for being of more people: they pass, a chunk at a time.

const PEOPLE = 8_000;
/** Caches are full by then, which hold the last thousands. */
const HALF = PEOPLE / 2;
/** Forms and events of the other half come to several times that. */
const APART_MB = 15;
const LONG_ms = 900_000;
/** Behind it come five digits. */
const ID = '01KH0000000000000000F';

let service: TestService;
let employer: Awaited<ReturnType<typeof employerWith>>;
beforeAll(async () => {
  service = await startTestService();
  employer = await employerWith(service, [{ province: 'ca_on', salary: 52_000 }]);
  const { id } = await employer.approve();
  await until(async () => (await employer.call('GET', `/payrolls/${id}`)).data.status === 'paid');
  const { company, employees } = employer;
  const { read } = service.service.services;
  const tenant = { partner_id: '', company_id: company.id };
  const person = await read.get('employee', tenant, employees[0]!);
  const [stub] = await read.find('pay_stub', tenant, equal('payroll_id', id));
  const put = (context: string, object: string, row: object): Promise<void> =>
    manyRows(service, company, context, object, PEOPLE, row as JsonObject & { id: string });
  await put('people', 'employee', { ...person, id: `emp_${ID}{n}` });
  await put('payrolls', 'pay_stub', { ...stub, id: `stub_${ID}{n}`, employee_id: `emp_${ID}{n}` });
});
afterAll(() => service.close());

test('generating the T4s of twice as many people uses no more memory', { timeout: LONG_ms }, async () => {
  const { call } = employer;
  const { id } = await call('POST', '/form_types/t4/generate', { tax_year: 2026 });
  let half_MB: number | undefined;
  const rest = watchLive();
  await until(async () => {
    const { status, progress } = (await call('GET', `/async_tasks/${id}`)).data;
    if (status !== 'processing') return true;
    if (progress.done >= HALF) half_MB ??= liveMB();
    if (progress.done > HALF) rest.look();
    return false;
  }, LONG_ms);
  const { data } = await call('GET', `/async_tasks/${id}`);
  expect(data.progress).toEqual({ total: PEOPLE + 1, done: PEOPLE + 1, failed: 0 });
  expect((await call('GET', '/forms?per_page=1')).meta.total).toBe(PEOPLE + 1);
  expect(rest.most_MB() - half_MB!).toBeLessThan(APART_MB);
});
