import type { CalendarDate } from '../../values/dates.ts';
import type { Days } from './facts.ts';

/** The days on which a pay rate or recurring item is in force; without an end where none is known. */
export interface Range {
  effective_from: CalendarDate;
  effective_to: CalendarDate | null;
}

/** Whether something whose range may be open is in force on any day of the pay period. */
export const isInForce = ({ effective_from, effective_to }: Range, { period_start, period_end }: Days): boolean =>
  effective_from <= period_end && (effective_to === null || effective_to >= period_start);

const isBefore = (one: Range, other: Range): boolean =>
  one.effective_to !== null && one.effective_to < other.effective_from;

/**
 * The pay rate that is in force in a period in place of one that is not: the only one of its type that was never in
 * force beside it, as a raise is. Undefined where there is none, or where several might be meant.
 *
 * @param rates of the work assignment, the one itself may be among them
 */
export const replacementOf = <R extends Range & { id: string; type: unknown }>(
  rate: R,
  rates: readonly R[],
  period: Days,
): R | undefined => {
  const others = rates.filter(
    (other) =>
      other.id !== rate.id &&
      other.type === rate.type &&
      isInForce(other, period) &&
      (isBefore(other, rate) || isBefore(rate, other)),
  );
  return others.length === 1 ? others[0] : undefined;
};
