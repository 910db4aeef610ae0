import { afterEach, expect, test, vi } from 'vitest';
import { writeChanges } from '../../../src/kernel/changes/write.ts';
import type { Change } from '../../../src/kernel/definition/writer.ts';
import { registry } from '../../../src/registry.ts';
import { addDays } from '../../../src/values/dates.ts';
import { idOf, STRANGER } from '../../support/in-memory.ts';
import { payrollWorld } from '../../support/payroll-world.ts';

/** Appends of one write of many that are in flight at once. */
const CONCURRENCY = 128;
const PEOPLE = 100;
const RATES_EACH = 10;
const DAYS = 30;

afterEach(() => vi.restoreAllMocks());

/** Time that passes between two looks at the clock: on a machine that is never late, and on slow ones. */
const STEPS_ms = [0, 1, 4, 12];

test.each(STEPS_ms)(
  'a hire of another company waits for only a few of the pay rates of a bulk write (%i ms between looks at the clock)',
  async (step_ms) => {
    let now_ms = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => {
      now_ms += step_ms;
      return now_ms;
    });
    const written = { rates: 0, most: 0 };
    const inHand = { rates: 0 };
    const world = await payrollWorld({
      store: (store) => ({
        ...store,
        append: async (stream, events, expected) => {
          const isRate = stream.startsWith('pay_rate-');
          if (isRate) inHand.rates += 1;
          written.most = Math.max(written.most, inHand.rates);
          // As long as a group takes to be committed.
          await new Promise(setImmediate);
          const answer = await store.append(stream, events, expected);
          if (isRate) {
            inHand.rates -= 1;
            written.rates += 1;
          }
          return answer;
        },
      }),
    });
    const assignments: string[] = [];
    for (let i = 0; i < PEOPLE; i++) assignments.push((await world.hired()).assignment.id);
    const changes = assignments.flatMap((work_assignment_id): Change[] =>
      Array.from({ length: RATES_EACH }, (_, i): Change => {
        const effective_from = addDays('2026-01-01', i * DAYS);
        const effective_to = addDays(effective_from, DAYS - 1);
        const rate = { type: 'hourly', rate: '20', expected_hours_per_week: '40', effective_from, effective_to };
        return { op: 'create', id: idOf('payrt'), input: { work_assignment_id, ...rate } };
      }),
    );
    const { services } = world;
    const bulk = writeChanges(registry.need('pay_rate'), changes, world.origin(), services);
    const between: number[] = [];
    while (written.rates < changes.length - 2 * CONCURRENCY) {
      const before = written.rates;
      const origin = world.origin(undefined, { tenant: STRANGER });
      const input = { first_name: 'Ada', last_name: 'Roy' };
      const hired = await writeChanges(
        registry.need('employee'),
        [{ op: 'create', id: idOf('emp'), input }],
        origin,
        services,
      );
      expect(hired).toMatchObject([{ ok: true }]);
      between.push(written.rates - before);
    }
    const outcomes = await bulk;
    expect(outcomes.filter(({ ok }) => !ok)).toEqual([]);
    expect(between.length).toBeGreaterThan(2);
    // Those before its decision, and those before its append.
    expect(Math.max(...between)).toBeLessThanOrEqual(2 * CONCURRENCY);
    // At most these are before its append in the group that is committed next.
    expect(written.most).toBeLessThanOrEqual(CONCURRENCY);
  },
);
