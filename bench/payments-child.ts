import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { DatabaseAddress } from '../src/database/connect.ts';
import { act } from '../src/kernel/calls/actions.ts';
import type { RecordOf } from '../src/kernel/definition/resource.ts';
import type { Origin } from '../src/kernel/definition/writer.ts';
import { readReturns } from '../src/payments/cpa-005/returns.ts';
import type { Rail } from '../src/payments/rails.ts';
import { submissionAt } from '../src/payments/timing.ts';
import { settledByHand } from '../src/processes/payments/by-hand.ts';
import { fileWasWritten, nextFile } from '../src/processes/payments/files.ts';
import { takeReturns } from '../src/processes/payments/returned.ts';
import { manualClock } from '../src/values/clock.ts';
import { all, type Condition, equal, oneOf } from '../src/values/condition.ts';
import { ORIGINATOR } from '../test/support/payments-play.ts';
import { returnFile } from '../test/support/return-file.ts';
import { approveNext, askAt, hirePaid, makeCompany, NOW, untilFollowed, withService } from './employer.ts';
import { PARTNER_SECRET } from './service-child.ts';

// A service in a process of its own, in which one live payroll is paid to its end: the debit is returned and made
// again, everybody is paid, some of that comes back and is paid again, agencies are remitted to. Tells what each step
// took.

const { address, people, rail } = JSON.parse(process.argv[2]!) as {
  address: DatabaseAddress;
  people: number;
  rail: Rail;
};
/** Payments that come back. */
const RETURNED = 3;
const PATIENCE_ms = 1_200_000;
const LOOK_ms = 200;

// Whoever waits for what is told here is gone.
process.on('disconnect', () => process.exit(2));

const tell = (message: unknown): Promise<void> => new Promise((resolve) => process.send!(message, () => resolve()));
const clock = manualClock(NOW);

const config = rail === 'cpa_005' ? { paymentRail: rail, originator: ORIGINATOR } : { paymentRail: rail };
await withService(
  address,
  ['api', 'projections', 'processes'],
  async (service) => {
    const { services } = service;
    let [cpu_us, begun_ms] = [0, 0];
    const begin = (): void => {
      const { user, system } = process.cpuUsage();
      cpu_us = user + system;
      begun_ms = performance.now();
    };
    const ended = async (step: string): Promise<void> => {
      const { user, system } = process.cpuUsage();
      const [cpu_s, took_s] = [(user + system - cpu_us) / 1e6, (performance.now() - begun_ms) / 1_000];
      await tell({ step, cpu_s, took_s, peak_MB: process.resourceUsage().maxRSS / 1_024 });
      begin();
    };
    begin();
    const company = await makeCompany(service);
    const { tenant } = company;
    const schedule = await hirePaid(services, tenant, people, '2026-12-18', true);
    await untilFollowed(services, await services.store.head(), ['population']);
    await ended('hired, and drafts made');
    const { id } = await approveNext(service, company, schedule);
    await ended('approved, posted and payments made');

    const ofPayroll = (...where: Condition[]): Condition =>
      all(equal('payroll_id', id), equal('is_replaced', false), ...where);
    const debit = equal('destination', 'payroll_float');
    const toPeople = equal('destination', 'employee');
    const agencies = oneOf('destination', ['cra', 'rq', 'bill_pay']);
    const counts = (of: Condition) => services.read.counts('payment', tenant, 'status', ofPayroll(of));
    const first = async (of: Condition): Promise<RecordOf<'payment'>> =>
      (await services.read.first('payment', tenant, ofPayroll(of), 1)).rows[0]!;
    /** Waits until the payments of a sort that nothing replaces are so many by status as they must be. */
    const stand = async (
      of: Condition,
      wanted: string,
      areSo: (now: Map<string, number>) => boolean,
    ): Promise<void> => {
      const end_ms = performance.now() + PATIENCE_ms;
      for (;;) {
        const now = await counts(of);
        if (areSo(now)) return;
        if (performance.now() > end_ms) throw new Error(`not ${wanted} in time: ${JSON.stringify([...now])}`);
        await pause(LOOK_ms);
      }
    };
    /** What is made again is there one after the other: all of it has come once it is as many. */
    const come = (of: Condition, status: string, count = of === toPeople ? people : 1): Promise<void> =>
      stand(of, status, (now) => now.size === 1 && now.get(status) === count);
    const payrollIs = async (status: string): Promise<void> => {
      const end_ms = performance.now() + PATIENCE_ms;
      while ((await services.read.get('payroll', tenant, id))?.status !== status) {
        if (performance.now() > end_ms) throw new Error(`the payroll was not ${status} in time`);
        await pause(LOOK_ms);
      }
    };
    const origin = (): Origin => ({
      tenant,
      ...{ actor: 'process:bench', request_id: 'bench', correlation_id: 'bench', seed: randomUUID() },
      ...{ occurred_at: clock.instant(), mayRepeat: false },
    });
    const write = async (): Promise<void> => {
      if (rail !== 'cpa_005') return;
      for (;;) {
        const file = await nextFile(tenant.partner_id, ORIGINATOR, services);
        if (!file) return;
        await fileWasWritten(file.number, ORIGINATOR.id, services);
      }
    };
    const comeBack = async (payments: readonly RecordOf<'payment'>[]): Promise<void> => {
      if (rail === 'cpa_005') {
        const back = payments.map(({ destination, amount, cross_reference }) => ({
          kind: destination === 'payroll_float' ? ('debit' as const) : ('credit' as const),
          ...{ return_code: '905', amount, date: clock.today(), cross_reference },
        }));
        const { faults, taken } = await takeReturns(
          await readReturns(returnFile(back).split('\r\n')),
          [tenant.partner_id],
          services,
        );
        if (faults.length > 0 || taken.some(({ payment }) => payment === undefined))
          throw new Error(`returns were not taken: ${JSON.stringify([faults, taken])}`);
      } else
        for (const payment of payments)
          await ask('POST', `/payments/${payment.id}/simulate`, { outcome: 'returned', reason: 'account_closed' });
    };
    /** A token ends with its hour, and the clock is moved by days. */
    const ask = async (method: string, path: string, body: unknown): Promise<void> => {
      const { access_token } = await askAt(service.url, PARTNER_SECRET)('POST', '/token', {
        company_id: tenant.company_id,
      });
      await askAt(service.url, access_token)(method, path, body);
    };
    // The answer waits ten seconds for what follows, and says 503 when it goes on beyond that.
    const again = (payment: string) =>
      ask('POST', `/payments/${payment}/pay_again`, {}).catch((error: Error) => {
        if (!error.message.includes('with 503')) throw error;
      });
    const leave = async (of: Condition): Promise<void> => {
      clock.set(submissionAt((await first(of)).process_at));
      await come(of, 'processing');
      await write();
    };
    const arrive = async (of: Condition): Promise<void> => {
      clock.set(`${(await first(of)).expected_at}T12:00:00.000Z`);
      await come(of, 'paid');
    };

    await leave(debit);
    await ended('debit handed over');
    const lost = await first(debit);
    await comeBack([lost]);
    await come(toPeople, 'canceled');
    await payrollIs('partially_paid');
    await ended('debit returned, what it funds canceled');
    await again(lost.id);
    await come(toPeople, 'pending');
    await ended('debit and all others made again');
    await leave(debit);
    await arrive(debit);
    await ended('debit arrived');
    await leave(toPeople);
    await ended('pay handed over');
    const { rows: back } = await services.read.first('payment', tenant, ofPayroll(toPeople), RETURNED);
    await comeBack(back);
    await ended('some of the pay returned');
    clock.set(`${back[0]!.expected_at}T12:00:00.000Z`);
    await stand(toPeople, 'arrived or returned', (now) => !now.has('processing'));
    await payrollIs('partially_paid');
    await ended('the rest of the pay arrived');
    for (const payment of back) await again(payment.id);
    const made = all(toPeople, oneOf('status', ['pending', 'processing']));
    const allAre = (status: string) => stand(made, `all ${status}`, (now) => now.get(status) === RETURNED);
    await allAre('pending');
    clock.set(submissionAt((await first(made)).process_at));
    await allAre('processing');
    await write();
    const last = await first(made);
    clock.set(`${last.expected_at}T12:00:00.000Z`);
    await come(toPeople, 'paid');
    await ended('what was returned paid again, and arrived');
    const remitted = await services.read.find('payment', tenant, ofPayroll(agencies));
    if (rail === 'cpa_005') {
      clock.set(
        remitted.map(({ process_at }) => submissionAt(process_at)).reduce((a, b) => (a > b ? a : b), clock.instant()),
      );
      await come(agencies, 'processing', remitted.length);
      for (const { id: payment } of remitted)
        await act(settledByHand, payment, { origin: origin(), services, body: { note: 'through the bank' } });
    } else clock.set('2027-01-20T12:00:00.000Z');
    await come(agencies, 'paid', remitted.length);
    await payrollIs('paid');
    await ended('agencies remitted to');
  },
  { config, clock },
);
process.exit(0);
