import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Employer, makeEmployer } from '../support/employer.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** Overtime rates: the numbered rules of the resource, from the rate to the line that is paid by it. */
let service: TestService;
let of: Employer;
let hourly: { id: string };
let salary: { id: string };
const must: Employer['must'] = (...call) => of.must(...call);

beforeAll(async () => {
  service = await startTestService();
  of = await makeEmployer(service, 2);
  const rate = (at: number, more: Record<string, unknown>) =>
    must(201, 'POST', '/pay_rates', {
      work_assignment_id: of.assignments[at],
      effective_from: '2026-01-01',
      expected_hours_per_week: 40,
      ...more,
    });
  hourly = await rate(0, { type: 'hourly', rate: 21.75 });
  salary = await rate(1, { type: 'salary', rate: 52_000 });
});
afterAll(() => service?.close());

const make = (body: Record<string, unknown>) => must(201, 'POST', '/overtime_rates', body);
const gone = (id: string) => must(204, 'DELETE', `/overtime_rates/${id}`);

describe('the amount of an hour of overtime', () => {
  test('1: is the hourly rate of the pay rate times the multiplier', async () => {
    const rate = await make({ pay_rate_id: hourly.id, rate_multiplier: 1.5 });
    expect(rate.data).toMatchObject({
      title: '1.5x',
      title_translated: '1.5x',
      rate_multiplier: 1.5,
      hourly_rate: 32.63,
      hourly_rate_override: null,
      archived_at: null,
      is_editable: true,
      is_deletable: true,
    });
    await gone(rate.id);
  });

  test('2: is the override where there is one, which also gives the title; hourly_rate still shows the computed figure', async () => {
    const rate = await make({ pay_rate_id: hourly.id, rate_multiplier: 1.5, hourly_rate_override: 23 });
    expect(rate.data).toMatchObject({ title: '$23', hourly_rate: 32.63, hourly_rate_override: 23 });
    const french = await of.call('GET', `/overtime_rates/${rate.id}`, undefined, { 'accept-language': 'fr' });
    expect(french.body.data).toMatchObject({ title: '$23', title_translated: '23 $' });
    await gone(rate.id);
  });

  test('3, pay rates 6: is computed from the expected hours for a salary', async () => {
    const rate = await make({ pay_rate_id: salary.id, rate_multiplier: 2 });
    expect(rate.data.hourly_rate).toBe(50); // 52,000 / (52 × 40) × 2
    await gone(rate.id);
  });

  test('is paid by a line with hours, which follows changes of the rate, and prevents deletion of the rate and its pay rate', async () => {
    const rate = await make({ pay_rate_id: hourly.id, rate_multiplier: 1.5 });
    const payroll = (await of.payrolls())[0]!;
    const pay_stub_id = await of.stubOf(payroll.id, of.assignments[0]!);
    const line = await must(201, 'POST', '/earning_line_items', {
      pay_stub_id,
      earning_type: 'overtime',
      overtime_rate_id: rate.id,
      custom_hours: 3,
    });
    expect(line.data).toMatchObject({ amount: 97.88, managed_amount: 97.88, custom_amount: null, hours: 3 });
    expect(line.data.overtime_rate.id).toBe(rate.id);
    expect(line.data.pay_rate.id).toBe(hourly.id);
    await must(200, 'PUT', `/overtime_rates/${rate.id}`, { rate_multiplier: 2 });
    expect((await must(200, 'GET', `/earning_line_items/${line.id}`)).data.amount).toBe(130.5);
    await must(200, 'PUT', `/overtime_rates/${rate.id}`, { hourly_rate_override: 40 });
    expect((await must(200, 'GET', `/earning_line_items/${line.id}`)).data.amount).toBe(120);
    const [overtime, wage] = [`/overtime_rates/${rate.id}`, `/pay_rates/${hourly.id}`] as const;
    for (const path of [overtime, wage]) {
      expect((await must(200, 'GET', path)).data).toMatchObject({ is_editable: true, is_deletable: false });
      expect((await must(400, 'DELETE', path)).message).toMatch(/cannot be deleted before/);
    }
    await must(204, 'DELETE', `/earning_line_items/${line.id}`);
    expect((await must(200, 'GET', overtime)).data.is_deletable).toBe(true);
    expect((await must(200, 'GET', wage)).data.is_deletable).toBe(false);
    await gone(rate.id);
    expect((await must(200, 'GET', wage)).data.is_deletable).toBe(true);
  });

  test('a pay rate with hours on its own line of a draft says that it cannot be deleted, until they are taken off', async () => {
    const payroll = (await of.payrolls())[0]!;
    const pay_stub_id = await of.stubOf(payroll.id, of.assignments[0]!);
    const { data } = await must(200, 'GET', `/earning_line_items?pay_stub_id=${pay_stub_id}`);
    const line = data.find((one: { data: { pay_rate?: { id: string } } }) => one.data.pay_rate?.id === hourly.id);
    const isDeletable = async () => (await must(200, 'GET', `/pay_rates/${hourly.id}`)).data.is_deletable;
    await must(200, 'PUT', `/earning_line_items/${line.id}`, { custom_hours: 7.5 });
    expect(await isDeletable()).toBe(false);
    await must(400, 'DELETE', `/pay_rates/${hourly.id}`);
    await must(200, 'PUT', `/earning_line_items/${line.id}`, { custom_hours: null });
    expect(await isDeletable()).toBe(true);
  });

  test("must come from a rate of the line's own work assignment", async () => {
    const rate = await make({ pay_rate_id: salary.id, rate_multiplier: 2 });
    const payroll = (await of.payrolls())[0]!;
    const pay_stub_id = await of.stubOf(payroll.id, of.assignments[0]!);
    const line = { pay_stub_id, earning_type: 'overtime', overtime_rate_id: rate.id, custom_hours: 1 };
    const { errors } = await must(422, 'POST', '/earning_line_items', line);
    expect(Object.keys(errors)).toEqual(['overtime_rate_id']);
    const mine = await make({ pay_rate_id: hourly.id, rate_multiplier: 2 });
    const other = { ...line, overtime_rate_id: mine.id, pay_rate_id: salary.id };
    expect(Object.keys((await must(422, 'POST', '/earning_line_items', other)).errors)).toEqual(['pay_rate_id']);
    await gone(rate.id);
    await gone(mine.id);
  });
});

describe('bulk calls select overtime rates by work assignments and pay rates', () => {
  const all = (more: Record<string, unknown> = {}) => ({
    business_entity_id: of.business_entity_id,
    work_assignments: { include: 'all' },
    ...more,
  });

  test('4, 7: a bulk create makes one for each selected pay rate, and the scope lists pay rates', async () => {
    const scope = await must(200, 'POST', '/overtime_rates/bulk/create/scope', all());
    expect(scope.data.map(({ id, object }: { id: string; object: string }) => [object, id])).toEqual(
      [hourly.id, salary.id].sort().map((id) => ['pay_rate', id]),
    );
    const some = all({ pay_rates: { include: { types: ['salary'] } } });
    expect((await must(200, 'POST', '/overtime_rates/bulk/create/scope', some)).data).toHaveLength(1);
    const none = all({ pay_rates: { include: 'all', exclude: { ids: [hourly.id, salary.id] } } });
    expect((await must(200, 'POST', '/overtime_rates/bulk/create/scope', none)).data).toHaveLength(0);
    const unknown = await must(
      422,
      'POST',
      '/overtime_rates/search',
      all({ pay_rates: { include: { ids: ['payrt_x'] } } }),
    );
    expect(Object.keys(unknown.errors)).toEqual(['pay_rates.include.ids.0']);

    const task = await must(202, 'POST', '/overtime_rates/bulk/create', all({ data: { rate_multiplier: 1.5 } }));
    const { results, status } = await of.ended(task);
    expect([status, results.length]).toEqual(['completed', 2]);
    const ids = results.map(({ id }: { id: string }) => id);
    const rates = await Promise.all(ids.map((id: string) => must(200, 'GET', `/overtime_rates/${id}`)));
    expect(rates.map(({ data }) => data.pay_rate.id).sort()).toEqual([hourly.id, salary.id].sort());

    const found = await must(200, 'POST', '/overtime_rates/search', some);
    expect(found.data.map(({ data }: { data: { pay_rate: { id: string } } }) => data.pay_rate.id)).toEqual([salary.id]);
    await of.ended(await must(202, 'POST', '/overtime_rates/bulk/update', { ...some, data: { rate_multiplier: 3 } }));
    expect((await must(200, 'POST', '/overtime_rates/search', some)).data[0].data.rate_multiplier).toBe(3);
    await of.ended(await must(202, 'POST', '/overtime_rates/bulk/delete', all({ ids: { include: ids } })));
    expect((await must(200, 'POST', '/overtime_rates/search', all())).data).toEqual([]);
  });

  test('5: a list is of one pay rate, and leaves out archived rates', async () => {
    const rate = await make({ pay_rate_id: hourly.id, rate_multiplier: 1.5 });
    await must(200, 'PUT', `/overtime_rates/${rate.id}`, { archived_at: '2025-12-31' });
    const list = async (query: string) => (await must(200, 'GET', `/overtime_rates?${query}`)).data.length;
    expect(await list(`pay_rate_id=${hourly.id}`)).toBe(0);
    expect(await list(`pay_rate_id=${hourly.id}&include_archived=true`)).toBe(1);
    expect(await list(`pay_rate_id=${hourly.id}&archived_at[gte]=2025-12-01`)).toBe(1);
    expect(Object.keys((await must(422, 'GET', '/overtime_rates')).errors)).toEqual(['pay_rate_id']);
    await gone(rate.id);
  });

  test('6: there is no batch call', async () => {
    await must(404, 'POST', '/overtime_rates/batch/upsert', []);
  });
});

test('an overtime rate that an approved payroll used is locked, and so is its pay rate', async () => {
  const rate = await make({ pay_rate_id: salary.id, rate_multiplier: 1.5 });
  const payroll = (await of.payrolls())[0]!;
  const pay_stub_id = await of.stubOf(payroll.id, of.assignments[1]!);
  await must(201, 'POST', '/earning_line_items', {
    pay_stub_id,
    earning_type: 'overtime',
    overtime_rate_id: rate.id,
    custom_hours: 2,
  });
  await must(200, 'POST', `/payrolls/${payroll.id}/approve`);
  const { data } = await must(200, 'GET', `/overtime_rates/${rate.id}`);
  expect(data).toMatchObject({ is_editable: false, is_deletable: false });
  for (const change of [{ rate_multiplier: 2 }, { hourly_rate_override: 1 }])
    expect((await must(400, 'PUT', `/overtime_rates/${rate.id}`, change)).message).toMatch(/cannot change/);
  await must(400, 'DELETE', `/overtime_rates/${rate.id}`);
  await must(200, 'PUT', `/overtime_rates/${rate.id}`, { archived_at: '2027-01-01', external_ref: 'kept' });
  const french = await of.call('DELETE', `/overtime_rates/${rate.id}`, undefined, { 'accept-language': 'fr' });
  expect(french.body.message).toMatch(/ne peut être supprimé/);
});
