import type { State } from '../kernel/definition/resource.ts';
import type { Services, Tenant } from '../kernel/definition/services.ts';
import { oneOf } from '../values/condition.ts';
import { isId } from '../values/ids.ts';
import { textIf } from '../values/json.ts';
import type { Text } from '../values/text.ts';
import { KEY } from './columns.ts';

/** Records that rows name: by their own name for them (external_ref, the label of a tag), or by their id. */

/** A record, or what is wrong with its name. `isUnknown`: its file could not be read, and may have it. */
export type Found = { id: string; isUnknown?: boolean } | { text: Text };

const AT_ONCE = 1_000;

/** Rows of the company by their own name; several where several have it. */
export const byKey = async (
  object: string,
  keys: readonly string[],
  column: string,
  { read }: Pick<Services, 'read'>,
  tenant: Tenant,
): Promise<Map<string, State[]>> => {
  const found = new Map<string, State[]>();
  for (let at = 0; at < keys.length; at += AT_ONCE)
    for (const row of await read.find(object, tenant, oneOf(column, keys.slice(at, at + AT_ONCE)))) {
      const key = textIf(row[column]) ?? '';
      found.set(key, [...(found.get(key) ?? []), row]);
    }
  return found;
};

/** By which member records are named; undefined where by their id alone. */
export const nameOf = (object: string, { registry }: Pick<Services, 'registry'>): string | undefined => {
  if (object === 'tag') return 'label';
  return KEY in registry.need(object).fields ? KEY : undefined;
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
  const column = nameOf(object, services);
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
  const unknown = others.filter((value) => !found.has(value));
  const rows =
    column === undefined ? new Map<string, State[]>() : await byKey(object, unknown, column, services, tenant);
  for (const value of others) {
    if (found.has(value)) continue;
    const [first, ...more] = rows.get(value) ?? [];
    if (more.length > 0) found.set(value, { text: manyNamed(more.length + 1, words) });
    else if (first) found.set(value, { id: first.id });
    // Its file may have it.
    else if (isBroken) found.set(value, { id: value, isUnknown: true });
    else found.set(value, { text: noneNamed(words, column, named !== undefined) });
  }
  return found;
};

const manyNamed = (count: number, words: string): Text => ({
  en: `names ${count} records of ${words}: give the id of the one that is meant`,
  fr: `désigne ${count} enregistrements « ${words} » : donnez l'identifiant de celui qui est voulu`,
});

const noneNamed = (words: string, column: string | undefined, mayBeInFiles: boolean): Text => ({
  en: [
    `names no ${words}: there is none with this ${column === undefined ? 'id' : `${column} or id`}`,
    mayBeInFiles ? 'in the files or in the company' : 'in the company',
  ].join(' '),
  fr: [
    `ne désigne aucun objet « ${words} » : il n'y en a pas avec`,
    column === undefined ? 'cet identifiant' : `ce ${column} ou cet identifiant`,
    mayBeInFiles ? "dans les fichiers ni dans l'entreprise" : "dans l'entreprise",
  ].join(' '),
});
