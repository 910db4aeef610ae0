import { provinceInForce } from '../../employers/tax-properties-in-force.ts';
import type { RecordOf, State } from '../../kernel/definition/resource.ts';
import type { Services, Tenant } from '../../kernel/definition/services.ts';
import { all, among, type Condition, equal, not, oneOf, present } from '../../values/condition.ts';
import type { CalendarDate } from '../../values/dates.ts';
import { groupBy } from '../../values/group.ts';

/**
 * What people lack for draft payrolls to be approved. A live employer has drafts for a year ahead, and all have the same
 * people. So each question is asked once for all drafts of a page, and of a single draft only where somebody lacks
 * something.
 */
export interface StaffLacks {
  /** Whether a work assignment has no province of its own on the pay date, or there is none. */
  province(payroll: RecordOf<'payroll'>): Promise<boolean>;
  /** Whether somebody who is paid by direct deposit has no bank account, or only those that were erased with them. */
  account(payroll: RecordOf<'payroll'>): Promise<boolean>;
  /** Whether a work assignment has Quebec as its province on the pay date. */
  quebec(payroll: RecordOf<'payroll'>): Promise<boolean>;
}

/** People without an account whose stubs are looked up by person; with more of them, by payroll. */
export const FEW = 100;

const QUEBEC = 'ca_qc';

/** @param drafts those that are asked about: the draft payrolls of a page */
export const staffLacks = (drafts: readonly RecordOf<'payroll'>[], { read }: Services, tenant: Tenant): StaffLacks => {
  const periods = new Map(
    [...groupBy(drafts, scheduleOf)].map(([schedule, of]) => {
      const days = of.map(({ pay_date }) => pay_date).sort();
      return [schedule, { first: days[0]!, last: days.at(-1)! }];
    }),
  );
  const staffOf = (schedule: string): Condition => equal('pay_schedule_id', schedule);

  const hasStaff = once((schedule) => read.exists('work_assignment', tenant, staffOf(schedule)));
  const someoneWithout = (schedule: string, from: CalendarDate, to: CalendarDate): Promise<boolean> => {
    const having = among('id', 'tax_property', 'owner_id', provinceInForce(from, to));
    return read.exists('work_assignment', tenant, all(staffOf(schedule), not(having)));
  };
  const someoneWithoutOnce = once((schedule) => {
    const { first, last } = periods.get(schedule)!;
    return someoneWithout(schedule, first, last);
  });

  /** Work assignments of an employer whose payee has no account; undefined when they are not few. */
  const withoutAccount = once(async (employer) => {
    const of = all(equal('business_entity_id', employer), ...HAVE_NO_ACCOUNT);
    const { rows, more } = await read.first('work_assignment', tenant, of, FEW);
    return more ? undefined : rows.map(({ id }) => id);
  });
  /** The payrolls that they would be paid by, by direct deposit. */
  const unpayable = once(async (employer) => {
    const assignments = await withoutAccount(employer);
    const payrolls = new Set<string>();
    if (!assignments || assignments.length === 0) return payrolls;
    const ids = drafts.filter((draft) => draft.business_entity_id === employer).map(({ id }) => id);
    const stubs = all(oneOf('work_assignment_id', assignments), oneOf('payroll_id', ids));
    for await (const rows of read.pages('pay_stub', tenant, stubs))
      for (const stub of rows) if (isDeposited(stub)) payrolls.add(stub.payroll_id);
    return payrolls;
  });

  const someoneInQuebec = once((schedule) =>
    read.exists(
      'tax_property',
      tenant,
      all(equal('province', QUEBEC), among('owner_id', 'work_assignment', 'id', staffOf(schedule))),
    ),
  );

  return {
    province: async (payroll) => {
      const [schedule, day] = [scheduleOf(payroll), payroll.pay_date];
      if (!(await hasStaff(schedule))) return true;
      return (await someoneWithoutOnce(schedule)) && someoneWithout(schedule, day, day);
    },
    account: async ({ id, business_entity_id }) => {
      if (await withoutAccount(business_entity_id)) return (await unpayable(business_entity_id)).has(id);
      for await (const rows of read.pages('pay_stub', tenant, all(equal('payroll_id', id), ...HAVE_NO_ACCOUNT)))
        if (rows.some(isDeposited)) return true;
      return false;
    },
    quebec: async (payroll) => {
      const schedule = scheduleOf(payroll);
      if (!(await someoneInQuebec(schedule))) return false;
      const inForce = all(equal('province', QUEBEC), provinceInForce(payroll.pay_date));
      const ofStaff = among('owner_id', 'work_assignment', 'id', staffOf(schedule));
      return read.exists('tax_property', tenant, all(inForce, ofStaff));
    },
  };
};

const scheduleOf = ({ pay_schedule_id }: RecordOf<'payroll'>): string => pay_schedule_id;

/** Of stubs and work assignments: the payee has no bank account that holds numbers. */
const HAVE_NO_ACCOUNT: readonly Condition[] = ['employee_id', 'contractor_id'].map((member) =>
  not(among(member, 'bank_account', member, all(present(member), equal('has_numbers', true)))),
);

const isDeposited = ({ payment_method }: State): boolean => payment_method !== 'manual';

/** Asks once for each key. */
const once = <T>(ask: (key: string) => Promise<T>): ((key: string) => Promise<T>) => {
  const asked = new Map<string, Promise<T>>();
  return (key) => {
    const answer = asked.get(key) ?? ask(key);
    asked.set(key, answer);
    return answer;
  };
};
