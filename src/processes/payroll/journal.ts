import { readCodeBook } from '../../accounting/code-book.ts';
import { type PostingSums, postingsBy } from '../../accounting/posting.ts';
import { type Difference, PAYROLL_COLUMNS, payrollDifferences, stubDifferences } from '../../accounting/stub-totals.ts';
import { LINE_KINDS } from '../../calculation/index.ts';
import type { Position } from '../../event-store/port.ts';
import { loadStream } from '../../kernel/changes/execute.ts';
import { latest } from '../../kernel/changes/latest.ts';
import { oneAhead } from '../../kernel/changes/one-ahead.ts';
import { inTurns } from '../../kernel/changes/write.ts';
import { parseStream, type RecordOf } from '../../kernel/definition/resource.ts';
import type { Services, Tenant } from '../../kernel/definition/services.ts';
import type { Origin } from '../../kernel/definition/writer.ts';
import { payrollApproved, payrollUnapproved } from '../../payrolls/events/payroll.ts';
import { lineOf } from '../../payrolls/stubs/line-defaults.ts';
import { all, type Condition, compare, equal, oneOf } from '../../values/condition.ts';
import { textOf } from '../../values/json.ts';
import { type Gathered, makeGathered, type Turn, type TurnsOptions } from '../../work/turn.ts';
import type { ManagedEvent, ProcessManager } from '../managers/manager.ts';
import { oneByOne } from '../managers/one-by-one.ts';
import { processOrigin } from '../managers/origin.ts';
import { appendEntry, entryId, TITLES } from './journal-entries.ts';
import { reverse } from './journal-reversal.ts';
import { leftReadable } from './stub-calculation.ts';

/**
 * Posts the journal entries of an approved payroll: one for each of its stubs, then one for the payroll. The entries'
 * ids derive from the approval, so posting again posts nothing. Stubs and lines pass through memory page by page. When
 * the approval is taken back, each of them is reversed by an entry of its own.
 */
export const journalManager = (services: Services, options: TurnsOptions = {}): ProcessManager => {
  const sofar = makeGathered<Posted>();
  return {
    name: 'journal',
    handles: ({ type }) => type === payrollApproved.type || type === payrollUnapproved.type,
    batchSize: 4,
    handle: oneByOne(
      () => leftReadable(services),
      options,
      (event, turn) =>
        payrollUnapproved.is(event)
          ? reverse(event, services, turn)
          : postUnlessTakenBack(event, sofar, services, turn),
    ),
  };
};

/**
 * What the lines of a payroll come to, up to a stub. The codes are those that there were when it was begun, so that the
 * entry of the payroll says what those of its stubs say.
 */
export interface Posted {
  codes: Awaited<ReturnType<typeof readCodeBook>>;
  empty: () => PostingSums;
  whole: PostingSums;
  stubs: number;
  upTo: string;
}

export const beginPosting = async (entity: string, services: Services, tenant: Tenant): Promise<Posted> => {
  const codes = await readCodeBook(entity, services, tenant);
  const empty = postingsBy(codes);
  return { codes, empty, whole: empty(), stubs: 0, upTo: '' };
};

/** Takes a page into account: from then on it is not read again. */
export const include = (
  posted: Posted,
  { stubs, postings }: { stubs: readonly { id: string }[]; postings: ReadonlyMap<string, PostingSums> },
): void => {
  for (const posting of postings.values()) posted.whole.include(posting);
  posted.stubs += stubs.length;
  posted.upTo = stubs.at(-1)?.id ?? posted.upTo;
};

/**
 * The lines of stubs do not come to their totals, or the stubs are not those that were approved. Nothing is posted then:
 * an entry that balances and is wrong is worse than none.
 */
export class JournalDiffers extends Error {
  override name = 'JournalDiffers';

  constructor(record: string, differences: readonly Difference[]) {
    const sentences = differences.map(
      ({ of, lines, totals }) => `${of} are ${lines} by its lines and ${totals} by its totals`,
    );
    super(`no journal entry for ${record}: ${sentences.join('; ')}`);
  }
}

/** Stubs of one page. Of their lines only the sums are held, of which a stub has some dozens. */
const STUBS_AT_ONCE = 200;

/** Posts, unless the approval is taken back: its stubs are being opened then, and what is posted is reversed. */
const postUnlessTakenBack = async (
  approved: ManagedEvent,
  sofar: Gathered<Posted>,
  services: Services,
  turn: Turn,
): Promise<Position | undefined> => {
  const isTakenBack = async () => {
    const { events } = await loadStream(approved.stream, services);
    return events.slice(events.findIndex(({ id }) => id === approved.id)).some(payrollUnapproved.is);
  };
  if (await isTakenBack()) return undefined;
  try {
    return await post(approved, sofar, services, turn);
  } catch (error) {
    if (!(await isTakenBack())) throw error;
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
    for await (const page of oneAhead(postingsByPage(id, posted, services, tenant))) {
      const positions = await inTurns(page.stubs, async (stub) => {
        const posting = page.postings.get(stub.id) ?? empty();
        check(stub.id, stubDifferences(posting, stub));
        return record('pay_stub_recording', payroll, stub.id, posting, approved, origin, services);
      });
      include(posted, page);
      last = latest([last, ...positions]);
      await turn.giveWay();
    }
    const stub_count = payrollApproved.is(approved) ? approved.data.stub_count : null;
    if (stub_count !== null && posted.stubs !== stub_count)
      throw new Error(
        `no journal entry for ${id}: ${stub_count} pay stubs were approved, and ${posted.stubs} are closed`,
      );
    const sums = await read.sums('pay_stub', tenant, 'payroll_id', PAYROLL_COLUMNS, closedStubs(id));
    check(id, payrollDifferences(whole, sums.get(id)));
    return latest([last, await record('payroll_recording', payroll, null, whole, approved, origin, services)]);
  });
};

const closedStubs = (payroll_id: string): Condition => all(equal('payroll_id', payroll_id), equal('is_closed', true));

/** Closed stubs of a payroll by the page, those behind what is posted, with what their lines come to. */
export async function* postingsByPage(payroll_id: string, { empty, upTo }: Posted, services: Services, tenant: Tenant) {
  const left = all(closedStubs(payroll_id), compare('id', '>', upTo));
  for await (const stubs of services.read.pages('pay_stub', tenant, left, STUBS_AT_ONCE))
    yield { stubs, postings: await postingsOf(stubs, empty, services, tenant) };
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
  return appendEntry(entryId(approved, origin, type, pay_stub_id), data, rows, origin, services);
};

/** What the lines of some stubs come to, by stub. */
const postingsOf = async (
  stubs: readonly RecordOf<'pay_stub'>[],
  empty: () => PostingSums,
  { read, registry }: Services,
  tenant: Tenant,
): Promise<Map<string, PostingSums>> => {
  const postings = new Map(stubs.map(({ id }) => [id, empty()]));
  const where = oneOf('pay_stub_id', [...postings.keys()]);
  for (const kind of LINE_KINDS) {
    if (!registry.get(`${kind}_line_item`)) continue;
    for await (const lines of read.pages(`${kind}_line_item`, tenant, where))
      for (const line of lines) postings.get(textOf(line.pay_stub_id))?.add(lineOf(line));
  }
  return postings;
};

/** Who approved a payroll waits for these. */
const WAITED_FOR = ['journal', 'payments'];
/** Others continue beside a journal that takes longer. */
export const APPROVAL_ms = 10_000;
/** Nothing else is done meanwhile, so who waits for the place is asked for this often. */
const LOOK_ms = 500;

/**
 * The caller who approves a payroll waits for its journal entries and its payments. So what else follows from it is done
 * after these and not beside them, on the same processors. Does not wait where they are parked.
 *
 * @param until_ms by `Date.now()`
 * @param between called between two looks; it may throw
 */
export const behindApproval = async (
  { position, metadata: { partner_id = '', company_id } }: Pick<ManagedEvent, 'position' | 'metadata'>,
  { gate }: Services,
  until_ms: number,
  between: () => Promise<void> | void,
): Promise<void> => {
  const tenant = company_id === undefined ? { partner_id } : { partner_id, company_id };
  for (;;) {
    const asked_ms = performance.now();
    const within_ms = Math.min(LOOK_ms, until_ms - Date.now());
    if (within_ms <= 0 || (await gate.followed(position, WAITED_FOR, within_ms, tenant))) return;
    // It is parked: there is nothing to wait for. Timers end a look that was waited for a few milliseconds early.
    if (performance.now() - asked_ms < within_ms / 2) return;
    await between();
  }
};
