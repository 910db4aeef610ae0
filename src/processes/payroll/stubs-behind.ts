import { RECURRING_KINDS, type RecurringKind } from '../../calculation/model/families.ts';
import { isInForce } from '../../calculation/model/in-force.ts';
import type { RecordOf } from '../../kernel/definition/resource.ts';
import { streamOf } from '../../kernel/definition/resource.ts';
import type { Services, Tenant } from '../../kernel/definition/services.ts';
import { continuing } from '../../pay-records/predecessors.ts';
import { comesBefore, payOf } from '../../pay-records/same-pay.ts';
import { onceOn } from '../../pay-records/year-to-date.ts';
import type { Acting } from '../../payrolls/membership/acting.ts';
import { loadMembers } from '../../payrolls/membership/members.ts';
import type { Member } from '../../payrolls/membership/stub-list.ts';
import { absent, all, any, type Condition, compare, equal, not, oneOf, present } from '../../values/condition.ts';
import { minDate } from '../../values/dates.ts';
import { groupBy, packed } from '../../values/group.ts';
import { awaitReadable, isCalculated } from './stub-calculation.ts';

/** Which open stubs depend on others that were changed or taken off. */

/** Of stubs that were calculated. */
export const HAS_FIGURES = any(present('levies'), equal('has_amounts', true));

/**
 * Pages of a person's open stubs of a pay date, when a line of one was changed: the later ones, and that one itself
 * where an earlier one is open. Its caller may have calculated it before population calculated the earlier one.
 *
 * @param edited ids of the changed stubs, each with its earlier pay dates
 */
export async function* followingStubs(
  edited: ReadonlyMap<string, readonly string[]>,
  { services, tenant }: Pick<Acting, 'services' | 'tenant'>,
  left: Condition,
): AsyncGenerator<RecordOf<'pay_stub'>[]> {
  const { read } = services;
  const changed = [...(await read.getMany('pay_stub', tenant, [...edited.keys()])).values()].flatMap((stub) =>
    [stub.pay_date, ...(edited.get(stub.id) ?? [])].map((pay_date): RecordOf<'pay_stub'> => ({ ...stub, pay_date })),
  );
  const people = changed.flatMap(({ employee_id }) => (typeof employee_id === 'string' ? [employee_id] : []));
  if (people.length === 0) return;
  const ofSamePays = all(
    left,
    equal('is_closed', false),
    oneOf('employee_id', people),
    oneOf('pay_date', [...new Set(changed.map(({ pay_date }) => pay_date))]),
  );
  const byPay = groupBy(changed, payOf);
  const begun = new Set<string>();
  for await (const page of read.pages('pay_stub', tenant, ofSamePays)) {
    const siblings = page.filter((stub) => byPay.get(payOf(stub))?.some(({ id }) => id > stub.id));
    const outOfOrder = await paysOutOfOrder(siblings, services, tenant);
    const behindWork = await continuing(siblings, changed, services, tenant);
    const following = page.filter((stub) => {
      const pay = payOf(stub);
      const isFirst = !begun.has(pay);
      begun.add(pay);
      return (byPay.get(pay) ?? []).some((other) =>
        other.id === stub.id ? !isFirst : comesBefore(other, stub) || outOfOrder.has(pay) || behindWork.has(stub.id),
      );
    });
    // The read models may end within the append of a changed stub, before what was calculated with its lines.
    if (following.length > 0) await awaitReadable(services);
    yield following;
  }
}

/**
 * Of the pays of some open stubs, those in which one was closed that counted others: there the order is not that of the
 * ids alone.
 */
const paysOutOfOrder = async (
  stubs: readonly RecordOf<'pay_stub'>[],
  { read }: Services,
  tenant: Tenant,
): Promise<Set<string>> => {
  if (stubs.length === 0) return new Set();
  const people = [...new Set(stubs.flatMap(({ employee_id }) => employee_id ?? []))];
  const dates = [...new Set(stubs.map(({ pay_date }) => pay_date))];
  const closed = all(oneOf('employee_id', people), oneOf('pay_date', dates), equal('is_closed', true));
  const pays = new Set<string>();
  // Only few of them are kept, however many were closed on these dates.
  for await (const page of read.pages('pay_stub', tenant, closed))
    for (const stub of page) if (stub.counted) pays.add(payOf(stub));
  return pays;
};

/**
 * All stubs that were taken off payrolls, in groups.
 *
 * @param removed those that lists name, each with its work assignment
 * @param payrolls made by hand, of which those that a caller deleted count too
 */
export const removedMembers = async (
  removed: ReadonlyMap<string, string>,
  payrolls: readonly string[],
  { services, tenant }: Pick<Acting, 'services' | 'tenant'>,
  atOnce: number,
): Promise<Member[][]> => {
  const members: Member[] = [...removed].map(([id, work_assignment_id]) => ({ id, work_assignment_id }));
  const there = await services.read.getMany('payroll', tenant, payrolls);
  for (const id of payrolls) {
    if (there.has(id)) continue;
    // Its list has ended with it, and still says who was on it.
    const { beside: listed } = await loadMembers(streamOf('payroll', id), services);
    for (const [stub, work_assignment_id] of listed) members.push({ id: stub, work_assignment_id });
  }
  return packed(members, () => 1, atOnce, atOnce);
};

/**
 * Pages of open stubs that may have been calculated as later ones of a pay of which an earlier one was removed. That
 * one is gone, and on which day it was paid, so they are on any date.
 */
export async function* stubsBehindRemoved(
  removed: readonly Member[],
  { services, tenant }: Pick<Acting, 'services' | 'tenant'>,
  left: Condition,
): AsyncGenerator<RecordOf<'pay_stub'>[]> {
  if (removed.length === 0) return;
  const { read } = services;
  const ids = [...new Set(removed.map(({ work_assignment_id }) => work_assignment_id))];
  const assignments = await read.getMany('work_assignment', tenant, ids);
  /** By employee, since nothing is withheld from contractors: the first stub that was removed. */
  const first = new Map<string, string>();
  for (const { id, work_assignment_id } of removed) {
    const employee = assignments.get(work_assignment_id)?.employee_id;
    if (!employee) continue;
    const known = first.get(employee);
    if (known === undefined || id < known) first.set(employee, id);
  }
  if (first.size === 0) return;
  const theirs = all(oneOf('employee_id', [...first.keys()]), left, equal('is_closed', false), HAS_FIGURES);
  const isLater = (stub: RecordOf<'pay_stub'>): boolean => (first.get(stub.employee_id ?? '') ?? stub.id) < stub.id;
  for await (const page of read.pages('pay_stub', tenant, theirs)) {
    const others = page.filter((stub) => !isLater(stub));
    const outOfOrder = await paysOutOfOrder(others, services, tenant);
    yield page.filter((stub) => isLater(stub) || outOfOrder.has(payOf(stub)));
  }
}

/**
 * Pages of the open stubs that work assignments have on payrolls of another schedule than theirs: who moves to another
 * one stays on payrolls made by hand.
 */
export async function* stubsLeftBehind(
  assignments: readonly RecordOf<'work_assignment'>[],
  { services, tenant }: Pick<Acting, 'services' | 'tenant'>,
  left: Condition,
): AsyncGenerator<RecordOf<'pay_stub'>[]> {
  if (assignments.length === 0) return;
  const idsOf = (some: typeof assignments) =>
    oneOf(
      'work_assignment_id',
      some.map(({ id }) => id),
    );
  const bySchedule = groupBy(assignments, ({ pay_schedule_id }) => pay_schedule_id);
  const elsewhere = [...bySchedule].map(([schedule, some]) =>
    all(idsOf(some), not(equal('pay_schedule_id', schedule))),
  );
  // All are named first: within alternatives alone no index would serve them, and each page would read the company.
  const open = all(idsOf(assignments), equal('is_closed', false), any(...elsewhere), left);
  for await (const page of services.read.pages('pay_stub', tenant, open)) yield page.filter(isCalculated);
}

/** Open stubs of work assignments that were calculated. */
const openOf = (assignments: readonly string[]): Condition =>
  all(oneOf('work_assignment_id', [...new Set(assignments)]), equal('is_closed', false), HAS_FIGURES);

/**
 * Pages of the open stubs that have an item which is paid once and which some others have too: a caller entered something
 * on its line of those while these were calculated.
 *
 * @param others a condition that leaves out those others
 */
export async function* stubsSharingOnce(
  stubs: readonly RecordOf<'pay_stub'>[],
  { services, tenant }: Pick<Acting, 'services' | 'tenant'>,
  others: Condition,
): AsyncGenerator<RecordOf<'pay_stub'>[]> {
  const items = new Set(stubs.flatMap(onceOn));
  if (items.size === 0) return;
  const assignments = stubs.map(({ work_assignment_id }) => work_assignment_id);
  for await (const page of services.read.pages('pay_stub', tenant, all(openOf(assignments), others)))
    yield page.filter((stub) => onceOn(stub).some((id) => items.has(id)));
}

/**
 * Pages of the open stubs of work assignments that lack an item which is paid once and which no closed stub has taken: it
 * was not on them while a caller's entry was on its line of another stub.
 *
 * @param others a condition that leaves out stubs
 */
export async function* stubsLackingOnce(
  assignments: readonly string[],
  { services, tenant }: Pick<Acting, 'services' | 'tenant'>,
  others: Condition,
): AsyncGenerator<RecordOf<'pay_stub'>[]> {
  if (assignments.length === 0) return;
  for await (const page of services.read.pages('pay_stub', tenant, all(openOf(assignments), others))) {
    const left = await onceLeft(page, services, tenant);
    yield page.filter((stub) =>
      left.get(stub.work_assignment_id)?.some((item) => isInForce(item, stub) && !onceOn(stub).includes(item.id)),
    );
  }
}

/** The items of frequency `once` that may be in force on stubs and that no closed one has taken, by work assignment. */
const onceLeft = async (
  stubs: readonly RecordOf<'pay_stub'>[],
  { read }: Services,
  tenant: Tenant,
): Promise<Map<string, RecordOf<RecurringKind>[]>> => {
  if (stubs.length === 0) return new Map();
  const theirs = all(
    oneOf('work_assignment_id', [...new Set(stubs.map(({ work_assignment_id }) => work_assignment_id))]),
    // What ended before all of them is most of what there ever was.
    any(absent('effective_to'), compare('effective_to', '>=', stubs.map((stub) => stub.period_start).reduce(minDate))),
  );
  const once: RecordOf<RecurringKind>[] = [];
  for (const kind of RECURRING_KINDS)
    for await (const items of read.pages(kind, tenant, theirs))
      once.push(...items.filter(({ frequency }) => frequency === 'once'));
  const ids = once.map(({ id }) => id);
  const taken = await read.getMany('taken_item', tenant, ids);
  const left = once.filter(({ id }) => !taken.has(id));
  return groupBy(left, ({ work_assignment_id }) => work_assignment_id);
};
