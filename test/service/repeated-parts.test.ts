import { afterAll, beforeAll, expect, test } from 'vitest';
import { StoreUnavailable } from '../../src/event-store/errors.ts';
import { type Employer, makeEmployer } from '../support/employer.ts';
import { startTestService, type TestAnswer, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

/**
 * Parts live in the stream of their container. A change of one that was made, and whose answer or result was lost, is
 * found there when it is repeated, whatever the read models say by then.
 */
let service: TestService;
let employer: Employer;
let stub: string;
let other: string;
let payroll: string;
beforeAll(async () => {
  service = await startTestService();
  employer = await makeEmployer(service, 2);
  payroll = (await employer.payrolls())[0]!.id;
  stub = await employer.stubOf(payroll, employer.assignments[0]!);
  other = await employer.stubOf(payroll, employer.assignments[1]!);
});
afterAll(() => service.close());

const LINE = { allowance_type: 'meals_taxable', custom_amount: 5 };
const lineOn = async (pay_stub_id: string): Promise<string> =>
  (await employer.must(201, 'POST', '/allowance_line_items', { ...LINE, pay_stub_id })).id;
const statusOf = async (id: string) => (await employer.call('GET', `/allowance_line_items/${id}`)).status;
const count = async () =>
  (await employer.must(200, 'GET', `/allowance_line_items?payroll_id=${payroll}&per_page=1`)).meta.total;

/**
 * Sends a keyed request whose answer is lost once what it appended can be read; then `between`; then the same again.
 */
const twice = async (
  method: string,
  path: string,
  body?: unknown,
  between: () => Promise<unknown> = async () => {},
): Promise<TestAnswer> => {
  const { gate } = service.service.services;
  const { followed } = gate;
  const key = { 'X-Idempotency-Key': `${method} ${path} ${JSON.stringify(body)}` };
  gate.followed = async (...given) => {
    await followed(...given);
    throw new Error('the process ends here');
  };
  try {
    expect((await employer.call(method, path, body, key)).status).toBe(500);
  } finally {
    gate.followed = followed;
  }
  await between();
  return employer.call(method, path, body, key);
};

test('a repeated delete that was done is answered as done', async () => {
  const id = await lineOn(stub);
  const answer = await twice('DELETE', `/allowance_line_items/${id}`, undefined, () =>
    until(async () => (await statusOf(id)) === 404),
  );
  expect(answer.status).toBe(204);
});

test('a repeated update is answered as it was made, also when the part was deleted since', async () => {
  const id = await lineOn(stub);
  const answer = await twice('PUT', `/allowance_line_items/${id}`, { custom_amount: 7 }, () =>
    employer.must(204, 'DELETE', `/allowance_line_items/${id}`),
  );
  expect([answer.status, answer.body.data?.custom_amount]).toEqual([200, 7]);
  expect(await statusOf(id)).toBe(404);
});

test('a repeated create is done once, and answered also when its container was deleted since', async () => {
  const before = await count();
  const answer = await twice('POST', '/allowance_line_items', { ...LINE, pay_stub_id: stub });
  expect(answer.status).toBe(201);
  expect(await count()).toBe(before + 1);
});

test('a delete of an unknown record is a 404, and its key stays free', async () => {
  const key = { 'X-Idempotency-Key': 'nothing' };
  const path = '/allowance_line_items/alwli_01K2ZQAQ7X1Z6S8V9Y2A3B4D5E';
  expect((await employer.call('DELETE', path, undefined, key)).status).toBe(404);
  expect((await employer.call('DELETE', path, undefined, key)).status).toBe(404);
});

/** Runs `work` while the store takes no event of the type in a task's stream, until `release` was called. */
const withoutResults = async (work: (release: () => void) => Promise<void>) => {
  const { store } = service.service.services;
  const { append } = store;
  let held = true;
  store.append = (stream, events, expected) =>
    held && stream.startsWith('async_task-') && events.some(({ type }) => /Progressed|Completed|Failed/.test(type))
      ? Promise.reject(new StoreUnavailable('away', 'not_written'))
      : append(stream, events, expected);
  try {
    await work(() => {
      held = false;
    });
  } finally {
    store.append = append;
  }
};

test('a bulk delete whose results were lost reports no error for records that it deleted', async () => {
  for (const pay_stub_id of [stub, other])
    await employer.ended(
      await employer.must(
        202,
        'POST',
        '/allowance_line_items/batch/upsert',
        Array.from({ length: 60 }, () => ({ ...LINE, pay_stub_id })),
      ),
    );
  const all = await count();
  await withoutResults(async (release) => {
    const body = { payroll_id: payroll, pay_stubs: { include: 'all' } };
    const task = await employer.must(202, 'POST', '/allowance_line_items/bulk/delete', body);
    await until(async () => (await count()) === 0);
    release();
    const { status, results } = await employer.ended(task);
    expect(results.filter((entry: { status: string }) => entry.status === 'error')).toEqual([]);
    expect([status, results.length]).toEqual(['completed', all]);
  });
});

test('a batch delete whose results were lost reports errors only for records that did not exist', async () => {
  const ids = [await lineOn(stub), await lineOn(other), await lineOn(stub)];
  const unknown = 'alwli_01K2ZQAQ7X1Z6S8V9Y2A3B4D5E';
  await withoutResults(async (release) => {
    const elements = [...ids, unknown].map((id) => ({ id }));
    const task = await employer.must(202, 'POST', '/allowance_line_items/batch/delete', elements);
    await until(async () => (await count()) === 0);
    release();
    const { results } = await employer.ended(task);
    const failed = results.filter((entry: { status: string }) => entry.status === 'error');
    expect(failed.map(({ index }: { index: number }) => index)).toEqual([3]);
  });
});

test('a repeated bulk delete by ids is answered again, though the records are deleted', async () => {
  const id = await lineOn(stub);
  const body = { payroll_id: payroll, pay_stubs: { include: 'all' }, ids: { include: [id] } };
  const { tasks } = service.service.services;
  const { ended } = tasks;
  const key = { 'X-Idempotency-Key': 'bulk by ids' };
  tasks.ended = () => Promise.reject(new Error('the process ends here'));
  try {
    expect((await employer.call('POST', '/allowance_line_items/bulk/delete', body, key)).status).toBe(500);
  } finally {
    tasks.ended = ended;
  }
  await until(async () => (await statusOf(id)) === 404);
  const again = await employer.call('POST', '/allowance_line_items/bulk/delete', body, key);
  expect(again.status).toBe(202);
});
