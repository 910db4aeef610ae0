import { agreesTo } from '../../banking/debit-agreement.ts';
import { paymentSubmitted } from '../../banking/events.ts';
import { type LoadedStream, loadStream } from '../../kernel/changes/execute.ts';
import { inTurns } from '../../kernel/changes/in-turns.ts';
import { isUnreadable, whyUnreadable } from '../../kernel/changes/reading.ts';
import { type RecordOf, streamOf } from '../../kernel/definition/resource.ts';
import type { Services, Tenant } from '../../kernel/definition/services.ts';
import { type FileItem, whyUnfit } from '../../payments/cpa-005/writing.ts';
import { hourOfFunds, IS_DEBIT, standingOf } from '../../payments/debits.ts';
import { isBanked } from '../../payments/payment.ts';
import { daysInFile } from '../../payments/timing.ts';
import { absent, all, equal, oneOf } from '../../values/condition.ts';
import type { CalendarDate } from '../../values/dates.ts';
import { groupBy } from '../../values/group.ts';

/** Payments that are submitted and in no file for the bank yet. */

/** A payment that waits for a file: its item in a file, or why it cannot have one. */
export interface Waiting {
  payment: RecordOf<'payment'>;
  item?: FileItem;
  why?: string;
}

const READABLE_ms = 60_000;
/** Payments whose streams are in memory at once. */
const PAYMENTS_AT_ONCE = 500;

/** Waits until everything that was appended can be read. @throws when that takes too long */
export const everythingReadable = async ({ gate, store }: Services): Promise<void> => {
  if (!(await gate.followed(await store.head(), [], READABLE_ms)))
    throw new Error('the read models are behind the log: see "payroll projections list", and that a service runs');
};

const ofPartner = (partner_id: string): Tenant => ({ partner_id, every_company: true });

/**
 * Payments that wait for a file, of all companies of a partner, a page at a time. Their streams decide: while the read
 * models of a company are parked, the rows do not show which payments are in a file by now.
 */
export const waitingForFile = async function* (
  partner_id: string,
  created_on: CalendarDate,
  services: Services,
): AsyncIterable<Waiting[]> {
  const where = all(equal('is_filed', true), equal('status', 'processing'), absent('file_number'));
  for await (const rows of services.read.pages('payment', ofPartner(partner_id), where, PAYMENTS_AT_ONCE)) {
    const funded = await fundedAmong(rows, partner_id, services);
    const found = await inTurns(rows, (payment) => waitingOf(payment, created_on, services));
    yield found.flat().map((one) => (funded(one.payment) ? one : { payment: one.payment, why: UNFUNDED }));
  }
};

/** Why a payment is in no file while its debit is not paid. */
export const UNFUNDED =
  'the debit that funds it was returned; it waits until 16:30 in Toronto of the day on which that counts as paid again';

/**
 * Whether payments that were submitted are still funded: their debits count as paid by their day, and one may be
 * returned after that, before a file carries what they fund. One that is made again funds it from its hour on.
 */
export const fundedAmong = async (
  rows: readonly RecordOf<'payment'>[],
  partner_id: string,
  services: Services,
): Promise<(payment: RecordOf<'payment'>) => boolean> => {
  const isDebit = ({ destination }: RecordOf<'payment'>) => destination === 'payroll_float';
  const payrolls = new Set(rows.flatMap((row) => (isDebit(row) ? [] : [row.payroll_id])));
  const debits = await services.read.find(
    'payment',
    ofPartner(partner_id),
    all(oneOf('payroll_id', [...payrolls]), IS_DEBIT),
  );
  const approvals = new Set<string>();
  const now = services.clock.instant();
  const paid = [...groupBy(debits, ({ approval_id }) => approval_id)].filter(
    ([, own]) => standingOf(own) === 'paid' && (hourOfFunds(own, now) ?? now) <= now,
  );
  const live = paid.flatMap(([, own]) => own.filter(({ is_replaced }) => !is_replaced));
  const areStill = await inTurns(live, (row) => isStillPaid(row, services));
  const others = new Set(live.flatMap(({ approval_id }, at) => (areStill[at] ? [] : [approval_id])));
  for (const [approval_id] of paid) if (!others.has(approval_id)) approvals.add(approval_id);
  return (payment) => isDebit(payment) || approvals.has(payment.approval_id);
};

/** The same of one payment, when everything that was appended can be read. */
export const isFunded = async (
  payment: RecordOf<'payment'>,
  partner_id: string,
  services: Services,
): Promise<boolean> => {
  await everythingReadable(services);
  return (await fundedAmong([payment], partner_id, services))(payment);
};

/** Whether a debit is paid by its stream: the read models of its company may be parked. */
const isStillPaid = async (row: RecordOf<'payment'>, services: Services): Promise<boolean> => {
  try {
    const { aggregate } = await loadStream(streamOf('payment', row.id), services);
    const now = aggregate.get('payment', row.id);
    return now?.status === 'paid' && !now.is_replaced;
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    return true;
  }
};

const waitingOf = async (
  row: RecordOf<'payment'>,
  created_on: CalendarDate,
  services: Services,
): Promise<Waiting[]> => {
  const stream = streamOf('payment', row.id);
  let loaded: LoadedStream;
  try {
    loaded = await loadStream(stream, services);
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    // It must not keep other payments out of files.
    return [{ payment: row, why: whyUnreadable(error) }];
  }
  const payment = loaded.aggregate.get('payment', row.id);
  if (payment?.status !== 'processing' || payment.file_number !== null) return [];
  const found = itemIn(loaded, row.id, created_on);
  const why = 'why' in found ? undefined : await whyNotAgreed(found, services);
  return [why === undefined ? { ...found, payment: row } : { payment: row, why }];
};

/** Why a debit is in no file while its payer has no agreement to be debited. */
const NOT_AGREED =
  'the agreement to be debited has ended since it was submitted; it waits until it is signed again for the same account';

/**
 * Why a debit that was submitted must not be handed to a bank any more: the agreement for the account that it debits
 * was revoked, or the account is another one by now. Undefined where it may be, and of what is no debit.
 */
export const whyNotAgreed = async (
  { item, payment }: { item: FileItem; payment: RecordOf<'payment'> },
  services: Services,
): Promise<string | undefined> => {
  // What an earlier version submitted names no account.
  if (item.kind !== 'debit' || !payment.bank_account_id) return undefined;
  try {
    const { aggregate } = await loadStream(streamOf('bank_account', payment.bank_account_id), services);
    const now = aggregate.get('bank_account', payment.bank_account_id);
    return agreesTo(now, item.instruction) ? undefined : NOT_AGREED;
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    return whyUnreadable(error);
  }
};

/**
 * Remittances that are submitted and made by hand, because their payee has no known account; `why` says that one must
 * not be made now.
 */
export const remittedByHand = async function* (
  partner_id: string,
  services: Services,
): AsyncIterable<Omit<Waiting, 'item'>[]> {
  const payees = oneOf('destination', ['cra', 'rq', 'bill_pay']);
  const where = all(equal('is_filed', false), equal('status', 'processing'), payees);
  for await (const rows of services.read.pages('payment', ofPartner(partner_id), where, PAYMENTS_AT_ONCE)) {
    const own = rows.filter(isBanked);
    const funded = await fundedAmong(own, partner_id, services);
    yield own.map((payment) => (funded(payment) ? { payment } : { payment, why: UNFUNDED }));
  }
};

/**
 * The item of a payment in a file that is made on a day, and the payment itself, from its events; or why it can have
 * none.
 */
export const itemOf = async (
  id: string,
  created_on: CalendarDate,
  services: Services,
): Promise<{ item: FileItem; payment: RecordOf<'payment'> } | { why: string }> => {
  let loaded: LoadedStream;
  try {
    loaded = await loadStream(streamOf('payment', id), services);
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    return { why: whyUnreadable(error) };
  }
  return itemIn(loaded, id, created_on);
};

const itemIn = (
  { events, aggregate }: LoadedStream,
  id: string,
  created_on: CalendarDate,
): { item: FileItem; payment: RecordOf<'payment'> } | { why: string } => {
  const payment = aggregate.get('payment', id);
  const submitted = events.findLast(paymentSubmitted.is);
  const instruction = submitted?.data.instruction;
  if (!payment || !submitted || !instruction) return { why: 'whose account it is was erased, or is not known' };
  const { destination, amount, cross_reference } = payment;
  const { date } = daysInFile(destination, submitted.data, created_on);
  const kind = destination === 'payroll_float' ? 'debit' : 'credit';
  const { reference, ...account } = instruction;
  const item: FileItem = {
    kind,
    amount,
    date,
    cross_reference,
    instruction: account,
    ...(reference === undefined ? {} : { reference }),
  };
  const why = whyUnfit(item);
  return why === undefined ? { item, payment } : { why };
};
