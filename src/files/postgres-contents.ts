import type { Sql } from '../database/connect.ts';
import type { Contents } from './contents.ts';

/** Bytes of files in PostgreSQL, a row for each piece: in the same backup as everything else. */
export const postgresContents = (sql: Sql): Contents => ({
  kept_in: 'database',
  write: async (id, boxes, touch) => {
    let n = 0;
    for await (const box of boxes) {
      await touch();
      await sql`insert into file_pieces (content, n, box) values (${id}, ${n++}, ${Buffer.from(box)})`;
    }
  },
  read: async function* (id) {
    for (let n = 0; ; n++) {
      const [row] = await sql<{ box: Buffer }[]>`select box from file_pieces where content = ${id} and n = ${n}`;
      if (!row) return;
      yield row.box;
    }
  },
  measure: async (contents) => {
    const ids = contents.map(({ id }) => id);
    // The length of a box is beside it.
    const rows = await sql<{ content: string; bytes: bigint }[]>`
      select content, sum(octet_length(box)) as bytes from file_pieces where content = any (${ids}::uuid[])
      group by content`;
    return new Map(rows.map(({ content, bytes }) => [content, Number(bytes)]));
  },
  remove: async (ids) => {
    await sql`delete from file_pieces where content = any (${ids}::uuid[])`;
  },
});
