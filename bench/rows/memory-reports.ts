import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { DatabaseAddress } from '../../src/database/connect.ts';
import { type Bench, type Measurement, type Row, row } from '../bench.ts';
import { type Ask, askAt, LEAST_LINES, MASTER_KEY } from '../employer.ts';
import { quantile } from '../http-load.ts';
import { processTime_s } from '../processor-time.ts';
import { type ChildServer, PARTNER_SECRET, startServiceChild } from '../service-child.ts';
import { generated, type LargeCompany, largeCompany, readWhole, registered } from '../year-end.ts';

/**
 * What the whole service holds, as `npm run start:small` runs it, while it makes a register and the slips of a large
 * company. `BENCH_PEOPLE=50` runs small.
 */
const SMALL = Number(process.env.BENCH_PEOPLE ?? 0);
const PEOPLE = SMALL ? SMALL * 4 : 20_000;
const AT_MOST_MB = 300;

const said = PEOPLE.toLocaleString('en');

type Work = 'nothing' | 'register' | 'forms';

/** Signs in to a company that is there already. */
export const tokenOf = async (url: string, company_id: string): Promise<string> => {
  const { access_token } = await askAt(url, PARTNER_SECRET)('POST', '/token', { company_id });
  return access_token;
};

/** The most that a process has held, resident, since it was started. */
export const peakOf = async ({ pid }: ChildServer): Promise<number> => {
  const found = /^VmHWM:\s+(\d+) kB/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'));
  return Number(found![1]) / 1_024;
};

const registerOf = async (
  url: string,
  token: string,
  ask: Ask,
  pay_schedule_id: string,
): Promise<() => Promise<void>> => {
  const id = await registered(url, token, ask, pay_schedule_id);
  return async () => {
    const { lines } = await readWhole(url, token, `/reports/${id}?sheet=detail`, 'text/csv');
    // The first one has the titles.
    if (lines - 1 < PEOPLE * LEAST_LINES) throw new Error(`the register has ${lines} lines of ${PEOPLE} pay stubs`);
    const { lines: stubs } = await readWhole(url, token, `/reports/${id}?sheet=summary`, 'text/csv');
    if (stubs - 1 !== PEOPLE) throw new Error(`the register has ${stubs} rows of ${PEOPLE} pay stubs`);
  };
};

const formsOf = async (ask: Ask): Promise<() => Promise<void>> => {
  await generated(ask, 't4');
  return async () => {
    const { meta } = await ask('GET', '/forms?per_page=1');
    if (meta.total !== PEOPLE) throw new Error(`there are ${meta.total} forms of ${PEOPLE} people`);
  };
};

/** What a service takes at its peak that does one thing, and whether it was done. */
const peakWhile = async (
  work: Work,
  address: DatabaseAddress,
  { company_id, pay_schedule_id }: LargeCompany,
): Promise<number> => {
  const service = await startServiceChild(address, MASTER_KEY.toString('hex'), 'start:small');
  const { url } = service;
  try {
    const token = await tokenOf(url, company_id);
    const ask = askAt(url, token);
    const check =
      work === 'register'
        ? await registerOf(url, token, ask, pay_schedule_id)
        : work === 'forms'
          ? await formsOf(ask)
          : undefined;
    const peak_MB = await peakOf(service);
    await check?.();
    return peak_MB;
  } finally {
    await service.stop();
  }
};

/** The large company, made once for all measurements here. */
const made = (bench: Bench): Promise<{ address: DatabaseAddress; large: LargeCompany }> => {
  const once = companies.get(bench) ?? make(bench);
  companies.set(bench, once);
  return once;
};
const companies = new WeakMap<Bench, ReturnType<typeof make>>();
const make = async (bench: Bench): Promise<{ address: DatabaseAddress; large: LargeCompany }> => {
  const address = await bench.freshDatabase();
  return { address, large: await largeCompany(address, PEOPLE) };
};

const measure = async (bench: Bench): Promise<Row[]> => {
  const { address, large } = await made(bench);
  const idle_MB = await peakWhile('nothing', address, large);
  const rows: Row[] = [];
  for (const [work, name] of [
    ['register', `memory of a payroll register of ${said} stubs`],
    ['forms', `memory of the T4s of ${said} people`],
  ] as const) {
    const peak_MB = await peakWhile(work, address, large);
    const setup = `the whole process, resident, at its peak; ${idle_MB.toFixed(0)} MB when it does nothing`;
    rows.push(
      row({ name, unit: 'MB', baseline_name: 'MB at most', goal: 1, less: true, setup }, [peak_MB], [AT_MOST_MB]),
    );
  }
  return rows;
};

/** Requests of another company, begun at even distances, half of them writes. */
const REQUESTS_PER_s = 20;
const QUIET_ms = 20_000;

/** How long requests of a neighbour take, in milliseconds, as long as something goes on. */
const neighbours = async (ask: Ask, goesOn: () => boolean): Promise<number[]> => {
  const times_ms: number[] = [];
  const pending: Promise<void>[] = [];
  for (let n = 0; goesOn(); n++) {
    const due_ms = performance.now();
    const asked =
      n % 2 === 0
        ? ask('POST', '/employees', { first_name: 'Ada', last_name: `Byron ${n}` })
        : ask('GET', '/employees?per_page=15');
    const answered = asked.then(() => void times_ms.push(performance.now() - due_ms));
    // A failure is told when all have been answered.
    answered.catch(() => {});
    pending.push(answered);
    await pause(1_000 / REQUESTS_PER_s);
  }
  await Promise.all(pending);
  return times_ms;
};

const LOOK_ms = 1_000;
/** The part of a processor that a service takes at most while it does nothing. */
const AT_REST = 0.1;

/**
 * Waits until a service has been at rest for three seconds. It begins with what has become due since the large company
 * was laid down: the drafts of all its people.
 */
const untilAtRest = async ({ pid }: ChildServer): Promise<void> => {
  for (let looks = 0; looks < 3; ) {
    const before_s = await processTime_s(pid);
    await pause(LOOK_ms);
    looks = (await processTime_s(pid)) - before_s < (AT_REST * LOOK_ms) / 1_000 ? looks + 1 : 0;
  }
};

const measureNeighbours = async (bench: Bench): Promise<Row[]> => {
  const { address, large } = await made(bench);
  const service = await startServiceChild(address, MASTER_KEY.toString('hex'));
  const { url } = service;
  try {
    const { data } = await askAt(url, PARTNER_SECRET)('POST', '/companies', { name: 'Near' });
    const near = askAt(url, data.token.access_token);
    const token = await tokenOf(url, large.company_id);
    const ask = askAt(url, token);
    const quietly = (): Promise<number[]> => {
      const end_ms = performance.now() + QUIET_ms;
      return neighbours(near, () => performance.now() < end_ms);
    };
    await untilAtRest(service);
    await quietly();
    const rows: Row[] = [];
    for (const [work, what] of [
      [() => registered(url, token, ask, large.pay_schedule_id), `a register of ${said} stubs is made and read`],
      // Those of Quebec: T4s were made before.
      [() => generated(ask, 'rl1'), `RL-1s of ${said} people are made`],
    ] as const) {
      const quiet_ms = await quietly();
      let working = true;
      const worked = work().finally(() => {
        working = false;
      });
      const [busy_ms] = await Promise.all([neighbours(near, () => working), worked]);
      rows.push(
        row(
          {
            name: `others' requests while ${what}, 99 of 100 within`,
            unit: 'ms',
            baseline_name: 'ms when all is quiet',
            goal: 1.5,
            less: true,
            setup: `${REQUESTS_PER_s} a second, half of them writes, ${busy_ms.length} in all; one process does both`,
          },
          [quantile(busy_ms, 0.99)],
          [quantile(quiet_ms, 0.99)],
        ),
      );
    }
    return rows;
  } finally {
    await service.stop();
  }
};

const needs = (): string | undefined =>
  process.platform === 'linux' ? undefined : 'it reads from /proc what a process holds and takes, as on Linux';

export const measurements: Measurement[] = [
  { name: 'memory-reports', needs, measure },
  { name: 'neighbour-reports', needs, measure: measureNeighbours },
];
