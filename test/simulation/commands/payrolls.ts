import { nextPayroll } from '../../../src/payrolls/facts/calendar.ts';
import { equal } from '../../../src/values/condition.ts';
import type { ActionKind, Scene } from '../actions.ts';
import { allOf, ask, chance, some } from '../scene.ts';

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

const note = async (scene: Scene): Promise<void> => {
  const payroll = some(scene, 'payroll');
  const body = { note: `note ${scene.random.below(100)}` };
  if (payroll) await ask(scene, { operation: 'update_payroll', params: { payroll: payroll.id }, body });
};

export const payrollActions = {
  approve: { weight: 6, run: approve },
  note: { weight: 0.3, run: note },
} satisfies Record<string, ActionKind>;
