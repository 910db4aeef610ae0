import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { startStandIn } from '../support/eventstoredb-stand-in/server.ts';
import { startTestService } from '../support/service.ts';

// The service works the same on EventStoreDB. All of its tests run on it with TEST_EVENT_STORE=eventstoredb; these few
// always do, and look at what only a store in another place can do: go away and come back.

const eventStoreDb = await startStandIn();
const service = await startTestService({ config: { eventStoreDbUrl: eventStoreDb.url } });
afterAll(async () => {
  await service.close();
  await eventStoreDb.stop();
});

test('a created record can be read and listed at once, in this process and in another', async () => {
  const { token, request } = await service.company();
  const created = await request('POST', '/employees', { first_name: 'Zoë', last_name: 'Nguyễn' });
  expect(created.status).toBe(201);
  const other = await service.another();
  for (const url of [service.url, other.url]) {
    const read = await service.request('GET', `${url}/employees/${created.body.id}`, undefined, token);
    expect(read.body.data).toMatchObject({ first_name: 'Zoë', last_name: 'Nguyễn' });
    const listed = await service.request('GET', `${url}/employees?search_names=zoe`, undefined, token);
    expect(listed.body.meta.total).toBe(1);
  }
});

test('streams begin with the prefix of the service, and streams of others on the same server are ignored', async () => {
  const foreign = { type: 'EmployeeCreated', contentType: 'application/json', metadata: Buffer.from('{}') };
  const id = '7b1de2b0-0b8e-4b8e-9d3c-3f4f0a1b2c3d';
  eventStoreDb.log.append('employee-emp_1', 'any', [{ ...foreign, id, data: Buffer.from('not ours at all') }]);
  const { request } = await service.company();
  expect((await request('POST', '/employees', { first_name: 'Ada', last_name: 'Obi' })).status).toBe(201);
  expect((await request('GET', '/employees')).body.meta.total).toBe(1);
  const ours = eventStoreDb.log.all.filter(({ stream }) => stream.startsWith('payroll_ledger.'));
  expect(ours.length).toBeGreaterThan(0);
  expect(eventStoreDb.log.all.length - ours.length).toBe(2);
});

test('a connection that breaks during writes loses no write and repeats none', async () => {
  const { request } = await service.company();
  const writes = Array.from({ length: 20 }, (_, n) =>
    request('POST', '/employees', { first_name: 'Ada', last_name: `Obi ${n}` }),
  );
  for (const mishap of ['write_then_cut', 'cut', 'write_then_timeout'] as const) eventStoreDb.nextAppends(1, mishap);
  expect((await Promise.all(writes)).map(({ status }) => status)).toEqual(Array(20).fill(201));
  expect((await request('GET', '/employees?per_page=100')).body.meta.total).toBe(20);
});

test('what another program writes to streams of the service is passed over, and stops nothing', async () => {
  const { request } = await service.company();
  const entity = await request('POST', '/business_entities', {
    name: 'Northlake',
    business_number: '123456782RP0001',
    in_preview: true,
  });
  const person = await request('POST', '/employees', { first_name: 'Ada', last_name: 'Obi' });
  const written = [
    { type: 'Noted', data: 'no JSON' },
    { type: 'Noted', data: '{"personal":1,"in_preview":false}' },
    { type: 'EmployeeDeleted', data: '{}' },
  ];
  for (const stream of [`employee-${person.body.id}`, `business_entity-${entity.body.id}`])
    for (const { type, data } of written)
      eventStoreDb.log.append(`payroll_ledger.${stream}`, 'any', [
        {
          id: randomUUID(),
          type,
          contentType: 'application/octet-stream',
          data: Buffer.from(data),
          metadata: Buffer.from(''),
        },
      ]);
  const of = `/employees/${person.body.id}`;
  expect((await request('PUT', of, { last_name: 'Li' })).status).toBe(200);
  expect((await request('GET', of)).body.data.last_name).toBe('Li');
  expect((await request('PUT', `/business_entities/${entity.body.id}`, { name: 'Southlake' })).status).toBe(200);
  const { gate, store } = service.service.services;
  const end = await store.head();
  expect(await gate.followed(end, ['usage', 'population'], 10_000)).toBe(true);
  expect((await request('GET', '/health/ready')).body.degraded).toBeUndefined();
  await service.service.foundation.models.rebuild(['people']);
  expect((await request('GET', of)).body.data.last_name).toBe('Li');
});
