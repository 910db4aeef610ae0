import type { Logger } from 'pino';
import type { Sql } from '../database/connect.ts';
import { type Heartbeat, makeHeartbeat } from '../timing/heartbeat.ts';
import type { Timers } from '../timing/timers.ts';
import { workKind } from './port.ts';

/** No row that is due soon is due later than this: what asks for a longer pause has no such row. */
export const SOON_ms = 10 * 60_000;

/**
 * Makes rows due now that should have been long since: they were asked for before the clock of the database was set
 * back, and would wait for as long as that.
 *
 * @param managers process managers, whose work is due soon
 * @param kinds other kinds, of which some are
 */
export const dueAfterSetBack = async (
  sql: Sql,
  managers: readonly { name: string }[],
  kinds: readonly { kind: string; soon?: true }[],
): Promise<void> => {
  const ours = [
    ...managers.map(({ name }) => workKind(name)),
    ...kinds.flatMap(({ kind, soon }) => (soon ? kind : [])),
  ];
  await sql`
    update due_work set due_at = clock_timestamp()
    where kind = any (${ours}::text[]) and ended_at is null
      and due_at > clock_timestamp() + ${SOON_ms}::int8 * interval '1 millisecond'`;
};

/** How often a process looks for such work. Its timers run on when the clock is set back. */
const LOOK_EVERY_ms = 60_000;

/**
 * Has work go on that waits since before the clock of the database was set back: at the start, and then once a minute.
 *
 * @param look makes such work due
 * @returns what ends it; the first look is over
 */
export const watchSetBacks = async (look: () => Promise<unknown>, log: Logger, timers?: Timers): Promise<Heartbeat> => {
  const watch = makeHeartbeat({
    every_ms: LOOK_EVERY_ms,
    work: async () => void (await look()),
    failed: (error) =>
      log.warn({ err: error }, 'looking for work from before the clock was set back failed; it will be repeated'),
    ...(timers ? { timers } : {}),
  });
  await watch.start();
  return watch;
};
