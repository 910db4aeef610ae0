import { z } from 'zod';
import type { Json } from '../../values/json.ts';
import { type Issue, invalid, notFound, refused, unavailable } from '../../values/problem.ts';
import type { Text } from '../../values/text.ts';
import { beforeDeletion } from '../changes/before-deletion.ts';
import { matchVersion } from '../changes/decide.ts';
import { type Appended, appendTo, decideContext } from '../changes/execute.ts';
import { loadRecords } from '../changes/remembered.ts';
import { makeReserving, stateAfter } from '../changes/reservations.ts';
import { envelopeSchema } from '../definition/envelopes.ts';
import type { Fields } from '../definition/fields.ts';
import { makeLookup } from '../definition/lookup.ts';
import type { Call, Operation, Reply } from '../definition/operation.ts';
import {
  type DecideContext,
  type EventBody,
  type RecordOf,
  type ResourceDefinition,
  type State,
  streamOf,
} from '../definition/resource.ts';
import type { Services } from '../definition/services.ts';
import type { Origin } from '../definition/writer.ts';
import { idsIn, unknownIssues, unknownReferences } from '../references/named.ts';
import { acrossCompanies, recordReply, rowNamed, untilFollowed } from './operations.ts';

/**
 * Actions: changes of a record beyond create, update and delete (approve, end_preview, rotate a key). An action is
 * declared beside its resource; what all of them share is here: the record is found (404) and loaded from its stream,
 * If-Match is compared with it (409), the ids in the body are looked up (422), the rules are checked (422, 400), the
 * events are appended once however often the request is repeated (their ids derive from its cause), and the answer
 * waits until the events and their consequences can be read.
 */

/** The input of an action's rules. */
export interface Acting<B, F, O extends string = string> {
  /** The record, folded from its stream. */
  record: RecordOf<O>;
  body: B;
  /** Parameters of the path. */
  params: Readonly<Record<string, string>>;
  facts: F;
  /** Time, tenant, and the other records of the stream. */
  context: DecideContext;
  origin: Origin;
  services: Services;
}

/** The progress of what an action began, as the record shows it. */
export type Progress = { is: 'done' } | { is: 'running'; text: Text } | { is: 'abandoned'; text: Text };

/** What the answer waits for when process managers complete an action. */
export interface Following<O extends string = string> {
  /** In the order in which they trigger each other. */
  managers: readonly string[];
  /** The time limit. After it the answer is a 503; the action continues, and the repeated request waits for it. */
  within_ms: number;
  /** Managers whose work follows from that; the answer waits for them only as long as after any change. */
  afterwards?: readonly string[];
  /**
   * What is still being made of what the answer promises beside the record, when the record says that it is done and
   * the managers are not within the time: the answer is a 503 that says so. When not given, the answer is the record.
   */
  rest?: Text;
  /** Read from the record once the managers have handled it: `running` is answered 503, `abandoned` 400. */
  progress: (record: RecordOf<O>) => Progress;
}

export interface Action<B = unknown, F = undefined, O extends string = string> {
  on: ResourceDefinition<Fields, O>;
  /** A verb: `approve`. It distinguishes the appends of one request, so it must never change. */
  name: string;
  /** Default `<name>_<object>`. */
  id?: string;
  /** Default POST. */
  method?: 'POST' | 'PUT' | 'DELETE';
  /** Default the record's path followed by the name; it contains `{<object>}`. */
  path?: string;
  auth?: Operation['auth'];
  summary: string;
  description?: string;
  /** Parameters of the path beside the record's id. */
  params?: Operation['params'];
  /** Default an empty object, which may be left out. */
  body?: z.ZodType<B>;
  bodyOptional?: boolean;
  examples?: Operation['examples'];
  /** Default 200 with the record. */
  answers?: Operation['answers'];
  problems?: readonly number[];
  component?: boolean;
  standsWhile?: Operation['standsWhile'];
  localized?: boolean;
  /** Reads what the rules need beyond the stream; called again after a conflict with another writer. */
  facts?: (acting: Omit<Acting<B, undefined, O>, 'facts'>) => Promise<F>;
  /** Inadmissible members: 422. */
  validate?: (acting: Acting<B, F, O>) => Iterable<Issue>;
  /** What the state of the record forbids: 400. */
  refuse?: (acting: Acting<B, F, O>) => Text | undefined;
  /** The events; none when it is done or under way already. When absent, the action itself changes nothing. */
  events?: (acting: Acting<B, F, O>) => readonly EventBody[] | Promise<readonly EventBody[]>;
  /** Default: the events can be read, and the managers that the resource `follows` have handled them. */
  follows?: Following<O>;
  /** Default the record with its ETag. `record` is as the action left it, also for a repeated request. */
  answer?: (record: RecordOf<O>, call: Call) => Reply | Promise<Reply>;
}

const NOTHING_ASKED = { example: { summary: 'Empty body', value: {} } };

/** Makes the operation that performs an action. */
export const action = <B = unknown, F = undefined, O extends string = string>(declared: Action<B, F, O>): Operation => {
  const { on, name, body, params } = declared;
  if (on.partOf)
    throw new Error(`${name}: a ${on.object} lives in another record's stream, which actions do not write`);
  const defaultAnswers = { 200: { description: 'The record afterwards', schema: envelopeSchema(on) } };
  return {
    id: declared.id ?? `${name}_${on.object}`,
    method: declared.method ?? 'POST',
    path: declared.path ?? `${on.path}/{${on.object}}/${name}`,
    auth: declared.auth ?? (on.scope === 'partner' ? 'partner' : 'company'),
    tag: on.object,
    summary: declared.summary,
    ...(declared.description === undefined ? {} : { description: declared.description }),
    ...(params ? { params } : {}),
    ...(declared.method === 'DELETE' && !body ? {} : { body: body ?? z.strictObject({}) }),
    ...(declared.bodyOptional || !body ? { bodyOptional: true } : {}),
    ...(declared.method === 'DELETE' && !body
      ? {}
      : { examples: declared.examples ?? (body ? undefined : NOTHING_ASKED) }),
    answers: declared.answers ?? defaultAnswers,
    problems: declared.problems ?? [400, 404, 409],
    ...(declared.component ? { component: true } : {}),
    ...(declared.standsWhile ? { standsWhile: declared.standsWhile } : {}),
    localized: declared.localized ?? true,
    takesIfMatch: true,
    resource: on,
    run: async (asked) => {
      const row = await rowNamed(on, acrossCompanies(on, asked));
      // A repeat finds what its first try did, though the record was deleted since.
      if (!row && !asked.origin.mayRepeat) throw notFound(on.object);
      const call = row ? onBehalfOf(on, row, asked) : asked;
      const id = asked.params[on.object]!;
      const { record, position, since } = await act(declared, id, { ...call, isUnseen: !row });
      const { follows } = declared;
      const after = follows ? await carriedThrough(on, id, position, follows, call) : record;
      if (!follows) await untilFollowed(on.follows, position, call, { since });
      return declared.answer ? declared.answer(after, call) : recordReply(on, after, call, 200);
    },
  };
};

/** When a partner acts on a company's record, the tenant is that company; the actor stays the partner. */
const onBehalfOf = (on: ResourceDefinition, { scope_id }: State, call: Call): Call => {
  if (on.scope !== 'company' || call.tenant.company_id !== undefined) return call;
  const tenant = { ...call.tenant, company_id: scope_id };
  return { ...call, tenant, origin: { ...call.origin, tenant } };
};

/** Who acts and with what input; also outside a request, on the command line. */
export interface Actor {
  origin: Origin;
  services: Services;
  body?: Json;
  params?: Readonly<Record<string, string>>;
  ifMatch?: string;
  /** No such record can be seen: only what an earlier try of the same cause did is found. */
  isUnseen?: boolean;
}

/**
 * Performs an action once: finds the events of an earlier try of the same cause, or decides and appends.
 *
 * @returns the record after it, and where its events are in the log: the position of the last, and that of the first or
 *   one before it (undefined when nothing was appended, or an earlier try had done so)
 * @throws Problem 404, 409, 422, 400; 503 when the event store is unavailable
 */
export const act = async <B, F, O extends string>(
  { on, name, body: schema, facts, validate, refuse, events: eventsOf }: Action<B, F, O>,
  id: string,
  { origin, services, body, params = {}, ifMatch, isUnseen }: Actor,
): Promise<{ record: RecordOf<O> } & Pick<Appended, 'position' | 'since'>> => {
  const stream = streamOf(on.object, id);
  const reserving = makeReserving(on, stream, origin, services);
  const appended = await appendTo(stream, name, origin, services, async (loaded) => {
    const record = isUnseen ? undefined : loaded.aggregate.get(on.object, id);
    if (!record) throw notFound(on.object);
    matchVersion(record, ifMatch);
    const context = decideContext(origin, loaded, {});
    // An action without a schema of its body, or without facts, has `undefined` as their types.
    const known = { record, body: body as B, params, context, origin, services };
    // As above.
    const acting: Acting<B, F, O> = { ...known, facts: (await facts?.(known)) as F };
    const named = schema && body !== undefined ? idsIn(schema, body) : [];
    const unknown = await unknownReferences(named, makeLookup(services, origin.tenant));
    const issues = [...unknownIssues(unknown), ...(validate?.(acting) ?? [])];
    if (issues.length > 0) throw invalid(issues);
    const text = refuse?.(acting);
    if (text) throw refused(text);
    const events = (await eventsOf?.(acting)) ?? [];
    if (reserving) await reserving.take(record, stateAfter(on, id, loaded, events, origin, services));
    return events;
  });
  await reserving?.giveUp();
  const record = appended.aggregate.get(on.object, id);
  if (!record) throw notFound(on.object);
  return { record, position: appended.position, since: appended.since };
};

/**
 * Waits for the managers and returns the record as they left it, also where another call has deleted it since.
 *
 * @throws Problem 400 when the action was abandoned, 503 while it is running
 */
const carriedThrough = async <O extends string>(
  on: ResourceDefinition<Fields, O>,
  id: string,
  position: bigint | undefined,
  { managers, within_ms, afterwards, rest, progress }: Following<O>,
  { services, tenant }: Call,
): Promise<RecordOf<O>> => {
  const isFollowed = await untilFollowed(managers, position, { services, tenant }, { within_ms });
  // Nobody waits for a manager that is parked.
  const isLate = !isFollowed && !services.gate.isStuck(managers, tenant);
  if (afterwards) await untilFollowed([...managers, ...afterwards], position, { services, tenant });
  const stream = streamOf(on.object, id);
  const there = (await loadRecords(stream, services)).aggregate.get(on.object, id);
  const after = there ?? (await beforeDeletion(on.object, id, stream, services));
  if (!after) throw notFound(on.object);
  const now = progress(after);
  if (now.is === 'abandoned') throw refused(now.text);
  // One that is gone never says that it has ended: the managers have handled it, and passed on what was left to do.
  if (now.is === 'running' && (there || !isFollowed)) throw unavailable(now.text, RUNNING_RETRY_S);
  if (rest && isLate) throw unavailable(rest, RUNNING_RETRY_S);
  return after;
};

const RUNNING_RETRY_S = 5;
