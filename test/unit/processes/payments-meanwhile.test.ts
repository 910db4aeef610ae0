import { describe, expect, test } from 'vitest';
import type { Services } from '../../../src/kernel/definition/services.ts';
import { movePayments } from '../../../src/processes/payments/moving.ts';
import type { JsonObject } from '../../../src/values/json.ts';
import { type PaymentsWorld, paymentsWorld } from '../../support/payments-world.ts';

// What is done to a payment between the moment it is listed as due and its own step counts, and on which days it moves.

const DEBITED = '2026-11-17T21:30:00.000Z';
const FUNDED = '2026-11-19T05:00:00.000Z';
const SENT = '2026-11-19T21:30:00.000Z';
const PAY_DAY = '2026-11-20T22:00:00.000Z';

/** A payroll of one person, whose payments have moved up to a moment. */
const movedTo = async (...days: string[]): Promise<PaymentsWorld> => {
  const world = await paymentsWorld(1);
  await world.approved();
  for (const day of days) await world.at(day);
  return world;
};

const payeeOf = async (world: PaymentsWorld) => (await world.payments({ destination: 'employee' }))[0]!;

/** Services that do something once, right behind a page on which the payment stands. */
const behindTheList = (services: Services, payment: string, act: () => Promise<unknown>): Services => {
  const { read } = services;
  let isDone = false;
  const pages: typeof read.pages = async function* (object, tenant, where, size) {
    for await (const rows of read.pages(object, tenant, where, size)) {
      if (!isDone && rows.some(({ id }) => id === payment)) {
        isDone = true;
        await act();
      }
      yield rows;
    }
  };
  const late = new Proxy(read, { get: (of, member) => (member === 'pages' ? pages : Reflect.get(of, member)) });
  return { ...services, read: late };
};

const move = ({ tenant, payroll }: PaymentsWorld, services: Services) => {
  const { signal } = new AbortController();
  return movePayments({ payroll_id: payroll.id, tenant, services, lease: undefined, signal });
};

test.each<[string, JsonObject, string[], string, string[]]>([
  ['PaymentHeld', { held_at: '2026-11-19T21:29:59.000000Z' }, [DEBITED, FUNDED], SENT, ['PaymentOverdue']],
  ['PaymentCanceled', { reason: 'unapproved' }, [DEBITED, FUNDED], SENT, []],
  [
    'PaymentFailed',
    { reason: 'account_closed', return_code: '905', returned_on: '2026-11-20' },
    [DEBITED, FUNDED, SENT],
    PAY_DAY,
    [],
  ],
])(
  'a %s that comes after the payment was listed as due is followed by no step of before it',
  async (type, data, days, now, after) => {
    const world = await movedTo(...days);
    const { payroll } = world;
    const { id } = await payeeOf(world);
    world.clock.set(now);
    const act = () => world.given.events('payment', id, { type, data: { payroll_id: payroll.id, ...data } });
    const services = behindTheList(world.services, id, act);
    const before = (await world.services.store.readStream(`payment-${id}`)).length;
    await move(world, services);
    const stored = await world.services.store.readStream(`payment-${id}`);
    expect(stored.slice(before).map((event) => event.type)).toEqual([type, ...after]);
  },
);

describe('when the debit is returned', () => {
  const RETURNED = { reason: 'insufficient_funds', return_code: '901', returned_on: '2026-11-19' };
  const happened = ({ given, payroll }: PaymentsWorld, id: string, type: string, data: JsonObject) =>
    given.events('payment', id, { type, data: { payroll_id: payroll.id, ...data } });
  const debitOf = async (world: PaymentsWorld) => (await world.payments({ destination: 'payroll_float' }))[0]!;

  test('what is paid by hand is paid all the same', async () => {
    const world = await paymentsWorld(2);
    const [stub] = await world.stubs(world.payroll);
    await world.given.changed('pay_stub', stub!.id, { payment_method: 'manual' });
    await world.approved();
    await world.at(DEBITED);
    await happened(world, (await debitOf(world)).id, 'PaymentFailed', RETURNED);
    await world.followed();
    const payees = await world.payments({ destination: 'employee' });
    expect(payees.map(({ method, status }) => `${method} ${status}`).sort()).toEqual([
      'direct_deposit canceled',
      'manual pending',
    ]);
  });

  test('what was held on its day is canceled as well', async () => {
    const world = await movedTo(DEBITED, FUNDED);
    const { id } = await payeeOf(world);
    await happened(world, id, 'PaymentHeld', { held_at: '2026-11-19T15:00:00.000000Z' });
    await world.at(SENT);
    expect((await payeeOf(world)).status).toBe('overdue');
    await happened(world, (await debitOf(world)).id, 'PaymentFailed', RETURNED);
    await world.followed();
    expect((await payeeOf(world)).status).toBe('canceled');
  });

  test('and is made again right then, what it funds is not canceled any more', async () => {
    const world = await movedTo(DEBITED);
    const [payee, debit] = [await payeeOf(world), await debitOf(world)];
    await happened(world, debit.id, 'PaymentFailed', RETURNED);
    const act = () =>
      happened(world, debit.id, 'PaymentReissued', { replaced_by_id: debit.id.replace(/.{4}$/, 'AAAA') });
    const services = behindTheList(world.services, payee.id, act);
    await move(world, services);
    expect((await payeeOf(world)).status).toBe('pending');
  });
});

test('while payments wait for their debit beyond their hour, they are looked at again with the next day', async () => {
  const world = await movedTo();
  const [debit] = await world.payments({ destination: 'payroll_float' });
  const held = { payroll_id: world.payroll.id, held_at: '2026-11-16T15:00:00.000000Z' };
  await world.given.events('payment', debit!.id, { type: 'PaymentHeld', data: held });
  await world.at(DEBITED);
  world.clock.set('2026-11-19T21:31:00.000Z');
  // The payee waits since a minute ago; the remittance leaves tomorrow.
  expect(await world.moved(world.payroll)).toBe('2026-11-20T21:30:00.000000Z');
});

describe('a payee whose debit left late', () => {
  const MIDNIGHT = '2026-11-20T05:00:00.000Z';
  /** The debit was held on its day, and released a day late: it counts as paid on the pay date. */
  const released = async (...days: string[]): Promise<PaymentsWorld> => {
    const world = await movedTo();
    const [debit] = await world.payments({ destination: 'payroll_float' });
    const { id: payroll_id } = world.payroll;
    const held = { payroll_id, held_at: '2026-11-16T15:00:00.000000Z' };
    await world.given.events('payment', debit!.id, { type: 'PaymentHeld', data: held });
    await world.at(DEBITED);
    const data = { payroll_id, process_at: '2026-11-18', expected_at: '2026-11-20' };
    await world.given.events('payment', debit!.id, { type: 'PaymentReleased', data });
    for (const day of ['2026-11-18T21:30:00.000Z', SENT, ...days]) await world.at(day);
    return world;
  };

  test('waits for the hour of the day on which that counts as paid', async () => {
    const world = await released();
    world.clock.set(MIDNIGHT);
    expect(await world.moved(world.payroll)).toBe('2026-11-20T21:30:00.000000Z');
    expect(await payeeOf(world)).toMatchObject({ status: 'pending', process_at: '2026-11-19' });
    await world.at('2026-11-20T21:30:01.000Z');
    expect(await payeeOf(world)).toMatchObject({
      ...{ status: 'processing', process_at: '2026-11-20', expected_at: '2026-11-23' },
    });
  });

  test('and is held is overdue from that hour on: until then its caller may release it', async () => {
    const world = await released();
    const { id } = await payeeOf(world);
    const held = { payroll_id: world.payroll.id, held_at: '2026-11-19T15:00:00.000000Z' };
    await world.given.events('payment', id, { type: 'PaymentHeld', data: held });
    await world.at(MIDNIGHT);
    expect((await payeeOf(world)).status).toBe('pending');
    await world.at('2026-11-20T21:30:00.000Z');
    expect((await payeeOf(world)).status).toBe('overdue');
  });

  test('is not paid when the bank returns the debit on that day', async () => {
    const world = await released(MIDNIGHT);
    const [debit] = await world.payments({ destination: 'payroll_float' });
    expect(debit!.status).toBe('paid');
    await world.given.events('payment', debit!.id, {
      type: 'PaymentFailed',
      data: {
        payroll_id: world.payroll.id,
        reason: 'insufficient_funds',
        return_code: '901',
        returned_on: '2026-11-20',
      },
    });
    await world.at('2026-11-20T15:00:00.000Z');
    expect((await payeeOf(world)).status).toBe('canceled');
  });
});

test('a payment that is handed over a minute behind its time keeps its days', async () => {
  const world = await movedTo(DEBITED, FUNDED, '2026-11-19T21:31:00.000Z');
  expect(await payeeOf(world)).toMatchObject({
    ...{ status: 'processing', process_at: '2026-11-19', expected_at: '2026-11-20' },
  });
});

test('a remittance that is handed over days late still arrives when it is due, and not before', async () => {
  const world = await movedTo(DEBITED, FUNDED, SENT, '2026-11-25T22:00:00.000Z');
  const [remitted] = await world.payments({ destination: 'cra' });
  expect(remitted).toMatchObject({ status: 'processing', process_at: '2026-11-26', expected_at: '2026-12-15' });
});
