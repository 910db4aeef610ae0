import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ByHand, holdAppend, pausedBefore, startByHand } from '../support/by-hand.ts';
import type { Body } from '../support/salaried.ts';

/** Adjustments that are asked for while the payroll that they correct is approved, or becomes a draft again. */
let hand: ByHand;
let place: Awaited<ReturnType<typeof payrollWithBonus>>;

beforeAll(async () => {
  hand = await startByHand();
});
afterAll(() => hand.close());
beforeEach(async () => {
  place = await payrollWithBonus();
});

/** An employer with one salaried person, who has a bonus of 500 dollars on the first payroll. */
const payrollWithBonus = async () => {
  const { company, call, entity } = await hand.employer();
  const schedule = await call('POST', '/pay_schedules', {
    business_entity_id: entity.id,
    title: 'Weekly',
    pay_frequency: 'weekly',
    anchor_pay_date: '2026-12-04',
    anchor_end_of_pay_period: '2026-11-29',
  });
  const person = await call('POST', '/employees', { first_name: 'Ada', last_name: 'Roy', date_of_birth: '1990-07-11' });
  const work = await call('POST', '/work_assignments', { employee_id: person.id, pay_schedule_id: schedule.id });
  await call('POST', '/pay_rates', {
    work_assignment_id: work.id,
    type: 'salary',
    rate: 53_000,
    expected_hours_per_week: 40,
    effective_from: '2025-01-01',
  });
  await hand.rest();
  const [first, second]: Body[] = (await call('GET', `/payrolls?pay_schedule_id=${schedule.id}&per_page=2`)).data;
  const stubOn = async (payroll: Body): Promise<Body> =>
    (await call('GET', `/pay_stubs?payroll_id=${payroll.id}`)).data[0];
  const bonus = await call('POST', '/earning_line_items', {
    pay_stub_id: (await stubOn(first!)).id,
    earning_type: 'bonus_discretionary',
    custom_amount: 500,
  });
  await hand.rest();
  const correction = await stubOn(second!);
  const adjust = () =>
    company.request('POST', '/adjustments', {
      correction_pay_stub_id: correction.id,
      source_line_item_id: bonus.id,
      expected_amount: 600,
    });
  const begin = async (what: 'approve' | 'unapprove', payroll = first!) =>
    void (await company.request('POST', `/payrolls/${payroll.id}/${what}`, {}));
  /** Has a payroll approved or unapproved, as far as it may be. */
  const through = async (what: 'approve' | 'unapprove', payroll = first!) => {
    await begin(what, payroll);
    await hand.rest();
    await hand.approval();
    await hand.rest();
    return (await call('GET', `/payrolls/${payroll.id}`)).data.status;
  };
  return { company, call, second: second!, bonus, adjust, begin, through };
};

const PATH = 'source_line_item_id';

test('a line item is not corrected while its payroll becomes a draft again: its pay stub reads as closed until it is opened', async () => {
  const { adjust, begin, through, company } = place;
  expect(await through('approve')).toBe('paid');
  await begin('unapprove');
  const asked = await adjust();
  const paused = pausedBefore(hand.services, 'PayStubReopened');
  const unapproval = hand.approval(paused.services);
  await Promise.race([paused.there, unapproval]);
  const closing = await adjust();
  paused.letGo();
  await unapproval;
  const opened = await adjust();
  expect([asked, closing, opened].map(({ status }) => status)).toEqual([422, 422, 422]);
  for (const { body } of [asked, closing]) expect(body.errors[PATH][0]).toContain('being approved or unapproved');
  expect(opened.body.errors[PATH][0]).toContain('still a draft');
  expect((await company.request('GET', '/adjustments')).body.meta.total).toBe(0);
});

test('a line item is not corrected while its payroll is being approved: the approval may be given up', async () => {
  const { adjust, begin } = place;
  await begin('approve');
  const paused = pausedBefore(hand.services, 'PayrollApproved');
  const approval = hand.approval(paused.services);
  await Promise.race([paused.there, approval]);
  const refused = await adjust();
  paused.letGo();
  await approval;
  expect(refused.status).toBe(422);
  expect(refused.body.errors[PATH][0]).toContain('being approved or unapproved');
  expect((await adjust()).status).toBe(201);
});

test('a correction that was decided before its line item became a draft again is paid only where it still makes up the difference', async () => {
  const { adjust, through, call, bonus, second } = place;
  expect(await through('approve')).toBe('paid');
  const held = holdAppend(hand.services, 'AdjustmentCreated');
  const answer = adjust();
  await held.there;
  expect(await through('unapprove')).toBe('draft');
  held.letGo();
  const made = await answer;
  expect([made.status, made.body.data.correction_line_item.data.amount]).toEqual([201, 100]);
  await call('PUT', `/earning_line_items/${bonus.id}`, { custom_amount: 600 });
  expect(await through('approve')).toBe('paid');
  expect(await through('approve', second)).toBe('draft');
  const events = await hand.services.store.readStream(`payroll-${second.id}`);
  const abandoned = events.find(({ type }) => type === 'PayrollApprovalAbandoned');
  expect(abandoned?.data.reason).toMatchObject({ en: expect.stringContaining(`The adjustment ${made.body.id}`) });
  await call('DELETE', `/adjustments/${made.body.id}`);
  expect(await through('approve', second)).toBe('paid');
});
