import { all, ended, given, type Resource } from '../api.ts';
import type { Employer, Member, Scene } from '../scene.ts';
import { nextPayroll } from './next-payroll.ts';

/** One call creates an allowance for everybody but the director; it runs as a task, whose end the webhook tells. */
export const createInBulk = async (
  { stage, receiver }: Scene,
  employer: Employer,
  schedule: Resource,
  members: readonly Member[],
): Promise<void> => {
  stage.act('An allowance for everybody, in bulk');
  const { api, entity } = employer;
  const director = members.find(({ person }) => person.title === 'Operations director')!;
  const started = await given(
    api.POST('/allowances/bulk/create', {
      body: {
        business_entity_id: entity.id,
        work_assignments: { include: 'all', exclude: { ids: [director.assignment.id] } },
        data: {
          allowance_type: 'meals_taxable',
          title: 'Night shift meals',
          amount: '12.40',
          frequency: 'per_payroll',
          effective_from: '2026-01-04',
        },
      },
    }),
  );
  // By the deprecated preference it would be the records themselves; without it, it is a task.
  const begun = started as Resource;
  stage.say(`task ${begun.id}`);
  const task = await ended(api, begun);
  stage.claim('the task is complete', task.data.status, 'completed');
  stage.claim('it created one for each of the others', task.data.results.length, members.length - 1);
  const told = await receiver.await('async_task_completed', task.id);
  stage.claim('the webhook was told of its end', told.resource.type, 'async_task');

  const payroll = await nextPayroll(employer, schedule);
  const lines = await all((paged) =>
    api.GET('/allowance_line_items', { params: { query: { payroll_id: payroll.id, ...paged } } }),
  );
  stage.claim(`the payroll of ${payroll.data.pay_date} has them already`, lines.length, members.length - 1);
  stage.holds(
    'and no phone allowance: that came with the first pay of January',
    lines.every(({ data }) => data.allowance_type.id !== 'cell_phone_allowance'),
  );
  stage.claim('no delivery came with a wrong signature', receiver.forged(), 0);
  stage.say(`${receiver.received.length} deliveries so far, every signature verified`);
};
