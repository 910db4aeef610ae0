import type { Condition } from '../../src/values/condition.ts';
import { type Binding, type Bound, isNaming, ledBy, partsOf } from '../model/conditions.ts';
import type { ReadTable } from '../model/model.ts';
import { identifier } from '../model/tables.ts';

/** What a query selects from and by; its rows are called `t`. */
export interface RowsSql {
  from: string;
  where: string;
  /**
   * It is planned each time, with the table as large as it is then: a plan that is kept may be of when a table was small,
   * where every index seems as good.
   */
  isPlannedAnew: boolean;
  /** Of a list: what is selected of the rows of each id (`named.id`), with what ends its look-up, as `t`. */
  each?: (select: string, end: string) => string;
  /** An index has the rows of each id in the order of their own. */
  isInIdOrder?: boolean;
}

export interface RowsOptions {
  table: ReadTable;
  /** The table's name in SQL. */
  from: string;
  /** What the tenant filter says of `t`. */
  own: string;
  where: Condition;
  textOf(condition: Condition): string;
  binding: Binding;
}

/**
 * Rows of a tenant that a condition holds for. Those of records that it names (by a column of ids that an index leads with)
 * are found by that index, whatever the statistics of the table say: of a table that grew since it was analyzed they may
 * say that rows are found soonest by reading all of the company, again for each page. So the conditions that another
 * index could be chosen for are wrapped, and of a list each id is looked up by itself. Of several lists it is the first.
 */
export const rowsSql = ({ table, from, own, where, textOf, binding }: RowsOptions): RowsSql => {
  const parts = partsOf(where);
  if (parts.some((part) => part.is === 'equal' && isNaming(table, part)))
    return { from: `${from} t`, where: `(${own}) is true and ${textOf(where)}`, isPlannedAnew: true };
  const list = parts.find((part) => part.is === 'one_of' && isNaming(table, part));
  if (list?.is !== 'one_of') return { from: `${from} t`, where: `${own} and ${textOf(where)}`, isPlannedAnew: false };

  const indexes = ledBy(table, list.column);
  const isInIndex = (part: Condition): boolean =>
    (part.is === 'equal' || part.is === 'one_of' || part.is === 'compare') &&
    indexes.some((columns) => columns.includes(part.column));
  const found = [
    `t.${identifier(list.column)} = named.id`,
    `(${own}) is true`,
    ...parts
      .filter((part) => part !== list)
      .map((part) => (isInIndex(part) ? textOf(part) : `(${textOf(part)}) is true`)),
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

/** A query, and what it binds. */
export interface Statement extends Partial<Pick<RowsSql, 'isPlannedAnew'>> {
  text: string;
  values: Bound[];
}

/** Which values an array column holds anywhere: one row is enough for each, so no value's rows are gone through. */
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
