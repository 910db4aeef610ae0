import { describe, expect, test } from 'vitest';
import { paymentSubmitted } from '../../../src/banking/events.ts';
import { StoreUnavailable } from '../../../src/event-store/errors.ts';
import type { EventStore } from '../../../src/event-store/port.ts';
import { act } from '../../../src/kernel/calls/actions.ts';
import { AHEAD } from '../../../src/kernel/changes/in-turns.ts';
import type { Call } from '../../../src/kernel/definition/operation.ts';
import { type RecordOf, streamOf } from '../../../src/kernel/definition/resource.ts';
import { paidAmong } from '../../../src/pay-records/paid-stubs.ts';
import { paymentOperations, releaseOverdue } from '../../../src/payments/actions.ts';
import { onPayment } from '../../../src/processes/payments/step.ts';
import type { Remitted } from '../../../src/remittances/remitted.ts';
import { sum, toText } from '../../../src/values/money.ts';
import { ACCOUNT, type PaymentsWorld, paymentsWorld, splitInThree } from '../../support/payments-world.ts';
import type { PayrollWorldOptions } from '../../support/payroll-world.ts';

/** Given a live employer's approved payroll, when days pass and banks answer, then its payments and status follow. */

const total = (payments: readonly RecordOf<'payment'>[]) => toText(sum(payments.map(({ amount }) => amount)));
const seen = (payments: readonly RecordOf<'payment'>[]) =>
  payments.map(({ destination, status }) => `${destination} ${status}`).sort();
const netsOf = async (world: PaymentsWorld) =>
  (await world.stubs(world.payroll)).map(({ employee_summary }) => employee_summary.net ?? '0');
const debitOf = async (world: PaymentsWorld) => (await world.payments({ destination: 'payroll_float' })).at(-1)!;
/** How many payments the payroll's stream says that were made. */
const countMade = async ({ services, payroll }: PaymentsWorld) => {
  const events = await services.store.readStream(streamOf('payroll', payroll.id));
  return events.flatMap(({ type, data }) => (type === 'PayrollPaymentsMade' ? [data.payment_count] : []));
};
const happened = (world: PaymentsWorld, id: string, type: string, data: Record<string, never> | object) =>
  world.given.events('payment', id, { type, data: { payroll_id: world.payroll.id, ...data } });
const returned = (world: PaymentsWorld, id: string, reason = 'account_closed') =>
  happened(world, id, 'PaymentFailed', { reason, return_code: '905', returned_on: '2026-11-20' });
const reissued = async (world: PaymentsWorld, id: string) => {
  const replaced_by_id = id.replace(/.{4}$/, 'AAAA');
  await happened(world, id, 'PaymentReissued', { replaced_by_id });
  await world.followed();
  return replaced_by_id;
};

// Pay day is Friday the 20th of November, the debit is on Tuesday the 17th.
const DEBITED = '2026-11-17T21:30:00.000Z';
const FUNDED = '2026-11-19T05:00:00.000Z';
const SENT = '2026-11-19T21:30:00.000Z';
const PAY_DAY = '2026-11-20T05:00:00.000Z';
const REMITTED = '2026-12-15T05:00:00.000Z';

/** Everything happens on its day. */
const paidInTime = async (world: PaymentsWorld): Promise<void> => {
  for (const day of [DEBITED, FUNDED, SENT, PAY_DAY, '2026-11-20T21:30:00.000Z', REMITTED]) await world.at(day);
};

describe('an approval makes payments', () => {
  test('payment 1 to 3: one for each net pay and each account that is remitted to, and the debit that funds them to the cent', async () => {
    const world = await paymentsWorld(2);
    await world.approved();
    const payments = await world.payments();
    expect(seen(payments)).toEqual(['cra pending', 'employee pending', 'employee pending', 'payroll_float pending']);
    const [employees, remitted] = [
      await world.payments({ destination: 'employee' }),
      await world.payments({ destination: 'cra' }),
    ];
    expect(employees.map(({ amount }) => amount).sort()).toEqual((await netsOf(world)).sort());
    const payroll = await world.stateOf('payroll', world.payroll.id);
    expect((await debitOf(world)).amount).toBe(total([...employees, ...remitted]));
    expect(payroll).toMatchObject({ status: 'approved', payments: { funding: (await debitOf(world)).amount } });
    expect(await countMade(world)).toEqual([4]);
    expect(
      payments.map(({ destination, process_at, expected_at }) => [destination, process_at, expected_at]).sort(),
    ).toEqual([
      ['cra', '2026-11-20', '2026-12-15'],
      ['employee', '2026-11-19', '2026-11-20'],
      ['employee', '2026-11-19', '2026-11-20'],
      ['payroll_float', '2026-11-17', '2026-11-19'],
    ]);
  });

  test.each([
    ['in time, where it was asked for by its hour and ended behind it', '2026-11-17T21:30:20.000Z', '17', '19', '20'],
    ['late, where it ended on another day than it was asked for', '2026-11-18T14:00:00.000Z', '18', '20', '23'],
  ])('%s: its payments move on the days of such an approval', async (_, ended, debited, settled, paid) => {
    const world = await paymentsWorld(1);
    world.clock.set('2026-11-17T21:29:59.000Z');
    const data = { pay_schedule_id: world.schedule.id };
    await world.given.events('payroll', world.payroll.id, { type: 'PayrollApprovalStarted', data });
    world.clock.set(ended);
    await world.follow(world.managers.approval, world.managers.journal, world.managers.payments);
    const [payee] = await world.payments({ destination: 'employee' });
    expect(await debitOf(world)).toMatchObject({
      process_at: `2026-11-${debited}`,
      expected_at: `2026-11-${settled}`,
    });
    expect(payee).toMatchObject({ process_at: `2026-11-${settled}`, expected_at: `2026-11-${paid}` });
  });

  test('payment 8: none in preview', async () => {
    const world = await paymentsWorld(1, { isPreview: true });
    await world.approved();
    expect(await world.payments()).toEqual([]);
    expect(await world.statusNow()).toBe('paid');
  });

  test('one without funding for a person who is paid by hand', async () => {
    const world = await paymentsWorld(1);
    const [stub] = await world.stubs(world.payroll);
    await world.given.changed('pay_stub', stub!.id, { payment_method: 'manual' });
    await world.approved();
    const [cheque] = await world.payments({ destination: 'employee' });
    expect(cheque).toMatchObject({ method: 'manual', bank_account_id: null });
    expect((await debitOf(world)).amount).toBe(total(await world.payments({ destination: 'cra' })));
    await paidInTime(world);
    expect(await world.statusNow()).toBe('paid');
  });

  test('and no debit where everything is paid by hand, nor any payment of a stub without net pay', async () => {
    const byHand: Remitted[] = [];
    const world = await paymentsWorld(1, { remittancesOf: async () => byHand });
    const [{ id: remittance_account_id }] = world.rows('remittance_account') as [RecordOf<'remittance_account'>];
    byHand.push({
      ...{ remittance_account_id, destination: 'cra', is_manual: true, amount: '777.77' },
      ...{ due_on: '2026-12-15', is_moved: false },
    });
    const [stub] = await world.stubs(world.payroll);
    await world.given.changed('pay_stub', stub!.id, { payment_method: 'manual' });
    const unpaid = await world.hired({});
    await world.given.created('bank_account', { employee_id: unpaid.employee.id, ...ACCOUNT });
    await world.populated();
    expect((await netsOf(world)).sort()).toEqual(['0', stub!.employee_summary.net]);
    await world.approved();
    expect(
      (await world.payments()).map(({ destination, method, amount }) => [destination, method, amount]).sort(),
    ).toEqual([
      ['cra', 'manual', '777.77'],
      ['employee', 'manual', stub!.employee_summary.net],
    ]);
    expect(await countMade(world)).toEqual([2]);
  });

  test('none where nobody is owed anything, and the payroll is paid at once', async () => {
    const world = await paymentsWorld(0, { remittancesOf: async () => [] });
    const unpaid = await world.hired({});
    await world.given.created('bank_account', { employee_id: unpaid.employee.id, ...ACCOUNT });
    await world.populated();
    expect(await netsOf(world)).toEqual(['0']);
    await world.approved();
    expect(await world.payments()).toEqual([]);
    expect(await countMade(world)).toEqual([0]);
    expect(await world.statusNow()).toBe('paid');
  });

  test('one for each account of a pay split, which add up to the net pay', async () => {
    const world = await paymentsWorld(1);
    await splitInThree(world);
    await world.approved();
    const parts = await world.payments({ destination: 'employee' });
    expect(parts.map(({ bank_account_id }) => bank_account_id)).toHaveLength(3);
    expect(new Set(parts.map(({ bank_account_id }) => bank_account_id)).size).toBe(3);
    expect(total(parts)).toBe((await netsOf(world))[0]);
    expect(await countMade(world)).toEqual([5]);
  });

  test('pay split 3, 4: a split in dollars pays in its order, the rest to its last account; that of the work assignment comes before the default, and without any the primary account is paid', async () => {
    const world = await paymentsWorld(3);
    const [split, short, plain] = world.people;
    await splitInThree(world);
    const inDollars = async ({ employee, assignment }: (typeof world.people)[number], ...dollars: string[]) => {
      const places: Record<string, string | null> = {};
      for (const [i, amount] of [...dollars, null].entries()) {
        const account = { employee_id: employee.id, ...ACCOUNT, account_number: String(3_000_001 + i) };
        places[`priority_${i + 1}_bank_account_id`] = (await world.given.created('bank_account', account)).id;
        places[`priority_${i + 1}_amount`] = amount;
      }
      const { id } = await world.given.created('pay_split', { employee_id: employee.id, type: 'fixed', ...places });
      await world.given.changed('work_assignment', assignment.id, { pay_split_id: id });
      return Object.values(places).filter((place) => place?.startsWith('ba_'));
    };
    const [one, two, rest] = await inDollars(split!, '500.01', '100');
    const [all] = await inDollars(short!, '99999', '1');
    // A second account, which is not the primary one.
    world.clock.set('2026-11-16T17:30:00.000Z');
    const other = { employee_id: plain!.employee.id, ...ACCOUNT, account_number: '3000009' };
    const second = await world.given.created('bank_account', other);
    const primary = world.rows('bank_account').filter(({ employee_id }) => employee_id === plain!.employee.id)[0]!;
    // A split that is neither named nor the default.
    await world.given.created('pay_split', {
      ...{ employee_id: plain!.employee.id, type: 'percentage', is_default: false },
      ...{ priority_1_bank_account_id: second.id, priority_1_amount: '99' },
      ...{ priority_2_bank_account_id: primary.id, priority_2_amount: '1' },
    });
    await world.approved();
    const paid = await world.payments({ destination: 'employee' });
    const [net] = await netsOf(world);
    const to = (account: string | null | undefined) =>
      paid.filter(({ bank_account_id }) => bank_account_id === account).map(({ amount }) => amount);
    expect([to(one), to(two), to(rest)]).toEqual([['500.01'], ['100'], [toText(sum([net!, '-600.01']))]]);
    expect(to(all)).toEqual([net]);
    expect(to(second.id)).toEqual([]);
    expect(paid).toHaveLength(5);
    expect(to(primary.id)).toEqual([net]);
  });

  test('that leave and arrive a business day later when it is at 16:31 of the debit date', async () => {
    const world = await paymentsWorld(1);
    await world.at('2026-11-17T21:31:00.000Z');
    await world.approved();
    expect(await debitOf(world)).toMatchObject({ process_at: '2026-11-18', expected_at: '2026-11-20' });
    const [payee] = await world.payments({ destination: 'employee' });
    expect(payee).toMatchObject({ process_at: '2026-11-20', expected_at: '2026-11-23' });
  });
});

describe('payments move on their days', () => {
  test('first the debit, then what it funds, and the status of the payroll with them', async () => {
    const world = await paymentsWorld(1);
    await world.approved();
    const steps: [string, string | undefined, string[]][] = [];
    for (const day of [
      '2026-11-17T21:29:00.000Z',
      DEBITED,
      FUNDED,
      SENT,
      PAY_DAY,
      '2026-11-20T21:30:00.000Z',
      REMITTED,
    ]) {
      await world.at(day);
      steps.push([day.slice(5, 16), await world.statusNow(), seen(await world.payments())]);
    }
    expect(steps).toEqual([
      ['11-17T21:29', 'approved', ['cra pending', 'employee pending', 'payroll_float pending']],
      ['11-17T21:30', 'processing', ['cra pending', 'employee pending', 'payroll_float processing']],
      ['11-19T05:00', 'processing', ['cra pending', 'employee pending', 'payroll_float paid']],
      ['11-19T21:30', 'processing', ['cra pending', 'employee processing', 'payroll_float paid']],
      ['11-20T05:00', 'partially_paid', ['cra pending', 'employee paid', 'payroll_float paid']],
      ['11-20T21:30', 'partially_paid', ['cra processing', 'employee paid', 'payroll_float paid']],
      ['12-15T05:00', 'paid', ['cra paid', 'employee paid', 'payroll_float paid']],
    ]);
  });

  test('and each run returns when the next payment is due', async () => {
    const world = await paymentsWorld(1);
    await world.approved();
    expect(await world.moved(world.payroll)).toBe('2026-11-17T21:30:00.000000Z');
    await paidInTime(world);
    expect(await world.moved(world.payroll)).toBeUndefined();
  });

  test('entries, rule 5, and rows, rule 5: and one entry of the net pay that leaves the bank is posted', async () => {
    const world = await paymentsWorld(2);
    const own = { business_entity_id: world.employer.id, type: 'liability' };
    const recorded = await world.given.created('accounting_code', { ...own, title: 'Payroll payable' });
    const later = await world.given.created('accounting_code', { ...own, title: 'Wages payable' });
    const payable = ({ id }: RecordOf<'accounting_code'>) =>
      world.given.changed('business_entity', world.employer.id, { default_payroll_payable_accounting_code_id: id });
    await payable(recorded);
    await world.approved();
    // Another account from now on: this pay is cleared on the one that it was recorded on.
    await payable(later);
    await paidInTime(world);
    const entries = world.rows('journal_entry').filter(({ type }) => type === 'payroll_payment');
    expect(entries[0]!.journal_entry_rows[0]!.accounting_code_id).toBe(recorded.id);
    const net = toText(sum(await netsOf(world)));
    expect(entries.map(({ total }) => total)).toEqual([net]);
    const [{ is_missing_default_account_payable, is_missing_default_bank_account }] = entries as [(typeof entries)[0]];
    expect([is_missing_default_account_payable, is_missing_default_bank_account]).toEqual([false, true]);
    expect(entries[0]!.journal_entry_rows.map(({ title, debit, credit }) => [title, debit, credit])).toEqual([
      ['Payroll payable', net, null],
      ['Bank', null, net],
    ]);
  });

  test('entries, rule 5: it clears the account that the recording credited, though that code was deleted meanwhile', async () => {
    const world = await paymentsWorld(1);
    const own = { business_entity_id: world.employer.id, type: 'liability' };
    const recorded = await world.given.created('accounting_code', { ...own, title: 'Payroll payable' });
    const later = await world.given.created('accounting_code', { ...own, title: 'Wages payable' });
    const payable = ({ id }: RecordOf<'accounting_code'>) =>
      world.given.changed('business_entity', world.employer.id, { default_payroll_payable_accounting_code_id: id });
    await payable(recorded);
    await world.approved();
    await payable(later);
    await world.given.deleted('accounting_code', recorded.id);
    await paidInTime(world);
    const [entry] = world.rows('journal_entry').filter(({ type }) => type === 'payroll_payment');
    expect(entry!.journal_entry_rows.map(({ accounting_code_id: code }) => code)).toEqual([recorded.id, null]);
  });

  test('payment 5: but one that is held on its day is overdue, and the payroll is not paid', async () => {
    const world = await paymentsWorld(2);
    await world.approved();
    const [payee] = await world.payments({ destination: 'employee' });
    await happened(world, payee!.id, 'PaymentHeld', { held_at: '2026-11-18T15:00:00.000000Z' });
    await paidInTime(world);
    expect((await world.stateOf('payment', payee!.id))?.status).toBe('overdue');
    expect(await world.statusNow()).toBe('partially_paid');
  });

  test('one that is held before its day stays pending, also where it is immediate, and leaves once it is released', async () => {
    const world = await paymentsWorld(1);
    await world.approved();
    const { id } = await debitOf(world);
    await happened(world, id, 'PaymentHeld', { held_at: '2026-11-16T15:00:00.000000Z' });
    const settled = { outcome: 'settled', reason: null, is_immediate: true };
    await happened(world, id, 'PaymentOutcomeScripted', settled);
    await world.followed();
    expect((await world.stateOf('payment', id))?.status).toBe('pending');
    await happened(world, id, 'PaymentReleased', {});
    await world.followed();
    expect((await world.stateOf('payment', id))?.status).toBe('paid');
  });
});

describe('returned payments', () => {
  test('payment 7: a returned debit cancels the payments that it funds; made again, it pays all payees', async () => {
    const world = await paymentsWorld(2);
    await world.approved();
    await world.at(DEBITED);
    const debit = await debitOf(world);
    await returned(world, debit.id, 'insufficient_funds');
    // Nothing is made again before the debit is, however often its payments are looked at.
    for (let times = 0; times < 2; times++) {
      await world.followed();
      expect(seen(await world.payments())).toEqual([
        'cra canceled',
        'employee canceled',
        'employee canceled',
        'payroll_float failed',
      ]);
    }
    expect(await world.statusNow()).toBe('partially_paid');
    await reissued(world, debit.id);
    expect(await world.statusNow()).toBe('processing');
    for (let day = 18; day <= 30; day++) await world.at(`2026-11-${day}T22:00:00.000Z`);
    await world.at('2026-12-31T22:00:00.000Z');
    expect(seen(await world.payments({ is_replaced: false }))).toEqual([
      'cra paid',
      'employee paid',
      'employee paid',
      'payroll_float paid',
    ]);
    expect(await world.statusNow()).toBe('paid');
    expect(world.rows('journal_entry').filter(({ type }) => type === 'payroll_payment')).toHaveLength(1);
  });

  test.each([
    ['follow', false],
    ['stand still', true],
  ])(
    'a debit that is returned while the payments that it funds leave stops the others, where read models %s',
    async (_, isHeldBack) => {
      const world = await paymentsWorld(80);
      await world.approved();
      for (const day of [DEBITED, FUNDED]) await world.at(day);
      const { store } = world.services;
      const { append, head } = store;
      let isReturned = false;
      store.append = async (...args) => {
        const appended = await append.apply(store, args);
        if (!isReturned && args[1].some(({ type }) => type === 'PaymentSubmitted')) {
          isReturned = true;
          const { id } = await debitOf(world);
          world.holdBack(isHeldBack);
          await returned(world, id, 'insufficient_funds');
        }
        return appended;
      };
      // The next step asks for the end of the log, and waits for read models.
      store.head = () => {
        world.holdBack(false);
        return head.call(store);
      };
      await world.at(SENT);
      const employees = await world.payments({ destination: 'employee' });
      const left = employees.filter(({ status }) => status === 'processing').length;
      expect(left).toBeLessThanOrEqual(AHEAD);
      expect(employees.filter(({ status }) => status === 'canceled')).toHaveLength(employees.length - left);
    },
  );

  test('while the payment that replaces one is being made the answer is a 503 that says so', async () => {
    const world = await paymentsWorld(1);
    await world.approved();
    await world.at('2026-11-17T21:30:00.000Z');
    const [debit] = await world.payments({ destination: 'payroll_float' });
    await returned(world, debit!.id, 'insufficient_funds');
    world.services.gate.followed = async (_position, follows = []) => !follows.includes('payments');
    const operation = paymentOperations.find(({ id }) => id === 'pay_payment_again')!;
    const call = { origin: world.origin(), services: world.services, tenant: world.tenant, query: {}, body: {} };
    // A call that was read from no request has nothing else that the operation looks at.
    const asked = { ...call, params: { payment: debit!.id } } as unknown as Call;
    const { problem, types } = await world.when(() => operation.run(asked));
    expect([problem?.status, problem?.headers['Retry-After'], types]).toEqual([503, '5', ['PaymentReissued']]);
    expect(problem?.text.en).toContain('still being made');
  });

  test('a payment that was held when its debit was returned is still held when it is made again', async () => {
    const world = await paymentsWorld(2);
    await world.approved();
    await world.at(DEBITED);
    const [debit, [payee]] = [await debitOf(world), await world.payments({ destination: 'employee' })];
    const held_at = '2026-11-17T22:00:00.000000Z';
    await happened(world, payee!.id, 'PaymentHeld', { held_at });
    await returned(world, debit.id, 'insufficient_funds');
    await world.followed();
    await reissued(world, debit.id);
    const [again] = await world.payments({ replaces_id: payee!.id });
    expect(again).toMatchObject({ status: 'pending', is_held: true, held_at });
    for (let day = 18; day <= 30; day++) await world.at(`2026-11-${day}T22:00:00.000Z`);
    expect((await world.stateOf('payment', again!.id))?.status).toBe('overdue');
  });

  test('payments that are made again with their debit show days on which they can arrive', async () => {
    const world = await paymentsWorld(1);
    await world.approved();
    await world.at(DEBITED);
    const debit = await debitOf(world);
    await returned(world, debit.id, 'insufficient_funds');
    await world.followed();
    world.clock.set('2026-11-19T22:00:00.000Z');
    const again = await reissued(world, debit.id);
    expect(await world.stateOf('payment', again)).toMatchObject({
      process_at: '2026-11-20',
      expected_at: '2026-11-24',
    });
    const [payee] = await world.payments({ destination: 'employee', status: 'pending' });
    expect(payee).toMatchObject({ process_at: '2026-11-24', expected_at: '2026-11-25' });
    for (const at of ['2026-11-20T21:30:00.000Z', '2026-11-24T05:00:00.000Z', '2026-11-24T21:30:00.000Z'])
      await world.at(at);
    expect(await world.stateOf('payment', payee!.id)).toMatchObject({
      ...{ status: 'processing', process_at: '2026-11-24', expected_at: '2026-11-25' },
    });
  });

  test('until the new debit has settled, no payment that it funds leaves', async () => {
    const world = await paymentsWorld(1);
    await world.approved();
    await world.at(DEBITED);
    const debit = await debitOf(world);
    // Returned and made again at once: nobody had the time to cancel anything.
    await returned(world, debit.id);
    await happened(world, debit.id, 'PaymentReissued', { replaced_by_id: debit.id.replace(/.{4}$/, 'AAAA') });
    world.clock.set(SENT);
    await world.moved(world.payroll);
    expect(seen(await world.payments({ destination: 'employee' }))).toEqual(['employee pending']);
  });

  test('pay that is returned after it arrived leaves the payroll partially paid until it is made again', async () => {
    const world = await paymentsWorld(2);
    await world.approved();
    await paidInTime(world);
    const [payee] = await world.payments({ destination: 'employee' });
    await returned(world, payee!.id);
    await world.followed();
    expect(await world.statusNow()).toBe('partially_paid');
    const again = await reissued(world, payee!.id);
    const { amount, pay_stub_id } = payee!;
    // Its debit is paid, so it leaves on the same business day; and not to the account that refused it.
    expect(await world.stateOf('payment', again)).toMatchObject({
      ...{ amount, pay_stub_id, replaces_id: payee!.id, bank_account_id: null },
      ...{ process_at: '2026-12-15', expected_at: '2026-12-16' },
    });
    for (let day = 15; day <= 20; day++) await world.at(`2026-12-${day}T22:00:00.000Z`);
    expect(await world.statusNow()).toBe('paid');
  });

  test('a remittance that came back before it was due is made again for the same day', async () => {
    const world = await paymentsWorld();
    await world.approved();
    for (const day of ['17', '19', '20']) await world.at(`2026-11-${day}T21:30:00.000Z`);
    const [remittance] = await world.payments({ destination: 'cra' });
    expect(remittance).toMatchObject({ status: 'processing', expected_at: '2026-12-15' });
    world.clock.set('2026-11-24T15:00:00.000Z');
    await returned(world, remittance!.id);
    const again = await reissued(world, remittance!.id);
    expect(await world.stateOf('payment', again)).toMatchObject({
      process_at: '2026-11-24',
      expected_at: '2026-12-15',
    });
  });

  test('a remittance that was held on its day and is released since is dated the day on which it is due', async () => {
    const world = await paymentsWorld();
    await world.approved();
    const [remittance] = await world.payments({ destination: 'cra' });
    await happened(world, remittance!.id, 'PaymentHeld', { held_at: world.clock.instant() });
    for (const day of ['17', '19', '20']) await world.at(`2026-11-${day}T21:30:00.000Z`);
    expect(await world.stateOf('payment', remittance!.id)).toMatchObject({ status: 'overdue' });
    world.clock.set('2026-11-24T15:00:00.000Z');
    await act(releaseOverdue, remittance!.id, { origin: world.origin(), services: world.services });
    expect(await world.stateOf('payment', remittance!.id)).toMatchObject({
      ...{ status: 'pending', process_at: '2026-11-24', expected_at: '2026-12-15' },
    });
  });

  test('a payment that is to be made again keeps its payroll and pay stub from being paid before it is there', async () => {
    const world = await paymentsWorld(2);
    await world.approved();
    await paidInTime(world);
    const [payee] = await world.payments({ destination: 'employee' });
    await returned(world, payee!.id);
    await world.followed();
    await happened(world, payee!.id, 'PaymentReissued', { replaced_by_id: payee!.id.replace(/.{4}$/, 'AAAA') });
    // Before the process has made it.
    await world.moved(world.payroll);
    expect(await world.statusNow()).toBe('partially_paid');
    const stubs = await world.stubs(world.payroll);
    const paid = await paidAmong(stubs, world.services, world.tenant);
    expect(paid.map(({ id }) => id)).toEqual(stubs.flatMap(({ id }) => (id === payee!.pay_stub_id ? [] : [id])));
  });
});

/** A store that dies when it is asked for the nth append of payments or of their payroll's steps. */
const dyingAt = (nth: number): { options: PayrollWorldOptions; deaths: () => number } => {
  let appends = 0;
  let deaths = 0;
  const counts = (type: string) => /^Payment|^PayrollPayments|^PayrollP(aid|rocessing|artially)/.test(type);
  return {
    deaths: () => deaths,
    options: {
      store: (store: EventStore): EventStore => ({
        ...store,
        append: async (stream, events, expected) => {
          if (!events.some(({ type }) => counts(type))) return store.append(stream, events, expected);
          appends += 1;
          if (appends !== nth && appends !== nth + 1) return store.append(stream, events, expected);
          deaths += 1;
          // The first death is before its append, the second one right after its own.
          if (appends === nth + 1) await store.append(stream, events, expected);
          throw new StoreUnavailable('the process died', 'unknown');
        },
      }),
    },
  };
};

const until = async (act: () => Promise<unknown>): Promise<void> => {
  for (let tries = 0; tries < 5; tries++) {
    try {
      await act();
      return;
    } catch {
      // Another process takes over.
    }
  }
  throw new Error('it never came to an end');
};

describe('a process that dies anywhere', () => {
  /** The outcome of a payroll of two people, one of them paid in three parts, whose process died at an append. */
  const cameOf = async (nth: number) => {
    const { options, deaths } = dyingAt(nth);
    const world = await paymentsWorld(2, options);
    await splitInThree(world);
    await world.approved().catch(() => undefined);
    // The process that takes over gets what was not finished.
    let processes = 0;
    const takenOver = () => world.follow({ ...world.managers.payments, name: `payments ${++processes}` });
    await until(takenOver);
    for (const day of [DEBITED, FUNDED, SENT, PAY_DAY, '2026-11-20T21:30:00.000Z', REMITTED]) {
      await until(() => world.at(day));
      await until(takenOver);
    }
    const payments = (await world.payments()).map(({ destination, amount, status }) => [destination, amount, status]);
    return { payments: payments.map(String).sort(), status: await world.statusNow(), deaths: deaths() };
  };

  test('leaves the same payments, each made, sent and settled once', async () => {
    const { payments, deaths } = await cameOf(10_000);
    expect(deaths).toBe(0);
    for (let nth = 1; ; nth++) {
      const after = await cameOf(nth);
      expect({ nth, ...after, deaths: 0 }).toEqual({ nth, payments, status: 'paid', deaths: 0 });
      if (after.deaths === 0) break;
    }
  });

  test.each<[string, (world: PaymentsWorld, split: string) => Promise<unknown>]>([
    [
      'changed',
      (world, split) =>
        world.given.changed('pay_split', split, {
          priority_1_amount: '90',
          priority_2_amount: '5',
          priority_3_amount: '5',
        }),
    ],
    ['deleted', (world, split) => world.given.deleted('pay_split', split)],
  ])('pays neither more nor less when the split is %s before another process takes over', async (_, change) => {
    const { options } = dyingAt(4);
    const world = await paymentsWorld(1, options);
    const split = await splitInThree(world);
    await expect(world.approved()).rejects.toThrow('did not answer');
    await change(world, split.id);
    let processes = 0;
    await until(() => world.follow({ ...world.managers.payments, name: `payments ${++processes}` }));
    expect(total(await world.payments({ destination: 'employee' }))).toBe((await netsOf(world))[0]);
    expect((await debitOf(world)).amount).toBe(
      total((await world.payments()).filter(({ destination }) => destination !== 'payroll_float')),
    );
  });
});

test('a payment that has changed since it was read is decided again from its stream, and submitted once', async () => {
  const world = await paymentsWorld(1);
  await world.approved();
  const { services, tenant } = world;
  const [shown] = await world.payments({ destination: 'employee' });
  const { id, payroll_id, process_at, expected_at } = shown!;
  const step = (leaves: 'held' | 'free') =>
    onPayment(shown!, 'submitted', { services, tenant, lease: undefined }, ({ status, is_held }) => {
      if (status !== 'pending' || is_held !== (leaves === 'held')) return [];
      return [
        paymentSubmitted({ payroll_id, process_at, expected_at, is_remitted_by_file: false, bank_account_id: null }),
      ];
    });
  await happened(world, id, 'PaymentHeld', { held_at: '2026-11-16T12:00:00.000000Z' });
  // By what was read it would leave.
  expect(await step('free')).toBeUndefined();
  expect(await step('held')).toBeDefined();
  expect(await step('held')).toBeUndefined();
  expect(await step('free')).toBeUndefined();
  const stored = await services.store.readStream(`payment-${id}`);
  expect(stored.map(({ type }) => type)).toEqual(['PaymentCreated', 'PaymentHeld', 'PaymentSubmitted']);
});
