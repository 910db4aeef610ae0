import { z } from 'zod';
import type { Services } from '../../kernel/definition/services.ts';
import type { DueKind } from '../../work/due-work.ts';
import type { DueStore } from '../../work/port.ts';
import type { Later } from './population.ts';
import { populatesInTurns, recordPayload, SCHEDULES } from './population-later.ts';

const FIGURES = 'payroll_figures';
const OF_SCHEDULE = 'payroll_figures_of_schedule';
/** The only row of {@link FIGURES}: what drafts were last calculated with. */
const ALL = 'all';
/** Schedules that are read together. */
const AT_ONCE = 1_000;
/** The row of {@link FIGURES} stays, and is due again when it is asked for. */
const NEVER = '9999-01-01T00:00:00.000000Z';
/** While one version of the service replaces another, each leaves the other's work to it. */
const LEFT_ms = 60_000;

const figuresPayload = z.object({ figures: z.string() });

/**
 * Draft payrolls follow the statutory figures and rules: after a start with others, the stubs of every schedule's
 * drafts are calculated again, as if the schedule had just changed. Otherwise a draft would wait for figures that are
 * there by then, or show amounts other than those that its approval closes. One row of due work remembers the figures
 * that were followed last; each schedule gets a row of its own, so that companies take turns.
 *
 * @param figures digest of what this process calculates with (figures-digest.ts)
 */
export const makeNewFigures = (
  due: DueStore,
  services: Services,
  later: Later,
  figures: string,
): { schedule(): Promise<void>; kinds: DueKind[] } => {
  const populates = populatesInTurns(services, later);
  const followed = async () => (await due.notEnded(FIGURES, '', 1))[0]?.payload?.figures;
  const all: DueKind = {
    kind: FIGURES,
    concurrency: 1,
    run: async ({ payload, signal }) => {
      if (figuresPayload.parse(payload).figures !== figures) return { again_in_ms: LEFT_ms };
      for (let after = '', more = true; more; ) {
        signal.throwIfAborted();
        const rows = await due.notEnded(SCHEDULES, after, AT_ONCE);
        const schedules = new Map(rows.map(({ payload: of }) => [recordPayload.parse(of).id, of]));
        await due.ask([...schedules].map(([key, of]) => ({ kind: OF_SCHEDULE, key, payload: { ...of, figures } })));
        after = rows.at(-1)?.key ?? after;
        more = rows.length === AT_ONCE;
      }
      return { again_at: NEVER };
    },
  };
  const ofSchedule: DueKind = {
    kind: OF_SCHEDULE,
    concurrency: 2,
    run: async (work) => {
      const wanted = figuresPayload.parse(work.payload).figures;
      // Figures that nobody follows any more: schedules that are still there are asked for again with those in force.
      if (wanted !== figures) return (await followed()) === wanted ? { again_in_ms: LEFT_ms } : undefined;
      return populates(`${OF_SCHEDULE} ${work.key} ${figures}`, work);
    },
  };
  return {
    schedule: async () => {
      if ((await followed()) !== figures) await due.ask([{ kind: FIGURES, key: ALL, payload: { figures } }]);
    },
    kinds: [all, ofSchedule],
  };
};
