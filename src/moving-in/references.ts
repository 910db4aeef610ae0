import type { State } from '../kernel/definition/resource.ts';
import type { Services, Tenant } from '../kernel/definition/services.ts';
import type { CsvRow } from '../tables/csv-reader.ts';
import { all, oneOf } from '../values/condition.ts';
import { addTo, piecesOf } from '../values/group.ts';
import { isId } from '../values/ids.ts';
import { textIf } from '../values/json.ts';
import type { Text } from '../values/text.ts';
import { KEY } from './columns.ts';

/** Finds the records that cells name, by a name (external_ref, code, label and the like) or by id. */

/**
 * The record that a name stands for, or what is wrong with the name. `isUnknown`: the record is not known, and this is
 * reported elsewhere, so that checks that need it are left out.
 */
export type ResolvedName = { id: string; isUnknown?: boolean } | { text: Text };
/** The same, or several records with this name. `chooseMatch` picks the one of the row's employer. */
export type NameMatch = ResolvedName | { candidates: readonly State[]; text: Text };

/** Names or rows that one query reads. */
const BATCH = 1_000;

/** The rows of the company that have one of these values in a column, by the value. */
export const rowsByColumn = async (
  object: string,
  keys: readonly string[],
  column: string,
  { read }: Pick<Services, 'read'>,
  tenant: Tenant,
): Promise<Map<string, State[]>> => {
  const found = new Map<string, State[]>();
  for (const some of piecesOf(keys, BATCH))
    for (const row of await read.find(object, tenant, oneOf(column, some)))
      addTo(found, textIf(row[column]) ?? '', row);
  return found;
};

/** The members that name records of these kinds. Others are named by their external_ref, when they have one. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  tag: ['label'],
  accounting_code: ['code'],
  remittance_account: ['account_identifier', 'label'],
  business_entity: [KEY, 'name'],
  pay_schedule: [KEY, 'title'],
  business_preset: [KEY, 'name'],
};

/** The members that name records of a kind, in the order in which they are tried; empty when only the id does. */
export const namingMembers = (object: string, { registry }: Pick<Services, 'registry'>): readonly string[] =>
  NAMES[object] ?? (KEY in registry.need(object).fields ? [KEY] : []);

/** The same for a member without a column. It reads all records of the kind, since a company has few of them. */
const rowsByMember = async (
  object: string,
  values: ReadonlySet<string>,
  member: string,
  { read }: Pick<Services, 'read'>,
  tenant: Tenant,
): Promise<Map<string, State[]>> => {
  const found = new Map<string, State[]>();
  for await (const rows of read.pages(object, tenant, all(), BATCH))
    for (const row of rows) {
      const value = textIf(row[member]) ?? '';
      if (values.has(value)) addTo(found, value, row);
    }
  return found;
};

/**
 * Finds what each value of a column names: a record of the files, one with this id, or one of the company with this
 * name.
 *
 * @param idsByKey ids of the records in this import's files, by their key; undefined when no file has such records
 * @param isFileUnreadable whether the file of such records could not be read; names that are not found may be in it
 */
export const matchNames = async (
  values: readonly string[],
  object: string,
  idsByKey: ReadonlyMap<string, string> | undefined,
  isFileUnreadable: boolean,
  services: Services,
  tenant: Tenant,
): Promise<Map<string, NameMatch>> => {
  const found = new Map<string, NameMatch>();
  const words = object.replaceAll('_', ' ');
  const members = namingMembers(object, services);
  const others = [...new Set(values)].filter((value) => {
    const id = idsByKey?.get(value);
    if (id !== undefined) found.set(value, { id });
    return id === undefined;
  });
  const ids = others.filter(isId);
  for (const some of piecesOf(ids, BATCH)) {
    const rows = await services.read.getMany(object, tenant, some);
    for (const id of rows.keys()) found.set(id, { id });
  }
  for (const member of members) {
    const unknown = others.filter((value) => !found.has(value));
    if (unknown.length === 0) break;
    const rows = services.registry.need(object).fields[member]?.column
      ? await rowsByColumn(object, unknown, member, services, tenant)
      : await rowsByMember(object, new Set(unknown), member, services, tenant);
    for (const [value, [first, ...more]] of rows) {
      if (!first) continue;
      const text = ambiguous(more.length + 1, words);
      found.set(
        value,
        more.length === 0 ? { id: first.id } : NAMES[object] ? { candidates: [first, ...more], text } : { text },
      );
    }
  }
  // An unreadable file may have the record.
  for (const value of others)
    if (!found.has(value))
      found.set(
        value,
        isFileUnreadable
          ? { id: value, isUnknown: true }
          : { text: unknownName(words, members, idsByKey !== undefined) },
      );
  return found;
};

/** The side of the accounting codes that a column names. */
const SIDES: Readonly<Record<string, string>> = {
  expense_accounting_code: 'expense',
  liability_accounting_code: 'liability',
};

/**
 * Chooses among several records of one name: the one of the row's employer, and for accounting codes the one of the
 * column's side.
 *
 * @param employer the row's employer; null when it is not known, since the name that tells it is wrong; undefined when
 *   nothing in the row tells it
 */
export const chooseMatch = (match: NameMatch, column: string, employer: string | null | undefined): ResolvedName => {
  if (!('candidates' in match)) return match;
  const side = SIDES[column];
  const isEligible = (one: State): boolean =>
    typeof employer !== 'string' || one.business_entity_id === undefined || one.business_entity_id === employer;
  const [first, ...more] = match.candidates.filter(
    (one) => isEligible(one) && (side === undefined || one.type === side),
  );
  if (first && more.length === 0) return { id: first.id };
  // Without a known employer the fault is reported at the name that tells the employer.
  return employer === null ? { id: match.candidates[0]!.id, isUnknown: true } : { text: match.text };
};

const ambiguous = (count: number, words: string): Text => ({
  en: `matches ${count} records of type ${words}: give the id of one of them`,
  fr: `correspond à ${count} dossiers de type « ${words} » : donnez l'identifiant de l'un d'eux`,
});

const unknownName = (words: string, members: readonly string[], mayBeInFiles: boolean): Text => ({
  en: [
    `is not a known ${words}: there is none with this ${[...members, 'id'].join(' or ')}`,
    mayBeInFiles ? 'in the files or in the company' : 'in the company',
  ].join(' '),
  fr: [
    `n'est pas un objet « ${words} » connu : il n'y en a pas avec`,
    [...members.map((member) => `ce ${member}`), 'cet identifiant'].join(' ou '),
    mayBeInFiles ? 'dans les fichiers ni dans la compagnie' : 'dans la compagnie',
  ].join(' '),
});

/** Columns that tell which employer a row belongs to. */
const EMPLOYER_COLUMNS = ['work_assignment', 'pay_rate'];

/**
 * Gives the employer of each row, from the work assignment or pay rate that the row names. It is looked up only when
 * some name of the file matches several records; otherwise it is undefined for every row.
 *
 * @param matches what the names in each column match
 * @param read reads the company's records, and those that the files are going to create
 * @returns the id; null when the row names a work assignment or pay rate that is not known, undefined when it names
 *   none
 */
export const employersOf = async (
  rows: readonly CsvRow[],
  matches: ReadonlyMap<string, ReadonlyMap<string, NameMatch>>,
  read: Services['read'],
  tenant: Tenant,
): Promise<(row: CsvRow) => string | null | undefined> => {
  const isNeeded = [...matches.values()].some((values) => [...values.values()].some((one) => 'candidates' in one));
  if (!isNeeded) return () => undefined;
  const idIn = (column: string, { cells }: CsvRow): string | undefined => {
    const one = matches.get(column)?.get(cells[column]?.trim() ?? '');
    return one && 'id' in one ? one.id : undefined;
  };
  const idsIn = (column: string) => [...new Set(rows.flatMap((row) => idIn(column, row) ?? []))];
  const rates = await read.getMany('pay_rate', tenant, idsIn('pay_rate'));
  const assignmentOf = (row: CsvRow): string | undefined =>
    idIn('work_assignment', row) ?? textIf(rates.get(idIn('pay_rate', row) ?? '')?.work_assignment_id);
  const ids = [...new Set(rows.flatMap((row) => assignmentOf(row) ?? []))];
  const assignments = await read.getMany('work_assignment', tenant, ids);
  const namesEmployer = ({ cells }: CsvRow): boolean =>
    EMPLOYER_COLUMNS.some((column) => (cells[column]?.trim() ?? '') !== '');
  return (row) =>
    textIf(assignments.get(assignmentOf(row) ?? '')?.business_entity_id) ?? (namesEmployer(row) ? null : undefined);
};
