import { accountsOfEmployers, accountsOn } from '../employers/enrolled-in.ts';
import type { RecordOf } from '../kernel/definition/resource.ts';
import type { Services, Tenant } from '../kernel/definition/services.ts';
import { all, equal, oneOf } from '../values/condition.ts';
import { textIf, textOf } from '../values/json.ts';
import { type Issue, invalid } from '../values/problem.ts';

/**
 * What records say of the employment that a record of employment is about: its days, its account, and what its end
 * implies.
 */

type Assignment = RecordOf<'work_assignment'>;
type Days = readonly [first: string, last: string];

const LAST_DAY = 'block_11_last_day_for_which_paid';

const stillPaid: Issue = {
  path: 'last_day_for_which_paid',
  text: {
    en: 'is required: the work has a pay rate without an end, or none, so nothing says when it ended',
    fr: "est obligatoire : l'affectation a un taux de rémunération sans fin, ou n'en a aucun, donc rien ne dit quand elle a pris fin",
  },
};

const issuedBefore = (last: string): Issue => ({
  path: 'first_day_worked',
  text: {
    en: `is required: a record was issued up to ${last}, and no pay rate began after that`,
    fr: `est obligatoire : un relevé a été émis jusqu'au ${last}, et aucun taux de rémunération n'a commencé après`,
  },
});

/**
 * First day worked and last day for which paid. Left out, the last is the day on which the last pay rate of the work ends,
 * the first that on which the first one began, behind the last record of employment that was issued to the person.
 *
 * @throws Problem 422 where nothing says it
 */
export const daysOfEmployment = async (
  employee_id: string,
  assignments: readonly Assignment[],
  given: { first_day_worked?: string | undefined; last_day_for_which_paid?: string | undefined },
  read: Services['read'],
  tenant: Tenant,
): Promise<Days> => {
  const { first_day_worked: first, last_day_for_which_paid: last } = given;
  if (first && last) return [first, last];
  const ids = assignments.map(({ id }) => id);
  const employer = textOf(assignments[0]!.business_entity_id);
  const issued = all(
    equal('type', 'roe'),
    equal('owner_id', employee_id),
    equal('business_entity_id', employer),
    oneOf('status', ['processing', 'submitted', 'done']),
  );
  const [rates, records] = await Promise.all([
    read.find('pay_rate', tenant, oneOf('work_assignment_id', ids)),
    read.find('form', tenant, issued),
  ]);
  const before = records
    .flatMap(({ values }) => textIf(values[LAST_DAY]) ?? [])
    .sort()
    .at(-1);
  const isEnded = rates.length > 0 && rates.every(({ effective_to }) => effective_to !== null);
  const end =
    last ??
    (isEnded
      ? rates
          .map(({ effective_to }) => effective_to!)
          .sort()
          .at(-1)
      : undefined);
  const [start] = rates
    .map(({ effective_from }) => effective_from)
    .filter((from) => before === undefined || from > before)
    .sort();
  const from = first ?? start;
  if (end === undefined) throw invalid([stillPaid]);
  if (from === undefined)
    throw invalid([before === undefined ? { ...stillPaid, path: 'first_day_worked' } : issuedBefore(before)]);
  return [from, end];
};

const PAYROLL_ACCOUNT = /^\d{9}RP\d{4}$/;

/** The employer's account at the CRA that the work was remitted to on a day; without one, its business number. */
export const payrollAccountOn = async (
  day: string,
  assignments: readonly Assignment[],
  employer: RecordOf<'business_entity'> | undefined,
  read: Services['read'],
  tenant: Tenant,
): Promise<string | null> => {
  const id = textOf(assignments[0]!.business_entity_id);
  const ids = assignments.map((one) => one.id);
  const [accounts, enrollments] = await Promise.all([
    accountsOfEmployers([id], { read }, tenant),
    read.find('remittance_account_enrollment', tenant, oneOf('work_assignment_id', ids)),
  ]);
  const on = accountsOn(day, id, enrollments, accounts).find(({ account_provider }) => account_provider === 'ca_cra');
  const number = accounts.accounts.get(on?.id ?? '')?.account_identifier ?? textIf(employer?.business_number) ?? '';
  return PAYROLL_ACCOUNT.test(number) ? number : null;
};

/** Reasons behind which nobody comes back: who quit, retired, or was dismissed on probation. */
const FOR_GOOD = /^(E\d\d|G\d\d|M08)$/;

/** Block 14: expected on a day, not returning by what the reason says, else unknown: payroll does not know. */
export const recallOf = (expected_on: string | null, reason: string | null): 'Y' | 'N' | 'U' =>
  expected_on !== null ? 'Y' : reason !== null && FOR_GOOD.test(reason) ? 'N' : 'U';
