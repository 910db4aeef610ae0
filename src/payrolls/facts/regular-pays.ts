import type { PayrollFacts, YearToDateFacts } from '../../calculation/model/facts.ts';
import type { RecordOf } from '../../kernel/definition/resource.ts';
import type { Services, Tenant } from '../../kernel/definition/services.ts';
import { isYear, payeeOf, sumsOf } from '../../pay-records/year-to-date.ts';
import { hasTaxedPay } from '../../statutory/stage/exempt-work.ts';
import { all, compare, oneOf } from '../../values/condition.ts';
import { addDays, type CalendarDate, dateOf, maxDate, minDate, yearOf } from '../../values/dates.ts';
import { fixed } from '../../values/fixed.ts';
import { groupBy } from '../../values/group.ts';
import { perTurn } from '../../values/per-turn.ts';
import type { PartialFacts } from './partial-facts.ts';
import { frequenciesOf } from './payroll-facts.ts';

type Sums = Pick<YearToDateFacts, 'bases'>;
type Stub = RecordOf<'pay_stub'>;
type Row = RecordOf<'year_to_date'>;

/** Days in which each schedule pays, the rarest every month: who was not paid in them was away. */
const PAID_WITHIN = 62;

/** On payrolls of these types a stub may well pay something apart from regular pay. */
const OFTEN_APART: readonly PayrollFacts['type'][] = ['off_cycle', 'correction'];

const whoseOf = (payee: string, entity: string): string => `${payee}/${entity}`;

const isNonPeriodicPaid = (bases: Sums['bases'] = {}): boolean => (bases.non_periodic ?? '0') !== '0';

/** Whether sums have no regular pay beside what is paid apart. */
const isApart = (bases: Sums['bases']): boolean => bases.taxable === undefined && isNonPeriodicPaid(bases);

/**
 * The last regular pay of the stubs that may well be paid apart from regular pay. Of a regular payroll hardly one is,
 * and which one shows when it is calculated (see {@link lastPayBeside}): what was so the last time is read here at once.
 *
 * @returns by stub id; nothing of who had no such pay
 */
export const lastRegularPays = (
  stubs: readonly Stub[],
  payrollOf: (stub: Stub) => PayrollFacts,
  services: Services,
  tenant: Tenant,
): Promise<Map<string, Sums>> =>
  lastPaysOf(
    stubs.filter((stub) => {
      const { type } = payrollOf(stub);
      return OFTEN_APART.includes(type) || (type === 'regular' && isApart(stub.bases ?? {}));
    }),
    payrollOf,
    services,
    tenant,
  );

/**
 * The last regular pay of a stub of a regular payroll on which, as its calculation found, something is paid apart.
 *
 * @param bases sums of that calculation
 * @returns undefined where there was none, and of a stub that does not depend on it
 */
export const lastPayBeside = async (
  stub: Stub,
  facts: PartialFacts,
  bases: Sums['bases'],
  services: Services,
  tenant: Tenant,
): Promise<Sums | undefined> => {
  const { payroll, same_pay_date, employer_year_to_date, last_year, last_pay } = facts;
  if (payroll.type !== 'regular' || bases.taxable !== undefined || last_pay) return undefined;
  const paysApart = [bases, same_pay_date?.bases].some(isNonPeriodicPaid);
  // Who is paid by commissions alone has none to look for.
  const wasPaid = [employer_year_to_date, last_year].some((sums) => sums && hasTaxedPay(sums.bases));
  if (!paysApart || !wasPaid) return undefined;
  return lastPayInTurn(payroll, { stub: { ...stub, pay_date: payroll.pay_date }, services, tenant });
};

/** Of all stubs of a payroll that ask in one turn together: everybody on it may be paid a bonus alone. */
const lastPayInTurn = perTurn(
  async (payroll: PayrollFacts, asked: readonly { stub: Stub; services: Services; tenant: Tenant }[]) => {
    const { services, tenant } = asked[0]!;
    const stubs = asked.map(({ stub }) => stub);
    const found = await lastPaysOf(stubs, () => payroll, services, tenant);
    return stubs.map(({ id }) => found.get(id));
  },
);

/**
 * What was paid on the last day before each stub on which there was regular pay, this year or in the one before: the
 * stubs of a day are one pay. Of an employer who pays on schedules of several frequencies it is the last pay of those
 * that pay as often as the stub's.
 */
const lastPaysOf = async (
  mayBeApart: readonly Stub[],
  payrollOf: (stub: Stub) => PayrollFacts,
  services: Services,
  tenant: Tenant,
): Promise<Map<string, Sums>> => {
  const found = new Map<string, Sums>();
  if (mayBeApart.length === 0) return found;
  const isMixed = await payingOnMixed(mayBeApart, services, tenant);
  const look = async (asked: readonly Stub[], from: (pay_date: CalendarDate) => CalendarDate): Promise<void> => {
    if (asked.length === 0) return;
    const rows = await rowsOf(asked, from(asked.map(({ pay_date }) => pay_date).reduce(minDate)), services, tenant);
    const mixed = rows.filter(({ business_entity_id }) => isMixed(business_entity_id));
    const payrollIds = [...new Set(mixed.flatMap(({ payroll_id }) => payroll_id ?? []))];
    const frequencies = await frequenciesOf(
      await services.read.getMany('payroll', tenant, payrollIds),
      services,
      tenant,
    );
    const byPay = groupBy(rows, (row) => whoseOf(row.payee_id, row.business_entity_id));
    for (const stub of asked) {
      const { pay_date, business_entity_id } = stub;
      const { pay_frequency } = payrollOf(stub);
      const paid = (byPay.get(whoseOf(payeeOf(stub), business_entity_id)) ?? []).filter(
        ({ span, payroll_id = '' }) =>
          span < pay_date &&
          span >= from(pay_date) &&
          (!isMixed(business_entity_id) || frequencies.get(payroll_id) === pay_frequency),
      );
      const last = lastOf(paid);
      if (last) found.set(stub.id, last);
    }
  };
  await look(mayBeApart, (pay_date) => addDays(pay_date, -PAID_WITHIN));
  const away = mayBeApart.filter(({ id }) => !found.has(id));
  await look(away, (pay_date) => dateOf(yearOf(pay_date) - 1, 1, 1));
  return found;
};

/**
 * The last day before each stub, of this year or the one before, on which its payee was paid by the employer, of stubs
 * that ask for it. What pays nothing is no payment, nor is a correction: the pay that it corrects had the exemption.
 *
 * @returns by stub id; nothing of who was not paid
 */
export const lastPaymentDays = async (
  stubs: readonly Stub[],
  isAsked: (stub: Stub) => boolean,
  services: Services,
  tenant: Tenant,
): Promise<Map<string, CalendarDate>> => {
  const found = new Map<string, CalendarDate>();
  const asked = stubs.filter(isAsked);
  if (asked.length === 0) return found;
  const first = asked.map(({ pay_date }) => pay_date).reduce(minDate);
  const rows = await rowsOf(asked, dateOf(yearOf(first) - 1, 1, 1), services, tenant);
  const ids = [...new Set(rows.flatMap(({ payroll_id }) => payroll_id ?? []))];
  const payrolls = await services.read.getMany('payroll', tenant, ids);
  const payments = rows.filter(
    ({ sums: { bases = {} }, payroll_id = '' }) => isPaid(bases) && payrolls.get(payroll_id)?.type !== 'correction',
  );
  const byPay = groupBy(payments, (row) => whoseOf(row.payee_id, row.business_entity_id));
  for (const stub of asked) {
    const days = (byPay.get(whoseOf(payeeOf(stub), stub.business_entity_id)) ?? [])
      .map(({ span }) => span)
      .filter((day) => day < stub.pay_date);
    if (days.length > 0) found.set(stub.id, days.reduce(maxDate));
  }
  return found;
};

const PAID = ['all_taxable', 'all_taxable_quebec', 'pensionable'] as const;
const isPaid = (bases: Readonly<Record<string, string>>): boolean => PAID.some((sum) => fixed(bases[sum] ?? '0') > 0n);

/** What rows of stubs hold of the last day with regular pay that bore income tax. */
const lastOf = (rows: readonly Row[]): Sums | undefined => {
  const byDay = groupBy(rows, ({ span }) => span);
  for (const day of [...byDay.keys()].sort().reverse()) {
    const { bases } = sumsOf(byDay.get(day)!.map(({ sums }) => sums));
    if (hasTaxedPay(bases)) return { bases };
  }
  return undefined;
};

/** Whether an employer pays on schedules of several frequencies: of one that pays otherwise each pay is as often. */
const payingOnMixed = async (
  stubs: readonly Stub[],
  { read }: Services,
  tenant: Tenant,
): Promise<(business_entity_id: string) => boolean> => {
  const entities = [...new Set(stubs.map(({ business_entity_id }) => business_entity_id))];
  const schedules = await read.find('pay_schedule', tenant, oneOf('business_entity_id', entities));
  const paying = groupBy(schedules, ({ business_entity_id }) => business_entity_id);
  const mixed = entities.filter((entity) => {
    const own = (paying.get(entity) ?? []).map(({ pay_frequency }) => pay_frequency);
    return new Set(own).size > 1 || own.includes('custom');
  });
  return (entity) => mixed.includes(entity);
};

/** Rows of the closed stubs of the stubs' payees and employers, from a day on. */
const rowsOf = async (
  stubs: readonly Stub[],
  from: CalendarDate,
  { read }: Services,
  tenant: Tenant,
): Promise<Row[]> => {
  const where = all(
    oneOf('payee_id', [...new Set(stubs.map(payeeOf))]),
    oneOf('business_entity_id', [...new Set(stubs.map(({ business_entity_id }) => business_entity_id))]),
    compare('span', '>=', from),
    compare('span', '<', stubs.map(({ pay_date }) => pay_date).reduce(maxDate)),
  );
  const rows: Row[] = [];
  for await (const page of read.pages('year_to_date', tenant, where)) rows.push(...page.filter((row) => !isYear(row)));
  return rows;
};
