import { readCodeBook } from '../../accounting/code-book.ts';
import { type MakePosting, type PostingSums, postingsBy } from '../../accounting/posting.ts';
import {
  type Difference,
  differenceText,
  PAYROLL_COLUMNS,
  payrollDifferences,
  stubDifferences,
} from '../../accounting/stub-totals.ts';
import { LINE_KINDS } from '../../calculation/index.ts';
import { provincesOfPay } from '../../employers/tax-properties-in-force.ts';
import type { Position } from '../../event-store/port.ts';
import { loadStream } from '../../kernel/changes/execute.ts';
import { appendInTurns, FAR_AHEAD } from '../../kernel/changes/in-turns.ts';
import { latest } from '../../kernel/changes/latest.ts';
import { oneAhead, overlapped } from '../../kernel/changes/one-ahead.ts';
import { parseStream, type RecordOf } from '../../kernel/definition/resource.ts';
import type { Services, Tenant } from '../../kernel/definition/services.ts';
import type { Origin } from '../../kernel/definition/writer.ts';
import { recordingEntryId } from '../../payrolls/events/entry-ids.ts';
import { closedStubsOf } from '../../payrolls/events/list.ts';
import { payrollApproved, payrollUnapproved } from '../../payrolls/events/payroll.ts';
import { lineOf } from '../../payrolls/stubs/line-defaults.ts';
import { isSliceOver, nextTurn } from '../../timing/give-way.ts';
import { all, compare, oneOf } from '../../values/condition.ts';
import { textOf } from '../../values/json.ts';
import { type Gathered, makeGathered, type Turn, type TurnsOptions } from '../../work/turn.ts';
import type { ManagedEvent, ProcessManager } from '../managers/manager.ts';
import { oneByOne } from '../managers/one-by-one.ts';
import { processOrigin } from '../managers/origin.ts';
import { appendEntry, TITLES } from './journal-entries.ts';
import { reverse } from './journal-reversal.ts';
import { awaitReadable } from './stub-calculation.ts';

/**
 * Posts the journal entries of an approved payroll: one for each of its stubs, then one for the payroll. The entries'
 * ids derive from the approval, so posting again posts nothing. Stubs and lines are read page by page. When the
 * approval is undone, each entry is reversed by a new one.
 */
export const journalManager = (services: Services, options: TurnsOptions = {}): ProcessManager => {
  const sofar = makeGathered<Posted>();
  return {
    name: 'journal',
    handles: ({ type }) => type === payrollApproved.type || type === payrollUnapproved.type,
    batchSize: 4,
    handle: oneByOne(
      () => awaitReadable(services),
      options,
      (event, turn) =>
        payrollUnapproved.is(event) ? reverse(event, services, turn) : postUnlessUndone(event, sofar, services, turn),
    ),
  };
};

/**
 * Sums of a payroll's lines, up to a stub. The codes are those that existed when posting began, so that the payroll's
 * entry agrees with the entries of its stubs.
 */
export interface Posted {
  codes: Awaited<ReturnType<typeof readCodeBook>>;
  empty: MakePosting;
  whole: PostingSums;
  stubs: number;
  upTo: string;
}

/** Sums of no line yet, with the codes that an employer has now. */
export const beginPosting = async (entity: string, services: Services, tenant: Tenant): Promise<Posted> => {
  const codes = await readCodeBook(entity, services, tenant);
  const empty = postingsBy(codes);
  return { codes, empty, whole: empty(), stubs: 0, upTo: '' };
};

/** Adds a page to the sums. */
export const include = (
  posted: Posted,
  { stubs, postings }: { stubs: readonly { id: string }[]; postings: ReadonlyMap<string, PostingSums> },
): void => {
  for (const posting of postings.values()) posted.whole.include(posting);
  posted.stubs += stubs.length;
  posted.upTo = stubs.at(-1)?.id ?? posted.upTo;
};

/**
 * The lines of stubs do not add up to the totals, or the stubs are not those that were approved. Nothing is posted
 * then: an entry that balances and is wrong is worse than none.
 */
export class JournalDiffers extends Error {
  override name = 'JournalDiffers';

  constructor(record: string, differences: readonly Difference[]) {
    super(`no journal entry for ${record}: ${differences.map(differenceText).join('; ')}`);
  }
}

/** Stubs of one page. Of their lines only sums are kept in memory, some dozens for each stub. */
const STUBS_AT_ONCE = 200;

/** Posts, unless the approval is undone: its stubs are being reopened then, and posted entries are reversed. */
const postUnlessUndone = async (
  approved: ManagedEvent,
  sofar: Gathered<Posted>,
  services: Services,
  turn: Turn,
): Promise<Position | undefined> => {
  const isUndone = async () => {
    const { events } = await loadStream(approved.stream, services);
    return events.slice(events.findIndex(({ id }) => id === approved.id)).some(payrollUnapproved.is);
  };
  if (await isUndone()) return undefined;
  try {
    return await post(approved, sofar, services, turn);
  } catch (error) {
    if (!(await isUndone())) throw error;
    return undefined;
  }
};

const post = async (
  approved: ManagedEvent,
  sofar: Gathered<Posted>,
  services: Services,
  turn: Turn,
): Promise<Position | undefined> => {
  const { read } = services;
  const { id } = parseStream(approved.stream);
  const origin = processOrigin('journal', approved, approved.id, services.clock.instant());
  const { tenant } = origin;
  const payroll = await read.get('payroll', tenant, id);
  if (!payroll) return undefined;
  const begin = () => beginPosting(payroll.business_entity_id, services, tenant);
  return sofar.during(approved.id, begin, async (posted) => {
    const { empty, whole } = posted;
    let last: Position | undefined;
    await overlapped(
      oneAhead(postingsByPage(id, posted, services, tenant)),
      ({ stubs, postings }) =>
        appendInTurns(
          stubs,
          services,
          async (stub) => {
            const posting = postings.get(stub.id) ?? empty();
            check(stub.id, stubDifferences(posting, stub));
            return record('pay_stub_recording', payroll, stub.id, posting, approved, origin, services);
          },
          { ahead: FAR_AHEAD },
        ),
      (positions, page) => {
        include(posted, page);
        last = latest([last, ...positions]);
      },
      turn.giveWay,
    );
    const stub_count = payrollApproved.is(approved) ? approved.data.stub_count : null;
    if (stub_count !== null && posted.stubs !== stub_count)
      throw new Error(
        `no journal entry for ${id}: ${stub_count} pay stubs were approved, and ${posted.stubs} are closed`,
      );
    const sums = await read.sums('pay_stub', tenant, 'payroll_id', PAYROLL_COLUMNS, closedStubsOf(id));
    check(id, payrollDifferences(whole, sums.get(id)));
    return latest([last, await record('payroll_recording', payroll, null, whole, approved, origin, services)]);
  });
};

/** Pages of the closed stubs of a payroll after those that are posted, with the sums of their lines. */
export async function* postingsByPage(payroll_id: string, posted: Posted, services: Services, tenant: Tenant) {
  const left = all(closedStubsOf(payroll_id), compare('id', '>', posted.upTo));
  for await (const stubs of services.read.pages('pay_stub', tenant, left, STUBS_AT_ONCE))
    yield { stubs, postings: await postingsOf(stubs, posted, services, tenant) };
}

/** @throws JournalDiffers */
const check = (record: string, differences: readonly Difference[]): void => {
  if (differences.length > 0) throw new JournalDiffers(record, differences);
};

const record = async (
  type: keyof typeof TITLES,
  payroll: RecordOf<'payroll'>,
  pay_stub_id: string | null,
  posting: PostingSums,
  approved: ManagedEvent,
  origin: Origin,
  services: Services,
): Promise<Position | undefined> => {
  const { rows, ...entry } = posting.entry();
  const data = {
    type,
    title: TITLES[type].en,
    title_translations: { en: TITLES[type].en, fr: TITLES[type].fr },
    payroll_id: payroll.id,
    pay_stub_id,
    posted_on: `${payroll.pay_date}T00:00:00.000000Z`,
    ...entry,
  };
  const entry_id = recordingEntryId(approved, pay_stub_id, origin.occurred_at);
  return appendEntry(entry_id, data, rows, origin, services);
};

/** Sums of the lines of some stubs, by stub. */
const postingsOf = async (
  stubs: readonly RecordOf<'pay_stub'>[],
  { codes, empty }: Pick<Posted, 'codes' | 'empty'>,
  services: Services,
  tenant: Tenant,
): Promise<Map<string, PostingSums>> => {
  const { read, registry } = services;
  const provinceOf = codes.spreadsWithholdings ? await provincesOfPay(stubs, services, tenant) : () => null;
  const postings = new Map(stubs.map((stub) => [stub.id, empty(provinceOf(stub))]));
  const where = oneOf('pay_stub_id', [...postings.keys()]);
  for (const kind of LINE_KINDS) {
    if (!registry.get(`${kind}_line_item`)) continue;
    for await (const lines of read.pages(`${kind}_line_item`, tenant, where))
      for (const line of lines) {
        if (isSliceOver()) await nextTurn();
        postings.get(textOf(line.pay_stub_id))?.add(lineOf(line));
      }
  }
  return postings;
};

/** The managers that the caller of an approval waits for. */
const WAITED_FOR = ['journal', 'payments'];
/** Other work waits so long for the journal, then runs beside it. */
export const APPROVAL_ms = 10_000;
/** After each of these intervals `between` is called, so that a turn that only waits may end. */
const CHECK_ms = 500;

/**
 * Waits for the journal entries and payments of an approval, which its caller waits for: other work that follows from
 * it would compete with them for the same processors. Does not wait when they are parked.
 *
 * @param until_ms deadline by `Date.now()`, {@link APPROVAL_ms} away at most
 * @param between called between two checks; it may throw
 */
export const afterApproval = async (
  { position, metadata: { partner_id = '', company_id } }: Pick<ManagedEvent, 'position' | 'metadata'>,
  { gate }: Services,
  until_ms: number,
  between: () => Promise<void> | void,
): Promise<void> => {
  const tenant = company_id === undefined ? { partner_id } : { partner_id, company_id };
  for (;;) {
    const left_ms = until_ms - Date.now();
    // Further away than it can be: it was noted before the clock was set back.
    if (left_ms <= 0 || left_ms > 2 * APPROVAL_ms) return;
    if (await gate.followed(position, WAITED_FOR, Math.min(CHECK_ms, left_ms), tenant)) return;
    if (gate.isStuck(WAITED_FOR, tenant)) return;
    await between();
  }
};
