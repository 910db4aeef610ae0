import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ChildService, serveChild } from '../support/child-service.ts';
import { requestTo, type TestAnswer } from '../support/service.ts';
import { until } from '../support/until.ts';

const MANY = 500;

let dataDir: string;
let env: Record<string, string>;
let service: ChildService;
let token: string;

const call = async (method: string, path: string, body?: unknown, credential = token): Promise<TestAnswer> => {
  const answer = await requestTo(service.url)(method, path, body, credential);
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
  return answer;
};
const taskOf = async (id: string) => (await call('GET', `/async_tasks/${id}`)).body.data;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'payroll-killed-bulk-'));
  env = { DATA_DIR: dataDir, RATE_LIMIT_REQUESTS: '1000000' };
  service = await serveChild(env);
  const secret = JSON.parse(await readFile(join(dataDir, 'credentials.json'), 'utf8')).partner_secret;
  token = (await call('POST', '/companies', { name: 'Northlake' }, secret)).body.data.token.access_token;
});
afterAll(async () => {
  service.child.kill('SIGTERM');
  await service.ended;
  await rm(dataDir, { recursive: true, force: true });
});

test(`killed in the middle of a bulk create of ${MANY}, the next start completes it with exactly ${MANY}`, {
  timeout: 120_000,
}, async () => {
  const entity = await call('POST', '/business_entities', { business_number: '123456782RP0001', name: 'Northlake' });
  // A custom schedule generates no payrolls: what is tested is the task.
  const schedule = await call('POST', '/pay_schedules', {
    business_entity_id: entity.body.id,
    title: 'By hand',
    pay_frequency: 'custom',
    anchor_pay_date: '2026-01-30',
    anchor_end_of_pay_period: '2026-01-31',
  });
  for (let at = 0; at < MANY; at += 100) {
    const people = Array.from({ length: 100 }, (_, i) => ({ first_name: 'Ada', last_name: `Roy ${at + i}` }));
    const { id } = (await call('POST', '/employees/batch/upsert', people)).body;
    await until(async () => (await taskOf(id)).status !== 'processing', 30_000);
  }
  const bulk = { payees: { include: 'all' }, data: { pay_schedule_id: schedule.body.id } };
  const { id } = (await call('POST', '/work_assignments/bulk/create', bulk)).body;
  process.kill(service.child.pid!, 'SIGKILL');
  await service.ended;
  service = await serveChild(env);
  await until(async () => (await taskOf(id)).status !== 'processing', 60_000);
  const task = await taskOf(id);
  expect(task.status).toBe('completed');
  expect(new Set(task.results.map((entry: { id: string }) => entry.id)).size).toBe(MANY);
  expect((await call('GET', '/work_assignments?per_page=1')).body.meta.total).toBe(MANY);
});
