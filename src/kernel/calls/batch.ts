import { z } from 'zod';
import { issuesOf } from '../../values/issues.ts';
import { isObject, isRecord, isText, objectOf } from '../../values/json.ts';
import { type Issue, invalid, Problem } from '../../values/problem.ts';
import { wordsOf } from '../../values/text.ts';
import { recordOf } from '../definition/envelopes.ts';
import { type Call, type Operation, oneExample, type Reply } from '../definition/operation.ts';
import type { ResourceDefinition } from '../definition/resource.ts';
import { exampleId, idSchema } from '../definition/schemas.ts';
import type { TaskFailure } from '../definition/services.ts';
import type { Change } from '../definition/writer.ts';
import { idOfCreate } from './created-id.ts';
import { bodySchema, changeElement, exampleBody, PREFERRED } from './requests.ts';
import { taskReply } from './tasks.ts';

/** Batch calls: a bare array of 1 to 100 independent elements. */
const MAX_ELEMENTS = 100;

/** The batch calls that a resource declares. */
export const batchOperations = (definition: ResourceDefinition): Operation[] => [
  ...(definition.operations.includes('batch_upsert') ? [upsertOperation(definition)] : []),
  ...(definition.operations.includes('batch_delete') ? [deleteOperation(definition)] : []),
];

/** Elements are checked one by one, so the schema of the array admits anything. */
const anyElements = () => z.array(z.unknown()).min(1).max(MAX_ELEMENTS);

const common = (definition: ResourceDefinition) => ({
  method: 'POST' as const,
  auth: 'company' as const,
  tag: definition.object,
  resource: definition,
  localized: true,
  body: anyElements(),
  answers: { 202: { description: 'The task; it may already be completed', schema: recordOf('async_task') } },
  problems: [409, 422],
});

const named = (definition: ResourceDefinition) => wordsOf(definition.plural);
const title = (definition: ResourceDefinition) => named(definition).replace(/^./, (first) => first.toUpperCase());

const upsertOperation = (definition: ResourceDefinition): Operation => ({
  ...common(definition),
  id: `batch_upsert_${definition.plural}`,
  path: `${definition.path}/batch/upsert`,
  summary: `Create or change 1 to ${MAX_ELEMENTS} ${named(definition)}`,
  description:
    "An element with an id changes that record, one without creates one. Elements are independent: an error in one is reported in its entry of the task's results, and does not affect the others.",
  shownBody: z
    .array(z.union([bodySchema(definition, 'create', PREFERRED), changeElement(definition)]))
    .min(1)
    .max(MAX_ELEMENTS)
    .meta({ id: `${definition.object}_batch_upsert`, description: `${title(definition)} to create or to change` }),
  examples: oneExample([
    exampleBody(definition, 'create'),
    { id: exampleId(definition.object), ...exampleBody(definition, 'update') },
  ]),
  prefers: definition.prefers,
  run: (call) =>
    runBatch(definition, 'batch_upsert', call, (element, index) => upsertOf(definition, element, index, call)),
});

const deleteOperation = (definition: ResourceDefinition): Operation => ({
  ...common(definition),
  id: `batch_delete_${definition.plural}`,
  path: `${definition.path}/batch/delete`,
  summary: `Delete 1 to ${MAX_ELEMENTS} ${named(definition)}`,
  description:
    "Elements are independent: the reason why one could not be deleted is in its entry of the task's results.",
  shownBody: z
    .array(
      z
        .strictObject({ id: idSchema(definition.object).meta({ description: 'The record to delete' }) })
        .meta({ description: 'One record' }),
    )
    .min(1)
    .max(MAX_ELEMENTS)
    .meta({
      uniqueItems: true,
      id: `${definition.object}_batch_delete`,
      description: `${title(definition)} to delete`,
    }),
  examples: oneExample([{ id: exampleId(definition.object) }]),
  run: (call) =>
    runBatch(definition, 'batch_delete', call, (element) => {
      const { id } = parsed(z.strictObject({ id: idSchema() }), element);
      return { op: 'delete', id };
    }),
});

/** @throws Problem 422 with the element's own issues */
const parsed = <S extends z.ZodType>(schema: S, element: unknown): z.output<S> => {
  const result = schema.safeParse(element);
  if (!result.success)
    throw invalid(
      issuesOf(result.error, element).map((issue) => (issue.path === '' ? { ...issue, path: 'element' } : issue)),
    );
  return result.data;
};

const upsertOf = (definition: ResourceDefinition, element: unknown, index: number, call: Call): Change => {
  const schemaFor = (on: 'create' | 'update') => bodySchema(definition, on, call.preferences);
  if (!isObject(element) || !('id' in element))
    return {
      op: 'create',
      id: idOfCreate(definition, call, index),
      input: objectOf(parsed(schemaFor('create'), element)),
    };
  const { id, ...rest } = element;
  const { id: known } = parsed(z.object({ id: idSchema() }), { id });
  return { op: 'update', id: known, input: objectOf(parsed(schemaFor('update'), rest)) };
};

const runBatch = async (
  definition: ResourceDefinition,
  type: 'batch_upsert' | 'batch_delete',
  call: Call<unknown[]>,
  changeOf: (element: unknown, index: number) => Change,
): Promise<Reply> => {
  const elements: { index: number; change: Change }[] = [];
  const refused: TaskFailure[] = [];
  const seen = new Set<string>();
  call.body.forEach((element, index) => {
    try {
      const change = changeOf(element, index);
      if (seen.has(change.id)) throw invalid([twice()]);
      seen.add(change.id);
      elements.push({ index, change });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      refused.push({ index, id: idIn(element), problem: error });
    }
  });
  const request = { type, object: definition.object, elements, refused } as const;
  const { state } = await call.services.tasks.start(request, call.origin);
  return taskReply(definition, state, request, call);
};

const idIn = (element: unknown): string | undefined => {
  const id = isRecord(element) ? element.id : undefined;
  return isText(id) && id.length <= 100 ? id : undefined;
};

const twice = (): Issue => ({
  path: 'id',
  text: {
    en: 'is in this batch more than once; each record may be named once',
    fr: "figure plus d'une fois dans ce lot; chaque dossier ne peut être nommé qu'une fois",
  },
});
