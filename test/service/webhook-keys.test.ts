import { createHmac } from 'node:crypto';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { afterAll, expect, test } from 'vitest';
import { verifyWebhook } from '../../client/index.ts';
import { runHere } from '../support/command.ts';
import { type ReceivedCall, startReceiver } from '../support/receiver.ts';
import { startTestService } from '../support/service.ts';
import { until } from '../support/until.ts';

/** The key that calls are signed with is replaced without a call that its receiver cannot verify. */
const service = await startTestService({ hasCommands: true });
afterAll(() => service.close());
const { request, partnerSecret } = service;
const MINUTE_ms = 60_000;

const ask = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
  request(method, path, body, partnerSecret, headers);

const registered = async (signature_format: 'hex' | 'standard') => {
  const receiver = await startReceiver();
  const made = await ask('POST', '/webhooks', { url: receiver.url, events: ['resource_created'], signature_format });
  expect(made.status).toBe(201);
  const { id } = made.body as { id: string };
  return {
    id,
    key: made.body.data.key as string,
    keys: `/webhooks/${id}/keys`,
    /** The headers and body of the call that a new company sets off. */
    called: async () => {
      const before = receiver.calls.length;
      await service.company();
      await until(() => receiver.calls.length > before);
      return receiver.calls.at(-1)!;
    },
    end: async () => {
      await ask('DELETE', `/webhooks/${id}`);
      await receiver.close();
    },
  };
};

type Called = Pick<ReceivedCall, 'text' | 'headers'>;

/** Why the client refuses a call; undefined where it takes it. */
const refusalOf = ({ text, headers }: Called, keys: string | string[], later_s = 0): Promise<string | undefined> => {
  const now = new Date((Number(headers['webhook-timestamp']) + later_s) * 1_000);
  return verifyWebhook(text, headers, keys, { now }).then(
    ({ event }) => (event === 'resource_created' ? undefined : event),
    ({ name, message }: Error) => `${name}: ${message}`,
  );
};

/** Holds that the client takes a call with either key, and no call that is not this one. */
const verifies = async (call: Called, keys: readonly string[]): Promise<void> => {
  for (const key of [...keys, [...keys], ['whsec_b3RoZXI=', ...keys]])
    expect(await refusalOf(call, key)).toBeUndefined();
  const unsigned = 'WebhookRefused: no signature of the call is made with this key';
  expect(await refusalOf(call, 'whsec_b3RoZXI=')).toBe(unsigned);
  expect(await refusalOf({ ...call, text: `${call.text} ` }, keys[0]!)).toBe(unsigned);
  for (const later_s of [-301, 301, Number.NaN])
    expect(await refusalOf(call, keys[0]!, later_s)).toMatch(/not within 300 s of now/);
  for (const later_s of [-300, 300]) expect(await refusalOf(call, keys[0]!, later_s)).toBeUndefined();
  for (const signature of ['', 'v1,', 'v1,?', 'zz'.repeat(32), call.headers['webhook-signature']!.slice(0, 30)])
    expect(
      await refusalOf({ ...call, headers: { ...call.headers, 'webhook-signature': signature } }, keys[0]!),
    ).toMatch(/^WebhookRefused/);
  const { 'webhook-id': _, ...without } = call.headers;
  expect(await refusalOf({ ...call, headers: without }, keys[0]!)).toBe(
    'WebhookRefused: the call has no header webhook-id',
  );
};

const hex = (key: string, body: string): string => createHmac('sha256', key).update(body).digest('hex');

test('calls are signed with both keys while the old one is valid, then only with the new one', async () => {
  const hook = await registered('hex');
  const rotated = await ask('POST', hook.keys, { overlap_minutes: 60 });
  expect([rotated.status, rotated.body.object]).toEqual([201, 'webhook_key']);
  const { key } = rotated.body.data;
  expect(key).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect((await ask('GET', `/webhooks/${hook.id}`)).body.data.key).toBe(key);

  const both = await hook.called();
  expect(both.headers['webhook-signature']).toBe(`${hex(key, both.text)} ${hex(hook.key, both.text)}`);
  await verifies(both, [key, hook.key]);
  service.clock.advance(61 * MINUTE_ms);
  const one = await hook.called();
  expect(one.headers['webhook-signature']).toBe(hex(key, one.text));
  await hook.end();
});

test('a library of Standard Webhooks verifies with either key', async () => {
  const hook = await registered('standard');
  const { key } = (await ask('POST', hook.keys, {})).body.data;
  const { text, headers } = await hook.called();
  for (const one of [key, hook.key])
    expect(new StandardWebhook(one).verify(text, headers as Record<string, string>)).toMatchObject({
      event: 'resource_created',
    });
  await verifies({ text, headers }, [key, hook.key]);
  const other = { ...headers, 'webhook-id': 'whdel_other' };
  expect(await refusalOf({ text, headers: other }, key)).toMatch(/no signature/);
  await hook.end();
});

test('keys are listed with their last use and without their values; the old one can be revoked, the current one cannot', async () => {
  const hook = await registered('hex');
  const [first] = (await ask('GET', hook.keys)).body.data;
  expect(first).toEqual({
    id: expect.stringMatching(/^whkey_/),
    object: 'webhook_key',
    data: { key: null, created_at: expect.any(String), last_used_at: null, expires_at: null },
    links: { self: hook.keys },
  });
  await hook.called();
  await until(async () => (await ask('GET', hook.keys)).body.data[0].data.last_used_at !== null);
  service.clock.advance(5 * MINUTE_ms);
  const rotated = (await ask('POST', hook.keys, {})).body;
  const listed = await ask('GET', hook.keys);
  expect(listed.body.data.map(({ id }: { id: string }) => id)).toEqual([rotated.id, first.id]);
  const [present, old] = listed.body.data.map(({ data }: { data: unknown }) => data);
  expect([present.last_used_at, present.expires_at]).toEqual([null, null]);
  expect(Date.parse(old.expires_at) - Date.parse(present.created_at)).toBe(24 * 60 * MINUTE_ms);
  expect(Date.parse(present.created_at) - Date.parse(old.last_used_at)).toBe(5 * MINUTE_ms);
  for (const key of [hook.key, rotated.data.key]) expect(listed.text).not.toContain(key);

  const third = await ask('POST', hook.keys, {});
  expect([third.status, third.body.message]).toEqual([400, expect.stringContaining('Two keys are valid already')]);
  const refused = await ask('DELETE', `${hook.keys}/${rotated.id}`);
  expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining('Make another one before')]);
  expect((await ask('DELETE', `${hook.keys}/${first.id}`)).status).toBe(204);
  expect((await ask('DELETE', `${hook.keys}/${first.id}`)).status).toBe(404);
  const { text, headers } = await hook.called();
  expect(headers['webhook-signature']).toBe(hex(rotated.data.key, text));
  await hook.end();
});

test('a repeated request makes one key; without an overlap the old key ends at once', async () => {
  const hook = await registered('hex');
  const key = { 'X-Idempotency-Key': `rotate-${hook.id}` };
  const [first, second] = [
    await ask('POST', hook.keys, { overlap_minutes: 0 }, key),
    await ask('POST', hook.keys, { overlap_minutes: 0 }, key),
  ];
  expect(second.text).toBe(first.text);
  expect((await ask('GET', hook.keys)).body.data.map(({ id }: { id: string }) => id)).toEqual([first.body.id]);
  await hook.end();
});

test('the keys of a webhook cannot be read or changed by another partner', async () => {
  const hook = await registered('hex');
  const { credentials } = service.service.foundation;
  const { partner_secret } = await credentials.createPartner({ name: 'Other', existing: false });
  const [{ id }] = (await ask('GET', hook.keys)).body.data;
  for (const [method, path] of [
    ['GET', hook.keys],
    ['POST', hook.keys],
    ['DELETE', `${hook.keys}/${id}`],
  ] as const)
    expect((await request(method, path, method === 'POST' ? {} : undefined, partner_secret)).status).toBe(404);
  const company = await service.company();
  expect((await company.request('GET', hook.keys)).status).toBe(403);
  await hook.end();
});

test('an operator rotates and revokes keys from the command line', async () => {
  const hook = await registered('hex');
  const run = async (...args: string[]) => {
    const command = runHere(['webhooks', ...args], service.env);
    return { code: await command.ended, out: command.stdout() + command.stderr() };
  };
  const [{ id: old }] = (await ask('GET', hook.keys)).body.data;
  const rotated = await run('rotate', hook.id, '--overlap', '10');
  expect([rotated.code, rotated.out]).toEqual([0, expect.stringMatching(/has the key whkey_\w+; whkey_\w+ before it/)]);
  const listed = await run('keys', hook.id);
  expect(listed.out).toContain(old);
  expect((await run('revoke', hook.id, old)).code).toBe(0);
  const again = await run('revoke', hook.id, old);
  expect([again.code, again.out]).toEqual([2, `payroll: webhook ${hook.id} has no valid key ${old}\n`]);
  const unknown = await run('keys', 'whk_01K2ZQ7M4T8W3N5R6V9X0Y1A2B');
  expect([unknown.code, unknown.out]).toEqual([2, 'payroll: there is no webhook whk_01K2ZQ7M4T8W3N5R6V9X0Y1A2B\n']);
  await until(async () => (await ask('GET', hook.keys)).body.data.length === 1);
  await hook.end();
});
