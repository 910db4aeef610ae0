import { accountsOfEmployers, accountsOn } from '../../employers/enrolled-in.ts';
import type { RecordOf } from '../../kernel/definition/resource.ts';
import type { Services, Tenant } from '../../kernel/definition/services.ts';
import { all, equal, oneOf } from '../../values/condition.ts';
import { cutIf } from '../../values/cut.ts';
import { addDays, maxDate } from '../../values/dates.ts';
import { textIf, textOf } from '../../values/json.ts';
import { type Issue, invalid } from '../../values/problem.ts';
import type { FormValues } from '../model/form-type.ts';
import { SENT } from '../model/states.ts';
import { employedBy } from './employer.ts';

/**
 * What records say of the employment that a record of employment is about: its days, its account, its people, and what
 * its end implies.
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
 * First day worked and last day for which paid. Left out, the last is the day on which the last pay rate of the work
 * ends, the first that on which the first one began, behind the last record of employment that was issued to the
 * person, and behind what another employer paid the work for.
 *
 * @returns with all pay rates of the work, and the employer that paid it for the last day
 * @throws Problem 422 where nothing says it
 */
export const daysOfEmployment = async (
  employee_id: string,
  assignments: readonly Assignment[],
  given: { first_day_worked?: string | undefined; last_day_for_which_paid?: string | undefined },
  read: Services['read'],
  tenant: Tenant,
): Promise<{ days: Days; rates: readonly RecordOf<'pay_rate'>[]; employer_id: string }> => {
  const { first_day_worked: first, last_day_for_which_paid: last } = given;
  const ids = assignments.map(({ id }) => id);
  const rates = await read.find('pay_rate', tenant, oneOf('work_assignment_id', ids));
  const isEnded = rates.length > 0 && rates.every(({ effective_to }) => effective_to !== null);
  const end =
    last ??
    (isEnded
      ? rates
          .map(({ effective_to }) => effective_to!)
          .sort()
          .at(-1)
      : undefined);
  if (end === undefined) throw invalid([stillPaid]);
  const { employer_id, elsewhere_until } = await employedBy(end, assignments, read, tenant);
  if (first) return { days: [first, end], rates, employer_id };
  const issued = all(
    equal('type', 'roe'),
    equal('owner_id', employee_id),
    equal('business_entity_id', employer_id),
    oneOf('status', SENT),
  );
  const records = await read.find('form', tenant, issued);
  // One that was amended or cancelled says its days no longer.
  const superseded = new Set(records.map(({ original_form_id }) => original_form_id));
  const before = records
    .filter(({ id, stage }) => stage !== 'cancellation' && !superseded.has(id))
    .flatMap(({ values }) => textIf(values[LAST_DAY]) ?? [])
    .sort()
    .at(-1);
  const [from] = rates
    .filter(({ effective_from }) => before === undefined || effective_from > before)
    .flatMap(({ work_assignment_id, effective_from, effective_to }) => {
      const until = elsewhere_until.get(textOf(work_assignment_id));
      if (until === undefined) return effective_from;
      return (effective_to ?? end) > until ? maxDate(effective_from, addDays(until, 1)) : [];
    })
    .sort();
  if (from === undefined)
    throw invalid([before === undefined ? { ...stillPaid, path: 'first_day_worked' } : issuedBefore(before)]);
  return { days: [from, end], rates, employer_id };
};

const PAYROLL_ACCOUNT = /^\d{9}RP\d{4}$/;

/** Numbers of accounts, as a sentence has them. */
const listed = (numbers: readonly string[], and: string): string =>
  `${numbers.slice(0, -1).join(', ')} ${and} ${numbers.at(-1)}`;

const severalAccounts = (numbers: readonly string[], day: string): Issue => ({
  path: 'work_assignment_ids',
  text: {
    en: `must be of one account at the CRA: on ${day} the work was remitted to ${listed(numbers, 'and')}, and each account issues its own record`,
    fr: `doit concerner un seul compte à l'ARC : le ${day}, les retenues du travail allaient à ${listed(numbers, 'et')}, et chaque compte émet son propre relevé`,
  },
});

/**
 * The employer's account at the CRA that the work was remitted to on a day; without one, its business number.
 *
 * @param assignments those that had a pay rate on that day
 * @throws Problem 422 where they were remitted to several accounts: a record bears the number of one
 */
export const payrollAccountOn = async (
  day: string,
  assignments: readonly Assignment[],
  employer_id: string,
  employer: RecordOf<'business_entity'> | undefined,
  read: Services['read'],
  tenant: Tenant,
): Promise<string | null> => {
  const ids = assignments.map((one) => one.id);
  const [accounts, enrollments] = await Promise.all([
    accountsOfEmployers([employer_id], { read }, tenant),
    read.find('remittance_account_enrollment', tenant, oneOf('work_assignment_id', ids)),
  ]);
  const numberOf = (id: string): string => {
    const own = enrollments.filter(({ work_assignment_id }) => work_assignment_id === id);
    const on = accountsOn(day, employer_id, own, accounts).find(
      ({ account_provider }) => account_provider === 'ca_cra',
    );
    return accounts.accounts.get(on?.id ?? '')?.account_identifier ?? textIf(employer?.business_number) ?? '';
  };
  const numbers = [...new Set(ids.map(numberOf))].filter((number) => PAYROLL_ACCOUNT.test(number)).sort();
  if (numbers.length > 1) throw invalid([severalAccounts(numbers, day)]);
  return numbers[0] ?? null;
};

/** Reasons behind which nobody comes back: who quit, retired, or was dismissed on probation. */
const FOR_GOOD = /^(E\d\d|G\d\d|M08)$/;

/** Block 14: expected on a day, not returning by what the reason says, else unknown: payroll does not know. */
export const recallOf = (expected_on: string | null, reason: string | null): 'Y' | 'N' | 'U' =>
  expected_on !== null ? 'Y' : reason !== null && FOR_GOOD.test(reason) ? 'N' : 'U';

/** Names and an address as the record has lines for them: street, place, and what else there is. */
export const personValues = (person: RecordOf<'employee'>): FormValues => {
  const { first_name, middle_initial, last_name, address_line_1, address_line_2, city, province_code, postal_code } =
    person;
  const place = [city, province_code].filter((part) => part).join(' ');
  return {
    employee_first_name: first_name ?? null,
    employee_initial: middle_initial ?? null,
    employee_last_name: last_name ?? null,
    employee_address_line_1: address_line_1 ?? null,
    employee_address_line_2: place === '' ? (address_line_2 ?? null) : place,
    employee_address_line_3: place === '' ? null : (address_line_2 ?? null),
    employee_postal_code: postal_code ?? null,
  };
};

/** Who is called: first and last name by the last blank between them. A single name is the last one. */
export const contactValues = (employer: RecordOf<'business_entity'>): FormValues => {
  const name = (employer.contact_name ?? '').trim();
  const [, first = null, last = name || null] = /^(.*)\s(\S+)$/.exec(name) ?? [];
  return {
    contact_first_name: first,
    contact_last_name: last,
    contact_area_code: employer.contact_area_code ?? null,
    contact_phone_number: employer.contact_phone_number ?? null,
    contact_phone_number_extension: employer.contact_extension ?? null,
  };
};

/** Block 13, in characters. */
const OCCUPATION_WIDTH = 40;

/** What the person did: the titles of the work, as many as block 13 has room for. */
export const occupationOf = (assignments: readonly Assignment[]): string | null => {
  const titles = [...new Set(assignments.flatMap(({ title }) => (title ?? '').trim() || []))];
  let said = cutIf(titles[0], OCCUPATION_WIDTH)?.trim() ?? null;
  for (const title of titles.slice(1)) {
    const more = `${said}, ${title}`;
    if (more.length <= OCCUPATION_WIDTH) said = more;
  }
  return said;
};
