import { afterAll, expect, test } from 'vitest';
import { startTestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const service = await startTestService();
afterAll(() => service.close());

test('personal data of an erased person is not written, and the other elements of a batch are', async () => {
  const { request } = await service.company();
  const hire = async (first_name: string) =>
    (await request('POST', '/employees', { first_name, last_name: 'Byron' })).body.id as string;
  const [gone, here] = [await hire('Ada'), await hire('Bo')];
  await service.service.foundation.keys.erase(gone);
  const message = 'The personal data of this record were erased; no personal data can be written to it.';

  const single = await request('PUT', `/employees/${gone}`, { first_name: 'Eve' });
  expect([single.status, single.body]).toEqual([400, { message }]);

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
      { id: gone, index: 0, status: 'error', message },
      { id: here, object: 'employee' },
    ],
  });
  expect((await request('GET', `/employees/${here}`)).body.data.first_name).toBe('Eve');
});
