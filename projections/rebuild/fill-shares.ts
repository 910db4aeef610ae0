import type { Sql } from '../../src/database/connect.ts';
import type { Share } from '../../src/event-store/port.ts';
import type { Projection, ReadTable, Row } from '../model/model.ts';
import { together } from '../model/sums.ts';
import { createTable, qualified } from '../model/tables.ts';
import { copyRows } from './copying.ts';
import type { FillTarget } from './fill.ts';

/**
 * Tables that are filled in shares of the log. A record's row is made by one stream, so by one share alone, and all
 * shares write into one table. A row of sums adds up records of many streams: each share has a table of its own for its
 * sums, and these are added up at the end. The tables of shares are in the schema of the generation, and are dropped
 * with it when the build is given up.
 */

const ofShare = (name: string, { index }: Share): string => `${name}_share_${index}`;

const sumTablesOf = ({ tables, sums = [] }: Projection): ReadTable[] =>
  tables.filter(({ name }) => sums.some(({ table }) => table === name));

/** A projection as one share of the log fills it. */
export const projectionOfShare = (projection: Projection, share: Share): Projection => {
  const sums = sumTablesOf(projection);
  return {
    ...projection,
    tables: projection.tables.map((table) =>
      sums.includes(table) ? { ...table, name: ofShare(table.name, share) } : table,
    ),
    sums: projection.sums?.map((one) => ({ ...one, table: ofShare(one.table, share) })),
  };
};

const sharesOf = (count: number): Share[] => Array.from({ length: count }, (_, index) => ({ index, of: count }));

/** Creates the tables of sums of each share. */
export const createShareTables = async (targets: readonly FillTarget[], count: number, sql: Sql): Promise<void> => {
  for (const { projection, schema } of targets)
    for (const table of sumTablesOf(projection))
      for (const share of sharesOf(count))
        await sql.unsafe(createTable(schema, { ...table, name: ofShare(table.name, share) }));
};

/** How many rows are added up at once. */
const ROWS = 1_000;

/** Adds up the sums of all shares, and drops the tables of the shares. */
export const addUpShares = async (
  targets: readonly FillTarget[],
  count: number,
  { sql, copying }: { sql: Sql; copying: Sql },
): Promise<void> => {
  for (const { projection, schema } of targets)
    for (const table of sumTablesOf(projection)) {
      const names = sharesOf(count).map((share) => qualified(schema, ofShare(table.name, share)));
      const all = names.map((name) => `select id, state from ${name}`).join(' union all ');
      const reading = sql.unsafe<{ state: Row }[]>(`select state from (${all}) shares order by id`).cursor(ROWS);
      let open: Row | undefined;
      for await (const rows of reading) {
        const whole: Row[] = [];
        for (const { state } of rows) {
          if (open?.id === state.id) open = together(open, state);
          else {
            if (open) whole.push(open);
            open = state;
          }
        }
        await copyRows(copying, schema, table, whole);
      }
      if (open) await copyRows(copying, schema, table, [open]);
      for (const name of names) await sql.unsafe(`drop table ${name}`);
    }
};
