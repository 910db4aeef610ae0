import { z } from 'zod';
import {
  absent,
  all,
  any,
  compare,
  type DateFilter,
  dateCondition,
  equal,
  matchingWords,
  not,
  oneOf,
  overlapping,
  present,
} from '../../values/condition.ts';
import { memoized } from '../../values/memoized.ts';
import { withArticle, wordsOf } from '../../values/text.ts';
import type { Filter } from './resource.ts';
import {
  dateFilterSchema,
  dateSchema,
  exampleId,
  idSchema,
  queryFlag,
  refine,
  searchSchema,
  textSchema,
  words,
} from './schemas.ts';

/** The filters that resources declare: the form of their values, and the condition that they make. */

/** A column in words: `employee` for `employee_id`. */
const withoutId = (column: string): string => wordsOf(column.replace(/_id$/, ''));

const ofColumn = (column: string): string =>
  column === 'external_ref' ? 'Your own identifier for it' : `Id of its ${withoutId(column)}`;

/** The column equals the text given. */
export const sameText = (column: string, describe = ofColumn(column)): Filter<string> => ({
  schema: textSchema({ min: 1, max: 10_240 }).meta({
    examples: [column.endsWith('_id') ? exampleId(column.slice(0, -'_id'.length)) : 'hr-17'],
  }),
  describe,
  where: (value) => equal(column, value),
});

/** The column is one of the values of an enum, given one by one or with commas. */
export const oneOfValues = (column: string, values: readonly [string, ...string[]]): Filter<string[]> => ({
  schema: words(values),
  form: 'array',
  describe: `Filter by ${withoutId(column)}: one value or several`,
  where: (value) => oneOf(column, value),
});

/** A date, or operators in brackets. */
export const onDate = (column: string): Filter<DateFilter> => ({
  schema: dateFilterSchema(),
  form: 'date',
  describe: `Its ${withoutId(column)}: a date, or operators in brackets: [gt] later than, [gte] on or later than, [lt] earlier than, [lte] on or earlier than`,
  where: (value) => dateCondition(column, value),
});

/** true: the column has a value; false: it has none. */
export const hasValue = (column: string): Filter<boolean> => ({
  schema: queryFlag(),
  describe: `true for those with ${withArticle(withoutId(column))}, false for those without`,
  where: (value) => (value ? present(column) : absent(column)),
});

/** In force on a day: from `effective_from` to `effective_to`, both included. */
const inForce = (day: string) =>
  all(compare('effective_from', '<=', day), any(absent('effective_to'), compare('effective_to', '>=', day)));

export const effectiveOn: Filter<string> = {
  schema: dateSchema(),
  describe: 'In effect on this day',
  where: (day) => inForce(day),
};
export const notEffectiveOn: Filter<string> = {
  schema: dateSchema(),
  describe: 'Not in effect on this day',
  where: (day) => not(inForce(day)),
};

/** Text whose words are found in the columns of a name. */
export const namesMatching = (columns: readonly string[]): Filter<string> => ({
  schema: searchSchema(),
  describe: 'Text to search for in names',
  where: (text) => matchingWords(columns, text),
});

const idsOf = memoized((objects: readonly string[] | null) =>
  z
    .array(objects ? idSchema(...objects) : textSchema({ min: 1, max: 10_240 }))
    .min(1)
    .max(20_000),
);

/** Ids, as an array; in a body, each must name one of `objects`. */
export const theseIds = (column = 'id', objects?: readonly string[]): Filter<string[]> => ({
  names: objects,
  schema: idsOf(objects ?? null),
  form: 'array',
  describe: column === 'id' ? 'Only these' : `Of these ${withoutId(column)}s`,
  where: (ids) => oneOf(column, ids),
});

/** The schema of such a selection, which many resources share. */
const choiceOf = memoized((called: string, values: readonly [string, ...string[]] | null, names: readonly string[]) => {
  const item = values ? z.enum(values) : idSchema(...names);
  const items = z.array(item).min(1).max(20_000);
  const within = z.strictObject({ ids: items.meta({ description: 'The values' }) });
  const some = (description: string) => z.union([items, within]).meta({ description });
  return z
    .strictObject({
      include: z
        .union([z.literal('all'), some('The values to include')])
        .optional()
        .meta({ description: 'Values to include: all, or these' }),
      exclude: some('The values to exclude').optional(),
    })
    .refine(
      (value) => Object.keys(value).length > 0,
      refine({
        en: 'must have include or exclude, e.g. {"include": ["…"]}',
        fr: 'doit avoir include ou exclude, p. ex. {"include": ["…"]}',
      }),
    )
    .meta({
      minProperties: 1,
      id: `choice_of_${called}`,
      description: `Some ${wordsOf(called)}, by inclusion or exclusion`,
    });
});

/**
 * A selection object over one column: `{include: [...], exclude: [...]}`, where an array may also be written as
 * `{ids: [...]}` and include as "all". The values are ids of `names`, or some of `values`;
 * `called` is what the reference calls them then. With `many` the column is an array: one of its values counts.
 */
export const chosen = (
  column: string,
  of: { names?: readonly string[]; values?: readonly [string, ...string[]]; called?: string; many?: boolean } = {},
): Filter => {
  const called = of.called ?? `${(of.names ?? [column])[0]}s`;
  type Some = string[] | { ids: string[] };
  const ids = (value: Some): string[] => (Array.isArray(value) ? value : value.ids);
  const among = of.many ? overlapping : oneOf;
  return {
    names: of.names,
    describe: `By their ${column === 'id' ? 'id' : withoutId(column)}: values to include, or to exclude`,
    schema: choiceOf(called, of.values ?? null, of.names ?? []),
    where: ({ include, exclude }: { include?: 'all' | Some; exclude?: Some }) =>
      all(
        ...(include === undefined || include === 'all' ? [] : [among(column, ids(include))]),
        ...(exclude === undefined ? [] : [any(absent(column), not(among(column, ids(exclude))))]),
      ),
  };
};
