import pino, { type Logger } from 'pino';
import { Registry as Metrics } from 'prom-client';
import { z } from 'zod';
import { openDatabase, type Sql } from '../../src/database/connect.ts';
import type { EventStore } from '../../src/event-store/port.ts';
import { type App, type AppOptions, makeApp } from '../../src/http/app.ts';
import { makeHealth } from '../../src/http/health.ts';
import type { Call, Operation } from '../../src/kernel/definition/operation.ts';
import { dateFilterSchema, moneySchema, textSchema } from '../../src/kernel/definition/schemas.ts';
import type { Services } from '../../src/kernel/definition/services.ts';
import { type AllCredentials, makeCredentials } from '../../src/platform/credentials.ts';
import { makeKeyring } from '../../src/privacy/keyring.ts';
import { manualClock } from '../../src/values/clock.ts';
import { refused } from '../../src/values/problem.ts';
import type { TestDatabase } from './database.ts';
import { memoryStore } from './memory-store.ts';

/** A made-up interface: notes of a company, and a bell of the partner. Handlers answer what they were given. */
const noteBody = z.strictObject({
  title: textSchema({ min: 1, max: 20 }),
  amount: moneySchema({ min: '0', max: '100' }).optional(),
  kind: z.enum(['plain', 'loud']).optional(),
  copies: z.int().min(1).max(9).optional(),
  done: z.boolean().optional(),
  lines: z
    .array(z.strictObject({ text: textSchema({ max: 10 }) }))
    .max(3)
    .optional(),
});

/** What a handler got, as an answer. */
const echo = (call: Call, status: number) => ({
  status,
  body: {
    params: call.params,
    query: call.query,
    body: call.body ?? null,
    locale: call.locale,
    preferences: call.preferences,
    ifMatch: call.ifMatch ?? null,
    tenant: call.tenant,
    seed: call.origin.seed,
    occurred_at: call.origin.occurred_at,
    mayRepeat: call.origin.mayRepeat,
    path: call.url.pathname,
  },
  headers: { ETag: '"7"' },
});

const answers = { 200: { description: 'What was given', schema: z.record(z.string(), z.unknown()) } };

export const noteOperations: readonly Operation[] = [
  {
    id: 'list_notes',
    method: 'GET',
    path: '/notes',
    auth: 'company',
    tag: 'note',
    summary: 'List notes',
    localized: true,
    query: {
      kind: { schema: z.enum(['plain', 'loud']) },
      archived: { schema: z.boolean() },
      page: { schema: z.int().min(1) },
      expand: { schema: z.array(textSchema({ max: 20 })).max(5), form: 'array' },
      written_at: { schema: dateFilterSchema(), form: 'date' },
    },
    answers,
    run: async (call) => echo(call, 200),
  },
  {
    id: 'create_note',
    method: 'POST',
    path: '/notes',
    auth: 'company',
    tag: 'note',
    summary: 'Create a note',
    body: noteBody.meta({ id: 'note_create' }),
    answers: { 201: { description: 'Created' } },
    run: async (call) => echo(call, 201),
  },
  {
    id: 'retrieve_note',
    method: 'GET',
    path: '/notes/{note}',
    auth: 'either',
    tag: 'note',
    summary: 'Retrieve a note',
    answers,
    run: async (call) => echo(call, 200),
  },
  {
    id: 'open_note',
    method: 'GET',
    path: '/notes/opened',
    auth: 'public',
    tag: 'note',
    summary: 'Open a note by a link',
    query: { state: { schema: textSchema({ max: 20 }), required: true } },
    answers,
    identify: async ({ query }) => {
      if (query.state !== 'good') throw refused({ en: 'The link is not valid.', fr: "Le lien n'est pas valide." });
      return { partner_id: 'ptn_link', company_id: 'cmp_link' };
    },
    run: async (call) => echo(call, 200),
  },
  {
    id: 'update_note',
    method: 'PUT',
    path: '/notes/{note}',
    auth: 'company',
    tag: 'note',
    summary: 'Update a note',
    body: noteBody.partial().meta({ id: 'note_update' }),
    answers,
    run: async (call) => echo(call, 200),
  },
  {
    id: 'reveal_note',
    method: 'GET',
    path: '/notes/{note}/reveal',
    auth: 'company',
    reveal: true,
    tag: 'note',
    summary: 'Reveal a note',
    answers,
    run: async (call) => echo(call, 200),
  },
  {
    id: 'archive_note',
    method: 'POST',
    path: '/notes/{note}/archive',
    auth: 'company',
    tag: 'note',
    summary: 'Archive a note',
    answers,
    run: async () => {
      throw refused({ en: 'The note is locked.', fr: 'La note est verrouillée.' });
    },
  },
  {
    id: 'bulk_notes',
    method: 'POST',
    path: '/notes/bulk/create',
    auth: 'company',
    tag: 'note',
    summary: 'Create notes',
    prefers: ['deprecate_flat_bulk_shape'],
    body: (preferences) =>
      preferences.deprecate_flat_bulk_shape
        ? z.strictObject({ data: z.strictObject({ title: textSchema() }) })
        : z.strictObject({ title: textSchema() }),
    answers,
    run: async (call) => echo(call, 200),
  },
  {
    id: 'ring_bell',
    method: 'POST',
    path: '/bell',
    auth: 'partner',
    tag: 'bell',
    summary: 'Ring the bell',
    answers: { 204: { description: 'Rung' } },
    run: async () => ({ status: 204 }),
  },
];

export interface TestApp {
  app: App;
  clock: ReturnType<typeof manualClock>;
  credentials: AllCredentials;
  store: EventStore;
  sql: Sql;
  /** Every line of the log. */
  lines: Record<string, unknown>[];
  partner: { partner_id: string; partner_secret: string };
  /** An access token of a company of the partner. */
  tokenOf(company_id: string, purpose?: 'access' | 'component'): Promise<string>;
  /** Calls the app with a JSON body and a bearer credential. */
  call(method: string, path: string, options?: CallOptions): Promise<TestAnswer>;
  close(): Promise<void>;
}

export interface CallOptions {
  token?: string;
  json?: unknown;
  /** A body that is not made from a value. */
  raw?: string | Uint8Array | ReadableStream;
  headers?: Record<string, string>;
}

export interface TestAnswer {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of any shape
  body: any;
}

/** An app of made-up operations on a test database, as one process has it. */
export const startTestApp = async (
  database: Pick<TestDatabase, 'address'>,
  {
    publicUrl = 'http://127.0.0.1:8080',
    ...options
  }: Partial<AppOptions> & { existing?: boolean; publicUrl?: string } = {},
): Promise<TestApp> => {
  const sql = openDatabase(database.address, { max: 4 });
  const clock = manualClock('2026-03-02T15:00:00.000Z');
  const store = memoryStore();
  const lines: Record<string, unknown>[] = [];
  const log: Logger = pino({ level: 'debug' }, { write: (line: string) => lines.push(JSON.parse(line)) });
  const credentials = makeCredentials(sql, store, clock);
  const partner = await credentials.createPartner({ name: 'Harbour', existing: options.existing ?? false });
  const metrics = new Metrics();
  const app = makeApp({
    services: {
      clock,
      store,
      credentials,
      log,
      gate: { readOnly: () => undefined },
      publicUrl,
    } as unknown as Services,
    operations: noteOperations,
    sql,
    keyring: makeKeyring(Buffer.alloc(32, 7)),
    limits: { requests: 1_000, reveal: 25 },
    log,
    metrics,
    health: makeHealth(async () => ({ ready: true }), metrics),
    ...options,
  });
  return {
    app,
    clock,
    credentials,
    store,
    sql,
    lines,
    partner,
    tokenOf: async (company_id, purpose = 'access') =>
      (await credentials.issueToken({ company_id, partner_id: partner.partner_id, purpose })).access_token,
    call: async (method, path, { token, json, raw, headers } = {}) => {
      const body = raw ?? (json === undefined ? undefined : JSON.stringify(json));
      const init = {
        method,
        body: body as RequestInit['body'],
        duplex: 'half',
        headers: {
          ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...headers,
        },
      };
      const response = await app.request(path, init as RequestInit);
      const text = await response.text();
      const isJson = response.headers.get('Content-Type')?.includes('json') ?? false;
      return {
        status: response.status,
        headers: response.headers,
        text,
        body: isJson && text !== '' ? JSON.parse(text) : undefined,
      };
    },
    close: async () => {
      app.stop();
      await sql.end({ timeout: 2 });
    },
  };
};
