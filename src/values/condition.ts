import { isDeepStrictEqual } from 'node:util';
import { isObject, isText, textIf } from './json.ts';

/**
 * What a read may ask for, as data: contexts declare it, the reader turns it into SQL with bound values. Columns are
 * those of the resource's read table.
 */
export type Scalar = string | number | boolean | bigint;
export type Comparison = '<' | '<=' | '>' | '>=' | '=';

export type Condition =
  | { is: 'equal'; column: string; value: Scalar }
  | { is: 'one_of'; column: string; values: readonly Scalar[] }
  /** The column holds something; an array, at least one value. */
  | { is: 'present'; column: string }
  | { is: 'compare'; column: string; by: Comparison; value: Scalar }
  /** Text found in any of the columns, without regard to case. */
  | { is: 'matching'; columns: readonly string[]; text: string }
  /** The array column shares a value with these. */
  | { is: 'overlapping'; column: string; values: readonly string[] }
  | { is: 'all'; of: readonly Condition[] }
  | { is: 'any'; of: readonly Condition[] }
  | { is: 'not'; of: Condition }
  /** The column's value is found in `select` of another resource's rows (of the same tenant). */
  | { is: 'among'; column: string; object: string; select: string; where: Condition };

export const equal = (column: string, value: Scalar): Condition => ({ is: 'equal', column, value });
export const oneOf = (column: string, values: readonly Scalar[]): Condition => ({ is: 'one_of', column, values });
export const present = (column: string): Condition => ({ is: 'present', column });
export const absent = (column: string): Condition => not(present(column));
export const compare = (column: string, by: Comparison, value: Scalar): Condition => ({
  is: 'compare',
  column,
  by,
  value,
});
export const matching = (columns: readonly string[], text: string): Condition => ({ is: 'matching', columns, text });
export const overlapping = (column: string, values: readonly string[]): Condition => ({
  is: 'overlapping',
  column,
  values,
});
export const all = (...of: readonly Condition[]): Condition => ({ is: 'all', of });
export const any = (...of: readonly Condition[]): Condition => ({ is: 'any', of });
export const not = (of: Condition): Condition => ({ is: 'not', of });
export const among = (column: string, object: string, select: string, where: Condition): Condition => ({
  is: 'among',
  column,
  object,
  select,
  where,
});
/** Holds for every row. */
export const ALWAYS: Condition = all();
/** A condition without parts that plainly hold for every row. */
const withoutAlways = (condition: Condition): Condition => {
  if (condition.is !== 'all') return condition;
  const parts = condition.of.map(withoutAlways).flatMap((part) => (part.is === 'all' ? part.of : [part]));
  return parts.length === 1 ? parts[0]! : all(...parts);
};
/** Whether two conditions are plainly the same, by how they are written. */
export const isSame = (one: Condition, other: Condition): boolean =>
  isDeepStrictEqual(withoutAlways(one), withoutAlways(other));
/** Holds for no row. */
export const NEVER: Condition = any();

/** A date filter as it comes: an exact date, or operators that may be combined. */
export type DateFilter = string | { gt?: string; gte?: string; lt?: string; lte?: string };

/** A date filter among the values of a query, whose schema has admitted it; nothing of anything else. */
export const dateFilterOf = (value: unknown): DateFilter | undefined => {
  if (isText(value)) return value;
  if (!isObject(value)) return undefined;
  const { gt, gte, lt, lte } = value;
  return { gt: textIf(gt), gte: textIf(gte), lt: textIf(lt), lte: textIf(lte) };
};

export const dateCondition = (column: string, filter: DateFilter): Condition => {
  if (typeof filter === 'string') return equal(column, filter);
  const parts: Condition[] = [];
  if (filter.gt !== undefined) parts.push(compare(column, '>', filter.gt));
  if (filter.gte !== undefined) parts.push(compare(column, '>=', filter.gte));
  if (filter.lt !== undefined) parts.push(compare(column, '<', filter.lt));
  if (filter.lte !== undefined) parts.push(compare(column, '<=', filter.lte));
  return all(...parts);
};
