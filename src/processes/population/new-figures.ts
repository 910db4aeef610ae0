import type { Services } from '../../kernel/definition/services.ts';
import type { DueKind } from '../../work/due-work.ts';
import type { DueStore } from '../../work/port.ts';
import { onceEachVersion } from './each-version.ts';
import type { Later } from './population.ts';
import { populatesInTurns } from './population-later.ts';

const OF_SCHEDULE = 'payroll_figures_of_schedule';
const LEFT_ms = 60_000;

/**
 * Draft payrolls follow the statutory figures and rules: after a start with others, the stubs of every schedule's
 * drafts are calculated again, as if the schedule had just changed. Otherwise a draft would wait for figures that are
 * there by then, or show amounts other than those that its approval closes.
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
  return onceEachVersion(due, {
    all: 'payroll_figures',
    each: OF_SCHEDULE,
    member: 'figures',
    version: figures,
    left_ms: LEFT_ms,
    rowOf: (schedule) => ({ key: schedule.id, payload: schedule }),
    run: (work) => populates(`${OF_SCHEDULE} ${work.key} ${figures}`, work),
  });
};
