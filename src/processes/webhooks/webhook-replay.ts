import type { Sql } from '../../database/connect.ts';
import type { LogEvent } from '../../event-store/port.ts';
import type { DomainEvent, RecordOf } from '../../kernel/definition/resource.ts';
import type { Services } from '../../kernel/definition/services.ts';
import { webhook } from '../../platform/webhook.ts';
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

/**
 * Tells a webhook again of what the ledger holds. It reads the ledger a page at a time, and no further while many calls
 * wait to be made, so neither memory nor the table of deliveries grows with how much there is to send. Each page's
 * calls and how far it has come are one transaction: a process that dies is followed by one that continues behind it.
 */
const AT_ONCE = 2;
const PAGE = 1_000;
/** While so many calls were never tried, no more are added. */
const MOST_UNTRIED = 2_000;
const PAUSE_ms = 250;
/** After so long it makes room for another webhook's. */
const TURN_ms = 5_000;

export interface ReplayOptions {
  sql: Sql;
  services: Services;
  /** Events in their newest shape, with personal members opened. */
  hydrate: (events: readonly LogEvent[]) => Promise<DomainEvent[]>;
  /** Events of a page; default 1,000. */
  page?: number | undefined;
}

export const replayKind = (options: ReplayOptions): DueKind => ({
  kind: REPLAY_KIND,
  concurrency: AT_ONCE,
  run: (work) => replay(work, options),
});

const replay = async (work: Work, options: ReplayOptions): Promise<Next> => {
  const { sql, services } = options;
  const partner_id = textOf(work.payload.partner_id);
  const end_ms = performance.now() + TURN_ms;
  for (let state = await readReplay(sql, work.key); state; state = await readReplay(sql, work.key)) {
    const row = await services.read.get(webhook.object, { partner_id }, work.key);
    // Its manager ends the replay as well, when it comes to what disabled it.
    if (!row?.is_enabled) return undefined;
    if ((await countUntried(sql, work.key, MOST_UNTRIED)) >= MOST_UNTRIED) return { again_in_ms: PAUSE_ms };
    await readOn(state, row, work, options, () => performance.now() < end_ms);
    if (performance.now() >= end_ms || work.signal.aborted || !work.held()) return { again_in_ms: 0 };
  }
  return undefined;
};

/** Reads on from where a replay is until enough is to be made, its turn is over, or it has come to its end. */
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
  const move = async (to: bigint, deliveries: readonly NewDelivery[]): Promise<boolean> => {
    const moved = await advanceReplay(sql, row.id, { asked, after }, to, (tx) => insertDeliveries(tx, deliveries));
    after = to;
    return moved;
  };
  for await (const batch of services.store.readAll({ after, upTo: until, batchSize: page, signal: work.signal })) {
    if (!(await move(batch.at(-1)!.position, await toldOf(batch, state, row, options)))) return;
    if (!hasTurn() || work.signal.aborted || !work.held()) return;
    if ((await countUntried(sql, row.id, MOST_UNTRIED)) >= MOST_UNTRIED) return;
  }
  // Behind the last event of ours there may be places without one.
  if (isUnderWay({ ...state, after })) await move(until, []);
};

/** What a webhook is sent again of a page of the ledger. */
const toldOf = async (
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
  return deliveriesOf(noticesOf(events, services.folder), async () => [row], services, replay.asked.toString());
};
