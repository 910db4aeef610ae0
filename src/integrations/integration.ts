import { z } from 'zod';
import { appendTo } from '../kernel/changes/execute.ts';
import { embeddedListSchema } from '../kernel/definition/envelopes.ts';
import { selfLinkSchema } from '../kernel/definition/fields.ts';
import { makeLookup, presentIds } from '../kernel/definition/lookup.ts';
import type { Call, Operation } from '../kernel/definition/operation.ts';
import { streamOf } from '../kernel/definition/resource.ts';
import { decimalSchema, exampleId, idSchema, refine } from '../kernel/definition/schemas.ts';
import { ProviderRefused, ProviderUnauthorized, ProviderUnavailable } from '../kernel/definition/services.ts';
import type { EventBody } from '../kernel/events/define.ts';
import { unknownIssues, unknownReferences } from '../kernel/references/named.ts';
import { all, equal } from '../values/condition.ts';
import { type JsonObject, textIf, textOf } from '../values/json.ts';
import { invalid, notFound, Problem, unavailable } from '../values/problem.ts';
import type { Text } from '../values/text.ts';
import { LABELS, PROVIDERS, type ProviderName } from './books/provider-names.ts';
import { type Connection, connectionId, integrationConnection } from './connection.ts';
import { integrationConnected, integrationDisconnected } from './events.ts';

/** Connections of employers with accounting providers, by the provider's name. */

const integrationSchema = z
  .object({
    id: z.enum(PROVIDERS).meta({ description: 'Name of the provider', examples: ['xero'] }),
    object: z.literal('integration').meta({ description: 'Type of the record' }),
    data: z
      .object({
        label: z.string().meta({ description: 'Name of the provider', examples: ['Xero'] }),
        is_enabled: z.boolean().meta({ description: 'Whether it is connected' }),
        type: z.literal('accounting').meta({ description: 'Description' }),
      })
      .meta({ description: 'Status' }),
    links: selfLinkSchema,
  })
  .meta({ id: 'integration', description: 'Connection with an accounting provider.' });

export const providerParam = {
  integration: z.enum(PROVIDERS).meta({ description: 'Name of the provider', examples: ['xero'] }),
};

const shown = (provider: ProviderName, is_enabled: boolean): JsonObject => ({
  id: provider,
  object: 'integration',
  data: { label: LABELS[provider], is_enabled, type: 'accounting' },
  links: { self: `/integrations/${provider}` },
});

/** The provider that the path names. @throws Problem 404 */
export const providerOf = ({ params }: Call): ProviderName => {
  const named = PROVIDERS.find((provider) => provider === params.integration);
  if (!named) throw notFound('integration');
  return named;
};

const byEmployer = {
  business_entity_id: {
    schema: idSchema('business_entity').meta({ examples: [exampleId('business_entity')] }),
    describe: 'For this employer; without it, for any employer of the company',
  },
};

const isConnected = ({ services, tenant, query }: Call, provider: ProviderName): Promise<boolean> => {
  const id = textIf(query.business_entity_id);
  const own = id === undefined ? [] : [equal('business_entity_id', id)];
  const where = all(equal('provider', provider), equal('is_enabled', true), ...own);
  return services.read.exists(integrationConnection.object, tenant, where);
};

/**
 * Whether the employer that the query names, if it names one, is the tenant's.
 *
 * @throws Problem 503 when that is not known
 */
const isOurs = async ({ services, tenant, query }: Call): Promise<boolean> => {
  const id = textIf(query.business_entity_id);
  return id === undefined || (await presentIds('business_entity', tenant, [id], services)).has(id);
};

const listIntegrations: Operation = {
  id: 'list_integrations',
  method: 'GET',
  auth: 'company',
  tag: 'integration',
  path: '/integrations',
  summary: 'List the accounting providers',
  description: 'Says for each whether it is connected.',
  query: byEmployer,
  answers: { 200: { description: 'The whole list', schema: embeddedListSchema(integrationSchema) } },
  run: async (call) => {
    if (!(await isOurs(call))) return { status: 200, body: { object: 'list', data: [] } };
    const connected = await Promise.all(PROVIDERS.map((provider) => isConnected(call, provider)));
    return { status: 200, body: { object: 'list', data: PROVIDERS.map((name, i) => shown(name, connected[i]!)) } };
  },
};

const retrieveIntegration: Operation = {
  id: 'retrieve_integration',
  method: 'GET',
  auth: 'company',
  tag: 'integration',
  path: '/integrations/{integration}',
  params: providerParam,
  summary: 'Retrieve an accounting provider',
  description: 'Says whether it is connected.',
  query: byEmployer,
  answers: { 200: { description: 'The provider', schema: integrationSchema } },
  problems: [404],
  run: async (call) => {
    const provider = providerOf(call);
    if (!(await isOurs(call))) throw notFound('business_entity');
    return { status: 200, body: shown(provider, await isConnected(call, provider)) };
  },
};

/** Makes sure that the employer is the tenant's. @throws Problem 422 */
export const needEmployer = async (id: string, { services, tenant }: Call): Promise<void> => {
  const named = [{ path: 'business_entity_id', objects: ['business_entity'], id }];
  const issues = unknownIssues(await unknownReferences(named, makeLookup(services, tenant)));
  if (issues.length > 0) throw invalid(issues);
};

/** Appends to an employer's connection with a provider, and waits until that can be read. */
export const appendToConnection = async (
  id: string,
  step: string,
  { origin, services, tenant }: Pick<Call, 'origin' | 'services' | 'tenant'>,
  decide: (connection: Connection | undefined) => Promise<readonly EventBody[]> | readonly EventBody[],
): Promise<void> => {
  const stream = streamOf(integrationConnection.object, id);
  const { position } = await appendTo(stream, step, origin, services, async ({ aggregate }) =>
    decide(aggregate.get(integrationConnection.object, id)),
  );
  await services.gate.followed(position ?? (await services.store.head()), [], undefined, tenant);
};

/** The body of a call, as the schema gave it that its operation declares. */
export const read = <S extends z.ZodType>(_schema: S, { body }: Call<z.output<S>>): z.output<S> => body;

const AWAY: Text = {
  en: 'The accounting provider does not answer. Try again in a while.',
  fr: 'Le fournisseur comptable ne répond pas. Réessayez dans un moment.',
};

/** What callers see of a provider that does not do what it is asked. */
export const providerProblem = (error: unknown, path: string): unknown => {
  if (error instanceof ProviderUnavailable) return unavailable(AWAY, 30);
  if (!(error instanceof ProviderRefused || error instanceof ProviderUnauthorized)) return error;
  const said = error instanceof ProviderRefused ? error.said : { en: error.message, fr: error.message };
  const text = { en: `was refused by the provider: ${said.en}`, fr: `a été refusé par le fournisseur : ${said.fr}` };
  return invalid([{ path, text }]);
};

const seconds = (what: string) =>
  decimalSchema({ places: 6, min: '0', max: '9999999999' }).meta({
    description: `Seconds for which the ${what} token is valid`,
    examples: [1_800],
  });

/** What a token may hold (RFC 6749, appendix A), less the space, which ends a token in a header. */
const VISIBLE_ASCII = /^[!-~]*$/;
const TOKEN = refine({
  en: 'must hold only visible ASCII characters, without spaces: it is sent to the provider as it is',
  fr: 'ne doit contenir que des caractères ASCII visibles, sans espace : il est envoyé tel quel au fournisseur',
});
const token = (what: string, example: string) =>
  z
    .string()
    .min(1)
    .max(10_240)
    .refine((value) => VISIBLE_ASCII.test(value), TOKEN)
    .meta({ pattern: VISIBLE_ASCII.source, description: `The ${what} token`, examples: [example] });

/** It becomes a part of an address, which dots and slashes would make another one. */
const REALM = /^[A-Za-z0-9-]+$/;
/** What a provider calls the books, as a caller or its redirect says. */
export const realmSchema = z
  .string()
  .min(1)
  .max(255)
  .refine(
    (value) => REALM.test(value),
    refine({
      en: 'must hold only letters without accents, digits and hyphens, e.g. 9130357992222222',
      fr: "ne doit contenir que des lettres sans accent, des chiffres et des traits d'union, p. ex. 9130357992222222",
    }),
  )
  .meta({ pattern: REALM.source, examples: ['9130357992222222'] });

const importBody = z
  .strictObject({
    business_entity_id: idSchema('business_entity').meta({
      description: 'The employer whose books they are',
      examples: [exampleId('business_entity')],
    }),
    access_token: token('access', 'eyJhbGciOiJSUzI1NiJ9'),
    access_token_expires_in: seconds('access'),
    refresh_token: token('refresh', 'AB1168000000'),
    refresh_token_expires_in: seconds('refresh'),
    realm_id: realmSchema.optional().meta({
      description: 'QuickBooks id of the company: required for QuickBooks, ignored for Xero',
      examples: ['9130357992222222'],
    }),
  })
  .meta({ id: 'integration_connection_create', description: 'Tokens that you obtained' });

const importConnection: Operation = {
  id: 'import_integration_connection',
  method: 'POST',
  auth: 'company',
  tag: 'integration',
  path: '/integrations/{integration}/connection',
  params: providerParam,
  summary: 'Connect an accounting provider with tokens that you obtained',
  description:
    'They must be issued to the application that this service is registered as, since the service renews them. They are stored encrypted and never returned.',
  body: importBody,
  examples: {
    example: {
      summary: 'Tokens of QuickBooks',
      value: {
        business_entity_id: exampleId('business_entity'),
        access_token: 'eyJhbGciOiJSUzI1NiJ9',
        access_token_expires_in: 3_600,
        refresh_token: 'AB1168000000',
        refresh_token_expires_in: 8_726_400,
        realm_id: '9130357992222222',
      },
    },
  },
  answers: { 200: { description: 'The connected provider', schema: integrationSchema } },
  problems: [400, 404, 422],
  run: async (call) => {
    const provider = providerOf(call);
    const { business_entity_id, access_token, access_token_expires_in, refresh_token, realm_id } = read(
      importBody,
      call,
    );
    await needEmployer(business_entity_id, call);
    if (provider === 'quickbooks' && realm_id === undefined)
      throw invalid([
        { path: 'realm_id', text: { en: 'is required for QuickBooks', fr: 'est obligatoire pour QuickBooks' } },
      ]);
    const id = connectionId(business_entity_id, provider);
    let tokens = { access_token, access_token_expires_in: Number(access_token_expires_in), refresh_token };
    await appendToConnection(id, 'connect', call, async () => {
      // Here, as a disconnection forgets them here: of two at once the one that is appended last has its way with them.
      const kept = await call.services.providers.keep({ id, provider }, tokens, realm_id).catch((error: unknown) => {
        throw providerProblem(error, 'access_token');
      });
      // Decided again after another write, it renews nothing again.
      tokens = kept.tokens;
      return [integrationConnected({ business_entity_id, provider, realm_id: kept.realm_id, by: 'import' })];
    });
    return { status: 200, body: shown(provider, true) };
  },
};

const neverConnected = (label: string): Text => ({
  en: `The employer is not connected with ${label}.`,
  fr: `L'employeur n'est pas relié à ${label}.`,
});

const disconnect: Operation = {
  id: 'delete_integration_connection',
  method: 'DELETE',
  auth: 'company',
  tag: 'integration',
  path: '/integrations/{integration}/connection',
  params: providerParam,
  summary: 'Disconnect an accounting provider',
  description:
    'The tokens are deleted, and the connection ends at the provider, unless another employer is connected with the same books. Imported and exported records do not change.',
  query: {
    business_entity_id: {
      schema: idSchema('business_entity').meta({ examples: [exampleId('business_entity')] }),
      required: true,
      describe: 'The employer of the connection',
    },
  },
  answers: { 204: { description: 'Disconnected' } },
  problems: [404],
  run: async (call) => {
    const provider = providerOf(call);
    const business_entity_id = textOf(call.query.business_entity_id);
    const id = connectionId(business_entity_id, provider);
    const there = await presentIds(integrationConnection.object, call.tenant, [id], call.services);
    if (!there.has(id))
      throw (await isOurs(call)) ? new Problem(404, neverConnected(LABELS[provider])) : notFound('business_entity');
    await appendToConnection(id, 'disconnect', call, async (now) => {
      // Tokens without a connection are those of one that is being made, which then makes it again.
      const hadTokens = await call.services.providers.forget({ id, provider });
      const isThere = hadTokens || now?.is_enabled === true;
      return isThere ? [integrationDisconnected({ business_entity_id, provider, reason: 'asked' })] : [];
    });
    return { status: 204 };
  },
};

export const integrationOperations: readonly Operation[] = [
  listIntegrations,
  retrieveIntegration,
  importConnection,
  disconnect,
];
