import { batched } from '../../database/batched.ts';
import type { Sql } from '../../database/connect.ts';
import type { Clock } from '../../values/clock.ts';
import { type Problem, unavailable } from '../../values/problem.ts';

/**
 * Checks who calls, and whether the call is within the limit. One statement checks the credential and counts the call
 * in the database, so that all processes share the windows and together never admit more than the limit.
 *
 * Every request needs that statement, so calls that arrive together share one: while a statement runs, or within the
 * same turn of the event loop, calls queue, and the next statement takes all of them. Each statement has every
 * credential once, with the number of its calls, and returns how many of them are admitted; these are the earliest. A
 * single call is not delayed.
 */
export const WINDOW_S = 60;
/** Calls in one statement. */
const MOST_IN_BATCH = 500;
/** Waiting calls, at most. More would mean that the database does not keep up at all. */
const MOST_WAITING = 10_000;

export interface Limits {
  requests: number;
  reveal: number;
}

export interface Identity {
  partner_id: string;
  /** Null for a partner secret. */
  company_id: string | null;
  purpose: 'partner' | 'access' | 'component';
  existing: boolean;
}

/** The bucket closest to exhaustion, as an answer shows it. */
export interface Allowance {
  limit: number;
  remaining: number;
  /** When its window ends: seconds of the epoch, by the database's clock. */
  reset_s: number;
  /** Seconds until then, at least 1. */
  retryAfter_s: number;
}

export type Admission = { known: false } | { known: true; admitted: boolean; identity: Identity; allowance: Allowance };

export type Admit = (credentialHash: string, reveal: boolean) => Promise<Admission>;

interface Attempt {
  hash: string;
  reveal: boolean;
}

interface Row extends Identity {
  n: number;
  granted: number;
  used: number;
  opened_at: number;
  reveals_granted: number | null;
  reveals_used: number;
  reveals_opened_at: number;
  asked_at: number;
}

/** A bucket after a batch: how many calls of the batch are admitted, and the count before it. */
interface Bucket {
  limit: number;
  left: number;
  before: number;
  taken: number;
  ends_at: number;
}

const bucketOf = (limit: number, granted: number, used: number, opened_at: number): Bucket => ({
  limit,
  left: granted,
  before: used - granted,
  taken: 0,
  ends_at: opened_at + WINDOW_S,
});

const allowanceOf = ({ limit, before, taken, ends_at }: Bucket, asked_at: number): Allowance => ({
  limit,
  remaining: Math.max(0, limit - before - taken),
  reset_s: Math.ceil(ends_at),
  retryAfter_s: Math.max(1, Math.ceil(ends_at - asked_at)),
});

const closest = (a: Allowance, b: Allowance): Allowance => (b.remaining <= a.remaining ? b : a);

/** Distributes the admissions of a credential over its calls, in the order in which they came. */
const decideAll = (calls: readonly Attempt[], row: Row | undefined, limits: Limits): Admission[] => {
  if (!row) return calls.map(() => ({ known: false }));
  const { partner_id, company_id, purpose, existing, asked_at } = row;
  const identity: Identity = { partner_id, company_id, purpose, existing };
  const requests = bucketOf(limits.requests, row.granted, row.used, row.opened_at);
  const reveals =
    row.reveals_granted === null
      ? undefined
      : bucketOf(limits.reveal, row.reveals_granted, row.reveals_used, row.reveals_opened_at);
  return calls.map(({ reveal }) => {
    const buckets = reveal && reveals ? [requests, reveals] : [requests];
    const admitted = buckets.every(({ left }) => left > 0);
    if (admitted)
      for (const bucket of buckets) {
        bucket.left--;
        bucket.taken++;
      }
    const allowance = buckets.map((bucket) => allowanceOf(bucket, asked_at)).reduce(closest);
    return { known: true, admitted, identity, allowance };
  });
};

const overloaded = (): Problem =>
  unavailable(
    {
      en: 'Too many calls are waiting. Nothing was changed; try again.',
      fr: "Trop d'appels sont en attente. Rien n'a été changé; réessayez.",
    },
    1,
  );

/** Makes the check of every request. */
export const makeAdmission = (sql: Sql, clock: Clock, limits: Limits): Admit => {
  const check = async (attempts: readonly Attempt[]): Promise<Admission[]> => {
    const places = new Map<string, number[]>();
    for (const [place, { hash }] of attempts.entries()) {
      const same = places.get(hash);
      if (same) same.push(place);
      else places.set(hash, [place]);
    }
    const hashes = [...places.keys()];
    const groups = [...places.values()].map((of) => of.map((place) => attempts[place]!));
    const rows = await sql<Row[]>`
      select * from admit_calls(
        ${hashes.map((hash) => `\\x${hash}`)}::text[]::bytea[],
        ${groups.map((calls) => calls.length)}::integer[],
        ${groups.map((calls) => calls.filter(({ reveal }) => reveal).length)}::integer[],
        ${clock.instant()}::timestamptz,
        ${limits.requests}, ${limits.reveal}
      )`;
    const byGroup = new Map(rows.map((row) => [row.n - 1, row]));
    const admissions: Admission[] = [];
    for (const [group, of] of [...places.values()].entries()) {
      const decided = decideAll(groups[group]!, byGroup.get(group), limits);
      for (const [i, place] of of.entries()) admissions[place] = decided[i]!;
    }
    return admissions;
  };
  const admit = batched(check, { most: MOST_IN_BATCH, mostWaiting: MOST_WAITING, whenFull: overloaded });
  return (hash, reveal) => admit({ hash, reveal });
};
