import { nextPayroll } from '../../../src/payrolls/facts/calendar.ts';
import { absent, equal } from '../../../src/values/condition.ts';
import type { ActionKind, Scene } from '../actions.ts';
import { allOf, ask, chance, dayNear, made, some } from '../scene.ts';
import { AGENCIES } from './payments.ts';

/** Where money goes: splits of net pay, accounts that change, and whom deductions and contributions are remitted to. */

/** Net pay goes to two accounts of somebody, also while a payroll is being approved. */
const split = async (scene: Scene): Promise<void> => {
  const known = some(scene, 'pay_split');
  if (known && chance(scene, 0.5)) {
    const request = scene.random.pick([
      { operation: 'update_pay_split', body: { title: `split ${scene.random.below(100)}`, is_default: true } },
      { operation: 'update_pay_split', body: amounts(scene) },
      { operation: 'delete_pay_split' },
    ]);
    await ask(scene, { ...request, params: { pay_split: known.id } });
    return;
  }
  const accounts = allOf(scene, 'bank_account').filter(({ employee_id }) => employee_id !== null);
  const first = accounts.length > 0 ? scene.random.pick(accounts) : undefined;
  const second = accounts.find(({ id, employee_id }) => id !== first?.id && employee_id === first?.employee_id);
  if (!first || !second) return;
  const { employee_id } = first;
  const body = { employee_id, priority_1_bank_account_id: first.id, priority_2_bank_account_id: second.id };
  await ask(scene, { operation: 'create_pay_split', body: { ...body, ...amounts(scene), is_default: true } });
};

const amounts = (scene: Scene): Record<string, unknown> => {
  if (chance(scene, 0.5))
    return { type: 'fixed', priority_1_amount: 10 + scene.random.below(2_000), priority_2_amount: null };
  const share = 1 + scene.random.below(98);
  return { type: 'percentage', priority_1_amount: share, priority_2_amount: 100 - share };
};

/** Another number of an account, its first place, or its end. */
const changeAccount = async (scene: Scene): Promise<void> => {
  const account = some(scene, 'bank_account');
  if (!account) return;
  const request = scene.random.pick([
    { operation: 'update_bank_account', body: { account_number: String(1_000_000 + scene.random.below(1_000_000)) } },
    { operation: 'update_bank_account', body: { is_primary: true } },
    { operation: 'delete_bank_account' },
  ]);
  await ask(scene, { ...request, params: { bank_account: account.id } });
};

/** Whose net pay the employer hands over. */
const payByHand = async (scene: Scene): Promise<void> => {
  const stub = some(scene, 'pay_stub', equal('is_closed', false));
  const payment_method = scene.random.pick(['manual', 'direct_deposit']);
  if (stub) await ask(scene, { operation: 'update_pay_stub', params: { pay_stub: stub.id }, body: { payment_method } });
};

/** A second account with an agency, which somebody or a deduction is remitted to; or a change of one. */
const remit = async (scene: Scene): Promise<void> => {
  const known = some(scene, 'remittance_account');
  if (known && chance(scene, 0.6)) {
    const request = scene.random.pick([
      { operation: 'update_remittance_account', body: { is_default: true } },
      { operation: 'update_remittance_account', body: { is_remitted_by_employer: chance(scene, 0.5) } },
      { operation: 'delete_remittance_account' },
    ]);
    await ask(scene, { ...request, params: { remittance_account: known.id } });
    return;
  }
  const entity = some(scene, 'business_entity');
  if (!entity) return;
  const number = String(1 + scene.random.below(50)).padStart(4, '0');
  const provider = scene.random.pick([
    { account_provider: 'ca_cra', account_identifier: `123456782RP${number}` },
    { account_provider: 'other', label: `Sheriff ${number}` },
  ]);
  const body = { business_entity_id: entity.id, ...provider };
  const account = made(await ask(scene, { operation: 'create_remittance_account', body }));
  if (account && provider.account_provider === 'ca_cra') await enrol(scene, account, entity.id);
};

const enrol = async (scene: Scene, remittance_account_id: string, entity: string): Promise<void> => {
  const assignment = some(scene, 'work_assignment', equal('business_entity_id', entity));
  if (!assignment) return;
  const body = { remittance_account_id, work_assignment_id: assignment.id, effective_from: dayNear(scene, -40, 30) };
  const replacing = chance(scene, 0.5) ? { overlap_strategy: 'replace_existing' } : {};
  await ask(scene, { operation: 'create_remittance_account_enrollment', body: { ...body, ...replacing } });
};

const changeEnrolment = async (scene: Scene): Promise<void> => {
  const enrollment = some(scene, 'remittance_account_enrollment');
  if (!enrollment) return;
  const request = scene.random.pick([
    { operation: 'update_remittance_account_enrollment', body: { effective_to: dayNear(scene, -10, 60) } },
    { operation: 'delete_remittance_account_enrollment' },
  ]);
  await ask(scene, { ...request, params: { remittance_account_enrollment: enrollment.id } });
};

/** What keeps the next payroll from being paid is put right, as far as somebody would, and it is approved. */
const payNext = async (scene: Scene): Promise<void> => {
  const next = nextPayroll(allOf(scene, 'payroll', equal('type', 'regular')));
  if (!next) return;
  const accounts = allOf(scene, 'remittance_account', equal('business_entity_id', next.business_entity_id as string));
  for (const [account_provider, account_identifier] of AGENCIES)
    if (!accounts.some((account) => account.account_provider === account_provider && account.account_identifier)) {
      const body = { business_entity_id: next.business_entity_id, account_provider, account_identifier };
      await ask(scene, { operation: 'create_remittance_account', body });
    }
  for (const stub of allOf(scene, 'pay_stub', equal('payroll_id', next.id))) {
    const params = { pay_stub: stub.id };
    await ask(scene, { operation: 'update_pay_stub', params, body: { payment_method: 'manual' } });
    if (!String(stub.employee_summary?.net ?? '0').startsWith('-')) continue;
    const line = { earning_type: 'bonus_discretionary', custom_amount: 20_000 };
    await ask(scene, { operation: 'create_earning_line_item', body: { pay_stub_id: stub.id, ...line } });
  }
  await ask(scene, { operation: 'approve_payroll', params: { payroll: next.id } });
};

/** What a deduction takes is handed to an account of its own. */
const remitDeduction = async (scene: Scene): Promise<void> => {
  const deduction = some(scene, 'deduction', absent('remittance_account_id'));
  const account = deduction && some(scene, 'remittance_account', equal('account_provider', 'other'));
  if (!deduction || !account) return;
  const body = { remittance_account_id: account.id };
  await ask(scene, { operation: 'update_deduction', params: { deduction: deduction.id }, body });
};

export const moneyActions = {
  split: { weight: 2, run: split },
  changeAccount: { weight: 2, run: changeAccount },
  payByHand: { weight: 1, run: payByHand },
  remit: { weight: 2, run: remit },
  changeEnrolment: { weight: 0.7, run: changeEnrolment },
  payNext: { weight: 8, run: payNext },
  remitDeduction: { weight: 0.5, run: remitDeduction },
} satisfies Record<string, ActionKind>;
