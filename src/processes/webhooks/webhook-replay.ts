import type { Sql } from '../../database/connect.ts';
import type { LogEvent } from '../../event-store/port.ts';
import type { DomainEvent, RecordOf } from '../../kernel/definition/resource.ts';
import type { Services } from '../../kernel/definition/services.ts';
import { webhook } from '../../platform/webhook.ts';
import { piecesOf } from '../../values/group.ts';
import { textOf } from '../../values/json.ts';
import type { DueKind, Work } from '../../work/due-work.ts';
import type { Next } from '../../work/port.ts';
import type { ManagedEvent } from '../managers/manager.ts';
import { insertDeliveries, type NewDelivery } from './webhook-deliveries.ts';
import { deliveriesOf } from './webhook-new-deliveries.ts';
import { isNotified, noticesOf } from './webhook-notices.ts';
import {
  advanceReplay,
  countUntried,
  isSince,
  isUnderWay,
  REPLAY_KIND,
  type Replay,
  readReplay,
} from './webhook-replays.ts';
import { furtherStubs } from './webhook-stubs.ts';

/**
 * Sends a webhook again what the ledger holds. It reads the ledger a page at a time, and pauses while many calls wait
 * to be made, so neither memory nor the table of deliveries grows with the length of the replay. The last deliveries of
 * a page and the replay's progress are one transaction, so another process can continue after a crash.
 */
const AT_ONCE = 2;
const PAGE = 1_000;
/** Deliveries of one transaction: an approval makes tens of thousands, and what is new of the webhook waits for its end. */
const MOST_RECORDED = 1_000;
/** While so many deliveries have not been tried, no more are added. */
const MOST_UNTRIED = 2_000;
const PAUSE_ms = 250;
/** Length of a turn, after which the replays of other webhooks get theirs. */
const TURN_ms = 5_000;

export interface ReplayOptions {
  sql: Sql;
  services: Services;
  /** Upcasts events and decrypts their personal members. */
  hydrate: (events: readonly LogEvent[]) => Promise<DomainEvent[]>;
  /** Events of a page; default 1,000. */
  page?: number | undefined;
}

export const replayKind = (options: ReplayOptions): DueKind => ({
  kind: REPLAY_KIND,
  soon: true,
  concurrency: AT_ONCE,
  run: (work) => replay(work, options),
});

const replay = async (work: Work, options: ReplayOptions): Promise<Next> => {
  const { sql, services } = options;
  const partner_id = textOf(work.payload.partner_id);
  const end_ms = performance.now() + TURN_ms;
  for (let state = await readReplay(sql, work.key); state; state = await readReplay(sql, work.key)) {
    const row = await services.read.get(webhook.object, { partner_id }, work.key);
    // The manager also ends the replay, when it handles the event that disabled the webhook.
    if (!row?.is_enabled) return undefined;
    if ((await countUntried(sql, work.key, MOST_UNTRIED)) >= MOST_UNTRIED) return { again_in_ms: PAUSE_ms };
    await readOn(state, row, work, options, () => performance.now() < end_ms);
    if (performance.now() >= end_ms || work.signal.aborted || !work.held()) return { again_in_ms: 0 };
  }
  return undefined;
};

/** Continues a replay until enough deliveries wait, its turn is over, or it is done. */
const readOn = async (
  state: Replay,
  row: RecordOf<'webhook'>,
  work: Work,
  options: ReplayOptions,
  hasTurn: () => boolean,
): Promise<void> => {
  const { sql, services, page = PAGE } = options;
  const { asked, until } = state;
  let { after } = state;
  const record = (to: bigint, some: readonly NewDelivery[]): Promise<boolean> =>
    advanceReplay(sql, row.id, { asked, after }, to, (tx) => insertDeliveries(tx, some));
  const move = async (to: bigint, deliveries: readonly NewDelivery[]): Promise<boolean> => {
    const pieces = [...piecesOf(deliveries, MOST_RECORDED)];
    const last = pieces.pop() ?? [];
    // One that was recorded before its page was done is found by its id when the page is read again.
    for (const some of pieces) {
      if (work.signal.aborted || !work.held() || !(await record(after, some))) return false;
      if ((await countUntried(sql, row.id, MOST_UNTRIED)) >= MOST_UNTRIED) return false;
    }
    const moved = await record(to, last);
    after = to;
    return moved;
  };
  for await (const batch of services.store.readAll({ after, upTo: until, batchSize: page, signal: work.signal })) {
    if (!(await move(batch.at(-1)!.position, await deliveriesOfPage(batch, state, row, options)))) return;
    if (!hasTurn() || work.signal.aborted || !work.held()) return;
    if ((await countUntried(sql, row.id, MOST_UNTRIED)) >= MOST_UNTRIED) return;
  }
  // After the last event of ours the log may have more positions.
  if (isUnderWay({ ...state, after })) await move(until, []);
};

/** The deliveries of a page of the ledger to one webhook. */
const deliveriesOfPage = async (
  batch: readonly LogEvent[],
  replay: Replay,
  row: RecordOf<'webhook'>,
  { services, hydrate }: ReplayOptions,
): Promise<NewDelivery[]> => {
  const stored = batch.filter(
    ({ type, metadata }) =>
      metadata.partner_id === row.scope_id &&
      isNotified(type, services.folder) &&
      isSince(replay, metadata.occurred_at),
  );
  const opened = await hydrate(stored);
  const events: ManagedEvent[] = opened.map((event, at) => ({ ...event, position: stored[at]!.position }));
  const receivers = new Map([[row.scope_id, [row]]]);
  const notices = noticesOf(events, services.folder, await furtherStubs(events, services));
  const deliveries = await deliveriesOf(notices, receivers, services, replay.asked.toString());
  return deliveries.map((one) => ({ ...one, asked: replay.asked }));
};
