import { nextPayroll } from '../../../src/payrolls/facts/calendar.ts';
import { all, equal, not, oneOf } from '../../../src/values/condition.ts';
import { addDays } from '../../../src/values/dates.ts';
import type { ActionKind, Scene } from '../actions.ts';
import { allOf, ask, chance, dayNear, made, some, wait } from '../scene.ts';
import { openAccounts } from './payments.ts';

/** Payrolls and pay stubs that callers make, what is corrected on them, and the end of preview. */

const customSchedule = async (scene: Scene): Promise<void> => {
  const entity = some(scene, 'business_entity');
  if (!entity) return;
  const pay = scene.world.ground.clock.today();
  const body = { business_entity_id: entity.id, title: 'Custom', pay_frequency: 'custom' };
  await ask(scene, {
    operation: 'create_pay_schedule',
    body: { ...body, anchor_pay_date: pay, anchor_end_of_pay_period: pay },
  });
};

const accounts = async (scene: Scene): Promise<void> => {
  const entity = some(scene, 'business_entity');
  if (entity) await openAccounts(scene, entity.id);
};

const MADE = ['off_cycle', 'historical', 'correction'];
const isByHand = oneOf('type', MADE);

const makePayroll = async (scene: Scene): Promise<void> => {
  const schedule = some(scene, 'pay_schedule');
  if (!schedule) return;
  const isCustom = schedule.pay_frequency === 'custom';
  const type = scene.random.pick(isCustom ? ['regular', 'regular', ...MADE] : MADE);
  const day = dayNear(scene, type === 'historical' ? -60 : -15, 30);
  const source = some(scene, 'payroll', all(equal('pay_schedule_id', schedule.id), equal('type', 'regular')));
  const period = { period_start: addDays(day, -13), period_end: addDays(day, -scene.random.below(5)) };
  const custom = { original_pay_date: day, custom_pay_frequency: scene.random.pick(['weekly', 'bi-weekly']) };
  const dates = isCustom ? { ...period, ...custom } : { ...period, pay_date: day };
  const body =
    type === 'off_cycle'
      ? { source_payroll_id: source?.id ?? null, pay_date: dayNear(scene, 3, 30) }
      : {
          ...dates,
          ...(type === 'correction' && chance(scene, 0.5) && source ? { source_payroll_id: source.id } : {}),
        };
  const payroll = made(
    await ask(scene, { operation: 'create_payroll', body: { pay_schedule_id: schedule.id, type, ...body } }),
  );
  if (!payroll) return;
  const people = allOf(scene, 'work_assignment', equal('pay_schedule_id', schedule.id));
  for (const { id } of people.filter(() => chance(scene, 0.7)))
    await ask(scene, { operation: 'create_pay_stub', body: { payroll_id: payroll, work_assignment_id: id } });
};

const draftByHand = (scene: Scene) => {
  const custom = allOf(scene, 'pay_schedule').flatMap(({ id, pay_frequency }) =>
    pay_frequency === 'custom' ? [id] : [],
  );
  const drafts = allOf(scene, 'payroll', equal('status', 'draft'));
  const mine = drafts.filter(({ type, pay_schedule_id }) => type !== 'regular' || custom.includes(pay_schedule_id));
  return mine.length === 0 ? undefined : scene.random.pick(mine);
};

const movePayroll = async (scene: Scene): Promise<void> => {
  const payroll = some(scene, 'payroll', all(equal('status', 'draft'), isByHand));
  const body = { pay_date: dayNear(scene, -20, 40) };
  if (payroll) await ask(scene, { operation: 'update_payroll', params: { payroll: payroll.id }, body });
};

const deletePayroll = async (scene: Scene): Promise<void> => {
  const payroll = draftByHand(scene);
  if (payroll) await ask(scene, { operation: 'delete_payroll', params: { payroll: payroll.id } });
};

const addStub = async (scene: Scene): Promise<void> => {
  const payroll = draftByHand(scene);
  const assignment = payroll && some(scene, 'work_assignment', equal('pay_schedule_id', payroll.pay_schedule_id));
  if (!payroll || !assignment) return;
  const body = { payroll_id: payroll.id, work_assignment_id: assignment.id };
  const adding = ask(scene, { operation: 'create_pay_stub', body });
  if (chance(scene, 0.2)) void ask(scene, { operation: 'create_pay_stub', body });
  await adding;
};

const removeStub = async (scene: Scene): Promise<void> => {
  const payroll = draftByHand(scene);
  const stub = payroll && some(scene, 'pay_stub', equal('payroll_id', payroll.id));
  if (stub) await ask(scene, { operation: 'delete_pay_stub', params: { pay_stub: stub.id } });
};

const lineByHand = async (scene: Scene): Promise<void> => {
  const payroll = draftByHand(scene);
  const stub = payroll && some(scene, 'pay_stub', equal('payroll_id', payroll.id));
  if (!stub) return;
  const negative = payroll.type === 'correction' && chance(scene, 0.5);
  const custom_amount = (negative ? -1 : 1) * (10 + scene.random.below(3_000));
  const body = { pay_stub_id: stub.id, earning_type: 'bonus_discretionary', custom_amount };
  await ask(scene, { operation: 'create_earning_line_item', body });
};

const reimburse = async (scene: Scene): Promise<void> => {
  const stub = some(scene, 'pay_stub', equal('is_closed', false));
  if (!stub) return;
  const body = {
    pay_stub_id: stub.id,
    reimbursement_type: 'non_taxable_reimbursement',
    custom_amount: 10 + scene.random.below(90),
  };
  await ask(scene, { operation: 'create_reimbursement_line_item', body });
};

/** Any draft, also one that another comes before; twice, as from two windows. */
const approveAny = async (scene: Scene): Promise<void> => {
  const any = draftByHand(scene) ?? nextPayroll(allOf(scene, 'payroll'));
  if (!any) return;
  const request = { operation: 'approve_payroll', params: { payroll: any.id } };
  const approving = ask(scene, request);
  if (chance(scene, 0.2)) void ask(scene, request);
  await approving;
};

/** Approved, and meanwhile deleted, moved, or what is on it changed. */
const approveAndChange = async (scene: Scene): Promise<void> => {
  const payroll = draftByHand(scene);
  if (!payroll) return;
  const stub = some(scene, 'pay_stub', equal('payroll_id', payroll.id));
  const assignment = some(scene, 'work_assignment', equal('pay_schedule_id', payroll.pay_schedule_id));
  const params = { payroll: payroll.id };
  const approving = ask(scene, { operation: 'approve_payroll', params });
  await wait(scene, scene.random.next() * scene.random.pick([5, 50, 500]));
  const change = scene.random.pick(['delete', 'move', 'take off', 'add']);
  if (change === 'delete') await ask(scene, { operation: 'delete_payroll', params });
  if (change === 'move')
    await ask(scene, { operation: 'update_payroll', params, body: { pay_date: dayNear(scene, -20, 40) } });
  if (change === 'take off' && stub) await ask(scene, { operation: 'delete_pay_stub', params: { pay_stub: stub.id } });
  if (change === 'add' && assignment)
    await ask(scene, {
      operation: 'create_pay_stub',
      body: { payroll_id: payroll.id, work_assignment_id: assignment.id },
    });
  await approving;
};

const unapproveAny = async (scene: Scene): Promise<void> => {
  const payroll = some(scene, 'payroll', not(equal('status', 'draft')));
  if (payroll) await ask(scene, { operation: 'unapprove_payroll', params: { payroll: payroll.id } });
};

/** A line of a closed stub, on an open one of the same work assignment. */
const adjust = async (scene: Scene): Promise<void> => {
  const closed = some(scene, 'pay_stub', equal('is_closed', true));
  if (!closed) return;
  const line = some(scene, 'earning_line_item', equal('pay_stub_id', closed.id));
  const of = all(equal('work_assignment_id', closed.work_assignment_id), equal('is_closed', false));
  const open = some(scene, 'pay_stub', of);
  if (!line || !open) return;
  const expected_amount = scene.random.below(3_000);
  const body = { correction_pay_stub_id: open.id, source_line_item_id: line.id, expected_amount };
  const adjusting = ask(scene, { operation: 'create_adjustment', body });
  if (chance(scene, 0.2)) void ask(scene, { operation: 'create_adjustment', body });
  await adjusting;
};

const deleteAdjustment = async (scene: Scene): Promise<void> => {
  const adjustment = some(scene, 'adjustment');
  if (adjustment) await ask(scene, { operation: 'delete_adjustment', params: { adjustment: adjustment.id } });
};

/** Perhaps while a payroll is being approved or taken back; twice, as from two windows. */
const endPreview = async (scene: Scene): Promise<void> => {
  const entity = some(scene, 'business_entity', equal('in_preview', true));
  if (!entity) return;
  if (chance(scene, 0.4)) {
    void (chance(scene, 0.7) ? approveAny(scene) : unapproveAny(scene));
    await wait(scene, scene.random.next() * scene.random.pick([5, 50, 500]));
  }
  const flag = () => chance(scene, 0.5);
  const body = {
    convert_paid_payrolls: flag(),
    preserve_draft_line_items: flag(),
    preserve_draft_off_cycles: flag(),
  };
  const request = { operation: 'end_preview_of_business_entity', params: { business_entity: entity.id }, body };
  const ending = ask(scene, request);
  if (chance(scene, 0.2)) void ask(scene, request);
  await ending;
};

export const byHandActions = {
  customSchedule: { weight: 0.5, run: customSchedule },
  accounts: { weight: 0, run: accounts },
  makePayroll: { weight: 5, run: makePayroll },
  movePayroll: { weight: 1.5, run: movePayroll },
  deletePayroll: { weight: 1.5, run: deletePayroll },
  addStub: { weight: 3, run: addStub },
  removeStub: { weight: 2, run: removeStub },
  lineByHand: { weight: 6, run: lineByHand },
  reimburse: { weight: 1, run: reimburse },
  approveAny: { weight: 6, run: approveAny },
  approveAndChange: { weight: 3, run: approveAndChange },
  unapproveAny: { weight: 3, run: unapproveAny },
  adjust: { weight: 2, run: adjust },
  deleteAdjustment: { weight: 1, run: deleteAdjustment },
  endPreview: { weight: 0.7, run: endPreview },
} satisfies Record<string, ActionKind>;
