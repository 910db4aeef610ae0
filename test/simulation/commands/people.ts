import { equal, not } from '../../../src/values/condition.ts';
import type { ActionKind, Scene } from '../actions.ts';
import { ask, chance, dayNear, made, some } from '../scene.ts';
import { PROVINCES } from './employers.ts';

/** People and their work assignments. */

export const rateBody = (scene: Scene, work_assignment_id: string) => ({
  work_assignment_id,
  ...scene.random.pick([
    { type: 'salary', rate: 26_000 * (1 + scene.random.below(6)), expected_hours_per_week: 40 },
    { type: 'hourly', rate: 20 + scene.random.below(30), expected_hours_per_week: 40 },
  ]),
  effective_from: '2024-01-01',
});

type RateOf = (scene: Scene, work_assignment_id: string) => Record<string, unknown>;

/** So high that a few of them pass the limits of employers' health taxes. */
const highRate = (scene: Scene, work_assignment_id: string) => ({
  work_assignment_id,
  type: 'salary',
  rate: 4_500_000 * (1 + scene.random.below(2)),
  expected_hours_per_week: 40,
  effective_from: '2024-01-01',
});

const assign = async (scene: Scene, employee_id: string, rateOf: RateOf = rateBody): Promise<void> => {
  const schedule = some(scene, 'pay_schedule');
  if (!schedule) return;
  const province = {
    type: 'ca::province_of_employment',
    value: scene.random.pick(PROVINCES),
    effective_from: '2024-01-01',
  };
  const assignment = made(
    await ask(scene, {
      operation: 'create_work_assignment',
      body: {
        employee_id,
        pay_schedule_id: schedule.id,
        ...(chance(scene, 0.6) ? { tax_properties: [province] } : {}),
      },
    }),
  );
  if (assignment) await ask(scene, { operation: 'create_pay_rate', body: rateOf(scene, assignment) });
};

const hire = async (scene: Scene, rateOf: RateOf = rateBody): Promise<void> => {
  if (!scene.tenant) return;
  const body = { first_name: 'Ada', last_name: `Roy ${scene.random.below(1_000)}`, date_of_birth: '1990-07-11' };
  const employee = made(await ask(scene, { operation: 'create_employee', body }));
  if (employee) await assign(scene, employee, rateOf);
};

const hireHighly = (scene: Scene): Promise<void> => hire(scene, highRate);

const secondJob = async (scene: Scene): Promise<void> => {
  const employee = some(scene, 'employee');
  if (employee) await assign(scene, employee.id);
};

const update = (scene: Scene, work_assignment: string, body: Record<string, unknown>) =>
  ask(scene, { operation: 'update_work_assignment', params: { work_assignment }, body });

const move = async (scene: Scene): Promise<void> => {
  const assignment = some(scene, 'work_assignment');
  const schedule = assignment && some(scene, 'pay_schedule', not(equal('id', assignment.pay_schedule_id as string)));
  if (!assignment || !schedule) return;
  const moved = update(scene, assignment.id, { pay_schedule_id: schedule.id });
  // Changed again before anybody has looked at the move.
  if (chance(scene, 0.4)) void update(scene, assignment.id, { title: `moved ${scene.random.below(100)}` });
  await moved;
};

const archive = async (scene: Scene): Promise<void> => {
  const assignment = some(scene, 'work_assignment');
  if (!assignment) return;
  const archived_at = assignment.archived_at === null || chance(scene, 0.3) ? dayNear(scene, -20, 20) : null;
  await update(scene, assignment.id, { archived_at });
};

const editAssignment = async (scene: Scene): Promise<void> => {
  const assignment = some(scene, 'work_assignment');
  if (assignment) await update(scene, assignment.id, { title: `edited ${scene.random.below(100)}` });
};

const editPerson = async (scene: Scene): Promise<void> => {
  const employee = some(scene, 'employee');
  if (!employee) return;
  const date_of_birth = `${1960 + scene.random.below(45)}-03-04`;
  await ask(scene, { operation: 'update_employee', params: { employee: employee.id }, body: { date_of_birth } });
};

const province = async (scene: Scene): Promise<void> => {
  const known = some(scene, 'tax_property', equal('type', 'ca::province_of_employment'));
  const value = scene.random.pick(PROVINCES);
  if (known)
    await ask(scene, { operation: 'update_tax_property', params: { tax_property: known.id }, body: { value } });
};

export const peopleActions = {
  hire: { weight: 3, run: (scene) => hire(scene) },
  hireHighly: { weight: 2, run: hireHighly },
  secondJob: { weight: 0.7, run: secondJob },
  move: { weight: 4, run: move },
  archive: { weight: 1.5, run: archive },
  editAssignment: { weight: 0.5, run: editAssignment },
  editPerson: { weight: 0.5, run: editPerson },
  province: { weight: 1.5, run: province },
} satisfies Record<string, ActionKind>;
