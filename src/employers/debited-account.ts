import { primaries } from '../kernel/answers/primary.ts';
import type { RecordOf, State } from '../kernel/definition/resource.ts';
import type { Services, Tenant } from '../kernel/definition/services.ts';
import { all, equal, oneOf } from '../values/condition.ts';
import { textOf, textOrNull } from '../values/json.ts';

/**
 * The bank account of each employer that is debited: its main one. An employer without any has none here.
 *
 * @returns by employer, whether the agreement to be debited is signed
 */
export const debitedAccounts = async (
  entityIds: readonly string[],
  { read, registry }: Services,
  tenant: Tenant,
): Promise<Map<string, { isSigned: boolean }>> => {
  if (!registry.get('bank_account')) return new Map();
  const accounts = await read.find('bank_account', tenant, oneOf('business_entity_id', entityIds));
  const ownerOf = (account: State) => textOf(account.business_entity_id);
  const main = primaries(accounts, ownerOf, ({ primary_since }) => textOrNull(primary_since) ?? '');
  return new Map(
    accounts
      .filter(({ id }) => main.has(id))
      .map((account) => [ownerOf(account), { isSigned: typeof account.pad_signed_at === 'string' }]),
  );
};

/**
 * The payrolls whose debit is not at the bank yet and that nobody agrees to any more: its day will come to nothing, or
 * it was submitted and no file carries it. Of one that was submitted, the account that it debits counts.
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
  const ended = submitted.filter(
    ({ bank_account_id: id }) => id && typeof accounts.get(id)?.pad_signed_at !== 'string',
  );
  const unsigned = waiting.filter(({ business_entity_id }) => main.get(business_entity_id)?.isSigned !== true);
  return new Set([...ended, ...unsigned].map(({ payroll_id }) => payroll_id));
};

/** Whether a debit goes through the bank, and is in no file for it. */
const isUnsent = ({ rail, status, file_number }: RecordOf<'payment'>): boolean =>
  rail === 'cpa_005' && UNSENT.has(status) && (file_number ?? null) === null;

const UNSENT: ReadonlySet<string> = new Set(['pending', 'overdue', 'processing']);

/** Statuses of payrolls that a debit may still be under way of. */
const PAYING: ReadonlySet<string> = new Set(['approved', 'processing', 'partially_paid']);
