import { accountsOfEmployers, accountsOn, type EmployerAccounts } from '../../employers/enrolled-in.ts';
import { rowsOf } from '../../kernel/definition/reader.ts';
import type { RecordOf } from '../../kernel/definition/resource.ts';
import { lineItemObject } from '../../payrolls/events/pay-stub.ts';
import type { SlipName } from '../../statutory/editions/line-item-types.ts';
import { absent, all, any, compare, equal, oneOf, present } from '../../values/condition.ts';
import { groupBy } from '../../values/group.ts';
import { textOf } from '../../values/json.ts';
import type { ReportSource } from '../model/report-type.ts';

/** Agencies that have a return for each account of an employer. */
export type SlipAgency = 'ca_cra' | 'ca_rq';

/** With whom a slip's return is filed: one for each account of the employer there. */
export const AGENCY_OF: Readonly<Record<SlipName, SlipAgency>> = { t4: 'ca_cra', t4a: 'ca_cra', rl1: 'ca_rq' };

type Stub = RecordOf<'pay_stub'>;
type Account = RecordOf<'remittance_account'>;

/**
 * The agency's number of the account that a slip is reported under. Of an employer with one account at the CRA, or
 * none, its business number says it where the account does not; of several each has to have its own.
 *
 * @param account_id null of an employer without an account
 */
export const accountNumberOf = (
  agency: SlipAgency,
  { business_entity_id, account_id }: { business_entity_id: string; account_id: string | null },
  accounts: ReadonlyMap<string, Account>,
  business_number: string | null,
): string | null => {
  const number = accounts.get(account_id ?? '')?.account_identifier ?? null;
  if (number !== null || agency !== 'ca_cra') return number;
  const isOneOfSeveral = [...accounts.values()].some(
    (other) =>
      other.id !== account_id && other.business_entity_id === business_entity_id && other.account_provider === agency,
  );
  return isOneOfSeveral ? null : business_number;
};

/** Lines of what the law withholds, and of what the employer adds: they say to which account they are remitted. */
const STATUTORY = ['statutory_withholding', 'employer_statutory_withholding'] as const;

/**
 * Under which account of its employer with an agency stubs are reported: the one that its contributions and taxes are
 * remitted to; of a stub without any, the one that its work assignment is enrolled in on the pay date, else the
 * employer's main one. An employer of one account has everything there.
 *
 * @returns a function of a page of stubs, which gives the account's id by stub; nothing of employers that have none
 */
export const accountsOfStubs = (
  agency: SlipAgency,
  { read, tenant }: Pick<ReportSource, 'read' | 'tenant'>,
): ((stubs: readonly Stub[]) => Promise<Map<string, string>>) => {
  const known = new Map<string, Promise<EmployerAccounts>>();
  const accountsOf = (employer: string): Promise<EmployerAccounts> => {
    const found = known.get(employer) ?? accountsOfEmployers([employer], { read }, tenant);
    known.set(employer, found);
    return found;
  };
  return async (stubs) => {
    const found = new Map<string, string>();
    for (const [employer, own] of groupBy(stubs, ({ business_entity_id }) => textOf(business_entity_id))) {
      const accounts = await accountsOf(employer);
      const several = [...accounts.accounts.values()].filter(({ account_provider }) => account_provider === agency);
      const [only] = several;
      if (several.length === 1) for (const { id } of own) found.set(id, only!.id);
      if (several.length < 2) continue;
      const remitted = await remittedTo(several, own, { read, tenant });
      const others = own.filter(({ id }) => !remitted.has(id));
      const enrolled = others.length > 0 ? await enrolledOn(others, agency, accounts, { read, tenant }) : remitted;
      for (const { id } of own) {
        const account = remitted.get(id) ?? enrolled.get(id);
        if (account !== undefined) found.set(id, account);
      }
    }
    return found;
  };
};

/**
 * By stub: the account that its statutory lines name. What corrects a line of an earlier stub goes where that one went,
 * so it says only whose a stub is that has nothing else.
 */
const remittedTo = async (
  accounts: readonly Account[],
  stubs: readonly Stub[],
  { read, tenant }: Pick<ReportSource, 'read' | 'tenant'>,
): Promise<Map<string, string>> => {
  const found = new Map<string, string>();
  for (const lines of [absent('source_adjustment_id'), present('source_adjustment_id')])
    for (const kind of STATUTORY)
      for (const { id } of accounts) {
        const left = stubs.flatMap((stub) => (found.has(stub.id) ? [] : stub.id));
        // Nearly every stub has lines of the first kind: an employer may have two hundred accounts.
        if (left.length === 0) return found;
        const where = all(lines, equal('remittance_account_id', id));
        for (const stub of await read.existing(lineItemObject(kind), tenant, 'pay_stub_id', left, where))
          found.set(stub, id);
      }
  return found;
};

/** By stub: the account that its work assignment is enrolled in on the pay date, else its employer's main one. */
const enrolledOn = async (
  stubs: readonly Stub[],
  agency: SlipAgency,
  accounts: EmployerAccounts,
  { read, tenant }: Pick<ReportSource, 'read' | 'tenant'>,
): Promise<Map<string, string>> => {
  const days = stubs.map(({ pay_date }) => textOf(pay_date)).sort();
  const assignments = [...new Set(stubs.map(({ work_assignment_id }) => textOf(work_assignment_id)))];
  const where = all(
    oneOf('work_assignment_id', assignments),
    oneOf('remittance_account_id', [...accounts.accounts.keys()]),
    compare('effective_from', '<=', days.at(-1)!),
    any(absent('effective_to'), compare('effective_to', '>=', days[0]!)),
  );
  const enrollments = await rowsOf(read.pages('remittance_account_enrollment', tenant, where));
  const byAssignment = groupBy(enrollments, ({ work_assignment_id }) => textOf(work_assignment_id));
  return new Map(
    stubs.flatMap(({ id, work_assignment_id, business_entity_id, pay_date }): [string, string][] => {
      const own = byAssignment.get(textOf(work_assignment_id)) ?? [];
      const on = accountsOn(textOf(pay_date), textOf(business_entity_id), own, accounts);
      const account = on.find(({ account_provider }) => account_provider === agency);
      return account ? [[id, account.id]] : [];
    }),
  );
};
