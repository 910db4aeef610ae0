import { readCodeBook } from '../../accounting/code-book.ts';
import { journalEntryPosted, journalEntryRowsPosted } from '../../accounting/events.ts';
import type { JournalEntryType } from '../../accounting/journal-entry.ts';
import { type CodeBook, type JournalRow, makePosting, type PostingSums } from '../../accounting/posting.ts';
import { type Difference, PAYROLL_COLUMNS, payrollDifferences, stubDifferences } from '../../accounting/stub-totals.ts';
import { LINE_KINDS, type Line } from '../../calculation/index.ts';
import type { Position } from '../../event-store/port.ts';
import { appendTo } from '../../kernel/changes/execute.ts';
import { latest } from '../../kernel/changes/latest.ts';
import { oneAhead } from '../../kernel/changes/one-ahead.ts';
import { inTurns } from '../../kernel/changes/write.ts';
import { parseStream, type RecordOf, streamOf } from '../../kernel/definition/resource.ts';
import type { Services, Tenant } from '../../kernel/definition/services.ts';
import type { Origin } from '../../kernel/definition/writer.ts';
import { payrollApproved } from '../../payrolls/events/payroll.ts';
import { all, type Condition, equal, oneOf } from '../../values/condition.ts';
import { derivedId } from '../../values/ids.ts';
import { textOf } from '../../values/json.ts';
import type { Text } from '../../values/text.ts';
import type { ManagedEvent, ProcessManager } from '../managers/manager.ts';
import { processOrigin } from './origins.ts';

/**
 * Posts the journal entries of an approved payroll: one for each of its stubs, then one for the payroll. The entries'
 * ids derive from the approval, so posting again posts nothing. Stubs and lines pass through memory page by page.
 */
export const journalManager = (services: Services): ProcessManager => ({
  name: 'journal',
  handles: ({ type }) => type === payrollApproved.type,
  batchSize: 4,
  handle: async ({ events, signal }) => {
    let last: Position | undefined;
    for (const event of events) last = latest([last, await post(event, services, signal)]);
    return last;
  },
});

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

const TITLES: Readonly<Record<Exclude<JournalEntryType, 'payroll_payment'>, Text>> = {
  payroll_recording: { en: 'Payroll Accrual Entry', fr: 'Écriture de provision de la paie' },
  pay_stub_recording: { en: 'Pay Stub Accrual Entry', fr: 'Écriture de provision du talon de paie' },
};

/** Stubs of one page. Of their lines only the sums are held, of which a stub has some dozens. */
const STUBS_AT_ONCE = 200;

const post = async (approved: ManagedEvent, services: Services, signal: AbortSignal): Promise<Position | undefined> => {
  const { read } = services;
  const { id } = parseStream(approved.stream);
  const origin = processOrigin('journal', approved, approved.id, services.clock.instant());
  const { tenant } = origin;
  const payroll = await read.get('payroll', tenant, id);
  if (!payroll) return undefined;
  const codes = await readCodeBook(payroll.business_entity_id, services, tenant);
  const whole = makePosting(codes);
  let count = 0;
  let last: Position | undefined;
  for await (const { stubs, postings } of oneAhead(postingsByPage(id, codes, services, tenant))) {
    signal.throwIfAborted();
    count += stubs.length;
    const positions = await inTurns(stubs, async (stub) => {
      const posting = postings.get(stub.id) ?? makePosting(codes);
      check(stub.id, stubDifferences(posting, stub));
      return record('pay_stub_recording', payroll, stub.id, posting, approved, origin, services);
    });
    for (const posting of postings.values()) whole.include(posting);
    last = latest([last, ...positions]);
  }
  const stub_count = payrollApproved.is(approved) ? approved.data.stub_count : null;
  if (stub_count !== null && count !== stub_count)
    throw new Error(`no journal entry for ${id}: ${stub_count} pay stubs were approved, and ${count} are closed`);
  const sums = await read.sums('pay_stub', tenant, 'payroll_id', PAYROLL_COLUMNS, closedStubs(id));
  check(id, payrollDifferences(whole, sums.get(id)));
  return latest([last, await record('payroll_recording', payroll, null, whole, approved, origin, services)]);
};

const closedStubs = (payroll_id: string): Condition => all(equal('payroll_id', payroll_id), equal('is_closed', true));

/** Closed stubs of a payroll by the page, with what their lines come to. */
export async function* postingsByPage(payroll_id: string, codes: CodeBook, services: Services, tenant: Tenant) {
  for await (const stubs of services.read.pages('pay_stub', tenant, closedStubs(payroll_id), STUBS_AT_ONCE))
    yield { stubs, postings: await postingsOf(stubs, codes, services, tenant) };
}

/** @throws JournalDiffers */
const check = (record: string, differences: readonly Difference[]): void => {
  if (differences.length > 0) throw new JournalDiffers(record, differences);
};

/** The id of an entry: the same whenever it is posted again. */
const entryId = (approved: ManagedEvent, origin: Origin, type: keyof typeof TITLES, stubId: string | null): string =>
  derivedId(
    'jrnle',
    Date.parse(approved.metadata.occurred_at ?? origin.occurred_at),
    `${approved.id}/${type}/${stubId}`,
  );

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
  const [first = [], ...rest] = inAppends(rows);
  const posted = journalEntryPosted({
    type,
    title: TITLES[type].en,
    title_translations: { en: TITLES[type].en, fr: TITLES[type].fr },
    payroll_id: payroll.id,
    pay_stub_id,
    posted_on: `${payroll.pay_date}T00:00:00.000000Z`,
    ...entry,
    row_count: rows.length,
    journal_entry_rows: first,
  });
  const stream = streamOf('journal_entry', entryId(approved, origin, type, pay_stub_id));
  const append = async (step: string, event: ReturnType<typeof journalEntryPosted>) =>
    (await appendTo(stream, step, origin, services, async () => [event])).position;
  let last = await append('posted', posted);
  for (const [i, journal_entry_rows] of rest.entries())
    last = await append(`rows ${i}`, journalEntryRowsPosted({ journal_entry_rows }));
  return last;
};

/** Bytes of rows in one append, which holds 512 KiB: the rest of the entry and the metadata fit beside them. */
const ROWS_AT_ONCE_bytes = 300_000;

/** Rows in as many appends as they take; nearly always one. */
const inAppends = (rows: readonly JournalRow[]): JournalRow[][] => {
  const appends: JournalRow[][] = [];
  let room = 0;
  for (const row of rows) {
    const bytes = Buffer.byteLength(JSON.stringify(row));
    if (appends.length === 0 || bytes > room) {
      appends.push([]);
      room = ROWS_AT_ONCE_bytes;
    }
    appends.at(-1)!.push(row);
    room -= bytes;
  }
  return appends;
};

/** What the lines of some stubs come to, by stub. */
const postingsOf = async (
  stubs: readonly RecordOf<'pay_stub'>[],
  codes: CodeBook,
  { read, registry }: Services,
  tenant: Tenant,
): Promise<Map<string, PostingSums>> => {
  const postings = new Map(stubs.map(({ id }) => [id, makePosting(codes)]));
  const where = oneOf('pay_stub_id', [...postings.keys()]);
  for (const kind of LINE_KINDS) {
    if (!registry.get(`${kind}_line_item`)) continue;
    for await (const lines of read.pages(`${kind}_line_item`, tenant, where))
      for (const line of lines) postings.get(textOf(line.pay_stub_id))?.add(line as unknown as Line);
  }
  return postings;
};
