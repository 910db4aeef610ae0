import { provinceOfEmployment } from '../calculation/model/context.ts';
import type { EarlierEarning, StubFacts } from '../calculation/model/facts.ts';
import { isPaidEachPeriod } from '../calculation/model/in-force.ts';
import { isForAllDays, ownHours, paysAccrued } from '../calculation/model/lines.ts';
import { tagSharesOf } from '../calculation/model/tags.ts';
import { MAX_FOUND, rowsOf } from '../kernel/definition/reader.ts';
import type { RecordOf } from '../kernel/definition/resource.ts';
import type { Services, Tenant } from '../kernel/definition/services.ts';
import { daysOfHolidays, daysOfPay } from '../statutory/stage/earned-days.ts';
import { STATUTORY_EFFECTS } from '../statutory/stage/effects.ts';
import { holidaysLookBackTo } from '../statutory/stage/holiday-stage.ts';
import { all, compare, oneOf, present } from '../values/condition.ts';
import { addDays, type CalendarDate, maxDate } from '../values/dates.ts';
import { groupBy, piecesOf } from '../values/group.ts';
import { type Continued, continuedBy, type Rates, type Sibling } from './predecessors.ts';
import { paidPeriods } from './year-to-date.ts';

/** As far as any rule of statutory holidays looks back: days worked within a year before the holiday. */
const LONGEST_LOOK_BACK_days = 366;
/** Stubs whose earnings are asked for at once; halved where they hold more lines than a read gives. */
const STUBS_AT_ONCE = 1_000;

type KnownFacts = Pick<
  StubFacts,
  'payroll' | 'tax_properties' | 'work_assignment' | 'pay_rates' | 'vacation_pay_settings'
> & {
  /** The other work assignments of the stub's person. */
  siblings?: readonly Sibling[];
};

type EarlierFacts = Pick<StubFacts, 'earlier_earnings' | 'employment_began'>;

/** A stub that earlier earnings are asked for. */
interface Asking {
  stub: RecordOf<'pay_stub'>;
  /** The first day that its rules look at. */
  since: CalendarDate;
  /** What its work assignment continues, where it continues others. */
  employment: Continued | undefined;
}

/** The work assignments whose earnings count for a stub. */
const assignmentsOf = ({ stub, employment }: Asking): string[] => [
  stub.work_assignment_id,
  ...(employment?.before.keys() ?? []),
];

/**
 * Earnings of closed stubs that the holidays in a stub's pay period depend on, by stub and by the day with which they
 * were earned: as far back as the rules of its jurisdiction look, and only for stubs on which holiday pay is
 * calculated. Work assignments that the stub's one continues count too, also what they are paid on the payroll of the
 * stub.
 *
 * @param forTrial for all of the stubs, and as far back as any rule looks: to try a configuration
 */
export const earlierEarnings = async (
  stubs: readonly RecordOf<'pay_stub'>[],
  facts: ReadonlyMap<string, KnownFacts>,
  services: Services,
  tenant: Tenant,
  forTrial = false,
): Promise<Map<string, EarlierFacts>> => {
  const asking = stubs.flatMap((stub): Asking[] => {
    const known = facts.get(stub.id)!;
    const since = lookBackOf(known, forTrial);
    return since === null ? [] : [{ stub, since, employment: continuedOn(stub, known) }];
  });
  if (asking.length === 0) return new Map();
  const paid = await paidFor(asking, services, tenant);
  const began = await firstPaid(
    asking.flatMap(({ stub }) => (facts.get(stub.id)!.pay_rates.length === 0 ? [stub] : [])),
    services,
    tenant,
  );
  const lines = await linesByStub([...paid.values()].flat(), services, tenant);
  return new Map(
    asking.map(({ stub, since, employment }) => {
      const known = facts.get(stub.id)!;
      const earlier_earnings = paid
        .get(stub.id)!
        .flatMap((other) => {
          const rates = employment?.before.get(other.work_assignment_id) ?? known.pay_rates;
          const holidays = holidaysOfPay(other, known);
          return daysOf(lines.get(other.id) ?? [], other, rates, holidays, paidEachPeriodOn(other, known));
        })
        .filter(({ date }) => date >= since);
      const employment_began = employment?.began ?? began.get(stub.work_assignment_id);
      return [stub.id, { earlier_earnings, ...(employment_began === undefined ? {} : { employment_began }) }];
    }),
  );
};

const lookBackOf = (facts: KnownFacts, forTrial: boolean): CalendarDate | null => {
  const { payroll, work_assignment } = facts;
  if (forTrial) return addDays(payroll.period_start, -LONGEST_LOOK_BACK_days);
  if (payroll.type !== 'regular' || !payroll.takes_recurring_items || work_assignment.payee !== 'employee') return null;
  return holidaysLookBackTo(facts, provinceOfEmployment(facts));
};

/** What the work assignment of a stub continues of its person's others with the employer. */
const continuedOn = (
  { work_assignment_id: id }: RecordOf<'pay_stub'>,
  { pay_rates, payroll, siblings = [] }: KnownFacts,
): Continued | undefined => {
  const others = siblings.filter(({ isOfEmployer }) => isOfEmployer);
  return continuedBy({ id, pay_rates }, others, addDays(payroll.period_start, -LONGEST_LOOK_BACK_days));
};

/** By stub the other stubs whose earnings count for it: those that were paid before, and those beside it. */
const paidFor = async (asking: readonly Asking[], services: Services, tenant: Tenant): Promise<Map<string, Paid[]>> => {
  const closed = await closedFor(asking, services, tenant);
  const closings = await closingsOf(
    asking.map(({ stub }) => stub),
    closed.values(),
    services,
    tenant,
  );
  const beside = await paidBeside(
    asking.filter(({ employment }) => employment),
    services,
    tenant,
  );
  return new Map(
    asking.map((one) => {
      const { stub, since } = one;
      const assignments = assignmentsOf(one);
      const before = assignments
        .flatMap((assignment) => closed.get(`${assignment}/${since}`) ?? [])
        .filter((other) => other.business_entity_id === stub.business_entity_id && isPaidBefore(other, stub, closings));
      const ofPayroll = (beside.get(stub.payroll_id) ?? []).filter(
        ({ work_assignment_id: id }) => id !== stub.work_assignment_id && assignments.includes(id),
      );
      return [stub.id, [...before, ...ofPayroll]];
    }),
  );
};

/**
 * Rows of closed stubs by work assignment and the day that they are looked for from. Rules look differently far back:
 * who is paid by one that goes back a month is not read for a year.
 */
const closedFor = async (
  asking: readonly Asking[],
  services: Services,
  tenant: Tenant,
): Promise<Map<string, RecordOf<'year_to_date'>[]>> => {
  const closed = new Map<string, RecordOf<'year_to_date'>[]>();
  for (const [since, some] of groupBy(asking, (one) => one.since)) {
    const before = some.map(({ stub }) => stub.pay_date).reduce(maxDate);
    const found = await closedReaching(some.flatMap(assignmentsOf), before, since, services, tenant);
    for (const [assignment, rows] of found) closed.set(`${assignment}/${since}`, rows);
  }
  return closed;
};

/** The earning lines of some stubs, by stub. */
const linesByStub = async (
  stubs: readonly Paid[],
  services: Services,
  tenant: Tenant,
): Promise<Map<string, RecordOf<'earning_line_item'>[]>> => {
  const ids = [...new Set(stubs.map(({ id }) => id))];
  const found: RecordOf<'earning_line_item'>[] = [];
  for (const some of piecesOf(ids, STUBS_AT_ONCE))
    for (const line of await linesOf(some, services, tenant)) found.push(line);
  return groupBy(found, ({ pay_stub_id }) => pay_stub_id);
};

/** The first day that some work assignments were paid for: what is known of an employment that no pay rate dates. */
const firstPaid = async (
  stubs: readonly RecordOf<'pay_stub'>[],
  services: Services,
  tenant: Tenant,
): Promise<Map<string, CalendarDate>> => {
  if (stubs.length === 0) return new Map();
  const periods = await paidPeriods([...new Set(stubs.map((stub) => stub.work_assignment_id))], services, tenant);
  return new Map([...periods].map(([id, { first }]) => [id, first]));
};

/**
 * Whether a closed stub was paid before another one: of its pay date what another payroll has paid by then counts too.
 * One that is closed itself counted what was closed before it: up to where the log had been read for each shows that.
 */
const isPaidBefore = (
  other: RecordOf<'year_to_date'>,
  stub: RecordOf<'pay_stub'>,
  closings: ReadonlyMap<string, bigint>,
): boolean => {
  if (other.span > stub.pay_date || (other.span === stub.pay_date && other.payroll_id === stub.payroll_id))
    return false;
  return !stub.is_closed || closings.get(other.id)! < closedAfter(stub);
};

/** Up to where the log had been read when a stub was closed. */
const closedAfter = (stub: RecordOf<'pay_stub'> | undefined): bigint => BigInt(stub?.facts_position ?? 0);

/** When closed stubs were closed, by id: read where a closed stub is asked about, since a draft counts all of them. */
const closingsOf = async (
  stubs: readonly RecordOf<'pay_stub'>[],
  closed: Iterable<RecordOf<'year_to_date'>[]>,
  { read }: Services,
  tenant: Tenant,
): Promise<ReadonlyMap<string, bigint>> => {
  if (!stubs.some(({ is_closed }) => is_closed)) return new Map();
  const ids = [...closed].flatMap((rows) => rows.map(({ id }) => id));
  const found = await read.getMany('pay_stub', tenant, ids);
  return new Map(ids.map((id) => [id, closedAfter(found.get(id))]));
};

/**
 * Rows of the closed stubs of work assignments whose periods reach beyond a day, and that were paid up to another one,
 * by work assignment.
 */
const closedReaching = async (
  assignments: readonly string[],
  before: CalendarDate,
  since: CalendarDate,
  services: Services,
  tenant: Tenant,
): Promise<Map<string, RecordOf<'year_to_date'>[]>> => {
  const where = all(
    oneOf('work_assignment_id', [...new Set(assignments)]),
    present('period_end'),
    compare('period_end', '>=', since),
    compare('span', '<=', before),
  );
  const found = await rowsOf(services.read.pages('year_to_date', tenant, where));
  return groupBy(found, ({ work_assignment_id }) => work_assignment_id);
};

/** A stub whose earnings count for another one. */
type Paid = Pick<RecordOf<'year_to_date'>, 'id' | 'work_assignment_id' | 'period_start' | 'period_end' | 'span'>;

/** The stubs of some work assignments on the payrolls of stubs, open or closed, by payroll. */
const paidBeside = async (
  asking: readonly Asking[],
  { read }: Services,
  tenant: Tenant,
): Promise<Map<string, Paid[]>> => {
  if (asking.length === 0) return new Map();
  const where = all(
    oneOf('payroll_id', [...new Set(asking.map(({ stub }) => stub.payroll_id))]),
    oneOf('work_assignment_id', [...new Set(asking.flatMap(assignmentsOf))]),
  );
  const found = await rowsOf(read.pages('pay_stub', tenant, where));
  const byPayroll = groupBy(found, ({ payroll_id }) => payroll_id);
  return new Map(
    [...byPayroll].map(([payroll, stubs]) => [payroll, stubs.map((stub) => ({ ...stub, span: stub.pay_date }))]),
  );
};

/** The earning lines of stubs. A stub holds 2,000 lines at most, so halving ends. */
const linesOf = async (
  ids: readonly string[],
  services: Services,
  tenant: Tenant,
): Promise<RecordOf<'earning_line_item'>[]> => {
  const { rows, more } = await services.read.first('earning_line_item', tenant, oneOf('pay_stub_id', ids), MAX_FOUND);
  if (!more) return rows;
  const half = Math.ceil(ids.length / 2);
  return [
    ...(await linesOf(ids.slice(0, half), services, tenant)),
    ...(await linesOf(ids.slice(half), services, tenant)),
  ];
};

const periodOf = (stub: Paid) => ({
  period_start: stub.period_start ?? stub.span,
  period_end: stub.period_end ?? stub.span,
});

/** What the work assignment of an earlier stub has: that of the present one, or another one of the person. */
const workOf = (
  { work_assignment_id }: Paid,
  known: KnownFacts,
): Pick<Sibling, 'tax_properties' | 'vacation_pay_settings'> =>
  known.siblings?.find(({ id }) => id === work_assignment_id) ?? known;

/** The statutory holidays that were kept in the period of an earlier stub, by what its work assignment has. */
const holidaysOfPay = (stub: Paid, known: KnownFacts): CalendarDate[] => {
  const { tax_properties } = workOf(stub, known);
  return daysOfHolidays({ tax_properties, payroll: { ...periodOf(stub), pay_date: stub.span } });
};

type EarningLine = RecordOf<'earning_line_item'>;

/** On which lines of an earlier stub what accrued was paid with them, by what its work assignment has. */
const paidEachPeriodOn = (stub: Paid, known: KnownFacts): ((line: EarningLine) => boolean) => {
  const { tax_properties, vacation_pay_settings } = workOf(stub, known);
  const payroll = { ...known.payroll, pay_date: stub.span };
  const facts = { work_assignment: known.work_assignment, tax_properties, vacation_pay_settings, payroll };
  const province = provinceOfEmployment(facts);
  return (line) => isPaidEachPeriod(facts, line, province, STATUTORY_EFFECTS);
};

/**
 * The days with which the lines of an earlier stub were earned.
 *
 * @param isPaidWith whether the vacation pay that accrued on a line was paid with it
 */
const daysOf = (
  lines: readonly EarningLine[],
  stub: Paid,
  pay_rates: Rates,
  holidays: readonly CalendarDate[],
  isPaidWith: (line: EarningLine) => boolean,
): EarlierEarning[] => {
  const earned = lines.map((line) => ({
    id: line.id,
    type: line.type,
    amount: line.custom_amount ?? line.managed_amount ?? '0',
    hours: line.custom_hours ?? line.managed_hours,
    accrued_vacation_pay: isPaidWith(line) ? line.accrued_vacation_pay : '0',
    earned_on: line.custom_earned_on ?? line.managed_earned_on,
    is_for_all_days: isForAllDays(line),
    pays_accrued: paysAccrued(line),
    own_hours: ownHours(line),
    pay_rate_id: line.pay_rate_id,
  }));
  const shares = new Map(
    lines.map((line, i) => [
      line.id,
      tagSharesOf(line.custom_tag_assignment ?? line.managed_tag_assignment, earned[i]!),
    ]),
  );
  return daysOfPay(earned, periodOf(stub), pay_rates, holidays).map((day) => {
    const tag_shares = shares.get(day.line_id)!;
    return tag_shares.length === 0 ? day : { ...day, tag_shares };
  });
};
