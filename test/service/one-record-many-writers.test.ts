import { afterAll, expect, test } from 'vitest';
import { makeEmployer } from '../support/employer.ts';
import { startTestService } from '../support/service.ts';

const service = await startTestService();
afterAll(() => service.close());
const { call, must, assignments, payrolls, stubOf } = await makeEmployer(service);

const WRITERS = 40;
const atOnce = <T>(write: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: WRITERS }, (_, i) => write(i)));

test('concurrent updates of one record are all applied, one after the other', async () => {
  const person = await must(201, 'POST', '/employees', { first_name: 'Ada', last_name: 'Byron' });
  const path = `/employees/${person.id}`;
  const answers = await atOnce((i) => call('PUT', path, { city: `City ${i}` }));
  expect(answers.map(({ status }) => status)).toEqual(Array(WRITERS).fill(200));
  // Each made a version of its own.
  expect(new Set(answers.map(({ headers }) => headers.get('ETag'))).size).toBe(WRITERS);

  const tag = (await call('GET', path)).headers.get('ETag')!;
  const guarded = await atOnce((i) => call('PUT', path, { city: `Town ${i}` }, { 'If-Match': tag }));
  expect(guarded.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(guarded.filter(({ status }) => status === 409)).toHaveLength(WRITERS - 1);
});

test('lines that are added concurrently to one pay stub are all on it, and its total is their sum', async () => {
  const [payroll] = await payrolls();
  const pay_stub_id = await stubOf(payroll!.id, assignments[0]!);
  const line = { pay_stub_id, allowance_type: 'tools_allowance', custom_amount: 1.25 };
  const answers = await atOnce(() => call('POST', '/allowance_line_items', line));
  expect(answers.map(({ status }) => status)).toEqual(Array(WRITERS).fill(201));
  const stub = await must(200, 'GET', `/pay_stubs/${pay_stub_id}`);
  expect(stub.data.employee_summary.gross).toBe(WRITERS * 1.25);
});
