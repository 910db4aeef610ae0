import { afterAll, expect, test } from 'vitest';
import { makePatient } from '../support/patient-gate.ts';
import { requestTo, startTestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const service = await startTestService();
afterAll(() => service.close());

const ERASED = 'The personal data of this record were erased; no personal data can be written to it.';

test('personal data of an erased person is not written, and the other elements of a batch are', async () => {
  const { request } = await service.company();
  const hire = async (first_name: string) =>
    (await request('POST', '/employees', { first_name, last_name: 'Byron' })).body.id as string;
  const [gone, here] = [await hire('Ada'), await hire('Bo')];
  await service.service.foundation.keys.erase(gone);
  const single = await request('PUT', `/employees/${gone}`, { first_name: 'Eve' });
  expect([single.status, single.body]).toEqual([400, { message: ERASED }]);

  const changes = [gone, here].map((id) => ({ id, first_name: 'Eve' }));
  const { body: task } = await request('POST', '/employees/batch/upsert', changes);
  let { data } = task;
  await until(async () => {
    ({ data } = (await request('GET', `/async_tasks/${task.id}`)).body);
    return data.status !== 'processing';
  });
  expect(data).toMatchObject({
    status: 'error',
    results: [
      { id: gone, index: 0, status: 'error', message: ERASED },
      { id: here, object: 'employee' },
    ],
  });
  expect((await request('GET', `/employees/${here}`)).body.data.first_name).toBe('Eve');
});

test('of a person who was erased while their batch waited, the task says so', async () => {
  const { request, token } = await service.company();
  const { body } = await request('POST', '/employees', { first_name: 'Ada', last_name: 'Byron' });
  const { database, service: running } = service;
  await running.stop();
  const answers = await service.another({ config: { roles: ['api'] } });
  // Nobody makes readable what it writes.
  makePatient(answers.services.gate, 0);
  const change = [{ id: body.id, first_name: 'Eve' }];
  const { id } = (await requestTo(answers.url)('POST', '/employees/batch/upsert', change, token)).body;
  await answers.foundation.keys.erase(body.id);
  await answers.stop();
  const { url } = await service.another();
  let task = { status: 'processing', results: [] };
  await until(async () => {
    task = (await requestTo(url)('GET', `/async_tasks/${id}`, undefined, token)).body.data;
    return task.status !== 'processing';
  });
  expect(task).toMatchObject({
    status: 'error',
    results: [{ id: body.id, index: 0, status: 'error', message: ERASED }],
  });
  await until(
    async () => !(await database.sql`select from due_work where kind = 'async_task' and ended_at is null`).length,
  );
});
