import { provinceInForce } from '../../employers/tax-properties-in-force.ts';
import type { RecordOf, State } from '../../kernel/definition/resource.ts';
import type { Services, Tenant } from '../../kernel/definition/services.ts';
import {
  absent,
  all,
  among,
  any,
  type Condition,
  compare,
  equal,
  not,
  oneOf,
  present,
} from '../../values/condition.ts';
import { groupBy } from '../../values/group.ts';
import { stubId } from '../events/pay-stub.ts';

/**
 * What people lack for draft payrolls to be approved. A live employer has drafts for a year ahead, and all have the
 * same people. So each question is asked once for all drafts of a page, and of a single draft only where somebody lacks
 * something.
 */
export interface StaffLacks {
  /** Whether somebody who is paid by direct deposit has no bank account, or only those that were erased with them. */
  account(payroll: RecordOf<'payroll'>): Promise<boolean>;
  /** Whether somebody whom it pays has Quebec as their province on the pay date. */
  quebec(payroll: RecordOf<'payroll'>): Promise<boolean>;
}

/** People without an account whose stubs are looked up by person; with more of them, by payroll. */
const FEW = 100;

const QUEBEC = 'ca_qc';

/** @param drafts those that are asked about: the draft payrolls of a page */
export const staffLacks = (drafts: readonly RecordOf<'payroll'>[], { read }: Services, tenant: Tenant): StaffLacks => {
  const ofSchedule = groupBy(drafts, scheduleOf);

  /** Work assignments of an employer whose payee has no account; undefined when they are not few. */
  const withoutAccount = once(async (employer) => {
    const of = all(equal('business_entity_id', employer), ...HAVE_NO_ACCOUNT);
    const { rows, more } = await read.first('work_assignment', tenant, of, FEW);
    return more ? undefined : rows.map(({ id }) => id);
  });
  const payInQuebec = async (payrolls: readonly RecordOf<'payroll'>[], quebec: Condition): Promise<boolean> => {
    const { active, archived } = staffOn(payrolls);
    const ofActive = among('owner_id', 'work_assignment', 'id', active);
    if (await read.exists('tax_property', tenant, all(quebec, ofActive))) return true;
    const there = among('id', 'tax_property', 'owner_id', quebec);
    const paid = among('work_assignment_id', 'work_assignment', 'id', all(archived, there));
    return read.exists('pay_stub', tenant, all(ofPayrolls(payrolls), paid));
  };
  const someoneInQuebec = once((schedule) => payInQuebec(ofSchedule.get(schedule)!, equal('province', QUEBEC)));

  return {
    account: async (payroll) => {
      const assignments = await withoutAccount(payroll.business_entity_id);
      if (assignments?.length === 0) return false;
      // By their own ids: of a work assignment there is a stub for each payroll ever.
      const stubs = assignments
        ? oneOf(
            'id',
            assignments.map((id) => stubId(payroll, id)),
          )
        : all(equal('payroll_id', payroll.id), ...HAVE_NO_ACCOUNT);
      for await (const rows of read.pages('pay_stub', tenant, stubs)) if (rows.some(isDeposited)) return true;
      return false;
    },
    quebec: async (payroll) => {
      if (!(await someoneInQuebec(scheduleOf(payroll)))) return false;
      return payInQuebec([payroll], all(equal('province', QUEBEC), provinceInForce(payroll.pay_date)));
    },
  };
};

const scheduleOf = ({ pay_schedule_id }: RecordOf<'payroll'>): string => pay_schedule_id;

const ofPayrolls = (payrolls: readonly RecordOf<'payroll'>[]): Condition =>
  oneOf(
    'payroll_id',
    payrolls.map(({ id }) => id),
  );

/**
 * The work assignments that payrolls of one schedule pay: those that were not archived when the first period began, and
 * of those archived before whoever has a pay stub all the same.
 */
const staffOn = (payrolls: readonly RecordOf<'payroll'>[]): Record<'active' | 'archived', Condition> => {
  const begins = payrolls.map(({ period_start }) => period_start).sort()[0]!;
  const ofSchedule = equal('pay_schedule_id', scheduleOf(payrolls[0]!));
  return {
    active: all(ofSchedule, any(absent('archived_at'), compare('archived_at', '>=', begins))),
    archived: all(ofSchedule, compare('archived_at', '<', begins)),
  };
};

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
