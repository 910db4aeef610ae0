import { loadStream } from '../kernel/changes/execute.ts';
import { inTurns } from '../kernel/changes/in-turns.ts';
import { bodyName, type ResourceDefinition, type State, storedName, streamOf } from '../kernel/definition/resource.ts';
import type { Services } from '../kernel/definition/services.ts';
import { objectOfId } from '../kernel/definition/show.ts';
import type { CsvRow } from '../tables/csv-reader.ts';
import { oneOf } from '../values/condition.ts';
import { addTo, piecesOf } from '../values/group.ts';
import { type Json, type JsonObject, sameJson, textIf } from '../values/json.ts';
import type { Text } from '../values/text.ts';
import { KEY } from './columns.ts';
import { type ImportFile, keyOf, memberOf } from './files.ts';
import type { PlannedFile, PlannedRow, Planning } from './plan.ts';
import { rowsByColumn } from './references.ts';

/** Finds the existing records of rows, and the columns in which they differ. */

/** The stream of a record: its own, or that of the record that it is a part of. */
const streamOfRecord = ({ object, partOf }: ResourceDefinition, row: State, { registry }: Services): string => {
  if (!partOf) return streamOf(object, row.id);
  const owner = textIf(row[partOf.by]) ?? '';
  return streamOf(objectOfId(partOf.objects, owner, registry), owner);
};

const severalRecords = (count: number): Text => ({
  en: `is the external_ref of ${count} records of the company: give them different ones first`,
  fr: `est l'external_ref de ${count} dossiers de la compagnie : donnez-leur d'abord des valeurs différentes`,
});

/** An owner may have 250 records of a kind, and one read gives at most 20,000. */
const OWNERS_PER_READ = 80;

/** Whether a member of a row may equal that of a body. Sealed members are null in the read models, so they may. */
const mayEqual = (read: Json | undefined, given: Json | undefined): boolean =>
  (read ?? null) === null || sameJson(read, given ?? null);

/** Loads the existing records of rows from their streams. @returns the records by the index of the row */
export const existingRecords = async (
  file: ImportFile,
  rows: readonly { line: number; cells: CsvRow['cells']; body: JsonObject }[],
  planning: Planning,
): Promise<Map<number, State>> => {
  const { services, tenant, faults } = planning;
  const definition = services.registry.need(file.object);
  const membersOf = (names: readonly string[]) => names.map((name) => memberOf(file, name));
  const members = membersOf(file.key);
  const found = new Map<number, State>();
  const load = async (row: State): Promise<State | undefined> =>
    (await loadStream(streamOfRecord(definition, row, services), services)).aggregate.get(definition.object, row.id);
  if (members.length === 1) {
    const keys = rows.map(({ body }) => textIf(body[members[0]!]) ?? '').filter((key) => key !== '');
    const matches = await rowsByColumn(file.object, [...new Set(keys)], KEY, services, tenant);
    await inTurns(rows, async ({ line, body }, at) => {
      const [first, ...more] = matches.get(textIf(body[members[0]!]) ?? '') ?? [];
      if (more.length > 0)
        faults.push({
          file: file.name,
          line,
          column: file.key[0]!,
          text: severalRecords(more.length + 1),
        });
      const state = first && (await load(first));
      if (state) found.set(at, state);
    });
    return found;
  }
  // A record without an external_ref is looked for among the records of its owner.
  const owners = new Set(members.filter((member) => member.endsWith('_id')));
  for (const owner of owners) {
    const ids = [...new Set(rows.flatMap(({ body }) => textIf(body[owner]) ?? []))];
    const byOwner = new Map<string, State[]>();
    for (const some of piecesOf(ids, OWNERS_PER_READ))
      for (const row of await services.read.find(file.object, tenant, oneOf(owner, some)))
        addTo(byOwner, textIf(row[owner]) ?? '', row);
    await inTurns(rows, async ({ body, cells }, at) => {
      const keyMembers = membersOf(keyOf(file, cells));
      for (const row of byOwner.get(textIf(body[owner]) ?? '') ?? []) {
        if (!keyMembers.every((member) => mayEqual(row[member], body[member]))) continue;
        // Only the stream has the values of sealed members.
        const state = found.has(at) ? undefined : await load(row);
        if (state && keyMembers.every((member) => sameJson(state[member] ?? null, body[member] ?? null)))
          found.set(at, state);
      }
    });
  }
  return found;
};

/** Members that are not compared. Whether an account is the primary one depends on all accounts of its owner. */
const NOT_COMPARED: ReadonlySet<string> = new Set(['is_primary']);

/** The columns in which a row differs from its record. A column that the row leaves empty does not differ. */
export const differences = (
  file: ImportFile,
  definition: ResourceDefinition,
  state: State,
  input: JsonObject,
): string[] =>
  Object.entries(definition.fields).flatMap(([name, field]) => {
    const stored = storedName(name, field);
    const sent = field.write && input[bodyName(name, field)];
    if (stored === undefined || sent === undefined || NOT_COMPARED.has(name) || sameJson(state[stored] ?? null, sent))
      return [];
    return file.columns.find(({ member }) => member === bodyName(name, field))?.name ?? name;
  });

/** The body of an update: the members that differ. */
export const changesOf = ({ file }: Pick<PlannedFile, 'file'>, { input, differs }: PlannedRow): JsonObject =>
  Object.fromEntries(
    file.columns.flatMap(({ name, member }) =>
      differs.includes(name) ? [[member, input[member] ?? null] as const] : [],
    ),
  );
