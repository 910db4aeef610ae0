import { hash, timingSafeEqual } from 'node:crypto';
import type { JsonObject } from '../../values/json.ts';
import { Problem, refused } from '../../values/problem.ts';
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
 * Callbacks: redirects from a third party (an authorization at a provider). They have no credential. A state that was
 * issued beforehand names the record; it is valid once and for a limited time. The record holds its digest, so nothing
 * is stored outside the ledger, and readers of the ledger cannot use it.
 */

/** An issued state: the value goes to the third party, the digest into the record's stream. */
export interface OneTimeState {
  state: string;
  digest: string;
}

const digestOf = (nonce: string): string => hash('sha256', `one-time state ${nonce}`, 'hex');

/** A new state for a record; the same when the request for it is repeated. */
export const oneTimeState = (id: string, { seed }: Origin): OneTimeState => {
  // The seed is random and secret; events hold only digests made with it.
  const nonce = hash('sha256', `${seed}/one-time state of ${id}`, 'base64url');
  return { state: `${id}.${nonce}`, digest: digestOf(nonce) };
};

/** The callback that a record waits for: the digest of its state, and when that expires. */
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
  /** Read from the record; undefined while it waits for no callback. The callback's events must end the waiting. */
  awaits: (record: RecordOf<O>) => Awaited | undefined;
  answers: Operation['answers'];
  /** The page for the person who was redirected. */
  page?: Operation['page'];
  /**
   * Gives up what `events` obtained elsewhere, where the callback was refused after that: what it waited for ended in
   * the same moment.
   */
  giveUp?: (record: RecordOf<O>, digest: string, services: Services) => Promise<void>;
  /** There is no credential, so it shows nothing of the record: only where to continue, or that it is done. */
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

/** The tenant of a record, from its stream. @throws Problem 400 when there is none, as for every wrong state */
const tenantOf = async (on: ResourceDefinition, id: string, services: Services): Promise<Tenant> => {
  const { aggregate, events } = await loadStream(streamOf(on.object, id), services);
  const { partner_id, company_id } = events[0]?.metadata ?? {};
  if (!aggregate.get(on.object, id) || partner_id === undefined) throw notValid();
  return { partner_id, ...(company_id === undefined ? {} : { company_id }) };
};

/** The operation that a third party's redirect calls. */
export const callback = <F = undefined, O extends string = string>(declared: Callback<F, O>): Operation => {
  const { on, name, awaits, refuse, giveUp, answer } = declared;
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
      // The cause is the state and not the request: loading the redirect again has no further effect.
      const origin = { ...call.origin, seed: `${name}/${digestOf(nonce)}`, mayRepeat: true };
      const { services } = call;
      const acted = await act(whole, id, { origin, services, body: call.query }).catch(async (problem: unknown) => {
        if (giveUp && problem instanceof Problem && problem.status === 400) {
          const record = (await loadStream(streamOf(on.object, id), services)).aggregate.get(on.object, id);
          if (record) await giveUp(record, digestOf(nonce), services);
        }
        throw problem;
      });
      await untilFollowed(on.follows, acted.position, call, acted);
      return answer(acted.record, call);
    },
  };
};
