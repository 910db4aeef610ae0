import type { JsonObject } from '../../values/json.ts';
import { textsOf } from '../../values/json.ts';
import { memoizedOn } from '../../values/memoized.ts';
import type { Registry } from '../definition/registry.ts';
import { type ResourceDefinition, storedName } from '../definition/resource.ts';

/**
 * Records that are not deleted while others name them (`keptWhileNamed` of a resource). Who deletes looks in the read
 * models for who names it, and who names looks there for the record: of two that happen in the same moment neither sees
 * the other, and no append spans the streams of both. So both are written, and the deletion is looked at again
 * (processes/records/deletions.ts): when the read models hold it, and when they hold a write that was decided before it
 * and stands behind it in the log. That a write may be such a one says the position that it stamps on its events.
 */

/** A record that an event names. */
export interface NamedRecord {
  object: string;
  id: string;
}

interface Member {
  /** Stored member that holds an id, or several. */
  member: string;
  objects: readonly string[];
}

/** By object, the members that name records which are kept while they are named. */
const membersOf = memoizedOn((registry: Registry): ReadonlyMap<string, readonly Member[]> => {
  const isKept = (object: string): boolean => registry.get(object)?.keptWhileNamed === true;
  return new Map(
    registry.all.flatMap((definition): [string, readonly Member[]][] => {
      const members = Object.entries(definition.fields).flatMap(([name, field]): Member[] => {
        const member = storedName(name, field);
        const objects = field.reference?.to.filter(isKept) ?? [];
        return member === undefined || objects.length === 0 ? [] : [{ member, objects }];
      });
      return members.length === 0 ? [] : [[definition.object, members]];
    }),
  );
});

/** The objects whose records may name such records, each with the stored members that do. */
export const keptNamings = (registry: Registry): ReadonlyMap<string, readonly string[]> =>
  new Map([...membersOf(registry)].map(([object, members]) => [object, members.map(({ member }) => member)]));

/** Whether records of a resource name some that are kept while they are named. */
export const mayNameKept = ({ object }: Pick<ResourceDefinition, 'object'>, registry: Registry): boolean =>
  membersOf(registry).has(object);

/** The records that data of a resource's event name, of those that are kept while they are named. */
export const namedAndKept = (
  { object }: Pick<ResourceDefinition, 'object'>,
  data: JsonObject,
  registry: Registry,
): NamedRecord[] =>
  (membersOf(registry).get(object) ?? []).flatMap(({ member, objects }) =>
    textsOf([data[member] ?? null].flat()).flatMap((id) => {
      const named = objects.find((one) => id.startsWith(`${registry.need(one).prefix}_`));
      return named === undefined ? [] : [{ object: named, id }];
    }),
  );
