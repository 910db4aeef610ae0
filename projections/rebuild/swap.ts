import type { Sql, TransactionSql } from '../../src/database/connect.ts';
import type { Position } from '../../src/event-store/port.ts';
import type { Poison } from '../feed/apply.ts';
import { standingOf } from '../feed/parked.ts';
import { CHANNEL, changedMessage, type Progress } from '../feed/progress.ts';
import type { Parked } from '../feed/target.ts';
import { Fenced } from '../feed/transactions.ts';
import type { Draft } from './drafts.ts';

/** The generation of a projection that is read now. */
export interface Live {
  generation: number;
  schema: string;
  position: Position;
  owner: string | null;
  lease_until: string | null;
}

/** The new generation would park a company that the live one does not. */
export class ParksMore extends Error {
  readonly poison: Poison;
  constructor({ stream, revision, error }: Parked) {
    super(error);
    this.poison = { stream, revision, error, cause: this };
  }
}

/** A generation that was begun later is live already. It has the same content, and numbers never go down. */
export class Overtaken extends Error {}

/**
 * With the projection's name, key of the advisory lock that orders its swaps, also while no live row could be locked.
 */
const SWAPS = 0x70617972;

/**
 * Locks the live generation of a draft's projection, or the fact that there is none, and runs `work` while its
 * checkpoint cannot move.
 */
export const withLiveLocked = async <T>(
  sql: Sql,
  { wanted: { projection, shape } }: Draft,
  work: (live: Live | undefined, tx: TransactionSql) => Promise<T>,
): Promise<T> => {
  // In an object, since the driver's type of a transaction's result unwraps lists of promises.
  const { result } = await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${SWAPS}, hashtext(${projection.name}))`;
    const [live] = await tx<Live[]>`
      select generation, schema_name as schema, position, owner, lease_until from projection_generations
      where projection = ${projection.name} and version = ${projection.version} and shape = ${shape}
        and status = 'live'
      for update`;
    return { result: await work(live, tx) };
  });
  return result;
};

/**
 * Makes a draft the live generation, at exactly the position of the one that it replaces.
 *
 * @param follow brings the draft to a position, while the live generation stays at it
 * @throws Overtaken when a generation that was begun later is live
 * @throws ParksMore when it would make a company read-only that is not now
 */
export const swap = async (
  { sql, owner, progress }: { sql: Sql; owner: string; progress: Progress },
  draft: Draft,
  follow: (upTo: Position) => Promise<void>,
): Promise<void> => {
  const { name } = draft.projection;
  await withLiveLocked(sql, draft, async (live, tx) => {
    if (live && live.generation > draft.generation) throw new Overtaken();
    if (live && live.position > draft.position) await follow(live.position);
    if (live) {
      const known = (await standingOf(tx, { projection: name, generation: live.generation }))!.parked;
      const worse = [...draft.parked.values()].find(({ scope }) => !known.has(scope));
      if (worse) throw new ParksMore(worse);
      await tx`
        update projection_generations
        set status = 'retired', retired_at = clock_timestamp(), owner = null, lease_until = null
        where projection = ${name} and generation = ${live.generation}`;
    }
    // The owner of the old generation becomes the owner of the new one.
    const swapped = await tx`
      update projection_generations
      set status = 'live', live_at = clock_timestamp(), owner = ${live?.owner ?? null},
        lease_until = ${live?.lease_until ?? null}
      where projection = ${name} and generation = ${draft.generation} and status = 'building'
        and owner = ${owner} and position = ${draft.position}`;
    if (swapped.count !== 1) throw new Fenced('the generation that was being built belongs to somebody else');
    await tx`select pg_notify(${CHANNEL}, ${changedMessage(owner)})`;
    await tx`select pg_notify('payroll_leases', '')`;
  });
  await progress.refresh();
};
