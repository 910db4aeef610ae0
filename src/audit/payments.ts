import { paymentSubmitted } from '../banking/events.ts';
import { inTurns } from '../kernel/changes/in-turns.ts';
import { type DomainEvent, type RecordOf, streamOf } from '../kernel/definition/resource.ts';
import { remittedByAccount, together } from '../pay-records/remitted.ts';
import { inRecords } from '../payments/debits.ts';
import { closedStubsOf } from '../payrolls/events/list.ts';
import { payrollPaymentsPlanned } from '../payrolls/events/payroll.ts';
import { all, type Condition, equal, not, oneOf } from '../values/condition.ts';
import { type Decimal, decimal, max, sum, toText, ZERO } from '../values/money.ts';
import { type Audit, damageAt, type Found, type Invariant, idsOf, streamIn, unlessDamaged } from './invariant.ts';

/** Invariants of the payments of an approved payroll. */

/** Stubs or payments in memory at once. */
const ROWS_AT_ONCE = 200;

const STOP =
  'hold the payments of the payroll that are pending, compare `payroll audit stream` of those that are named, and pay or claim the difference by hand';
const SHORT =
  'an approval never decides anew: remit what is missing, or claim back what is too much, outside of the service, and keep both figures';
const WAITS = 'the process `payments` has not handled it yet: `payroll processes list` shows why';
const REBUILD = 'the ledger is right: rebuild the read model with `payroll projections rebuild payments`';

type Payment = RecordOf<'payment'>;
type Report = (record: string, what: string, advice: string) => void;

/** One approval whose payments are inspected. */
interface Inspected {
  payroll_id: string;
  where: Condition;
  audit: Audit;
  report: Report;
  found: Found[];
}

/**
 * Compares the payments of a payroll with its net pays, its remittances and the employer's debit, page by page. All
 * payments of an approval that was undone must be canceled.
 *
 * @returns nothing for a payroll that has no payments: in preview, historical or a correction
 */
export const inspectPayments = async (payroll_id: string, audit: Audit): Promise<Found[]> => {
  const { services, tenant } = audit;
  const found: Found[] = [];
  const report: Report = (record, what, advice) => found.push({ subject: payroll_id, record, what, advice });
  const { aggregate, events } = await streamIn(streamOf('payroll', payroll_id), audit);
  const payroll = aggregate.get('payroll', payroll_id);
  if (!payroll) return found;
  const approval_id = payroll.status === 'draft' ? '' : (payroll.approved_event_id ?? '');
  const where = all(equal('payroll_id', payroll_id), equal('approval_id', approval_id));
  const ofOtherApprovals = all(equal('payroll_id', payroll_id), not(equal('approval_id', approval_id)));
  const notCanceled = all(ofOtherApprovals, not(equal('status', 'canceled')));
  for await (const rows of services.read.pages('payment', tenant, notCanceled, ROWS_AT_ONCE))
    for (const { id, status } of rows)
      report(id, `the payment is ${status}, and its approval is no longer in force`, WAITS);
  const run = payroll.payments;
  if (payroll.status === 'draft' || !run) return found;
  if (run.funding === null) {
    report(payroll_id, 'not all of its payments have been made', WAITS);
    return found;
  }
  const inspected: Inspected = { payroll_id, where, audit, report, found };
  await inspectNetPays(inspected);
  await inspectRemittances(inspected, plannedBy(run.approval_id, events));
  await inspectFunding(inspected, decimal(run.funding));
  return found;
};

/** Checks that the live payments of each pay stub add up to its net pay. */
const inspectNetPays = async (of: Inspected): Promise<void> => {
  const { payroll_id, where, audit, report } = of;
  const { read } = audit.services;
  for await (const stubs of read.pages('pay_stub', audit.tenant, closedStubsOf(payroll_id), ROWS_AT_ONCE)) {
    const ids = stubs.map(({ id }) => id);
    const live = await liveOf(of, all(where, oneOf('pay_stub_id', ids)), ({ pay_stub_id }) => pay_stub_id);
    for (const { id, employee_summary, contractor_summary } of stubs) {
      // A negative net pay is owed to the employer and not paid.
      const net = max(decimal(employee_summary.net ?? contractor_summary.net ?? '0'), ZERO);
      compare(id, 'the net pay', net, live.get(id), report);
    }
  }
};

/** What an approval decided to remit, by account. */
type Planned = readonly { remittance_account_id: string; amount: string }[];

const plannedBy = (approval_id: string, events: readonly DomainEvent[]): Planned =>
  events.filter(payrollPaymentsPlanned.is).findLast(({ data }) => data.approval_id === approval_id)?.data.remittances ??
  [];

/** Checks that the live payments to each account add up to the remittance that the approval decided. */
const inspectRemittances = async (of: Inspected, planned: Planned): Promise<void> => {
  const remitted = all(of.where, oneOf('destination', ['bill_pay', 'cra', 'rq']));
  const live = await liveOf(of, remitted, ({ remittance_account_id }) => remittance_account_id);
  const known = new Set(planned.map(({ remittance_account_id }) => remittance_account_id));
  for (const { remittance_account_id: id, amount } of planned)
    compare(id, 'what is remitted', decimal(amount), live.get(id), of.report);
  for (const [id, paid] of live) if (!known.has(id)) compare(id, 'what is remitted', ZERO, paid, of.report);
};

const compare = (record: string, what: string, due: Decimal, paid: Decimal = ZERO, report: Report): void => {
  if (!paid.eq(due)) report(record, `${what} is ${toText(due)}, and its payments add up to ${toText(paid)}`, STOP);
};

/** Inspects payments one by one. Returns the dollars of those that were not replaced, by payee. */
const liveOf = async (
  of: Inspected,
  where: Condition,
  payeeOf: (payment: Payment) => string | null | undefined,
): Promise<Map<string, Decimal>> => {
  const live = new Map<string, Decimal>();
  for await (const rows of of.audit.services.read.pages('payment', of.audit.tenant, where, ROWS_AT_ONCE)) {
    await inspectEach(of, rows);
    for (const row of rows.filter(({ is_replaced }) => !is_replaced)) {
      const payee = payeeOf(row) ?? '';
      live.set(payee, (live.get(payee) ?? ZERO).plus(row.amount));
    }
  }
  return live;
};

/** Checks that a payment is submitted at most once, and replaced only after it failed or was canceled. */
const inspectEach = async (
  { payroll_id, audit, report, found }: Inspected,
  rows: readonly Payment[],
): Promise<void> => {
  const { services, tenant } = audit;
  const replacing = rows.flatMap(({ replaced_by_id }) => replaced_by_id ?? []);
  const others = await services.read.getMany('payment', tenant, replacing);
  await inTurns(rows, async (row) => {
    const { id } = row;
    const loaded = await unlessDamaged(streamIn(streamOf('payment', id), audit), (error) =>
      found.push(damageAt(payroll_id, error)),
    );
    if (!loaded) return;
    const { aggregate, events } = loaded;
    const payment = aggregate.get('payment', id);
    if (!payment) return report(id, 'the read model has the payment, and the ledger has not', REBUILD);
    if (payment.amount !== row.amount || payment.status !== row.status)
      report(
        id,
        `the read model has ${row.amount} ${row.status}, the ledger has ${payment.amount} ${payment.status}`,
        REBUILD,
      );
    const submissions = events.filter(paymentSubmitted.is).length;
    if (submissions > 1) report(id, `the payment was submitted ${submissions} times`, STOP);
    if (!payment.replaced_by_id) return;
    const other = others.get(payment.replaced_by_id);
    if (!other) return report(id, `${payment.replaced_by_id}, which replaces it, does not exist`, WAITS);
    if (payment.status !== 'failed' && payment.status !== 'canceled')
      report(id, `the payment is ${payment.status}, and ${other.id} replaces it`, STOP);
    if (other.amount !== payment.amount || other.replaces_id !== id)
      report(other.id, `it is ${other.amount}, and replaces ${id} of ${payment.amount}`, STOP);
  });
};

/** Checks that funding is paid, remitted, under way, or returned to the employer with the debit. */
const inspectFunding = async (of: Inspected, funding: Decimal): Promise<void> => {
  const { payroll_id, where, audit, report } = of;
  const { read } = audit.services;
  const debits: Payment[] = [];
  for await (const rows of read.pages('payment', audit.tenant, all(where, equal('destination', 'payroll_float')))) {
    await inspectEach(of, rows);
    debits.push(...rows.filter(({ is_replaced }) => !is_replaced));
  }
  const debited = sum(debits.map(({ amount }) => amount));
  if ((funding.gt(0) && debits.length > inRecords(funding).length) || !debited.eq(funding))
    report(payroll_id, `${debits.length} debits of ${toText(debited)} are to fund ${toText(funding)}`, STOP);
  const funded = all(
    ...[where, equal('is_replaced', false)],
    ...[not(equal('destination', 'payroll_float')), not(equal('method', 'manual'))],
  );
  const sums = await read.sums('payment', audit.tenant, 'status', ['amount'], funded);
  const sumOf = (...statuses: string[]) => sum(statuses.map((status) => sums.get(status)?.amount ?? '0'));
  const arrived = sumOf('paid');
  const inFlight = sumOf('pending', 'overdue', 'processing', 'failed');
  const returned = sumOf('canceled');
  if (!arrived.plus(inFlight).plus(returned).eq(funding))
    report(
      payroll_id,
      `${toText(funding)} is funded; ${toText(arrived)} arrived, ${toText(inFlight)} is under way and ${toText(returned)} was returned`,
      STOP,
    );
  if (returned.gt(0) && debits.length > 0 && !debits.some(({ status }) => status === 'failed'))
    report(payroll_id, `${toText(returned)} is canceled, and the debit that funds it was not returned`, STOP);
};

// One by one: a payroll may have 20,000 payments. Drafts too: their approval may have been undone.
const payrolls: Invariant['subjects'] = ({ services, tenant }) =>
  idsOf(services.read.pages('payroll', tenant, all(), 1));

export const paymentsEqualThePayroll: Invariant = {
  name: 'payments_equal_the_payroll',
  says: 'What an approval funds is paid, remitted, under way or returned to the employer, and each net pay is paid once.',
  subjects: payrolls,
  inspect: async (ids, audit) => {
    const found: Found[] = [];
    for (const id of ids) found.push(...(await inspectPayments(id, audit)));
    return found;
  },
};

/** The approval decides what is remitted from sums that are read: were they behind the closed stubs, an agency would get less. */
export const remittancesEqualTheLines: Invariant = {
  name: 'remittances_equal_the_lines',
  says: 'What an approval remits to an account is what the lines of its pay stubs withhold and contribute for it.',
  subjects: payrolls,
  inspect: async (ids, audit) => {
    const { services, tenant } = audit;
    const owed = await remittedByAccount(ids, services, tenant);
    const found = await inTurns(ids, async (id): Promise<Found[]> => {
      const { aggregate, events } = await streamIn(streamOf('payroll', id), audit);
      const payroll = aggregate.get('payroll', id);
      const run = payroll?.payments;
      if (!run || payroll.status === 'draft' || run.funding === null) return [];
      const planned = new Map(
        plannedBy(run.approval_id, events).map((one) => [one.remittance_account_id, decimal(one.amount)]),
      );
      const byLines = owed.get(id) ?? new Map<string | null, never>();
      return [...new Set([...planned.keys(), ...byLines.keys()])].flatMap((account): Found[] => {
        // What no account is named for the employer remits by itself; what agencies would have to give back, nobody does.
        if (account === null) return [];
        const due = max(together(byLines.get(account) ?? {}), ZERO);
        const decided = planned.get(account) ?? ZERO;
        if (decided.eq(due)) return [];
        const what = `${toText(decided)} is remitted to ${account}, and the lines come to ${toText(due)}`;
        return [{ subject: id, record: id, what, advice: SHORT }];
      });
    });
    return found.flat();
  },
};
