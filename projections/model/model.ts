import type { ColumnType, DomainEvent, State, SumTable } from '../../src/kernel/definition/resource.ts';
import type { Condition } from '../../src/values/condition.ts';
import type { Json } from '../../src/values/json.ts';

/**
 * A read model: tables, and how events change their rows. Nothing here depends on a database: a projector gets one
 * event and the rows that it names, in memory; loading and writing them is done elsewhere (projections/feed).
 */

/** A row of a read table. It is stored whole, as JSON, beside the columns that queries need. */
export interface Row {
  id: string;
  /** Id of the company, or of the partner for a partner's records. */
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
  /** The resources whose ids it holds, where it is a reference. */
  names?: readonly string[];
}

/** A read table. The columns `id` (the key), `scope_id` and `state` (the row as JSON) need not be declared. */
export interface ReadTable {
  /** Unique over all projections; the object name for the table of a resource. */
  name: string;
  scope: 'partner' | 'company';
  columns: readonly TableColumn[];
  /** The resource whose records it holds or sums; all tables of a resource are built together. */
  owner?: string;
  /** How many rows of a table name one of its rows; default those of a person or of a payroll. */
  namedBy?: 'few' | 'staff';
  /** The rows that a list of its resource shows; default all. */
  listed?: Condition;
  /** Raised by hand (versions.ts) when its content changes; default 1. */
  version?: number;
  /** Its rows are nearly always left as they were made: they are not kept in memory once they are written. */
  seldomChanges?: boolean;
  /** Categories of the streams that make its rows; default all that its projection handles. */
  categories?: readonly string[];
  /** Groups of columns, each with an index. */
  indexes: readonly {
    columns: readonly string[] /** Leave out rows where the first column is null. */;
    partial?: boolean;
  }[];
}

/** Identifies a row that an event may read or change. */
export interface RowRef {
  table: string;
  id: string;
  /** There is no such row before the event, so it need not be loaded. */
  fresh?: boolean;
}

/** The rows that an event named in `touches`. Rows are immutable: put a new one instead of changing one. */
export interface Rows {
  /** @throws when the event did not name the row in `touches`. */
  get(table: string, id: string): Row | undefined;
  put(table: string, row: Row): void;
  delete(table: string, id: string): void;
}

/** Folds events into rows. Pure: no clock, no I/O; the same events always give the same rows. */
export interface Projector {
  /** Whether it handles events of streams of a category (`employee` for `employee-emp_1`). */
  handles(category: string): boolean;
  /** The rows that the event reads or changes. @throws when the event's type is unknown. */
  touches(event: DomainEvent): readonly RowRef[];
  /** Changes the rows; `refs` is the result of `touches`. @throws when the event cannot be applied. */
  apply(event: DomainEvent, rows: Rows, refs: readonly RowRef[]): void;
}

/** A read model: tables in one schema, with one checkpoint. */
export interface Projection {
  /** `people`, `pay-items`, … */
  name: string;
  /** Raised with the version of any of its tables (versions.ts). */
  version: number;
  tables: readonly ReadTable[];
  projector: Projector;
  /** Those of `tables` whose rows are sums over the rows of another table. */
  sums?: readonly Sums[];
}

export interface Sums {
  /** The table whose rows are summed. */
  of: string;
  table: string;
  parts: SumTable['parts'];
}

/** `employee` of `employee-emp_1`. */
export const categoryOf = (stream: string): string => stream.slice(0, stream.indexOf('-'));

/** The resource that a table belongs to. */
export const ownerOf = ({ name, owner = name }: ReadTable): string => owner;

/** A projection reduced to the tables of some resources, to fill those from the events that they need alone. */
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
