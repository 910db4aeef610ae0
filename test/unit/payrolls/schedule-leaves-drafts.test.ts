import { expect, test } from 'vitest';
import { MOST_LEFT } from '../../../src/employers/pay-schedule-spans.ts';
import { payrollEvents } from '../../../src/payrolls/events/records.ts';
import { derivedId } from '../../../src/values/ids.ts';
import { payrollWorld, SALARY } from '../../support/payroll-world.ts';

/** Drafts with entries that changes of a schedule leave behind, off its calendar. */

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
