import { expect, test } from 'vitest';
import { makePaymentProcess } from '../../../src/processes/payments/payments.ts';
import { remittancesOf } from '../../../src/processes/payments/remitted.ts';
import { STRANGER } from '../../support/in-memory.ts';
import { makeMemoryProcessState } from '../../support/memory-process-state.ts';
import { type PaymentsWorld, paymentsWorld } from '../../support/payments-world.ts';

/** Given due payments of several payrolls, when a process works on one payroll at a time, then they take turns. */

const DEBITED = '2026-11-17T21:30:00.000Z';
const HOLDER = 'c0ffee00-0000-4000-8000-000000000000';

/** A payroll whose debit is due, and one process that moves payments, with turns that are over as soon as others wait. */
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
  const { kind } = makePaymentProcess(dueStore, { services, remittancesOf }, { turn_ms: 0 });
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
