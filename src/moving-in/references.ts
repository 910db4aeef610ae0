import type { State } from '../kernel/definition/resource.ts';
import type { Services, Tenant } from '../kernel/definition/services.ts';
import { all, oneOf } from '../values/condition.ts';
import { isId } from '../values/ids.ts';
import { textIf } from '../values/json.ts';
import type { Text } from '../values/text.ts';
import { KEY } from './columns.ts';

/** Records that rows name: by the company's own name for them (external_ref, a code, a label), or by their id. */

/** A record, or what is wrong with its name. `isUnknown`: its file could not be read, and may have it. */
export type Named = { id: string; isUnknown?: boolean } | { text: Text };
/** The same, or several records of this name: which one a row means follows from its employer. */
export type Found = Named | { among: readonly State[]; text: Text };

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

/** What people call records that have no external_ref, or that are known by another name as well. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  tag: ['label'],
  accounting_code: ['code'],
  remittance_account: ['account_identifier', 'label'],
  business_entity: [KEY, 'name'],
  pay_schedule: [KEY, 'title'],
  business_preset: [KEY, 'name'],
};

/** By which members records are named, the first one first; none where by their id alone. */
export const namesOf = (object: string, { registry }: Pick<Services, 'registry'>): readonly string[] =>
  NAMES[object] ?? (KEY in registry.need(object).fields ? [KEY] : []);

/** Records by a member that has no column: an employer has few of these. */
const byMember = async (
  object: string,
  values: ReadonlySet<string>,
  member: string,
  { read }: Pick<Services, 'read'>,
  tenant: Tenant,
): Promise<Map<string, State[]>> => {
  const found = new Map<string, State[]>();
  for await (const rows of read.pages(object, tenant, all(), AT_ONCE))
    for (const row of rows) {
      const value = textIf(row[member]) ?? '';
      if (values.has(value)) found.set(value, [...(found.get(value) ?? []), row]);
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
  const members = namesOf(object, services);
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
  for (const member of members) {
    const unknown = others.filter((value) => !found.has(value));
    if (unknown.length === 0) break;
    const rows = services.registry.need(object).fields[member]?.column
      ? await byKey(object, unknown, member, services, tenant)
      : await byMember(object, new Set(unknown), member, services, tenant);
    for (const [value, [first, ...more]] of rows) {
      if (!first) continue;
      const text = manyNamed(more.length + 1, words);
      found.set(
        value,
        more.length === 0 ? { id: first.id } : NAMES[object] ? { among: [first, ...more], text } : { text },
      );
    }
  }
  // Its file may have it.
  for (const value of others)
    if (!found.has(value))
      found.set(
        value,
        isBroken ? { id: value, isUnknown: true } : { text: noneNamed(words, members, named !== undefined) },
      );
  return found;
};

/** Which sides codes of a column serve. */
const SIDES: Readonly<Record<string, string>> = {
  expense_accounting_code: 'expense',
  liability_accounting_code: 'liability',
};

/**
 * The record that a row means, of several of one name: that of its employer, and of accounting codes that of the
 * column's side.
 *
 * @param employer of the row; null where it cannot be known, since what it follows from is wrong; undefined where nothing says it
 */
export const meant = (found: Found, column: string, employer: string | null | undefined): Named => {
  if (!('among' in found)) return found;
  const side = SIDES[column];
  const isOf = (one: State): boolean =>
    typeof employer !== 'string' || one.business_entity_id === undefined || one.business_entity_id === employer;
  const [first, ...more] = found.among.filter((one) => isOf(one) && (side === undefined || one.type === side));
  if (first && more.length === 0) return { id: first.id };
  // What is wrong is reported at its place.
  return employer === null ? { id: found.among[0]!.id, isUnknown: true } : { text: found.text };
};

const manyNamed = (count: number, words: string): Text => ({
  en: `names ${count} records of ${words}: give the id of the one that is meant`,
  fr: `désigne ${count} enregistrements « ${words} » : donnez l'identifiant de celui qui est voulu`,
});

const noneNamed = (words: string, members: readonly string[], mayBeInFiles: boolean): Text => ({
  en: [
    `names no ${words}: there is none with this ${[...members, 'id'].join(' or ')}`,
    mayBeInFiles ? 'in the files or in the company' : 'in the company',
  ].join(' '),
  fr: [
    `ne désigne aucun objet « ${words} » : il n'y en a pas avec`,
    [...members.map((member) => `ce ${member}`), 'cet identifiant'].join(' ou '),
    mayBeInFiles ? "dans les fichiers ni dans l'entreprise" : "dans l'entreprise",
  ].join(' '),
});
