import { setTimeout as pause } from 'node:timers/promises';
import type { Service } from '../../src/main.ts';
import { type Bench, type Measurement, type Row, row } from '../bench.ts';
import { type Company, hire, make, makeCompany, untilFollowed, withService } from '../employer.ts';
import { quantile } from '../http-load.ts';

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

/** Writes of the neighbour, at a steady rate, for as long as `goesOn` says; each tenth raises somebody's pay. */
const writes = async ({ ask }: Company, assignments: readonly string[], goesOn: () => boolean): Promise<Times> => {
  const times: Times = { writes_ms: [], lines_ms: [] };
  const failures: unknown[] = [];
  const pending: Promise<void>[] = [];
  const timed = async (into: number[], work: () => Promise<void>): Promise<void> => {
    const begun_ms = performance.now();
    await work().catch((error: unknown) => void failures.push(error));
    into.push(performance.now() - begun_ms);
  };
  const raise = async (n: number): Promise<void> => {
    const work_assignment_id = assignments[n % assignments.length]!;
    const wanted = 1_000 + n;
    await ask('POST', '/allowances', {
      work_assignment_id,
      allowance_type: 'cell_phone_allowance',
      title: `Phone ${n}`,
      amount: String(wanted),
      frequency: 'per_payroll',
      effective_from: '2026-01-01',
    });
    for (;;) {
      const { data } = await ask('GET', `/allowance_line_items?work_assignment_id=${work_assignment_id}&per_page=100`);
      if (data.some((line: { data: { amount: number } }) => line.data.amount === wanted)) return;
      await pause(10);
    }
  };
  for (let n = 0; goesOn(); n++) {
    pending.push(
      n % 10 === 9
        ? timed(times.lines_ms, () => raise(n))
        : timed(times.writes_ms, () => ask('POST', '/employees', { first_name: 'Ada', last_name: `Byron ${n}` })),
    );
    await pause(1_000 / WRITES_PER_s);
  }
  await Promise.all(pending);
  if (failures.length > 0) throw failures[0];
  return times;
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
    const quietly = async (): Promise<Times> => {
      const end_ms = performance.now() + QUIET_ms;
      return writes(near, assignments, () => performance.now() < end_ms);
    };
    await quietly();
    const quiet = await quietly();
    const count = async (): Promise<number> => (await large.ask('GET', `/pay_stubs?per_page=1`)).meta.total as number;
    let populating = true;
    const populated = (async () => {
      await large.ask('PUT', `/pay_schedules/${schedule}`, {
        generate_payrolls_from: BACK,
        anchor_pay_date: BACK,
        anchor_end_of_pay_period: BACK,
      });
      while ((await count()) < STUBS) await pause(500);
    })().finally(() => {
      populating = false;
    });
    const [busy] = await Promise.all([writes(near, assignments, () => populating), populated]);
    const setup = `${STUBS.toLocaleString('en')} stubs of one company; ${WRITES_PER_s} writes a second of another, ${busy.writes_ms.length} in all`;
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
    const during = async (work: () => Promise<unknown>): Promise<Times> => {
      let isDone = false;
      const done = work().finally(() => {
        isDone = true;
      });
      const [times] = await Promise.all([writes(near, assignments, () => !isDone), done]);
      return times;
    };
    await during(() => pause(QUIET_ms));
    const quiet = await during(() => pause(QUIET_ms));
    const followed = async (): Promise<void> => untilFollowed(services, await services.store.head(), FOLLOWED);
    const [payroll] = (await large.ask('GET', '/payrolls?per_page=1')).data as { id: string }[];
    const busy = await during(async () => {
      for (const action of ['approve', 'unapprove']) {
        await large.ask('POST', `/payrolls/${payroll!.id}/${action}`);
        await followed();
      }
    });
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
