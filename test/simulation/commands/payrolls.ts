import { nextPayroll } from '../../../src/payrolls/facts/calendar.ts';
import { equal, not } from '../../../src/values/condition.ts';
import { addDays } from '../../../src/values/dates.ts';
import type { ActionKind, Scene } from '../actions.ts';
import { allOf, ask, chance, some, wait } from '../scene.ts';

/** Payrolls. */

const approve = async (scene: Scene): Promise<void> => {
  const schedule = some(scene, 'pay_schedule');
  if (!schedule) return;
  const drafts = allOf(scene, 'payroll', equal('pay_schedule_id', schedule.id));
  const payroll = nextPayroll(drafts);
  if (!payroll) return;
  const approving = ask(scene, { operation: 'approve_payroll', params: { payroll: payroll.id } });
  // Twice, as from two windows.
  if (chance(scene, 0.1)) void ask(scene, { operation: 'approve_payroll', params: { payroll: payroll.id } });
  await approving;
};

/** The last approved one of a schedule, or any: it may be refused. */
const unapprove = async (scene: Scene): Promise<void> => {
  const approved = allOf(scene, 'payroll', not(equal('status', 'draft')));
  const last = approved.sort((a, b) => (a.pay_date + a.id < b.pay_date + b.id ? -1 : 1)).at(-1);
  const payroll = chance(scene, 0.8) ? last : some(scene, 'payroll', not(equal('status', 'draft')));
  if (!payroll) return;
  const unapproving = ask(scene, { operation: 'unapprove_payroll', params: { payroll: payroll.id } });
  if (chance(scene, 0.1)) void ask(scene, { operation: 'unapprove_payroll', params: { payroll: payroll.id } });
  await unapproving;
};

/** Taken back and approved again at once; or the next one approved meanwhile. */
const unapproveAndApprove = async (scene: Scene): Promise<void> => {
  const approved = allOf(scene, 'payroll', not(equal('status', 'draft')));
  const payroll = approved.sort((a, b) => (a.pay_date + a.id < b.pay_date + b.id ? -1 : 1)).at(-1);
  if (!payroll) return;
  const next = nextPayroll(allOf(scene, 'payroll', equal('pay_schedule_id', payroll.pay_schedule_id)));
  const unapproving = ask(scene, { operation: 'unapprove_payroll', params: { payroll: payroll.id } });
  await wait(scene, scene.random.next() * scene.random.pick([5, 50, 500]));
  const then = next && chance(scene, 0.5) ? next : payroll;
  await ask(scene, { operation: 'approve_payroll', params: { payroll: then.id } });
  await unapproving;
};

/** Somebody leaves the schedule while an approval is under way. */
const approveAndMove = async (scene: Scene): Promise<void> => {
  const payroll = nextPayroll(allOf(scene, 'payroll', equal('type', 'regular')));
  const stub = payroll && some(scene, 'pay_stub', equal('payroll_id', payroll.id));
  if (!stub) return;
  const approving = ask(scene, { operation: 'approve_payroll', params: { payroll: payroll.id } });
  await wait(scene, scene.random.next() * scene.random.pick([5, 50, 500]));
  const assignment = stub.work_assignment_id as string;
  const elsewhere = some(scene, 'pay_schedule', not(equal('id', payroll.pay_schedule_id as string)));
  const body =
    elsewhere && chance(scene, 0.6)
      ? { pay_schedule_id: elsewhere.id }
      : { archived_at: addDays(payroll.period_start as string, -1) };
  await ask(scene, { operation: 'update_work_assignment', params: { work_assignment: assignment }, body });
  await approving;
};

const stubNote = async (scene: Scene): Promise<void> => {
  const stub = some(scene, 'pay_stub', equal('is_closed', false));
  const body = { note: `stub ${scene.random.below(100)}` };
  if (stub) await ask(scene, { operation: 'update_pay_stub', params: { pay_stub: stub.id }, body });
};

const note = async (scene: Scene): Promise<void> => {
  const payroll = some(scene, 'payroll');
  const body = { note: `note ${scene.random.below(100)}` };
  if (payroll) await ask(scene, { operation: 'update_payroll', params: { payroll: payroll.id }, body });
};

export const payrollActions = {
  approve: { weight: 6, run: approve },
  approveAndMove: { weight: 2, run: approveAndMove },
  unapprove: { weight: 2, run: unapprove },
  unapproveAndApprove: { weight: 1, run: unapproveAndApprove },
  stubNote: { weight: 0.7, run: stubNote },
  note: { weight: 0.3, run: note },
} satisfies Record<string, ActionKind>;
