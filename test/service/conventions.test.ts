import { afterAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../src/database/connect.ts';
import { freshDatabase } from '../support/database.ts';
import { type CallOptions, startTestApp } from '../support/http.ts';

const database = await freshDatabase();
const http = await startTestApp(database);
afterAll(async () => {
  await http.close();
  await database.drop();
});
const token = await http.tokenOf('cmp_A');
const secret = http.partner.partner_secret;
const send = (method: string, path: string, options: CallOptions = {}) =>
  http.call(method, path, { token, ...options });
const french = { headers: { 'Accept-Language': 'fr-CA, en;q=0.5' } };

describe('a request is answered', () => {
  test('200, 201 or 204 when it was done', async () => {
    expect((await send('GET', '/notes')).status).toBe(200);
    expect((await send('POST', '/notes', { json: { title: 'a' } })).status).toBe(201);
    const rung = await send('POST', '/bell', { token: secret });
    expect([rung.status, rung.text]).toEqual([204, '']);
  });

  test('400 when the state forbids it, with the reason in the requested language', async () => {
    expect(await send('POST', '/notes/n1/archive')).toMatchObject({
      status: 400,
      body: { message: 'The note is locked.' },
    });
    expect(await send('POST', '/notes/n1/archive', french)).toMatchObject({
      status: 400,
      body: { message: 'La note est verrouillée.' },
    });
  });

  test('401 without a credential, and with a malformed or unknown one', async () => {
    const wrong: Record<string, string>[] = [
      {},
      { Authorization: 'Basic abc' },
      { Authorization: 'Bearer' },
      { Authorization: 'Bearer nope' },
    ];
    for (const headers of wrong) {
      const answer = await http.call('GET', '/notes', { headers });
      expect(answer.status).toBe(401);
      expect(answer.headers.get('WWW-Authenticate')).toBe('Bearer');
      expect(answer.body.message).toMatch(/missing, unknown, expired or revoked/);
    }
  });

  test('401 with an expired token, a minute after its last valid minute', async () => {
    const brief = await http.tokenOf('cmp_brief');
    http.clock.advance(59 * 60_000);
    expect((await send('GET', '/notes', { token: brief })).status).toBe(200);
    http.clock.advance(60_000);
    expect((await send('GET', '/notes', { token: brief })).status).toBe(401);
    http.clock.advance(-60 * 60_000);
  });

  test('401 with every token of a company after they were revoked, and with no other', async () => {
    const [first, second] = [await http.tokenOf('cmp_gone'), await http.tokenOf('cmp_gone', 'component')];
    expect((await send('GET', '/notes', { token: second })).status).toBe(200);
    await http.credentials.revokeTokens('cmp_gone');
    expect((await send('GET', '/notes', { token: first })).status).toBe(401);
    expect((await send('GET', '/notes', { token: second })).status).toBe(401);
    expect((await send('GET', '/notes')).status).toBe(200);
  });

  test('403 with the wrong kind of credential, whatever else is wrong', async () => {
    const company = await send('POST', '/bell', { json: { no: 'such' } });
    expect(company.status).toBe(403);
    expect(company.body.message).toMatch(/partner secret, not an access token/);
    const partner = await send('GET', '/notes?nonsense=1', { token: secret });
    expect(partner.status).toBe(403);
    expect(partner.body.message).toMatch(/access token of a company, not the partner secret/);
    expect((await send('GET', '/notes/n1', { token: secret })).status).toBe(200);
  });

  test('404 for an unknown path and an impossible id', async () => {
    expect(await send('GET', '/nothing')).toMatchObject({
      status: 404,
      body: { message: 'There is nothing at this address.' },
    });
    expect((await send('GET', '/notes/a%00b')).status).toBe(404);
    expect((await send('GET', '/notes/')).status).toBe(308);
  });

  test('405 when the path does not take the method, with the methods that it takes', async () => {
    const answer = await send('DELETE', '/notes/n1');
    expect(answer.status).toBe(405);
    expect(answer.headers.get('Allow')).toBe('GET, HEAD, PUT');
    expect((await send('PATCH', '/notes')).headers.get('Allow')).toBe('GET, HEAD, POST');
    expect((await send('GET', '/notes/bulk/create')).headers.get('Allow')).toBe('POST');
    const french = await send('OPTIONS', '/bell', { headers: { 'Accept-Language': 'fr' } });
    expect(french.body.message).toBe('Cette adresse ne prend pas cette méthode; elle prend POST.');
  });

  test('413 with a body over 1 MiB, with or without a length', async () => {
    const big = JSON.stringify({ title: 'x'.repeat(1024 * 1024) });
    const announced = await send('POST', '/notes', { raw: big, headers: { 'Content-Length': String(big.length) } });
    expect(announced.status).toBe(413);
    expect(announced.body.message).toMatch(/larger than 1048576 bytes/);
    let sent = 0;
    const endless = new ReadableStream({
      pull: (controller) => {
        sent += 65_536;
        controller.enqueue(new Uint8Array(65_536).fill(0x20));
      },
    });
    expect((await send('POST', '/notes', { raw: endless })).status).toBe(413);
    expect(sent).toBeLessThan(1024 * 1024 * 2);
  });

  test('415 when the content type of the body is not JSON', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=latin1']) {
      const answer = await send('POST', '/notes', { raw: '{"title":"a"}', headers: { 'Content-Type': type } });
      expect(answer.status).toBe(415);
      expect(answer.body.message).toMatch(/Content-Type: application\/json/);
    }
    const gzip = { 'Content-Encoding': 'gzip' };
    expect((await send('POST', '/notes', { raw: '{"title":"a"}', headers: gzip })).status).toBe(415);
    const plain = { 'Content-Encoding': 'Identity' };
    expect((await send('POST', '/notes', { raw: '{"title":"a"}', headers: plain })).status).toBe(201);
    const utf8 = { 'Content-Type': 'application/json;charset=UTF-8' };
    expect((await send('POST', '/notes', { raw: '{"title":"a"}', headers: utf8 })).status).toBe(201);
  });
});

test('503 when the database is unavailable: nothing was done, and the message says so', async () => {
  const sql = openDatabase({ ...database.address, path: undefined, port: 1 }, { max: 1 });
  const away = await startTestApp(database, { sql });
  const answer = await away.call('GET', '/notes', { token });
  expect(answer.status).toBe(503);
  expect(answer.headers.get('Retry-After')).toBe('1');
  expect(answer.body.message).toMatch(/cannot reach its store at the moment\. Nothing was changed/);
  await away.close();
  await sql.end({ timeout: 0 });
});

describe('answers', () => {
  test('are in the requested language when they are problems, otherwise in English, with Vary', async () => {
    const messages = async (header: string) =>
      (await send('GET', '/nothing', { headers: { 'Accept-Language': header } })).body.message;
    expect(await messages('fr')).toBe("Il n'y a rien à cette adresse.");
    expect(await messages('de, fr;q=0.2')).toBe("Il n'y a rien à cette adresse.");
    expect(await messages('fr;q=0.4, en-GB;q=0.8')).toBe('There is nothing at this address.');
    expect(await messages('fr;q=0, *')).toBe('There is nothing at this address.');
    expect(await messages('de')).toBe('There is nothing at this address.');
    const answer = await send('GET', '/nothing', french);
    expect(answer.headers.get('Vary')).toBe('Accept-Language, Accept');
    expect(answer.headers.get('Content-Language')).toBe('fr');
    expect((await send('GET', '/notes')).headers.get('Vary')).toBe('Accept-Language');
  });

  test('are problem+json when it is requested', async () => {
    const accept = (header: string) => send('POST', '/notes', { json: {}, headers: { Accept: header } });
    const rfc = await accept('application/problem+json');
    expect(rfc.headers.get('Content-Type')).toBe('application/problem+json');
    expect(rfc.headers.get('Link')).toBe('<http://127.0.0.1:8080/docs/problems/not_valid>; rel="help"');
    expect(rfc.body).toEqual({
      type: 'http://127.0.0.1:8080/docs/problems/not_valid',
      title: 'Not valid',
      status: 422,
      detail: 'The request is not valid. title: is required',
      instance: `urn:uuid:${rfc.headers.get('X-Request-Id')}`,
      message: 'The request is not valid. title: is required',
      errors: { title: ['is required'] },
    });
    expect((await accept('application/json, application/problem+json;q=0.5')).headers.get('Content-Type')).toBe(
      'application/json',
    );
    expect((await accept('*/*')).headers.get('Content-Type')).toBe('application/json');
  });

  test('have an id for each request, and cannot be cached', async () => {
    const [one, two] = [await send('GET', '/notes'), await send('GET', '/nothing')];
    expect(one.headers.get('X-Request-Id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(two.headers.get('X-Request-Id')).not.toBe(one.headers.get('X-Request-Id'));
    expect(one.headers.get('Cache-Control')).toBe('no-store');
  });

  test('to HEAD are those to GET without the body', async () => {
    const answer = await send('HEAD', '/notes/n1');
    expect([answer.status, answer.headers.get('ETag'), answer.text]).toEqual([200, '"7"', '']);
  });

  test('of the health check need no credential', async () => {
    expect((await http.call('GET', '/health/live')).body).toEqual({ status: 'live' });
    expect((await http.call('GET', '/health/ready')).status).toBe(200);
    const metrics = await http.call('GET', '/metrics');
    expect(metrics.text).toMatch(/http_requests_total\{method="GET",route="\/notes",status="200"\} \d/);
  });
});

describe('If-Match', () => {
  test('names a version, weak or strong; * and no header accept any version', async () => {
    const seen = async (value?: string) =>
      (await send('PUT', '/notes/n1', { json: {}, headers: value === undefined ? {} : { 'If-Match': value } })).body
        .ifMatch;
    expect(await seen('"4"')).toBe('4');
    expect(await seen('W/"4"')).toBe('4');
    expect(await seen('*')).toBeNull();
    expect(await seen()).toBeNull();
  });

  test('with anything else is a 422 that shows the form', async () => {
    for (const value of ['4', '"4", "5"', '""', 'W/4']) {
      const answer = await send('PUT', '/notes/n1', { json: {}, headers: { 'If-Match': value } });
      expect(answer.status).toBe(422);
      expect(answer.body.errors['If-Match']).toEqual([
        'must be one ETag as it was answered, in its quotes (e.g. "4"), or *',
      ]);
    }
  });
});
