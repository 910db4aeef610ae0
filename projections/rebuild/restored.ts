import type { Sql } from '../../src/database/connect.ts';
import { type EventStore, type Position, START } from '../../src/event-store/port.ts';
import { allGenerations } from '../feed/generations.ts';
import { drop } from './sweep.ts';

/**
 * A log that was restored from an older backup than the database: checkpoints are then beyond its end, and events
 * appended from now on would be skipped.
 */

/**
 * Whether the log has lost events that a process manager appended. Checkpoints of read models cannot show it: on
 * EventStoreDB they move past foreign events after our last one. This finds most such restores but not all, so the
 * reset has to be run after every restore.
 */
export const isAheadOfLog = async (sql: Sql, store: Pick<EventStore, 'head'>): Promise<boolean> => {
  const [row] = await sql<{ appended: bigint | null }[]>`select max(appended) as appended from process_managers`;
  // The end of the log is read last, since others may append meanwhile.
  return (row?.appended ?? START) > (await store.head());
};

/** A process still feeds the read models or runs the process managers. */
class StillRunning extends Error {
  override name = 'StillRunning';
}

/**
 * Resets the database to the end of the log: drops all read models, which the next start builds again, sets the process
 * managers back to the end of the log, restarts unfinished work from its beginning, and forgets the answers to requests
 * whose events may be lost. No service may run meanwhile.
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
  // All of it or nothing: as long as a process manager is ahead of the log, a start is refused and asks for the reset.
  await sql.begin(async (tx) => {
    await tx`
      update process_managers set position = least(position, ${head}::int8), appended = least(appended, ${head}::int8)`;
    await tx`delete from manager_inbox where position > ${head}::int8`;
    // What a bookmark marks as done may be lost.
    await tx`update due_work set bookmark = null where bookmark is not null`;
    await tx`delete from idempotency_keys`;
  });
};
