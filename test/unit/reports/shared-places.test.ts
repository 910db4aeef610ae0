import { expect, test } from 'vitest';
import { makeProgress } from '../../../projections/feed/progress.ts';
import type { Sql } from '../../../src/database/connect.ts';
import type { LogEvent } from '../../../src/event-store/port.ts';
import type { Services } from '../../../src/kernel/definition/services.ts';
import { makeCompanyWork } from '../../../src/processes/managers/company-work.ts';
import { reportManager } from '../../../src/processes/reports/reports.ts';
import { registry } from '../../../src/registry.ts';
import { makeMemoryProcessState } from '../../support/memory-process-state.ts';
import { silent } from '../../support/read-models.ts';

/**
 * Given reports of two companies that wait for their contents, when there is one place, then the companies share it.
 */
test('the first report of a company is not delayed by many of another', async () => {
  let now_ms = Date.parse('2026-01-05T17:00:00.000Z');
  const { store, dueStore } = makeMemoryProcessState(
    { now_ms: () => now_ms, notify: () => {}, listen: () => () => {} },
    'progress',
  );
  const made: string[] = [];
  // Asked for what it handles alone; the contents are made elsewhere.
  const real = reportManager({ registry } as Services);
  const manager = {
    ...real,
    handle: async ({ events }: { events: readonly { stream: string }[] }) => {
      made.push(...events.map(({ stream }) => stream));
      return undefined;
    },
  };
  const created = (company_id: string, n: number, position: bigint): LogEvent => ({
    ...{
      id: `${company_id}-${n}`,
      type: 'ReportCreated',
      stream: `report-${company_id}${n}`,
      data: {},
      revision: 0n,
      position,
    },
    metadata: { company_id, partner_id: 'ptn' },
  });
  const events = [...[1, 2, 3, 4, 5].map((n) => created('large', n, BigInt(n))), created('small', 1, 6n)];
  expect(events.every((event) => manager.handles(event))).toBe(true);
  await store.register([{ name: manager.name, from: 0n }]);
  await store.takeLeases('us', [manager.name]);
  const waiting = events.map((event) => ({ scope: event.metadata.company_id!, event }));
  await store.dispatch('us', { name: manager.name, from: 0n, to: 6n, waiting, message: '' });
  const { kinds } = makeCompanyWork({
    ...{
      managers: [manager],
      context: undefined,
      progress: makeProgress({} as Sql, [], store),
      state: store,
      log: silent,
    },
    hydrate: async (some) => some.map((event) => event as never),
  });
  const [kind] = kinds;
  for (;;) {
    now_ms += 1_000;
    const [row] = await dueStore.claim([{ kind: kind!.kind, slots: 1, now: null }], 'us', 60_000);
    if (!row) break;
    const next = await kind!.run({
      ...{ key: row.key, payload: row.payload, attempt: row.attempts, bookmark: row.bookmark, holder: 'us' },
      ...{ signal: new AbortController().signal, held: () => true, othersWait: async () => true },
    });
    await dueStore.finish(row, 'us', next, null);
  }
  expect(made).toHaveLength(6);
  expect(made.indexOf('report-small1')).toBeLessThan(2);
});
