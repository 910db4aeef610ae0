import type { Json } from '../event-store/port.ts';
import { all, equal, oneOf } from '../kernel/condition.ts';
import { type CalendarDate, isWithin } from '../kernel/dates.ts';
import type { State } from '../kernel/resource.ts';
import type { Services, Tenant } from '../kernel/services.ts';

/** Which tax properties are in force, and for whom. */
interface Dated {
  type: Json;
  value: Json;
  effective_from: Json;
  effective_to: Json;
}

/** The property of a type in force on a day. */
export const inForce = <P extends Dated>(properties: readonly P[], type: string, day: CalendarDate): P | undefined =>
  properties.find(
    (property) =>
      property.type === type &&
      isWithin(day, property.effective_from as string, property.effective_to as string | null),
  );

/**
 * The province of employment on a day, by owner: a work assignment's own, else its employer's.
 *
 * @param owners ids in the order of precedence, per key
 */
export const provincesOfEmployment = async (
  owners: ReadonlyMap<string, readonly string[]>,
  day: CalendarDate,
  services: Services,
  tenant: Tenant,
): Promise<Map<string, string | null>> => {
  const ids = [...new Set([...owners.values()].flat())];
  const rows = await propertiesOf(ids, services, tenant, 'ca::province_of_employment');
  return new Map(
    [...owners].map(([key, inOrder]) => {
      const found = inOrder
        .map((owner) => inForce((rows.get(owner) ?? []) as unknown as Dated[], 'ca::province_of_employment', day))
        .find((property) => property !== undefined);
      return [key, (found?.value as string | undefined) ?? null];
    }),
  );
};

/** Tax properties by owner. */
export const propertiesOf = async (
  ownerIds: readonly string[],
  services: Services,
  tenant: Tenant,
  type?: string,
): Promise<Map<string, State[]>> => {
  const where =
    type === undefined ? oneOf('owner_id', ownerIds) : all(oneOf('owner_id', ownerIds), equal('type', type));
  const byOwner = new Map<string, State[]>();
  for (const row of await services.read.find('tax_property', tenant, where)) {
    const owner = row.owner_id as string;
    byOwner.set(owner, [...(byOwner.get(owner) ?? []), row]);
  }
  return byOwner;
};
