import type { State } from '../kernel/definition/resource.ts';
import type { Services, Tenant } from '../kernel/definition/services.ts';
import { oneOf } from '../values/condition.ts';
import { isId } from '../values/ids.ts';
import { textIf } from '../values/json.ts';
import { KEY } from './columns.ts';

/** Records that rows name: by their own name for them (external_ref), or by their id. */

/** A record, or what is wrong with its name. `isUnknown`: its file could not be read, and may have it. */
export type Found = { id: string; isUnknown?: boolean } | { text: string };

const AT_ONCE = 1_000;

/** Rows of the company by their external_ref; several where several have it. */
export const byKey = async (
  object: string,
  keys: readonly string[],
  { read }: Pick<Services, 'read'>,
  tenant: Tenant,
): Promise<Map<string, State[]>> => {
  const found = new Map<string, State[]>();
  for (let at = 0; at < keys.length; at += AT_ONCE)
    for (const row of await read.find(object, tenant, oneOf(KEY, keys.slice(at, at + AT_ONCE)))) {
      const key = textIf(row[KEY]) ?? '';
      found.set(key, [...(found.get(key) ?? []), row]);
    }
  return found;
};

/**
 * What the values of a column name.
 *
 * @param named the ids of what files of this import have
 * @param isBroken whether the file of such records could not be read
 */
export const resolve = async (
  values: readonly string[],
  object: string,
  named: ReadonlyMap<string, string> | undefined,
  isBroken: boolean,
  services: Services,
  tenant: Tenant,
): Promise<Map<string, Found>> => {
  const found = new Map<string, Found>();
  const words = object.replaceAll('_', ' ');
  const hasKey = KEY in services.registry.need(object).fields;
  const others = [...new Set(values)].filter((value) => {
    const mine = named?.get(value);
    if (mine !== undefined) found.set(value, { id: mine });
    return mine === undefined;
  });
  const ids = others.filter(isId);
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const rows = await services.read.getMany(object, tenant, ids.slice(at, at + AT_ONCE));
    for (const id of rows.keys()) found.set(id, { id });
  }
  const rows = hasKey
    ? await byKey(
        object,
        others.filter((value) => !found.has(value)),
        services,
        tenant,
      )
    : new Map();
  for (const value of others) {
    if (found.has(value)) continue;
    const [first, ...more] = rows.get(value) ?? [];
    const by = hasKey ? 'with this external_ref or id' : 'with this id';
    const where = named ? 'in the files or in the company' : 'in the company';
    if (more.length > 0)
      found.set(value, { text: `names ${more.length + 1} records of ${words}: give the id of the one that is meant` });
    else if (first) found.set(value, { id: first.id });
    // Its file may have it.
    else if (isBroken) found.set(value, { id: value, isUnknown: true });
    else found.set(value, { text: `names no ${words}: there is none ${by} ${where}` });
  }
  return found;
};
