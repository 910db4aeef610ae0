import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Service } from '../../src/main.ts';
import { closeNext, layPast } from '../../test/support/past.ts';
import { type Bench, type Measurement, type Row, row } from '../bench.ts';
import {
  type Ask,
  type Company,
  hire,
  MASTER_KEY,
  makeCompany,
  pay,
  remove,
  settled,
  withService,
} from '../employer.ts';
import type { FormsOrders } from '../forms-child.ts';

/**
 * What the end of a year takes: forms of everybody from the pay stubs of 26 payrolls, and what making them, and a register,
 * of a large company holds. `BENCH_PEOPLE=50` runs small.
 */
const SMALL = Number(process.env.BENCH_PEOPLE ?? 0);
const PEOPLE = SMALL || 1_000;
const MANY = SMALL ? SMALL * 4 : 20_000;
/** People of each employer of the large company: a past of many more does not fit its appends. */
const OF_EMPLOYER = MANY / 10;
const PAYROLLS = 26;
const PROMISED_s = 10;
const AT_MOST_MB = 300;
const PATIENCE_ms = 1_800_000;

const said = (n: number): string => n.toLocaleString('en');

const untilSo = async (isSo: () => Promise<boolean>): Promise<void> => {
  for (const end_ms = performance.now() + PATIENCE_ms; !(await isSo()); ) {
    if (performance.now() > end_ms) throw new Error('it was not made in time');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

/** An employer with people who were paid on the last payrolls of 2026; gives their schedule. */
const paid = async ({ services }: Service, { tenant }: Company, people: number, payrolls: number): Promise<string> => {
  const { schedule, assignments } = await hire(services, tenant, people, '2026-12-18');
  await pay(services, tenant, assignments);
  await settled(services, await services.store.head(), ['population']);
  await layPast(services, tenant, schedule, payrolls - 1);
  await closeNext(services, tenant, schedule);
  await settled(services, await services.store.head(), ['population']);
  return schedule;
};

/** Generates the forms of the year; gives the seconds until the task has ended. @throws when one was not made */
export const generated = async (ask: Ask, type: 't4' | 'rl1'): Promise<number> => {
  const values = type === 't4' ? { values: { box_45_employer_offered_dental_benefits: '1' } } : {};
  const begun_ms = performance.now();
  const { id } = await ask('POST', `/form_types/${type}/generate`, { tax_year: 2026, ...values });
  let status = 'processing';
  await untilSo(async () => {
    status = (await ask('GET', `/async_tasks/${id}`)).data.status;
    return status !== 'processing';
  });
  const took_s = (performance.now() - begun_ms) / 1_000;
  // Who did not work in Quebec has no RL-1, and is told so.
  if (type === 't4' && status !== 'completed') throw new Error(`the forms ended with ${status}`);
  return took_s;
};

/** Makes a payroll register, and reads its workbook whole. */
export const registered = async (
  url: string,
  { ask, token }: Omit<Company, 'tenant'>,
  pay_schedule_id: string,
): Promise<void> => {
  const { id } = await ask('POST', '/reports/payroll-register', { pay_schedule_id, format: 'xlsx' });
  await untilSo(async () => {
    const headers = { Authorization: `Bearer ${token}` };
    const answer = await fetch(new URL(`/reports/${id}/download`, url), { headers });
    // Read and forgotten, so that what it holds is the service's.
    let bytes = 0;
    for await (const piece of answer.body!) bytes += piece.byteLength;
    if (answer.status !== 200 && answer.status !== 202)
      throw new Error(`the register was answered with ${answer.status}`);
    return answer.status === 200 && bytes > 0;
  });
};

const measure = async (bench: Bench): Promise<Row[]> =>
  withService(await bench.freshDatabase(), ['api', 'projections', 'processes'], async (service) => {
    const company = await makeCompany(service);
    await paid(service, company, PEOPLE, PAYROLLS);
    const { services } = service;
    const round = async (): Promise<number> => {
      const took_s = await generated(company.ask, 't4');
      const forms: string[] = [];
      for await (const rows of services.read.pages('form', company.tenant, { is: 'all', of: [] }))
        forms.push(...rows.map(({ id }) => id));
      if (forms.length !== PEOPLE) throw new Error(`there are ${forms.length} forms of ${PEOPLE} people`);
      await remove(services, company.tenant, 'form', forms);
      return took_s;
    };
    await round();
    const took_s: number[] = [];
    for (let n = 0; n < bench.rounds; n++) took_s.push(await round());
    return [
      row(
        {
          name: `T4s of ${said(PEOPLE)} people with ${PAYROLLS} payrolls`,
          unit: 's',
          baseline_name: 's promised',
          goal: 1,
          less: true,
          setup: 'from the request until its task has ended and the forms can be read',
        },
        took_s,
        [PROMISED_s],
      ),
    ];
  });

/** What a service in a process of its own takes at its peak, which does one thing. */
const peakOf = (orders: FormsOrders): Promise<number> =>
  new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(new URL('../forms-child.ts', import.meta.url)), [JSON.stringify(orders)], {
      execArgv: ['--import', 'tsx'],
      env: { ...process.env, BENCH_MASTER_KEY: MASTER_KEY.toString('hex') },
    });
    let peak: number | undefined;
    child.on('message', (told) => {
      peak = (told as { peak_MB: number }).peak_MB;
    });
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      if (peak === undefined) reject(new Error(`the service ended with ${code ?? signal}`));
      else resolve(peak);
    });
  });

const measureMemory = async (bench: Bench): Promise<Row[]> => {
  const address = await bench.freshDatabase();
  const of = await withService(address, ['api', 'projections', 'processes'], async (service) => {
    const company = await makeCompany(service);
    // The first has as many stubs on the payrolls of its schedule as there are people in all.
    const pay_schedule_id = await paid(service, company, OF_EMPLOYER, MANY / OF_EMPLOYER);
    for (let people = OF_EMPLOYER; people < MANY; people += OF_EMPLOYER) await paid(service, company, OF_EMPLOYER, 1);
    return { address, token: company.token, pay_schedule_id };
  });
  const rows: Row[] = [];
  const idle_MB = await peakOf({ ...of, work: 'nothing' });
  for (const [work, name] of [
    ['register', `memory of a payroll register of ${said(MANY)} stubs`],
    ['forms', `memory of the T4s of ${said(MANY)} people`],
  ] as const) {
    const peak_MB = await peakOf({ ...of, work });
    const setup = `the whole process, resident, at its peak; ${idle_MB.toFixed(0)} MB when it does nothing`;
    rows.push(
      row({ name, unit: 'MB', baseline_name: 'MB at most', goal: 1, less: true, setup }, [peak_MB], [AT_MOST_MB]),
    );
  }
  return rows;
};

export const measurements: Measurement[] = [
  { name: 'forms', measure },
  { name: 'memory-reports', measure: measureMemory },
];
