import { hasFigures, isHandMade, type Line } from '../calculation/index.ts';
import { businessEntityPreviewEnded } from '../employers/events.ts';
import { isForeign } from '../event-store/foreign.ts';
import type { LogEvent } from '../event-store/port.ts';
import { inTurns } from '../kernel/changes/in-turns.ts';
import { eventsOf } from '../kernel/definition/record-events.ts';
import type { RecordOf } from '../kernel/definition/resource.ts';
import { type Aggregate, type DomainEvent, parseStream, type State, streamOf } from '../kernel/definition/resource.ts';
import type { EventData } from '../kernel/events/define.ts';
import { lineItemObject, payStubCalculated } from '../payrolls/events/pay-stub.ts';
import { payrollStubsRemoved } from '../payrolls/events/payroll.ts';
import { payrollEvents, payStubEvents } from '../payrolls/events/records.ts';
import { belongs } from '../payrolls/membership/membership.ts';
import { isEntered } from '../payrolls/stubs/entries.ts';
import { textIf, textOf } from '../values/json.ts';
import { wordsOf } from '../values/text.ts';
import { type Audit, type Found, streamIn } from './invariant.ts';
import { type InTheLog, inTheLogOf, type LogInvariant } from './over-the-log.ts';

/**
 * What a caller entered is removed only by a caller's action. For each removal by a process this checks whether a
 * caller had entered it, and whether a caller's action explains the removal: the person left the pay schedule, or the
 * schedule was deleted. Of a managed line that a calculation took off, whoever asked for it, that its item ended, or
 * does not fall on each payroll. That a pay rate ended explains nothing on a draft: hours and amounts at it are on the
 * line of another rate from then on, or stay. Earlier versions took them off; that is found until they are entered
 * again, or the payroll is approved as it is.
 */

/** Whether a process did it on its own; a task acts for the caller who requested it. */
const isByProcess = ({ metadata }: Pick<DomainEvent, 'metadata'>): boolean =>
  metadata.actor?.startsWith('process:') === true && metadata.actor !== 'process:tasks';

const removes = (event: LogEvent): boolean =>
  event.type === payStubEvents.deleted.type ||
  event.type === payrollEvents.deleted.type ||
  (event.type === payStubCalculated.type && Array.isArray(event.data.removed) && event.data.removed.length > 0);

/**
 * Removals by processes, and by calculations, for all companies, in the order of the log, so that one pass serves every
 * company. Subjects are `<stream>@<revision>@<ms>`, where ms is the latest time in the company's log so far. The time of
 * a removal is that at which the process began; it may have been delayed since, while callers continued.
 */
const removals: LogInvariant['startPass'] = () => {
  const reached_ms = new Map<string, number>();
  const removalsIn = (event: LogEvent): readonly InTheLog[] => {
    const { stream, revision, metadata } = event;
    const { company_id = '', partner_id = '' } = metadata;
    const by_ms = Math.max(reached_ms.get(company_id) ?? 0, Date.parse(metadata.occurred_at ?? '') || 0);
    reached_ms.set(company_id, by_ms);
    if (!stream.startsWith('pay_stub-') || isForeign(event) || !removes(event)) return [];
    // Of what a caller's request calculated the managed lines alone are looked at.
    if (!isByProcess(event) && event.type !== payStubCalculated.type) return [];
    return [{ company_id, partner_id, subject: `${stream}@${revision}@${by_ms}` }];
  };
  return (events) => events.flatMap(removalsIn);
};

export const enteredStays: LogInvariant = {
  name: 'entered_stays',
  says: 'What a caller entered on a payroll or pay stub is removed only by a caller’s action.',
  startPass: removals,
  subjects: inTheLogOf(removals),
  inspect: async (subjects, audit) => {
    // A payroll's stream lists everybody: read for each of its stubs it would be gigabytes.
    const shared: Audit = { ...audit, streams: new Map() };
    return (await inTurns(subjects, (subject) => lossAt(subject, audit, shared))).flat();
  },
};

/** @param shared keeps the streams of what removals have in common: payrolls, schedules, employers */
const lossAt = async (subject: string, audit: Audit, shared: Audit): Promise<Found[]> => {
  const [stream = '', at = '', by = ''] = subject.split('@');
  const revision = BigInt(at);
  const { events } = await streamIn(stream, audit);
  const index = events.findIndex((one) => one.revision === revision);
  const event = events[index];
  if (!event) return [];
  const { object, id } = parseStream(stream);
  const before = audit.services.folder.foldStream(events.slice(0, index));
  const record = object === 'payroll' ? before.get('payroll', id) : before.get('pay_stub', id);
  if (!record) return [];
  const lost = payStubCalculated.is(event)
    ? await enteredLines(event, before, { events, at: index }, Number(by), audit)
    : enteredOn(record);
  if (lost.length === 0 || (await isExplained(record, Number(by), shared))) return [];
  const { actor, occurred_at } = event.metadata;
  return [
    {
      subject,
      record: id,
      what: `${lost.join(', ')} (pay date ${record.pay_date}) was removed by ${actor} at ${occurred_at}, and no caller's action explains it`,
      advice: `enter it again on the payroll that pays ${record.period_start} to ${record.period_end}; \`payroll audit stream ${stream}\` shows it`,
    },
  ];
};

/** Whether the lines were removed with their stub: that is one append, without a calculation. */
const isPartOfRemoval = ({ metadata }: DomainEvent, next: DomainEvent | undefined): boolean =>
  next !== undefined &&
  payStubEvents.deleted.is(next) &&
  metadata.facts_position === undefined &&
  metadata.occurred_at === next.metadata.occurred_at;

/** An event in its stream. */
interface Within {
  events: readonly DomainEvent[];
  at: number;
}

type Calculated = DomainEvent<EventData<typeof payStubCalculated>>;

/** Removed lines with a caller's entries. */
const enteredLines = async (
  event: Calculated,
  before: Aggregate,
  stream: Within,
  by_ms: number,
  audit: Audit,
): Promise<string[]> => {
  const goesWithStub = isPartOfRemoval(event, stream.events[stream.at + 1]);
  const stub = before.get('pay_stub', parseStream(event.stream).id);
  const lost: string[] = [];
  for (const { id, kind } of event.data.removed) {
    const line: Line | undefined = before.get(lineItemObject(kind), id);
    if (!line || !isEntered(line)) continue;
    const isLost =
      goesWithStub || isHandMade(line)
        ? isByProcess(event)
        : stub !== undefined && !isMoved(line, event) && (await isDue(line, stub, stream, by_ms, audit));
    if (isLost) lost.push(`the ${wordsOf(kind)} line ${id}`);
  }
  return lost;
};

/** Whether the calculation that took a line off has its hours and its amount on another line. */
const isMoved = (line: Line, { data }: Calculated): boolean =>
  hasFigures(line) &&
  data.lines.some(({ kind, custom_hours = null, custom_amount = null }) => {
    const isThere = kind === line.kind && (line.custom_hours === null || line.custom_hours === custom_hours);
    return isThere && (line.custom_amount === null || line.custom_amount === custom_amount);
  });

/**
 * Whether what manages a line put it on its stub all along: it was there and in force since the line was made, and falls
 * on each payroll. Of the others nothing is said: their lines come and go with what other payrolls have taken. A pay rate
 * need not be in force for what is to be paid by it.
 */
const isDue = async (
  line: Line,
  { id: stub, period_start, period_end }: RecordOf<'pay_stub'>,
  stream: Within,
  by_ms: number,
  audit: Audit,
): Promise<boolean> => {
  const { recurrence, created_at } = line;
  if (!recurrence) return false;
  const { object, id } = recurrence;
  const { events } = await streamIn(streamOf(object, id), audit);
  const earlier = events.filter(isBefore(by_ms));
  const made = earlier.findLastIndex(isBefore(Date.parse(created_at) - 2 * CLOCKS_APART_ms));
  const since: readonly (State | undefined)[] = statesOf(object, id, earlier, audit).slice(Math.max(made, 0));
  const staysBehindIt = object === 'pay_rate' && hasFigures(line) && !isSettled(line, stub, stream, audit);
  const isInForce = ({ frequency, effective_from, effective_to }: State): boolean =>
    (frequency ?? 'per_payroll') === 'per_payroll' &&
    textOf(effective_from) <= period_end &&
    (textIf(effective_to) ?? period_end) >= period_start;
  return since.length > 0 && since.every((known) => known !== undefined && (staysBehindIt || isInForce(known)));
};

const earningLines = eventsOf('earning_line_item');

/**
 * Whether what stood at a rate that has ended is settled by what came after: a caller entered hours or an amount on
 * another line of its type, or the stub is closed as it is, or gone.
 */
const isSettled = ({ type }: Line, stub: string, { events, at }: Within, { services: { folder } }: Audit): boolean => {
  const now = folder.foldStream(events);
  if (now.get('pay_stub', stub)?.is_closed !== false) return true;
  const isEnteredAgain = (event: DomainEvent): boolean =>
    !isByProcess(event) &&
    (earningLines.created.is(event) || earningLines.changed.is(event)) &&
    hasFigures(event.data) &&
    now.get('earning_line_item', textOf(event.data.id))?.type === type;
  return events.slice(at + 1).some(isEnteredAgain);
};

/** The states that a record was in, one after each of these events; undefined where it was not there. */
const statesOf = <K extends string>(
  object: K,
  id: string,
  events: readonly DomainEvent[],
  { services: { folder } }: Audit,
): (RecordOf<K> | undefined)[] => {
  const record = folder.foldStream([]);
  return events.map((event) => {
    folder.fold(record, event);
    return record.get(object, id);
  });
};

const ENTERED = ['note', 'external_ref'] as const;

const enteredOn = (record: RecordOf<'payroll' | 'pay_stub'>): string[] => [
  ...ENTERED.filter((member) => (record[member] ?? null) !== null),
  ...('payment_method' in record && record.payment_method === 'manual' ? ['payment_method'] : []),
];

const payScheduleDeleted = eventsOf('pay_schedule').deleted;

/** Whether a caller had removed the stub from its payroll, or deleted the payroll, by then. */
const isTakenOff = async (
  stub: RecordOf<'pay_stub'>,
  isEarlier: (event: DomainEvent) => boolean,
  audit: Audit,
): Promise<boolean> => {
  const { events } = await streamIn(streamOf('payroll', stub.payroll_id), audit);
  return events.some(
    (event) =>
      !isByProcess(event) &&
      isEarlier(event) &&
      (payrollEvents.deleted.is(event) ||
        (payrollStubsRemoved.is(event) && event.data.stubs.some(({ id }) => id === stub.id))),
  );
};

/** The clocks of two processes may differ by this much. */
const CLOCKS_APART_ms = 10_000;

/** Whether an event may have come before a time. */
const isBefore =
  (by_ms: number) =>
  ({ metadata }: DomainEvent): boolean =>
    Date.parse(metadata.occurred_at ?? '') <= by_ms + CLOCKS_APART_ms;

/** Whether the work assignment had left the schedule by then, or the schedule was deleted: a caller's action. */
const isExplained = async (record: RecordOf<'payroll' | 'pay_stub'>, by_ms: number, audit: Audit): Promise<boolean> => {
  const isEarlier = isBefore(by_ms);
  const { pay_schedule_id: scheduleId } = record;
  const schedule = await streamIn(streamOf('pay_schedule', scheduleId), audit);
  if (schedule.events.some((event) => payScheduleDeleted.is(event) && isEarlier(event))) return true;
  // A payroll belongs to no single person.
  if (!('work_assignment_id' in record)) return false;
  if (await isTakenOff(record, isEarlier, audit)) return true;
  const employer = await streamIn(streamOf('business_entity', record.business_entity_id), audit);
  if (employer.events.some((event) => businessEntityPreviewEnded.is(event) && isEarlier(event))) return true;
  const assignmentId = record.work_assignment_id;
  const { events } = await streamIn(streamOf('work_assignment', assignmentId), audit);
  const states = statesOf('work_assignment', assignmentId, events.filter(isEarlier), audit);
  // It may have come back since, so each state that it was in counts.
  return states.length === 0 || states.some((assignment) => !assignment || !belongs(record, assignment));
};
