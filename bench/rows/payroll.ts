import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { KEEP } from '../../src/config.ts';
import type { JsonObject } from '../../src/event-store/port.ts';
import { manualClock } from '../../src/kernel/clock.ts';
import { all, equal } from '../../src/kernel/condition.ts';
import { newId } from '../../src/kernel/ids.ts';
import type { Services, Tenant } from '../../src/kernel/services.ts';
import { writeChanges } from '../../src/kernel/write.ts';
import type { Origin } from '../../src/kernel/writer.ts';
import { startService } from '../../src/main.ts';
import type { Acting } from '../../src/payrolls/acting.ts';
import { nextPayroll } from '../../src/payrolls/calendar.ts';
import { populateSchedule } from '../../src/processes/population.ts';
import { calculateStubs } from '../../src/processes/stub-calculation.ts';
import { registry } from '../../src/registry.ts';
import { type Bench, type Measurement, median, type Row, row } from '../bench.ts';

/**
 * What a payroll costs: facts read, stubs calculated, their events appended. The service runs around it as it always
 * does, and its projections follow meanwhile on the same cores.
 */
const NOW = '2026-12-01T17:00:00.000Z';
const TENANT: Tenant = { partner_id: 'ptn_bench', company_id: 'cmp_bench' };
const PROVINCES = ['ca_on', 'ca_qc', 'ca_bc', 'ca_ab'];
const PATIENCE_ms = 300_000;

let causes = 0;
const origin = (seed = `bench/${++causes}`): Origin => ({
  tenant: TENANT,
  actor: 'process:bench',
  request_id: 'bench',
  correlation_id: 'bench',
  occurred_at: '2026-12-01T17:00:00.000000Z',
  seed,
  mayRepeat: false,
});

const settled = async (services: Services, position: bigint | undefined): Promise<void> => {
  if (position !== undefined && !(await services.gate.settled(position, [], PATIENCE_ms)))
    throw new Error(`the read models did not reach ${position}`);
};

/** Makes records in bulk; gives their ids when they can be read. */
const make = async (services: Services, object: string, inputs: readonly JsonObject[]): Promise<string[]> => {
  const definition = registry.need(object);
  const changes = inputs.map((input) => ({
    op: 'create' as const,
    id: newId(definition.prefix, Date.parse(NOW)),
    input,
  }));
  const outcomes = await writeChanges(definition, changes, origin(), services);
  const refused = outcomes.find((outcome) => !outcome.ok);
  if (refused && !refused.ok) throw new Error(`${object}: ${JSON.stringify(refused.problem.message)}`);
  const positions = outcomes.map((outcome) => (outcome.ok ? (outcome.position ?? 0n) : 0n));
  await settled(
    services,
    positions.reduce((last, at) => (at > last ? at : last), 0n),
  );
  return changes.map(({ id }) => id);
};

/** Population makes payrolls and stubs as its process manager would; what it leaves for later is not wanted here. */
const populate = (services: Services, schedule: string): Promise<bigint | undefined> =>
  populateSchedule(schedule, TENANT, services, { nextYear: async () => {}, levies: async () => {} });

/** A payroll that waits for its calculation: everybody on it with a salary, a pension plan and a phone allowance. */
const makePayroll = async (services: Services, people: number): Promise<string> => {
  const [entity] = await make(services, 'business_entity', [{ name: 'Northlake Foods', in_preview: true }]);
  const [schedule] = await make(services, 'pay_schedule', [
    {
      business_entity_id: entity!,
      title: 'Bi-weekly',
      pay_frequency: 'bi-weekly',
      anchor_pay_date: '2026-12-18',
      anchor_end_of_pay_period: '2026-12-12',
    },
  ]);
  const employees = await make(
    services,
    'employee',
    Array.from({ length: people }, (_, i) => ({ first_name: 'Ada', last_name: `Byron ${i}` })),
  );
  const assignments = await make(
    services,
    'work_assignment',
    employees.map((employee_id, i) => ({
      employee_id,
      pay_schedule_id: schedule!,
      tax_properties: [
        { type: 'ca::province_of_employment', value: PROVINCES[i % PROVINCES.length]!, effective_from: '2026-01-01' },
      ],
    })),
  );
  const each = (members: (i: number) => JsonObject): JsonObject[] =>
    assignments.map((work_assignment_id, i) => ({ work_assignment_id, effective_from: '2026-01-01', ...members(i) }));
  await settled(services, await populate(services, schedule!));
  await make(
    services,
    'pay_rate',
    each((i) => ({ type: 'salary', rate: String(45_000 + (i % 100) * 1_000), expected_hours_per_week: '40' })),
  );
  await make(
    services,
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
    'allowance',
    each(() => ({ allowance_type: 'cell_phone_allowance', title: 'Phone', amount: '25', frequency: 'per_payroll' })),
  );
  return schedule!;
};

/** A service around one payroll, without process managers: the bench does population's work itself and times it. */
const withService = async <T>({ freshDatabase }: Bench, run: (services: Services) => Promise<T>): Promise<T> => {
  const { host, port, user, password, database } = await freshDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'payroll-bench-service-'));
  const service = await startService(
    {
      port: 0,
      host: '127.0.0.1',
      dataDir,
      databaseUrl: `postgres://${user}:${encodeURIComponent(password ?? '')}@${host}:${port}/${database}`,
      masterKey: randomBytes(32),
      limits: { requests: 1_000_000, reveal: 1_000_000 },
      webhookAllowPrivate: false,
      keep: KEEP,
      logLevel: 'warn',
      roles: ['api', 'projections'],
    },
    { log: pino({ level: 'warn' }), clock: manualClock(NOW) },
  );
  try {
    return await run(service.services);
  } finally {
    await service.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
};

const PEOPLE = 1_000;
const MANY = 20_000;

/** Seconds until all open stubs of a payroll are read, calculated and appended; what was appended can be read after it. */
const calculate = async (services: Services, payroll: string): Promise<number> => {
  const begun_ms = performance.now();
  const open = all(equal('payroll_id', payroll), equal('is_closed', false));
  const acting: Acting = { services, tenant: TENANT, once: () => origin() };
  const last = await calculateStubs(services.read.pages('pay_stub', TENANT, open), acting);
  const took_s = (performance.now() - begun_ms) / 1_000;
  await settled(services, last);
  return took_s;
};

/**
 * Times one payroll, and the levies that follow: it is the first of its employer, so they go by the sum of its stubs.
 * Checks that everybody is paid.
 */
const timeOf = async (services: Services, people: number): Promise<{ pay_s: number; levies_s: number }> => {
  const schedule = await makePayroll(services, people);
  const draft = all(equal('pay_schedule_id', schedule), equal('status', 'draft'));
  const payroll = nextPayroll(await services.read.find('payroll', TENANT, draft));
  const pay_s = await calculate(services, payroll!.id);
  const levies_s = await calculate(services, payroll!.id);
  const paid = await services.read.count(
    'pay_stub',
    TENANT,
    all(equal('pay_schedule_id', schedule), equal('has_amounts', true)),
  );
  if (paid !== people) throw new Error(`of ${people} people ${paid} were paid`);
  return { pay_s, levies_s };
};

const measure = async (bench: Bench): Promise<Row[]> =>
  withService(bench, async (services) => {
    await timeOf(services, PEOPLE);
    const thousand: { pay_s: number; levies_s: number }[] = [];
    for (let round = 0; round < bench.rounds; round++) thousand.push(await timeOf(services, PEOPLE));
    const pays_s = thousand.map(({ pay_s }) => pay_s);
    const many = await timeOf(services, MANY);
    const lines = 'salary, pension plan, allowance and statutory lines on each stub; ON, QC, BC and AB';
    return [
      row(
        {
          name: 'payroll of 1,000 calculated and appended',
          unit: 's',
          baseline_name: 's promised',
          goal: 1,
          less: true,
          setup: `${lines}; facts read, stubs calculated, events durable, projections following; ${bench.rounds} rounds`,
        },
        pays_s,
        [1.5],
      ),
      row(
        {
          name: "the levies of an employer's first payroll of 1,000, a second later",
          unit: 's',
          baseline_name: 's for the payroll itself',
          goal: null,
          setup: 'all stubs once more, with the forecast that they add up to',
        },
        thousand.map(({ levies_s }) => levies_s),
        pays_s,
      ),
      row(
        {
          name: 'payroll of 20,000, time per stub',
          unit: 'ms',
          baseline_name: 'ms in a payroll of 1,000',
          goal: 1.25,
          less: true,
          setup: 'one payroll of 20,000 beside those of 1,000: linear is 1',
        },
        [(many.pay_s * 1_000) / MANY],
        [(median(pays_s) * 1_000) / PEOPLE],
      ),
    ];
  });

export const measurements: Measurement[] = [{ name: 'payroll', measure }];
