import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AccountingProvider, startAccountingProvider } from '../../examples/provider/stand-in.ts';
import { makeProviders } from '../../src/integrations/access/make-providers.ts';
import { tokenStore } from '../../src/integrations/access/tokens.ts';
import {
  ProviderBusy,
  ProviderRefused,
  type Providers,
  ProviderUnauthorized,
} from '../../src/kernel/definition/services.ts';
import { beatsUntil } from '../support/beats.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';
import { memoryKeys } from '../support/memory-keys.ts';
import { until } from '../support/until.ts';

/** Calls to a provider with the tokens of connections: what becomes of the tokens where something goes wrong there. */
let provider: AccountingProvider;
let database: TestDatabase;
let providers: Providers;
const keys = memoryKeys();
beforeAll(async () => {
  [provider, database] = await Promise.all([startAccountingProvider(), freshDatabase()]);
  providers = makeProviders(options());
});
afterAll(() => Promise.all([provider.close(), database.drop()]));

const options = () => ({ sql: database.sql, keys, apps: provider.apps, redirect_uri: 'http://localhost' });

type Name = 'quickbooks' | 'xero';
const REALM = '9130357992222222';
let connections = 0;
/** A connection whose tokens were kept. */
const connected = async (name: Name) => {
  const id = `intcn_${++connections}`;
  const own = { id, provider: name };
  const { realm_id } = await providers.keep(own, { ...provider.issue(), access_token_expires_in: 3_600 }, REALM);
  return { ...own, realm_id };
};
const kept = async (id: string) =>
  (await database.sql`select 1 from integration_tokens where connection_id = ${id}`).length;
const revoked = () => provider.asked.filter((one) => one === 'POST /revoke').length;
const CLASSES = {
  method: 'GET',
  path: `/v3/company/${REALM}/query`,
  query: { query: 'select * from Class startposition 1 maxresults 10' },
} as const;
const failureOf = (asked: Promise<unknown>): Promise<unknown> =>
  asked.then(
    () => undefined,
    (error: unknown) => error,
  );

test('of Xero only what imports and exports need is asked for, by scopes that new applications can have', () => {
  const { searchParams } = new URL(providers.authorizationUrl('xero', 'a-state')!);
  expect(searchParams.get('scope')!.split(' ').sort()).toEqual([
    'accounting.banktransactions',
    'accounting.manualjournals',
    'accounting.settings',
    'offline_access',
  ]);
});

test('only the tokens that a provider refused are forgotten, not those of an authorization in the same moment', async () => {
  const connection = { id: 'intcn_of_a_test', provider: 'quickbooks', realm_id: '1' } as const;
  const store = tokenStore(database.sql, keys);
  const tokens = { access_token: 'a', refresh_token: 'b', access_token_expires_in: 0 };
  const keep = () => store.keep(connection.id, tokens, { realm_id: '1' });
  const refused = async () => {
    const refusal = await failureOf(providers.ask(connection, { method: 'GET', path: '/query' }));
    if (!(refusal instanceof ProviderUnauthorized)) throw new Error(`no refusal but ${refusal}`);
    return refusal;
  };

  await keep();
  const first = await refused();
  await keep();
  expect([await providers.forgetRefused(connection, first), await kept(connection.id)]).toEqual([false, 1]);
  const second = await refused();
  expect([await providers.forgetRefused(connection, second), await kept(connection.id)]).toEqual([true, 0]);
  // One that comes after they are gone is another one too.
  const none = await refused();
  await keep();
  for (const late of [first, second, none]) expect(await providers.forgetRefused(connection, late)).toBe(false);
  expect(await kept(connection.id)).toBe(1);
});

test('a provider that asks for a pause of more than some seconds is not waited for: the caller gets its time, in any case one', async () => {
  const connection = await connected('quickbooks');
  const asked = () => provider.asked.filter((one) => one.endsWith('/query')).length;
  for (const [fault, again_in_ms] of [
    [{ retry_after_s: 30 }, 30_000],
    [{ retry_after_s: undefined }, 60_000],
  ] as const) {
    const before = asked();
    provider.next('/query', fault);
    const failure = await failureOf(providers.ask(connection, CLASSES));
    expect(failure).toBeInstanceOf(ProviderBusy);
    expect(failure).toMatchObject({ again_in_ms, message: expect.stringContaining('slow down') });
    expect(asked()).toBe(before + 1);
  }
});

test('the end of a connection is answered though the provider is silent, and the tokens are gone', async () => {
  const hurried = makeProviders({ ...options(), telling_ms: 50 });
  for (const name of ['xero', 'quickbooks'] as const) {
    await database.sql`delete from integration_tokens`;
    const connection = await connected(name);
    provider.next(name === 'xero' ? 'GET /connections' : 'POST /revoke', 'silent');
    await hurried.forget(connection);
    expect([name, await kept(connection.id)]).toEqual([name, 0]);
    const told = name === 'xero' ? 'GET /connections' : 'POST /revoke';
    await until(() => provider.asked.at(-1) === told);
  }
});

test('tokens of QuickBooks have to open the books that are named beside them: nobody keeps the connection of another company alive', async () => {
  const code = () => {
    const address = providers.authorizationUrl('quickbooks', 'a-state')!;
    return provider.consent(address).searchParams.get('code')!;
  };
  const stranger = { id: 'intcn_of_a_stranger', provider: 'quickbooks' } as const;
  const theirs = '9130350000000000';
  const answer = { state_digest: 'd', code: code(), realm_id: theirs };
  const message = 'the tokens are not for the company that realmId names';
  await expect(providers.exchange(stranger, answer)).rejects.toThrow(message);
  const tokens = { ...provider.issue(), access_token_expires_in: 3_600 };
  await expect(providers.keep(stranger, tokens, theirs)).rejects.toThrow(message);
  expect(await kept(stranger.id)).toBe(0);

  await database.sql`delete from integration_tokens`;
  const own = await connected('quickbooks');
  const other = await connected('quickbooks');
  const before = revoked();
  await providers.forget(own);
  expect(revoked()).toBe(before);
  await providers.forget(other);
  expect(revoked()).toBe(before + 1);
});

test('tokens that somebody obtained a while ago are renewed before they are kept; those that are good no more are refused', async () => {
  const own = { id: 'intcn_of_old_tokens', provider: 'quickbooks' } as const;
  const tokens = { ...provider.issue(), access_token_expires_in: 0 };
  provider.expire();
  const now = await providers.keep(own, tokens, REALM);
  expect(now).toMatchObject({ realm_id: REALM, tokens: { access_token: expect.any(String) } });
  expect(now.tokens.refresh_token).not.toBe(tokens.refresh_token);
  expect(await providers.ask({ ...own, realm_id: REALM }, CLASSES)).toMatchObject({ QueryResponse: {} });
  await expect(providers.keep(own, { ...tokens, refresh_token: 'none' }, REALM)).rejects.toThrow('invalid_grant');
});

test('a renewal whose answer is lost, or whose process dies, is made again with the token that it replaced', async () => {
  for (const name of ['quickbooks', 'xero'] as const) {
    const connection = await connected(name);
    const asked = name === 'xero' ? ({ method: 'GET', path: '/api.xro/2.0/Accounts' } as const) : CLASSES;
    provider.expire();
    provider.next('POST /token', 'lost');
    expect(await failureOf(providers.ask(connection, asked))).toMatchObject({ name: 'ProviderUnavailable' });
    // A process that took the right to renew and died.
    await database.sql`
      update integration_tokens set renewing_until = clock_timestamp() - interval '1 second'
      where connection_id = ${connection.id}`;
    expect(await providers.ask(connection, asked)).toBeDefined();
    expect(await kept(connection.id)).toBe(1);
  }
});

test('tokens that a provider refuses are not said to be for other books, and a provider that is silent is not waited for', async () => {
  for (const name of ['quickbooks', 'xero'] as const) {
    const own = { id: `intcn_of_refused_${name}`, provider: name } as const;
    const tokens = { ...provider.issue(), access_token_expires_in: 3_600 };
    const refused = providers.keep(own, { ...tokens, access_token: 'none' }, REALM);
    await expect(refused).rejects.toMatchObject({ status: 401, message: 'Token expired' });
  }
  provider.next('/companyinfo', 'silent');
  const silent = failureOf(connected('quickbooks'));
  expect(await beatsUntil(silent)).toBeLessThan(10_000);
  expect(await silent).toMatchObject({ name: 'ProviderUnavailable' });
});

test('tokens that live for less than a minute are used, and renewed once for each request', async () => {
  const connection = await connected('quickbooks');
  const renewals = () => provider.asked.filter((one) => one === 'POST /token').length;
  const before = renewals();
  for (const expires_in of [30, 0]) {
    provider.expire();
    provider.next('POST /token', { answer: JSON.stringify({ ...provider.issue(), token_type: 'bearer', expires_in }) });
    expect(await providers.ask(connection, CLASSES)).toMatchObject({ QueryResponse: {} });
  }
  expect(renewals()).toBe(before + 2);
});

test('what is no record under a status of success is no answer, and a fault under one is a refusal', async () => {
  const connection = await connected('quickbooks');
  for (const answer of ['<html><h1>Maintenance</h1></html>', '{"QueryResponse":{"Class":[{"Id":"1"', '']) {
    provider.next('/query', { answer });
    expect(await failureOf(providers.ask(connection, CLASSES))).toMatchObject({ name: 'ProviderUnavailable' });
  }
  provider.next('/query', { answer: '{"Fault":{"Error":[{"Message":"The period is closed"}]}}' });
  await expect(providers.ask(connection, CLASSES)).rejects.toEqual(new ProviderRefused(200, 'The period is closed'));
});

test('a refusal without words says the status of the answer, in both languages', async () => {
  const connection = await connected('quickbooks');
  for (const [status, answer] of [
    [307, ''],
    [404, ' \r\n'],
    [400, '{"Fault":{"Error":[]}}'],
  ] as const) {
    provider.next('/query', { status, answer });
    expect(await failureOf(providers.ask(connection, CLASSES))).toMatchObject({
      name: 'ProviderRefused',
      status,
      said: {
        en: `no reason given; the status of its answer is ${status}`,
        fr: `aucune raison donnée; le statut de sa réponse est ${status}`,
      },
    });
  }
});

test('an organisation of Xero that has ended the connection is lost, and one that forbids a request is not', async () => {
  const accounts = { method: 'GET', path: '/api.xro/2.0/Accounts' } as const;
  const connection = await connected('xero');
  const [listed] = provider.organisations;
  provider.organisations[0] = { ...listed!, tenantId: 'another' };
  expect(await failureOf(providers.ask(connection, accounts))).toBeInstanceOf(ProviderUnauthorized);
  const other = { ...connection, realm_id: 'another' };
  const kept = { ...provider.issue(), access_token_expires_in: 3_600 };
  await tokenStore(database.sql, keys).keep(connection.id, kept, { realm_id: other.realm_id });
  expect(await failureOf(providers.ask(other, accounts))).toMatchObject({ name: 'ProviderRefused', status: 403 });
  await tokenStore(database.sql, keys).keep(connection.id, kept, { realm_id: connection.realm_id });
  provider.organisations[0] = listed!;
  expect(await providers.ask(connection, accounts)).toMatchObject({ Accounts: [] });
});

test('books are not asked with the tokens of others, which a connection that is being made has kept already: those are not lost', async () => {
  const connection = await connected('xero');
  const [listed] = provider.organisations;
  // The user has authorized another organisation alone.
  provider.organisations[0] = { ...listed!, tenantId: 'another' };
  expect(
    (await providers.keep(connection, { ...provider.issue(), access_token_expires_in: 3_600 }, undefined)).realm_id,
  ).toBe('another');
  const before = provider.asked.length;
  const failure = await failureOf(providers.ask(connection, { method: 'GET', path: '/api.xro/2.0/Accounts' }));
  provider.organisations[0] = listed!;
  expect(failure).toMatchObject({ name: 'ProviderInUse', text: { fr: expect.stringMatching(/autres livres/) } });
  expect(provider.asked).toHaveLength(before);
});

test('an answer of Xero that holds what it refused, under a status of success, is a refusal in its words without tokens', async () => {
  const { access_token, ...tokens } = provider.issue();
  const journal = {
    ManualJournalID: '00000000-0000-0000-0000-000000000000',
    StatusAttributeString: 'ERROR',
    ValidationErrors: [{ Message: `The account is archived, says ${access_token}` }],
  };
  const server = createServer((_, answer) => answer.end(JSON.stringify({ Status: 'OK', ManualJournals: [journal] })));
  await new Promise<void>((listens) => void server.listen(0, '127.0.0.1', listens));
  try {
    const api = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const apps = { ...provider.apps, xero: { ...provider.apps.xero!, api } };
    const connection = { id: 'intcn_of_errors', provider: 'xero', realm_id: 'a-realm' } as const;
    const kept = { ...tokens, access_token, access_token_expires_in: 3_600 };
    await tokenStore(database.sql, keys).keep(connection.id, kept, { realm_id: connection.realm_id });
    const request = { method: 'POST', path: '/api.xro/2.0/ManualJournals', body: {} } as const;
    const failure = await failureOf(makeProviders({ ...options(), apps }).ask(connection, request));
    expect(failure).toBeInstanceOf(ProviderRefused);
    expect(failure).toMatchObject({ message: 'The account is archived, says …' });
  } finally {
    await new Promise((ends) => server.close(ends));
  }
});
