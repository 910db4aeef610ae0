import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { readInTime } from '../timing/read-in-time.ts';
import type { DueStore } from './port.ts';

const BUCKETS_S = [0.005, 0.025, 0.1, 0.5, 1, 5, 15, 60, 300];

export interface DueWorkMeters {
  /** Counts a run that starts. The function it returns is called once, with the run's outcome. */
  began(kind: string): (outcome: 'done' | 'again' | 'failed') => void;
  /** Counts a run whose lease was lost. */
  lost(kind: string): void;
}

/**
 * Metrics of due work for Prometheus. All workers of a process share them: a metric that is registered is used again.
 */
export const dueWorkMeters = (registry: Registry, store: Pick<DueStore, 'overdue'>): DueWorkMeters => {
  const registers = [registry];
  const registered = <T>(name: string, kind: abstract new (...of: never[]) => T, make: () => T): T => {
    const found = registry.getSingleMetric(name);
    return found instanceof kind ? found : make();
  };
  const runs = registered(
    'due_work_runs_total',
    Counter<'kind' | 'outcome'>,
    () =>
      new Counter({
        name: 'due_work_runs_total',
        help: 'Runs of due work, by kind and how they ended',
        labelNames: ['kind', 'outcome'],
        registers,
      }),
  );
  const seconds = registered(
    'due_work_duration_seconds',
    Histogram<'kind'>,
    () =>
      new Histogram({
        name: 'due_work_duration_seconds',
        help: 'Time of a run of due work, by kind',
        labelNames: ['kind'],
        buckets: BUCKETS_S,
        registers,
      }),
  );
  const lost = registered(
    'due_work_leases_lost_total',
    Counter<'kind'>,
    () =>
      new Counter({
        name: 'due_work_leases_lost_total',
        help: 'Leases of due work that were lost while it ran, by kind: it is done again',
        labelNames: ['kind'],
        registers,
      }),
  );
  registered(
    'due_work_overdue',
    Gauge<'kind'>,
    () =>
      new Gauge({
        name: 'due_work_overdue',
        help: 'Rows of due work that are due and held by no worker, by kind (of the whole deployment)',
        labelNames: ['kind'],
        registers,
        async collect() {
          this.reset();
          const rows = await readInTime(store.overdue(), new Map<string, number>());
          for (const [kind, count] of rows) this.set({ kind }, count);
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
    lost: (kind) => lost.inc({ kind }),
  };
};
