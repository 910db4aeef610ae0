import type { Services, Tenant } from '../../src/kernel/definition/services.ts';
import type { Service } from '../../src/main.ts';
import type { Acting } from '../../src/payrolls/membership/acting.ts';
import { causeOfRun } from '../../src/processes/managers/origin.ts';
import { calculateStubs } from '../../src/processes/payroll/stub-calculation.ts';
import { populateSchedule } from '../../src/processes/population/population.ts';
import { all, equal } from '../../src/values/condition.ts';
import { closeNext, layPast } from '../../test/support/past.ts';
import { type Bench, type Measurement, median, type Row, row } from '../bench.ts';
import { hire, originOf, pay, untilFollowed, vacuum, withService } from '../employer.ts';

/**
 * What a payroll costs: facts read, stubs calculated, their events appended. The service runs around it as it always
 * does, and its projections follow meanwhile on the same cores. Process managers do not run: the bench does
 * population's work itself and times it.
 */
export const TENANT: Tenant = { partner_id: 'ptn_bench', company_id: 'cmp_bench' };
const PEOPLE = 1_000;
const MANY = 20_000;
/** Closed payrolls: a year's, and with two years before it. */
const PASTS = [26, 78];
/** Payrolls that are calculated after each past. */
const LATER = 4;
const PROMISED_s = 1.3;

/** Population makes payrolls and stubs as its process manager would; what it leaves for later is not wanted here. */
const populate = async (services: Services, schedule: string): Promise<void> => {
  const later = { nextYear: async () => {}, levies: async () => {} };
  const cause = causeOfRun(TENANT, undefined);
  await untilFollowed(services, await populateSchedule(schedule, cause, TENANT, services, later));
};

/** Payrolls of a new employer that wait for their calculation, in the order of their dates. */
export const makePayrolls = async (
  services: Services,
  people: number,
  firstPayDate: string,
  more: (assignments: readonly string[]) => Promise<void> = async () => {},
): Promise<[string, string[]]> => {
  const { schedule, assignments } = await hire(services, TENANT, people, firstPayDate);
  await populate(services, schedule);
  await pay(services, TENANT, assignments);
  await more(assignments);
  const drafts = await services.read.find('payroll', TENANT, equal('pay_schedule_id', schedule));
  const sorted = drafts.toSorted((a, b) => ((a.pay_date as string) < (b.pay_date as string) ? -1 : 1));
  return [schedule, sorted.map(({ id }) => id)];
};

/**
 * Seconds until all open stubs of a payroll are read, calculated and appended; what was appended can be read after it.
 * Checks that everybody is paid.
 */
export const calculate = async (services: Services, payroll: string, people: number): Promise<number> => {
  const begun_ms = performance.now();
  const open = all(equal('payroll_id', payroll), equal('is_closed', false));
  const acting: Acting = { services, tenant: TENANT, once: originOf(TENANT) };
  const last = await calculateStubs(services.read.pages('pay_stub', TENANT, open), acting);
  const took_s = (performance.now() - begun_ms) / 1_000;
  await untilFollowed(services, last);
  const paid = await services.read.count(
    'pay_stub',
    TENANT,
    all(equal('payroll_id', payroll), equal('has_amounts', true)),
  );
  if (paid !== people) throw new Error(`of ${people} people ${paid} were paid`);
  return took_s;
};

/** The first payroll of a new employer, and the levies that follow: they go by the sum of its stubs. */
const timeOfFirst = async (services: Services, people: number): Promise<{ pay_s: number; levies_s: number }> => {
  const [, [payroll]] = await makePayrolls(services, people, '2026-12-18');
  const pay_s = await calculate(services, payroll!, people);
  return { pay_s, levies_s: await calculate(services, payroll!, people) };
};

/** Payrolls after a past of closed ones, one by one; each is calculated for the first time. */
const withPast = async ({ services, foundation }: Service, closed: number): Promise<(() => Promise<number>)[]> => {
  const [schedule, [model, ...others]] = await makePayrolls(services, PEOPLE, '2026-10-23');
  await calculate(services, model!, PEOPLE);
  await layPast(services, TENANT, schedule, closed - 1);
  await vacuum(foundation.sql);
  return others.map((payroll) => async () => {
    // Only the next draft takes recurring items.
    await closeNext(services, TENANT, schedule);
    return calculate(services, payroll, PEOPLE);
  });
};

const LINES = 'salary, pension plan, allowance and statutory lines on each stub; ON, QC, BC and AB';

const measure = async (bench: Bench): Promise<Row[]> =>
  withService(await bench.freshDatabase(), ['api', 'projections'], async ({ services }) => {
    await timeOfFirst(services, PEOPLE);
    const first: { pay_s: number; levies_s: number }[] = [];
    for (let round = 0; round < bench.rounds; round++) first.push(await timeOfFirst(services, PEOPLE));
    const pays_s = first.map(({ pay_s }) => pay_s);
    const many = await timeOfFirst(services, MANY);
    return [
      row(
        {
          name: 'first payroll of 1,000 calculated and appended',
          unit: 's',
          baseline_name: 's promised',
          goal: 1,
          less: true,
          setup: `${LINES}; facts read, stubs calculated, events durable, projections following; ${bench.rounds} rounds`,
        },
        pays_s,
        [PROMISED_s],
      ),
      row(
        {
          name: "the levies of an employer's first payroll of 1,000, a second later",
          unit: 's',
          baseline_name: 's for the payroll itself',
          goal: null,
          setup: 'all stubs once more, with the forecast that they add up to',
        },
        first.map(({ levies_s }) => levies_s),
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

/** Payrolls of employers with a past, in turn with first payrolls of new ones. */
const measureHistory = async (bench: Bench): Promise<Row[]> =>
  withService(await bench.freshDatabase(), ['api', 'projections'], async (service) => {
    const { services } = service;
    const pasts = [];
    for (const closed of PASTS) pasts.push({ closed, rounds: await withPast(service, closed), took_s: [] as number[] });
    await timeOfFirst(services, PEOPLE);
    const first_s: number[] = [];
    for (let round = 0; round < LATER; round++) {
      first_s.push((await timeOfFirst(services, PEOPLE)).pay_s);
      for (const { rounds, took_s } of pasts) {
        const next = rounds[round];
        if (!next) throw new Error(`the employer has only ${rounds.length} payrolls to come`);
        took_s.push(await next());
      }
    }
    return pasts.map(({ closed, took_s }) =>
      row(
        {
          name: `payroll of 1,000 calculated after ${closed} closed ones`,
          unit: 's',
          baseline_name: 's for the first one of a new employer',
          goal: 1.15,
          less: true,
          setup: `${LINES}; ${LATER} rounds, in turn with new employers`,
        },
        took_s,
        first_s,
      ),
    );
  });

export const measurements: Measurement[] = [
  { name: 'payroll', measure },
  { name: 'payroll after years', measure: measureHistory },
];
