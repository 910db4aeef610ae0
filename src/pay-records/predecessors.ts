import type { PayRateFacts } from '../calculation/model/types.ts';
import type { RecordOf } from '../kernel/definition/resource.ts';
import type { Services, Tenant } from '../kernel/definition/services.ts';
import { employedDays } from '../statutory/stage/earned-days.ts';
import { oneOf } from '../values/condition.ts';
import { addDays, type CalendarDate } from '../values/dates.ts';
import { groupBy } from '../values/group.ts';
import { payRatesOf } from './pay-rates.ts';

/** Days between two work assignments that are no break of an employment: a weekend, with a holiday beside it. */
const NO_BREAK_days = 3;

export type Rates = readonly Pick<PayRateFacts, 'id' | 'effective_from' | 'effective_to'>[];

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
 * The employments that stubs continue, by stub id: somebody whose work assignment ended and who got another one with the
 * same employer, without a break, is employed since the first of them. Standards of employment go by the employer, and know
 * nothing of work assignments. Nothing is read of who was on one all along.
 *
 * @param stubs of employees, with the pay rates of their work assignments
 * @param since the day before which no rule looks
 */
export const continuedBy = async (
  stubs: readonly { stub: RecordOf<'pay_stub'>; rates: Rates; since: CalendarDate }[],
  { read }: Services,
  tenant: Tenant,
): Promise<Map<string, Continued>> => {
  const recent = stubs.flatMap(({ stub, rates, since }) => {
    const days = employedDays(rates);
    return days !== null && days.from > since && stub.employee_id !== null
      ? [{ stub, since, work: { id: stub.work_assignment_id, rates, ...days } }]
      : [];
  });
  if (recent.length === 0) return new Map();
  const people = new Set(recent.flatMap(({ stub }) => stub.employee_id ?? []));
  const assignments: RecordOf<'work_assignment'>[] = [];
  for await (const rows of read.pages('work_assignment', tenant, oneOf('employee_id', [...people])))
    assignments.push(...rows);
  const ofPerson = groupBy(
    assignments,
    ({ employee_id, business_entity_id }) => `${employee_id}/${business_entity_id}`,
  );
  const several = recent
    .map((one) => ({
      ...one,
      mine: ofPerson.get(`${one.stub.employee_id}/${one.stub.business_entity_id}`) ?? [],
    }))
    .filter(({ mine }) => mine.length > 1);
  if (several.length === 0) return new Map();
  const ids = [...new Set(several.flatMap(({ mine }) => mine.map(({ id }) => id)))];
  const ratesOf = await payRatesOf(ids, read, tenant);
  const continued = new Map<string, Continued>();
  for (const { stub, since, work, mine } of several) {
    const all = mine.flatMap(({ id }): Work[] => {
      const rates = ratesOf.get(id) ?? [];
      const days = employedDays(rates);
      return days === null ? [] : [{ id, rates, ...days }];
    });
    const before = new Map<string, Rates>();
    let first: Work = work;
    for (let one = predecessorOf(first, all); one && first.from > since; one = predecessorOf(one, all)) {
      before.set(one.id, one.rates);
      first = one;
    }
    if (before.size > 0) continued.set(stub.id, { began: first.from, before });
  }
  return continued;
};
