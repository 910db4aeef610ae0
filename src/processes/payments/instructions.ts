import { primaries } from '../../kernel/answers/primary.ts';
import { loadStream } from '../../kernel/changes/execute.ts';
import { inTurns } from '../../kernel/changes/in-turns.ts';
import { type RecordOf, streamOf } from '../../kernel/definition/resource.ts';
import type { Services, Tenant } from '../../kernel/definition/services.ts';
import type { Instruction } from '../../payments/events.ts';
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

/**
 * The account that each payment debits or credits, by payment: the one that was chosen when the payment was made, or
 * when that is deleted, the primary one of the same owner. A payment whose owner has no account is absent.
 *
 * @param payments of one payroll, few enough to be read at once; remittances among them have no account here
 */
export const instructionsOf = async (
  payments: readonly RecordOf<'payment'>[],
  services: Services,
  tenant: Tenant,
): Promise<Map<string, Instructed>> => {
  const { read } = services;
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
  const names = await namesOf(owners, services, tenant);
  const found = await inTurns(payments, async (payment): Promise<[string, Instructed] | undefined> => {
    const payee = payeeOf(payment);
    const account = known.get(payment.bank_account_id ?? '') ?? mainOf.get(payee);
    if (!account) return undefined;
    // No read model has the number.
    const { aggregate } = await loadStream(streamOf('bank_account', account.id), services);
    const state = aggregate.get('bank_account', account.id);
    const { institution_number, transit_number, account_number } = state ?? {};
    if (!institution_number || !transit_number || !account_number) return undefined;
    const name = names.get(payee) ?? '';
    return [payment.id, { subject: payee, instruction: { institution_number, transit_number, account_number, name } }];
  });
  return new Map(found.flatMap((one) => (one ? [one] : [])));
};

const namesOf = async (owners: readonly string[], services: Services, tenant: Tenant): Promise<Map<string, string>> => {
  const [names, entities] = await Promise.all([
    payeeNames(owners, services, tenant),
    services.read.getMany('business_entity', tenant, owners),
  ]);
  return new Map([...names, ...[...entities.values()].map(({ id, name }): [string, string] => [id, name])]);
};
