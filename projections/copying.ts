import { finished } from 'node:stream/promises';
import type { Sql } from '../src/database/connect.ts';
import type { Json } from '../src/event-store/port.ts';
import type { ReadTable, Row } from './model.ts';
import { columnNames, identifier, qualified } from './tables.ts';

/** Rows into a table by COPY, the quickest way in. */

const ESCAPED = /[\\\n\r\t]/;
const ESCAPES: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

const escapeText = (text: string): string =>
  ESCAPED.test(text) ? text.replace(/[\\\n\r\t]/g, (character) => ESCAPES[character]!) : text;

const arrayLiteral = (values: readonly Json[]): string =>
  `{${values.map((value) => (value === null ? 'NULL' : `"${String(value).replace(/[\\"]/g, '\\$&')}"`)).join(',')}}`;

/** A value as a field of COPY's text format. */
export const copyField = (value: Json): string => {
  if (value === null) return '\\N';
  if (Array.isArray(value)) return escapeText(arrayLiteral(value));
  return escapeText(String(value));
};

/** A row as a line of COPY's text format, in the order of `columnNames`. */
export const copyLine = (table: ReadTable, row: Row): string => {
  let line = `${escapeText(row.id)}\t${escapeText(row.scope_id)}\t`;
  for (const { of } of table.columns) line += `${copyField(of(row) ?? null)}\t`;
  const state = JSON.stringify(row);
  // JSON has no raw control characters: only its own backslashes are in the way.
  return `${line}${state.includes('\\') ? state.replaceAll('\\', '\\\\') : state}\n`;
};

const CHUNK_characters = 128 * 1024;

/** Copies rows into a table of a schema. They come as one transaction. */
export const copyRows = async (sql: Sql, schema: string, table: ReadTable, rows: readonly Row[]): Promise<void> => {
  if (rows.length === 0) return;
  const columns = columnNames(table).map(identifier).join(', ');
  const stream = await sql.unsafe(`copy ${qualified(schema, table.name)} (${columns}) from stdin`).writable();
  const done = finished(stream);
  done.catch(() => {});
  let chunk = '';
  for (const row of rows) {
    chunk += copyLine(table, row);
    if (chunk.length < CHUNK_characters) continue;
    const flows = stream.write(chunk);
    chunk = '';
    if (!flows) await Promise.race([new Promise((resolve) => stream.once('drain', resolve)), done]);
  }
  stream.end(chunk);
  await done;
};
