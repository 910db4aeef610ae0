import type { ColumnType, DomainEvent, State, SumTable } from '../../src/kernel/definition/resource.ts';
import type { Condition } from '../../src/values/condition.ts';
import type { Json } from '../../src/values/json.ts';

/**
 * What a read model is: tables, and how events change their rows. Nothing here knows a database: a projector sees one
 * event and the rows that it names, in memory, and the runner does the rest.
 */

/** A row of a read table. It is kept whole, as JSON, beside the columns that queries need. */
export interface Row {
  id: string;
  /** The company, or the partner for a partner's records. */
  scope_id: string;
  [member: string]: Json;
}

/** A row of a record's table is its state. */
// The projections that fold records write states alone; tables of sums have rows of their own.
export const stateOf = (row: Row): State => row as State;

export interface TableColumn {
  name: string;
  type: ColumnType | 'timestamptz';
  /** Its value for a row. */
  of(row: Row): Json;
}

/** A read table. `id` (the key), `scope_id` and `state` (the row as JSON) come by themselves. */
export interface ReadTable {
  /** Unique over all projections; for a resource its object name. */
  name: string;
  scope: 'partner' | 'company';
  columns: readonly TableColumn[];
  /** The resource whose records it holds or sums: its tables are built together. */
  owner?: string;
  /** What a list of its resource shows; default every row. */
  listed?: Condition;
  /** Raised by hand (versions.ts) when what is in it changes; default 1. */
  version?: number;
  /** Streams that its rows are made by; default all that its projection handles. */
  categories?: readonly string[];
  /** Column groups with an index each. */
  indexes: readonly {
    columns: readonly string[] /** Leave out rows where the first column is null. */;
    partial?: boolean;
  }[];
}

/** Names a row that an event may read or change. */
export interface RowRef {
  table: string;
  id: string;
  /** The event makes the row whatever was there before, so nothing has to be loaded. */
  fresh?: boolean;
}

/** The rows that an event named, as a projector sees them. Rows are values: put a new one, never alter one. */
export interface Rows {
  /** @throws when the event did not name the row in `touches`. */
  get(table: string, id: string): Row | undefined;
  put(table: string, row: Row): void;
  delete(table: string, id: string): void;
}

/** How events become rows. Pure: no clock, no I/O; the same events always give the same rows. */
export interface Projector {
  /** Whether events of streams of this category (`employee` of `employee-emp_1`) concern it at all. */
  handles(category: string): boolean;
  /** The rows that the event reads or changes. Throws when it does not know the event's type. */
  touches(event: DomainEvent): readonly RowRef[];
  /** Changes the rows; `refs` is what `touches` gave. A throw stops this projection at this event. */
  apply(event: DomainEvent, rows: Rows, refs: readonly RowRef[]): void;
}

/** A read model: its tables live together, and have one checkpoint. */
export interface Projection {
  /** `people`, `pay-items`, … */
  name: string;
  /** Greater when any of its tables has another version (versions.ts). */
  version: number;
  tables: readonly ReadTable[];
  projector: Projector;
  /** Tables among `tables` whose rows are sums over the rows of another one. */
  sums?: readonly Sums[];
}

export interface Sums {
  /** Table whose rows are summed. */
  of: string;
  table: string;
  parts: SumTable['parts'];
}

/** `employee` of `employee-emp_1`. */
export const categoryOf = (stream: string): string => stream.slice(0, stream.indexOf('-'));

/** The resource that a table belongs to. */
export const ownerOf = ({ name, owner = name }: ReadTable): string => owner;

/** A projection with the tables of some resources alone: what fills those, and reads no more of the log than they need. */
export const onlyTablesOf = (projection: Projection, owners: ReadonlySet<string>): Projection => {
  const tables = projection.tables.filter((table) => owners.has(ownerOf(table)));
  const names = new Set(tables.map(({ name }) => name));
  const { projector } = projection;
  return {
    ...projection,
    tables,
    sums: projection.sums?.filter(({ table }) => names.has(table)),
    projector: {
      handles: (category) =>
        projector.handles(category) && tables.some(({ categories }) => categories?.includes(category) ?? true),
      touches: (event) => projector.touches(event).filter(({ table }) => names.has(table)),
      apply: (event, rows, refs) => projector.apply(event, rows, refs),
    },
  };
};
