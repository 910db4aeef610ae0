import { PAID_BY } from '../../calculation/model/families.ts';
import type { Position } from '../../event-store/port.ts';
import { type DomainEvent, parseStream, type State } from '../../kernel/definition/resource.ts';
import type { Services, Tenant } from '../../kernel/definition/services.ts';
import { isHold } from '../../pay-records/holds.ts';
import { comesBefore } from '../../pay-records/same-pay.ts';
import type { Changed, ChangedMember } from '../../payrolls/membership/membership.ts';
import type { Member } from '../../payrolls/membership/stub-list.ts';
import { all, among, any, equal, not, oneOf } from '../../values/condition.ts';
import type { ManagedEvent } from '../managers/manager.ts';
import { isCalculated, payOf } from './stub-calculation.ts';

/** Whose affairs a batch of events changed, as far as they change what is paid. */

/** Whose affairs the events of one company changed. */
export interface Affected {
  cause: Pick<DomainEvent, 'id' | 'metadata'>;
  tenant: Tenant;
  /** Schedules whose payrolls, stubs and all lines are to be looked at. */
  schedules: Set<string>;
  /** Payrolls whose dates are to be looked at again. */
  moved: Set<string>;
  /** Payrolls that were closed or opened again. */
  payrolls: Set<string>;
  /** Stubs on which somebody changed a line, or that are paid on another day: with the days that they were paid on. */
  edited: Map<string, string[]>;
  /** Open stubs to be calculated again, and closed ones that may have to be opened. */
  stubs: Set<string>;
  /** Members of payrolls' lists, by payroll and stub: to be looked at again. */
  members: Map<string, Map<string, ChangedMember>>;
  /** Assignments whose stubs and lines are. */
  assignments: Set<string>;
  /** Employees and employers whose assignments are. */
  employees: Set<string>;
  entities: Set<string>;
  wholeCompany: boolean;
}

/** Streams that say something about what is paid. */
const RECURRING = new Set([...PAID_BY, 'vacation_pay_setting']);
const OWNERS = new Set(['company', 'business_entity', 'pay_schedule', 'work_assignment', 'employee']);
/** Of a pay stub, what its other stubs of one pay go by; of its lines as well. */
const STUB_EVENTS = new Set(['PayStubRescheduled']);
const PAYROLL_EVENTS = new Set([
  'PayrollApproved',
  'PayrollUnapproved',
  'PayrollStubsReopened',
  // Population's own: what follows from a list may have been left undone.
  'PayrollStubsAdded',
  'PayrollStubsRemoved',
]);

/** Whether an event can change what somebody is paid. */
export const concernsPay = ({ stream, type }: { stream: string; type: string }): boolean => {
  const { object } = parseStream(stream);
  if (type.endsWith('Revealed') || isHold(type)) return false;
  if (object === 'payroll') return PAYROLL_EVENTS.has(type);
  if (object === 'pay_stub') return type.includes('LineItem') || STUB_EVENTS.has(type);
  return RECURRING.has(object) || (OWNERS.has(object) && type !== 'CompanyCreated' && type !== 'EmployeeCreated');
};

/**
 * Whether an event that was worked out from read models is to be looked at again: something that concerns pay came
 * between what was read and the event. It may be that this was followed before the event was appended (by somebody who
 * took over from a process that was held up), and then nobody else would see the difference.
 *
 * @param lastPosition of the last event before it that concerns the company's pay
 */
export const isOvertaken = (
  { type, metadata }: Pick<DomainEvent, 'type' | 'metadata'>,
  lastPosition: Position,
): boolean =>
  metadata.facts_position !== undefined && RECHECKED.has(type) && BigInt(metadata.facts_position) < lastPosition;

const RECHECKED = new Set([
  'PayrollCreated',
  'PayrollRescheduled',
  'PayrollDeleted',
  'PayStubCreated',
  'PayStubDeleted',
  'PayStubCalculated',
  'PayStubClosed',
]);

const noteMember = (affected: Affected, payroll: string, member: Member, isRemoved: boolean): void => {
  const members = affected.members.get(payroll) ?? new Map();
  affected.members.set(payroll, members);
  members.set(member.id, { ...member, isRemoved });
};

/** What came to be by population or approval itself, and is to be looked at again. */
const noteOwn = (affected: Affected, event: DomainEvent): boolean => {
  const { id } = parseStream(event.stream);
  const { data } = event;
  switch (event.type) {
    case 'PayrollCreated':
    case 'PayrollDeleted':
      if (typeof data.pay_schedule_id === 'string') affected.schedules.add(data.pay_schedule_id);
      return true;
    case 'PayrollRescheduled':
      affected.moved.add(id);
      return true;
    case 'PayrollStubsAdded':
      for (const member of data.stubs as unknown as Member[]) noteMember(affected, id, member, false);
      return true;
    case 'PayrollStubsRemoved':
      for (const [at, stub] of (data.ids as string[]).entries()) {
        const work_assignment_id = (data.work_assignment_ids as string[] | undefined)?.[at];
        if (work_assignment_id) noteMember(affected, id, { id: stub, work_assignment_id }, true);
      }
      return true;
    case 'PayStubCreated':
    case 'PayStubDeleted': {
      const { payroll_id, work_assignment_id } = data as { payroll_id?: string; work_assignment_id?: string };
      if (payroll_id && work_assignment_id)
        noteMember(affected, payroll_id, { id, work_assignment_id }, event.type === 'PayStubDeleted');
      return true;
    }
    case 'PayStubCalculated':
    case 'PayStubClosed':
      affected.stubs.add(id);
      return true;
    default:
      return false;
  }
};

const note = (affected: Affected, event: DomainEvent): void => {
  if (noteOwn(affected, event)) return;
  const { object, id } = parseStream(event.stream);
  if (RECURRING.has(object)) affected.assignments.add(event.data.work_assignment_id as string);
  else if (object === 'work_assignment') affected.assignments.add(id);
  else if (object === 'pay_schedule') affected.schedules.add(id);
  else if (object === 'employee') affected.employees.add(id);
  else if (object === 'business_entity') affected.entities.add(id);
  else if (object === 'payroll') {
    affected.schedules.add(event.data.pay_schedule_id as string);
    affected.payrolls.add(id);
  } else if (object === 'pay_stub') {
    const { previous_pay_date } = event.data;
    const days = typeof previous_pay_date === 'string' ? [previous_pay_date] : [];
    affected.edited.set(id, [...(affected.edited.get(id) ?? []), ...days]);
    if (event.type === 'PayStubRescheduled') affected.stubs.add(id);
  } else affected.wholeCompany = true;
};

/** Nobody's affairs, to be added to. */
export const nobodyYet = (cause: Affected['cause'], tenant: Tenant): Affected => ({
  cause,
  tenant,
  schedules: new Set(),
  payrolls: new Set(),
  edited: new Map(),
  stubs: new Set(),
  members: new Map(),
  moved: new Set(),
  assignments: new Set(),
  employees: new Set(),
  entities: new Set(),
  wholeCompany: false,
});

/** @returns what changed, company by company */
export const affectedBy = (events: readonly ManagedEvent[]): Affected[] => {
  const byCompany = new Map<string, Affected>();
  for (const event of events) {
    const own = parseStream(event.stream);
    const company_id = event.metadata.company_id ?? (own.object === 'company' ? own.id : undefined);
    if (company_id === undefined) continue;
    const tenant = { partner_id: event.metadata.partner_id ?? '', company_id };
    const affected = byCompany.get(company_id) ?? nobodyYet(event, tenant);
    affected.cause = event;
    byCompany.set(company_id, affected);
    note(affected, event);
  }
  return [...byCompany.values()];
};

export const affectedAssignments = async (affected: Affected, services: Services): Promise<State[]> => {
  const { assignments, employees, tenant } = affected;
  if (assignments.size + employees.size === 0) return [];
  const where = any(oneOf('id', [...assignments]), oneOf('employee_id', [...employees]));
  const found = await services.read.find('work_assignment', tenant, where);
  // What one stub of a person bears goes by the others of that pay date, so all of a person's are looked at.
  const people = new Set(found.flatMap(({ employee_id }) => (typeof employee_id === 'string' ? [employee_id] : [])));
  for (const id of employees) people.delete(id);
  if (people.size === 0) return found;
  const ids = new Set(found.map(({ id }) => id));
  const siblings = await services.read.find('work_assignment', tenant, oneOf('employee_id', [...people]));
  return [...found, ...siblings.filter(({ id }) => !ids.has(id))];
};

export const affectedSchedules = async (affected: Affected, services: Services): Promise<State[]> => {
  const { schedules, entities, tenant, wholeCompany, moved } = affected;
  const payrolls = moved.size === 0 ? [] : await services.read.getMany('payroll', tenant, [...moved]);
  for (const { pay_schedule_id } of payrolls.values()) schedules.add(pay_schedule_id as string);
  if (!wholeCompany && schedules.size + entities.size === 0) return [];
  const where = wholeCompany ? all() : any(oneOf('id', [...schedules]), oneOf('business_entity_id', [...entities]));
  return services.read.find('pay_schedule', tenant, where);
};

/** Members to be looked at again, by payroll. */
export const affectedMembers = async ({ members, tenant }: Affected, { read }: Services): Promise<Changed[]> => {
  const payrolls = await read.getMany('payroll', tenant, [...members.keys()]);
  return [...members].map(([payrollId, changed]) => ({
    payrollId,
    payroll: payrolls.get(payrollId),
    members: [...changed.values()],
  }));
};

/**
 * Open stubs whose figures of the year or of their pay date others changed, by the page: those of the same people on
 * other schedules when a payroll was closed or opened again, and the later ones of a person's pay date when a line of an
 * earlier one was changed.
 */
export async function* followingStubs(affected: Affected, services: Services): AsyncGenerator<State[]> {
  const { payrolls, schedules, edited, tenant } = affected;
  const { read } = services;
  if (payrolls.size > 0) {
    const elsewhere = all(
      equal('is_closed', false),
      not(oneOf('pay_schedule_id', [...schedules])),
      among('employee_id', 'pay_stub', 'employee_id', oneOf('payroll_id', [...payrolls])),
    );
    for await (const page of read.pages('pay_stub', tenant, elsewhere)) yield page.filter(isCalculated);
  }
  const changed = [...(await read.getMany('pay_stub', tenant, [...edited.keys()])).values()].flatMap((stub) =>
    [stub.pay_date as string, ...(edited.get(stub.id) ?? [])].map((pay_date): State => ({ ...stub, pay_date })),
  );
  const people = changed.flatMap(({ employee_id }) => (typeof employee_id === 'string' ? [employee_id] : []));
  if (people.length === 0) return;
  const ofSamePays = all(
    equal('is_closed', false),
    oneOf('employee_id', people),
    oneOf('pay_date', [...new Set(changed.map(({ pay_date }) => pay_date as string))]),
  );
  for await (const page of read.pages('pay_stub', tenant, ofSamePays))
    yield page.filter((stub) => changed.some((other) => payOf(other) === payOf(stub) && comesBefore(other, stub)));
}
