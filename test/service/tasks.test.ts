import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { UnknownEventType } from '../../src/kernel/events/define.ts';
import { ALWAYS } from '../../src/values/condition.ts';
import { derivedId } from '../../src/values/ids.ts';
import { GIVEN_UP_AFTER } from '../../src/work/port.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';
import { memoryKeys } from '../support/memory-keys.ts';
import { callOn, leasesEnd, type Node, type NodeOptions, run, startNode, TENANT } from '../support/node.ts';

let database: TestDatabase;
let keys: ReturnType<typeof memoryKeys>;
let nodes: Node[] = [];

beforeAll(async () => {
  database = await freshDatabase();
  keys = memoryKeys();
});
afterEach(async () => {
  for (const node of nodes) await node.stop();
  nodes = [];
});
afterAll(() => database.drop());

const start = async (options: Partial<NodeOptions> = {}): Promise<Node> => {
  const node = await startNode({ database, keys, ...options });
  nodes.push(node);
  return node;
};

/** Waits until it ended, as a client would by polling. */
const ended = async (node: Node, id: string, locale: 'en' | 'fr' = 'en') => {
  await node.tasks.ended(id, TENANT, 60_000);
  const { body } = await run(node, 'retrieve_async_task', { params: { async_task: id }, locale });
  expect(body.data.status).not.toBe('processing');
  return body.data;
};

const upsert = (node: Node, elements: unknown[], more = {}) =>
  run(node, 'batch_upsert_workers', { body: elements, ...more });

const makeWorkers = async (node: Node, count: number): Promise<string[]> => {
  const ids: string[] = [];
  for (let made = 0; made < count; made += 100) {
    const size = Math.min(100, count - made);
    const { body } = await upsert(
      node,
      Array.from({ length: size }, (_, i) => ({ name: `Worker ${made + i}` })),
    );
    const { results } = await ended(node, body.id);
    ids.push(...results.map(({ id }: { id: string }) => id));
  }
  return ids;
};

const toolsOf = (node: Node) => node.services.read.find('tool', TENANT, ALWAYS);

test('1, 2: a batch creates and changes records; its task lists them in the order of the elements', async () => {
  const node = await start();
  const made = await upsert(
    node,
    Array.from({ length: 100 }, (_, i) => ({ name: `Ada ${i}`, sin: '046454286' })),
  );
  expect(made.status).toBe(202);
  expect(made.body).toMatchObject({ object: 'async_task', data: { type: 'batch_upsert' } });
  const { status, results } = await ended(node, made.body.id);
  expect(status).toBe('completed');
  expect(results).toHaveLength(100);
  const { id } = results[7];
  expect(results[7]).toEqual({ id, object: 'worker' });
  expect(await node.services.read.get('worker', TENANT, id)).toMatchObject({ name: 'Ada 7' });

  const changed = await upsert(node, [{ id, age: 40 }]);
  await ended(node, changed.body.id);
  expect(await node.services.read.get('worker', TENANT, id)).toMatchObject({ name: 'Ada 7', age: 40 });
});

test('8: each bad element is listed with its index, id and member, in the language of the reader; the good ones are written', async () => {
  const node = await start();
  const [known] = await makeWorkers(node, 1);
  const { status, body } = await upsert(node, [
    { name: 'Grace' },
    { name: 'Nobody' },
    { name: 7 },
    { id: 'wkr_01K2ZQ7M4T8W3N5R6V9X0Y1A2B', age: 20 },
    { id: known, age: 20 },
    { id: known, age: 30 },
  ]);
  expect(status).toBe(202);
  const data = await ended(node, body.id);
  expect(data).toMatchObject({ type: 'batch_upsert', status: 'error', completed_at: null });
  const { results } = data;
  expect(results.map(({ index, status: failed }: { index: number; status: string }) => failed ?? index)).toEqual([
    undefined,
    'error',
    'error',
    'error',
    undefined,
    'error',
  ]);
  expect(results[1]).toEqual({
    index: 1,
    object: 'worker',
    status: 'error',
    message: expect.stringContaining('must be somebody'),
    errors: { name: ['must be somebody'] },
  });
  expect(Object.keys(results[2].errors)).toEqual(['name']);
  expect(results[3]).toMatchObject({
    index: 3,
    id: 'wkr_01K2ZQ7M4T8W3N5R6V9X0Y1A2B',
    errors: { id: [expect.any(String)] },
  });
  expect(results[4]).toEqual({ id: known, object: 'worker' });
  expect(results[5].errors.id[0]).toContain('more than once');
  const french = await ended(node, body.id, 'fr');
  expect(french.results[1].errors.name).toEqual(['doit être quelqu’un']);
  expect((await node.services.read.get('worker', TENANT, known!))?.age).toBe(20);
});

test('5, 7: a task of deletions lists the deleted records; tasks can be read only by their ids', async () => {
  const node = await start();
  const [one, two] = await makeWorkers(node, 2);
  const { body } = await run(node, 'batch_delete_workers', { body: [{ id: two }, { id: one }] });
  const { type, status, results } = await ended(node, body.id);
  expect([type, status]).toEqual(['batch_delete', 'completed']);
  expect(results).toEqual([
    { id: two, object: 'worker' },
    { id: one, object: 'worker' },
  ]);
  expect(node.services.registry.need('async_task').operations).toEqual(['retrieve']);
});

test('a bulk create makes one record for each selected one, and a bulk update that is refused for some ends in error', async () => {
  const node = await start();
  const workers = await makeWorkers(node, 3);
  const selection = { workers: { include: { ids: workers } } };
  const made = await run(node, 'bulk_create_tools', { body: { ...selection, data: { label: 'Hammer' } } });
  const { status, completed_at, results } = await ended(node, made.body.id);
  expect({ status, made: results.length }).toEqual({ status: 'completed', made: 3 });
  expect(completed_at).toMatch(/\.\d{6}Z$/);
  const rows = (await toolsOf(node)).filter(({ worker_id }) => workers.includes(worker_id as string));
  expect(rows.map(({ label }) => label)).toEqual(['Hammer', 'Hammer', 'Hammer']);

  const one = rows[1]!.id;
  await ended(node, (await run(node, 'batch_upsert_tools', { body: [{ id: one, locked: true }] })).body.id);
  const update = await run(node, 'bulk_update_tools', { body: { ...selection, data: { label: 'Saw' } } });
  const outcome = await ended(node, update.body.id);
  expect(outcome.status).toBe('error');
  expect(outcome.results.find(({ id }: { id: string }) => id === one)).toMatchObject({
    status: 'error',
    message: `The tool ${one} is locked.`,
  });
  expect((await toolsOf(node)).filter(({ label }) => label === 'Saw')).toHaveLength(2);

  const synchronous = { deprecate_sync_bulk: false, deprecate_flat_bulk_shape: true, deprecate_benefit_percent: true };
  const listed = await run(node, 'bulk_create_tools', {
    body: { ...selection, data: { label: 'Rule' } },
    preferences: synchronous,
  });
  expect(listed.status).toBe(201);
  expect(listed.body.data.map(({ data }: { data: { label: string } }) => data.label)).toEqual(['Rule', 'Rule', 'Rule']);
});

test('a task whose process is killed is finished by another process, exactly once', async () => {
  const first = await start();
  const workers = await makeWorkers(first, 300);
  await first.stop();
  const doomed = await start();
  let appends = 0;
  const dead = new Promise<void>((resolve) => {
    doomed.store.before = (stream) => {
      if (!stream.startsWith('tool-')) return;
      appends += 1;
      if (appends < 270) return;
      resolve();
      return new Promise(() => {});
    };
  });
  const body = { workers: { include: { ids: workers } }, data: { label: 'Plane' } };
  const { body: task } = await run(doomed, 'bulk_create_tools', { body });
  await dead;
  await doomed.kill();
  await leasesEnd(database.sql);

  const next = await start();
  const { status, results } = await ended(next, task.id);
  expect(status).toBe('completed');
  expect(new Set(results.map(({ id }: { id: string }) => id)).size).toBe(300);
  const planes = (await toolsOf(next)).filter(({ label }) => label === 'Plane');
  expect(planes.map(({ worker_id }) => worker_id).sort()).toEqual([...workers].sort());
  const [counted] = await database.sql<{ events: bigint; streams: bigint }[]>`
    select count(*) as events, count(distinct stream) as streams from event_log
    where type = 'ToolCreated' and data->>'label' = 'Plane'`;
  expect(counted).toEqual({ events: 300n, streams: 300n });
});

test('a step that ends each process that begins it fails alone, and says so; what stands beside it is written', async () => {
  const doomed = await start();
  const dead = new Promise<void>((resolve) => {
    doomed.store.before = (stream) => {
      if (!stream.startsWith('worker-')) return;
      resolve();
      return new Promise(() => {});
    };
  });
  const { body: task } = await upsert(doomed, [{ name: 'Heavy' }, { name: 'Light' }, { name: 'Lighter' }]);
  await dead;
  await doomed.kill();
  await leasesEnd(database.sql);
  // As others that ended in it leave it.
  await database.sql`update due_work set begun = ${GIVEN_UP_AFTER}, attempts = 6 where key = ${task.id}`;

  const next = await start();
  const { status, results } = await ended(next, task.id);
  expect(status).toBe('error');
  expect(results).toMatchObject([
    { index: 0, status: 'error', message: expect.stringMatching(/not begun again/) },
    {},
    {},
  ]);
  const [, light] = results;
  expect(await next.services.read.get('worker', TENANT, light.id)).toMatchObject({ name: 'Light' });
});

test('a request that was interrupted while recording its task and is repeated starts the same task, once', async () => {
  const node = await start({ roles: ['api'] });
  const { origin } = callOn(node, { seed: 'req_repeated' });
  const id = derivedId('task', Date.parse(origin.occurred_at), 'req_repeated/async_task');
  const targets = (label: string) =>
    Array.from({ length: 6_000 }, (_, i) => ({ id: `tol_${label}${i}`, parent: `wkr_${label}${i}`.padEnd(90, 'x') }));
  const request = { type: 'bulk_create', object: 'tool', data: { label: 'Awl' } } as const;
  let left = 1;
  node.store.before = () => {
    if (left-- === 0) throw new Error('the process is gone');
  };
  await expect(node.tasks.start({ ...request, targets: targets('old') }, origin)).rejects.toThrow('gone');
  const again = { ...origin, mayRepeat: true };
  const second = await node.tasks.start({ ...request, targets: targets('new') }, again);
  const third = await node.tasks.start({ ...request, targets: targets('other') }, again);
  expect([second.state.id, third.state.id]).toEqual([id, id]);
  const types = (await node.store.readStream(`async_task-${id}`)).map(({ type, data }) => data.from ?? type);
  // What the first try recorded stands there and does not count.
  expect(types).toEqual([...types.slice(0, -1).map(() => 'AsyncTaskTargetsRecorded'), expect.any(Number)]);
  expect(types.at(-1)).toBeGreaterThan(0);
  await node.sql`delete from due_work where key = ${id}`;
});

test('personal members of a batch are only encrypted in the log', async () => {
  const node = await start();
  const { body } = await upsert(node, [{ name: 'Marguerite Tremblay-Cardinal', sin: '130692544' }]);
  const { results } = await ended(node, body.id);
  await ended(node, (await upsert(node, [{ id: results[0].id, name: 'Marguerite Lafontaine' }])).body.id);
  const [found] = await database.sql<{ events: bigint }[]>`
    select count(*) as events from event_log where data::text ~ 'Marguerite|130692544' or metadata::text ~ 'Marguerite'`;
  expect(found!.events).toBe(0n);
  expect(await node.services.read.get('worker', TENANT, results[0].id)).toMatchObject({
    name: 'Marguerite Lafontaine',
  });
});

test('a process without the role processes is notified of the end of a task', async () => {
  const api = await start({ roles: ['api'] });
  await start({ roles: ['processes'] });
  const { body } = await upsert(api, [{ name: 'Rosalind' }]);
  expect((await ended(api, body.id)).status).toBe('completed');
});

test('an error that persists after retries ends the task, and lists what was not written', async () => {
  const node = await start();
  node.store.before = (stream) => {
    if (stream.startsWith('worker-')) throw new TypeError('a bug');
  };
  const { body } = await upsert(node, [{ name: 'Emmy' }, { name: 'Nobody' }]);
  const data = await ended(node, body.id);
  expect(data.status).toBe('error');
  expect(data.results.map(({ status }: { status: string }) => status)).toEqual(['error', 'error']);
  expect(data.results[0].message).toContain('error of the service');
});

test('a task that meets what a newer version wrote is tried until a process of that version has it', async () => {
  const node = await start();
  let tries = 0;
  node.store.before = (stream) => {
    if (stream.startsWith('worker-') && ++tries <= 6) throw new UnknownEventType('WorkerKnighted');
  };
  const { body } = await upsert(node, [{ name: 'Emmy' }]);
  expect(await ended(node, body.id)).toMatchObject({ status: 'completed', results: [{ object: 'worker' }] });
});

test('an error that persists at one record keeps no others, and none that was written is listed as failed', async () => {
  const node = await start();
  let good: string | undefined;
  node.store.before = (stream) => {
    if (!stream.startsWith('worker-')) return;
    good ??= stream;
    if (stream !== good) throw new TypeError('a bug');
  };
  const names = ['Emmy', 'Mary'];
  const { body } = await upsert(
    node,
    names.map((name) => ({ name })),
  );
  const { results } = await ended(node, body.id);
  // Both are written at once: either may come first.
  const at = results.findIndex(({ status }: { status?: string }) => status === undefined);
  expect(`worker-${results[at].id}`).toBe(good);
  expect(results[1 - at]).toMatchObject({ status: 'error', message: expect.stringContaining('error of the service') });
  expect(await node.services.read.get('worker', TENANT, results[at].id)).toMatchObject({ name: names[at] });
});
