import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { generateTypes, SCHEMA } from '../../client/generate.ts';
import { companyToken, every, given, PayrollProblem, payrollClient, type Schemas } from '../../client/index.ts';
import { startTestService } from '../support/service.ts';
import { until } from '../support/until.ts';

/** The client does what its types say, against the service that they were made from. */
const service = await startTestService();
afterAll(() => service.close());
const { url, partnerSecret } = service;

const ofCompany = async () => {
  const partner = payrollClient({ url, credential: partnerSecret });
  const made = await given(partner.POST('/companies', { body: { name: 'Northlake' } }));
  const { access_token } = made.data.token as { access_token: string };
  return { id: made.id, credential: access_token, api: payrollClient({ url, credential: access_token }) };
};

test('the types equal those generated from the reference: when this fails, run "npm run client"', async () => {
  const [kept, made] = [await readFile(SCHEMA, 'utf8'), await generateTypes()];
  expect(kept.length).toBeGreaterThan(100_000);
  // Not compared by the matcher, whose difference of a megabyte nobody reads.
  expect(kept === made).toBe(true);
});

test('what is packed is JavaScript with types, which runs where it is installed', async () => {
  const root = new URL('../../', import.meta.url).pathname;
  await mkdir(`${root}.cache`, { recursive: true });
  const dist = await mkdtemp(`${root}.cache/client-`);
  try {
    await promisify(execFile)(`${root}node_modules/.bin/tsc`, ['-p', `${root}client/tsconfig.json`, '--outDir', dist]);
    const { exports, files } = JSON.parse(await readFile(`${root}client/package.json`, 'utf8'));
    expect(files).toEqual(['dist']);
    const [types, code] = [exports['.'].types, exports['.'].default].map((file) => file.replace('./dist', dist));
    expect(await readFile(types, 'utf8')).toContain('export declare const payrollClient');
    const packed = await import(/* @vite-ignore */ code);
    const partner = packed.payrollClient({ url, credential: partnerSecret });
    expect(await packed.given(partner.POST('/companies', { body: { name: 'Packed' } }))).toMatchObject({
      data: { name: 'Packed' },
    });
  } finally {
    await rm(dist, { recursive: true });
  }
});

test('the types ask for all that a record always needs, also where some of it depends on another member', async () => {
  const { api } = await ofCompany();
  const shown = { work_assignment_id: `wrk_${'0'.repeat(26)}`, effective_from: '2026-01-01' };
  const allowance = { ...shown, allowance_type: 'cell_phone_allowance', amount: '40.00' } as const;
  const refused = expect.objectContaining({ status: 422 });
  const bodies: Schemas['allowance_create'][] = [
    // @ts-expect-error it needs all members of an allowance
    {},
    // @ts-expect-error it needs an amount
    { ...shown, allowance_type: 'cell_phone_allowance', frequency: 'per_payroll' },
    { ...allowance, frequency: 'per_month', pay_period_cadence: [1, -1] },
    // @ts-expect-error payrolls of the month are numbers
    { ...allowance, frequency: 'per_month', pay_period_cadence: ['first'] },
  ];
  for (const body of bodies) await expect(given(api.POST('/allowances', { body }))).rejects.toEqual(refused);
  // @ts-expect-error a bank account needs numbers
  await expect(given(api.POST('/bank_accounts', { body: { employee_id: 'emp_1' } }))).rejects.toEqual(refused);
});

test('a record that can also be a file is typed as the record', async () => {
  const { api } = await ofCompany();
  const made = await given(api.POST('/reports/year-to-date', { body: {} }));
  const read = await given(api.GET('/reports/{report}', { params: { path: { report: made.id } } }));
  expect(['processing', 'completed']).toContain(read.data.status);
});

test('a record is created, changed and found, and labels come in the requested language', async () => {
  const { api, credential } = await ofCompany();
  const person: Schemas['employee'] = await given(
    api.POST('/employees', { body: { first_name: 'Zoë', last_name: 'Tremblay', preferred_locale: 'fr' } }),
  );
  expect(person.data.first_name).toBe('Zoë');
  const params = { path: { employee: person.id } };
  const changed = await given(api.PUT('/employees/{employee}', { params, body: { last_name: 'Roy' } }));
  expect(changed.data.last_name).toBe('Roy');
  const found = await given(api.GET('/employees', { params: { query: { search_names: 'zoe', per_page: 1 } } }));
  expect([found.meta.total, found.data[0]?.id]).toEqual([1, person.id]);
  const french = payrollClient({ url, credential, language: 'fr' });
  const types = await given(
    french.GET('/earning_types/{earning_type}', { params: { path: { earning_type: 'wage' } } }),
  );
  expect(types.data.label).toBe('Salaire horaire');
  // @ts-expect-error there is no such member
  await expect(given(api.POST('/employees', { body: { first_name: 'A', surname: 'B' } }))).rejects.toThrow(
    PayrollProblem,
  );
});

test('a refused request throws an error with its status, message and members', async () => {
  const { api } = await ofCompany();
  const refused = given(api.POST('/employees', { body: { first_name: 'Bo', last_name: 'Li', sin: '046454287' } }));
  await expect(refused).rejects.toMatchObject({
    name: 'PayrollProblem',
    status: 422,
    errors: { sin: [expect.stringContaining('social insurance number')] },
    request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
});

test('the content of a report is waited for, and one that is not made in time is no content', async () => {
  const { credential } = await ofCompany();
  const waits = Array.from({ length: 4 }, () => new Response(null, { status: 202, headers: { 'Retry-After': '0' } }));
  const slow = async (request: Request): Promise<Response> =>
    (request.url.endsWith('/download') ? waits.shift() : undefined) ?? fetch(request);
  const api = payrollClient({ url, credential, fetch: slow });
  const { id } = await given(api.POST('/reports/year-to-date', { body: { format: 'xlsx' } }));
  const content = () =>
    given(api.GET('/reports/{report}/download', { params: { path: { report: id } }, parseAs: 'arrayBuffer' }));
  await expect(content()).rejects.toMatchObject({ name: 'PayrollProblem', status: 202 });
  await until(async () => {
    const { data } = await given(api.GET('/reports/{report}', { params: { path: { report: id } } }));
    return data.status === 'completed';
  });
  expect(waits.length).toBe(1);
  expect(new TextDecoder().decode((await content()).slice(0, 2))).toBe('PK');
});

test('a file is sent as a text', async () => {
  const { api } = await ofCompany();
  const params = { path: { payroll: `prl_${'0'.repeat(26)}` } };
  const body = 'work_assignment_id,type,hours\n';
  // It was read as a file: of another type it would be a 415.
  const notFound = { status: 404 };
  await expect(given(api.POST('/payrolls/{payroll}/hours', { params, body }))).rejects.toMatchObject(notFound);
  await expect(given(api.POST('/payrolls/{payroll}/pay_stubs/import', { params, body }))).rejects.toMatchObject(
    notFound,
  );
});

test('a list is read to its end, and the query can have lists and dates', async () => {
  const { api } = await ofCompany();
  const names = ['Ada', 'Bo', 'Cy', 'Di', 'Ed'];
  for (const first_name of names) await given(api.POST('/employees', { body: { first_name, last_name: 'Roy' } }));
  const seen: string[] = [];
  const query = { per_page: 2, archived_at: undefined, expand: ['company'] };
  for await (const { data } of every((page) => api.GET('/employees', { params: { query: { ...query, page } } }))) {
    seen.push(data.first_name);
    expect(data.company).toMatchObject({ data: { name: 'Northlake' } });
  }
  expect(seen.sort()).toEqual(names);
  const behind: string[] = [];
  for await (const { id, data } of every((_, after) =>
    api.GET('/employees', { params: { query: { per_page: 2, after } } }),
  )) {
    behind.push(data.first_name);
    // Whoever leaves the list moves the others to pages that were read.
    const path = { employee: id };
    await given(api.PUT('/employees/{employee}', { params: { path }, body: { archived_at: '2020-01-01' } }));
  }
  expect(behind.sort()).toEqual(names);
  const archived = { archived_at: { gte: '2026-01-01', lt: '2027-01-01' } };
  const none = await given(api.GET('/employees', { params: { query: archived } }));
  expect(none.meta.total).toBe(0);
});

test('a change whose answer was lost is retried, and done once', async () => {
  const { credential } = await ofCompany();
  const sent: string[] = [];
  const lossy = async (request: Request): Promise<Response> => {
    sent.push(request.headers.get('X-Idempotency-Key') ?? '');
    const response = await fetch(request);
    if (sent.length === 1) throw new TypeError('the connection was lost');
    return response;
  };
  const api = payrollClient({ url, credential, fetch: lossy });
  const person = await given(api.POST('/employees', { body: { first_name: 'Once', last_name: 'Only' } }));
  expect([sent.length, sent[0]]).toEqual([2, sent[1]]);
  const all = await given(api.GET('/employees'));
  expect(all.data.map(({ id }) => id)).toEqual([person.id]);
});

test('a client of a company has another token issued when its own has ended, once for all calls that were refused', async () => {
  const { id } = await ofCompany();
  let issued = 0;
  const counting = async (request: Request): Promise<Response> => {
    if (request.url.endsWith('/token')) issued++;
    return fetch(request);
  };
  const partner = payrollClient({ url, credential: partnerSecret, fetch: counting });
  const HOUR_ms = 3_600_000;
  const lost: string[] = [];
  const lossy = async (request: Request): Promise<Response> => {
    const response = await fetch(request);
    if (request.method !== 'POST' || lost.length > 0) return response;
    lost.push(request.url);
    // The repeat comes when the token has ended.
    service.clock.advance(1.1 * HOUR_ms);
    throw new TypeError('the connection was lost');
  };
  const api = payrollClient({ url, credential: companyToken(partner, id), fetch: lossy });
  expect((await given(api.GET('/employees'))).data).toEqual([]);
  const person = await given(api.POST('/employees', { body: { first_name: 'Once', last_name: 'Only' } }));
  expect([lost.length, issued]).toEqual([1, 2]);
  service.clock.advance(1.1 * HOUR_ms);
  const lists = await Promise.all([1, 2, 3].map(() => given(api.GET('/employees'))));
  for (const { data } of lists) expect(data.map((one) => one.id)).toEqual([person.id]);
  expect(issued).toBe(3);
  // Where none is issued the caller is told, and a later call asks again.
  const nobody = companyToken(partner, `cmp_${'0'.repeat(26)}`);
  const refused = payrollClient({ url, credential: nobody });
  for (const _ of [1, 2]) await expect(given(refused.GET('/employees'))).rejects.toBeInstanceOf(PayrollProblem);
  expect(issued).toBe(5);
});

test('an answer that breaks off on its way was lost too', async () => {
  const { credential } = await ofCompany();
  const keys: (string | null)[] = [];
  const brokenOff = async (request: Request): Promise<Response> => {
    keys.push(request.headers.get('X-Idempotency-Key'));
    const response = await fetch(request);
    if (keys.length % 2 === 0) return response;
    const { status, headers } = response;
    await response.body?.cancel();
    const half = async function* () {
      yield new TextEncoder().encode('{"id":');
      throw new TypeError('terminated');
    };
    return new Response(ReadableStream.from(half()), {
      status,
      headers: { 'Content-Type': headers.get('Content-Type')! },
    });
  };
  const api = payrollClient({ url, credential, fetch: brokenOff });
  const person = await given(api.POST('/employees', { body: { first_name: 'Once', last_name: 'Only' } }));
  expect(keys).toEqual([expect.any(String), keys[0]]);
  const all = await given(api.GET('/employees'));
  expect(all.data.map(({ id }) => id)).toEqual([person.id]);
});

test('what a repeat gets an answer to is repeated: a first try that still runs, and a proxy without the service', async () => {
  const { credential } = await ofCompany();
  const answers = [
    new Response('{"message":"still running"}', { status: 409, headers: { 'Retry-After': '0' } }),
    new Response('<html>Bad gateway</html>', { status: 502, headers: { 'Retry-After': '0' } }),
  ];
  const api = payrollClient({ url, credential, fetch: async (request) => answers.shift() ?? fetch(request) });
  const person = await given(api.POST('/employees', { body: { first_name: 'Once', last_name: 'Only' } }));
  expect(person.data.first_name).toBe('Once');
  // A record that has changed since is not: a repeat would get the same answer.
  const changed = async () => Response.json({ message: 'changed since' }, { status: 409 });
  const once = payrollClient({ url, credential, fetch: changed });
  const params = { path: { employee: person.id } };
  await expect(given(once.PUT('/employees/{employee}', { params, body: {} }))).rejects.toMatchObject({ status: 409 });
});

test('a caller who gives up does not wait for the next try', async () => {
  const { credential } = await ofCompany();
  const busy = async () => Response.json({}, { status: 503, headers: { 'Retry-After': '60' } });
  const api = payrollClient({ url, credential, fetch: busy });
  const given_up = new AbortController();
  const asked = given(api.GET('/employees', { signal: given_up.signal }));
  given_up.abort(new Error('given up'));
  await expect(asked).rejects.toThrow('given up');
});
