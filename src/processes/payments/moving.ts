import { paymentSubmitted } from '../../banking/events.ts';
import type { Position } from '../../event-store/port.ts';
import { appendTo } from '../../kernel/changes/execute.ts';
import { appendInTurns, inTurns } from '../../kernel/changes/in-turns.ts';
import { latest } from '../../kernel/changes/latest.ts';
import { loadRecords } from '../../kernel/changes/remembered.ts';
import { type EventBody, type RecordOf, streamOf } from '../../kernel/definition/resource.ts';
import type { Services, Tenant } from '../../kernel/definition/services.ts';
import { debitsOfApproval, hourOfFunds, IS_DEBIT, standingOf } from '../../payments/debits.ts';
import { paymentCanceled, paymentFailed, paymentOverdue, paymentSettled } from '../../payments/events.ts';
import { isBanked, isFiled, isRemittance } from '../../payments/payment.ts';
import type { FailureReason } from '../../payments/reasons.ts';
import { daysAgain, settlesAt, submissionAt } from '../../payments/timing.ts';
import { payrollProcessing } from '../../payrolls/events/payroll.ts';
import { all, any, type Condition, compare, equal, not, oneOf } from '../../values/condition.ts';
import { businessDay, type Instant, maxDate } from '../../values/dates.ts';
import { type Decimal, decimal } from '../../values/money.ts';
import { perTurn } from '../../values/per-turn.ts';
import type { Turn } from '../../work/turn.ts';
import { remakeCanceled } from './again.ts';
import { accountsOf, type Instructed, instructionsOf } from './instructions.ts';
import { payeesOf } from './payees.ts';
import { recordStatus } from './status.ts';
import { type By, onPayment, originOf } from './step.ts';

/**
 * Moves the payments of one payroll as far as possible now: submits what is due, settles what was not returned,
 * cancels what a failed debit leaves without funds, and records the payroll's status.
 *
 * Each step is decided in the stream of the payment, by its state there, so a process that repeats it, or does it at
 * the same time, finds it done. Before the first payment of an approval is submitted, that is recorded in the
 * payroll's stream (`PayrollProcessing`), in which an unapproval is decided too: one of the two comes first, and the
 * other is refused.
 */
export interface Moving extends By {
  payroll_id: string;
  signal: AbortSignal;
  /**
   * May end after each page of which something was moved, which the next turn finds moved. It does not end after other
   * pages, so that each turn makes progress, however many payments wait for something else.
   */
  turn?: Pick<Turn, 'giveWay'>;
}

/** Payments that are in memory at once. */
const PAYMENTS_AT_ONCE = 500;
/** Longest wait for appends to be readable, before the status is derived from them; a longer one is a fault. */
const READABLE_ms = 30_000;

/** @returns when the next payment is due; undefined when none waits for a time. @throws TurnIsOver */
export const movePayments = async (moving: Moving): Promise<Instant | undefined> => {
  const { services, tenant } = moving;
  const payroll = await payrollOf(moving);
  const run = payroll?.payments;
  if (!payroll || !run || run.funding === null || payroll.status === 'draft') return undefined;
  const of: Run = { ...moving, approval_id: run.approval_id, funding: decimal(run.funding) };
  const now = services.clock.instant();
  const step = async (act: () => Promise<void>): Promise<void> => {
    await readable(services, tenant);
    await act();
  };
  await step(() => settleDue(of, now));
  // First the debit, then what it funds; an immediate debit may be paid in between.
  await step(async () => {
    if ((await debitOf(of)) === 'failed') return cancelUnfunded(of);
    await remakeCanceled(of);
    await submitDue(of, now, IS_DEBIT);
  });
  await step(() => settleDue(of, now));
  let hour: Instant | undefined;
  await step(async () => {
    const others = not(IS_DEBIT);
    const debits = await debitsOf(of);
    if (fundedBy(debits, of) !== 'paid') return submitDue(of, now, all(others, equal('method', 'manual')));
    hour = hourOfFunds(debits, now);
    // One look for payments that leave together.
    const areFunded = perTurn(async (_approval: string, leaving: readonly string[]) => {
      const isPaid = fundedBy(await inTheLog(debits, services), of) === 'paid';
      return leaving.map(() => isPaid);
    });
    await submitDue(of, now, others, { areFunded: ({ id }) => areFunded(of.approval_id, id), hour });
  });
  await step(() => settleDue(of, now));
  // A simulated debit may just have been returned.
  await step(async () => {
    if ((await debitOf(of)) === 'failed') await cancelUnfunded(of);
  });
  await step(() => recordStatus(of));
  const times = [await nextTime(of, now), hour].filter((time) => time !== undefined && time > now);
  return times.sort()[0];
};

/** The payments of the current approval. */
interface Run extends Moving {
  approval_id: string;
  /** Dollars that fund them. */
  funding: Decimal;
}

/** Payments that nothing was done with yet. */
export const WAITS: Condition = oneOf('status', ['pending', 'overdue']);

const ofRun = ({ payroll_id, approval_id }: Run): Condition =>
  all(equal('payroll_id', payroll_id), equal('approval_id', approval_id));

/** @throws when the read models do not come to the end of the log in time */
export const readable = async ({ gate, store }: Services, tenant: Tenant): Promise<void> => {
  const head = await store.head();
  if (!(await gate.followed(head, [], READABLE_ms, tenant)))
    throw new Error(`the read models did not come to position ${head}`);
};

/** The payroll as its stream tells it. */
export const payrollOf = async ({ payroll_id, services }: Moving): Promise<RecordOf<'payroll'> | undefined> =>
  (await loadRecords(streamOf('payroll', payroll_id), services)).aggregate.get('payroll', payroll_id);

/** The debits that fund a payroll. */
const debitsOf = ({ services, tenant, payroll_id, approval_id }: Run): Promise<RecordOf<'payment'>[]> =>
  services.read.find('payment', tenant, debitsOfApproval(payroll_id, approval_id));

const debitOf = async (run: Run) => fundedBy(await debitsOf(run), run);

/** How the debits that fund a payroll stand; also `paid` when nothing has to be funded. */
const fundedBy = (debits: readonly RecordOf<'payment'>[], { funding }: Run) =>
  funding.gt(0) ? standingOf(debits) : 'paid';

/** Payments as their streams tell them: read models may stand still while a bank says that one is returned. */
const inTheLog = (payments: readonly RecordOf<'payment'>[], services: Services): Promise<RecordOf<'payment'>[]> =>
  inTurns(payments, async (payment) => {
    const { aggregate } = await loadRecords(streamOf('payment', payment.id), services);
    return aggregate.get('payment', payment.id) ?? payment;
  });

/** Calls `run` with pages of payments. */
export const eachPage = async (
  { tenant, services, signal }: Moving,
  where: Condition,
  run: (rows: RecordOf<'payment'>[]) => Promise<void>,
): Promise<void> => {
  for await (const rows of services.read.pages('payment', tenant, where, PAYMENTS_AT_ONCE)) {
    signal.throwIfAborted();
    await run(rows);
  }
};

/**
 * Whether the hour of a payment has come, and that of what funds it.
 *
 * @param hour see {@link hourOfFunds}; what the employer pays itself needs no funds
 */
const hourCame = ({ process_at, method }: RecordOf<'payment'>, now: Instant, hour: Instant = now): boolean =>
  submissionAt(process_at) <= now && (method === 'manual' || hour <= now);

/** Whether a payment is submitted now: its hour has come, or it is immediate. */
const isDue = (payment: RecordOf<'payment'>, now: Instant, hour?: Instant): boolean =>
  payment.script?.is_immediate === true || hourCame(payment, now, hour);

/** Condition for payments whose day has come or that are immediate, so that no other payment is read. */
const dayCame = (column: 'process_at' | 'expected_at', now: Instant): Condition =>
  any(compare(column, '<=', businessDay(Date.parse(now))), equal('is_immediate', true));

/** Of payments that debits fund. */
interface Funds {
  /** Asked before each leaves, since a debit may be returned meanwhile; what has not left then is canceled. */
  areFunded: (payment: RecordOf<'payment'>) => Promise<boolean>;
  /** See {@link hourOfFunds}. */
  hour: Instant | undefined;
}

const submitDue = async (moving: Run, now: Instant, which: Condition, funds?: Funds): Promise<void> => {
  const pending = all(ofRun(moving), equal('status', 'pending'), dayCame('process_at', now), which);
  await eachPage(moving, pending, async (rows) => {
    const { services, tenant } = moving;
    const held = rows.filter((row) => heldOnItsDay(row, now, funds?.hour).length > 0);
    const due = rows.filter((row) => isDue(row, now, funds?.hour) && !row.is_held);
    await appendInTurns(held, services, (row) =>
      onPayment(row, 'overdue', moving, (payment) => heldOnItsDay(payment, now, funds?.hour)),
    );
    if (held.length > 0 && due.length === 0) await moving.turn?.giveWay();
    if (due.length === 0 || !(await begins(moving))) return;
    const filed = due.filter(isFiled);
    const remitted = due.filter((payment) => isBanked(payment) && isRemittance(payment));
    const chosen = await accountsOf(due, services, tenant);
    // Also where no record to a bank needs its number: what came of it would name an account that is gone.
    const without = due.filter(({ id }) => chosen.has(id) && !chosen.get(id)?.account);
    const instructed = new Map<string, Instructed | FailureReason>([
      ...without.map(({ id }): [string, FailureReason] => [id, 'bank_account_missing']),
      ...(await instructionsOf(filed, chosen, services, tenant)),
      ...(await payeesOf(remitted, services, tenant)),
    ]);
    await appendInTurns(due, services, async (row) =>
      row.method === 'manual' || !funds || (await funds.areFunded(row))
        ? onPayment(row, 'submitted', moving, (payment) =>
            submission(payment, now, funds?.hour ?? now, {
              instructed: instructed.get(row.id),
              bank_account_id: chosen.get(row.id)?.account?.id ?? null,
            }),
          )
        : undefined,
    );
    await moving.turn?.giveWay();
  });
};

/**
 * What is held leaves nothing: its payroll has not begun to move by it, and its approval can still be taken back.
 * Before its hour it stays pending, also where it is immediate: until then its caller may release it.
 */
const heldOnItsDay = (payment: RecordOf<'payment'>, now: Instant, hour?: Instant): EventBody[] => {
  const { status, is_held, payroll_id } = payment;
  return status === 'pending' && is_held && hourCame(payment, now, hour) ? [paymentOverdue({ payroll_id })] : [];
};

/** Where a payment goes. */
interface Way {
  /** The account, or why there is none; undefined for a payment that needs none in a file. */
  instructed: Instructed | FailureReason | undefined;
  bank_account_id: string | null;
}

/** @param hour at which it leaves, on whose day its own days depend; now where it is bound to none */
const submission = (
  payment: RecordOf<'payment'>,
  now: Instant,
  hour: Instant,
  { instructed, bank_account_id }: Way,
): EventBody[] => {
  if (payment.status !== 'pending') return [];
  const { payroll_id } = payment;
  if (payment.is_held) return heldOnItsDay(payment, now, hour);
  if (typeof instructed === 'string') {
    const returned_on = businessDay(Date.parse(now));
    return [paymentFailed({ payroll_id, reason: instructed, return_code: null, returned_on })];
  }
  // A payment whose day has passed while it waited for the debit also arrives later.
  const isLate = businessDay(Date.parse(now)) > payment.process_at;
  const again = daysAgain(payment.destination, hour);
  const process_at = isLate ? again.process_at : payment.process_at;
  const expected_at = isLate ? maxDate(payment.expected_at, again.expected_at) : payment.expected_at;
  const is_remitted_by_file = isRemittance(payment) && instructed !== undefined;
  const data = { payroll_id, process_at, expected_at, is_remitted_by_file, bank_account_id };
  if (!instructed) return [paymentSubmitted(data)];
  const { subject, instruction } = instructed;
  return [paymentSubmitted(data, { personal: { subject, members: { instruction: { ...instruction } } } })];
};

/** Records in the payroll's stream that its money begins to move; false when the approval was undone. */
const begins = async (run: Run): Promise<boolean> => {
  const { payroll_id, approval_id, services } = run;
  const stream = streamOf('payroll', payroll_id);
  const { aggregate } = await appendTo(
    stream,
    'processing',
    originOf('processing', payroll_id, run),
    services,
    async (loaded) => {
      const payroll = loaded.aggregate.get('payroll', payroll_id);
      return payroll?.status === 'approved' && payroll.approved_event_id === approval_id
        ? [payrollProcessing({ approval_id })]
        : [];
    },
  );
  const payroll = aggregate.get('payroll', payroll_id);
  return payroll?.approved_event_id === approval_id && MOVES.has(payroll.status);
};

const MOVES: ReadonlySet<string> = new Set(['processing', 'partially_paid', 'paid']);

const settleDue = async (moving: Run, now: Instant): Promise<void> => {
  const sent = all(ofRun(moving), equal('status', 'processing'), dayCame('expected_at', now));
  await eachPage(moving, sent, async (rows) => {
    // Payments that wait for a file or an operator have no outcome yet.
    const ended = rows.filter((row) => outcomeOf(row, now).length > 0);
    await appendInTurns(ended, moving.services, (row) =>
      onPayment(row, 'settled', moving, (payment) => outcomeOf(payment, now)),
    );
    if (ended.length > 0) await moving.turn?.giveWay();
  });
};

const outcomeOf = (payment: RecordOf<'payment'>, now: Instant): EventBody[] => {
  const { status, payroll_id, rail, method, script, file_number, expected_at } = payment;
  if (status !== 'processing') return [];
  const today = businessDay(Date.parse(now));
  if (script?.is_immediate !== true && settlesAt(expected_at) > now) return [];
  // A payment in no file has not left. A remittance that is made through the bank is settled by an operator.
  if (rail === 'cpa_005' && method !== 'manual' && file_number === null) return [];
  if (script?.outcome === 'returned') {
    const reason = script.reason ?? 'other';
    return [paymentFailed({ payroll_id, reason, return_code: null, returned_on: today })];
  }
  return [paymentSettled({ payroll_id, settled_on: today })];
};

/**
 * Cancels the payments that a failed debit would have funded, but not those that the employer pays itself, and no other
 * debit: that one waits.
 */
const cancelUnfunded = async (moving: Run): Promise<void> => {
  const { services, tenant, signal } = moving;
  const unfunded = all(ofRun(moving), WAITS, not(equal('method', 'manual')), not(IS_DEBIT));
  for await (const rows of services.read.pages('payment', tenant, unfunded, PAYMENTS_AT_ONCE)) {
    signal.throwIfAborted();
    // The debit was made again meanwhile: later pages have the replacements of canceled payments, which must not be
    // canceled.
    if ((await debitOf(moving)) !== 'failed') return;
    await cancel(rows, 'funding_failed', moving);
    await moving.turn?.giveWay();
  }
};

/** Cancels those that wait. */
export const cancel = async (
  rows: readonly RecordOf<'payment'>[],
  reason: 'funding_failed' | 'unapproved',
  moving: By,
): Promise<Position | undefined> => {
  const positions = await appendInTurns(rows, moving.services, (row) =>
    onPayment(row, 'canceled', moving, ({ status, payroll_id }) =>
      status === 'pending' || status === 'overdue' ? [paymentCanceled({ payroll_id, reason })] : [],
    ),
  );
  return latest(positions);
};

/** The next instant at which a payment of the payroll is due. */
const nextTime = async (run: Run, now: Instant): Promise<Instant | undefined> => {
  const { payroll_id, services, tenant } = run;
  const today = businessDay(Date.parse(now));
  const first = async (status: string, column: 'process_at' | 'expected_at', at: (day: string) => Instant) => {
    // When the hour of today has passed, the payment waits for something else, and a later day counts.
    for (const from of [compare(column, '>=', today), compare(column, '>', today)]) {
      const where = all(ofRun(run), equal('status', status), from);
      const day = (await services.read.ranges('payment', tenant, 'payroll_id', column, where)).get(payroll_id)?.least;
      if (day !== undefined && at(day) > now) return [at(day)];
    }
    return [];
  };
  const times = [
    ...(await first('pending', 'process_at', submissionAt)),
    ...(await first('processing', 'expected_at', settlesAt)),
  ];
  return times.sort()[0];
};
