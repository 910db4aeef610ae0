import { type JsonObject, textsOf } from '../../values/json.ts';
import { memoizedOn } from '../../values/memoized.ts';
import type { Registry } from '../definition/registry.ts';
import type { ResourceDefinition } from '../definition/resource.ts';
import { columnsByObject } from './in-use.ts';

/**
 * Records that are not deleted while others name them (`keptWhileNamed` of a resource). Who deletes looks in the read
 * models for who names it, and who names looks there for the record: of two that happen in the same moment neither sees
 * the other, and no append spans the streams of both. So both are written, and the deletion is looked at again
 * (processes/records/deletions.ts): when the read models hold it, and when they hold a write that was decided before it
 * and stands behind it in the log. That a write may be such a one says the position that it stamps on its events.
 *
 * Others may be deleted while they are named, and who names one names none then (`forgottenWhenDeleted`): the other
 * part of a benefit. They are looked for at the same two moments.
 */

/** A record that an event names. */
export interface NamedRecord {
  object: string;
  id: string;
}

interface Kept {
  /** Objects by the prefix of their ids. */
  byPrefix: ReadonlyMap<string, string>;
  /** By object, the columns (stored members, too) that name such records. */
  columns: ReadonlyMap<string, readonly string[]>;
}

/** Whether a deletion of such a record is looked at again for who names it. */
export const looksAgain = ({
  keptWhileNamed = false,
  forgottenWhenDeleted = false,
}: Pick<ResourceDefinition, 'keptWhileNamed' | 'forgottenWhenDeleted'>): boolean =>
  keptWhileNamed || forgottenWhenDeleted;

const keptOf = memoizedOn((registry: Registry): Kept => {
  const kept = registry.all.filter(looksAgain);
  return {
    byPrefix: new Map(kept.map(({ prefix, object }) => [prefix, object])),
    columns: columnsByObject(
      kept.map(({ object }) => object),
      registry,
    ),
  };
});

/** The objects whose records may name such records of either kind, each with the columns that do. */
export const columnsNamingKept = (registry: Registry): ReadonlyMap<string, readonly string[]> =>
  keptOf(registry).columns;

/** Whether records of a resource may name some that are kept while they are named. */
export const mayNameKept = ({ object }: Pick<ResourceDefinition, 'object'>, registry: Registry): boolean =>
  keptOf(registry).columns.has(object);

/** The records that data of a resource's event name, of those that are kept while they are named, or forgotten. */
export const namedAndKept = (
  { object }: Pick<ResourceDefinition, 'object'>,
  data: JsonObject,
  registry: Registry,
): NamedRecord[] => {
  const { byPrefix, columns } = keptOf(registry);
  return (columns.get(object) ?? []).flatMap((column) =>
    textsOf([data[column] ?? null].flat()).flatMap((id) => {
      const named = byPrefix.get(id.slice(0, id.indexOf('_')));
      return named === undefined ? [] : [{ object: named, id }];
    }),
  );
};
