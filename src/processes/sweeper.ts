import { Counter, type Registry as Metrics } from 'prom-client';
import type { Sql } from '../database/connect.ts';
import type { FileKeeping } from '../files/files.ts';
import { platformSweeps, type Sweep } from '../platform/housekeeping.ts';
import type { Clock } from '../values/clock.ts';
import type { DueKind } from '../work/due-work.ts';
import { enqueue } from '../work/postgres-due-work.ts';

/**
 * How long ended rows are kept before the sweeper deletes them. Idempotency keys, tokens and rate windows are deleted
 * when they expire.
 */
export interface Keep {
  /** Webhook deliveries that ended, and all attempts. */
  webhookDeliveries_days: number;
  dueWork_days: number;
  /** Generations of read models that were replaced. */
  readGenerations_minutes: number;
}

/** What is kept when no setting says otherwise. */
export const KEEP: Keep = {
  // Questions of receivers about a call come within a month.
  webhookDeliveries_days: 30,
  // Rows of ended work keep a late repetition of its cause from doing it again.
  dueWork_days: 7,
  // Queries that began before a swap may still read the old tables.
  readGenerations_minutes: 5,
};

/**
 * Housekeeping: deletes expired rows in bounded batches. Each sweep is a row of due work, so one process at a time runs
 * it and another takes over when that one dies. It never deletes events of the ledger.
 */
export interface SweeperOptions {
  sql: Sql;
  sweeps: readonly Sweep[];
  metrics: Metrics;
  /** Pause between two runs; default a minute. */
  every_ms?: number;
  /** Deleted by one statement, at most; default 1,000. */
  limit?: number;
}

const SWEEP_KIND = 'sweep';
const EVERY_ms = 60_000;
const LIMIT = 1_000;
/** Batches of one run; the rest waits for the next. */
const MAX_BATCHES = 100;

export interface Sweeper {
  kind: DueKind;
  /** Adds the rows of due work that are missing. */
  schedule(): Promise<void>;
}

export const makeSweeper = (options: SweeperOptions): Sweeper => {
  const { sql, sweeps, metrics, every_ms = EVERY_ms, limit = LIMIT } = options;
  const swept = new Counter({
    name: 'sweeper_deleted_total',
    help: 'Rows (or generations of read models) that housekeeping deleted, by what they were',
    labelNames: ['what'],
    registers: [metrics],
  });
  for (const { name } of sweeps) swept.inc({ what: name }, 0);
  return {
    kind: {
      kind: SWEEP_KIND,
      concurrency: 1,
      soon: true,
      run: async ({ key, signal }) => {
        const sweep = sweeps.find(({ name }) => name === key);
        // Another version of the code has this sweep.
        if (!sweep) return { again_in_ms: every_ms };
        for (let batch = 0; batch < MAX_BATCHES && !signal.aborted; batch++) {
          const deleted = await sweep.run(sql, limit);
          swept.inc({ what: sweep.name }, deleted);
          if (deleted < limit) break;
        }
        return { again_in_ms: every_ms };
      },
    },
    schedule: async () => {
      await enqueue(
        sql,
        sweeps.map(({ name }) => ({ kind: SWEEP_KIND, key: name })),
      );
    },
  };
};

/**
 * Deletes the rows of a table that ended longer ago than `keep_ms`. The table's name is trusted: it comes from our
 * code.
 */
const sweepEnded = (table: string, keep_ms: number): Sweep => ({
  name: table,
  run: async (sql, most) => {
    const { count } = await sql`
      delete from ${sql(table)} where ctid = any (array(
        select ctid from ${sql(table)}
        -- Of the statement: no index goes by a clock that runs on, and all that ended would be looked at.
        where ended_at < now() - ${keep_ms}::int8 * interval '1 millisecond'
        order by ended_at limit ${most} for update skip locked))`;
    return count;
  },
});

const MINUTE_ms = 60_000;
const DAY_ms = 24 * 60 * MINUTE_ms;

/** All sweeps except those of files. */
export const standardSweeps = (
  clock: Clock,
  models: { sweep(options: { grace_ms: number }): Promise<number> },
  keep: Keep,
): Sweep[] => [
  ...platformSweeps(clock),
  // Attempts first, so that deleting a delivery cascades to few.
  sweepEnded('webhook_attempts', keep.webhookDeliveries_days * DAY_ms),
  sweepEnded('webhook_deliveries', keep.webhookDeliveries_days * DAY_ms),
  sweepEnded('due_work', keep.dueWork_days * DAY_ms),
  {
    name: 'read_generations',
    // It has its own limit: there are never many.
    run: () => models.sweep({ grace_ms: keep.readGenerations_minutes * MINUTE_ms }),
  },
];

/** Expired files, then contents that belong to no file: theirs, and those of writers that died. */
export const fileSweeps = (files: Pick<FileKeeping, 'sweepExpired' | 'sweepContents'>): Sweep[] => [
  { name: 'files', run: (_, most) => files.sweepExpired(most) },
  { name: 'file_contents', run: (_, most) => files.sweepContents(most) },
];
