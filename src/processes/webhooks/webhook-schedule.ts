/**
 * When a failed call is retried, and how long a receiver that is down is not called. Pure functions, in milliseconds.
 */
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Pauses after the first, second, … failed attempt; after that a day each. */
const PAUSES_ms = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, HOUR, 3 * HOUR, 8 * HOUR];
/** A delivery is not retried beyond this age. */
export const MAX_AGE_ms = 3 * DAY;
/** A receiver that was called for so long without a success is disabled. */
export const MAX_FAILING_ms = 5 * DAY;
/** What failed is called again within this: in a day, a tenth more, and what it waits for its turn. */
export const UNCALLED_hours = 36;
const JITTER = 0.1;

const jittered = (ms: number, random: number): number => Math.round(ms * (1 - JITTER + 2 * JITTER * random));

/**
 * The pause before the next attempt; undefined when there is none.
 *
 * @param attempt number of attempts, including the failed one
 * @param age_ms of the delivery
 * @param asked_ms the pause that the receiver asked for by Retry-After, of which at most a day is honoured
 * @param random from 0 to 1
 */
export const retryPause = (
  attempt: number,
  age_ms: number,
  asked_ms: number | undefined,
  random: number,
): number | undefined => {
  const own_ms = jittered(PAUSES_ms[attempt - 1] ?? DAY, random);
  const pause_ms = Math.max(own_ms, Math.min(asked_ms ?? 0, DAY));
  return age_ms + pause_ms > MAX_AGE_ms ? undefined : pause_ms;
};

/** Failures in a row after which a receiver counts as down. */
export const DOWN_AFTER = 5;
const FIRST_CLOSED_ms = 5 * SECOND;
const MAX_CLOSED_ms = 5 * MINUTE;
const MAX_ASKED_ms = HOUR;

/** How long a receiver is not called after some failures in a row, or because it asked for a pause. */
export const closedFor = (failures: number, asked_ms: number | undefined, random: number): number => {
  const own_ms =
    failures < DOWN_AFTER
      ? 0
      : jittered(Math.min(FIRST_CLOSED_ms * 2 ** Math.min(failures - DOWN_AFTER, 20), MAX_CLOSED_ms), random);
  return Math.max(own_ms, Math.min(asked_ms ?? 0, MAX_ASKED_ms));
};

/** The oldest form of dates in headers, which names no zone: they are all of Greenwich. */
const WITHOUT_ZONE = / \d{4}$/;

/** Retry-After: seconds, or a date. */
export const parseRetryAfter = (value: string | undefined, now_ms: number): number | undefined => {
  if (value === undefined) return undefined;
  const asked = value.trim();
  if (/^\d+$/.test(asked)) return Number(asked) * SECOND;
  const at = Date.parse(WITHOUT_ZONE.test(asked) ? `${asked} GMT` : asked);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now_ms);
};
