import { loadStream } from '../kernel/changes/execute.ts';
import { inTurns } from '../kernel/changes/write.ts';
import { bodyName, type ResourceDefinition, type State, storedName, streamOf } from '../kernel/definition/resource.ts';
import type { Services } from '../kernel/definition/services.ts';
import { objectOfId } from '../kernel/definition/show.ts';
import type { CsvRow } from '../tables/csv-reader.ts';
import { oneOf } from '../values/condition.ts';
import { type Json, type JsonObject, sameJson, textIf } from '../values/json.ts';
import type { Text } from '../values/text.ts';
import { KEY } from './columns.ts';
import { type ImportFile, keyOf } from './files.ts';
import type { PlannedFile, PlannedRow, Planning } from './planning.ts';
import { byKey } from './references.ts';

/** What is there already of what rows are about, and where it differs. */

/** The stream that a record lives in: its own, or that of what it is a part of. */
const streamOfRow = ({ object, partOf }: ResourceDefinition, row: State, { registry }: Services): string => {
  if (!partOf) return streamOf(object, row.id);
  const owner = textIf(row[partOf.by]) ?? '';
  return streamOf(objectOfId(partOf.objects, owner, registry), owner);
};

const MANY_THERE = (count: number): Text => ({
  en: `names ${count} records of the company: change their external_ref first`,
  fr: `désigne ${count} enregistrements de l'entreprise : changez d'abord leur external_ref`,
});

/** An owner may have 250 of a kind, and one read gives 20,000. */
const OWNERS_AT_ONCE = 80;

/** Whether a member of a read row may be what a body says: of what is sealed it says nothing. */
const isMaybe = (read: Json | undefined, given: Json | undefined): boolean =>
  (read ?? null) === null || sameJson(read, given ?? null);

/** The records that rows are about already, as their streams have them, by the place of the row. */
export const existing = async (
  file: ImportFile,
  rows: readonly { line: number; cells: CsvRow['cells']; body: JsonObject }[],
  planning: Planning,
): Promise<Map<number, State>> => {
  const { services, tenant, faults } = planning;
  const definition = services.registry.need(file.object);
  const membersOf = (names: readonly string[]) =>
    names.map((name) => file.columns.find((column) => column.name === name)?.member ?? name);
  const members = membersOf(file.key);
  const found = new Map<number, State>();
  const load = async (row: State): Promise<State | undefined> =>
    (await loadStream(streamOfRow(definition, row, services), services)).aggregate.get(definition.object, row.id);
  if (members.length === 1) {
    const keys = rows.map(({ body }) => textIf(body[members[0]!]) ?? '').filter((key) => key !== '');
    const there = await byKey(file.object, [...new Set(keys)], KEY, services, tenant);
    await inTurns(rows, async ({ line, body }, at) => {
      const [first, ...more] = there.get(textIf(body[members[0]!]) ?? '') ?? [];
      if (more.length > 0)
        faults.push({
          file: file.name,
          line,
          column: file.key[0]!,
          text: MANY_THERE(more.length + 1),
        });
      const state = first && (await load(first));
      if (state) found.set(at, state);
    });
    return found;
  }
  // What has no name of its own is looked for among those of the same owner.
  const owners = new Set(members.filter((member) => member.endsWith('_id')));
  for (const owner of owners) {
    const ids = [...new Set(rows.flatMap(({ body }) => textIf(body[owner]) ?? []))];
    const there = new Map<string, State[]>();
    for (let from = 0; from < ids.length; from += OWNERS_AT_ONCE)
      for (const row of await services.read.find(
        file.object,
        tenant,
        oneOf(owner, ids.slice(from, from + OWNERS_AT_ONCE)),
      )) {
        const id = textIf(row[owner]) ?? '';
        there.set(id, [...(there.get(id) ?? []), row]);
      }
    await inTurns(rows, async ({ body, cells }, at) => {
      const keyMembers = membersOf(keyOf(file, cells));
      for (const row of there.get(textIf(body[owner]) ?? '') ?? []) {
        if (!keyMembers.every((member) => isMaybe(row[member], body[member]))) continue;
        // Sealed members are in the stream alone.
        const state = found.has(at) ? undefined : await load(row);
        if (state && keyMembers.every((member) => sameJson(state[member] ?? null, body[member] ?? null)))
          found.set(at, state);
      }
    });
  }
  return found;
};

/** Whether it is the main one follows from all of an owner's, and is no value that a row could differ in. */
const DERIVED: ReadonlySet<string> = new Set(['is_primary']);

export const differences = (
  file: ImportFile,
  definition: ResourceDefinition,
  state: State,
  input: JsonObject,
): string[] =>
  Object.entries(definition.fields).flatMap(([name, field]) => {
    const stored = storedName(name, field);
    const sent = field.write && input[bodyName(name, field)];
    if (stored === undefined || sent === undefined || DERIVED.has(name) || sameJson(state[stored] ?? null, sent))
      return [];
    return file.columns.find(({ member }) => member === bodyName(name, field))?.name ?? name;
  });

/** Only what changes of a record that is there. */
export const changesOf = ({ file }: Pick<PlannedFile, 'file'>, { input, differs }: PlannedRow): JsonObject =>
  Object.fromEntries(
    file.columns.flatMap(({ name, member }) =>
      differs.includes(name) ? [[member, input[member] ?? null] as const] : [],
    ),
  );
