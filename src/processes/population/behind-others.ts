import type { Position } from '../../event-store/port.ts';
import type { Acting } from '../../payrolls/membership/acting.ts';
import type { Member } from '../../payrolls/membership/stub-list.ts';
import { all, type Condition, equal, not } from '../../values/condition.ts';
import { groupBy, piecesOf } from '../../values/group.ts';
import { awaitReadable, calculateOn } from '../payroll/stub-calculation.ts';
import { removedMembers, stubsBehindRemoved, stubsLackingOnce, stubsSharingOnce } from '../payroll/stubs-behind.ts';
import type { Affected } from './population-affected.ts';

/** Open stubs whose figures depend on others that were taken off payrolls, or on what callers entered on others. */

/** Stubs that are read together by their ids, at most. */
export const STUBS_AT_ONCE = 1_000;

/** Does a part of the work unless an earlier turn did it. */
type Part = (name: string, work: () => Promise<Position | undefined>) => Promise<void>;

/**
 * Calculates open stubs that bore less since others of their pay, which were then taken off payrolls, bore it first; and
 * those to which an item that is paid once comes, or from which it goes, by what is entered on others, or since others
 * with an entry were taken off.
 */
export const calculateBehindOthers = async (affected: Affected, part: Part, acting: Acting): Promise<void> => {
  const { removed, byHand } = affected;
  for (const [at, members] of (await removedMembers(removed, [...byHand.keys()], acting, STUBS_AT_ONCE)).entries()) {
    await part(`behind removed ${at}`, async () => {
      // Another process may have removed them, so that no append of this one was waited for.
      await awaitReadable(acting.services);
      const behind = (left: Condition) => stubsBehindRemoved(members, acting, left);
      return calculateOn(`stubs behind removed ${at}`, behind, acting);
    });
    const once = (left: Condition) => stubsLackingOnce(assignmentsOf(members), acting, left);
    await part(`once removed ${at}`, () => calculateOn(`stubs with once removed ${at}`, once, acting));
  }
  await calculateBehindEntries(affected, part, acting);
};

const assignmentsOf = (of: readonly Pick<Member, 'work_assignment_id'>[]): string[] =>
  of.map(({ work_assignment_id }) => work_assignment_id);

const calculateBehindEntries = async (
  { entered, takenBack, tenant }: Affected,
  part: Part,
  acting: Acting,
): Promise<void> => {
  const { read } = acting.services;
  for (const [at, ids] of [...piecesOf([...entered].sort(), STUBS_AT_ONCE)].entries()) {
    const stubs = [...(await read.getMany('pay_stub', tenant, ids)).values()];
    for (const [payroll, ofPayroll] of groupBy(stubs, ({ payroll_id }) => payroll_id)) {
      const elsewhere = not(equal('payroll_id', payroll));
      const sharing = (left: Condition) => stubsSharingOnce(ofPayroll, acting, all(elsewhere, left));
      await part(`entries ${payroll} ${at}`, () => calculateOn(`stubs sharing ${payroll} ${at}`, sharing, acting));
      const assignments = assignmentsOf(ofPayroll.filter(({ id }) => takenBack.has(id)));
      const lacking = (left: Condition) => stubsLackingOnce(assignments, acting, all(elsewhere, left));
      await part(`taken back ${payroll} ${at}`, () => calculateOn(`stubs lacking ${payroll} ${at}`, lacking, acting));
    }
  }
};
