import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../src/database/connect.ts';
import { makePatient } from '../support/patient-gate.ts';
import { startTestService, type TestCompany, type TestService } from '../support/service.ts';

/**
 * Read models stand still for some seconds when the process that feeds them dies. What was acknowledged meanwhile is
 * not there to be read, and still nobody is told that it does not exist.
 */
let service: TestService;
let company: TestCompany;
let entity: string;
let schedule: string;

const post = async (path: string, body: unknown): Promise<string> => {
  const answer = await company.request('POST', path, body);
  expect(`${path} ${answer.status} ${answer.status < 300 ? '' : answer.text}`).toMatch(/ 20[12] $/);
  return answer.body.id;
};

beforeAll(async () => {
  service = await startTestService();
  company = await service.company();
  entity = await post('/business_entities', { business_number: '123456782RP0001', name: 'Northlake' });
  // A custom schedule: no payrolls are made.
  schedule = await post('/pay_schedules', {
    business_entity_id: entity,
    title: 'By hand',
    pay_frequency: 'custom',
    anchor_pay_date: '2026-01-30',
    anchor_end_of_pay_period: '2026-01-31',
  });
});
afterAll(() => service.close());

/** While this works, nobody can move the read models. */
const standingStill = async (work: () => Promise<void>): Promise<void> => {
  const sql = openDatabase(service.database.address, { max: 1, idleInTransaction_ms: 0 });
  try {
    await sql.begin(async (tx) => {
      await tx`select 1 from projection_generations for update`;
      await work();
    });
  } finally {
    await sql.end();
  }
};

test('a reference to an acknowledged record that cannot be read yet is answered with a request to retry', async () => {
  const ADA = { first_name: 'Ada', last_name: 'Roy' };
  const UNKNOWN = 'emp_01K2ZQ7M4T8W3N5R6V9X0Y1A2B';
  const employer = { business_number: '123456782RP0001', name: 'Southlake' };
  const requests = (employee_id: string, business_entity_id: string) =>
    [
      ['GET', `/employees/${employee_id}`],
      ['POST', '/work_assignments', { employee_id, pay_schedule_id: schedule }],
      ['POST', '/work_assignments/bulk/create', { payees: { include: 'all' }, data: { pay_schedule_id: schedule } }],
      ['POST', '/work_assignments/bulk/create/scope', { payees: { include: { ids: [employee_id] } } }],
      ['GET', `/integrations/quickbooks?business_entity_id=${business_entity_id}`],
      ['DELETE', `/integrations/quickbooks/connection?business_entity_id=${business_entity_id}`],
    ] as const;
  let id = '';
  let other = '';
  const { gate, store } = service.service.services;
  // What stands still is waited for in each request, so it is not for long.
  makePatient(gate, 500);
  await standingStill(async () => {
    [id, other] = await Promise.all([post('/employees', ADA), post('/business_entities', employer)]);
    const said = await Promise.all(
      [...requests(id, other), ['GET', `/employees/${UNKNOWN}`] as const].map(([method, path, body]) =>
        company.request(method, path, body),
      ),
    );
    expect(said.map(({ status }) => status)).toEqual(said.map(() => 503));
    expect(said[0]!.headers.get('Retry-After')).toBe('1');
    expect(said[0]!.body.message).toBe(
      'The latest writes cannot be read yet, so nothing was done. Try again in a moment.',
    );
  });
  // From here on the requests move the read models on themselves.
  makePatient(gate);
  expect(await gate.followed(await store.head())).toBe(true);
  const answers = await Promise.all(
    requests(id, other).map(([method, path, body]) => company.request(method, path, body)),
  );
  // The last one has nothing to disconnect.
  expect(answers.map(({ status }) => status)).toEqual([200, 201, 202, 200, 200, 404]);
  expect(answers[3]!.body.meta.total).toBe(1);
  expect((await company.request('GET', `/employees/${UNKNOWN}`)).status).toBe(404);
});
