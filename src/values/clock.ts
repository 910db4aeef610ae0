import { businessDay, type CalendarDate, formatInstant, type Instant } from './dates.ts';

/** Business time. Leases, rate windows and backoff use the database's clock instead. */
export interface Clock {
  /** Milliseconds of the epoch. */
  now_ms(): number;
  /** Now, with six fractional digits. */
  instant(): Instant;
  /** The business day: today in Toronto. */
  today(): CalendarDate;
}

const clockFrom = (now: () => number): Clock => ({
  now_ms: () => Math.floor(now()),
  instant: () => {
    const at = now();
    const ms = Math.floor(at);
    return formatInstant(ms, Math.floor((at - ms) * 1000));
  },
  today: () => businessDay(now()),
});

/**
 * What a clock is read off: the machine's time of day in whole milliseconds, and milliseconds that only ever run on.
 */
export interface TimeSources {
  wall_ms(): number;
  steady_ms(): number;
}

const MACHINE: TimeSources = { wall_ms: () => Date.now(), steady_ms: () => performance.now() };

/** A clock that is set back by up to this stands still until the time has come again. */
const HELD_ms = 2_000;
/** The part of a millisecond that the machine's time of day does not say. */
const WITHIN_ms = 0.999;

/**
 * Milliseconds of the epoch by the machine's time of day, with parts of a millisecond. It follows that time wherever it
 * is set, and across a suspend, during which steady time stands still. It goes back only when the machine was set back
 * by more than two seconds, which no correction of a running clock does, and then by as much.
 */
const timeOf = ({ wall_ms, steady_ms }: TimeSources): (() => number) => {
  let apart_ms = wall_ms() - steady_ms();
  let last_ms = Number.NEGATIVE_INFINITY;
  return () => {
    const steady = steady_ms();
    const wall = wall_ms();
    const at = Math.min(Math.max(apart_ms + steady, wall), wall + WITHIN_ms);
    apart_ms = at - steady;
    last_ms = at < last_ms && last_ms - at <= HELD_ms ? last_ms : at;
    return last_ms;
  };
};

/** The machine's clock. */
export const systemClock = (sources: TimeSources = MACHINE): Clock => clockFrom(timeOf(sources));

/** A clock that starts at an instant and then runs as the machine's does: a whole process in another month. */
export const clockStartingAt = (start_ms: number, sources: TimeSources = MACHINE): Clock => {
  const time = timeOf(sources);
  const origin = time();
  return clockFrom(() => start_ms + (time() - origin));
};

/** A clock for tests: it stands still until it is moved. */
export const manualClock = (start: Instant): Clock & { set(instant: Instant): void; advance(ms: number): void } => {
  let at = Date.parse(start);
  return {
    ...clockFrom(() => at),
    set: (instant) => {
      at = Date.parse(instant);
    },
    advance: (ms) => {
      at += ms;
    },
  };
};
