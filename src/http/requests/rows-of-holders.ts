import type { Sql } from '../../database/connect.ts';

/**
 * The rows `k` of `idempotency_keys` that holders have, as parts of a statement: `locked` comes before it, `mine` is
 * first in its FROM, and `isMine` tells them. Several rows are locked in the order in which keys are taken, so that none
 * of these statements waits for another that waits for it. One row needs no order, and is changed faster without.
 */
export const rowsOf = (sql: Sql, holders: readonly string[]) =>
  holders.length === 1
    ? { locked: sql``, mine: sql``, isMine: sql`k.holder = ${holders[0]!}::uuid and k.answer is null` }
    : {
        locked: sql`
          with mine as (
            select scope, key_hash, holder from idempotency_keys
            where holder = any(${holders}::uuid[]) and answer is null order by scope, key_hash for update)`,
        mine: sql`mine, `,
        isMine: sql`
          k.scope = mine.scope and k.key_hash = mine.key_hash and k.holder = mine.holder and k.answer is null`,
      };
