import type { State } from '../../../src/kernel/definition/resource.ts';
import { all, equal } from '../../../src/values/condition.ts';
import { addDays, dateOf, yearOf } from '../../../src/values/dates.ts';
import { textOf } from '../../../src/values/json.ts';
import type { ActionKind, Scene } from '../actions.ts';
import { ask, chance, dayNear, some } from '../scene.ts';
import { rateBody } from './people.ts';

/** Rates, recurring items, and lines on stubs. */

const createRate = async (scene: Scene): Promise<void> => {
  const assignment = some(scene, 'work_assignment');
  if (!assignment) return;
  const body = { ...rateBody(scene, assignment.id), effective_from: dayNear(scene, -60, 30) };
  await ask(scene, { operation: 'create_pay_rate', body });
};

const changeRate = async (scene: Scene): Promise<void> => {
  const rate = some(scene, 'pay_rate');
  if (!rate) return;
  const amount = rate.type === 'salary' ? 26_000 * (1 + scene.random.below(6)) : 20 + scene.random.below(30);
  const body = chance(scene, 0.8) ? { rate: amount } : { effective_to: dayNear(scene, 0, 60) };
  if (!('rate' in body) && chance(scene, 0.6)) await raiseLate(scene, rate);
  else await ask(scene, { operation: 'update_pay_rate', params: { pay_rate: rate.id }, body });
};

/** A rate that takes the place of another from the first day of a draft's period on, when hours are entered there. */
const raiseLate = async (scene: Scene, { id, type, work_assignment_id, expected_hours_per_week }: State) => {
  const own = all(equal('pay_rate_id', id), equal('is_managed', true));
  const line = some(scene, 'earning_line_item', own);
  const stub = line && some(scene, 'pay_stub', all(equal('id', textOf(line.pay_stub_id)), equal('is_closed', false)));
  if (!line || !stub) return;
  const body = { custom_hours: 1 + scene.random.below(80) };
  await ask(scene, { operation: 'update_earning_line_item', params: { earning_line_item: line.id }, body });
  const effective_from = textOf(stub.period_start);
  const end = { effective_to: addDays(effective_from, -1) };
  const rate = type === 'salary' ? 60_000 : 45;
  const raised = { work_assignment_id, type, rate, expected_hours_per_week: Number(expected_hours_per_week) };
  const requests = [
    { operation: 'update_pay_rate', params: { pay_rate: id }, body: end },
    { operation: 'create_pay_rate', body: { ...raised, effective_from } },
  ];
  for (const request of chance(scene, 0.5) ? requests : requests.reverse()) await ask(scene, request);
};

const deleteRate = async (scene: Scene): Promise<void> => {
  const rate = some(scene, 'pay_rate');
  if (rate) await ask(scene, { operation: 'delete_pay_rate', params: { pay_rate: rate.id } });
};

const itemBody = (scene: Scene) => ({
  frequency: scene.random.pick(['per_payroll', 'per_payroll', 'once', 'per_month']),
  effective_from: dayNear(scene, -60, 10),
  ...(chance(scene, 0.2) ? { effective_to: dayNear(scene, 10, 60) } : {}),
});

const createItem = async (scene: Scene): Promise<void> => {
  const assignment = some(scene, 'work_assignment');
  if (!assignment) return;
  const work_assignment_id = assignment.id;
  const allowance = {
    operation: 'create_allowance',
    body: {
      work_assignment_id,
      allowance_type: 'cell_phone_allowance',
      amount: 10 + scene.random.below(90),
      ...itemBody(scene),
    },
  };
  const benefit = {
    operation: 'create_employee_benefit',
    body: {
      work_assignment_id,
      employee_benefit_type: 'pension_rrsp',
      amount: 10 + scene.random.below(90),
      ...itemBody(scene),
    },
  };
  await ask(scene, scene.random.pick([allowance, benefit]));
};

const changeItem = async (scene: Scene): Promise<void> => {
  const object = scene.random.pick(['allowance', 'employee_benefit']);
  const item = some(scene, object);
  const body = { amount: 10 + scene.random.below(90) };
  if (item) await ask(scene, { operation: `update_${object}`, params: { [object]: item.id }, body });
};

const deleteItem = async (scene: Scene): Promise<void> => {
  const object = scene.random.pick(['allowance', 'employee_benefit']);
  const item = some(scene, object);
  if (item) await ask(scene, { operation: `delete_${object}`, params: { [object]: item.id } });
};

const bonus = (scene: Scene) => ({
  earning_type: 'bonus_discretionary',
  custom_amount: 10 + scene.random.below(5_000),
});

const addLine = async (scene: Scene): Promise<void> => {
  const stub = some(scene, 'pay_stub', equal('is_closed', false));
  if (!stub) return;
  await ask(scene, { operation: 'create_earning_line_item', body: { pay_stub_id: stub.id, ...bonus(scene) } });
};

/** So much that it may pass the limit of a health tax by itself. */
const addLargeLine = async (scene: Scene): Promise<void> => {
  const stub = some(scene, 'pay_stub', equal('is_closed', false));
  if (!stub) return;
  const custom_amount = 300_000 * (1 + scene.random.below(3));
  await ask(scene, {
    operation: 'create_earning_line_item',
    body: { pay_stub_id: stub.id, ...bonus(scene), custom_amount },
  });
};

/** Hours of a wage, or another amount in place of a managed one. */
const changeLine = async (scene: Scene): Promise<void> => {
  const line = some(scene, 'earning_line_item');
  if (!line) return;
  const body =
    line.type === 'wage' && chance(scene, 0.7)
      ? { custom_hours: scene.random.below(80) }
      : { custom_amount: scene.random.below(3_000) };
  await ask(scene, { operation: 'update_earning_line_item', params: { earning_line_item: line.id }, body });
};

const deleteLine = async (scene: Scene): Promise<void> => {
  const line = some(scene, 'earning_line_item', equal('is_managed', false));
  if (line) await ask(scene, { operation: 'delete_earning_line_item', params: { earning_line_item: line.id } });
};

const bulkItems = async (scene: Scene): Promise<void> => {
  const entity = some(scene, 'business_entity');
  if (!entity) return;
  const selection = { business_entity_id: entity.id, work_assignments: { include: 'all' } };
  const data = { allowance_type: 'internet_allowance', amount: 10 + scene.random.below(50), ...itemBody(scene) };
  const request = scene.random.pick([
    { operation: 'bulk_create_allowances', body: { ...selection, data } },
    { operation: 'bulk_update_allowances', body: { ...selection, data: { amount: 5 + scene.random.below(50) } } },
    { operation: 'bulk_delete_allowances', body: selection },
  ]);
  await ask(scene, request);
};

const bulkLines = async (scene: Scene): Promise<void> => {
  const payroll = some(scene, 'payroll', equal('status', 'draft'));
  if (!payroll) return;
  const selection = { payroll_id: payroll.id, pay_stubs: { include: 'all' } };
  const request = scene.random.pick([
    { operation: 'bulk_create_earning_line_items', body: { ...selection, data: bonus(scene) } },
    { operation: 'bulk_delete_earning_line_items', body: selection },
  ]);
  await ask(scene, request);
};

const batchLines = async (scene: Scene): Promise<void> => {
  const elements = [0, 1, 2].flatMap(() => {
    const line = some(scene, 'earning_line_item', equal('is_managed', false));
    return line ? [{ id: line.id }] : [];
  });
  const stub = some(scene, 'pay_stub', equal('is_closed', false));
  if (elements.length > 0 && chance(scene, 0.5))
    await ask(scene, { operation: 'batch_delete_earning_line_items', body: elements });
  else if (stub)
    await ask(scene, {
      operation: 'batch_upsert_earning_line_items',
      body: [
        { pay_stub_id: stub.id, ...bonus(scene) },
        { pay_stub_id: stub.id, ...bonus(scene) },
      ],
    });
};

/** A rate that begins with the next year. */
const raise = async (scene: Scene): Promise<void> => {
  const assignment = some(scene, 'work_assignment');
  if (!assignment) return;
  const effective_from = dateOf(yearOf(scene.world.ground.clock.today()) + 1, 1, 1);
  await ask(scene, { operation: 'create_pay_rate', body: { ...rateBody(scene, assignment.id), effective_from } });
};

export const payActions = {
  createRate: { weight: 1, run: createRate },
  changeRate: { weight: 3, run: changeRate },
  deleteRate: { weight: 0.7, run: deleteRate },
  raise: { weight: 0.3, run: raise },
  createItem: { weight: 2, run: createItem },
  changeItem: { weight: 1, run: changeItem },
  deleteItem: { weight: 1, run: deleteItem },
  addLine: { weight: 4, run: addLine },
  addLargeLine: { weight: 2.5, run: addLargeLine },
  changeLine: { weight: 2, run: changeLine },
  deleteLine: { weight: 1, run: deleteLine },
  bulkItems: { weight: 1, run: bulkItems },
  bulkLines: { weight: 1.5, run: bulkLines },
  batchLines: { weight: 0.7, run: batchLines },
} satisfies Record<string, ActionKind>;
