import type { PayrollFacts, TaxPropertyFacts, WorkAssignmentFacts } from '../../calculation/model/facts.ts';
import { accountsOfEmployers, accountsOn, type EmployerAccounts, isForAccounts } from '../../employers/enrolled-in.ts';
import { propertiesOf, propertyFacts } from '../../employers/tax-properties-in-force.ts';
import type { Position } from '../../event-store/port.ts';
import { rowsOf } from '../../kernel/definition/reader.ts';
import type { RecordOf, State } from '../../kernel/definition/resource.ts';
import type { Services, Tenant } from '../../kernel/definition/services.ts';
import { earlierEarnings } from '../../pay-records/earlier-earnings.ts';
import { payRatesOf } from '../../pay-records/pay-rates.ts';
import { stubsOfSamePay } from '../../pay-records/same-pay.ts';
import { absent, all, any, type Condition, compare, oneOf } from '../../values/condition.ts';
import { type CalendarDate, maxDate, minDate } from '../../values/dates.ts';
import { groupBy } from '../../values/group.ts';
import { sameJson, textOf } from '../../values/json.ts';
import { addEarlier } from './earlier-facts.ts';
import { assignmentsOf, siblingsOf } from './other-assignments.ts';
import type { PartialFacts } from './partial-facts.ts';
import { payrollFacts } from './payroll-facts.ts';
import { recurringItems, remittedBy } from './recurring-items.ts';
import { type EmployerRemuneration, type Levies, presentLevies } from './remuneration-forecast.ts';
import { onePays, samePayFacts } from './same-pay-facts.ts';

/** All that a stub's calculation is based on, read together: what is read here is what a stub depends on. */

/** A stub, with the pay date that its payroll has, and its facts. */
export interface StubWithFacts {
  stub: RecordOf<'pay_stub'>;
  facts: PartialFacts;
}

type Rate = RecordOf<'pay_rate'>;

/** Of its own or its preset's: a rate without one is refused. */
const hasType = (rate: Rate): rate is Rate & { type: NonNullable<Rate['type']> } => rate.type !== null;

const distinct = (rows: readonly State[], member: string): string[] => [
  ...new Set(rows.map((row) => row[member]).filter((id): id is string => typeof id === 'string')),
];

/** Stubs whose facts are read together. */
const CHUNK = 150;

export interface FactOptions {
  /** Read earlier earnings even where the work assignment asks for no holiday pay: to try a configuration. */
  withEarlierEarnings?: boolean;
}

/**
 * The facts of many stubs of one company, read together: a handful of queries for every {@link CHUNK} of them.
 *
 * @returns facts by stub id; none for a stub whose payroll, schedule or work assignment is gone
 */
export const stubFacts = async (
  stubs: readonly RecordOf<'pay_stub'>[],
  services: Services,
  tenant: Tenant,
  options: FactOptions = {},
): Promise<Map<string, PartialFacts>> => {
  const facts = new Map<string, PartialFacts>();
  for await (const chunk of stubFactsByChunk(stubs, services, tenant, options))
    for (const { stub, facts: found } of chunk) facts.set(stub.id, found);
  return facts;
};

/**
 * The same, some stubs at a time, so that those of a large payroll are never held together. What a chunk needs is read
 * while the caller still works on the one before it.
 */
export async function* stubFactsByChunk(
  stubs: readonly RecordOf<'pay_stub'>[],
  services: Services,
  tenant: Tenant,
  options: FactOptions = {},
): AsyncGenerator<StubWithFacts[]> {
  if (stubs.length === 0) return;
  const facts_position = services.gate.readPosition();
  const payrolls = await services.read.getMany('payroll', tenant, distinct(stubs, 'payroll_id'));
  const dated = withPayDates(stubs, payrolls);
  const shared = sharedFacts(dated, payrolls, facts_position, services, tenant);
  const read = (at: number) => {
    const chunk = dated.slice(at, at + CHUNK);
    const found = factsOfChunk(chunk, services, tenant, shared, options);
    // A caller who stops early never asks for it.
    found.catch(() => {});
    return { chunk, found };
  };
  for (let at = 0, ahead = read(0); at < dated.length; ) {
    const { chunk, found } = ahead;
    const facts = await found;
    at += CHUNK;
    if (at < dated.length) ahead = read(at);
    yield chunk.flatMap((stub) => {
      const known = facts.get(stub.id);
      return known ? [{ stub, facts: known }] : [];
    });
  }
}

/**
 * The same facts with what the stubs that come before each in its pay bear by now, and with what was earned beside it
 * on a work assignment that its one continues: one read, and some for who has such. They are as old as they were.
 */
export const withPresentPay = async (
  chunk: readonly StubWithFacts[],
  services: Services,
  tenant: Tenant,
): Promise<StubWithFacts[]> => {
  const stubs = chunk.map(({ stub }) => stub);
  const samePay = await stubsOfSamePay(stubs, services, tenant);
  const onePay = await onePays(stubs, samePay, services, tenant);
  const continuing = chunk.filter(({ facts }) => facts.employment_began !== undefined);
  const earned = await earlierEarnings(
    continuing.map(({ stub }) => stub),
    new Map(continuing.map(({ stub, facts }) => [stub.id, facts])),
    services,
    tenant,
  );
  return chunk.map(({ stub, facts: { same_pay_date: _, same_pay_place: __, earlier_provider: ___, ...facts } }) => ({
    stub,
    facts: { ...facts, ...samePayFacts(onePay.get(stub.id)!, facts.payroll), ...earned.get(stub.id) },
  }));
};

/** What {@link withPresentPay} reads again. */
const OF_OTHERS = [
  'same_pay_date',
  'same_pay_place',
  'earlier_provider',
  'counted',
  'earlier_earnings',
  'employment_began',
] as const satisfies readonly (keyof PartialFacts)[];

/** Whether two facts of a stub say the same of the others of its pay, and of what was earned beside it. */
export const isSamePay = (one: PartialFacts, other: PartialFacts): boolean =>
  OF_OTHERS.every((member) => sameJson(one[member], other[member]));

/** Whether there may be such others: the person has another work assignment, or a stub of the pay was found. */
export const dependsOnOthers = ({ siblings, same_pay_date, counted }: PartialFacts): boolean =>
  siblings !== undefined || same_pay_date !== undefined || counted.length > 0;

/** Stubs with the pay dates that their payrolls have now: an open stub whose payroll was moved follows it. */
const withPayDates = (
  stubs: readonly RecordOf<'pay_stub'>[],
  payrolls: ReadonlyMap<string, RecordOf<'payroll'>>,
): RecordOf<'pay_stub'>[] =>
  stubs.map((stub) => {
    const pay_date = payrolls.get(stub.payroll_id)?.pay_date;
    return stub.is_closed || pay_date === undefined || pay_date === stub.pay_date ? stub : { ...stub, pay_date };
  });

/** What stubs share with others of their payroll or employer: read once for all. */
interface SharedFacts {
  facts_position: Position;
  payrolls: Map<string, PayrollFacts>;
  employer: (entity: string, pay_date: CalendarDate) => { remuneration: EmployerRemuneration; levies: Levies };
  accounts: EmployerAccounts;
  /** Tax properties of the employers and of those accounts. */
  employerProperties: Map<string, RecordOf<'tax_property'>[]>;
}

const sharedFacts = async (
  stubs: readonly RecordOf<'pay_stub'>[],
  found: ReadonlyMap<string, RecordOf<'payroll'>>,
  facts_position: Position,
  services: Services,
  tenant: Tenant,
): Promise<SharedFacts> => {
  const entities = distinct(stubs, 'business_entity_id');
  const theirAccounts = accountsOfEmployers(entities, services, tenant);
  const theirProperties = theirAccounts.then(({ accounts }) =>
    propertiesOf([...entities, ...accounts.keys()], services, tenant),
  );
  const [payrolls, employer, accounts, employerProperties] = await Promise.all([
    payrollFacts([...found.values()], services, tenant),
    presentLevies(stubs, services, tenant, theirProperties),
    theirAccounts,
    theirProperties,
  ]);
  return { facts_position, payrolls, employer, accounts, employerProperties };
};

/** The facts of some stubs that are read together. */
const factsOfChunk = async (
  stubs: readonly RecordOf<'pay_stub'>[],
  services: Services,
  tenant: Tenant,
  shared: Promise<SharedFacts>,
  { withEarlierEarnings = false }: FactOptions,
): Promise<Map<string, PartialFacts>> => {
  const records = await recordsOf(stubs, services, tenant, shared);
  const facts = new Map<string, PartialFacts>();
  for (const stub of stubs) {
    const found = factsOfStub(stub, records);
    if (found) facts.set(stub.id, found);
  }
  const known = stubs.filter(({ id }) => facts.has(id));
  for (const [id, siblings] of siblingsOf(known, records, facts)) facts.get(id)!.siblings = siblings;
  await addEarlier(known, facts, services, tenant, withEarlierEarnings);
  return facts;
};

/** What the facts of some stubs are put together from: one read of each kind, begun together. */
const recordsOf = async (
  stubs: readonly RecordOf<'pay_stub'>[],
  services: Services,
  tenant: Tenant,
  shared: Promise<SharedFacts>,
) => {
  const { read, registry } = services;
  const reading = assignmentsOf(stubs, services, tenant);
  const assignmentIds = distinct(stubs, 'work_assignment_id');
  const ofAssignments = async <K extends string>(
    object: K,
    where?: Condition,
    ids: readonly string[] = assignmentIds,
  ): Promise<Map<string, RecordOf<K>[]>> =>
    registry.get(object) === undefined
      ? new Map()
      : groupBy(
          await rowsOf(read.pages(object, tenant, all(oneOf('work_assignment_id', ids), ...(where ? [where] : [])))),
          (row) => textOf('work_assignment_id' in row ? row.work_assignment_id : undefined),
        );
  const inForce = inForceOn(stubs);
  const [ofAll, assignments, employees, properties, enrollments, rates, overtime, settings, recurring] =
    await Promise.all([
      shared,
      reading,
      read.getMany('employee', tenant, distinct(stubs, 'employee_id')),
      reading.then((found) => propertiesOf([...found.keys()], services, tenant)),
      ofAssignments('remittance_account_enrollment', onPayDates(stubs)),
      reading.then((found) => payRatesOf([...found.keys()], read, tenant)),
      ofAssignments('overtime_rate'),
      reading.then((found) => ofAssignments('vacation_pay_setting', undefined, [...found.keys()])),
      recurringItems((kind) => ofAssignments(kind, inForce)),
    ]);
  return {
    ...ofAll,
    assignments,
    employees,
    properties,
    enrollments,
    rates,
    overtime,
    settings,
    recurring,
  };
};

/** The facts of a stub, without what was paid before it; undefined where its payroll or work assignment is gone. */
const factsOfStub = (
  stub: RecordOf<'pay_stub'>,
  records: Awaited<ReturnType<typeof recordsOf>>,
): PartialFacts | undefined => {
  const { facts_position, payrolls, employer, accounts, employerProperties } = records;
  const { assignments, employees, properties, enrollments, rates, overtime, settings, recurring } = records;
  const payroll = payrolls.get(stub.payroll_id);
  const assignment = assignments.get(stub.work_assignment_id);
  if (!payroll || !assignment) return undefined;
  const entity = stub.business_entity_id;
  const employee = employees.get(stub.employee_id ?? '');
  const { remuneration, levies } = employer(entity, payroll.pay_date);
  const enrolledIn = enrollments.get(assignment.id) ?? [];
  const remittance_accounts = accountsOn(payroll.pay_date, entity, enrolledIn, accounts);
  const ofOwner = (owner: string) => properties.get(owner) ?? employerProperties.get(owner) ?? [];
  return {
    facts_position,
    levies,
    payroll,
    work_assignment: assignmentFacts(assignment),
    employee: employee ? { id: employee.id, birth_date: employee.date_of_birth ?? null } : null,
    business_entity: { id: entity, ...remuneration },
    remittance_accounts,
    pay_rates: (rates.get(assignment.id) ?? []).filter(hasType),
    overtime_rates: overtime.get(assignment.id) ?? [],
    recurring: remittedBy(entity, recurring(assignment.id), accounts),
    vacation_pay_settings: settings.get(assignment.id) ?? [],
    vacation_pay_opening_balance: '0',
    tax_properties: propertiesOfPay(assignment.id, entity, remittance_accounts, ofOwner, accounts),
    year_to_date: { amounts: {}, bases: {}, consumed_once: [] },
    counted: [],
  };
};

/** The tax properties of a work assignment, its employer and its accounts; of the employer those for these accounts. */
const propertiesOfPay = (
  assignment: string,
  entity: string,
  accountsOfPay: readonly { id: string }[],
  ofOwner: (owner: string) => readonly RecordOf<'tax_property'>[],
  accounts: EmployerAccounts,
): TaxPropertyFacts[] => {
  const ids = accountsOfPay.map(({ id }) => id);
  const ofEmployer = ofOwner(entity).filter((property) => isForAccounts(property, ids, accounts));
  return [...ofOwner(assignment), ...ofEmployer, ...ids.flatMap(ofOwner)].map(propertyFacts);
};

/** Recurring items that are in force on any day of the stubs' periods. */
const inForceOn = (stubs: readonly RecordOf<'pay_stub'>[]): Condition => {
  const first = stubs.map(({ period_start }) => period_start).reduce(minDate);
  const last = stubs.map(({ period_end }) => period_end).reduce(maxDate);
  return inForceBetween(first, last);
};

/** Enrollments that are in force on any day between the stubs' pay dates. */
const onPayDates = (stubs: readonly RecordOf<'pay_stub'>[]): Condition => {
  const days = stubs.map(({ pay_date }) => pay_date);
  return inForceBetween(days.reduce(minDate), days.reduce(maxDate));
};

const inForceBetween = (first: CalendarDate, last: CalendarDate): Condition =>
  all(compare('effective_from', '<=', last), any(absent('effective_to'), compare('effective_to', '>=', first)));

const assignmentFacts = (assignment: RecordOf<'work_assignment'>): WorkAssignmentFacts => ({
  id: assignment.id,
  payee: typeof assignment.employee_id === 'string' ? 'employee' : 'contractor',
  tag_assignment: assignment.tag_assignment ?? null,
});
