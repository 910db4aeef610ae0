import { z } from 'zod';
import { all, any, type Condition, looksForText } from '../../values/condition.ts';
import { type JsonObject, objectsOf } from '../../values/json.ts';
import { below, type Issue, invalid } from '../../values/problem.ts';
import { wordsOf } from '../../values/text.ts';
import { filterCondition, listReply, repeatedBy } from '../answers/lists.ts';
import { bodyFilters, unknownIds } from '../answers/selection.ts';
import { listSchema } from '../definition/envelopes.ts';
import { type Call, type Operation, oneExample } from '../definition/operation.ts';
import type { Filters, ResourceDefinition, Search } from '../definition/resource.ts';
import { expandParameter, pageParameters } from './requests.ts';

/**
 * Search by filters in a body, without a selection. The filters of a set are combined with AND. At least one of the
 * sets in `any_of` must match, besides the filters at the root. A set may have an `any_of` of its own.
 */

/** Limits: depth of nested `any_of`, sets in one `any_of`, and sets in a body in all. */
const MAX_DEPTH = 3;
const MAX_SETS = 20;
const MAX_SETS_IN_ALL = 100;

const optional = (filters: Filters): Filters =>
  Object.fromEntries(Object.entries(filters).map(([name, filter]) => [name, { ...filter, required: false }]));

/** The schema of a set of filters, with nested sets down to a depth. */
const setSchema = (object: string, filters: Filters, depth: number): z.ZodObject =>
  z.strictObject({
    ...bodyFilters(filters),
    ...(depth === 0
      ? {}
      : {
          any_of: z
            .array(
              setSchema(object, optional(filters), depth - 1).meta({
                id: `${object}_search_set${depth === MAX_DEPTH ? '' : `_${MAX_DEPTH - depth}`}`,
                description: 'Filters that must all match',
              }),
            )
            .max(MAX_SETS)
            .optional()
            .meta({
              description:
                'At least one of these sets must match, besides the filters next to it; an empty list matches everything',
            }),
        }),
  });

const setsOf = ({ any_of }: JsonObject): JsonObject[] => objectsOf(any_of);

const countOf = (set: JsonObject): number => setsOf(set).reduce((sum, one) => sum + 1 + countOf(one), 0);

const conditionOf = (filters: Filters, set: JsonObject, today: string): Condition => {
  const sets = setsOf(set);
  const own = filterCondition(filters, set, today);
  return sets.length === 0 ? own : all(own, any(...sets.map((one) => conditionOf(filters, one, today))));
};

/** Issues for the unknown ids in the filters, each with its path. */
const unknownIn = async (filters: Filters, set: JsonObject, call: Call): Promise<Issue[]> => {
  const own = await unknownIds(filters, set, call.services, call.tenant);
  for (const [i, one] of setsOf(set).entries()) own.push(...below(`any_of.${i}`, await unknownIn(filters, one, call)));
  return own;
};

const tooMany = (): Issue => ({
  path: 'any_of',
  text: {
    en: `must have at most ${MAX_SETS_IN_ALL} sets of filters in all`,
    fr: `doit avoir au plus ${MAX_SETS_IN_ALL} ensembles de filtres en tout`,
  },
});

/** POST `<path>/search` of a resource that declares `search`. */
export const searchByFilters = (definition: ResourceDefinition, { filters, example }: Search): Operation => ({
  method: 'POST',
  auth: definition.auth?.search ?? 'company',
  tag: definition.object,
  resource: definition,
  localized: true,
  prefers: definition.prefers,
  id: `search_${definition.plural}`,
  path: `${definition.path}/search`,
  summary: `Search ${wordsOf(definition.plural)} by filters`,
  description:
    'The filters of a set are combined with AND. Where `any_of` has sets of filters, a record must also match at least one of them. Sets may be nested.',
  body: setSchema(definition.object, filters, MAX_DEPTH).meta({
    id: `${definition.object}_search`,
    description: 'Filters that must all match',
  }),
  examples: oneExample(example),
  query: { ...expandParameter(definition), ...pageParameters() },
  answers: { 200: { description: 'A page of the list', schema: listSchema(definition) } },
  problems: [422],
  linksRepeatBody: true,
  readsFar: ({ body, services }) => looksForText(conditionOf(filters, body, services.clock.today())),
  run: async (call) => {
    const body = call.body;
    if (countOf(body) > MAX_SETS_IN_ALL) throw invalid([tooMany()]);
    const unknown = await unknownIn(filters, body, call);
    if (unknown.length > 0) throw invalid(unknown);
    const where = conditionOf(filters, body, call.services.clock.today());
    return listReply(definition, call, { filters: {}, where, repeated: repeatedBy(call) });
  },
});
