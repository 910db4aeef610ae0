import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { headers } from '../../src/http/openapi/conventions.ts';
import { runHere } from '../support/command.ts';
import { startTestService } from '../support/service.ts';

const ORIGIN = 'https://app.example.com';
const service = await startTestService({ hasCommands: true, config: { corsOrigins: [ORIGIN] } });
afterAll(() => service.close());
const { request, partnerSecret } = service;
const MINUTE_ms = 60_000;

const partnerOf = async (name: string) => {
  const made = await service.service.foundation.credentials.createPartner({ name, existing: false });
  return { id: made.partner_id, secret: made.partner_secret };
};
const statusOf = async (secret: string) => (await request('GET', '/partner', undefined, secret)).status;

describe('the secrets of a partner', () => {
  test('can be rotated without a moment in which none is valid', async () => {
    const partner = await partnerOf('Rotating');
    const issued = await request('POST', '/partner/secrets', { overlap_minutes: 60 }, partner.secret);
    expect(issued.status).toBe(201);
    const { secret } = issued.body.data;
    expect(secret).toMatch(/^payroll_secret_\S{40,}$/);
    expect([await statusOf(partner.secret), await statusOf(secret)]).toEqual([200, 200]);
    service.clock.advance(61 * MINUTE_ms);
    expect([await statusOf(partner.secret), await statusOf(secret)]).toEqual([401, 200]);
  });

  test('end at once with an overlap of nothing, and access tokens do not end with them', async () => {
    const partner = await partnerOf('Leaked');
    const { credentials } = service.service.foundation;
    const token = { company_id: 'cmp_of_leaked', partner_id: partner.id, purpose: 'access' } as const;
    const { access_token } = await credentials.issueToken(token);
    const issued = await request('POST', '/partner/secrets', { overlap_minutes: 0 }, partner.secret);
    const { secret } = issued.body.data;
    expect([await statusOf(partner.secret), await statusOf(secret)]).toEqual([401, 200]);
    expect(await credentials.isValid(access_token)).toBe(true);
  });

  test('are listed with their last use, to the minute, and without their values', async () => {
    const partner = await partnerOf('Looking');
    const first = await request('GET', '/partner/secrets', undefined, partner.secret);
    expect(first.body.data).toHaveLength(1);
    const { id } = first.body.data[0];
    service.clock.advance(5 * MINUTE_ms);
    const now = new Date(service.clock.now_ms()).toISOString().slice(0, 16);
    const later = await request('GET', '/partner/secrets', undefined, partner.secret);
    expect(later.body.data).toEqual([
      {
        id,
        object: 'partner_secret',
        data: {
          secret: null,
          created_at: first.body.data[0].data.created_at,
          last_used_at: expect.stringContaining(now),
          expires_at: null,
        },
        links: { self: '/partner/secrets' },
      },
    ]);
    expect(later.text).not.toContain(partner.secret);
  });

  test('are at most two, and the last one cannot be revoked', async () => {
    const partner = await partnerOf('Two');
    const [{ id }] = (await request('GET', '/partner/secrets', undefined, partner.secret)).body.data;
    const last = await request('DELETE', `/partner/secrets/${id}`, undefined, partner.secret);
    expect([last.status, last.body.message]).toEqual([
      400,
      'It is the only secret that stays valid. Issue another one before it is revoked.',
    ]);
    const both = await Promise.all([
      request('POST', '/partner/secrets', {}, partner.secret),
      request('POST', '/partner/secrets', {}, partner.secret),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 400]);
    const made = both.find(({ status }) => status === 201)!.body;
    expect((await request('DELETE', `/partner/secrets/${made.id}`, undefined, partner.secret)).status).toBe(400);
    expect((await request('DELETE', `/partner/secrets/${id}`, undefined, made.data.secret)).status).toBe(204);
    expect([await statusOf(partner.secret), await statusOf(made.data.secret)]).toEqual([401, 200]);
    expect((await request('DELETE', `/partner/secrets/${id}`, undefined, made.data.secret)).status).toBe(404);
  });

  test('cannot be read or changed by another partner', async () => {
    const [one, two] = [await partnerOf('One'), await partnerOf('Other')];
    const [{ id }] = (await request('GET', '/partner/secrets', undefined, one.secret)).body.data;
    expect((await request('DELETE', `/partner/secrets/${id}`, undefined, two.secret)).status).toBe(404);
    expect([await statusOf(one.secret), await statusOf(two.secret)]).toEqual([200, 200]);
    const company = await service.company();
    for (const [method, path] of [
      ['GET', '/partner/secrets'],
      ['POST', '/partner/secrets'],
      ['DELETE', `/partner/secrets/${id}`],
    ])
      expect((await company.request(method!, path!, method === 'POST' ? {} : undefined)).status).toBe(403);
  });

  test('are not issued twice by a repeated request', async () => {
    const partner = await partnerOf('Repeating');
    const key = { 'X-Idempotency-Key': 'rotate' };
    const [first, second] = [
      await request('POST', '/partner/secrets', {}, partner.secret, key),
      await request('POST', '/partner/secrets', {}, partner.secret, key),
    ];
    expect(second.text).toBe(first.text);
    const events = await service.service.foundation.store.readStream(`partner-${partner.id}`);
    expect(events.map(({ type }) => type)).toEqual(['PartnerRegistered', 'PartnerSecretIssued']);
    const [registered, issued] = events.map(({ metadata }) => metadata);
    expect(registered!.correlation_id).toBe(events[0]!.id);
    const request_id = first.headers.get('X-Request-Id');
    expect(issued).toMatchObject({ actor: `partner:${partner.id}`, request_id, correlation_id: request_id });
  });

  test('are issued again where the answer was lost: the one that nobody knows goes', async () => {
    const partner = await partnerOf('Cut off');
    service.clock.advance(MINUTE_ms);
    const { store } = service.service.foundation;
    const { append } = store;
    store.append = async (...appended) => {
      store.append = append;
      await append(...appended);
      throw new Error('the process ends here');
    };
    const rotate = () =>
      request('POST', '/partner/secrets', { overlap_minutes: 60 }, partner.secret, { 'X-Idempotency-Key': 'cut off' });
    expect((await rotate()).status).toBe(500);
    service.clock.advance(1_500);
    const again = await rotate();
    expect([again.status, await statusOf(again.body.data?.secret)]).toEqual([201, 200]);
    const listed = (await request('GET', '/partner/secrets', undefined, partner.secret)).body.data;
    expect(listed.map(({ id }: { id: string }) => id)).toEqual([expect.any(String), again.body.id]);
    service.clock.advance(61 * MINUTE_ms);
    expect([await statusOf(partner.secret), await statusOf(again.body.data.secret)]).toEqual([401, 200]);
    const [, issued, ...more] = await store.readStream(`partner-${partner.id}`);
    expect([issued!.data.secret_id, more]).toEqual([again.body.id, []]);
  });

  test('are issued by a repeated request with the end of the others that its first try set', async () => {
    const partner = await partnerOf('Cut off before');
    service.clock.advance(MINUTE_ms);
    const { store } = service.service.foundation;
    const { append } = store;
    store.append = async () => {
      store.append = append;
      throw new Error('the process ends here');
    };
    const rotate = () =>
      request('POST', '/partner/secrets', { overlap_minutes: 60 }, partner.secret, { 'X-Idempotency-Key': 'cut off' });
    expect((await rotate()).status).toBe(500);
    service.clock.advance(10 * MINUTE_ms);
    expect((await rotate()).status).toBe(201);
    const [before] = (await request('GET', '/partner/secrets', undefined, partner.secret)).body.data;
    const [, issued] = await store.readStream(`partner-${partner.id}`);
    expect(issued!.data.others_expire_at).toBe(before.data.expires_at);
  });

  test('can be rotated and revoked from the command line', async () => {
    const partner = await partnerOf('Operated');
    const run = async (...args: string[]) => {
      const command = runHere(['partner', ...args], service.env);
      return { code: await command.ended, out: command.stdout() + command.stderr() };
    };
    const rotated = await run('rotate', partner.id, '--overlap', '10');
    expect([rotated.code, rotated.out]).toEqual([0, expect.stringMatching(/secret psec_\w+ was issued/)]);
    const [old] = (await request('GET', '/partner/secrets', undefined, partner.secret)).body.data;
    expect((await run('revoke', partner.id, old.id)).code).toBe(0);
    expect(await statusOf(partner.secret)).toBe(401);
    const events = await service.service.foundation.store.readStream(`partner-${partner.id}`);
    const cause = { actor: 'operator:cli', correlation_id: expect.any(String) };
    expect(events.slice(1)).toMatchObject([{ metadata: cause }, { metadata: cause }]);
    const listed = await run('secrets', partner.id);
    expect(listed.out).toContain('for good');
    expect(listed.out).not.toContain(old.id);
    const unknown = await run('secrets', 'ptn_01K2ZQ7M4T8W3N5R6V9X0Y1A2B');
    expect([unknown.code, unknown.out]).toEqual([2, 'payroll: there is no partner ptn_01K2ZQ7M4T8W3N5R6V9X0Y1A2B\n']);
  });

  test('are issued from the command line only where they can be kept: DATA_DIR is made, or nothing is issued', async () => {
    const partner = await partnerOf('Kept');
    const hook = { url: 'https://hooks.example.com/', events: ['resource_created'] };
    const { body: webhook } = await request('POST', '/webhooks', hook, partner.secret);
    const run = async (DATA_DIR: string, ...args: string[]) => {
      const command = runHere(args, { ...service.env, DATA_DIR });
      return { code: await command.ended, out: command.stdout() + command.stderr() };
    };
    const partners = async () => (await service.database.sql`select 1 from partners`).length;
    const before = await partners();
    const file = join(service.env.DATA_DIR!, 'a file');
    await writeFile(file, '');
    const issuing = [
      ['partner', 'create', '--name', 'Lost'],
      ['partner', 'rotate', partner.id, '--overlap', '0'],
      ['webhooks', 'rotate', webhook.id],
    ];
    for (const args of issuing) {
      const refused = await run(join(file, 'data'), ...args);
      expect([refused.code, refused.out]).toEqual([1, expect.stringContaining('so nothing was issued')]);
    }
    expect([await partners(), await statusOf(partner.secret)]).toEqual([before, 200]);
    const { key } = (await request('GET', `/webhooks/${webhook.id}`, undefined, partner.secret)).body.data;
    expect(key).toBe(webhook.data.key);

    const missing = join(service.env.DATA_DIR!, 'not', 'there');
    expect((await run(missing, 'partner', 'rotate', partner.id)).code).toBe(0);
    expect(await readdir(missing)).toEqual([expect.stringMatching(/^secret-psec_\w+\.json$/)]);
  });
});

describe('a token of purpose component', () => {
  const componentOf = async (company_id: string): Promise<string> =>
    (await request('POST', '/token', { company_id, purpose: 'component' }, partnerSecret)).body.access_token;

  test('reads, and changes only what it is allowed to; it reveals nothing', async () => {
    const company = await service.company();
    const employee = await company.request('POST', '/employees', {
      first_name: 'Zoë',
      last_name: 'Li',
      sin: '046454286',
    });
    const token = await componentOf(company.id);
    expect((await request('GET', '/employees', undefined, token)).status).toBe(200);
    expect((await request('GET', `/employees/${employee.body.id}`, undefined, token)).status).toBe(200);
    const found = await request('POST', '/work_assignments/search', { work_assignments: { include: 'all' } }, token);
    // Let in: refused for what it asks, not for who asks.
    expect([found.status, Object.keys(found.body.errors)]).toEqual([422, ['business_entity_id']]);
    for (const [method, path, body] of [
      ['GET', `/employees/${employee.body.id}/reveal`],
      ['POST', '/employees', { first_name: 'Bo', last_name: 'Li' }],
      ['PUT', `/employees/${employee.body.id}`, { first_name: 'Bo' }],
    ] as const) {
      const answer = await request(method, path, body, token);
      expect([method, path, answer.status]).toEqual([method, path, 403]);
      expect(answer.body.message).toMatch(/^A token of purpose component may not call this operation/);
    }
    const line = await request('DELETE', '/earning_line_items/ernli_01K2ZQ7M4T8W3N5R6V9X0Y1A2B', undefined, token);
    expect(line.status).toBe(404);
  });

  test('is accepted from the configured origins, and from no others', async () => {
    const company = await service.company();
    const token = await componentOf(company.id);
    const preflight = (origin: string) =>
      fetch(`${service.url}/employees`, {
        method: 'OPTIONS',
        headers: {
          Origin: origin,
          'Access-Control-Request-Method': 'GET',
          'Access-Control-Request-Headers': 'authorization',
        },
      });
    const allowed = await preflight(ORIGIN);
    expect([allowed.status, allowed.headers.get('Access-Control-Allow-Origin')]).toEqual([204, ORIGIN]);
    expect(allowed.headers.get('Access-Control-Allow-Headers')?.toLowerCase()).toContain('authorization');
    expect((await preflight('https://evil.example.com')).headers.get('Access-Control-Allow-Origin')).toBeNull();
    const read = await request('GET', '/employees', undefined, token, { Origin: ORIGIN });
    expect([read.status, read.headers.get('Access-Control-Allow-Origin')]).toEqual([200, ORIGIN]);
    // A browser shows a page no other header than these, and no answer without the origin, refusals included.
    const shown = read.headers.get('Access-Control-Expose-Headers')?.split(',') ?? [];
    expect(shown).toEqual(expect.arrayContaining([...Object.keys(headers), 'Content-Disposition']));
    const refused = await request('GET', '/employees?page=0', undefined, token, { Origin: ORIGIN });
    expect([refused.status, refused.headers.get('Access-Control-Allow-Origin')]).toEqual([422, ORIGIN]);
  });
});

test('a repeated request for a token never gets a revoked token', async () => {
  const company = await service.company();
  const key = { 'X-Idempotency-Key': 'again' };
  const ask = () => request('POST', '/token', { company_id: company.id }, partnerSecret, key);
  const first = await ask();
  expect((await request('DELETE', '/token', { company_id: company.id }, partnerSecret)).status).toBe(204);
  const second = await ask();
  expect(second.body.access_token).not.toBe(first.body.access_token);
  expect((await request('GET', '/employees', undefined, second.body.access_token)).status).toBe(200);

  const made = { 'X-Idempotency-Key': 'made' };
  const create = () => request('POST', '/companies', { name: 'Once' }, partnerSecret, made);
  const created = await create();
  await request('DELETE', '/token', { company_id: created.body.id }, partnerSecret);
  const repeated = await create();
  expect([repeated.status, repeated.body.id]).toEqual([201, created.body.id]);
  expect((await request('GET', '/employees', undefined, repeated.body.data.token.access_token)).status).toBe(200);
});

// The last one: it ends what keeps the read models.
test('a new partner is known by its secret before any read model knows it', async () => {
  await service.service.stop();
  const answers = await service.another({ config: { roles: ['api'] } });
  const made = await answers.foundation.credentials.createPartner({ name: 'New', existing: false });
  const read = await request('GET', `${answers.url}/partner`, undefined, made.partner_secret);
  expect([read.status, read.body.id, read.body.data?.name]).toEqual([200, made.partner_id, 'New']);
});
