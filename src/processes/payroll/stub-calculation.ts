import type { Position } from '../../event-store/port.ts';
import { appendTo } from '../../kernel/changes/execute.ts';
import { appendInTurns } from '../../kernel/changes/in-turns.ts';
import { latest } from '../../kernel/changes/latest.ts';
import { overlapped } from '../../kernel/changes/one-ahead.ts';
import type { LoadedRecords } from '../../kernel/changes/remembered.ts';
import { type EventBody, type RecordOf, streamOf } from '../../kernel/definition/resource.ts';
import type { Services, Tenant } from '../../kernel/definition/services.ts';
import { continuing } from '../../pay-records/predecessors.ts';
import { payOf } from '../../pay-records/same-pay.ts';
import { payStubRescheduled } from '../../payrolls/events/pay-stub.ts';
import {
  dependsOnOthers,
  isSamePay,
  type StubWithFacts,
  stubFactsByChunk,
  withPresentPay,
} from '../../payrolls/facts/stub-facts.ts';
import type { Acting } from '../../payrolls/membership/acting.ts';
import { calculate } from '../../payrolls/stubs/calculate.ts';
import { all, any, type Condition, compare, equal, not, oneOf } from '../../values/condition.ts';
import { groupBy, packed } from '../../values/group.ts';

/** Calculates open stubs and appends the differences. */

/** The wait for read models lasts as long as they advance; no progress for so long is a failure. */
const STANDSTILL_ms = 30_000;

/**
 * Waits until the read models have reached a position, so that later steps read what earlier ones appended.
 *
 * @throws Error when the read models stop before the position; the work must be retried
 */
export const caughtUp = async (position: Position, { gate }: Services): Promise<void> => {
  for (let reached = gate.readPosition(); !(await gate.followed(position, [], STANDSTILL_ms)); ) {
    const now = gate.readPosition();
    if (now <= reached) throw new Error(`the read models stand at ${now} and do not reach position ${position}`);
    reached = now;
  }
};

/** Waits until the next turn, in whichever process, can read what this one appended. Returns the end of the log. */
export const awaitReadable = async (services: Services): Promise<Position> => {
  const head = await services.store.head();
  await caughtUp(head, services);
  return head;
};

/** Throws while a read model is parked: nothing may be decided by rows that are older than the streams. */
export const refuseStale = (tenant: Tenant, { gate }: Services): void => {
  const parked = gate.readOnly(tenant);
  if (parked !== undefined) throw new Error(`the read model ${parked} cannot follow this company`);
};

/** Pages of stubs; one page is in memory at a time. */
export type StubPages = AsyncIterable<readonly RecordOf<'pay_stub'>[]> | Iterable<readonly RecordOf<'pay_stub'>[]>;

/**
 * Whether a stub was calculated, so that its figures may be outdated. It may have no lines and only the sums of the
 * year.
 */
export const isCalculated = ({ amounts, levies }: RecordOf<'pay_stub'>): boolean =>
  (levies ?? null) !== null || Object.keys(amounts ?? {}).length > 0;

/**
 * Calculates open stubs, each in one append to its own stream; nothing is appended when nothing differs. Of several
 * stubs of one pay, the later ones depend on the earlier ones, so they wait for those.
 *
 * @param pages in the order of ids
 * @param reached called with the last id of each page that is done
 */
export const calculateStubs = async (
  pages: StubPages,
  acting: Acting,
  reached?: (id: string) => void,
): Promise<Position | undefined> => {
  let last: Position | undefined;
  const paid = new Set<string>();
  let isFirst = true;
  for await (const page of pages) {
    if (!isFirst) await acting.turn?.giveWay();
    isFirst = false;
    const { alone, together } = byPay(page, paid);
    const continued: Continued = [];
    last = latest([last, await calculateAtOnce(alone, acting, continued)]);
    for (const pays of together) {
      // The stubs that they depend on may have been calculated just now.
      if (last !== undefined) await caughtUp(last, acting.services);
      last = latest([last, await calculateInTurns(pays, acting, continued)]);
    }
    last = latest([last, await calculateContinuing(continued, page, last, acting)]);
    if (page.length > 0) reached?.(page.at(-1)!.id);
  }
  return last;
};

/**
 * Calculates the open stubs that earlier turns have not yet calculated in this part of the work.
 *
 * @param pages of stubs in the order of ids, for a condition that selects those that are left
 */
export const calculateOn = async (
  part: string,
  pages: (left: Condition) => StubPages,
  acting: Acting,
): Promise<Position | undefined> => {
  const { turn } = acting;
  const left = compare('id', '>', turn?.reached(part) ?? '');
  return calculateStubs(pages(left), acting, (id) => turn?.reach(part, id));
};

/** Stubs of pays that are calculated together, at most, unless one pay alone has more. */
const STUBS_TOGETHER = 150;

/**
 * Splits stubs into those that are alone in their pay, nearly always all, and groups of pays with several stubs each.
 */
const byPay = (
  stubs: readonly RecordOf<'pay_stub'>[],
  paid: Set<string>,
): { alone: RecordOf<'pay_stub'>[]; together: RecordOf<'pay_stub'>[][][] } => {
  const alone: RecordOf<'pay_stub'>[] = [];
  const others: RecordOf<'pay_stub'>[][] = [];
  for (const [pay, ofPay] of groupBy(
    [...stubs].sort((a, b) => (a.id < b.id ? -1 : 1)),
    payOf,
  )) {
    // A stub of the same pay on an earlier page may not be readable yet.
    if (ofPay.length === 1 && !paid.has(pay)) alone.push(...ofPay);
    else others.push(ofPay);
    paid.add(pay);
  }
  // When there are few stubs, the facts of all of them take one read.
  if (others.length > 0 && stubs.length <= STUBS_TOGETHER)
    return { alone: [], together: [[...others, ...alone.map((stub) => [stub])]] };
  return { alone, together: packed(others, ({ length }) => length, STUBS_TOGETHER, STUBS_TOGETHER) };
};

/**
 * Calculates the first stubs of some pays, then the second ones, and so on. Their facts are read once; before each
 * later stub only the figures of the earlier stubs of its pay are read again.
 */
const calculateInTurns = async (
  pays: readonly (readonly RecordOf<'pay_stub'>[])[],
  acting: Acting,
  continued: Continued = [],
  times = 0,
): Promise<Position | undefined> => {
  const { services, tenant } = acting;
  const known = new Map<string, StubWithFacts>();
  for await (const chunk of stubFactsByChunk(pays.flat(), services, tenant))
    for (const one of chunk) known.set(one.stub.id, one);
  noteContinued([...known.values()], continued);
  // Where one was closed before, a higher id may come first: the later a stub comes, the more it is behind.
  const behind = ({ id }: RecordOf<'pay_stub'>): number => known.get(id)?.facts.counted.length ?? 0;
  // Holiday pay counts what a work assignment before earned on the same payroll, whichever of the stubs comes first.
  const continues = ({ id }: RecordOf<'pay_stub'>) => known.get(id)?.facts.employment_began !== undefined;
  const inOrder = pays.map((pay) => {
    const once = pay.toSorted((a, b) => behind(a) - behind(b));
    // One that continues another one which itself does so is right when both are.
    return once.some(continues) ? once.flatMap(() => once) : once;
  });
  let last: Position | undefined;
  const appended: Appended = new Map();
  for (let at = 0; inOrder.some(({ length }) => at < length); at++) {
    const turn = inOrder.flatMap((pay) => known.get(pay[at]?.id ?? '') ?? []);
    // When no earlier stub has changed, what was read still holds, as far as is known here.
    if (last !== undefined) await caughtUp(last, services);
    const present = last === undefined ? turn : await withPresentPay(turn, services, tenant);
    last = latest([last, await calculateChunk(present, acting, appended)]);
  }
  return calculateOvertaken(appended, last, acting, times);
};

const calculateAtOnce = async (
  stubs: readonly RecordOf<'pay_stub'>[],
  acting: Acting,
  continued: Continued,
): Promise<Position | undefined> => {
  let last: Position | undefined;
  await overlapped(
    stubFactsByChunk(stubs, acting.services, acting.tenant),
    async (chunk) => {
      noteContinued(chunk, continued);
      // Looked at chunk by chunk, so that the facts of a page are never held together.
      const appended: Appended = new Map();
      const position = await calculateChunk(chunk, acting, appended);
      return calculateOvertaken(appended, position, acting);
    },
    (position) => {
      last = latest([last, position]);
    },
  );
  return last;
};

/** By id: stubs whose calculation was appended and depends on others of their pay, each with what it was made from. */
type Appended = Map<string, StubWithFacts>;

/** How often in a row a pay is calculated again because it was calculated beside that. */
const MOST_OVERTAKEN = 100;

/**
 * Calculates pays again while what was appended does not rest on what the others of the pay bear now. Two works on one
 * company may calculate a pay at once (population, and due work that populates or follows levies): one reads the facts,
 * the other calculates all stubs of the pay, and the first one then appends what is outdated. Nothing that follows the
 * log would find that. Whoever changes a stub calculates those behind it after that. So it is enough that each work
 * looks, behind its own appends, whether they rest on something older. Where they do, it calculates the whole pay: the
 * other one may have calculated those behind from what was outdated.
 *
 * @param last position of the last of the appends
 * @param times how often in a row it was so before
 * @returns position of the last append
 * @throws Error when others go on changing them; the work must be retried
 */
const calculateOvertaken = async (
  appended: Appended,
  last: Position | undefined,
  acting: Acting,
  times = 0,
): Promise<Position | undefined> => {
  if (appended.size === 0 || last === undefined) return last;
  const { services, tenant } = acting;
  await caughtUp(last, services);
  const present = await withPresentPay([...appended.values()], services, tenant);
  const overtaken = present.filter(({ stub, facts }) => !isSamePay(facts, appended.get(stub.id)!.facts));
  if (overtaken.length === 0) return last;
  if (times === MOST_OVERTAKEN) throw new Error(`${overtaken.length} stubs are changed by others again and again`);
  const pays = await wholePays(
    overtaken.map(({ stub }) => stub),
    acting,
  );
  return latest([last, await calculateInTurns(pays, acting, [], times + 1)]);
};

/** The calculated open stubs of the pays of some, by pay, each in the order of ids. */
const wholePays = async (
  stubs: readonly RecordOf<'pay_stub'>[],
  { services, tenant }: Acting,
): Promise<RecordOf<'pay_stub'>[][]> => {
  const pays = groupBy(stubs, payOf);
  const of = (member: 'employee_id' | 'pay_date') =>
    oneOf(member, [...new Set(stubs.flatMap((one) => one[member] ?? []))]);
  const open = all(of('employee_id'), of('pay_date'), equal('is_closed', false));
  for await (const rows of services.read.pages('pay_stub', tenant, open))
    for (const row of rows) {
      const pay = pays.get(payOf(row));
      if (pay && isCalculated(row) && !pay.some(({ id }) => id === row.id)) pay.push(row);
    }
  return [...pays.values()].map((pay) => pay.toSorted((a, b) => (a.id < b.id ? -1 : 1)));
};

/** Stubs whose work assignment may be continued by another one of the person. */
type Continued = RecordOf<'pay_stub'>[];

const noteContinued = (chunk: readonly StubWithFacts[], continued: Continued): void => {
  for (const { stub, facts } of chunk)
    if (facts.siblings?.some(({ isOfEmployer }) => isOfEmployer)) continued.push(stub);
};

/**
 * Calculates the pays once more in which a stub of an earlier page continues the work assignment of one that was
 * calculated now: its holiday pay counts what is earned there.
 *
 * @param page that was calculated now, up to a position
 */
const calculateContinuing = async (
  continued: Continued,
  page: readonly RecordOf<'pay_stub'>[],
  position: Position | undefined,
  acting: Acting,
): Promise<Position | undefined> => {
  if (continued.length === 0) return undefined;
  const { services, tenant } = acting;
  if (position !== undefined) await caughtUp(position, services);
  const of = (member: 'employee_id' | 'payroll_id') =>
    oneOf(member, [...new Set(continued.flatMap((stub) => stub[member] ?? []))]);
  const theirs: RecordOf<'pay_stub'>[] = [];
  const open = all(of('employee_id'), of('payroll_id'), equal('is_closed', false));
  for await (const rows of services.read.pages('pay_stub', tenant, open)) theirs.push(...rows.filter(isCalculated));
  const now = new Set(page.map(({ id }) => id));
  const last = page.at(-1)!.id;
  const earlier = theirs.filter(({ id }) => id < last && !now.has(id));
  const behind = await continuing(earlier, continued, services, tenant);
  const pays = new Set(earlier.filter(({ id }) => behind.has(id)).map(payOf));
  if (pays.size === 0) return undefined;
  const again = theirs.filter((stub) => stub.id <= last && pays.has(payOf(stub)));
  return calculateInTurns([...groupBy(again, payOf).values()], acting);
};

const calculateChunk = async (
  chunk: readonly StubWithFacts[],
  acting: Acting,
  appended: Appended,
): Promise<Position | undefined> => {
  const positions = await appendInTurns(chunk, acting.services, async (one) => {
    const { stub, facts } = one;
    const origin = acting.once('calculate', stub.id);
    const decide = async ({ aggregate }: LoadedRecords): Promise<EventBody[]> => {
      const now = aggregate.get('pay_stub', stub.id);
      if (!now || now.is_closed) return [];
      return (await calculate(now, aggregate, facts, origin, acting.services)).events;
    };
    const { position } = await appendTo(streamOf('pay_stub', stub.id), 'calculated', origin, acting.services, decide);
    if (position !== undefined) acting.calculated?.(position);
    if (position !== undefined && dependsOnOthers(facts)) appended.set(stub.id, one);
    return position;
  });
  return latest(positions);
};

/**
 * Sets the pay dates of open stubs to those of their payrolls, and recalculates the stubs that have amounts: which year
 * an amount counts for depends on the date.
 *
 * @param payrolls drafts
 */
export const followPayDates = async (
  payrolls: readonly RecordOf<'payroll'>[],
  acting: Acting,
): Promise<Position | undefined> => {
  if (payrolls.length === 0) return undefined;
  const { services, tenant } = acting;
  const dates = new Map(payrolls.map(({ id, pay_date }) => [id, pay_date]));
  // Looked up by their payrolls, so that no stub of a closed payroll is read.
  const named = oneOf('payroll_id', [...dates.keys()]);
  const elsewhere = any(
    ...[...dates].map(([id, pay_date]) => all(equal('payroll_id', id), not(equal('pay_date', pay_date)))),
  );
  let last: Position | undefined;
  const facts_position = services.gate.readPosition();
  for await (const page of services.read.pages('pay_stub', tenant, all(named, elsewhere, equal('is_closed', false)))) {
    const isBlank = ({ amounts }: RecordOf<'pay_stub'>) => Object.keys(amounts ?? {}).length === 0;
    const moved = await appendInTurns(page.filter(isBlank), services, async ({ id, payroll_id }) => {
      const pay_date = dates.get(payroll_id)!;
      const decide = async ({ aggregate }: LoadedRecords): Promise<EventBody[]> => {
        const now = aggregate.get('pay_stub', id);
        if (!now || now.is_closed || now.pay_date === pay_date) return [];
        const data = { pay_date, previous_pay_date: now.pay_date ?? null };
        return [payStubRescheduled(data, { facts_position })];
      };
      return (await appendTo(streamOf('pay_stub', id), 'moved', acting.once('moved', id), services, decide)).position;
    });
    const held = page.filter((stub) => !isBlank(stub));
    last = latest([last, ...moved, await calculateStubs([held], acting)]);
    if (last !== undefined) await acting.turn?.giveWay();
  }
  return last;
};
