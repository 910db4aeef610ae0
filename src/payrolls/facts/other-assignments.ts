import type { OtherAssignment, StubFacts, TaxPropertyFacts } from '../../calculation/model/facts.ts';
import { propertiesOf } from '../../employers/tax-properties-in-force.ts';
import { ownerObject } from '../../employers/tax-property-templates.ts';
import type { RecordOf } from '../../kernel/definition/resource.ts';
import type { Services, Tenant } from '../../kernel/definition/services.ts';
import { payRatesOf } from '../../pay-records/pay-rates.ts';
import type { PaidBefore } from '../../pay-records/year-to-date.ts';

export const propertyFacts = (property: RecordOf<'tax_property'>): TaxPropertyFacts => ({
  id: property.id,
  owner: ownerObject(property.owner_id),
  owner_id: property.owner_id,
  type: property.type,
  value: property.value,
  effective_from: property.effective_from,
  effective_to: property.effective_to,
});

/**
 * The other work assignments that each stub's employee was paid for by its employer in its year, by stub id: an election
 * that was stated on one that ended holds for the months in which it was worked on. Nothing is read where there are none.
 */
export const otherAssignments = async (
  stubs: readonly RecordOf<'pay_stub'>[],
  facts: ReadonlyMap<string, Pick<StubFacts, 'tax_properties'>>,
  before: ReadonlyMap<string, PaidBefore>,
  services: Services,
  tenant: Tenant,
): Promise<Map<string, OtherAssignment[]>> => {
  const having = stubs.flatMap(({ id, employee_id, work_assignment_id }) => {
    const others = [...before.get(id)!.assignments].filter((other) => other !== work_assignment_id).sort();
    return employee_id === null || others.length === 0 ? [] : [{ id, others }];
  });
  if (having.length === 0) return new Map();
  const ids = [...new Set(having.flatMap(({ others }) => others))];
  const [properties, rates] = await Promise.all([
    propertiesOf(ids, services, tenant),
    payRatesOf(ids, services.read, tenant),
  ]);
  return new Map(
    having.map(({ id, others }) => {
      const ofEmployer = facts.get(id)!.tax_properties.filter(({ owner }) => owner !== 'work_assignment');
      const found = others.map((other) => ({
        pay_rates: rates.get(other) ?? [],
        tax_properties: [...(properties.get(other) ?? []).map(propertyFacts), ...ofEmployer],
      }));
      return [id, found];
    }),
  );
};
