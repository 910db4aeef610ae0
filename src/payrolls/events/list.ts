import type { DomainEvent, RecordOf } from '../../kernel/definition/resource.ts';
import { all, type Condition, equal } from '../../values/condition.ts';
import {
  payrollApprovalStarted,
  payrollApproved,
  payrollStubsAdded,
  payrollStubsRecorded,
  payrollStubsRemoved,
} from './payroll.ts';

/** What a payroll's stream says of its stubs, and who looks after them. */

/** Whether a payroll can still be changed by the service: a draft of which no approval is under way. */
export const isOpenDraft = (payroll: RecordOf<'payroll'> | undefined): boolean =>
  payroll?.status === 'draft' && payroll.approval === null;

/** The stubs that a payroll's stream lists: work assignment by stub id. */
export const membersOf = (events: readonly DomainEvent[]): Map<string, string> => membersAfter(new Map(), events);

/** The same after further events. */
export const membersAfter = (so: ReadonlyMap<string, string>, events: readonly DomainEvent[]): Map<string, string> => {
  const members = new Map(so);
  for (const event of events) {
    if (payrollStubsAdded.is(event)) for (const stub of event.data.stubs) members.set(stub.id, stub.work_assignment_id);
    if (payrollStubsRemoved.is(event)) for (const { id } of event.data.stubs) members.delete(id);
  }
  return members;
};

/** The stubs that the last approval of a payroll closed, each with the revision of its closing: by id. */
export const closedByApproval = (events: readonly DomainEvent[]): Map<string, string> => {
  const closed = new Map<string, string>();
  for (const event of events)
    if (payrollApprovalStarted.is(event)) closed.clear();
    else if (payrollApproved.is(event) || payrollStubsRecorded.is(event))
      for (const { id, revision } of event.data.stubs) closed.set(id, revision);
  return closed;
};

/** The work assignments whose stubs an approval of a payroll closed, and that its list does not name any more. */
export const takenOffSinceClosed = (events: readonly DomainEvent[]): Set<string> => {
  const listed = membersOf(events);
  const closed = new Set<string>();
  for (const event of events)
    if (payrollApproved.is(event) || payrollStubsRecorded.is(event))
      for (const { id } of event.data.stubs) closed.add(id);
  const added = events.flatMap((event) => (payrollStubsAdded.is(event) ? event.data.stubs : []));
  const gone = added.filter(({ id }) => closed.has(id) && !listed.has(id));
  return new Set(gone.map(({ work_assignment_id }) => work_assignment_id));
};

/** The closed stubs of a payroll, as rows. */
export const closedStubsOf = (payroll_id: string): Condition =>
  all(equal('payroll_id', payroll_id), equal('is_closed', true));

/**
 * Whether the service makes a payroll and its stubs: a regular one of a schedule with a calendar. Those of a custom
 * schedule, off-cycle, historical and correction payrolls are made by callers.
 */
export const isGenerated = ({
  type,
  custom_pay_frequency,
}: {
  type: unknown;
  custom_pay_frequency?: unknown;
}): boolean => type === 'regular' && (custom_pay_frequency ?? null) === null;

/** The same, of rows of payrolls. */
export const GENERATED = equal('is_generated', true);
