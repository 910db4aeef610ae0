import type { Position } from '../../src/event-store/port.ts';

/** The later of two positions. */
export const later = (a: Position, b: Position): Position => {
  if (a < b) return b;
  return a;
};

/** The earlier of two positions. */
export const earlier = (a: Position, b: Position): Position => {
  if (b < a) return b;
  return a;
};
