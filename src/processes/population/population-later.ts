import { z } from 'zod';
import { madeFrom, madeUpTo } from '../../calendar/pay-calendar.ts';
import type { Services } from '../../kernel/definition/services.ts';
import { formatInstant, torontoTime, yearOf } from '../../values/dates.ts';
import type { DueKind, Work } from '../../work/due-work.ts';
import type { DueStore, Next } from '../../work/port.ts';
import { makeTurns } from '../../work/turn.ts';
import { causeOfRun } from '../managers/origin.ts';
import { actingFor } from '../payroll/origins.ts';
import { awaitReadable, refuseStale } from '../payroll/stub-calculation.ts';
import { followLevies } from './levies.ts';
import { type Later, populateSchedule } from './population.ts';

const TOP_UP = 'payroll_top_up';
/** The kind of which each schedule has a row that waits, with a {@link recordPayload}. */
export const SCHEDULES = TOP_UP;
const LEVIES = 'payroll_levies';
/** Changes of a payroll within this time are handled together. */
const LEVIES_AFTER_ms = 1_000;
/** Added for each stub, so that a large employer is handled less often: calculating a stub takes some 1.5 ms. */
const LEVIES_AFTER_EACH_ms = 5;
const LEVIES_AFTER_AT_MOST_ms = 60_000;
/** Employers whose last pass is remembered, at most. */
const MOST_REMEMBERED = 10_000;
/** Passes in a row after which an employer's levies are reported as not converging. */
const MOST_PASSES = 100;

/** Names a record of a company. */
export const recordPayload = z.object({ id: z.string(), partner_id: z.string(), company_id: z.string() });
export type RecordName = z.infer<typeof recordPayload>;

/**
 * What population does later, as due work. Long work of both kinds takes turns, as population does.
 *
 * - Payrolls are generated to the end of the calendar year; those of the next year are added a month before it begins
 *   in Toronto, by business time. One row for each schedule and year.
 * - An employer's levies depend on a forecast of its year. Where nothing is approved yet, the forecast depends on the
 *   sum of the next payroll's stubs, so a change of one stub can move the levies of all. Each stub keeps the forecast
 *   of its levies, so one query finds the stubs with another forecast. A check after each change would take time
 *   quadratic in the number of people while an employer is set up. So there is one row for each employer, which handles
 *   all changes of a second together. The more stubs the last pass calculated the longer the pause, so that this work
 *   takes at most about a third of a processor. A run is one pass over the stubs; when the forecast changed meanwhile,
 *   another one follows after that pause. (An approval calculates every stub once more in any case.)
 */
export const makeLater = (due: DueStore, services: Services): { later: Later; kinds: DueKind[] } => {
  /** By employer: stubs that the last pass calculated, and how many passes in a row left more to do. */
  const followed = new Map<string, { stubs: number; passes: number }>();
  const turns = makeTurns();
  const later: Later = {
    nextYear: async ({ id }, { partner_id, company_id = '' }) => {
      const year = yearOf(madeUpTo(services.clock.today())) + 1;
      const due_at = formatInstant(torontoTime(madeFrom(year), 0, 0));
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
  const populates = populatesInTurns(services, later);
  const topUp: DueKind = {
    kind: TOP_UP,
    concurrency: 2,
    clock: services.clock,
    run: (work) => populates(`${TOP_UP} ${work.key}`, work),
  };
  const levies: DueKind = {
    kind: LEVIES,
    concurrency: 2,
    soon: true,
    run: async (work) => {
      const { id, ...tenant } = recordPayload.parse(work.payload);
      refuseStale(tenant, services);
      // The read models may end within the append that this was asked for, before its figures.
      await awaitReadable(services);
      const cause = causeOfRun(tenant, work.lease);
      const looked = await turns.take(`${LEVIES} ${work.key}`, work, (turn) =>
        followLevies(id, actingFor('population', cause, tenant, services, turn)),
      );
      if ('bookmark' in looked) {
        await awaitReadable(services);
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

/**
 * A run of due work that populates the schedule of its payload, in turns. @param of names what it does, for its
 * bookmark
 */
export const populatesInTurns = (services: Services, later: Later) => {
  const turns = makeTurns();
  return async (of: string, work: Work): Promise<Next> => {
    const { id, partner_id, company_id } = recordPayload.parse(work.payload);
    const tenant = { partner_id, company_id };
    refuseStale(tenant, services);
    const done = await turns.take(of, work, (turn) =>
      populateSchedule(id, causeOfRun(tenant, work.lease), tenant, services, later, turn),
    );
    if ('done' in done) return undefined;
    await awaitReadable(services);
    return { again_in_ms: 0, bookmark: done.bookmark };
  };
};

const pauseAfter = (stubs: number): number =>
  Math.min(Math.max(LEVIES_AFTER_ms, stubs * LEVIES_AFTER_EACH_ms), LEVIES_AFTER_AT_MOST_ms);
