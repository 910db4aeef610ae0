import { addTo } from '../../values/group.ts';
import type { Registry } from '../definition/registry.ts';
import { storedName } from '../definition/resource.ts';
import type { Services, Tenant } from '../definition/services.ts';

/** A column of a read table that holds ids of some object. */
export interface Naming {
  object: string;
  column: string;
}

/** Where records hold ids of an object: members that name one, and columns of the ids in what they hold. */
export const columnsNaming = (object: string, registry: Registry): Naming[] =>
  registry.all.flatMap((definition) => {
    const members = Object.entries(definition.fields).flatMap(([name, field]) => {
      const column = storedName(name, field);
      return column !== undefined && field.column !== undefined && field.reference?.to.includes(object) ? [column] : [];
    });
    const held = Object.keys(definition.columns ?? {}).filter((name) => name === `${object}_ids`);
    return [...members, ...held].map((column) => ({ object: definition.object, column }));
  });

/** The same of several objects: the columns by the object that has them. */
export const columnsByObject = (objects: readonly string[], registry: Registry): Map<string, string[]> => {
  const columns = new Map<string, string[]>();
  for (const { object, column } of objects.flatMap((one) => columnsNaming(one, registry)))
    addTo(columns, object, column);
  return columns;
};

/**
 * Which records of an object others name, by the columns of their read tables: references, and columns `<object>_ids`.
 * Of what a company may have very many, as lines of all its payrolls, only those are asked for that nothing else names:
 * an index of an array tells whether any row names a tag by going through all that do.
 */
export const inUse = async (
  object: string,
  ids: readonly string[],
  { read, registry }: Pick<Services, 'read' | 'registry'>,
  tenant: Tenant,
): Promise<Set<string>> => {
  const columns = columnsNaming(object, registry);
  const namedBy = async (asked: readonly Naming[], left: readonly string[]): Promise<string[]> => {
    const found = await Promise.all(asked.map((one) => read.existing(one.object, tenant, one.column, left)));
    return found.flatMap((some) => [...some]);
  };
  const mayBeVeryMany = ({ object }: Naming) => registry.need(object).counted !== undefined;
  const few = await namedBy(
    columns.filter((one) => !mayBeVeryMany(one)),
    ids,
  );
  const left = ids.filter((id) => !few.includes(id));
  return new Set([...few, ...(await namedBy(columns.filter(mayBeVeryMany), left))]);
};
