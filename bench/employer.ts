import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import type { Config, Role } from '../src/config.ts';
import type { DatabaseAddress, Sql } from '../src/database/connect.ts';
import { writeChanges } from '../src/kernel/changes/write.ts';
import type { Services, Tenant } from '../src/kernel/definition/services.ts';
import type { Change, Origin } from '../src/kernel/definition/writer.ts';
import { type Service, startService } from '../src/main.ts';
import { KEEP } from '../src/processes/sweeper.ts';
import { registry } from '../src/registry.ts';
import { type Clock, manualClock } from '../src/values/clock.ts';
import { newId } from '../src/values/ids.ts';
import type { JsonObject } from '../src/values/json.ts';
import { urlOf } from '../test/support/database-url.ts';
import { PARTNER_SECRET } from './service-child.ts';

// A service in this process, and employers on it: everybody with a salary, a pension plan and a phone allowance.

export const NOW = '2026-08-03T17:00:00.000Z';
const PROVINCES = ['ca_on', 'ca_qc', 'ca_bc', 'ca_ab'];
const PATIENCE_ms = 600_000;

let causes = 0;
export const originOf =
  (tenant: Tenant) =>
  (seed = `bench/${++causes}`): Origin => ({
    tenant,
    actor: 'process:bench',
    request_id: 'bench',
    correlation_id: 'bench',
    occurred_at: NOW.replace('.000Z', '.000000Z'),
    seed,
    mayRepeat: false,
  });

/**
 * To be called when a past was laid. That leaves the dead rows and outdated statistics of years in a minute, and
 * autovacuum would work through them beside what is measured next.
 */
export const vacuum = async (sql: Sql): Promise<void> => {
  await sql`vacuum (analyze)`;
};

/** One for all services of this process, and of those that it starts: one may go on with another's database. */
const GIVEN_KEY = process.env.BENCH_MASTER_KEY;
export const MASTER_KEY = GIVEN_KEY === undefined ? randomBytes(32) : Buffer.from(GIVEN_KEY, 'hex');

/**
 * Runs something with a service on a database, and stops it. Without `processes` nobody follows what is written.
 *
 * @param own settings beyond the usual ones, and a clock that the caller moves
 */
export const withService = async <T>(
  database: DatabaseAddress,
  roles: readonly Role[],
  run: (service: Service) => Promise<T>,
  own: { config?: Partial<Config>; clock?: Clock } = {},
): Promise<T> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'payroll-bench-service-'));
  const service = await startService(
    {
      port: 0,
      host: '127.0.0.1',
      dataDir,
      databaseUrl: urlOf(database),
      partnerSecret: PARTNER_SECRET,
      masterKey: MASTER_KEY,
      limits: { requests: 100_000_000, reveal: 1_000_000 },
      webhookAllowPrivate: false,
      keep: KEEP,
      paymentRail: 'simulated',
      logLevel: 'warn',
      stopDelay_ms: 0,
      roles,
      ...own.config,
    },
    { log: pino({ level: 'warn' }), clock: own.clock ?? manualClock(NOW) },
  );
  try {
    return await run(service);
  } finally {
    await service.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
};

/** Waits until what was appended up to a position can be read, and managers have followed it. */
export const untilFollowed = async (
  services: Services,
  position: bigint | undefined,
  follows: readonly string[] = [],
): Promise<void> => {
  if (position !== undefined && !(await services.gate.followed(position, follows, PATIENCE_ms)))
    throw new Error(`${['the read models', ...follows].join(', ')} did not reach ${position}`);
};

const AT_ONCE = 1_000;

/** Makes records in bulk; gives their ids when they can be read. */
export const make = async (
  services: Services,
  tenant: Tenant,
  object: string,
  inputs: readonly JsonObject[],
): Promise<string[]> => {
  const { prefix } = registry.need(object);
  const changes = inputs.map((input) => ({ op: 'create' as const, id: newId(prefix, Date.parse(NOW)), input }));
  await write(services, tenant, object, changes);
  return changes.map(({ id }) => id);
};

/** Changes records in bulk, all alike; returns when that can be read. */
export const change = (
  services: Services,
  tenant: Tenant,
  object: string,
  ids: readonly string[],
  input: JsonObject,
): Promise<void> =>
  write(
    services,
    tenant,
    object,
    ids.map((id) => ({ op: 'update', id, input })),
  );

/** Deletes records; returns when they can be read no more. */
export const remove = (services: Services, tenant: Tenant, object: string, ids: readonly string[]): Promise<void> =>
  write(
    services,
    tenant,
    object,
    ids.map((id) => ({ op: 'delete', id })),
  );

const write = async (services: Services, tenant: Tenant, object: string, all: readonly Change[]): Promise<void> => {
  const definition = registry.need(object);
  const origin = originOf(tenant);
  for (let at = 0; at < all.length; at += AT_ONCE) {
    const changes = all.slice(at, at + AT_ONCE);
    const now = { ...origin(), occurred_at: services.clock.instant() };
    const outcomes = await writeChanges(definition, changes, now, services);
    const refused = outcomes.find((outcome) => !outcome.ok);
    if (refused && !refused.ok) throw new Error(`${object}: ${JSON.stringify(refused.problem)}`);
    const positions = outcomes.map((outcome) => (outcome.ok ? (outcome.position ?? 0n) : 0n));
    await untilFollowed(
      services,
      positions.reduce((last, at) => (at > last ? at : last), 0n),
    );
  }
};

/** What pays every other week from a day on. */
const biWeekly = (firstPayDate: string, isLive: boolean): JsonObject => ({
  pay_frequency: 'bi-weekly',
  anchor_pay_date: firstPayDate,
  anchor_end_of_pay_period: firstPayDate,
  ...(isLive ? {} : { generate_payrolls_from: firstPayDate }),
});

/**
 * A bi-weekly schedule of a new employer, from its first pay date on, and people on it whom nobody pays yet.
 *
 * @param isLive an employer whose money moves: everybody has a bank account, and both agencies theirs
 */
export const hire = (
  services: Services,
  tenant: Tenant,
  people: number,
  firstPayDate: string,
  isLive = false,
): Promise<{ schedule: string; assignments: string[] }> =>
  found(services, tenant, people, biWeekly(firstPayDate, isLive), isLive);

/**
 * The same with people who are paid, for many of them. The schedule has no payrolls until all of that is written:
 * otherwise population makes and calculates the stubs of everybody again and again while the rest is written.
 *
 * @returns the schedule, whose payrolls are not yet made
 */
export const hirePaid = async (
  services: Services,
  tenant: Tenant,
  people: number,
  firstPayDate: string,
  isLive = false,
): Promise<string> => {
  const byHand = { ...biWeekly(firstPayDate, isLive), pay_frequency: 'custom' };
  const { schedule, assignments } = await found(services, tenant, people, byHand, isLive);
  await pay(services, tenant, assignments);
  await untilFollowed(services, await services.store.head(), ['population']);
  await change(services, tenant, 'pay_schedule', [schedule], { pay_frequency: 'bi-weekly' });
  return schedule;
};

const found = async (
  services: Services,
  tenant: Tenant,
  people: number,
  calendar: JsonObject,
  isLive: boolean,
): Promise<{ schedule: string; assignments: string[] }> => {
  const [entity] = await make(services, tenant, 'business_entity', [
    {
      ...{ name: 'Northlake Foods', business_number: '123456782RP0001', in_preview: !isLive },
      tax_properties: [{ type: 'ca::province_of_employment', value: PROVINCES[0]!, effective_from: '2023-01-01' }],
    },
  ]);
  const [schedule] = await make(services, tenant, 'pay_schedule', [
    { business_entity_id: entity!, title: 'Bi-weekly', ...calendar },
  ]);
  const { employees, assignments } = await employ(services, tenant, schedule!, people);
  if (isLive) await openAccounts(services, tenant, entity!, employees);
  return { schedule: schedule!, assignments };
};

/** Hires people onto a schedule, in several provinces. */
export const employ = async (
  services: Services,
  tenant: Tenant,
  pay_schedule_id: string,
  people: number,
): Promise<{ employees: string[]; assignments: string[] }> => {
  const employees = await make(
    services,
    tenant,
    'employee',
    Array.from({ length: people }, (_, i) => ({ first_name: 'Ada', last_name: `Byron ${i}` })),
  );
  const assignments = await make(
    services,
    tenant,
    'work_assignment',
    employees.map((employee_id, i) => ({
      employee_id,
      pay_schedule_id,
      tax_properties: [
        { type: 'ca::province_of_employment', value: PROVINCES[i % PROVINCES.length]!, effective_from: '2023-01-01' },
      ],
    })),
  );
  return { employees, assignments };
};

const BANK = { institution_number: '003', transit_number: '00123' };

const openAccounts = async (
  services: Services,
  tenant: Tenant,
  business_entity_id: string,
  employees: readonly string[],
): Promise<void> => {
  const pad = { pad_signer_name: 'Ada Roy', pad_signer_email: 'ada@northlake.example', pad_signer_title: 'Owner' };
  await make(services, tenant, 'bank_account', [{ business_entity_id, ...BANK, account_number: '7654321', ...pad }]);
  await make(services, tenant, 'remittance_account', [
    { business_entity_id, account_provider: 'ca_cra', account_identifier: '123456782RP0001' },
    { business_entity_id, account_provider: 'ca_rq', account_identifier: '1234567891RS0001' },
  ]);
  await make(
    services,
    tenant,
    'bank_account',
    employees.map((employee_id, i) => ({ employee_id, ...BANK, account_number: String(1_000_000 + i) })),
  );
};

/** What everybody gets each time. */
export const pay = async (services: Services, tenant: Tenant, assignments: readonly string[]): Promise<void> => {
  const each = (members: (i: number) => JsonObject): JsonObject[] =>
    assignments.map((work_assignment_id, i) => ({ work_assignment_id, effective_from: '2023-01-01', ...members(i) }));
  await make(
    services,
    tenant,
    'pay_rate',
    each((i) => ({ type: 'salary', rate: String(45_000 + (i % 100) * 1_000), expected_hours_per_week: '40' })),
  );
  await make(
    services,
    tenant,
    'employee_benefit',
    each(() => ({
      employee_benefit_type: 'pension_rrsp',
      title: 'RRSP',
      amount: '4',
      amount_type: 'percent',
      frequency: 'per_payroll',
    })),
  );
  await make(
    services,
    tenant,
    'allowance',
    each(() => ({ allowance_type: 'cell_phone_allowance', title: 'Phone', amount: '25', frequency: 'per_payroll' })),
  );
};

const MORE = [
  { object: 'earning', earning_type: 'bonus_discretionary' },
  { object: 'reimbursement', reimbursement_type: 'non_taxable_reimbursement' },
  { object: 'deduction', deduction_type: 'union_dues', amount_type: 'fixed' },
  { object: 'employee_benefit', employee_benefit_type: 'dental', amount_type: 'fixed' },
  { object: 'employer_benefit', employer_benefit_type: 'dental', amount_type: 'fixed' },
  { object: 'employer_benefit', employer_benefit_type: 'health', amount_type: 'fixed' },
] as const;

/** Lines of each stub of whom `pay` and `payMore` were given, and more. */
export const LEAST_LINES = 15;

/** What makes fifteen lines and more of each pay stub, beside what everybody gets. */
export const payMore = async (services: Services, tenant: Tenant, assignments: readonly string[]): Promise<void> => {
  for (const { object, ...more } of MORE)
    await make(
      services,
      tenant,
      object,
      assignments.map((work_assignment_id) => ({
        ...more,
        work_assignment_id,
        amount: '12.5',
        frequency: 'per_payroll',
        effective_from: '2023-01-01',
      })),
    );
};

/** A call of a company, whose answer must be a good one; gives its body. */
// biome-ignore lint/suspicious/noExplicitAny: answers of any shape
export type Ask = (method: string, path: string, body?: unknown) => Promise<any>;

export interface Company {
  tenant: Tenant;
  token: string;
  ask: Ask;
}

/** Calls a service with a token. */
export const askAt =
  (url: string, token: string): Ask =>
  async (method, path, body) => {
    const response = await fetch(new URL(path, url), {
      method,
      body: body === undefined ? undefined : JSON.stringify(body),
      headers: {
        Authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} was answered with ${response.status}: ${text.slice(0, 500)}`);
    return text === '' ? undefined : JSON.parse(text);
  };

/** A new company of the first partner. */
export const makeCompany = async ({ url, services, foundation }: Service, name = 'Northlake'): Promise<Company> => {
  const { id, data } = await askAt(url, PARTNER_SECRET)('POST', '/companies', { name });
  const [row] = await foundation.sql<{ scope_id: string }[]>`
    select metadata->>'partner_id' as scope_id from event_log where stream = ${`company-${id}`} limit 1`;
  const tenant = { partner_id: row!.scope_id, company_id: id as string };
  await untilFollowed(services, await services.store.head());
  const token = data.token.access_token as string;
  return { tenant, token, ask: askAt(url, token) };
};

/** Approves the schedule's next draft payroll; gives the seconds until its journal entries and payments can be read. */
export const approveNext = async (
  { services }: Service,
  { tenant, ask }: Company,
  schedule: string,
): Promise<{ id: string; took_s: number }> => {
  const { data } = await ask('GET', `/payrolls?pay_schedule_id=${schedule}&status=draft&per_page=1`);
  const { id } = data[0];
  // Nothing of before is still going on: entries of a past that was laid are posted too.
  await untilFollowed(services, await services.store.head(), ['population', 'journal', 'payments', 'usage']);
  const begun_ms = performance.now();
  // An answer waits half a minute for a large approval, and says 503 when it goes on beyond that.
  const asked = ask('POST', `/payrolls/${id}/approve`, {}).catch((error: Error) => {
    if (!error.message.includes('with 503')) throw error;
  });
  // The answer comes a little later: it also waits up to two seconds for the next payroll.
  let refused: Error | undefined;
  asked.catch((error: Error) => {
    refused = error;
  });
  const end_ms = begun_ms + PATIENCE_ms;
  // Looked up in the read models: a request answers with blockers and warnings too, which takes time from the approval.
  while ((await services.read.get('payroll', tenant, id))?.status === 'draft') {
    if (refused) throw refused;
    if (performance.now() > end_ms) throw new Error(`the payroll ${id} was not approved in time`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await untilFollowed(services, await services.store.head(), ['approval', 'journal', 'payments']);
  // What they appended behind that.
  await untilFollowed(services, await services.store.head());
  const took_s = (performance.now() - begun_ms) / 1_000;
  await asked;
  return { id, took_s };
};
