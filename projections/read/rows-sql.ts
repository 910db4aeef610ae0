import { type Condition, isSame } from '../../src/values/condition.ts';
import { type Binding, type Bound, isAbsent, isNaming, ledBy, partsOf } from '../model/conditions.ts';
import type { ReadTable } from '../model/model.ts';
import { identifier } from '../model/tables.ts';

/** The FROM and WHERE of a query over rows with the alias `t`. */
export interface RowsSql {
  from: string;
  where: string;
  /**
   * Whether it must be planned anew each time: a cached plan may be from when the table was small and all indexes
   * seemed equally good.
   */
  isPlannedAnew: boolean;
  /** For a list of ids: selects from the rows of each id (`named.id`) as `t`; `end` is the end of each look-up. */
  each?: (select: string, end: string) => string;
  /** Whether an index has the rows of each id ordered by their own ids. */
  isInIdOrder?: boolean;
}

export interface RowsOptions {
  table: ReadTable;
  /** The table's name in SQL. */
  from: string;
  /** The tenant filter for `t`. */
  own: string;
  where: Condition;
  textOf(condition: Condition, among?: 'array'): string;
  binding: Binding;
}

/**
 * SQL for the rows of a tenant that a condition holds for. A condition that selects by ids, in a column that an index
 * begins with, always uses that index. The statistics of a table that grew since it was analyzed may favour reading all
 * rows of the company instead, again for each page. So the conditions that another index could serve are wrapped in
 * expressions, and each id of a list is looked up by itself; with several lists, that is the first one.
 */
export const rowsSql = ({ table, from, own, where, textOf, binding }: RowsOptions): RowsSql => {
  const parts = partsOf(where);
  const named = parts.filter((part) => part.is === 'equal' && isNaming(table, part));
  if (named.length > 0) {
    const texts = parts.map((part) => (isWithin(named, part) ? unindexed(textOf(part)) : textOf(part)));
    return { from: `${from} t`, where: [`(${own}) is true`, ...texts].join(' and '), isPlannedAnew: true };
  }
  const list = parts.find((part) => part.is === 'one_of' && isNaming(table, part));
  if (list?.is !== 'one_of') return { from: `${from} t`, where: `${own} and ${textOf(where)}`, isPlannedAnew: false };

  const indexes = ledBy(table, list.column);
  const isInIndex = (part: Condition): boolean => {
    const column = columnAsked(part, table);
    return column !== undefined && indexes.some((columns) => columns.includes(column));
  };
  const found = [
    `t.${identifier(list.column)} = named.id`,
    `(${own}) is true`,
    ...parts
      .filter((part) => part !== list)
      .map((part) => (isInIndex(part) ? textOf(part, 'array') : unindexed(textOf(part)))),
  ].join(' and ');
  const ids = binding.bind([...new Set(list.values.map(String))]);
  const each = (select: string, end: string) =>
    `unnest(${ids}::text[]) as named(id) cross join lateral (select ${select} from ${from} t where ${found} ${end}) t`;
  return {
    // Without its offset the look-up of each id would be planned away.
    from: each('t.*', 'offset 0'),
    where: 'true',
    isPlannedAnew: true,
    each,
    isInIdOrder: indexes.some(([, second]) => second === 'id'),
  };
};

/**
 * A condition in a form that no index serves. `is true` would not do: of a flag, `(is_filed = true) is true` is
 * `is_filed` to PostgreSQL, which an index that begins with the flag serves.
 */
const unindexed = (text: string): string => `coalesce(${text}, false)`;

/**
 * Whether a condition asks for rows of another table that are named by the same id, as lines of a payroll by stubs of
 * it. They are found once, and each row is looked for among them: as a join, all of them may be gone through again for
 * each row, where they seem to be few.
 */
const isWithin = (named: readonly Condition[], part: Condition): boolean => {
  if (part.is === 'any' || part.is === 'all') return part.of.some((one) => isWithin(named, one));
  return part.is === 'among' && partsOf(part.where).some((inner) => named.some((one) => isSame(one, inner)));
};

/** The column of a condition that an index with this column may serve. */
const columnAsked = (part: Condition, table: ReadTable): string | undefined => {
  if (isAbsent(part, table)) return part.of.column;
  // Every index ends with the id: as an array, many ids would be gone through for each row.
  if (part.is === 'among') return part.column === 'id' ? undefined : part.column;
  return part.is === 'equal' || part.is === 'one_of' || part.is === 'compare' ? part.column : undefined;
};

/** A query with its parameters. */
export interface Statement extends Partial<Pick<RowsSql, 'isPlannedAnew'>> {
  text: string;
  values: Bound[];
}

/** Finds which values occur in an array column: one row is enough for each value, so the search stops there. */
export const existingInArrays = (
  { from, where, binding, isPlannedAnew }: RowsSql & { binding: Binding },
  column: string,
  values: readonly string[],
): Statement => {
  const asked = binding.bind([...values]);
  const holds = `t.${identifier(column)} && array[v.value]`;
  return {
    text: `select v.value from unnest(${asked}::text[]) as v (value) where exists (select from ${from} where ${where} and ${holds})`,
    values: binding.values,
    isPlannedAnew,
  };
};
