import { z } from 'zod';
import { type JsonObject, numberOr, textsOf } from '../../values/json.ts';
import { notFound } from '../../values/problem.ts';
import { withArticle, wordsOf } from '../../values/text.ts';
import { PER_PAGE, pageBody } from '../answers/lists.ts';
import { pageSchema } from '../definition/envelopes.ts';
import { oneOfValues } from '../definition/filters.ts';
import type { Call, Operation, QueryParameters } from '../definition/operation.ts';
import { pageParameters } from './requests.ts';

/** A read-only list of entries that is the same for all callers. */
interface Catalogue {
  object: string;
  values: readonly [string, ...string[]];
  schema: z.ZodType;
  entry(type: string, view: Pick<Call, 'locale'>, features?: boolean): JsonObject;
  /** Whether its entries can show what they count for. */
  hasFeatures: boolean;
  /** Whether the list has a filter by type. */
  byType?: boolean;
}

const FEATURES = {
  features: {
    schema: z.enum(['ca']),
    describe: 'ca: adds how each counts in Canadian calculations, by jurisdiction',
  },
} satisfies QueryParameters;

/** The list and retrieve operations of a catalogue: the types of pay items of one family. */
export const catalogueOperations = (catalogue: Catalogue): readonly Operation[] => {
  const { object, values, schema, hasFeatures } = catalogue;
  const features = hasFeatures ? FEATURES : {};
  const byType: QueryParameters = catalogue.byType ? { type: oneOfValues('type', values) } : {};
  const words = wordsOf(object);
  const path = `/${object}s`;
  const common = { method: 'GET', auth: 'company', tag: object, localized: true } as const;
  const list: Operation = {
    ...common,
    id: `list_${object}s`,
    path,
    summary: `List ${words}s`,
    description: 'The list is the same for all callers. Labels are in the language of the request.',
    query: { ...byType, ...pageParameters(), ...features },
    answers: {
      200: {
        description: 'A page of the list',
        schema: pageSchema(schema).meta({ id: `${object}_list`, description: `A page of ${words}s` }),
      },
    },
    run: async (call: Call) => {
      const { query } = call;
      const page = numberOr(query.page, 1);
      const per_page = numberOr(query.per_page, PER_PAGE);
      const types = textsOf(query.type);
      const asked = query.type === undefined ? values : values.filter((type) => types.includes(type));
      const shown = asked
        .slice((page - 1) * per_page, page * per_page)
        .map((type) => catalogue.entry(type, call, query.features === 'ca'));
      const found = { total: asked.length };
      return { status: 200, body: pageBody(shown, found, page, per_page, path, query) };
    },
  };
  const retrieve: Operation = {
    ...common,
    id: `retrieve_${object}`,
    path: `${path}/{${object}}`,
    summary: `Retrieve ${withArticle(object)}`,
    description: 'It is the same for all callers. Its label is in the language of the request.',
    params: { [object]: z.enum(values).meta({ description: 'The type' }) },
    query: features,
    answers: { 200: { description: 'The type with its label', schema } },
    problems: [404],
    run: async (call: Call) => {
      const type = values.find((value) => value === call.params[object]);
      if (type === undefined) throw notFound(object);
      return { status: 200, body: catalogue.entry(type, call, call.query.features === 'ca') };
    },
  };
  return [list, retrieve];
};
