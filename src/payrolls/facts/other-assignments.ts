import type { OtherAssignment, StubFacts, TaxPropertyFacts } from '../../calculation/model/facts.ts';
import { propertyFacts } from '../../employers/tax-properties-in-force.ts';
import type { RecordOf } from '../../kernel/definition/resource.ts';
import type { Services, Tenant } from '../../kernel/definition/services.ts';
import type { Sibling } from '../../pay-records/predecessors.ts';
import { oneOf } from '../../values/condition.ts';
import { type CalendarDate, yearOf } from '../../values/dates.ts';
import { groupBy } from '../../values/group.ts';

/**
 * The work assignments of stubs and all others of their people, by id: one read, and one for those of contractors.
 * Either names what it looks for, so that no index of the company serves it.
 */
export const assignmentsOf = async (
  stubs: readonly RecordOf<'pay_stub'>[],
  { read }: Services,
  tenant: Tenant,
): Promise<Map<string, RecordOf<'work_assignment'>>> => {
  const people = [...new Set(stubs.flatMap(({ employee_id }) => employee_id ?? []))];
  const found = new Map<string, RecordOf<'work_assignment'>>();
  if (people.length > 0)
    for await (const rows of read.pages('work_assignment', tenant, oneOf('employee_id', people)))
      for (const row of rows) found.set(row.id, row);
  const left = stubs.map(({ work_assignment_id }) => work_assignment_id).filter((id) => !found.has(id));
  for (const [id, row] of await read.getMany('work_assignment', tenant, left)) found.set(id, row);
  return found;
};

/** Work assignments, and what they have, by their ids. */
interface OfAssignments {
  assignments: ReadonlyMap<string, RecordOf<'work_assignment'>>;
  rates: ReadonlyMap<string, OtherAssignment['pay_rates']>;
  properties: ReadonlyMap<string, readonly RecordOf<'tax_property'>[]>;
  settings: ReadonlyMap<string, Sibling['vacation_pay_settings']>;
}

/**
 * The other work assignments of the person of each stub, by stub id; a stub without any is left out.
 *
 * @param of all work assignments of the people, and what they have by their ids
 * @param facts with the tax properties of each stub: those that are of the employer hold for the others too
 */
export const siblingsOf = (
  stubs: readonly RecordOf<'pay_stub'>[],
  { assignments, rates, properties, settings }: OfAssignments,
  facts: ReadonlyMap<string, Pick<StubFacts, 'tax_properties'>>,
): Map<string, Sibling[]> => {
  const ofPerson = groupBy([...assignments.values()], ({ employee_id }) => employee_id ?? '');
  // Who has many assignments has many stubs, with all the others beside each: they share what is made of one.
  const made = new Map<string, TaxPropertyFacts[]>();
  const propertiesOf = (id: string): TaxPropertyFacts[] => {
    const known = made.get(id) ?? (properties.get(id) ?? []).map(propertyFacts);
    made.set(id, known);
    return known;
  };
  const found = new Map<string, Sibling[]>();
  for (const { id: stub, employee_id, work_assignment_id, business_entity_id } of stubs) {
    const others = (ofPerson.get(employee_id ?? '') ?? []).filter(({ id }) => id !== work_assignment_id);
    if (employee_id === null || others.length === 0) continue;
    const ofEmployer = facts.get(stub)!.tax_properties.filter(({ owner }) => owner !== 'work_assignment');
    const siblings = others.map((other) => ({
      id: other.id,
      isOfEmployer: other.business_entity_id === business_entity_id,
      pay_rates: rates.get(other.id) ?? [],
      tax_properties: [...propertiesOf(other.id), ...ofEmployer],
      vacation_pay_settings: settings.get(other.id) ?? [],
    }));
    found.set(stub, siblings);
  }
  return found;
};

/**
 * Those that the employer pays for in the year of a day: an election that was stated on one holds for the months in
 * which it is worked on.
 *
 * @param paid the work assignments that it has paid for in the year
 */
export const ofYear = (siblings: readonly Sibling[], day: CalendarDate, paid: ReadonlySet<string>): OtherAssignment[] =>
  siblings.filter(
    ({ id, isOfEmployer, pay_rates }) => paid.has(id) || (isOfEmployer && isOfYear(pay_rates, yearOf(day))),
  );

const isOfYear = (rates: OtherAssignment['pay_rates'], year: number): boolean =>
  rates.some(
    ({ effective_from, effective_to }) =>
      yearOf(effective_from) <= year && (effective_to === null || yearOf(effective_to) >= year),
  );
