import type { PayrollFacts, StubFacts } from '../../calculation/model/facts.ts';
import type { RecordOf } from '../../kernel/definition/resource.ts';
import type { Services, Tenant } from '../../kernel/definition/services.ts';
import { earlierEarnings } from '../../pay-records/earlier-earnings.ts';
import { type SamePay, stubsOfSamePay } from '../../pay-records/same-pay.ts';
import {
  firstPayDates,
  type PaidBefore,
  paidBefore,
  sumsOf,
  vacationPayCarried,
  vacationPayLeft,
  yearSpan,
} from '../../pay-records/year-to-date.ts';
import { hasTaxedPay } from '../../statutory/stage/exempt-work.ts';
import { hasTd1x, saysHistoryOfEarlierYear } from '../../statutory/stage/tax-properties.ts';
import { dateOf, yearOf } from '../../values/dates.ts';
import { merged } from '../../values/json.ts';
import { sum, toText } from '../../values/money.ts';
import { averagingOf } from './averaging.ts';
import { ofYear } from './other-assignments.ts';
import type { PartialFacts } from './partial-facts.ts';
import { lastPaymentDays, lastRegularPays } from './regular-pays.ts';
import { salariesPaid } from './salaries-paid.ts';
import { isOfEarlierProvider, onePays, type SamePayFacts, samePayFacts } from './same-pay-facts.ts';
import { enteredElsewhere, onceItems, takenOfMonths } from './taken.ts';

/**
 * Adds what came before each stub: its year, other stubs of its pay, earlier earnings, what was taken once.
 *
 * @param facts by stub id, without any of that
 */
export const addEarlier = async (
  stubs: readonly RecordOf<'pay_stub'>[],
  facts: Map<string, PartialFacts>,
  services: Services,
  tenant: Tenant,
  withEarlierEarnings: boolean,
): Promise<void> => {
  const [before, samePay, carried, taken, ofMonths, earned, firstPays, lastPays, lastDays, salaries] =
    await Promise.all([
      paidBefore(stubs, services, tenant),
      stubsOfSamePay(stubs, services, tenant),
      vacationPayCarried(stubs, services, tenant),
      takenOf([...facts.values()], services, tenant),
      takenOfMonths(stubs, facts, services, tenant),
      earlierEarnings(stubs, facts, services, tenant, withEarlierEarnings),
      firstPayDates(withHistory([...facts.values()]), services, tenant),
      lastRegularPays(stubs, ({ id }) => facts.get(id)!.payroll, services, tenant),
      lastPaymentDays(stubs, ({ id }) => hasTd1x(facts.get(id)!), services, tenant),
      salariesPaid(stubs, facts, services, tenant),
    ]);
  const onePay = await onePays(stubs, samePay, services, tenant);
  for (const stub of stubs) {
    const known = facts.get(stub.id)!;
    const first_pay_date = firstPays.get(stub.work_assignment_id);
    const later = {
      ...(first_pay_date === undefined ? {} : { first_pay_date }),
      ...earlierFacts(stub, known.payroll, before.get(stub.id)!, {
        ofDate: samePay.get(stub.id)!,
        ofPay: onePay.get(stub.id)!,
        carried: carried.get(stub.id)!,
        earned: earned.get(stub.id),
      }),
    };
    facts.set(stub.id, merged(known, later));
  }
  for (const { id, pay_date } of stubs) {
    const others = ofYear(facts.get(id)!.siblings ?? [], pay_date, before.get(id)!.assignments);
    if (others.length > 0) facts.get(id)!.other_assignments = others;
  }
  for (const [id, last_pay] of lastPays) facts.get(id)!.last_pay = last_pay;
  for (const [id, last_paid_on] of lastDays) facts.get(id)!.last_paid_on = last_paid_on;
  for (const [id, paid] of salaries) facts.get(id)!.salaries_paid = paid;
  for (const [id, taken_of_month] of ofMonths) facts.get(id)!.taken_of_month = taken_of_month;
  for (const [id, last_year] of await lastYears(stubs, before, services, tenant)) facts.get(id)!.last_year = last_year;
  for (const known of facts.values()) {
    const consumed = onceItems(known).filter(({ id }) => taken.has(id));
    known.year_to_date = { ...known.year_to_date, consumed_once: consumed.map(({ id }) => id) };
  }
  for (const [id, items] of await enteredElsewhere(facts, services, tenant)) facts.get(id)!.entered_elsewhere = items;
  const averaged = stubs.map((stub) => ({
    stub,
    facts: facts.get(stub.id)!,
    paid: before.get(stub.id)!,
    held: heldBefore(samePay.get(stub.id)!, onePay.get(stub.id)!),
  }));
  for (const [id, averaging] of await averagingOf(averaged, services, tenant)) facts.get(id)!.averaging = averaging;
};

/** Closed stubs of its date that were paid before a stub: they are no pay with it. */
const heldBefore = (ofDate: SamePay, ofPay: SamePay): RecordOf<'pay_stub'>[] =>
  ofDate.earlier.filter((other) => other.is_closed && (isOfEarlierProvider(other) || !ofPay.earlier.includes(other)));

/** The work assignments that have a tax property which says what was paid before an earlier year's day. */
const withHistory = (facts: readonly PartialFacts[]): string[] => [
  ...new Set(
    facts.flatMap(({ tax_properties, payroll, work_assignment: { id } }) =>
      tax_properties.some((property) => saysHistoryOfEarlierYear(property, payroll.pay_date)) ? [id] : [],
    ),
  ),
];

/** What the year before held, of the stubs in whose year no regular pay was paid yet; by stub id. */
const lastYears = async (
  stubs: readonly RecordOf<'pay_stub'>[],
  before: ReadonlyMap<string, PaidBefore>,
  services: Services,
  tenant: Tenant,
): Promise<Map<string, { bases: Readonly<Record<string, string>> }>> => {
  const first = stubs.filter(({ id }) => !hasTaxedPay(before.get(id)!.all.bases));
  const held = await paidBefore(first, services, tenant, ({ pay_date }) =>
    yearSpan(dateOf(yearOf(pay_date) - 1, 12, 31)),
  );
  return new Map([...held].map(([id, { all }]) => [id, { bases: all.bases }]));
};

const earlierFacts = (
  stub: RecordOf<'pay_stub'>,
  payroll: PayrollFacts,
  before: PaidBefore,
  {
    ofDate,
    ofPay,
    carried,
    earned,
  }: {
    ofDate: SamePay;
    ofPay: SamePay;
    carried: string;
    earned: Pick<StubFacts, 'earlier_earnings' | 'employment_began'> | undefined;
  },
): Pick<
  PartialFacts,
  | 'year_to_date'
  | 'year_later'
  | 'employer_year_to_date'
  | 'employer_year_later'
  | 'vacation_pay_opening_balance'
  | 'earlier_earnings'
  | 'employment_began'
> &
  SamePayFacts => {
  const assignment = stub.work_assignment_id;
  const own = before.on(assignment);
  const closed = ofDate.earlier.filter(({ is_closed }) => is_closed);
  const closedNow = closed.filter((other) => other.work_assignment_id === assignment);
  const ofYear = heldBefore(ofDate, ofPay);
  const held = [...own.held, ...closedNow];
  // One that is closed was closed before most of what is paid later.
  const later = stub.is_closed ? undefined : { own: sumsOf(own.later).amounts, all: before.later };
  return {
    year_to_date: { ...sumsOf(held, own.less), consumed_once: [] },
    ...(later && Object.keys(later.own).length > 0 ? { year_later: { amounts: later.own } } : {}),
    // What each pay did, and not the balance that the last one had: pays of an earlier day may be closed after it.
    vacation_pay_opening_balance: toText(sum([carried, vacationPayLeft(held, own.less)])),
    employer_year_to_date: ofYear.length === 0 ? before.all : sumsOf([before.all, ...ofYear]),
    ...(later && Object.keys(later.all.bases).length > 0 ? { employer_year_later: later.all } : {}),
    ...samePayFacts(ofPay, payroll),
    ...earned,
  };
};

/** Items of frequency `once` that a closed stub has taken. */
const takenOf = async (facts: readonly PartialFacts[], { read }: Services, tenant: Tenant): Promise<Set<string>> => {
  const items = facts.flatMap(onceItems).map(({ id }) => id);
  return new Set((await read.getMany('taken_item', tenant, items)).keys());
};
