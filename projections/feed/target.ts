import type { Position } from '../../src/event-store/port.ts';
import type { Projection } from '../model/model.ts';
import type { RowCache } from '../model/rows.ts';
import type { Named, Parked } from './parked.ts';

/** A generation that is being fed. */
export interface Target {
  projection: Projection;
  generation: number;
  schema: string;
  /** Everything up to here is in its tables. */
  position: Position;
  /** Where its checkpoint is, when that is not `position`: of what is between, nothing concerned it. */
  stored?: Position;
  cache: RowCache;
  /** Companies that it cannot follow, by scope. */
  parked: Map<string, Parked>;
  /**
   * Parked companies that catch up beside the others, each with where it is: nobody else's events are taken. Those
   * that cannot be taken again go from here to `parked`. Such a target is applied to alone.
   */
  only?: Map<string, Position>;
}

/** Where the checkpoint of a generation is. */
export const storedOf = ({ stored, position }: Target): Position => stored ?? position;

export const nameOf = ({ projection, generation }: Target): Named => ({ projection: projection.name, generation });
