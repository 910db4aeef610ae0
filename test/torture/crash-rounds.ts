import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ChildService, databasePid, runCommand, serveChild } from '../support/child-service.ts';
import { type Random, randomFrom } from '../support/generate.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { requestTo, type TestAnswer } from '../support/service.ts';
import { until } from '../support/until.ts';

/**
 * Crash rounds: the real service under mixed writes is killed with SIGKILL at a random moment, in every other round
 * with its database, and started again, round after round on one DATA_DIR.
 *
 * What a caller may rely on, and what is checked at the end:
 * - every acknowledged write is there, once;
 * - a request that was not answered, repeated under its idempotency key, gets an answer and is there once;
 * - no answer says that the service itself failed (500);
 * - every task ends, with an entry for each target;
 * - every acknowledged creation was told to the webhook at least once;
 * - the read models are what the log says; after several rounds, everything is as an audit says that it must be.
 */
export interface CrashOptions {
  rounds: number;
  seed: number;
  /** Told what happens; default nobody. */
  say?: (line: string) => void;
}

export interface CrashReport {
  acknowledged: number;
  repeated: number;
  tasks: number;
  approvals: number;
  kills: number;
}

/** Of each employer. */
const PEOPLE = 12;
const LANES = 6;
/**
 * After so many bulk calls the next rounds have an employer of their own: a work assignment has room for a hundred
 * recurring items (docs/limits.md), and how many calls a round makes hangs on the machine.
 */
const BULK_CALLS = 30;
/** The first pay date of several rounds. */
const BEGINS = '2026-01-30';
/**
 * In a single round few payrolls are approved, and everybody has a stub on each draft: there are four, of a year whose
 * tax rates are known, whatever today is. The clock begins anew with each start.
 */
const SINGLE = { begins: '2026-09-30', clock: { TEST_CLOCK: '2026-11-16T15:00:00Z' } };
const ENTITY = {
  business_number: '123456782RP0001',
  name: 'Northlake',
  in_preview: true,
  tax_properties: [{ type: 'ca::province_of_employment', value: 'ca_on', effective_from: '2024-01-01' }],
};

interface Sent {
  method: string;
  path: string;
  body: unknown;
  key: string;
}

interface World {
  dataDir: string;
  /** Settings of the service and of commands. */
  env: Record<string, string>;
  receiver: Receiver;
  random: Random;
  /** The first pay date of each employer. */
  begins: string;
  service: ChildService;
  token: string;
  /** The latest employer, how many there are, and the bulk calls that this one got. */
  entity: string;
  employers: number;
  bulkCalls: number;
  /** Answers by idempotency key. */
  answered: Map<string, { sent: Sent; answer: TestAnswer }>;
  unanswered: Map<string, Sent>;
  /** Answers with 500, which are repeated as well. */
  faults: string[];
  say: (line: string) => void;
}

const environment = (dataDir: string, rounds: number): Record<string, string> => ({
  ...(rounds > 1 ? {} : SINGLE.clock),
  DATA_DIR: dataDir,
  RATE_LIMIT_REQUESTS: '10000000',
  WEBHOOK_ALLOW_PRIVATE: 'true',
});

const secretOf = async (dataDir: string): Promise<string> =>
  JSON.parse(await readFile(join(dataDir, 'credentials.json'), 'utf8')).partner_secret;

const ask = (world: World, method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
  requestTo(world.service.url)(method, path, body, world.token, headers);

/** What must succeed before and between the rounds. What a killed process left to do may still keep it waiting. */
const need = async (world: World, method: string, path: string, body?: unknown, token = world.token) => {
  const headers: Record<string, string> = body === undefined ? {} : { 'X-Idempotency-Key': randomUUID() };
  const request = () => requestTo(world.service.url)(method, path, body, token, headers);
  let answer = await request();
  for (let tries = 1; answer.status === 503 && tries < 10; tries++) answer = await request();
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
  return answer.body;
};

const founded = async (world: World): Promise<void> => {
  const secret = await secretOf(world.dataDir);
  const company = await need(world, 'POST', '/companies', { name: 'Northlake' }, secret);
  world.token = company.data.token.access_token;
  await need(world, 'POST', '/webhooks', { url: world.receiver.url, events: ['resource_created'] }, secret);
  await employ(world);
};

/** Another employer with its people. */
const employ = async (world: World): Promise<void> => {
  world.employers += 1;
  world.bulkCalls = 0;
  world.entity = (await need(world, 'POST', '/business_entities', ENTITY)).id;
  const schedule = await need(world, 'POST', '/pay_schedules', {
    business_entity_id: world.entity,
    title: 'Monthly',
    pay_frequency: 'monthly',
    anchor_pay_date: '2026-01-30',
    anchor_end_of_pay_period: '2026-01-31',
    day_1: -1,
    generate_payrolls_from: world.begins,
  });
  for (let i = 0; i < PEOPLE; i++) {
    const person = await need(world, 'POST', '/employees', { first_name: 'Ada', last_name: `Founder ${i}` });
    await need(world, 'POST', '/work_assignments', { employee_id: person.id, pay_schedule_id: schedule.id });
  }
};

const nextWrite = async (world: World): Promise<Sent> => {
  const { random } = world;
  const key = randomUUID();
  const roll = random.next();
  if (roll < 0.6)
    return { method: 'POST', path: '/employees', body: { first_name: 'Zoé', last_name: key, external_ref: key }, key };
  if (roll < 0.75) {
    const body = Array.from({ length: 20 }, (_, i) => ({
      first_name: 'Bo',
      last_name: `${key} ${i}`,
      external_ref: `${key}/${i}`,
    }));
    return { method: 'POST', path: '/employees/batch/upsert', body, key };
  }
  if (roll < 0.86) {
    world.bulkCalls += 1;
    const data = {
      allowance_type: 'meals_taxable',
      amount: 5,
      frequency: 'once',
      effective_from: '2026-01-01',
      external_ref: key,
    };
    const body = { business_entity_id: world.entity, work_assignments: { include: 'all' }, data };
    return { method: 'POST', path: '/allowances/bulk/create', body, key };
  }
  const drafts = await ask(world, 'GET', '/payrolls?status=draft&per_page=1');
  const id = drafts.body?.data?.[0]?.id;
  if (id === undefined) return nextWrite(world);
  return { method: 'POST', path: `/payrolls/${id}/approve`, body: {}, key };
};

const send = async (world: World, sent: Sent): Promise<void> => {
  world.unanswered.set(sent.key, sent);
  const answer = await ask(world, sent.method, sent.path, sent.body, { 'X-Idempotency-Key': sent.key });
  if (answer.status === 500) world.faults.push(`${sent.method} ${sent.path}: ${answer.text}`);
  if (answer.status >= 500 || answer.status === 409) return;
  world.unanswered.delete(sent.key);
  world.answered.set(sent.key, { sent, answer });
};

/** Writes until the service is gone. */
const drive = async (world: World): Promise<void> => {
  const lane = async () => {
    for (;;) {
      try {
        await send(world, await nextWrite(world));
      } catch {
        return;
      }
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
};

const killRound = async (world: World, withDatabase: boolean): Promise<void> => {
  const wait_ms = 200 + world.random.below(1_300);
  const before = world.answered.size;
  const driving = drive(world);
  await new Promise((resolve) => setTimeout(resolve, wait_ms));
  // Of a machine that has acknowledged nothing by then the round would show nothing.
  await until(() => world.answered.size > before + LANES);
  const database = await databasePid(world.dataDir);
  process.kill(world.service.child.pid!, 'SIGKILL');
  if (withDatabase) process.kill(database, 'SIGKILL');
  await world.service.ended;
  await driving;
  world.say(
    `killed after ${wait_ms} ms${withDatabase ? ', with its database' : ''}; ${world.answered.size} answered, ${world.unanswered.size} not`,
  );
  world.service = await serveChild(world.env);
};

/** Repeats what was not answered, under the same keys, until each is. */
const repeatAll = async (world: World): Promise<number> => {
  const open = [...world.unanswered.values()];
  for (const sent of open) {
    await until(async () => {
      await send(world, sent);
      return !world.unanswered.has(sent.key);
    }, 60_000);
  }
  return open.length;
};

const fail = (what: string): never => {
  throw new Error(what);
};

const check = async (world: World): Promise<{ tasks: number; approvals: number }> => {
  if (world.faults.length > 0) fail(`answered with 500 ${world.faults.length} times, e.g. ${world.faults[0]}`);
  let tasks = 0;
  let approvals = 0;
  const created: string[] = [];
  const wanted = [...world.answered.values()].reduce(
    (sum, { sent }) => sum + (sent.path === '/employees' ? 1 : sent.path.startsWith('/employees/') ? 20 : 0),
    PEOPLE * world.employers,
  );
  const total = async (): Promise<number> => (await need(world, 'GET', '/employees?per_page=1')).meta.total;
  // Lists are behind what was acknowledged until the leases of the killed process are over, and answers wait two seconds.
  await until(async () => (await total()) >= wanted).catch(() => {});
  for (const { sent, answer } of world.answered.values()) {
    if (sent.path.endsWith('/approve')) {
      if (answer.status === 200) approvals += 1;
      continue;
    }
    if (answer.status >= 300) fail(`${sent.method} ${sent.path} was refused: ${answer.status} ${answer.text}`);
    if (sent.path === '/employees') {
      created.push(answer.body.id);
      const found = await need(world, 'GET', `/employees?external_ref=${sent.key}`);
      if (found.meta.total !== 1 || found.data[0].id !== answer.body.id)
        fail(`employee ${sent.key} is there ${found.meta.total} times`);
      continue;
    }
    tasks += 1;
    const read = async () => (await need(world, 'GET', `/async_tasks/${answer.body.id}`)).data;
    await until(async () => (await read()).status !== 'processing');
    const task = await read();
    const expected = Array.isArray(sent.body) ? sent.body.length : PEOPLE;
    if (task.status !== 'completed')
      fail(`task ${answer.body.id} ended in ${task.status}: ${JSON.stringify(task.results).slice(0, 500)}`);
    if (new Set(task.results.map(({ id }: { id: string }) => id)).size !== expected)
      fail(`task ${answer.body.id} has ${task.results.length} results for ${expected} targets`);
    for (const { id } of task.results) created.push(id);
  }
  const there = await total();
  if (there !== wanted) fail(`${there} employees are there, ${wanted} were acknowledged`);
  const told = () => new Set(world.receiver.calls.map(({ body }) => body.resource.id));
  await until(() => created.every((id) => told().has(id)), 120_000).catch(() => {
    const missing = created.filter((id) => !told().has(id));
    fail(`${missing.length} of ${created.length} creations were told to no webhook, e.g. ${missing[0]}`);
  });
  return { tasks, approvals };
};

/** Runs a command that checks. @returns `holds`, or what it found */
const commanded = async ({ env }: World, ...command: string[]): Promise<string> => {
  const held = runCommand(command, env);
  if ((await held.ended) === 0) return 'holds';
  return `payroll ${command.join(' ')} fails: ${held.stdout()}${held.stderr()}`;
};

/** Audits while the service runs, until it has done what follows from the last round. */
const audited = async (world: World): Promise<void> => {
  let found = '';
  await until(async () => {
    found = await commanded(world, 'audit', 'check');
    return !found.includes('comes_to_rest: ');
  }, 180_000).catch(() => {});
  if (found !== 'holds') fail(found);
};

/** Runs the rounds. @throws with what was lost, doubled or left undone */
export const crashRounds = async ({ rounds, seed, say = () => {} }: CrashOptions): Promise<CrashReport> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'payroll-crash-'));
  const receiver = await startReceiver();
  const env = environment(dataDir, rounds);
  const service = await serveChild(env);
  const world: World = {
    dataDir,
    env,
    receiver,
    service,
    random: randomFrom(seed),
    begins: rounds > 1 ? BEGINS : SINGLE.begins,
    token: '',
    entity: '',
    employers: 0,
    bulkCalls: 0,
    answered: new Map(),
    unanswered: new Map(),
    faults: [],
    say,
  };
  try {
    await founded(world);
    let repeated = 0;
    for (let round = 0; round < rounds; round++) {
      if (world.bulkCalls >= BULK_CALLS) await employ(world);
      await killRound(world, round % 2 === 1);
      repeated += await repeatAll(world);
    }
    const { tasks, approvals } = await check(world);
    if (rounds > 1) await audited(world);
    process.kill(world.service.child.pid!, 'SIGTERM');
    await world.service.ended;
    const verified = await commanded(world, 'projections', 'verify');
    if (verified !== 'holds') fail(verified);
    return { acknowledged: world.answered.size, repeated, tasks, approvals, kills: rounds };
  } finally {
    world.service.child.kill('SIGTERM');
    await world.service.ended;
    await receiver.close();
    await rm(dataDir, { recursive: true, force: true });
  }
};
