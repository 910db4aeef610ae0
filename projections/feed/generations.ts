import type { Sql, TransactionSql } from '../../src/database/connect.ts';
import { isFree } from '../../src/database/leases.ts';
import type { Position } from '../../src/event-store/port.ts';
import { LEASE_ms } from '../../src/timing/heartbeat.ts';
import { storable } from '../../src/values/cut.ts';
import type { Projection } from '../model/model.ts';
import { fingerprintsOf, shapeOf } from '../model/tables.ts';
import type { Statement } from './transactions.ts';

/**
 * The rows of `projection_generations`: which generations there are, how far each has come, and which process feeds it.
 *
 * Time is the database's clock. A lease says which process should feed a generation. The checkpoint ensures that no
 * other process does: it moves only from the position that the writer expects, in the transaction that writes the rows.
 */

export interface Stop {
  stream: string;
  revision: bigint;
  error: string;
  at: string;
}

export interface Generation {
  projection: string;
  generation: number;
  version: number;
  shape: string;
  schema: string;
  /** Fingerprints of its tables, by name; empty when earlier code made it. */
  tables: Readonly<Record<string, string>>;
  status: 'building' | 'live' | 'retired';
  position: Position;
  owner: string | null;
  /** Whether the owner's lease is still valid. */
  held: boolean;
  stopped: Stop | undefined;
  /** Companies that are parked in it. */
  parked: string[];
}

interface Stored {
  projection: string;
  generation: number;
  version: number;
  shape: string;
  schema_name: string;
  tables: Record<string, string>;
  status: Generation['status'];
  position: bigint;
  owner: string | null;
  held: boolean;
  stopped_at: string | null;
  stopped_stream: string | null;
  stopped_revision: bigint | null;
  stopped_error: string | null;
  parked: string[];
}

const COLUMNS = `projection, generation, version, shape, schema_name, tables, status, position, owner,
  not ${isFree('lease_until')} as held,
  stopped_at, stopped_stream, stopped_revision, stopped_error,
  array(select p.scope from projection_parked p where p.projection = projection_generations.projection
    and p.generation = projection_generations.generation) as parked`;

const toGeneration = (row: Stored): Generation => ({
  projection: row.projection,
  generation: row.generation,
  version: row.version,
  shape: row.shape,
  schema: row.schema_name,
  tables: row.tables,
  status: row.status,
  position: row.position,
  owner: row.owner,
  held: row.held,
  stopped:
    row.stopped_at === null
      ? undefined
      : {
          stream: row.stopped_stream ?? '',
          revision: row.stopped_revision ?? 0n,
          error: row.stopped_error ?? '',
          at: row.stopped_at,
        },
  parked: row.parked,
});

/** A projection of this code: only a generation of its version and with its tables can be used. */
export interface Wanted {
  projection: Projection;
  shape: string;
  /** Fingerprints of its tables, by name. */
  tables: Readonly<Record<string, string>>;
}

/** What this code wants of each projection. */
export const wantedOf = (projections: readonly Projection[]): Wanted[] =>
  projections.map((projection) => ({
    projection,
    shape: shapeOf(projection),
    tables: fingerprintsOf(projection),
  }));

const fits = (wanted: readonly Wanted[]) => {
  const byName = new Map(wanted.map((entry) => [entry.projection.name, entry]));
  return (generation: Generation): boolean => {
    const entry = byName.get(generation.projection);
    return entry !== undefined && entry.projection.version === generation.version && entry.shape === generation.shape;
  };
};

/** All that there are, by projection, those of other code among them. */
export const allGenerations = async (sql: Sql | TransactionSql): Promise<Generation[]> =>
  (
    await sql.unsafe<Stored[]>(`select ${COLUMNS} from projection_generations order by projection, generation`, [], {
      prepare: true,
    })
  ).map(toGeneration);

/** The live generations that this code can use, by projection. */
export const liveGenerations = async (
  sql: Pick<Sql, 'unsafe'>,
  wanted: readonly Wanted[],
): Promise<Map<string, Generation>> => {
  const usable = fits(wanted);
  const rows = await sql.unsafe<Stored[]>(`select ${COLUMNS} from projection_generations where status = 'live'`, [], {
    prepare: true,
  });
  return new Map(
    rows
      .map(toGeneration)
      .filter(usable)
      .map((generation) => [generation.projection, generation]),
  );
};

/**
 * Renews the leases that `owner` holds and takes those that are free, of the live generations that this code can use. A
 * row that is locked is skipped: its holder is writing, which renews its lease.
 */
export const takeLeases = async (sql: Sql, owner: string, wanted: readonly Wanted[]): Promise<void> => {
  await sql.unsafe(
    `with free as (
       select g.projection, g.generation from projection_generations g
       join unnest($2::text[], $3::int4[], $4::text[]) as w (projection, version, shape)
         using (projection, version, shape)
       where g.status = 'live' and (g.owner = $1 or g.owner is null or ${isFree('g.lease_until')})
       for update of g skip locked)
     update projection_generations g
     set owner = $1, lease_until = clock_timestamp() + ($5::int8 * interval '1 millisecond')
     from free where g.projection = free.projection and g.generation = free.generation`,
    [
      owner,
      wanted.map(({ projection }) => projection.name),
      wanted.map(({ projection }) => String(projection.version)),
      wanted.map(({ shape }) => shape),
      String(LEASE_ms),
    ],
    { prepare: true },
  );
};

/** Gives the leases of a process back, so that another one need not wait for their end. */
export const releaseLeases = async (sql: Sql, owner: string): Promise<void> => {
  await sql`update projection_generations set owner = null, lease_until = null where owner = ${owner}`;
};

export interface Advance {
  projection: string;
  generation: number;
  from: Position;
}

/** The first statement of a transaction that writes rows; see migration 0021. `message` is for other processes. */
export const advanceStatement = (
  owner: string,
  advances: readonly Advance[],
  to: Position,
  message: string,
): Statement => ({
  text: 'select advance_projections($1, $2::text[], $3::int4[], $4::int8[], $5, $6, $7)',
  values: [
    owner,
    advances.map(({ projection }) => projection),
    advances.map(({ generation }) => String(generation)),
    advances.map(({ from }) => String(from)),
    String(to),
    String(LEASE_ms),
    message,
  ],
});

/** Notes why a projection stands still, unless it has moved or has another owner by now. */
export const recordStop = async (sql: Sql, owner: string, at: Advance, stop: Omit<Stop, 'at'>): Promise<void> => {
  await sql`
    update projection_generations
    set stopped_at = coalesce(stopped_at, clock_timestamp()), stopped_stream = ${stop.stream},
      stopped_revision = ${stop.revision}, stopped_error = ${storable(stop.error)}
    where projection = ${at.projection} and generation = ${at.generation} and position = ${at.from}
      and owner = ${owner}`;
};
