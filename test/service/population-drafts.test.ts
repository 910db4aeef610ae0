import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ByHand, startByHand } from '../support/by-hand.ts';
import type { Body } from '../support/salaried.ts';

/** What takes a draft payroll away, and what does not. */
let hand: ByHand;

beforeAll(async () => {
  hand = await startByHand();
});
afterAll(() => hand.close());

/** A schedule of Fridays from 2026-03-06 on, with one person on it, worked out as of an instant. */
const fridays = async (now: string, more: Record<string, unknown> = {}) => {
  const { company, call, entity } = await hand.employer(now);
  const schedule = await call('POST', '/pay_schedules', {
    business_entity_id: entity.id,
    title: 'Fridays',
    pay_frequency: 'weekly',
    anchor_pay_date: '2026-03-06',
    anchor_end_of_pay_period: '2026-03-01',
    ...more,
  });
  const person = await call('POST', '/employees', { first_name: 'Ada', last_name: 'Roy', date_of_birth: '1990-07-11' });
  const assignment = await call('POST', '/work_assignments', { employee_id: person.id, pay_schedule_id: schedule.id });
  await hand.rest();
  const payrolls = async (): Promise<Body[]> =>
    (await call('GET', `/payrolls?pay_schedule_id=${schedule.id}&per_page=100`)).data;
  const drafts = async () =>
    (await payrolls()).filter(({ data }) => data.status === 'draft').map(({ data }) => data.pay_date as string);
  const stubOf = async (payroll: Body): Promise<Body> =>
    (await call('GET', `/pay_stubs?payroll_id=${payroll.id}&work_assignment_id=${assignment.id}`)).data[0];
  const bonus = async (payroll: Body) => {
    const pay_stub_id = (await stubOf(payroll)).id;
    return call('POST', '/earning_line_items', {
      pay_stub_id,
      earning_type: 'bonus_discretionary',
      custom_amount: 500,
    });
  };
  const approve = async (payroll: Body) => {
    await company.request('POST', `/payrolls/${payroll.id}/approve`, {});
    await hand.approval();
    await hand.rest();
  };
  return { company, call, schedule, payrolls, drafts, stubOf, bonus, approve };
};

describe('the passing of time removes nothing', () => {
  test('approving one overdue payroll keeps what was entered on another', async () => {
    const { payrolls, drafts, stubOf, bonus, approve, call } = await fridays('2026-03-02T17:00:00.000Z');
    const [first, second] = await payrolls();
    const line = await bonus(second);
    await hand.rest();
    hand.service.clock.set('2026-03-16T16:00:00.000Z');
    await approve(first);
    expect((await call('GET', `/payrolls/${first.id}`)).data.status).toBe('paid');
    expect((await drafts()).slice(0, 2)).toEqual(['2026-03-13', '2026-03-20']);
    expect((await call('GET', `/earning_line_items/${line.id}`)).data.amount).toBe(500);
    expect((await stubOf(second)).data.line_item_summary.earnings.period).toBe(500);
  });

  test('the open drafts of a year stay after its end, and those of the next year are added', async () => {
    const { drafts, call, schedule } = await fridays('2026-11-02T17:00:00.000Z');
    const before = await drafts();
    expect(before).toHaveLength(9);
    hand.service.clock.set('2027-01-01T17:00:00.000Z');
    await call('PUT', `/pay_schedules/${schedule.id}`, { title: 'Every Friday' });
    await hand.rest();
    const after = await drafts();
    expect(after.slice(0, 9)).toEqual(before);
    expect(after).toHaveLength(9 + 52);
  });

  test('periods that were missed while no process ran are generated, from the last approved one on', async () => {
    const { drafts, payrolls, approve, call, schedule } = await fridays('2026-11-30T17:00:00.000Z', {
      anchor_pay_date: '2026-12-25',
      anchor_end_of_pay_period: '2026-12-20',
    });
    expect(await drafts()).toEqual(['2026-12-24', '2026-12-31']);
    for (const payroll of await payrolls()) await approve(payroll);
    hand.service.clock.set('2027-01-20T17:00:00.000Z');
    await call('PUT', `/pay_schedules/${schedule.id}`, { title: 'Late' });
    await hand.rest();
    expect((await drafts()).slice(0, 3)).toEqual(['2027-01-08', '2027-01-15', '2027-01-22']);
  });
});

describe('a changed calendar', () => {
  test('removes payrolls that are no longer in it, except those with entries', async () => {
    const { payrolls, drafts, bonus, call, schedule } = await fridays('2026-03-02T17:00:00.000Z');
    const all = await payrolls();
    const line = await bonus(all[1]);
    await call('PUT', `/payrolls/${all[2].id}`, { note: 'with the March bonuses' });
    const source_payroll_id = all[3].id;
    const beside = { pay_schedule_id: schedule.id, type: 'off_cycle', source_payroll_id, pay_date: '2026-04-29' };
    const offCycle = await call('POST', '/payrolls', beside);
    await hand.rest();
    await call('PUT', `/pay_schedules/${schedule.id}`, {
      anchor_pay_date: '2026-03-05',
      anchor_end_of_pay_period: '2026-02-28',
    });
    await hand.rest();
    expect((await drafts()).slice(0, 5)).toEqual([
      '2026-03-05',
      '2026-03-12',
      '2026-03-13',
      '2026-03-19',
      '2026-03-20',
    ]);
    const warningsOf = (payroll: Body) => payroll.data.warnings.data.map(({ data }: Body) => data.type);
    const stayed = await Promise.all([1, 2].map((at) => call('GET', `/payrolls/${all[at].id}`)));
    expect(stayed.map(warningsOf)).toEqual([['outside_calendar_with_entries'], ['outside_calendar_with_entries']]);
    // One that has its period from a payroll that is gone says so too.
    expect(warningsOf(offCycle)).toEqual([]);
    const alone = await call('GET', `/payrolls/${offCycle.id}`);
    expect(warningsOf(alone)).toEqual(['outside_calendar_with_entries']);
    await call('DELETE', `/payrolls/${offCycle.id}`);
    expect((await call('GET', `/earning_line_items/${line.id}`)).data.amount).toBe(500);
    expect(warningsOf((await payrolls())[0])).toEqual([]);

    // The calendar that has them again takes the warning off.
    await call('PUT', `/pay_schedules/${schedule.id}`, {
      anchor_pay_date: '2026-03-06',
      anchor_end_of_pay_period: '2026-03-01',
    });
    await hand.rest();
    const again = await payrolls();
    expect(again.map(({ data }) => data.pay_date)).toEqual(all.map(({ data }) => data.pay_date));
    expect(again.flatMap(warningsOf)).toEqual([]);
  });

  test('keeps a payroll when a line is entered while the payroll is being withdrawn', async () => {
    const { payrolls, stubOf, bonus, approve, call, schedule } = await fridays('2026-03-02T17:00:00.000Z');
    const second = (await payrolls())[1];
    await call('PUT', `/pay_schedules/${schedule.id}`, {
      anchor_pay_date: '2026-03-05',
      anchor_end_of_pay_period: '2026-02-28',
    });
    let line: Body;
    const { store } = hand.services;
    const append: typeof store.append = async (stream, events, expected) => {
      // The payroll lets its stubs go: now somebody enters a bonus on one.
      if (stream === `payroll-${second.id}` && line === undefined) line = await bonus(second);
      return store.append(stream, events, expected);
    };
    await hand.population({ ...hand.services, store: { ...store, append } });
    await hand.rest();
    expect((await call('GET', `/earning_line_items/${line.id}`)).data.amount).toBe(500);
    const stayed = await call('GET', `/payrolls/${second.id}`);
    expect(stayed.data.warnings.data[0].data).toMatchObject({
      type: 'outside_calendar_with_entries',
      message: expect.stringMatching(/^The pay schedule no longer has this pay period/),
    });
    expect((await stubOf(second)).data.line_item_summary.earnings.period).toBe(500);
    // Once it is approved there is nothing left to do about it.
    for (const payroll of (await payrolls()).slice(0, 3)) await approve(payroll);
    const approved = await call('GET', `/payrolls/${second.id}`);
    expect(approved.data).toMatchObject({ status: 'paid', warnings: { data: [] } });
  });

  test('keeps a payroll with a line on a stub that the read models do not show yet', async () => {
    const { payrolls, stubOf, bonus, call, schedule } = await fridays('2026-03-02T17:00:00.000Z');
    const second = (await payrolls())[1];
    const line = await bonus(second);
    await call('PUT', `/pay_schedules/${schedule.id}`, {
      anchor_pay_date: '2026-03-05',
      anchor_end_of_pay_period: '2026-02-28',
    });
    const { read } = hand.services;
    const pages: typeof read.pages = (object, ...rest) =>
      object === 'pay_stub' ? (async function* () {})() : read.pages(object, ...rest);
    await hand.population({ ...hand.services, read: { ...read, pages } });
    await hand.rest();
    expect((await call('GET', `/payrolls/${second.id}`)).data.status).toBe('draft');
    expect((await call('GET', `/earning_line_items/${line.id}`)).data.amount).toBe(500);
    expect((await stubOf(second)).data.line_item_summary.earnings.period).toBe(500);
  });
});
