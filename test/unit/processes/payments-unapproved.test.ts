import { expect, test } from 'vitest';
import { StoreUnavailable } from '../../../src/event-store/errors.ts';
import type { EventStore, NewEvent } from '../../../src/event-store/port.ts';
import { remakeCanceled } from '../../../src/processes/payments/again.ts';
import { makePaymentProcess } from '../../../src/processes/payments/payments.ts';
import { cancelUnapproved } from '../../../src/processes/payments/unapproved.ts';
import { remittancesOf } from '../../../src/remittances/remitted.ts';
import { runDue } from '../../support/due-runs.ts';
import { makeMemoryProcessState } from '../../support/memory-process-state.ts';
import { paymentsWorld } from '../../support/payments-world.ts';

// An approval is undone in the payroll's stream, which also says when its money begins to move: one comes first.

const DEBITED = '2026-11-17T21:30:00.000Z';

const unapproval = (payroll_id: string, schedule: string) => ({
  id: payroll_id,
  body: { type: 'PayrollUnapprovalStarted', data: { pay_schedule_id: schedule } },
});

test('payments of an approval that is undone are canceled, and a new approval makes others', async () => {
  const world = await paymentsWorld(1);
  await world.approved();
  const { id, body } = unapproval(world.payroll.id, world.schedule.id);
  await world.given.events('payroll', id, body);
  await world.follow(world.managers.approval, world.managers.payments, world.managers.journal);
  expect(await world.statusNow()).toBe('draft');
  expect((await world.payments()).map(({ status }) => status)).toEqual(['canceled', 'canceled', 'canceled']);
  await world.approved();
  await world.at(DEBITED);
  expect(await world.statusNow()).toBe('processing');
  const pending = (await world.payments()).filter(({ status }) => status !== 'canceled');
  expect(pending.map(({ destination, status }) => `${destination} ${status}`).sort()).toEqual([
    'cra pending',
    'employee pending',
    'payroll_float processing',
  ]);
});

test('an approval that was undone and given anew before its payments were made is not paid beside the new one', async () => {
  const world = await paymentsWorld(1);
  const { id, body } = unapproval(world.payroll.id, world.schedule.id);
  const data = { pay_schedule_id: world.schedule.id };
  const approve = () => world.given.events('payroll', id, { type: 'PayrollApprovalStarted', data });
  for (const act of [approve, () => world.given.events('payroll', id, body), approve]) {
    await act();
    await world.follow(world.managers.approval);
  }
  await world.follow(world.managers.payments);
  const { approved_event_id } = (await world.stateOf('payroll', id))!;
  const made = async () => (await world.payments()).map(({ status, approval_id }) => [status, approval_id]);
  const ofTheNewOne = Array.from({ length: 3 }, () => ['pending', approved_event_id]);
  expect(await made()).toEqual(ofTheNewOne);
  // A process that lost its place gets the same events once more.
  await world.follow({ ...world.managers.payments, name: 'payments again' });
  expect(await made()).toEqual(ofTheNewOne);
});

test('a process that began to move payments before their approval was undone makes none of them again', async () => {
  const world = await paymentsWorld(1);
  await world.approved();
  const { approval_id } = (await world.payments())[0]!;
  const { id, body } = unapproval(world.payroll.id, world.schedule.id);
  await world.given.events('payroll', id, body);
  await world.follow(world.managers.approval, world.managers.payments, world.managers.journal);
  const { services, tenant } = world;
  const { signal } = new AbortController();
  const { types } = await world.when(async () => {
    await remakeCanceled({ payroll_id: id, approval_id, tenant, services, lease: undefined, signal });
    await world.follow(world.managers.payments);
  });
  expect(types).toEqual([]);
  expect((await world.payments()).map(({ status }) => status)).toEqual(['canceled', 'canceled', 'canceled']);
});

/**
 * A payroll of which one payment was given up while it was made: the approval was taken back before the next try, and
 * the payment has yet to come in.
 */
const withOneUnderWay = async () => {
  let comes = async (): Promise<unknown> => undefined;
  let isGivenUp = false;
  const store = (own: EventStore): EventStore => ({
    ...own,
    append: async (stream, events, expected) => {
      if (isGivenUp || !events.some(({ type }: NewEvent) => type === 'PaymentCreated'))
        return own.append(stream, events, expected);
      isGivenUp = true;
      comes = () => own.append(stream, events, expected);
      throw new StoreUnavailable('no answer in time', 'unknown');
    },
  });
  const world = await paymentsWorld(2, { store });
  const { services } = world;
  let now_ms = 0;
  const surroundings = { now_ms: () => now_ms, notify: () => {}, listen: () => () => {} };
  const { dueStore } = makeMemoryProcessState(surroundings, 'progress');
  const { manager: own, kinds } = makePaymentProcess(dueStore, { services, remittancesOf });
  // It has the approval again, which failed.
  const manager = { ...own, name: 'payments again' };
  await expect(world.approved()).rejects.toThrow('did not answer in time');
  const { id, body } = unapproval(world.payroll.id, world.schedule.id);
  await world.given.events('payroll', id, body);
  await world.follow(world.managers.approval);
  await world.follow(manager);
  return {
    world,
    manager,
    comes: () => comes(),
    /** Does what is due within some hours. */
    hoursLater: async (hours: number) => {
      now_ms += hours * 3_600_000;
      await runDue(dueStore, kinds);
    },
  };
};

test.each([
  ['seconds later', [0.01]],
  ['a day later, from a process that was stopped', [0.01, 23]],
  ['days later, from a machine that was suspended', [0.01, 24, 6 * 24]],
  ['weeks later, from a machine that was suspended', [0.01, 24, 20 * 24, 9 * 24]],
])('a payment that comes in after its approval was taken back is canceled: %s', async (_, looks) => {
  const { world, comes, hoursLater, manager } = await withOneUnderWay();
  const others = (await world.payments()).length;
  for (const hours of looks.slice(0, -1)) await hoursLater(hours);
  await comes();
  await world.follow(manager);
  expect((await world.payments()).map(({ status }) => status)).toContain('pending');
  await hoursLater(looks.at(-1)!);
  await hoursLater(1);
  const statuses = (await world.payments()).map(({ status }) => status);
  expect(statuses).toEqual(Array.from({ length: others + 1 }, () => 'canceled'));
});

test('looking for such payments lets those of a new approval be', async () => {
  const { world, comes, hoursLater, manager } = await withOneUnderWay();
  await world.given.events('payroll', world.payroll.id, {
    type: 'PayrollApprovalStarted',
    data: { pay_schedule_id: world.schedule.id },
  });
  await world.follow(world.managers.approval, manager);
  await comes();
  await hoursLater(1);
  const { approved_event_id } = (await world.stateOf('payroll', world.payroll.id))!;
  const seen = (await world.payments()).map(({ approval_id, status }) =>
    approval_id === approved_event_id ? `${status} now` : `${status} before`,
  );
  expect(new Set(seen)).toEqual(new Set(['canceled before', 'pending now']));
});

test('payments of an approval that came while others were looked for stay', async () => {
  const world = await paymentsWorld(1);
  const { services, tenant, payroll } = world;
  const pages: typeof services.read.pages = async function* (object, of, where, size) {
    await world.approved();
    yield* services.read.pages(object, of, where, size);
  };
  const read = new Proxy(services.read, { get: (own, name) => (name === 'pages' ? pages : Reflect.get(own, name)) });
  const { signal } = new AbortController();
  await cancelUnapproved({ payroll_id: payroll.id, tenant, services: { ...services, read }, lease: undefined, signal });
  expect((await world.payments()).map(({ status }) => status)).toEqual(['pending', 'pending', 'pending']);
});

test('when the unapproval comes first, no money moves; when the money moves first, nothing is undone', async () => {
  for (const first of ['PayrollProcessing', 'PayrollUnapproved']) {
    let act: (() => Promise<unknown>) | undefined;
    const store = (own: EventStore): EventStore => ({
      ...own,
      append: async (stream, events, expected) => {
        const now = act;
        // Right before the other one is appended.
        const isOther = events.some(
          ({ type }: NewEvent) => type !== first && /^Payroll(Processing|Unapproved)$/.test(type),
        );
        if (now && isOther) {
          act = undefined;
          await now();
        }
        return own.append(stream, events, expected);
      },
    });
    const world = await paymentsWorld(1, { store });
    await world.approved();
    world.clock.set(DEBITED);
    const { id, body } = unapproval(world.payroll.id, world.schedule.id);
    await world.given.events('payroll', id, body);
    const unapproves = () => world.follow(world.managers.approval);
    const moves = () => world.moved(world.payroll);
    act = first === 'PayrollProcessing' ? moves : unapproves;
    await (first === 'PayrollProcessing' ? unapproves() : moves());
    await world.follow(world.managers.approval, world.managers.payments, world.managers.journal);
    const left = (await world.payments()).filter(({ status }) => status === 'processing' || status === 'paid');
    expect([first, await world.statusNow(), left.length]).toEqual(
      first === 'PayrollProcessing' ? [first, 'processing', 1] : [first, 'draft', 0],
    );
  }
});

test('an approval whose debit was held on its day can be taken back, since no money has moved', async () => {
  const world = await paymentsWorld(1);
  await world.approved();
  const [debit] = await world.payments({ destination: 'payroll_float' });
  const held = { payroll_id: world.payroll.id, held_at: '2026-11-16T15:00:00.000000Z' };
  await world.given.events('payment', debit!.id, { type: 'PaymentHeld', data: held });
  await world.at(DEBITED);
  expect((await world.stateOf('payment', debit!.id))?.status).toBe('overdue');
  expect(await world.statusNow()).toBe('approved');
  const { id, body } = unapproval(world.payroll.id, world.schedule.id);
  await world.given.events('payroll', id, body);
  await world.follow(world.managers.approval, world.managers.payments, world.managers.journal);
  expect(await world.statusNow()).toBe('draft');
  expect((await world.payments()).map(({ status }) => status)).toEqual(['canceled', 'canceled', 'canceled']);
});

test('a debit that was held on its day and then released is handed over, and nobody is paid before it arrived', async () => {
  const world = await paymentsWorld(1);
  await world.approved();
  const [debit] = await world.payments({ destination: 'payroll_float' });
  const about = { payroll_id: world.payroll.id };
  const held_at = '2026-11-16T15:00:00.000000Z';
  await world.given.events('payment', debit!.id, { type: 'PaymentHeld', data: { ...about, held_at } });
  await world.at(DEBITED);
  world.clock.set('2026-11-19T15:00:00.000Z');
  const days = { process_at: '2026-11-19', expected_at: '2026-11-23' };
  await world.given.events('payment', debit!.id, { type: 'PaymentReleased', data: { ...about, ...days } });
  const seen: [string, string | undefined, string | undefined][] = [];
  for (const day of ['2026-11-19T21:30:00.000Z', '2026-11-20T22:00:00.000Z', '2026-11-23T22:00:00.000Z']) {
    await world.at(day);
    const [payee] = await world.payments({ destination: 'employee' });
    seen.push([day.slice(0, 10), await world.statusNow(), payee?.status]);
  }
  expect(seen).toEqual([
    ['2026-11-19', 'processing', 'pending'],
    ['2026-11-20', 'processing', 'pending'],
    ['2026-11-23', 'processing', 'processing'],
  ]);
});
