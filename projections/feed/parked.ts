import type { Sql, TransactionSql } from '../../src/database/connect.ts';
import type { Position } from '../../src/event-store/port.ts';
import { storable } from '../../src/values/cut.ts';
import type { Named, Parked } from './target.ts';
import { Fenced, type Statement } from './transactions.ts';

/** As `json_agg` gives it. */
interface StoredParked {
  scope: string;
  position: string;
  stream: string;
  revision: string;
  error: string;
}

const toParked = ({ position, revision, ...row }: StoredParked): Parked => ({
  ...row,
  position: BigInt(position),
  revision: BigInt(revision),
});

/**
 * The checkpoint of a generation and its parked companies, read in one statement; undefined when there is no such
 * generation.
 */
export const standingOf = async (
  sql: Sql | TransactionSql,
  { projection, generation }: Named,
): Promise<{ position: Position; parked: Map<string, Parked> } | undefined> => {
  const [row] = await sql<{ position: bigint; parked: StoredParked[] }[]>`
    select g.position, coalesce((
      select json_agg(json_build_object('scope', p.scope, 'position', p.position::text, 'stream', p.stream,
        'revision', p.revision::text, 'error', p.error) order by p.scope)
      from projection_parked p where p.projection = g.projection and p.generation = g.generation), '[]'::json) as parked
    from projection_generations g where g.projection = ${projection} and g.generation = ${generation}`;
  return row && { position: row.position, parked: byScope(row.parked.map(toParked)) };
};

/** Parked companies by their id. */
const byScope = (all: readonly Parked[]): Map<string, Parked> => new Map(all.map((one) => [one.scope, one]));

/** Records parked companies, in the transaction that moves the checkpoint past the events at fault. */
export const parkStatement = ({ projection, generation }: Named, parked: readonly Parked[]): Statement => ({
  text: `insert into projection_parked (projection, generation, scope, position, stream, revision, error)
    select $1, $2::int4, * from unnest($3::text[], $4::int8[], $5::text[], $6::int8[], $7::text[])`,
  values: [
    projection,
    String(generation),
    parked.map(({ scope }) => scope),
    parked.map(({ position }) => String(position)),
    parked.map(({ stream }) => stream),
    parked.map(({ revision }) => String(revision)),
    parked.map(({ error }) => storable(error)),
  ],
});

/** The first statement of a transaction that writes rows of parked companies. See migration 0062. */
export const advanceParkedStatement = (
  owner: string,
  { projection, generation }: Named,
  from: readonly (readonly [scope: string, position: Position])[],
  to: Position,
): Statement => ({
  text: 'select advance_parked($1, $2, $3::int4, $4::text[], $5::int8[], $6::int8)',
  values: [
    owner,
    projection,
    String(generation),
    from.map(([scope]) => scope),
    from.map(([, position]) => String(position)),
    String(to),
  ],
});

/**
 * Unparks companies that have caught up with their generation, whose checkpoint is `at`.
 *
 * @throws Fenced when the checkpoint has moved or another process owns the generation
 */
export const unpark = async (
  sql: Sql,
  owner: string,
  { projection, generation }: Named,
  scopes: readonly string[],
  at: Position,
): Promise<void> => {
  const freed = await sql`
    with mine as (
      select projection, generation from projection_generations
      where projection = ${projection} and generation = ${generation} and owner = ${owner} and position = ${at}
        and status <> 'retired'
      for update)
    delete from projection_parked p using mine
    where p.projection = mine.projection and p.generation = mine.generation and p.scope = any(${scopes})`;
  if (freed.count !== scopes.length) throw new Fenced('the read model was moved or taken by another process');
};

/** Records why companies are still parked, which may be another event by now. */
export const recordStillParked = async (
  sql: Sql,
  { projection, generation }: Named,
  stuck: readonly Parked[],
): Promise<void> => {
  if (stuck.length === 0) return;
  await sql`
    update projection_parked p set stream = a.stream, revision = a.revision, error = a.error
    from unnest(${stuck.map(({ scope }) => scope)}::text[], ${stuck.map(({ stream }) => stream)}::text[],
      ${stuck.map(({ revision }) => String(revision))}::int8[],
      ${stuck.map(({ error }) => storable(error))}::text[]) as a (scope, stream, revision, error)
    where p.projection = ${projection} and p.generation = ${generation} and p.scope = a.scope`;
};
