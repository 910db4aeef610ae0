import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Service } from '../../src/main.ts';
import { type Bench, type Measurement, type Row, row } from '../bench.ts';
import { type Company, hire, make, makeCompany, untilFollowed, withService } from '../employer.ts';
import { quantile } from '../http-load.ts';
import { programOf } from '../program.ts';

/**
 * What one company's work costs another one: a large employer sets its schedule back, so that population makes 20,000
 * stubs; meanwhile a neighbour writes, and waits for its own managed lines.
 */
const PEOPLE = 800;
const STUBS = 20_000;
/** The large employer's schedule begins with one payroll, and then as many pay dates earlier as make all the stubs. */
const FIRST = '2026-12-18';
const BACK = '2026-01-16';
const WRITES_PER_s = 20;
const QUIET_ms = 10_000;
const LINES_PROMISED_ms = 1_000;
/** What follows an approval. */
const FOLLOWED = ['population', 'journal', 'payments', 'usage'];

interface Times {
  writes_ms: number[];
  lines_ms: number[];
}

/** A neighbour whose writes come from a process of its own. */
interface Neighbour {
  /** Writes until something has ended. @throws when a write failed */
  during(work: () => Promise<unknown>): Promise<Times>;
  stop(): void;
}

const neighbourOf = (url: string, { token }: Company, assignments: readonly string[]): Neighbour => {
  const { path, execArgv } = programOf('neighbour-child');
  const child = fork(path, [JSON.stringify({ url, token, assignments, rate: WRITES_PER_s })], { execArgv });
  return {
    during: async (work) => {
      const told = once(child, 'message') as Promise<[Times & { failures: string[] }]>;
      child.send('begin');
      try {
        await work();
      } finally {
        child.send('end');
      }
      const [{ failures, ...times }] = await told;
      if (failures.length > 0) throw new Error(failures[0]);
      return times;
    },
    stop: () => child.disconnect(),
  };
};

const prepare = async (
  service: Service,
): Promise<{ large: Company; schedule: string; near: Company; assignments: string[] }> => {
  const { services } = service;
  const large = await makeCompany(service, 'Large');
  const { schedule, assignments: many } = await hire(services, large.tenant, PEOPLE, FIRST);
  await make(
    services,
    large.tenant,
    'pay_rate',
    many.map((work_assignment_id) => ({
      work_assignment_id,
      effective_from: '2023-01-01',
      type: 'salary',
      rate: '60000',
      expected_hours_per_week: '40',
    })),
  );
  const near = await makeCompany(service, 'Near');
  const { assignments } = await hire(services, near.tenant, 20, FIRST);
  await untilFollowed(services, await services.store.head(), ['population']);
  return { large, schedule, near, assignments };
};

const measure = async (bench: Bench): Promise<Row[]> =>
  withService(await bench.freshDatabase(), ['api', 'projections', 'processes'], async (service) => {
    const { large, schedule, near, assignments } = await prepare(service);
    const neighbour = neighbourOf(service.url, near, assignments);
    await neighbour.during(() => pause(QUIET_ms));
    const quiet = await neighbour.during(() => pause(QUIET_ms));
    const count = async (): Promise<number> => (await large.ask('GET', `/pay_stubs?per_page=1`)).meta.total as number;
    const begun_ms = performance.now();
    const busy = await neighbour.during(async () => {
      await large.ask('PUT', `/pay_schedules/${schedule}`, {
        generate_payrolls_from: BACK,
        anchor_pay_date: BACK,
        anchor_end_of_pay_period: BACK,
      });
      while ((await count()) < STUBS) await pause(500);
    });
    const took_s = (performance.now() - begun_ms) / 1_000;
    neighbour.stop();
    const setup = `${STUBS.toLocaleString('en')} stubs of one company; ${WRITES_PER_s} writes a second of another, ${busy.writes_ms.length} in all, half of them within ${Math.round(quantile(busy.writes_ms, 0.5))} ms; made in ${Math.round(took_s)} s`;
    return [
      row(
        {
          name: "a neighbour's write while 20,000 stubs are made, 99 of 100 within",
          unit: 'ms',
          baseline_name: 'ms when all is quiet',
          goal: 2,
          less: true,
          setup,
        },
        [quantile(busy.writes_ms, 0.99)],
        [quantile(quiet.writes_ms, 0.99)],
      ),
      row(
        {
          name: "a neighbour's own managed lines meanwhile, 99 of 100 within",
          unit: 'ms',
          baseline_name: 'ms at most',
          goal: 1,
          less: true,
          setup,
        },
        [quantile(busy.lines_ms, 0.99)],
        [LINES_PROMISED_ms],
      ),
    ];
  });

/** The same while the large employer's payroll is approved, and then taken back. */
const measureApproval = async (bench: Bench): Promise<Row[]> =>
  withService(await bench.freshDatabase(), ['api', 'projections', 'processes'], async (service) => {
    const { services } = service;
    const { large, near, assignments } = await prepare(service);
    const neighbour = neighbourOf(service.url, near, assignments);
    await neighbour.during(() => pause(QUIET_ms));
    const quiet = await neighbour.during(() => pause(QUIET_ms));
    const followed = async (): Promise<void> => untilFollowed(services, await services.store.head(), FOLLOWED);
    const [payroll] = (await large.ask('GET', '/payrolls?per_page=1')).data as { id: string }[];
    const busy = await neighbour.during(async () => {
      for (const action of ['approve', 'unapprove']) {
        await large.ask('POST', `/payrolls/${payroll!.id}/${action}`);
        await followed();
      }
    });
    neighbour.stop();
    return [
      row(
        {
          name: `a neighbour's write while ${PEOPLE} stubs are approved and unapproved, 99 of 100 within`,
          unit: 'ms',
          baseline_name: 'ms when all is quiet',
          goal: null,
          less: true,
          setup: `${WRITES_PER_s} writes a second, ${busy.writes_ms.length} in all; half of them within ${Math.round(quantile(busy.writes_ms, 0.5))} ms`,
        },
        [quantile(busy.writes_ms, 0.99)],
        [quantile(quiet.writes_ms, 0.99)],
      ),
    ];
  });

export const measurements: Measurement[] = [
  { name: 'neighbour', measure },
  { name: 'neighbour-approval', measure: measureApproval },
];
