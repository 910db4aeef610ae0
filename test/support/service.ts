import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { type Config, ROLES } from '../../src/config.ts';
import { type Service, startService } from '../../src/main.ts';
import { KEEP } from '../../src/processes/sweeper.ts';
import { type Clock, manualClock, systemClock } from '../../src/values/clock.ts';
import { describeError } from '../../src/values/describe-error.ts';
import { servedDatabase, type TestDatabase } from './database.ts';
import { eventStoreDbForTests } from './eventstoredb.ts';
import { makePatient } from './patient-gate.ts';
import { send } from './send.ts';

/** The whole service on a fresh database, called as its callers do: by HTTP. */
export interface TestService {
  url: string;
  service: Service;
  database: TestDatabase;
  /** Stands still until it is moved; absent when another clock was given. */
  clock: ReturnType<typeof manualClock>;
  /** The secret of the first partner, which is a new one (the present ways hold without a Prefer header). */
  partnerSecret: string;
  /** Every line of the log. */
  lines: string[];
  /** Sends a JSON body, if there is one, and a bearer credential. */
  request: Request;
  /** A new company with an access token. */
  company(name?: string): Promise<TestCompany>;
  /** Another process of the same service, on the same database. */
  another(options?: Pick<TestServiceOptions, 'clock' | 'config'>): Promise<Service>;
  /** Settings of `payroll` commands on the same database and ledger: needs `hasCommands`. */
  env: Record<string, string>;
  /** Stops all processes and drops the database. */
  close(): Promise<void>;
}

export interface TestCompany {
  id: string;
  token: string;
  /** `request` with the company's token. */
  request: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<TestAnswer>;
}

export type Request = (
  method: string,
  path: string,
  body?: unknown,
  token?: string,
  headers?: Record<string, string>,
) => Promise<TestAnswer>;

export interface TestAnswer {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of any shape
  body: any;
}

export interface TestServiceOptions {
  /** Default one that stands at noon of 2026-01-05 in Toronto. `'system'` for the machine's. */
  clock?: Clock | 'system';
  config?: Partial<Config>;
  /** The test runs `payroll` commands too. They know no prefix, so an EventStoreDB is for this service alone. */
  hasCommands?: boolean;
  /** How long stopping it may take what is under way; default that of the service. */
  drain_ms?: number;
  /** Statements are planned as in operation; default each of them once for a connection. */
  plansAnew?: boolean;
  /** How long an answer waits for what follows from a write; default until it has (patient-gate.ts). */
  answersWait_ms?: number;
}

/** Of each pool. Few, since each costs the server a process, which reads the catalogue of a new database for itself. */
const CONNECTIONS = 3;

/**
 * In operation most reads are planned each time, by how many rows they will meet. But for the long forms tests have few
 * rows: to plan a read takes the server longer than to carry it out.
 */
const PLANNED_ONCE = { plan_cache_mode: 'force_generic_plan' };

export const TEST_MASTER_KEY = Buffer.alloc(32, 7);

/** A request to a service, and its answer. */
export const requestTo =
  (url: string): Request =>
  async (method, path, body, token, headers) => {
    const sent = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    const answer = await send(
      new URL(path, url),
      method,
      {
        ...(sent === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        ...headers,
      },
      sent,
    );
    const isJson = answer.headers.get('Content-Type')?.includes('json') ?? false;
    return { ...answer, body: isJson ? JSON.parse(answer.text) : undefined };
  };

/**
 * Starts the service in this process on a fresh database, with a clock that the test moves:
 *
 *     const test = await startTestService();
 *     afterAll(() => test.close());
 *     const { request } = await test.company();
 *     expect((await request('GET', '/employees')).status).toBe(200);
 */
export const startTestService = async (options: TestServiceOptions = {}): Promise<TestService> => {
  const database = await servedDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'payroll-service-'));
  const clock = manualClock('2026-01-05T17:00:00.000Z');
  const lines: string[] = [];
  const log = pino(
    { level: 'debug', serializers: { err: describeError } },
    { write: (line: string) => void lines.push(line) },
  );
  const services: Service[] = [];
  const eventStoreDb = await eventStoreDbForTests(options.hasCommands ?? false);
  const another: TestService['another'] = async (more = {}) => {
    const config: Config = {
      port: 0,
      host: '127.0.0.1',
      dataDir,
      databaseUrl: database.url,
      partnerSecret: 'a-secret-for-tests-only',
      masterKey: TEST_MASTER_KEY,
      limits: { requests: 1_000_000, reveal: 1_000_000 },
      webhookAllowPrivate: false,
      keep: KEEP,
      // Live employers of tests are paid, and no money moves.
      paymentRail: 'simulated',
      logLevel: 'debug',
      stopDelay_ms: 0,
      roles: ROLES,
      // A test that names an event store means that one.
      ...(options.config?.eventStoreDbUrl === undefined ? eventStoreDb.config : {}),
      ...options.config,
      ...more.config,
    };
    const chosen = more.clock ?? options.clock ?? clock;
    const { drain_ms } = options;
    const settings = options.plansAnew || process.env.FULL ? {} : PLANNED_ONCE;
    const own = chosen === 'system' ? systemClock() : chosen;
    const started = await startService(config, { log, clock: own, drain_ms, connections: CONNECTIONS, settings });
    services.push(started);
    makePatient(started.services.gate, options.answersWait_ms);
    return started;
  };
  const close = async (): Promise<void> => {
    await Promise.all(services.map((one) => one.stop()));
    await eventStoreDb.close();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const service = await another();
    const partnerSecret = service.firstPartner!.partner_secret;
    const request = requestTo(service.url);
    const { eventStoreDbUrl } = service.foundation.config;
    return {
      url: service.url,
      service,
      database,
      env: {
        DATABASE_URL: database.url,
        MASTER_KEY: TEST_MASTER_KEY.toString('hex'),
        DATA_DIR: dataDir,
        ...(eventStoreDbUrl === undefined ? {} : { EVENTSTOREDB_URL: eventStoreDbUrl }),
      },
      clock,
      partnerSecret,
      lines,
      request,
      company: async (name = 'Northlake') => {
        const { status, body, text } = await request('POST', '/companies', { name }, partnerSecret);
        if (status !== 201) throw new Error(`a company could not be created: ${text}`);
        const token = body.data.token.access_token as string;
        return { id: body.id, token, request: (m, path, sent, headers) => request(m, path, sent, token, headers) };
      },
      another,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
};
