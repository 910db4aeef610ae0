import type { ReadTable, Row, RowRef, Rows } from '../model/model.ts';

/**
 * The rows of a generation that is being filled. Rows stay here while events change them and are spilled to their table
 * when memory is needed, those first that were not used recently; most are written once. A spilled row that is needed
 * again is read back, and replaced in its table by the next spill.
 */
export interface FillCache {
  /** The ids, by table, that have to be read back before these rows can be used. */
  missing(refs: Iterable<RowRef>): Map<string, string[]>;
  loaded(table: string, ids: readonly string[], found: ReadonlyMap<string, { row: Row }>): void;
  rows: Rows;
  /** Approximate bytes of JSON of the rows used since the last spill; the other rows take no more than these. */
  recent_bytes(): number;
  /** Removes rows that are to be written: those not used since the last spill, or all. */
  spill(all: boolean): Spill[];
}

export interface Spill {
  table: ReadTable;
  rows: Row[];
  /** Ids whose rows in the table are outdated or deleted, and must be deleted there first. */
  outdated: string[];
}

interface Entry {
  row: Row | undefined;
  /** Whether the table has a row of this id. */
  stored: boolean;
  /** Whether it differs from the row in the table. */
  dirty: boolean;
}

interface Held {
  table: ReadTable;
  /** Used since the last spill, and not. A row that is used moves from the second to the first. */
  recent: Map<string, Entry>;
  older: Map<string, Entry>;
  /** Whether rows were written: a row that is not here may be in the table. */
  spilled: boolean;
  /** Bytes of a row, as a moving average of samples. */
  row_bytes: number;
  puts: number;
}

const ENTRY_bytes = 100;
/** The size of one row in so many is measured. */
const SAMPLE = 32;

class BoundedFillCache implements FillCache {
  private readonly held: Map<string, Held>;
  readonly rows: FillCache['rows'];

  constructor(tables: readonly ReadTable[]) {
    this.held = new Map<string, Held>(
      tables.map((table) => [
        table.name,
        { table, recent: new Map(), older: new Map(), spilled: false, row_bytes: ENTRY_bytes, puts: 0 },
      ]),
    );
    this.rows = {
      get: (table, id) => this.entryOf(table, id).row,
      put: (table, row) => {
        const entry = this.entryOf(table, row.id);
        entry.row = row;
        entry.dirty = true;
        this.weigh(this.find(table), row);
      },
      delete: (table, id) => {
        const entry = this.entryOf(table, id);
        entry.row = undefined;
        entry.dirty = true;
      },
    };
  }

  readonly missing: FillCache['missing'] = (refs) => {
    const ids = new Map<string, Set<string>>();
    for (const { table, id, fresh } of refs) {
      const { recent, older, spilled } = this.find(table);
      if (recent.has(id)) continue;
      const entry = older.get(id);
      if (entry) {
        older.delete(id);
        recent.set(id, entry);
      } else if (fresh || !spilled) recent.set(id, { row: undefined, stored: false, dirty: false });
      else {
        const ofTable = ids.get(table);
        if (ofTable) ofTable.add(id);
        else ids.set(table, new Set([id]));
      }
    }
    return new Map([...ids].map(([table, set]) => [table, [...set]]));
  };

  readonly loaded: FillCache['loaded'] = (table, ids, found) => {
    const { recent } = this.find(table);
    for (const id of ids) {
      const row = found.get(id)?.row;
      recent.set(id, { row, stored: row !== undefined, dirty: false });
    }
  };

  readonly recent_bytes: FillCache['recent_bytes'] = () => {
    let bytes = 0;
    for (const { recent, row_bytes } of this.held.values()) bytes += recent.size * row_bytes;
    return bytes;
  };

  readonly spill: FillCache['spill'] = (all) =>
    [...this.held.values()].flatMap((one) => {
      const rows: Row[] = [];
      const outdated: string[] = [];
      for (const entries of all ? [one.older, one.recent] : [one.older])
        for (const [id, { row, stored, dirty }] of entries) {
          if (!dirty) continue;
          if (stored) outdated.push(id);
          if (row) rows.push(row);
        }
      one.older = all ? new Map() : one.recent;
      one.recent = new Map();
      if (rows.length > 0) one.spilled = true;
      return rows.length > 0 || outdated.length > 0 ? [{ table: one.table, rows, outdated }] : [];
    });

  private find(table: string): Held {
    const found = this.held.get(table);
    if (!found) throw new Error(`the projection has no table ${table}`);
    return found;
  }

  private entryOf(table: string, id: string): Entry {
    const entry = this.find(table).recent.get(id);
    if (!entry) throw new Error(`row ${id} of ${table} was not named in touches`);
    return entry;
  }

  private weigh(one: Held, row: Row): void {
    if (one.puts++ % SAMPLE !== 0) return;
    const weight = ENTRY_bytes + JSON.stringify(row).length;
    // Larger rows raise the average at once, smaller ones lower it slowly, so that the limit holds.
    one.row_bytes = weight > one.row_bytes ? weight : one.row_bytes * 0.9 + weight * 0.1;
  }
}

export const makeFillCache = (tables: readonly ReadTable[]): FillCache => new BoundedFillCache(tables);
