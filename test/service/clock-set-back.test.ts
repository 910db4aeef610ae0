import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { makePatient } from '../support/patient-gate.ts';
import { startReceiver } from '../support/receiver.ts';
import { requestTo, startTestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const service = await startTestService();
const receiver = await startReceiver();
afterAll(async () => {
  await service.close();
  await receiver.close();
});

test('after a kill and a clock that was set back by an hour, the next start works at once', async () => {
  const { token } = await service.company();
  const { sql } = service.database;
  // It hears of nothing that happens here but the test call.
  const hook = { url: receiver.url, events: ['payroll_deadline_upcoming'] };
  const { id } = (await service.request('POST', '/webhooks', hook, service.partnerSecret)).body;
  const ping = () => service.request('POST', `/webhooks/${id}/ping`, undefined, service.partnerSecret);
  await ping();
  await ping();
  const called = () => sql`select from webhook_deliveries where ended_at is not null`;
  await until(async () => (await called()).length === 2);
  await until(async () => (await sql`select from due_work where kind = 'webhook' and ended_at is not null`).length > 0);
  await service.service.stop();
  const answers = await service.another({ config: { roles: ['api'] } });
  // Nobody makes readable what it writes.
  makePatient(answers.services.gate, 0);
  const body = Array.from({ length: 2 }, (_, i) => ({ first_name: 'Ada', last_name: `Obi ${i}` }));
  const task = await requestTo(answers.url)('POST', '/employees/batch/upsert', body, token);
  expect(task.status).toBe(202);
  await answers.stop();
  // The killed process gave nothing back, and all of this was written when it was an hour later than now.
  const killed = randomUUID();
  const ahead = `interval '1 hour'`;
  await sql.unsafe(`
    update projection_generations set owner = '${killed}', lease_until = now() + ${ahead} where status = 'live';
    update process_managers set owner = '${killed}', lease_until = now() + ${ahead};
    update due_work set holder = '${killed}', attempts = 1, due_at = now() + ${ahead}, lease_until = now() + ${ahead}
      where kind = 'async_task';
    update webhook_deliveries set outcome = null, ended_at = null, attempts = 0, due_at = now() + ${ahead},
      created_at = now() + ${ahead};
    -- The receiver was down: one call had failed, and none was made for some seconds.
    update webhook_deliveries set attempts = 1 where sequence = 1;
    update webhook_endpoints set failures = 5, failing_since = now() + ${ahead}, failed_at = now() + ${ahead},
      closed_until = now() + ${ahead} + interval '5 s';
    update due_work set ended_at = null, due_at = now() + ${ahead} where kind = 'webhook';
    update rate_windows set used = 1000000, granted = 0, opened_at = now() + ${ahead}`);
  const { url } = await service.another();
  const ask = (path: string) => requestTo(url)('GET', path, undefined, token);
  expect((await ask('/employees')).status).toBe(200);
  await until(async () => (await ask(`/async_tasks/${task.body.id}`)).body.data.status === 'completed');
  expect((await ask('/employees')).body.meta.total).toBe(2);
  await until(() => receiver.calls.length === 4);
});
