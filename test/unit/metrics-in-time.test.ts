import pino from 'pino';
import { Registry as Metrics } from 'prom-client';
import { expect, test, vi } from 'vitest';
import { makeForeign } from '../../projections/feed/foreign.ts';
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
      models: { status: never, foreign: () => 0 } as never,
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

test('events of another program are all counted, and told once a minute however many there are', () => {
  const lines: Record<string, unknown>[] = [];
  const log = pino({ base: null }, { write: (line) => void lines.push(JSON.parse(line)) });
  let now_ms = 0;
  const foreign = makeForeign(log, () => now_ms);
  const at = (revision: bigint, metadata = {}) => ({ stream: 's-1', revision, type: 'Noted', metadata }) as never;
  const own = at(0n, { occurred_at: '2026-03-01T12:00:00.000000Z' });
  foreign.saw({ events: [own], upTo: 1n });
  expect([foreign.count(), lines]).toEqual([0, []]);
  for (let revision = 1n; revision <= 120n; revision++) {
    foreign.saw({ events: [own, at(revision), at(revision)], upTo: revision });
    now_ms += 1_000;
  }
  expect(foreign.count()).toBe(240);
  expect(lines).toMatchObject([
    { stream: 's-1', revision: '1', type: 'Noted', count: 2 },
    { stream: 's-1', revision: '61', count: 122 },
  ]);
});
