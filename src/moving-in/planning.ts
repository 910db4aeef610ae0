import { TAX_PROPERTY_TEMPLATES } from '../employers/tax-property-templates.ts';
import { takenValue } from '../employers/tax-property-values.ts';
import { bodySchema, PREFERRED } from '../kernel/calls/requests.ts';
import { candidateOfCreate } from '../kernel/changes/decide.ts';
import { writeChanges } from '../kernel/changes/write.ts';
import { recordEvents } from '../kernel/definition/record-events.ts';
import type { ResourceDefinition, State } from '../kernel/definition/resource.ts';
import type { Services, Tenant } from '../kernel/definition/services.ts';
import type { Change } from '../kernel/definition/writer.ts';
import type { CsvRow } from '../tables/csv-reader.ts';
import { newId } from '../values/ids.ts';
import { issuesOf } from '../values/issues.ts';
import { type Json, type JsonObject, objectOf, textIf, textOf } from '../values/json.ts';
import type { Text } from '../values/text.ts';
import { overridesOf, plainValue, type ReadCell, sharesOf, tagsOf } from './cells.ts';
import type { ImportColumn } from './columns.ts';
import { duplicateLines } from './duplicate-rows.ts';
import { changesOf, differences, existingRecords } from './existing-records.ts';
import { faultsOfProblem, faultsOfRow } from './faults.ts';
import { type ImportFile, memberOf } from './files.ts';
import { refuseNumbersTaken } from './numbers-taken.ts';
import type { PlannedFile, PlannedRow, Planning } from './plan.ts';
import { chooseMatch, employersOf, matchNames, type NameMatch } from './references.ts';

/** Plans what a file creates and changes, and finds everything that is wrong with it, by the rules of the interface. */

const definitionOf = ({ object }: ImportFile, { services }: Planning): ResourceDefinition =>
  services.registry.need(object);

/** Services that read planned records as if they existed. Only for checks. */
export const withPlanned = (services: Services, plannedStates: Planning['plannedStates']): Services => {
  const { read, store } = services;
  const getMany = async (object: string, tenant: Tenant, ids: readonly string[]) => {
    const states = plannedStates.get(object);
    const others = ids.filter((id) => !states?.has(id));
    const rows = others.length > 0 ? await read.getMany(object, tenant, others) : new Map<string, State>();
    for (const id of ids) if (states?.has(id)) rows.set(id, states.get(id)!);
    return rows;
  };
  const get = async (object: string, tenant: Tenant, id: string) => (await getMany(object, tenant, [id])).get(id);
  /** The rules of a part read the stream of the record that it is a part of. */
  const readStream: Services['store']['readStream'] = async (stream, options) => {
    const at = stream.indexOf('-');
    const [object, id] = [stream.slice(0, at), stream.slice(at + 1)];
    const state = plannedStates.get(object)?.get(id);
    if (!state) return store.readStream(stream, options);
    const { id: _, scope_id, created_at, updated_at: __, version: ___, ...data } = state;
    const { type } = recordEvents(services.registry.need(object)).created;
    const metadata = { company_id: scope_id, occurred_at: textOf(created_at) };
    return [{ id, type, stream, revision: 0n, data, metadata }];
  };
  return {
    ...services,
    read: Object.assign(Object.create(read), { getMany, get }),
    store: Object.assign(Object.create(store), { readStream }),
  };
};

/** Matches the names in each column. Each different name is matched once. */
const resolveColumns = async (
  file: ImportFile,
  rows: readonly CsvRow[],
  planning: Planning,
): Promise<Map<string, Map<string, NameMatch>>> => {
  const { services, tenant, idsByKey, unreadable, fileOf } = planning;
  const found = new Map<string, Map<string, NameMatch>>();
  for (const { name, kind, refersTo } of file.columns) {
    if (!refersTo) continue;
    const filled = rows.map(({ cells }) => cells[name]?.trim() ?? '').filter((value) => value !== '');
    const values = kind === 'shares' ? filled.flatMap(tagsOf) : filled;
    const object = refersTo[0]!;
    const isFileUnreadable = unreadable.has(fileOf.get(object) ?? '');
    found.set(name, await matchNames(values, object, idsByKey.get(object), isFileUnreadable, services, tenant));
  }
  return found;
};

/** The value of a tax property, in the format of its type. */
const taxValue = (cell: string, type: string): ReadCell => {
  // Every object has members, such as `constructor`, that are no types.
  if (!Object.hasOwn(TAX_PROPERTY_TEMPLATES, type)) return { value: cell };
  const template = TAX_PROPERTY_TEMPLATES[type];
  if (template?.format === 'boolean') return plainValue(cell, 'flag');
  let value: Json = cell;
  if (template?.format === 'object')
    try {
      value = objectOf(JSON.parse(cell));
    } catch {
      // Left as text: the rules report what is wrong with it.
    }
  return { value: takenValue(type, value) ?? value };
};

/** The value of a cell that names no record. */
const readCell = (file: ImportFile, { name, kind }: ImportColumn, cell: string, cells: CsvRow['cells']): ReadCell => {
  if (kind === 'overrides') return overridesOf(cell);
  const isTaxValue = file.object === 'tax_property' && name === 'value';
  return isTaxValue ? taxValue(cell, cells.type?.trim() ?? '') : plainValue(cell, kind);
};

/** The value of a cell that names records: an id, or shares by tag. */
const readNames = (
  { kind, name: column }: ImportColumn,
  cell: string,
  matches: ReadonlyMap<string, NameMatch> | undefined,
  employer: string | null | undefined,
): ReadCell & { isUnknown?: boolean } => {
  const names = kind === 'shares' ? tagsOf(cell) : [cell];
  const ids = new Map<string, string>();
  for (const name of names) {
    const match = matches?.get(name);
    const resolved = match && chooseMatch(match, column, employer);
    if (!resolved || 'text' in resolved) return { fault: resolved?.text ?? NOT_FOUND };
    if (resolved.isUnknown) return { value: cell, isUnknown: true };
    ids.set(name, resolved.id);
  }
  const idOf = (name: string): string => ids.get(name) ?? name;
  return kind === 'shares' ? sharesOf(cell, idOf) : { value: idOf(cell) };
};

const NOT_FOUND: Text = { en: 'names no record', fr: 'ne désigne aucun dossier' };

/** The body of a row, and whether the row has faults. Adds these to the faults of the plan. */
const bodyOf = (
  file: ImportFile,
  { line, cells }: CsvRow,
  matches: ReadonlyMap<string, ReadonlyMap<string, NameMatch>>,
  employer: string | null | undefined,
  planning: Planning,
): { body: JsonObject; isFaulty: boolean } => {
  const body: JsonObject = {};
  let isFaulty = false;
  const fault = (column: string, text: Text) => {
    isFaulty = true;
    planning.faults.push({ file: file.name, line, column, text });
  };
  for (const column of file.columns) {
    const { name, member, refersTo } = column;
    const cell = cells[name]?.trim() ?? '';
    if (cell === '') continue;
    const read = refersTo ? readNames(column, cell, matches.get(name), employer) : readCell(file, column, cell, cells);
    if ('fault' in read) {
      fault(name, read.fault);
      // The body keeps the text of a wrong reference, so that the member is not reported as missing too.
      if (refersTo && column.kind !== 'shares') body[member] ??= cell;
      continue;
    }
    if ('isUnknown' in read) isFaulty = true;
    body[member] ??= read.value;
  }
  const { oneOf: owners = [] } = file;
  const given = owners.filter((name) => (cells[name]?.trim() ?? '') !== '');
  if (owners.length > 0 && given.length !== 1) fault(given[1] ?? owners[0]!, exactlyOne(owners));
  return { body, isFaulty };
};

const exactlyOne = (names: readonly string[]): Text => ({
  en: `exactly one of ${names.join(', ')} must be given`,
  fr: `exactement un de ${names.join(', ')} doit être donné`,
});

const KEY_MISSING: Text = {
  en: 'is required: it identifies the row when the import is run again',
  fr: "est obligatoire : il identifie la ligne quand l'importation est relancée",
};

/** Plans a file, after the files before it. Adds what is wrong to the faults. */
export const planFile = async (file: ImportFile, rows: readonly CsvRow[], planning: Planning): Promise<PlannedFile> => {
  const definition = definitionOf(file, planning);
  const { faults, idsByKey } = planning;
  const schema = bodySchema(definition, 'create', PREFERRED);
  const matches = await resolveColumns(file, rows, planning);
  const employerOf = await employersOf(
    rows,
    matches,
    withPlanned(planning.services, planning.plannedStates).read,
    planning.tenant,
  );
  const read = rows.map((row) => {
    const { body, isFaulty } = bodyOf(file, row, matches, employerOf(row), planning);
    const parsed = schema.safeParse(body, { reportInput: true });
    if (!parsed.success) {
      const reported = new Set(file.oneOf?.map((name) => memberOf(file, name)));
      const issues = issuesOf(parsed.error, body).filter(({ path }) => !reported.has(path));
      faults.push(...faultsOfRow(file, row.line, issues));
    }
    const input = parsed.success ? objectOf(parsed.data) : body;
    const hasNoKey = file.columns.some(
      ({ name, isRequired, member }) =>
        isRequired && body[member] === undefined && name === file.key[0] && file.key.length === 1,
    );
    if (hasNoKey && parsed.success)
      faults.push({
        file: file.name,
        line: row.line,
        column: file.key[0]!,
        text: KEY_MISSING,
      });
    return {
      line: row.line,
      cells: row.cells,
      body: input,
      isFaulty: isFaulty || !parsed.success || hasNoKey,
    };
  });
  const duplicates = duplicateLines(file, read, faults);
  const states = await existingRecords(file, read, planning);
  const planned = read.map(({ line, body, ...row }, at): PlannedRow => {
    const state = states.get(at);
    const isFaulty = row.isFaulty || duplicates.has(line);
    if (!state) return { line, id: newId(definition.prefix, planning.nextId_ms++), input: body, isFaulty, differs: [] };
    return {
      line,
      id: state.id,
      input: body,
      isFaulty,
      state,
      differs: isFaulty ? [] : differences(file, definition, state, body),
    };
  });
  const plan = { file, rows: planned };
  await refuseNumbersTaken(plan, planning);
  await checkRows(plan, planning);
  addPlannedStates(plan, planning);
  if (file.key.length === 1) {
    const member = memberOf(file, file.key[0]!);
    const entries = planned.flatMap(({ input, id }) => {
      const key = textIf(input[member]);
      return key === undefined ? [] : [[key, id] as const];
    });
    idsByKey.set(file.object, new Map(entries));
  }
  return plan;
};

/** Adds the records that rows create and the check did not add: rows that refer to rows with faults are checked too. */
const addPlannedStates = ({ file, rows }: PlannedFile, planning: Planning): void => {
  const { origin, tenant, plannedStates } = planning;
  const states = plannedStates.get(file.object) ?? new Map<string, State>();
  plannedStates.set(file.object, states);
  const identity = { scope_id: tenant.company_id ?? '', occurred_at: origin.occurred_at };
  for (const { id, input, state } of rows)
    if (!state && !states.has(id))
      states.set(id, candidateOfCreate(definitionOf(file, planning), input, { id, ...identity }));
};

/** Checks what is to be written by the rules of the resource, without writing it. */
const checkRows = async (plan: PlannedFile, planning: Planning): Promise<void> => {
  const { services, origin, plannedStates, update } = planning;
  const { file, rows } = plan;
  const definition = definitionOf(file, planning);
  const checkServices = withPlanned(services, plannedStates);
  const valid = rows.filter(({ isFaulty }) => !isFaulty);
  const changes = valid.flatMap((row): { row: PlannedRow; change: Change }[] => {
    if (row.state === undefined) return [{ row, change: { op: 'create', id: row.id, input: row.input } }];
    if (row.differs.length === 0 || !update) return [];
    const input = changesOf(plan, row);
    const parsed = bodySchema(definition, 'update', PREFERRED).safeParse(input, { reportInput: true });
    if (parsed.success) return [{ row, change: { op: 'update', id: row.id, input } }];
    row.isFaulty = true;
    planning.faults.push(...faultsOfRow(file, row.line, issuesOf(parsed.error, input)));
    return [];
  });
  if (changes.length === 0) return;
  const outcomes = await writeChanges(
    definition,
    changes.map(({ change }) => change),
    origin,
    checkServices,
    'check',
  );
  const states = plannedStates.get(file.object) ?? new Map<string, State>();
  plannedStates.set(file.object, states);
  outcomes.forEach((outcome, i) => {
    const { row, change } = changes[i]!;
    if (!outcome.ok) {
      row.isFaulty = true;
      planning.faults.push(...faultsOfProblem(file, row.line, outcome.problem));
    } else if (outcome.state && change.op === 'create') states.set(row.id, outcome.state);
  });
};
