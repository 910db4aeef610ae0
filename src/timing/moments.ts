/** A moment by both clocks of the machine. Times between moments are by the one that nobody sets. */
export interface Moment {
  /** By the time of day, in milliseconds of the epoch: to be shown. */
  wall_ms: number;
  /** By performance.now(): to be compared. */
  steady_ms: number;
}

export const thisMoment = (): Moment => ({ wall_ms: Date.now(), steady_ms: performance.now() });
