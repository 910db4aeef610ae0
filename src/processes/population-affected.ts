import { all, among, any, equal, not, oneOf } from '../kernel/condition.ts';
import { type DomainEvent, parseStream, type State } from '../kernel/resource.ts';
import type { Services, Tenant } from '../kernel/services.ts';
import { comesBefore } from '../payrolls/same-pay.ts';
import type { ManagedEvent } from './manager.ts';
import { payOf } from './stub-calculation.ts';

/** Whose affairs a batch of events changed, as far as they change what is paid. */

/** Whose affairs the events of one company changed. */
export interface Affected {
  cause: Pick<DomainEvent, 'id' | 'metadata'>;
  tenant: Tenant;
  /** Schedules whose payrolls, stubs and all lines are to be looked at. */
  schedules: Set<string>;
  /** Payrolls that were closed or opened again. */
  payrolls: Set<string>;
  /** Stubs on which somebody changed a line. */
  edited: Set<string>;
  /** Assignments whose stubs and lines are. */
  assignments: Set<string>;
  /** Employees and employers whose assignments are. */
  employees: Set<string>;
  entities: Set<string>;
  wholeCompany: boolean;
}

/** Streams that say something about what is paid. */
const RECURRING = new Set([
  'pay_rate',
  'overtime_rate',
  'earning',
  'allowance',
  'reimbursement',
  'employee_benefit',
  'employer_benefit',
  'deduction',
  'vacation_pay_setting',
]);
const OWNERS = new Set(['company', 'business_entity', 'pay_schedule', 'work_assignment', 'employee']);
const PAYROLL_EVENTS = new Set(['PayrollApproved', 'PayrollUnapproved', 'PayrollStubsReopened']);

/** Whether an event can change what somebody is paid. */
export const concernsPay = ({ stream, type }: { stream: string; type: string }): boolean => {
  const { object } = parseStream(stream);
  if (type.endsWith('Revealed')) return false;
  if (object === 'payroll') return PAYROLL_EVENTS.has(type);
  if (object === 'pay_stub') return type.includes('LineItem');
  return RECURRING.has(object) || (OWNERS.has(object) && type !== 'CompanyCreated' && type !== 'EmployeeCreated');
};

const note = (affected: Affected, event: DomainEvent): void => {
  const { object, id } = parseStream(event.stream);
  if (RECURRING.has(object)) affected.assignments.add(event.data.work_assignment_id as string);
  else if (object === 'work_assignment') affected.assignments.add(id);
  else if (object === 'pay_schedule') affected.schedules.add(id);
  else if (object === 'employee') affected.employees.add(id);
  else if (object === 'business_entity') affected.entities.add(id);
  else if (object === 'payroll') {
    affected.schedules.add(event.data.pay_schedule_id as string);
    affected.payrolls.add(id);
  } else if (object === 'pay_stub') affected.edited.add(id);
  else affected.wholeCompany = true;
};

/** Nobody's affairs, to be added to. */
export const nobodyYet = (cause: Affected['cause'], tenant: Tenant): Affected => ({
  cause,
  tenant,
  schedules: new Set(),
  payrolls: new Set(),
  edited: new Set(),
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
  const { schedules, entities, tenant, wholeCompany } = affected;
  if (!wholeCompany && schedules.size + entities.size === 0) return [];
  const where = wholeCompany ? all() : any(oneOf('id', [...schedules]), oneOf('business_entity_id', [...entities]));
  return services.read.find('pay_schedule', tenant, where);
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
    // A stub that holds nothing has no figures to be wrong.
    for await (const page of read.pages('pay_stub', tenant, elsewhere))
      yield page.filter(({ amounts }) => Object.keys((amounts ?? {}) as object).length > 0);
  }
  const changed = [...(await read.getMany('pay_stub', tenant, [...edited])).values()];
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
