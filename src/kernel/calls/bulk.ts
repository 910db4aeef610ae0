import { z } from 'zod';
import { ALWAYS, all, type Condition, looksForText, not } from '../../values/condition.ts';
import { derivedId } from '../../values/ids.ts';
import { type Json, type JsonObject, numberOr, objectOf, textOf } from '../../values/json.ts';
import { invalid, refused } from '../../values/problem.ts';
import { wordsOf } from '../../values/text.ts';
import { listReply, PER_PAGE, pageBody, repeatedBy } from '../answers/lists.ts';
import { present } from '../answers/present.ts';
import {
  checkSelection,
  exampleSelection,
  filterShape,
  itemsCondition,
  parentsCondition,
  selectEach,
  selectedObjects,
  selectionShape,
  selectParents,
} from '../answers/selection.ts';
import { writeChanges } from '../changes/write.ts';
import { listSchema, pageSchema, recordOf, recordsSchema } from '../definition/envelopes.ts';
import { makeLookup } from '../definition/lookup.ts';
import { type Call, type Operation, oneExample, type Reply } from '../definition/operation.ts';
import type { Bulk, ResourceDefinition, Selection } from '../definition/resource.ts';
import type { Services, TaskRequest } from '../definition/services.ts';
import { objectOfId } from '../definition/show.ts';
import type { Change, Outcome } from '../definition/writer.ts';
import { namedReferences, unknownIssues, unknownReferences } from '../references/named.ts';
import { batchOperations } from './batch.ts';
import { asWritten, bulkBody } from './bulk-body.ts';
import { exampleData, expandParameter, pageParameters } from './requests.ts';
import { replyOfEarlier, taskReply } from './tasks.ts';

/** Bulk calls, their previews (`scope`), search, and batch calls of a definition. */
export const bulkOperations = (definition: ResourceDefinition): Operation[] => {
  const { bulk, operations } = definition;
  const made: Operation[] = [...batchOperations(definition)];
  if (!bulk) return made;
  const has = (name: (typeof operations)[number]) => operations.includes(name);
  if (has('search') && !definition.search) made.push(searchOperation(definition, bulk));
  if (has('bulk_create')) made.push(createMany(definition, bulk), createScope(definition, bulk));
  if (has('bulk_update')) made.push(changeMany(definition, bulk, 'update'), itemScope(definition, bulk, 'update'));
  if (has('bulk_delete')) made.push(changeMany(definition, bulk, 'delete'), itemScope(definition, bulk, 'delete'));
  return made;
};

const named = (definition: ResourceDefinition) => wordsOf(definition.plural);

const common = (definition: ResourceDefinition) => ({
  method: 'POST' as const,
  auth: 'company' as const,
  tag: definition.object,
  resource: definition,
  localized: true,
});

const asyncAnswer = {
  202: { description: 'The task; it may already be completed', schema: recordOf('async_task') },
};
const TASK =
  'Returns a task; its results say what happened to each record. Callers that prefer the deprecated synchronous mode wait until it ends. Callers that prefer the deprecated flat shape send the members of `data` beside the selection.';
/** A scope call ignores `data`, so that the body of the bulk call can be sent to it. */
const ignoredData = z
  .record(z.string(), z.unknown())
  .optional()
  .meta({ description: 'Ignored, so that the body of the bulk call can be sent unchanged' });
const PREFERS = ['deprecate_sync_bulk', 'deprecate_flat_bulk_shape'] as const;

const createMany = (definition: ResourceDefinition, bulk: Bulk): Operation => {
  const selection = bulk.createSelection ?? bulk.selection;
  return {
    ...common(definition),
    id: `bulk_create_${definition.plural}`,
    path: `${definition.path}/bulk/create`,
    summary: `Create ${named(definition)} for all selected records`,
    description: `Creates one from \`data\` for each of the selected ${(selection.nested ?? selection).member.replaceAll('_', ' ')}. ${TASK}`,
    examples: oneExample({ ...exampleSelection(selection), data: exampleData(definition, 'create') }),
    ...bulkBody(definition, 'create', selectionShape(selection)),
    answers: {
      ...asyncAnswer,
      201: {
        description: 'The created records (deprecated synchronous mode)',
        schema: recordsSchema(definition),
      },
    },
    problems: [400, 409, 422],
    prefers: [...PREFERS, ...(definition.prefers ?? [])],
    run: async (call: Call<JsonObject>) => {
      const { body } = call;
      const earlier = await replyOfEarlier(definition, 'bulk_create', call);
      if (earlier) return earlier;
      await checkSelection(selection, body, call.services, call.tenant, true);
      const parents = await selectParents(selection, body, call.services, call.tenant);
      const data = objectOf(body.data);
      await checkWhole(definition, data, parents.length, call);
      const seed = `${call.origin.seed}/${definition.object}`;
      const time = Date.parse(call.origin.occurred_at);
      const targets = parents.map((parent, i) => ({
        id: derivedId(definition.prefix, time, `${seed}/${i}`),
        parent,
      }));
      const changeOf = ({ id, parent }: (typeof targets)[number]): Change => ({
        op: 'create',
        id,
        input: { ...data, [parentMemberOf(bulk, selection, parent, call.services)]: parent },
      });
      await checkFirst(definition, targets.slice(0, checked(call)).map(changeOf), call);
      return runTask(definition, { type: 'bulk_create', object: definition.object, data, targets }, call);
    },
  };
};

/** The parent member; for payees it is employee_id or contractor_id, depending on the selected record. */
export const parentMemberOf = (
  bulk: Pick<Bulk, 'parent'>,
  { of }: Selection,
  parent: string,
  { registry }: Pick<Services, 'registry'>,
): string => (of.length === 1 ? bulk.parent : `${objectOfId(of, parent, registry)}_id`);

/**
 * Refuses what each of the targets alone may ask for, and all of them together may not; and, where nobody is selected,
 * ids that name nothing, which is else found as the first of them is checked.
 */
const checkWhole = async (definition: ResourceDefinition, data: JsonObject, targets: number, call: Call) => {
  const lookup = makeLookup(call.services, call.tenant);
  const unknown = targets > 0 ? [] : await unknownReferences(namedReferences(definition, data, undefined), lookup);
  const asked = (await definition.bulk?.asksTooMuch?.(data, targets, lookup)) ?? [];
  const issues = [...unknownIssues(unknown), ...asked];
  if (issues.length > 0) throw invalid(asWritten(call.body, issues));
};

/** Bulk data is refused at once when it fits none of the first so many targets. */
const SAMPLE = 20;

/** How many targets are checked before anything is written; undefined for all. */
const checked = ({ preferences }: Call): number | undefined => (preferences.deprecate_sync_bulk ? SAMPLE : undefined);

/**
 * Checks the data before anything is written: in synchronous mode for every target. In asynchronous mode it is refused
 * when it fits none of the first targets; when it fits only some, the results of the task show which.
 */
const checkFirst = async (definition: ResourceDefinition, changes: readonly Change[], call: Call): Promise<void> => {
  const { deprecate_sync_bulk: async } = call.preferences;
  const check = (some: readonly Change[]) => writeChanges(definition, some, call.origin, call.services, 'check');
  const outcomes = await check(async ? changes.slice(0, 1) : changes);
  const isBad = (outcome: Outcome) => !outcome.ok && outcome.problem.status === 422;
  if (async && outcomes.some(isBad) && !(await check(changes.slice(1, SAMPLE))).every(isBad)) return;
  for (const outcome of outcomes) {
    if (outcome.ok) continue;
    const { problem } = outcome;
    if (problem.status === 422) throw invalid(asWritten(call.body, problem.issues));
    if (!async) throw refused({ en: `${outcome.id}: ${problem.text.en}`, fr: `${outcome.id} : ${problem.text.fr}` });
  }
};

/** The schema of a body with a selection, and its name in the reference. */
const selecting = (definition: ResourceDefinition, call: string, shape: Record<string, z.ZodType>) =>
  z.strictObject(shape).meta({ id: `${definition.object}_${call}`, description: 'The selection' });

const changeMany = (definition: ResourceDefinition, bulk: Bulk, verb: 'update' | 'delete'): Operation => {
  const fixed = { ...selectionShape(bulk.selection), ...filterShape(bulk) };
  return {
    ...common(definition),
    id: `bulk_${verb}_${definition.plural}`,
    path: `${definition.path}/bulk/${verb}`,
    summary: `${verb === 'update' ? 'Change' : 'Delete'} all selected ${named(definition)}`,
    description: `${
      verb === 'update' ? 'Changes' : 'Deletes'
    } the selected records. Those that are managed or locked are left out, or reported in the results. ${TASK}`,
    ...(verb === 'update'
      ? bulkBody(definition, 'update', fixed)
      : { body: selecting(definition, 'bulk_delete', fixed) }),
    examples: oneExample({
      ...exampleSelection(bulk.selection),
      ...(verb === 'update' ? { data: exampleData(definition, 'update') } : {}),
    }),
    answers: {
      ...asyncAnswer,
      ...(verb === 'update'
        ? {
            200: {
              description: 'The changed records (deprecated synchronous mode)',
              schema: recordsSchema(definition),
            },
          }
        : { 204: { description: 'Deleted (deprecated synchronous mode)' } }),
    },
    problems: [400, 409, 422],
    prefers: [...PREFERS, ...(definition.prefers ?? [])],
    run: async (call: Call<JsonObject>) => {
      const { body } = call;
      const type = `bulk_${verb}` as const;
      const earlier = await replyOfEarlier(definition, type, call);
      if (earlier) return earlier;
      await checkSelection(bulk.selection, body, call.services, call.tenant, true, bulk.filters);
      const { partOf } = definition;
      const targets = await selectEach(
        [definition.object],
        changeable(definition, bulk, body, call.services.clock.today()),
        (row) => (partOf ? { id: row.id, container: textOf(row[partOf.by]) } : { id: row.id }),
        bulk.selection.member,
        call.services,
        call.tenant,
      );
      const data = objectOf(body.data);
      if (verb === 'update') await checkWhole(definition, data, targets.length, call);
      const changeOf = ({ id }: { id: string }): Change =>
        verb === 'update' ? { op: 'update', id, input: data } : { op: 'delete', id };
      await checkFirst(definition, targets.slice(0, checked(call)).map(changeOf), call);
      const request: TaskRequest = { type, object: definition.object, targets };
      return runTask(definition, verb === 'update' ? { ...request, data } : request, call);
    },
  };
};

const changeable: typeof itemsCondition = (definition, bulk, body, today) =>
  all(itemsCondition(definition, bulk, body, today), bulk.skip ? not(bulk.skip) : ALWAYS);

/** Starts the task and answers as the caller prefers: 202 with the task, or its outcome. */
const runTask = async (definition: ResourceDefinition, request: TaskRequest, call: Call): Promise<Reply> => {
  const { state } = await call.services.tasks.start(request, call.origin);
  return taskReply(definition, state, request, call);
};

const createScope = (definition: ResourceDefinition, bulk: Bulk): Operation => {
  const selection = bulk.createSelection ?? bulk.selection;
  return {
    ...common(definition),
    id: `bulk_create_scope_${definition.plural}`,
    path: `${definition.path}/bulk/create/scope`,
    summary: `Preview the selection of a bulk create of ${named(definition)}`,
    description: 'Lists the records that the bulk call would select, page by page.',
    body: selecting(definition, 'bulk_create_scope', { ...selectionShape(selection), data: ignoredData }),
    examples: oneExample(exampleSelection(selection)),
    query: pageParameters(),
    answers: {
      200: {
        description: 'A page of the selected records',
        schema: pageSchema(recordOf(...selectedObjects(selection))),
      },
    },
    problems: [422],
    linksRepeatBody: true,
    readsFar: ({ body, services }) => looksForText(parentsCondition(selection, body, services.clock.today())),
    run: async (call: Call<JsonObject>) => {
      const { body } = call;
      await checkSelection(selection, body, call.services, call.tenant, false);
      return selectedReply(selection, parentsCondition(selection, body, call.services.clock.today()), call);
    },
  };
};

/** A page of the records of one resource or, for payees, of several resources one after the other. */
const selectedReply = async (selection: Selection, where: Condition, call: Call<JsonObject>): Promise<Reply> => {
  const { services, tenant } = call;
  const page = numberOr(call.query.page, 1);
  const per_page = numberOr(call.query.per_page, PER_PAGE);
  const served = selectedObjects(selection).filter((object) => services.registry.get(object));
  const repeated = repeatedBy(call);
  if (served.length === 1) {
    const options = { filters: {}, where, repeated };
    return listReply(services.registry.need(served[0]!), call, options);
  }
  const totals = await Promise.all(served.map((object) => services.read.count(object, tenant, where)));
  const data: Json[] = [];
  let skip = (page - 1) * per_page;
  for (const [i, object] of served.entries()) {
    const total = totals[i]!;
    const wanted = per_page - data.length;
    if (wanted > 0 && skip < total) {
      // The remaining rows of this resource may be on two of its pages.
      const first = Math.floor(skip / per_page) + 1;
      const pages = await Promise.all(
        [first, first + 1].map((one) => services.read.list(object, tenant, { where, page: one, per_page })),
      );
      const rows = pages.flatMap((one) => one.rows).slice(skip % per_page, (skip % per_page) + wanted);
      const shown = await present(services.registry.need(object), rows, call);
      data.push(...shown);
    }
    skip = Math.max(0, skip - total);
  }
  const total = totals.reduce((sum, each) => sum + each, 0);
  const path = `${services.publicUrl}${call.url.pathname}`;
  return { status: 200, body: pageBody(data, { total }, page, per_page, path, repeated) };
};

const itemsByText =
  (definition: ResourceDefinition, bulk: Bulk): NonNullable<Operation['readsFar']> =>
  ({ body, services }) =>
    looksForText(itemsCondition(definition, bulk, body, services.clock.today()));

const itemScope = (definition: ResourceDefinition, bulk: Bulk, verb: 'update' | 'delete'): Operation => ({
  ...common(definition),
  id: `bulk_${verb}_scope_${definition.plural}`,
  path: `${definition.path}/bulk/${verb}/scope`,
  summary: `Preview the ${named(definition)} that a bulk ${verb} would select`,
  description: 'Lists the records that the bulk call would select, page by page.',
  body: selecting(definition, `bulk_${verb}_scope`, {
    ...selectionShape(bulk.selection),
    ...filterShape(bulk),
    data: ignoredData,
  }),
  examples: oneExample(exampleSelection(bulk.selection)),
  query: { ...expandParameter(definition), ...pageParameters() },
  answers: { 200: { description: 'A page of the selected records', schema: listSchema(definition) } },
  problems: [422],
  prefers: definition.prefers,
  linksRepeatBody: true,
  readsFar: itemsByText(definition, bulk),
  run: (call) => itemsReply(definition, bulk, call, changeable),
});

const searchOperation = (definition: ResourceDefinition, bulk: Bulk): Operation => ({
  ...common(definition),
  id: `search_${definition.plural}`,
  path: `${definition.path}/search`,
  summary: `Search ${named(definition)} by a selection`,
  description: 'Lists the selected records that match the filters beside the selection.',
  body: selecting(definition, 'search', { ...selectionShape(bulk.selection), ...filterShape(bulk) }),
  examples: oneExample(exampleSelection(bulk.selection)),
  query: { ...expandParameter(definition), ...pageParameters() },
  answers: { 200: { description: 'A page of the list', schema: listSchema(definition) } },
  problems: [422],
  prefers: definition.prefers,
  linksRepeatBody: true,
  readsFar: itemsByText(definition, bulk),
  run: (call) => itemsReply(definition, bulk, call, itemsCondition),
});

const itemsReply = async (
  definition: ResourceDefinition,
  bulk: Bulk,
  call: Call<JsonObject>,
  condition: typeof itemsCondition,
): Promise<Reply> => {
  const { body } = call;
  await checkSelection(bulk.selection, body, call.services, call.tenant, false, bulk.filters);
  const where = condition(definition, bulk, body, call.services.clock.today());
  return listReply(definition, call, { filters: {}, where, repeated: repeatedBy(call) });
};
