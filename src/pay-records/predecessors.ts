import type { OtherAssignment } from '../calculation/model/facts.ts';
import { employedDays } from '../statutory/stage/earned-days.ts';
import { addDays, type CalendarDate } from '../values/dates.ts';

/** Days between two work assignments that are no break of an employment: a weekend, with a holiday beside it. */
const NO_BREAK_days = 3;

export type Rates = OtherAssignment['pay_rates'];

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
 * The employment that a stub continues: somebody whose work assignment ended and who got another one with the same employer,
 * without a break, is employed since the first of them. Standards of employment go by the employer, and know nothing of work
 * assignments. Undefined of who was on one all along.
 *
 * @param id of the stub's work assignment
 * @param others what the same employer has of the same person
 * @param since the day before which no rule looks
 */
export const continuedBy = (
  { id, rates }: { id: string; rates: Rates },
  others: readonly OtherAssignment[],
  since: CalendarDate,
): Continued | undefined => {
  const workOf = (one: { id: string; rates: Rates }): Work[] => {
    const days = employedDays(one.rates);
    return days === null ? [] : [{ ...one, ...days }];
  };
  const [work] = workOf({ id, rates });
  if (work === undefined || others.length === 0) return undefined;
  const all = [work, ...others.flatMap((other) => workOf({ id: other.id, rates: other.pay_rates }))];
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
