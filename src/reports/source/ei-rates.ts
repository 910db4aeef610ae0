import { accountsOfEmployers, accountsOn, isForAccounts } from '../../employers/enrolled-in.ts';
import { propertiesOf, propertyFacts } from '../../employers/tax-properties-in-force.ts';
import { rowsOf } from '../../kernel/definition/reader.ts';
import type { RecordOf } from '../../kernel/definition/resource.ts';
import { EI_REDUCTION, eiReduction, propertiesInForce } from '../../statutory/stage/tax-properties.ts';
import { oneOf } from '../../values/condition.ts';
import { toText } from '../../values/fixed.ts';
import { groupBy } from '../../values/group.ts';
import { objectOf, textOf } from '../../values/json.ts';
import type { Decimal } from '../../values/money.ts';
import type { ReportSource } from '../model/report-type.ts';
import { type PaidPerson, sumsOf } from './people.ts';
import { baseSum } from './tally.ts';

/** Insurable earnings under one employee's rate. */
export interface Insured {
  /** Null of the law's. */
  rate: string | null;
  earnings: Decimal;
}

/** For whom an employer states a rate of EI, and which one each pay stub was paid at. */
interface StatedEiRates {
  /** Whether one is stated for what an employer pays for some work assignments. */
  isStatedFor(business_entity_id: string, assignments: ReadonlySet<string>): boolean;
  /** The employee's rate that is stated for a stub, as a fraction; undefined where the law's holds. */
  rateOf(stub: RecordOf<'pay_stub'>): string | undefined;
}

/**
 * The employee's rates of EI that are stated for some work assignments, their employers and these ones' accounts with
 * the CRA (`ca::ei_premium_reduction`), found for a pay stub as its calculation finds them: on its pay date, for the
 * account that it went to by then.
 */
const statedEiRates = async (
  assignments: readonly string[],
  employers: readonly string[],
  { read, tenant }: Pick<ReportSource, 'read' | 'tenant'>,
): Promise<StatedEiRates> => {
  const known = await accountsOfEmployers(employers, { read }, tenant);
  const accounts = [...known.accounts.values()].filter(({ account_provider }) => account_provider === 'ca_cra');
  const owners = [...assignments, ...employers, ...accounts.map(({ id }) => id)];
  const properties = await propertiesOf(owners, { read }, tenant, [EI_REDUCTION]);
  const stated = new Set(
    [...properties].flatMap(([owner, own]) =>
      own.some(({ value }) => objectOf(value).employee_rate !== undefined) ? [owner] : [],
    ),
  );
  if (stated.size === 0) return { isStatedFor: () => false, rateOf: () => undefined };
  const employersWith = new Set([
    ...employers.filter((id) => stated.has(id)),
    ...accounts.flatMap(({ id, business_entity_id }) => (stated.has(id) ? [textOf(business_entity_id)] : [])),
  ]);
  const enrollments = groupBy(
    await rowsOf(read.pages('remittance_account_enrollment', tenant, oneOf('work_assignment_id', assignments))),
    ({ work_assignment_id }) => textOf(work_assignment_id),
  );
  const ofOwner = (owner: string) => properties.get(owner) ?? [];
  return {
    isStatedFor: (employer, works) => employersWith.has(employer) || [...works].some((id) => stated.has(id)),
    rateOf: ({ pay_date, business_entity_id, work_assignment_id }) => {
      const on = accountsOn(pay_date, business_entity_id, enrollments.get(work_assignment_id) ?? [], known);
      const ids = on.map(({ id }) => id);
      const ofEmployer = ofOwner(business_entity_id).filter((property) => isForAccounts(property, ids, known));
      const all = [...ofOwner(work_assignment_id), ...ofEmployer, ...ids.flatMap(ofOwner)].map(propertyFacts);
      const { employee_rate } = eiReduction(
        propertiesInForce({ tax_properties: all, payroll: { pay_date }, remittance_accounts: on }),
      );
      return employee_rate === null ? undefined : toText(employee_rate);
    },
  };
};

/**
 * Insurable earnings of a year by the employee's rate of EI, of those for whom their employer states one.
 *
 * @param by what distinguishes the stubs of people: nobody is there whose stubs it does not give
 */
export const insuredByRate = async (
  people: readonly PaidPerson[],
  by: (stub: RecordOf<'pay_stub'>) => string,
  source: ReportSource,
): Promise<Map<PaidPerson, Insured[]>> => {
  const insured = new Map<PaidPerson, Insured[]>();
  if (people.length === 0) return insured;
  const works = [...new Set(people.flatMap(({ assignments }) => [...assignments]))];
  const employers = [...new Set(people.map(({ business_entity_id }) => business_entity_id))];
  const rates = await statedEiRates(works, employers, source);
  const stated = new Map(
    people
      .filter(({ business_entity_id, assignments }) => rates.isStatedFor(business_entity_id, assignments))
      .map((person) => [`${person.payee.id}/${person.business_entity_id}/${person.of}`, person]),
  );
  const ids = [...new Set([...stated.values()].map(({ payee }) => payee.id))];
  if (ids.length === 0) return insured;
  const summed = await sumsOf(source, 'employee', ids, (stub) => `${by(stub)}/${rates.rateOf(stub) ?? ''}`);
  for (const { person: id, business_entity_id, of, sums } of summed) {
    const [side = '', rate = ''] = of.split('/');
    const person = stated.get(`${id}/${business_entity_id}/${side}`);
    const part = { rate: rate === '' ? null : rate, earnings: sums.at(baseSum('insurable')) };
    if (person && !part.earnings.eq(0)) insured.set(person, [...(insured.get(person) ?? []), part]);
  }
  return insured;
};
