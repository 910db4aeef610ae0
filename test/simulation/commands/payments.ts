import { absent, all, equal, oneOf } from '../../../src/values/condition.ts';
import { addDays } from '../../../src/values/dates.ts';
import type { ActionKind, Scene } from '../actions.ts';
import { allOf, ask, chance, made, some } from '../scene.ts';

/** Live employers, whose payrolls move money, and what happens to payments. */

const BANK = { institution_number: '003', transit_number: '00123' };
/** Whom an employer remits to, by which numbers. */
export const AGENCIES = [
  ['ca_cra', '123456782RP0001'],
  ['ca_rq', '1234567891RS0001'],
] as const;
const PAD = { pad_signer_name: 'Ada Roy', pad_signer_email: 'ada@northlake.example', pad_signer_title: 'Owner' };

/** What a live employer needs before it pays anybody: what it is debited from, and whom it remits to. */
export const openAccounts = async (scene: Scene, business_entity_id: string): Promise<void> => {
  const account = { business_entity_id, ...BANK, account_number: '7654321', ...PAD };
  await ask(scene, { operation: 'create_bank_account', body: account });
  for (const [account_provider, account_identifier] of AGENCIES)
    await ask(scene, {
      operation: 'create_remittance_account',
      body: { business_entity_id, account_provider, account_identifier },
    });
};

const liveEmployer = async (scene: Scene): Promise<void> => {
  if (!scene.tenant) return;
  const province = { type: 'ca::province_of_employment', value: 'ca_on', effective_from: '2024-01-01' };
  const business_entity_id = made(
    await ask(scene, {
      operation: 'create_business_entity',
      body: {
        name: 'Northlake Live',
        business_number: '123456782RP0001',
        in_preview: false,
        tax_properties: [province],
      },
    }),
  );
  if (!business_entity_id) return;
  await openAccounts(scene, business_entity_id);
};

const liveSchedule = async (scene: Scene): Promise<void> => {
  const entity = some(scene, 'business_entity', equal('in_preview', false));
  if (!entity) return;
  const pay = addDays(scene.world.ground.clock.today(), 10 + scene.random.below(10));
  const body = { business_entity_id: entity.id, title: 'Weekly', pay_frequency: 'weekly' };
  await ask(scene, {
    operation: 'create_pay_schedule',
    body: { ...body, anchor_pay_date: pay, anchor_end_of_pay_period: pay },
  });
};

/** Somebody who is paid into an account; or another account of somebody. */
const openAccount = async (scene: Scene): Promise<void> => {
  const accounts = allOf(scene, 'bank_account');
  const without = allOf(scene, 'employee').filter(({ id }) => accounts.every(({ employee_id }) => employee_id !== id));
  const employee = without.length > 0 ? scene.random.pick(without) : some(scene, 'employee');
  if (!employee) return;
  const account_number = String(1_000_000 + scene.random.below(1_000_000));
  await ask(scene, { operation: 'create_bank_account', body: { employee_id: employee.id, ...BANK, account_number } });
};

const toPayment = async (
  scene: Scene,
  operation: string,
  statuses: readonly string[],
  body?: object,
): Promise<void> => {
  const payment = some(scene, 'payment', oneOf('status', statuses));
  if (payment) await ask(scene, { operation, params: { payment: payment.id }, ...(body ? { body } : {}) });
};

const hold = (scene: Scene) => toPayment(scene, 'hold_payment', ['pending']);
const release = (scene: Scene) => toPayment(scene, 'release_payment', ['pending']);
const come = (scene: Scene) => {
  const body = chance(scene, 0.6) ? { outcome: 'settled' } : { outcome: 'returned', reason: 'account_closed' };
  return toPayment(scene, 'simulate_payment', ['pending', 'processing'], body);
};

/** All payments of a payroll are told what comes of them, the debit among them. */
const comeAll = async (scene: Scene): Promise<void> => {
  const one = some(scene, 'payment', equal('status', 'pending'));
  if (!one) return;
  const pending = allOf(scene, 'payment', all(equal('payroll_id', one.payroll_id), equal('status', 'pending')));
  await Promise.all(
    pending.map(({ id }) =>
      ask(scene, { operation: 'simulate_payment', params: { payment: id }, body: { outcome: 'settled' } }),
    ),
  );
};

const comeBack = (scene: Scene) => toPayment(scene, 'simulate_payment', ['paid'], { outcome: 'returned' });

/** Of one that failed; twice, as from two windows. */
const payAgain = async (scene: Scene): Promise<void> => {
  const failed = some(scene, 'payment', all(equal('status', 'failed'), absent('replaced_by_id')));
  const payment = failed ?? some(scene, 'payment', equal('status', 'failed'));
  if (!payment) return;
  const paying = ask(scene, { operation: 'pay_payment_again', params: { payment: payment.id } });
  if (chance(scene, 0.2)) void ask(scene, { operation: 'pay_payment_again', params: { payment: payment.id } });
  await paying;
};

export const paymentActions = {
  liveEmployer: { weight: 0, run: liveEmployer },
  liveSchedule: { weight: 0.5, run: liveSchedule },
  openAccount: { weight: 4, run: openAccount },
  hold: { weight: 1, run: hold },
  release: { weight: 1, run: release },
  come: { weight: 5, run: come },
  comeAll: { weight: 6, run: comeAll },
  comeBack: { weight: 2, run: comeBack },
  payAgain: { weight: 4, run: payAgain },
} satisfies Record<string, ActionKind>;
