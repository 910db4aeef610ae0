import type { Sql } from '../../src/database/connect.ts';
import { isSliceOver, nextTurn } from '../../src/timing/give-way.ts';
import type { ReadTable, Row } from '../model/model.ts';
import type { TableChanges, WrittenRow } from '../model/rows.ts';
import { columnNames, identifier, qualified } from '../model/tables.ts';
import type { Statement } from './transactions.ts';

/** Reads and writes rows of read tables, many in one statement. */

const STATE = identifier('state');

/** The text of an insert of rows, given the number of its first parameter. */
type InsertText = (first: number) => string;

const inserts = new WeakMap<ReadTable, Map<string, InsertText>>();

/**
 * Columns come as a JSON array of records, states as lines: JSON holds no line breaks. As a member of a record each
 * state, which is nearly all of a row, would be parsed three times; so it is once, and an insert takes half the time.
 */
const insertText = (schema: string, table: ReadTable): InsertText => {
  let bySchema = inserts.get(table);
  if (!bySchema) {
    bySchema = new Map();
    inserts.set(table, bySchema);
  }
  let text = bySchema.get(schema);
  if (text === undefined) {
    const name = qualified(schema, table.name);
    const list = columnNames(table).map(identifier);
    const values = list.map((column) => (column === STATE ? 'string_to_table::json' : column));
    text = (first) =>
      `insert into ${name} (${list.join(', ')}) select ${values.join(', ')} from rows from (json_populate_recordset(null::${name}, $${first}::text::json), string_to_table($${first + 1}::text, e'\\n'))`;
    bySchema.set(schema, text);
  }
  return text;
};

const replaceText = (table: ReadTable): string => {
  const columns = columnNames(table).map(identifier);
  const sets = columns.filter((column) => column !== '"id"').map((column) => `${column} = excluded.${column}`);
  return ` on conflict (id) do update set ${sets.join(', ')}`;
};

/** Inserts rows that do not exist yet. */
export const insertStatement = (schema: string, table: ReadTable, rows: readonly WrittenRow[]): Statement => ({
  text: insertText(schema, table)(1),
  values: valuesOf(
    rows.map((written) => columnsOf(table, written)),
    rows.map(({ state }) => state),
  ),
});

const valuesOf = (columns: readonly string[], states: readonly string[]): string[] => [
  `[${columns.join()}]`,
  states.join('\n'),
];

/** Inserts or replaces rows. Joined to another statement, it writes them only if that one returns its row. */
const upsertOf = (schema: string, table: ReadTable, values: string[]): Statement => {
  const insert = insertText(schema, table);
  const replace = replaceText(table);
  return {
    text: insert(1) + replace,
    values,
    behind: (first) => ({
      text: `with first as materialized (${first.text}) ${insert(first.values.length + 1)}, first${replace}`,
      values: [...first.values, ...values],
    }),
  };
};

/** A row's columns but its state, as a JSON object. */
const columnsOf = (table: ReadTable, { row }: WrittenRow): string => {
  const values: Record<string, unknown> = { id: row.id, scope_id: row.scope_id };
  for (const { name, of } of table.columns) values[name] = of(row);
  return JSON.stringify(values);
};

/** The statements that write changed rows to the tables of a schema. */
export const writeChanges = async (schema: string, changes: readonly TableChanges[]): Promise<Statement[]> => {
  const statements: Statement[] = [];
  for (const { table, rows, gone } of changes) {
    if (gone.length > 0)
      statements.push({
        text: `delete from ${qualified(schema, table.name)} where id = any($1::text[])`,
        values: [gone],
      });
    const columns: string[] = [];
    const states: string[] = [];
    for (const written of rows) {
      if (isSliceOver()) await nextTurn();
      columns.push(columnsOf(table, written));
      states.push(written.state);
    }
    if (states.length > 0) statements.push(upsertOf(schema, table, valuesOf(columns, states)));
  }
  return statements;
};

/** Rows by id, each with the bytes of its JSON. */
export const readRows = async (
  sql: Sql,
  schema: string,
  table: string,
  ids: readonly string[],
): Promise<Map<string, { row: Row; bytes: number }>> => {
  const found = await sql.unsafe<{ id: string; state: string }[]>(
    `select id, state::text as state from ${qualified(schema, table)} where id = any($1::text[])`,
    [ids],
    { prepare: true },
  );
  const rows = new Map<string, { row: Row; bytes: number }>();
  for (const { id, state } of found) {
    if (isSliceOver()) await nextTurn();
    // They were written as JSON of a row; checking each again would cost what the cache saves.
    rows.set(id, { row: JSON.parse(state) as Row, bytes: state.length });
  }
  return rows;
};
