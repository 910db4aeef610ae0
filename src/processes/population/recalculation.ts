import type { Position } from '../../event-store/port.ts';
import type { RecordOf } from '../../kernel/definition/resource.ts';
import { nextPayroll } from '../../payrolls/facts/calendar.ts';
import type { Acting } from '../../payrolls/membership/acting.ts';
import { all, among, any, type Condition, equal, not, oneOf } from '../../values/condition.ts';
import { groupBy } from '../../values/group.ts';
import { calculateOn } from '../payroll/stub-calculation.ts';
import { HAS_FIGURES } from '../payroll/stubs-behind.ts';

type Payroll = RecordOf<'payroll'>;

const OPEN = equal('is_closed', false);
const idsOf = (of: readonly { id: string }[]): string[] => of.map(({ id }) => id);

/**
 * Calculates the stubs of next payrolls, and the stubs of other drafts that have figures: lines that a caller entered,
 * managed lines of a payroll that was the next one before, or the sums of the year that are left without those. All of
 * them are one part of the work, in the order of their ids: what a person's stub of one schedule bears may depend on one
 * of another schedule that pays on the same day.
 *
 * @param own drafts of schedules that are affected as a whole
 * @param theirs drafts of other schedules, of which the stubs of some assignments alone are calculated
 */
export const recalculate = async (
  own: readonly Payroll[],
  theirs: readonly Payroll[],
  assignments: readonly RecordOf<'work_assignment'>[],
  acting: Acting,
): Promise<Position | undefined> => {
  const { services, tenant } = acting;
  const whole = concerning(own, await withFigures(own, acting));
  const whose = oneOf('work_assignment_id', idsOf(assignments));
  // Beside whole drafts, stubs are not looked up by their assignments: only drafts that hold some of these are named.
  const isMixed = whole.ids.length > 0 && assignments.length > 0;
  const theirOthers = isMixed ? await withFigures(theirs, acting, whose) : idsOf(besideNext(theirs));
  const some = concerning(theirs, theirOthers);
  const beside = await besides(own, whole.ids, acting);
  const alternatives = [
    ...whole.stubs,
    ...(some.ids.length > 0 && assignments.length > 0 ? [all(whose, either(some.stubs))] : []),
    ...beside.stubs,
  ];
  if (alternatives.length === 0) return undefined;
  // Looked up by assignments or drafts, so that no stub of a closed payroll is read.
  const concerned = all(
    ...(whole.ids.length === 0 ? [whose] : []),
    oneOf('payroll_id', [...new Set([...whole.ids, ...some.ids, ...beside.ids])]),
    OPEN,
    either(alternatives),
  );
  const part = `stubs, next ${idsOf(nextOf([...own, ...theirs])).join()}`;
  return calculateOn(part, (left) => services.read.pages('pay_stub', tenant, all(concerned, left)), acting);
};

const either = (of: readonly Condition[]): Condition => (of.length === 1 ? of[0]! : any(...of));

/** The next payroll of each schedule. */
const nextOf = (drafts: readonly Payroll[]): Payroll[] =>
  [...groupBy(drafts, ({ pay_schedule_id }) => pay_schedule_id).values()].flatMap((some) => nextPayroll(some) ?? []);

const besideNext = (drafts: readonly Payroll[]): Payroll[] => {
  const next = new Set(idsOf(nextOf(drafts)));
  return drafts.filter(({ id }) => !next.has(id));
};

/**
 * Drafts that are not the next ones and have stubs with figures: mostly none. Asked once, and not for each page: of a
 * large employer each has thousands of stubs.
 *
 * @param whose of these stubs alone
 */
const withFigures = async (
  drafts: readonly Payroll[],
  { services, tenant }: Acting,
  whose?: Condition,
): Promise<string[]> => {
  const others = idsOf(besideNext(drafts));
  if (others.length === 0) return [];
  const such = all(OPEN, HAS_FIGURES, ...(whose ? [whose] : []));
  return [...(await services.read.existing('pay_stub', tenant, 'payroll_id', others, such))].sort();
};

/** Which stubs are calculated of the next payrolls among some drafts, and of others that may have stubs with figures. */
const concerning = (drafts: readonly Payroll[], others: readonly string[]): { ids: string[]; stubs: Condition[] } => {
  const next = idsOf(nextOf(drafts));
  return {
    ids: [...next, ...others],
    stubs: [
      ...(next.length > 0 ? [oneOf('payroll_id', next)] : []),
      ...(others.length > 0 ? [all(oneOf('payroll_id', others), HAS_FIGURES)] : []),
    ],
  };
};

/**
 * Drafts of other schedules that pay people of some payrolls on the same days, and which stubs of theirs: mostly none.
 * Each day has a condition of its own: people of many payrolls of a large employer would be too many for a look-up in
 * memory, and gone through again for each stub.
 */
const besides = async (
  own: readonly Payroll[],
  ids: readonly string[],
  { services, tenant }: Acting,
): Promise<{ ids: string[]; stubs: Condition[] }> => {
  const found: { ids: string[]; stubs: Condition[] } = { ids: [], stubs: [] };
  if (ids.length === 0) return found;
  const { read } = services;
  const byDay = groupBy(
    own.filter(({ id }) => ids.includes(id)),
    ({ pay_date }) => pay_date,
  );
  const elsewhere = not(oneOf('pay_schedule_id', [...new Set(own.map(({ pay_schedule_id }) => pay_schedule_id))]));
  const sameDays = oneOf('pay_date', [...byDay.keys()]);
  const drafts = await read.find('payroll', tenant, all(equal('status', 'draft'), sameDays, elsewhere));
  for (const [day, theirs] of groupBy(drafts, ({ pay_date }) => pay_date)) {
    const here = oneOf('payroll_id', idsOf(byDay.get(day) ?? []));
    const paid = all(OPEN, HAS_FIGURES, among('employee_id', 'pay_stub', 'employee_id', here));
    const some = [...(await read.existing('pay_stub', tenant, 'payroll_id', idsOf(theirs), paid))];
    if (some.length === 0) continue;
    found.ids.push(...some);
    found.stubs.push(all(oneOf('payroll_id', some), paid));
  }
  return found;
};
