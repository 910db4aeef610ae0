import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Sql } from '../database/connect.ts';

const BUCKETS_S = [0.005, 0.025, 0.1, 0.5, 1, 5, 15, 60, 300];

export interface DueWorkMeters {
  /** A run began; tell how it ended. */
  began(kind: string): (outcome: 'done' | 'again' | 'failed') => void;
}

/** Due work as Prometheus sees it. Several workers of a process share the same meters. */
export const dueWorkMeters = (registry: Registry, sql: Sql): DueWorkMeters => {
  const registers = [registry];
  const known = <T>(name: string, make: () => T): T => (registry.getSingleMetric(name) as T | undefined) ?? make();
  const runs = known(
    'due_work_runs_total',
    () =>
      new Counter({
        name: 'due_work_runs_total',
        help: 'Runs of due work, by kind and how they ended',
        labelNames: ['kind', 'outcome'],
        registers,
      }),
  );
  const seconds = known(
    'due_work_duration_seconds',
    () =>
      new Histogram({
        name: 'due_work_duration_seconds',
        help: 'Time of a run of due work, by kind',
        labelNames: ['kind'],
        buckets: BUCKETS_S,
        registers,
      }),
  );
  known(
    'due_work_overdue',
    () =>
      new Gauge({
        name: 'due_work_overdue',
        help: 'Rows of due work that are due and that nobody has, by kind (of the whole deployment)',
        labelNames: ['kind'],
        registers,
        async collect() {
          this.reset();
          const rows = await sql<{ kind: string; rows: bigint }[]>`
            select kind, count(*) as rows from due_work
            where ended_at is null and due_at <= clock_timestamp() and holder is null group by kind`.catch(() => []);
          for (const { kind, rows: count } of rows) this.set({ kind }, Number(count));
        },
      }),
  );
  return {
    began: (kind) => {
      const stop = seconds.startTimer({ kind });
      return (outcome) => {
        stop();
        runs.inc({ kind, outcome });
      };
    },
  };
};
