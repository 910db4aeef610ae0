import { request as rawRequest } from 'node:http';
import { afterAll, expect, test } from 'vitest';
import { requestTo, startTestService } from '../support/service.ts';

/** How the process is and how it fares: cheap to ask, and nothing about a tenant for strangers. */
const service = await startTestService();
afterAll(() => service.close());
const { request } = service;

/** The status that a target gets which no client of ours would send so. */
const statusOf = (target: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(service.url);
    rawRequest({ host: hostname, port, path: target }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode));
    })
      .on('error', reject)
      .end();
  });

test('who asks together is told together: the stores are asked once, not for each', async () => {
  const { store } = service.service.services;
  const { ping, head } = store;
  let pings = 0;
  let heads = 0;
  store.ping = () => {
    pings += 1;
    return ping.call(store);
  };
  store.head = () => {
    heads += 1;
    return head.call(store);
  };
  try {
    const began_ms = performance.now();
    const all = await Promise.all(
      Array.from({ length: 300 }, (_, i) => request('GET', i % 2 === 0 ? '/health/ready' : '/metrics')),
    );
    const seconds = 1 + Math.floor((performance.now() - began_ms) / 1_000);
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]));
    expect(pings).toBeLessThanOrEqual(seconds);
    expect(heads).toBeLessThanOrEqual(seconds);
  } finally {
    store.ping = ping;
    store.head = head;
  }
});

test('strangers are told counts; records, companies and errors are told at the port of operators', async () => {
  const admin = await service.another({ config: { adminPort: 0 } });
  const stopped = { stream: 'employee-emp_01K2', revision: 3n, error: 'Tremblay is too long', at: '' };
  const parked = [{ scope: 'cmp_01K3', stream: 'pay_stub-payst_01K4', revision: 0n, error: '1,234.56 is too much' }];
  const secret = /emp_01K2|cmp_01K3|payst_01K4|Tremblay|1,234/;
  for (const { models } of [service.service.foundation, admin.foundation]) {
    const { status } = models;
    models.status = async () => {
      const [first, second, ...rest] = await status();
      return [{ ...first!, stopped }, { ...second!, parked: parked as never }, ...rest];
    };
  }
  const seen = async (url: string) => {
    const ask = requestTo(url);
    await expect.poll(async () => (await ask('GET', '/health/ready')).text, { timeout: 5_000 }).toContain('parked for');
    await expect
      .poll(async () => (await ask('GET', '/metrics')).text, { timeout: 5_000 })
      .toMatch(/projection_parked\S* 1|nothing at this address/);
    const [ready, metrics] = [await ask('GET', '/health/ready'), await ask('GET', '/metrics')];
    return { ready, metrics };
  };

  const stranger = await seen(service.url);
  expect(stranger.ready.status).toBe(200);
  expect(stranger.ready.text).not.toMatch(secret);
  expect(stranger.metrics.text).not.toMatch(secret);
  expect(stranger.ready.body.degraded).toContainEqual(expect.stringContaining('parked for 1 company'));

  const operator = await seen(admin.adminUrl!);
  expect(operator.ready.body.details.join('\n')).toContain('cmp_01K3 at event 0 of pay_stub-payst_01K4');
  expect(operator.ready.body.details.join('\n')).toContain('event 3 of employee-emp_01K2: Tremblay is too long');
  expect(operator.metrics.status).toBe(200);
  expect(operator.metrics.text).not.toMatch(secret);

  // Beside it the public port tells no metrics, and no details either.
  const beside = await seen(admin.url);
  expect(beside.metrics.status).toBe(404);
  expect(beside.ready.text).not.toMatch(secret);
});

test.each([
  '/health/../metrics',
  '/health/%2e%2e/metrics',
  '/health/%2E./metrics',
  '/health/..%2fmetrics',
  '/./metrics',
  '/%6detrics',
  '//metrics',
  '/health/%72eady',
])('%s is not taken for another address', async (target) => {
  expect(await statusOf(target)).toBe(404);
});

test('nor is one with backslashes', async () => {
  expect([400, 404]).toContain(await statusOf('/health\\..\\metrics'));
});

test('an address with a query or an origin is what it says', async () => {
  expect(await statusOf('/metrics?x=/../y')).toBe(200);
  expect(await statusOf(`${service.url}/health/ready`)).toBe(200);
});
