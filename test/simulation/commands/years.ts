import { absent, all, equal, not, present } from '../../../src/values/condition.ts';
import { addDays } from '../../../src/values/dates.ts';
import type { ActionKind, Scene } from '../actions.ts';
import { ask, chance, dayNear, made, some, wait } from '../scene.ts';
import { PROVINCES } from './employers.ts';
import { rateBody } from './people.ts';

/** What an employer has over years: people who leave and come back, a second employer, presets, tags and codes. */

/** Ends what somebody is paid; some come back at once, some in the same moment. */
const terminate = async (scene: Scene): Promise<void> => {
  const assignment = some(scene, 'work_assignment', absent('archived_at'));
  if (!assignment) return;
  const effective_to = dayNear(scene, -20, 20);
  const request = {
    operation: 'terminate_work_assignment',
    params: { work_assignment: assignment.id },
    body: { effective_to, ...(chance(scene, 0.7) ? { archived_at: addDays(effective_to, 1) } : {}) },
  };
  const ending = ask(scene, request);
  if (chance(scene, 0.2)) void ask(scene, request);
  if (chance(scene, 0.3)) await comeBack(scene, assignment);
  await ending;
};

const comeBack = async (scene: Scene, { id }: { id: string }): Promise<void> => {
  await ask(scene, {
    operation: 'update_work_assignment',
    params: { work_assignment: id },
    body: { archived_at: null },
  });
  const body = { ...rateBody(scene, id), effective_from: dayNear(scene, -10, 40) };
  await ask(scene, { operation: 'create_pay_rate', body });
};

const rehire = async (scene: Scene): Promise<void> => {
  const gone = some(scene, 'work_assignment', present('archived_at'));
  if (gone) await comeBack(scene, gone);
};

/** Somebody who sends invoices; on the schedule of the others. */
const contract = async (scene: Scene): Promise<void> => {
  const schedule = some(scene, 'pay_schedule');
  if (!schedule) return;
  const contractor_id = made(
    await ask(scene, { operation: 'create_contractor', body: { business_name: `Mill ${scene.random.below(100)}` } }),
  );
  if (!contractor_id) return;
  const body = { contractor_id, pay_schedule_id: schedule.id };
  const work_assignment_id = made(await ask(scene, { operation: 'create_work_assignment', body }));
  if (!work_assignment_id) return;
  const invoice = { work_assignment_id, earning_type: 'invoice_payment', amount: 500, frequency: 'per_payroll' };
  await ask(scene, { operation: 'create_earning', body: { ...invoice, effective_from: dayNear(scene, -60, 10) } });
};

/** Another work assignment becomes somebody's first. */
const makePrimary = async (scene: Scene): Promise<void> => {
  const assignment = some(scene, 'work_assignment');
  if (!assignment) return;
  const params = { work_assignment: assignment.id };
  await ask(scene, { operation: 'update_work_assignment', params, body: { is_primary: true } });
};

/** An employer of the same company in another province, with a schedule: people are moved to it. */
const secondEmployer = async (scene: Scene): Promise<void> => {
  if (!scene.tenant) return;
  const value = scene.random.pick(PROVINCES);
  const body = {
    name: 'Northlake Mills',
    business_number: '123456782RP0002',
    in_preview: true,
    tax_properties: [{ type: 'ca::province_of_employment', value, effective_from: '2024-01-01' }],
  };
  const entity = made(await ask(scene, { operation: 'create_business_entity', body }));
  if (!entity) return;
  const pay = addDays(scene.world.ground.clock.today(), 3 + scene.random.below(10));
  const times = { pay_frequency: 'monthly', day_1: Number(pay.slice(8)), anchor_pay_date: pay };
  await ask(scene, {
    operation: 'create_pay_schedule',
    body: { business_entity_id: entity, title: 'Mills', ...times, anchor_end_of_pay_period: pay },
  });
};

const TIED = [
  { type: 'allowance', subtype: 'cell_phone_allowance', item: { allowance_type: 'cell_phone_allowance' } },
  { type: 'deduction', subtype: 'union_dues', item: { deduction_type: 'union_dues', amount_type: 'percent' } },
  { type: 'earning', subtype: 'gratuity', item: { earning_type: 'gratuity' } },
];

/** A preset and an item that is tied to it, or a change or the end of one. */
const preset = async (scene: Scene): Promise<void> => {
  const known = some(scene, 'business_preset');
  if (known && chance(scene, 0.6)) {
    const income_basis = scene.random.pick(['all_earnings', 'regular_earnings', 'total_income']);
    const title = `preset ${scene.random.below(100)}`;
    const code = some(scene, 'accounting_code', equal('type', 'liability'));
    const changes: Record<string, unknown>[] = [{ title }, { liability_accounting_code_id: code?.id ?? null }];
    if (known.type === 'deduction') changes.push({ income_basis });
    const request = scene.random.pick([
      { operation: 'update_business_preset', body: scene.random.pick(changes) },
      { operation: 'update_business_preset', body: scene.random.pick(changes) },
      { operation: 'delete_business_preset' },
    ]);
    await ask(scene, { ...request, params: { business_preset: known.id } });
    return;
  }
  const assignment = some(scene, 'work_assignment');
  if (!assignment) return;
  const { type, subtype, item } = scene.random.pick(TIED);
  const body = { business_entity_id: assignment.business_entity_id, name: 'Preset', type, subtype };
  const business_preset_id = made(await ask(scene, { operation: 'create_business_preset', body }));
  if (!business_preset_id) return;
  const tied = { work_assignment_id: assignment.id, ...item, amount: 1 + scene.random.below(20), business_preset_id };
  const dates = { frequency: 'per_payroll', effective_from: dayNear(scene, -60, 10) };
  await ask(scene, { operation: `create_${type}`, body: { ...tied, ...dates } });
};

/** A group with two tags, on which the work of somebody is booked. */
const tag = async (scene: Scene): Promise<void> => {
  const assignment = some(scene, 'work_assignment');
  if (!assignment) return;
  const group = some(scene, 'tag_group', equal('business_entity_id', assignment.business_entity_id as string));
  const entity = { business_entity_id: assignment.business_entity_id };
  const tag_group_id =
    group?.id ?? made(await ask(scene, { operation: 'create_tag_group', body: { label: 'Places', ...entity } }));
  if (!tag_group_id) return;
  const label = `Mill ${scene.random.below(1_000)}`;
  const created = made(await ask(scene, { operation: 'create_tag', body: { label, tag_group_id } }));
  const other = some(scene, 'tag', equal('tag_group_id', tag_group_id));
  const tags = [...new Set([created, other?.id])].filter((id) => id !== undefined);
  const shares = tags.map((id) => ({ tags: [id], value: 100 / tags.length }));
  const tag_assignment = { unit: 'percentage', tag_allocations: shares };
  const params = { work_assignment: assignment.id };
  await ask(scene, { operation: 'update_work_assignment', params, body: { tag_assignment } });
};

/** A tag that goes, while an item may be given it. */
const deleteTag = async (scene: Scene): Promise<void> => {
  const found = some(scene, 'tag');
  if (!found) return;
  const assignment = some(scene, 'work_assignment');
  const deleting = ask(scene, { operation: 'delete_tag', params: { tag: found.id } });
  if (assignment && chance(scene, 0.5)) {
    const tag_assignment = { unit: 'percentage', tag_allocations: [{ tags: [found.id], value: 100 }] };
    const params = { work_assignment: assignment.id };
    await ask(scene, { operation: 'update_work_assignment', params, body: { tag_assignment } });
  }
  await deleting;
};

/** An accounting code, and a rule that books a type on it. */
const code = async (scene: Scene): Promise<void> => {
  const entity = some(scene, 'business_entity');
  if (!entity) return;
  const business_entity_id = entity.id;
  const type = scene.random.pick(['expense', 'liability']);
  const title = `${type} ${scene.random.below(10_000)}`;
  const id = made(await ask(scene, { operation: 'create_accounting_code', body: { business_entity_id, type, title } }));
  if (!id) return;
  const tagged = some(scene, 'tag');
  const what = scene.random.pick([
    { type: 'earning' },
    { type: 'statutory_withholding' },
    ...(tagged ? [{ tag_id: tagged.id }] : []),
  ]);
  const body = { business_entity_id, ...what, [`${type}_accounting_code_id`]: id };
  await ask(scene, { operation: 'create_accounting_code_rule', body });
};

/** One of two codes of a type becomes the other; perhaps while a payroll that uses it is booked. */
const mergeCodes = async (scene: Scene): Promise<void> => {
  const kept = some(scene, 'accounting_code');
  const same = kept && all(equal('type', kept.type), equal('business_entity_id', kept.business_entity_id));
  const gone = same && some(scene, 'accounting_code', all(same, not(equal('id', kept.id))));
  if (!kept || !gone) return;
  await wait(scene, scene.random.next() * scene.random.pick([5, 50, 500]));
  const body = { accounting_code_ids: [gone.id] };
  await ask(scene, { operation: 'merge_accounting_code', params: { accounting_code: kept.id }, body });
};

const deleteCode = async (scene: Scene): Promise<void> => {
  const object = scene.random.pick(['accounting_code', 'accounting_code_rule']);
  const found = some(scene, object);
  if (found) await ask(scene, { operation: `delete_${object}`, params: { [object]: found.id } });
};

export const yearActions = {
  terminate: { weight: 2, run: terminate },
  rehire: { weight: 1.5, run: rehire },
  contract: { weight: 1, run: contract },
  makePrimary: { weight: 0.7, run: makePrimary },
  secondEmployer: { weight: 0.5, run: secondEmployer },
  preset: { weight: 2, run: preset },
  tag: { weight: 1.5, run: tag },
  deleteTag: { weight: 0.7, run: deleteTag },
  code: { weight: 1.5, run: code },
  mergeCodes: { weight: 1, run: mergeCodes },
  deleteCode: { weight: 0.5, run: deleteCode },
} satisfies Record<string, ActionKind>;
