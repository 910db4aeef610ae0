import { hash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type AccountingProvider,
  type Organisation,
  startAccountingProvider,
} from '../../examples/provider/stand-in.ts';
import { connectionId } from '../../src/integrations/connection.ts';
import { type Employer, makeEmployer } from '../support/employer.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

/** Accounting providers: authorized, imported from and exported to, with everything that goes wrong at a provider. */
let provider: AccountingProvider;
let service: TestService;
let receiver: Receiver;
beforeAll(async () => {
  [provider, receiver] = await Promise.all([startAccountingProvider(), startReceiver()]);
  service = await startTestService({ config: { providers: provider.apps } });
  const events = [
    'integration_authentication_success',
    'integration_authentication_failure',
    'integration_sync_account_codes_complete',
    'integration_sync_journal_entries_complete',
    'integration_sync_journal_entries_failure',
    'integration_sync_tags_complete',
    'integration_sync_tags_failure',
  ];
  await service.request('POST', '/webhooks', { url: receiver.url, events }, service.partnerSecret);
});
afterAll(async () => {
  await service.close();
  await Promise.all([provider.close(), receiver.close()]);
});

type Provider = 'quickbooks' | 'xero';
const told = (event: string) => until(() => receiver.calls.some(({ body }) => body.event === event));

const authorize = async (own: Employer, name: Provider, isGiven = true) => {
  const { business_entity_id } = own;
  const answer = await own.must(200, 'POST', `/integrations/${name}/authenticate`, { business_entity_id });
  const { object, data } = answer;
  expect([object, Object.keys(answer).sort()]).toEqual(['oauth_auth_url', ['data', 'id', 'object']]);
  const back = provider.consent(data.authentication_url, isGiven);
  return {
    back: `${back.pathname}${back.search}`,
    concluded: await service.request('GET', `${back.pathname}${back.search}`),
  };
};

const synced = async (own: Employer, name: Provider, body: Record<string, unknown>) => {
  const task = await own.must(202, 'POST', `/integrations/${name}/sync`, body);
  expect([task.object, task.data.type]).toEqual(['async_task', 'integration_sync']);
  return own.ended(task);
};

const refusedAt = async (own: Employer, path: string, body: unknown) =>
  Object.keys((await own.must(422, 'POST', path, body)).errors);

const account = (Id: string, Name: string, Classification: string, more = {}) => ({
  Id,
  Name,
  Classification,
  Active: true,
  ...more,
});

test('rule 6, and rules 1 and 2 of the callback: a provider is connected by its authorization, once for each address, and not when its user refuses', async () => {
  const own = await makeEmployer(service, 0);
  const stateOf = async () =>
    (await own.must(200, 'GET', `/integrations/xero?business_entity_id=${own.business_entity_id}`)).data;
  expect(await stateOf()).toEqual({ label: 'Xero', is_enabled: false, type: 'accounting' });
  const denied = await authorize(own, 'xero', false);
  expect([denied.concluded.status, denied.concluded.body]).toEqual([
    200,
    { provider: 'xero', is_enabled: false, reason: 'access_denied' },
  ]);
  await told('integration_authentication_failure');

  const { back, concluded } = await authorize(own, 'xero');
  const isConnected = { provider: 'xero', is_enabled: true, reason: null };
  expect([concluded.status, concluded.body]).toEqual([200, isConnected]);
  expect((await stateOf()).is_enabled).toBe(true);
  await told('integration_authentication_success');
  const success = receiver.calls.find(({ body }) => body.event === 'integration_authentication_success')!;
  expect(success.body.resource).toEqual({
    type: 'integration',
    id: 'xero',
    business_entity_id: own.business_entity_id,
    company_id: own.company_id,
  });
  // Loaded again it is the same conclusion; another state is none.
  expect((await service.request('GET', back)).body).toEqual(isConnected);
  expect((await service.request('GET', back.replace(/state=[^&]+/, 'state=intcn_x.y'))).status).toBe(400);
  expect((await own.must(200, 'GET', '/integrations')).data.map(({ id }: { id: string }) => id)).toEqual([
    'quickbooks',
    'xero',
  ]);

  const tokens = await service.database.sql`select sealed, state_digest, realm_id from integration_tokens`;
  expect(JSON.stringify(tokens)).not.toMatch(/access_token|refresh_token/);
  await own.must(204, 'DELETE', `/integrations/xero/connection?business_entity_id=${own.business_entity_id}`);
  expect((await stateOf()).is_enabled).toBe(false);
  // The answer waits for that, though not for long.
  await until(() => provider.asked.includes('POST /revoke'));
});

test('a user of Xero with the organisations of several companies: the one is taken that was authorized now, and its end ends no other', async () => {
  const [own, other] = [await makeEmployer(service, 0), await makeEmployer(service, 0)];
  const { organisations } = provider;
  const [first] = organisations as [Organisation];
  const another = { ...first, id: 'c-2', tenantId: 'b-2', createdDateUtc: '2026-01-04', updatedDateUtc: '2026-01-04' };
  const booksOf = async (employer: Employer) => {
    const id = connectionId(employer.business_entity_id, 'xero');
    const [row] = await service.database.sql`select realm_id from integration_tokens where connection_id = ${id}`;
    return row?.realm_id;
  };
  const disconnect = ({ must, business_entity_id }: Employer) =>
    must(204, 'DELETE', `/integrations/xero/connection?business_entity_id=${business_entity_id}`);
  const ends = () => provider.asked.filter((one) => one.startsWith('DELETE') || one === 'POST /revoke');
  const before = ends().length;

  organisations.push(another);
  await authorize(other, 'xero');
  expect(await booksOf(other)).toBe('b-2');
  // Connected before that one, and chosen again now.
  organisations[0] = { ...first, updatedDateUtc: '2026-01-05' };
  await authorize(own, 'xero');
  expect(await booksOf(own)).toBe(first.tenantId);
  await disconnect(own);
  expect([ends().slice(before), organisations]).toEqual([['DELETE /connections/c-1'], [another]]);

  // The last one of the user, which two employers are connected with.
  await authorize(own, 'xero');
  expect(await booksOf(own)).toBe('b-2');
  await disconnect(other);
  expect(ends().slice(before)).toHaveLength(1);
  await disconnect(own);
  expect(ends().slice(before + 1)).toEqual(['POST /revoke']);
  organisations.splice(0, organisations.length, first);
});

test('rule 1 of the callback: a redirect that is loaded twice at once connects, though its code is good once', async () => {
  const own = await makeEmployer(service, 0);
  const { business_entity_id } = own;
  const { data } = await own.must(200, 'POST', '/integrations/xero/authenticate', { business_entity_id });
  const back = provider.consent(data.authentication_url);
  provider.next('/connections', 'slow');
  const loaded = await Promise.all([1, 2].map(() => service.request('GET', `${back.pathname}${back.search}`)));
  for (const { status, body } of loaded)
    expect([status, body]).toEqual([200, { provider: 'xero', is_enabled: true, reason: null }]);
  const at = `/integrations/xero?business_entity_id=${business_entity_id}`;
  expect((await own.must(200, 'GET', at)).data.is_enabled).toBe(true);
});

test('rule 1 of the callback: Xero is asked again which organisation tokens are for; where it does not say so in time, the page does', async () => {
  const own = await makeEmployer(service, 0);
  for (const fault of ['away', { retry_after_s: 0 }] as const) {
    provider.next('/connections', fault);
    const { concluded } = await authorize(own, 'xero');
    expect(concluded.body).toEqual({ provider: 'xero', is_enabled: true, reason: null });
  }
  provider.next('/connections', { retry_after_s: 3_600 });
  const { back, concluded } = await authorize(own, 'xero');
  const reason = 'the organisation is unknown';
  // The earlier connection is kept, and the code is used: to load the page again is of no use.
  expect([concluded.status, concluded.body]).toEqual([200, { provider: 'xero', is_enabled: true, reason }]);
  const page = await browse(back, 'fr');
  expect([page.status, page.text]).toEqual([200, expect.stringContaining("Il n'a pas dit à temps")]);
});

test('tokens with a lifetime beyond all calendars are kept, and an answer that is no token answer is not read to its end', async () => {
  const own = await makeEmployer(service, 0);
  const tokens = (more: object) => JSON.stringify({ ...provider.issue(), token_type: 'bearer', ...more });
  provider.next('POST /token', { answer: tokens({ padding: ' '.repeat(2 * 1024 * 1024) }) });
  expect((await authorize(own, 'quickbooks')).concluded.status).toBe(503);
  for (const expires_in of [1e15, 1e300]) {
    provider.next('POST /token', { answer: tokens({ expires_in }) });
    expect((await authorize(own, 'quickbooks')).concluded.body).toMatchObject({ is_enabled: true });
  }
});

/** As a browser asks, in French too. */
const browse = (path: string, language = 'en') =>
  service.request('GET', path, undefined, undefined, {
    Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'Accept-Language': language,
  });
const headingOf = (html: string) => /<h1>(.*)<\/h1>/.exec(html)?.[1];

test('rule 3 of the callback: the browser is shown the outcome, in English or French', async () => {
  const own = await makeEmployer(service, 0);
  const { business_entity_id } = own;
  const asked = async (isGiven = true) => {
    const { data } = await own.must(200, 'POST', '/integrations/quickbooks/authenticate', { business_entity_id });
    const back = provider.consent(data.authentication_url, isGiven);
    return `${back.pathname}${back.search}`;
  };
  const stateOf = (path: string) => new URLSearchParams(path.split('?')[1]).get('state')!;
  const denied = await browse(await asked(false));
  expect([denied.status, headingOf(denied.text)]).toEqual([200, 'QuickBooks was not authorized']);
  expect(denied.text).toContain('The authorization was declined there.');
  expect(denied.text).toContain('Nothing was changed.');

  // The provider's words are text, whatever stands in them.
  const marked = await browse(`/oauth/callback?state=${stateOf(await asked())}&error=x&error_description=<script>1`);
  expect(marked.text).toContain('It says: &lt;script&gt;1');
  const inherited = await browse(`/oauth/callback?state=${stateOf(await asked())}&error=constructor`);
  expect([inherited.status, headingOf(inherited.text)]).toEqual([200, 'QuickBooks was not authorized']);
  expect(inherited.text).toContain('It says: constructor');
  const silent = await browse(`/oauth/callback?state=${stateOf(await asked())}`, 'fr');
  expect(headingOf(silent.text)).toBe("QuickBooks n'a pas été autorisé");
  expect(silent.text).toContain("Il n'a renvoyé aucune autorisation.");

  const back = await asked();
  // A browser or a scanner of links that looks first uses the state up for nobody.
  const looked = await fetch(`${service.url}${back}`, { method: 'HEAD' });
  expect([looked.status, looked.headers.get('Allow')]).toEqual([405, 'GET']);
  const page = await browse(back);
  expect([page.status, headingOf(page.text)]).toEqual([200, 'QuickBooks is connected']);
  expect(headingOf((await browse(back, 'fr-CA')).text)).toBe('QuickBooks est relié');
  // Nothing is run, nothing fetched, and nobody is told the address, which holds the code.
  expect(page.text).not.toMatch(/<script|<link|<img|<form|src=|href=|https?:|\bon\w+=/);
  const policy = page.headers.get('Content-Security-Policy')!;
  expect(policy).toMatch(
    /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
  );
  const sheet = /<style>(.*)<\/style>/s.exec(page.text)![1]!;
  expect(policy).toContain(hash('sha256', sheet, 'base64'));
  const told = Object.fromEntries(
    ['Content-Type', 'Referrer-Policy', 'Cache-Control', 'X-Content-Type-Options', 'Content-Language', 'Vary'].map(
      (name) => [name, page.headers.get(name)],
    ),
  );
  expect(told).toEqual({
    'Content-Type': 'text/html; charset=utf-8',
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Content-Language': 'en',
    Vary: 'Accept-Language, Accept',
  });

  // Refused once more: what was connected stays so.
  const kept = await browse(await asked(false));
  expect(kept.text).toContain('The earlier connection is kept.');
});

test('rule 3 of the callback: a state is valid once, for its company and for half an hour; otherwise the browser is shown why', async () => {
  const [own, others] = [await makeEmployer(service, 0), await makeEmployer(service, 0)];
  const asked = async ({ business_entity_id, must }: Employer) => {
    const { data } = await must(200, 'POST', '/integrations/xero/authenticate', { business_entity_id });
    return provider.consent(data.authentication_url, true);
  };
  const shown = async (url: URL, language = 'en') => {
    const { status, text } = await browse(`${url.pathname}${url.search}`, language);
    return [status, headingOf(text), /<p>(.*)<\/p>/.exec(text)?.[1]];
  };
  const NOT_VALID = [400, 'Refused', 'The link is not valid, has ended, or was used. Begin again where it came from.'];
  const isEnabled = async ({ must, business_entity_id }: Employer) =>
    (await must(200, 'GET', `/integrations/xero?business_entity_id=${business_entity_id}`)).data.is_enabled;

  // The state of one company with the name of another's connection is none.
  const [mine, theirs] = [await asked(own), await asked(others)];
  const [id] = theirs.searchParams.get('state')!.split('.');
  const [, nonce] = mine.searchParams.get('state')!.split('.');
  const mixed = new URL(mine);
  mixed.searchParams.set('state', `${id}.${nonce}`);
  expect(await shown(mixed)).toEqual(NOT_VALID);
  expect(await isEnabled(others)).toBe(false);
  // One that was handed out later takes its place.
  const later = await asked(own);
  expect(await shown(mine)).toEqual(NOT_VALID);
  expect((await shown(mine, 'fr'))[1]).toBe('Refusé');
  expect((await shown(later))[0]).toBe(200);
  expect([await isEnabled(own), await isEnabled(others)]).toEqual([true, false]);

  provider.next('POST /token', 'away');
  const away = await browse(`${theirs.pathname}${theirs.search}`);
  expect([away.status, headingOf(away.text)]).toEqual([503, 'Not available']);
  expect((await shown(theirs))[0]).toBe(200);

  const late = await asked(others);
  service.clock.advance(30 * 60_000);
  expect(await shown(late)).toEqual(NOT_VALID);
  expect((await browse('/oauth/callback')).text).toContain('state');
  // A program is answered JSON.
  const { status, body } = await service.request('GET', `${late.pathname}${late.search}`);
  expect([status, body.message]).toEqual([400, NOT_VALID[2]]);
});

test('rule 1: a synchronization that is not possible is refused, and the error names the member', async () => {
  const own = await makeEmployer(service, 0);
  const { business_entity_id } = own;
  const of = { business_entity_id };
  expect(await refusedAt(own, '/integrations/xero/sync', { sync: 'department', ...of })).toEqual(['sync']);
  expect(await refusedAt(own, '/integrations/xero/sync', { sync: 'accounts', ...of })).toEqual(['sync']);
  expect(await refusedAt(own, '/integrations/xero/sync', { sync: 'journal_entries' })).toEqual(['payroll_id']);
  expect(await refusedAt(own, '/integrations/xero/sync', { sync: 'category' })).toEqual(['business_entity_id']);
  expect(await refusedAt(own, '/integrations/xero/sync', { sync: 'category', ...of })).toEqual(['business_entity_id']);
  const lifetimes = { access_token_expires_in: 1_800, refresh_token_expires_in: 10 };
  const tokens = { access_token: 'a', refresh_token: 'b', ...lifetimes };
  expect(await refusedAt(own, '/integrations/quickbooks/connection', { ...of, ...tokens })).toEqual(['realm_id']);
  expect(await refusedAt(own, '/integrations/xero/connection', { ...of, ...tokens })).toEqual(['access_token']);
  expect(
    await refusedAt(own, '/integrations/xero/connection', { ...of, ...tokens, access_token_expires_in: -1 }),
  ).toEqual(['access_token_expires_in']);
  await own.must(404, 'GET', '/integrations/sage');
  const none = await own.call('DELETE', `/integrations/xero/connection?business_entity_id=${of.business_entity_id}`);
  expect([none.status, none.body]).toEqual([404, { message: 'The employer is not connected with Xero.' }]);
  for (const [method, path] of [
    ['DELETE', '/integrations/xero/connection'],
    ['GET', '/integrations/xero'],
  ] as const) {
    const other = await own.call(method, `${path}?business_entity_id=be_01K2ZQ7M4T8W3N5R6V9X0Y1A2B`);
    expect([other.status, other.body.message]).toEqual([404, 'There is no business entity with this id.']);
  }
});

test('tokens that do not fit in a header, and names of books that would change the address, are refused and not stored', async () => {
  const own = await makeEmployer(service, 0);
  const lifetimes = { access_token_expires_in: 1_800, refresh_token_expires_in: 10 };
  const good = {
    ...{ business_entity_id: own.business_entity_id, ...lifetimes },
    ...{ ...provider.issue(), realm_id: '9130357992222222' },
  };
  const path = '/integrations/quickbooks/connection';
  const unsendable = ['🙂', 'a\u0001', 'a\r\nHost: elsewhere', 'a b', ' ', 'é', '\u007f', ''];
  for (const text of unsendable) {
    expect(await refusedAt(own, path, { ...good, access_token: text }), text).toEqual(['access_token']);
    expect(await refusedAt(own, path, { ...good, refresh_token: text }), text).toEqual(['refresh_token']);
  }
  for (const realm_id of ['..', '.', '1/2', '1?a=b', '🙂', '1 2', ''])
    expect(await refusedAt(own, path, { ...good, realm_id }), realm_id).toEqual(['realm_id']);
  const french = await own.must(422, 'POST', path, { ...good, access_token: 'é' }, { 'Accept-Language': 'fr' });
  expect(french.errors.access_token).toEqual([
    'ne doit contenir que des caractères ASCII visibles, sans espace : il est envoyé tel quel au fournisseur',
  ]);
  // What is wrong is said by the service here, and in the caller's language.
  const elsewhere = { ...good, realm_id: '9130350000000000' };
  for (const [language, text] of [
    ['en', 'was refused by the provider: the tokens are not for the company that realmId names'],
    ['fr', "a été refusé par le fournisseur : les jetons ne valent pas pour l'entreprise que realmId nomme"],
  ] as const) {
    const { errors } = await own.must(422, 'POST', path, elsewhere, { 'Accept-Language': language });
    expect(errors.access_token).toEqual([text]);
  }
  const at = `/integrations/quickbooks?business_entity_id=${own.business_entity_id}`;
  expect((await own.must(200, 'GET', at)).data.is_enabled).toBe(false);
  await own.must(200, 'POST', path, good);
  expect((await own.must(200, 'GET', at)).data.is_enabled).toBe(true);

  const { data } = await own.must(200, 'POST', '/integrations/quickbooks/authenticate', {
    business_entity_id: own.business_entity_id,
  });
  const back = provider.consent(data.authentication_url, true);
  back.searchParams.set('realmId', '..');
  const answer = await service.request('GET', `${back.pathname}${back.search}`);
  expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['realmId']]);
});

/** Rules that give every line of an ordinary payroll a code. */
const coded = async (own: Employer, codes: Record<'wages' | 'taxes' | 'owed' | 'payable' | 'bank', string>) => {
  const { business_entity_id } = own;
  const rule = (type: string, more: object) =>
    own.must(201, 'POST', '/accounting_code_rules', { business_entity_id, type, ...more });
  await rule('earning', { expense_accounting_code_id: codes.wages });
  await rule('statutory_withholding', { liability_accounting_code_id: codes.owed });
  await rule('employer_statutory_withholding', {
    expense_accounting_code_id: codes.taxes,
    liability_accounting_code_id: codes.owed,
  });
  await own.must(200, 'PUT', `/business_entities/${business_entity_id}`, {
    default_payroll_payable_accounting_code_id: codes.payable,
    default_bank_accounting_code_id: codes.bank,
  });
};

const codesOf = async (own: Employer) => {
  const { data } = await own.must(200, 'GET', `/accounting_codes?business_entity_id=${own.business_entity_id}`);
  return data as { id: string; data: { title: string; code: string | null; type: string; mapping: object } }[];
};

/** An employer with a payroll of one person that is approved; gives it with its recording. */
const approved = async (own: Employer) => {
  const [assignment] = own.assignments;
  await own.must(201, 'POST', '/pay_rates', {
    work_assignment_id: assignment,
    type: 'salary',
    rate: 54_000,
    expected_hours_per_week: 40,
    effective_from: '2026-01-01',
  });
  const [payroll] = await own.payrolls();
  await own.must(200, 'POST', `/payrolls/${payroll!.id}/approve`);
  return payroll!.id;
};
const recordingOf = async (own: Employer, payroll_id: string) =>
  (
    await own.must(
      200,
      'GET',
      `/journal_entries?payroll_id=${payroll_id}&type=payroll_recording&expand[]=journal_entry_rows`,
    )
  ).data[0];

test('rules 1 to 5, and rule 7 of codes, rule 4 of tags and tag groups, rule 9 of entries, QuickBooks: chart of accounts and dimensions are imported page by page; an entry whose answer was lost is exported once', async () => {
  const own = await makeEmployer(service, 1);
  const { business_entity_id } = own;
  await authorize(own, 'quickbooks');
  // More than a page of what payroll is not booked on, before what it is.
  provider.books.quickbooks.Account = [
    ...Array.from({ length: 1_000 }, (_, i) => account(`r${i}`, `Sales ${i}`, 'Revenue')),
    account('60', 'Wages', 'Expense', { AcctNum: '6010' }),
    account('61', 'Payroll taxes', 'Expense'),
    account('23', 'Source deductions', 'Liability'),
    account('24', 'Payroll payable', 'Liability'),
    account('10', 'Chequing', 'Asset', { AccountType: 'Bank', AcctNum: '' }),
  ];
  provider.next('/query', 'rate_limited');
  expect((await synced(own, 'quickbooks', { sync: 'accounting_codes', business_entity_id })).status).toBe('completed');
  await told('integration_sync_account_codes_complete');
  const codes = await codesOf(own);
  expect(codes.map(({ data: { title, code, type } }) => [title, code, type]).sort()).toEqual([
    ['Chequing', null, 'bank'],
    ['Payroll payable', null, 'liability'],
    ['Payroll taxes', null, 'expense'],
    ['Source deductions', null, 'liability'],
    ['Wages', '6010', 'expense'],
  ]);
  for (const { data } of codes) expect(data.mapping).toEqual({ xero: false, quickbooks: true });
  // Rule 4: known by its id it is changed, and nothing is deleted.
  provider.books.quickbooks.Account = [account('60', 'Wages and salaries', 'Expense', { AcctNum: '6010' })];
  expect((await synced(own, 'quickbooks', { sync: 'accounting_codes', business_entity_id })).status).toBe('completed');
  const again = await codesOf(own);
  expect(again.map(({ id }) => id).sort()).toEqual(codes.map(({ id }) => id).sort());
  expect(again.map(({ data }) => data.title)).toContain('Wages and salaries');

  provider.books.quickbooks.Class = [{ Id: '7', Name: 'Kitchen' }];
  provider.books.quickbooks.Department = [{ Id: '8', Name: 'Oshawa' }];
  provider.books.quickbooks.Customer = [
    { Id: '9', DisplayName: 'New oven', Job: true, IsProject: true },
    { Id: '10', DisplayName: 'Walk-in', Job: true },
  ];
  for (const sync of ['category', 'department', 'project'])
    expect((await synced(own, 'quickbooks', { sync, business_entity_id })).status).toBe('completed');
  await told('integration_sync_tags_complete');
  const { data: tags } = await own.must(200, 'GET', `/tags?business_entity_id=${business_entity_id}`);
  const labels = tags.map(({ data }: { data: { label: string } }) => data.label);
  expect(labels.sort()).toEqual(['Kitchen', 'New oven', 'Oshawa']);

  const idOf = (title: string) => again.find(({ data }) => data.title === title)!.id;
  await coded(own, {
    wages: idOf('Wages and salaries'),
    taxes: idOf('Payroll taxes'),
    owed: idOf('Source deductions'),
    payable: idOf('Payroll payable'),
    bank: idOf('Chequing'),
  });
  await own.must(200, 'PUT', `/work_assignments/${own.assignments[0]}`, {
    tag_assignment: {
      unit: 'percentage',
      tag_allocations: [{ tags: tags.map(({ id }: { id: string }) => id), value: 60 }],
    },
  });
  const payroll_id = await approved(own);

  provider.next('POST /v3/company', 'lost');
  provider.expire();
  const before = provider.renewals();
  expect((await synced(own, 'quickbooks', { sync: 'journal_entries', payroll_id })).status).toBe('completed');
  expect(provider.renewals()).toBe(before + 1);
  await told('integration_sync_journal_entries_complete');
  const entries = provider.books.quickbooks.JournalEntry!;
  expect(entries).toHaveLength(1);
  const entry = await recordingOf(own, payroll_id);
  expect(entry.data.integrations.quickbooks.reference).toBe(entries[0]!.Id);
  // A row as a bookkeeper reads it: account, tags, debit, credit.
  const rows = entry.data.journal_entry_rows as { title: string; debit: number | null }[];
  const tagged = rows.find(({ title, debit }) => title === 'Wages and salaries' && debit === 1_200);
  expect(tagged).toMatchObject({
    accounting_code: { id: idOf('Wages and salaries') },
    credit: null,
    sources: [
      { type: 'earning', subtype: 'salary', side: 'expense', amount: 1_200, decided_by: 'accounting_code_rule' },
    ],
  });
  const lines = entries[0]!.Line as Record<string, Record<string, unknown>>[];
  const wages = lines.filter(({ JournalEntryLineDetail: d }) => (d!.AccountRef as { value: string }).value === '60');
  const booked = wages.map(({ Amount, JournalEntryLineDetail: detail }) => [
    Amount,
    detail!.PostingType,
    detail!.ClassRef,
    detail!.DepartmentRef,
  ]);
  expect(booked).toHaveLength(2);
  expect(booked).toContainEqual([1_200, 'Debit', { value: '7' }, { value: '8' }]);
  expect(booked).toContainEqual([800, 'Debit', undefined, undefined]);

  // Rule 5: asked for again, nothing is written.
  const posts = () => provider.asked.filter((one) => one.startsWith('POST /v3')).length;
  const written = posts();
  expect((await synced(own, 'quickbooks', { sync: 'journal_entries', payroll_id })).status).toBe('completed');
  expect([posts(), provider.books.quickbooks.JournalEntry!.length]).toEqual([written, 1]);

  // Taken back, and gone with its period: what takes its entry back is still exported, and the books are as before.
  const warned = async (): Promise<string[]> => {
    const { data } = await own.must(200, 'GET', `/payrolls/${payroll_id}`);
    return data.warnings.data.map(({ data: { type } }: { data: { type: string } }) => type);
  };
  expect(await warned()).not.toContain('exported_entries_not_reversed');
  await own.must(200, 'POST', `/payrolls/${payroll_id}/unapprove`);
  expect(await warned()).toContain('exported_entries_not_reversed');
  await own.must(200, 'POST', `/payrolls/${payroll_id}/approve`);
  expect(await warned()).toContain('exported_entries_not_reversed');
  expect((await synced(own, 'quickbooks', { sync: 'journal_entries', payroll_id })).status).toBe('completed');
  expect(await warned()).not.toContain('exported_entries_not_reversed');
  expect(provider.books.quickbooks.JournalEntry).toHaveLength(3);
  await own.must(200, 'POST', `/payrolls/${payroll_id}/unapprove`);
  await own.must(200, 'PUT', `/pay_schedules/${own.pay_schedule_id}`, { generate_payrolls_from: '2026-12-04' });
  await until(async () => (await own.call('GET', `/payrolls/${payroll_id}`)).status === 404);
  expect((await synced(own, 'quickbooks', { sync: 'journal_entries', payroll_id })).status).toBe('completed');
  expect(provider.books.quickbooks.JournalEntry).toHaveLength(4);
  const stranger = await makeEmployer(service, 0);
  expect(await refusedAt(stranger, '/integrations/quickbooks/sync', { sync: 'journal_entries', payroll_id })).toEqual([
    'payroll_id',
  ]);
});

test('rules 1 to 5, Xero: tracking categories are imported; refusals are reported, and only a connection whose tokens are rejected is disconnected', async () => {
  const own = await makeEmployer(service, 1);
  const { business_entity_id } = own;
  await authorize(own, 'xero');
  const of = (Code: string, Name: string, Class: string) => ({
    AccountID: `a-${Code}`,
    Code,
    Name,
    Class,
    Type: Class,
    Status: 'ACTIVE',
  });
  provider.books.xero.Accounts = [
    of('477', 'Wages', 'EXPENSE'),
    of('478', 'Payroll taxes', 'EXPENSE'),
    of('825', 'Source deductions', 'LIABILITY'),
    of('804', 'Payroll payable', 'LIABILITY'),
    { AccountID: 'a-090', Code: '090', Name: 'Chequing', Class: 'ASSET', Type: 'BANK', Status: 'ACTIVE' },
  ];
  provider.books.xero.TrackingCategories = [
    { TrackingCategoryID: 't-1', Name: 'Region', Options: [{ TrackingOptionID: 'o-1', Name: 'North' }] },
  ];
  provider.next('/Accounts', 'away');
  expect((await synced(own, 'xero', { sync: 'accounting_codes', business_entity_id })).status).toBe('completed');
  expect((await synced(own, 'xero', { sync: 'category', business_entity_id })).status).toBe('completed');
  const { data: groups } = await own.must(200, 'GET', `/tag_groups?business_entity_id=${business_entity_id}`);
  expect(groups.map(({ data }: { data: object }) => data)).toMatchObject([
    { label: 'Region', integrations: { xero: { id: 't-1', type: 'category' }, quickbooks: { type: null } } },
  ]);
  const codes = await codesOf(own);
  const idOf = (title: string) => codes.find(({ data }) => data.title === title)!.id;
  await coded(own, {
    wages: idOf('Wages'),
    taxes: idOf('Payroll taxes'),
    owed: idOf('Source deductions'),
    payable: idOf('Payroll payable'),
    bank: idOf('Chequing'),
  });
  const payroll_id = await approved(own);
  // An account that is gone there: its words come back.
  const kept = provider.books.xero.Accounts;
  provider.books.xero.Accounts = kept.filter(({ Code }) => Code !== '477');
  const refused = await synced(own, 'xero', { sync: 'journal_entries', payroll_id });
  expect([refused.status, refused.results[0].message]).toEqual([
    'error',
    expect.stringContaining("Account code '477' is not a valid code"),
  ]);
  await told('integration_sync_journal_entries_failure');
  provider.books.xero.Accounts = kept;
  provider.next('POST /api.xro/2.0/ManualJournals', 'lost');
  expect((await synced(own, 'xero', { sync: 'journal_entries', payroll_id })).status).toBe('completed');
  const journals = provider.books.xero.ManualJournals!;
  expect(journals).toHaveLength(1);
  expect((await recordingOf(own, payroll_id)).data.integrations.xero.reference).toBe(journals[0]!.ManualJournalID);
  const amounts = (journals[0]!.JournalLines as { LineAmount: number }[]).map(({ LineAmount }) =>
    Math.round(LineAmount * 100),
  );
  expect(amounts.reduce((sum, one) => sum + one, 0)).toBe(0);

  // Of several at once one process renews.
  provider.expire();
  const renewed = provider.renewals();
  const both = await Promise.all(
    ['category', 'accounting_codes'].map((sync) => synced(own, 'xero', { sync, business_entity_id })),
  );
  expect(both.map(({ status }) => status)).toEqual(['completed', 'completed']);
  expect(provider.renewals()).toBe(renewed + 1);

  // What a provider has against the service says nothing of the tokens.
  provider.expire();
  provider.next('POST /token', 'unknown_client');
  const unknown = await synced(own, 'xero', { sync: 'category', business_entity_id });
  expect(unknown.results[0].message).toBe('Xero refused it: invalid_client');
  expect((await synced(own, 'xero', { sync: 'category', business_entity_id })).status).toBe('completed');

  provider.revoke();
  expect((await synced(own, 'xero', { sync: 'category', business_entity_id })).status).toBe('error');
  await told('integration_sync_tags_failure');
  const { data } = await own.must(200, 'GET', `/integrations/xero?business_entity_id=${business_entity_id}`);
  expect(data.is_enabled).toBe(false);
});

test('a provider that repeats tokens, codes or the secret of the service: no company reads them', async () => {
  const own = await makeEmployer(service, 0);
  const { business_entity_id } = own;
  const imported = async () =>
    (await synced(own, 'xero', { sync: 'accounting_codes', business_entity_id })).results[0].message;
  provider.next('POST /token', 'echo');
  const { concluded } = await authorize(own, 'xero');
  expect(concluded.body.reason).toMatch(
    /^invalid_request: not for …, …, …, …, …, …, redirect_uri=[^&]+&code=…&grant_type=authorization_code$/,
  );
  await authorize(own, 'xero');
  // Where the words are cut no part of a token is left.
  provider.next('/Accounts', 'echo');
  expect(await imported()).toBe(`Xero refused it: ${'-'.repeat(450)}not for …, …, …, …, …`);
  provider.expire();
  provider.next('POST /token', 'echo');
  expect(await imported()).toBe(
    'Xero refused it: invalid_request: not for …, …, …, …, …, …, refresh_token=…&grant_type=refresh_token',
  );
});

test('of a connection and a disconnection at once the one that is recorded last stands, and the tokens are there with it alone; a disconnection that is repeated for its lost answer ends no later connection', async () => {
  const own = await makeEmployer(service, 0);
  const { business_entity_id } = own;
  const path = '/integrations/quickbooks/connection';
  const connect = async () => {
    const lives = { access_token_expires_in: 3_600, refresh_token_expires_in: 8_726_400 };
    const sent = { ...provider.issue(), ...lives, business_entity_id, realm_id: '9130357992222222' };
    await own.must(200, 'POST', path, sent);
  };
  const disconnect = () => own.must(204, 'DELETE', `${path}?business_entity_id=${business_entity_id}`);
  const state = async () => {
    const { data } = await own.must(200, 'GET', `/integrations/quickbooks?business_entity_id=${business_entity_id}`);
    const id = connectionId(business_entity_id, 'quickbooks');
    const { length } = await service.database.sql`select 1 from integration_tokens where connection_id = ${id}`;
    return { is_enabled: data.is_enabled, tokens: length };
  };
  const { store, gate } = service.service.services;
  /** Does something right before the next event of a type is appended. */
  const before = (type: string, act: () => Promise<unknown>) => {
    const { append } = store;
    store.append = async (stream, events, expected) => {
      if (events[0]?.type === type) {
        store.append = append;
        await act();
      }
      return append(stream, events, expected);
    };
  };
  const connected = { is_enabled: true, tokens: 1 };
  const ended = { is_enabled: false, tokens: 0 };

  await connect();
  before('IntegrationDisconnected', connect);
  await disconnect();
  expect(await state()).toEqual(ended);
  before('IntegrationConnected', async () => {
    await connect();
    await disconnect();
  });
  await connect();
  expect(await state()).toEqual(connected);
  await disconnect();
  before('IntegrationConnected', disconnect);
  await connect();
  expect(await state()).toEqual(connected);

  const key = { 'X-Idempotency-Key': 'once' };
  const again = () => own.call('DELETE', `${path}?business_entity_id=${business_entity_id}`, undefined, key);
  const { followed } = gate;
  gate.followed = () => Promise.reject(new Error('the process ends here'));
  const lost = await again().finally(() => {
    gate.followed = followed;
  });
  expect([lost.status, await state()]).toEqual([500, ended]);
  await connect();
  expect((await again()).status).toBe(204);
  expect(await state()).toEqual(connected);
});

test('a redirect that is refused, as a disconnection ends in the same moment what waited for it, leaves no tokens', async () => {
  const own = await makeEmployer(service, 0);
  const { business_entity_id } = own;
  await authorize(own, 'quickbooks');
  const { data } = await own.must(200, 'POST', '/integrations/quickbooks/authenticate', { business_entity_id });
  const back = provider.consent(data.authentication_url);
  const { store } = service.service.services;
  const { append } = store;
  let concluded: Promise<{ status: number }> | undefined;
  let [comes, goes]: (() => void)[] = [];
  const hasTokens = new Promise<void>((resolve) => {
    comes = resolve;
  });
  const isDisconnected = new Promise<void>((resolve) => {
    goes = resolve;
  });
  store.append = async (stream, events, expected) => {
    const [first] = events;
    if (first?.type === 'IntegrationConnected') {
      comes!();
      await isDisconnected;
    }
    if (first?.type !== 'IntegrationDisconnected') return append(stream, events, expected);
    concluded = service.request('GET', `${back.pathname}${back.search}`);
    await hasTokens;
    return append(stream, events, expected).finally(goes);
  };
  const ended = own.must(204, 'DELETE', `/integrations/quickbooks/connection?business_entity_id=${business_entity_id}`);
  await ended.finally(() => {
    store.append = append;
  });
  expect((await concluded)?.status).toBe(400);
  const id = connectionId(business_entity_id, 'quickbooks');
  expect(await service.database.sql`select 1 from integration_tokens where connection_id = ${id}`).toHaveLength(0);
});

test('a redirect that another authorization overtakes leaves the tokens of a connection that stands', async () => {
  const own = await makeEmployer(service, 0);
  const { business_entity_id } = own;
  await authorize(own, 'quickbooks');
  const begin = () => own.must(200, 'POST', '/integrations/quickbooks/authenticate', { business_entity_id });
  const { data } = await begin();
  const back = provider.consent(data.authentication_url);
  const { store } = service.service.services;
  const { append } = store;
  store.append = async (stream, events, expected) => {
    if (events[0]?.type === 'IntegrationConnected') {
      store.append = append;
      await begin();
    }
    return append(stream, events, expected);
  };
  expect((await service.request('GET', `${back.pathname}${back.search}`)).status).toBe(400);
  const asked = { sync: 'category', business_entity_id };
  expect((await synced(own, 'quickbooks', asked)).status).toBe('completed');
});

test('tokens that have ended are renewed once, also where another change of the connection comes first', async () => {
  const own = await makeEmployer(service, 0);
  const { business_entity_id } = own;
  const path = '/integrations/quickbooks/connection';
  const sent = { ...provider.issue(), access_token_expires_in: 0, refresh_token_expires_in: 0 };
  const { store } = service.service.services;
  const { append } = store;
  store.append = async (stream, events, expected) => {
    if (events[0]?.type === 'IntegrationConnected') {
      store.append = append;
      await own.must(200, 'POST', '/integrations/quickbooks/authenticate', { business_entity_id });
    }
    return append(stream, events, expected);
  };
  const before = provider.renewals();
  await own.must(200, 'POST', path, { ...sent, business_entity_id, realm_id: '9130357992222222' });
  expect(provider.renewals()).toBe(before + 1);
});

test('what was asked for while an employer was connected with some books is not done in others', async () => {
  const own = await makeEmployer(service, 0);
  const { business_entity_id } = own;
  await authorize(own, 'xero');
  const { organisations } = provider;
  const [first] = organisations as [Organisation];
  const { store } = service.service.services;
  const { append } = store;
  store.append = async (stream, events, expected) => {
    if (events.at(-1)?.type === 'AsyncTaskStarted') {
      store.append = append;
      organisations.push({ ...first, id: 'c-3', tenantId: 'b-3', updatedDateUtc: '2026-01-06' });
      await authorize(own, 'xero');
    }
    return append(stream, events, expected);
  };
  const asked = () => provider.asked.filter((one) => one.endsWith('/TrackingCategories')).length;
  const before = asked();
  const { results } = await synced(own, 'xero', { sync: 'category', business_entity_id });
  organisations.splice(0, organisations.length, first);
  expect(results[0].message).toBe(
    'The employer is connected with other books in Xero since this was requested. Request it again for these.',
  );
  expect(asked()).toBe(before);
});

test('an employer that has just been connected with other books gets those asked, also where rows have the earlier ones', async () => {
  const own = await makeEmployer(service, 0);
  const { business_entity_id, company_id } = own;
  const { organisations } = provider;
  const [first] = organisations as [Organisation];
  organisations.push({ ...first, id: 'c-4', tenantId: 'b-4', updatedDateUtc: '2026-01-07' });
  await authorize(own, 'xero').finally(() => organisations.splice(0, organisations.length, first));
  const { read } = service.service.services;
  const { get, getMany } = read;
  const id = connectionId(business_entity_id, 'xero');
  const earlier = await getMany('integration_connection', { partner_id: 'ptn_x', company_id }, [id]);
  await authorize(own, 'xero');
  read.get = async (object, tenant, one) => (earlier.get(one) as never) ?? get(object, tenant, one);
  read.getMany = async (object, tenant, ids) => (ids[0] === id ? (earlier as never) : getMany(object, tenant, ids));
  const { status, results } = await synced(own, 'xero', { sync: 'category', business_entity_id }).finally(() =>
    Object.assign(read, { get, getMany }),
  );
  expect([earlier.get(id)?.realm_id, status, results]).toEqual(['b-4', 'completed', []]);
});

test('of two imports of the same kind at once one does it: what is at the provider once is here once', async () => {
  const own = await makeEmployer(service, 0);
  const { business_entity_id } = own;
  await authorize(own, 'quickbooks');
  const many = Array.from({ length: 120 }, (_, i) => i);
  provider.books.quickbooks.Account = many.map((i) => account(`e${i}`, `Expense ${i}`, 'Expense'));
  provider.books.quickbooks.Class = many.map((i) => ({ Id: `c${i}`, Name: `Class ${i}` }));
  for (const [sync, path] of [
    ['accounting_codes', 'accounting_codes'],
    ['category', 'tags'],
  ] as const) {
    const ended = await Promise.all([1, 2].map(() => synced(own, 'quickbooks', { sync, business_entity_id })));
    const failed = ended.filter(({ status }) => status === 'error');
    expect([sync, failed.length < 2]).toEqual([sync, true]);
    for (const { results } of failed)
      expect(results[0].message).toBe(
        'Another import of the same kind from QuickBooks is under way. Repeat the request when it has ended.',
      );
    const list = await own.must(200, 'GET', `/${path}?business_entity_id=${business_entity_id}`);
    expect([path, list.meta.total]).toEqual([path, many.length]);
    // The next one may begin at once.
    expect((await synced(own, 'quickbooks', { sync, business_entity_id })).status).toBe('completed');
  }
});

test('a provider that does not answer keeps no bulk calls of other companies waiting, nor their imports', async () => {
  const waiting = await Promise.all(Array.from({ length: 4 }, () => makeEmployer(service, 0)));
  const other = await makeEmployer(service, 0);
  // All before the first call that is not answered, since those are given up after half a minute.
  for (const own of waiting) await authorize(own, 'xero');
  await authorize(other, 'quickbooks');
  const asked = () => provider.asked.filter((one) => one.endsWith('/Accounts')).length;
  const before = asked();
  await Promise.all(
    waiting.map(({ must, business_entity_id }) => {
      provider.next('/Accounts', 'silent');
      return must(202, 'POST', '/integrations/xero/sync', { sync: 'accounting_codes', business_entity_id });
    }),
  );
  await until(() => asked() === before + 4);
  const data = [{ first_name: 'Ada', last_name: 'Roy' }];
  const task = await other.must(202, 'POST', '/employees/batch/upsert', data);
  expect(await other.ended(task)).toMatchObject({ status: 'completed' });
  const { business_entity_id } = other;
  expect((await synced(other, 'quickbooks', { sync: 'category', business_entity_id })).status).toBe('completed');
  // None of them has been given up meanwhile.
  expect(asked()).toBe(before + 4);
});
