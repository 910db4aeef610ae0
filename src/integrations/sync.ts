import { z } from 'zod';
import type { Position } from '../event-store/port.ts';
import { defineTask, type StepResult } from '../kernel/calls/task-kind.ts';
import { appendTo } from '../kernel/changes/execute.ts';
import { streamOf } from '../kernel/definition/resource.ts';
import { ProviderRefused, ProviderUnauthorized } from '../kernel/definition/services.ts';
import { textOf } from '../values/json.ts';
import { refused } from '../values/problem.ts';
import type { Asking, Books } from './books/model.ts';
import { LABELS, type ProviderName } from './books/provider-names.ts';
import { quickbooks } from './books/quickbooks.ts';
import { xero } from './books/xero.ts';
import { type Connection, connectionNow, integrationConnection, keyOf } from './connection.ts';
import { integrationDisconnected } from './events.ts';
import { exportEntry } from './export.ts';
import { importAccounts, importTags } from './import.ts';
import { begins } from './one-at-a-time.ts';
import { inputSchema, type Synchronized, type SyncTask } from './sync-task.ts';

/** Imports from accounting providers, and exports to them: long work, a step for each import and for each entry. */

const BOOKS: Readonly<Record<ProviderName, Books>> = { quickbooks, xero };

export const integrationSync = defineTask({
  name: 'integration_sync',
  type: 'integration_sync',
  object: 'integration',
  input: inputSchema,
  step: z.strictObject({ journal_entry_id: z.string().nullable() }),
  chunk: 1,
  statusOnly: true,
  abroad: true,
  run: async (steps, task) => {
    const results: StepResult[] = [];
    let position: Position | undefined;
    for (const { step } of steps) {
      const done = await synchronized(step.journal_entry_id, task);
      results.push(done.result);
      position = done.position ?? position;
    }
    return { results, ...(position === undefined ? {} : { position }) };
  },
});

const synchronized = async (entry_id: string | null, task: SyncTask): Promise<Synchronized> => {
  const { input, services, signal } = task;
  const { provider } = input;
  const connection = await connectionNow(input.connection_id, services);
  const label = LABELS[provider];
  if (!connection?.is_enabled) return { result: { problem: refused(ended(label)) } };
  if (input.realm_id !== undefined && connection.realm_id !== input.realm_id)
    return { result: { problem: refused(otherBooks(label)) } };
  const asking: Asking = { connection: keyOf(connection), ask: services.providers.ask, signal };
  try {
    if (entry_id !== null) return await exportEntry(entry_id, BOOKS[provider], asking, task);
    if (input.sync === 'journal_entries') throw new Error('an export names no entry');
    if (!(await begins(input.sync, task))) return { result: { problem: refused(underWay(label)) } };
    if (input.sync === 'accounting_codes') return await importAccounts(BOOKS[provider], asking, task);
    return await importTags(input.sync, BOOKS[provider], asking, task);
  } catch (error) {
    if (error instanceof ProviderUnauthorized) return { result: { problem: await lost(connection, error, task) } };
    if (error instanceof ProviderRefused)
      return {
        result: {
          problem: refused({
            en: `${label} refused it: ${error.said.en}`,
            fr: `${label} l'a refusé : ${error.said.fr}`,
          }),
        },
      };
    // It gave no answer: it is asked again after a pause, and what may have been done is looked for first.
    throw error;
  }
};

const ended = (label: string) => ({
  en: `The employer is no longer connected with ${label}.`,
  fr: `L'employeur n'est plus relié à ${label}.`,
});

/** Nothing is written to the books of a company, or taken from them, but what it asks for. */
const otherBooks = (label: string) => ({
  en: `The employer is connected with other books in ${label} since this was requested. Request it again for these.`,
  fr: `L'employeur est relié à d'autres livres dans ${label} depuis cette requête. Répétez-la pour ceux-ci.`,
});

const underWay = (label: string) => ({
  en: `Another import of the same kind from ${label} is under way. Repeat the request when it has ended.`,
  fr: `Une autre importation de même nature depuis ${label} est en cours. Répétez la requête quand elle sera terminée.`,
});

/**
 * The provider takes the tokens no more: everybody sees that it has to be authorized again.
 *
 * @throws the refusal when there are other tokens by now: the step is tried again with them
 */
const lost = async (connection: Connection, refusal: ProviderUnauthorized, { origin, services }: SyncTask) => {
  const provider = connection.provider;
  const business_entity_id = textOf(connection.business_entity_id);
  const event = integrationDisconnected({ business_entity_id, provider, reason: 'refused_by_provider' });
  const stream = streamOf(integrationConnection.object, connection.id);
  await appendTo(stream, 'lost', origin, services, async ({ aggregate }) => {
    // Here, since an authorization keeps its tokens before it appends: one that comes between is a conflict.
    if (!(await services.providers.forgetRefused({ id: connection.id, provider }, refusal))) throw refusal;
    return aggregate.get(integrationConnection.object, connection.id)?.is_enabled ? [event] : [];
  });
  return refused({
    en: `${LABELS[provider]} takes the authorization no more; authorize it again.`,
    fr: `${LABELS[provider]} n'accepte plus l'autorisation; autorisez-le de nouveau.`,
  });
};
