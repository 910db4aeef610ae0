import type { Position } from '../../event-store/port.ts';
import { appendTo } from '../../kernel/changes/execute.ts';
import { appendInTurns, inTurns } from '../../kernel/changes/in-turns.ts';
import { latest } from '../../kernel/changes/latest.ts';
import type { LoadedRecords } from '../../kernel/changes/remembered.ts';
import { type EventBody, type RecordOf, streamOf } from '../../kernel/definition/resource.ts';
import type { Services, Tenant } from '../../kernel/definition/services.ts';
import { isGenerated } from '../../payrolls/events/list.ts';
import { payrollApproved, payrollStubsAdded } from '../../payrolls/events/payroll.ts';
import { generatedPayrollId, nextPayroll, payrollEventsOf, wantedPeriods } from '../../payrolls/facts/calendar.ts';
import type { Acting } from '../../payrolls/membership/acting.ts';
import {
  type Changed,
  mendList,
  recheckMembers,
  removeLeft,
  syncAssignments,
  syncSchedule,
} from '../../payrolls/membership/membership.ts';
import { reopenUnlessHeld } from '../../payrolls/membership/reopening.ts';
import { withdraw } from '../../payrolls/membership/withdrawal.ts';
import { all, type Condition, equal, not, oneOf, present } from '../../values/condition.ts';
import { piecesOf } from '../../values/group.ts';
import { makeTurns, type Turn, type TurnsOptions } from '../../work/turn.ts';
import type { Cause, ManagedBatch, ManagedEvent, ProcessManager } from '../managers/manager.ts';
import { APPROVAL_ms, afterApproval } from '../payroll/journal.ts';
import { actingFor } from '../payroll/origins.ts';
import {
  awaitReadable,
  calculateOn,
  calculateStubs,
  caughtUp,
  followPayDates,
  isCalculated,
} from '../payroll/stub-calculation.ts';
import { followingStubs, stubsLeftBehind } from '../payroll/stubs-behind.ts';
import { calculateBehindOthers, STUBS_AT_ONCE } from './behind-others.ts';
import { makeDoneAhead } from './done-ahead.ts';
import {
  type Affected,
  affectedAssignments,
  affectedBy,
  affectedMembers,
  affectedSchedules,
  concernsPay,
  isOvertaken,
  nothingAffected,
} from './population-affected.ts';
import { followSchedule, followSources } from './population-sources.ts';
import { recalculate } from './recalculation.ts';
import { stubsAfterElsewhere, stubsElsewhere } from './stubs-elsewhere.ts';

/**
 * Population: keeps payrolls, their stubs and the managed lines of the next payroll as the schedules, work assignments
 * and recurring items say.
 *
 * It works by comparison: from the events of a batch it takes only which records are affected, reads how they are and
 * how they should be, and appends the difference. A repeated run finds no difference. So a burst of changes to one
 * assignment is one recalculation, and a crash anywhere is repaired by the next run.
 *
 * Long work takes turns: when other companies wait it stops between two pages. The company's row of due work keeps
 * which parts are done, and up to which stub a part has come, so the next turn continues there, in whichever process.
 */

/** Asks for work that is done later. */
export interface Later {
  /** Populates a schedule again a month before a new year begins. */
  nextYear(schedule: RecordOf<'pay_schedule'>, tenant: Tenant): Promise<void>;
  /** Recalculates the open stubs of an employer whose levies are based on an outdated forecast. */
  levies(entityId: string, tenant: Tenant): Promise<void>;
}

/** Part of the turn: the position up to which an earlier turn began to handle events. */
const EVENTS = 'events';

export const populationManager = (services: Services, later: Later, options: TurnsOptions = {}): ProcessManager => {
  const turns = makeTurns(options);
  const ahead = makeDoneAhead();
  return {
    name: 'population',
    handles: concernsPay,
    rechecks: isOvertaken,
    onlyAdds: ({ type }) => type === payrollStubsAdded.type,
    handle: async ({ events, ...taking }: ManagedBatch) => {
      // Events that came since the previous turn are not mixed with those that it began: they get turns of their own.
      let of: readonly ManagedEvent[] = events;
      const begun = await turns.take(events[0]!.id, taking, async (turn) => {
        const upTo = turn.reached(EVENTS);
        if (upTo !== '') of = events.filter(({ position }) => position <= BigInt(upTo));
        turn.reach(EVENTS, String(of.at(-1)!.position));
        await approvalFirst(of, services, turn);
        const positions: (Position | undefined)[] = [];
        const { left, calculated } = ahead.begin(of, taking, services.gate.readPosition());
        for (const affected of affectedBy(left))
          positions.push(await populate(affected, services, later, turn, calculated));
        return latest(positions);
      });
      if ('bookmark' in begun)
        return { unfinished: true, appended: await awaitReadable(services), bookmark: begun.bookmark };
      if (of.length === events.length) return begun.done;
      return { unfinished: true, appended: begun.done, done: of.at(-1)!.position };
    },
  };
};

/** Waits for what the caller of an approval waits for, before the next payroll is calculated. */
const approvalFirst = async (events: readonly ManagedEvent[], services: Services, turn: Turn): Promise<void> => {
  const approved = events.findLast(payrollApproved.is);
  if (!approved) return;
  const until_ms = Number(turn.reached('journal') || Date.now() + APPROVAL_ms);
  turn.reach('journal', String(until_ms));
  await afterApproval(approved, services, until_ms, () => turn.giveWay());
};

/** Populates a schedule as if it had just changed: a new year is near, or the statutory figures are others. */
export const populateSchedule = (
  scheduleId: string,
  cause: Cause,
  tenant: Tenant,
  services: Services,
  later: Later,
  turn?: Turn,
): Promise<Position | undefined> => {
  const affected = nothingAffected(cause, tenant);
  affected.schedules.add(scheduleId);
  return populate(affected, services, later, turn);
};

/** The progress of a part of the work that is done as a whole. */
const DONE = 'done';

const populate = async (
  affected: Affected,
  services: Services,
  later: Later,
  turn?: Turn,
  calculated?: Acting['calculated'],
): Promise<Position | undefined> => {
  const { cause, tenant } = affected;
  const acting = { ...actingFor('population', cause, tenant, services, turn), calculated };
  const assignments = await affectedAssignments(affected, services);
  const schedules = await affectedSchedules(affected, services);
  const positions: (Position | undefined)[] = [];
  /** Does a part of the work unless an earlier turn did it; the next parts can read what it appended. */
  const part = async (name: string, work: () => Promise<Position | undefined>): Promise<void> => {
    if (turn?.reached(name) === DONE) return;
    const position = await work();
    positions.push(position);
    if (position !== undefined) await caughtUp(position, services);
    turn?.reach(name, DONE);
    await turn?.giveWay();
  };

  // Before people who have left these payrolls are removed from them: afterwards they could not be found any more.
  const opened = (left: Condition) => stubsElsewhere(affected.reopened, affected, services, left);
  await part('elsewhere', () => calculateOn('stubs elsewhere', opened, acting));

  const gone = [...affected.schedules].filter((id) => !schedules.some((schedule) => schedule.id === id));
  if (gone.length > 0)
    for (const payroll of await draftsOf(gone, acting))
      await part(`withdraw ${payroll.id}`, () => withdraw(payroll, acting, { keepEntries: false }));
  for (const schedule of schedules) {
    await part(`generate ${schedule.id}`, () => generate(schedule, acting));
    await part(`made by hand ${schedule.id}`, () => followSchedule(schedule, acting));
    await later.nextYear(schedule, tenant);
  }
  const changed = await affectedMembers(affected, services);
  await part('recheck', () => recheckMembers(changed, acting));
  // Behind it: who was just put on a payroll that was moved may have been put there on the day before.
  await part('by hand', () => followByHand(affected, acting));
  await part('new', () => calculateNew(changed, acting));
  for (const schedule of schedules) {
    const drafts = await draftsOf([schedule.id], acting);
    const generated = drafts.filter(isGenerated);
    for (const payroll of generated.filter(({ id, is_off_calendar }) => is_off_calendar || affected.payrolls.has(id)))
      await part(`list ${payroll.id}`, () => mendList(payroll, acting));
    await part(`sync ${schedule.id}`, () => syncSchedule(schedule.id, generated, acting));
    await part(`sources ${schedule.id}`, () => followSources(drafts, acting));
    await part(`dates ${schedule.id}`, () => followPayDates(drafts, acting));
  }
  const others = assignments.filter(({ pay_schedule_id }) => !schedules.some(({ id }) => id === pay_schedule_id));
  const theirs = await draftsOf([...new Set(others.map(({ pay_schedule_id }) => pay_schedule_id))], acting);
  if (others.length > 0) await part('sync others', () => syncAssignments(theirs.filter(isGenerated), others, acting));
  const own = await draftsOf(
    schedules.map(({ id }) => id),
    acting,
  );
  await part('calculate', () => recalculate(own, theirs, others, acting));
  const stayed = (left: Condition) => stubsLeftBehind(assignments, acting, left);
  await part('left behind', () => calculateOn('stubs left behind', stayed, acting));
  const rechecked = [...(await services.read.getMany('pay_stub', tenant, [...affected.stubs])).values()];
  await part('stubs', () => recheckStubs(rechecked, acting));
  const elsewhere = (left: Condition) => stubsElsewhere(affected.payrolls, affected, services, left);
  await part('following', () => calculateOn('following stubs', elsewhere, acting));
  const after = (left: Condition) => stubsAfterElsewhere(affected.payrolls, affected, services, left);
  await part('behind following', () => calculateOn('stubs behind following', after, acting));
  await calculateBehindOthers(affected, part, acting);
  const following = (left: Condition) => followingStubs(affected.edited, acting, left);
  await part('same pay', () => calculateOn('stubs of the same pay', following, acting));
  const edited = await services.read.getMany('pay_stub', tenant, [...affected.edited.keys()]);
  const entities = [...schedules, ...assignments, ...rechecked, ...edited.values()].map(
    (row) => row.business_entity_id,
  );
  for (const id of new Set(entities)) if (typeof id === 'string') await later.levies(id, tenant);
  return latest(positions);
};

/**
 * Calculates members of next payrolls that were never calculated: the process that made their stubs died before that,
 * or a second check of the list added them again.
 */
const calculateNew = async (changed: readonly Changed[], acting: Acting): Promise<Position | undefined> => {
  const schedules = new Set(changed.flatMap(({ payroll }) => payroll?.pay_schedule_id ?? []));
  if (schedules.size === 0) return undefined;
  const drafts = await draftsOf([...schedules], acting);
  const next = [...schedules].map((id) => nextPayroll(drafts.filter(({ pay_schedule_id }) => pay_schedule_id === id)));
  const stubs = changed
    .filter(({ payrollId }) => next.some((payroll) => payroll?.id === payrollId))
    .flatMap(({ members }) => members.map(({ id }) => id));
  const isNew = all(equal('is_closed', false), not(present('levies')));
  return calculateOn('new stubs', (left) => pagesOf(stubs.toSorted(), all(isNew, left), acting), acting);
};

async function* pagesOf(ids: readonly string[], where: Condition, { services, tenant }: Acting) {
  for (const some of piecesOf(ids, STUBS_AT_ONCE))
    yield await services.read.find('pay_stub', tenant, all(oneOf('id', some), where));
}

/**
 * Checks stubs that were calculated or closed from outdated facts: open ones are recalculated, and one that an
 * abandoned approval closed is reopened.
 */
const recheckStubs = async (stubs: readonly RecordOf<'pay_stub'>[], acting: Acting): Promise<Position | undefined> => {
  const closed = stubs.filter(({ is_closed }) => is_closed);
  const opened = await appendInTurns(closed, acting.services, (stub) =>
    reopenUnlessHeld(stub.id, stub.payroll_id, acting),
  );
  const open = stubs.filter((stub) => !stub.is_closed && isCalculated(stub));
  return latest([...opened, await calculateStubs([open], acting)]);
};

/** Drafts of schedules: those that the service generates and those that callers made. */
const draftsOf = async (ids: readonly string[], { services, tenant }: Acting): Promise<RecordOf<'payroll'>[]> =>
  ids.length === 0
    ? []
    : services.read.find('payroll', tenant, all(oneOf('pay_schedule_id', ids), equal('status', 'draft')));

/** Handles payrolls that callers made, moved or deleted: stubs get the new pay date, or are removed. */
const followByHand = async ({ byHand }: Affected, acting: Acting): Promise<Position | undefined> => {
  if (byHand.size === 0) return undefined;
  const { services, tenant } = acting;
  const payrolls = await services.read.getMany('payroll', tenant, [...byHand.keys()]);
  const gone = [...byHand.keys()].filter((id) => !payrolls.has(id));
  const removed = await inTurns(gone, (id) => removeLeft(id, acting), PAYROLLS_AT_ONCE);
  const drafts = [...payrolls.values()].filter(({ status }) => status === 'draft');
  return latest([...removed, await followPayDates(drafts, acting)]);
};

const PAYROLLS_AT_ONCE = 8;

/**
 * Makes the payrolls that the schedule lacks, moves those whose dates changed, and withdraws those whose periods the
 * calendar no longer has.
 */
const generate = async (schedule: RecordOf<'pay_schedule'>, acting: Acting): Promise<Position | undefined> => {
  const { services, tenant } = acting;
  const facts_position = services.gate.readPosition();
  const drafts = (await draftsOf([schedule.id], acting)).filter(isGenerated);
  const periods = await wantedPeriods(schedule, drafts, services, tenant);
  if (!periods) return undefined;
  const wanted = new Map(periods.map((period) => [generatedPayrollId(schedule, period), period]));
  const rows = await services.read.getMany('payroll', tenant, [...wanted.keys()]);
  const lacking = [...wanted].filter(([id, period]) => payrollEventsOf(schedule, period, rows.get(id)).length > 0);
  const made = await appendInTurns(lacking, services, async ([id, period]) => {
    const decide = async ({ aggregate }: LoadedRecords): Promise<EventBody[]> => {
      const now = aggregate.get('payroll', id);
      // A draft that is gone meanwhile was wanted for being there: its deletion has the schedule looked at again.
      if (!now && drafts.some((draft) => draft.id === id)) return [];
      return payrollEventsOf(schedule, period, now).map((body) => ({ ...body, facts_position }));
    };
    const origin = acting.once('payroll', id);
    const looks = rows.has(id) ? 'records' : 'nothing';
    return (await appendTo(streamOf('payroll', id), 'generated', origin, services, decide, looks)).position;
  });
  const positions = [...made];
  // It exists but could not be read: an earlier try made it and got no answer.
  if (made.includes(undefined)) positions.push(await services.store.head());
  for (const payroll of drafts)
    if (!wanted.has(payroll.id) && payroll.approval === null)
      positions.push(await withdraw(payroll, acting, { keepEntries: true }));
  return latest(positions);
};
