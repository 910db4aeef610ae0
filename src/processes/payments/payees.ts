import type { PayeeAccount } from '../../banking/events.ts';
import { appendByEvents, readLast } from '../../kernel/changes/execute.ts';
import { inTurns } from '../../kernel/changes/in-turns.ts';
import { operatorOrigin } from '../../kernel/changes/operator.ts';
import { type EventBody, type RecordOf, streamOf } from '../../kernel/definition/resource.ts';
import type { Services, Tenant } from '../../kernel/definition/services.ts';
import { paymentPayeeForgotten, paymentPayeeKnown } from '../../payments/events.ts';
import { PAYEE_PROVIDERS } from '../../payments/payees.ts';
import { all } from '../../values/condition.ts';
import type { Instructed } from './instructions.ts';

/** The accounts of payees of remittances, each in a stream of its own, of which the last event counts. */
export interface KnownPayee {
  /** A provider, or the id of a remittance account. */
  payee: string;
  last_3: string;
  /** Absent when its key was destroyed. */
  account: PayeeAccount | undefined;
}

const streamFor = (payee: string): string => streamOf('payment_payees', payee);

/** A payee with its account; undefined when remittances to it are made by hand. */
const knownPayee = async (payee: string, services: Services): Promise<KnownPayee | undefined> => {
  const last = await readLast(streamFor(payee), services);
  return last && paymentPayeeKnown.is(last)
    ? { payee, last_3: last.data.last_3, account: last.data.account }
    : undefined;
};

const record = async (payee: string, tenant: Tenant, event: EventBody, services: Services): Promise<void> => {
  await appendByEvents(
    streamFor(payee),
    'said',
    operatorOrigin(tenant, services),
    services,
    async () => [event],
    'last',
  );
};

/**
 * Records the account for later remittances to a payee. Remittances that were submitted before are still made by
 * hand.
 *
 * @param tenant owner of the remittance account; for a provider, the partner
 */
export const payeeIsKnown = (
  payee: string,
  account: PayeeAccount,
  tenant: Tenant,
  services: Services,
): Promise<void> => {
  const last_3 = account.account_number.slice(-3);
  const personal = { subject: streamFor(payee), members: { account: { ...account } } };
  return record(payee, tenant, paymentPayeeKnown({ payee, last_3 }, { personal }), services);
};

/** Records that later remittances to a payee are made by hand; false when they already were. */
export const payeeIsForgotten = async (payee: string, tenant: Tenant, services: Services): Promise<boolean> => {
  if (!(await knownPayee(payee, services))) return false;
  await record(payee, tenant, paymentPayeeForgotten({ payee }), services);
  return true;
};

/** Remittance accounts that are in memory at once. */
const ACCOUNTS_AT_ONCE = 500;

/** All payees with accounts: providers, then remittance accounts of all companies of the partners. */
export const knownPayees = async function* (
  partners: readonly string[],
  services: Services,
): AsyncIterable<KnownPayee[]> {
  const known = async (payees: readonly string[]) =>
    (await inTurns(payees, (payee) => knownPayee(payee, services))).flatMap((one) => one ?? []);
  yield await known(PAYEE_PROVIDERS);
  for (const partner_id of partners)
    for await (const rows of services.read.pages(
      'remittance_account',
      { partner_id, every_company: true },
      all(),
      ACCOUNTS_AT_ONCE,
    ))
      yield await known(rows.map(({ id }) => id));
};

/**
 * The account that each remittance goes to, by payment: that of the remittance account, or else of its provider.
 * Remittances that are made by hand are absent.
 */
export const payeesOf = async (
  payments: readonly RecordOf<'payment'>[],
  services: Services,
  tenant: Tenant,
): Promise<Map<string, Instructed>> => {
  const ids = [...new Set(payments.flatMap(({ remittance_account_id }) => remittance_account_id ?? []))];
  const accounts = await services.read.getMany('remittance_account', tenant, ids);
  const found = await inTurns(ids, async (id): Promise<[string, Instructed] | undefined> => {
    const account = accounts.get(id);
    if (!account) return undefined;
    const known = (await knownPayee(id, services)) ?? (await knownPayee(account.account_provider, services));
    if (!known?.account) return undefined;
    const reference = account.account_identifier ?? '';
    return [id, { subject: streamFor(known.payee), instruction: { ...known.account, reference } }];
  });
  const known = new Map(found.flatMap((one) => (one ? [one] : [])));
  return new Map(
    payments.flatMap(({ id, remittance_account_id }) => {
      const instructed = known.get(remittance_account_id ?? '');
      return instructed ? [[id, instructed] as const] : [];
    }),
  );
};
