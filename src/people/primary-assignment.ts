import { primaries } from '../kernel/answers/primary.ts';
import type { RecordOf } from '../kernel/definition/resource.ts';
import type { Services, Tenant } from '../kernel/definition/services.ts';
import { any, oneOf } from '../values/condition.ts';
import type { CalendarDate } from '../values/dates.ts';
import { isText } from '../values/json.ts';

type Assignment = RecordOf<'work_assignment'>;

const payeeOf = ({ employee_id, contractor_id }: Assignment): string => employee_id ?? contractor_id ?? '';

/** All work assignments of the payees of these, archived ones included. */
export const assignmentsOfPayees = (
  rows: readonly Assignment[],
  { read }: Pick<Services, 'read'>,
  tenant: Tenant,
): Promise<Assignment[]> => {
  const ids = (member: 'employee_id' | 'contractor_id') => rows.map((row) => row[member]).filter(isText);
  return read.find(
    'work_assignment',
    tenant,
    any(oneOf('employee_id', ids('employee_id')), oneOf('contractor_id', ids('contractor_id'))),
  );
};

/** Ids of the main assignment of each payee: archived ones only where there is no other. */
export const primaryAssignments = (assignments: readonly Assignment[], today: CalendarDate): Set<string> =>
  primaries(
    assignments,
    payeeOf,
    ({ primary_since }) => primary_since ?? '',
    ({ archived_at }) => archived_at === null || archived_at > today,
  );

/**
 * Whether the payee has no other work assignment, so that it is the primary one in any case. Beside others the mark is
 * taken from it: who swaps two of them in one batch may take it from one before the other one has it.
 */
export const isOnlyOne = async (
  assignment: Assignment,
  services: Pick<Services, 'read'>,
  tenant: Tenant,
): Promise<boolean> => {
  const siblings = await assignmentsOfPayees([assignment], services, tenant);
  return siblings.every(({ id }) => id === assignment.id);
};
