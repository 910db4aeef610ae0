import type { PayeeAccount } from '../../banking/events.ts';
import type { Services, Tenant } from '../../kernel/definition/services.ts';
import { PAYEE_PROVIDERS, payeeProblem } from '../../payments/payees.ts';
import { knownPayees, payeeIsForgotten, payeeIsKnown } from '../../processes/payments/payees.ts';
import { everythingReadable } from '../../processes/payments/waiting.ts';
import { UsageError } from '../terminal/errors.ts';
import { say } from '../terminal/print.ts';
import { table } from '../terminal/table.ts';
import { operated } from './payments.ts';
import { companyOf } from './records.ts';

/**
 * `payroll payments payee` and `payees`: to what accounts remittances go, so that files for the bank carry them
 * (docs/payments.md).
 */

const ACCOUNT = /^(\d{3})-(\d{5})-(\d{5,12})$/;

/**
 * Whose payee it is: the company of a remittance account, or any partner of a provider. @throws Error where there is
 * none
 */
const tenantOf = async (payee: string, partners: readonly string[], { store, registry }: Services): Promise<Tenant> => {
  if (PAYEE_PROVIDERS.includes(payee)) return { partner_id: partners[0] ?? '' };
  if (!payee.startsWith(`${registry.need('remittance_account').prefix}_`))
    throw new UsageError(
      `${payee} is not a payee: give a provider (${PAYEE_PROVIDERS.join(', ')}), or the id of a remittance account`,
    );
  return companyOf(store, 'remittance_account', payee);
};

const accountOf = (account: string, name: string): PayeeAccount => {
  const [, institution_number, transit_number, account_number] = ACCOUNT.exec(account) ?? [];
  if (institution_number === undefined || transit_number === undefined || account_number === undefined)
    throw new UsageError('--account must be institution, transit and account number, like 003-00123-1234567');
  const given = { institution_number, transit_number, account_number, name };
  const problem = payeeProblem(given);
  if (problem) throw new UsageError(`--account and --name: ${problem.en}`);
  return given;
};

/** `payroll payments payee`: registers the account that remittances to a payee go to, or removes it. */
export const namePayee = (
  env: NodeJS.ProcessEnv,
  payee: string,
  { account, name, forget }: { account?: string; name?: string; forget?: boolean },
): Promise<void> => {
  if (forget === true ? account !== undefined || name !== undefined : account === undefined || name === undefined)
    throw new UsageError('give --account and --name together, or --forget alone');
  const known = account === undefined || name === undefined ? undefined : accountOf(account, name);
  return operated(env, async ({ services, partners }) => {
    const tenant = await tenantOf(payee, partners, services);
    if (known) {
      await payeeIsKnown(payee, known, tenant, services);
      say(`from now on, files for the bank carry remittances to ${payee}`);
    } else if (await payeeIsForgotten(payee, tenant, services))
      say(`from now on, remittances to ${payee} are made by hand through the bank`);
    else say(`no account of ${payee} was registered: nothing changed`);
  });
};

/** `payroll payments payees`: lists the registered accounts of payees. */
export const listPayees = (env: NodeJS.ProcessEnv): Promise<void> =>
  operated(env, async ({ services, partners }) => {
    await everythingReadable(services);
    const rows: string[][] = [];
    for await (const page of knownPayees(partners, services))
      for (const { payee, account, last_3 } of page)
        rows.push([
          payee,
          account?.name ?? '(its key was destroyed)',
          account ? `${account.institution_number}-${account.transit_number}` : '',
          `…${last_3}`,
        ]);
    if (rows.length === 0)
      return say('no account of a payee is registered: all remittances are made by hand through the bank');
    say(table(['payee', 'name', 'institution and transit', 'account'], rows, []));
  });
