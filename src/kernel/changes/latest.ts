import type { Position } from '../../event-store/port.ts';

/** The last of some positions; undefined when nothing was appended. */
export const latest = (positions: readonly (Position | undefined)[]): Position | undefined =>
  positions.reduce((last, at) => (at !== undefined && (last === undefined || at > last) ? at : last), undefined);
