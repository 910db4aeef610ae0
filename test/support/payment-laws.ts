import type { LogEvent } from '../../src/event-store/port.ts';
import { AHEAD } from '../../src/kernel/changes/in-turns.ts';
import { type Decimal, decimal, sum, toText, ZERO } from '../../src/values/money.ts';

/**
 * What must be true of the payments of a payroll, told from the log alone and by a fold of its own: it shares no code
 * with the resource that it holds to account.
 */

/** A payment as the events of its stream tell it. */
interface Told {
  id: string;
  approval: string;
  destination: string;
  /** What it pays: a stub, an account that is remitted to, or the employer's debit. */
  pays: string;
  isFunded: boolean;
  amount: Decimal;
  status: 'pending' | 'overdue' | 'processing' | 'paid' | 'failed' | 'canceled';
  replaces: string | null;
  replacedBy: string | null;
  handOvers: number;
  /** Of a debit: that it was paid once, and how many payments were handed over after it came back. */
  hasArrived: boolean;
  leftBehind: number;
  rail: string;
  method: string;
  /** Files that were decided to hold it, and the one that it says it stands in. */
  files: number[];
  filed: number | null;
}

interface Approval {
  isTakenBack: boolean;
  /** Dollars; undefined while its payments are being made. */
  funding?: Decimal;
  remitted: Map<string, Decimal>;
}

export interface Books {
  payments: Map<string, Told>;
  approvals: Map<string, Approval>;
  /** What was done that must never be done, in the order of the log. */
  broken: string[];
}

const DEBIT = 'payroll_float';
const text = (value: unknown): string => String(value ?? '');
const isLive = ({ replacedBy }: Told): boolean => replacedBy === null;
const isDebit = ({ destination }: Told): boolean => destination === DEBIT;

/** Keeps the books of the payments of a log, and notes each hand-over that should not have been. */
export const booksOf = (log: readonly LogEvent[]): Books => {
  const books: Books = { payments: new Map(), approvals: new Map(), broken: [] };
  for (const event of log) {
    const id = event.stream.slice(event.stream.indexOf('-') + 1);
    if (event.stream.startsWith('payment-')) enterPayment(id, event, books);
    else if (event.stream.startsWith('payroll-')) enterPayroll(event, books);
    else if (event.type === 'PaymentFileDecided') enterFile(event, books);
  }
  return books;
};

const enterPayroll = ({ type, data }: LogEvent, { approvals }: Books): void => {
  if (type === 'PayrollPaymentsPlanned') {
    const planned = data.remittances as { remittance_account_id: string; amount: string }[];
    const remitted = new Map(planned.map((one) => [one.remittance_account_id, decimal(one.amount)]));
    approvals.set(text(data.approval_id), { isTakenBack: false, remitted });
  }
  if (type === 'PayrollPaymentsMade') approvals.get(text(data.approval_id))!.funding = decimal(text(data.funding));
  // An approval that was taken back is the last one before it: the next one begins behind it.
  if (type === 'PayrollUnapproved') for (const approval of approvals.values()) approval.isTakenBack = true;
};

/** A payment stands in one file, and was handed over before. */
const enterFile = ({ data }: LogEvent, books: Books): void => {
  for (const id of Object.values(data.payments as Record<string, string[]>).flat()) {
    const payment = books.payments.get(id)!;
    payment.files.push(Number(data.file_number));
    if (payment.files.length > 1) books.broken.push(`${id} stands in files ${payment.files.join(' and ')}`);
    if (payment.status !== 'processing') books.broken.push(`${id} is put into a file while it is ${payment.status}`);
    if (payment.rail !== 'cpa_005') books.broken.push(`${id} goes over ${payment.rail}, and stands in a file`);
  }
};

/**
 * What a bank was to pay counts as paid when a file carried it there, or an operator says so: also of what came back
 * and was paid otherwise, in place of being made again.
 */
const settle = (payment: Told, data: LogEvent['data'], { broken }: Books): void => {
  const isPaidOtherwise = payment.status === 'failed' && payment.replacedBy === null && data.note !== undefined;
  if (payment.status !== 'processing' && !isPaidOtherwise)
    broken.push(`${payment.id} settles while it is ${payment.status}`);
  const isCarried = payment.rail === 'simulated' || payment.method === 'manual' || payment.filed !== null;
  if (!isCarried && data.note === undefined) broken.push(`${payment.id} settles, and no file carried it`);
};

const enterPayment = (id: string, { type, data }: LogEvent, books: Books): void => {
  if (type === 'PaymentCreated') {
    if (books.payments.has(id)) books.broken.push(`${id} is created twice`);
    return void books.payments.set(id, madeBy(id, data));
  }
  const payment = books.payments.get(id)!;
  if (type === 'PaymentReissued') payment.replacedBy = text(data.replaced_by_id);
  if (type === 'PaymentSubmitted') handOver(payment, books);
  if (type === 'PaymentSettled') settle(payment, data, books);
  if (type === 'PaymentFiled') {
    payment.filed = Number(data.file_number);
    if (payment.files[0] !== payment.filed) books.broken.push(`${id} is filed otherwise than it was decided`);
  }
  const status = STATUS_AFTER[type];
  if (status) payment.status = status;
  if (status === 'paid') payment.hasArrived = true;
};

const STATUS_AFTER: Readonly<Record<string, Told['status']>> = {
  PaymentReleased: 'pending',
  PaymentOverdue: 'overdue',
  PaymentSubmitted: 'processing',
  PaymentSettled: 'paid',
  PaymentFailed: 'failed',
  PaymentCanceled: 'canceled',
};

const madeBy = (id: string, data: LogEvent['data']): Told => ({
  id,
  approval: text(data.approval_id),
  destination: text(data.destination),
  pays: text(data.pay_stub_id ?? data.remittance_account_id ?? DEBIT),
  isFunded: data.method !== 'manual' && data.destination !== DEBIT,
  amount: decimal(text(data.amount)),
  status: 'pending',
  replaces: data.replaces_id === null ? null : text(data.replaces_id),
  replacedBy: null,
  handOvers: 0,
  hasArrived: false,
  leftBehind: 0,
  rail: text(data.rail),
  method: text(data.method),
  files: [],
  filed: null,
});

/** The payment that a payment makes again, and the one that that makes again, to the first. */
const before = (payment: Told, { payments }: Books): Told[] => {
  const earlier: Told[] = [];
  for (let one = payments.get(payment.replaces ?? ''); one; one = payments.get(one.replaces ?? '')) earlier.push(one);
  return earlier;
};

/** Who is paid is paid once, out of money that is there, of an approval that stands. */
const handOver = (payment: Told, books: Books): void => {
  const note = (what: string) => books.broken.push(`${payment.id} is handed over ${what}`);
  payment.handOvers += 1;
  if (payment.handOvers > 1) note('twice');
  if (payment.status !== 'pending') note(`while it is ${payment.status}`);
  if (payment.replacedBy !== null) note('although it is made again');
  if (before(payment, books).some(({ status }) => status !== 'failed' && status !== 'canceled'))
    note('while the one that it makes again has not come back');
  if (books.approvals.get(payment.approval)?.isTakenBack) note('of an approval that was taken back');
  if (payment.isFunded && !isFundedNow(payment, books)) note('and nothing funds it');
};

/**
 * Whether the debits of the approval have arrived, and what they bring is all that is to come. One that a bank returns in
 * the very moment when what it funds leaves stops the others: those that are being handed over have left.
 */
const isFundedNow = ({ approval }: Told, { approvals, payments }: Books): boolean => {
  const debits = [...payments.values()].filter((one) => one.approval === approval && isDebit(one) && isLive(one));
  for (const debit of debits) if (debit.hasArrived && debit.status === 'failed') debit.leftBehind += 1;
  const brings = debits.filter(
    ({ status, leftBehind }) => status === 'paid' || (leftBehind > 0 && leftBehind <= AHEAD),
  );
  return sum(brings.map(({ amount }) => amount)).eq(approvals.get(approval)?.funding ?? ZERO);
};

/** The most that a record of a file for a bank has room for, in dollars. */
const MOST = '99999999.99';

/**
 * What does not hold once the processes are at rest.
 *
 * @param netPays dollars by stub, of all approvals alike
 */
export const brokenLaws = (log: readonly LogEvent[], netPays: ReadonlyMap<string, string>): string[] => {
  const books = booksOf(log);
  const { approvals, payments, broken } = books;
  for (const payment of payments.values()) broken.push(...brokenBy(payment, books));
  for (const [id, approval] of approvals) {
    const own = [...payments.values()].filter((one) => one.approval === id);
    if (approval.isTakenBack) {
      for (const one of own)
        if (one.status !== 'canceled') broken.push(`${one.id} is ${one.status}, and its approval was taken back`);
    } else if (approval.funding === undefined) broken.push(`the payments of ${id} were never made`);
    else broken.push(...unbalanced(approval, approval.funding, own, netPays));
  }
  return broken;
};

/** A payment that is made again came to nothing, and the other one pays the same. */
const brokenBy = (payment: Told, { payments }: Books): string[] => {
  if (payment.replacedBy === null) return [];
  const again = payments.get(payment.replacedBy);
  if (!again) return [`${payment.id} is made again by ${payment.replacedBy}, which is not there`];
  const isSame =
    again.amount.eq(payment.amount) &&
    again.replaces === payment.id &&
    again.pays === payment.pays &&
    again.approval === payment.approval &&
    again.isFunded === payment.isFunded;
  return [
    ...(isSame ? [] : [`${again.id} is not what ${payment.id} was`]),
    ...(payment.status === 'failed' || payment.status === 'canceled'
      ? []
      : [`${payment.id} is ${payment.status}, and ${again.id} makes it again`]),
  ];
};

const unbalanced = (
  { remitted }: Approval,
  funding: Decimal,
  own: readonly Told[],
  netPays: ReadonlyMap<string, string>,
): string[] => {
  const broken: string[] = [];
  const same = (what: string, is: Decimal, should: Decimal) => {
    if (!is.eq(should)) broken.push(`${what}: ${toText(is)}, not ${toText(should)}`);
  };
  const live = own.filter(isLive);
  const totalOf = (some: readonly Told[], ...statuses: readonly Told['status'][]) =>
    sum(some.filter(({ status }) => statuses.includes(status)).map(({ amount }) => amount));
  const ofPayee = (id: string) => sum(live.filter(({ pays }) => pays === id).map(({ amount }) => amount));
  for (const [stub, net] of netPays) same(`live payments of ${stub}`, ofPayee(stub), decimal(net));
  for (const [account, amount] of remitted) same(`live remittances to ${account}`, ofPayee(account), amount);
  const debits = live.filter(isDebit);
  // Who has nothing to pay is not debited.
  const wanted = Math.ceil(Number(funding.div(MOST).toFixed(12)));
  if (debits.length !== wanted) broken.push(`${debits.length} debits are live, not ${wanted}`);
  same('the debit', sum(debits.map(({ amount }) => amount)), funding);
  for (const { id, amount } of live.filter((one) => one.method !== 'manual'))
    if (amount.gt(MOST)) broken.push(`${id} of ${toText(amount)} fits into no file`);
  const funded = live.filter(({ isFunded }) => isFunded);
  const arrived = totalOf(funded, 'paid');
  const inFlight = totalOf(funded, 'pending', 'overdue', 'processing', 'failed');
  const backToEmployer = totalOf(funded, 'canceled');
  same('paid, remitted, in flight and returned to the employer', arrived.plus(inFlight).plus(backToEmployer), funding);
  // What is canceled went back with the debit, and what waits for money has a debit that brings it.
  if (debits.some(({ status }) => status === 'failed'))
    same('waiting for a debit that failed', totalOf(funded, 'pending', 'overdue'), ZERO);
  else same('canceled although the debit is not returned', backToEmployer, ZERO);
  return broken;
};
