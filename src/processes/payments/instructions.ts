import type { Instruction } from '../../banking/events.ts';
import { primaries } from '../../kernel/answers/primary.ts';
import { inTurns } from '../../kernel/changes/in-turns.ts';
import { loadRecords } from '../../kernel/changes/remembered.ts';
import { type RecordOf, streamOf } from '../../kernel/definition/resource.ts';
import type { Services, Tenant } from '../../kernel/definition/services.ts';
import { isRemittance } from '../../payments/payment.ts';
import type { FailureReason } from '../../payments/reasons.ts';
import { payeeNames } from '../../payrolls/payee-names.ts';
import { any, oneOf } from '../../values/condition.ts';

/** The account that a payment debits or credits, and the person under whose key it is encrypted. */
export interface Instructed {
  subject: string;
  instruction: Instruction;
}

type Owned = Pick<RecordOf<'bank_account'>, 'employee_id' | 'contractor_id' | 'business_entity_id'>;
const ownerOf = ({ employee_id, contractor_id, business_entity_id }: Owned): string =>
  employee_id ?? contractor_id ?? business_entity_id ?? '';

type Account = RecordOf<'bank_account'>;

/** The bank account of a payment, and whose it is. */
export interface Chosen {
  payee: string;
  /** Absent where its owner has none. */
  account: Account | undefined;
}

/**
 * The bank account that each payment debits or credits, by payment: the one that was chosen when the payment was made,
 * or when that is deleted or none was, the primary one of the same owner.
 *
 * @param all of one payroll, few enough to be read at once; remittances, and what is paid by hand, have no account here
 */
export const accountsOf = async (
  all: readonly RecordOf<'payment'>[],
  { read }: Services,
  tenant: Tenant,
): Promise<Map<string, Chosen>> => {
  const payments = all.filter((payment) => payment.method !== 'manual' && !isRemittance(payment));
  if (payments.length === 0) return new Map();
  const stubs = await read.getMany(
    'pay_stub',
    tenant,
    payments.flatMap(({ pay_stub_id }) => pay_stub_id ?? []),
  );
  const payeeOf = (payment: RecordOf<'payment'>): string => {
    if (payment.destination === 'payroll_float') return payment.business_entity_id;
    const stub = stubs.get(payment.pay_stub_id ?? '');
    return stub?.employee_id ?? stub?.contractor_id ?? '';
  };
  const owners = [...new Set(payments.map(payeeOf))].filter((id) => id !== '');
  const owned = any(oneOf('employee_id', owners), oneOf('contractor_id', owners), oneOf('business_entity_id', owners));
  const accounts = await read.find('bank_account', tenant, owned);
  const main = primaries(accounts, ownerOf, ({ primary_since }) => primary_since ?? '');
  const known = new Map(accounts.map((account) => [account.id, account]));
  const mainOf = new Map(accounts.filter(({ id }) => main.has(id)).map((account) => [ownerOf(account), account]));
  return new Map(
    payments.map((payment) => {
      const payee = payeeOf(payment);
      return [payment.id, { payee, account: known.get(payment.bank_account_id ?? '') ?? mainOf.get(payee) }];
    }),
  );
};

/**
 * What a record to the bank says of the account of each payment, by payment, or why there is none. An employer is
 * debited only while its agreement for the account is signed: it ends when the account changes, also after an approval.
 *
 * @param chosen the accounts of these payments ({@link accountsOf})
 */
export const instructionsOf = async (
  payments: readonly RecordOf<'payment'>[],
  chosen: ReadonlyMap<string, Chosen>,
  services: Services,
  tenant: Tenant,
): Promise<Map<string, Instructed | FailureReason>> => {
  const owners = [...new Set(payments.flatMap(({ id }) => chosen.get(id)?.payee || []))];
  const names = await namesOf(owners, services, tenant);
  const found = await inTurns(payments, async (payment): Promise<Instructed | FailureReason> => {
    const { payee = '', account } = chosen.get(payment.id) ?? {};
    if (!account) return 'bank_account_missing';
    // No read model has the number.
    const { aggregate } = await loadRecords(streamOf('bank_account', account.id), services);
    const state = aggregate.get('bank_account', account.id);
    const { institution_number, transit_number, account_number, pad_signed_at } = state ?? {};
    if (!institution_number || !transit_number || !account_number) return 'bank_account_missing';
    if (payment.destination === 'payroll_float' && typeof pad_signed_at !== 'string') return 'no_agreement';
    const name = names.get(payee) ?? '';
    return { subject: payee, instruction: { institution_number, transit_number, account_number, name } };
  });
  return new Map(payments.map(({ id }, i) => [id, found[i]!]));
};

const namesOf = async (owners: readonly string[], services: Services, tenant: Tenant): Promise<Map<string, string>> => {
  const [names, entities] = await Promise.all([
    payeeNames(owners, services, tenant),
    services.read.getMany('business_entity', tenant, owners),
  ]);
  return new Map([...names, ...[...entities.values()].map(({ id, name }): [string, string] => [id, name])]);
};
