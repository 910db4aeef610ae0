import { randomUUID } from 'node:crypto';
import type { Position } from '../event-store/port.ts';
import { all, equal, oneOf } from '../kernel/condition.ts';
import { appendTo } from '../kernel/execute.ts';
import { latest } from '../kernel/latest.ts';
import { type EventBody, type State, streamOf } from '../kernel/resource.ts';
import type { Services, Tenant } from '../kernel/services.ts';
import { inTurns } from '../kernel/write.ts';
import type { Origin } from '../kernel/writer.ts';
import { generatedPayrollId, nextPayroll, payrollEvents, wantedPeriods } from '../payrolls/calendar.ts';
import { openStubs, syncMembership } from '../payrolls/membership.ts';
import { effectOfDraft } from '../payrolls/remuneration-forecast.ts';
import type { ManagedBatch, ProcessManager } from './manager.ts';
import { processOrigin } from './origins.ts';
import {
  type Affected,
  affectedAssignments,
  affectedBy,
  affectedSchedules,
  concernsPay,
  followingStubs,
  nobodyYet,
} from './population-affected.ts';
import { calculateStubs, caughtUp } from './stub-calculation.ts';

/**
 * Population: keeps payrolls, their stubs and the managed lines of the next payroll as the schedules, work assignments
 * and recurring items say.
 *
 * It works by comparison, not by bookkeeping: from the events of a batch it takes only whose affairs changed, reads how
 * things are and how they should be, and appends the difference. Run again it finds none. So a burst of changes to one
 * assignment is one recalculation, and a crash anywhere is repaired by the next run.
 */

/** What is to be done later. */
export interface Later {
  /** Looks at a schedule again when a new year begins. */
  nextYear(schedule: State, tenant: Tenant): Promise<void>;
  /** Calculates all stubs of a draft payroll again: the forecast that their levies go by has changed. */
  levies(payroll: State, tenant: Tenant): Promise<void>;
}

export const populationManager = (services: Services, later: Later): ProcessManager => ({
  name: 'population',
  handles: concernsPay,
  handle: async (batch: ManagedBatch) => {
    const positions: (Position | undefined)[] = [];
    for (const affected of affectedBy(batch.events)) positions.push(await populate(affected, services, later));
    return latest(positions);
  },
});

/** Looks at a schedule as if it had just changed: what time alone brings. */
export const populateSchedule = (scheduleId: string, tenant: Tenant, services: Services, later: Later) => {
  const affected = nobodyYet({ id: randomUUID(), metadata: { ...tenant } }, tenant);
  affected.schedules.add(scheduleId);
  return populate(affected, services, later);
};

const populate = async (affected: Affected, services: Services, later: Later): Promise<Position | undefined> => {
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
    await later.nextYear(schedule, tenant);
  }
  for (const schedule of schedules) {
    const drafts = await draftsOf([schedule.id], services, tenant);
    const all = await services.read.find('work_assignment', tenant, equal('pay_schedule_id', schedule.id));
    await readable(await syncMembership(drafts, all, originOf, services));
    positions.push(await recalculate(drafts, undefined, originOf, services, tenant, later));
  }
  const others = assignments.filter(({ pay_schedule_id }) => !schedules.some(({ id }) => id === pay_schedule_id));
  if (others.length > 0) {
    const drafts = await draftsOfAssignments(others, services, tenant);
    await readable(await syncMembership(drafts, others, originOf, services));
    const ids = others.map(({ id }) => id);
    for (const scheduleId of new Set(others.map(({ pay_schedule_id }) => pay_schedule_id as string))) {
      const mine = drafts.filter(({ pay_schedule_id }) => pay_schedule_id === scheduleId);
      await readable(await recalculate(mine, ids, originOf, services, tenant, later));
    }
  }
  const following = await followingStubs(affected, services);
  if (following.length > 0) positions.push(await calculateStubs(following, originOf, services, tenant));
  return latest(positions);
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
  later: Later,
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
  // change the levies on all.
  await caughtUp(calculated, services);
  if ((await effectOfDraft(next, services, tenant)) !== before) await later.levies(next, tenant);
  return calculated;
};
