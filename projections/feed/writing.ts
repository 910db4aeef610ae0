import type { Sql } from '../../src/database/connect.ts';
import { isSliceOver, nextTurn } from '../../src/timing/give-way.ts';
import type { ReadTable, Row } from '../model/model.ts';
import type { TableChanges, WrittenRow } from '../model/rows.ts';
import { columnNames, identifier, qualified } from '../model/tables.ts';
import type { Statement } from './transactions.ts';

/** Reads and writes rows of read tables, many in one statement. */

const inserts = new WeakMap<ReadTable, Map<string, InsertText>>();

/** The text of an insert of the rows of a JSON array, before and after the number of its parameter. */
interface InsertText {
  before: string;
  behind: string;
}

const insertText = (schema: string, table: ReadTable): InsertText => {
  let bySchema = inserts.get(table);
  if (!bySchema) {
    bySchema = new Map();
    inserts.set(table, bySchema);
  }
  let text = bySchema.get(schema);
  if (text === undefined) {
    const name = qualified(schema, table.name);
    const list = columnNames(table).map(identifier).join(', ');
    const before = `insert into ${name} (${list}) select ${list} from json_populate_recordset(null::${name}, $`;
    text = { before, behind: '::text::json)' };
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
export const insertStatement = (schema: string, table: ReadTable, rows: readonly WrittenRow[]): Statement =>
  insertOf(
    schema,
    table,
    rows.map((row) => record(table, row)),
  );

const insertOf = (schema: string, table: ReadTable, records: readonly string[]): Statement => {
  const { before, behind } = insertText(schema, table);
  return { text: `${before}1${behind}`, values: [`[${records.join()}]`] };
};

/** Inserts or replaces rows. Joined to another statement, it writes them only if that one returns its row. */
const upsertOf = (schema: string, table: ReadTable, records: readonly string[]): Statement => {
  const { before, behind } = insertText(schema, table);
  const { text, values } = insertOf(schema, table, records);
  const replace = replaceText(table);
  return {
    text: text + replace,
    values,
    behind: (first) => ({
      text: `with first as materialized (${first.text}) ${before}${first.values.length + 1}${behind}, first${replace}`,
      values: [...first.values, ...values],
    }),
  };
};

/** A row's columns as a JSON object, with the row itself as `state`. */
const record = (table: ReadTable, { row, state }: WrittenRow): string => {
  const values: Record<string, unknown> = { id: row.id, scope_id: row.scope_id };
  for (const { name, of } of table.columns) values[name] = of(row);
  return `${JSON.stringify(values).slice(0, -1)},"state":${state}}`;
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
    const records: string[] = [];
    for (const row of rows) {
      if (isSliceOver()) await nextTurn();
      records.push(record(table, row));
    }
    if (records.length === 0) continue;
    statements.push(upsertOf(schema, table, records));
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
  // They were written as JSON of a row; checking each again would cost what the cache saves.
  return new Map(found.map(({ id, state }) => [id, { row: JSON.parse(state) as Row, bytes: state.length }]));
};
