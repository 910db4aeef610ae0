import { type CalendarDate, daysBetween, maxDate } from '../../values/dates.ts';
import { type Decimal, decimal, roundToCent, toText } from '../../values/money.ts';
import type { RoeStub } from './stub.ts';

/** Digits behind the point of a part of a line's hours: their sum is rounded once. */
const HOURS = 4;

/**
 * Stubs as a record of employment in weeks counts them: pay of a period that began before the oldest week counts by its
 * days from then on. As a whole it would be spread over weeks that are fewer than it was paid for.
 *
 * @param from the first day of the oldest week
 * @param first the first day worked: days before it were not paid
 */
export const withinWeeks = (stubs: readonly RoeStub[], from: CalendarDate, first: CalendarDate): RoeStub[] =>
  stubs.map((stub) => {
    const { period_end, insurable_earnings, earnings } = stub;
    const begins = maxDate(stub.period_start, first);
    if (begins >= from || period_end < from) return stub;
    const part = (amount: string): Decimal =>
      decimal(amount)
        .times(daysBetween(from, period_end) + 1)
        .div(daysBetween(begins, period_end) + 1);
    return {
      ...stub,
      insurable_earnings: toText(roundToCent(part(insurable_earnings))),
      earnings: earnings.map((earning) =>
        earning.hours === null ? earning : { ...earning, hours: toText(part(earning.hours).round(HOURS)) },
      ),
    };
  });
