import { takenValue } from '../employers/tax-property.ts';
import { TAX_PROPERTY_TEMPLATES } from '../employers/tax-property-templates.ts';
import { bodySchema, PREFERRED } from '../kernel/calls/requests.ts';
import { candidateOfCreate } from '../kernel/changes/decide.ts';
import { writeChanges } from '../kernel/changes/write.ts';
import type { ResourceDefinition, State } from '../kernel/definition/resource.ts';
import type { Services, Tenant } from '../kernel/definition/services.ts';
import type { Change, Origin } from '../kernel/definition/writer.ts';
import type { CsvRow } from '../tables/csv-reader.ts';
import { newId } from '../values/ids.ts';
import { issuesOf } from '../values/issues.ts';
import { isText, type Json, type JsonObject, objectOf, textIf } from '../values/json.ts';
import { cellValue } from './columns.ts';
import { type Fault, faultsOfProblem, faultsOfRow } from './faults.ts';
import type { ImportFile } from './files.ts';
import { type Found, resolve } from './references.ts';
import { changesOf, differences, existing } from './there.ts';

/** What a file is to do, and everything that is wrong with it: worked out with the rules of the interface, before anything is written. */

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
  /** Records that are to be made, as if they were there; those of rows that are wrong too, so that what hangs on them is judged. */
  planned: Map<string, Map<string, State>>;
  faults: Fault[];
  /** The time of the next new id: ids are in the order of the rows. */
  nextId_ms: number;
}

const definitionOf = ({ object }: ImportFile, { services }: Planning): ResourceDefinition =>
  services.registry.need(object);

/** The services as they would be if what is planned were there: for checks alone. */
export const asIfThere = (services: Services, planned: Planning['planned']): Services => {
  const { read } = services;
  const getMany = async (object: string, tenant: Tenant, ids: readonly string[]) => {
    const mine = planned.get(object);
    const others = ids.filter((id) => !mine?.has(id));
    const rows = others.length > 0 ? await read.getMany(object, tenant, others) : new Map<string, State>();
    for (const id of ids) if (mine?.has(id)) rows.set(id, mine.get(id)!);
    return rows;
  };
  const get = async (object: string, tenant: Tenant, id: string) => (await getMany(object, tenant, [id])).get(id);
  return { ...services, read: Object.assign(Object.create(read), { getMany, get }) };
};

/** Every name of a column, resolved once. */
const resolveColumns = async (
  file: ImportFile,
  rows: readonly CsvRow[],
  planning: Planning,
): Promise<Map<string, Map<string, Found>>> => {
  const { services, tenant, named, broken, fileOf } = planning;
  const found = new Map<string, Map<string, Found>>();
  for (const { name, refersTo } of file.columns) {
    if (!refersTo) continue;
    const values = rows.map(({ cells }) => cells[name]?.trim() ?? '').filter((value) => value !== '');
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

/** The cells of a row as a body, and whether what they name is all there. */
const bodyOf = (
  file: ImportFile,
  { line, cells }: CsvRow,
  found: ReadonlyMap<string, ReadonlyMap<string, Found>>,
  planning: Planning,
): { body: JsonObject; isFaulty: boolean } => {
  const body: JsonObject = {};
  let isFaulty = false;
  for (const { name, member, kind, refersTo } of file.columns) {
    const cell = cells[name]?.trim() ?? '';
    if (cell === '') continue;
    if (!refersTo) {
      body[member] =
        file.object === 'tax_property' && name === 'value'
          ? taxValue(cell, cells.type?.trim() ?? '')
          : cellValue(cell, kind);
      continue;
    }
    const named = found.get(name)?.get(cell);
    if (named && 'id' in named) {
      body[member] = named.id;
      if (named.isUnknown) isFaulty = true;
    } else {
      body[member] = cell;
      isFaulty = true;
      planning.faults.push({ file: file.name, line, column: name, text: named?.text ?? 'names nothing' });
    }
  }
  return { body, isFaulty };
};

const twice = (line: number) => `stands in line ${line} already`;

/** Rows that have the same key, or share what no two may share. */
const repeated = (file: ImportFile, rows: readonly CsvRow[], planning: Planning): Set<CsvRow> => {
  const again = new Set<CsvRow>();
  const look = (columns: readonly string[], isKey: boolean) => {
    const first = new Map<string, number>();
    for (const row of rows) {
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
  look(file.key, true);
  if (file.unique) look([file.unique], false);
  return again;
};

/** Plans a file, the ones before it being planned. What is wrong goes to the faults. */
export const planFile = async (file: ImportFile, rows: readonly CsvRow[], planning: Planning): Promise<PlannedFile> => {
  const definition = definitionOf(file, planning);
  const { faults, named } = planning;
  const schema = bodySchema(definition, 'create', PREFERRED);
  const found = await resolveColumns(file, rows, planning);
  const again = repeated(file, rows, planning);
  const read = rows.map((row) => {
    const { body, isFaulty } = bodyOf(file, row, found, planning);
    const parsed = schema.safeParse(body, { reportInput: true });
    if (!parsed.success) faults.push(...faultsOfRow(file, row.line, issuesOf(parsed.error, body)));
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
        text: 'is required: by it the row is known again',
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

/** What hangs on a row that is wrong is judged as if it were right. */
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
  if (file.object === 'tax_property') await checkWithOwners(plan, planning);
  const good = rows.filter(({ isFaulty }) => !isFaulty);
  const isNew = (row: PlannedRow) =>
    row.state === undefined &&
    !(file.object === 'tax_property' && planned.get('work_assignment')?.has(textIf(row.input.owner_id) ?? ''));
  const changes = good.flatMap((row): { row: PlannedRow; change: Change }[] => {
    if (isNew(row)) return [{ row, change: { op: 'create', id: row.id, input: row.input } }];
    if (row.state === undefined || row.differs.length === 0 || !update) return [];
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

/** Tax properties of work assignments that are to be made are held against what is to be with them. */
const checkWithOwners = async ({ file, rows }: PlannedFile, planning: Planning): Promise<void> => {
  const { services, origin, planned, faults } = planning;
  const owners = planned.get('work_assignment') ?? new Map<string, State>();
  const ofOwner = new Map<string, PlannedRow[]>();
  for (const row of rows) {
    const id = textIf(row.input.owner_id);
    if (!row.isFaulty && id !== undefined && owners.has(id)) ofOwner.set(id, [...(ofOwner.get(id) ?? []), row]);
  }
  const definition = services.registry.need('work_assignment');
  const changes = [...ofOwner].map(([id, mine]): Change => {
    const tax_properties = mine.map(({ input: { owner_id: _, ...property } }): JsonObject => property);
    const input: JsonObject = { tax_properties };
    for (const member of ['employee_id', 'contractor_id', 'pay_schedule_id']) {
      const named = owners.get(id)?.[member];
      if (isText(named)) input[member] = named;
    }
    return { op: 'create', id, input };
  });
  const outcomes = await writeChanges(definition, changes, origin, asIfThere(services, planned), 'check');
  outcomes.forEach((outcome) => {
    if (outcome.ok) return;
    for (const { path, text } of outcome.problem.issues) {
      // What else is wrong with the owner is told of its own row.
      const [, at, member = ''] = /^tax_properties\.(\d+)\.?(.*)$/.exec(path) ?? [];
      const row = at === undefined ? undefined : ofOwner.get(outcome.id)?.[Number(at)];
      if (!row) continue;
      row.isFaulty = true;
      faults.push(...faultsOfRow(file, row.line, [{ path: member, text }]));
    }
  });
};
