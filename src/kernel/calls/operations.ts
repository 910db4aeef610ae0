import { type Position, START } from '../../event-store/port.ts';
import { answerWaits } from '../../timing/give-way.ts';
import { looksForText } from '../../values/condition.ts';
import { type JsonObject, textsOf } from '../../values/json.ts';
import { notFound } from '../../values/problem.ts';
import { sentence, withArticle, wordsOf } from '../../values/text.ts';
import { filterCondition, goesById, listReply } from '../answers/lists.ts';
import { parseExpand, presentOne } from '../answers/present.ts';
import { appendTo } from '../changes/execute.ts';
import { loadRecords } from '../changes/remembered.ts';
import { takenBack } from '../changes/take-back.ts';
import { writeChanges } from '../changes/write.ts';
import { envelopeSchema, listSchema } from '../definition/envelopes.ts';
import type { Fields } from '../definition/fields.ts';
import { presentRows } from '../definition/lookup.ts';
import {
  type Call,
  type Operation,
  oneExample,
  onlyReads,
  type QueryParameters,
  type Reply,
} from '../definition/operation.ts';
import { recordEvents } from '../definition/record-events.ts';
import {
  type Limit,
  type OperationName,
  type RecordOf,
  type ResourceDefinition,
  type State,
  streamOf,
} from '../definition/resource.ts';
import type { Envelope } from '../definition/show.ts';
import type { Change, Outcome } from '../definition/writer.ts';
import { looksAgain } from '../references/kept.ts';
import { bulkOperations } from './bulk.ts';
import { idOfCreate } from './created-id.ts';
import { reachedBy } from './reached.ts';
import {
  afterParameter,
  archiveParameters,
  bodyOf,
  exampleBody,
  expandParameter,
  filterParameters,
  pageParameters,
  sortParameter,
} from './requests.ts';
import { searchByFilters } from './search.ts';

/** Every operation that a definition declares. */
export const operationsOf = (definition: ResourceDefinition): Operation[] => {
  const single: Partial<Record<OperationName, () => Operation>> = {
    list: () => listOperation(definition),
    create: () => createOperation(definition),
    retrieve: () => retrieveOperation(definition),
    update: () => updateOperation(definition),
    delete: () => deleteOperation(definition),
    reveal: () => revealOperation(definition),
    ...(definition.search ? { search: () => searchByFilters(definition, definition.search!) } : {}),
  };
  return [...definition.operations.flatMap((name) => single[name]?.() ?? []), ...bulkOperations(definition)];
};

const authOf = (definition: ResourceDefinition, name: OperationName) =>
  definition.auth?.[name] ?? (definition.scope === 'partner' ? 'partner' : 'company');

const itemPath = (definition: ResourceDefinition) => `${definition.path}/{${definition.object}}`;

const common = (definition: ResourceDefinition, name: OperationName) => ({
  auth: authOf(definition, name),
  tag: definition.object,
  resource: definition,
  localized: true,
  prefers: definition.prefers,
  ...(definition.component?.includes(name) ? { component: true } : {}),
});

/**
 * Whether a token of purpose `component` may call an operation: those that only read, unless an operation says
 * otherwise. Where only the file reveals something, it may read the record.
 */
export const isForComponents = (operation: Operation): boolean => {
  const { component, auth, reveal } = operation;
  return component ?? (onlyReads(operation) && auth !== 'partner' && auth !== 'public' && reveal !== true);
};

const listOperation = (definition: ResourceDefinition): Operation => {
  const query: QueryParameters = {
    ...filterParameters(definition.filters ?? {}),
    ...archiveParameters(definition),
    ...sortParameter(definition),
    ...expandParameter(definition),
    ...(goesById(definition) ? afterParameter(definition) : {}),
    ...pageParameters(),
  };
  return {
    ...common(definition, 'list'),
    id: `list_${definition.plural}`,
    method: 'GET',
    path: definition.path,
    summary: `List ${wordsOf(definition.plural)}`,
    description: `${definition.purpose} Returns a page of the records that match all filters, in order of creation unless \`sort\` says otherwise.`,
    query,
    answers: { 200: { description: 'A page of the list', schema: listSchema(definition) } },
    readsFar: ({ query, services }) =>
      looksForText(filterCondition(definition.filters ?? {}, query, services.clock.today())),
    run: (call) => listReply(definition, acrossCompanies(definition, call)),
  };
};

/** A limit as a sentence of the reference. */
const sentenceOf = ({ whose, most, what }: Limit): string =>
  sentence(`${whose.en} may have at most ${most} ${what.en}.`);

const single = (definition: ResourceDefinition, status: number, description: string) => ({
  [status]: { description, schema: envelopeSchema(definition) },
});

const createOperation = (definition: ResourceDefinition): Operation => ({
  ...common(definition, 'create'),
  id: `create_${definition.object}`,
  method: 'POST',
  path: definition.path,
  summary: `Create ${withArticle(definition.object)}`,
  description: [definition.purpose, ...(definition.limits ?? []).map(sentenceOf)].join(' '),
  body: bodyOf(definition, 'create'),
  examples: oneExample(exampleBody(definition, 'create')),
  answers: single(definition, 201, 'Created'),
  problems: [400, 409, 422],
  standsWhile: definition.createStandsWhile,
  run: async (call: Call<JsonObject>) => {
    const id = idOfCreate(definition, call);
    const state = await writeOne(definition, { op: 'create', id, input: call.body }, call);
    const reply = await recordReply(definition, state!, call, 201);
    const more = await definition.afterCreate?.(state!, call);
    return more ? withData(reply, more) : reply;
  },
});

/** Adds members to the data of an answer. */
const withData = (reply: RecordReply, more: JsonObject): RecordReply => ({
  ...reply,
  body: { ...reply.body, data: { ...reply.body.data, ...more } },
});

/** The operation that reads one record. */
export const retrieveOperation = (definition: ResourceDefinition): Operation => ({
  ...common(definition, 'retrieve'),
  id: `retrieve_${definition.object}`,
  method: 'GET',
  path: itemPath(definition),
  summary: `Retrieve ${withArticle(definition.object)}`,
  description: definition.purpose,
  query: expandParameter(definition),
  answers: single(definition, 200, 'The record'),
  problems: [404, 422],
  run: async (call) => {
    const across = acrossCompanies(definition, call);
    const state = await needRow(definition, across);
    return recordReply(definition, state, across, 200);
  },
});

/**
 * Extends a call to all companies of a partner, for companies' records that a partner may read (`auth`). The reader
 * determines which companies those are.
 */
export const acrossCompanies = (definition: ResourceDefinition, call: Call): Call =>
  definition.scope === 'company' && call.tenant.company_id === undefined
    ? { ...call, tenant: { ...call.tenant, every_company: true } }
    : call;

const updateOperation = (definition: ResourceDefinition): Operation => ({
  ...common(definition, 'update'),
  id: `update_${definition.object}`,
  method: 'PUT',
  path: itemPath(definition),
  summary: `Update ${withArticle(definition.object)}`,
  description: 'A partial update: members left out keep their value.',
  body: bodyOf(definition, 'update'),
  examples: oneExample(exampleBody(definition, 'update')),
  answers: single(definition, 200, 'The record after the change'),
  problems: [400, 404, 409, 422],
  run: async (call) => {
    const id = call.params[definition.object]!;
    const { ifMatch } = call;
    const state = await writeOne(definition, { op: 'update', id, input: call.body, ifMatch }, call);
    return recordReply(definition, state!, call, 200);
  },
});

const deleteOperation = (definition: ResourceDefinition): Operation => ({
  ...common(definition, 'delete'),
  id: `delete_${definition.object}`,
  method: 'DELETE',
  path: itemPath(definition),
  summary: `Delete ${withArticle(definition.object)}`,
  description: 'It disappears from lists and calculations. The ledger keeps its history.',
  answers: { 204: { description: 'Deleted' } },
  problems: [400, 404, 409],
  run: async (call) => {
    const id = call.params[definition.object]!;
    const deletion: Change = { op: 'delete', id, ifMatch: call.ifMatch };
    await writeOne(definition, deletion, call);
    const problem = definition.keptWhileNamed && (await takenBack(definition, id, call.origin, call.services));
    if (problem) throw problem;
    return { status: 204 };
  },
});

const revealOperation = (definition: ResourceDefinition): Operation => ({
  ...common(definition, 'reveal'),
  id: `reveal_${definition.object}`,
  method: 'GET',
  path: `${itemPath(definition)}/reveal`,
  summary: `Reveal the sensitive values of ${withArticle(definition.object)}`,
  description: 'Each call is recorded with its caller. A separate rate limit applies.',
  reveal: true,
  answers: single(definition, 200, 'The record with its sensitive values'),
  problems: [404],
  run: async (call) => {
    const row = await needRow(definition, call);
    const loaded = await loadRecords(streamOf(definition.object, row.id), call.services);
    const full = loaded.aggregate.get(definition.object, row.id);
    if (!full) throw notFound(definition.object);
    const reply = await recordReply(definition, row, call, 200);
    const clear: JsonObject = {};
    for (const [name, field] of Object.entries(definition.fields))
      if (field.personal === 'sealed') clear[name] = full[name] ?? null;
    const { services, origin } = call;
    const revealed = recordEvents(definition).revealed?.({ members: Object.keys(clear) });
    const decide = async () => (revealed ? [revealed] : []);
    await appendTo(streamOf(definition.object, row.id), 'revealed', origin, services, decide);
    const headers = { ...reply.headers, 'Cache-Control': 'no-store' };
    return { ...withData(reply, clear), headers };
  },
});

/** The row that the path names, if there is one. @throws Problem 503 when it is not known yet whether it exists */
export const rowNamed = async <O extends string>(
  { object }: Pick<ResourceDefinition<Fields, O>, 'object'>,
  { params, tenant, services }: Call,
): Promise<RecordOf<O> | undefined> => {
  const id = params[object] ?? '';
  return (await presentRows(object, tenant, [id], services)).get(id);
};

/** The same. @throws Problem 404 also */
export const needRow = async <O extends string>(
  definition: Pick<ResourceDefinition<Fields, O>, 'object'>,
  call: Call,
): Promise<RecordOf<O>> => {
  const row = await rowNamed(definition, call);
  if (!row) throw notFound(definition.object);
  return row;
};

/**
 * Writes one change, and waits until it and its consequences can be read; a deletion that may be taken back, until that
 * was decided.
 *
 * @throws Problem
 */
export const writeOne = async (
  definition: ResourceDefinition,
  change: Change,
  call: Call,
): Promise<State | undefined> => {
  const { follows = [] } = definition;
  const { services, tenant } = call;
  const [outcome] = await writeChanges(definition, [change], call.origin, services);
  if (!outcome!.ok) throw outcome!.problem;
  const waitedFor = change.op === 'delete' && looksAgain(definition) ? [...follows, 'deletions'] : follows;
  // What is looked up meanwhile delays no answer that has nothing more to wait for.
  const [, more] = await Promise.all([
    untilReadable(waitedFor, outcome!, call),
    reachedBy(definition, [outcome!], services, tenant),
  ]);
  if (more.length > 0) await untilReadable(more, outcome!, call);
  return definition.isChangedByFollowers ? asFollowed(definition, outcome!.state, call) : outcome!.state;
};

/**
 * A record as the process managers left it that followed its change; as it was written where that cannot be read yet.
 */
const asFollowed = async (
  definition: ResourceDefinition,
  written: State | undefined,
  { services, tenant }: Pick<Call, 'services' | 'tenant'>,
): Promise<State | undefined> => {
  const read = written && (await services.read.get(definition.object, tenant, written.id));
  return read && BigInt(read.version) > BigInt(written.version) ? read : written;
};

/**
 * Read your writes: waits until everything up to a position, and its consequences, can be read. Without a position, as
 * after a repeated request, it waits for the whole log.
 *
 * @param since position of the first of several appends; default all of the company's up to the position, also what
 *   earlier calls asked for
 */
export const untilFollowed = async (
  follows: readonly string[] | undefined,
  position: Position | undefined,
  { services, tenant }: Pick<Call, 'services' | 'tenant'>,
  { within_ms, since }: { within_ms?: number; since?: Position } = {},
): Promise<boolean> => {
  const { gate, store } = services;
  answerWaits();
  if (position !== undefined) return gate.followed(position, follows, within_ms, tenant, since);
  return gate.followed(await store.head(), follows, within_ms, tenant, START);
};

/** The same for the outcome of a change. It does not wait for what earlier calls of the company asked for. */
const untilReadable = async (
  follows: readonly string[],
  outcome: Outcome,
  call: Pick<Call, 'services' | 'tenant'>,
): Promise<boolean> => {
  if (!outcome.ok) return true;
  if (outcome.repeated) return untilFollowed(follows, undefined, call);
  const { position, since } = outcome;
  return position === undefined || untilFollowed(follows, position, call, { since });
};

type RecordReply = Omit<Reply, 'body'> & { body: Envelope };

/** The answer with a single record and its ETag. */
export const recordReply = async (
  definition: ResourceDefinition,
  state: State,
  call: Call,
  status: number,
): Promise<RecordReply> => {
  const expand = parseExpand(definition, textsOf(call.query.expand), call.services.registry);
  const body = await presentOne(definition, state, call, expand);
  return { status, body, headers: { ETag: `"${state.version}"` } };
};
