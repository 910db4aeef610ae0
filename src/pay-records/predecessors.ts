import type { OtherAssignment, StubFacts } from '../calculation/model/facts.ts';
import type { RecordOf } from '../kernel/definition/resource.ts';
import type { Services, Tenant } from '../kernel/definition/services.ts';
import { employedDays } from '../statutory/stage/earned-days.ts';
import { addDays, type CalendarDate } from '../values/dates.ts';
import { groupBy } from '../values/group.ts';
import { payRatesOf } from './pay-rates.ts';
import { payOf } from './same-pay.ts';

/** Days between two work assignments that are no break of an employment: a weekend, with a holiday beside it. */
const NO_BREAK_days = 3;

export type Rates = OtherAssignment['pay_rates'];

/** Another work assignment of the person of a stub. */
export interface Sibling extends OtherAssignment {
  /** Whether it is of the employer of the stub: one that has another by now may have been paid by it. */
  isOfEmployer: boolean;
  vacation_pay_settings: StubFacts['vacation_pay_settings'];
}

/** The employment that a work assignment continues. */
export interface Continued {
  /** Its first day. */
  began: CalendarDate;
  /** Pay rates of the work assignments before, by their ids. */
  before: ReadonlyMap<string, Rates>;
}

interface Work {
  id: string;
  rates: Rates;
  from: CalendarDate;
  /** null: without an end. */
  to: CalendarDate | null;
}

type Assignment = Pick<OtherAssignment, 'id' | 'pay_rates'>;

/** A work assignment with its days; none where no pay rate says them. */
const workOf = ({ id, pay_rates: rates }: Assignment): Work[] => {
  const days = employedDays(rates);
  return days === null ? [] : [{ id, rates, ...days }];
};

/** Whether a work assignment begins where another one has ended. */
const follows = (one: Work, other: Work): boolean =>
  other.to !== null && other.to < one.from && one.from <= addDays(other.to, NO_BREAK_days + 1);

const comesFirst = (one: Work, other: Work): boolean =>
  one.from === other.from ? one.id < other.id : one.from < other.from;

/** The one that a work assignment continues: each is continued by one alone, the first that began. */
const predecessorOf = (work: Work, all: readonly Work[]): Work | undefined => {
  const before = all.filter((other) => follows(work, other));
  return before.find((other) => !all.some((rival) => follows(rival, other) && comesFirst(rival, work)));
};

/**
 * The employment that a stub continues: somebody whose work assignment ended and who got another one with the same
 * employer, without a break, is employed since the first of them. Standards of employment go by the employer, and know
 * nothing of work assignments. Undefined of who was on one all along.
 *
 * @param own the stub's work assignment
 * @param others what the same employer has of the same person
 * @param since the day before which no rule looks
 */
export const continuedBy = (
  own: Assignment,
  others: readonly Assignment[],
  since: CalendarDate = '',
): Continued | undefined => {
  const [work] = workOf(own);
  if (work === undefined || others.length === 0) return undefined;
  const all = [work, ...others.flatMap(workOf)];
  const before = new Map<string, Rates>();
  let first = work;
  while (first.from > since) {
    const one = predecessorOf(first, all);
    if (!one) break;
    before.set(one.id, one.rates);
    first = one;
  }
  return before.size === 0 ? undefined : { began: first.from, before };
};

/**
 * Ids of the stubs whose work assignments continue that of a changed stub of the same payroll: what is earned on that
 * counts for their holidays, whichever of them comes first.
 */
export const continuing = async (
  stubs: readonly RecordOf<'pay_stub'>[],
  changed: readonly RecordOf<'pay_stub'>[],
  { read }: Services,
  tenant: Tenant,
): Promise<Set<string>> => {
  if (stubs.length === 0) return new Set();
  const assignments = new Set([...stubs, ...changed].map(({ work_assignment_id }) => work_assignment_id));
  const rates = await payRatesOf([...assignments], read, tenant);
  const assignmentOf = ({ work_assignment_id: id }: RecordOf<'pay_stub'>) => ({ id, pay_rates: rates.get(id) ?? [] });
  const key = (stub: RecordOf<'pay_stub'>): string => `${stub.payroll_id}/${payOf(stub)}`;
  const ofPays = groupBy([...stubs, ...changed], key);
  const changedOnes = new Set(changed.map(({ work_assignment_id }) => work_assignment_id));
  const isContinuing = (stub: RecordOf<'pay_stub'>): boolean => {
    const { work_assignment_id: own } = stub;
    const others = (ofPays.get(key(stub)) ?? []).filter((other) => other.work_assignment_id !== own);
    const before = continuedBy(assignmentOf(stub), others.map(assignmentOf))?.before;
    return [...(before?.keys() ?? [])].some((id) => changedOnes.has(id));
  };
  return new Set(stubs.filter(isContinuing).map(({ id }) => id));
};
