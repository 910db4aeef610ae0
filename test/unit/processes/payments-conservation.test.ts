import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inspectPayments } from '../../../src/audit/payments.ts';
import { StoreUnavailable } from '../../../src/event-store/errors.ts';
import type { EventStore } from '../../../src/event-store/port.ts';
import { act } from '../../../src/kernel/calls/actions.ts';
import { PREFERRED } from '../../../src/kernel/calls/requests.ts';
import { paymentOperations, releaseOverdue } from '../../../src/payments/actions.ts';
import type { JsonObject } from '../../../src/values/json.ts';
import { Problem } from '../../../src/values/problem.ts';
import { auditIn } from '../../support/audit-in-memory.ts';
import { logOf } from '../../support/log.ts';
import { brokenLaws } from '../../support/payment-laws.ts';
import { type PaymentsWorld, paymentsWorld, splitInThree } from '../../support/payments-world.ts';

/**
 * Whatever happens to the payments of a payroll, and wherever a process dies meanwhile: no cent is lost or made, nobody is
 * paid twice, and once everything is released and made again everybody is paid. A failure prints its seed and path:
 * SEED=… runs the same again.
 */
const RUNS = process.env.FULL ? 500 : 12;
const HOUR_ms = 3_600_000;
/** Past it a failure is no longer made shorter, but told. */
const LONGEST_ms = 40_000;

/** What somebody does to a payment: of those to which it may be done, the nth. */
const ACTS = {
  hold_payment: { to: ['pending'] },
  release_payment: { to: ['pending'] },
  release_overdue: { to: ['overdue'] },
  pay_payment_again: { to: ['failed'] },
  settle: { to: ['pending', 'processing'], body: { outcome: 'settled' } },
  return: { to: ['pending', 'processing', 'paid'], body: { outcome: 'returned', reason: 'account_closed' } },
  return_in_time: { to: ['pending', 'processing'], body: { outcome: 'returned', is_immediate: false } },
} as const satisfies Record<string, { to: readonly string[]; body?: JsonObject }>;
type Act = keyof typeof ACTS;

const death = fc.record({ appends: fc.nat(14), isWritten: fc.boolean() });
const step = fc.record({
  does: fc.oneof(
    { weight: 4, arbitrary: fc.record({ hours: fc.constantFrom<number>(5, 24, 30, 72, 480) }) },
    {
      weight: 6,
      arbitrary: fc.record({
        act: fc.constantFrom(...(Object.keys(ACTS) as Act[])),
        // Of the debit, or of the others.
        isDebit: fc.boolean(),
        nth: fc.nat(6),
      }),
    },
    { weight: 1, arbitrary: fc.constant('unapproves' as const) },
    { weight: 2, arbitrary: fc.constant('approves' as const) },
  ),
  dies: fc.option(death, { freq: 2 }),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** The process that appends, and when it dies: nothing of it appends any more. */
const mortal = () => {
  let left = Number.POSITIVE_INFINITY;
  let isWritten = false;
  return {
    dies: (at: { appends: number; isWritten: boolean } | null) => {
      left = at?.appends ?? Number.POSITIVE_INFINITY;
      isWritten = at?.isWritten ?? false;
    },
    store: (store: EventStore): EventStore => ({
      ...store,
      append: async (...append) => {
        if (left === 0 && isWritten) await store.append(...append);
        if (left-- > 0) return store.append(...append);
        isWritten = false;
        throw new StoreUnavailable('the process died', 'unknown');
      },
    }),
  };
};

/** Three people: one is paid into three accounts, one by hand. */
const begun = async () => {
  const process = mortal();
  const world = await paymentsWorld(3, { store: process.store });
  await splitInThree(world);
  const byHand = (await world.stubs(world.payroll)).find(
    ({ work_assignment_id }) => work_assignment_id === world.people[1]!.assignment.id,
  )!;
  await world.given.changed('pay_stub', byHand.id, { payment_method: 'manual' });
  const netPays = new Map(
    (await world.stubs(world.payroll)).map(({ id, employee_summary }) => [id, employee_summary.net!]),
  );
  let processes = 0;
  const { approval, journal, payments } = world.managers;
  /** Who follows the log: another one each time after a death, which is handed all of it. */
  const managers = () =>
    [approval, journal, payments].map((manager) => ({ ...manager, name: `${manager.name} ${processes}` }));
  const settled = async () => {
    await world.follow(...managers());
    await world.moved(world.payroll);
    await world.follow(...managers());
  };
  /** Does something, and lets what follows come to rest; where the process dies, another one does it again. */
  const done = async (does: () => Promise<unknown>, dies: Step['dies']) => {
    process.dies(dies);
    try {
      await does();
      await settled();
    } catch (error) {
      if (!(error instanceof Problem || error instanceof StoreUnavailable)) throw error;
      if (!dies) throw error;
      process.dies(null);
      processes += 1;
      await does();
      await settled();
    }
    process.dies(null);
  };
  return { world, netPays, done };
};
type Begun = Awaited<ReturnType<typeof begun>>;

/** Calls an operation as HTTP would. What is refused changes nothing. */
const called = async (world: PaymentsWorld, name: Act, payment: string, request: string): Promise<void> => {
  const { services, tenant } = world;
  const origin = world.origin(request);
  const body = 'body' in ACTS[name] ? ACTS[name].body : {};
  try {
    if (name === 'release_overdue') return void (await act(releaseOverdue, payment, { origin, services }));
    const operation = paymentOperations.find(({ id }) => id === ('body' in ACTS[name] ? 'simulate_payment' : name))!;
    await operation.run({
      ...{ tenant, params: { payment }, query: {}, body, origin, services },
      ...{ locale: 'en', preferences: PREFERRED, url: new URL(`http://localhost${operation.path}`) },
      choose: (types) => types[0]!,
    });
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 400) throw error;
  }
};

let requests = 0;
const doing = async ({ world }: Begun, does: Step['does']): Promise<() => Promise<unknown>> => {
  const { clock, given, payroll } = world;
  const data = { pay_schedule_id: world.schedule.id };
  const status = await world.statusNow();
  if (does === 'approves' || does === 'unapproves') {
    const isMeant = (status === 'draft') === (does === 'approves');
    const type = does === 'approves' ? 'PayrollApprovalStarted' : 'PayrollUnapprovalStarted';
    if (isMeant) await given.events('payroll', payroll.id, { type, data });
    return async () => undefined;
  }
  if ('hours' in does) {
    clock.advance(does.hours * HOUR_ms);
    return async () => undefined;
  }
  const to: readonly string[] = ACTS[does.act].to;
  const may = (await world.payments()).filter(
    (one) => to.includes(one.status ?? '') && (one.destination === 'payroll_float') === does.isDebit,
  );
  if (may.length === 0) return async () => undefined;
  const request = `request ${requests++}`;
  return () => called(world, does.act, may[does.nth % may.length]!.id, request);
};

/** Releases and makes again what there is, day by day, until everybody is paid. */
const mended = async (one: Begun): Promise<string | undefined> => {
  const { world, done } = one;
  const all = async (name: Act, where: Parameters<PaymentsWorld['payments']>[0]) => {
    for (const { id } of await world.payments(where))
      await done(() => called(world, name, id, `mend ${requests++}`), null);
  };
  for (let rounds = 0; rounds < 8 && (await world.statusNow()) !== 'paid'; rounds++) {
    if ((await world.statusNow()) === 'draft') await done(await doing(one, 'approves'), null);
    await all('release_overdue', { status: 'overdue' });
    await all('release_payment', { is_held: true });
    await all('settle', { status: 'pending' });
    await all('settle', { status: 'processing' });
    await all('pay_payment_again', { status: 'failed', is_replaced: false });
    await done(await doing(one, { hours: 120 }), null);
  }
  return world.statusNow();
};

const onDebit = (name: Act): Step => ({ does: { act: name, isDebit: true, nth: 0 }, dies: null });
const onPay = (name: Act, nth: number): Step => ({ does: { act: name, isDebit: false, nth }, dies: null });
const WAIT: Step = { does: { hours: 5 }, dies: null };
const again = (nth: number): Step[] => [onPay('pay_payment_again', nth), WAIT];
/** Tried in each run: a debit that is returned, pay that is and is made again twice, an approval that is taken back. */
const WELL_KNOWN: [Step[]][] = [
  [[onDebit('return'), onDebit('pay_payment_again'), onDebit('settle'), onPay('settle', 0), onDebit('return')]],
  [[onDebit('settle'), ...[0, 1, 2, 3].map((nth) => onPay('return', nth)), ...again(1), ...again(1), ...again(0)]],
  [[onPay('hold_payment', 1), { does: 'unapproves', dies: { appends: 1, isWritten: true } }]],
];

test('whatever happens to payments, no cent is lost, nobody is paid twice, and all are paid in the end', async () => {
  const property = fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
    const one = await begun();
    const laws = async () => brokenLaws(await logOf(one.world.services.store), one.netPays);
    await one.done(await doing(one, 'approves'), steps[0]!.dies);
    expect(await laws()).toEqual([]);
    for (const { does, dies } of steps) {
      await one.done(await doing(one, does), dies);
      expect(await laws()).toEqual([]);
    }
    // What the audit says of it, which an operator asks.
    const { id } = one.world.payroll;
    const audited = () => inspectPayments(id, auditIn(one.world));
    expect(await audited()).toEqual([]);
    expect(await mended(one)).toBe('paid');
    expect(await laws()).toEqual([]);
    expect(await audited()).toEqual([]);
  });
  const seed = process.env.SEED ? { seed: Number(process.env.SEED) } : {};
  await fc.assert(property, { numRuns: RUNS, examples: WELL_KNOWN, interruptAfterTimeLimit: LONGEST_ms, ...seed });
}, 60_000);
