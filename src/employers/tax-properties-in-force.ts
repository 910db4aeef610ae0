import type { Column, RecordOf, State } from '../kernel/definition/resource.ts';
import type { Services, Tenant } from '../kernel/definition/services.ts';
import { absent, all, any, type Condition, compare, equal, oneOf } from '../values/condition.ts';
import { type CalendarDate, isWithin } from '../values/dates.ts';
import { piecesOf } from '../values/group.ts';
import { textOf, textsOf } from '../values/json.ts';
import { ownerObject } from './tax-property-templates.ts';

/** Which tax properties are in force, and for whom. */
export const PROVINCE = 'ca::province_of_employment';

type Dated = Pick<RecordOf<'tax_property'>, 'type' | 'value' | 'effective_from' | 'effective_to'>;

/** Of rows: a province of employment in force on a day. */
export const provinceInForce = (day: CalendarDate): Condition =>
  all(
    equal('type', PROVINCE),
    compare('effective_from', '<=', day),
    any(absent('effective_to'), compare('effective_to', '>=', day)),
  );

/** The column that tells provinces of employment: read tables hold no other values of properties. */
export const provinceColumn: Column = {
  type: 'text',
  of: ({ type, value }) => (type === PROVINCE && typeof value === 'string' ? value : null),
};

/** The property of a type in force on a day. */
export const inForce = <P extends Dated>(properties: readonly P[], type: string, day: CalendarDate): P | undefined =>
  allInForce(properties, type, day)[0];

/** All of a type in force on a day: more than one where the type allows it. */
export const allInForce = <P extends Dated>(properties: readonly P[], type: string, day: CalendarDate): P[] =>
  properties.filter(
    (property) => property.type === type && isWithin(day, property.effective_from, property.effective_to),
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
  const provinceOf = await provincesByDay([...new Set([...owners.values()].flat())], services, tenant);
  return new Map([...owners].map(([key, inOrder]) => [key, firstOf(inOrder, provinceOf, day)]));
};

/**
 * The province of employment on the pay dates of pay stubs: the work assignment's own, else the employer's. One read.
 *
 * @returns tells it of these stubs, and of others of their work assignments; null where none is known
 */
export const provincesOfPay = async (
  stubs: readonly State[],
  services: Services,
  tenant: Tenant,
): Promise<(stub: State) => string | null> => {
  const ownersOf = (stub: State) => textsOf([stub.work_assignment_id, stub.business_entity_id]);
  const provinceOf = await provincesByDay([...new Set(stubs.flatMap(ownersOf))], services, tenant);
  return (stub) => firstOf(ownersOf(stub), provinceOf, textOf(stub.pay_date));
};

/**
 * Whether a line is income tax of a province, and goes to another agency from one pay stub than from another one of the
 * same work assignment: Quebec's goes to its own, and slips and reports have the tax of a stub with that of its province.
 *
 * @param provinceOf as `provincesOfPay` tells it
 */
export const isAcrossQuebec = (
  { kind, type }: { kind: string; type: string },
  [one, other]: readonly [State, State],
  provinceOf: (stub: State) => string | null,
): boolean =>
  kind === 'statutory_withholding' &&
  type === 'provincial_income_tax' &&
  (provinceOf(one) === 'ca_qc') !== (provinceOf(other) === 'ca_qc');

/** The province of the first of some owners that has one on a day. */
const firstOf = (
  owners: readonly string[],
  provinceOf: (owner: string, day: CalendarDate) => string | null,
  day: CalendarDate,
): string | null => owners.map((owner) => provinceOf(owner, day)).find((province) => province !== null) ?? null;

/** The own province of employment of some owners, asked for many days: one read. */
export const provincesByDay = async (
  ownerIds: readonly string[],
  services: Services,
  tenant: Tenant,
): Promise<(owner: string, day: CalendarDate) => string | null> => {
  const rows = await propertiesOf(ownerIds, services, tenant, [PROVINCE]);
  return (owner, day) => {
    const found = inForce(rows.get(owner) ?? [], PROVINCE, day);
    return typeof found?.value === 'string' ? found.value : null;
  };
};

/** Owners whose properties are asked for together. */
const OWNERS_AT_ONCE = 1_000;

/**
 * All tax properties of some owners, by owner: as many as the owners have, so who has many owners asks in turns.
 *
 * @param types of which they are; default all
 */
export const propertiesOf = async (
  ownerIds: readonly string[],
  { read }: Pick<Services, 'read'>,
  tenant: Tenant,
  types?: readonly string[],
): Promise<Map<string, RecordOf<'tax_property'>[]>> => {
  const byOwner = new Map<string, RecordOf<'tax_property'>[]>();
  for (const some of piecesOf(ownerIds, OWNERS_AT_ONCE)) {
    const owners = oneOf('owner_id', some);
    const where = types === undefined ? owners : all(owners, oneOf('type', types));
    for await (const rows of read.pages('tax_property', tenant, where))
      for (const row of rows) {
        const owner = row.owner_id;
        const group = byOwner.get(owner);
        if (group) group.push(row);
        else byOwner.set(owner, [row]);
      }
  }
  return byOwner;
};

/** A tax property as a calculation knows it. */
export const propertyFacts = ({
  id,
  owner_id,
  type,
  value,
  effective_from,
  effective_to,
}: RecordOf<'tax_property'>) => ({
  id,
  owner: ownerObject(owner_id),
  owner_id,
  type,
  value,
  effective_from,
  effective_to,
});
