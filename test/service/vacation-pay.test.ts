import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Body, employerWith } from '../support/salaried.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

/** Vacation pay: its settings, what accrues, what is paid, and the balance over the year's end. */
let service: TestService;
let of: Awaited<ReturnType<typeof employerWith>>;
beforeAll(async () => {
  // Payrolls of December and January of 2,000.00 each.
  service = await startTestService();
  of = await employerWith(
    service,
    [
      { province: 'ca_on', salary: 52_000 },
      { province: 'ca_on', salary: 52_000 },
      { province: 'ca_on', salary: 52_000 },
    ],
    {
      title: 'Bi-weekly',
      pay_frequency: 'bi-weekly',
      anchor_pay_date: '2025-12-12',
      anchor_end_of_pay_period: '2025-12-07',
      generate_payrolls_from: '2025-12-12',
    },
  );
});
afterAll(() => service?.close());

const set = (at: number, more: Record<string, unknown> = {}) =>
  of.call('POST', '/vacation_pay_settings', {
    work_assignment_id: of.assignments[at],
    percentage: 4,
    effective_from: '2025-01-01',
    ...more,
  });
const refused = async (status: number, method: string, path: string, body?: unknown): Promise<Body> => {
  const answer = await of.company.request(method, path, body);
  expect([path, answer.status]).toEqual([path, status]);
  return answer.body;
};
const FIGURES = ['opening_balance', 'accrued_in_period', 'paid_in_period', 'closing_balance'];
const figuresOf = (data: Body): number[] => FIGURES.map((name) => data[`vacation_pay_${name}`]);
const balance = async (at: number, query = '') =>
  figuresOf((await of.call('GET', `/vacation_pay_balance?work_assignment_id=${of.assignments[at]}${query}`)).data);

describe('a setting', () => {
  test('4, 7: is manual by default, and shows no overrides when there are none', async () => {
    const { id, data } = await set(2);
    expect(data).toMatchObject({ percentage: 4, vacation_pay_method: 'manual', note: null, is_editable: true });
    expect(data).not.toHaveProperty('overrides');
    expect(data.earliest_valid_effective_to).toBe('2025-01-01');
    const override = { type: 'earning', subtype: 'commission', percentage: 3, method: 'per_period' };
    const changed = await of.call('PUT', `/vacation_pay_settings/${id}`, { overrides: [override] });
    expect(changed.data.overrides).toEqual([{ ...override, percentage: '3' }]);
    await of.call('PUT', `/vacation_pay_settings/${id}`, { overrides: [] });
  });

  test('1: may not overlap another one of its work assignment, which has to be ended first', async () => {
    const [{ id }] = (await of.call('GET', `/vacation_pay_settings?work_assignment_id=${of.assignments[2]}`)).data;
    const another = { work_assignment_id: of.assignments[2], percentage: 6, effective_from: '2026-02-01' };
    const { errors } = await refused(422, 'POST', '/vacation_pay_settings', another);
    expect(errors).toEqual({ effective_from: [expect.stringContaining(`overlaps ${id}`)] });
    await of.call('PUT', `/vacation_pay_settings/${id}`, { effective_to: '2026-01-31' });
    await of.call('POST', '/vacation_pay_settings', another);
    const on = async (query: string) =>
      (await of.call('GET', `/vacation_pay_settings?employee_id=${of.employees[2]}&${query}`)).data.map(
        ({ data }: Body) => data.percentage,
      );
    expect(await on('effective_on=2026-02-03')).toEqual([6]);
    expect(await on('not_effective_on=2026-02-03')).toEqual([4]);
    expect(await on('effective_to[lte]=2026-01-31')).toEqual([4]);
    expect(await on(`business_entity_id=${of.entity.id}&effective_from[gt]=2026-01-01`)).toEqual([6]);
  });

  test.each([
    [{ percentage: 101 }, 'percentage'],
    [{ percentage: -1 }, 'percentage'],
    [{ vacation_pay_method: 'never' }, 'vacation_pay_method'],
    [{ effective_to: '2019-12-31' }, 'effective_to'],
    [
      { overrides: [{ type: 'deduction', subtype: 'union_dues', percentage: 1, method: 'manual' }] },
      'overrides.0.type',
    ],
    [{ overrides: [{ type: 'earning', subtype: 'dental', percentage: 1, method: 'manual' }] }, 'overrides.0.subtype'],
    [
      { overrides: [1, 2].map((percentage) => ({ type: 'earning', subtype: 'wage', percentage, method: 'manual' })) },
      'overrides.1',
    ],
  ])('refuses %j', async (change, member) => {
    const body = { work_assignment_id: of.assignments[2], percentage: 4, effective_from: '2020-01-01' };
    const { errors } = await refused(422, 'POST', '/vacation_pay_settings', { ...body, ...change });
    expect(Object.keys(errors)).toContain(member);
  });

  test('can be created and changed by a batch, in which a bad element does not affect others', async () => {
    const task = await of.call('POST', '/vacation_pay_settings/batch/upsert', [
      {
        work_assignment_id: of.assignments[2],
        percentage: 5,
        effective_from: '2024-01-01',
        effective_to: '2024-12-31',
      },
      { work_assignment_id: of.assignments[2], percentage: 500, effective_from: '2023-01-01' },
    ]);
    let { data } = task;
    await until(async () => {
      ({ data } = await of.call('GET', `/async_tasks/${task.id}`));
      return data.status !== 'processing';
    });
    expect(data.status).toBe('error');
    expect(data.results[0].id).toMatch(/^vacps_/);
    expect(data.results[1]).toMatchObject({ index: 1, status: 'error', errors: { percentage: [expect.any(String)] } });
    await of.call('DELETE', `/vacation_pay_settings/${data.results[0].id}`);
  });
});

describe('vacation pay of pay stubs', () => {
  test('pay stub 9, vacation pay 1 to 5, settings 2, 3, 5: accrues, is paid by hand or each period, and its balance is carried over the end of the year', async () => {
    await set(0);
    const perPeriod = await set(1, { vacation_pay_method: 'per_period', percentage: 6 });
    const first = await of.next();
    const [manual, paid] = await Promise.all([0, 1].map((at) => of.stubOf(first, at)));
    expect([manual.data.vacation_pay_balance, paid.data.vacation_pay_balance]).toEqual([80, 0]);
    expect(await of.linesOf(paid, 'earning')).toEqual({ salary: 2_000, vacation_pay: 120 });
    const salaries = (await of.call('GET', `/earning_line_items?pay_stub_id=${manual.id}`)).data;
    expect(salaries[0].data.accrued_vacation_pay).toBe(80);

    await of.approve(); // of 2025-12-12
    const second = (await of.approve()).data.pay_date;
    expect(second.slice(0, 7)).toBe('2025-12');
    const next = await of.next();
    expect(next.data.pay_date).toBe('2026-01-09');
    const stub = await of.stubOf(next, 0);
    expect(stub.data.vacation_pay_balance).toBe(240);
    await of.call('POST', '/earning_line_items', {
      pay_stub_id: stub.id,
      earning_type: 'vacation_pay_time_taken',
      custom_amount: 100,
    });
    await of.call('POST', '/earning_line_items', {
      pay_stub_id: stub.id,
      earning_type: 'vacation_accrual_adjustment',
      custom_amount: 10,
    });
    expect((await of.stubOf(next, 0)).data.vacation_pay_balance).toBe(150);

    // Vacation pay 1, 2: payrolls are chosen by their dates; what is closed counts, and the next draft where it is
    // asked for.
    expect(await balance(0)).toEqual([0, 160, 0, 160]);
    expect(await balance(0, '&include_next_payrolls=true')).toEqual([0, 240, 100, 150]);
    expect(await balance(0, '&include_next_payrolls=true&pay_date[gte]=2026-01-01')).toEqual([160, 80, 100, 150]);
    expect(await balance(0, `&pay_date=${second}`)).toEqual([80, 80, 0, 160]);
    expect(await balance(0, '&pay_date[gte]=2026-01-01')).toEqual([160, 0, 0, 160]);
    expect(await balance(0, '&pay_date[lt]=2025-12-01')).toEqual([0, 0, 0, 0]);
    expect(await balance(1)).toEqual([0, 240, 240, 0]);

    const history = await of.call(
      'GET',
      `/vacation_pay_history?work_assignment_id=${of.assignments[0]}&include_next_payrolls=true`,
    );
    expect(history.data.map(({ data }: Body) => figuresOf(data))).toEqual([
      [0, 80, 0, 80],
      [80, 80, 0, 160],
      [160, 80, 100, 150],
    ]);
    expect(history.data[2].data.vacation_pay_adjustments.data).toMatchObject([{ data: { amount: 10 } }]);
    expect(history.data[2].data.payroll).toMatchObject({
      id: next.id,
      data: { status: 'draft', pay_date: '2026-01-09' },
    });

    const assignment = await of.call('GET', `/work_assignments/${of.assignments[1]}`);
    expect(assignment.data).toMatchObject({ accrued_vacation_pay: 0, paid_vacation_pay: 240 });
    expect((await of.call('GET', `/work_assignments/${of.assignments[0]}`)).data.accrued_vacation_pay).toBe(160);

    // Vacation pay settings 2, 3: a used setting keeps its figures and can be ended from its last pay date on.
    const { data } = await of.call('GET', `/vacation_pay_settings/${perPeriod.id}`);
    expect(data).toMatchObject({
      is_editable: false,
      is_deletable: false,
      earliest_valid_effective_to: second,
    });
    const path = `/vacation_pay_settings/${perPeriod.id}`;
    for (const change of [
      { percentage: 5 },
      { vacation_pay_method: 'manual' },
      { effective_from: '2025-02-01' },
      { overrides: [{ type: 'earning', subtype: 'wage', percentage: 1, method: 'manual' }] },
    ])
      expect((await refused(400, 'PUT', path, change)).message).toMatch(
        new RegExp(`^${Object.keys(change)[0]} cannot`),
      );
    const early = await refused(422, 'PUT', path, { effective_to: '2025-12-20' });
    expect(Object.keys(early.errors)).toEqual(['effective_to']);
    await refused(400, 'DELETE', path);
    // Vacation pay settings 5: the payroll uses the setting that is in force on its pay date.
    await of.call('PUT', path, { effective_to: '2025-12-31', note: 'until the new agreement' });
    expect(await of.linesOf(await of.stubOf(next, 1), 'earning')).toEqual({ salary: 2_000 });
    await set(1, { effective_from: '2026-01-01', percentage: 8 });
    expect((await of.stubOf(next, 1)).data.vacation_pay_balance).toBe(160);
  });

  test('vacation pay 2: its balance holds pays of earlier days that are approved later, also of the year before', async () => {
    const schedule = { title: 'Bi-weekly', pay_frequency: 'bi-weekly', anchor_pay_date: '2025-12-26' };
    const days = { anchor_end_of_pay_period: '2025-12-21', generate_payrolls_from: '2025-12-26' };
    const one = await employerWith(service, [{ province: 'ca_on', salary: 52_000 }], { ...schedule, ...days });
    const work_assignment_id = one.assignments[0]!;
    await one.call('POST', '/vacation_pay_settings', {
      work_assignment_id,
      percentage: 4,
      effective_from: '2025-01-01',
    });
    const { id: source_payroll_id } = await one.approve();
    await one.approve();
    const late = async (payroll: Body, earning_type: string, custom_amount: number) => {
      const { id } = await one.call('POST', '/payrolls', payroll);
      const stub = await one.call('POST', '/pay_stubs', { payroll_id: id, work_assignment_id });
      await one.call('POST', '/earning_line_items', { pay_stub_id: stub.id, earning_type, custom_amount });
      await one.call('POST', `/payrolls/${id}/approve`, {});
    };
    const pay_schedule_id = (await one.next()).data.pay_schedule.id;
    await late(
      {
        ...{ pay_schedule_id, type: 'historical', pay_date: '2025-11-28' },
        ...{ period_start: '2025-01-01', period_end: '2025-11-23' },
      },
      'vacation_accrual_adjustment',
      300,
    );
    // Paid on the day of the first pay, and no vacation was taken.
    await late(
      { pay_schedule_id, type: 'correction', pay_date: '2025-12-26', source_payroll_id },
      'vacation_pay_no_time_taken',
      50,
    );
    const next = await one.next();
    expect((await one.stubOf(next, 0)).data.vacation_pay_balance).toBe(300 + 80 - 50 + 80 + 80);
    const query = `work_assignment_id=${work_assignment_id}`;
    const history = await one.call('GET', `/vacation_pay_history?${query}&include_next_payrolls=true`);
    expect(history.data.map(({ data }: Body) => figuresOf(data).at(-1))).toEqual([300, 380, 330, 410, 490]);
    expect(figuresOf((await one.call('GET', `/vacation_pay_balance?${query}`)).data)).toEqual([0, 160, 50, 410]);
    expect((await one.call('GET', `/work_assignments/${work_assignment_id}`)).data).toMatchObject({
      accrued_vacation_pay: 410,
      paid_vacation_pay: 50,
    });
  });

  test('of an unknown work assignment has no history, and a request for its balance is refused with its name', async () => {
    const { errors } = await refused(422, 'GET', '/vacation_pay_balance?work_assignment_id=wrk_none');
    expect(Object.keys(errors)).toEqual(['work_assignment_id']);
    expect((await of.call('GET', '/vacation_pay_history?work_assignment_id=wrk_none')).data).toEqual([]);
    await refused(422, 'GET', '/vacation_pay_balance');
  });
});
