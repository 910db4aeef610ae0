import { Registry as Metrics } from 'prom-client';
import { expect, test, vi } from 'vitest';
import { registerMeters } from '../../projections/health.ts';
import { makeRefusals } from '../../src/event-store/refusals.ts';
import { dueWorkMeters } from '../../src/work/due-work-meters.ts';

test('a scrape waits a second for a database that does not answer, and has the metrics of the process', async () => {
  vi.useFakeTimers();
  try {
    const never = () => new Promise<never>(() => {});
    const metrics = new Metrics();
    const refusal = { says: 'the disk of the database is full', since: '', code: '53100', error: '' };
    registerMeters(metrics, {
      models: { status: never } as never,
      managers: { status: never },
      store: { head: never },
      refusals: { ...makeRefusals(), now: () => refusal },
    });
    dueWorkMeters(metrics, { overdue: never });
    const scraped = metrics.metrics();
    await vi.advanceTimersByTimeAsync(1_000);
    const text = await scraped;
    expect(text).toMatch(/^writes_refused 1$/m);
    expect(text).toMatch(/^files_refused 0$/m);
    expect(text).not.toMatch(/^(event_log_position|process_manager_waiting|due_work_overdue)/m);
  } finally {
    vi.useRealTimers();
  }
});
