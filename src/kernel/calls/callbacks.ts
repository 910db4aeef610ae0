import { hash, timingSafeEqual } from 'node:crypto';
import type { JsonObject } from '../../values/json.ts';
import { type Problem, refused } from '../../values/problem.ts';
import type { Text } from '../../values/text.ts';
import { loadStream } from '../changes/execute.ts';
import type { Operation, QueryParameters } from '../definition/operation.ts';
import { type RecordOf, type ResourceDefinition, streamOf } from '../definition/resource.ts';
import { textSchema } from '../definition/schemas.ts';
import type { Services, Tenant } from '../definition/services.ts';
import type { Origin } from '../definition/writer.ts';
import { type Action, act } from './actions.ts';
import { untilFollowed } from './operations.ts';

/**
 * Callbacks: what a third party's redirect brings back (an authorization at a provider). It has no credential; a state
 * that was handed out beforehand says for which record it is, and is good once and for a while. Its digest is in
 * the record, so that nothing beside the ledger has to be kept, and who reads the ledger cannot make use of it.
 */

/** A state that is handed out: the value goes to the third party, the digest into the record's stream. */
export interface OneTimeState {
  state: string;
  digest: string;
}

const digestOf = (nonce: string): string => hash('sha256', `one-time state ${nonce}`, 'hex');

/** A new state for a record: the same when the request that asks for it is repeated. */
export const oneTimeState = (id: string, { seed }: Origin): OneTimeState => {
  // The seed is random and secret; events hold no more than digests made with it.
  const nonce = hash('sha256', `${seed}/one-time state of ${id}`, 'base64url');
  return { state: `${id}.${nonce}`, digest: digestOf(nonce) };
};

/** What a record waits for: the digest of the state, and until when it is good. */
export interface Awaited {
  digest: string;
  expires_at: string;
}

export interface Callback<F, O extends string>
  extends Pick<Action<JsonObject, F, O>, 'on' | 'name' | 'facts' | 'refuse' | 'events'> {
  id: string;
  path: string;
  summary: string;
  description?: string;
  /** Parameters beside `state`, which the third party adds. */
  query?: QueryParameters;
  /** Read off the record; undefined while it waits for nothing. Its events must end the waiting. */
  awaits: (record: RecordOf<O>) => Awaited | undefined;
  answers: Operation['answers'];
  /** What the person who was sent back sees. */
  page?: Operation['page'];
  /** Without a credential nothing of the record is shown: where to continue, or that it is done. */
  answer: NonNullable<Action<JsonObject, F, O>['answer']>;
}

const NOT_VALID: Text = {
  en: 'The link is not valid, has ended, or was used. Begin again where it came from.',
  fr: "Le lien n'est pas valide, a expiré ou a déjà servi. Recommencez là d'où il vient.",
};
const notValid = (): Problem => refused(NOT_VALID);

const parse = (state: unknown): { id: string; nonce: string } => {
  const [id = '', nonce = '', ...more] = typeof state === 'string' ? state.split('.') : [];
  if (id === '' || nonce === '' || more.length > 0) throw notValid();
  return { id, nonce };
};

const sameDigest = (nonce: string, { digest }: Awaited): boolean => {
  const [given, kept] = [Buffer.from(digestOf(nonce)), Buffer.from(digest)];
  return given.length === kept.length && timingSafeEqual(given, kept);
};

/** Whose a record is, by its stream. @throws Problem 400 when there is none: the same as for every wrong state */
const tenantOf = async (on: ResourceDefinition, id: string, services: Services): Promise<Tenant> => {
  const { aggregate, events } = await loadStream(streamOf(on.object, id), services);
  const { partner_id, company_id } = events[0]?.metadata ?? {};
  if (!aggregate.get(on.object, id) || partner_id === undefined) throw notValid();
  return { partner_id, ...(company_id === undefined ? {} : { company_id }) };
};

/** The operation that a third party's redirect calls. */
export const callback = <F = undefined, O extends string = string>(declared: Callback<F, O>): Operation => {
  const { on, name, awaits, refuse, answer } = declared;
  const whole: Action<JsonObject, F, O> = {
    ...declared,
    refuse: (acting) => {
      const awaited = awaits(acting.record);
      const { nonce } = parse(acting.body.state);
      if (!awaited || !sameDigest(nonce, awaited) || awaited.expires_at <= acting.origin.occurred_at) return NOT_VALID;
      return refuse?.(acting);
    },
  };
  return {
    id: declared.id,
    method: 'GET',
    path: declared.path,
    auth: 'public',
    tag: on.object,
    summary: declared.summary,
    ...(declared.description === undefined ? {} : { description: declared.description }),
    query: {
      ...declared.query,
      state: {
        schema: textSchema({ min: 1, max: 500 }).meta({ examples: ['…'] }),
        required: true,
        describe: 'The `state` of the authorization address, valid once',
      },
    },
    answers: declared.answers,
    ...(declared.page === undefined ? {} : { page: declared.page }),
    problems: [400],
    localized: true,
    identify: async ({ query, services }) => tenantOf(on, parse(query.state).id, services),
    run: async (call) => {
      const { id, nonce } = parse(call.query.state);
      // The cause is the state and not the request: when the redirect is loaded again, nothing happens again.
      const origin = { ...call.origin, seed: `${name}/${digestOf(nonce)}`, mayRepeat: true };
      const { record, position } = await act(whole, id, { origin, services: call.services, body: call.query });
      await untilFollowed(on.follows, position, call);
      return answer(record, call);
    },
  };
};
