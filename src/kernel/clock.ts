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

/** The machine's clock. */
export const systemClock = (): Clock => clockFrom(() => performance.timeOrigin + performance.now());

/** A clock that starts at an instant and then runs as time does: a whole process in another month. */
export const clockStartingAt = (start_ms: number): Clock => {
  const origin = performance.now();
  return clockFrom(() => start_ms + (performance.now() - origin));
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
