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

/** The column holds this value. */
export const equal = (column: string, value: Scalar): Condition => ({ is: 'equal', column, value });
/** The column holds one of these values; of none of them, no row. */
export const oneOf = (column: string, values: readonly Scalar[]): Condition => ({ is: 'one_of', column, values });
/** The column holds something; an array, at least one value. */
export const present = (column: string): Condition => ({ is: 'present', column });
/** The column holds nothing; an array, no value. */
export const absent = (column: string): Condition => not(present(column));
/** The column compares so with the value; a column that holds nothing does not. */
export const compare = (column: string, by: Comparison, value: Scalar): Condition => ({
  is: 'compare',
  column,
  by,
  value,
});
/** The text is found in any of the columns, without regard to case. */
export const matching = (columns: readonly string[], text: string): Condition => ({ is: 'matching', columns, text });
/** The array column shares a value with these. */
export const overlapping = (column: string, values: readonly string[]): Condition => ({
  is: 'overlapping',
  column,
  values,
});
/** All of these hold; of none, always. */
export const all = (...of: readonly Condition[]): Condition => ({ is: 'all', of });
/** One of these holds at least; of none, never. */
export const any = (...of: readonly Condition[]): Condition => ({ is: 'any', of });
/** It does not hold. */
export const not = (of: Condition): Condition => ({ is: 'not', of });
/** The column's value is found in `select` of another resource's rows, of the same tenant, that fit `where`. */
export const among = (column: string, object: string, select: string, where: Condition): Condition => ({
  is: 'among',
  column,
  object,
  select,
  where,
});
/** Holds for every row. */
export const ALWAYS: Condition = all();
/**
 * Each word of a text is found in any of the columns. So a whole name is found, though its parts are in columns of
 * their own, and whichever of them comes first ("Roy, Al"); and so is one that is still being written ("Roy, ").
 */
export const matchingWords = (columns: readonly string[], text: string): Condition => {
  const words = new Set(text.split(/[\s,]+/).filter((word) => word !== ''));
  if (words.size === 0) return matching(columns, text);
  const [first, ...more] = [...words].map((word) => matching(columns, word));
  return more.length === 0 ? first! : all(first!, ...more);
};
/** A condition without parts that plainly hold for every row. */
const withoutAlways = (condition: Condition): Condition => {
  if (condition.is !== 'all') return condition;
  const parts = condition.of.map(withoutAlways).flatMap((part) => (part.is === 'all' ? part.of : [part]));
  return parts.length === 1 ? parts[0]! : all(...parts);
};
/** Whether two conditions are plainly the same, by how they are written. */
export const isSame = (one: Condition, other: Condition): boolean =>
  isDeepStrictEqual(withoutAlways(one), withoutAlways(other));
/** Whether a condition looks for a text within the rows: no index finds it, so all of them are looked through. */
export const looksForText = (condition: Condition): boolean => {
  switch (condition.is) {
    case 'matching':
      return true;
    case 'all':
    case 'any':
      return condition.of.some(looksForText);
    case 'not':
      return looksForText(condition.of);
    case 'among':
      return looksForText(condition.where);
    default:
      return false;
  }
};
/** A date filter as it comes: an exact date, or operators that may be combined. */
export type DateFilter = string | { gt?: string; gte?: string; lt?: string; lte?: string };

/** A date filter among the values of a query, whose schema has admitted it; nothing of anything else. */
export const dateFilterOf = (value: unknown): DateFilter | undefined => {
  if (isText(value)) return value;
  if (!isObject(value)) return undefined;
  const { gt, gte, lt, lte } = value;
  return { gt: textIf(gt), gte: textIf(gte), lt: textIf(lt), lte: textIf(lte) };
};

/** A date filter as a condition on a column; operators that come together all hold. */
export const dateCondition = (column: string, filter: DateFilter): Condition => {
  if (typeof filter === 'string') return equal(column, filter);
  const parts: Condition[] = [];
  if (filter.gt !== undefined) parts.push(compare(column, '>', filter.gt));
  if (filter.gte !== undefined) parts.push(compare(column, '>=', filter.gte));
  if (filter.lt !== undefined) parts.push(compare(column, '<', filter.lt));
  if (filter.lte !== undefined) parts.push(compare(column, '<=', filter.lte));
  return all(...parts);
};
