import { randomUUID } from 'node:crypto';
import { all, equal } from '../kernel/condition.ts';
import { dateOf, formatInstant, torontoTime, yearOf } from '../kernel/dates.ts';
import type { Services } from '../kernel/services.ts';
import type { DueKind } from './due-work.ts';
import { actingFor } from './origins.ts';
import { type Later, populateSchedule } from './population.ts';
import type { DueStore } from './port.ts';
import { calculateStubs } from './stub-calculation.ts';

const TOP_UP = 'payroll_top_up';
const LEVIES = 'payroll_levies';
/** Changes of a payroll within this time are followed together. */
const LEVIES_AFTER_ms = 1_000;

interface Payload {
  id: string;
  partner_id: string;
  company_id: string;
}

/**
 * What population leaves for later, as due work.
 *
 * - Payrolls are generated to the end of the calendar year; when a new one begins in Toronto, by business time, those of
 *   the next are added. One row for each schedule and year.
 * - On the first payroll of a schedule the employer's levies go by the sum of its stubs, so a change of one stub can move
 *   all of them. Following each change at once would make setting an employer up as slow as the square of its people; one
 *   row for each payroll follows all of a second together. (An approval calculates every stub once more in any case.)
 */
export const makeLater = (due: DueStore, services: Services): { later: Later; kinds: DueKind[] } => {
  const later: Later = {
    nextYear: async ({ id }, { partner_id, company_id = '' }) => {
      const year = yearOf(services.clock.today()) + 1;
      const due_at = formatInstant(torontoTime(dateOf(year, 1, 1), 0, 0));
      await due.enqueue([{ kind: TOP_UP, key: `${id}/${year}`, payload: { id, partner_id, company_id }, due_at }]);
    },
    levies: async ({ id }, { partner_id, company_id = '' }) => {
      await due.ask([{ kind: LEVIES, key: id, payload: { id, partner_id, company_id }, due_in_ms: LEVIES_AFTER_ms }]);
    },
  };
  const topUp: DueKind = {
    kind: TOP_UP,
    concurrency: 2,
    clock: services.clock,
    run: async ({ payload }) => {
      const { id, ...tenant } = payload as unknown as Payload;
      await populateSchedule(id, tenant, services, later);
      return undefined;
    },
  };
  const levies: DueKind = {
    kind: LEVIES,
    concurrency: 2,
    run: async ({ payload }) => {
      const { id, ...tenant } = payload as unknown as Payload;
      const acting = actingFor('population', { id: randomUUID(), metadata: tenant }, tenant, services);
      const open = all(equal('payroll_id', id), equal('is_closed', false));
      await calculateStubs(services.read.pages('pay_stub', tenant, open), acting);
      return undefined;
    },
  };
  return { later, kinds: [topUp, levies] };
};
