import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ChildService, serveChild } from '../support/child-service.ts';
import { requestTo, type TestAnswer } from '../support/service.ts';
import { until } from '../support/until.ts';

/** In the long form as many as one bulk call and one employer may have. */
const MANY = process.env.FULL ? 20_000 : 300;
const PATIENCE_ms = MANY * 20 + 60_000;
/** Items that are looked at together. */
const AT_ONCE = 20;

let dataDir: string;
let env: Record<string, string>;
let service: ChildService;
let token: string;
/** Of a company whose work must not wait for that of the large one. */
let neighbour: string;

const call = async (method: string, path: string, body?: unknown, credential = token): Promise<TestAnswer> => {
  const request = () => requestTo(service.url)(method, path, body, credential);
  let answer = await request();
  // A busy machine may take longer than answers wait until what was written can be read.
  for (let tries = 1; method === 'GET' && answer.status === 503 && tries < 10; tries++) answer = await request();
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
  return answer;
};
/** The employer that people are hired by, once they are. */
let employer: string;
const taskOf = async (id: string, credential = token) =>
  (await call('GET', `/async_tasks/${id}`, undefined, credential)).body.data;
const PEOPLE = Array.from({ length: 100 }, (_, i) => ({ first_name: 'Ada', last_name: `Byron ${i}` }));

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'payroll-killed-bulk-'));
  env = { DATA_DIR: dataDir, RATE_LIMIT_REQUESTS: '1000000' };
  service = await serveChild(env);
  const secret = JSON.parse(await readFile(join(dataDir, 'credentials.json'), 'utf8')).partner_secret;
  const company = async (name: string): Promise<string> =>
    (await call('POST', '/companies', { name }, secret)).body.data.token.access_token;
  token = await company('Northlake');
  neighbour = await company('Lakeshore');
});
afterAll(async () => {
  service.child.kill('SIGTERM');
  await service.ended;
  await rm(dataDir, { recursive: true, force: true });
});

test(`killed in the middle of a bulk create of ${MANY}, the next start completes it with exactly ${MANY}`, {
  timeout: 2 * PATIENCE_ms,
}, async () => {
  const entity = await call('POST', '/business_entities', { business_number: '123456782RP0001', name: 'Northlake' });
  employer = entity.body.id;
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
    await until(async () => (await taskOf(id)).status !== 'processing');
  }
  const bulk = { payees: { include: 'all' }, data: { pay_schedule_id: schedule.body.id } };
  const { id } = (await call('POST', '/work_assignments/bulk/create', bulk)).body;
  // In the long form some of it is done by then; in the short one it may as well be all, or nothing.
  if (process.env.FULL) await until(async () => (await taskOf(id)).progress.done > 0, PATIENCE_ms);
  const theirs = (await call('POST', '/employees/batch/upsert', PEOPLE, neighbour)).body.id;
  await until(async () => (await taskOf(theirs, neighbour)).status === 'completed');
  if (process.env.FULL) expect((await taskOf(id)).status).toBe('processing');
  process.kill(service.child.pid!, 'SIGKILL');
  await service.ended;
  service = await serveChild(env);
  await until(async () => (await taskOf(id)).status !== 'processing', PATIENCE_ms);
  const task = await taskOf(id);
  expect(task).toMatchObject({ status: 'completed', progress: { total: MANY, done: MANY, failed: 0 } });
  expect(new Set(task.results.map((entry: { id: string }) => entry.id)).size).toBe(MANY);
  expect((await call('GET', '/work_assignments?per_page=1')).body.meta.total).toBe(MANY);
});

test(`killed while a preset is carried to ${MANY} items, the next start carries it to all of them, each once`, {
  timeout: 3 * PATIENCE_ms,
}, async () => {
  const created = await call('POST', '/business_presets', {
    business_entity_id: employer,
    name: 'Shift',
    type: 'earning',
    subtype: 'bonus_non_discretionary',
    title: 'Evening',
  });
  const preset = `/business_presets/${created.body.id}`;
  const { id } = (
    await call('POST', '/earnings/bulk/create', {
      business_entity_id: employer,
      work_assignments: { include: 'all' },
      data: {
        business_preset_id: created.body.id,
        amount: 40,
        frequency: 'per_payroll',
        effective_from: '2026-01-01',
      },
    })
  ).body;
  await until(async () => (await taskOf(id)).status !== 'processing', PATIENCE_ms);
  // Carried in the order of ids.
  const items: string[] = (await taskOf(id)).results.map((entry: { id: string }) => entry.id).sort();
  expect(items).toHaveLength(MANY);

  const lookAt = async (item: string): Promise<{ title: string; version: number }> => {
    const { body, headers } = await call('GET', `/earnings/${item}`);
    return { title: body.data.title, version: Number(JSON.parse(headers.get('ETag')!)) };
  };
  const titleOf = async (item: string) => (await lookAt(item)).title;
  const { version } = await lookAt(items[0]!);
  // It is answered or not: the process may die before.
  const changed = call('PUT', preset, { title: 'Night' }).catch(() => undefined);
  await until(async () => (await titleOf(items[0]!)) === 'Night', PATIENCE_ms);
  process.kill(service.child.pid!, 'SIGKILL');
  await Promise.all([service.ended, changed]);
  service = await serveChild(env);
  const carriedTo = async (item: string) => {
    let now = await lookAt(item);
    await until(async () => {
      if (now.title !== 'Night') now = await lookAt(item);
      return now.title === 'Night';
    }, PATIENCE_ms);
    return { item, ...now };
  };
  const last = await carriedTo(items.at(-1)!);
  // The last of all may be written before others of its page.
  const carried = [last];
  for (let at = 0; at < MANY; at += AT_ONCE)
    carried.push(...(await Promise.all(items.slice(at, at + AT_ONCE).map(carriedTo))));
  // Made, and changed once.
  expect(carried.filter((item) => item.version !== version + 1)).toEqual([]);
});
