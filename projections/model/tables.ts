import { createHash } from 'node:crypto';
import { type ResourceDefinition, type SumTable, storedName } from '../../src/kernel/definition/resource.ts';
import type { Json, JsonObject } from '../../src/values/json.ts';
import type { Projection, ReadTable, TableColumn } from './model.ts';

/**
 * Read tables as SQL. They are created from their definitions, in a schema for each projection and generation
 * (`read_people_3`), and never altered: another shape is another generation.
 */

const NAME = /^[a-z_][a-z0-9_]{0,62}$/;

/** An identifier, quoted for SQL. Names come from our own code alone. @throws when it has any other character */
export const identifier = (name: string): string => {
  if (!NAME.test(name)) throw new Error(`${JSON.stringify(name)} is no name for a table or column`);
  return `"${name}"`;
};

/** The schema of a projection's generation: `read_<projection>_<generation>`. */
export const schemaName = (projection: string, generation: number): string =>
  `read_${projection.replaceAll('-', '_')}_${generation}`;

/** The name of a table with its schema, quoted. */
export const qualified = (schema: string, table: string): string => `${identifier(schema)}.${identifier(table)}`;

const BASE = ['id', 'scope_id', 'state'];

const TYPES: Record<TableColumn['type'], string> = {
  text: 'text collate "C"',
  numeric: 'numeric',
  integer: 'bigint',
  boolean: 'boolean',
  date: 'date',
  'text[]': 'text[]',
  timestamptz: 'timestamptz',
};

/** The SQL type of a column, for parameters that are compared with it. */
export const sqlType = (type: TableColumn['type'] | 'id'): string =>
  type === 'id' ? 'text' : TYPES[type].split(' ')[0]!;

/** The read table of a resource. @throws when its columns clash or would hold a sealed member. */
export const tableOf = (definition: ResourceDefinition): ReadTable => {
  const columns: TableColumn[] = [];
  const add = (name: string, { type, of, names }: Omit<TableColumn, 'name'>): void => {
    if (BASE.includes(name) || columns.some((column) => column.name === name))
      throw new Error(`the read table of ${definition.object} would have two columns ${name}`);
    identifier(name);
    columns.push({ name, type, of, names });
  };
  const member = (name: string, type: TableColumn['type'], names?: readonly string[]) =>
    add(name, { type, of: (row) => row[name] ?? null, names });
  member('created_at', 'timestamptz');
  member('updated_at', 'timestamptz');
  member('version', 'text');
  const references: string[] = [];
  for (const [name, field] of Object.entries(definition.fields)) {
    const stored = storedName(name, field);
    if (field.column === undefined || stored === undefined || BASE.includes(stored)) continue;
    if (field.personal === 'sealed') throw new Error(`${definition.object}.${name} is sealed and cannot be a column`);
    member(stored, field.column, field.reference?.to);
    if (field.reference) references.push(stored);
  }
  for (const [name, column] of Object.entries(definition.columns ?? {})) add(name, column);
  return {
    name: definition.object,
    scope: definition.scope,
    columns,
    seldomChanges: definition.seldomChanges,
    namedBy: definition.namedBy,
    indexes: [
      { columns: ['scope_id', 'id'] },
      ...references.map((name) => ({ columns: [name, 'id'], partial: true })),
      ...(definition.indexes ?? []).map((names) => ({ columns: names })),
    ],
  };
};

/** The read table of sums over a resource's records. */
export const sumTableOf = ({ scope }: ResourceDefinition, { name, columns, indexes }: SumTable): ReadTable => ({
  name,
  scope,
  columns: Object.entries(columns).map(([column, { type, of }]) => ({
    name: column,
    type,
    of,
  })),
  indexes: [{ columns: ['scope_id', 'id'] }, ...indexes.map((names) => ({ columns: names }))],
});

/**
 * Name of the table that counts the records of a resource that a list shows, with a row for each company, or for each
 * of its values in the columns that they are counted by.
 */
export const countTable = (object: string): string => `${object}_count`;

/** The sums of that table. */
export const countsOf = (definition: ResourceDefinition): SumTable => {
  const { object, listed, counted = true } = definition;
  const names: readonly string[] = counted === true ? [] : counted;
  const by = tableOf(definition).columns.filter(({ name }) => names.includes(name));
  if (by.length < names.length) throw new Error(`${object} is counted by ${names}, and has no column for each`);
  return {
    name: countTable(object),
    columns: {
      ...Object.fromEntries(by.map(({ name, type }) => [name, { type, of: (row: JsonObject) => row[name] ?? null }])),
      count: { type: 'integer', of: ({ count }) => count ?? 0 },
    },
    indexes: [],
    parts: (state) => {
      if (listed?.has(state) === false) return [];
      const values = by.map(({ name, of }): [string, Json] => [name, of(state)]);
      const id = [state.scope_id, ...values.map(([, value]) => String(value))].join('/');
      return [{ id, members: Object.fromEntries(values), adds: {} }];
    },
  };
};

/** All columns in the order in which rows are written; `state` is last. */
export const columnNames = (table: ReadTable): string[] => [
  'id',
  'scope_id',
  ...table.columns.map(({ name }) => name),
  'state',
];

/** Creates the empty table without indexes, which are made after its rows are copied in. */
export const createTable = (schema: string, table: ReadTable): string =>
  [
    `create table ${qualified(schema, table.name)} (`,
    '  id text collate "C" not null,',
    '  scope_id text collate "C" not null,',
    ...table.columns.map(({ name, type }) => `  ${identifier(name)} ${TYPES[type]},`),
    // `json` keeps the text that was written; `jsonb` would reorder members of objects that clients sent.
    '  state json not null',
    ')',
  ].join('\n');

/** Adds the primary key. */
export const createKey = (schema: string, table: ReadTable): string =>
  `alter table ${qualified(schema, table.name)} add primary key (id)`;

/** Makes the other indexes: a statement each, none twice. @throws when one names no column */
export const createIndexes = (schema: string, table: ReadTable): string[] => {
  const known = new Set(columnNames(table));
  const unique = new Map<string, string>();
  for (const { columns, partial } of table.indexes) {
    for (const name of columns)
      if (!known.has(name)) throw new Error(`the index of ${table.name} names ${name}, which is no column of it`);
    const list = columns.map(identifier).join(', ');
    const where = partial ? ` where ${identifier(columns[0]!)} is not null` : '';
    // Arrays are searched by their elements.
    const isArray = table.columns.some(({ name, type }) => name === columns[0] && type === 'text[]');
    const index = isArray ? `using gin (${identifier(columns[0]!)})` : `(${list})${where}`;
    unique.set(list, `create index on ${qualified(schema, table.name)} ${index}`);
  }
  return [...unique.values()];
};

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** Fingerprint of a table: equal ones have the same columns and keys, and the same rows for the same events. */
const fingerprintOf = (table: ReadTable): string =>
  digest(
    [
      `version ${table.version ?? 1}`,
      createTable('s', table),
      createKey('s', table),
      ...createIndexes('s', table),
    ].join(';\n'),
  );

/** The fingerprints of a projection's tables, by name. */
export const fingerprintsOf = ({ tables }: Projection): Record<string, string> =>
  Object.fromEntries(tables.map((table) => [table.name, fingerprintOf(table)]));

/** Fingerprint of all tables of a projection: projections of equal shape have the same tables. */
export const shapeOf = (projection: Projection): string =>
  digest(
    Object.entries(fingerprintsOf(projection))
      .map((pair) => pair.join(' '))
      .sort()
      .join('\n'),
  );
