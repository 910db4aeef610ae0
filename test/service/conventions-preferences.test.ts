import { afterAll, expect, test } from 'vitest';
import { freshDatabase } from '../support/database.ts';
import { startTestApp } from '../support/http.ts';

const database = await freshDatabase();
const http = await startTestApp(database);
const before = await startTestApp(database, { existing: true });
afterAll(async () => {
  await http.close();
  await before.close();
  await database.drop();
});
const token = await http.tokenOf('cmp_new');
const old = await before.tokenOf('cmp_old');
const nested = { data: { title: 'a' } };
const flat = { title: 'a' };
const bulk = (json: unknown, prefer?: string, as = token) =>
  http.call('POST', '/notes/bulk/create', { token: as, json, headers: prefer === undefined ? {} : { Prefer: prefer } });

test('without a Prefer header the kind of partner decides', async () => {
  expect((await bulk(nested)).status).toBe(200);
  expect((await bulk(flat)).status).toBe(422);
  expect((await bulk(flat, undefined, old)).status).toBe(200);
  expect((await bulk(nested, undefined, old)).status).toBe(422);
  expect((await bulk(nested)).body.preferences).toEqual({
    deprecate_sync_bulk: true,
    deprecate_flat_bulk_shape: true,
    deprecate_benefit_percent: true,
  });
});

test('the Prefer header decides for one request, and the answer confirms it', async () => {
  const answer = await bulk(flat, 'deprecate_flat_bulk_shape=false');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('Preference-Applied')).toBe('deprecate_flat_bulk_shape=false');
  expect(answer.headers.get('Deprecation')).toBe('@1782864000');
  expect(answer.headers.get('Vary')).toBe('Prefer');
  const present = await bulk(nested, 'deprecate_flat_bulk_shape=true', old);
  expect(present.headers.get('Preference-Applied')).toBe('deprecate_flat_bulk_shape=true');
  expect(present.headers.has('Deprecation')).toBe(false);
});

test('a deprecated form is announced in the answer, also when it is the default and when the request is refused', async () => {
  expect((await bulk(flat, undefined, old)).headers.get('Deprecation')).toBe('@1782864000');
  expect((await bulk(nested, undefined, old)).headers.get('Vary')).toBe('Prefer, Accept-Language, Accept');
  expect((await bulk(nested)).headers.has('Deprecation')).toBe(false);
});

test('several preferences may be in one header or several; unknown ones and unknown values are ignored', async () => {
  const seen = async (prefer: string) => {
    const answer = await bulk(flat, prefer);
    return [answer.status, answer.headers.get('Preference-Applied'), answer.body.preferences?.deprecate_sync_bulk];
  };
  const applied = 'deprecate_flat_bulk_shape=false';
  expect(await seen('respond-async, deprecate_sync_bulk=false, deprecate_flat_bulk_shape=false')).toEqual([
    200,
    applied,
    false,
  ]);
  expect(await seen('deprecate_flat_bulk_shape="false"; foo=1,deprecate_sync_bulk=maybe')).toEqual([
    200,
    applied,
    true,
  ]);
  expect(await seen('deprecate_flat_bulk_shape=false, deprecate_flat_bulk_shape=true')).toEqual([200, applied, true]);
  const repeated = new Headers([
    ['Authorization', `Bearer ${token}`],
    ['Content-Type', 'application/json'],
    ['Prefer', 'deprecate_sync_bulk=false'],
    ['Prefer', 'deprecate_flat_bulk_shape=false'],
  ]);
  const answer = await http.app.request('/notes/bulk/create', {
    method: 'POST',
    headers: repeated,
    body: JSON.stringify(flat),
  });
  expect(answer.status).toBe(200);
});

test('a header with more preferences than are read is refused, and nothing of it is passed over', async () => {
  const header = (unknown: number) =>
    [...Array(unknown).fill('respond-async'), 'deprecate_flat_bulk_shape=false'].join(', ');
  expect((await bulk(flat, header(31))).status).toBe(200);
  const { status, body } = await bulk(flat, header(32));
  expect([status, body.errors]).toEqual([422, { Prefer: ['must have at most 32 preferences'] }]);
});

test('an operation that no preference affects does not mention them', async () => {
  const answer = await http.call('GET', '/notes', { token, headers: { Prefer: 'deprecate_sync_bulk=false' } });
  expect(answer.body.preferences.deprecate_sync_bulk).toBe(false);
  for (const name of ['Preference-Applied', 'Deprecation']) expect(answer.headers.has(name)).toBe(false);
  expect(answer.headers.get('Vary')).toBe('Accept-Language');
});
