import { readFile } from 'node:fs/promises';
import type { DatabaseAddress } from '../../src/database/connect.ts';
import { type Bench, type Measurement, type Row, row } from '../bench.ts';
import { type Ask, askAt, LEAST_LINES, MASTER_KEY, withService } from '../employer.ts';
import { type ChildServer, PARTNER_SECRET, startServiceChild } from '../service-child.ts';
import { generated, type LargeCompany, largeCompany, readWhole, registered } from '../year-end.ts';

/**
 * What the whole service holds, as `npm start` runs it, while it makes a register and the slips of a large company.
 * `BENCH_PEOPLE=50` runs small.
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
  const service = await startServiceChild(address, MASTER_KEY.toString('hex'));
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

const measure = async (bench: Bench): Promise<Row[]> => {
  const address = await bench.freshDatabase();
  const large = await withService(address, ['api', 'projections', 'processes'], (service) =>
    largeCompany(service, PEOPLE),
  );
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

const needs = (): string | undefined =>
  process.platform === 'linux' ? undefined : 'it reads from /proc what a process has held, as on Linux';

export const measurements: Measurement[] = [{ name: 'memory-reports', needs, measure }];
