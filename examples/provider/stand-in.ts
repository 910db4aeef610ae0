import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * An accounting provider over HTTP, of the form that QuickBooks and Xero publish: OAuth with refresh tokens that each
 * renewal replaces, pages, faults, limits, and answers that are lost after what they answer was done. Below `/stand-in`
 * it is told what to hold and what to do next.
 */
export interface AccountingProvider {
  url: string;
  /** The service as it knows it, and where it is. */
  apps: Record<'quickbooks' | 'xero', App>;
  /** What a user does at the address: consents, or not. Gives where the browser is sent back to. */
  consent(address: string, isGiven?: boolean): URL;
  /** Happens to the next request whose path holds a text, once. */
  next(path: string, fault: Fault): void;
  books: Books;
  /** What the user has connected with the service, as Xero lists it. */
  organisations: Organisation[];
  /** Each request, as `METHOD path`. */
  asked: string[];
  /** How often tokens were renewed. */
  renewals: () => number;
  /** Tokens as it hands them out. */
  issue(): { access_token: string; refresh_token: string };
  /** Access tokens that were handed out are good no more. */
  expire(): void;
  /** Neither are refresh tokens. */
  revoke(): void;
  close(): Promise<void>;
}

interface App {
  client_id: string;
  client_secret: string;
  authorize: string;
  token: string;
  revoke: string;
  api: string;
}

export type Fault =
  | 'rate_limited'
  | 'lost'
  | 'away'
  | 'silent'
  | 'unknown_client'
  | 'echo'
  | 'slow'
  | { invalid: string }
  | { retry_after_s: number | undefined }
  | { answer: string; status?: number };

export interface Organisation {
  id: string;
  tenantId: string;
  tenantType: string;
  createdDateUtc: string;
  updatedDateUtc: string;
}

interface Books {
  /** Rows of QuickBooks by entity. */
  quickbooks: Record<string, Record<string, unknown>[]>;
  /** Collections of Xero. */
  xero: Record<string, Record<string, unknown>[]>;
}

const REALM = '9130357992222222';
const TENANT = '70784a63-d24b-46a9-a4db-0e70a274b056';
/** Longer than an answer that does not wait. */
const SLOW_ms = 300;
const CLIENT = { client_id: 'ledger', client_secret: 'a-secret-of-the-application' };

// biome-ignore lint/suspicious/noExplicitAny: bodies of any shape
type Body = any;

/** A refusal that repeats how the request proved itself, in each form in which a gateway may show that. */
const echoed = (authorization: string, form: string): Body => {
  const [scheme, credential = ''] = authorization.split(' ');
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const words = [authorization, credential, base64(credential), base64(authorization), encodeURIComponent(credential)];
  if (scheme === 'Basic') words.push(Buffer.from(credential, 'base64').toString().split(':')[1]!, form);
  const said = `not for ${words.join(', ')}`;
  return { error: 'invalid_request', error_description: said, Message: `${'-'.repeat(450)}${said}` };
};

const retryAfter = (seconds: number | undefined): Record<string, string> =>
  seconds === undefined ? {} : { 'Retry-After': String(seconds) };

/** Starts one, on a free port unless one is named. */
export const startAccountingProvider = async (port = 0): Promise<AccountingProvider> => {
  const codes = new Set<string>();
  let access = new Set<string>();
  let refresh = new Set<string>();
  /** The refresh token that each replaced: good until that is used, since its answer may have been lost. */
  const replaced = new Map<string, string>();
  let renewed = 0;
  const asked: string[] = [];
  const faults: { path: string; fault: Fault }[] = [];
  const books: Books = { quickbooks: {}, xero: {} };
  const organisations: Organisation[] = [
    {
      ...{ id: 'c-1', tenantId: TENANT, tenantType: 'ORGANISATION' },
      createdDateUtc: '2026-01-02',
      updatedDateUtc: '2026-01-02',
    },
  ];
  /** What was answered under a key, to be answered again. */
  const answered = new Map<string, Body>();

  const handOut = () => {
    const [access_token, refresh_token] = [randomUUID(), randomUUID()];
    access.add(access_token);
    refresh.add(refresh_token);
    return {
      access_token,
      refresh_token,
      token_type: 'bearer',
      expires_in: 3_600,
      x_refresh_token_expires_in: 8_726_400,
    };
  };
  const token = (form: URLSearchParams): [number, Body] => {
    if (form.get('grant_type') === 'authorization_code')
      return codes.delete(form.get('code') ?? '') ? [200, handOut()] : [400, { error: 'invalid_grant' }];
    const own = form.get('refresh_token') ?? '';
    if (!refresh.has(own)) return [400, { error: 'invalid_grant' }];
    refresh.delete(replaced.get(own) ?? '');
    renewed += 1;
    const fresh = handOut();
    replaced.set(fresh.refresh_token, own);
    return [200, fresh];
  };

  const query = (text: string): [number, Body] => {
    const found = /^select \* from (\w+)(?: where (\w+) = ('?)(.*?)\3)? startposition (\d+) maxresults (\d+)$/.exec(
      text,
    );
    if (!found)
      return [400, { Fault: { type: 'ValidationFault', Error: [{ Message: 'Error parsing query', Detail: text }] } }];
    const [, entity, column, , value, from, most] = found;
    const rows = (books.quickbooks[entity!] ?? []).filter(
      (row) => column === undefined || String(row[column]) === value,
    );
    const page = rows.slice(Number(from) - 1, Number(from) - 1 + Number(most));
    return [200, { QueryResponse: page.length === 0 ? {} : { [entity!]: page, startPosition: Number(from) } }];
  };
  const written = (provider: 'quickbooks' | 'xero', name: string, row: Body): Body => {
    books[provider][name] = [...(books[provider][name] ?? []), row];
    return row;
  };
  const quickbooks = (method: string, path: string, url: URL, body: Body): [number, Body] => {
    if (path === 'query') return query(url.searchParams.get('query') ?? '');
    if (path === `companyinfo/${REALM}`) return [200, { CompanyInfo: { Id: '1', Country: 'CA' } }];
    if (path === 'preferences') return [200, { Preferences: books.quickbooks.Preferences?.[0] ?? {} }];
    if (method !== 'POST' || path !== 'journalentry') return [404, {}];
    const sum = body.Line.reduce((total: number, { Amount, JournalEntryLineDetail: { PostingType } }: Body) => {
      return total + Math.round(Amount * 100) * (PostingType === 'Debit' ? 1 : -1);
    }, 0);
    if (sum !== 0)
      return [
        400,
        { Fault: { type: 'ValidationFault', Error: [{ Message: 'Debits and credits differ', Detail: String(sum) }] } },
      ];
    return [
      200,
      {
        JournalEntry: written('quickbooks', 'JournalEntry', {
          Id: String(100 + (books.quickbooks.JournalEntry ?? []).length),
          ...body,
        }),
      },
    ];
  };
  const xero = (method: string, path: string, url: URL, body: Body): [number, Body] => {
    if (method === 'GET') {
      if (path === 'Organisation')
        return [200, { Organisations: books.xero.Organisations ?? [{ BaseCurrency: 'CAD' }] }];
      const where = /^(\w+)=="(.*)"$/.exec(url.searchParams.get('where') ?? '');
      const rows = (books.xero[path] ?? []).filter((row) => !where || row[where[1]!] === where[2]);
      return [200, { [path]: rows }];
    }
    const [own] = body[path] as Body[];
    const lines = (own.JournalLines ?? own.LineItems) as Body[];
    const wrong = lines.find(
      ({ AccountCode }) => !(books.xero.Accounts ?? []).some(({ Code }) => Code === AccountCode),
    );
    if (wrong)
      return [
        400,
        {
          ErrorNumber: 10,
          Type: 'ValidationException',
          Message: 'A validation exception occurred',
          Elements: [{ ValidationErrors: [{ Message: `Account code '${wrong.AccountCode}' is not a valid code` }] }],
        },
      ];
    const id = path === 'ManualJournals' ? 'ManualJournalID' : 'BankTransactionID';
    return [200, { [path]: [written('xero', path, { [id]: randomUUID(), ...own })] }];
  };

  const answer = (request: IncomingMessage, url: URL, text: string): [number, Body] => {
    const { method = 'GET', headers } = request;
    if (url.pathname === '/token' || url.pathname === '/revoke') {
      // Both parts come form-encoded, as the standard has it.
      const basic = Buffer.from((headers.authorization ?? '').replace('Basic ', ''), 'base64').toString();
      const given = basic.split(':').map(decodeURIComponent);
      if (given[0] !== CLIENT.client_id || given[1] !== CLIENT.client_secret) return [401, { error: 'invalid_client' }];
      const form = new URLSearchParams(text);
      if (url.pathname === '/token') return token(form);
      refresh.delete(form.get('token') ?? '');
      return [200, {}];
    }
    if (!access.has((headers.authorization ?? '').replace('Bearer ', '')))
      return [401, { fault: { type: 'AUTHENTICATION', error: [{ message: 'Token expired', code: '3200' }] } }];
    if (url.pathname === '/connections') return [200, organisations];
    const [, connection] = /^\/connections\/(.+)$/.exec(url.pathname) ?? [];
    if (connection && method === 'DELETE') {
      const at = organisations.findIndex(({ id }) => id === connection);
      return at === -1 ? [404, {}] : [204, organisations.splice(at, 1)];
    }
    const body = text === '' ? undefined : JSON.parse(text);
    const [, realm, own] = /^\/v3\/company\/([^/]+)\/(.+)$/.exec(url.pathname) ?? [];
    const key = realm ? url.searchParams.get('requestid') : (headers['idempotency-key'] as string | undefined);
    const before = key ? answered.get(key) : undefined;
    if (before) return [200, before];
    if (realm && realm !== REALM) return [403, { Fault: { Error: [{ Message: 'no such company' }] } }];
    const isConnected = organisations.some(({ tenantId }) => tenantId === headers['xero-tenant-id']);
    if (!realm && (headers['xero-tenant-id'] !== TENANT || !isConnected))
      return [403, { Title: 'Forbidden', Detail: 'AuthenticationUnsuccessful' }];
    const path = own ?? url.pathname.replace('/api.xro/2.0/', '');
    const found = realm ? quickbooks(method, path, url, body) : xero(method, path, url, body);
    if (key && found[0] === 200) answered.set(key, found[1]);
    return found;
  };

  const consent = (address: string, isGiven = true): URL => {
    const { searchParams } = new URL(address);
    const back = new URL(searchParams.get('redirect_uri')!);
    back.searchParams.set('state', searchParams.get('state')!);
    if (!isGiven) back.searchParams.set('error', 'access_denied');
    else {
      const code = randomUUID();
      codes.add(code);
      back.searchParams.set('code', code);
      if (searchParams.get('scope')?.startsWith('com.intuit')) back.searchParams.set('realmId', REALM);
    }
    return back;
  };

  /**
   * What is asked below `/stand-in`: to show what it holds, to hold rows of QuickBooks, to do something to the next
   * request.
   */
  const told = (what: string, text: string): Body => {
    const body = text === '' ? {} : JSON.parse(text);
    if (what === 'rows') books.quickbooks[body.entity] = body.rows;
    if (what === 'next') faults.push(body);
    return books;
  };

  const reply = (response: ServerResponse, status: number, body: Body, headers: Record<string, string> = {}): void => {
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
  };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const url = new URL(request.url ?? '/', 'http://localhost');
    asked.push(`${request.method} ${url.pathname}`);
    const text = Buffer.concat(chunks).toString();
    if (url.pathname === '/authorize') return void response.writeHead(302, { Location: consent(url.href).href }).end();
    if (url.pathname.startsWith('/stand-in/')) return reply(response, 200, told(url.pathname.slice(10), text));
    const at = faults.findIndex(({ path }) => `${request.method} ${url.pathname}`.includes(path));
    const fault = at === -1 ? undefined : faults.splice(at, 1)[0]!.fault;
    if (fault === 'rate_limited') return reply(response, 429, { Message: 'slow down' }, { 'Retry-After': '1' });
    if (fault === 'unknown_client') return reply(response, 401, { error: 'invalid_client' });
    if (fault === 'echo') return reply(response, 400, echoed(request.headers.authorization ?? '', text));
    if (fault === 'away') return void response.destroy();
    // It never answers, and does not end the connection.
    if (fault === 'silent') return;
    if (typeof fault === 'object' && 'answer' in fault)
      return void response.writeHead(fault.status ?? 200, { 'Content-Type': 'application/json' }).end(fault.answer);
    if (typeof fault === 'object' && 'retry_after_s' in fault)
      return reply(response, 429, { Message: 'slow down' }, retryAfter(fault.retry_after_s));
    if (typeof fault === 'object')
      return reply(response, 400, { Fault: { type: 'ValidationFault', Error: [{ Message: fault.invalid }] } });
    const [status, body] = answer(request, url, text);
    // Done, and its answer takes its time.
    if (fault === 'slow') await new Promise((resolve) => setTimeout(resolve, SLOW_ms));
    // Done, and its answer is lost on the way.
    if (fault === 'lost') return void response.destroy();
    reply(response, status, body);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const app: App = {
    ...CLIENT,
    authorize: `${base}/authorize`,
    token: `${base}/token`,
    revoke: `${base}/revoke`,
    api: base,
  };
  return {
    url: base,
    apps: { quickbooks: app, xero: app },
    books,
    organisations,
    asked,
    renewals: () => renewed,
    issue: () => {
      const { access_token, refresh_token } = handOut();
      return { access_token, refresh_token };
    },
    next: (path, fault) => void faults.push({ path, fault }),
    expire: () => {
      access = new Set();
    },
    revoke: () => {
      access = new Set();
      refresh = new Set();
    },
    consent,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
