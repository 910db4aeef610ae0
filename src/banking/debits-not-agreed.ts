import { debitedAccounts } from '../employers/debited-account.ts';
import { loadStream } from '../kernel/changes/execute.ts';
import { inTurns } from '../kernel/changes/in-turns.ts';
import { loadRecords } from '../kernel/changes/remembered.ts';
import { type RecordOf, streamOf } from '../kernel/definition/resource.ts';
import type { Services, Tenant } from '../kernel/definition/services.ts';
import { all, equal, oneOf } from '../values/condition.ts';
import { textOf } from '../values/json.ts';
import { Problem } from '../values/problem.ts';
import { agreesTo, isSigned } from './debit-agreement.ts';
import { paymentSubmitted } from './events.ts';

/**
 * The payrolls whose debit is not at the bank yet and that nobody agrees to any more: its day will come to nothing, or
 * it was submitted and no file carries it. Of one that was submitted, the account that it debits counts, with the
 * numbers that it had then.
 *
 * @returns their ids
 */
export const debitsNotAgreed = async (
  payrolls: readonly RecordOf<'payroll'>[],
  services: Services,
  tenant: Tenant,
): Promise<Set<string>> => {
  const paying = payrolls.filter(({ payments, status }) => (payments ?? null) !== null && PAYING.has(status));
  if (paying.length === 0) return new Set();
  const ids = paying.map(({ id }) => id);
  const { read } = services;
  // No more is asked of the database: it might go by another condition through all payments to the people of a payroll.
  const theirs = all(oneOf('payroll_id', ids), equal('destination', 'payroll_float'));
  const debits = (await read.find('payment', tenant, theirs)).filter(isUnsent);
  const submitted = debits.filter(({ status }) => status === 'processing');
  const waiting = debits.filter(({ status }) => status !== 'processing');
  const [accounts, main] = await Promise.all([
    read.getMany(
      'bank_account',
      tenant,
      submitted.flatMap(({ bank_account_id }) => bank_account_id ?? []),
    ),
    debitedAccounts([...new Set(waiting.map(({ business_entity_id }) => business_entity_id))], services, tenant),
  ]);
  // What an earlier version submitted names no account. One that was deleted is not debited any more.
  const found = await inTurns(submitted, async (debit) => {
    const { bank_account_id } = debit;
    if (!bank_account_id) return false;
    const account = accounts.get(bank_account_id);
    if (!account || !isSigned(account)) return true;
    // Rows have no numbers of accounts. The log is read only where somebody signed since the debit was made.
    return textOf(account.pad_signed_at) >= debit.created_at && !(await isStillAgreed(debit.id, account.id, services));
  });
  const ended = submitted.filter((_, at) => found[at]);
  const unsigned = waiting.filter(({ business_entity_id }) => main.get(business_entity_id)?.isSigned !== true);
  return new Set([...ended, ...unsigned].map(({ payroll_id }) => payroll_id));
};

/** Whether the account that a debit was submitted for is signed for, and has the numbers that it had then. */
const isStillAgreed = async (payment: string, account: string, services: Services): Promise<boolean> => {
  try {
    const { events } = await loadStream(streamOf('payment', payment), services);
    const debited = events.findLast(paymentSubmitted.is)?.data.instruction;
    const { aggregate } = await loadRecords(streamOf('bank_account', account), services);
    return debited === undefined || agreesTo(aggregate.get('bank_account', account), debited);
  } catch (error) {
    if (error instanceof Problem) throw error;
    // What cannot be read stays out of files, which its operator is told. The payroll is shown all the same, also while
    // the event store is away.
    return true;
  }
};

/** Whether a debit goes through the bank, and is in no file for it. */
const isUnsent = ({ rail, status, file_number }: RecordOf<'payment'>): boolean =>
  rail === 'cpa_005' && UNSENT.has(status) && (file_number ?? null) === null;

const UNSENT: ReadonlySet<string> = new Set(['pending', 'overdue', 'processing']);

/** Statuses of payrolls that a debit may still be under way of. */
const PAYING: ReadonlySet<string> = new Set(['approved', 'processing', 'partially_paid']);
