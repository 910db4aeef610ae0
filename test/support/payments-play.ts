import fc from 'fast-check';
import { StoreUnavailable } from '../../src/event-store/errors.ts';
import type { EventStore } from '../../src/event-store/port.ts';
import { act } from '../../src/kernel/calls/actions.ts';
import { PREFERRED } from '../../src/kernel/calls/requests.ts';
import { paymentOperations, releaseOverdue } from '../../src/payments/actions.ts';
import { type Returned, readReturns } from '../../src/payments/cpa-005/returns.ts';
import type { Originator } from '../../src/payments/events.ts';
import { isFiled } from '../../src/payments/payment.ts';
import type { Rail } from '../../src/payments/rails.ts';
import { failedByHand, settledByHand } from '../../src/processes/payments/by-hand.ts';
import { fileWasWritten, nextFile } from '../../src/processes/payments/files.ts';
import { takeReturns } from '../../src/processes/payments/returned.ts';
import type { JsonObject } from '../../src/values/json.ts';
import { Problem } from '../../src/values/problem.ts';
import { type PaymentsWorld, paymentsWorld, splitInThree } from './payments-world.ts';
import { returnFile } from './return-file.ts';

/**
 * What may happen to the payments of a payroll: what callers, operators, banks and days do, in any order, while the
 * process that does it dies.
 */
const HOUR_ms = 3_600_000;

export const ORIGINATOR: Originator = {
  id: 'NLAKE00001',
  short_name: 'Northlake',
  long_name: 'Northlake Payroll',
  data_centre: '00310',
  returns: { institution_number: '003', transit_number: '00123', account_number: '7654321' },
};

/** What somebody does to a payment: of those to which it may be done, the nth. */
const ACTS = {
  hold_payment: { to: ['pending'] },
  release_payment: { to: ['pending'] },
  release_overdue: { to: ['overdue'] },
  pay_payment_again: { to: ['failed'] },
  settle: { to: ['pending', 'processing'], body: { outcome: 'settled' }, rail: 'simulated' },
  return: {
    to: ['pending', 'processing', 'paid'],
    body: { outcome: 'returned', reason: 'account_closed' },
    rail: 'simulated',
  },
  return_in_time: {
    to: ['pending', 'processing'],
    body: { outcome: 'returned', is_immediate: false },
    rail: 'simulated',
  },
  /** A file of returns of the bank, which is read twice. */
  comes_back: { to: ['processing', 'paid'], rail: 'cpa_005' },
  settled_by_hand: { to: ['processing', 'failed'], rail: 'cpa_005' },
  failed_by_hand: { to: ['processing', 'paid'], rail: 'cpa_005' },
} as const satisfies Record<string, { to: readonly string[]; body?: JsonObject; rail?: Rail }>;
type Act = keyof typeof ACTS;

const death = fc.record({ appends: fc.nat(14), isWritten: fc.boolean() });
const actsOn = (rail: Rail): Act[] =>
  // The names of the table above.
  (Object.keys(ACTS) as Act[]).filter((name) => !('rail' in ACTS[name]) || ACTS[name].rail === rail);

/** One thing that happens, and when the process dies that does it. */
export const stepsOver = (rail: Rail) =>
  fc.record({
    does: fc.oneof(
      { weight: 4, arbitrary: fc.record({ hours: fc.constantFrom<number>(5, 24, 30, 72, 480) }) },
      {
        weight: 6,
        arbitrary: fc.record({
          act: fc.constantFrom(...actsOn(rail)),
          // Of the debit, or of the others.
          isDebit: fc.boolean(),
          nth: fc.nat(6),
        }),
      },
      { weight: 1, arbitrary: fc.constant('unapproves' as const) },
      { weight: 2, arbitrary: fc.constant('approves' as const) },
      { weight: rail === 'cpa_005' ? 4 : 0, arbitrary: fc.constant('writes' as const) },
    ),
    dies: fc.option(death, { freq: 2 }),
  });
export type Step = ReturnType<typeof stepsOver> extends fc.Arbitrary<infer T> ? T : never;

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
export const begun = async (rail: Rail) => {
  const process = mortal();
  const world = await paymentsWorld(3, { store: process.store, rail });
  // What all companies of a partner wait for is read through them.
  await world.given.events('company', world.tenant.company_id!, {
    type: 'CompanyCreated',
    data: { name: 'Northlake' },
  });
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
  const atRest = async () => {
    await world.follow(...managers());
    await world.moved(world.payroll);
    await world.follow(...managers());
  };
  /** Does something, and lets what follows come to rest; where the process dies, another one does it again. */
  const done = async (does: () => Promise<unknown>, dies: Step['dies']) => {
    process.dies(dies);
    try {
      await does();
      await atRest();
    } catch (error) {
      if (!(error instanceof Problem || error instanceof StoreUnavailable)) throw error;
      if (!dies) throw error;
      process.dies(null);
      processes += 1;
      await does();
      await atRest();
    }
    process.dies(null);
  };
  /** Files as they lie in the operator's folder, by number. */
  const folder = new Map<number, string>();
  return { world, netPays, done, folder };
};
export type Begun = Awaited<ReturnType<typeof begun>>;

/** Does something to a payment as its caller would. What is refused changes nothing. */
const called = async (world: PaymentsWorld, name: Act, payment: string, request: string): Promise<void> => {
  const { services, tenant } = world;
  const origin = world.origin(request);
  const note = 'told by the bank';
  const body = 'body' in ACTS[name] ? ACTS[name].body : {};
  try {
    if (name === 'comes_back') return await comesBack(world, payment);
    if (name === 'release_overdue') return void (await act(releaseOverdue, payment, { origin, services }));
    if (name === 'settled_by_hand')
      return void (await act(settledByHand, payment, { origin, services, body: { note } }));
    if (name === 'failed_by_hand')
      return void (await act(failedByHand, payment, {
        ...{ origin, services, body: { reason: 'other', note } },
      }));
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

/** The bank returns a payment that stood in a file, and its file is read twice. */
const comesBack = async (world: PaymentsWorld, id: string): Promise<void> => {
  const payment = await world.stateOf('payment', id);
  if (!payment || !isFiled(payment) || payment.file_number === null) return;
  const kind = payment.destination === 'payroll_float' ? 'debit' : 'credit';
  const { amount, cross_reference } = payment;
  const lines = returnFile([{ kind, return_code: '905', amount, date: world.clock.today(), cross_reference }]);
  for (let times = 0; times < 2; times++) {
    const file = await readReturns(lines.split('\r\n'));
    const { faults, taken } = await takeReturns(file, [world.tenant.partner_id], world.services);
    if (faults.length > 0 || (times === 1 && taken[0]?.why === undefined))
      throw new Error(`a return was not taken once: ${JSON.stringify([faults, taken satisfies readonly Returned[]])}`);
  }
};

/** Writes the files of all that waits; one that lies there already is the same. */
const writes = async ({ world, folder }: Begun): Promise<void> => {
  for (;;) {
    const file = await nextFile(world.tenant.partner_id, ORIGINATOR, world.services);
    if (!file) return;
    const before = folder.get(file.number);
    if (before !== undefined && before !== file.text) throw new Error(`file ${file.number} is another one now`);
    folder.set(file.number, file.text);
    await fileWasWritten(file.number, ORIGINATOR.id, world.services);
  }
};

let requests = 0;
/** What a step does, chosen by how things stand now; done again it is the same. */
export const doing = async (begun: Begun, does: Step['does']): Promise<() => Promise<unknown>> => {
  const { world } = begun;
  const { clock, given, payroll } = world;
  const data = { pay_schedule_id: world.schedule.id };
  const status = await world.statusNow();
  if (does === 'writes') return () => writes(begun);
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
export const mended = async (one: Begun, rail: Rail): Promise<string | undefined> => {
  const { world, done } = one;
  const all = async (name: Act, where: Parameters<PaymentsWorld['payments']>[0]) => {
    for (const { id } of await world.payments(where))
      await done(() => called(world, name, id, `mend ${requests++}`), null);
  };
  for (let rounds = 0; rounds < 10 && (await world.statusNow()) !== 'paid'; rounds++) {
    if ((await world.statusNow()) === 'draft') await done(await doing(one, 'approves'), null);
    await all('release_overdue', { status: 'overdue' });
    await all('release_payment', { is_held: true });
    if (rail === 'simulated') {
      await all('settle', { status: 'pending' });
      await all('settle', { status: 'processing' });
    } else {
      await done(await doing(one, 'writes'), null);
      await all('settled_by_hand', { status: 'processing', destination: 'cra' });
    }
    await all('pay_payment_again', { status: 'failed', is_replaced: false });
    await done(await doing(one, { hours: 120 }), null);
  }
  return world.statusNow();
};
