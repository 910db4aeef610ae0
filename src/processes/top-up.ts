import type { Sql } from '../database/connect.ts';
import { dateOf, formatInstant, torontoTime, yearOf } from '../kernel/dates.ts';
import type { Services } from '../kernel/services.ts';
import { type DueKind, enqueue } from './due-work.ts';
import { populateSchedule, type Remind } from './population.ts';

const KIND = 'payroll_top_up';

/**
 * Payrolls are generated to the end of the calendar year; when a new one begins in Toronto, by business time, those of
 * the next are added. One row of due work for each schedule and year.
 */
export const makeTopUp = (sql: Sql, services: Services): { remind: Remind; kind: DueKind } => {
  const remind: Remind = async ({ id }, { partner_id, company_id = '' }) => {
    const year = yearOf(services.clock.today()) + 1;
    const due_at = formatInstant(torontoTime(dateOf(year, 1, 1), 0, 0));
    await enqueue(sql, [{ kind: KIND, key: `${id}/${year}`, payload: { id, partner_id, company_id }, due_at }]);
  };
  return {
    remind,
    kind: {
      kind: KIND,
      concurrency: 2,
      clock: services.clock,
      run: async ({ payload }) => {
        const { id, partner_id, company_id } = payload as { id: string; partner_id: string; company_id: string };
        await populateSchedule(id, { partner_id, company_id }, services, remind);
        return undefined;
      },
    },
  };
};
