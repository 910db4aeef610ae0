import { z } from 'zod';
import { exportOf, isInForce } from '../accounting/journal-entry.ts';
import { recordReply } from '../kernel/calls/operations.ts';
import { appendTo } from '../kernel/changes/execute.ts';
import { embeddedListSchema, envelopeSchema } from '../kernel/definition/envelopes.ts';
import { selfLinkSchema } from '../kernel/definition/fields.ts';
import { makeLookup } from '../kernel/definition/lookup.ts';
import type { Call, Operation } from '../kernel/definition/operation.ts';
import { streamOf } from '../kernel/definition/resource.ts';
import { decimalSchema, exampleId, idSchema, textSchema } from '../kernel/definition/schemas.ts';
import { ProviderRefused, ProviderUnavailable } from '../kernel/definition/services.ts';
import type { EventBody } from '../kernel/events/define.ts';
import { unknownIssues, unknownReferences } from '../kernel/references/named.ts';
import { asyncTask } from '../platform/async-task.ts';
import { all, equal, not } from '../values/condition.ts';
import { type JsonObject, textIf, textOf } from '../values/json.ts';
import { type Issue, invalid, notFound, refused, unavailable } from '../values/problem.ts';
import type { Text } from '../values/text.ts';
import { LABELS, PROVIDERS, type ProviderName, SYNCS, SYNCS_OF, type Sync } from './books/provider-names.ts';
import { type Connection, connectionId, integrationConnection } from './connection.ts';
import { integrationConnected, integrationDisconnected } from './events.ts';
import { integrationSync } from './sync.ts';

// Long: one operation after the other, over the same few checks.

/** Connections of employers with accounting providers, by the provider's name. */

const integrationSchema = z
  .object({
    id: z.enum(PROVIDERS).meta({ description: 'The name of the provider', examples: ['xero'] }),
    object: z.literal('integration').meta({ description: 'What it is' }),
    data: z
      .object({
        label: z.string().meta({ description: 'What the provider is called', examples: ['Xero'] }),
        is_enabled: z.boolean().meta({ description: 'Whether it is connected' }),
        type: z.literal('accounting').meta({ description: 'What it is for' }),
      })
      .meta({ description: 'How it stands' }),
    links: selfLinkSchema,
  })
  .meta({ id: 'integration', description: 'Connection with an accounting provider.' });

export const providerParam = {
  integration: z.enum(PROVIDERS).meta({ description: 'The name of the provider', examples: ['xero'] }),
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
  if (!named) throw notFound();
  return named;
};

const byEmployer = {
  business_entity_id: {
    schema: idSchema('business_entity').meta({ examples: [exampleId('business_entity')] }),
    describe: 'Of this employer; without it, of any employer of the company',
  },
};

const isConnected = ({ services, tenant, query }: Call, provider: ProviderName): Promise<boolean> => {
  const id = textIf(query.business_entity_id);
  const own = id === undefined ? [] : [equal('business_entity_id', id)];
  const where = all(equal('provider', provider), equal('is_enabled', true), ...own);
  return services.read.exists(integrationConnection.object, tenant, where);
};

/** Whether the employer that the query names, if it names one, is the tenant's. */
const isOurs = async ({ services, tenant, query }: Call): Promise<boolean> => {
  const id = textIf(query.business_entity_id);
  return id === undefined || (await services.read.get('business_entity', tenant, id)) !== undefined;
};

const listIntegrations: Operation = {
  id: 'list_integrations',
  method: 'GET',
  auth: 'company',
  tag: 'integration',
  path: '/integrations',
  summary: 'List the accounting providers',
  description: 'Each with whether it is connected.',
  query: byEmployer,
  answers: { 200: { description: 'All of them', schema: embeddedListSchema(integrationSchema) } },
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
  description: 'With whether it is connected.',
  query: byEmployer,
  answers: { 200: { description: 'The provider', schema: integrationSchema } },
  problems: [404],
  run: async (call) => {
    const provider = providerOf(call);
    if (!(await isOurs(call))) throw notFound();
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

const AWAY: Text = {
  en: 'The accounting provider does not answer. Try again in a while.',
  fr: 'Le fournisseur comptable ne répond pas. Réessayez dans un moment.',
};

/** What callers see of a provider that does not do what it is asked. */
export const providerProblem = (error: unknown, path: string): unknown => {
  if (error instanceof ProviderUnavailable) return unavailable(AWAY, 30);
  if (!(error instanceof ProviderRefused)) return error;
  const text = {
    en: `was refused by the provider: ${error.message}`,
    fr: `refusé par le fournisseur : ${error.message}`,
  };
  return invalid([{ path, text }]);
};

const seconds = (what: string) =>
  decimalSchema({ places: 6, min: '0', max: '9999999999' }).meta({
    description: `For how many seconds the ${what} token is good`,
    examples: [1_800],
  });
const token = (what: string) =>
  textSchema({ min: 1, max: 10_240 }).meta({ description: `The ${what} token`, examples: ['eyJhbGciOi…'] });

const importBody = z
  .strictObject({
    business_entity_id: idSchema('business_entity').meta({
      description: 'The employer whose books they are',
      examples: [exampleId('business_entity')],
    }),
    access_token: token('access'),
    access_token_expires_in: seconds('access'),
    refresh_token: token('refresh'),
    refresh_token_expires_in: seconds('refresh'),
    realm_id: textSchema({ min: 1, max: 255 })
      .optional()
      .meta({
        description: 'What QuickBooks calls the company: wanted there, and not looked at for Xero',
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
  summary: 'Connect an accounting provider by tokens that you obtained',
  description:
    'Of an authorization for the application that this service is registered as, since it renews them. They are kept encrypted and shown to nobody.',
  body: importBody,
  examples: {
    example: {
      summary: 'Tokens of QuickBooks',
      value: {
        business_entity_id: exampleId('business_entity'),
        access_token: 'eyJhbGciOi…',
        access_token_expires_in: 3_600,
        refresh_token: 'AB11…',
        refresh_token_expires_in: 8_726_400,
        realm_id: '9130357992222222',
      },
    },
  },
  answers: { 200: { description: 'The provider, connected', schema: integrationSchema } },
  problems: [404, 422],
  run: async (call) => {
    const provider = providerOf(call);
    const { business_entity_id, access_token, access_token_expires_in, refresh_token, realm_id } = read(
      importBody,
      call,
    );
    await needEmployer(business_entity_id, call);
    if (provider === 'quickbooks' && realm_id === undefined)
      throw invalid([
        { path: 'realm_id', text: { en: 'is wanted for QuickBooks', fr: 'est attendu pour QuickBooks' } },
      ]);
    const id = connectionId(business_entity_id, provider);
    const tokens = { access_token, access_token_expires_in: Number(access_token_expires_in), refresh_token };
    const kept = await call.services.providers.keep({ id, provider }, tokens, realm_id).catch((error: unknown) => {
      throw providerProblem(error, 'access_token');
    });
    const data = { business_entity_id, provider, realm_id: kept.realm_id, by: 'import' as const };
    await appendToConnection(id, 'connect', call, () => [integrationConnected(data)]);
    return { status: 200, body: shown(provider, true) };
  },
};

const disconnect: Operation = {
  id: 'delete_integration_connection',
  method: 'DELETE',
  auth: 'company',
  tag: 'integration',
  path: '/integrations/{integration}/connection',
  params: providerParam,
  summary: 'Drop the connection with an accounting provider',
  description: 'The tokens are forgotten, and the provider is told. Nothing that was imported or exported changes.',
  query: {
    business_entity_id: {
      schema: idSchema('business_entity').meta({ examples: [exampleId('business_entity')] }),
      required: true,
      describe: 'The employer whose connection it is',
    },
  },
  answers: { 204: { description: 'It is not connected any more' } },
  problems: [404],
  run: async (call) => {
    const provider = providerOf(call);
    const business_entity_id = textOf(call.query.business_entity_id);
    const id = connectionId(business_entity_id, provider);
    const connection = await call.services.read.get(integrationConnection.object, call.tenant, id);
    if (!connection) throw notFound();
    await call.services.providers.forget({ id, provider });
    await appendToConnection(id, 'disconnect', call, (now) =>
      now?.is_enabled ? [integrationDisconnected({ business_entity_id, provider, reason: 'asked' })] : [],
    );
    return { status: 204 };
  },
};

const syncBody = z
  .strictObject({
    sync: z.enum(SYNCS).meta({
      description:
        'accounting_codes imports the chart of accounts, category classes or tracking categories, department locations, project projects; journal_entries exports the entries of a payroll',
      examples: ['accounting_codes'],
    }),
    business_entity_id: idSchema('business_entity')
      .optional()
      .meta({ description: 'The employer that is imported for', examples: [exampleId('business_entity')] }),
    payroll_id: idSchema('payroll')
      .optional()
      .meta({ description: 'The payroll whose entries are exported', examples: [exampleId('payroll')] }),
  })
  .meta({ id: 'integration_sync_create', description: 'What is synchronized' });

const sync: Operation = {
  id: 'sync_integration',
  method: 'POST',
  auth: 'company',
  tag: 'integration',
  path: '/integrations/{integration}/sync',
  params: providerParam,
  summary: 'Import from an accounting provider, or export to it',
  description:
    'It is done by a task, which tells its status alone. Imports create what is not known by its id there and change what is; nothing is deleted. An entry is exported once, however often that is asked for.',
  body: syncBody,
  examples: {
    accounts: {
      summary: 'The chart of accounts of an employer',
      value: { sync: 'accounting_codes', business_entity_id: exampleId('business_entity') },
    },
  },
  answers: { 202: { description: 'The task that does it', schema: envelopeSchema(asyncTask) } },
  problems: [400, 404, 422],
  localized: true,
  run: async (call) => {
    const { services, origin, tenant } = call;
    const provider = providerOf(call);
    const earlier = origin.mayRepeat ? await services.tasks.earlier(origin) : undefined;
    if (earlier) return recordReply(asyncTask, earlier, call, 202);
    const { sync: what, payroll_id } = read(syncBody, call);
    const business_entity_id = await employerOf(call, provider);
    const connection = await services.read.get(
      integrationConnection.object,
      tenant,
      connectionId(business_entity_id, provider),
    );
    if (!connection?.is_enabled)
      throw invalid([{ path: payroll_id ? 'payroll_id' : 'business_entity_id', text: notConnected(provider) }]);
    const steps =
      what === 'journal_entries'
        ? (await entriesOf(payroll_id!, provider, call)).map((journal_entry_id) => ({ journal_entry_id }))
        : [{ journal_entry_id: null }];
    if (steps.length === 0) throw refused(NO_ENTRIES);
    const input = { connection_id: connection.id, business_entity_id, provider, sync: what };
    const { state } = await services.tasks.start({ kind: integrationSync.name, input, steps }, origin);
    return recordReply(asyncTask, state, call, 202);
  },
};

const notConnected = (provider: ProviderName): Text => ({
  en: `is of an employer that is not connected with ${LABELS[provider]}; authorize it first`,
  fr: `est d'un employeur qui n'est pas relié à ${LABELS[provider]}; autorisez-le d'abord`,
});

const NO_ENTRIES: Text = {
  en: 'The payroll has no journal entries yet: they are posted when it is approved.',
  fr: "La paie n'a pas encore d'écritures : elles sont passées à son approbation.",
};

/** The body of a call, as the schema gave it that its operation declares. */
const read = <S extends z.ZodType>(_schema: S, { body }: Call<z.output<S>>): z.output<S> => body;

/** The employer that a sync is for. @throws Problem 422 */
const employerOf = async (call: Call, provider: ProviderName): Promise<string> => {
  const { sync: what, business_entity_id, payroll_id } = read(syncBody, call);
  const issues: Issue[] = [...syncIssues(provider, what, business_entity_id, payroll_id)];
  if (issues.length > 0) throw invalid(issues);
  if (what !== 'journal_entries') {
    await needEmployer(business_entity_id!, call);
    return business_entity_id!;
  }
  const payroll = await makeLookup(call.services, call.tenant).get('payroll', payroll_id!);
  if (!payroll) throw invalid(unknownIssues([{ path: 'payroll_id', objects: ['payroll'], id: payroll_id! }]));
  return textOf(payroll.business_entity_id);
};

function* syncIssues(
  provider: ProviderName,
  what: Sync,
  business_entity_id: string | undefined,
  payroll_id: string | undefined,
): Iterable<Issue> {
  const kinds = SYNCS_OF[provider];
  if (!kinds.includes(what))
    yield {
      path: 'sync',
      text: {
        en: `is not there in ${LABELS[provider]}: one of ${kinds.join(', ')} is`,
        fr: `n'existe pas dans ${LABELS[provider]} : l'un de ${kinds.join(', ')}`,
      },
    };
  const wanted: Text = { en: `is wanted for ${what}`, fr: `est attendu pour ${what}` };
  if (what === 'journal_entries' && payroll_id === undefined) yield { path: 'payroll_id', text: wanted };
  if (what !== 'journal_entries' && business_entity_id === undefined)
    yield { path: 'business_entity_id', text: wanted };
}

/**
 * The entries of a payroll as a whole that belong into a provider's books: those in force, and those that take back what is
 * there, or may be. Those of its stubs say the same once more.
 */
const entriesOf = async (payroll_id: string, provider: ProviderName, { services, tenant }: Call): Promise<string[]> => {
  const where = all(equal('payroll_id', payroll_id), not(equal('type', 'pay_stub_recording')));
  const entries = await services.read.find('journal_entry', tenant, where);
  const there = new Set(entries.filter((entry) => exportOf(entry, provider)).map(({ id }) => id));
  return entries
    .filter((entry) => isInForce(entry) || there.has(entry.id) || there.has(entry.reverses_id ?? ''))
    .map(({ id }) => id);
};

export const integrationOperations: readonly Operation[] = [
  listIntegrations,
  retrieveIntegration,
  importConnection,
  disconnect,
  sync,
];
