import { all, given, type Resource } from '../api.ts';
import type { Employer, Scene } from '../scene.ts';

/** Every second Friday from 9 January 2026 on; payrolls exist from then, whatever today is. */
export const makeSchedule = async ({ stage }: Scene, { api, entity }: Employer): Promise<Resource> => {
  stage.act('A bi-weekly pay schedule');
  const schedule = await given(
    api.POST('/pay_schedules', {
      body: {
        business_entity_id: entity.id,
        title: 'Every second Friday',
        pay_frequency: 'bi-weekly',
        anchor_pay_date: '2026-01-09',
        anchor_end_of_pay_period: '2026-01-03',
        generate_payrolls_from: '2026-01-09',
      },
    }),
  );
  const payrolls = await all((paged) =>
    api.GET('/payrolls', { params: { query: { pay_schedule_id: schedule.id, ...paged } } }),
  );
  stage.table(
    ['payroll', 'no.', 'period', 'pay date', 'approval due', 'status'],
    payrolls
      .slice(0, 4)
      .map(({ id, data }) => [
        id,
        data.period_label,
        `${data.period_start} – ${data.period_end}`,
        data.pay_date,
        data.approval_due_at.slice(0, 16).replace('T', ' '),
        data.status,
      ]),
    [1],
  );
  stage.say(`… and ${payrolls.length - 4} more, up to ${payrolls.at(-1)?.data.pay_date}`);
  stage.holds(
    'payrolls exist from the first pay date on',
    payrolls.length >= 26 && payrolls[0]!.data.pay_date === '2026-01-09',
  );
  stage.claim('the first covers the two weeks before', payrolls[0]!.data.period_start, '2025-12-21');
  stage.holds(
    'all of them are drafts',
    payrolls.every(({ data }) => data.status === 'draft'),
  );
  return schedule;
};
