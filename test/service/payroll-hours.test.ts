import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LEAVE_TYPES } from '../../src/pay-items/hours/entries.ts';
import { addDays } from '../../src/values/dates.ts';
import { type Employer, makeEmployer } from '../support/employer.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** Hours of a whole payroll in one call, as JSON and as CSV: the numbered rules of the resource. */
let service: TestService;
let of: Employer;
let payroll: { id: string; data: { period_start: string; period_end: string } };
/** Of the first person: an hourly rate; of the second: two, and a salary of the third. */
let rates: string[];
const must: Employer['must'] = (...call) => of.must(...call);

beforeAll(async () => {
  service = await startTestService();
  of = await makeEmployer(service, 3);
  const rate = async (at: number, more: Record<string, unknown>): Promise<string> =>
    (
      await must(201, 'POST', '/pay_rates', {
        work_assignment_id: of.assignments[at],
        effective_from: '2026-01-01',
        expected_hours_per_week: 40,
        type: 'hourly',
        ...more,
      })
    ).id;
  rates = [
    await rate(0, { rate: 20 }),
    await rate(1, { rate: 30 }),
    await rate(1, { rate: 50 }),
    await rate(2, { type: 'salary', rate: 52_000 }),
  ];
  payroll = (await of.payrolls())[0]!;
});
afterAll(() => service?.close());

interface Line {
  id: string;
  data: { amount: number; hours: number; is_managed: boolean; earned_on: string | null; earning_type: { id: string } };
}
const linesOf = async (at: number): Promise<Line[]> => {
  const stub = await of.stubOf(payroll.id, of.assignments[at]!);
  return (await must(200, 'GET', `/earning_line_items?pay_stub_id=${stub}&per_page=100`)).data;
};
const paid = async (at: number) =>
  (await linesOf(at)).map(({ data }) => [data.earning_type.id, data.hours, data.amount]).sort();
const send = (status: number, data: unknown) => must(status, 'POST', `/payrolls/${payroll.id}/hours`, { data });
const sendFile = (text: string) =>
  of.call('POST', `/payrolls/${payroll.id}/hours`, text, { 'Content-Type': 'text/csv' });
const person = (at: number, more: Record<string, unknown>) => ({ work_assignment_id: of.assignments[at], ...more });
const clear = async (at: number) => {
  for (const { id, data } of await linesOf(at))
    if (!data.is_managed) await must(204, 'DELETE', `/earning_line_items/${id}`);
};

describe('hours in JSON', () => {
  test('1, 2, 5: an entry sets the hours of the existing line, and a later entry replaces them', async () => {
    const answer = await send(200, [person(0, { wage: [{ hours: 36 }] }), person(2, { salary: [{ hours: 40 }] })]);
    expect([answer.id, answer.object]).toEqual([payroll.id, 'payroll']);
    expect(await paid(0)).toEqual([['wage', 36, 720]]);
    // 27 pays in the year: 1,925.93 for 77.04 hours, of which 40.
    expect(await paid(2)).toEqual([['salary', 40, 999.96]]);
    await send(200, [person(0, { wage: [{ hours: '35.5' }] })]);
    expect(await paid(0)).toEqual([['wage', 35.5, 710]]);
  });

  test('2: when several rates are in force, each entry names its rate', async () => {
    const [first, second] = [rates[1], rates[2]];
    const { errors } = await send(422, [person(1, { wage: [{ hours: 8 }] })]);
    expect(Object.keys(errors)).toEqual(['data.0.wage.0.pay_rate_id']);
    await send(200, [
      person(1, {
        wage: [
          { hours: 8, pay_rate_id: first },
          { hours: 4, pay_rate_id: second },
        ],
      }),
    ]);
    expect(await paid(1)).toEqual([
      ['wage', 4, 200],
      ['wage', 8, 240],
    ]);
    const other = await send(422, [person(1, { wage: [{ hours: 8, pay_rate_id: rates[0] }] })]);
    expect(Object.keys(other.errors)).toEqual(['data.0.wage.0.pay_rate_id']);
    const salary = await send(422, [person(2, { wage: [{ hours: 8, pay_rate_id: rates[3] }] })]);
    expect(salary.errors['data.0.wage.0.pay_rate_id'][0]).toMatch(/must be an hourly rate/);
  });

  test('3, 4: the day is part of the key, and must be in the pay period', async () => {
    const { period_start, period_end } = payroll.data;
    await send(200, [
      person(0, {
        wage: [
          { hours: 10, earned_on: period_start },
          { hours: 5, earned_on: period_end },
        ],
        leave_sick: [{ hours: 2, earned_on: period_end }],
      }),
    ]);
    const made = await paid(0);
    expect(made).toEqual([
      ['leave_sick', 2, 40],
      ['wage', 10, 200],
      ['wage', 35.5, 710],
      ['wage', 5, 100],
    ]);
    await send(200, [person(0, { wage: [{ hours: 6, earned_on: period_end }] })]);
    expect(await paid(0)).toContainEqual(['wage', 6, 120]);
    expect(await linesOf(0)).toHaveLength(made.length);
    const { errors } = await send(422, [person(0, { wage: [{ hours: 1, earned_on: '2026-01-01' }] })]);
    expect(Object.keys(errors)).toEqual(['data.0.wage.0.earned_on']);
    const twice = await send(422, [person(0, { wage: [{ hours: 1 }, { hours: 2 }] })]);
    expect(Object.keys(twice.errors)).toEqual(['data.0.wage.1']);
    await clear(0);
  });

  test('6: each paid leave is paid by a pay rate', async () => {
    expect(LEAVE_TYPES).toHaveLength(10);
    const leaves = Object.fromEntries(LEAVE_TYPES.map((type) => [type, [{ hours: 1 }]]));
    await send(200, [person(0, { ...leaves, vacation_pay: [{ hours: 8 }] })]);
    const made = await paid(0);
    for (const type of LEAVE_TYPES) expect(made).toContainEqual([type, 1, 20]);
    expect(made).toContainEqual(['vacation_pay', 8, 160]);
    await clear(0);
  });

  test('2: overtime is entered by its rate, or by the multiplier of a rate', async () => {
    const none = await send(422, [person(0, { overtime: [{ hours: 2 }] })]);
    expect(none.errors['data.0.overtime.0.overtime_rate_id'][0]).toMatch(/create one first/);
    const half = await must(201, 'POST', '/overtime_rates', { pay_rate_id: rates[0], rate_multiplier: 1.5 });
    await send(200, [person(0, { overtime: [{ hours: 2 }] })]);
    const double = await must(201, 'POST', '/overtime_rates', { pay_rate_id: rates[0], rate_multiplier: 2 });
    const several = await send(422, [person(0, { overtime: [{ hours: 2 }] })]);
    expect(several.errors['data.0.overtime.0.overtime_rate_id'][0]).toMatch(/several.*earned_on/);
    await send(200, [
      person(0, {
        overtime: [
          { hours: 3, rate_multiplier: 1.5 },
          { hours: 1, overtime_rate_id: double.id },
        ],
      }),
    ]);
    expect(await paid(0)).toEqual([
      ['overtime', 1, 40],
      ['overtime', 3, 90],
      ['wage', 35.5, 710],
    ]);
    const other = { hours: 1, overtime_rate_id: half.id, rate_multiplier: 2 };
    const { errors } = await send(422, [person(0, { overtime: [other] })]);
    expect(Object.keys(errors)).toEqual(['data.0.overtime.0.rate_multiplier']);
    await clear(0);
  });

  test('with any fault nothing is written, and all faults are reported', async () => {
    const before = await paid(0);
    const { errors } = await send(422, [
      person(0, { wage: [{ hours: 1 }] }),
      { work_assignment_id: 'wrk_none', wage: [{ hours: 1 }] },
      person(2, { wage: [{ hours: 1 }] }),
    ]);
    expect(Object.keys(errors).sort()).toEqual(['data.1.work_assignment_id', 'data.2.wage.0.pay_rate_id']);
    expect(errors['data.1.work_assignment_id']).toEqual([
      'There is no work assignment with this id, or it has no pay stub on this payroll.',
    ]);
    expect(await paid(0)).toEqual(before);
    for (const [data, path] of [
      [[], 'data'],
      [[person(0, { wage: [] })], 'data.0.wage'],
      [[person(0, { wage: [{ hours: -1 }] })], 'data.0.wage.0.hours'],
      [[person(0, { wage: [{ hours: 'NaN' }] })], 'data.0.wage.0.hours'],
      [[person(0, { wage: [{ hours: 10_000 }] })], 'data.0.wage.0.hours'],
      [[person(0, { bonus_discretionary: [{ hours: 1 }] })], 'data.0.bonus_discretionary'],
    ] as const)
      expect(Object.keys((await send(422, data)).errors)).toEqual([path]);
  });
});

test('faults beyond the hundredth are counted', async () => {
  const strangers = Array.from({ length: 103 }, (_, i) => ({ work_assignment_id: `wrk_${i}`, wage: [{ hours: 1 }] }));
  const { message, errors } = await send(422, strangers);
  expect(message).toContain('(and 102 more)');
  expect([Object.keys(errors).length, errors.body]).toEqual([101, ['has 3 more faults that are not named']]);
});

test('more entries than a call may have are refused before any of them is looked at', async () => {
  const wrong = Array.from({ length: 51 }, (_, i) => person(i % 3, { wage: Array(400).fill({}) }));
  expect((await send(422, wrong)).errors).toEqual({
    data: ['holds more than 20000 entries; send them in several calls'],
  });
  const { body, ...named } = (await send(422, wrong.slice(1))).errors;
  expect(Object.keys(named)).toHaveLength(100);
  // Each of 20,000 lacks its type, by which the rest of it is looked at.
  expect(body).toEqual(['has 19900 more faults that are not named']);
});

/** An employer of one work assignment, and its first draft. */
const oneWork = async () => {
  const own = await makeEmployer(service, 1);
  const [work_assignment_id] = own.assignments;
  const { id, data } = (await own.payrolls())[0]!;
  const dayOf = (n: number) => addDays(data.period_start, n);
  const made = async (path: string, body: object) => (await own.must(201, 'POST', path, body)).id as string;
  return { own, work_assignment_id, id, dayOf, made };
};

test('2: hours of a day are paid by the rate that is in force on it, where a raise falls within the pay period', async () => {
  const { own, work_assignment_id, id, dayOf, made } = await oneWork();
  const rate = { work_assignment_id, type: 'hourly', expected_hours_per_week: 40 };
  const before = await made('/pay_rates', { ...rate, rate: 20, effective_from: '2025-01-01', effective_to: dayOf(3) });
  const since = await made('/pay_rates', { ...rate, rate: 25, effective_from: dayOf(4) });
  for (const pay_rate_id of [before, since]) await made('/overtime_rates', { pay_rate_id, rate_multiplier: 1.5 });
  const sent = (status: number, more: object) =>
    own.must(status, 'POST', `/payrolls/${id}/hours`, { data: [{ work_assignment_id, ...more }] });
  await sent(200, {
    wage: [3, 4].map((n) => ({ hours: 8, earned_on: dayOf(n) })),
    overtime: [3, 4].map((n) => ({ hours: 2, earned_on: dayOf(n), rate_multiplier: 1.5 })),
  });
  const stub = await own.stubOf(id, work_assignment_id!);
  const { data: lines } = await own.must(200, 'GET', `/earning_line_items?pay_stub_id=${stub}`);
  const paidBy = (lines as Line[]).map(({ data }) => [data.earned_on, data.earning_type.id, data.amount]);
  // 8 x 20, 2 x 30; 8 x 25, 2 x 37.50
  expect(paidBy.filter(([day]) => day !== null).sort()).toEqual([
    [dayOf(3), 'overtime', 60],
    [dayOf(3), 'wage', 160],
    [dayOf(4), 'overtime', 75],
    [dayOf(4), 'wage', 200],
  ]);
  // Without the day nothing says which of both it is.
  const { errors } = await sent(422, { wage: [{ hours: 1 }] });
  expect(Object.keys(errors)).toEqual(['data.0.wage.0.pay_rate_id']);
});

test('2: hours of a day that come again after a raise from before it replace those at the rate of then', async () => {
  const { own, work_assignment_id, id, dayOf, made } = await oneWork();
  const rated = async (rate: number, effective_from: string) => {
    const hourly = { work_assignment_id, type: 'hourly', expected_hours_per_week: 40, rate, effective_from };
    const pay_rate_id = await made('/pay_rates', hourly);
    await made('/overtime_rates', { pay_rate_id, rate_multiplier: 1.5 });
    await made('/overtime_rates', { pay_rate_id, rate_multiplier: 2 });
    return pay_rate_id;
  };
  const before = await rated(20, '2025-01-01');
  const days = [3, 4].map((n) => ({ hours: 8, earned_on: dayOf(n) }));
  const overtime = [1.5, 2].map((rate_multiplier) => ({ hours: 2, earned_on: dayOf(4), rate_multiplier }));
  const sent = (more: object = {}) =>
    own.must(200, 'POST', `/payrolls/${id}/hours`, { data: [{ work_assignment_id, wage: days, overtime, ...more }] });
  const stub = await own.stubOf(id, work_assignment_id!);
  const ofDays = async () => {
    const { data: lines } = await own.must(200, 'GET', `/earning_line_items?pay_stub_id=${stub}`);
    const paid = (lines as Line[]).map(({ data }) => [data.earned_on, data.earning_type.id, data.amount]);
    return paid.filter(([day]) => day !== null).sort();
  };
  await sent();
  await own.must(200, 'PUT', `/pay_rates/${before}`, { effective_to: dayOf(3) });
  await rated(25, dayOf(4));
  await sent();
  // 8 x 20; 2 x 37.50, 2 x 50, 8 x 25
  const since = [
    [dayOf(3), 'wage', 160],
    [dayOf(4), 'overtime', 100],
    [dayOf(4), 'overtime', 75],
    [dayOf(4), 'wage', 200],
  ];
  expect(await ofDays()).toEqual(since);
  // Who names the rate of then beside the one of now means both.
  const [first, second] = days as [object, object];
  await sent({ wage: [first, second, { ...second, hours: 1, pay_rate_id: before }] });
  await sent({ wage: [first, second, { ...second, hours: 1, pay_rate_id: before }] });
  expect(await ofDays()).toEqual([...since.slice(0, 3), [dayOf(4), 'wage', 20], since[3]]);
});

test('2: after a raise from before the pay period, hours that come again replace those at the rate that ended', async () => {
  const { own, work_assignment_id, id, dayOf, made } = await oneWork();
  const rated = async (rate: number, effective_from: string) => {
    const hourly = { work_assignment_id, type: 'hourly', expected_hours_per_week: 0, rate, effective_from };
    const pay_rate_id = await made('/pay_rates', hourly);
    await made('/overtime_rates', { pay_rate_id, rate_multiplier: 1.5 });
    return pay_rate_id;
  };
  const before = await rated(20, '2025-01-01');
  const sheet = {
    wage: [{ hours: 8, earned_on: dayOf(3) }, { hours: 6 }],
    leave_sick: [{ hours: 4 }],
    overtime: [{ hours: 2, earned_on: dayOf(4) }, { hours: 1 }],
  };
  const sent = () => own.must(200, 'POST', `/payrolls/${id}/hours`, { data: [{ work_assignment_id, ...sheet }] });
  const stub = await own.stubOf(id, work_assignment_id!);
  const paid = async () => {
    const { data: lines } = await own.must(200, 'GET', `/earning_line_items?pay_stub_id=${stub}`);
    return (lines as Line[])
      .map(({ data }) => [data.earned_on ?? '', data.earning_type.id, data.amount])
      .filter(([, , amount]) => amount !== 0)
      .sort();
  };
  await sent();
  await own.must(200, 'PUT', `/pay_rates/${before}`, { effective_to: dayOf(-1) });
  await rated(25, dayOf(0));
  await sent();
  // 8 x 25, 2 x 37.50; without a day 6 x 25, 4 x 25, 1 x 37.50
  expect(await paid()).toEqual([
    ['', 'leave_sick', 100],
    ['', 'overtime', 37.5],
    ['', 'wage', 150],
    [dayOf(3), 'wage', 200],
    [dayOf(4), 'overtime', 75],
  ]);
});

test('5: hours that came before their payroll was the next one are replaced by those that come then', async () => {
  const own = await makeEmployer(service, 1);
  const [work_assignment_id] = own.assignments;
  const rate = { work_assignment_id, type: 'hourly', rate: 20, expected_hours_per_week: 40 };
  await own.must(201, 'POST', '/pay_rates', { ...rate, effective_from: '2025-01-01' });
  const [first, later] = await own.payrolls();
  const sent = (hours: number) =>
    own.must(200, 'POST', `/payrolls/${later!.id}/hours`, { data: [{ work_assignment_id, wage: [{ hours }] }] });
  await sent(36);
  await own.must(200, 'POST', `/payrolls/${first!.id}/approve`);
  await sent(30);
  const stub = await own.stubOf(later!.id, work_assignment_id!);
  const { data } = await own.must(200, 'GET', `/pay_stubs/${stub}`);
  // 30 x 20
  expect(data.employee_summary.gross).toBe(600);
});

test('5: hours at a salary that came before their payroll was the next one are the salary, not paid beside it', async () => {
  const own = await makeEmployer(service, 1);
  const [work_assignment_id] = own.assignments;
  const rate = { work_assignment_id, type: 'salary', rate: 52_000, expected_hours_per_week: 40 };
  const { id: pay_rate } = await own.must(201, 'POST', '/pay_rates', { ...rate, effective_from: '2025-01-01' });
  const [first, later] = await own.payrolls();
  const stub = await own.stubOf(later!.id, work_assignment_id!);
  const sent = (hours: number) =>
    own.must(200, 'POST', `/payrolls/${later!.id}/hours`, { data: [{ work_assignment_id, salary: [{ hours }] }] });
  const paid = async () => {
    const { data } = await own.must(200, 'GET', `/earning_line_items?pay_stub_id=${stub}`);
    return data.map(({ data: line }: Line) => [line.earning_type.id, line.hours, line.amount, line.is_managed]);
  };
  await sent(40);
  // 27 pays in the year: 1,925.93 for 77.04 hours, of which 40.
  const half = [['salary', 40, 999.96, true]];
  expect(await paid()).toEqual(half);
  await own.must(200, 'POST', `/payrolls/${first!.id}/approve`);
  expect(await paid()).toEqual(half);
  await sent(20);
  expect(await paid()).toEqual([['salary', 20, 499.98, true]]);
  // Taken off while it waits, and made again.
  await own.must(200, 'POST', `/payrolls/${first!.id}/unapprove`);
  const [line] = (await own.must(200, 'GET', `/earning_line_items?pay_stub_id=${stub}`)).data;
  expect(line.data).toMatchObject({ recurrence: { id: pay_rate }, managed_hours: 77.04 });
  const key = { 'X-Idempotency-Key': 'taken off' };
  const off = () => own.call('PUT', `/earning_line_items/${line.id}`, { custom_hours: null }, key);
  const { status, body } = await off();
  expect([status, body.data.custom_hours]).toEqual([200, null]);
  expect(await off()).toMatchObject({ status: 200, body });
  expect(await paid()).toEqual([]);
  await sent(40);
  expect(await paid()).toEqual(half);
});

test('5: hours at a salary are refused where a line of earlier ones would be paid beside them', async () => {
  const own = await makeEmployer(service, 1);
  const [work_assignment_id] = own.assignments;
  const rate = { work_assignment_id, type: 'salary', rate: 52_000, expected_hours_per_week: 40 };
  const { id: pay_rate_id } = await own.must(201, 'POST', '/pay_rates', { ...rate, effective_from: '2025-01-01' });
  const [first, later] = await own.payrolls();
  const pay_stub_id = await own.stubOf(later!.id, work_assignment_id!);
  const entered = { pay_stub_id, earning_type: 'salary', pay_rate_id, custom_hours: 40 };
  const line = await own.must(201, 'POST', '/earning_line_items', entered);
  const body = { data: [{ work_assignment_id, salary: [{ hours: 40 }] }] };
  const sent = () => own.call('POST', `/payrolls/${later!.id}/hours`, body);
  expect((await sent()).status).toBe(200);
  await own.must(200, 'POST', `/payrolls/${first!.id}/approve`);
  const refused = await sent();
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([422, expect.stringContaining(line.id)]);
  await own.must(204, 'DELETE', `/earning_line_items/${line.id}`);
  expect((await sent()).status).toBe(200);
  const { data } = await own.must(200, 'GET', `/pay_stubs/${pay_stub_id}`);
  expect(data.employee_summary.gross).toBe(999.96);
});

test('2: a line whose rate somebody named stays beside hours that come, whenever that rate ended or was changed', async () => {
  const { own, work_assignment_id, id, dayOf, made } = await oneWork();
  const rated = async (rate: number, effective_from: string) => {
    const hourly = { work_assignment_id, type: 'hourly', expected_hours_per_week: 0, rate, effective_from };
    const pay_rate_id = await made('/pay_rates', hourly);
    return { pay_rate_id, overtime_rate_id: await made('/overtime_rates', { pay_rate_id, rate_multiplier: 1.5 }) };
  };
  const before = await rated(20, '2025-01-01');
  const changed = (more: object) => own.must(200, 'PUT', `/pay_rates/${before.pay_rate_id}`, more);
  await changed({ effective_to: dayOf(-1) });
  await rated(25, dayOf(0));
  const pay_stub_id = await own.stubOf(id, work_assignment_id!);
  const line = (more: object) => made('/earning_line_items', { pay_stub_id, custom_hours: 10, ...more });
  const { pay_rate_id, overtime_rate_id } = before;
  const custom_earned_on = dayOf(0);
  await line({ earning_type: 'leave_sick', pay_rate_id });
  await line({ earning_type: 'overtime', overtime_rate_id });
  await line({ earning_type: 'wage', pay_rate_id, custom_earned_on });
  service.clock.advance(1_000);
  await changed({ title: 'Until the raise' });
  const sheet = {
    leave_sick: [{ hours: 4 }],
    overtime: [{ hours: 1 }],
    wage: [{ hours: 8, earned_on: custom_earned_on }],
  };
  const sent = () => own.must(200, 'POST', `/payrolls/${id}/hours`, { data: [{ work_assignment_id, ...sheet }] });
  const paid = async () => {
    const { data: lines } = await own.must(200, 'GET', `/earning_line_items?pay_stub_id=${pay_stub_id}`);
    const amounts = (lines as Line[]).map(({ data }) => [data.earning_type.id, data.amount]);
    return amounts
      .filter(([, amount]) => amount !== 0)
      .map(String)
      .sort();
  };
  for (let times = 0; times < 2; times++) await sent();
  // By hand 10 x 20, 10 x 30 and 10 x 20; by the sheet 4 x 25, 1 x 37.50 and 8 x 25
  expect(await paid()).toEqual([
    ...['leave_sick,100', 'leave_sick,200', 'overtime,300', 'overtime,37.5', 'wage,200', 'wage,200'],
  ]);
});

test('2: hours that replaced what somebody entered follow a raise like any others, until somebody names their rate', async () => {
  const { own, work_assignment_id, id, dayOf, made } = await oneWork();
  const rated = (rate: number, effective_from: string) =>
    made('/pay_rates', { work_assignment_id, type: 'hourly', expected_hours_per_week: 0, rate, effective_from });
  const raised = async (pay_rate_id: string, rate: number) => {
    await own.must(200, 'PUT', `/pay_rates/${pay_rate_id}`, { effective_to: dayOf(-1) });
    return rated(rate, dayOf(0));
  };
  const pay_stub_id = await own.stubOf(id, work_assignment_id!);
  const first = await rated(20, '2025-01-01');
  const line = { pay_stub_id, earning_type: 'wage', custom_hours: 10, custom_earned_on: dayOf(1), pay_rate_id: first };
  const entered = await made('/earning_line_items', line);
  const wage = [{ hours: 8, earned_on: dayOf(1) }];
  const sent = () => own.must(200, 'POST', `/payrolls/${id}/hours`, { data: [{ work_assignment_id, wage }] });
  const paid = async () => {
    const { data: lines } = await own.must(200, 'GET', `/earning_line_items?pay_stub_id=${pay_stub_id}`);
    return (lines as Line[])
      .map(({ data }) => data.amount)
      .filter((amount) => amount !== 0)
      .sort();
  };
  await sent();
  const second = await raised(first, 25);
  await sent();
  // 8 x 25
  expect(await paid()).toEqual([200]);
  await own.must(200, 'PUT', `/earning_line_items/${entered}`, { pay_rate_id: second });
  await own.must(200, 'PUT', `/pay_rates/${second}`, { effective_to: dayOf(0) });
  await rated(30, dayOf(1));
  await sent();
  // It was named; beside it 8 x 30
  expect(await paid()).toEqual([200, 240]);
});

test('time sheets that come at once leave one line item of each type, rate and day', async () => {
  const { period_start, period_end } = payroll.data;
  const entries = { wage: [{ hours: 8, earned_on: period_start }], overtime: [{ hours: 2, rate_multiplier: 2 }] };
  await Promise.all([1, 2, 3].map(() => send(200, [person(0, entries)])));
  expect(await paid(0)).toEqual([
    ['overtime', 2, 80],
    ['wage', 35.5, 710],
    ['wage', 8, 160],
  ]);
  // What was moved to another day since is a line item of its own, and the day's hours are made again.
  const [moved] = (await linesOf(0)).filter(({ data }) => data.earned_on === period_start);
  await must(200, 'PUT', `/earning_line_items/${moved!.id}`, { custom_earned_on: period_end });
  const again = [7, 7].map((hours) => send(200, [person(0, { wage: [{ hours, earned_on: period_start }] })]));
  await Promise.all(again);
  expect(await paid(0)).toEqual([
    ['overtime', 2, 80],
    ['wage', 35.5, 710],
    ['wage', 7, 140],
    ['wage', 8, 160],
  ]);
  await clear(0);
  // Of a line item that was deleted nothing is left.
  await send(200, [person(0, { wage: [{ hours: 4, earned_on: period_start }] })]);
  expect(await paid(0)).toContainEqual(['wage', 4, 80]);
  await clear(0);
});

test('hours for a line item that others have made and moved meanwhile are refused, and leave it as it is', async () => {
  const { period_start, period_end } = payroll.data;
  const hours = (count: number) => [person(0, { wage: [{ hours: count, earned_on: period_start }] })];
  const { tasks } = service.service.services;
  const start = tasks.start.bind(tasks);
  tasks.start = async (...asked) => {
    tasks.start = start;
    await send(200, hours(8));
    const [made] = (await linesOf(0)).filter(({ data }) => data.earned_on === period_start);
    await must(200, 'PUT', `/earning_line_items/${made!.id}`, { custom_earned_on: period_end });
    return start(...asked);
  };
  const { message } = await send(400, hours(5));
  expect(message).toMatch(/: data\.0\.wage\.0: .* which others have made and changed meanwhile; send them again/);
  expect((await paid(0)).filter(([, , amount]) => amount === 160 || amount === 100)).toEqual([['wage', 8, 160]]);
  await send(200, hours(5));
  expect(await paid(0)).toContainEqual(['wage', 5, 100]);
  await clear(0);
});

describe('hours in a file', () => {
  test('have one row for each entry', async () => {
    const file = [
      'Work_assignment_id,type,hours,pay_rate_id,overtime_rate_id,rate_multiplier,earned_on',
      `${of.assignments[0]},wage,12,,,,`,
      `${of.assignments[0]},overtime,1,,,2,`,
      `${of.assignments[1]},leave_general,3,${rates[1]},,,${payroll.data.period_start}`,
    ].join('\r\n');
    const answer = await sendFile(file);
    expect([answer.status, answer.body?.id]).toEqual([200, payroll.id]);
    expect(await paid(0)).toEqual([
      ['overtime', 1, 40],
      ['wage', 12, 240],
    ]);
    expect(await paid(1)).toContainEqual(['leave_general', 3, 90]);
  });

  test('with faults are not written, and each fault is reported with its line and column', async () => {
    const before = await paid(0);
    const row = (text: string) => `${of.assignments[0]},${text}`;
    const head = 'work_assignment_id,type,hours,earned_on';
    const bad = await sendFile([head, row('wage,1,'), row('bonus,12.3456789,'), row('wage,x,2026-02-30')].join('\n'));
    expect(bad.status).toBe(422);
    expect(Object.keys(bad.body.errors).sort()).toEqual([
      'lines.3.hours',
      'lines.3.type',
      'lines.4.earned_on',
      'lines.4.hours',
    ]);
    const rated = [`wage,1,,ovtrt_${rates[0]!.slice(6)},,`, 'wage,1,,,1.5,', `overtime,1,${rates[0]},,2,`];
    const columns = 'work_assignment_id,type,hours,pay_rate_id,overtime_rate_id,rate_multiplier,earned_on';
    const passedOver = await sendFile([columns, ...rated.map(row)].join('\n'));
    expect([passedOver.status, Object.keys(passedOver.body.errors ?? {}).sort()]).toEqual([
      422,
      ['lines.2.overtime_rate_id', 'lines.3.rate_multiplier', 'lines.4.pay_rate_id'],
    ]);
    const unplaced = await sendFile([head, row('wage,1,2020-01-01'), 'wrk_none,wage,1,'].join('\n'));
    expect(Object.keys(unplaced.body.errors).sort()).toEqual(['lines.2.earned_on', 'lines.3.work_assignment_id']);
    const both = await sendFile([head, row('bonus,1,'), 'wrk_none,wage,1,', row('wage,1,2020-01-01')].join('\n'));
    expect(Object.keys(both.body.errors).sort()).toEqual([
      'lines.2.type',
      'lines.3.work_assignment_id',
      'lines.4.earned_on',
    ]);
    const french = await of.call('POST', `/payrolls/${payroll.id}/hours`, `${head}\n${row('salary,1,')}`, {
      'Content-Type': 'text/csv',
      'accept-language': 'fr',
    });
    expect(french.body.errors['lines.2.pay_rate_id'][0]).toMatch(/aucun taux en vigueur/);
    expect(await paid(0)).toEqual(before);
  });
});

test('a payroll that is no longer a draft takes no hours', async () => {
  await must(200, 'POST', `/payrolls/${payroll.id}/approve`);
  const { message } = await send(400, [person(0, { wage: [{ hours: 1 }] })]);
  expect(message).toMatch(/only while it is a draft/);
});
