import { z } from 'zod';
import { callback, oneTimeState } from '../kernel/calls/callbacks.ts';
import type { Call, Operation, ShownPage } from '../kernel/definition/operation.ts';
import { exampleId, idSchema, textSchema } from '../kernel/definition/schemas.ts';
import {
  NO_ORGANISATION,
  ORGANISATION_UNKNOWN,
  OTHER_BOOKS,
  ProviderRefused,
  type Services,
} from '../kernel/definition/services.ts';
import type { EventBody } from '../kernel/events/define.ts';
import { storable } from '../values/cut.ts';
import { formatInstant } from '../values/dates.ts';
import { derivedId } from '../values/ids.ts';
import { type JsonObject, textIf, textOf } from '../values/json.ts';
import { refused } from '../values/problem.ts';
import type { Locale, Text } from '../values/text.ts';
import { LABELS, PROVIDERS, type ProviderName } from './books/provider-names.ts';
import { type Connection, connectionId, integrationConnection } from './connection.ts';
import { integrationAuthorizationAsked, integrationAuthorizationFailed, integrationConnected } from './events.ts';
import {
  appendToConnection,
  needEmployer,
  providerOf,
  providerParam,
  providerProblem,
  realmSchema,
} from './integration.ts';

/**
 * Connecting an employer with an accounting provider by OAuth: the address to go to, and the redirect that comes back.
 */

/** For how long a user may take at the provider. */
const STATE_ms = 30 * 60_000;

const addressSchema = z
  .object({
    id: z.string().meta({ description: 'Its id', examples: ['oauth_01K2ZQ7M4T8W3N5R6V9X0Y1A2B'] }),
    object: z.literal('oauth_auth_url').meta({ description: 'Type of the record' }),
    data: z
      .object({
        authentication_url: z.string().meta({
          description: 'Address to send the user to: valid once, for half an hour',
          examples: ['https://login.xero.com/identity/connect/authorize?response_type=code'],
        }),
      })
      .meta({ description: 'The address' }),
  })
  .meta({ id: 'oauth_auth_url', description: 'The address at which a user authorizes an accounting provider.' });

const authenticate: Operation = {
  id: 'authenticate_integration',
  method: 'POST',
  auth: 'company',
  tag: 'integration',
  path: '/integrations/{integration}/authenticate',
  params: providerParam,
  summary: 'Begin to connect an accounting provider',
  description:
    'Send the user to the returned address. The webhook events `integration_authentication_success` and `integration_authentication_failure` report the result.',
  body: z
    .strictObject({
      business_entity_id: idSchema('business_entity').meta({
        description: 'The employer whose books they are',
        examples: [exampleId('business_entity')],
      }),
    })
    .meta({ id: 'integration_authenticate', description: 'The employer to connect' }),
  examples: {
    example: { summary: 'Of an employer', value: { business_entity_id: exampleId('business_entity') } },
  },
  answers: { 200: { description: 'Where to send the user', schema: addressSchema } },
  problems: [400, 404, 422],
  run: async (call: Call<{ business_entity_id: string }>) => {
    const { origin, services } = call;
    const provider = providerOf(call);
    const { business_entity_id } = call.body;
    await needEmployer(business_entity_id, call);
    const id = connectionId(business_entity_id, provider);
    const { state, digest } = oneTimeState(id, origin);
    const authentication_url = services.providers.authorizationUrl(provider, state);
    if (authentication_url === undefined) throw refused(notRegistered(provider));
    const expires_at = formatInstant(Date.parse(origin.occurred_at) + STATE_ms);
    const asked = integrationAuthorizationAsked({ business_entity_id, provider, digest, expires_at });
    await appendToConnection(id, 'authenticate', call, () => [asked]);
    const named = derivedId('oauth', Date.parse(origin.occurred_at), `${origin.seed}/${id}`);
    return { status: 200, body: { id: named, object: 'oauth_auth_url', data: { authentication_url } } };
  },
};

const notRegistered = (provider: ProviderName) => ({
  en: `This service is not registered with ${LABELS[provider]}. Its operator sets a client id and secret.`,
  fr: `Ce service n'est pas inscrit auprès de ${LABELS[provider]}. Son exploitant fixe un identifiant et un secret.`,
});

const MAX_REASON = 300;
const NO_CODE = 'no code came back';

/** Errors that come again and again, in words; OAuth 2 (RFC 6749, 4.1.2.1) has a name for a user who says no. */
const REASONS: Readonly<Record<string, Text>> = {
  [NO_CODE]: { en: 'It sent no authorization back.', fr: "Il n'a renvoyé aucune autorisation." },
  [NO_ORGANISATION.en]: {
    en: 'The authorization is for no organisation.',
    fr: "L'autorisation ne vaut pour aucune organisation.",
  },
  [OTHER_BOOKS.en]: {
    en: 'The authorization is for another company than the redirect names.',
    fr: "L'autorisation ne vaut pas pour l'entreprise que nomme la redirection.",
  },
  [ORGANISATION_UNKNOWN.en]: {
    en: 'It did not say in time which organisation the authorization is for.',
    fr: "Il n'a pas dit à temps pour quelle organisation l'autorisation vaut.",
  },
  access_denied: { en: 'The authorization was declined there.', fr: "L'autorisation y a été refusée." },
};

/** What the redirect of a provider comes to: connected, or why not. */
const concluded = async (connection: Connection, answer: JsonObject, services: Services): Promise<EventBody> => {
  const { id, waiting } = connection;
  const provider = connection.provider;
  const business_entity_id = textOf(connection.business_entity_id);
  const whose = { business_entity_id, provider };
  const failed = (reason: string): EventBody =>
    integrationAuthorizationFailed({ ...whose, reason: storable(reason, MAX_REASON) });
  const [code, realmId] = [textIf(answer.code), textIf(answer.realmId)];
  const [error, error_description] = [textIf(answer.error), textIf(answer.error_description)];
  if (error !== undefined || code === undefined) return failed(error_description ?? error ?? NO_CODE);
  try {
    const { realm_id } = await services.providers.exchange(
      { id, provider },
      { state_digest: waiting!.digest, code, realm_id: realmId },
    );
    return integrationConnected({ ...whose, realm_id, by: 'authorization' });
  } catch (problem) {
    if (problem instanceof ProviderRefused) return failed(problem.message);
    // Nothing is concluded: the redirect may be loaded again.
    throw providerProblem(problem, 'code');
  }
};

const text = (describe: string, example: string) => ({
  schema: textSchema({ max: 4_096 }).meta({ examples: [example] }),
  describe,
});

const conclude = callback({
  on: integrationConnection,
  name: 'conclude_authorization',
  id: 'conclude_integration_authorization',
  path: '/oauth/callback',
  summary: 'Redirect address for accounting providers',
  description:
    'For browsers that return from a provider; do not call it yourself. It shows a page; with another `Accept` the answer is JSON.',
  query: {
    code: text("The provider's authorization code", 'AB11…'),
    realmId: { schema: realmSchema, describe: 'QuickBooks id of the company' },
    scope: text('The authorized scope', 'accounting.settings'),
    session_state: text('From Xero, ignored', 'a1b2'),
    error: text('Why there was no authorization', 'access_denied'),
    error_description: text('Its description', 'The user did not consent'),
  },
  awaits: ({ waiting }) => waiting ?? undefined,
  events: async ({ record, body, services }) => [await concluded(record, body, services)],
  giveUp: async ({ id, provider, is_enabled }, digest, { providers }) => {
    // Of a connection that stands they have replaced the earlier ones: it has no others.
    if (!is_enabled) await providers.forgetOf({ id, provider }, digest);
  },
  answers: {
    200: {
      description: 'The result',
      schema: z
        .object({
          provider: z.enum(PROVIDERS).meta({ description: 'The accounting provider' }),
          is_enabled: z.boolean().meta({ description: 'Whether the provider is connected now' }),
          reason: z.string().nullable().meta({ description: "Why it was not authorized, in the provider's words" }),
        })
        .meta({ id: 'oauth_conclusion', description: 'Result of an authorization' }),
    },
  },
  answer: ({ provider, is_enabled, refusal }) => ({
    status: 200,
    body: { provider, is_enabled: is_enabled === true, reason: refusal ?? null },
  }),
  page: ({ provider, is_enabled, reason }, locale) =>
    pageOf(LABELS[provider === 'xero' ? 'xero' : 'quickbooks'], is_enabled === true, textIf(reason) ?? null)[locale],
});

/** What the user of the provider reads, in both languages. */
const pageOf = (label: string, isConnected: boolean, reason: string | null): Record<Locale, ShownPage> => {
  if (reason === null)
    return isConnected
      ? {
          en: {
            title: `${label} is connected`,
            text: ['You can close this page, and go back to where you came from.'],
          },
          fr: { title: `${label} est relié`, text: ["Vous pouvez fermer cette page et retourner d'où vous venez."] },
        }
      : {
          en: { title: `${label} is not connected`, text: ['Begin again where you came from.'] },
          fr: { title: `${label} n'est pas relié`, text: ["Recommencez là d'où vous venez."] },
        };
  // Its words may be any text, also the name of what every object has.
  const known = Object.hasOwn(REASONS, reason) ? REASONS[reason] : undefined;
  const text = known ?? { en: `It says: ${reason}`, fr: `Il dit : ${reason}` };
  const stands = isConnected
    ? {
        en: 'The earlier connection is kept.',
        fr: 'La liaison qui existait auparavant demeure.',
      }
    : { en: 'Nothing was changed.', fr: "Rien n'a été changé." };
  return {
    en: {
      title: `${label} was not authorized`,
      text: [text.en, stands.en, 'To try again, begin where you came from.'],
    },
    fr: {
      title: `${label} n'a pas été autorisé`,
      text: [text.fr, stands.fr, "Pour réessayer, recommencez là d'où vous venez."],
    },
  };
};

export const authorizationOperations: readonly Operation[] = [authenticate, { ...conclude, tag: 'integration' }];
