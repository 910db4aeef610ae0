import type { Service } from '../src/main.ts';
import { all, among, equal, not } from '../src/values/condition.ts';
import { layPast } from '../test/support/past.ts';
import { type Ask, approveNext, type Company, hire, makeCompany, pay, payMore, untilFollowed } from './employer.ts';

// A year that is over: people who were paid on its payrolls, and what is made of that, slips and registers.

const PATIENCE_ms = 1_800_000;
/** A past of more stubs a payroll does not fit its appends. */
const EMPLOYERS = 10;

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
  await approveNext(service, company, schedule);
  await untilFollowed(services, await services.store.head(), ['population', 'journal']);
  return schedule;
};

/** @throws when a pay stub of a payroll that has left draft is open, or has no journal entry */
const checkPosted = async ({ services: { read } }: Service, { tenant }: Company, stubs: number): Promise<void> => {
  const left = not(among('payroll_id', 'payroll', 'id', equal('status', 'draft')));
  const closed = await read.count('pay_stub', tenant, all(left, equal('is_closed', true)));
  const open = await read.count('pay_stub', tenant, all(left, equal('is_closed', false)));
  const posted = await read.count('journal_entry', tenant, equal('type', 'pay_stub_recording'));
  if (open > 0 || closed !== stubs || posted !== stubs)
    throw new Error(`of ${stubs} pay stubs ${closed} are closed, ${open} open, and ${posted} posted`);
};

export interface LargeCompany {
  company_id: string;
  /** A schedule with as many stubs as there are people in the company. */
  pay_schedule_id: string;
}

/** A company whose people, of ten employers, were paid in 2026; the first of these has ten payrolls. */
export const largeCompany = async (service: Service, people: number): Promise<LargeCompany> => {
  const company = await makeCompany(service);
  const each = people / EMPLOYERS;
  const pay_schedule_id = await paidYear(service, company, each, EMPLOYERS);
  for (let n = 1; n < EMPLOYERS; n++) await paidYear(service, company, each, 1);
  await checkPosted(service, company, 2 * people - each);
  return { company_id: company.tenant.company_id!, pay_schedule_id };
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
