import { MAX_STUBS } from '../employers/pay-schedule-spans.ts';
import type { Lookup } from '../kernel/definition/resource.ts';
import { all, equal } from '../values/condition.ts';
import type { JsonObject } from '../values/json.ts';
import type { Issue } from '../values/problem.ts';

/**
 * Refuses to put more people on a pay schedule in one call than its draft payrolls may get pay stubs by one change.
 *
 * @param people how many the call puts there
 */
export const stubsAsked = async (
  { pay_schedule_id }: JsonObject,
  people: number,
  { services, tenant }: Lookup,
): Promise<Issue[]> => {
  if (typeof pay_schedule_id !== 'string') return [];
  const drafts = await services.read.count(
    'payroll',
    tenant,
    all(equal('pay_schedule_id', pay_schedule_id), equal('status', 'draft')),
  );
  if (drafts * people <= MAX_STUBS) return [];
  const most = Math.floor(MAX_STUBS / drafts);
  return [
    {
      path: 'pay_schedule_id',
      text: {
        en: `has ${drafts} draft payrolls, so ${people} people would ask for more than ${MAX_STUBS} pay stubs; select ${most} at most, or approve or delete drafts first`,
        fr: `a ${drafts} paies au brouillon, si bien que ${people} personnes demanderaient plus de ${MAX_STUBS} bulletins; sélectionnez-en ${most} au plus, ou approuvez ou supprimez d'abord des brouillons`,
      },
    },
  ];
};
