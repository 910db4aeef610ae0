import { addDays, dateOf, yearOf } from '../../../src/values/dates.ts';
import type { ActionKind, Scene } from '../actions.ts';
import { send } from '../client.ts';
import { ask, chance, dayNear, made, some } from '../scene.ts';
import { PARTNER } from '../world.ts';

/** Companies, their employers and schedules. */

const MOVEMENTS = ['inherit', 'next_business_day', 'previous_business_day'];
/** Two provinces whose employers owe a tax on all remuneration of the year, and one that owes none. */
export const PROVINCES = ['ca_qc', 'ca_qc', 'ca_on', 'ca_ab'];

const company = async ({ world }: Scene): Promise<void> => {
  const tenant = { partner_id: PARTNER };
  const id = made(await send(world, tenant, { operation: 'create_company', body: { name: 'Northlake' } }));
  if (id) world.companies.push({ ...tenant, company_id: id });
};

const employer = async (scene: Scene): Promise<void> => {
  if (!scene.tenant) return;
  await ask(scene, {
    operation: 'create_business_entity',
    body: {
      name: 'Northlake Foods',
      business_number: '123456782RP0001',
      in_preview: true,
      tax_properties: [
        { type: 'ca::province_of_employment', value: scene.random.pick(PROVINCES), effective_from: '2024-01-01' },
      ],
    },
  });
};

const schedule = async (scene: Scene): Promise<void> => {
  const entity = some(scene, 'business_entity');
  if (!entity) return;
  const today = scene.world.ground.clock.today();
  const pay_frequency = scene.random.pick(['bi-weekly', 'bi-weekly', 'monthly', 'weekly']);
  // Late in the year, so that a schedule has few payrolls; the earliest may be overdue.
  const year_end = dateOf(yearOf(today), 12, 31);
  const latest = addDays(year_end, -20 - scene.random.below(30));
  const anchor =
    latest > addDays(today, -25) ? addDays(latest, -scene.random.below(12)) : addDays(today, scene.random.below(12));
  const pay = anchor < addDays(today, -25) ? addDays(today, -scene.random.below(20)) : anchor;
  await ask(scene, {
    operation: 'create_pay_schedule',
    body: {
      business_entity_id: entity.id,
      title: pay_frequency,
      pay_frequency,
      anchor_pay_date: pay,
      anchor_end_of_pay_period: addDays(pay, -scene.random.below(8)),
      ...(pay_frequency === 'monthly' ? { day_1: Number(pay.slice(8)) } : {}),
      ...(chance(scene, 0.4) ? { generate_payrolls_from: pay } : {}),
    },
  });
};

const editSchedule = async (scene: Scene): Promise<void> => {
  const found = some(scene, 'pay_schedule');
  if (!found) return;
  const shifted = (member: 'anchor_pay_date' | 'anchor_end_of_pay_period') =>
    addDays(found[member], scene.random.pick([-7, -1, 1, 3, 7]));
  const body = scene.random.pick([
    { title: `edited ${scene.random.below(100)}` },
    { pay_day_movement_setting: scene.random.pick(MOVEMENTS) },
    { anchor_pay_date: shifted('anchor_pay_date') },
    { anchor_end_of_pay_period: shifted('anchor_end_of_pay_period') },
    { generate_payrolls_from: chance(scene, 0.5) ? null : dayNear(scene, -10, 20) },
  ]);
  await ask(scene, { operation: 'update_pay_schedule', params: { pay_schedule: found.id }, body });
};

const editEmployer = async (scene: Scene): Promise<void> => {
  const found = some(scene, 'business_entity');
  if (!found) return;
  const body = chance(scene, 0.5)
    ? { name: `Northlake ${scene.random.below(100)}` }
    : { pay_day_movement_setting: scene.random.pick(MOVEMENTS) };
  await ask(scene, { operation: 'update_business_entity', params: { business_entity: found.id }, body });
};

const editCompany = async (scene: Scene): Promise<void> => {
  if (!scene.tenant) return;
  await ask(scene, {
    operation: 'update_company',
    params: { company: scene.tenant.company_id! },
    body: { pay_day_movement_setting: scene.random.pick(MOVEMENTS) },
  });
};

const deleteSchedule = async (scene: Scene): Promise<void> => {
  const found = some(scene, 'pay_schedule');
  if (found) await ask(scene, { operation: 'delete_pay_schedule', params: { pay_schedule: found.id } });
};

export const employerActions = {
  company: { weight: 0, run: company },
  employer: { weight: 0, run: employer },
  schedule: { weight: 0.5, run: schedule },
  editSchedule: { weight: 2, run: editSchedule },
  editEmployer: { weight: 0.7, run: editEmployer },
  editCompany: { weight: 0.3, run: editCompany },
  deleteSchedule: { weight: 0.3, run: deleteSchedule },
} satisfies Record<string, ActionKind>;
