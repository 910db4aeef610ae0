import { businessEntityPreviewEnded } from '../../src/employers/events.ts';
import { eventsOf } from '../../src/kernel/definition/record-events.ts';
import type { DomainEvent, State } from '../../src/kernel/definition/resource.ts';
import { isGenerated } from '../../src/payrolls/events/list.ts';
import { payrollRescheduled, payrollStubsRemoved } from '../../src/payrolls/events/payroll.ts';
import type { Evidence } from './checks.ts';

/** What takes a pay stub with what was entered on it away: a caller's act, in the order of the log. */

const STUB = eventsOf('pay_stub');
const PAYROLL = eventsOf('payroll');

/** A task acts for the caller who asked for it. */
export const isCallers = ({ metadata }: DomainEvent): boolean =>
  metadata.actor?.startsWith('company:') === true || metadata.actor === 'process:tasks';

/**
 * Whether an entry went with its stub, or with the end of preview, by a caller's act: the person left the schedule
 * while the stub was there, or the schedule, a payroll made by hand or its pay stub was deleted, or preview of its
 * employer ended without it.
 */
export const wasTakenOff = (entry: DomainEvent, evidence: Evidence): boolean => {
  const { streams, events } = evidence;
  const own = streams.get(entry.stream) ?? [];
  const at = own.indexOf(entry);
  const made = own.slice(0, at).findLast(STUB.created.is);
  const payroll = streams.get(`payroll-${made?.data.payroll_id}`)?.find(PAYROLL.created.is);
  if (!made || !payroll) return false;
  const since = events.slice(events.indexOf(made));
  if (since.some((event) => endsPreview(event, made, payroll))) return true;
  const gone = own.slice(at).find(STUB.deleted.is);
  if (!gone) return false;
  const while_there = since.slice(0, since.indexOf(gone));
  return (
    while_there.some((event) => deletes(event, made, entry)) ||
    (isGenerated(payroll.data as { type: unknown }) && hasLeft(made, gone, evidence))
  );
};

type Created = DomainEvent;

/** The end of the preview of its employer, without what is on drafts of its payroll's type. */
const endsPreview = (event: DomainEvent, { data }: Created, payroll: Created): boolean => {
  if (!businessEntityPreviewEnded.is(event) || event.stream !== `business_entity-${data.business_entity_id}`)
    return false;
  const { preserve_draft_line_items, preserve_draft_off_cycles } = event.data;
  if (payroll.data.type === 'off_cycle' && !preserve_draft_off_cycles) return true;
  return ['regular', 'off_cycle'].includes(payroll.data.type as string) && !preserve_draft_line_items;
};

/** The deletion of its schedule, or by a caller of its payroll or of itself. */
const deletes = (event: DomainEvent, { data }: Created, { stream }: DomainEvent): boolean => {
  if (eventsOf('pay_schedule').deleted.is(event)) return event.stream === `pay_schedule-${data.pay_schedule_id}`;
  if (event.stream !== `payroll-${data.payroll_id}` || !isCallers(event)) return false;
  return (
    PAYROLL.deleted.is(event) ||
    (payrollStubsRemoved.is(event) && event.data.stubs.some(({ id }) => stream === `pay_stub-${id}`))
  );
};

/** Whether its person was on another schedule, or archived before its period, at some time while it was there. */
const hasLeft = ({ data, ...made }: Created, gone: DomainEvent, { events, streams, world }: Evidence): boolean => {
  const { folder } = world.ground;
  const begins = (streams.get(`payroll-${data.payroll_id}`) ?? []).flatMap((event) =>
    (PAYROLL.created.is(event) || payrollRescheduled.is(event)) && typeof event.data.period_start === 'string'
      ? [event.data.period_start]
      : [],
  );
  const isElsewhere = (assignment: State | undefined): boolean =>
    assignment !== undefined &&
    (assignment.pay_schedule_id !== data.pay_schedule_id ||
      (typeof assignment.archived_at === 'string' && begins.some((day) => day > (assignment.archived_at as string))));
  const id = data.work_assignment_id as string;
  const record = folder.foldStream([]);
  const [from, to] = [made, gone].map((one) => events.findIndex((event) => event.id === one.id)) as [number, number];
  const own = events
    .slice(0, to)
    .flatMap((event, at) => (event.stream === `work_assignment-${id}` ? [{ event, at }] : []));
  const before = own.filter(({ at }) => at < from);
  for (const { event } of before) folder.fold(record, event);
  if (isElsewhere(record.get('work_assignment', id))) return true;
  return own.slice(before.length).some(({ event }) => {
    folder.fold(record, event);
    return isElsewhere(record.get('work_assignment', id));
  });
};
