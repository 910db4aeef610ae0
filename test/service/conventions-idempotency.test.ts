import { createHash, hash } from 'node:crypto';
import pino from 'pino';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { LeaseLost, StoreUnavailable } from '../../src/event-store/errors.ts';
import { problemResponses } from '../../src/http/openapi/conventions.ts';
import { MAX_KEY_LENGTH } from '../../src/http/requests/idempotency.ts';
import { forgetAnswers, makeIdempotencyKeys } from '../../src/http/requests/idempotency-keys.ts';
import { refusedByStore } from '../../src/kernel/changes/outcomes.ts';
import type { Call, Operation, Reply } from '../../src/kernel/definition/operation.ts';
import { NotReadable } from '../../src/kernel/definition/reader.ts';
import { makeKeyring } from '../../src/privacy/keyring.ts';
import { refused, unavailable } from '../../src/values/problem.ts';
import { freshDatabase } from '../support/database.ts';
import { type CallOptions, startTestApp } from '../support/http.ts';
import { until } from '../support/until.ts';

const database = await freshDatabase();
const { sql } = database;

/** What the operation does next; every run is recorded. */
const runs: Call[] = [];
const done = async (call: Call): Promise<Reply> => ({
  status: 201,
  body: { number: runs.length, seed: call.origin.seed, token: 'very-secret-token' },
  headers: { ETag: `"${runs.length}"` },
});
let work: (call: Call) => Promise<Reply> = done;
const operation: Operation = {
  id: 'do',
  method: 'POST',
  path: '/things/{thing}',
  auth: 'either',
  tag: 'thing',
  summary: 'Do',
  body: z.strictObject({ a: z.number().optional() }),
  answers: { 201: { description: 'Done' } },
  run: (call) => {
    runs.push(call);
    return work(call);
  },
};
const update: Operation = { ...operation, id: 'redo', method: 'PUT' };
const issue: Operation = {
  ...operation,
  id: 'issue',
  path: '/tokens',
  standsWhile: ({ access_token }) => String(access_token),
};
const operations = [operation, update, issue];
const LEASE_MS = 60_000;
const http = await startTestApp(database, { operations, idempotencyLease_ms: LEASE_MS });
const other = await startTestApp(database, { operations, idempotencyLease_ms: LEASE_MS });
const token = await http.tokenOf('cmp_A');
let key = '';
let keys = 0;

beforeEach(() => {
  runs.length = 0;
  work = done;
  key = `key-${keys++}`;
});
afterAll(async () => {
  await http.close();
  await other.close();
  await database.drop();
});
const send = (
  json: unknown = { a: 1 },
  options: CallOptions & { on?: typeof http; path?: string; method?: string } = {},
) =>
  (options.on ?? http).call(options.method ?? 'POST', options.path ?? '/things/t1', {
    token,
    json,
    ...options,
    headers: { 'X-Idempotency-Key': key, ...options.headers },
  });

describe('a repeated request', () => {
  test('with a key gets the first answer again, byte for byte, on any process, and changes nothing', async () => {
    const first = await send();
    http.clock.advance(60_000);
    for (const on of [http, other]) {
      const again = await send({ a: 1 }, { on });
      expect([again.status, again.text, again.headers.get('ETag')]).toEqual([201, first.text, '"1"']);
      expect(again.headers.get('X-Idempotency-Replayed')).toBe('true');
    }
    expect(first.headers.has('X-Idempotency-Replayed')).toBe(false);
    expect(runs).toHaveLength(1);
    expect(runs[0]!.origin).toMatchObject({ idempotency_key: hash('sha256', key), mayRepeat: false });
  });

  test('gets the token that it was given while that is good; then it is done again, and gets a new one', async () => {
    const { partner_id, partner_secret } = http.partner;
    work = async (call) => ({
      status: 201,
      body: { ...(await http.credentials.issueToken({ company_id: 'cmp_A', partner_id, purpose: 'access' })) },
      headers: { Seed: call.origin.seed },
    });
    const issued = () => send({}, { path: '/tokens', token: partner_secret });
    const first = await issued();
    http.clock.advance(59 * 60_000);
    expect((await issued()).text).toBe(first.text);
    http.clock.advance(60_000);
    const second = await issued();
    expect(second.body.access_token).not.toBe(first.body.access_token);
    expect(second.headers.has('X-Idempotency-Replayed')).toBe(false);
    expect((await issued()).text).toBe(second.text);
    http.clock.advance(-60 * 60_000);
    // It is the same request still: what it made before is found by its ids.
    expect(runs.map(({ origin: { seed, mayRepeat } }) => [seed, mayRepeat])).toEqual([
      [first.headers.get('Seed'), false],
      [first.headers.get('Seed'), true],
    ]);
  });

  test('without a key is done again, with new ids', async () => {
    const plain = () => http.call('POST', '/things/t1', { token, json: {} });
    expect((await plain()).body.seed).not.toBe((await plain()).body.seed);
    expect(runs).toHaveLength(2);
    expect(runs[0]!.origin.idempotency_key).toBeUndefined();
  });

  test('is a 409 while the first is still running', async () => {
    let finish = () => {};
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const began = new Promise<void>((begin) => {
      work = async (call) => {
        begin();
        await finished;
        return done(call);
      };
    });
    const first = send();
    await began;
    const second = await send({ a: 1 }, { on: other });
    expect(second.status).toBe(409);
    expect(second.headers.get('Retry-After')).toBe('1');
    expect(problemResponses().conflict).toHaveProperty(['headers', 'Retry-After']);
    expect(second.body.message).toMatch(/still running/);
    finish();
    expect((await first).status).toBe(201);
    expect((await send()).text).toBe((await first).text);
    expect(runs).toHaveLength(1);
  });

  test('sent ten times at once is done once; the others wait or get its answer', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => send({ a: 1 }, { on: i % 2 ? http : other })),
    );
    expect(runs).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 201).length).toBeGreaterThan(0);
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true);
  });
});

test('a key that is used again with another method, path, query or body is a 422 that says so', async () => {
  await send();
  const others = [
    await send({ a: 2 }),
    await send({ a: 1 }, { path: '/things/t2' }),
    await send({ a: 1 }, { method: 'PUT' }),
    await send({ a: 1 }, { headers: { 'Accept-Language': 'fr' }, path: '/things/t2' }),
  ];
  expect(others.map(({ status }) => status)).toEqual([422, 422, 422, 422]);
  expect(others[0]!.body.errors).toEqual({
    'X-Idempotency-Key': ['was used for a request with another method, path or body; use a new key'],
  });
  expect(others[3]!.body.errors['X-Idempotency-Key'][0]).toMatch(/^a servi pour une requête/);
  expect(runs).toHaveLength(1);
});

test('keys are separate for each company and partner', async () => {
  await send();
  const elsewhere = await send({ a: 2 }, { token: await http.tokenOf('cmp_B') });
  const partner = await send({ a: 3 }, { token: http.partner.partner_secret });
  const same = await send({ a: 1 }, { token: await http.tokenOf('cmp_A') });
  expect([elsewhere.body.number, partner.body.number, same.body.number]).toEqual([2, 3, 1]);
  // Of one request of two companies each gets its own answer again.
  key = `${key} again`;
  const tokens = [token, await http.tokenOf('cmp_B')];
  const firsts = [];
  for (const one of tokens) firsts.push((await send({ a: 1 }, { token: one })).body.number);
  for (const [at, one] of tokens.entries()) expect((await send({ a: 1 }, { token: one })).body.number).toBe(firsts[at]);
  expect(firsts).toEqual([4, 5]);
});

describe('a request that was not answered with 2xx', () => {
  test('4xx: changed nothing, so the key is free, also for a corrected body', async () => {
    work = async () => {
      throw refused({ en: 'Locked.', fr: 'Verrouillé.' });
    };
    expect((await send()).status).toBe(400);
    work = done;
    expect((await send({ a: 2 })).status).toBe(201);
    expect(runs.map(({ origin }) => origin.mayRepeat)).toEqual([false, false]);
    expect(runs[0]!.origin.seed).not.toBe(runs[1]!.origin.seed);
  });

  test('4xx that the operation answers itself, with a file that says what is wrong: the key is free as well', async () => {
    work = async () => ({ status: 422, body: { wrong: true } });
    expect((await send()).body).toEqual({ wrong: true });
    work = done;
    expect((await send({ a: 2 })).status).toBe(201);
    expect(runs.map(({ origin }) => origin.mayRepeat)).toEqual([false, false]);
  });

  test('4xx from a schema or a limit: the key was not used', async () => {
    expect((await send({ b: 1 })).status).toBe(422);
    const limited = await startTestApp(database, { operations, limits: { requests: 1, reveal: 1 } });
    const scarce = await limited.tokenOf('cmp_scarce');
    await limited.call('POST', '/things/t1', { token: scarce, json: {} });
    expect((await send({ a: 1 }, { on: limited, token: scarce })).status).toBe(429);
    await limited.close();
    const rows = await sql`select 1 from idempotency_keys where scope = 'company:cmp_scarce'`;
    expect(rows).toHaveLength(0);
    expect((await send({ a: 5 })).status).toBe(201);
  });

  test.each([
    ['500', new Error('broken'), 500],
    ['503, perhaps written', new StoreUnavailable('away', 'unknown'), 503],
    ['503, read models being built', new NotReadable('not yet'), 503],
    ['503, said by the operation', unavailable({ en: 'At work.', fr: 'En cours.' }, 1), 503],
  ])(
    '%s: the repeat goes on at once with the same seed and time, and only this request may',
    async (_, error, status) => {
      work = async () => {
        throw error;
      };
      expect((await send()).status).toBe(status);
      work = done;
      http.clock.advance(5_000);
      expect((await send({ a: 2 })).status).toBe(422);
      expect((await send()).status).toBe(201);
      const [first, second] = runs.map(({ origin }) => origin);
      expect(second).toMatchObject({ seed: first!.seed, occurred_at: first!.occurred_at, mayRepeat: true });
      expect((await send()).headers.get('X-Idempotency-Replayed')).toBe('true');
    },
  );

  test('that fails is answered with what the caller can do; details are only in the log', async () => {
    work = async () => {
      throw new Error('SELECT secret');
    };
    const failed = await send();
    expect(failed.body).toEqual({
      message: 'Something went wrong on our side. The request id in X-Request-Id helps to find out what.',
    });
    expect(http.lines.findLast(({ msg }) => msg === 'a request failed')).toMatchObject({
      request_id: failed.headers.get('X-Request-Id'),
      error: { name: 'Error', message: 'SELECT secret' },
    });
    work = async () => {
      throw new StoreUnavailable('away', 'not_written', { retryAfter_s: 7 });
    };
    const away = await send({ a: 1 }, { headers: { 'X-Idempotency-Key': `${key}-b` } });
    expect([away.status, away.headers.get('Retry-After')]).toEqual([503, '7']);
    expect(away.body.message).toMatch(/Nothing was changed/);
  });

  test.each([
    ['a read', new StoreUnavailable('away', 'not_written', { retryAfter_s: 7 })],
    ['an append', refusedByStore(new StoreUnavailable('away', 'not_written', { retryAfter_s: 7 }))],
  ])(
    'and may have been done: its repeat, for which %s has no answer, does not say that it was not',
    async (_, away) => {
      work = async () => {
        throw new StoreUnavailable('no answer', 'unknown');
      };
      expect((await send()).body.message).toMatch(/not known whether the change was made/);
      work = async () => {
        throw away;
      };
      const { status, headers, body } = await send();
      expect([status, headers.get('Retry-After')]).toEqual([503, '7']);
      expect(body.message).toMatch(
        /not known whether the change was made: repeat the request with the same X-Idempotency-/,
      );
    },
  );

  test('and may have been done: its repeat, which reads what is being built, does not say that it was not', async () => {
    work = async () => {
      throw new StoreUnavailable('no answer', 'unknown');
    };
    expect((await send()).status).toBe(503);
    work = async () => {
      throw new NotReadable();
    };
    const { status, headers, body } = await send();
    expect([status, headers.get('Retry-After')]).toEqual([503, '5']);
    expect(body.message).toMatch(
      /being built.* not known whether the change was made: repeat the request with the same X-Idempotency-Key/,
    );
  });

  test('and was taken over is told so in its repeat too', async () => {
    work = async () => {
      throw refusedByStore(new LeaseLost('thing-1'));
    };
    const texts = [await send(), await send()].map(({ body }) => body.message);
    expect(texts).toEqual([0, 1].map(() => expect.stringMatching(/a repeat of the request has taken it over/)));
  });
});

describe('a request whose process was killed', () => {
  const hashOf = (text: string) => createHash('sha256').update(text).digest();
  const request = (name: string) => ({
    scope: 'company:cmp_K',
    keyHash: hashOf(name),
    requestHash: hashOf('request'),
    seed: `seed of ${name}`,
    occurred_at: '2026-03-01T00:00:00.000000Z',
  });
  const keysOf = (lease_ms: number, keyring = makeKeyring(Buffer.alloc(32, 7))) =>
    makeIdempotencyKeys(sql, keyring, pino({ level: 'silent' }), { lease_ms });
  /** Renewed three times in that: a machine that stands still for less ends no lease. */
  const LEASE_ms = 3_000;

  test('blocks its key until its lease ends; then the repeat has the same seed and time', async () => {
    const dead = keysOf(60_000);
    const next = keysOf(60_000);
    expect((await dead.reserve(request('killed'))).outcome).toBe('yours');
    await dead.stop();
    expect((await next.reserve(request('killed'))).outcome).toBe('running');
    const again = { ...request('killed'), seed: 'another', occurred_at: '2026-03-02T00:00:00.000000Z' };
    expect((await next.reserve({ ...again, requestHash: hashOf('changed') })).outcome).toBe('other request');
    // As time would.
    await sql`update idempotency_keys set leased_until = clock_timestamp() where key_hash = ${hashOf('killed')}`;
    expect(await next.reserve(again)).toMatchObject({
      outcome: 'yours',
      held: { seed: 'seed of killed', occurred_at: '2026-03-01T00:00:00.000000Z', again: true },
    });
    next.stop();
  });

  test('keeps its key while MASTER_KEY is replaced, and when the one before is gone', async () => {
    const [first, second] = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)];
    const before = keysOf(60_000, makeKeyring(first));
    const reserved = await before.reserve(request('rolled'));
    if (reserved.outcome !== 'yours') throw new Error('not reserved');
    await reserved.held.broken();
    const changed = { ...request('rolled'), requestHash: hashOf('changed') };
    const between = keysOf(60_000, makeKeyring(second, first));
    expect((await between.reserve(changed)).outcome).toBe('other request');
    const again = await between.reserve({ ...request('rolled'), seed: 'another' });
    expect(again).toMatchObject({ outcome: 'yours', held: { seed: 'seed of rolled', again: true } });
    if (again.outcome === 'yours') await again.held.broken();
    // Of a request that was noted under a key that is lost nobody can say whether it is another one: it goes on.
    const after = keysOf(60_000, makeKeyring(Buffer.alloc(32, 9)));
    expect(await after.reserve({ ...request('rolled'), seed: 'a third' })).toMatchObject({
      outcome: 'yours',
      held: { seed: 'seed of rolled', again: true },
    });
    expect((await after.reserve(changed)).outcome).toBe('other request');
    await Promise.all([before, between, after].map((one) => one.stop()));
  });

  test('keeps its key for no longer when the clock was set back meanwhile', async () => {
    const dead = keysOf(300);
    const next = keysOf(60_000);
    expect((await dead.reserve(request('set back'))).outcome).toBe('yours');
    await dead.stop();
    await sql`
      update idempotency_keys set leased_until = leased_until + interval '1 hour'
      where key_hash = ${hashOf('set back')}`;
    expect((await next.reserve(request('set back'))).outcome).toBe('yours');
    await next.stop();
  });

  test('does not lose its key while its process lives: the lease is renewed', async () => {
    const slow = keysOf(LEASE_ms);
    const reserved = await slow.reserve(request('slow'));
    const [before] = await sql`select leased_until from idempotency_keys where key_hash = ${hashOf('slow')}`;
    // It reaches further than that of the request alone would.
    await until(
      async () =>
        (
          await sql`
            select 1 from idempotency_keys
            where key_hash = ${hashOf('slow')} and leased_until > ${before!.leased_until}::timestamptz`
        ).length > 0,
    );
    // As long as that lease holds, and a machine that stands still ends it only for this test.
    await slow.stop();
    await sql`
      update idempotency_keys set leased_until = clock_timestamp() + interval '30 s'
      where key_hash = ${hashOf('slow')} and leased_until > '-infinity'`;
    const next = keysOf(60_000);
    expect((await next.reserve(request('slow'))).outcome).toBe('running');
    if (reserved.outcome === 'yours') await reserved.held.answered({ status: 204, headers: {}, text: null });
    expect(await next.reserve(request('slow'))).toEqual({
      outcome: 'answered',
      answer: { status: 204, headers: {}, text: null },
    });
    await next.stop();
  });

  test('and that resumes cannot overwrite the answer of the next try', async () => {
    const one = keysOf(1);
    const two = keysOf(60_000);
    const first = await one.reserve(request('zombie'));
    one.stop();
    let second = await two.reserve(request('zombie'));
    await until(async () => {
      if (second.outcome !== 'yours') second = await two.reserve(request('zombie'));
      return second.outcome === 'yours';
    });
    if (first.outcome !== 'yours' || second.outcome !== 'yours') throw new Error('not reserved');
    await second.held.answered({ status: 201, headers: {}, text: '"second"' });
    await first.held.answered({ status: 201, headers: {}, text: '"first"' });
    await first.held.refused();
    expect(await two.reserve(request('zombie'))).toMatchObject({ outcome: 'answered', answer: { text: '"second"' } });
    two.stop();
  });

  test('builds answers again that were blanked, or encrypted under a lost MASTER_KEY', async () => {
    const now = keysOf(60_000);
    const reserved = await now.reserve(request('blank'));
    if (reserved.outcome === 'yours') await reserved.held.answered({ status: 200, headers: {}, text: '1' });
    await forgetAnswers(sql, 'company:cmp_K');
    const again = await now.reserve({ ...request('blank'), seed: 'another' });
    expect(again).toMatchObject({ outcome: 'yours', held: { seed: 'seed of blank' } });
    if (again.outcome === 'yours') await again.held.answered({ status: 200, headers: {}, text: '2' });
    const stranger = makeIdempotencyKeys(sql, makeKeyring(Buffer.alloc(32, 8)), pino({ level: 'silent' }));
    expect(await stranger.reserve(request('blank'))).toMatchObject({
      outcome: 'yours',
      held: { seed: 'seed of blank' },
    });
    now.stop();
    stranger.stop();
  });
});

test('many requests at once whose keys cannot be given back cause no warning of the runtime', async () => {
  const warnings: Error[] = [];
  const note = (warning: Error) => void warnings.push(warning);
  process.on('warning', note);
  const gone = await freshDatabase();
  const cutOff = makeIdempotencyKeys(gone.sql, makeKeyring(Buffer.alloc(32, 7)), pino({ level: 'silent' }));
  await gone.drop();
  const digest = (n: number) => createHash('sha256').update(String(n)).digest();
  const tries = Array.from({ length: 30 }, (_, n) =>
    cutOff.reserve({
      scope: 'company:cmp_G',
      keyHash: digest(n),
      requestHash: digest(n),
      seed: String(n),
      occurred_at: '2026-03-01T00:00:00.000000Z',
    }),
  );
  const ended = await Promise.allSettled(tries);
  // Warnings come in the next turn of the loop.
  await new Promise((resolve) => setImmediate(resolve));
  await cutOff.stop();
  process.off('warning', note);
  expect(ended.filter(({ status }) => status === 'rejected')).toHaveLength(30);
  expect(warnings).toEqual([]);
});

test('after 24 hours a key can be used for another request', async () => {
  const first = await send();
  await sql`update idempotency_keys set expires_at = now() where scope = 'company:cmp_A'`;
  const second = await send({ a: 2 });
  expect(second.status).toBe(201);
  expect(second.body.seed).not.toBe(first.body.seed);
  expect(runs[1]!.origin.mayRepeat).toBe(false);
});

test('what is kept of a request does not tell, without MASTER_KEY, what was sent', async () => {
  await send({ a: 46_454_286 });
  const [row] = await sql`select request_hash from idempotency_keys where key_hash = ${hash('sha256', key, 'buffer')}`;
  // A social insurance number is one of few enough to try all of them.
  expect(row!.request_hash).not.toEqual(hash('sha256', 'POST /things/t1\n{"a":46454286}', 'buffer'));
});

test('stored answers are encrypted', async () => {
  expect((await send()).text).toContain('very-secret-token');
  const rows = await sql<{ answer: Buffer }[]>`select answer from idempotency_keys where answer is not null`;
  expect(rows.length).toBeGreaterThan(0);
  for (const { answer } of rows) expect(answer.toString('latin1')).not.toContain('very-secret-token');
});

test('a key of 1 to 255 characters of any kind is accepted, a longer or empty one is refused', async () => {
  const bad = await send({ a: 1 }, { headers: { 'X-Idempotency-Key': 'x'.repeat(MAX_KEY_LENGTH + 1) } });
  expect(bad.body.errors).toEqual({ 'X-Idempotency-Key': ['must have 1 to 255 characters'] });
  expect((await send({ a: 1 }, { headers: { 'X-Idempotency-Key': '' } })).status).toBe(422);
  expect((await send({ a: 1 }, { headers: { 'X-Idempotency-Key': `"{} é ${key}"` } })).status).toBe(201);
});
