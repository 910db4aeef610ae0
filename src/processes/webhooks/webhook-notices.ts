import { formBatchAccepted, formBatchRejected } from '../../forms/events.ts';
import {
  integrationAuthorizationFailed,
  integrationConnected,
  integrationSyncEnded,
} from '../../integrations/events.ts';
import { type Folder, partId } from '../../kernel/definition/fold.ts';
import { type DomainEvent, parseStream, type ResourceDefinition } from '../../kernel/definition/resource.ts';
import { payStubClosed } from '../../payrolls/events/pay-stub.ts';
import {
  payrollApproved,
  payrollPaid,
  payrollStubsRecorded,
  payrollUnapproved,
} from '../../payrolls/events/payroll.ts';
import { asyncTaskCompleted, asyncTaskFailed } from '../../platform/events.ts';
import type { WebhookEvent } from '../../platform/webhook.ts';
import { textOf } from '../../values/json.ts';

/** What webhooks are notified of: which event name, about which record. */
export interface Notice<E extends DomainEvent = DomainEvent> {
  event: WebhookEvent;
  definition: ResourceDefinition;
  id: string;
  /** What receivers are shown of it, where that is not the record itself: a connection is shown as its provider. */
  shown?: { type: string; id: string; business_entity_id: string };
  /** The ledger event that it follows from; of several coalesced ones the last. */
  cause: E;
}

/** What has a name of its own in business; the record is that of the stream. */
const BUSINESS: ReadonlyMap<string, WebhookEvent> = new Map([
  [payrollApproved.type, 'payroll_approved'],
  [payrollUnapproved.type, 'payroll_unapproved'],
  [payrollPaid.type, 'payroll_paid'],
  [asyncTaskCompleted.type, 'async_task_completed'],
  [asyncTaskFailed.type, 'async_task_completed'],
  [formBatchAccepted.type, 'form_batch_completed'],
  [formBatchRejected.type, 'form_batch_completed'],
]);

/**
 * The webhook event of an import or export that ended, by what was synchronized: tags have one, whatever they are
 * there.
 */
const SYNCED: Readonly<Record<string, 'account_codes' | 'journal_entries' | 'tags'>> = {
  accounting_codes: 'account_codes',
  category: 'tags',
  department: 'tags',
  project: 'tags',
  journal_entries: 'journal_entries',
};

/** The webhook events of connections with accounting providers. */
const integrationEvent = (cause: DomainEvent): WebhookEvent | undefined => {
  if (integrationConnected.is(cause)) return 'integration_authentication_success';
  if (integrationAuthorizationFailed.is(cause)) return 'integration_authentication_failure';
  if (!integrationSyncEnded.is(cause)) return undefined;
  const { sync, is_complete } = cause.data;
  return `integration_sync_${SYNCED[sync]!}_${is_complete ? 'complete' : 'failure'}`;
};

const INTEGRATIONS: ReadonlySet<string> = new Set(
  [integrationConnected, integrationAuthorizationFailed, integrationSyncEnded].map(({ type }) => type),
);

const VERBS = { Created: 'resource_created', Changed: 'resource_updated', Deleted: 'resource_deleted' } as const;

/** Whether an event may concern webhooks at all, by its type. */
export const isNotified = (type: string, folder: Folder): boolean => {
  if (BUSINESS.has(type) || INTEGRATIONS.has(type)) return true;
  // Some events concern no record, such as the claims of reservations.
  const owner = folder.ownerOf(type);
  return owner !== undefined && owner.announced !== false;
};

/**
 * The notices of events, in their order.
 *
 * A resource's own event types change the record of their stream: a payroll run notifies of each stub once, not of its
 * thousands of lines. Changes of one record by one cause are one `resource_updated`, and none beside its creation or
 * deletion.
 */
export const noticesOf = <E extends DomainEvent>(events: readonly E[], folder: Folder): Notice<E>[] => {
  const notices = new Map<string, Notice<E>>();
  const add = (notice: Notice<E>, key: string): void => {
    // Told at the place of the last of them, so that order per record holds.
    notices.delete(key);
    notices.set(key, notice);
  };
  for (const cause of events) {
    const definition = folder.ownerOf(cause.type);
    if (!definition) continue;
    const stream = parseStream(cause.stream);
    const group = cause.metadata.correlation_id ?? cause.id;
    if (definition.announced !== false) {
      const verb = folder.verbOf(cause.type);
      const id = verb && definition.partOf ? partId(cause) : stream.id;
      const key = (event: WebhookEvent): string => `${event} ${definition.object} ${id} ${group}`;
      // A journal entry comes into being by an event that is named after what happened, not after it.
      const own = cause.revision === 0n ? 'resource_created' : 'resource_updated';
      const event = verb ? VERBS[verb] : touchesOwn(cause, folder) ? own : undefined;
      if (event === 'resource_deleted') notices.delete(key('resource_updated'));
      if (event && !(event === 'resource_updated' && notices.has(key('resource_created'))))
        add({ event, definition, id, cause }, key(event));
    }
    const named = BUSINESS.get(cause.type);
    if (named) add({ event: named, definition, id: stream.id, cause }, `${named} ${stream.id} ${cause.id}`);
    const integration = integrationEvent(cause);
    if (integration) {
      const [provider, business_entity_id] = [textOf(cause.data.provider), textOf(cause.data.business_entity_id)];
      const shown = { type: 'integration', id: provider, business_entity_id };
      add({ event: integration, definition, id: stream.id, shown, cause }, `${integration} ${cause.id}`);
    }
    // These list the stubs that payees can be shown from then on: a stub alone is closed before its payroll's approval
    // is
    // certain.
    if (payrollStubsRecorded.is(cause) || payrollApproved.is(cause))
      for (const { id } of cause.data.stubs)
        add({ event: 'pay_stub_available', definition: folder.ownerOf(payStubClosed.type)!, id, cause }, `stub ${id}`);
  }
  return [...notices.values()];
};

const touchesOwn = (event: DomainEvent, folder: Folder): boolean => {
  const { object, id } = parseStream(event.stream);
  return folder.touchedBy(event).some((key) => key.object === object && key.id === id);
};
