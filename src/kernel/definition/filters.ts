import { z } from 'zod';
import {
  absent,
  all,
  any,
  compare,
  type DateFilter,
  dateCondition,
  equal,
  matching,
  not,
  oneOf,
  present,
} from '../../values/condition.ts';
import type { Filter } from './resource.ts';
import { dateFilterSchema, dateSchema, queryFlag, refine, searchSchema, textSchema, words } from './schemas.ts';

/** The filters that resources declare: what a value looks like and which rows it keeps. */

/** The column equals the text given. */
export const sameText = (column: string, describe?: string): Filter => ({
  schema: textSchema({ min: 1, max: 10_240 }),
  describe,
  where: (value: string) => equal(column, value),
});

/** The column is one of the values of an enum, given one by one or with commas. */
export const oneOfValues = (column: string, values: readonly [string, ...string[]]): Filter => ({
  schema: words(values),
  form: 'array',
  where: (value: string[]) => oneOf(column, value),
});

/** A date, or operators in brackets. */
export const onDate = (column: string): Filter => ({
  schema: dateFilterSchema(),
  form: 'date',
  where: (value: DateFilter) => dateCondition(column, value),
});

/** true: the column holds something; false: it does not. */
export const hasValue = (column: string): Filter => ({
  schema: queryFlag(),
  where: (value: boolean) => (value ? present(column) : absent(column)),
});

/** In force on a day: from `effective_from` to `effective_to`, both included. */
const inForce = (day: string) =>
  all(compare('effective_from', '<=', day), any(absent('effective_to'), compare('effective_to', '>=', day)));

export const effectiveOn: Filter = { schema: dateSchema(), where: (day: string) => inForce(day) };
export const notEffectiveOn: Filter = { schema: dateSchema(), where: (day: string) => not(inForce(day)) };

/** Text found in any of the columns. */
export const namesMatching = (columns: readonly string[]): Filter => ({
  schema: searchSchema(),
  where: (text: string) => matching(columns, text),
});

/** Ids, as an array; in a body, each must name one of `objects`. */
export const theseIds = (column = 'id', objects?: readonly string[]): Filter => ({
  names: objects,
  schema: z
    .array(textSchema({ min: 1, max: 10_240 }))
    .min(1)
    .max(20_000),
  form: 'array',
  where: (ids: string[]) => oneOf(column, ids),
});

/**
 * A selection object over one column: `{include: [...], exclude: [...]}`, where an array may also stand as
 * `{ids: [...]}` and include as "all". The values are ids of `names`, or some of `values`.
 */
export const chosen = (
  column: string,
  of: { names?: readonly string[]; values?: readonly [string, ...string[]] } = {},
): Filter => {
  const item = of.values ? z.enum(of.values) : textSchema({ min: 1, max: 10_240 });
  const items = z.array(item).min(1).max(20_000);
  const some = z.union([items, z.strictObject({ ids: items })]);
  type Some = string[] | { ids: string[] };
  const ids = (value: Some): string[] => (Array.isArray(value) ? value : value.ids);
  return {
    names: of.names,
    schema: z.strictObject({ include: z.union([z.literal('all'), some]).optional(), exclude: some.optional() }).refine(
      (value) => Object.keys(value).length > 0,
      refine({
        en: 'must have include or exclude, e.g. {"include": ["…"]}',
        fr: 'doit avoir include ou exclude, p. ex. {"include": ["…"]}',
      }),
    ),
    where: ({ include, exclude }: { include?: 'all' | Some; exclude?: Some }) =>
      all(
        ...(include === undefined || include === 'all' ? [] : [oneOf(column, ids(include))]),
        ...(exclude === undefined ? [] : [any(absent(column), not(oneOf(column, ids(exclude))))]),
      ),
  };
};
