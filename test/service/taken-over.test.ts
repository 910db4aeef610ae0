import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Service } from '../../src/main.ts';
import { BI_WEEKLY, caller, employerWith } from '../support/salaried.ts';
import {
  requestTo,
  startTestService,
  type TestAnswer,
  type TestCompany,
  type TestService,
} from '../support/service.ts';
import { until } from '../support/until.ts';

/**
 * A process takes a request and is not heard of for longer than it may hold the idempotency key. Another one answers
 * the repeat, and only then the first goes on. What was answered stays true: the first appends nothing any more.
 */
let service: TestService;
let other: Service;
beforeAll(async () => {
  service = await startTestService();
  other = await service.another();
});
afterAll(() => service.close());

/**
 * Sends a request whose process stops before an append, has another process answer the repeat, and lets
 * the first one go on.
 *
 * @param meanwhile what happens before the repeat
 */
const takenOver = async (
  company: TestCompany,
  [method, path, body]: [string, string, unknown],
  { meanwhile = async () => {} }: { meanwhile?: () => Promise<unknown> } = {},
): Promise<{ first: TestAnswer; repeat: TestAnswer }> => {
  const key = { 'X-Idempotency-Key': `${method} ${path}` };
  const { store } = service.service.services;
  const { append } = store;
  let stop = (): void => {};
  let thaw = (): void => {};
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  const thawed = new Promise<void>((resolve) => {
    thaw = resolve;
  });
  store.append = async (...args) => {
    // Of the request, and not of what the process does by itself, whose leases name what they are of.
    if (args[3]?.includes(' ') === false) {
      stop();
      await thawed;
    }
    return append(...args);
  };
  try {
    const first = company.request(method, path, body, key);
    await stopped;
    await meanwhile();
    let repeat: TestAnswer | undefined;
    await until(async () => {
      await service.database.sql`update idempotency_keys set leased_until = '-infinity' where answer is null`;
      repeat = await requestTo(other.url)(method, path, body, company.token, key);
      // Its lease was renewed in between.
      return repeat.status !== 409;
    });
    thaw();
    return { first: await first, repeat: repeat! };
  } finally {
    thaw();
    store.append = append;
  }
};

test('of a termination that was refused elsewhere meanwhile, nothing is done', async () => {
  const { company, assignments, rates } = await employerWith(service, [{ province: 'ca_on', salary: 60_000 }], {
    ...BI_WEEKLY,
    generate_payrolls_from: '2026-11-27',
  });
  const call = caller(company);
  const { id } = await call('POST', '/allowances', {
    work_assignment_id: assignments[0],
    allowance_type: 'cell_phone_allowance',
    amount: 10,
    frequency: 'per_payroll',
    effective_from: '2026-01-01',
  });
  const { first, repeat } = await takenOver(
    company,
    ['POST', `/work_assignments/${assignments[0]}/terminate`, { effective_to: '2026-11-10' }],
    {
      meanwhile: async () => {
        const [payroll] = (await call('GET', '/payrolls?status=draft&per_page=1')).data;
        await call('POST', `/payrolls/${payroll.id}/approve`, {});
      },
    },
  );
  expect([repeat.status, first.status]).toEqual([422, 503]);
  expect(first.body.message).toContain('Repeat it with the same X-Idempotency-Key');
  const ends = [`/pay_rates/${rates[0]}`, `/allowances/${id}`].map(async (path) => (await call('GET', path)).data);
  expect((await Promise.all(ends)).map(({ effective_to }) => effective_to)).toEqual([null, null]);
});

test('a record that was refused elsewhere meanwhile is not made, and one that was made elsewhere is made once', async () => {
  const schedule = { ...BI_WEEKLY, generate_payrolls_from: '2026-12-25' };
  const hired = { province: 'ca_on', salary: 60_000 };
  const { company, entity, employees, assignments } = await employerWith(service, [hired], schedule);
  const call = caller(company);
  const unused = await call('POST', '/pay_schedules', { business_entity_id: entity.id, ...schedule });
  const gone = await takenOver(
    company,
    ['POST', '/work_assignments', { employee_id: employees[0], pay_schedule_id: unused.id }],
    { meanwhile: () => call('DELETE', `/pay_schedules/${unused.id}`) },
  );
  expect([gone.repeat.status, gone.first.status]).toEqual([422, 503]);
  expect((await call('GET', '/work_assignments')).meta.total).toBe(1);
  const { first, repeat } = await takenOver(company, [
    'POST',
    '/allowances',
    {
      ...{ work_assignment_id: assignments[0], allowance_type: 'cell_phone_allowance', amount: 10 },
      ...{ frequency: 'per_payroll', effective_from: '2026-01-01' },
    },
  ]);
  expect(repeat.status).toBe(201);
  // What it would append is there already: PostgreSQL answers with that, and EventStoreDB is not asked any more.
  expect([`201 ${repeat.body.id}`, '503 undefined']).toContain(`${first.status} ${first.body.id}`);
  expect((await call('GET', '/allowances')).data.map(({ id }: { id: string }) => id)).toEqual([repeat.body.id]);
});
