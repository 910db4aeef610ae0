import { IN_FORCE } from '../accounting/journal-entry.ts';
import { makePosting, type Posting, type PostingSums, paymentOf, type RowSource } from '../accounting/posting.ts';
import { differenceText, netOf, stubDifferences } from '../accounting/stub-totals.ts';
import type { LoadedStream } from '../kernel/changes/execute.ts';
import { inTurns } from '../kernel/changes/in-turns.ts';
import { type RecordOf, streamOf } from '../kernel/definition/resource.ts';
import { closedByApproval, closedStubsOf } from '../payrolls/events/list.ts';
import { payrollProcessing } from '../payrolls/events/payroll.ts';
import { linesOf } from '../payrolls/stubs/calculate.ts';
import { all, type Condition, equal, not, oneOf } from '../values/condition.ts';
import { piecesOf } from '../values/group.ts';
import { sameJson, textOf } from '../values/json.ts';
import { type Decimal, decimal, sum, toText, ZERO } from '../values/money.ts';
import {
  type Audit,
  damageAt,
  type Found,
  type Invariant,
  idsOf,
  RESTORE,
  streamIn,
  unlessDamaged,
} from './invariant.ts';
import { inspectPayments } from './payments.ts';

/**
 * Reconciliation of a payroll: the ledger (the events of each stub), the stubs as they are read, the journal entries
 * and the payments agree to the cent. The ledger is the source of truth; the others are compared with the sums of its
 * lines.
 */
export interface Reconciled {
  payroll: RecordOf<'payroll'>;
  stubs: number;
  /** One side of the payroll's entry, calculated from the ledger. */
  total: string;
  found: Found[];
}

/** Stubs whose streams are held at once. */
const STUBS_AT_ONCE = 200;

export const REBUILD =
  'the ledger is right: build the read models anew with `payroll projections rebuild payrolls accounting`';
const WRONG_ENTRY =
  'do not export the entry; correct it in the books by the difference, and keep both figures: an entry is never altered';

/** The members of a stub that determine what people see and are paid. */
const TOTALS = [
  'employee_summary',
  'contractor_summary',
  'company_summary',
  'line_item_summary',
  'liability',
  'cash_requirement',
  'is_closed',
  // What forms, reports and the year's later payrolls depend on.
  'amounts',
  'bases',
] as const;

/** Payrolls that left draft. */
const APPROVED = not(equal('status', 'draft'));
/** The entry of a payroll as a whole. */
const OF_PAYROLLS = all(equal('type', 'payroll_recording'), IN_FORCE);
/** The entry of its net pay, once that begins to leave the bank. */
const OF_PAYMENTS = all(equal('type', 'payroll_payment'), IN_FORCE);

const hasBegunToPay = ({ events }: LoadedStream, { approved_event_id }: RecordOf<'payroll'>): boolean =>
  events.some((event) => payrollProcessing.is(event) && event.data.approval_id === approved_event_id);

/** Drafts that are looked at together. */
const DRAFTS_AT_ONCE = 100;

/**
 * The payrolls of a company that are to be reconciled, page by page: those that are read as approved, and those that
 * were posted or have closed pay stubs and are not: their rows may be gone, or from before the approval.
 *
 * @param where limits the former; of the latter only the ledger tells
 */
export async function* reconcilable({ services, tenant }: Audit, where: Condition): AsyncGenerator<string[]> {
  const { read } = services;
  // One by one: a payroll may have 20,000 stubs.
  yield* idsOf(read.pages('payroll', tenant, all(APPROVED, where), 1));
  for await (const entries of read.pages('journal_entry', tenant, OF_PAYROLLS)) {
    const posted = [...new Set(entries.map(({ payroll_id }) => textOf(payroll_id)))];
    const approved = await read.existing('payroll', tenant, 'id', posted, APPROVED);
    yield posted.filter((id) => !approved.has(id));
  }
  for await (const drafts of idsOf(read.pages('payroll', tenant, equal('status', 'draft'), DRAFTS_AT_ONCE))) {
    const [closed, posted] = await Promise.all([
      read.existing('pay_stub', tenant, 'payroll_id', drafts, equal('is_closed', true)),
      read.existing('journal_entry', tenant, 'payroll_id', drafts, OF_PAYROLLS),
    ]);
    for (const id of drafts) if (closed.has(id) && !posted.has(id)) yield [id];
  }
}

/**
 * Reconciles one approved payroll: its journal entries, and its payments where it has some.
 *
 * @returns undefined when by the ledger there is no such payroll, or it is a draft: nothing was posted for it
 * @throws DamagedStream when the payroll's own events are damaged
 */
export const reconcile = async (id: string, audit: Audit): Promise<Reconciled | undefined> => {
  const books = await reconcileJournal(id, audit);
  return books && { ...books, found: [...books.found, ...(await inspectPayments(id, audit))] };
};

/** The closed stubs of a payroll as they are read, a page at a time; then those that it lists and that are not read. */
async function* readOrListed(
  payroll_id: string,
  { events }: LoadedStream,
  { services, tenant }: Audit,
): AsyncGenerator<{ id: string; row?: RecordOf<'pay_stub'> }[]> {
  const listed = closedByApproval(events);
  for await (const rows of services.read.pages('pay_stub', tenant, closedStubsOf(payroll_id), STUBS_AT_ONCE)) {
    for (const { id } of rows) listed.delete(id);
    yield rows.map((row) => ({ id: row.id, row }));
  }
  const rest = [...listed.keys()];
  for (const some of piecesOf(rest, STUBS_AT_ONCE)) yield some.map((id) => ({ id }));
}

const reconcileJournal = async (id: string, audit: Audit): Promise<Reconciled | undefined> => {
  const { services, tenant } = audit;
  const { read } = services;
  const row = await read.get('payroll', tenant, id);
  const loaded = await streamIn(streamOf('payroll', id), audit);
  const payroll = loaded.aggregate.get('payroll', id);
  if (!payroll || payroll.status === 'draft') return undefined;
  const found: Found[] = [];
  const report = (record: string, what: string, advice: string) => found.push({ subject: id, record, what, advice });
  if (!row || row.status === 'draft')
    report(id, `the payroll is approved by the ledger, and ${row ? 'a draft in' : 'not in'} the read model`, REBUILD);
  const payrollPosting = makePosting();
  const load = (stream: string) => unlessDamaged(streamIn(stream, audit), (error) => found.push(damageAt(id, error)));
  let count = 0;
  for await (const stubs of readOrListed(id, loaded, audit)) {
    count += stubs.length;
    const ofStubs = new Map<string, PostingSums>();
    await inTurns(stubs, async ({ id: stub_id, row: shown }) => {
      const ofStub = await load(streamOf('pay_stub', stub_id));
      if (!ofStub) return;
      const { aggregate } = ofStub;
      const posting = makePosting();
      for (const line of linesOf(aggregate)) posting.add(line);
      ofStubs.set(stub_id, posting);
      const stub = aggregate.get('pay_stub', stub_id);
      if (!stub)
        return shown
          ? void report(stub_id, 'the read model has the pay stub, and the ledger has not', REBUILD)
          : void report(stub_id, 'the pay stub was approved, and is not in the ledger any more', RESTORE);
      for (const one of stubDifferences(posting, stub)) report(stub_id, differenceText(one), WRONG_ENTRY);
      if (!shown)
        return void report(stub_id, 'the ledger has the closed pay stub, and the read model has not', REBUILD);
      const differing = TOTALS.filter((member) => !sameJson(shown[member], stub[member]));
      if (differing.length > 0)
        report(
          stub_id,
          `${differing.join(', ')} of the pay stub differ between the read model and the ledger`,
          REBUILD,
        );
    });
    for (const posting of ofStubs.values()) payrollPosting.include(posting);
    const where = all(oneOf('pay_stub_id', [...ofStubs.keys()]), equal('type', 'pay_stub_recording'), IN_FORCE);
    await compareEntries(ofStubs, read.pages('journal_entry', tenant, where), load, report);
  }
  const ofPayroll = all(equal('payroll_id', id), OF_PAYROLLS);
  // Without a stub that cannot be read the payroll's entries are of more than what was added up.
  if (!found.some(({ isDamage }) => isDamage)) {
    await compareEntries(new Map([[id, payrollPosting]]), read.pages('journal_entry', tenant, ofPayroll), load, report);
    const ofPayment = all(equal('payroll_id', id), OF_PAYMENTS);
    const net = hasBegunToPay(loaded, payroll) ? netOf(payrollPosting) : 0n;
    const paid = new Map(net === 0n ? [] : [[id, { entry: () => paymentOf(net) }]]);
    await compareEntries(paid, read.pages('journal_entry', tenant, ofPayment), load, report, PAYMENT);
  }
  return { payroll, stubs: count, total: payrollPosting.entry().total, found };
};

/** What entries are called in findings, and the process that posts them. */
const RECORDING = { called: 'journal entry', by: 'journal' } as const;
const PAYMENT = { called: 'journal entry of its payment', by: 'payments' } as const;

/** Compares the entries of stubs, or of a payroll, with the sums of the ledger's lines. */
const compareEntries = async (
  postings: ReadonlyMap<string, Pick<PostingSums, 'entry'>>,
  entries: AsyncIterable<RecordOf<'journal_entry'>[]>,
  load: (stream: string) => Promise<LoadedStream | undefined>,
  report: (record: string, what: string, advice: string) => void,
  { called, by }: typeof RECORDING | typeof PAYMENT = RECORDING,
): Promise<void> => {
  const seen = new Map<string, string>();
  for await (const rows of entries)
    await inTurns(rows, async (row) => {
      const subject = textOf(row.pay_stub_id ?? row.payroll_id);
      const other = seen.get(subject);
      if (other !== undefined)
        return void report(row.id, `${subject} is posted twice, by ${other} and by ${row.id}`, WRONG_ENTRY);
      seen.set(subject, row.id);
      const posting = postings.get(subject);
      const loaded = await load(streamOf('journal_entry', row.id));
      if (!loaded) return;
      const entry = loaded.aggregate.get('journal_entry', row.id);
      if (!entry) return void report(row.id, `the ${called} of ${subject} is read, and the ledger has none`, REBUILD);
      if (!posting) return void report(row.id, `${subject} has a ${called}, and there is nothing to post`, WRONG_ENTRY);
      const expected = posting.entry();
      if (!sameAmounts(entry, expected))
        report(row.id, `the rows of the entry of ${subject} are not what its lines come to`, WRONG_ENTRY);
      if (row.total !== entry.total || !sameJson(row.journal_entry_rows, entry.journal_entry_rows))
        report(row.id, `the entry of ${subject} is read otherwise than the ledger says`, REBUILD);
    });
  for (const subject of postings.keys())
    if (!seen.has(subject))
      report(
        subject,
        `${subject} has no ${called}`,
        `the process \`${by}\` has to post it: \`payroll processes list\`; if it did, the read model lacks the entry: \`payroll projections verify accounting\``,
      );
};

type Rows = readonly { debit?: string | null; credit?: string | null; sources?: readonly RowSource[] }[];

/**
 * Whether an entry agrees with the sums of its lines. Codes, rules and tags may have changed since, so amounts may be
 * in other rows; but the sum for each type of line items and side must be the same. For an entry without sources (of a
 * payment, or posted before codes were resolved), debits and credits are compared one by one.
 */
const sameAmounts = (entry: RecordOf<'journal_entry'>, expected: Posting): boolean => {
  const rows: Rows = entry.journal_entry_rows ?? [];
  // Where all cancels out there is no row, and the sources say what did.
  if (rows.length > 0 && rows.every(({ sources = [] }) => sources.length === 0))
    return entry.total === expected.total && sameJson(sidesOf(rows), sidesOf(expected.rows));
  const amount = ({ debit, credit }: Rows[number]) => decimal(debit ?? '0').minus(credit ?? '0');
  const own = rows.filter(({ sources }) => (sources ?? []).length > 0);
  const isSumOfSources = own.every((row) => amount(row).eq(sum(row.sources!.map((source) => source.amount))));
  const debits = toText(sum(rows.map(({ debit }) => debit ?? '0')));
  return (
    isSumOfSources &&
    entry.total === debits &&
    sum(rows.map(amount)).eq(0) &&
    sameJson(amountsOf([...rows, { sources: offsetOf(entry) }]), amountsOf(expected.rows))
  );
};

const sidesOf = (rows: Rows): string[] => rows.map(({ debit, credit }) => `${debit ?? ''}/${credit ?? ''}`).sort();

/** The sum for each type of line items and side, over all rows. */
const amountsOf = (rows: Rows): Record<string, string> => {
  const amounts = new Map<string, Decimal>();
  for (const { type, subtype, side, amount } of rows.flatMap(({ sources }) => sources ?? [])) {
    const key = `${type}/${subtype}/${side}`;
    amounts.set(key, (amounts.get(key) ?? ZERO).plus(amount));
  }
  const held = [...amounts].filter(([, amount]) => !amount.eq(0)).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(held.map(([key, amount]) => [key, toText(amount)]));
};

/** The amounts that cancelled out, from the entry's event. */
const offsetOf = ({ offset_sources }: RecordOf<'journal_entry'>): readonly RowSource[] => offset_sources ?? [];

export const journalEqualsStubs: Invariant = {
  name: 'journal_equals_stubs',
  says: 'Pay stubs, journal entries and the ledger of an approved payroll agree to the cent.',
  subjects: (audit) => reconcilable(audit, all()),
  inspect: async (ids, audit) => {
    const found: Found[] = [];
    for (const id of ids) found.push(...((await reconcileJournal(id, audit))?.found ?? []));
    return found;
  },
};
