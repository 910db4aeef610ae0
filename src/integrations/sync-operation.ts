import { z } from 'zod';
import { exportOf, isInForce } from '../accounting/journal-entry.ts';
import { recordReply } from '../kernel/calls/operations.ts';
import { eventPages } from '../kernel/changes/execute.ts';
import { envelopeSchema } from '../kernel/definition/envelopes.ts';
import { makeLookup } from '../kernel/definition/lookup.ts';
import type { Call, Operation } from '../kernel/definition/operation.ts';
import { eventsOf } from '../kernel/definition/record-events.ts';
import { streamOf } from '../kernel/definition/resource.ts';
import { exampleId, idSchema } from '../kernel/definition/schemas.ts';
import { unknownIssues } from '../kernel/references/named.ts';
import { asyncTask } from '../platform/async-task.ts';
import { all, equal, not } from '../values/condition.ts';
import { type Json, textOf } from '../values/json.ts';
import { type Issue, invalid, refused } from '../values/problem.ts';
import type { Text } from '../values/text.ts';
import { LABELS, type ProviderName, SYNCS, SYNCS_OF, type Sync } from './books/provider-names.ts';
import { connectionId, connectionNow, keyOf } from './connection.ts';
import { needEmployer, providerOf, providerParam, read } from './integration.ts';
import { integrationSync } from './sync.ts';

/** Starts imports and exports. */

const syncBody = z
  .strictObject({
    sync: z.enum(SYNCS).meta({
      description:
        'accounting_codes imports the chart of accounts, category classes or tracking categories, department locations, project projects; journal_entries exports the entries of a payroll',
      examples: ['accounting_codes'],
    }),
    business_entity_id: idSchema('business_entity')
      .optional()
      .meta({ description: 'The employer to import for', examples: [exampleId('business_entity')] }),
    payroll_id: idSchema('payroll')
      .optional()
      .meta({ description: 'The payroll whose entries to export', examples: [exampleId('payroll')] }),
  })
  .meta({ id: 'integration_sync_create', description: 'What to import or export' });

export const syncIntegration: Operation = {
  id: 'sync_integration',
  method: 'POST',
  auth: 'company',
  tag: 'integration',
  path: '/integrations/{integration}/sync',
  params: providerParam,
  summary: 'Import from an accounting provider, or export to it',
  description:
    'A task does it; the task shows only its status. Imports match records by their id at the provider: they create new ones and update known ones, and delete nothing. An entry is exported only once, even when the request is repeated.',
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
    const { services, origin } = call;
    const provider = providerOf(call);
    const earlier = origin.mayRepeat ? await services.tasks.earlier(origin) : undefined;
    if (earlier) return recordReply(asyncTask, earlier, call, 202);
    const { sync: what, payroll_id } = read(syncBody, call);
    const business_entity_id = await employerOf(call, provider);
    const connection = await connectionNow(connectionId(business_entity_id, provider), services);
    if (!connection?.is_enabled)
      throw invalid([{ path: payroll_id ? 'payroll_id' : 'business_entity_id', text: notConnected(provider) }]);
    const steps =
      what === 'journal_entries'
        ? (await entriesOf(payroll_id!, provider, call)).map((journal_entry_id) => ({ journal_entry_id }))
        : [{ journal_entry_id: null }];
    if (steps.length === 0) throw refused(NO_ENTRIES);
    const { realm_id } = keyOf(connection);
    const input = { connection_id: connection.id, business_entity_id, provider, sync: what, realm_id };
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
  const employer = payroll?.business_entity_id ?? (await employerOfGone(payroll_id!, provider, call));
  if (employer === undefined)
    throw invalid(unknownIssues([{ path: 'payroll_id', objects: ['payroll'], id: payroll_id! }]));
  return textOf(employer);
};

/**
 * The employer of a payroll that is gone, where the provider has entries of it: its approval was taken back before, and
 * what takes those entries back belongs into the same books. Undefined where nothing of it is left to be exported.
 */
const employerOfGone = async (payroll_id: string, provider: ProviderName, call: Call): Promise<Json | undefined> => {
  if ((await entriesOf(payroll_id, provider, call)).length === 0) return undefined;
  const { created } = eventsOf('payroll');
  for await (const events of eventPages(streamOf('payroll', payroll_id), call.services, EVENTS_AT_ONCE)) {
    const made = events.find((event) => created.is(event));
    if (made) return made.data.business_entity_id;
  }
  return undefined;
};

/** The first events of a payroll say whose it is. */
const EVENTS_AT_ONCE = 10;

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
        en: `does not exist in ${LABELS[provider]}; give one of ${kinds.join(', ')}`,
        fr: `n'existe pas dans ${LABELS[provider]}; donnez l'un de ${kinds.join(', ')}`,
      },
    };
  const wanted: Text = { en: `is required for ${what}`, fr: `est obligatoire pour ${what}` };
  if (what === 'journal_entries' && payroll_id === undefined) yield { path: 'payroll_id', text: wanted };
  if (what !== 'journal_entries' && business_entity_id === undefined)
    yield { path: 'business_entity_id', text: wanted };
}

/**
 * The entries of a payroll as a whole that belong into a provider's books: those in force, and those that take back
 * what is there, or may be. Those of its stubs say the same once more.
 */
const entriesOf = async (payroll_id: string, provider: ProviderName, { services, tenant }: Call): Promise<string[]> => {
  const where = all(equal('payroll_id', payroll_id), not(equal('type', 'pay_stub_recording')));
  const entries = await services.read.find('journal_entry', tenant, where);
  const there = new Set(entries.filter((entry) => exportOf(entry, provider)).map(({ id }) => id));
  return entries
    .filter((entry) => isInForce(entry) || there.has(entry.id) || there.has(entry.reverses_id ?? ''))
    .map(({ id }) => id);
};
