import { expect, test } from 'vitest';
import { MOST_LEFT } from '../../../src/employers/pay-schedule-spans.ts';
import { payrollApproved, payrollUnapproved } from '../../../src/payrolls/events/payroll.ts';
import { payrollEvents } from '../../../src/payrolls/events/records.ts';
import { derivedId } from '../../../src/values/ids.ts';
import { Problem } from '../../../src/values/problem.ts';
import { payrollWorld, SALARY } from '../../support/payroll-world.ts';

/** Drafts that changes of a schedule would leave behind. */

test('limits: a change by mistake can be taken back, and no calendar changes while more drafts are left off it than one has', async () => {
  const world = await payrollWorld();
  const { given, schedule } = world;
  await world.hired({ rate: SALARY });
  await world.populated();
  const [first] = await world.drafts();
  const { business_entity_id, pay_schedule_id, type, status, period_start, period_end, pay_date } = first!;
  const members = { business_entity_id, pay_schedule_id, type, status, period_start, period_end, pay_date };
  const leave = async (count: number): Promise<void> => {
    for (let at = 0; at < count; at++) {
      const id = derivedId('payrl', world.clock.now_ms(), `left ${world.rows('payroll').length} ${at}`);
      const created = payrollEvents.created(members);
      await given.events('payroll', id, created, { type: 'PayrollLeftCalendar', data: { is_off_calendar: true } });
    }
  };
  await leave(MOST_LEFT);
  await given.changed('pay_schedule', schedule.id, { pay_frequency: 'weekly' });
  await leave(1);
  await expect(given.changed('pay_schedule', schedule.id, { pay_frequency: 'bi-weekly' })).rejects.toMatchObject({
    issues: [{ path: 'pay_frequency', text: { en: expect.stringContaining(`(${MOST_LEFT + 1}, with the warning`) } }],
  });
  // Other members are none of the calendar's.
  await given.changed('pay_schedule', schedule.id, { title: 'Harvest' });
});

test('a payroll that was made by hand keeps its schedule custom, in whichever moment of the change it is taken back', async () => {
  let [moment, looks] = [0, 1];
  for (; moment < looks; moment++) {
    const { given, schedule, services } = await payrollWorld({ schedule: { pay_frequency: 'custom' } });
    const { id } = await given.created('payroll', {
      ...{ pay_schedule_id: schedule.id, period_start: '2026-11-01', period_end: '2026-11-14' },
      ...{ original_pay_date: '2026-11-20', custom_pay_frequency: 'bi-weekly' },
    });
    const whose = { pay_schedule_id: schedule.id };
    const closed = { stubs: [], stub_count: 0, remuneration: {} };
    await given.events('payroll', id, payrollApproved({ ...whose, ...closed, approved_at: '2026-11-16' }));
    const back = { approval_id: 'a', unapproval_id: 'b', approval_due_at: '2026-11-17T21:30:00.000000Z' };
    looks = 0;
    const { read } = services;
    const looking = <A extends unknown[], R>(look: (...asked: A) => Promise<R>) => {
      return async (...asked: A): Promise<R> => {
        if (looks++ === moment) await given.events('payroll', id, payrollUnapproved({ ...whose, ...back }));
        return look(...asked);
      };
    };
    Object.assign(read, { find: looking(read.find), existing: looking(read.existing), count: looking(read.count) });
    const refused = given.changed('pay_schedule', schedule.id, { pay_frequency: 'weekly' });
    await expect(refused, `at look ${moment}`).rejects.toBeInstanceOf(Problem);
  }
  expect(moment).toBeGreaterThan(3);
});
