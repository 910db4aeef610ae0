import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ByHand, holdAppend, pausedBefore, startByHand } from '../support/by-hand.ts';
import type { Body } from '../support/salaried.ts';

/** What a stub was closed with and what is locked by that say the same, whenever somebody changes it. */
let hand: ByHand;

beforeAll(async () => {
  hand = await startByHand();
});
afterAll(() => hand.close());

/** An employer with one salaried person, whose first payroll is ready to be approved. */
const payrollOfOne = async () => {
  const { company, call, entity, located } = await hand.employer();
  const schedule = await call('POST', '/pay_schedules', {
    business_entity_id: entity.id,
    title: 'Weekly',
    pay_frequency: 'weekly',
    anchor_pay_date: '2026-12-04',
    anchor_end_of_pay_period: '2026-11-29',
  });
  const person = await call('POST', '/employees', {
    first_name: 'Ada',
    last_name: 'Roy',
    date_of_birth: '1990-07-11',
  });
  const work = await call('POST', '/work_assignments', {
    employee_id: person.id,
    pay_schedule_id: schedule.id,
    tax_properties: [located],
  });
  const salary = {
    work_assignment_id: work.id,
    type: 'salary',
    rate: 53_000,
    expected_hours_per_week: 40,
    effective_from: '2025-01-01',
  };
  const rate: string = (await call('POST', '/pay_rates', salary)).id;
  await hand.rest();
  const next = async (): Promise<Body> =>
    (await call('GET', `/payrolls?status=draft&pay_schedule_id=${schedule.id}&per_page=1`)).data[0];
  const payroll = await next();
  const stub = async (): Promise<Body> => (await call('GET', `/pay_stubs?payroll_id=${payroll.id}`)).data[0];
  const change = (body: Record<string, unknown>, of = rate) => company.request('PUT', `/pay_rates/${of}`, body);
  const begin = (id = payroll.id) => company.request('POST', `/payrolls/${id}/approve`, {});
  const status = async () => (await call('GET', `/payrolls/${payroll.id}`)).data.status;
  const dollars = async (of = rate) => (await call('GET', `/pay_rates/${of}`)).data.rate;
  const gross = async () => (await stub()).data.employee_summary.gross;
  /** The province of the person, or of the employer. */
  const province = async (of = work.id): Promise<Body> => (await call('GET', `/tax_properties?owner_id=${of}`)).data[0];
  const owners: [string, string] = [work.id, entity.id];
  return { company, call, salary, rate, payroll, next, stub, change, begin, status, dollars, gross, province, owners };
};

describe('while an approval is under way', () => {
  test('a pay rate that the approval has read cannot be changed, deleted or ended within the period', async () => {
    const { company, rate, payroll, change, begin, status, dollars, gross } = await payrollOfOne();
    const before = (await company.request('GET', `/pay_rates/${rate}`)).headers.get('ETag')!;
    await begin();
    const paused = pausedBefore(hand.services, 'PayStubClosed');
    const approval = hand.approval(paused.services);
    await paused.there;
    const answers = [
      await change({ rate: 106_000 }),
      await change({ effective_to: '2026-11-25' }),
      await company.request('DELETE', `/pay_rates/${rate}`),
    ];
    paused.letGo();
    await approval;
    expect(answers.map(({ status: code }) => code)).toEqual([400, 422, 400]);
    expect(answers[0]!.text).toContain('being approved');
    expect([await status(), await dollars(), await gross()]).toEqual(['paid', 53_000, 1_000]);
    // Nobody has changed it meanwhile, as far as its ETag tells.
    const last = { effective_to: payroll.data.period_end, title: 'Baker' };
    const ended = await company.request('PUT', `/pay_rates/${rate}`, last, { 'If-Match': before });
    expect(ended.status).toBe(200);
  });

  test('a change of a pay rate that was decided before the approval and is appended after it is refused', async () => {
    const { change, begin, status, dollars, gross } = await payrollOfOne();
    const held = holdAppend(hand.services, 'PayRateChanged');
    const answer = change({ rate: 106_000 });
    await held.there;
    await begin();
    await hand.approval();
    expect(await status()).toBe('paid');
    held.letGo();
    expect((await answer).status).toBe(400);
    expect([await dollars(), await gross()]).toEqual([53_000, 1_000]);
  });

  test('an end of a used pay rate that was decided before the approval and is appended after it is refused', async () => {
    const { call, next, change, begin, rate } = await payrollOfOne();
    await begin();
    await hand.approval();
    await hand.rest();
    const { id, data } = await next();
    const within = data.period_start;
    const held = holdAppend(hand.services, 'PayRateChanged');
    const answer = change({ effective_to: within });
    await held.there;
    await begin(id);
    await hand.approval();
    held.letGo();
    expect((await answer).status).toBe(422);
    expect((await call('GET', `/pay_rates/${rate}`)).data.effective_to).toBeNull();
    expect((await call('GET', `/payrolls/${id}`)).data.status).toBe('paid');
  });

  test('a pay rate that comes into force during the approval is held before it is used', async () => {
    const { company, salary, begin, status, dollars, gross } = await payrollOfOne();
    await begin();
    const holding = pausedBefore(hand.services, 'PayRateHeld', 1);
    const paused = pausedBefore(holding.services, 'PayStubClosed');
    const approval = hand.approval(paused.services);
    await Promise.race([holding.there, paused.there]);
    const second = (await company.request('POST', '/pay_rates', { ...salary, rate: 26_500 })).body.id;
    await hand.readable();
    holding.letGo();
    await paused.there;
    const answer = await company.request('PUT', `/pay_rates/${second}`, { rate: 106_000 });
    paused.letGo();
    await approval;
    expect([answer.status, await status(), await dollars(second), await gross()]).toEqual([400, 'paid', 26_500, 1_500]);
  });
});

describe('while an approval is under way, a tax property', () => {
  test.each([
    ['a work assignment', 0],
    ['an employer', 1],
  ] as const)('of %s cannot be changed, deleted or ended before the pay date', async (_owner, at) => {
    const { company, begin, status, province, owners, payroll } = await payrollOfOne();
    const { id } = await province(owners[at]);
    await begin();
    const paused = pausedBefore(hand.services, 'PayStubClosed');
    const approval = hand.approval(paused.services);
    await paused.there;
    const put = (body: object) => company.request('PUT', `/tax_properties/${id}`, body);
    const answers = [
      await put({ value: 'ca_qc' }),
      await put({ effective_to: '2026-12-03' }),
      await company.request('DELETE', `/tax_properties/${id}`),
    ];
    paused.letGo();
    await approval;
    expect(answers.map(({ status: code }) => code)).toEqual([422, 422, 400]);
    expect(answers[0]!.text).toContain('being approved');
    expect([await status(), (await province(owners[at])).data.value]).toEqual(['paid', 'ca_on']);
    expect((await put({ effective_to: payroll.data.pay_date })).status).toBe(200);
  });

  test('is not changed by a request that was decided before the approval', async () => {
    const { company, begin, status, province, stub } = await payrollOfOne();
    const { id } = await province();
    const held = holdAppend(hand.services, 'TaxPropertyChanged');
    const answer = company.request('PUT', `/tax_properties/${id}`, { value: 'ca_qc' });
    await held.there;
    await begin();
    await hand.approval();
    held.letGo();
    expect((await answer).status).toBe(422);
    expect([await status(), (await province()).data.value]).toEqual(['paid', 'ca_on']);
    const withheld = await company.request('GET', `/statutory_withholding_line_items?pay_stub_id=${(await stub()).id}`);
    expect(withheld.text).not.toContain('qpip');
  });
});

test('records are no longer held after an approval is abandoned, and the next approval uses their changed values', async () => {
  const { company, stub, change, begin, status, dollars, gross, province } = await payrollOfOne();
  const { store } = hand.services;
  const stream = `pay_stub-${(await stub()).id}`;
  const last = (await store.readStream(stream)).at(-1)!;
  const data = { lines: [], removed: [], is_pending_tax_rates: true };
  await store.append(
    stream,
    [{ id: crypto.randomUUID(), type: 'PayStubCalculated', data, metadata: last.metadata }],
    last.revision,
  );
  await hand.readable();
  await begin();
  const { read } = hand.services;
  // Without its facts it cannot be closed as it is marked.
  const getMany: typeof read.getMany = async (object, tenant, ids) =>
    object === 'work_assignment' ? new Map() : read.getMany(object, tenant, ids);
  const pages: typeof read.pages = (object, ...more) =>
    object === 'work_assignment' ? (async function* () {})() : read.pages(object, ...more);
  await hand.approval({ ...hand.services, read: { ...read, getMany, pages } });
  expect(await status()).toBe('draft');
  expect((await change({ rate: 106_000 })).status).toBe(200);
  const { id } = await province();
  expect((await company.request('PUT', `/tax_properties/${id}`, { value: 'ca_bc' })).status).toBe(200);
  await hand.rest();
  await begin();
  await hand.approval();
  expect([await status(), await dollars(), await gross()]).toEqual(['paid', 106_000, 2_000]);
});
