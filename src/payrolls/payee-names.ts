import type { Services, Tenant } from '../kernel/definition/services.ts';

/**
 * What payees are called, by id: a person by first and last name, a corporation by its own. Ids of others are left out.
 */
export const payeeNames = async (
  ids: readonly string[],
  { read }: Services,
  tenant: Tenant,
): Promise<Map<string, string>> => {
  const [employees, contractors] = await Promise.all([
    read.getMany('employee', tenant, ids),
    read.getMany('contractor', tenant, ids),
  ]);
  const person = (first: string | null | undefined, last: string | null | undefined): string =>
    [first, last].filter((part) => part).join(' ');
  return new Map([
    ...[...employees.values()].map((one): [string, string] => [one.id, person(one.first_name, one.last_name)]),
    ...[...contractors.values()].map((one): [string, string] => [
      one.id,
      one.business_name ?? person(one.first_name, one.last_name),
    ]),
  ]);
};
