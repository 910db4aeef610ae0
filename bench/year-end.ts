import { type DatabaseAddress, openDatabase } from '../src/database/connect.ts';
import type { Service } from '../src/main.ts';
import { nextPayroll } from '../src/payrolls/facts/calendar.ts';
import { all, equal } from '../src/values/condition.ts';
import { layPast, modelsFor, modelsOf } from '../test/support/past.ts';
import {
  type Ask,
  approveNext,
  type Company,
  employ,
  hire,
  makeCompany,
  pay,
  payMore,
  untilFollowed,
  vacuum,
  withService,
} from './employer.ts';

// A year that is over: people who were paid on its payrolls, and what is made of that, slips and registers.

const PATIENCE_ms = 1_800_000;
/** People that are hired together. */
const HIRED_AT_ONCE = 1_000;

const untilSo = async (isSo: () => Promise<boolean>): Promise<void> => {
  for (const end_ms = performance.now() + PATIENCE_ms; !(await isSo()); ) {
    if (performance.now() > end_ms) throw new Error('it was not made in time');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

/** An employer with people who were paid on the last payrolls of 2026, fifteen lines each; gives their schedule. */
export const paidYear = async (
  service: Service,
  company: Company,
  people: number,
  payrolls: number,
): Promise<string> => {
  const { services } = service;
  const { tenant } = company;
  const { schedule, assignments } = await hire(services, tenant, people, '2026-12-18');
  await pay(services, tenant, assignments);
  await payMore(services, tenant, assignments);
  await untilFollowed(services, await services.store.head(), ['population']);
  await layPast(services, tenant, schedule, payrolls - 1);
  await vacuum(service.foundation.sql);
  await approveNext(service, company, schedule);
  await untilFollowed(services, await services.store.head(), ['population', 'journal']);
  return schedule;
};

export interface LargeCompany {
  company_id: string;
  /** A schedule with as many stubs as there are people in the company. */
  pay_schedule_id: string;
}

/** People whose pay is calculated; the others are paid as they are. */
const CALCULATED = 100;
/** Payrolls of the year, each of which pays others: so many stubs as fit the appends of one. */
const PAYROLLS = 10;

/**
 * A company whose people were each paid once in 2026, fifteen lines each, on ten payrolls of one schedule. The pay of a
 * hundred is calculated, and that of all is laid down after it, so this takes a time for each person that does not
 * grow. Process managers are behind all of it: nothing is posted, and the drafts are populated.
 */
export const largeCompany = async (address: DatabaseAddress, people: number): Promise<LargeCompany> => {
  const each = people / PAYROLLS;
  const { tenant, schedule } = await withService(address, ['api', 'projections', 'processes'], async (service) => {
    const { services } = service;
    const { tenant } = await makeCompany(service);
    const { schedule, assignments } = await hire(services, tenant, Math.min(CALCULATED, people), '2026-12-18');
    await pay(services, tenant, assignments);
    await payMore(services, tenant, assignments);
    await untilFollowed(services, await services.store.head(), ['population']);
    return { tenant, schedule };
  });
  await withService(address, ['api', 'projections'], async ({ services }) => {
    const drafts = all(equal('pay_schedule_id', schedule), equal('status', 'draft'));
    const draft = nextPayroll(await services.read.find('payroll', tenant, drafts));
    const models = await modelsOf(draft!, services, tenant);
    for (let hired = models.length; hired < people; hired += HIRED_AT_ONCE)
      await employ(services, tenant, schedule, Math.min(HIRED_AT_ONCE, people - hired));
    const hired: { id: string; employee_id: string | null }[] = [];
    for await (const rows of services.read.pages('work_assignment', tenant, equal('pay_schedule_id', schedule)))
      hired.push(...rows.map(({ id, employee_id }) => ({ id, employee_id })));
    const paid = (back: number) => modelsFor(hired.slice((back - 1) * each, back * each), models);
    await layPast(services, tenant, schedule, PAYROLLS, async () => {}, paid);
    const closed = await services.read.count('pay_stub', tenant, equal('is_closed', true));
    if (closed !== people) throw new Error(`of ${people} people ${closed} were paid`);
  });
  const sql = openDatabase(address, { max: 1 });
  await vacuum(sql);
  await sql`update process_managers set position = (select max(position) from event_log) where name <> 'population'`;
  await sql.end();
  // The draft of all these people is populated now, and not while something is measured.
  await withService(address, ['api', 'projections', 'processes'], async ({ services }) =>
    untilFollowed(services, await services.store.head(), ['population']),
  );
  return { company_id: tenant.company_id!, pay_schedule_id: schedule };
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

/** Reads the content of a report to its end, keeping nothing of it; gives its status and how many lines it has. */
export const readWhole = async (
  url: string,
  token: string,
  path: string,
  accept = '*/*',
): Promise<{ status: number; lines: number }> => {
  const answer = await fetch(new URL(path, url), { headers: { Authorization: `Bearer ${token}`, Accept: accept } });
  let lines = 0;
  for await (const piece of answer.body ?? []) for (const byte of piece) if (byte === 10) lines++;
  return { status: answer.status, lines };
};

/** Makes a payroll register of a schedule, and reads its workbook whole; gives its id. */
export const registered = async (url: string, token: string, ask: Ask, pay_schedule_id: string): Promise<string> => {
  const { id } = await ask('POST', '/reports/payroll-register', { pay_schedule_id, format: 'xlsx' });
  await untilSo(async () => {
    const { status } = await readWhole(url, token, `/reports/${id}/download`);
    if (status !== 200 && status !== 202) throw new Error(`the register was answered with ${status}`);
    return status === 200;
  });
  return id;
};
