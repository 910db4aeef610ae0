import type { RecordOf } from '../kernel/definition/resource.ts';
import { all, type Condition, equal } from '../values/condition.ts';
import { businessDay, type Instant } from '../values/dates.ts';
import { type Decimal, decimal, min, ZERO } from '../values/money.ts';
import { MOST_AMOUNT } from './cpa-005/layout.ts';
import { submissionAt } from './timing.ts';

/**
 * The debits that fund the payments of an approval. There is one, unless it were larger than a record of a file may be:
 * then several fund them together, each of which may be returned. What they fund leaves once all of them are paid.
 */
export const IS_DEBIT: Condition = equal('destination', 'payroll_float');

/** All debits of an approval, also those that were made again. */
export const debitsOfApproval = (payroll_id: string, approval_id: string): Condition =>
  all(equal('payroll_id', payroll_id), equal('approval_id', approval_id), IS_DEBIT);

type Debit = Pick<RecordOf<'payment'>, 'id' | 'status' | 'is_replaced' | 'replaced_by_id'>;

/**
 * How the debits of an approval stand together.
 *
 * @param debits all of them, also those that were made again
 */
export const standingOf = (debits: readonly Debit[]): 'paid' | 'failed' | 'waiting' => {
  const live = debits.filter(({ is_replaced }) => !is_replaced);
  if (live.some(({ status }) => status === 'failed')) return 'failed';
  return live.length > 0 && areMade(debits) && live.every(({ status }) => status === 'paid') ? 'paid' : 'waiting';
};

/** Whether each that is made again is there: without its replacement the others would stand for all of the money. */
export const areMade = (debits: readonly Debit[]): boolean => {
  const there = new Set(debits.map(({ id }) => id));
  return debits.every(({ replaced_by_id }) => replaced_by_id === null || there.has(replaced_by_id));
};

/**
 * The hour from which on what debits fund leaves on the day from which on they count as paid: until then a bank may still
 * return them. Undefined on another day, also for a debit that was paid earlier than expected.
 */
export const hourOfFunds = (
  debits: readonly Pick<RecordOf<'payment'>, 'is_replaced' | 'expected_at'>[],
  now: Instant,
): Instant | undefined => {
  const today = businessDay(Date.parse(now));
  const areOfToday = debits.some(({ is_replaced, expected_at }) => !is_replaced && expected_at === today);
  return areOfToday ? submissionAt(today) : undefined;
};

/** Divides dollars, more than 0, into amounts that a record of a file has room for: all but the last the largest. */
export const inRecords = (dollars: Decimal): [Decimal, ...Decimal[]] => {
  const most = decimal(MOST_AMOUNT);
  const parts: [Decimal, ...Decimal[]] = [min(dollars, most)];
  for (let left = dollars.minus(most); left.gt(ZERO); left = left.minus(most)) parts.push(min(left, most));
  return parts;
};
