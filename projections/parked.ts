import type { Sql } from '../src/database/connect.ts';
import type { Position } from '../src/event-store/port.ts';
import type { Statement } from './journeys.ts';

/**
 * Companies that a read model cannot follow, by generation: an event of theirs cannot be folded. They stand right before
 * it, later events of theirs are passed over, and everybody else goes on.
 */
export interface Parked {
  scope: string;
  /** Everything of the company up to here is in the rows. */
  position: Position;
  /** The event that cannot be taken. */
  stream: string;
  revision: bigint;
  error: string;
}

/** As `json_agg` gives it. */
export interface StoredParked {
  scope: string;
  position: string;
  stream: string;
  revision: string;
  error: string;
}

/** A column of a query on `projection_generations`. */
export const PARKED_COLUMN = `coalesce((select json_agg(json_build_object('scope', p.scope, 'position', p.position::text,
    'stream', p.stream, 'revision', p.revision::text, 'error', p.error) order by p.scope)
  from projection_parked p where p.projection = projection_generations.projection
    and p.generation = projection_generations.generation), '[]'::json) as parked`;

export const toParked = ({ position, revision, ...row }: StoredParked): Parked => ({
  ...row,
  position: BigInt(position),
  revision: BigInt(revision),
});

const MAX_ERROR = 2_000;

/** Of a transaction that moves the checkpoint over the event at fault. */
export const parkStatement = (projection: string, generation: number, parked: Parked): Statement => ({
  text: `insert into projection_parked (projection, generation, scope, position, stream, revision, error)
    values ($1, $2::int4, $3, $4::int8, $5, $6::int8, $7)`,
  values: [
    projection,
    String(generation),
    parked.scope,
    String(parked.position),
    parked.stream,
    String(parked.revision),
    parked.error.slice(0, MAX_ERROR),
  ],
});

/** The first statement of a transaction that writes rows of a parked company. See migration 0061. */
export const advanceParkedStatement = (
  owner: string,
  projection: string,
  generation: number,
  scope: string,
  from: Position,
  to: Position,
): Statement => ({
  text: 'select advance_parked($1, $2, $3::int4, $4, $5::int8, $6::int8)',
  values: [owner, projection, String(generation), scope, String(from), String(to)],
});

/** The company has caught up with its read model. */
export const unpark = async (sql: Sql, projection: string, generation: number, scope: string): Promise<void> => {
  await sql`
    delete from projection_parked
    where projection = ${projection} and generation = ${generation} and scope = ${scope}`;
};

/** It still cannot be taken, perhaps another event by now. */
export const recordStillParked = async (
  sql: Sql,
  projection: string,
  generation: number,
  { scope, stream, revision, error }: Omit<Parked, 'position'>,
): Promise<void> => {
  await sql`
    update projection_parked set stream = ${stream}, revision = ${revision}, error = ${error.slice(0, MAX_ERROR)}
    where projection = ${projection} and generation = ${generation} and scope = ${scope}`;
};
