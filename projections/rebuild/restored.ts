import type { Sql } from '../../src/database/connect.ts';
import { type EventStore, type Position, START } from '../../src/event-store/port.ts';
import { allGenerations } from '../feed/generations.ts';
import { drop } from './sweep.ts';

/**
 * A log that was restored from an older backup than the database: checkpoints then are behind its end, and events
 * appended from now on would pass them by.
 */

/**
 * Whether the log has lost what a process manager appended. Read-model checkpoints cannot tell: on EventStoreDB they
 * move on with foreign events behind our last one. So this finds most such restores, and the reset is to be run after
 * every one.
 */
export const isAheadOfLog = async (sql: Sql, store: Pick<EventStore, 'head'>): Promise<boolean> => {
  const [row] = await sql<{ appended: bigint | null }[]>`select max(appended) as appended from process_managers`;
  // The end of the log is asked for last: meanwhile others may append.
  return (row?.appended ?? START) > (await store.head());
};

/** Somebody still feeds the read models or runs the process managers. */
export class StillRunning extends Error {
  override name = 'StillRunning';
}

/**
 * Brings the database to where the log ends: drops all read models, which the next start builds, takes the process
 * managers back to the end of the log, where work continues from its beginning, and forgets the answers to requests
 * whose events may be gone. No service may run.
 *
 * @throws StillRunning
 */
export const resetToLog = async (sql: Sql, head: Position): Promise<void> => {
  const running = await sql`
    select 1 from projection_generations where lease_until > clock_timestamp()
    union all select 1 from process_managers where lease_until > clock_timestamp() limit 1`;
  if (running.length > 0)
    throw new StillRunning('a service still runs on this database: stop all of its processes first');
  for (const one of await allGenerations(sql))
    if (!(await drop(sql, one, one.status))) throw new StillRunning(`the read model ${one.projection} is still in use`);
  await sql`
    update process_managers set position = least(position, ${head}::int8), appended = least(appended, ${head}::int8)`;
  await sql`delete from manager_inbox where position > ${head}::int8`;
  // What was done by then may be gone.
  await sql`update due_work set bookmark = null where bookmark is not null`;
  await sql`delete from idempotency_keys`;
};
