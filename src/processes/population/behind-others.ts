import type { Position } from '../../event-store/port.ts';
import type { Acting } from '../../payrolls/membership/acting.ts';
import { all, type Condition, equal, not } from '../../values/condition.ts';
import { groupBy, piecesOf } from '../../values/group.ts';
import { awaitReadable, calculateOn } from '../payroll/stub-calculation.ts';
import { removedMembers, stubsBehindRemoved, stubsWithOnceItems } from '../payroll/stubs-behind.ts';
import type { Affected } from './population-affected.ts';

/** Open stubs whose figures depend on others that were taken off payrolls, or on what callers entered on others. */

/** Stubs that are read together by their ids, at most. */
export const STUBS_AT_ONCE = 1_000;

/** Does a part of the work unless an earlier turn did it. */
type Part = (name: string, work: () => Promise<Position | undefined>) => Promise<void>;

/**
 * Calculates open stubs that bore less since others of their pay, which were then taken off payrolls, bore it first; and
 * those with items that are paid once where others had them, which were taken off or on which something was entered.
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
    const assignments = [...new Set(members.map(({ work_assignment_id }) => work_assignment_id))];
    const once = (left: Condition) => stubsWithOnceItems(assignments, acting, left);
    await part(`once removed ${at}`, () => calculateOn(`stubs with once removed ${at}`, once, acting));
  }
  await calculateBehindEntries(affected, part, acting);
};

const calculateBehindEntries = async ({ entered, tenant }: Affected, part: Part, acting: Acting): Promise<void> => {
  const { read } = acting.services;
  for (const [at, ids] of [...piecesOf([...entered].sort(), STUBS_AT_ONCE)].entries()) {
    const stubs = [...(await read.getMany('pay_stub', tenant, ids)).values()];
    for (const [payroll, ofPayroll] of groupBy(stubs, ({ payroll_id }) => payroll_id)) {
      const assignments = [...new Set(ofPayroll.map(({ work_assignment_id }) => work_assignment_id))];
      const others = not(equal('payroll_id', payroll));
      const once = (left: Condition) => stubsWithOnceItems(assignments, acting, all(others, left));
      await part(`entries ${payroll} ${at}`, () => calculateOn(`stubs behind entries ${payroll} ${at}`, once, acting));
    }
  }
};
