import type { Sql } from '../database/connect.ts';
import { ifTable } from '../database/reach.ts';
import { firstOwn, isForeign } from '../event-store/foreign.ts';
import { type EventStore, START } from '../event-store/port.ts';
import { streamOf } from '../kernel/definition/resource.ts';
import { partnerRegistered } from './events.ts';

/** Database and event store do not belong together. The message is one sentence. */
class StoresApart extends Error {
  override name = 'StoresApart';
}

/** Partners are registered in the store first: one whose row is missing may be of a start that was killed. */
const REGISTERED: string = partnerRegistered.type;

/**
 * Whether the event store holds the events that the database was made with. Read models, keys and checkpoints of one
 * store say nothing about another's events: used together, appends would be refused and reads would show what
 * never happened, in silence. Every database knows its partners, and every partner has a stream. Asked before the
 * database is brought up to date: tables may be lacking.
 *
 * @param isInDatabase whether the store is in this very database: it has no log then where it has no tables
 * @throws StoresApart
 */
export const checkSameStore = async (
  sql: Sql,
  store: EventStore,
  { isInDatabase }: { isInDatabase: boolean },
): Promise<void> => {
  const partners = await ifTable(sql<{ partner_id: string }[]>`
    select partner_id from partners order by created_at, partner_id limit 1`);
  if (!partners && isInDatabase) return;
  const partner = partners?.[0];
  if (partner) {
    if (await firstOwn(streamOf('partner', partner.partner_id), store)) return;
    throw new StoresApart(
      'the event store does not hold the events of this database: set EVENTSTOREDB_URL, or leave it out, as it was when the database was first used',
    );
  }
  const upTo = await store.head();
  if (upTo === START) return;
  for await (const events of store.readAll({ after: START, upTo })) {
    const own = events.filter((event) => !isForeign(event));
    if (own.some(({ type }) => type !== REGISTERED))
      throw new StoresApart(
        'the event store holds events of which this database knows nothing, neither partners nor the keys of people: restore the database that belongs to it',
      );
    if (own.length > 0) return;
  }
};
