import { FORM_STAGES } from '../../../src/forms/model/states.ts';
import type { RecordOf } from '../../../src/kernel/definition/resource.ts';
import { all, type Condition, equal, not, oneOf, present } from '../../../src/values/condition.ts';
import { yearOf } from '../../../src/values/dates.ts';
import type { ActionKind, Scene } from '../actions.ts';
import { allOf, ask, chance, dayNear, made, some, wait } from '../scene.ts';

/** Tax forms: made of what was paid in a year, approved, filed, corrected; records of employment. */

/** A number that passes the check of a social insurance number. */
const sinOf = (scene: Scene): string => {
  const digits = Array.from({ length: 8 }, (_, at) => (at === 0 ? 1 + scene.random.below(7) : scene.random.below(10)));
  const sum = digits.reduce(
    (total, digit, at) => total + (at % 2 === 0 ? digit : digit < 5 ? digit * 2 : digit * 2 - 9),
    0,
  );
  return [...digits, (10 - (sum % 10)) % 10].join('');
};

/** Somebody of whom all is known that is written in a form, by a name that nobody else has. */
const hireWhole = async (scene: Scene): Promise<void> => {
  const schedule = some(scene, 'pay_schedule');
  if (!schedule) return;
  const letters = () => Array.from({ length: 10 }, () => 'abcdefghijklmnop'[scene.random.below(16)]).join('');
  const body = {
    first_name: `Ada ${letters()}`,
    last_name: `Roy ${letters()}`,
    date_of_birth: '1990-07-11',
    sin: sinOf(scene),
    address_line_1: `12 ${letters()} Street`,
    city: 'Ottawa',
    province_code: 'ON',
    postal_code: 'K1A 0B1',
    country_code: 'CA',
  };
  const employee_id = made(await ask(scene, { operation: 'create_employee', body }));
  if (!employee_id) return;
  const assignment = { employee_id, pay_schedule_id: schedule.id };
  const work_assignment_id = made(await ask(scene, { operation: 'create_work_assignment', body: assignment }));
  if (!work_assignment_id) return;
  const rate = { type: 'salary', rate: 26_000 * (1 + scene.random.below(6)), expected_hours_per_week: 40 };
  const effective_from = scene.random.pick(['2024-01-01', '2025-11-03']);
  await ask(scene, { operation: 'create_pay_rate', body: { work_assignment_id, ...rate, effective_from } });
};

/** Time passes until everything is paid that was approved. */
const payDay = async ({ world, ...scene }: Scene): Promise<void> => {
  const approved = allOf({ world, ...scene }, 'payroll', not(equal('status', 'draft')));
  const last = approved
    .map(({ pay_date }) => pay_date)
    .sort()
    .at(-1);
  const now_ms = world.ground.clock.now_ms();
  if (last !== undefined) world.pass(Math.max(0, Date.parse(`${last}T17:00:00Z`) - now_ms));
};

const thisYearOr = (scene: Scene): number => {
  const year = yearOf(scene.world.ground.clock.today());
  return chance(scene, 0.9) ? year : year - 1;
};

const makeBatch = async (scene: Scene): Promise<string | undefined> => {
  const entity = some(scene, 'business_entity');
  if (!entity) return undefined;
  const form_type = scene.random.pick(['t4', 't4', 't4', 't4', 't4a', 'rl1']);
  const form_stage = scene.random.pick(['original', 'original', 'amendment', 'amendment', 'cancellation']);
  const body = { owner_id: entity.id, form_type, form_stage, tax_year: thisYearOr(scene) };
  return made(await ask(scene, { operation: 'create_form_batch', body }));
};

const generateInto = async (scene: Scene, batch: { id: string; form_type: string; tax_year: number } | undefined) => {
  const type = batch?.form_type ?? 't4';
  const employee = chance(scene, 0.2) ? some(scene, 'employee') : undefined;
  const request = {
    operation: 'generate_form_type',
    params: { form_type: type },
    body: {
      ...(batch ? { form_batch_id: batch.id } : { tax_year: thisYearOr(scene) }),
      ...(employee ? { employee_ids: [employee.id] } : {}),
      ...(type === 't4' ? { values: { box_45_employer_offered_dental_benefits: '1' } } : {}),
    },
  };
  const generating = ask(scene, request);
  // Twice, as from two windows.
  if (chance(scene, 0.15)) void ask(scene, request);
  return generating;
};

const LOOK_ms = 200;
const MOST_LOOKS = 100;

/** Waits for a task, not for ever. */
const untilEnded = async (scene: Scene, id: string | undefined): Promise<void> => {
  for (let look = 0; id !== undefined && look < MOST_LOOKS; look++) {
    const [task] = allOf(scene, 'async_task', equal('id', id));
    if (task && task.status !== 'processing') return;
    await wait(scene, LOOK_ms);
  }
};

const draftBatch = (scene: Scene) => some(scene, 'form_batch', equal('status', 'draft'));

const generate = async (scene: Scene): Promise<void> => {
  if (!scene.tenant) return;
  const batch = chance(scene, 0.8) ? draftBatch(scene) : undefined;
  await generateInto(scene, batch);
};

const approveAllIn = async (scene: Scene, form_batch_id: string): Promise<void> => {
  const drafts = allOf(scene, 'form', all(equal('form_batch_id', form_batch_id), equal('status', 'draft')));
  await Promise.all(drafts.map(({ id }) => ask(scene, { operation: 'approve_form', params: { form: id } })));
};

/** From the beginning to the end: a batch, its forms, their approval, the agency. */
const fileYear = async (scene: Scene): Promise<void> => {
  const id = await makeBatch(scene);
  const batch = id === undefined ? undefined : some(scene, 'form_batch', equal('id', id));
  if (!batch) return;
  await untilEnded(scene, made(await generateInto(scene, batch)));
  await approveAllIn(scene, batch.id);
  if (chance(scene, 0.9)) await ask(scene, { operation: 'submit_form_batch', params: { form_batch: batch.id } });
};

/** The note of batches that are made when all else is done. */
export const LAST_FORMS = 'the last';

/** What was paid is taken back, the last first: slips that were filed of it are to be cancelled. */
const takeBackPay = async (scene: Scene, payrolls: readonly RecordOf<'payroll'>[]): Promise<void> => {
  const lastFirst = [...payrolls].sort((a, b) => (a.pay_date + a.id < b.pay_date + b.id ? 1 : -1));
  for (const { id } of lastFirst) await ask(scene, { operation: 'unapprove_payroll', params: { payroll: id } });
};

/**
 * The T4s of each employer and year that there were payrolls of: of all stages, when all else is done; of some
 * companies when nothing is paid any more.
 */
const fileAll = async (scene: Scene): Promise<void> => {
  const payrolls = allOf(scene, 'payroll', not(equal('status', 'draft')));
  const years = [...new Set(payrolls.map(({ pay_date }) => yearOf(pay_date)))];
  if (chance(scene, 0.3)) await takeBackPay(scene, payrolls);
  for (const { id: owner_id } of allOf(scene, 'business_entity'))
    for (const tax_year of years)
      for (const form_stage of FORM_STAGES) {
        const body = { owner_id, form_type: 't4', form_stage, tax_year, note: LAST_FORMS };
        const form_batch_id = made(await ask(scene, { operation: 'create_form_batch', body }));
        if (!form_batch_id) continue;
        const generating = { operation: 'generate_form_type', params: { form_type: 't4' }, body: { form_batch_id } };
        await untilEnded(scene, made(await ask(scene, generating)));
      }
};

const batch = (scene: Scene) => makeBatch(scene);

const toForm = async (scene: Scene, operation: string, where: Condition, body?: object): Promise<void> => {
  const found = some(scene, 'form', where);
  if (!found) return;
  const request = { operation, params: { form: found.id }, ...(body ? { body } : {}) };
  const asking = ask(scene, request);
  if (chance(scene, 0.15)) void ask(scene, request);
  await asking;
};

const approveForm = (scene: Scene) => toForm(scene, 'approve_form', equal('status', 'draft'));
const unapproveForm = (scene: Scene) => toForm(scene, 'unapprove_form', equal('status', 'approved'));
const deleteForm = (scene: Scene) => toForm(scene, 'delete_form', present('status'));

/** By hand: a box, its note, or the batch that it goes with. */
const editForm = async (scene: Scene): Promise<void> => {
  const other = draftBatch(scene);
  const body = scene.random.pick<Record<string, unknown>>([
    { note: `note ${scene.random.below(100)}` },
    { note: `note ${scene.random.below(100)}` },
    { form_batch_id: other?.id ?? null },
    { employee_surname: `Roy ${scene.random.below(100)}` },
  ]);
  const where = chance(scene, 0.7) ? equal('status', 'draft') : present('status');
  await toForm(scene, 'update_form', all(where, equal('type', 't4')), body);
};

const submitBatch = async (scene: Scene): Promise<void> => {
  const found = draftBatch(scene);
  if (!found) return;
  if (chance(scene, 0.7)) await approveAllIn(scene, found.id);
  const request = { operation: 'submit_form_batch', params: { form_batch: found.id } };
  const submitting = ask(scene, request);
  if (chance(scene, 0.2)) void ask(scene, request);
  // Meanwhile one of its forms is taken back.
  if (chance(scene, 0.3)) {
    await wait(scene, scene.random.next() * scene.random.pick([5, 50, 500]));
    await toForm(scene, 'unapprove_form', all(equal('form_batch_id', found.id), equal('status', 'approved')));
  }
  await submitting;
};

/** What the simulated agency says, before or after it has a batch. */
const agencySays = async (scene: Scene): Promise<void> => {
  const found = some(scene, 'form_batch', oneOf('status', ['draft', 'processing', 'submitted']));
  const body = scene.random.pick<Record<string, unknown>>([
    { outcome: 'accept' },
    { outcome: 'receive' },
    { outcome: 'reject', reasons: [{ code: '1', text: 'It is not so.' }] },
  ]);
  if (found) await ask(scene, { operation: 'simulate_form_batch', params: { form_batch: found.id }, body });
};

const deleteBatch = async (scene: Scene): Promise<void> => {
  const found = some(scene, 'form_batch');
  if (found) await ask(scene, { operation: 'delete_form_batch', params: { form_batch: found.id } });
};

/** A record of employment as payroll has it, or one that replaces another one. */
const roe = async (scene: Scene): Promise<void> => {
  const assignment = some(scene, 'work_assignment', present('employee_id'));
  if (!assignment) return;
  const owner_id = assignment.employee_id as string;
  const effective_date = scene.world.ground.clock.today();
  const last = chance(scene, 0.5) ? { last_day_for_which_paid: dayNear(scene, -40, 5) } : {};
  const populated = await ask(scene, {
    operation: 'populate_form_type',
    params: { form_type: 'roe' },
    body: { effective_date, employee_id: owner_id, work_assignment_ids: [assignment.id], ...last },
  });
  const body = populated.reply?.body as { data?: { fields?: Record<string, unknown> } } | undefined;
  const values = Object.fromEntries(Object.entries(body?.data?.fields ?? {}).filter(([, value]) => value !== null));
  const before = some(scene, 'form', all(equal('type', 'roe'), equal('owner_id', owner_id), equal('status', 'done')));
  const amends = before ? { stage: 'amendment', original_form_id: before.id } : {};
  const business_entity_id = assignment.business_entity_id as string;
  const own = { owner_id, business_entity_id, type: 'roe', effective_date, ...values, ...amends };
  const id = made(await ask(scene, { operation: 'create_form', body: own }));
  if (id && chance(scene, 0.7)) await ask(scene, { operation: 'submit_form', params: { form: id } });
};

const submitAlone = (scene: Scene) =>
  toForm(scene, 'submit_form', all(equal('type', 'roe'), not(equal('status', 'done'))));

export const formActions = {
  hireWhole: { weight: 2, run: hireWhole },
  payDay: { weight: 3, run: payDay },
  batch: { weight: 1, run: batch },
  fileAll: { weight: 0, run: fileAll },
  generate: { weight: 3, run: generate },
  fileYear: { weight: 6, run: fileYear },
  approveForm: { weight: 2, run: approveForm },
  unapproveForm: { weight: 2, run: unapproveForm },
  editForm: { weight: 2, run: editForm },
  deleteForm: { weight: 1.5, run: deleteForm },
  submitBatch: { weight: 4, run: submitBatch },
  agencySays: { weight: 2, run: agencySays },
  deleteBatch: { weight: 0.7, run: deleteBatch },
  roe: { weight: 2, run: roe },
  submitAlone: { weight: 1, run: submitAlone },
} satisfies Record<string, ActionKind>;
