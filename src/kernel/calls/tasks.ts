import { oneOf } from '../../values/condition.ts';
import { type JsonObject, numberOr, objectOf, objectsOf, textOf } from '../../values/json.ts';
import { Problem, unavailable } from '../../values/problem.ts';
import type { Text } from '../../values/text.ts';
import { present, presentOne } from '../answers/present.ts';
import type { Call, Reply } from '../definition/operation.ts';
import type { ResourceDefinition, State } from '../definition/resource.ts';
import type { TaskRequest } from '../definition/services.ts';
import { embeddedList } from '../definition/show.ts';

/** Most small tasks end within this time, so their callers need not poll. */
const SHORT_WAIT_MS = 250;
/** How long the deprecated synchronous mode waits for the end. */
const SYNCHRONOUS_MS = 60_000;

/**
 * The answer of an earlier try of the same request. That try may itself have changed or deleted the selected records,
 * so the request is not checked again.
 */
export const replyOfEarlier = async (
  definition: ResourceDefinition,
  type: TaskRequest['type'],
  call: Call,
): Promise<Reply | undefined> => {
  if (!call.origin.mayRepeat) return undefined;
  const task = await call.services.tasks.earlier(call.origin);
  return task && taskReply(definition, task, { type, object: definition.object }, call);
};

/** 202 with the task as it is, or its outcome when the caller prefers the synchronous mode. */
export const taskReply = async (
  definition: ResourceDefinition,
  started: State,
  request: TaskRequest,
  call: Call,
): Promise<Reply> => {
  const { tasks, registry } = call.services;
  const synchronous = request.type.startsWith('bulk_') && !call.preferences.deprecate_sync_bulk;
  const task = await tasks.ended(started.id, call.tenant, synchronous ? SYNCHRONOUS_MS : SHORT_WAIT_MS);
  if (!synchronous) return { status: 202, body: await presentOne(registry.need('async_task'), task, call) };
  if (task.status === 'processing') throw stillRunning(task.id);
  const results = objectsOf(task.results);
  const failed = results.filter(({ status }) => status === 'error');
  if (failed.length > 0) throw partlyDone(task, writtenOf(task, results), failed);
  if (request.type === 'bulk_delete') return { status: 204 };
  const ids = results.map(({ id }) => textOf(id));
  const found = await call.services.read.find(definition.object, call.tenant, oneOf('id', ids));
  // In the order of the selection, as results are: ids of one moment are in none.
  const byId = new Map(found.map((row) => [row.id, row]));
  const rows = ids.flatMap((id) => byId.get(id) ?? []);
  const data = await present(definition, rows, call);
  return {
    status: request.type === 'bulk_create' ? 201 : 200,
    body: embeddedList(data),
  };
};

/**
 * Waits for the end of a task when the answer shows something other than the task.
 *
 * @param places where the caller sent each step of the task, in their order; asked for only where some were refused
 * @returns undefined when all of it was written; 202 with the task when it has not ended in time
 * @throws Problem 400 when a part was refused
 */
export const endOfTask = async (
  started: State,
  within_ms: number,
  call: Call,
  places?: () => Promise<readonly string[]>,
): Promise<Reply | undefined> => {
  const { tasks, registry } = call.services;
  const task = await tasks.ended(started.id, call.tenant, within_ms);
  if (task.status === 'processing')
    return { status: 202, body: await presentOne(registry.need('async_task'), task, call) };
  const results = objectsOf(task.results);
  const failed = results.filter(({ status }) => status === 'error');
  if (failed.length > 0) throw partlyDone(task, writtenOf(task, results), failed, await places?.());
  return undefined;
};

const stillRunning = (id: string): Problem =>
  unavailable(
    {
      en: `The work continues as task ${id}; read /async_tasks/${id} for its result.`,
      fr: `Le travail se poursuit sous la tâche ${id}; lisez /async_tasks/${id} pour en connaître le résultat.`,
    },
    5,
  );

/** How much was written of a task: some keep results only of what was refused. */
const writtenOf = ({ status_only, done, failed }: State, results: readonly JsonObject[]): number =>
  status_only ? numberOr(done, 0) - numberOr(failed, 0) : results.filter(({ status }) => status !== 'error').length;

/** Places that a message names beside the first; the rest is counted. */
const MOST_NAMED = 20;

const partlyDone = (
  { id }: State,
  done: number,
  failed: readonly JsonObject[],
  places: readonly string[] = [],
): Problem => {
  const placeOf = ({ id, index }: JsonObject) => places[Number(index)] ?? id ?? index;
  const [first, ...others] = failed;
  const named = others.slice(0, MOST_NAMED).map(placeOf).join(', ');
  const more = others.length - MOST_NAMED;
  const message = objectOf(first!.message);
  const others_en = `The others: ${named}${more > 0 ? ` and ${more} more` : ''}. `;
  const others_fr = `Les autres : ${named}${more > 0 ? ` et ${more} de plus` : ''}. `;
  const text: Text = {
    en: `${done} written, ${failed.length} not; the first: ${placeOf(first!)}: ${message.en} ${named && others_en}All of them: /async_tasks/${id}`,
    fr: `Écrits : ${done}; non écrits : ${failed.length}, dont le premier est ${placeOf(first!)} : ${message.fr} ${named && others_fr}Tous : /async_tasks/${id}`,
  };
  return new Problem(400, text, { isPartlyDone: done > 0 });
};
