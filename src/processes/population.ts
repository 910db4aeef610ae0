import { randomUUID } from 'node:crypto';
import type { Position } from '../event-store/port.ts';
import { all, among, any, equal, not, oneOf } from '../kernel/condition.ts';
import { appendTo } from '../kernel/execute.ts';
import { type DomainEvent, type EventBody, parseStream, type State, streamOf } from '../kernel/resource.ts';
import type { Services, Tenant } from '../kernel/services.ts';
import { inTurns } from '../kernel/write.ts';
import type { Origin } from '../kernel/writer.ts';
import { calculationEvent, runPipeline } from '../payrolls/calculate.ts';
import { generatedPayrollId, nextPayroll, payrollEvents, wantedPeriods } from '../payrolls/calendar.ts';
import { comesBefore } from '../payrolls/earlier-earnings.ts';
import { openStubs, syncMembership } from '../payrolls/membership.ts';
import { effectOfDraft } from '../payrolls/remuneration-forecast.ts';
import { type PartialFacts, stubFactsByChunk } from '../payrolls/stub-facts.ts';
import { processOrigin } from './origins.ts';
import type { ManagedBatch, ManagedEvent, ProcessManager } from './runner.ts';

/**
 * Population: keeps payrolls, their stubs and the managed lines of the next payroll as the schedules, work assignments
 * and recurring items say.
 *
 * It works by comparison, not by bookkeeping: from the events of a batch it takes only whose affairs changed, reads how
 * things are and how they should be, and appends the difference. Run again it finds none. So a burst of changes to one
 * assignment is one recalculation, and a crash anywhere is repaired by the next run.
 */

/** Whose affairs the events of one company changed. */
interface Affected {
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
const PAYROLL_EVENTS = new Set(['PayrollApproved', 'PayrollUnapproved', 'PayrollApprovalAbandoned']);

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

/** @returns what changed, company by company */
const affectedBy = (events: readonly ManagedEvent[]): Affected[] => {
  const byCompany = new Map<string, Affected>();
  for (const event of events) {
    const own = parseStream(event.stream);
    const company_id = event.metadata.company_id ?? (own.object === 'company' ? own.id : undefined);
    if (company_id === undefined) continue;
    const affected = byCompany.get(company_id) ?? {
      cause: event,
      tenant: { partner_id: event.metadata.partner_id ?? '', company_id },
      schedules: new Set(),
      payrolls: new Set(),
      edited: new Set(),
      assignments: new Set(),
      employees: new Set(),
      entities: new Set(),
      wholeCompany: false,
    };
    affected.cause = event;
    byCompany.set(company_id, affected);
    note(affected, event);
  }
  return [...byCompany.values()];
};

const latest = (positions: readonly (Position | undefined)[]): Position | undefined =>
  positions.reduce((last, at) => (at !== undefined && (last === undefined || at > last) ? at : last), undefined);

/** Sees to it that a schedule is looked at again when a new year begins. */
export type Remind = (schedule: State, tenant: Tenant) => Promise<void>;

export const populationManager = (services: Services, remind: Remind): ProcessManager => ({
  name: 'population',
  handles: ({ stream, type }) => {
    const { object } = parseStream(stream);
    if (object === 'payroll') return PAYROLL_EVENTS.has(type);
    if (object === 'pay_stub') return type.includes('LineItem');
    return RECURRING.has(object) || (OWNERS.has(object) && type !== 'CompanyCreated' && type !== 'EmployeeCreated');
  },
  handle: async (batch: ManagedBatch) => {
    const positions: (Position | undefined)[] = [];
    for (const affected of affectedBy(batch.events)) positions.push(await populate(affected, services, remind));
    return latest(positions);
  },
});

/** Looks at a schedule as if it had just changed: what time alone brings. */
export const populateSchedule = (scheduleId: string, tenant: Tenant, services: Services, remind: Remind) =>
  populate(
    {
      cause: { id: randomUUID(), metadata: { ...tenant } },
      tenant,
      schedules: new Set([scheduleId]),
      payrolls: new Set(),
      edited: new Set(),
      assignments: new Set(),
      employees: new Set(),
      entities: new Set(),
      wholeCompany: false,
    },
    services,
    remind,
  );

const populate = async (affected: Affected, services: Services, remind: Remind): Promise<Position | undefined> => {
  const { cause, tenant } = affected;
  const at = services.clock.instant();
  const originOf = (seed: string): Origin => ({ ...processOrigin('population', cause, seed, at), tenant });
  const assignments = await affectedAssignments(affected, services);
  const schedules = await affectedSchedules(affected, services);
  const positions: (Position | undefined)[] = [];
  const readable = async (position: Position | undefined) => {
    positions.push(position);
    if (position !== undefined) await caughtUp(position, services);
  };

  const gone = [...affected.schedules].filter((id) => !schedules.some((schedule) => schedule.id === id));
  if (gone.length > 0)
    for (const payroll of await draftsOf(gone, services, tenant))
      await readable(await withdraw(payroll, originOf, services, tenant));
  for (const schedule of schedules) {
    await readable(await generate(schedule, originOf, services, tenant));
    await remind(schedule, tenant);
  }
  for (const schedule of schedules) {
    const drafts = await draftsOf([schedule.id], services, tenant);
    const all = await services.read.find('work_assignment', tenant, equal('pay_schedule_id', schedule.id));
    await readable(await syncMembership(drafts, all, originOf, services));
    positions.push(await recalculate(drafts, undefined, originOf, services, tenant));
  }
  const others = assignments.filter(({ pay_schedule_id }) => !schedules.some(({ id }) => id === pay_schedule_id));
  if (others.length > 0) {
    const drafts = await draftsOfAssignments(others, services, tenant);
    await readable(await syncMembership(drafts, others, originOf, services));
    const ids = others.map(({ id }) => id);
    for (const scheduleId of new Set(others.map(({ pay_schedule_id }) => pay_schedule_id as string))) {
      const mine = drafts.filter(({ pay_schedule_id }) => pay_schedule_id === scheduleId);
      await readable(await recalculate(mine, ids, originOf, services, tenant));
    }
  }
  const following = await followingStubs(affected, services);
  if (following.length > 0) positions.push(await calculateStubs(following, originOf, services, tenant));
  return latest(positions);
};

/** Later steps read what earlier ones appended. */
export const caughtUp = async (position: Position, services: Services): Promise<void> => {
  if (!(await services.gate.settled(position, [], 30_000)))
    throw new Error(`the read models did not reach position ${position} within 30 s`);
};

const affectedAssignments = async (affected: Affected, services: Services): Promise<State[]> => {
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

const affectedSchedules = async (affected: Affected, services: Services): Promise<State[]> => {
  const { schedules, entities, tenant, wholeCompany } = affected;
  if (!wholeCompany && schedules.size + entities.size === 0) return [];
  const where = wholeCompany ? all() : any(oneOf('id', [...schedules]), oneOf('business_entity_id', [...entities]));
  return services.read.find('pay_schedule', tenant, where);
};

/**
 * Open stubs whose figures of the year or of their pay date others changed: those of the same people on other schedules
 * when a payroll was closed or opened again, and the later ones of a person's pay date when a line of an earlier one was
 * changed.
 */
const followingStubs = async (affected: Affected, services: Services): Promise<State[]> => {
  const { payrolls, schedules, edited, tenant } = affected;
  const { read } = services;
  const elsewhere =
    payrolls.size === 0
      ? []
      : await read.find(
          'pay_stub',
          tenant,
          all(
            equal('is_closed', false),
            not(oneOf('pay_schedule_id', [...schedules])),
            among('employee_id', 'pay_stub', 'employee_id', oneOf('payroll_id', [...payrolls])),
          ),
        );
  // A stub that holds nothing has no figures to be wrong.
  const following = elsewhere.filter(({ amounts }) => Object.keys((amounts ?? {}) as object).length > 0);
  if (edited.size === 0) return following;
  const changed = [...(await read.getMany('pay_stub', tenant, [...edited])).values()];
  const people = changed.flatMap(({ employee_id }) => (typeof employee_id === 'string' ? [employee_id] : []));
  if (people.length === 0) return following;
  const ofSamePays = await read.find(
    'pay_stub',
    tenant,
    all(
      equal('is_closed', false),
      oneOf('employee_id', people),
      oneOf('pay_date', [...new Set(changed.map(({ pay_date }) => pay_date as string))]),
    ),
  );
  const known = new Set(following.map(({ id }) => id));
  const later = ofSamePays.filter(
    (stub) => !known.has(stub.id) && changed.some((other) => payOf(other) === payOf(stub) && comesBefore(other, stub)),
  );
  return [...following, ...later];
};

const draftsOf = (scheduleIds: readonly string[], services: Services, tenant: Tenant): Promise<State[]> =>
  services.read.find(
    'payroll',
    tenant,
    all(oneOf('pay_schedule_id', scheduleIds), equal('status', 'draft'), equal('type', 'regular')),
  );

/** Draft payrolls of the assignments' schedules, and of those that they were on before. */
const draftsOfAssignments = async (
  assignments: readonly State[],
  services: Services,
  tenant: Tenant,
): Promise<State[]> => {
  const ids = assignments.map(({ id }) => id);
  const current = assignments.map(({ pay_schedule_id }) => pay_schedule_id as string);
  const mayHaveMoved = await services.read.existing(
    'pay_stub',
    tenant,
    'pay_schedule_id',
    await schedulesOf(services, tenant),
    all(oneOf('work_assignment_id', ids), equal('is_closed', false)),
  );
  return draftsOf([...new Set([...current, ...mayHaveMoved])], services, tenant);
};

const schedulesOf = async (services: Services, tenant: Tenant): Promise<string[]> =>
  (await services.read.find('pay_schedule', tenant, all())).map(({ id }) => id);

/** Makes the payrolls that the schedule lacks, moves those whose dates changed, and takes off those that no longer belong. */
const generate = async (
  schedule: State,
  originOf: (seed: string) => Origin,
  services: Services,
  tenant: Tenant,
): Promise<Position | undefined> => {
  const periods = await wantedPeriods(schedule, services, tenant);
  const wanted = new Map(periods.map((period) => [generatedPayrollId(schedule, period), period]));
  const drafts = await draftsOf([schedule.id], services, tenant);
  const rows = await services.read.getMany('payroll', tenant, [...wanted.keys()]);
  const lacking = [...wanted].filter(([id, period]) => payrollEvents(schedule, period, rows.get(id)).length > 0);
  const origin = (id: string, step: string) => ({
    ...originOf(`${step}/${id}/${randomUUID()}`),
    mayRepeat: false,
  });
  const made = await inTurns(lacking, async ([id, period]) => {
    const decide = async (loaded: { aggregate: { get(object: string, id: string): State | undefined } }) =>
      payrollEvents(schedule, period, loaded.aggregate.get('payroll', id));
    return (
      await appendTo(streamOf('payroll', id), 'generated', origin(id, 'payroll'), services, decide, !rows.has(id))
    ).position;
  });
  const obsolete = drafts.filter(
    ({ id, approval }) => !wanted.has(id) && approval === null && schedule.pay_frequency !== 'custom',
  );
  const removed = await inTurns(obsolete, (payroll) => withdraw(payroll, originOf, services, tenant));
  return latest([...made, ...removed]);
};

/** A generated draft whose period the schedule no longer has goes, with its stubs. */
const withdraw = async (
  payroll: State,
  originOf: (seed: string) => Origin,
  services: Services,
  tenant: Tenant,
): Promise<Position | undefined> => {
  const stubs = await openStubs(payroll.id, undefined, services, tenant);
  const leaving = stubs.map((stub) => ({ id: stub.work_assignment_id, pay_schedule_id: null }) as unknown as State);
  const position = await syncMembership([payroll], leaving, originOf, services);
  const origin = { ...originOf(`withdraw/${payroll.id}/${randomUUID()}`), mayRepeat: false };
  const appended = await appendTo(
    streamOf('payroll', payroll.id),
    'withdrawn',
    origin,
    services,
    async (loaded): Promise<EventBody[]> => {
      const now = loaded.aggregate.get('payroll', payroll.id);
      return now && now.status === 'draft' && now.approval === null ? [{ type: 'PayrollDeleted', data: {} }] : [];
    },
  );
  return latest([position, appended.position]);
};

/**
 * Calculates the stubs of the next payroll, all or those of some assignments, and those of other drafts that still
 * hold managed lines (a payroll that was the next one and no longer is).
 */
const recalculate = async (
  drafts: readonly State[],
  assignmentIds: readonly string[] | undefined,
  originOf: (seed: string) => Origin,
  services: Services,
  tenant: Tenant,
): Promise<Position | undefined> => {
  const next = nextPayroll(drafts);
  if (!next) return undefined;
  const ofNext = await openStubs(next.id, assignmentIds, services, tenant);
  const leftOver = await services.read.find(
    'pay_stub',
    tenant,
    all(
      oneOf(
        'payroll_id',
        drafts.filter(({ id }) => id !== next.id).map(({ id }) => id),
      ),
      equal('is_closed', false),
      equal('has_managed_lines', true),
      ...(assignmentIds ? [oneOf('work_assignment_id', assignmentIds)] : []),
    ),
  );
  const before = await effectOfDraft(next, services, tenant);
  const calculated = await calculateStubs([...ofNext, ...leftOver], originOf, services, tenant);
  if (calculated === undefined || before === undefined) return calculated;
  // The first payroll of a schedule is what the employer's year is forecast from: what changed on some of its stubs may
  // change the health tax of all.
  await caughtUp(calculated, services);
  if ((await effectOfDraft(next, services, tenant)) === before) return calculated;
  const whole = await openStubs(next.id, undefined, services, tenant);
  return latest([calculated, await calculateStubs(whole, originOf, services, tenant)]);
};

/**
 * Calculates open stubs, each in one append to its own stream; nothing is appended where nothing differs. Of several
 * stubs of one person on one pay date the later ones go by what the earlier ones bear, so they wait for those.
 */
export const calculateStubs = async (
  stubs: readonly State[],
  originOf: (seed: string) => Origin,
  services: Services,
  tenant: Tenant,
): Promise<Position | undefined> => {
  let last: Position | undefined;
  for (const turn of inTurnsOfPayees(stubs)) {
    if (last !== undefined) await caughtUp(last, services);
    last = latest([last, await calculateAtOnce(turn, originOf, services, tenant)]);
  }
  return last;
};

/** Stubs of one person, employer and pay date are one pay. */
export const payOf = (stub: State): string =>
  `${stub.employee_id ?? stub.id}/${stub.business_entity_id}/${stub.pay_date}`;

/** The first stubs of everybody, their second ones, …: nearly always one turn. */
const inTurnsOfPayees = (stubs: readonly State[]): State[][] => {
  const turns: State[][] = [];
  const seen = new Map<string, number>();
  for (const stub of [...stubs].sort((a, b) => (a.id < b.id ? -1 : 1))) {
    const pay = payOf(stub);
    const turn = seen.get(pay) ?? 0;
    seen.set(pay, turn + 1);
    const group = turns[turn];
    if (group) group.push(stub);
    else turns.push([stub]);
  }
  return turns;
};

const calculateAtOnce = async (
  stubs: readonly State[],
  originOf: (seed: string) => Origin,
  services: Services,
  tenant: Tenant,
): Promise<Position | undefined> => {
  let last: Position | undefined;
  for await (const chunk of stubFactsByChunk(stubs, services, tenant))
    last = latest([last, await calculateChunk(chunk, originOf, services)]);
  return last;
};

const calculateChunk = async (
  chunk: readonly { stub: State; facts: PartialFacts }[],
  originOf: (seed: string) => Origin,
  services: Services,
): Promise<Position | undefined> => {
  const positions = await inTurns(chunk, async ({ stub, facts }) => {
    const origin = { ...originOf(`calculate/${stub.id}/${randomUUID()}`), mayRepeat: false };
    const appended = await appendTo(streamOf('pay_stub', stub.id), 'calculated', origin, services, async (loaded) => {
      const now = loaded.aggregate.get('pay_stub', stub.id);
      if (!now || now.is_closed) return [];
      return calculationEvent(now, runPipeline(now, facts, loaded.aggregate, origin.occurred_at), loaded.aggregate);
    });
    return appended.position;
  });
  return latest(positions);
};
