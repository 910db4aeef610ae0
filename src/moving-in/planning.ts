import { takenValue } from '../employers/tax-property.ts';
import { TAX_PROPERTY_TEMPLATES } from '../employers/tax-property-templates.ts';
import { bodySchema, PREFERRED } from '../kernel/calls/requests.ts';
import { candidateOfCreate } from '../kernel/changes/decide.ts';
import { writeChanges } from '../kernel/changes/write.ts';
import { recordEvents } from '../kernel/definition/record-events.ts';
import type { ResourceDefinition, State } from '../kernel/definition/resource.ts';
import type { Services, Tenant } from '../kernel/definition/services.ts';
import type { Change, Origin } from '../kernel/definition/writer.ts';
import type { CsvRow } from '../tables/csv-reader.ts';
import { newId } from '../values/ids.ts';
import { issuesOf } from '../values/issues.ts';
import { type Json, type JsonObject, objectOf, textIf, textOf } from '../values/json.ts';
import type { Text } from '../values/text.ts';
import { overridesOf, type ReadCell, sharesOf, tagsOf } from './cells.ts';
import { cellValue, type ImportColumn } from './columns.ts';
import { employersOf } from './employers.ts';
import { type Fault, faultsOfProblem, faultsOfRow } from './faults.ts';
import { type ImportFile, keyOf } from './files.ts';
import { type Found, meant, resolve } from './references.ts';
import { changesOf, differences, existing } from './there.ts';

/**
 * What a file is to do, and everything that is wrong with it: found with the rules of the interface, before
 * anything is written.
 */

export interface PlannedRow {
  line: number;
  id: string;
  /** A body of the resource, as its schema gives it. */
  input: JsonObject;
  isFaulty: boolean;
  /** The record that is there already, as its stream has it. */
  state?: State;
  /** Columns in which it differs from that. */
  differs: readonly string[];
}

export interface PlannedFile {
  file: ImportFile;
  rows: PlannedRow[];
}

export interface Planning {
  services: Services;
  tenant: Tenant;
  origin: Origin;
  /** Whether records that are there are changed to what the files say. */
  update: boolean;
  /** Files that are there and could not be read. */
  broken: ReadonlySet<string>;
  /** The file whose rows become records of an object. */
  fileOf: ReadonlyMap<string, string>;
  /** What the files have under which name, by object. */
  named: Map<string, Map<string, string>>;
  /**
   * Records that are to be made, as if they were there; those of rows that are wrong too, so that what depends on them
   * is judged.
   */
  planned: Map<string, Map<string, State>>;
  faults: Fault[];
  /** The time of the next new id: ids are in the order of the rows. */
  nextId_ms: number;
}

const definitionOf = ({ object }: ImportFile, { services }: Planning): ResourceDefinition =>
  services.registry.need(object);

/** The services as they would be if what is planned were there: for checks alone. */
export const asIfThere = (services: Services, planned: Planning['planned']): Services => {
  const { read, store } = services;
  const getMany = async (object: string, tenant: Tenant, ids: readonly string[]) => {
    const mine = planned.get(object);
    const others = ids.filter((id) => !mine?.has(id));
    const rows = others.length > 0 ? await read.getMany(object, tenant, others) : new Map<string, State>();
    for (const id of ids) if (mine?.has(id)) rows.set(id, mine.get(id)!);
    return rows;
  };
  const get = async (object: string, tenant: Tenant, id: string) => (await getMany(object, tenant, [id])).get(id);
  /** Parts are judged by the stream of what they are parts of. */
  const readStream: Services['store']['readStream'] = async (stream, options) => {
    const at = stream.indexOf('-');
    const [object, id] = [stream.slice(0, at), stream.slice(at + 1)];
    const state = planned.get(object)?.get(id);
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

/** Every name of a column, resolved once. */
const resolveColumns = async (
  file: ImportFile,
  rows: readonly CsvRow[],
  planning: Planning,
): Promise<Map<string, Map<string, Found>>> => {
  const { services, tenant, named, broken, fileOf } = planning;
  const found = new Map<string, Map<string, Found>>();
  for (const { name, kind, refersTo } of file.columns) {
    if (!refersTo) continue;
    const filled = rows.map(({ cells }) => cells[name]?.trim() ?? '').filter((value) => value !== '');
    const values = kind === 'shares' ? filled.flatMap(tagsOf) : filled;
    const object = refersTo[0]!;
    const isBroken = broken.has(fileOf.get(object) ?? '');
    found.set(name, await resolve(values, object, named.get(object), isBroken, services, tenant));
  }
  return found;
};

/** The value of a tax property, by the form of its type. */
const taxValue = (cell: string, type: string): Json => {
  const template = TAX_PROPERTY_TEMPLATES[type];
  let value: Json = cell;
  if (template?.format === 'boolean') value = cellValue(cell, 'flag');
  if (template?.format === 'object')
    try {
      value = objectOf(JSON.parse(cell));
    } catch {
      // The rules say what is wrong with it.
    }
  return takenValue(type, value) ?? value;
};

/** What a cell that names nothing says. */
const readCell = (file: ImportFile, { name, kind }: ImportColumn, cell: string, cells: CsvRow['cells']): ReadCell => {
  if (kind === 'overrides') return overridesOf(cell);
  const isTaxValue = file.object === 'tax_property' && name === 'value';
  return { value: isTaxValue ? taxValue(cell, cells.type?.trim() ?? '') : cellValue(cell, kind) };
};

/** The same of one that names records: an id, or shares of tags. */
const readNames = (
  { kind, name: column }: ImportColumn,
  cell: string,
  found: ReadonlyMap<string, Found> | undefined,
  employer: string | null | undefined,
): ReadCell & { isUnknown?: boolean } => {
  const names = kind === 'shares' ? tagsOf(cell) : [cell];
  const known = new Map<string, string>();
  for (const name of names) {
    const of = found?.get(name);
    const named = of && meant(of, column, employer);
    if (!named || 'text' in named) return { fault: named?.text ?? NAMES_NOTHING };
    if (named.isUnknown) return { value: cell, isUnknown: true };
    known.set(name, named.id);
  }
  const idOf = (name: string): string => known.get(name) ?? name;
  return kind === 'shares' ? sharesOf(cell, idOf) : { value: idOf(cell) };
};

const NAMES_NOTHING: Text = { en: 'names nothing', fr: 'ne désigne rien' };

/** The cells of a row as a body, and whether what they name is all there. */
const bodyOf = (
  file: ImportFile,
  { line, cells }: CsvRow,
  found: ReadonlyMap<string, ReadonlyMap<string, Found>>,
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
    const read = refersTo ? readNames(column, cell, found.get(name), employer) : readCell(file, column, cell, cells);
    if ('fault' in read) {
      fault(name, read.fault);
      // A reference is as it came; of another member nothing is known.
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
  fr: `un seul de ${names.join(', ')} doit être donné, et l'un d'eux est requis`,
});

const twice = (line: number): Text => ({
  en: `is already in line ${line}`,
  fr: `se trouve déjà à la ligne ${line}`,
});

const KEY_MISSING: Text = {
  en: 'is required: by it the row is known again',
  fr: 'est requis : la ligne se reconnaît par lui',
};

/** Rows that have the same key, or share what no two may share. */
const repeated = (file: ImportFile, rows: readonly CsvRow[], planning: Planning): Set<CsvRow> => {
  const again = new Set<CsvRow>();
  const look = (columnsOfRow: (row: CsvRow) => readonly string[], isKey: boolean) => {
    const first = new Map<string, number>();
    for (const row of rows) {
      const columns = columnsOfRow(row);
      const values = columns.map((name) => row.cells[name]?.trim() ?? '');
      if (values.every((value) => value === '')) continue;
      const value = values.join('\u0000');
      const before = first.get(value);
      if (before === undefined) first.set(value, row.line);
      else {
        const column = isKey && columns.length > 1 ? {} : { column: columns[0]! };
        planning.faults.push({ file: file.name, line: row.line, ...column, text: twice(before) });
        again.add(row);
      }
    }
  };
  look(({ cells }) => keyOf(file, cells), true);
  const { unique } = file;
  if (unique !== undefined) look(() => [unique], false);
  return again;
};

/** Plans a file, the ones before it being planned. What is wrong goes to the faults. */
export const planFile = async (file: ImportFile, rows: readonly CsvRow[], planning: Planning): Promise<PlannedFile> => {
  const definition = definitionOf(file, planning);
  const { faults, named } = planning;
  const schema = bodySchema(definition, 'create', PREFERRED);
  const found = await resolveColumns(file, rows, planning);
  const employerOf = await employersOf(
    rows,
    found,
    asIfThere(planning.services, planning.planned).read,
    planning.tenant,
  );
  const again = repeated(file, rows, planning);
  const memberOf = (name: string) => file.columns.find((column) => column.name === name)?.member ?? name;
  const read = rows.map((row) => {
    const { body, isFaulty } = bodyOf(file, row, found, employerOf(row), planning);
    const parsed = schema.safeParse(body, { reportInput: true });
    if (!parsed.success) {
      const known = new Set(file.oneOf?.map(memberOf));
      const issues = issuesOf(parsed.error, body).filter(({ path }) => !known.has(path));
      faults.push(...faultsOfRow(file, row.line, issues));
    }
    const input = parsed.success ? objectOf(parsed.data) : body;
    const missing = file.columns.some(
      ({ name, isRequired, member }) =>
        isRequired && body[member] === undefined && name === file.key[0] && file.key.length === 1,
    );
    if (missing && parsed.success)
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
      isFaulty: isFaulty || !parsed.success || missing || again.has(row),
    };
  });
  const there = await existing(file, read, planning);
  const planned = read.map(({ line, body, isFaulty }, at): PlannedRow => {
    const state = there.get(at);
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
  await checkRows(plan, planning);
  standIn(plan, planning);
  if (file.key.length === 1) {
    const member = file.columns.find(({ name }) => name === file.key[0])!.member;
    const ours = planned.flatMap(({ input, id }) => {
      const key = textIf(input[member]);
      return key === undefined ? [] : [[key, id] as const];
    });
    named.set(file.object, new Map(ours));
  }
  return plan;
};

/** What depends on a row that is wrong is judged as if it were right. */
const standIn = ({ file, rows }: PlannedFile, planning: Planning): void => {
  const { origin, tenant, planned } = planning;
  const states = planned.get(file.object) ?? new Map<string, State>();
  planned.set(file.object, states);
  const identity = { scope_id: tenant.company_id ?? '', occurred_at: origin.occurred_at };
  for (const { id, input, state } of rows)
    if (!state && !states.has(id))
      states.set(id, candidateOfCreate(definitionOf(file, planning), input, { id, ...identity }));
};

/** Holds what is to be written against the rules of the resource. */
const checkRows = async (plan: PlannedFile, planning: Planning): Promise<void> => {
  const { services, origin, planned, update } = planning;
  const { file, rows } = plan;
  const definition = definitionOf(file, planning);
  const checking = asIfThere(services, planned);
  const good = rows.filter(({ isFaulty }) => !isFaulty);
  const changes = good.flatMap((row): { row: PlannedRow; change: Change }[] => {
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
    checking,
    'check',
  );
  const states = planned.get(file.object) ?? new Map<string, State>();
  planned.set(file.object, states);
  outcomes.forEach((outcome, i) => {
    const { row, change } = changes[i]!;
    if (!outcome.ok) {
      row.isFaulty = true;
      planning.faults.push(...faultsOfProblem(file, row.line, outcome.problem));
    } else if (outcome.state && change.op === 'create') states.set(row.id, outcome.state);
  });
};
