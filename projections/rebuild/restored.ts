import type { Sql, TransactionSql } from '../../src/database/connect.ts';
import { isFree } from '../../src/database/leases.ts';
import { type EventStore, type Position, START } from '../../src/event-store/port.ts';
import { allGenerations } from '../feed/generations.ts';
import { drop } from './sweep.ts';

/**
 * A log that was restored from an older backup than the database: checkpoints are then beyond its end, and events
 * appended from now on would be skipped.
 */

/**
 * Whether the log has lost events that this database has seen. The last one is noted within a second: what alone was
 * lost was written later than that, by a process that then died. Checkpoints cannot show it: on EventStoreDB they move
 * past foreign events after our last one.
 */
export const isAheadOfLog = async (sql: Sql, store: Pick<EventStore, 'head'>): Promise<boolean> => {
  const [row] = await sql<{ seen: bigint | null }[]>`
    select greatest((select max(appended) from process_managers), (select max(position) from log_seen)) as seen`;
  // The end of the log is read last, since others may append meanwhile.
  return (row?.seen ?? START) > (await store.head());
};

/** A process still feeds the read models or runs the process managers. */
class StillRunning extends Error {
  override name = 'StillRunning';
}

interface Place {
  position: Position;
  /** When the log had come there, by business time. */
  at: string;
}

/**
 * A place before the end of the log: what followed from events behind it may be lost. It is at least an hour before the
 * end, as long as work on an event may take; the beginning of a short log.
 */
const safelyBefore = async (tx: TransactionSql, head: Position): Promise<Place> => {
  // Noted once an hour: between the third last note and the last is a whole hour.
  const [row] = await tx<Place[]>`
    select position, at from webhook_milestones where position <= ${head}::int8
    order by position desc offset 2 limit 1`;
  return row ?? { position: START, at: '-infinity' };
};

/**
 * Sets process managers back to a place before the end of the log, from where they do again what may be lost. That of
 * webhooks only goes back to the end: what followed from earlier events are rows of the database, which are still
 * there.
 */
const resetManagers = async (tx: TransactionSql, head: Position, again: Place): Promise<void> => {
  await tx`
    update process_managers set
      position = least(position, case when name = 'webhooks' then ${head}::int8 else ${again.position}::int8 end),
      appended = least(appended, ${head}::int8)`;
  await tx`delete from manager_inbox where position > ${head}::int8`;
  await tx`update log_seen set position = least(position, ${head}::int8)`;
};

/**
 * Due work that is done is done again, since its results may be lost; and payments are looked at before their next day.
 */
const resetDueWork = async (tx: TransactionSql): Promise<void> => {
  // What a bookmark marks as done may be lost.
  await tx`update due_work set ended_at = null, bookmark = null where ended_at is not null or bookmark is not null`;
  await tx`
    update due_work set due_at = 'epoch' where kind = 'payroll_payments'`;
};

/** Contents of reports may show what is lost. They can be asked for again; their bytes are swept later. */
const resetFiles = async (tx: TransactionSql, { at }: Place): Promise<void> => {
  await tx`delete from files where derived and made_at >= ${at}::timestamptz`;
};

/**
 * New events get the positions of lost ones: a replay that had gone further would count them as sent. Calls about lost
 * events are not made.
 */
const resetWebhooks = async (tx: TransactionSql, head: Position): Promise<void> => {
  await tx`
    update webhook_endpoints set replay_from = least(replay_from, ${head}::int8),
      replay_after = least(replay_after, ${head}::int8), replay_until = least(replay_until, ${head}::int8),
      replay_asked = least(replay_asked, ${head}::int8)
    where replay_asked is not null`;
  await tx`delete from webhook_milestones where position > ${head}::int8`;
  await tx`
    update webhook_deliveries set outcome = 'cancelled', ended_at = clock_timestamp()
    where position > ${head}::int8 and ended_at is null`;
  await tx`
    update webhook_deliveries set asked_position = ${head}::int8 where asked_position > ${head}::int8`;
};

/**
 * Sessions in which running processes listen for each other, as no command does. One that only answers callers holds no
 * lease, and the lease of one that is suspended ends.
 *
 * @returns their pids
 */
const listening = async (sql: Sql): Promise<number[]> => {
  const rows = await sql<{ pid: number }[]>`
    select pid from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and query like 'listen "payroll%'
    order by pid`;
  return rows.map(({ pid }) => pid);
};

/**
 * Resets the database to the end of the log: drops all read models, which the next start builds again, has process
 * managers and due work do again what may be lost, and forgets what may be of lost events: contents of reports, how far
 * webhooks were told, answers to requests. No service may run meanwhile.
 *
 * @throws StillRunning
 */
export const resetToLog = async (sql: Sql, head: Position): Promise<void> => {
  const running = await sql`
    select 1 from projection_generations where not ${sql.unsafe(isFree('lease_until'))}
    union all select 1 from process_managers where not ${sql.unsafe(isFree('lease_until'))} limit 1`;
  const sessions = await listening(sql);
  const whose = sessions.length > 0 ? ` (sessions of PostgreSQL: ${sessions.join(', ')})` : '';
  if (running.length > 0 || whose !== '')
    throw new StillRunning(`a service still runs on this database: stop all of its processes first${whose}`);
  for (const one of await allGenerations(sql))
    if (!(await drop(sql, one, one.status))) throw new StillRunning(`the read model ${one.projection} is still in use`);
  // All of it or nothing: as long as a process manager is ahead of the log, a start is refused and asks for the reset.
  await sql.begin(async (tx) => {
    const again = await safelyBefore(tx, head);
    await resetManagers(tx, head, again);
    await resetDueWork(tx);
    await resetFiles(tx, again);
    await resetWebhooks(tx, head);
    await tx`delete from idempotency_keys`;
  });
};
