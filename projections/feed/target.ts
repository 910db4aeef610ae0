import type { Position } from '../../src/event-store/port.ts';
import type { Projection } from '../model/model.ts';
import type { RowCache } from '../model/rows.ts';

/** What identifies a generation in the database. */
export interface Named {
  projection: string;
  generation: number;
}

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

/** A generation that is fed, with its state in this process. */
export interface Target {
  projection: Projection;
  generation: number;
  schema: string;
  /** Every event up to here is applied. */
  position: Position;
  /** Its stored checkpoint, when that is not `position`: it handles none of the events in between. */
  stored?: Position;
  cache: RowCache;
  /** Its parked companies, by scope. */
  parked: Map<string, Parked>;
  /**
   * When set, the target is the catch-up of these parked companies, each with its own position, and takes only their
   * events. Companies that fail again are moved from here to `parked`. Such a target is never applied with others.
   */
  only?: Map<string, Position>;
}

/** The stored checkpoint of a generation. */
export const storedOf = ({ stored, position }: Target): Position => stored ?? position;

/** The generation that a target feeds. */
export const nameOf = ({ projection, generation }: Target): Named => ({ projection: projection.name, generation });
