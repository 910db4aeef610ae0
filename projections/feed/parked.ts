import type { Sql, TransactionSql } from '../../src/database/connect.ts';
import { type EventStore, type LogEvent, type Position, START } from '../../src/event-store/port.ts';
import { scopeOf } from '../../src/kernel/definition/scope.ts';
import { storable } from '../../src/values/cut.ts';
import { earlier } from '../model/positions.ts';
import { makeRowCache } from '../model/rows.ts';
import type { Apply } from './apply.ts';
import type { Target } from './target.ts';
import { Fenced, type Statement } from './transactions.ts';

/**
 * A company that is parked in a generation of a read model, because one of its events cannot be applied. Its rows are
 * right before that event, its later events are skipped, and all other companies continue.
 */
export interface Parked {
  scope: string;
  /** Everything of the company up to here is in the rows. */
  position: Position;
  /** The event that cannot be applied. */
  stream: string;
  revision: bigint;
  error: string;
}

/** As `json_agg` gives it. */
interface StoredParked {
  scope: string;
  position: string;
  stream: string;
  revision: string;
  error: string;
}

/** What identifies a generation in the database. */
export interface Named {
  projection: string;
  generation: number;
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

/** Parked companies of a generation that catch up beside the other companies. */
export interface Side extends Target {
  only: Map<string, Position>;
}

const CACHE_bytes = 8 * 1024 * 1024;
const BATCH = 1_000;

/** Prepares the catch-up of companies that are parked in a generation, each from its own position. */
export const sideOf = (target: Target, companies: readonly Parked[]): Side => {
  const { projection, generation, schema } = target;
  return {
    projection,
    generation,
    schema,
    position: companies.map(({ position }) => position).reduce(earlier, companies[0]?.position ?? START),
    cache: makeRowCache(projection.tables, CACHE_bytes),
    parked: new Map(),
    only: new Map(companies.map(({ scope, position }) => [scope, position])),
  };
};

/**
 * Reads the log once for all companies of a side and applies their events, up to `upTo` at most. Companies that fail
 * again are moved from `only` to `parked`. It ends early when none is left, or when `active` is false.
 */
export const followSide = async (
  side: Side,
  upTo: Position,
  { store, apply, active = () => true }: { store: EventStore; apply: Apply; active?: () => boolean },
): Promise<void> => {
  const isTheirs = (event: LogEvent): boolean => side.only.has(scopeOf(event));
  if (side.only.size === 0 || side.position >= upTo) return;
  for await (const events of store.readAll({ after: side.position, upTo, batchSize: BATCH })) {
    if (!active()) return;
    const { position } = events.at(-1)!;
    const theirs = events.filter(isTheirs);
    if (theirs.length > 0) await apply([side], theirs, position);
    side.position = position;
    if (side.only.size === 0) return;
  }
};
