import { provinceOfEmployment, quebecMoveBefore, taxPropertyInForce } from '../../calculation/model/context.ts';
import type { StubFacts } from '../../calculation/model/facts.ts';
import { firstPaySince } from '../../calculation/model/tax-year.ts';
import type { RecordOf } from '../../kernel/definition/resource.ts';
import type { Services, Tenant } from '../../kernel/definition/services.ts';
import { type Amounts, isYear, type PaidBefore, paidBefore, payeeOf, sumsOf } from '../../pay-records/year-to-date.ts';
import { isOfOtherTax } from '../../statutory/stage/stage-year.ts';
import { INCOME_TAX_METHOD } from '../../statutory/stage/tax-properties.ts';
import { all, compare, oneOf } from '../../values/condition.ts';
import { type CalendarDate, maxDate, minDate, startOfYear } from '../../values/dates.ts';

type Stub = RecordOf<'pay_stub'>;
type Facts = Pick<StubFacts, 'tax_properties' | 'payroll'>;

/** A stub whose income tax may be averaged, and what is known of what was paid before it. */
export interface Averaged {
  stub: Stub;
  facts: Facts;
  paid: PaidBefore;
  /** Stubs of its date that count as paid before. */
  held: readonly Stub[];
}

/**
 * What of the year cumulative averaging leaves out, and the number of the first pay that counts; by stub id. Left out
 * is what came before its tax property took effect, or before a move into Quebec or out of it; and what is paid beside
 * on the other side of that border, by another work assignment: tax that is withheld there is another one, of another
 * agency.
 */
export const averagingOf = async (
  stubs: readonly Averaged[],
  services: Services,
  tenant: Tenant,
): Promise<Map<string, NonNullable<StubFacts['averaging']>>> => {
  const begun = new Map(stubs.map(({ stub, facts }) => [stub.id, averagedSince(facts)]));
  const mixed = stubs.filter(
    ({ facts, paid, held }) =>
      facts.payroll.type === 'regular' &&
      [paid.all, ...held].some(({ bases }) => isOfOtherTax(bases, isInQuebec(facts))),
  );
  const isMixed = new Set(mixed.map(({ stub }) => stub.id));
  const late = stubs.flatMap(({ stub }) => (begun.get(stub.id) && !isMixed.has(stub.id) ? [stub] : []));
  const [before, rows] = await Promise.all([
    paidBefore(late, services, tenant, ({ id }) => begun.get(id)!),
    stubRowsOf(mixed, services, tenant),
  ]);
  const leftOut = ({ stub, facts, paid, held }: Averaged): Amounts => {
    if (!isMixed.has(stub.id)) return before.get(stub.id)!.all;
    const since = begun.get(stub.id) ?? startOfYear(stub.pay_date);
    const own = rows.filter(
      ({ payee_id, business_entity_id, span }) =>
        payee_id === payeeOf(stub) &&
        business_entity_id === stub.business_entity_id &&
        since <= span &&
        span < stub.pay_date,
    );
    const counted = [...own.map(({ sums }) => sums), ...held].filter(
      ({ bases }) => !isOfOtherTax(bases, isInQuebec(facts)),
    );
    return sumsOf([paid.all, ...held], counted);
  };
  return new Map(
    stubs.flatMap((one) => {
      const since = begun.get(one.stub.id);
      if (!since && !isMixed.has(one.stub.id)) return [];
      const first_period = since ? firstPaySince(since, one.facts.payroll) : 1;
      return [[one.stub.id, { before: leftOut(one), first_period }] as const];
    }),
  );
};

const isInQuebec = (facts: Facts): boolean => provinceOfEmployment(facts) === 'ca_qc';

/** Rows of closed stubs of the people and their years. */
const stubRowsOf = async (of: readonly Averaged[], { read }: Services, tenant: Tenant) => {
  const rows: RecordOf<'year_to_date'>[] = [];
  if (of.length === 0) return rows;
  const stubs = of.map(({ stub }) => stub);
  const days = stubs.map(({ pay_date }) => pay_date);
  const where = all(
    oneOf('payee_id', [...new Set(stubs.map(payeeOf))]),
    oneOf('business_entity_id', [...new Set(stubs.map(({ business_entity_id }) => business_entity_id))]),
    compare('span', '>=', startOfYear(days.reduce(minDate))),
    compare('span', '<', days.reduce(maxDate)),
  );
  for await (const page of read.pages('year_to_date', tenant, where)) rows.push(...page.filter((row) => !isYear(row)));
  return rows;
};

/** The day within the year from which income tax is averaged; null where it goes back further. */
const averagedSince = (known: Facts): CalendarDate | null => {
  const method = taxPropertyInForce(known, INCOME_TAX_METHOD);
  const stated = method?.value === 'cumulative' ? method.effective_from : '';
  const since = maxDate(stated, quebecMoveBefore(known) ?? '');
  return since > startOfYear(known.payroll.pay_date) ? since : null;
};
