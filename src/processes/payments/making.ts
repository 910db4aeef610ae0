import { hash } from 'node:crypto';
import type { Position } from '../../event-store/port.ts';
import { type Appended, appendTo } from '../../kernel/changes/execute.ts';
import { appendInTurns, FAR_AHEAD, inTurns } from '../../kernel/changes/in-turns.ts';
import { latest } from '../../kernel/changes/latest.ts';
import { loadRecords } from '../../kernel/changes/remembered.ts';
import { type EventBody, parseStream, type RecordOf, streamOf } from '../../kernel/definition/resource.ts';
import type { Services } from '../../kernel/definition/services.ts';
import type { Origin } from '../../kernel/definition/writer.ts';
import type { EventData } from '../../kernel/events/define.ts';
import { inRecords } from '../../payments/debits.ts';
import type { Share } from '../../payments/events.ts';
import { DESTINATIONS, payment, paymentEvents } from '../../payments/payment.ts';
import { RAILS } from '../../payments/rails.ts';
import { type PaymentDays, type PayrollDays, payrollDays } from '../../payments/timing.ts';
import { closedStubsOf } from '../../payrolls/events/list.ts';
import {
  payrollApproved,
  payrollPaid,
  payrollPaymentsMade,
  payrollPaymentsPlanned,
} from '../../payrolls/events/payroll.ts';
import type { RemittancesOf } from '../../remittances/remitted.ts';
import { all, compare } from '../../values/condition.ts';
import { businessDay, type Instant } from '../../values/dates.ts';
import { derivedId } from '../../values/ids.ts';
import { memberOf } from '../../values/json.ts';
import { type Decimal, decimal, sum, toText, ZERO } from '../../values/money.ts';
import type { Turn } from '../../work/turn.ts';
import type { ManagedEvent } from '../managers/manager.ts';
import { processOrigin } from '../managers/origin.ts';
import { netOf, sharesOf } from './shares.ts';

/**
 * Makes the payments of an approved payroll.
 *
 *   PayrollApproved --> PayrollPaymentsPlanned --> each payment --> PayrollPaymentsMade
 *
 * What may change between two tries is decided by an event before it is used: the remittances and the rail in the
 * payroll's stream, the split of a net pay in the stream of the first of its payments. Ids derive from the approval, so
 * a process that takes over makes the rest and nothing twice, with the same amounts. Stubs are read page by page. A
 * turn may end after each page; its bookmark says up to which stub payments are made, and the count and sum of those.
 */
export interface Making {
  services: Services;
  remittancesOf: RemittancesOf;
}

/** Stubs whose accounts and splits are in memory at once. */
const STUBS_AT_ONCE = 500;

type Plan = EventData<typeof payrollPaymentsPlanned>;

/** One approval whose payments are made. */
interface Run {
  approved: ManagedEvent;
  payroll: RecordOf<'payroll'>;
  services: Services;
  origin: Origin;
  plan: Plan;
  days: PayrollDays;
  /** Whether its payments were planned before, so that an earlier try may have made some of them. */
  mayRepeat: boolean;
}

/**
 * Makes the payments of an approved payroll, a page of stubs at a time, and says in its stream when all of them are
 * made.
 *
 * @returns the position of the last append; nothing where the approval was undone
 */
export const makePayments = async (
  approved: ManagedEvent,
  { services, remittancesOf }: Making,
  turn: Turn,
): Promise<Position | undefined> => {
  const origin = processOrigin('payments', approved, approved.id, services.clock.instant());
  const { id } = parseStream(approved.stream);
  const { aggregate } = await loadRecords(approved.stream, services);
  const payroll = aggregate.get('payroll', id);
  if (!isApprovedBy(payroll, approved.id)) return undefined;
  const rail = services.paymentRail;
  // A process with a rail approved it, and a process with a rail will continue.
  if (rail === null) throw new Error('PAYMENT_RAIL is not set: the payments of an approved payroll cannot be made');
  const planned = await onPayroll(approved, 'planned', origin, services, async () => {
    const remittances = [...(await remittancesOf(payroll, services, origin.tenant))];
    const planned_at = countedFrom(approved, origin.occurred_at);
    return [payrollPaymentsPlanned({ approval_id: approved.id, rail, planned_at, remittances })];
  });
  const plan = planned.events.find(payrollPaymentsPlanned.is)?.data;
  // The approval was undone meanwhile.
  if (!plan) return planned.position;
  const days = payrollDays(payroll, plan.planned_at);
  const run: Run = { approved, payroll, services, origin, plan, days, mayRepeat: planned.repeated };
  const payees = await payPayees(run, turn);
  const remitted = await remit(run);
  const funding = payees.funded.plus(remitted.funded);
  const debited = await debit(funding, run);
  const payment_count = payees.count + remitted.count + debited.count;
  const made = payrollPaymentsMade({ approval_id: approved.id, payment_count, funding: toText(funding) });
  const { pay_schedule_id } = payroll;
  const paid = payment_count === 0 ? [payrollPaid({ pay_schedule_id })] : [];
  const { position } = await onPayroll(approved, 'made', origin, services, async () => [made, ...paid]);
  return latest([planned.position, payees.last, remitted.last, debited.last, position]);
};

/**
 * The time that the days of payments follow from. An approval that a caller made by its hour is in time, though it may
 * end behind it: that of many people takes a while. Behind its day nothing can leave on it any more.
 */
const countedFrom = (approved: ManagedEvent, now: Instant): Instant => {
  const asked_at = payrollApproved.is(approved) ? (approved.data.asked_at ?? now) : now;
  return businessDay(Date.parse(asked_at)) === businessDay(Date.parse(now)) && asked_at < now ? asked_at : now;
};

/** Whether a payroll is approved by this approval, and no payment of it is submitted. */
const isApprovedBy = (payroll: RecordOf<'payroll'> | undefined, approval_id: string): payroll is RecordOf<'payroll'> =>
  payroll?.status === 'approved' && payroll.approved_event_id === approval_id;

/** Appends to the payroll's stream while it is approved by this approval. */
const onPayroll = (
  approved: ManagedEvent,
  step: string,
  origin: Origin,
  services: Services,
  events: () => Promise<readonly EventBody[]>,
): Promise<Appended> =>
  appendTo(approved.stream, step, origin, services, async ({ aggregate }) =>
    isApprovedBy(aggregate.get('payroll', parseStream(approved.stream).id), approved.id) ? events() : [],
  );

/** Count and sum of some payments. */
interface Made {
  count: number;
  /** Dollars of the payments that the employer's debit funds. */
  funded: Decimal;
  last: Position | undefined;
}

const NONE: Made = { count: 0, funded: ZERO, last: undefined };
const together = (made: readonly Made[]): Made => ({
  count: made.reduce((count, one) => count + one.count, 0),
  funded: sum(made.map(({ funded }) => funded)),
  last: latest(made.map(({ last }) => last)),
});

/** Parts of the turn: up to which stub payments are made, how many they are, and the dollars that fund them. */
const [STUB, COUNT, FUNDED] = ['stub', 'count', 'funded'] as const;

const payPayees = async (run: Run, turn: Turn): Promise<Made> => {
  const { services, origin, payroll } = run;
  const left = all(closedStubsOf(payroll.id), compare('id', '>', turn.reached(STUB)));
  let made: Made = { ...NONE, count: Number(turn.reached(COUNT)), funded: decimal(turn.reached(FUNDED) || '0') };
  for await (const stubs of services.read.pages('pay_stub', origin.tenant, left, STUBS_AT_ONCE)) {
    const paid = stubs.filter((stub) => netOf(stub).gt(0));
    const deposited = paid.filter(({ payment_method }) => payment_method !== 'manual');
    const shares = await sharesOf(deposited, services, origin.tenant);
    made = together([
      made,
      ...(await appendInTurns(paid, run.services, (stub) => payStub(stub, shares.get(stub.id), run), {
        ahead: FAR_AHEAD,
      })),
    ]);
    turn.reach(STUB, stubs.at(-1)!.id);
    turn.reach(COUNT, String(made.count));
    turn.reach(FUNDED, toText(made.funded));
    await turn.giveWay();
  }
  return made;
};

/** The payments of one stub: one, or one for each account of its split. */
const payStub = async (stub: RecordOf<'pay_stub'>, shares: Share[] | undefined, run: Run): Promise<Made> => {
  const isManual = shares === undefined;
  const amount = toText(netOf(stub));
  const planned: Share[] = shares ?? [{ bank_account_id: null, amount }];
  const members = (share: Share): Members => ({
    pay_stub_id: stub.id,
    destination: 'employee',
    method: isManual ? 'manual' : 'direct_deposit',
    bank_account_id: share.bank_account_id,
    amount: share.amount,
    ...run.days.payees,
  });
  const divides = planned.length > 1 ? planned : null;
  // A split is always read from the stream: another process may make it at the same time, and split it differently.
  const isSeen = run.mayRepeat || divides !== null;
  const first = await create(`${stub.id}/0`, { ...members(planned[0]!), shares: divides }, run, isSeen);
  // The split of the first try, which may be another one.
  const rest = isSeen ? (first.payment.shares ?? []).slice(1) : [];
  const others = await inTurns(rest, (share, at) => create(`${stub.id}/${at + 1}`, members(share), run));
  return {
    count: 1 + others.length,
    funded: isManual ? ZERO : decimal(amount),
    last: latest([first.position, ...others.map(({ position }) => position)]),
  };
};

const remit = async (run: Run): Promise<Made> =>
  together(
    await inTurns(
      run.plan.remittances,
      async ({ remittance_account_id: id, destination, amount, due_on, is_moved, is_manual }) => {
        const of = { remittance_account_id: id, destination: memberOf(DESTINATIONS, destination) };
        const days = run.days.remittance(due_on, is_moved);
        if (!is_manual) {
          const dollars = decimal(amount);
          return {
            ...(await createInRecords(id, dollars, { ...of, method: 'direct_deposit', ...days }, run)),
            funded: dollars,
          };
        }
        const { position } = await create(id, { ...of, amount, method: 'manual', ...days }, run);
        return { count: 1, funded: ZERO, last: position };
      },
    ),
  );

const debit = async (amount: Decimal, run: Run): Promise<Made> =>
  amount.gt(0)
    ? createInRecords('funding', amount, { destination: 'payroll_float', method: 'pad', ...run.days.funding }, run)
    : NONE;

/** The payment of an amount; several of more than a record of a file has room for. */
const createInRecords = async (
  key: string,
  amount: Decimal,
  members: Omit<Members, 'amount'>,
  run: Run,
): Promise<Made> => {
  const [largest, ...others] = inRecords(amount);
  const isSeen = run.mayRepeat || others.length > 0;
  const first = await create(key, { ...members, amount: toText(largest) }, run, isSeen);
  // The first try may have been of a version that made one payment of any amount.
  const left = isSeen && decimal(first.payment.amount).eq(amount) ? [] : others;
  const rest = await inTurns(left, (part, at) => create(`${key}/${at + 1}`, { ...members, amount: toText(part) }, run));
  const last = latest([first.position, ...rest.map(({ position }) => position)]);
  return { count: 1 + rest.length, funded: ZERO, last };
};

type Members = Pick<RecordOf<'payment'>, 'destination' | 'method' | 'amount'> &
  Partial<Pick<RecordOf<'payment'>, 'pay_stub_id' | 'remittance_account_id' | 'bank_account_id' | 'shares'>> &
  PaymentDays;

const create = async (
  key: string,
  members: Members,
  { approved, payroll, origin, services, plan, mayRepeat }: Run,
  isSeen = mayRepeat,
): Promise<NewlyMade> => {
  const at_ms = Date.parse(approved.metadata.occurred_at ?? plan.planned_at);
  const id = derivedId(payment.prefix, at_ms, `${approved.id}/${key}`);
  const { business_entity_id } = payroll;
  const rail = memberOf(RAILS, plan.rail);
  const of = { payroll_id: payroll.id, business_entity_id, approval_id: approved.id, rail };
  return createPayment(id, { ...of, ...members }, origin, services, isSeen);
};

/** The members that a new payment is made with; the others start the same for all. */
export type NewPayment = Members &
  Pick<RecordOf<'payment'>, 'payroll_id' | 'business_entity_id' | 'approval_id' | 'rail'>;

interface NewlyMade {
  /** Folded at the first access. */
  payment: RecordOf<'payment'>;
  position: Position | undefined;
}

/**
 * Makes a payment under its id, once.
 *
 * @param mayRepeat whether an earlier try may have made it: then the stream is loaded first, and the payment is the
 *   one in the stream. Otherwise the append does not load it; that makes no second payment either, but `payment` is
 *   then made from the arguments
 */
export const createPayment = async (
  id: string,
  members: NewPayment & Partial<Pick<RecordOf<'payment'>, 'replaces_id' | 'is_held' | 'held_at'>>,
  origin: Origin,
  services: Services,
  mayRepeat = true,
): Promise<NewlyMade> => {
  const created = paymentEvents.created({
    remittance_account_id: null,
    pay_stub_id: null,
    bank_account_id: null,
    replaces_id: null,
    replaced_by_id: null,
    shares: null,
    is_held: false,
    held_at: null,
    ...members,
    status: 'pending',
    failure_reason: null,
    return_code: null,
    cross_reference: crossReferenceOf(id),
    file_number: null,
    is_replaced: false,
  });
  const stream = streamOf('payment', id);
  const made = await appendTo(stream, 'created', { ...origin, mayRepeat }, services, async () => [created], 'nothing');
  return {
    get payment() {
      return made.aggregate.get('payment', id)!;
    },
    position: made.position,
  };
};

const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The reference of a payment in files for a bank: 19 characters that derive from its id. */
const crossReferenceOf = (id: string): string =>
  [...hash('sha256', id, 'buffer').subarray(0, 19)].map((byte) => LETTERS[byte & 31]).join('');
