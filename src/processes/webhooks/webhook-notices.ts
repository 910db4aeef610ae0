import { formBatchAccepted, formBatchRejected } from '../../forms/events.ts';
import {
  integrationAuthorizationFailed,
  integrationConnected,
  integrationSyncEnded,
} from '../../integrations/events.ts';
import { type Folder, partId } from '../../kernel/definition/fold.ts';
import { type DomainEvent, parseStream, type ResourceDefinition } from '../../kernel/definition/resource.ts';
import { isHold } from '../../pay-records/holds.ts';
import { payStubClosed } from '../../payrolls/events/pay-stub.ts';
import { payrollApproved, payrollPaid, payrollUnapproved } from '../../payrolls/events/payroll.ts';
import { asyncTaskCompleted, asyncTaskFailed } from '../../platform/events.ts';
import type { WebhookEvent } from '../../platform/webhook.ts';
import { textOf } from '../../values/json.ts';
import type { FurtherStubs } from './webhook-stubs.ts';

/** Something that webhooks are notified of: an event name, and the record that it is about. */
export interface Notice<E extends DomainEvent = DomainEvent> {
  event: WebhookEvent;
  definition: ResourceDefinition;
  id: string;
  /** The record that receivers are shown, when it is another one: a connection is shown as its provider. */
  shown?: { type: string; id: string; business_entity_id: string };
  /** The event of the ledger that caused it; the last one when several are coalesced. */
  cause: E;
  /** The event by which deliveries of it are known, when that is another one. */
  known_by?: DomainEvent;
}

/** Events with a webhook event of their own; the record is that of the stream. */
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
 * The webhook event of an import or export that ended, by what was synchronized: all kinds of tags have the same one.
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
  // An approval holds all people of its payroll, and what each is paid by: nobody changed these, they read as before.
  if (isHold(type)) return false;
  if (BUSINESS.has(type) || INTEGRATIONS.has(type)) return true;
  // Some events concern no record, such as the claims of reservations.
  const owner = folder.ownerOf(type);
  return owner !== undefined && owner.announced !== false;
};

/**
 * The notices of events, in their order.
 *
 * Events of parts count as changes of the record that has the stream: a payroll run notifies of each stub once, not of
 * its thousands of lines. All changes of one record by one cause are one `resource_updated`, and none when the same
 * cause creates or deletes the record.
 *
 * @param further what the approvals among them do not list themselves
 */
export const noticesOf = <E extends DomainEvent>(
  events: readonly E[],
  folder: Folder,
  further: FurtherStubs,
): Notice<E>[] => {
  const notices = new Map<string, Notice<E>>();
  const add = (notice: Notice<E>, key: string): void => {
    // Coalesced at the place of the last one, so that the order per record is kept.
    notices.delete(key);
    notices.set(key, notice);
  };
  for (const cause of events) {
    const definition = folder.ownerOf(cause.type);
    if (!definition || isHold(cause.type)) continue;
    const stream = parseStream(cause.stream);
    const group = cause.metadata.correlation_id ?? cause.id;
    if (definition.announced !== false) {
      const verb = folder.verbOf(cause.type);
      const id = verb && definition.partOf ? partId(cause) : stream.id;
      const key = (event: WebhookEvent): string => `${event} ${definition.object} ${id} ${group}`;
      // A journal entry is created by an event that is not named after it.
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
    if (!payrollApproved.is(cause)) continue;
    // A stub is closed, and listed beside the approval, before that is certain.
    const available = { event: 'pay_stub_available' as const, definition: folder.ownerOf(payStubClosed.type)!, cause };
    for (const { id } of cause.data.stubs) add({ ...available, id }, `stub ${id}`);
    for (const known_by of further.get(cause.id) ?? [])
      for (const { id } of known_by.data.stubs) add({ ...available, id, known_by }, `stub ${id}`);
  }
  return [...notices.values()];
};

const touchesOwn = (event: DomainEvent, folder: Folder): boolean => {
  const { object, id } = parseStream(event.stream);
  return folder.touchedBy(event).some((key) => key.object === object && key.id === id);
};
