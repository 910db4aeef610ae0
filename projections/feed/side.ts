import { type EventStore, type LogEvent, type Position, START } from '../../src/event-store/port.ts';
import { scopeOf } from '../../src/kernel/definition/scope.ts';
import { earlier } from '../model/positions.ts';
import { makeRowCache } from '../model/rows.ts';
import type { Apply } from './apply.ts';
import type { Parked, Target } from './target.ts';

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
