import type { Position } from '../../event-store/port.ts';
import { latest } from '../../kernel/changes/latest.ts';
import { all, equal, not } from '../../values/condition.ts';
import { cancel, eachPage, type Moving, payrollOf, readable, WAITS } from './moving.ts';

/**
 * Payments of approvals that were undone. None of them is submitted: an approval under which money moves is not undone.
 */

const HOUR_ms = 3_600_000;
const DAY_ms = 24 * HOUR_ms;

/** The approval under which a payroll is paid; null while there is none. One that was undone never comes back. */
const inForce = async (moving: Moving): Promise<string | null> => {
  const payroll = await payrollOf(moving);
  return payroll?.status === 'draft' ? null : (payroll?.approved_event_id ?? null);
};

export const isInForce = async (approval_id: string, moving: Moving): Promise<boolean> =>
  (await inForce(moving)) === approval_id;

/** Cancels those of a payroll that can be read by now. */
export const cancelUnapproved = async (moving: Moving): Promise<Position | undefined> => {
  await readable(moving.services, moving.tenant);
  const waiting = all(equal('payroll_id', moving.payroll_id), WAITS);
  const standing = await inForce(moving);
  const others = standing === null ? waiting : all(waiting, not(equal('approval_id', standing)));
  let last: Position | undefined;
  await eachPage(moving, others, async (rows) => {
    // Asked behind the rows, of which some may be of an approval that came meanwhile.
    const now = await inForce(moving);
    const over = rows.filter(({ approval_id }) => approval_id !== now);
    if (over.length === 0) return;
    last = latest([last, await cancel(over, 'unapproved', moving)]);
    await moving.turn?.giveWay();
  });
  return last;
};

/**
 * How much later it is looked again for payments that were being made when their approval was undone. An append that
 * was given up may still come in within seconds, behind all that was canceled. With EventStoreDB, whose appends no lease
 * holds back once they are sent, one may come from a process or a machine that was stopped meanwhile, when it goes on.
 * Of one that comes later still `audit check` tells.
 */
export const LOOKS_AGAIN_ms: readonly number[] = [30_000, HOUR_ms, DAY_ms, 7 * DAY_ms, 30 * DAY_ms];
