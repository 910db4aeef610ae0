import type { ReadTable, Row, RowRef, Rows } from './model.ts';

/**
 * The rows of one projection in memory: those that the current batch needs, and those used recently. Only the holder of
 * the projection's lease writes its tables, so a cached row stays valid until the lease is lost; then everything is
 * forgotten.
 */
export interface RowCache {
  /** The ids, by table, that have to be loaded before these rows can be used. */
  missing(refs: Iterable<RowRef>): Map<string, string[]>;
  /** Adds the rows that were found for the ids asked for. */
  loaded(table: string, ids: readonly string[], found: ReadonlyMap<string, { row: Row; bytes: number }>): void;
  rows: Rows;
  /** Rows changed since the last `written`, by table. The JSON made here also gives the size of each row. */
  changes(): TableChanges[];
  /**
   * To be called once the changes are in the tables. Rows beyond the limit are evicted, least recently used first, and
   * those of tables that seldom change at once.
   */
  written(): void;
  /** Approximate size: bytes of JSON and overhead of entries; rows changed since the last `changes` count as before. */
  bytes(): number;
  forget(): void;
}

export interface TableChanges {
  table: ReadTable;
  /** Generated lazily; can be read only once. */
  rows: Iterable<WrittenRow>;
  /** Ids of deleted rows. */
  gone: string[];
}

/** A row and its JSON. */
export interface WrittenRow {
  row: Row;
  state: string;
}

interface Entry {
  row: Row | undefined;
  bytes: number;
}

/** Overhead of an entry in bytes; the whole size of an entry without a row. */
const ENTRY_bytes = 100;

class LimitedRowCache implements RowCache {
  private readonly limit_bytes: number;
  private readonly known: Map<string, { table: ReadTable; entries: Map<string, Entry> }>;
  private readonly dirty = new Map<string, Map<string, Entry>>();
  private held_bytes = 0;
  readonly rows: RowCache['rows'];

  constructor(tables: readonly ReadTable[], limit_bytes: number) {
    this.limit_bytes = limit_bytes;
    this.known = new Map(tables.map((table) => [table.name, { table, entries: new Map<string, Entry>() }]));
    this.rows = {
      get: (table, id) => {
        const entry = this.entriesOf(table).get(id);
        if (!entry) throw new Error(`row ${id} of ${table} was not named in touches`);
        return entry.row;
      },
      put: (table, row) => this.change(table, row.id, row),
      delete: (table, id) => this.change(table, id, undefined),
    };
  }

  readonly missing: RowCache['missing'] = (refs) => {
    const ids = new Map<string, Set<string>>();
    for (const { table, id, fresh } of refs) {
      const entries = this.entriesOf(table);
      const entry = entries.get(id);
      if (entry) {
        entries.delete(id);
        entries.set(id, entry);
      } else if (fresh) this.set(entries, id, undefined, 0);
      else {
        const ofTable = ids.get(table);
        if (ofTable) ofTable.add(id);
        else ids.set(table, new Set([id]));
      }
    }
    return new Map([...ids].map(([table, set]) => [table, [...set]]));
  };

  readonly loaded: RowCache['loaded'] = (table, ids, found) => {
    const entries = this.entriesOf(table);
    for (const id of ids) {
      const one = found.get(id);
      this.set(entries, id, one?.row, one?.bytes ?? 0);
    }
  };

  readonly changes: RowCache['changes'] = () =>
    [...this.dirty].map(([name, changed]) => ({
      table: this.known.get(name)!.table,
      rows: this.weighed(changed.values()),
      gone: [...changed].flatMap(([id, { row }]) => (row ? [] : [id])),
    }));

  /** Rows with their JSON, whose length is noted as their size. */
  private *weighed(entries: Iterable<Entry>): Generator<WrittenRow> {
    for (const entry of entries) {
      const { row } = entry;
      if (!row) continue;
      const state = JSON.stringify(row);
      this.held_bytes += ENTRY_bytes + state.length - entry.bytes;
      entry.bytes = ENTRY_bytes + state.length;
      yield { row, state };
    }
  }

  readonly written: RowCache['written'] = () => {
    for (const [name, changed] of this.dirty)
      if (this.known.get(name)?.table.seldomChanges) for (const id of changed.keys()) this.drop(name, id);
    this.dirty.clear();
    this.evict();
  };

  readonly bytes: RowCache['bytes'] = () => this.held_bytes;

  readonly forget: RowCache['forget'] = () => {
    this.dirty.clear();
    for (const { entries } of this.known.values()) entries.clear();
    this.held_bytes = 0;
  };

  private entriesOf(table: string): Map<string, Entry> {
    const found = this.known.get(table);
    if (!found) throw new Error(`the projection has no table ${table}`);
    return found.entries;
  }

  private set(entries: Map<string, Entry>, id: string, row: Row | undefined, row_bytes: number): Entry {
    const old = entries.get(id);
    if (old) {
      this.held_bytes -= old.bytes;
      // Moved to the end: the order of the Map is the order of use.
      entries.delete(id);
    }
    const entry = { row, bytes: ENTRY_bytes + row_bytes };
    this.held_bytes += entry.bytes;
    entries.set(id, entry);
    return entry;
  }

  private drop(table: string, id: string): void {
    const entries = this.entriesOf(table);
    this.held_bytes -= entries.get(id)?.bytes ?? 0;
    entries.delete(id);
  }

  private change(table: string, id: string, row: Row | undefined): void {
    const entries = this.entriesOf(table);
    const entry = this.set(entries, id, row, row ? (entries.get(id)?.bytes ?? ENTRY_bytes) - ENTRY_bytes : 0);
    let changed = this.dirty.get(table);
    if (!changed) {
      changed = new Map();
      this.dirty.set(table, changed);
    }
    changed.set(id, entry);
  }

  private evict(): void {
    while (this.held_bytes > this.limit_bytes) {
      let evicted = 0;
      for (const { entries } of this.known.values()) {
        let left = Math.ceil(entries.size / 4);
        for (const [id, entry] of entries) {
          if (left-- === 0) break;
          entries.delete(id);
          this.held_bytes -= entry.bytes;
          evicted += 1;
        }
      }
      if (evicted === 0) return;
    }
  }
}

export const makeRowCache = (tables: readonly ReadTable[], limit_bytes: number): RowCache =>
  new LimitedRowCache(tables, limit_bytes);
