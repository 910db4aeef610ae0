import { all, equal, oneOf } from '../kernel/condition.ts';
import { addDays, isWithin } from '../kernel/dates.ts';
import { MAX_FOUND } from '../kernel/reader.ts';
import type { State } from '../kernel/resource.ts';
import type { Services, Tenant } from '../kernel/services.ts';
import { earnedDays } from '../statutory/earned-days.ts';
import type { EarlierEarning } from './calculation/facts.ts';

/** As far as the rules of statutory holidays look back: days worked within a year before the holiday. */
const LOOK_BACK_days = 366;
/** Stubs whose earnings are asked for at once; halved where they hold more lines than a read gives. */
const STUBS_AT_ONCE = 1_000;

/** Whether the holiday pay of a work assignment is worked out, by its tax properties. */
const asksForHolidayPay = (properties: readonly State[], pay_date: string): boolean =>
  properties.some(
    ({ type, value, effective_from, effective_to }) =>
      type === 'ca::statutory_holiday_pay' &&
      isWithin(pay_date, effective_from as string, effective_to as string | null) &&
      (value as { calculate_entitlement?: unknown } | null)?.calculate_entitlement === true,
  );

export interface HolidayStub {
  stub: State;
  payroll: State;
  /** Of the work assignment. */
  properties: readonly State[];
  /** Closed stubs of the same work assignment that were paid before, in any order. */
  earlier: readonly State[];
}

/**
 * Earnings of the year before the pay period, by stub and by the day with which they were earned, as the averages of
 * statutory holidays take them. Only for stubs on which holiday pay is to be worked out (or for all, for a trial of a
 * configuration).
 */
export const earlierEarnings = async (
  stubs: readonly HolidayStub[],
  services: Services,
  tenant: Tenant,
  forAll = false,
): Promise<Map<string, EarlierEarning[]>> => {
  const wanted = stubs.filter(
    ({ payroll, properties }) =>
      forAll || (payroll.type === 'regular' && asksForHolidayPay(properties, payroll.pay_date as string)),
  );
  const reaching = wanted.map(({ stub, payroll, earlier }) => {
    const since = addDays(payroll.period_start as string, -LOOK_BACK_days);
    return { stub, since, earlier: earlier.filter(({ period_end }) => (period_end as string) >= since) };
  });
  const ids = [...new Set(reaching.flatMap(({ earlier }) => earlier.map(({ id }) => id)))];
  const lines = new Map<string, State[]>();
  for (let at = 0; at < ids.length; at += STUBS_AT_ONCE)
    for (const line of await linesOf(ids.slice(at, at + STUBS_AT_ONCE), services, tenant)) {
      const stub = line.pay_stub_id as string;
      const group = lines.get(stub);
      if (group) group.push(line);
      else lines.set(stub, [line]);
    }
  return new Map(
    reaching.map(({ stub, since, earlier }) => [
      stub.id,
      earlier
        .flatMap((other) => (lines.get(other.id) ?? []).flatMap((line) => daysOf(line, other)))
        .filter(({ date }) => date >= since),
    ]),
  );
};

/** The earning lines of closed stubs. A stub holds 2,000 lines at most, so halving ends. */
const linesOf = async (ids: readonly string[], services: Services, tenant: Tenant): Promise<State[]> => {
  const { rows, more } = await services.read.first('earning_line_item', tenant, oneOf('pay_stub_id', ids), MAX_FOUND);
  if (!more) return rows;
  const half = Math.ceil(ids.length / 2);
  return [
    ...(await linesOf(ids.slice(0, half), services, tenant)),
    ...(await linesOf(ids.slice(half), services, tenant)),
  ];
};

const daysOf = (line: State, stub: State): EarlierEarning[] =>
  earnedDays({
    earning_type: line.type as string,
    amount: (line.custom_amount ?? line.managed_amount ?? '0') as string,
    hours: (line.custom_hours ?? line.managed_hours ?? null) as string | null,
    earned_on: (line.custom_earned_on ?? line.managed_earned_on ?? null) as string | null,
    period_start: stub.period_start as string,
    period_end: stub.period_end as string,
  });

/**
 * Whether another stub of one person, employer and pay date comes before a stub: together they are one pay, and the
 * later one bears what all bear less what the earlier ones bore. On one payroll, and among drafts, the lower id is the
 * earlier one; what was approved before comes before a draft.
 */
export const comesBefore = (other: State, stub: State): boolean =>
  other.id !== stub.id &&
  (other.id < stub.id || (other.is_closed === true && stub.is_closed !== true && other.payroll_id !== stub.payroll_id));

/** Open stubs with the pay dates of the stubs given, of the work assignments given: drafts that may come before. */
export const openOnSameDates = (
  stubs: readonly State[],
  assignmentIds: readonly string[],
  services: Services,
  tenant: Tenant,
): Promise<State[]> =>
  services.read.find(
    'pay_stub',
    tenant,
    all(
      equal('is_closed', false),
      oneOf('pay_date', [...new Set(stubs.map(({ pay_date }) => pay_date as string))]),
      oneOf('work_assignment_id', assignmentIds),
    ),
  );
