import type { Writable } from 'node:stream';
import type { Sql } from '../../src/database/connect.ts';
import { loopTurn } from '../../src/timing/give-way.ts';
import type { Json } from '../../src/values/json.ts';
import { insertStatement } from '../feed/writing.ts';
import type { ReadTable, Row } from '../model/model.ts';
import { columnNames, identifier, qualified } from '../model/tables.ts';
import { isTransient } from '../model/transient.ts';
import { isMissing } from './cut-off.ts';

/** Writes rows into a table by COPY, the fastest way. */

const ESCAPED = /[\\\n\r\t]/;
const ESCAPES: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

const escapeText = (text: string): string =>
  ESCAPED.test(text) ? text.replace(/[\\\n\r\t]/g, (character) => ESCAPES[character]!) : text;

const arrayLiteral = (values: readonly Json[]): string =>
  `{${values.map((value) => (value === null ? 'NULL' : `"${String(value).replace(/[\\"]/g, '\\$&')}"`)).join(',')}}`;

/** A value as a field of COPY's text format. */
const copyField = (value: Json): string => {
  if (value === null) return '\\N';
  if (Array.isArray(value)) return escapeText(arrayLiteral(value));
  return escapeText(String(value));
};

/** A row as a line of COPY's text format, in the order of `columnNames`. */
const copyLine = (table: ReadTable, row: Row): string => {
  let line = `${escapeText(row.id)}\t${escapeText(row.scope_id)}\t`;
  for (const { of } of table.columns) line += `${copyField(of(row) ?? null)}\t`;
  const state = JSON.stringify(row);
  // JSON has no raw control characters, so only its backslashes have to be escaped.
  return `${line}${state.includes('\\') ? state.replaceAll('\\', '\\\\') : state}\n`;
};

const CHUNK_characters = 128 * 1024;

/** The database refused a row. */
export class RowRefused extends Error {
  override name = 'RowRefused';
  readonly table: string;
  readonly row: Row;
  constructor(table: string, row: Row, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.table = table;
    this.row = row;
  }
}

/** Writes lines to an open COPY. @throws the error that the server reported meanwhile */
const writeLines = async (stream: Writable, table: ReadTable, rows: readonly Row[]): Promise<void> => {
  const failed = new Promise<never>((_, reject) => {
    stream.once('error', reject);
    stream.once('close', () => reject(new Error('the copy was cut off')));
  });
  failed.catch(() => {});
  const write = (chunk: string): Promise<unknown> =>
    Promise.race([new Promise<void>((resolve) => stream.write(chunk, () => resolve())), failed]);
  let chunk = '';
  for (const row of rows) {
    chunk += copyLine(table, row);
    if (chunk.length < CHUNK_characters) continue;
    await write(chunk);
    chunk = '';
  }
  if (chunk !== '') await write(chunk);
  stream.end();
};

/**
 * Copies rows into a table of a schema, all or none. `sql` is a pool of one connection that nothing else uses.
 *
 * The driver does not report what the server refuses after the last line. So the copy runs in a transaction, and the
 * next statement in it fails when the copy did.
 *
 * @throws RowRefused when the database refuses one of the rows
 */
export const copyRows = async (sql: Sql, schema: string, table: ReadTable, rows: readonly Row[]): Promise<void> => {
  if (rows.length === 0) return;
  const columns = columnNames(table).map(identifier).join(', ');
  try {
    await sql`begin`;
    const stream = await sql.unsafe(`copy ${qualified(schema, table.name)} (${columns}) from stdin`).writable();
    await writeLines(stream, table, rows);
    // The stream must have handed over its end before the connection takes another statement.
    await loopTurn();
    await sql`select 1`;
    await sql`commit`;
  } catch (error) {
    await sql`rollback`.catch(() => {});
    if (isTransient(error) || isMissing(error)) throw error;
    await findRefused(sql, schema, table, rows);
    throw error;
  }
};

/** Finds the row that the database refuses, by bisection. */
const findRefused = async (sql: Sql, schema: string, table: ReadTable, rows: readonly Row[]): Promise<void> => {
  for (let suspects = rows; suspects.length > 0; ) {
    const half = suspects.slice(0, Math.ceil(suspects.length / 2));
    const refused = await refusal(sql, schema, table, half);
    if (refused !== undefined && half.length === 1) throw new RowRefused(table.name, half[0]!, refused);
    suspects = refused === undefined ? suspects.slice(half.length) : half;
  }
};

/** The error with which the database refuses the rows, if it does; nothing is written. */
const refusal = async (sql: Sql, schema: string, table: ReadTable, rows: readonly Row[]): Promise<unknown> => {
  const written = rows.map((row) => ({ row, state: JSON.stringify(row) }));
  const { text, values } = insertStatement(schema, table, written);
  await sql`begin`;
  try {
    await sql.unsafe(text, values);
    return undefined;
  } catch (error) {
    if (isTransient(error)) throw error;
    return error;
  } finally {
    await sql`rollback`;
  }
};
