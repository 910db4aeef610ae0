import type { Sql } from '../../database/connect.ts';
import { recordEvents } from '../../kernel/definition/record-events.ts';
import { parseStream } from '../../kernel/definition/resource.ts';
import type { Services } from '../../kernel/definition/services.ts';
import { webhookDisabled, webhookPinged, webhookRedeliveryAsked, webhookReplayAsked } from '../../platform/events.ts';
import { webhook } from '../../platform/webhook.ts';
import { equal } from '../../values/condition.ts';
import { textOf } from '../../values/json.ts';
import { makeTurns, type Turn, type TurnsOptions } from '../../work/turn.ts';
import type { ManagedEvent, ProcessManager } from '../managers/manager.ts';
import { cancelDeliveries, cancelUnwanted, recordDeliveries, redeliver, resetFailures } from './webhook-deliveries.ts';
import { countDeliveries, deliveriesOf, receiversOf } from './webhook-new-deliveries.ts';
import { isNotified, noticesOf } from './webhook-notices.ts';
import { beginReplay, noteMilestone } from './webhook-replays.ts';
import { furtherStubs } from './webhook-stubs.ts';

/** A call takes many milliseconds anyway, so events may gather this long and share one query for the receivers. */
const EVERY_ms = 25;
/** Deliveries that are recorded at once: they take some tenths of a second, and their webhooks are locked meanwhile. */
const MOST_AT_ONCE = 1_000;
/** Parts of the turn: the position up to which it began to handle events, and how many of their notices are recorded. */
const EVENTS = 'events';
const NOTICES = 'notices';

/**
 * Turns events into deliveries: one row for each notice and each enabled webhook of the partner that asked for it. It
 * gets events only once the read models have passed them, so a receiver can read the record. The ids of rows derive
 * from event and webhook, so handling a batch again adds nothing.
 *
 * An approval is about tens of thousands of stubs, and a partner has many webhooks. So events of more deliveries than
 * are recorded at once are handled from the inbox, while the dispatcher goes on with those of other companies. There it
 * takes turns: when others wait it stops between two pieces, and the next turn continues behind what is recorded.
 */
export const webhookManager = (sql: Sql, services: Services, options: TurnsOptions = {}): ProcessManager => {
  const enabled = (partner_id: string) => services.read.find(webhook.object, { partner_id }, equal('is_enabled', true));
  const note = noteMilestone(sql, services.clock);
  const turns = makeTurns(options);
  return {
    name: 'webhooks',
    immediate: true,
    every_ms: EVERY_ms,
    begins: 'now',
    handles: ({ stream, type }) => isNotified(type, services.folder) || stream.startsWith(`${webhook.object}-`),
    handle: async ({ events, ...taking }) => {
      let of: readonly ManagedEvent[] = events;
      const taken = await turns.take(events[0]!.id, taking, async (turn) => {
        of = await begunIn(turn, events, sql);
        const notices = noticesOf(of, services.folder, await furtherStubs(of, services));
        const receivers = await receiversOf(notices, enabled);
        const count = countDeliveries(notices, receivers);
        // The dispatcher hands over events by themselves; a worker also says how to ask whether others wait.
        if (count > MOST_AT_ONCE && !taking.othersWait) return 'left to a worker';
        const piece = Math.max(1, Math.floor((notices.length * MOST_AT_ONCE) / Math.max(count, MOST_AT_ONCE)));
        for (let at = Number(turn.reached(NOTICES)); at < notices.length; ) {
          taking.signal.throwIfAborted();
          await recordDeliveries(sql, await deliveriesOf(notices.slice(at, at + piece), receivers, services));
          at += piece;
          turn.reach(NOTICES, String(at));
          if (at < notices.length) await turn.giveWay();
        }
        return 'recorded';
      });
      if ('bookmark' in taken) return { unfinished: true, appended: undefined, bookmark: taken.bookmark };
      if (taken.done !== 'recorded') return { unfinished: true, appended: undefined };
      const { position } = of.at(-1)!;
      await note(position);
      return of.length === events.length ? undefined : { unfinished: true, appended: undefined, done: position };
    },
  };
};

/**
 * The events of a turn: those that an earlier turn began, since it counted the notices of all of them together. Where
 * not all of these are given (they are handed over one by one), or there was none, it begins with what is given.
 */
const begunIn = async (turn: Turn, events: readonly ManagedEvent[], sql: Sql): Promise<readonly ManagedEvent[]> => {
  const last = events.findIndex(({ position }) => String(position) === turn.reached(EVENTS));
  if (last >= 0) return events.slice(0, last + 1);
  for (const event of events) await followRegistration(sql, event);
  turn.reach(EVENTS, String(events.at(-1)!.position));
  turn.reach(NOTICES, '0');
  return events;
};

/**
 * Handles events of registrations. One that was deleted or disabled gets no more calls, nor any of events that it names
 * no more; one that was changed or enabled starts without failures; a call or replay that was requested is made once,
 * however often its event is handled.
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
  if (over || !changed.is(event)) return;
  // A change has only the members that it changed.
  if (Array.isArray(event.data.events)) await cancelUnwanted(sql, id, event.data.events.map(textOf), position);
  await resetFailures(sql, id, partner_id);
};
