import { describe, expect, test } from 'vitest';
import { paymentsEqualThePayroll } from '../../../src/audit/payments.ts';
import type { Rail } from '../../../src/payments/rails.ts';
import { nextFile } from '../../../src/processes/payments/files.ts';
import { fundedAmong } from '../../../src/processes/payments/waiting.ts';
import type { Remitted } from '../../../src/remittances/remitted.ts';
import { decimal, sum, toText } from '../../../src/values/money.ts';
import { foundIn } from '../../support/audit-in-memory.ts';
import { logOf } from '../../support/log.ts';
import { brokenLaws } from '../../support/payment-laws.ts';
import { ORIGINATOR } from '../../support/payments-play.ts';
import { type PaymentsWorld, paymentsWorld } from '../../support/payments-world.ts';

// Given a payroll that costs more than a record of a file for a bank has room for, when it is approved, then several
// debits fund it together: nothing leaves before all of them are paid, and each of them may come back.

const REMITTED = '150000000.00';
const debitsOf = (world: PaymentsWorld) => world.payments({ destination: 'payroll_float', is_replaced: false });
const amounts = (some: readonly { amount: string }[]) => some.map(({ amount }) => amount).sort();
const seen = async (world: PaymentsWorld) =>
  (await world.payments({ is_replaced: false })).map(({ destination, status }) => `${destination} ${status}`).sort();

const approved = async ({ rail = 'simulated', amount = REMITTED }: { rail?: Rail; amount?: string } = {}) => {
  const remitted: Remitted[] = [];
  const world = await paymentsWorld(1, { rail, remittancesOf: async () => remitted });
  // Debits of a partner are read company by company.
  const data = { name: 'Northlake' };
  await world.given.events('company', world.tenant.company_id!, { type: 'CompanyCreated', data });
  const account = world.rows('remittance_account')[0]!;
  remitted.push({
    ...{ remittance_account_id: account.id, destination: 'cra', is_manual: false, is_moved: false },
    ...{ amount, due_on: '2026-12-15' },
  });
  const stubs = await world.stubs(world.payroll);
  const netPays = new Map(stubs.map(({ id, employee_summary }) => [id, employee_summary.net!]));
  await world.approved();
  const [net] = netPays.values();
  const funding = decimal(net!).plus(amount);
  /** Nothing is lost, and nothing is paid that nobody funded. */
  const holds = async () => {
    expect(brokenLaws(await logOf(world.services.store), netPays)).toEqual([]);
    expect(await foundIn(world, [paymentsEqualThePayroll])).toEqual([]);
  };
  return { world, funding, holds };
};

/** A payment comes back, as the bank reports it. */
const returned = async (world: PaymentsWorld, { id, payroll_id }: { id: string; payroll_id: string }) => {
  const data = { payroll_id, reason: 'insufficient_funds', return_code: '901', returned_on: '2026-11-19' };
  await world.given.events('payment', id, { type: 'PaymentFailed', data });
};
const again = (world: PaymentsWorld, { id, payroll_id }: { id: string; payroll_id: string }) =>
  world.given.events('payment', id, {
    type: 'PaymentReissued',
    data: { payroll_id, replaced_by_id: id.replace(/.{4}$/, 'AAAA') },
  });
const paidInTheEnd = async (world: PaymentsWorld) => {
  for (let day = 18; day <= 30; day++) await world.at(`2026-11-${day}T22:00:00.000Z`);
  await world.at('2026-12-31T22:00:00.000Z');
  return world.statusNow();
};

test('each debit, and each remittance, fits into a file, and together they are what the payroll costs', async () => {
  const { world, funding, holds } = await approved();
  const debits = await debitsOf(world);
  expect(amounts(debits)).toEqual(['99999999.99', toText(funding.minus('99999999.99'))].sort());
  expect(toText(sum(debits.map(({ amount }) => amount)))).toBe(toText(funding));
  expect(amounts(await world.payments({ destination: 'cra' }))).toEqual(['50000000.01', '99999999.99']);
  await holds();
  expect(await paidInTheEnd(world)).toBe('paid');
  await holds();
});

describe('when one of the debits is returned', () => {
  test.each([0, 1])('nothing leaves until it is paid again: number %s', async (which) => {
    const { world, holds } = await approved();
    await world.at('2026-11-17T21:30:00.000Z');
    await returned(world, (await debitsOf(world))[which]!);
    await world.at('2026-11-19T05:00:00.000Z');
    const canceled = ['cra canceled', 'cra canceled', 'employee canceled'];
    expect(await seen(world)).toEqual([...canceled, 'payroll_float failed', 'payroll_float paid']);
    await holds();

    const failed = (await debitsOf(world)).find(({ status }) => status === 'failed')!;
    await again(world, failed);
    await world.followed();
    const waiting = ['cra pending', 'cra pending', 'employee pending'];
    expect(await seen(world)).toEqual([...waiting, 'payroll_float paid', 'payroll_float pending']);
    expect((await world.payments({ destination: 'employee', status: 'pending' }))[0]!.process_at).toBe('2026-11-23');
    await world.at('2026-11-20T21:30:00.000Z');
    expect(await seen(world)).toEqual([...waiting, 'payroll_float paid', 'payroll_float processing']);
    await holds();
    expect(await paidInTheEnd(world)).toBe('paid');
    await holds();
  });

  test('nothing leaves while its replacement is decided and not made yet', async () => {
    const { world } = await approved();
    await world.at('2026-11-17T21:30:00.000Z');
    const [, late] = await debitsOf(world);
    await returned(world, late!);
    await again(world, late!);
    // The rows of payments are moved before the manager has made the other debit.
    world.clock.set('2026-11-19T22:00:00.000Z');
    await world.moved(world.payroll);
    expect(await seen(world)).toEqual(['cra pending', 'cra pending', 'employee pending', 'payroll_float paid']);
  });

  test('after it counted as paid, what they fund and no file carries yet is not funded', async () => {
    const { world } = await approved();
    for (const instant of ['2026-11-17T21:30:00.000Z', '2026-11-19T21:30:00.000Z']) await world.at(instant);
    const payees = await world.payments({ destination: 'employee' });
    const isFunded = async () => (await fundedAmong(payees, world.tenant.partner_id, world.services))(payees[0]!);
    expect(await isFunded()).toBe(true);
    const [first, second] = await debitsOf(world);
    await returned(world, second!);
    expect([first!.status, await isFunded()]).toEqual(['paid', false]);
    await again(world, second!);
    expect(await isFunded()).toBe(false);
  });

  test('a file of many debits is decided and written again without one account after the other', async () => {
    const { world } = await approved({ rail: 'cpa_005', amount: '700000000.00' });
    await world.at('2026-11-17T21:30:00.000Z');
    const { store } = world.services;
    const { readStream } = store;
    let [now, most] = [0, 0];
    store.readStream = async (stream, options) => {
      if (!stream.startsWith('bank_account-')) return readStream(stream, options);
      most = Math.max(most, ++now);
      const events = await readStream(stream, options);
      for (let turns = 0; turns < 10; turns++) await new Promise(setImmediate);
      now--;
      return events;
    };
    const made = () => nextFile(world.tenant.partner_id, ORIGINATOR, world.services);
    await made();
    most = 0;
    expect((await made())?.payments).toBe(8);
    expect(most).toBeGreaterThan(4);
  });

  test('and so is the other, what they fund is made again once, with the last of them', async () => {
    const { world, holds } = await approved();
    await world.at('2026-11-17T21:30:00.000Z');
    for (const debit of await debitsOf(world)) await returned(world, debit);
    await world.at('2026-11-19T05:00:00.000Z');
    const [first, second] = await debitsOf(world);
    await again(world, first!);
    await world.followed();
    expect(await world.payments({ destination: 'employee' })).toMatchObject([{ status: 'canceled' }]);
    await holds();

    await again(world, second!);
    await world.followed();
    expect((await world.payments({ destination: 'employee' })).map(({ status }) => status)).toEqual([
      'canceled',
      'pending',
    ]);
    expect(await paidInTheEnd(world)).toBe('paid');
    await holds();
  });
});
