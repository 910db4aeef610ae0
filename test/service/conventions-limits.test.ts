import { randomBytes } from 'node:crypto';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { makeAdmission } from '../../src/http/door/admission.ts';
import { PUBLIC_PER_WINDOW, UNKNOWN_PER_WINDOW } from '../../src/http/door/calls-by-address.ts';
import { credentialHash } from '../../src/platform/credentials.ts';
import { freshDatabase } from '../support/database.ts';
import { type CallOptions, noteOperations, startTestApp } from '../support/http.ts';

const database = await freshDatabase();
const limits = { requests: 20, reveal: 3 };
const one = await startTestApp(database, { limits });
const two = await startTestApp(database, { limits });
afterAll(async () => {
  await one.close();
  await two.close();
  await database.drop();
});
beforeEach(() => database.sql`truncate rate_windows`);

const company = () => `cmp_${randomBytes(6).toString('hex')}`;
/** Moves the start of all windows into the past, as time would. */
const pass = (seconds: number) =>
  database.sql`update rate_windows set opened_at = opened_at - ${seconds} * interval '1 second'`;

interface Timed {
  answer: Awaited<ReturnType<typeof one.call>>;
  /** Between which moments it was made. */
  from_ms: number;
  to_ms: number;
}
const timed = async (method: string, path: string, options?: CallOptions, http = one): Promise<Timed> => {
  const from_ms = performance.now();
  const answer = await http.call(method, path, options);
  return { answer, from_ms, to_ms: performance.now() };
};
/**
 * Holds what a refusal says is left of the window that another call opened against the time between them, long or
 * short.
 */
const expectLeft = (late: Timed, opening: Timed, passed_s = 0): void => {
  const left = (ms: number) => Math.ceil(60 - passed_s - ms / 1_000);
  const retryAfter = Number(late.answer.headers.get('Retry-After'));
  expect(retryAfter).toBeGreaterThanOrEqual(left(late.to_ms - opening.from_ms));
  expect(retryAfter).toBeLessThanOrEqual(left(late.from_ms - opening.to_ms));
};
const told = ({ headers }: { headers: Headers }) => [
  headers.get('X-RateLimit-Limit'),
  headers.get('X-RateLimit-Remaining'),
];

test('every answer shows the limit and the remaining requests, also when the request is refused', async () => {
  const token = await one.tokenOf(company());
  expect(told(await one.call('GET', '/notes', { token }))).toEqual(['20', '19']);
  expect(told(await one.call('POST', '/notes', { token, json: {} }))).toEqual(['20', '18']);
  expect(told(await one.call('POST', '/notes/n1/archive', { token }))).toEqual(['20', '17']);
  expect(told(await one.call('POST', '/bell', { token }))).toEqual(['20', '16']);
});

test('a call of an unknown address counts too, and its answer shows the limit', async () => {
  const token = await one.tokenOf(company());
  for (const [i, [method, path, status]] of [
    ['GET', '/nothing', 404],
    ['DELETE', '/notes', 405],
  ].entries()) {
    const answer = await one.call(method as string, path as string, { token });
    expect([answer.status, ...told(answer)]).toEqual([status, '20', String(19 - i)]);
  }
  for (let i = 0; i < 18; i++) await one.call('GET', '/notes', { token });
  expect((await one.call('GET', '/nothing', { token })).status).toBe(429);
});

test('an answer to an unknown caller shows the remaining tries of its address', async () => {
  const http = await startTestApp(database, { limits });
  const most = String(UNKNOWN_PER_WINDOW);
  expect(told(await http.call('GET', '/notes'))).toEqual([most, most]);
  expect(told(await http.call('GET', '/notes', { token: 'guess' }))).toEqual([most, String(UNKNOWN_PER_WINDOW - 1)]);
  expect(told(await http.call('GET', '/nothing'))).toEqual([most, String(UNKNOWN_PER_WINDOW - 1)]);
  await http.close();
});

test('a request over the limit is answered 429 with the time to retry, and is not processed', async () => {
  const token = await one.tokenOf(company());
  const first = await timed('GET', '/notes', { token });
  expect(first.answer.status).toBe(200);
  for (let i = 1; i < 20; i++) expect((await one.call('GET', '/notes', { token })).status).toBe(200);
  const asked_s = Date.now() / 1_000;
  const late = await timed('POST', '/notes', { token, json: { title: 'a' } });
  const answered_s = Date.now() / 1_000;
  const { answer } = late;
  expect(answer.status).toBe(429);
  expect(told(answer)).toEqual(['20', '0']);
  const retryAfter = Number(answer.headers.get('Retry-After'));
  expectLeft(late, first);
  const reset = Number(answer.headers.get('X-RateLimit-Reset'));
  expect(reset - retryAfter).toBeGreaterThanOrEqual(Math.floor(asked_s));
  expect(reset - retryAfter).toBeLessThanOrEqual(Math.ceil(answered_s));
  expect(answer.body).toEqual({
    message: `Too many requests: 20 are allowed in 60 seconds. Nothing was processed; try again in ${retryAfter} s.`,
  });
  const french = await one.call('GET', '/notes', { token, headers: { 'Accept-Language': 'fr' } });
  expect(french.body.message).toMatch(/^Trop de requêtes : 20 sont permises en 60 secondes/);
});

test('the window opens with the first request, and a new one after 60 seconds', async () => {
  const token = await one.tokenOf(company());
  const first = await timed('GET', '/notes', { token });
  for (let i = 1; i < 21; i++) await one.call('GET', '/notes', { token });
  await pass(30);
  const late = await timed('GET', '/notes', { token });
  expect(late.answer.status).toBe(429);
  expectLeft(late, first, 30);
  await pass(30);
  expect(told(await one.call('GET', '/notes', { token }))).toEqual(['20', '19']);
});

test('a window of before the clock was set back by an hour is over', async () => {
  const token = await one.tokenOf(company());
  for (let i = 0; i < 20; i++) await one.call('GET', '/notes', { token });
  await pass(-3_600);
  expect(told(await one.call('GET', '/notes', { token }))).toEqual(['20', '19']);
});

test('all tokens of a company count together, on all processes; companies and the partner count apart', async () => {
  const id = company();
  const [first, second, other] = [await one.tokenOf(id), await two.tokenOf(id), await one.tokenOf(company())];
  await one.call('GET', '/notes', { token: first });
  await two.call('GET', '/notes', { token: second });
  expect(told(await one.call('GET', '/notes', { token: second }))).toEqual(['20', '17']);
  expect(told(await one.call('GET', '/notes', { token: other }))).toEqual(['20', '19']);
  expect(told(await one.call('POST', '/bell', { token: one.partner.partner_secret }))).toEqual(['20', '19']);
});

test('tokens of the embedded component have a bucket of their own', async () => {
  const id = company();
  const [token, component] = [await one.tokenOf(id), await one.tokenOf(id, 'component')];
  await one.call('GET', '/notes', { token });
  expect(told(await one.call('GET', '/notes', { token: component }))).toEqual(['20', '19']);
  expect(told(await one.call('GET', '/notes', { token }))).toEqual(['20', '18']);
});

test('a reveal counts in both buckets, and the answer shows the bucket that is closer to its limit', async () => {
  const token = await one.tokenOf(company());
  expect(told(await one.call('GET', '/notes/n1/reveal', { token }))).toEqual(['3', '2']);
  expect(told(await one.call('GET', '/notes/n1', { token }))).toEqual(['20', '18']);
  await one.call('GET', '/notes/n1/reveal', { token });
  expect(told(await one.call('GET', '/notes/n1/reveal', { token }))).toEqual(['3', '0']);
  const refused = await one.call('GET', '/notes/n1/reveal', { token });
  expect(refused.status).toBe(429);
  expect(refused.body.message).toMatch(/^Too many requests: 3 are allowed/);
  // What was refused there is not counted here.
  expect(told(await one.call('GET', '/notes/n1', { token }))).toEqual(['20', '15']);
});

test('what reveals as a file alone counts as a reveal when the file is asked for, which a component may not', async () => {
  const { answers, ...note } = noteOperations.find(({ id }) => id === 'retrieve_note')!;
  const files = { ...answers[200]!, files: ['pdf' as const] };
  const http = await startTestApp(database, {
    limits,
    operations: [{ ...note, reveal: 'files', answers: { 200: files } }],
  });
  const id = company();
  const [token, component] = [await http.tokenOf(id), await http.tokenOf(id, 'component')];
  const get = (as: string, type: string) => http.call('GET', '/notes/n1', { token: as, headers: { Accept: type } });
  expect(told(await get(token, 'application/json'))).toEqual(['20', '19']);
  expect(told(await get(token, 'application/pdf'))).toEqual(['3', '2']);
  expect((await get(component, 'application/json')).status).toBe(200);
  const refused = await get(component, 'application/pdf');
  expect([refused.status, refused.body.message]).toEqual([403, expect.stringMatching(/^A token of purpose component/)]);
  // What nothing can be answered with is counted all the same, and nobody is told of it without a credential.
  const strange = await get(token, 'image/png');
  expect([strange.status, told(strange)]).toEqual([406, ['20', '17']]);
  expect((await http.call('GET', '/notes/n1', { headers: { Accept: 'image/png' } })).status).toBe(401);
  await http.close();
});

test('of a flood over two processes, several tokens and operations exactly the limit is let through', async () => {
  const id = company();
  const tokens = await Promise.all([1, 2, 3].map(() => one.tokenOf(id)));
  const other = await one.tokenOf(company());
  const answers = await Promise.all(
    Array.from({ length: 120 }, (_, i) => {
      const http = i % 2 ? one : two;
      if (i % 10 === 0) return http.call('GET', '/notes', { token: other });
      return http.call('GET', i % 7 === 0 ? '/notes/n1/reveal' : '/notes', { token: tokens[i % 3]! });
    }),
  );
  const passed = (from: number, step: number) =>
    answers.filter(({ status }, i) => (i % step === 0) === (from === 0) && status === 200).length;
  expect(passed(1, 10)).toBe(20);
  expect(passed(0, 10)).toBe(12);
  expect(answers.filter(({ status }, i) => i % 10 !== 0 && i % 7 === 0 && status === 200).length).toBeLessThanOrEqual(
    3,
  );
  const remaining = answers.flatMap(({ headers, status }, i) =>
    i % 10 !== 0 && status === 200 && headers.get('X-RateLimit-Limit') === '20'
      ? [headers.get('X-RateLimit-Remaining')]
      : [],
  );
  // Every one of them was told another remainder: none was counted twice.
  expect(new Set(remaining).size).toBe(remaining.length);
});

test('statements that count many credentials in different orders never deadlock', async () => {
  const tokens = await Promise.all(Array.from({ length: 60 }, () => one.tokenOf(company())));
  const hashes = tokens.map((token) => credentialHash(token).toString('hex'));
  const admits = [one, two].map(({ sql, clock }) => makeAdmission(sql, clock, { requests: 1_000, reveal: 1_000 }));
  const rounds = Array.from({ length: 20 }, (_, round) =>
    Promise.all(
      hashes.map((_hash, i) => admits[round % 2]!(hashes[(i * 7 + round * 13) % 60]!, (i + round) % 5 === 0)),
    ),
  );
  const admissions = (await Promise.all(rounds)).flat();
  expect(admissions.every((admission) => admission.known && admission.admitted)).toBe(true);
  const used = await database.sql<{ used: number }[]>`select used from rate_windows where bucket !~ ':reveal'`;
  expect(used.map((row) => row.used)).toEqual(Array.from({ length: 60 }, () => 20));
});

test('an address that tries unknown tokens gets a 429; valid tokens from the same address pass, also when they are new', async () => {
  const http = await startTestApp(database, { limits: { requests: 1_000, reveal: 25 } });
  const token = await http.tokenOf(company());
  const later = await http.tokenOf(company());
  expect((await http.call('GET', '/notes', { token })).status).toBe(200);
  const guessed = (token: string) => timed('GET', '/notes', { token }, http);
  const first = await guessed('guess-0');
  expect(first.answer.status).toBe(401);
  for (let i = 1; i < UNKNOWN_PER_WINDOW; i++) expect((await guessed(`guess-${i}`)).answer.status).toBe(401);
  const late = await guessed('guess');
  const refused = late.answer;
  expect(refused.status).toBe(429);
  expect(refused.body.message).toMatch(
    /^Too many calls from this address brought an unknown token\. Try again in \d+ s/,
  );
  expectLeft(late, first);
  expect(told(refused)).toEqual([String(UNKNOWN_PER_WINDOW), '0']);
  expect((await http.call('GET', '/notes', { token: later })).status).toBe(200);
  expect((await http.call('GET', '/notes', { token })).status).toBe(200);
  // A call without a token guesses nothing.
  expect((await http.call('GET', '/notes')).status).toBe(401);
  await http.close();
});

test('a public operation takes no credential, acts for the company of its state, and has a limit for each address', async () => {
  const http = await startTestApp(database, { limits: { requests: 1_000, reveal: 25 } });
  const token = await http.tokenOf(company());
  const open = (state: string) => http.call('GET', `/notes/opened?state=${state}`);
  const first = await timed('GET', '/notes/opened?state=good', undefined, http);
  const opened = first.answer;
  expect([opened.status, opened.body.tenant]).toEqual([200, { partner_id: 'ptn_link', company_id: 'cmp_link' }]);
  expect(told(opened)).toEqual([String(PUBLIC_PER_WINDOW), String(PUBLIC_PER_WINDOW - 1)]);
  expect(await open('guessed')).toMatchObject({ status: 400, body: { message: 'The link is not valid.' } });
  expect((await http.call('GET', '/notes/opened')).status).toBe(422);
  for (let i = 3; i < PUBLIC_PER_WINDOW; i++) expect((await open('guessed')).status).toBe(400);
  const now_s = () => Math.ceil(Date.now() / 1_000);
  const asked_s = now_s();
  const late = await timed('GET', '/notes/opened?state=good', undefined, http);
  const refused = late.answer;
  expect(refused.status).toBe(429);
  const [wait_s, reset_s] = ['Retry-After', 'X-RateLimit-Reset'].map((name) => Number(refused.headers.get(name)));
  expectLeft(late, first);
  expect(reset_s! - wait_s!).toBeGreaterThanOrEqual(asked_s);
  expect(reset_s! - wait_s!).toBeLessThanOrEqual(now_s());
  // Who has a credential calls the others as before.
  expect((await http.call('GET', '/notes', { token })).status).toBe(200);
  await http.close();
});
