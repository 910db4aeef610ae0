import { type Condition, isSame } from '../../src/values/condition.ts';
import {
  type Asked,
  type Binding,
  type Bound,
  columnType,
  isAbsent,
  isNaming,
  isOfIds,
  ledBy,
  partsOf,
  unindexed,
} from '../model/conditions.ts';
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
  /** The table of a resource; undefined for one that is not served. */
  tableOf(object: string): ReadTable | undefined;
  /** The table's name in SQL. */
  from: string;
  /** The tenant filter for `t`. */
  own: string;
  /** Whether that is of all companies of a partner. */
  isOfMany: boolean;
  where: Condition;
  textOf(condition: Condition, among?: Asked): string;
  binding: Binding;
}

/**
 * SQL for the rows of a tenant that a condition holds for. A condition that selects by ids, in a column that an index
 * begins with, always uses that index. The statistics of a table that grew since it was analyzed may favour reading all
 * rows of the company instead, again for each page. So the conditions that another index could serve are wrapped in
 * expressions, and each id of a list is looked up by itself; with several lists, that is the first one. An id that few
 * rows name goes before one that many name. Of all companies of a partner, texts of a list are looked up as ids are.
 */
export const rowsSql = ({ table, tableOf, from, own, isOfMany, where, textOf, binding }: RowsOptions): RowsSql => {
  const parts = partsOf(where);
  const breadth = (part: Condition) => breadthOf(table, part, tableOf);
  const asked = (part: Condition) => askedFor(part, tableOf);
  const named = parts.filter((part) => part.is === 'equal' && isNaming(table, part));
  const least = Math.min(...named.map(breadth));
  const isList = (part: Condition) =>
    isNaming(table, part) || (isOfMany && isIndexed(table, part) && isOfText(table, part));
  const list = parts.filter((part) => part.is === 'one_of').find(isList);
  if (!list || (named.length > 0 && breadth(list) >= least)) {
    const either = parts.find((part) => part.is === 'any' && breadth(part) < least);
    const leading = either ? [either] : named.filter((part) => breadth(part) === least);
    if (leading.length === 0) {
      // Of an array only its own index is of use. Rows of all companies of a partner would be gone through again for
      // each company, where another index has them.
      const isOwnUseless = parts.some((part) => isInArray(table, part) || (isOfMany && isIndexed(table, part)));
      const tenant = isOwnUseless ? `(${own}) is true` : own;
      // As a join, all rows of the company may be gone through again for each of the others, where they seem few.
      const texts = parts.map((part) => (isAmongEither(part) ? unindexed(textOf(part)) : textOf(part)));
      return { from: `${from} t`, where: [tenant, ...texts].join(' and '), isPlannedAnew: false };
    }
    const areFew = leading.every((part) => breadth(part) < OF_STAFF);
    const isLater = (part: Condition): boolean =>
      isWithin(named, part) || (part.is === 'among' ? areFew : named.includes(part) && !leading.includes(part));
    const texts = parts.map((part) => (isLater(part) ? unindexed(textOf(part, asked(part))) : textOf(part)));
    return { from: `${from} t`, where: [`(${own}) is true`, ...texts].join(' and '), isPlannedAnew: true };
  }

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
      .map((part) => (isInIndex(part) ? textOf(part, 'array') : unindexed(textOf(part, asked(part))))),
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
 * How many rows a condition leaves by the ids that it names, in one column or in either of several, as an employee's or
 * a contractor's; without limit where it names none.
 */
const breadthOf = (table: ReadTable, part: Condition, tableOf: TableOf): number => {
  if (part.is === 'any') return Math.max(...part.of.map((one) => breadthOf(table, one, tableOf)));
  return 'column' in part && isNaming(table, part)
    ? breadthOfId(table, part.column, tableOf)
    : Number.POSITIVE_INFINITY;
};

/** How many rows have one id in a column, by what the tables of the resources that it names say. */
const breadthOfId = (table: ReadTable, column: string, tableOf: TableOf): number => {
  if (column === 'id') return OF_FEW;
  const { names = [] } = table.columns.find(({ name }) => name === column) ?? {};
  const breadths = names.map((object) => BREADTHS[tableOf(object)?.namedBy ?? 'default']);
  return breadths.length > 0 ? Math.min(...breadths) : BREADTHS.default;
};

const OF_FEW = 0;
const OF_STAFF = 2;
const BREADTHS = { few: OF_FEW, default: 1, staff: OF_STAFF };

type TableOf = RowsOptions['tableOf'];

/**
 * How rows of another table are asked for, beside an id that has selected some rows. They are gathered first, and each
 * row is looked for among them; of stubs there are those of years, so each row's own one is looked at.
 */
const askedFor = (part: Condition, tableOf: TableOf): Asked => {
  if (part.is !== 'among' || part.object !== 'pay_stub' || part.select !== 'id') return 'rows';
  const stubs = tableOf(part.object);
  return stubs && partsOf(part.where).some((inner) => isWithinStaff(stubs, inner, tableOf)) ? 'rows' : 'by_each';
};

/** Whether rows that fit are at most those of a person or of a payroll. */
const isWithinStaff = (table: ReadTable, part: Condition, tableOf: TableOf): boolean =>
  (part.is === 'equal' || part.is === 'one_of') &&
  isOfIds(part.column) &&
  breadthOfId(table, part.column, tableOf) < OF_STAFF;

const isInArray = (table: ReadTable, part: Condition): boolean =>
  part.is === 'overlapping' && ledBy(table, part.column).length > 0;

/** Whether an index begins with the column that a condition gives values for. */
const isIndexed = (table: ReadTable, part: Condition): boolean =>
  (part.is === 'equal' || part.is === 'one_of') && ledBy(table, part.column).length > 0;

/** Whether a condition is on one text, as ids are. */
const isOfText = (table: ReadTable, part: Condition): boolean =>
  'column' in part && columnType(table, part.column) === 'text';

/** Whether a condition asks for rows of another table as one of several ways to be selected. */
const isAmongEither = (part: Condition): boolean =>
  part.is === 'any' && part.of.some((one) => partsOf(one).some(({ is }) => is === 'among'));

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
  { table, from, where, binding, isPlannedAnew }: RowsSql & { table: ReadTable; binding: Binding },
  column: string,
  values: readonly string[],
): Statement => {
  const asked = binding.bind([...values]);
  const holds = `t.${identifier(column)} && array[v.value]`;
  const own = ledBy(table, column).length > 0 ? unindexed(where) : where;
  return {
    text: `select v.value from unnest(${asked}::text[]) as v (value) where exists (select from ${from} where ${own} and ${holds})`,
    values: binding.values,
    isPlannedAnew,
  };
};
