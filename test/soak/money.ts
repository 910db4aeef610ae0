import { type LogEvent, START } from '../../src/event-store/port.ts';
import type { CalendarDate } from '../../src/values/dates.ts';
import { booksOf, brokenLaws } from '../support/payment-laws.ts';
import { made } from './book.ts';
import { type Body, type Caller, must } from './caller.ts';
import type { Employer } from './employer.ts';
import type { Fleet } from './fleet.ts';

/**
 * What live employers have and those in preview have not: accounts, payments that come back, and money that is
 * conserved.
 */

const BANK = { institution_number: '003', transit_number: '00123' };

/** An account that pay goes to. Its number stands in no answer, so it is not looked for. */
export const payInto = async (caller: Caller, employee_id: string, number: number): Promise<void> => {
  const shown = { ...BANK, employee_id };
  const body = { ...shown, account_number: String(1_000_000 + number) };
  must(
    await caller.write('POST bank_accounts', 'POST', '/bank_accounts', body, made('bank_accounts', shown)),
    'account',
  );
};

/** The account that is debited, and those that agencies are paid through. */
export const openAccounts = async (caller: Caller, business_entity_id: string): Promise<void> => {
  const debited = {
    ...{ business_entity_id, ...BANK },
    ...{ pad_signer_name: 'Ada Roy', pad_signer_email: 'ada@northlake.example', pad_signer_title: 'Owner' },
  };
  const body = { ...debited, account_number: '7654321' };
  const effects = made('bank_accounts', debited);
  must(await caller.write('POST bank_accounts', 'POST', '/bank_accounts', body, effects), 'the debited account');
  for (const [account_provider, account_identifier] of [
    ['ca_cra', '123456782RP0001'],
    ['ca_rq', '1234567890RS0001'],
  ]) {
    const account = { business_entity_id, account_provider, account_identifier };
    const answer = caller.write(
      ...(['POST remittance_accounts', 'POST', '/remittance_accounts', account] as const),
      made('remittance_accounts', account),
    );
    must(await answer, `the account with ${account_provider}`);
  }
};

/** One of the latest payments that stand so. */
const somePayment = async ({ caller, entity }: Employer, where: string): Promise<Body | undefined> => {
  const list = `/payments?business_entity_id=${entity}&per_page=1${where}`;
  const { data, meta } = await caller.read(list);
  if (meta.total < 2) return data[0];
  return (await caller.read(`${list}&page=${1 + caller.random.below(meta.total)}`)).data[0];
};

/** The bank gives a payment back, of the employer's debit (NSF) or of somebody's pay. */
export const comesBack = async (employer: Employer): Promise<void> => {
  const { caller } = employer;
  const ofDebit = caller.random.next() < 0.4;
  const where = `&status=pending,processing,paid&destination=${ofDebit ? 'payroll_float' : 'employee,cra,rq'}`;
  const payment = await somePayment(employer, where);
  if (!payment) return;
  const { id } = payment;
  const reason = ofDebit ? 'insufficient_funds' : 'account_closed';
  const body = { outcome: 'returned', reason, is_immediate: caller.random.next() < 0.7 };
  await caller.write('POST payments simulate', 'POST', `/payments/${id}/simulate`, body, ({ data }) =>
    // What is pending is canceled where the debit does not arrive.
    data.status === 'pending' ? [] : [{ of: 'payments', id, changed: { status: 'failed', failure_reason: reason } }],
  );
};

/** What came back is paid again, by another payment of the same amount. */
export const payAgain = async (employer: Employer): Promise<void> => {
  const payment = await somePayment(employer, '&status=failed');
  if (!payment || payment.data.replaced_by) return;
  const { id } = payment;
  const { amount } = payment.data;
  await employer.caller.write('POST payments pay_again', 'POST', `/payments/${id}/pay_again`, {}, ({ data }) => [
    { of: 'payments', id, changed: { status: 'failed', amount, replaced_by_id: data.replaced_by.id } },
    { of: 'payments', id: data.replaced_by.id, made: { amount, replaces_id: id } },
  ]);
};

/** Holds a payment back, or lets one go that was held in time. */
export const holdOrRelease = async (employer: Employer): Promise<void> => {
  const { caller } = employer;
  const act = caller.random.pick(['hold', 'release']);
  const payment = await somePayment(employer, `&status=pending&is_held=${act === 'release'}`);
  if (payment) await caller.write(`POST payments ${act}`, 'POST', `/payments/${payment.id}/${act}`, {});
};

/** Takes an approval back, while no money has moved. The payroll is approved again when its day comes. */
export const takeBack = async ({ caller, entity }: Employer): Promise<void> => {
  const { data } = await caller.read(`/payrolls?business_entity_id=${entity}&status=approved&per_page=1`);
  if (data[0]) await caller.write('unapprove', 'POST', `/payrolls/${data[0].id}/unapprove`, {});
};

/** What became of the payments of live employers. */
export interface Money {
  employers: number;
  payments: number;
  paid: number;
  failed: number;
  canceled: number;
  again: number;
}

const PAGE = 100;

/** Net pays of the stubs of a payroll, by stub. */
const netPaysOf = async ({ caller }: Employer, payroll: string): Promise<Map<string, string>> => {
  const nets = new Map<string, string>();
  for (let page = 1; ; page++) {
    const { data } = await caller.read(`/pay_stubs?payroll_id=${payroll}&per_page=${PAGE}&page=${page}`);
    for (const stub of data) nets.set(stub.id, stub.data.employee_summary.net.toFixed(2));
    if (data.length < PAGE) return nets;
  }
};

/** What happened to the payrolls of each company and to their payments, by payroll, in the order of the log. */
const movesOf = async (
  { store }: Fleet,
  companies: readonly string[],
): Promise<Map<string, Map<string, LogEvent[]>>> => {
  const all = new Map(companies.map((company) => [company, new Map<string, LogEvent[]>()]));
  const payrollOf = new Map<string, string>();
  for await (const some of store.readAll({ after: START, upTo: await store.head() }))
    for (const event of some) {
      const { stream, type, data, metadata } = event;
      const moves = all.get(metadata.company_id ?? '');
      if (!moves || !/^(payment|payroll)-/.test(stream)) continue;
      if (type === 'PaymentCreated') payrollOf.set(stream, String(data.payroll_id));
      const payroll = payrollOf.get(stream) ?? stream.slice(stream.indexOf('-') + 1);
      const own = moves.get(payroll) ?? [];
      own.push(event);
      moves.set(payroll, own);
    }
  return all;
};

/**
 * Holds the payments of live employers against the log: each approval's debit is what it funds, each net pay and
 * remittance has one payment that stands, nobody is paid twice, and who should have been paid by a day was.
 */
export const moneyDiffers = async (
  fleet: Fleet,
  employers: readonly Employer[],
  today: CalendarDate,
): Promise<{ money: Money; differs: string[] }> => {
  const money: Money = { employers: 0, payments: 0, paid: 0, failed: 0, canceled: 0, again: 0 };
  const differs: string[] = [];
  const live = employers.filter(({ isLive }) => isLive);
  const moves = await movesOf(
    fleet,
    live.map(({ caller }) => caller.id),
  );
  for (const employer of live) {
    money.employers += 1;
    for (const [payroll, events] of moves.get(employer.caller.id) ?? []) {
      if (!events.some(({ type }) => type === 'PayrollPaymentsPlanned')) continue;
      differs.push(...brokenLaws(events, await netPaysOf(employer, payroll)).map((what) => `${payroll}: ${what}`));
      for (const { status, replaces } of booksOf(events).payments.values()) {
        money.payments += 1;
        if (replaces !== null) money.again += 1;
        if (status === 'paid' || status === 'failed' || status === 'canceled') money[status] += 1;
      }
    }
    differs.push(...(await late(employer, today)));
  }
  return { money, differs };
};

/** Payments whose day has come, and of which nothing has come. */
const late = async ({ caller, entity }: Employer, today: CalendarDate): Promise<string[]> => {
  const told: string[] = [];
  for (let page = 1; ; page++) {
    const list = `/payments?business_entity_id=${entity}&status=processing&per_page=${PAGE}&page=${page}`;
    const { data } = await caller.read(list);
    for (const { id, data: payment } of data)
      if (payment.expected_at < today) told.push(`${id} was expected on ${payment.expected_at} and is under way`);
    if (data.length < PAGE) return told;
  }
};
