import type { Sql } from '../../database/connect.ts';
import { recordEvents } from '../../kernel/definition/record-events.ts';
import { parseStream } from '../../kernel/definition/resource.ts';
import type { Services } from '../../kernel/definition/services.ts';
import { webhookDisabled, webhookPinged, webhookRedeliveryAsked, webhookReplayAsked } from '../../platform/events.ts';
import { webhook } from '../../platform/webhook.ts';
import { equal } from '../../values/condition.ts';
import { piecesOf } from '../../values/group.ts';
import type { ManagedEvent, ProcessManager } from '../managers/manager.ts';
import { cancelDeliveries, recordDeliveries, redeliver, resetFailures } from './webhook-deliveries.ts';
import { countDeliveries, deliveriesOf, receiversOf } from './webhook-new-deliveries.ts';
import { isNotified, noticesOf } from './webhook-notices.ts';
import { beginReplay, noteMilestone } from './webhook-replays.ts';
import { furtherStubs } from './webhook-stubs.ts';

/** A call takes many milliseconds anyway, so events may gather this long and share one query for the receivers. */
const EVERY_ms = 25;
/** Deliveries that are recorded at once: they take some tenths of a second, and their webhooks are locked meanwhile. */
const MOST_AT_ONCE = 1_000;

/**
 * Turns events into deliveries: one row for each notice and each enabled webhook of the partner that asked for it. It
 * gets events only once the read models have passed them, so a receiver can read the record. The ids of rows derive
 * from event and webhook, so handling a batch again adds nothing.
 *
 * An approval is about tens of thousands of stubs, and a partner has many webhooks. So events of more deliveries than
 * are recorded at once are handled from the inbox, while the dispatcher goes on with those of other companies.
 */
export const webhookManager = (sql: Sql, services: Services): ProcessManager => {
  const enabled = (partner_id: string) => services.read.find(webhook.object, { partner_id }, equal('is_enabled', true));
  const note = noteMilestone(sql, services.clock);
  return {
    name: 'webhooks',
    immediate: true,
    every_ms: EVERY_ms,
    begins: 'now',
    handles: ({ stream, type }) => isNotified(type, services.folder) || stream.startsWith(`${webhook.object}-`),
    handle: async ({ events, signal, othersWait }) => {
      for (const event of events) await followRegistration(sql, event);
      const notices = noticesOf(events, services.folder, await furtherStubs(events, services));
      const receivers = await receiversOf(notices, enabled);
      const count = countDeliveries(notices, receivers);
      // The dispatcher hands over events by themselves; a worker also says how to ask whether others wait.
      if (count > MOST_AT_ONCE && !othersWait) return { unfinished: true, appended: undefined };
      const piece = Math.max(1, Math.floor((notices.length * MOST_AT_ONCE) / Math.max(count, MOST_AT_ONCE)));
      for (const some of piecesOf(notices, piece)) {
        signal.throwIfAborted();
        await recordDeliveries(sql, await deliveriesOf(some, receivers, services));
      }
      await note(events.at(-1)!.position);
      return undefined;
    },
  };
};

/**
 * Handles events of registrations. One that was deleted or disabled gets no more calls; one that was changed or enabled
 * starts without failures; a call or replay that was requested is made once, however often its event is handled.
 */
const followRegistration = async (sql: Sql, event: ManagedEvent): Promise<void> => {
  const { object, id } = parseStream(event.stream);
  if (object !== webhook.object) return;
  const { changed, deleted } = recordEvents(webhook);
  const { position } = event;
  const partner_id = event.metadata.partner_id ?? '';
  if (webhookPinged.is(event)) {
    const resource = { type: webhook.object, id };
    const about = { webhook_id: id, partner_id, resource_id: id, resource, position, occurred_at: null };
    return recordDeliveries(sql, [{ id: event.data.delivery_id, event: 'ping', ...about }]);
  }
  if (webhookRedeliveryAsked.is(event))
    return redeliver(sql, { id: event.data.delivery_id, webhook_id: id, partner_id, position });
  if (webhookReplayAsked.is(event)) {
    const { after_position, since } = event.data;
    const after = after_position === null ? undefined : BigInt(after_position);
    return beginReplay(sql, { webhook_id: id, partner_id, after, since, asked: position });
  }
  const over = deleted.is(event) || webhookDisabled.is(event) || event.data.is_enabled === false;
  if (over) await cancelDeliveries(sql, id, { position });
  else if (changed.is(event)) await resetFailures(sql, id);
};
