import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

let service: TestService;
let receiver: Receiver;

beforeAll(async () => {
  [service, receiver] = await Promise.all([startTestService(), startReceiver()]);
});
afterAll(async () => {
  await service.close();
  await receiver.close();
});

test('rules 3 and 4, async tasks 3, through HTTP: a receiver is registered, is notified of a company and of the end of a batch, and verifies both', async () => {
  const { request, partnerSecret } = service;
  const events = ['resource_created', 'async_task_completed'];
  const registered = await request('POST', '/webhooks', { url: receiver.url, events }, partnerSecret);
  expect(registered.status).toBe(201);
  const { key, is_enabled } = registered.body.data;
  expect(is_enabled).toBe(true);

  const company = await service.company('Northlake');
  const people = [{ first_name: 'Ada', last_name: 'Lovelace' }, { first_name: 'Grace' }];
  const batch = await company.request('POST', '/employees/batch/upsert', people);
  expect(batch.status).toBe(202);
  await until(() => receiver.calls.length >= 3);

  // Calls about different records run at the same time.
  const bodies = receiver.calls.map(({ body }) => body).sort((a, b) => a.sequence - b.sequence);
  expect(bodies.map(({ event, resource }) => [event, resource.type, resource.company_id])).toEqual([
    ['resource_created', 'company', undefined],
    ['resource_created', 'employee', company.id],
    ['async_task_completed', 'async_task', company.id],
  ]);
  for (const { headers, text } of receiver.calls)
    expect(headers['webhook-signature']).toBe(createHmac('sha256', key).update(text).digest('hex'));

  // What was told names the task, whose address has been in the answer.
  expect(bodies.at(-1)!.resource.id).toBe(batch.body.id);
  const task = await company.request('GET', batch.body.links.self);
  expect(task.body.data).toMatchObject({ type: 'batch_upsert', status: 'error', completed_at: null });
  expect(task.body.data.results).toMatchObject([
    { object: 'employee' },
    { object: 'employee', index: 1, status: 'error', errors: { last_name: [expect.any(String)] } },
  ]);
  // A company's token is no partner's.
  expect((await company.request('GET', '/webhooks')).status).toBe(403);
  expect(service.lines.join('\n')).not.toContain(key.slice(6));
});

test('when everything is delivered, nothing looks for deliveries any more', async () => {
  const { sql } = service.service.foundation;
  const open = () => sql`select from due_work where kind = 'webhook' and ended_at is null`;
  await until(async () => (await open()).count === 0);
  await service.company('Southlake');
  await until(() => receiver.calls.filter(({ body }) => body.resource.type === 'company').length === 2);
  await until(async () => (await open()).count === 0);
});
