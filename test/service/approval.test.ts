import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { NewEvent } from '../../src/event-store/port.ts';
import { type ByHand, pausedBefore, startByHand } from '../support/by-hand.ts';
import type { Body } from '../support/salaried.ts';

/** Two processes that both think an approval theirs: one was paused and comes back. */
let hand: ByHand;
let place: Awaited<ReturnType<typeof payrollOfThree>>;

beforeAll(async () => {
  hand = await startByHand();
});
afterAll(() => hand.close());
beforeEach(async () => {
  place = await payrollOfThree();
});

const payrollOfThree = async () => {
  const { company, call, entity } = await hand.employer();
  const schedule = await call('POST', '/pay_schedules', {
    business_entity_id: entity.id,
    title: 'Bi-weekly',
    pay_frequency: 'bi-weekly',
    anchor_pay_date: '2026-12-04',
    anchor_end_of_pay_period: '2026-11-29',
  });
  for (const first_name of ['Ada', 'Blaise', 'Chen']) {
    const person = await call('POST', '/employees', { first_name, last_name: 'Roy', date_of_birth: '1990-07-11' });
    const { id } = await call('POST', '/work_assignments', { employee_id: person.id, pay_schedule_id: schedule.id });
    await call('POST', '/pay_rates', {
      work_assignment_id: id,
      type: 'salary',
      rate: 65000,
      expected_hours_per_week: 40,
      effective_from: '2025-01-01',
    });
  }
  await hand.rest();
  const payroll: Body = (await call('GET', `/payrolls?pay_schedule_id=${schedule.id}&per_page=1`)).data[0];
  const stubs: Body[] = (await call('GET', `/pay_stubs?payroll_id=${payroll.id}`)).data;
  /** Raises a flag on the last stub that keeps it from being closed, or lowers it. */
  const pend = async (is_pending_tax_rates: boolean) => {
    await appendRaw(`pay_stub-${stubs[2].id}`, 'PayStubCalculated', { lines: [], removed: [], is_pending_tax_rates });
  };
  const begin = (headers?: Record<string, string>) =>
    company.request('POST', `/payrolls/${payroll.id}/approve`, {}, headers);
  const closed = async () => {
    await hand.readable();
    const rows = await hand.services.read.getMany(
      'pay_stub',
      { partner_id: '', company_id: company.id },
      stubs.map(({ id }) => id),
    );
    return stubs.map(({ id }) => rows.get(id)?.is_closed);
  };
  const status = async () => (await call('GET', `/payrolls/${payroll.id}`)).data.status;
  return { call, company, payroll, stubs, pend, begin, closed, status };
};

const appendRaw = async (stream: string, type: string, data: NewEvent['data']) => {
  const { store } = hand.services;
  const last = (await store.readStream(stream)).at(-1)!;
  await store.append(stream, [{ id: crypto.randomUUID(), type, data, metadata: last.metadata }], last.revision);
  await hand.readable();
};

/** Services to which the facts of one stub are missing, so that it cannot be closed as it is marked: it waits. */
const withoutFacts = () => {
  const { read } = hand.services;
  const getMany: typeof read.getMany = async (object, tenant, ids) =>
    object === 'work_assignment' ? new Map() : read.getMany(object, tenant, ids);
  const pages: typeof read.pages = (object, ...more) =>
    object === 'work_assignment' ? (async function* () {})() : read.pages(object, ...more);
  return { ...hand.services, read: { ...read, getMany, pages } };
};

describe('an approval that is abandoned', () => {
  test('reopens no stub of a payroll that another process has approved in the meantime', async () => {
    const { begin, pend, closed, status } = place;
    await begin();
    await pend(true);
    const paused = pausedBefore(withoutFacts(), 'PayrollApprovalAbandoned');
    const reopening = pausedBefore(paused.services, 'PayStubReopened');
    const first = hand.approval(reopening.services);
    await Promise.race([paused.there, reopening.there]);
    await pend(false);
    await hand.approval();
    expect(await status()).toBe('paid');
    paused.letGo();
    reopening.letGo();
    await first;
    expect(await closed()).toEqual([true, true, true]);
    expect(await status()).toBe('paid');
  });

  test('is completed by the next run when the process died before its stubs were reopened', async () => {
    const { begin, pend, closed, status } = place;
    await begin();
    await pend(true);
    await expect(hand.approval(dying(withoutFacts(), 'PayStubReopened', 1))).rejects.toThrow('the process is gone');
    await hand.approval();
    expect(await closed()).toEqual([false, false, false]);
    await pend(false);
    expect((await begin()).status).toBe(503);
    await hand.approval();
    expect(await status()).toBe('paid');
  });

  test('reopens stubs that a paused process closes afterwards', async () => {
    const { begin, pend, closed, status } = place;
    await begin();
    const paused = pausedBefore(hand.services, 'PayStubClosed');
    const first = hand.approval(paused.services);
    await paused.there;
    await pend(true);
    await hand.approval(withoutFacts());
    expect(await status()).toBe('draft');
    paused.letGo();
    await first;
    expect(await closed()).toEqual([false, false, false]);
  });
});

/** Services of a process that dies at the n-th append that holds an event of a type. */
const dying = (services: ReturnType<typeof withoutFacts>, type: string, from: number) => {
  const { store } = services;
  let seen = 0;
  const append: typeof store.append = async (stream, events, expected) => {
    if (events.some((event) => event.type === type) && seen++ >= from) throw new Error('the process is gone');
    return store.append(stream, events, expected);
  };
  return { ...services, store: { ...store, append } };
};

test('a request that is answered while an approval continues can be repeated, and then gets the outcome of the same approval', async () => {
  const { begin, payroll, status } = place;
  const key = { 'X-Idempotency-Key': crypto.randomUUID() };
  const first = await begin(key);
  expect([first.status, first.headers.get('Retry-After')]).toEqual([503, '5']);
  expect(first.text).toContain('is in progress and goes on');
  // Who sent no key would be refused after the end, and is told where the result is.
  expect(first.text).toContain('or read the payroll: once its in_progress is null, its status tells it');
  expect((await begin(key)).status).toBe(503);
  expect((await begin()).status).toBe(503);
  await hand.approval();
  expect(await status()).toBe('paid');
  const last = await begin(key);
  expect([last.status, last.body.data.status]).toEqual([200, 'paid']);
  const keyless = await begin();
  expect(keyless.status).toBe(400);
  expect(keyless.text).toContain('The payroll is paid');
  const events = await hand.services.store.readStream(`payroll-${payroll.id}`);
  expect(events.filter(({ type }) => type === 'PayrollApprovalStarted')).toHaveLength(1);
});
