import type { Position } from '../../event-store/port.ts';
import { AHEAD, appendInTurns, inTurns } from '../../kernel/changes/in-turns.ts';
import { latest } from '../../kernel/changes/latest.ts';
import { type RecordOf, streamOf } from '../../kernel/definition/resource.ts';
import { absent, all, among, any, type Condition, compare, equal, not, oneOf } from '../../values/condition.ts';
import { piecesOf } from '../../values/group.ts';
import { GENERATED, isGenerated } from '../events/list.ts';
import { stubId } from '../events/pay-stub.ts';
import type { Acting } from './acting.ts';
import { loadMembers } from './members.ts';
import { admit, type Member, release } from './stub-list.ts';
import { createStub, removeStub } from './stub-streams.ts';

/**
 * Which work assignments have a stub on which payroll.
 *
 * A payroll's stream owns the list, and is asked first whatever happens: a stub is made only when its payroll has
 * admitted it, and removed only when its payroll has released it. While an approval is under way a payroll admits and
 * releases none, so that what the approval closes is what the list says; when it has ended, either way, population
 * looks at the schedule again.
 */

/** Members of one event, at most: some 100 bytes each. */
export const CHUNK = 2_000;

/** A year of pays is a year of streams; each of these has many appends in flight. */
const PAYROLLS_AT_ONCE = 8;
/** Of a whole staff: while the stubs of one are made, the people of the other are read. More would be read in bursts. */
const WHOLE_PAYROLLS_AT_ONCE = 2;
/** People of a schedule that are read together. */
const PEOPLE_AT_ONCE = 500;

/** Stubs that are asked about at once. */
const STUBS_AT_ONCE = 5_000;

/** How many stubs of each payroll are made ahead of the read models, where several payrolls are worked on at once. */
const aheadEach = (payrolls: readonly unknown[], atOnce: number): number =>
  Math.ceil(AHEAD / Math.max(1, Math.min(payrolls.length, atOnce)));

/** An assignment belongs to the payrolls of its schedule, and their stubs, whose period begins before it is archived. */
export const belongs = (
  payroll: Pick<RecordOf<'payroll'>, 'pay_schedule_id' | 'period_start'>,
  assignment: RecordOf<'work_assignment'>,
): boolean =>
  assignment.pay_schedule_id === payroll.pay_schedule_id &&
  (assignment.archived_at === null ||
    assignment.archived_at === undefined ||
    assignment.archived_at >= payroll.period_start);

/** The same, of rows. */
const belonging = (payroll: RecordOf<'payroll'>): Condition =>
  all(
    equal('pay_schedule_id', payroll.pay_schedule_id),
    any(absent('archived_at'), compare('archived_at', '>=', payroll.period_start)),
  );

/** Work assignments that belong on a payroll and have no stub on it. */
export const lackingOn = (payroll: RecordOf<'payroll'>): Condition =>
  all(belonging(payroll), not(among('id', 'pay_stub', 'work_assignment_id', equal('payroll_id', payroll.id))));

/** Stubs of a payroll whose work assignments do not belong on it. */
export const strayingOn = (payroll: RecordOf<'payroll'>): Condition =>
  all(equal('payroll_id', payroll.id), not(among('work_assignment_id', 'work_assignment', 'id', belonging(payroll))));

const OPEN = equal('is_closed', false);
const DRAFTS = all(equal('status', 'draft'), GENERATED);
const ON_DRAFTS = among('payroll_id', 'payroll', 'id', DRAFTS);

/**
 * Brings draft payrolls of a schedule up to date with all its work assignments: who lacks a stub gets one, who does not
 * belong there is taken off; and who came from another schedule is taken off its drafts too. What differs is found by
 * the database, a page at a time.
 *
 * @param payrolls draft regular payrolls of the schedule
 * @returns the last position appended
 */
export const syncSchedule = async (
  scheduleId: string,
  payrolls: readonly RecordOf<'payroll'>[],
  acting: Acting,
): Promise<Position | undefined> => {
  const { services, tenant, turn } = acting;
  const { read } = services;
  const ahead = aheadEach(payrolls, WHOLE_PAYROLLS_AT_ONCE);
  let failure: unknown;
  const sync = async (payroll: RecordOf<'payroll'>): Promise<Position | undefined> => {
    let last: Position | undefined;
    let facts_position = services.gate.readPosition();
    for await (const lacking of read.pages('work_assignment', tenant, lackingOn(payroll), PEOPLE_AT_ONCE)) {
      last = latest([last, await admit(payroll, lacking, facts_position, acting, ahead)]);
      await turn?.giveWay();
      facts_position = services.gate.readPosition();
    }
    return latest([last, await releaseAll(all(strayingOn(payroll), OPEN), acting)]);
  };
  // Where one of them ends early, no work on another is left going on.
  const synced = async (payroll: RecordOf<'payroll'>): Promise<Position | undefined> => {
    if (failure !== undefined) return undefined;
    return sync(payroll).catch((error: unknown) => {
      failure ??= error;
      return undefined;
    });
  };
  const positions = await inTurns(payrolls, synced, WHOLE_PAYROLLS_AT_ONCE);
  if (failure !== undefined) throw failure;
  const others = await read.find('payroll', tenant, all(DRAFTS, not(equal('pay_schedule_id', scheduleId))));
  if (others.length === 0) return latest(positions);
  const ours = among('work_assignment_id', 'work_assignment', 'id', equal('pay_schedule_id', scheduleId));
  const ids = others.map(({ id }) => id);
  return latest([...positions, await releaseAll(all(oneOf('payroll_id', ids), OPEN, ours), acting)]);
};

/**
 * The same for some work assignments, with the draft payrolls of their schedules.
 *
 * @param payrolls draft regular payrolls of the assignments' schedules
 */
export const syncAssignments = async (
  payrolls: readonly RecordOf<'payroll'>[],
  assignments: readonly RecordOf<'work_assignment'>[],
  acting: Acting,
): Promise<Position | undefined> => {
  const { services, tenant } = acting;
  let last: Position | undefined;
  const atOnce = Math.max(1, Math.min(CHUNK, Math.floor(STUBS_AT_ONCE / Math.max(1, payrolls.length))));
  for (const some of piecesOf(assignments, atOnce)) {
    const facts_position = services.gate.readPosition();
    const places = payrolls.map((payroll) => ({
      payroll,
      ids: new Map(
        some
          .filter(({ pay_schedule_id }) => pay_schedule_id === payroll.pay_schedule_id)
          .map((assignment) => [stubId(payroll, assignment.id), assignment]),
      ),
    }));
    const asked = places.flatMap(({ ids }) => [...ids.keys()]);
    const existing = await services.read.existing('pay_stub', tenant, 'id', asked);
    const sync = async ({ payroll, ids }: (typeof places)[number]): Promise<Position | undefined> => {
      const lacking = [...ids].filter(([id, each]) => belongs(payroll, each) && !existing.has(id));
      const straying = [...ids].filter(([id, each]) => !belongs(payroll, each) && existing.has(id));
      const admitted = await admit(
        payroll,
        lacking.map(([, assignment]) => assignment),
        facts_position,
        acting,
        aheadEach(places, PAYROLLS_AT_ONCE),
      );
      const listed = straying.map(([id, { id: work_assignment_id }]) => ({ id, work_assignment_id }));
      return latest([admitted, await release(payroll.id, listed, facts_position, acting)]);
    };
    last = latest([last, ...(await inTurns(places, sync, PAYROLLS_AT_ONCE))]);
    for (const scheduleId of new Set(some.map(({ pay_schedule_id }) => pay_schedule_id))) {
      const moved = some.filter(({ pay_schedule_id }) => pay_schedule_id === scheduleId).map(({ id }) => id);
      const elsewhere = all(OPEN, not(equal('pay_schedule_id', scheduleId)), oneOf('work_assignment_id', moved));
      last = latest([last, await releaseAll(all(elsewhere, ON_DRAFTS), acting)]);
    }
    if (last !== undefined) await acting.turn?.giveWay();
  }
  return last;
};

/**
 * Makes what a payroll's stream lists and what there is the same again: a listed stub that is missing is made, or taken
 * off the list where it does not belong; one that is there without being listed is listed, or removed. Nothing does
 * that in the ordinary course; it ends what a process left that died or was paused in between.
 */
export const mendList = async (payroll: RecordOf<'payroll'>, acting: Acting): Promise<Position | undefined> => {
  const { read, gate } = acting.services;
  const { tenant } = acting;
  const facts_position = gate.readPosition();
  const { beside: listed } = await loadMembers(streamOf('payroll', payroll.id), acting.services);
  const ofPayroll = equal('payroll_id', payroll.id);
  const missing: string[] = [];
  const ids = [...listed.keys()];
  for (const some of piecesOf(ids, STUBS_AT_ONCE)) {
    const there = await read.existing('pay_stub', tenant, 'id', some, ofPayroll);
    missing.push(...some.filter((id) => !there.has(id)));
  }
  const stubs: Member[] = missing.map((id) => ({
    id,
    work_assignment_id: listed.get(id)!,
  }));
  if ((await read.count('pay_stub', tenant, ofPayroll)) > listed.size - missing.length)
    for await (const page of read.pages('pay_stub', tenant, all(ofPayroll, OPEN)))
      for (const { id, work_assignment_id } of page)
        if (!listed.has(id)) stubs.push({ id, work_assignment_id: work_assignment_id });
  let last: Position | undefined;
  for (const some of piecesOf(stubs, CHUNK)) {
    const found = await read.getMany(
      'work_assignment',
      tenant,
      some.map(({ work_assignment_id }) => work_assignment_id),
    );
    const isWanted = ({ work_assignment_id: id }: (typeof some)[number]) =>
      found.has(id) && belongs(payroll, found.get(id)!);
    const wanted = some.filter(isWanted).map(({ work_assignment_id }) => found.get(work_assignment_id)!);
    const unwanted = some.filter((stub) => !isWanted(stub));
    const admitted = await admit(payroll, wanted, facts_position, acting);
    last = latest([last, admitted, await release(payroll.id, unwanted, facts_position, acting)]);
    await acting.turn?.giveWay();
  }
  return last;
};

/** A member that a payroll's list was changed by, or whose stub was made or removed. */
export interface ChangedMember extends Member {
  isRemoved: boolean;
}

/** What was done about members of a payroll, which may be gone by now. */
export interface Changed {
  payrollId: string;
  payroll: RecordOf<'payroll'> | undefined;
  members: readonly ChangedMember[];
}

/**
 * Looks at what was done about members of payrolls: of a draft, listed ones whose stub is missing are made, those who
 * do not belong there are taken off, those who do and were taken off come back; of one that is no draft any more, or is
 * gone, open stubs that it does not list are removed. So what a process left that died between the list and the stub is
 * finished, and what one did that was held up is mended.
 */
export const recheckMembers = async (changed: readonly Changed[], acting: Acting): Promise<Position | undefined> => {
  const { turn } = acting;
  let last: Position | undefined;
  for (const [at, some] of [...fewAtOnce(changed)].entries()) {
    if (at < Number(turn?.reached('members') ?? 0)) continue;
    last = latest([last, await recheckSome(some, acting)]);
    turn?.reach('members', String(at + 1));
    await turn?.giveWay();
  }
  return last;
};

/** The same members, of some payrolls at a time: a year of a large schedule is not held at once. */
function* fewAtOnce(changed: readonly Changed[]): Generator<Changed[]> {
  let some: Changed[] = [];
  let count = 0;
  for (const one of changed)
    for (const members of piecesOf(one.members, CHUNK)) {
      if (count + members.length > STUBS_AT_ONCE) {
        yield some;
        some = [];
        count = 0;
      }
      some.push({ ...one, members });
      count += members.length;
    }
  if (some.length > 0) yield some;
}

const recheckSome = async (changed: readonly Changed[], acting: Acting): Promise<Position | undefined> => {
  const { read, gate } = acting.services;
  const facts_position = gate.readPosition();
  const members = changed.flatMap((one) => one.members);
  const ids = members.map(({ id }) => id);
  const there = await read.existing('pay_stub', acting.tenant, 'id', ids);
  const assignments = await read.getMany(
    'work_assignment',
    acting.tenant,
    members.map(({ work_assignment_id }) => work_assignment_id),
  );
  const ofDraft = async (
    payroll: RecordOf<'payroll'>,
    members: readonly ChangedMember[],
  ): Promise<Position | undefined> => {
    const isWanted = ({ work_assignment_id: id }: Member) =>
      assignments.has(id) && belongs(payroll, assignments.get(id)!);
    const lacking = members.filter((each) => isWanted(each) && (each.isRemoved || !there.has(each.id)));
    const straying = members.filter((each) => !isWanted(each) && (!each.isRemoved || there.has(each.id)));
    const wanted = lacking.map(({ work_assignment_id }) => assignments.get(work_assignment_id)!);
    const admitted = await admit(payroll, wanted, facts_position, acting);
    return latest([admitted, await release(payroll.id, straying, facts_position, acting)]);
  };
  const positions = await inTurns(
    changed,
    async ({ payrollId, payroll, members }) => {
      // Also where an approval has begun, which waits for this: it closes whom the list names.
      if (payroll?.status === 'draft')
        return isGenerated(payroll)
          ? ofDraft(payroll, members)
          : ofHandMade(payroll, members, there, assignments, facts_position, acting);
      const left = members.filter(({ id }) => there.has(id));
      return release(payrollId, left, facts_position, acting);
    },
    PAYROLLS_AT_ONCE,
  );
  return latest(positions);
};

/**
 * Members of a payroll that callers fill: what its list says is right. So what a process left that died between the
 * list and the stub is finished.
 */
const ofHandMade = async (
  payroll: RecordOf<'payroll'>,
  members: readonly ChangedMember[],
  there: ReadonlySet<string>,
  assignments: ReadonlyMap<string, RecordOf<'work_assignment'>>,
  facts_position: Position,
  acting: Acting,
): Promise<Position | undefined> => {
  const { beside: listed } = await loadMembers(streamOf('payroll', payroll.id), acting.services);
  const positions = await appendInTurns(members, acting.services, async ({ id, work_assignment_id }) => {
    const assignment = assignments.get(work_assignment_id);
    if (listed.has(id) && !there.has(id) && assignment)
      // Where its caller has just made it, it can be calculated when it can be read.
      return (
        (await createStub(payroll, assignment, id, facts_position, acting)) ?? (await acting.services.store.head())
      );
    return !listed.has(id) && there.has(id) ? (await removeStub(id, facts_position, acting)).position : undefined;
  });
  return latest(positions);
};

/** Removes the stubs of a payroll that a caller deleted. */
export const removeLeft = async (payrollId: string, acting: Acting): Promise<Position | undefined> =>
  releaseAll(all(equal('payroll_id', payrollId), OPEN), acting);

/** Puts stubs that are there back on the list of their payroll. */
export const putOnList = async (
  payroll: RecordOf<'payroll'>,
  stubs: readonly Member[],
  acting: Acting,
): Promise<Position | undefined> => {
  const facts_position = acting.services.gate.readPosition();
  const ids = stubs.map(({ work_assignment_id }) => work_assignment_id);
  const assignments = await acting.services.read.getMany('work_assignment', acting.tenant, ids);
  return admit(payroll, [...assignments.values()], facts_position, acting);
};

/** Takes the open stubs that fit off the lists of their payrolls, and removes them. */
const releaseAll = async (where: Condition, acting: Acting): Promise<Position | undefined> => {
  const { services, tenant } = acting;
  let last: Position | undefined;
  let facts_position = services.gate.readPosition();
  for await (const page of services.read.pages('pay_stub', tenant, where)) {
    for (const payrollId of new Set(page.map(({ payroll_id }) => payroll_id))) {
      const listed = page
        .filter(({ payroll_id }) => payroll_id === payrollId)
        .map(({ id, work_assignment_id }) => ({ id, work_assignment_id: work_assignment_id }));
      last = latest([last, await release(payrollId, listed, facts_position, acting)]);
    }
    await acting.turn?.giveWay();
    facts_position = services.gate.readPosition();
  }
  return last;
};
