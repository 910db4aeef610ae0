import { CUSTOM } from '../../calculation/model/entries.ts';
import { PAID_BY } from '../../calculation/model/families.ts';
import type { LogEvent, Position } from '../../event-store/port.ts';
import { eventsOf, isRevealing } from '../../kernel/definition/record-events.ts';
import { type DomainEvent, parseStream, type RecordOf } from '../../kernel/definition/resource.ts';
import type { Services, Tenant } from '../../kernel/definition/services.ts';
import { isHold } from '../../pay-records/holds.ts';
import { payStubCalculated, payStubClosed, payStubRescheduled } from '../../payrolls/events/pay-stub.ts';
import {
  payrollApproved,
  payrollRescheduled,
  payrollStubsAdded,
  payrollStubsRemoved,
  payrollStubsReopened,
} from '../../payrolls/events/payroll.ts';
import { payrollEvents, payStubEvents } from '../../payrolls/events/records.ts';
import type { Changed, ChangedMember } from '../../payrolls/membership/membership.ts';
import type { Member } from '../../payrolls/membership/stub-list.ts';
import { all, any, oneOf } from '../../values/condition.ts';
import { textOf } from '../../values/json.ts';
import type { Cause, ManagedEvent } from '../managers/manager.ts';

/** Which records a batch of events affects, as far as that changes what is paid. */

/** The records that the events of one company affect. */
export interface Affected {
  cause: Cause;
  tenant: Tenant;
  /** Schedules whose payrolls, stubs and lines must all be compared. */
  schedules: Set<string>;
  /** Payrolls whose dates must be checked again. */
  moved: Set<string>;
  /** Payrolls that were closed or reopened. */
  payrolls: Set<string>;
  /** Those of them that were reopened. */
  reopened: Set<string>;
  /** Payrolls that a caller made, moved or deleted, with their schedules. */
  byHand: Map<string, string>;
  /** Stubs of which a line or the pay date was changed, each with its earlier pay dates. */
  edited: Map<string, string[]>;
  /** Those of them on whose lines a caller entered something, or took it back. */
  entered: Set<string>;
  /** Those of these on whose lines a caller took something back. */
  takenBack: Set<string>;
  /** Open stubs that must be recalculated, and closed ones that may have to be reopened. */
  stubs: Set<string>;
  /** Members of payrolls' lists that must be checked again, by payroll and stub. */
  members: Map<string, Map<string, ChangedMember>>;
  /** Stubs that were taken off payrolls, each with its work assignment. */
  removed: Map<string, string>;
  /** Assignments whose stubs and lines must be compared. */
  assignments: Set<string>;
  /** Employees and employers of which all assignments must be compared. */
  employees: Set<string>;
  entities: Set<string>;
  /** Remittance accounts whose employers are affected as a whole. */
  accounts: Set<string>;
  wholeCompany: boolean;
}

const typesOf = (...events: readonly { type: string }[]): ReadonlySet<string> =>
  new Set(events.map(({ type }) => type));

/** Streams with events that affect pay. */
const RECURRING = new Set<string>(PAID_BY);
const OWNERS = new Set([
  'company',
  'business_entity',
  'pay_schedule',
  'work_assignment',
  'employee',
  'remittance_account',
]);
/** Events of a pay stub, beside those of its lines, that affect its own figures or other stubs of the same pay. */
const STUB_EVENTS = typesOf(payStubRescheduled, payStubEvents.changed);
const PAYROLL_EVENTS = typesOf(
  payrollApproved,
  payrollStubsReopened,
  // Events of population itself: its process may have died before it did what follows from a list.
  payrollStubsAdded,
  payrollStubsRemoved,
);
/** Events by which callers create, change or delete payrolls. */
const BY_HAND = typesOf(payrollEvents.created, payrollEvents.changed, payrollEvents.deleted);
const isOwn = ({ actor }: DomainEvent['metadata']): boolean => actor === 'process:population';
/** New records on which no pay depends yet. */
const NEW_OWNERS = typesOf(eventsOf('company').created, eventsOf('employee').created);

/** Whether an event can change what is paid. */
export const concernsPay = ({ stream, type, metadata }: Pick<LogEvent, 'stream' | 'type' | 'metadata'>): boolean => {
  const { object } = parseStream(stream);
  if (isRevealing(type) || isHold(type)) return false;
  if (object === 'payroll') return PAYROLL_EVENTS.has(type) || (BY_HAND.has(type) && !isOwn(metadata));
  if (object === 'pay_stub') return type.includes('LineItem') || STUB_EVENTS.has(type);
  return RECURRING.has(object) || (OWNERS.has(object) && !NEW_OWNERS.has(type));
};

/**
 * Whether an event that was decided from read models must be checked again: an event that affects pay came after what
 * was read and before this event. Population may already have handled that one (another process took over from a
 * delayed one), and then nothing else would find the difference.
 *
 * A calculation knows all lines of its own stub, including those before it in the same append. A stub that was made
 * stays right whatever payrolls list beside it.
 *
 * @param lastPosition of the last event before it that affects the company's pay
 * @param lastElsewhere of the last such event in another stream
 * @param lastOverturning of the last such event that does not only list stubs
 */
export const isOvertaken = (
  { type, metadata }: Pick<LogEvent, 'type' | 'metadata'>,
  lastPosition: Position,
  lastElsewhere: Position,
  lastOverturning: Position,
): boolean => {
  if (metadata.facts_position === undefined || !RECHECKED.has(type)) return false;
  const facts = BigInt(metadata.facts_position);
  if (type === payStubEvents.created.type) return facts < lastOverturning;
  return facts < (type === payStubCalculated.type ? lastElsewhere : lastPosition);
};

const RECHECKED = typesOf(
  payrollEvents.created,
  payrollRescheduled,
  payrollEvents.deleted,
  payStubEvents.created,
  payStubEvents.deleted,
  payStubCalculated,
  payStubClosed,
);

const noteMember = (affected: Affected, payroll: string, member: Member, isRemoved: boolean): void => {
  const members = affected.members.get(payroll) ?? new Map();
  affected.members.set(payroll, members);
  members.set(member.id, { ...member, isRemoved });
  // Also when it is listed again in the same batch: it comes back empty.
  if (isRemoved) affected.removed.set(member.id, member.work_assignment_id);
};

/** Notes events that population or approval appended itself and that must be checked again. */
const noteOwn = (affected: Affected, event: DomainEvent): boolean => {
  const { id } = parseStream(event.stream);
  if (payrollEvents.created.is(event) || payrollEvents.deleted.is(event)) {
    const { pay_schedule_id } = event.data;
    if (pay_schedule_id) affected.schedules.add(pay_schedule_id);
  } else if (payrollRescheduled.is(event)) affected.moved.add(id);
  else if (payrollStubsAdded.is(event)) for (const member of event.data.stubs) noteMember(affected, id, member, false);
  else if (payrollStubsRemoved.is(event))
    for (const { id: stub, work_assignment_id } of event.data.stubs) {
      if (work_assignment_id !== null) noteMember(affected, id, { id: stub, work_assignment_id }, true);
    }
  else if (payStubEvents.created.is(event) || payStubEvents.deleted.is(event)) {
    const { payroll_id, work_assignment_id } = event.data;
    if (payroll_id && work_assignment_id)
      noteMember(affected, payroll_id, { id, work_assignment_id }, payStubEvents.deleted.is(event));
  } else if (payStubCalculated.is(event) || payStubClosed.is(event)) affected.stubs.add(id);
  else return false;
  return true;
};

const ACCOUNT = eventsOf('remittance_account');

/**
 * Pay depends on whether a remittance account exists, whether it is its employer's default, on its tax properties, and
 * on its identifier, which a reduced EI rate of the employer may name; a label or an address changes no pay.
 */
const noteAccount = (affected: Affected, id: string, { type, data }: DomainEvent): void => {
  const isSame = data.default_since === undefined && data.account_identifier === undefined;
  if (type === ACCOUNT.changed.type && isSame) return;
  // A deleted account cannot be read, so its employer is taken from the event.
  if (typeof data.business_entity_id === 'string') affected.entities.add(data.business_entity_id);
  else affected.accounts.add(id);
};

/** The work assignment of an event that affects that one alone; undefined of all others. */
export const assignmentAlone = ({ stream, data }: Pick<DomainEvent, 'stream' | 'data'>): string | undefined => {
  const { object, id } = parseStream(stream);
  if (object === 'work_assignment') return id;
  return RECURRING.has(object) ? textOf(data.work_assignment_id) : undefined;
};

/** Whether a caller entered something on a line that was there, or took it back. */
const isEntry = ({ type, data }: DomainEvent): boolean =>
  type.endsWith('LineItemChanged') && CUSTOM.some((member) => data[member] !== undefined);

/** Whether such a change sets anything to nothing. Settings never are. */
const takesBack = ({ data }: DomainEvent): boolean =>
  CUSTOM.some((member) => data[member] === null) || data.component_settings !== undefined;

const note = (affected: Affected, event: DomainEvent): void => {
  const { object, id } = parseStream(event.stream);
  if (BY_HAND.has(event.type) && !isOwn(event.metadata)) {
    if (payrollEvents.changed.is(event) && event.data.pay_date === undefined) return;
    affected.byHand.set(id, textOf(event.data.pay_schedule_id));
    // After deletions at the end of preview another payroll is the next one.
    if (payrollEvents.deleted.is(event) && event.metadata.actor?.startsWith('process:'))
      affected.schedules.add(textOf(event.data.pay_schedule_id));
    return;
  }
  if (noteOwn(affected, event)) return;
  const alone = assignmentAlone(event);
  if (alone !== undefined) affected.assignments.add(alone);
  else if (object === 'pay_schedule') affected.schedules.add(id);
  else if (object === 'employee') affected.employees.add(id);
  else if (object === 'business_entity') affected.entities.add(id);
  else if (object === 'remittance_account') noteAccount(affected, id, event);
  else if (object === 'payroll') {
    affected.schedules.add(textOf(event.data.pay_schedule_id));
    affected.payrolls.add(id);
    if (payrollStubsReopened.is(event)) affected.reopened.add(id);
  } else if (payStubEvents.changed.is(event)) {
    // What is debited for a stub depends on who hands its net pay over; a note changes no figure.
    if (event.data.payment_method !== undefined) affected.stubs.add(id);
  } else if (object === 'pay_stub') {
    const isMoved = payStubRescheduled.is(event);
    const days = isMoved && event.data.previous_pay_date !== null ? [event.data.previous_pay_date] : [];
    affected.edited.set(id, [...(affected.edited.get(id) ?? []), ...days]);
    if (isMoved) affected.stubs.add(id);
    if (!isEntry(event)) return;
    affected.entered.add(id);
    if (takesBack(event)) affected.takenBack.add(id);
  } else affected.wholeCompany = true;
};

/** An empty {@link Affected}, to be added to. */
export const nothingAffected = (cause: Affected['cause'], tenant: Tenant): Affected => ({
  cause,
  tenant,
  schedules: new Set(),
  payrolls: new Set(),
  reopened: new Set(),
  byHand: new Map(),
  edited: new Map(),
  entered: new Set(),
  takenBack: new Set(),
  stubs: new Set(),
  members: new Map(),
  removed: new Map(),
  moved: new Set(),
  assignments: new Set(),
  employees: new Set(),
  entities: new Set(),
  accounts: new Set(),
  wholeCompany: false,
});

/** What some events affect, company by company. */
export const affectedBy = (events: readonly ManagedEvent[]): Affected[] => {
  const byCompany = new Map<string, Affected>();
  for (const event of events) {
    const own = parseStream(event.stream);
    const company_id = event.metadata.company_id ?? (own.object === 'company' ? own.id : undefined);
    if (company_id === undefined) continue;
    const tenant = { partner_id: event.metadata.partner_id ?? '', company_id };
    const affected = byCompany.get(company_id) ?? nothingAffected(event, tenant);
    affected.cause = event;
    byCompany.set(company_id, affected);
    note(affected, event);
  }
  return [...byCompany.values()];
};

/** The work assignments whose stubs may change, with all others of their people. */
export const affectedAssignments = async (
  affected: Affected,
  services: Services,
): Promise<RecordOf<'work_assignment'>[]> => {
  const { assignments, employees, tenant } = affected;
  if (assignments.size + employees.size === 0) return [];
  const where = any(oneOf('id', [...assignments]), oneOf('employee_id', [...employees]));
  const found = await services.read.find('work_assignment', tenant, where);
  // A stub depends on the person's other stubs of the pay date, so all assignments of a person are affected.
  const people = new Set(found.flatMap(({ employee_id }) => (typeof employee_id === 'string' ? [employee_id] : [])));
  for (const id of employees) people.delete(id);
  if (people.size === 0) return found;
  const ids = new Set(found.map(({ id }) => id));
  const siblings = await services.read.find('work_assignment', tenant, oneOf('employee_id', [...people]));
  return [...found, ...siblings.filter(({ id }) => !ids.has(id))];
};

/** The pay schedules whose payrolls may change. */
export const affectedSchedules = async (
  affected: Affected,
  services: Services,
): Promise<RecordOf<'pay_schedule'>[]> => {
  const { schedules, entities, accounts, tenant, wholeCompany, moved, byHand } = affected;
  // On a custom schedule, creating, moving or deleting a payroll may change which one is next.
  const theirs = byHand.size === 0 ? [] : await services.read.getMany('pay_schedule', tenant, [...byHand.values()]);
  for (const schedule of theirs.values()) if (schedule.pay_frequency === 'custom') schedules.add(schedule.id);
  const ofAccounts =
    accounts.size === 0 ? [] : await services.read.getMany('remittance_account', tenant, [...accounts]);
  for (const { business_entity_id } of ofAccounts.values()) entities.add(business_entity_id);
  const payrolls = moved.size === 0 ? [] : await services.read.getMany('payroll', tenant, [...moved]);
  for (const { pay_schedule_id } of payrolls.values()) schedules.add(pay_schedule_id);
  if (!wholeCompany && schedules.size + entities.size === 0) return [];
  const where = wholeCompany ? all() : any(oneOf('id', [...schedules]), oneOf('business_entity_id', [...entities]));
  return services.read.find('pay_schedule', tenant, where);
};

/** Members that must be checked again, by payroll. */
export const affectedMembers = async ({ members, tenant }: Affected, { read }: Services): Promise<Changed[]> => {
  const payrolls = await read.getMany('payroll', tenant, [...members.keys()]);
  return [...members].map(([payrollId, changed]) => ({
    payrollId,
    payroll: payrolls.get(payrollId),
    members: [...changed.values()],
  }));
};
