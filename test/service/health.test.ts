import { request as rawRequest } from 'node:http';
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '../../src/database/connect.ts';
import { EDITIONS } from '../../src/statutory/editions/index.ts';
import { manualClock } from '../../src/values/clock.ts';
import { requestTo, startTestService, type TestAnswer } from '../support/service.ts';

/** How the process is and how it fares: cheap to ask, and nothing about a tenant for strangers. */
const service = await startTestService();
afterAll(() => service.close());
const { request } = service;
/** An answer is shared for a second; a busy machine takes longer to make the next. */
const PATIENCE = { timeout: 30_000 };

/** The first answer that says something: on a busy machine another may come in between. */
const answerThat = async (url: string, path: string, says: string | RegExp): Promise<TestAnswer> => {
  const answers: TestAnswer[] = [];
  const ask = async () => {
    answers.push(await requestTo(url)('GET', path));
    return answers.at(-1)!.text;
  };
  await expect.poll(ask, PATIENCE).toMatch(says);
  return answers.at(-1)!;
};

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

test('no cache before the service keeps how it is', async () => {
  for (const path of ['/health/live', '/health/ready', '/metrics'])
    expect([path, (await request('GET', path)).headers.get('Cache-Control')]).toEqual([path, 'no-store']);
});

test('concurrent health requests share one answer: the stores are queried once', async () => {
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

test('the public answer has only counts; records, companies and errors are shown at ADMIN_PORT', async () => {
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
    const ready = await answerThat(url, '/health/ready', 'parked for');
    const metrics = await answerThat(url, '/metrics', /projection_parked\S* 1|nothing at this address/);
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

test('operators are told of a tax year without figures as soon as its payrolls are made, a month before it begins', async () => {
  const known = EDITIONS.list.at(-1)!.tax_year;
  const clock = manualClock(`${known}-12-01T04:59:00.000Z`);
  const december = await service.another({ clock });
  const ask = requestTo(december.url);
  const seen = async () => {
    const [ready, metrics] = [await ask('GET', '/health/ready'), await ask('GET', '/metrics')];
    return { ready: ready.body, missing: /^statutory_figures_missing (\d)$/m.exec(metrics.text)?.[1] };
  };
  await expect.poll(seen, PATIENCE).toEqual({ ready: { status: 'ready' }, missing: '0' });
  // Midnight in Toronto.
  clock.advance(60_000);
  await expect.poll(seen, PATIENCE).toEqual({
    ready: {
      status: 'degraded',
      degraded: [
        `there are no statutory figures for pay dates from ${known + 1} on, so payrolls of employees with such a pay date cannot be approved: start a version of the service that has them (docs/new-edition.md)`,
      ],
    },
    missing: '1',
  });
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
])('the disguised address %s is not found', async (target) => {
  expect(await statusOf(target)).toBe(404);
});

test('a disguised address with backslashes is refused', async () => {
  expect([400, 404]).toContain(await statusOf('/health\\..\\metrics'));
});

test('an address with a query or an origin is found', async () => {
  expect(await statusOf('/metrics?x=/../y')).toBe(200);
  expect(await statusOf(`${service.url}/health/ready`)).toBe(200);
});

test('that the state of read models and process managers cannot be read is told, and not taken for a good one', async () => {
  const admin = await service.another({ config: { adminPort: 0 } });
  const { models } = admin.foundation;
  models.status = async () => {
    throw Object.assign(new Error('permission denied for table projection_generations'), { code: '42501' });
  };
  const says = 'the state of read models and process managers cannot be read: see the log of the database';
  await expect
    .poll(async () => (await told(admin.url)).body, PATIENCE)
    .toEqual({ status: 'degraded', degraded: [says] });
  await expect
    .poll(async () => (await told(admin.adminUrl!)).body.details, PATIENCE)
    .toEqual([`${says} (permission denied for table projection_generations)`]);
});

/** Has the database refuse what is written to a table, as it does when its disk is full or it only reads. */
const refusing = async (table: string, code: string, work: () => Promise<void>, what = 'insert'): Promise<void> => {
  const { sql } = service.service.foundation;
  await sql.unsafe(`
    create or replace function refuse_for_test() returns trigger language plpgsql as $$ begin
      raise exception 'could not extend file "base/16384/2619": No space left on device' using errcode = '${code}';
    end $$;
    create trigger zz_refuse_for_test before ${what} on ${table} for each statement execute function refuse_for_test()`);
  try {
    await work();
  } finally {
    await sql.unsafe(`drop trigger zz_refuse_for_test on ${table}`);
  }
};

const told = (url: string) => requestTo(url)('GET', '/health/ready');

test.each([
  ['53100', 'the disk of the database is full: make room on it'],
  ['25006', 'the database only reads'],
  ['42501', 'the role of the service may not write'],
])(
  'that writes are refused (%s) is told with what to do, while reads go on, until one is written',
  async (code, says) => {
    const { request: ask } = await service.company();
    const made = await ask('POST', '/employees', { first_name: 'Ada', last_name: 'Obi' });
    await refusing('idempotency_keys', code, async () => {
      const refused = await ask(
        'POST',
        '/employees',
        { first_name: 'Eve', last_name: 'Roy' },
        { 'X-Idempotency-Key': code },
      );
      expect(refused.status).toBe(503);
      expect(refused.headers.get('Retry-After')).not.toBeNull();
      const ready = await answerThat(service.url, '/health/ready', says);
      // Who reads is answered: requests need not go elsewhere, where the same database refuses the same.
      expect([ready.status, ready.body.status]).toEqual([200, 'degraded']);
      expect(ready.text).not.toContain('base/16384');
      expect((await ask('GET', `/employees/${made.body.id}`)).status).toBe(200);
      await expect.poll(async () => (await request('GET', '/metrics')).text, PATIENCE).toMatch(/^writes_refused 1$/m);
    });
    const after = await ask(
      'POST',
      '/employees',
      { first_name: 'Eve', last_name: 'Roy' },
      { 'X-Idempotency-Key': code },
    );
    expect(after.status).toBe(201);
    expect((await ask('GET', '/employees')).body.meta.total).toBe(2);
    await expect.poll(async () => (await told(service.url)).text, PATIENCE).not.toContain('writes are refused');
  },
);

test('a full disk that nobody wrote to is told as such, and not as a lack of processes', async () => {
  const { models } = service.service.foundation;
  await refusing(
    'projection_generations',
    '53100',
    async () => {
      const unfed = async () => (await models.status()).every(({ fed }) => !fed);
      await expect.poll(unfed, PATIENCE).toBe(true);
      await answerThat(service.url, '/health/ready', 'the disk of the database is full');
      await expect.poll(async () => (await told(service.url)).text, PATIENCE).not.toContain('no process');
    },
    'update',
  );
  await expect.poll(async () => (await told(service.url)).text, PATIENCE).not.toContain('writes are refused');
});

test('a process without the role api also reports that its appends are refused', async () => {
  const worker = await service.another({ config: { roles: ['processes'], adminPort: 0 } });
  const { foundation } = worker;
  const { append } = foundation.store;
  // As the store hears it from its database, whichever process asks.
  const error = Object.assign(new Error('could not extend file "base/16384/2619"'), { code: '53100' });
  foundation.refusals.note(error);
  await expect.poll(async () => (await told(worker.adminUrl!)).text, PATIENCE).toContain('base/16384/2619');
  expect((await told(worker.url)).text).not.toContain('base/16384');
  const { id: company_id } = await service.company();
  const event = {
    id: crypto.randomUUID(),
    type: 'ProcessEventSkipped',
    data: { manager: 'usage', event_id: company_id, type: 'None', stream: 'none', revision: '0', reason: 'none' },
    metadata: {
      company_id,
      partner_id: service.service.firstPartner!.partner_id,
      actor: 'operator:cli',
      occurred_at: '2026-01-05T17:00:00.000000Z',
      schema_version: 1,
    },
  };
  await append(`process_manager-${company_id}`, [event], 'no_stream');
  await expect.poll(async () => (await told(worker.url)).text, PATIENCE).not.toContain('writes are refused');
});

test('with a read-only database the service is not ready until the database can be written to', async () => {
  const { address } = service.service.foundation;
  // One that began before is not concerned.
  const operator = openDatabase(address, { max: 1 });
  const turn = async (value: 'on' | 'off') => {
    await operator.unsafe(`do $$ begin
      execute format('alter database %I set default_transaction_read_only = ${value}', current_database()); end $$`);
    // Sessions go by what was set when they began.
    await operator`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`;
  };
  try {
    await turn('on');
    expect((await answerThat(service.url, '/health/ready', 'can be written to')).status).toBe(503);
    await turn('off');
    await expect.poll(async () => (await told(service.url)).status, PATIENCE).toBe(200);
  } finally {
    await operator.end({ timeout: 1 });
  }
});
