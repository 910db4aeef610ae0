import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ChildService, serveChild } from '../support/child-service.ts';
import { servedDatabase, type TestDatabase } from '../support/database.ts';
import { requestTo, TEST_MASTER_KEY } from '../support/service.ts';

/** A process behind a proxy is told to end: nobody's request meets a port that is closed. */
let database: TestDatabase;
beforeAll(async () => {
  database = await servedDatabase();
});
afterAll(() => database.drop());

const PARTNER_SECRET = 'a-secret-for-tests-only';

const serve = (env: Record<string, string>): Promise<ChildService> =>
  serveChild({
    DATABASE_URL: database.url,
    MASTER_KEY: TEST_MASTER_KEY.toString('base64'),
    PARTNER_SECRET,
    RATE_LIMIT_REQUESTS: '1000000',
    PAYMENT_RAIL: 'simulated',
    ...env,
  });

test('a proxy that asks for readiness before it passes requests on loses none when the process is told to end', async () => {
  // However late the proxy looks, it still answers then.
  const service = await serve({ STOP_DELAY_SECONDS: '300' });
  const ask = requestTo(service.url);
  expect((await ask('GET', '/companies', undefined, PARTNER_SECRET)).headers.get('Connection')).toBe('keep-alive');
  const answers: number[] = [];
  let isReady = true;
  let isTold = false;
  // As proxies do, it looks now and then; what it passes on meanwhile goes by what it saw last.
  const looks = async (): Promise<void> => {
    while (isReady) {
      isReady = (await ask('GET', '/health/ready')).status === 200;
      if (answers.length > 40 && !isTold) isTold = process.kill(service.child.pid!, 'SIGTERM');
      await pause(100);
    }
  };
  const passes = async (): Promise<void> => {
    while (isReady) answers.push((await ask('GET', '/companies', undefined, PARTNER_SECRET)).status);
  };
  await Promise.all([looks(), ...Array.from({ length: 4 }, passes)]);
  expect(new Set(answers)).toEqual(new Set([200]));

  // It says so, and still answers; each connection ends with its answer.
  expect((await ask('GET', '/health/ready')).body.waiting_for).toEqual(['the end: it is stopping']);
  const answer = await ask('POST', '/companies', { name: 'Northlake' }, PARTNER_SECRET);
  expect([answer.status, answer.headers.get('Connection')]).toEqual([201, 'close']);
  const metrics = (await ask('GET', '/metrics')).text;
  expect(metrics).toMatch(/^http_requests_total\{method="GET",route="\/health\/ready",status="503"\} \d+$/m);
  expect(metrics).not.toContain('route="other"');
  // Who does not want to wait for it says so once more.
  const again = setInterval(() => service.child.kill(), 100);
  expect(await service.ended).toBe(1);
  clearInterval(again);
  // What it said of its health is no fault.
  const faults = service.stderr().split('\n');
  expect(faults.filter((line) => line !== '' && !line.includes('second stop signal'))).toEqual([]);
});

test('told to end it ends by itself once its proxy has had its time', async () => {
  const service = await serve({ STOP_DELAY_SECONDS: '1' });
  process.kill(service.child.pid!, 'SIGTERM');
  expect(await service.ended).toBe(0);
  expect(service.stderr()).toBe('');
});

test('Ctrl-C waits for no proxy', async () => {
  const service = await serve({ STOP_DELAY_SECONDS: '300' });
  process.kill(service.child.pid!, 'SIGINT');
  expect(await service.ended).toBe(0);
});
