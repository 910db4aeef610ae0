import { randomUUID } from 'node:crypto';
import type { Tenant } from '../../src/kernel/definition/services.ts';
import { ALWAYS } from '../../src/values/condition.ts';
import { newId } from '../../src/values/ids.ts';
import { type Bench, inTurn, type Measurement, type Row, row } from '../bench.ts';
import { vacuum } from '../employer.ts';
import { quantile } from '../http-load.ts';
import { openSide, type Side } from '../read-models.ts';

// From the acknowledgement of an append until a list shows its record, that query included: what a caller waits for
// beyond the append itself, which is the other side. A read model that looks for news every 100 ms would take 50 ms in
// the middle and 100 ms at worst before the query.

const CALLERS = [1, 32];
const ROUND_ms = 1_500;

interface Times {
  append_ms: number[];
  visible_ms: number[];
}

/** Appends a record, waits for it, and lists it. */
const write = async ({ store, models }: Side, times: Times): Promise<void> => {
  const now_ms = Date.now();
  // A company of its own, so that the list shows this record and nothing else.
  const tenant = { partner_id: 'ptn_bench', company_id: newId('cmp', now_ms) } satisfies Tenant;
  const metadata = {
    ...tenant,
    actor: `company:${tenant.company_id}`,
    correlation_id: `req_${randomUUID()}`,
    occurred_at: '2026-03-01T09:30:00.000000Z',
  };
  const data = { amount: '12.50', effective_from: '2026-01-05', note: 'x'.repeat(60), title: 'Allowance' };
  const event = { id: randomUUID(), type: 'RecurringCreated', data, metadata };
  const begun_ms = performance.now();
  const { position } = await store.append(`recurring-${newId('rec', now_ms)}`, [event], 'no_stream');
  const appended_ms = performance.now();
  if (!(await models.gate.followed(position))) throw new Error('the read models did not come as far as the append');
  const { total } = await models.reader.list('recurring', tenant, { where: ALWAYS, page: 1, per_page: 15 });
  if (total !== 1) throw new Error(`the list shows ${total} records instead of the one that was appended`);
  times.append_ms.push(appended_ms - begun_ms);
  times.visible_ms.push(performance.now() - appended_ms);
};

const measure = async ({ freshDatabase, rounds }: Bench): Promise<Row[]> => {
  const side = await openSide(await freshDatabase());
  await side.models.start();
  try {
    const rows: Row[] = [];
    for (const callers of CALLERS) {
      const taken: Times[] = [];
      const round = async (): Promise<number> => {
        // As autovacuum does after a minute: without statistics the database reads the whole of a table that just
        // began.
        await vacuum(side.sql);
        const times: Times = { append_ms: [], visible_ms: [] };
        taken.push(times);
        const end_ms = performance.now() + ROUND_ms;
        const caller = async (): Promise<void> => {
          while (performance.now() < end_ms) await write(side, times);
        };
        await Promise.all(Array.from({ length: callers }, caller));
        return times.append_ms.length;
      };
      await inTurn(rounds, [round]);
      for (const [part, which] of [
        [0.5, 'half of them'],
        [0.99, '99 of 100'],
      ] as const)
        rows.push(
          row(
            {
              name: `read your write, ${callers} ${callers === 1 ? 'caller' : 'callers'}, ${which} within`,
              unit: 'ms',
              baseline_name: 'ms for the append itself',
              goal: null,
              less: true,
              setup: `from its acknowledgement until a list shows it, ${rounds} rounds of ${ROUND_ms / 1_000} s`,
            },
            taken.slice(1).map(({ visible_ms }) => quantile(visible_ms, part)),
            taken.slice(1).map(({ append_ms }) => quantile(append_ms, part)),
          ),
        );
    }
    return rows;
  } finally {
    await side.close();
  }
};

export const measurements: Measurement[] = [{ name: 'read your writes', measure }];
