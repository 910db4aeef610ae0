import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { defineTask, type TaskKind } from '../../src/kernel/calls/task-kind.ts';
import { loadStream } from '../../src/kernel/changes/execute.ts';
import { ProviderBusy, ProviderInUse, ProviderUnavailable } from '../../src/kernel/definition/services.ts';
import { appendToTask, progressBodies, taskStream } from '../../src/processes/tasks/task-log.ts';
import { writeCsv } from '../../src/tables/csv-writer.ts';
import { derivedId } from '../../src/values/ids.ts';
import { Problem } from '../../src/values/problem.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';
import { memoryKeys } from '../support/memory-keys.ts';
import { callOn, leasesEnd, type Node, type NodeOptions, run, startNode, TENANT } from '../support/node.ts';
import { until } from '../support/until.ts';

// Kinds of work that no resource has: rolls that are made into files, and walls that are painted board by board.

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

/** Called at each row of a roll that is written, and before each board; what it awaits holds the work there. */
const at = {
  row: (_: number): Promise<void> | void => {},
  board: (_: number, __: string, ___: AbortSignal): Promise<void> | void => {},
};
const painted: string[] = [];

/** Rows go into a file, whose reference stands in the record. */
const roll = defineTask({
  name: 'roll',
  type: 'form_generation',
  object: 'file',
  input: z.strictObject({ rows: z.int().min(0).max(100_000) }),
  step: z.strictObject({ title: z.string() }),
  chunk: 1,
  cancellable: true,
  run: async (steps, { id, input, origin, services, signal }) => {
    const results = [];
    for (const { index, step } of steps) {
      const rows = async function* () {
        for (let row = 0; row < input.rows; row++) {
          await at.row(row);
          signal.throwIfAborted();
          yield [`${step.title} ${row}`];
        }
      };
      const columns = [{ title: { en: 'Row', fr: 'Ligne' }, kind: 'text' as const }];
      const sheet = { name: 'roll', title: { en: 'Roll', fr: 'Liste' }, columns, rows };
      const file = {
        id: derivedId('file', 0, `${id}/${index}`),
        tenant: origin.tenant,
        name: `${step.title}.csv`,
        type: 'csv' as const,
        derived: true,
      };
      const stored = await services.files.write(file, writeCsv(sheet, 'en'), signal);
      results.push({ id: stored.id });
    }
    return { results };
  },
});

const paint = defineTask({
  name: 'paint',
  type: 'integration_sync',
  object: 'board',
  input: z.strictObject({ colour: z.string().min(1) }),
  step: z.strictObject({ board: z.string().max(20) }),
  chunk: 2,
  cancellable: true,
  run: async (steps, { origin, signal }) => {
    const results = [];
    for (const { index, step } of steps) {
      await at.board(index, origin.tenant.company_id!, signal);
      painted.push(step.board);
      results.push(
        step.board === 'wet'
          ? { id: step.board, problem: new Problem(400, { en: 'The board is wet.', fr: 'La planche est mouillée.' }) }
          : { id: step.board },
      );
    }
    return { results };
  },
});

const sealed: TaskKind = { ...paint, name: 'varnish', cancellable: false, statusOnly: true };
const spray: TaskKind = { ...paint, name: 'spray', chunk: 250 };

const start = async (options: Partial<NodeOptions> = {}): Promise<Node> => {
  Object.assign(at, { row: () => {}, board: () => {} });
  painted.length = 0;
  const node = await startNode({ database, keys, taskKinds: [roll, paint, sealed, spray], ...options });
  nodes.push(node);
  return node;
};

let asked = 0;
const begin = async (node: Node, kind: string, input: object, steps: object[], tenant = TENANT) => {
  const { origin } = callOn(node, { seed: `ask_${asked++}`, tenant });
  const { state } = await node.tasks.start(
    { kind, input: input as never, steps: steps as never },
    { ...origin, tenant },
  );
  return { id: state.id, origin: { ...origin, tenant } };
};
const shown = async (node: Node, id: string) =>
  (await run(node, 'retrieve_async_task', { params: { async_task: id } })).body.data;
const ended = async (node: Node, id: string) => {
  await node.tasks.ended(id, TENANT, 60_000);
  const data = await shown(node, id);
  expect(data.status).not.toBe('processing');
  return data;
};
const boards = (count: number) => Array.from({ length: count }, (_, i) => ({ board: `b${i}` }));
const textOf = async (node: Node, id: string): Promise<string> => {
  let text = '';
  for await (const piece of node.services.files.read(id, TENANT)) text += Buffer.from(piece).toString();
  return text;
};

test('a task of a declared kind does its steps in order, lists each result, and shows its progress', async () => {
  const node = await start();
  let go = (): void => {};
  at.board = (index) => (index === 4 ? new Promise<void>((resolve) => (go = resolve)) : undefined);
  const { id } = await begin(node, 'paint', { colour: 'red' }, [...boards(3), { board: 'wet' }, ...boards(2)]);
  await until(async () => (await shown(node, id)).progress?.done === 4);
  expect(await shown(node, id)).toMatchObject({
    type: 'integration_sync',
    status: 'processing',
    results: [],
    progress: { total: 6, done: 4, failed: 1 },
  });
  go();
  const data = await ended(node, id);
  expect(data).toMatchObject({ status: 'error', completed_at: null, progress: { total: 6, done: 6, failed: 1 } });
  expect(data.results[0]).toEqual({ id: 'b0', object: 'board' });
  expect(data.results[3]).toEqual({
    index: 3,
    id: 'wet',
    object: 'board',
    status: 'error',
    message: 'The board is wet.',
  });
});

/** The pauses are as many and grow as fast; the first one is half a millisecond in place of half a second. */
const QUICK = { backoff_ms: 0.5 };

test('a provider that is away is asked again after growing pauses, and the task is under way until it is back', async () => {
  const node = await start(QUICK);
  const asked_ms: number[] = [];
  at.board = (index) => {
    if (index >= 2 && asked_ms.push(performance.now()) <= 11) throw new ProviderUnavailable('connect ECONNREFUSED');
  };
  const { id } = await begin(node, 'paint', { colour: 'grey' }, boards(4));
  expect(await ended(node, id)).toMatchObject({ status: 'completed', progress: { total: 4, done: 4, failed: 0 } });
  // The last pauses alone are longer than all of the first seven can be.
  expect(asked_ms[11]! - asked_ms[9]!).toBeGreaterThan(128);
});

test('a task whose provider stays away ends after a dozen tries, however often the service starts meanwhile, and says whose fault it is and what may be repeated', async () => {
  const first = await start(QUICK);
  let tries = 0;
  const away: typeof at.board = async (index, _, signal) => {
    if (index < 2) return;
    tries += 1;
    // Cut off by the end of the service: it says nothing of the provider.
    if (tries === 8) await new Promise((resolve) => signal.addEventListener('abort', resolve));
    throw new ProviderUnavailable('connect ECONNREFUSED');
  };
  at.board = away;
  const { id } = await begin(first, 'paint', { colour: 'grey' }, boards(4));
  await until(() => tries === 8);
  expect((await shown(first, id)).status).toBe('processing');
  await first.stop();
  const node = await start(QUICK);
  at.board = away;
  const data = await ended(node, id);
  expect(data).toMatchObject({ status: 'error', progress: { total: 4, done: 4, failed: 2 } });
  // The first run got on, and one was cut off: neither counts.
  expect(tries).toBe(14);
  for (const { message } of data.results.slice(2)) expect(message).toMatch(/^The provider did not answer/);
  const french = await run(node, 'retrieve_async_task', { params: { async_task: id }, locale: 'fr' });
  expect(french.body.data.results[3].message).toMatch(/^Le fournisseur n'a pas répondu/);
});

test('a task that finds another one at the same until it gives up says so, in place of a provider that did not answer', async () => {
  const node = await start(QUICK);
  at.board = () => {
    throw new ProviderInUse('at it', { en: 'Another task is at it.', fr: 'Une autre tâche y est.' });
  };
  const { id } = await begin(node, 'paint', { colour: 'grey' }, boards(1));
  const { results } = await ended(node, id);
  expect(results[0].message).toBe('Another task is at it.');
});

test.each([11, 180])(
  'a task whose provider asks for a pause of %i minutes ends at once, and says after how long the same may be requested',
  async (minutes) => {
    const node = await start();
    let tries = 0;
    at.board = () => {
      tries += 1;
      throw new ProviderBusy('status 429', minutes * 60_000 - 5_000);
    };
    const { id } = await begin(node, 'paint', { colour: 'grey' }, boards(2));
    const { results } = await ended(node, id);
    for (const { message } of results)
      expect(message).toMatch(new RegExp(`^The provider accepts no more .* wait ${minutes} min\\.`));
    expect(tries).toBe(1);
  },
);

test('a task whose provider asks for a pause at every fourth call gets to its end', async () => {
  const node = await start();
  let calls = 0;
  at.board = () => {
    calls += 1;
    if (calls % 4 === 0) throw new ProviderBusy('status 429', 5);
  };
  const { id } = await begin(node, 'paint', { colour: 'grey' }, boards(40));
  expect(await ended(node, id)).toMatchObject({ status: 'completed', progress: { total: 40, done: 40, failed: 0 } });
});

test('a task in whose last try another process records a step goes on behind that step, and nothing is reported as failed', async () => {
  const node = await start(QUICK);
  let tries = 0;
  let begun = (_: Awaited<ReturnType<typeof begin>>): void => {};
  const task = new Promise<Awaited<ReturnType<typeof begin>>>((resolve) => (begun = resolve));
  at.board = async (index) => {
    if (index > 0 || ++tries > 5) return;
    if (tries < 5) throw new TypeError('a bug');
    const { id, origin } = await task;
    const { events } = await loadStream(taskStream(id), node.services);
    await appendToTask(id, progressBodies(0, ['b0']), 'other', events.at(-1)!.revision, origin, node.services);
  };
  begun(await begin(node, 'paint', { colour: 'white' }, boards(4)));
  expect(await ended(node, (await task).id)).toMatchObject({ status: 'completed', progress: { done: 4, failed: 0 } });
  expect(painted).toEqual(['b0', 'b1', 'b1', 'b2', 'b3']);
});

test('what a dead process had sent of a task and arrives late is recorded once, whatever the next process has begun', async () => {
  const doomed = await start();
  const { store } = doomed.services;
  const append = store.append.bind(store);
  const sent = new Promise<Parameters<typeof append>>((resolve) => {
    store.append = (...late) => {
      if (!late[1].some(({ type }) => type === 'AsyncTaskProgressed')) return append(...late);
      resolve(late);
      return new Promise(() => {});
    };
  });
  const { id } = await begin(doomed, 'paint', { colour: 'blue' }, boards(6));
  const late = await sent;
  await doomed.kill();
  await leasesEnd(database.sql);
  const next = await start();
  // Its steps are done one at a time: a process ended in this task.
  at.board = async (index) => {
    if (painted.length === 0 && index === 0) await next.services.store.append(...late);
  };
  const { results, progress } = await ended(next, id);
  expect(results.map(({ id: board }: { id: string }) => board)).toEqual(['b0', 'b1', 'b2', 'b3', 'b4', 'b5']);
  expect(progress).toMatchObject({ total: 6, done: 6 });
});

test('input or steps that the kind does not accept are a 422, and nothing is recorded', async () => {
  const node = await start();
  await expect(begin(node, 'paint', { colour: '' }, boards(1))).rejects.toMatchObject({ status: 422 });
  await expect(begin(node, 'paint', { colour: 'red' }, [{ plank: 'x' }])).rejects.toMatchObject({ status: 422 });
  await expect(begin(node, 'paint', { colour: 'red' }, boards(20_001))).rejects.toMatchObject({ status: 422 });
  await expect(begin(node, 'gild', {}, [])).rejects.toThrow('no kind of task gild');
  const none = await begin(node, 'paint', { colour: 'red' }, []);
  expect(await ended(node, none.id)).toMatchObject({
    status: 'completed',
    results: [],
    progress: { total: 0, done: 0 },
  });
});

test('4: a task of a kind that shows only its status lists only failed results', async () => {
  const node = await start();
  const { id } = await begin(node, 'varnish', { colour: 'red' }, [...boards(2), { board: 'wet' }]);
  const { status, results } = await ended(node, id);
  expect([status, results.map(({ id: board }: { id: string }) => board)]).toEqual(['error', ['wet']]);
});

test('a task whose process is killed while it writes a file is finished by another process, with one complete file', async () => {
  const doomed = await start();
  const dead = new Promise<void>((resolve) => {
    // More than a piece of the file is written by then.
    at.row = (row) => {
      if (row !== 30_000) return;
      resolve();
      return new Promise(() => {});
    };
  });
  const steps = [{ title: 'first' }];
  const { id } = await begin(doomed, 'roll', { rows: 40_000 }, steps);
  await dead;
  await doomed.kill();
  await leasesEnd(database.sql);
  expect((await database.sql`select 1 from file_pieces`).length).toBeGreaterThan(0);
  expect(await database.sql`select 1 from files`).toEqual([]);

  const next = await start();
  const { status, results } = await ended(next, id);
  expect([status, results.length, results[0].object]).toEqual(['completed', 1, 'file']);
  const text = await textOf(next, results[0].id);
  expect(text.split('\r\n')).toHaveLength(40_002);
  expect(text).toContain('first 39999\r\n');
  expect((await database.sql`select id from files`).map(({ id: file }) => file)).toEqual([results[0].id]);
  const [{ ends } = {}] = await database.sql<{ ends: bigint }[]>`
    select count(*) as ends from event_log where stream = ${`async_task-${id}`} and type = 'AsyncTaskCompleted'`;
  expect(ends).toBe(1n);
  await database.sql`update file_contents set touched_at = touched_at - interval '2 hours'`;
  await database.sql`delete from files`;
});

test('a task whose process is killed between steps does not repeat completed steps', async () => {
  const doomed = await start();
  const dead = new Promise<void>((resolve) => {
    at.board = (index) => {
      if (index !== 6) return;
      resolve();
      return new Promise(() => {});
    };
  });
  const { id } = await begin(doomed, 'paint', { colour: 'blue' }, boards(10));
  await dead;
  await until(async () => (await shown(doomed, id)).progress.done === 6);
  await doomed.kill();
  await leasesEnd(database.sql);
  const next = await start();
  expect((await ended(next, id)).results.map(({ id: board }: { id: string }) => board)).toEqual(
    boards(10).map(({ board }) => board),
  );
  expect(painted).toEqual(['b6', 'b7', 'b8', 'b9']);
});

test('a cancelled task ends at once: completed steps stay done, remaining steps are listed as cancelled', async () => {
  const node = await start();
  let reached = (): void => {};
  let go = (): void => {};
  const there = new Promise<void>((resolve) => (reached = resolve));
  at.board = (index) => {
    if (index !== 3) return;
    reached();
    return new Promise<void>((resolve) => (go = resolve));
  };
  const { id, origin } = await begin(node, 'paint', { colour: 'green' }, boards(8));
  await there;
  await node.tasks.cancel(id, { ...origin, seed: 'cancel' });
  await node.tasks.cancel(id, { ...origin, seed: 'cancel again' });
  go();
  const { status, results, progress } = await ended(node, id);
  expect(status).toBe('error');
  // The chunk that was in hand is done and told so.
  expect(results.slice(0, 4)).toEqual(boards(4).map(({ board }) => ({ id: board, object: 'board' })));
  expect(results.slice(4).map(({ index, message }: { index: number; message: string }) => [index, message])).toEqual(
    [4, 5, 6, 7].map((index) => [index, 'The task was cancelled before this was done.']),
  );
  expect(progress).toEqual({ total: 8, done: 8, failed: 4 });
  expect(painted).toEqual(['b0', 'b1', 'b2', 'b3']);
  await node.tasks.cancel(id, { ...origin, seed: 'cancel late' });
});

test('a cancelled task that waits for its provider ends at once, and not when the pause is over', async () => {
  const node = await start();
  at.board = () => {
    throw new ProviderBusy('status 429', 9 * 60_000);
  };
  const { id, origin } = await begin(node, 'paint', { colour: 'green' }, boards(2));
  const pauses = () => database.sql`
    select 1 from due_work where key = ${id} and holder is null and due_at > clock_timestamp() + interval '5 minutes'`;
  await until(async () => (await pauses()).length === 1);
  await node.tasks.cancel(id, { ...origin, seed: 'cancel' });
  const { results } = await ended(node, id);
  expect(results.map(({ message }: { message: string }) => message)).toEqual(
    Array(2).fill('The task was cancelled before this was done.'),
  );
});

test('a file that is being written when its task is cancelled is abandoned, and leaves nothing', async () => {
  const node = await start();
  let reached = (): void => {};
  const there = new Promise<void>((resolve) => (reached = resolve));
  at.row = async (row) => {
    if (row === 500) reached();
    // The rest would take minutes: the file is not done before it is cancelled.
    if (row >= 500) await pause(1);
  };
  const before = (await database.sql`select 1 from file_contents`).length;
  const { id, origin } = await begin(node, 'roll', { rows: 100_000 }, [{ title: 'long' }]);
  await there;
  await node.tasks.cancel(id, { ...origin, seed: 'stop' });
  expect((await ended(node, id)).results).toMatchObject([{ index: 0, object: 'file', status: 'error' }]);
  expect(await database.sql`select 1 from files`).toEqual([]);
  expect((await database.sql`select 1 from file_contents`).length).toBe(before);
});

test('a task that cannot be cancelled says so, and a task of another company cannot be cancelled', async () => {
  const node = await start();
  const { id, origin } = await begin(node, 'varnish', { colour: 'red' }, boards(1));
  await expect(node.tasks.cancel(id, origin)).rejects.toMatchObject({ status: 400 });
  const other = { ...origin, tenant: { ...TENANT, company_id: 'cmp_other' } };
  await expect(node.tasks.cancel(id, other)).rejects.toMatchObject({ status: 404 });
  await expect(node.tasks.cancel('task_none', origin)).rejects.toMatchObject({ status: 404 });
  await ended(node, id);
});

test('a task gives way between its chunks, and continues where it stopped', async () => {
  const node = await start({ turn_ms: 0 });
  const { id } = await begin(node, 'paint', { colour: 'ochre' }, boards(9));
  const { status, results } = await ended(node, id);
  expect([status, results.length]).toEqual(['completed', 9]);
  expect(painted).toEqual(boards(9).map(({ board }) => board));
  const gaveWay = async () => {
    const runs = (await node.metrics.getSingleMetric('due_work_runs_total')!.get()).values;
    return runs.find(({ labels }) => labels.kind === 'async_task' && labels.outcome === 'again')?.value;
  };
  // A run is counted behind its end, when the next one may have begun already.
  await until(async () => (await gaveWay()) === 4).catch(() => {});
  expect(await gaveWay()).toBe(4);
});

test('many long tasks of one company do not delay those of another', async () => {
  const node = await start();
  let go = (): void => {};
  const held = new Promise<void>((resolve) => (go = resolve));
  at.board = (_, company) => (company === TENANT.company_id ? held : undefined);
  const long = [];
  for (let i = 0; i < 12; i++) long.push(await begin(node, 'paint', { colour: 'grey' }, boards(2)));
  const OTHER = { partner_id: TENANT.partner_id, company_id: 'cmp_02B' };
  const { id } = await begin(node, 'paint', { colour: 'white' }, boards(2), OTHER);
  expect((await node.tasks.ended(id, OTHER, 60_000)).status).toBe('completed');
  expect((await shown(node, long[0]!.id)).status).toBe('processing');
  go();
  for (const one of long) expect((await ended(node, one.id)).status).toBe('completed');
});

/** Has what is done at each read of a task's stream happen there. */
const atReads = (node: Node, id: string, each: (read: () => Promise<unknown[]>) => Promise<unknown>): void => {
  const { store } = node.services;
  const readStream = store.readStream.bind(store);
  store.readStream = async (stream, options) => {
    const events = readStream(stream, options);
    if (stream === `async_task-${id}`) await each(() => events);
    return events;
  };
};

test('the results of many steps are read a few events at a time, and for one reader of a company after the other', async () => {
  const node = await start();
  const { id } = await begin(node, 'spray', { colour: 'red' }, Array(1_501).fill({ board: 'wet' }));
  await ended(node, id);
  let [reading, together, most] = [0, 0, 0];
  atReads(node, id, async (read) => {
    together = Math.max(together, ++reading);
    most = Math.max(most, (await read()).length);
    reading--;
  });
  const answers = await Promise.all(Array.from({ length: 20 }, () => shown(node, id)));
  for (const { results } of answers)
    expect(results.map(({ index }: { index: number }) => index)).toEqual([...Array(1_501).keys()]);
  expect({ together, most }).toEqual({ together: 1, most: 4 });
});

test('of many who ask for the results of many steps at once some are told to come again', async () => {
  const node = await start();
  const { id } = await begin(node, 'spray', { colour: 'red' }, Array(1_501).fill({ board: 'wet' }));
  await ended(node, id);
  let go = (): void => {};
  const held = new Promise<void>((resolve) => (go = resolve));
  let reads = 0;
  atReads(node, id, async () => {
    reads++;
    await held;
  });
  const refused: Problem[] = [];
  const answers = Array.from({ length: 60 }, () => shown(node, id).catch((error) => void refused.push(error)));
  await until(async () => refused.length === 9 && reads === 1);
  // What a call has done is told to it, however many others ask.
  const told = node.tasks.ended(id, TENANT, 60_000);
  await until(async () => reads === 2);
  go();
  expect((await told).results).toHaveLength(1_501);
  expect((await Promise.all(answers)).filter((data) => data?.results.length === 1_501)).toHaveLength(51);
  expect(refused.map(({ status }) => status)).toEqual(Array(9).fill(429));
});
