import { rowsOf } from '../kernel/definition/reader.ts';
import type { RecordOf } from '../kernel/definition/resource.ts';
import type { Services, Tenant } from '../kernel/definition/services.ts';
import { all, type Condition, equal, not, oneOf } from '../values/condition.ts';
import { groupBy } from '../values/group.ts';
import { payeeOf } from './year-to-date.ts';

/** Stubs of one payee, employer and pay date: together they are one pay. */

/**
 * Whether another stub of one pay comes before a stub: the later one bears what all bear less what the earlier ones
 * bore. On one payroll, and among drafts, the lower id is the earlier one; what was approved before comes before a
 * draft.
 */
export const comesBefore = (other: RecordOf<'pay_stub'>, stub: RecordOf<'pay_stub'>): boolean =>
  other.id !== stub.id &&
  (other.id < stub.id || (other.is_closed === true && stub.is_closed !== true && other.payroll_id !== stub.payroll_id));

/** Key of a pay. */
export const payOf = (stub: RecordOf<'pay_stub'>): string =>
  `${payeeOf(stub)}/${stub.business_entity_id}/${stub.pay_date}`;

/** A stub that another one was calculated behind, with the sums that it had then. */
export type Counted = { pay_stub_id: string; bases: Record<string, string> };

/** A closed stub that has another place among the stubs of its pay by now: what it bore is of the old one. */
export interface Displaced {
  stub: RecordOf<'pay_stub'>;
  /** What it was calculated behind, and what it would be now. */
  was: Record<string, string>[];
  is: Record<string, string>[];
  /** Whether it would be calculated behind the stub in question, as that is now. */
  is_behind: boolean;
}

/** What a stub has to know of the others of its pay. */
export interface SamePay {
  /** Those whose amounts are taken off what all bear: closed ones and drafts that come before it, in id order. */
  earlier: RecordOf<'pay_stub'>[];
  /** Those that it is calculated behind where amounts say nothing: they were paid by other rates. */
  before: RecordOf<'pay_stub'>[];
  displaced: Displaced[];
}

/** The other stubs of its pay as each stub counts them, by stub id. */
export const stubsOfSamePay = async (
  stubs: readonly RecordOf<'pay_stub'>[],
  services: Services,
  tenant: Tenant,
): Promise<Map<string, SamePay>> => {
  const pays = new Map<string, number>();
  for (const stub of stubs) pays.set(payOf(stub), (pays.get(payOf(stub)) ?? 0) + 1);
  // Who is alone in a pay as far as is known here need not be read again: only others of the pay matter to it.
  const alone = stubs.filter((stub) => pays.get(payOf(stub)) === 1).map(({ id }) => id);
  const ofTheseDays = all(
    oneOf('pay_date', [...new Set(stubs.map(({ pay_date }) => pay_date))]),
    not(oneOf('id', alone)),
  );
  const byPay = groupBy(await ofPayees(stubs, ofTheseDays, services, tenant), payOf);
  return new Map(stubs.map((stub) => [stub.id, samePayOf(stub, byPay.get(payOf(stub)) ?? [])]));
};

/**
 * Whether the pay that changed on some stubs is on other open ones too: what changes here may change what those bear.
 * Among stubs of several pay dates, a stub of another date of one of the people counts as well.
 */
export const haveOpenSiblings = async (
  stubs: readonly RecordOf<'pay_stub'>[],
  { read }: Services,
  tenant: Tenant,
): Promise<boolean> => {
  const ofEmployees = stubs.filter(({ employee_id }) => (employee_id ?? null) !== null);
  if (ofEmployees.length === 0) return false;
  if (new Set(ofEmployees.map(payOf)).size < ofEmployees.length) return true;
  const of = (member: 'employee_id' | 'business_entity_id' | 'pay_date') =>
    oneOf(member, [...new Set(ofEmployees.flatMap((stub) => stub[member] ?? []))]);
  const others = all(
    of('employee_id'),
    of('business_entity_id'),
    of('pay_date'),
    equal('is_closed', false),
    not(
      oneOf(
        'id',
        ofEmployees.map(({ id }) => id),
      ),
    ),
  );
  return read.exists('pay_stub', tenant, others);
};

/** Whether anything is paid on a stub: one without pay has taken no exemption and no bracket. */
const hasSums = ({ bases = {} }: RecordOf<'pay_stub'>): boolean => Object.keys(bases).length > 0;

/** What a stub that is closed now is calculated behind. */
export const countedBy = (before: readonly RecordOf<'pay_stub'>[]): Counted[] =>
  before.filter(hasSums).map(({ id, bases = {} }) => ({ pay_stub_id: id, bases }));

const counts = ({ counted }: RecordOf<'pay_stub'>, id: string): boolean =>
  counted?.some(({ pay_stub_id }) => pay_stub_id === id) === true;

/**
 * The place of a stub among those of its pay. What all bear less what the others bore is right while all are paid by
 * the same rates. By other rates a stub bears its share at its place: the exemption and the lowest brackets go to who
 * is first. So all have to agree who that is, whatever was approved first. A closed stub has said which ones it was
 * calculated behind. Those come before it, open or not; all others come after it, also one that had no pay then.
 *
 *   drafts:  those that a closed stub counted, earliest closed first, then the others; alike by id
 *   closed:  before every draft that they did not count, directly or through others
 *
 * A draft that changed since a stub behind it was closed, or the first draft behind a closed stub that counted one
 * which is gone, bears what that closed stub would bear more or less at the place that it has now. Closings from before
 * this was recorded have counted nobody, as far as is known: a draft comes after them.
 */
const samePayOf = (stub: RecordOf<'pay_stub'>, ofPay: readonly RecordOf<'pay_stub'>[]): SamePay => {
  const others = ofPay.filter(({ id }) => id !== stub.id);
  const earlier = others.filter((other) => comesBefore(other, stub));
  const closed = earlier.filter(({ is_closed }) => is_closed).sort(byClosing);
  if (stub.is_closed || !closed.some(({ counted = [] }) => counted.length > 0))
    return { earlier, before: earlier, displaced: [] };
  const behind = new Set<string>();
  for (const one of closed) if ([stub.id, ...behind].some((id) => counts(one, id))) behind.add(one.id);
  const rank = ({ id }: RecordOf<'pay_stub'>): number => {
    const at = closed.findIndex((one) => counts(one, id));
    return at === -1 ? closed.length : at;
  };
  const own = rank(stub);
  const drafts = others.filter(
    (other) => !other.is_closed && (rank(other) < own || (rank(other) === own && other.id < stub.id)),
  );
  const before = [...closed.filter(({ id }) => !behind.has(id)), ...drafts];
  const known = new Map(before.map((one) => [one.id, one]));
  const present = new Set([stub.id, ...others.map(({ id }) => id)]);
  /** Of those that are gone, the ones that no stub between it and this one has made up for. */
  const goneFor = (one: RecordOf<'pay_stub'>) => (id: string) =>
    !present.has(id) && !before.some((between) => counts(between, one.id) && !counts(between, id));
  const displaced = closed.flatMap((one): Displaced[] => {
    const isBehind = behind.has(one.id);
    const isGone = goneFor(one);
    const takesGone = !isBehind && !drafts.some(hasSums);
    const counted = one.counted ?? [];
    if (!isBehind && !(takesGone && counted.some(({ pay_stub_id: id }) => isGone(id)))) return [];
    const as = (wanted: (id: string) => boolean) =>
      counted.flatMap(({ pay_stub_id: id, bases }) => (wanted(id) ? [known.get(id)?.bases ?? bases] : []));
    const isLeft = (id: string): boolean => id !== stub.id && (isBehind || present.has(id));
    const was = as((id) => id === stub.id || isLeft(id) || (takesGone && isGone(id)));
    return [{ stub: one, was, is: as(isLeft), is_behind: isBehind }];
  });
  return { earlier, before, displaced };
};

/** In the order in which they were closed: each is based on what had been read up to then. */
const byClosing = (a: RecordOf<'pay_stub'>, b: RecordOf<'pay_stub'>): number => {
  const [one, other] = [a, b].map(({ facts_position }) => BigInt(facts_position ?? 0));
  return one === other ? (a.id < b.id ? -1 : 1) : one! < other! ? -1 : 1;
};

/** Stubs of the stubs' payees that meet a condition, in id order for each payee. */
const ofPayees = async (
  stubs: readonly RecordOf<'pay_stub'>[],
  where: Condition,
  { read }: Services,
  tenant: Tenant,
): Promise<RecordOf<'pay_stub'>[]> => {
  const found = payeesOf(stubs).map(async (whose) => {
    const theirs = await rowsOf(read.pages('pay_stub', tenant, all(whose, where)));
    return theirs;
  });
  return (await Promise.all(found)).flat();
};

/**
 * Stubs of the stubs' payees: of an employee, who may have several work assignments with one employer, or of a
 * contractor.
 */
const payeesOf = (stubs: readonly RecordOf<'pay_stub'>[]): Condition[] => {
  const employees = new Set(stubs.flatMap(({ employee_id }) => employee_id ?? []));
  const contractors = stubs.filter(({ employee_id }) => (employee_id ?? null) === null);
  const assignments = new Set(contractors.map(({ work_assignment_id }) => work_assignment_id));
  return [
    ...(employees.size > 0 ? [oneOf('employee_id', [...employees])] : []),
    ...(assignments.size > 0 ? [oneOf('work_assignment_id', [...assignments])] : []),
  ];
};
