import { describe, expect, test } from 'vitest';
import { type Found, RESTORE } from '../../../src/audit/invariant.ts';
import { paymentsEqualThePayroll, remittancesEqualTheLines } from '../../../src/audit/payments.ts';
import { reconcile } from '../../../src/audit/reconcile.ts';
import { StreamNotFound } from '../../../src/event-store/errors.ts';
import { remittancesOf } from '../../../src/remittances/remitted.ts';
import type { JsonObject } from '../../../src/values/json.ts';
import { decimal, sum, toText } from '../../../src/values/money.ts';
import { auditIn, foundIn } from '../../support/audit-in-memory.ts';
import { type PaymentsWorld, paymentsWorld, splitInThree } from '../../support/payments-world.ts';

/** Given payments of an approved payroll, the audit finds nothing while they are sound, and each planted fault. */

const findings = (world: PaymentsWorld) => foundIn(world, [paymentsEqualThePayroll]);
const shown = (found: readonly Found[]) => found.map(({ record, what }) => `${record}: ${what}`);
const approved = async () => {
  const world = await paymentsWorld(2);
  await splitInThree(world);
  await world.approved();
  return world;
};
const debitOf = async (world: PaymentsWorld) => (await world.payments({ destination: 'payroll_float' })).at(-1)!;
/** The payment of the person who is paid into one account. */
const wholeOf = async (world: PaymentsWorld) => {
  const payees = await world.payments({ destination: 'employee' });
  return payees.find((one) => payees.filter(({ pay_stub_id }) => pay_stub_id === one.pay_stub_id).length === 1)!;
};
const createdAs = async ({ services: { store } }: PaymentsWorld, id: string): Promise<JsonObject> =>
  (await store.readStream(`payment-${id}`))[0]!.data;
const happened = (world: PaymentsWorld, id: string, type: string, data: JsonObject) =>
  world.given.events('payment', id, { type, data: { payroll_id: world.payroll.id, ...data } });
const FAILED = { reason: 'account_closed', return_code: '905', returned_on: '2026-11-20' };

describe('the audit finds nothing in sound payments', () => {
  test('while they wait, when the debit is returned, when it is made again, and when all are paid', async () => {
    const world = await approved();
    expect(await findings(world)).toEqual([]);
    await world.at('2026-11-17T21:30:00.000Z');
    const debit = await debitOf(world);
    await happened(world, debit.id, 'PaymentFailed', FAILED);
    await world.followed();
    expect(await findings(world)).toEqual([]);
    await happened(world, debit.id, 'PaymentReissued', { replaced_by_id: debit.id.replace(/.{4}$/, 'AAAA') });
    await world.followed();
    expect(await findings(world)).toEqual([]);
    for (let day = 18; day <= 30; day++) await world.at(`2026-11-${day}T22:00:00.000Z`);
    await world.at('2026-12-31T22:00:00.000Z');
    expect(await world.statusNow()).toBe('paid');
    expect(await findings(world)).toEqual([]);
    expect((await reconcile(world.payroll.id, auditIn(world)))?.found).toEqual([]);
  });

  test('where what is remitted follows from the lines', async () => {
    const world = await paymentsWorld(2, { remittancesOf });
    await world.approved();
    const [remitted] = await world.payments({ destination: 'cra' });
    expect(Number(remitted!.amount)).toBeGreaterThan(0);
    expect(await foundIn(world, [remittancesEqualTheLines])).toEqual([]);
  });

  test('after the approval is undone', async () => {
    const world = await approved();
    const { approval, journal, payments } = world.managers;
    const data = { pay_schedule_id: world.schedule.id };
    await world.given.events('payroll', world.payroll.id, { type: 'PayrollUnapprovalStarted', data });
    await world.follow(approval, journal, payments);
    expect(await world.statusNow()).toBe('draft');
    expect(await findings(world)).toEqual([]);
  });
});

describe('the audit finds', () => {
  test('an altered amount, in the check and in the reconciliation', async () => {
    const world = await approved();
    const payee = await wholeOf(world);
    const data = await createdAs(world, payee.id);
    await world.given.events('payment', payee.id, { type: 'PaymentCreated', data: { ...data, amount: '2000.00' } });
    const due = `${payee.pay_stub_id}: the net pay is ${payee.amount}, and its payments add up to 2000`;
    expect(shown(await findings(world))).toEqual([
      due,
      expect.stringMatching(/ is funded; 0 arrived, .* is under way/),
    ]);
    expect(shown((await reconcile(world.payroll.id, auditIn(world)))!.found)).toContain(due);
  });

  test('payments whose events are all gone, as a damaged ledger: nobody is told to build anew what still shows them', async () => {
    const world = await approved();
    const gone = await wholeOf(world);
    const { store } = world.services;
    const readStream: typeof store.readStream = async (stream, options) => {
      if (stream === `payment-${gone.id}`) throw new StreamNotFound(stream);
      return store.readStream(stream, options);
    };
    const altered = { ...world, services: { ...world.services, store: { ...store, readStream } } };
    const damaged = expect.objectContaining({
      record: `payment-${gone.id}`,
      what: 'it has no events any more, and its record is read: they were removed, which nothing may do',
      advice: RESTORE,
      isDamage: true,
    });
    expect(await foundIn(altered, [paymentsEqualThePayroll])).toEqual([damaged]);
    expect((await reconcile(world.payroll.id, auditIn(altered)))!.found).toEqual([damaged]);
  });

  test('a debit of another amount, and a remittance to an account that was not planned', async () => {
    const world = await approved();
    const debit = await debitOf(world);
    const [remitted] = await world.payments({ destination: 'cra' });
    const [ofDebit, ofRemitted] = [await createdAs(world, debit.id), await createdAs(world, remitted!.id)];
    await world.given.events('payment', debit.id, { type: 'PaymentCreated', data: { ...ofDebit, amount: '1.00' } });
    await world.given.events('payment', remitted!.id.replace(/.{4}$/, 'AAAA'), {
      type: 'PaymentCreated',
      data: { ...ofRemitted, remittance_account_id: 'ra_01K2ZQ7M4T8W3N5R6V9X0Y1A2B' },
    });
    expect(shown(await findings(world))).toEqual([
      'ra_01K2ZQ7M4T8W3N5R6V9X0Y1A2B: what is remitted is 0, and its payments add up to 777.77',
      `${world.payroll.id}: 1 debits of 1 are to fund ${debit.amount}`,
      expect.stringMatching(/ is funded; 0 arrived, .* is under way and 0 was returned$/),
    ]);
  });

  test('a remittance that is not what the lines withhold and contribute', async () => {
    const world = await approved();
    const [remitted] = await world.payments({ destination: 'cra' });
    const owed = (await world.stubs(world.payroll)).map(({ liability, employee_summary: { net } }) =>
      decimal(liability!).minus(net!),
    );
    expect(shown(await foundIn(world, [remittancesEqualTheLines]))).toEqual([
      `${world.payroll.id}: 777.77 is remitted to ${remitted!.remittance_account_id}, and the lines come to ${toText(sum(owed))}`,
    ]);
  });

  test('a payment that was submitted twice, one that was replaced although it may still arrive, and a missing replacement', async () => {
    const world = await approved();
    const payee = await wholeOf(world);
    const days = {
      process_at: '2026-11-19',
      expected_at: '2026-11-20',
      is_remitted_by_file: false,
      bank_account_id: null,
    };
    await happened(world, payee.id, 'PaymentSubmitted', days);
    await happened(world, payee.id, 'PaymentSubmitted', days);
    expect(shown(await findings(world))).toEqual([`${payee.id}: the payment was submitted 2 times`]);
    const replaced_by_id = payee.id.replace(/.{4}$/, 'AAAA');
    await happened(world, payee.id, 'PaymentReissued', { replaced_by_id });
    expect(shown(await findings(world))).toContain(`${payee.id}: ${replaced_by_id}, which replaces it, does not exist`);
    await world.follow(world.managers.payments);
    expect(shown(await findings(world))).toContain(
      `${payee.id}: the payment is processing, and ${replaced_by_id} replaces it`,
    );
  });

  test('payments that were canceled although their debit is paid, and open payments of an approval that was undone', async () => {
    const world = await approved();
    const payee = await wholeOf(world);
    await world.at('2026-11-19T05:00:00.000Z');
    await happened(world, payee.id, 'PaymentCanceled', { reason: 'funding_failed' });
    const stray = payee.id.replace(/.{4}$/, 'AAAA');
    const data = { ...(await createdAs(world, payee.id)), approval_id: crypto.randomUUID() };
    await world.given.events('payment', stray, { type: 'PaymentCreated', data });
    expect(shown(await findings(world))).toEqual([
      `${stray}: the payment is pending, and its approval is no longer in force`,
      `${world.payroll.id}: ${payee.amount} is canceled, and the debit that funds it was not returned`,
    ]);
  });
});
