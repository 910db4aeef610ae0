import pino from 'pino';
import { describe, expect, test } from 'vitest';
import type { Progress } from '../../../projections/feed/progress.ts';
import type { LogEvent } from '../../../src/event-store/port.ts';
import type { DomainEvent } from '../../../src/kernel/definition/resource.ts';
import { makeCompanyWork } from '../../../src/processes/managers/company-work.ts';
import type { Handled, ManagedBatch, ProcessManager } from '../../../src/processes/managers/manager.ts';
import { makePaymentProcess, paymentsManager } from '../../../src/processes/payments/payments.ts';
import { remittancesOf } from '../../../src/remittances/remitted.ts';
import { STRANGER } from '../../support/in-memory.ts';
import { makeMemoryProcessState } from '../../support/memory-process-state.ts';
import { type PaymentsWorld, paymentsWorld, splitInThree } from '../../support/payments-world.ts';
import { smallPages } from '../../support/small-pages.ts';

/** The payments of a large payroll are made and moved in turns, so that those of others do not wait for their end. */

const DEBITED = '2026-11-17T21:30:00.000Z';
const HOLDER = 'c0ffee00-0000-4000-8000-000000000000';

/**
 * A payroll whose debit is due, and one process that moves payments, with turns that are over as soon as others wait.
 */
const begun = async (): Promise<{
  world: PaymentsWorld;
  asked(key: string, company?: string): Promise<void>;
  next(): Promise<string | undefined>;
}> => {
  const world = await paymentsWorld(2);
  await world.approved();
  const { services, clock, tenant } = world;
  clock.set(DEBITED);
  const now_ms = (): number => Date.parse(clock.instant());
  const { dueStore } = makeMemoryProcessState({ now_ms, notify: () => {}, listen: () => () => {} }, 'progress');
  const [kind] = makePaymentProcess(dueStore, { services, remittancesOf }, { turn_ms: 0 }).kinds;
  return {
    world,
    /** Asks for a payroll, a second behind the one before. */
    asked: async (key, company_id = tenant.company_id!) => {
      clock.set(new Date(now_ms() + 1_000).toISOString());
      const payload = { payroll_id: key, partner_id: tenant.partner_id, company_id };
      await dueStore.ask([{ kind: kind.kind, key, payload, due_at: clock.instant() }]);
    },
    /** Works a second later on what is due first; gives its key. */
    next: async () => {
      clock.set(new Date(now_ms() + 1_000).toISOString());
      const [row] = await dueStore.claim([{ kind: kind.kind, slots: 1, now: clock.instant() }], HOLDER, 60_000);
      if (!row) return undefined;
      const done = await kind.run({
        ...{ key: row.key, payload: row.payload, attempt: row.attempts, bookmark: row.bookmark, holder: HOLDER },
        ...{ signal: new AbortController().signal, held: () => true },
        othersWait: () => dueStore.anyWaits(kind.kind, clock.instant()),
      });
      await dueStore.finish(row, HOLDER, done, clock.instant());
      return row.key;
    },
  };
};

const statuses = async (world: PaymentsWorld): Promise<string[]> =>
  (await world.payments()).map(({ destination, status }) => `${destination} ${status}`).sort();

test('a payroll of another company does not wait for the end of a large one, which continues after it', async () => {
  const alone = await begun();
  await alone.asked(alone.world.payroll.id);
  expect([await alone.next(), await alone.next()]).toEqual([alone.world.payroll.id, undefined]);

  const { world, asked, next } = await begun();
  const neighbour = 'payrl_01K2ZQ7M4T8W3N5R6V9X0Y1NEI';
  await asked(world.payroll.id);
  await asked(neighbour, STRANGER.company_id);
  expect([await next(), await next(), await next(), await next()]).toEqual([
    ...[world.payroll.id, neighbour, world.payroll.id],
    undefined,
  ]);
  expect(await statuses(world)).toEqual(await statuses(alone.world));
  expect(await world.statusNow()).toBe(await alone.world.statusNow());
});

const NO_TIMES = { now: async () => {}, lookAgain: async () => {} };

/** A manager that makes payments two stubs at a time, and ends its turn whenever others wait. */
const smallManager = ({ services }: PaymentsWorld): ProcessManager =>
  paymentsManager({ services: smallPages(services, 2), remittancesOf }, NO_TIMES, { turn_ms: 0 });

/** Approves the payroll; no payment is made yet. */
const onlyApproved = async (people: number): Promise<PaymentsWorld> => {
  const world = await paymentsWorld(people, { remittancesOf });
  await splitInThree(world);
  const data = { pay_schedule_id: world.schedule.id };
  await world.given.events('payroll', world.payroll.id, { type: 'PayrollApprovalStarted', data });
  await world.follow(world.managers.approval);
  return world;
};

/** Lets a manager make payments: destination, method and amount of each, and what is recorded of them all. */
const madeBy = async (world: PaymentsWorld, manager: ProcessManager) => {
  const { events } = await world.when(() => world.follow(manager));
  return {
    payments: (await world.payments())
      .map(({ destination, method, amount }) => `${destination} ${method} ${amount}`)
      .sort(),
    recorded: events
      .filter(({ type }) => type === 'PayrollPaymentsMade')
      .map(({ data: { payment_count, funding } }) => ({ payment_count, funding })),
  };
};

describe('payments of an approval that are made in many turns', () => {
  const PEOPLE = 7;
  const inOneTurn = onlyApproved(PEOPLE).then((world) => madeBy(world, world.managers.payments));

  test.each([
    ['of one process', 1, () => false],
    ['of three processes', 3, () => false],
    ['of two processes that die at the end of every other turn', 2, (turn: number) => turn % 2 === 0],
  ])('%s are each made once, and their number and sum are those of one turn', async (_, processes, dies) => {
    const world = await onlyApproved(PEOPLE);
    const managers = Array.from({ length: processes }, () => smallManager(world));
    let turns = 0;
    const handle = async (batch: ManagedBatch): Promise<Handled> => {
      const handled = await managers[turns++ % processes]!.handle(batch, undefined);
      if (!dies(turns)) return handled;
      // Nothing of what it noted in this turn is stored.
      return { unfinished: true, appended: undefined, ...(batch.bookmark ? { bookmark: batch.bookmark } : {}) };
    };
    expect(await madeBy(world, { ...managers[0]!, handle })).toEqual(await inOneTurn);
    expect(turns).toBeGreaterThan(PEOPLE / 2);
  });

  test('are all canceled when the approval is taken back between two turns, and no more are made', async () => {
    const world = await onlyApproved(PEOPLE);
    const small = smallManager(world);
    let turns = 0;
    const handle = async (batch: ManagedBatch): Promise<Handled> => {
      turns += 1;
      if (turns === 2) {
        const data = { pay_schedule_id: world.schedule.id };
        await world.given.events('payroll', world.payroll.id, { type: 'PayrollUnapprovalStarted', data });
        await world.follow(world.managers.approval);
      }
      return small.handle(batch, undefined);
    };
    const { recorded } = await madeBy(world, { ...small, handle });
    const left = await world.payments();
    expect(left.map(({ status }) => status)).toEqual(left.map(() => 'canceled'));
    // Those of the first turn.
    expect([new Set(left.map(({ pay_stub_id }) => pay_stub_id)).size, recorded]).toEqual([2, []]);
    // One that made, one that canceled, one that found nothing left, and that of the unapproval.
    expect(turns).toBeGreaterThan(3);
  });
});

/** One process's payments manager on companies that are worlds of their own, a round of turns at a time. */
const processOn = async () => {
  let now = 1_000;
  const now_ms = (): number => now++;
  const { store: state, dueStore } = makeMemoryProcessState(
    { now_ms, notify: () => {}, listen: () => () => {} },
    'progress',
  );
  const own = new Map<string, ProcessManager>();
  const first = smallManager(await paymentsWorld(1));
  const nothing = () => undefined;
  const progress = { parkedIn: nothing, managerHandled: nothing, handledMessage: () => '', manager: nothing };
  const { kinds } = makeCompanyWork({
    managers: [{ ...first, handle: (batch: ManagedBatch) => own.get(batch.events[0]!.id)!.handle(batch, undefined) }],
    context: undefined,
    // Nothing of these is sealed, and each has the version of today.
    hydrate: async (events: readonly LogEvent[]) => events as unknown as DomainEvent[],
    // The only members that are asked for here.
    progress: progress as unknown as Progress,
    state,
    log: pino({ level: 'silent' }),
  });
  const { kind, concurrency, run } = kinds[0]!;
  await state.register([{ name: first.name, from: 0n }]);
  await state.takeLeases('us', [first.name]);
  let position = 0n;
  return {
    places: concurrency,
    /** Hands the process the approval of a company. */
    approved: async (world: PaymentsWorld): Promise<void> => {
      const { store } = world.services;
      const stored = await store.readStream(`payroll-${world.payroll.id}`);
      const event = stored.find(({ type }) => type === 'PayrollApproved')!;
      own.set(event.id, smallManager(world));
      const from = position++;
      const waiting = [{ scope: `company ${from}`, event: { ...event, position: await store.head() } }];
      await state.dispatch('us', { name: first.name, from, to: position, waiting, message: '' });
    },
    /** Gives each place its next turn; whether there was one. */
    round: async (): Promise<boolean> => {
      const rows = await dueStore.claim([{ kind, slots: concurrency, now: null }], HOLDER, 60_000);
      for (const row of rows) {
        const { key, payload, attempts: attempt, bookmark } = row;
        const work = { key, payload, attempt, bookmark, holder: HOLDER, held: () => true };
        const othersWait = () => dueStore.anyWaits(kind, null);
        const next = await run({ ...work, signal: new AbortController().signal, othersWait });
        await dueStore.finish(row, HOLDER, next, null);
      }
      return rows.length > 0;
    },
  };
};

test('the few payments of a company are made while large payrolls hold every place of the process', async () => {
  const { places, approved, round } = await processOn();
  const larges: PaymentsWorld[] = [];
  for (let i = 0; i < places; i++) larges.push(await onlyApproved(9));
  const small = await onlyApproved(1);
  for (const world of [...larges, small]) await approved(world);
  const areMade = async ({ stateOf, payroll }: PaymentsWorld): Promise<boolean> =>
    ((await stateOf('payroll', payroll.id))?.payments?.funding ?? null) !== null;

  while (!(await areMade(small)) && (await round()));
  expect(await areMade(small)).toBe(true);
  expect(await Promise.all(larges.map(areMade))).toEqual(larges.map(() => false));
  while (await round());
  expect(await Promise.all(larges.map(areMade))).toEqual(larges.map(() => true));
});
