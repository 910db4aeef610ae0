import type { Sql } from '../database/connect.ts';
import { type Position, START } from '../event-store/port.ts';
import type { Services, Tenant } from '../kernel/definition/services.ts';
import type { Found, Invariant } from './invariant.ts';

/**
 * Unfinished work of the processes for a company, from the database: events that wait for a process manager, and due
 * work that is not done.
 */

/** Work that became due this recently may still be running. */
const GRACE_s = 10;
/** Pieces of work that are reported each; that there are more of them is reported too. */
const MOST = 1_000;

const RETRY = 'fix what the error says, then run `payroll processes retry`';

const waiting = async (sql: Sql, company: string, upTo: Position): Promise<Found[]> => {
  const rows = await sql<
    { manager: string; first: Position; events: bigint; attempts: number; last_error: string | null }[]
  >`
    select i.manager, min(i.position) as first, count(*) as events,
      coalesce(max(w.attempts), 0) as attempts, max(w.last_error) as last_error
    from manager_inbox i left join due_work w on w.kind = 'manager/' || i.manager and w.key = i.scope
    where i.scope = ${company} and i.position <= ${String(upTo)}::int8
    group by i.manager`;
  return rows.map(({ manager, first, events, attempts, last_error }) => ({
    subject: company,
    record: `${manager}@${first}`,
    what:
      `${events} event${events === 1n ? '' : 's'} from position ${first} on wait for the process ${manager}` +
      (last_error === null ? '' : `, which failed ${attempts} times: ${last_error}`),
    advice: last_error === null ? 'check that a service with the role `processes` is running' : RETRY,
  }));
};

const overdue = async (sql: Sql, company: string, now: string): Promise<Found[]> => {
  const rows = await sql<{ kind: string; key: string; due_at: string; attempts: number; last_error: string | null }[]>`
    select kind, key, due_at::text, attempts, last_error from due_work
    where ended_at is null and kind not like 'manager/%' and payload ->> 'company_id' = ${company}
      and due_at < least(clock_timestamp(), ${now}::timestamptz) - ${GRACE_s}::int8 * interval '1 second'
    order by due_work.due_at limit ${MOST + 1}`;
  const more: Found = {
    subject: company,
    record: 'due work beyond these',
    what: `more than ${MOST} pieces of work are due and not done; the first ${MOST} are listed`,
    advice: RETRY,
  };
  const listed = rows.slice(0, MOST).map(
    ({ kind, key, due_at, attempts, last_error }): Found => ({
      subject: company,
      record: `${kind} ${key}`,
      what:
        `${kind} of ${key} has been due since ${due_at} and is not done` +
        (last_error === null ? '' : `; it failed ${attempts} times: ${last_error}`),
      advice: last_error === null ? 'check that a service with the role `processes` is running' : RETRY,
    }),
  );
  return rows.length > MOST ? [...listed, more] : listed;
};

/** Process managers that have not read the log up to a position, so their inbox does not have all events yet. */
const behind = async (sql: Sql, company: string, upTo: Position): Promise<Found[]> => {
  const rows = await sql<{ name: string; position: Position }[]>`
    select name, position from process_managers where position < ${String(upTo)}::int8 order by name`;
  return rows.map(({ name, position }) => ({
    subject: company,
    record: name,
    what: `the process ${name} has read the log up to ${position} and not up to ${upTo}`,
    advice: 'check that a service with the role `processes` is running, and what its log says of the process',
  }));
};

/** How long the processes may take to follow before unfinished work is reported. */
const FOLLOWED_ms = 5_000;

/** @param services their store gives the end of the log, and their gate waits for the processes */
export async function* unfinishedOf(
  sql: Sql,
  services: Services,
  tenant: Tenant & { company_id: string },
): AsyncGenerator<Found> {
  const { company_id: company } = tenant;
  const head = await services.store.head();
  const names = (await sql<{ name: string }[]>`select name from process_managers`).map(({ name }) => name);
  if (!(await services.gate.followed(head, names, FOLLOWED_ms, tenant, START))) {
    yield* await behind(sql, company, head);
    // Events that the processes appended meanwhile for each other wait after that end.
    yield* await waiting(sql, company, await services.store.head());
  }
  yield* await overdue(sql, company, services.clock.instant());
}

/**
 * The records for which due work is in hand, by what names them in its payload: it is held, or due and waits for its
 * turn. What waits for its day is not in hand, nor what failed: that may never end. Some kinds go by business time and
 * others by the clock of the database; what waits is due by both, as in what is overdue.
 */
export const inHandOf = async (
  sql: Sql,
  { clock }: Services,
  { company_id }: Tenant & { company_id: string },
): Promise<Set<string>> => {
  const rows = await sql<{ id: string }[]>`
    select distinct payload ->> 'id' as id from due_work
    where ended_at is null and kind not like 'manager/%' and payload ->> 'company_id' = ${company_id}
      and payload ->> 'id' is not null and last_error is null
      and (holder is not null or due_at <= least(clock_timestamp(), ${clock.instant()}::timestamptz))`;
  return new Set(rows.map(({ id }) => id));
};

/** The work of every company ends: nothing waits forever. */
export const comesToRest: Invariant = {
  name: 'comes_to_rest',
  says: 'The processes finish their work for a company: no due work is waiting, and nothing is parked.',
  isOfUnrest: true,
  async *subjects({ tenant }) {
    yield [tenant.company_id];
  },
  inspect: async (_, audit) => {
    const found: Found[] = [];
    for await (const one of audit.unfinished()) found.push(one);
    return found;
  },
};
