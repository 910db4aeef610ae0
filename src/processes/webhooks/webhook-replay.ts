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
import { isNotified, type Notice, noticesOf } from './webhook-notices.ts';
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
/**
 * Notices whose deliveries are made and recorded together: an approval makes tens of thousands, and what is new of the
 * webhook waits for the end of the transaction.
 */
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

/**
 * How many notices of a page this process has recorded, by webhook, while others of the page are left: of these alone
 * the records are read when the replay goes on. Whoever does not know it begins with the first one, and finds what was
 * recorded by its id.
 */
type PagesBegun = Map<string, { page: string; done: number }>;

export const replayKind = (options: ReplayOptions): DueKind => {
  const begun: PagesBegun = new Map();
  return { kind: REPLAY_KIND, soon: true, concurrency: AT_ONCE, run: (work) => replay(work, options, begun) };
};

const replay = async (work: Work, options: ReplayOptions, begun: PagesBegun): Promise<Next> => {
  const { sql, services } = options;
  const partner_id = textOf(work.payload.partner_id);
  const end_ms = performance.now() + TURN_ms;
  for (let state = await readReplay(sql, work.key); state; state = await readReplay(sql, work.key)) {
    const row = await services.read.get(webhook.object, { partner_id }, work.key);
    // The manager also ends the replay, when it handles the event that disabled the webhook.
    if (!row?.is_enabled) return undefined;
    if ((await countUntried(sql, work.key, MOST_UNTRIED)) >= MOST_UNTRIED) return { again_in_ms: PAUSE_ms };
    await readOn(state, row, work, options, begun, () => performance.now() < end_ms);
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
  begun: PagesBegun,
  hasTurn: () => boolean,
): Promise<void> => {
  const { sql, services, page = PAGE } = options;
  const { asked, until } = state;
  let { after } = state;
  const record = async (to: bigint, notices: readonly Notice<ManagedEvent>[]): Promise<boolean> => {
    const deliveries = await deliveriesOf(notices, new Map([[row.scope_id, [row]]]), services, asked.toString());
    const some = deliveries.map((one): NewDelivery => ({ ...one, asked }));
    return advanceReplay(sql, row.id, { asked, after }, to, (tx) => insertDeliveries(tx, some));
  };
  const move = async (to: bigint, notices: readonly Notice<ManagedEvent>[]): Promise<boolean> => {
    // A page that has grown since may have its notices in another order.
    const page = [asked, after, to, notices.length, ...row.events].join(' ');
    const known = begun.get(row.id);
    let done = known?.page === page ? known.done : 0;
    const pieces = [...piecesOf(notices.slice(done), MOST_RECORDED)];
    const last = pieces.pop() ?? [];
    for (const some of pieces) {
      if (work.signal.aborted || !work.held() || !(await record(after, some))) return false;
      done += some.length;
      begun.set(row.id, { page, done });
      if ((await countUntried(sql, row.id, MOST_UNTRIED)) >= MOST_UNTRIED) return false;
    }
    const moved = await record(to, last);
    begun.delete(row.id);
    after = to;
    return moved;
  };
  for await (const batch of services.store.readAll({ after, upTo: until, batchSize: page, signal: work.signal })) {
    if (!(await move(batch.at(-1)!.position, await noticesOfPage(batch, state, row, options)))) return;
    if (!hasTurn() || work.signal.aborted || !work.held()) return;
    if ((await countUntried(sql, row.id, MOST_UNTRIED)) >= MOST_UNTRIED) return;
  }
  // After the last event of ours the log may have more positions.
  if (isUnderWay({ ...state, after })) await move(until, []);
};

/** What a page of the ledger tells one webhook, in its order. */
const noticesOfPage = async (
  batch: readonly LogEvent[],
  replay: Replay,
  row: RecordOf<'webhook'>,
  { services, hydrate }: ReplayOptions,
): Promise<Notice<ManagedEvent>[]> => {
  const stored = batch.filter(
    ({ type, metadata }) =>
      metadata.partner_id === row.scope_id &&
      isNotified(type, services.folder) &&
      isSince(replay, metadata.occurred_at),
  );
  const opened = await hydrate(stored);
  // Nothing is appended for them.
  const of = (at: number) => ({ position: stored[at]!.position, lease: undefined });
  const events = opened.map((event, at): ManagedEvent => ({ ...event, ...of(at) }));
  const notices = noticesOf(events, services.folder, await furtherStubs(events, services));
  return notices.filter(({ event }) => row.events.includes(event));
};
