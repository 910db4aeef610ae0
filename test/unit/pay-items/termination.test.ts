import { expect, test } from 'vitest';
import { endOfTask } from '../../../src/kernel/calls/tasks.ts';
import type { Call } from '../../../src/kernel/definition/operation.ts';
import type { State } from '../../../src/kernel/definition/resource.ts';
import { termination } from '../../../src/pay-items/termination/termination.ts';
import { payrollWorld, SALARY } from '../../support/payroll-world.ts';

/** Given somebody whose work ends, when something of it cannot end since it was checked, then the work goes on. */

test.each([
  ['at once', 2],
  // As after a process died in the task.
  ['one by one', 1],
])('a work assignment of which something cannot end is not archived, where steps are done %s', async (_, chunk) => {
  const world = await payrollWorld();
  const { assignment } = await world.hired({ rate: SALARY });
  const { id: work_assignment_id } = assignment;
  const dues = { deduction_type: 'union_dues', amount: 10, amount_type: 'fixed', frequency: 'per_payroll' };
  const later = { work_assignment_id, ...dues, effective_from: '2026-06-01' };
  const deduction = await world.given.created('deduction', later);
  const all = [
    { object: 'deduction', id: deduction.id, day: '2026-03-15' },
    { object: 'work_assignment', id: work_assignment_id, day: '2026-03-16' },
  ] as const;
  const steps = all.map((step, index) => ({ index, step }));
  const { services } = world;
  const input = { work_assignment_id };
  const task = { id: 'task', input, origin: world.origin(), services, signal: AbortSignal.abort() };
  const statuses: (number | false)[] = [];
  while (statuses.length < steps.length) {
    const failed = statuses.filter((status) => status !== false).length;
    const some = steps.slice(statuses.length, statuses.length + chunk);
    const { results } = await termination.run(some, { ...task, failed });
    statuses.push(...results.map((result) => 'problem' in result && result.problem.status));
  }
  expect(statuses).toEqual([422, 400]);
  const now = (await services.read.get('work_assignment', world.tenant, work_assignment_id)) as State;
  expect(now.archived_at).toBeNull();
});

test('of a task that keeps only what was refused, the refusal says how much was written all the same', async () => {
  const world = await payrollWorld();
  const message = { en: 'It cannot end.', fr: 'Il ne peut prendre fin.' };
  const results = [{ id: 'payrt_1', status: 'error', message }];
  const ended = { id: 'task_1', status: 'error', status_only: true, total: 3, done: 3, failed: 1, results };
  const tasks = { ...world.services.tasks, ended: async () => ended as unknown as State };
  const call = { tenant: world.tenant, services: { ...world.services, tasks } } as unknown as Call;
  await expect(endOfTask(ended as unknown as State, 0, call)).rejects.toMatchObject({
    text: { en: expect.stringMatching(/^2 written, 1 not; the first: payrt_1: /) },
  });
});
