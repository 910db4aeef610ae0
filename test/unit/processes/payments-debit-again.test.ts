import { expect, test } from 'vitest';
import type { EventStore, NewEvent } from '../../../src/event-store/port.ts';
import { logOf } from '../../support/log.ts';
import { brokenLaws } from '../../support/payment-laws.ts';
import { type PaymentsWorld, paymentsWorld } from '../../support/payments-world.ts';

// A returned debit is paid again while the payments that it did not fund are being canceled: in any order, canceled
// payments are made again too, and everybody is paid by the new debit.

const PEOPLE = 3;
const isCancel = ({ type }: NewEvent) => type === 'PaymentCanceled';

/** A payroll whose debit is returned, and paid again right before its nth cancellation, or behind it. */
const paidAgainAt = async (nth: number, where: 'before' | 'behind') => {
  let cancels = 0;
  let payAgain: (() => Promise<unknown>) | undefined;
  const store = (own: EventStore): EventStore => ({
    ...own,
    append: async (stream, events, expected) => {
      if (!events.some(isCancel) || ++cancels !== nth || !payAgain) return own.append(stream, events, expected);
      const act = payAgain;
      payAgain = undefined;
      if (where === 'before') await act();
      const appended = await own.append(stream, events, expected);
      if (where === 'behind') await act();
      return appended;
    },
  });
  const world = await paymentsWorld(PEOPLE, { store });
  const stubs = await world.stubs(world.payroll);
  const netPays = new Map(stubs.map(({ id, employee_summary }) => [id, employee_summary.net!]));
  await world.approved();
  await world.at('2026-11-17T21:30:00.000Z');
  const [debit] = await world.payments({ destination: 'payroll_float' });
  const about = { payroll_id: world.payroll.id };
  const failed = { ...about, reason: 'insufficient_funds', return_code: '901', returned_on: '2026-11-18' };
  await world.given.events('payment', debit!.id, { type: 'PaymentFailed', data: failed });
  const replaced_by_id = debit!.id.replace(/.{4}$/, 'AAAA');
  payAgain = async () => {
    await world.given.events('payment', debit!.id, { type: 'PaymentReissued', data: { ...about, replaced_by_id } });
    await world.follow(world.managers.payments);
  };
  await world.moved(world.payroll);
  return { world, netPays, cancels };
};

/**
 * Lets the payments come to rest: their payroll is moved as often as that is asked for, also while the debit was being
 * paid again.
 */
const rested = async (world: PaymentsWorld): Promise<void> => {
  for (;;) {
    await world.follow(world.managers.payments);
    if (world.later.length === 0) return;
    world.later.length = 0;
    await world.moved(world.payroll);
  }
};

test('payments that are canceled before or after a returned debit is paid again are made again with it', async () => {
  const { cancels } = await paidAgainAt(0, 'before');
  expect(cancels).toBe(PEOPLE + 1);
  for (let nth = 1; nth <= cancels; nth++)
    for (const where of ['before', 'behind'] as const) {
      const { world, netPays } = await paidAgainAt(nth, where);
      await rested(world);
      expect([nth, where, brokenLaws(await logOf(world.services.store), netPays)]).toEqual([nth, where, []]);
      for (let day = 18; day <= 30; day++) await world.at(`2026-11-${day}T22:00:00.000Z`);
      await world.at('2026-12-31T22:00:00.000Z');
      expect([nth, where, await world.statusNow()]).toEqual([nth, where, 'paid']);
      expect(brokenLaws(await logOf(world.services.store), netPays)).toEqual([]);
    }
});

test('a payment that is canceled long after the new debit is made again, too', async () => {
  const { world, netPays } = await paidAgainAt(1, 'before');
  await rested(world);
  const [waiting] = (await world.payments({ destination: 'employee' })).filter(({ status }) => status === 'pending');
  // By a process that lost its lease long ago, and does not know it.
  const data = { payroll_id: world.payroll.id, reason: 'funding_failed' };
  await world.given.events('payment', waiting!.id, { type: 'PaymentCanceled', data });
  await rested(world);
  expect(brokenLaws(await logOf(world.services.store), netPays)).toEqual([]);
});
