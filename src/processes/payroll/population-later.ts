import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Services, Tenant } from '../../kernel/definition/services.ts';
import { dateOf, formatInstant, torontoTime, yearOf } from '../../values/dates.ts';
import type { DueKind } from '../../work/due-work.ts';
import type { DueStore } from '../../work/port.ts';
import { makeTurns } from '../../work/turn.ts';
import { followLevies } from './levies.ts';
import { actingFor } from './origins.ts';
import { type Later, populateSchedule } from './population.ts';
import { leftReadable } from './stub-calculation.ts';

const TOP_UP = 'payroll_top_up';
const LEVIES = 'payroll_levies';
/** Changes of a payroll within this time are followed together. */
const LEVIES_AFTER_ms = 1_000;
/** Of a large employer they are followed less often: calculating a stub takes some 1.5 ms. */
const LEVIES_AFTER_EACH_ms = 5;
const LEVIES_AFTER_AT_MOST_ms = 60_000;
/** Employers whose number of stubs is remembered. */
const MOST_REMEMBERED = 10_000;
/** Passes in a row after which an employer's levies are reported as not converging. */
const MOST_PASSES = 100;

const payloadSchema = z.object({ id: z.string(), partner_id: z.string(), company_id: z.string() });

/**
 * What population leaves for later, as due work.
 *
 * Both make room where other employers wait, as population does.
 *
 * - Payrolls are generated to the end of the calendar year; when a new one begins in Toronto, by business time, those of
 *   the next are added. One row for each schedule and year.
 * - An employer's levies go by a forecast of its year, and where nothing was approved yet that goes by the sum of its next
 *   payroll's stubs: a change of one stub can move the levies on all. Each stub keeps what its levies stand on, so whether
 *   any stands on another forecast is a look at the database. Looking after each change would make setting an employer
 *   up as slow as the square of its people; one row for each employer looks once for all of a second together, and the
 *   more stubs it calculated the last time, the longer it waits, so that it never takes more than some third of a
 *   processor. Each look is one pass over the stubs; where others changed the forecast meanwhile it looks again after
 *   that pause. (An approval calculates every stub once more in any case.)
 */
export const makeLater = (due: DueStore, services: Services): { later: Later; kinds: DueKind[] } => {
  /** Stubs that were calculated the last time, and the passes in a row that left more to do, by employer. */
  const followed = new Map<string, { stubs: number; passes: number }>();
  const turns = makeTurns();
  const later: Later = {
    nextYear: async ({ id }, { partner_id, company_id = '' }) => {
      const year = yearOf(services.clock.today()) + 1;
      const due_at = formatInstant(torontoTime(dateOf(year, 1, 1), 0, 0));
      await due.enqueue([{ kind: TOP_UP, key: `${id}/${year}`, payload: { id, partner_id, company_id }, due_at }]);
    },
    levies: async (id, { partner_id, company_id = '' }) => {
      await due.ask([
        {
          kind: LEVIES,
          key: id,
          payload: { id, partner_id, company_id },
          due_in_ms: pauseAfter(followed.get(id)?.stubs ?? 0),
        },
      ]);
    },
  };
  const topUp: DueKind = {
    kind: TOP_UP,
    concurrency: 2,
    clock: services.clock,
    run: async (work) => {
      const { id, ...tenant } = payloadSchema.parse(work.payload);
      refuseStale(tenant, services);
      const done = await turns.take(`${TOP_UP} ${work.key}`, work, (turn) =>
        populateSchedule(id, tenant, services, later, turn),
      );
      if ('done' in done) return undefined;
      await leftReadable(services);
      return { again_in_ms: 0, bookmark: done.bookmark };
    },
  };
  const levies: DueKind = {
    kind: LEVIES,
    concurrency: 2,
    run: async (work) => {
      const { id, ...tenant } = payloadSchema.parse(work.payload);
      refuseStale(tenant, services);
      const cause = { id: randomUUID(), metadata: tenant };
      const looked = await turns.take(`${LEVIES} ${work.key}`, work, (turn) =>
        followLevies(id, actingFor('population', cause, tenant, services, turn)),
      );
      if ('bookmark' in looked) {
        await leftReadable(services);
        return { again_in_ms: 0, bookmark: looked.bookmark };
      }
      const { stubs, more } = looked.done;
      const passes = more ? (followed.get(id)?.passes ?? 0) + 1 : 0;
      followed.delete(id);
      if (followed.size >= MOST_REMEMBERED) followed.delete(followed.keys().next().value!);
      followed.set(id, { stubs, passes: passes % MOST_PASSES });
      if (passes === MOST_PASSES) throw new Error(`the levies of ${id} did not converge in ${passes} passes`);
      return more ? { again_in_ms: pauseAfter(stubs) } : undefined;
    },
  };
  return { later, kinds: [topUp, levies] };
};

const pauseAfter = (stubs: number): number =>
  Math.min(Math.max(LEVIES_AFTER_ms, stubs * LEVIES_AFTER_EACH_ms), LEVIES_AFTER_AT_MOST_ms);

/** What is read of the company is older than its streams: nothing may be calculated from it. */
const refuseStale = (tenant: Tenant, { gate }: Services): void => {
  const parked = gate.readOnly(tenant);
  if (parked !== undefined) throw new Error(`the read model ${parked} cannot follow this company`);
};
