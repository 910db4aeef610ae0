import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { beatsUntil } from '../support/beats.ts';
import {
  type ChildService,
  databasePid,
  isAlive,
  runCommand,
  serveChild,
  signalDatabase,
} from '../support/child-service.ts';
import { runHere, withoutProgress } from '../support/command.ts';
import { requestTo } from '../support/service.ts';
import { until } from '../support/until.ts';

/** The service on its embedded database, from its first start over kills and signals to a last clean end. */
let dataDir: string;
let env: Record<string, string>;
let service: ChildService;
let secret: string;
let token: string;
let company: string;

const acknowledged: string[] = [];

const call = (method: string, path: string, body?: unknown, credential = token) =>
  requestTo(service.url)(method, path, body, credential);
const start = async (): Promise<void> => {
  service = await serveChild(env);
};

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "payroll d'été embedded-"));
  env = { DATA_DIR: dataDir, RATE_LIMIT_REQUESTS: '1000000', ADMIN_PORT: '0' };
  await start();
});
afterAll(async () => {
  if (isAlive(service.child.pid!)) {
    process.kill(service.child.pid!, 'SIGTERM');
    await service.ended;
  }
  await rm(dataDir, { recursive: true, force: true });
});

test('the first start prints where the credentials are, and no secret when the output is not a terminal', async () => {
  const path = join(dataDir, 'credentials.json');
  const kept = JSON.parse(await readFile(path, 'utf8'));
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(kept).toMatchObject({ url: service.url, partner_id: expect.stringMatching(/^ptn_/) });
  // What is said may come in pieces; the last of it is how to go on.
  await until(() => service.stdout().includes('npm run example'));
  expect(service.stdout()).toContain(path);
  // What is shown to be typed can be typed, whatever the folder is called.
  const [, shown = ''] = /(DATA_DIR=.+) npm run example/.exec(service.stdout()) ?? [];
  const typed = await promisify(execFile)('sh', ['-c', `${shown} sh -c 'printf %s "$DATA_DIR"'`]);
  expect(typed.stdout).toBe(dataDir);
  expect(service.stdout() + service.stderr()).not.toContain(kept.partner_secret);
  secret = kept.partner_secret;
  const created = await call('POST', '/companies', { name: 'Northlake' }, secret);
  expect(created.status).toBe(201);
  company = created.body.id;
  token = created.body.data.token.access_token;
});

test('a start says at which address operators ask, since ADMIN_PORT=0 takes any', async () => {
  const [, address] = /for operators, .+ at (http:\S+)/.exec(service.stdout()) ?? [];
  const metrics = await fetch(`${address}/metrics`);
  expect([metrics.status, await metrics.text()]).toEqual([200, expect.stringContaining('event_log_position')]);
});

test('a second service on the same DATA_DIR is refused while the first runs', async () => {
  const second = runCommand(['serve'], { ...env, PORT: '0' });
  expect(await second.ended).toBe(1);
  expect(second.stderr()).toMatch(/^payroll: another service runs on this DATA_DIR \(process \d+\)[^\n]*\n$/);
  expect((await call('GET', '/employees')).status).toBe(200);
});

test('the command line attaches to the running database and leaves it running', async () => {
  const listed = runCommand(['projections', 'list', '--json'], env);
  expect(await listed.ended).toBe(0);
  const states = listed
    .stdout()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).state);
  expect(new Set(states)).toEqual(new Set(['live']));
  const history = runHere(['audit', 'stream', company], env);
  expect(await history.ended).toBe(0);
  expect(history.stdout()).toMatch(/#0 +CompanyCreated/);
  expect(isAlive(await databasePid(dataDir))).toBe(true);
  expect((await call('GET', '/employees')).status).toBe(200);
});

test('a wrong master key is named by the file that it was read from', async () => {
  const path = join(dataDir, 'master.key');
  const right = await readFile(path);
  await writeFile(path, `${Buffer.alloc(32, 9).toString('base64')}\n`);
  const command = runHere(['projections', 'list'], env);
  expect(await command.ended).toBe(1);
  await writeFile(path, right);
  expect(command.stderr()).toContain(`payroll: the master key ${path} is not the one that `);
  expect((await call('GET', '/employees')).status).toBe(200);
});

test('kill -9 loses nothing that was acknowledged, and the next start adopts the database', async () => {
  const writing = Array.from({ length: 200 }, async (_, i) => {
    const { status, body } = await call('POST', '/employees', { first_name: 'Ada', last_name: `Obi ${i}` });
    if (status === 201) acknowledged.push(body.id);
    if (acknowledged.length === 40) process.kill(service.child.pid!, 'SIGKILL');
  });
  await Promise.allSettled(writing);
  expect(await service.ended).toBe('SIGKILL');
  const before = await databasePid(dataDir);
  expect(isAlive(before)).toBe(true);
  await start();
  expect(await databasePid(dataDir)).toBe(before);
  expect(acknowledged.length).toBeGreaterThanOrEqual(40);
  for (const id of acknowledged) expect((await call('GET', `/employees/${id}`)).status).toBe(200);
});

test.each(process.env.FULL ? (['SIGINT', 'SIGTERM'] as const) : (['SIGINT'] as const))(
  '%s to the whole process group under load ends it cleanly',
  async (signal) => {
    const answers: number[] = [];
    let ending = false;
    const lanes = Array.from({ length: 16 }, async () => {
      for (;;) {
        try {
          const { status, body } = await call('POST', '/employees', { first_name: 'Ada', last_name: 'Roy' });
          answers.push(status);
          if (status === 201) acknowledged.push(body.id);
        } catch (error) {
          // Refused once the port is closed: before that every request is answered.
          if (ending) return;
          throw error;
        }
        if (answers.length === 60) {
          ending = true;
          process.kill(-service.child.pid!, signal);
        }
      }
    });
    await Promise.all(lanes);
    expect(await service.ended).toBe(0);
    expect(new Set(answers)).toEqual(new Set([201]));
    expect(service.stderr()).toBe('');
    await expect(databasePid(dataDir)).rejects.toThrow('ENOENT');
    await start();
    for (const id of acknowledged.slice(-100)) expect((await call('GET', `/employees/${id}`)).status).toBe(200);
  },
);

test('a second signal ends the service at once, and the next start adopts the database', async () => {
  // A request that never comes whole is waited for, up to ten seconds.
  const { hostname, port } = new URL(service.url);
  const slow = connect(Number(port), hostname, () =>
    slow.write('POST /employees HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{'),
  );
  slow.on('error', () => {});
  await once(slow, 'connect');
  await call('GET', '/employees');
  process.kill(service.child.pid!, 'SIGTERM');
  const isClosing = async (): Promise<boolean> =>
    fetch(service.url).then(
      () => false,
      () => true,
    );
  await until(isClosing);
  // Not the same signal twice, as a terminal and npm send it: that is one.
  const again = setInterval(() => isAlive(service.child.pid!) && process.kill(service.child.pid!, 'SIGTERM'), 100);
  expect(await beatsUntil(service.ended)).toBeLessThan(5_000);
  clearInterval(again);
  expect(await service.ended).toBe(1);
  expect(isAlive(await databasePid(dataDir))).toBe(true);
  slow.destroy();
  await start();
  expect((await call('GET', `/employees/${acknowledged[0]}`)).status).toBe(200);
});

test('an interrupted command stops the database that it started, also where its terminal is closed', async () => {
  process.kill(service.child.pid!, 'SIGTERM');
  expect(await service.ended).toBe(0);
  await expect(databasePid(dataDir)).rejects.toThrow('ENOENT');
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGHUP', 129],
  ] as const) {
    const command = runCommand(['projections', 'verify'], env);
    await until(() => databasePid(dataDir).then(isAlive, () => false));
    process.kill(-command.child.pid!, signal);
    expect(await command.ended).toBe(code);
    expect(withoutProgress(command.stderr())).toBe('');
    await expect(databasePid(dataDir)).rejects.toThrow('ENOENT');
  }
});

test('a command whose output is closed ends silently, and stops the database too', async () => {
  const command = runCommand(['projections', 'verify'], env);
  command.child.stdout!.destroy();
  expect(await command.ended).toBe(141);
  expect(withoutProgress(command.stderr())).toBe('');
  await expect(databasePid(dataDir)).rejects.toThrow('ENOENT');
});

test('a command whose log nobody reads, or whose output cannot be written, stops the database that it started', async () => {
  const fresh = await mkdtemp(join(tmpdir(), 'payroll-unread-'));
  const created = runCommand(['partner', 'create', '--name', 'Ada'], { DATA_DIR: fresh, LOG_LEVEL: 'info' });
  // The migrations are the first that the log tells.
  created.child.stderr!.destroy();
  expect(await created.ended).toBe(141);
  expect(created.stdout()).toBe(`DATA_DIR ${fresh} has no database: an empty ledger is begun there\n`);
  await expect(databasePid(fresh)).rejects.toThrow('ENOENT');
  await rm(fresh, { recursive: true, force: true });

  const full = await open('/dev/full', 'w');
  const listed = runCommand(['projections', 'list'], env, full.fd);
  expect(await listed.ended).toBe(1);
  const help = runCommand(['--help'], env, full.fd);
  expect(await help.ended).toBe(1);
  for (const { stderr } of [listed, help])
    expect(stderr()).toMatch(/^payroll: what it prints cannot be written: ENOSPC[^\n]*\n$/);
  await full.close();
  await expect(databasePid(dataDir)).rejects.toThrow('ENOENT');
});

const endsWithoutDatabase = async (): Promise<void> => {
  await start();
  await signalDatabase(dataDir, 'SIGSTOP');
  try {
    process.kill(service.child.pid!, 'SIGTERM');
    expect(await service.ended).toBe(1);
    expect(service.stderr()).toContain('did not end within 60 s');
  } finally {
    await signalDatabase(dataDir, 'SIGCONT');
  }
  await start();
  expect((await call('GET', `/employees/${acknowledged[0]}`)).status).toBe(200);
};
// It takes a minute.
if (process.env.FULL) test('a database that does not answer does not keep it from ending', endsWithoutDatabase);
